"""Figures with stats for simulated matches: what a card may say, with a few unknown facts. Called by `told.py`."""

from __future__ import annotations

import msgspec

from games.last_battle import events as e
from games.last_battle.cards import Action, Trigger
from games.last_battle.facts import BATTLEFIELDS, LIMITS
from games.last_battle.play.table import PlayTable
from games.last_battle.roster import LEADER

CHAINS = ((2, 3, 4), (3, 4, 5), (1, 2, 3), (3, 4, 6))


def squad_of(table: PlayTable, name: str) -> tuple[e.Figure, ...]:
    """A leader, the first, and some figures with a card only at full detail; at Sea one may be a vessel there."""
    full, points = table.state.detail == "full", LIMITS.hire_points
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
    return tuple(figures)


def _figure(table: PlayTable, name: str, cost: int, leader: bool = False, vessel: bool = False) -> e.Figure:
    rng, known, full = table.rng, table.chance(0.93), table.state.detail == "full"
    figure = e.Figure(
        name,
        cost=cost if full or known or leader else None,
        size=rng.randint(1, BATTLEFIELDS[table.state.battlefield].max_size or 5),
        unique=not name.endswith("guard"),
        traits=(LEADER,) if leader else (),
    )
    if not full:
        return figure if known or leader else msgspec.structs.replace(figure, size=None)
    return msgspec.structs.replace(
        figure,
        move=float(rng.randint(8, 14)) if known else None,
        defence=rng.randint(3, 7) if known else None,
        willpower=rng.randint(3, 7),
        lives=rng.randint(3, 9) if known or leader else None,
        swimmer=table.chance(0.3),
        water_safe=table.chance(0.2),
        vessel=vessel,
        hand_bonus=rng.choice((0, 0, 0, 1)) if known else None,
        actions=tuple(_actions(table)) if known or leader else None,
    )


def _actions(table: PlayTable) -> list[Action]:
    """A blow, and perhaps a shot, a spell and a word of wisdom."""
    rng = table.rng
    suit = rng.choice("PCSW")
    triggers = (Trigger(suit, "a trigger"), Trigger("S", "another one"))  # type: ignore[arg-type]
    blow = Action(
        "blow", "melee", 1, rng.randint(5, 8), "complex", None, "defence", rng.choice(CHAINS), 3.0, triggers
    )
    more = [
        Action("shot", "shooting", 1, 6, "complex", None, "defence", rng.choice(CHAINS), None, triggers),
        Action("barrage", "magic", 2, 6, "complex", rng.choice((None, 12)), "willpower", (3, 4, 6), None, ()),
        Action("word", "magic", 1, 5, "simple", 10, None, None, None, triggers),
        Action("song", "other", 1, 7, "simple", 15, None, None, None, ()),
    ]
    return [blow, *rng.sample(more, rng.randint(1, 3))]
