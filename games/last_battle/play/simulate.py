"""Random legal matches from a seed: for property tests, load and the demo event. The same seed, the same bytes.

Every event passes the rules on its way in, and an event that the rules should accept raises `Rejected` if they do
not. Called by the command line `simulate`, the demo, the benchmarks and tests.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES, LIMITS
from games.last_battle.play.steps import play_one, take
from games.last_battle.play.table import RULES, PlayTable
from games.last_battle.state import LastBattleState
from games.ruleset import Setup
from games.simulated import Logged, seats

LEVELS = ("summary", "turns", "full")
CORNERS = {
    "north-west": "serpent",
    "north-east": "serpent",
    "south-west": "alliance",
    "south-east": "alliance",
}
PROFILES = ("full58", "full58", "kingless54", "listed")
ENDS = ("play_stopped", "match_conceded", "match_reported")
EARLY = {"turns": (0.1, ENDS), "full": (0.25, (*ENDS, "turn_reported"))}
"""Of how many matches, and how they end before their time or go on by turn reports."""
SHARE = 0.08
"""Of tables that hear of a dead figure."""
MOST = 10_000
"""Steps of a match: one that takes more stands still."""


def simulate(seed: int, level: str, players_per_side: int = 1) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed."""
    rng = Random(f"{seed}:{level}:{players_per_side}")
    table = PlayTable(LastBattleState(), rng, str(seed))
    table.log(_opened(rng, level, players_per_side))
    return Setup(), table.logged + play_out(table.state, seed, level)


def _opened(rng: Random, level: str, players: int) -> e.TableOpened:
    full = level == "full"
    return e.TableOpened(
        battlefield=rng.choice(tuple(BATTLEFIELDS)),  # type: ignore[arg-type]
        sides=seats(("serpent", "alliance"), players),
        detail=level,  # type: ignore[arg-type]
        scheme_draw_count=rng.choice((None, 3, 4, len(COMMON_SCHEMES))),
        scheme_cap_scope=rng.choice(("scheme", "scheme", "scheme", "side")),
        deck_profile=rng.choice(PROFILES) if full else "full58",  # type: ignore[arg-type]
        corner_zones=CORNERS if full and rng.random() < 0.8 else None,
    )


def play_out(
    state: LastBattleState, seed: int, level: str = "turns", limit: int | None = None
) -> list[Logged]:
    """The rest of a match from any state of an open table to its end, at the level at which it was opened.

    `limit` stops it between two actions, when so many events are logged: to go on, ask again from the state after
    them, with another seed.
    """
    digest = hashlib.sha256(f"{seed}:rest".encode()).hexdigest()
    table = PlayTable(state, Random(f"{seed}:{level}:rest"), digest)
    way, turn = _early_end(table.rng, level) if limit is None else (None, 0)
    if level != "summary":
        _hear_of_the_fallen(table)
    for _ in range(MOST):
        if RULES.outcome(table.state).status != "open":
            break
        if limit is not None and len(table.logged) >= limit and table.at_rest():
            return table.logged
        begun = level == "summary" or (table.state.phase == "turns" and table.state.turn >= turn)
        if way is not None and begun and take(table, way):
            way = None
        else:
            play_one(table)
    else:
        raise RuntimeError("a simulated match of Last Battle comes to no end")
    if table.chance(0.2):
        take(table, "fates_published")
    return table.logged


def _early_end(rng: Random, level: str) -> tuple[str | None, int]:
    """How a match leaves its detail or its turns early, if it does, and after which turn."""
    if level == "summary":
        return "match_reported", 0
    turn, (share, ways) = rng.randint(0, LIMITS.regular_turns - 1), EARLY[level]
    return (rng.choice(ways) if rng.random() < share else None), turn


def _hear_of_the_fallen(table: PlayTable) -> None:
    """Before squads are hired: somebody died or was hired at another table; at an event day it tells by itself."""
    if table.state.campaign is None and table.state.phase == "schemes" and table.chance(SHARE):
        other: Any = table.rng.choice([key for key in BATTLEFIELDS if key != table.state.battlefield])
        table.log(e.FigureFellElsewhere(figure_id=f"{other}-hero", table=other))
        hired = (f"{other}-captain", f"{other}-rogue")
        table.log(e.FiguresHiredElsewhere(figures=hired, table=other))
