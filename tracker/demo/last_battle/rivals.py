"""Three players of the demo's cup who meet all the time: enough matches for ratings that are no longer provisional.

Whole matches in one report each, outside events. Called by `tracker.demo.last_battle`.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from uuid import UUID

from tracker import commands, selectors
from tracker.identity import Identity

RIVALS, MEETINGS, SEED = 3, 10, 23
STRENGTH = (0.7, 0.5, 0.3)
"""How likely each of them is to win against one as strong."""


def play_rivals(identity: Identity, event: UUID) -> list[str]:
    """Every pair of the first players of this event meets `MEETINGS` times; their ids."""
    players = [str(one.player_id) for one in selectors.entrants(event)[:RIVALS]]
    dice = Random(SEED)
    for (one, first), (other, second) in combinations(enumerate(players), 2):
        for _meeting in range(MEETINGS):
            odds = STRENGTH[one] / (STRENGTH[one] + STRENGTH[other])
            _meet(identity, first, second, won=dice.random() < odds)
    return players


def _meet(identity: Identity, first: str, second: str, *, won: bool) -> None:
    opened = {"battlefield": "sea", "sides": {"alliance": [first], "serpent": [second]}, "detail": "summary"}
    match = commands.create_match(
        identity, system="last_battle", events=[{"type": "table_opened", "data": opened}]
    )
    points = {"alliance": 2, "serpent": 1} if won else {"alliance": 1, "serpent": 2}
    winner = "alliance" if won else "serpent"
    commands.report_match(identity, match, {"turns": 5, "strategy": points, "result": winner})
