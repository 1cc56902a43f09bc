"""Simulated opening: who goes first, and the teams by agreement, normal or tournament draft, as the rules offer it.

Called by `simulate.py`, and by `play/hidden.py` for what only the players know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.ruleset import REFEREE, Event, NextEvent
from games.simulated import ORGANISER, filled, play_one
from games.super_fantasy_brawl.draft import COMMON, TOURNAMENT
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.selection import mirrors_allowed, slugs_of
from games.super_fantasy_brawl.simulate_table import RULES, SimulatedTable
from games.super_fantasy_brawl.state import mode_of, other_side, players_of, side_of

TRACKS = {"duel": (0, 1, 1, 2), "superteams": (0, 0, 1, 1, 2)}
"""Invented values."""
USUAL = 10.0
WEIGHTS = {
    "pool_registered": 5.0,
    "roster_confirmed": 1.0,
    "ruling_recorded": 0.3,
    "challenge_card_laid": 0,
    "turn_recorded": 0,
    "match_conceded": 0,
    "match_result_recorded": 0,
    "game_ended": 0,
}
"""How often a type is taken against the `USUAL`."""


def seats(mode: str) -> dict[str, tuple[str, ...]]:
    """Two sides with their players."""
    count = len(MODES[mode].seats) // 2  # type: ignore[index]
    return {side: tuple(f"{side}-{number + 1}" for number in range(count)) for side in ("red", "blue")}


def set_up(table: SimulatedTable, most: int = 99) -> None:
    """From the opening to the first turn, or at most so many events of it."""
    for _ in range(most):
        offers = RULES.next_events(table.state, REFEREE)
        if all(_weight(one) < 1 for one in offers):
            return
        play_one(table, offers, _weight, lambda one: _taken(table, one))


def _weight(one: NextEvent) -> float:
    return WEIGHTS.get(one.type, USUAL)


def _taken(table: SimulatedTable, one: NextEvent) -> bool:
    event = event_of(table, one)
    return event is not None and table.tries(event, table.by(one))


def event_of(table: SimulatedTable, one: NextEvent) -> Event | None:
    """The offered values, and the champions whom somebody brings; pools are registered for a draft of pools alone."""
    if one.type == "pool_registered" and table.state.draft.method != TOURNAMENT:
        return None
    told = TOLD[one.type](table, one) if one.type in TOLD else {}
    return filled(table, one, told)


def own_pool(table: SimulatedTable, one: NextEvent) -> dict[str, Any]:
    """SFB-ROSTER-05, -09, -10, SFB-MODE-04, -06: the common pool, or the one of a player."""
    player = one.choices["player"][0]
    return {"champions": _common(table) if player is None else _own(table, player)}


def _common(table: SimulatedTable) -> Sequence[str]:
    state, size = table.state, mode_of(table.state).normal_pool
    if COMMON in state.draft.pools:
        return [*state.draft.pools[COMMON], table.rng.choice(table.names)]
    if state.mode == "superteams" and table.chance(0.3):
        return table.rng.sample(table.names, size // 2) * 2
    return table.rng.sample(table.names, table.rng.randint(size, min(len(table.names), size + 2)))


def _own(table: SimulatedTable, player: str) -> Sequence[str]:
    """Those registered before; else different champions within a side."""
    size, registered = mode_of(table.state).tournament_pool, table.state.draft.registered
    return registered.get(player) or table.rng.sample(_free(table, player), size)


def _team(table: SimulatedTable, one: NextEvent) -> dict[str, Any]:
    """G25."""
    free = _free(table, one.choices["player"][0])
    return {"champions": table.rng.sample(free, mode_of(table.state).team)}


def _free(table: SimulatedTable, player: str) -> list[str]:
    """Whom neither the player's side has, in teams or pools, nor without mirrors the other side."""
    state, draft, side = table.state, table.state.draft, side_of(table.state, player)
    taken = {
        *slugs_of(state, side),
        *(() if mirrors_allowed(state) else slugs_of(state, other_side(state, side))),
    }
    for mate in players_of(state):
        if mate != player and (state.mirrors is False or side_of(state, mate) == side):
            taken |= {*draft.pools.get(mate, ()), *draft.registered.get(mate, ())}
    return [slug for slug in table.names if slug not in taken]


def _ruling(table: SimulatedTable, one: NextEvent) -> dict[str, Any]:
    return {"organiser": str(ORGANISER.player), "note": "The clock was stopped for a while."}


TOLD: dict[str, Callable[[SimulatedTable, NextEvent], dict[str, Any]]] = {
    "draft_pool_set": own_pool,
    "pool_registered": own_pool,
    "roster_confirmed": _team,
    "ruling_recorded": _ruling,
}
