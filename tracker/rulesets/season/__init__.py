"""The rule set of a season: a span of time in which the runs of a system are ranked together.

`events` say what can happen, `state` what is kept, `rules` judges and folds. A season holds no scores: the runs that
were started in it are found by their own logs. Used through `RULES`, as any game's rule set is.
"""

from tracker.rulesets.season.rules import Season

RULES = Season()

__all__ = ["RULES", "Season"]
