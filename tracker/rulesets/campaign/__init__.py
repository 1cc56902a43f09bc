"""The rule set of an event day: linked tables, the cards that pass between them, the fallen, the overall result.

`events` say what can happen, `state` what is kept, `rules` judges and folds; one file per chapter holds its checks
and its fold (`tables`, `arcana`, `outcomes`). `links` says what the day and a table still have to tell each other,
`scoring` the overall result. Used through `RULES`, as any game's rule set is.
"""

from tracker.rulesets.campaign.rules import Campaign
from tracker.rulesets.campaign.scoring import overall

RULES = Campaign()

__all__ = ["RULES", "Campaign", "overall"]
