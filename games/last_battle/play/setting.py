"""What simulated players tell before the first turn: schemes, squads and notes. Called by `told.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.last_battle import events as e
from games.last_battle.facts import COMMON_SCHEMES, FOES, SCHEMES, unique_scheme
from games.last_battle.play.squads import squad_of
from games.last_battle.play.table import PlayTable
from games.last_battle.state import Squad, enemy_squads
from games.ruleset import NextEvent

Told = dict[str, Any]


def _preset(table: PlayTable, one: NextEvent, player: str) -> Told:
    pool = [*COMMON_SCHEMES, unique_scheme(table.state.battlefield)]
    return {"schemes": table.rng.sample(pool, table.rng.choice((1, 1, 2, 3)))}


def _dealt(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {"schemes": table.rng.sample(COMMON_SCHEMES, table.state.draw_count or 3)}


def _hired(table: PlayTable, one: NextEvent, player: str) -> Told:
    figures = squad_of(table, one.choices["player"][0])
    return {"leader": figures[0].figure_id, "figures": figures}


def _noted(table: PlayTable, one: NextEvent, player: str) -> Told:
    squad = table.state.squads[one.choices["player"][0]]
    first, *more = [_note_for(table, squad, held.scheme) for held in squad.schemes]
    return {**msgspec.structs.asdict(first), "more": tuple(more) or None}


def _note_for(table: PlayTable, squad: Squad, scheme: str) -> e.Note:
    """A legal note; an empty one where the squads allow none (or the player forgets)."""
    need = SCHEMES[scheme].note
    own = [figure.figure_id for figure in squad.figures or ()]
    if need is None or len(own) < min(need.own, 1) or table.chance(0.05):
        return e.Note(scheme)
    if scheme == "vendetta":
        return _vendetta(table, squad)
    leaders = [s.leader.figure_id for s in enemy_squads(table.state, squad) if s.leader]
    enemies = leaders if need.enemy_leader else [name for _, name in table.standing(FOES[squad.side])]
    return e.Note(
        scheme,
        tuple(table.rng.sample(own, min(need.own, len(own)))),
        tuple(table.rng.sample(enemies, need.enemy)),
    )


def _vendetta(table: PlayTable, squad: Squad) -> e.Note:
    pairs = [
        (mine.figure_id, theirs.figure_id)
        for mine in squad.figures or ()
        for enemy in enemy_squads(table.state, squad)
        for theirs in enemy.figures or ()
        if mine.cost and theirs.cost and theirs.cost >= mine.cost
    ]
    if not pairs:
        return e.Note("vendetta")
    own, foe = table.rng.choice(pairs)
    return e.Note("vendetta", (own,), (foe,))


TOLD: dict[str, Callable[[PlayTable, NextEvent, str], Told]] = {
    "scheme_noted": _noted,
    "schemes_dealt": _dealt,
    "serpent_schemes_preset": _preset,
    "squad_hired": _hired,
}
