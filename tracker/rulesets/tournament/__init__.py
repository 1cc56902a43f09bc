"""The rule set of a tournament: who plays, who meets whom, what came of it, where everyone stands.

`events` say what can happen, `state` what is kept, `rules` judges and folds; one file per chapter holds its checks
and its fold (`registration`, `lists`, `drawing`, `rounds`, `results`). `draws` makes a round's event, `scoring` the
standings, `secrecy` says who may know what. Used through `RULES`, as any game's rule set is.
"""

from tracker.rulesets.tournament.draws import draw_next_round, planned_scenario
from tracker.rulesets.tournament.rounds import match_options, round_of
from tracker.rulesets.tournament.rules import Tournament
from tracker.rulesets.tournament.scoring import explain, ranking, standings

RULES = Tournament()

__all__ = [
    "RULES",
    "Tournament",
    "draw_next_round",
    "explain",
    "match_options",
    "planned_scenario",
    "ranking",
    "round_of",
    "standings",
]
