"""The rule set of a campaign that a club defines: a stream of decisions and hearings, and what they come to.

`reading` checks a definition, `events` say what can happen, `derive` runs all slots with the decisions made, `preview`
compares two such runs, `rules` judges and folds. Used through `RULES`, as any game's rule set is.
"""

from tracker.rulesets.chronicle.rules import Chronicle

RULES = Chronicle()

__all__ = ["RULES", "Chronicle"]
