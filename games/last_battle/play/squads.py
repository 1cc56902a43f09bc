"""Before the first turn: schemes, notes, and figures with stats as a card may say them. Called by `made_events.py`."""

from __future__ import annotations

from typing import Any

import msgspec

from games.last_battle import events as e
from games.last_battle.cards import Action, Trigger
from games.last_battle.chapters.notes import check_note, own_to_note
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES, LIMITS, SCHEMES, NoteNeed, unique_scheme
from games.last_battle.play.table import PlayTable
from games.last_battle.roster.check import LEADER
from games.last_battle.state import Squad, enemy_squads
from games.ruleset import NextEvent

Told = dict[str, Any]
UNKNOWN = 0.07
"""How often a card does not tell something."""
TRIGGERS = (Trigger("C", "a trigger"), Trigger("S", "another one"))
BLOW = Action("blow", "melee", 1, 7, "complex", None, "defence", (2, 3, 4), 3.0, TRIGGERS)
ACTIONS = (
    Action("shot", "shooting", 1, 6, "complex", None, "defence", (3, 4, 5), None, TRIGGERS),
    Action("barrage", "magic", 2, 6, "complex", None, "willpower", (3, 4, 6), None, ()),
    Action("storm", "magic", 1, 6, "complex", 12, "willpower", (1, 2, 3), None, (Trigger("P", "a gust"),)),
    Action("word", "magic", 1, 5, "simple", 10, None, None, None, TRIGGERS),
    Action("song", "other", 1, 7, "simple", 15, None, None, None, ()),
)
STATS: dict[str, tuple[Any, ...]] = {
    "move": tuple(map(float, range(8, 15))),
    "defence": tuple(range(3, 8)),
    "willpower": tuple(range(3, 8)),
    "lives": tuple(range(3, 10)),
    "swimmer": (True, False, False),
    "water_safe": (True, False, False, False),
    "hand_bonus": (0, 0, 0, 1),
}
"""What a card may say of a figure at full detail."""


def hired(table: PlayTable, one: NextEvent, player: str) -> Told:
    """A leader, and others for as many points as a squad has; at Sea one may be a vessel at full detail."""
    name, full, points = one.choices["player"][0], table.state.detail == "full", LIMITS.hire_points
    figures = [_figure(table, f"{name}-leader", 9, leader=True)]
    for number in range(table.rng.randint(2, 4) if full else table.rng.randint(0, 6)):
        cost = table.rng.randint(0, min(9, points))
        points -= cost
        figures.append(_figure(table, f"{name}-{number + 1}", cost))
    if points and table.chance(0.2):
        guard = _figure(table, f"{name}-guard", 0)
        figures.extend([guard, guard])
    if full and table.state.battlefield == "sea" and table.chance(0.5):
        figures.append(_figure(table, f"{name}-ship", 0, vessel=True))
    return {"leader": figures[0].figure_id, "figures": tuple(figures)}


def _figure(table: PlayTable, name: str, cost: int, leader: bool = False, vessel: bool = False) -> e.Figure:
    """Below full detail cost and size, of somebody unknown neither."""
    full = table.state.detail == "full"
    known = full or leader or not table.chance(UNKNOWN)
    figure = e.Figure(
        name,
        cost=cost if known else None,
        size=table.rng.randint(1, BATTLEFIELDS[table.state.battlefield].max_size or 5) if known else None,
        unique=not name.endswith("guard"),
        traits=(LEADER,) if leader else (),
    )
    if not full:
        return figure
    stats = {name: table.rng.choice(values) for name, values in STATS.items() if not table.chance(UNKNOWN)}
    if leader or not table.chance(UNKNOWN):
        stats["actions"] = (BLOW, *table.rng.sample(ACTIONS, table.rng.randint(1, 3)))
    return msgspec.structs.replace(figure, vessel=vessel, **stats)


def preset(table: PlayTable, one: NextEvent, player: str) -> Told:
    pool = [*COMMON_SCHEMES, unique_scheme(table.state.battlefield)]
    return {"schemes": table.rng.sample(pool, table.rng.choice((1, 1, 2, 3)))}


def dealt(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {"schemes": table.rng.sample(COMMON_SCHEMES, table.state.draw_count or 3)}


def noted(table: PlayTable, one: NextEvent, player: str) -> Told:
    squad = table.state.squads[one.choices["player"][0]]
    first, *more = [_note_for(table, squad, held.scheme) for held in squad.schemes]
    return {**msgspec.structs.asdict(first), "more": tuple(more) or None}


def _note_for(table: PlayTable, squad: Squad, scheme: str) -> e.Note:
    """A legal note; an empty one where the squads allow none (or the player forgets)."""
    need, own = SCHEMES[scheme].note or NoteNeed(), own_to_note(squad, scheme)
    foes = [one.figure_id for enemy in enemy_squads(table.state, squad) for one in enemy.all_figures()]
    every = [(figure,) for figure in table.rng.sample(foes, len(foes))] if need.enemy else [()]
    few = min(need.own, len(own))
    notes = (e.Note(scheme, tuple(table.rng.sample(own, few)), enemy) for enemy in every)
    legal = (note for note in notes if not any(check_note(table.state, squad, note)))
    return e.Note(scheme) if table.chance(0.05) else next(legal, e.Note(scheme))
