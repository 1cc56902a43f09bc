"""The rule set of a tournament: who plays, who meets whom, what came of it, where everyone stands.

`events` say what can happen, `state` what is kept, `rules` judges and folds; one file per chapter holds its checks
and its fold (`creation`, `registration`, `lists`, `drawing`, `rounds`, `results`). `draws` makes a round's event
and `scoring` the standings. Used through `RULES`, as any game's rule set is.
"""

from tracker.rulesets.tournament.draws import draw_next_round, explain_pair
from tracker.rulesets.tournament.presets import preset_options, presets
from tracker.rulesets.tournament.rules import Tournament
from tracker.rulesets.tournament.scoring import Row, explain, standings

RULES = Tournament()

__all__ = [
    "RULES",
    "Row",
    "Tournament",
    "draw_next_round",
    "explain",
    "explain_pair",
    "preset_options",
    "presets",
    "standings",
]
