"""A turn as a table may report it, made up of what may be told of it. Called by `examples.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.chapters.awards import awards_due
from games.bushido.chapters.losses import pass_tokens
from games.bushido.chapters.turns import played
from games.bushido.chapters.vim import stands, vim_of
from games.bushido.play.examples_cards import Match
from games.bushido.state import BusState, facts_of, other_side, points
from games.ruleset import NextEvent
from games.simulated import filled


def turn_of(table: Match, one: NextEvent) -> e.TurnRecorded:
    """What happened, then mostly what follows from it."""
    casualties = tuple(_casualties(table, one))
    happened = {
        "prayers": tuple(_prayers(table, one)),
        "alignment": _alignment(table, one),
        "worship": {name: 1 for name in one.choices.get("worship.*", ()) if table.chance(0.3)},
        "zones": tuple(_zones(table, one, {each.model for each in casualties})),
        "casualties": casualties,
        "arrivals": _arrivals(table, one),
        "simple_actions": None,
    }
    told: Any = filled(table, one, happened)
    told = _removing(table, _measured(table, told))
    return _totals(table, told) if table.chance(0.8) else told


def _prayers(table: Match, one: NextEvent) -> Iterator[e.Prayer]:
    """As they are offered, or with any alignment; mostly it is noted who prayed."""
    parts = {field: one.choices.get(f"prayers.{field}") for field in ("side", "objective", "alignment")}
    for _ in range(table.rng.randint(0, 2) if parts["objective"] else 0):
        named = {field: table.rng.choice(values or ()) for field, values in parts.items()}
        told = e.Prayer(**table.rng.choice(one.choices.get("prayers") or (named,)))
        models = _here(table.state, told.side) if table.chance(0.7) else []
        yield replace(told, model=table.rng.choice(models)) if models else told


def _here(state: BusState, side: str) -> list[str]:
    return [name for name, one in state.models.items() if one.side == side and one.place == "battlefield"]


def _alignment(table: Match, one: NextEvent) -> dict[str, str]:
    changed = [name for name in one.choices.get("alignment.*", ()) if table.chance(0.5)]
    return {name: table.rng.choice(one.choices[f"alignment.{name}"]) for name in changed}


def _zones(table: Match, one: NextEvent, fallen: set[str]) -> Iterator[e.ZoneHeld]:
    """Whoever is left stands in one of the zones or in none; each zone is told in full or in part (BUS-ZONE-01)."""
    state = table.state
    inside: dict[str, list[str]] = {zone: [] for zone in one.choices.get("zones.zone", ())}
    for side in state.sides if inside else ():
        for name in _here(state, side):
            if name not in fallen and table.chance(0.8):
                inside[table.rng.choice([*inside])].append(name)
    for zone, names in inside.items():
        there = {side: [name for name in names if state.models[name].side == side] for side in state.sides}
        models = {side: len(own) for side, own in there.items()}
        rice = {side: sum(state.models[name].facts.rice or 0 for name in own) for side, own in there.items()}
        best = max(state.sides, key=lambda side: (models[side], rice[side]))
        foe = other_side(state, best)
        held = models[best] > models[foe] and rice[best] > rice[foe]
        counts = {"rice": rice, "models": models} if table.chance(0.5) else {}
        if counts or held:
            yield e.ZoneHeld(zone=zone, controller=best if held else None, **counts)


def _casualties(table: Match, one: NextEvent) -> Iterator[e.Casualty]:
    state = table.state
    for name in one.choices["casualties.model"]:
        model = state.models[name]
        if not table.chance(0.02 if model.place == "elsewhere" else 0.12):
            continue
        foe = other_side(state, model.side)
        enemies, vim = _here(state, foe), vim_of(state, foe)
        open_ = vim in enemies and state.vim_kind != "hidden"
        by = vim if open_ and table.chance(0.4) else table.rng.choice((None, *enemies))
        in_zone = bool(by and facts_of(state).kill_sp and table.chance(0.5))
        yield e.Casualty(model=name, by=by, in_zone=in_zone)


def _arrivals(table: Match, one: NextEvent) -> tuple[e.Arrival, ...]:
    """Now and then a model is summoned, or comes back."""
    if not table.chance(0.08):
        return ()
    side = table.rng.choice([*table.state.sides])
    gone = [name for name, model in table.state.models.items() if (model.side, model.place) == (side, "out")]
    new = f"{side}:summoned-{table.state.turn + 1}"
    return (e.Arrival(model=table.rng.choice((new, *gone)), side=side),)


def _measured(table: Match, told: e.TurnRecorded) -> e.TurnRecorded:
    """The distances of open VIM that an award of this turn asks for."""
    after = played(table.state, told).state
    due = after.vim_kind != "hidden" and any(one.to for one in awards_due(after))
    sides = [side for side in after.sides if due and stands(after, vim_of(after, side))]
    return replace(told, vim_distance={side: table.rng.randint(0, 200) / 10 for side in sides} or None)


def _removing(table: Match, told: e.TurnRecorded) -> e.TurnRecorded:
    """Decreasing: an objective for an award, as the rules allow or ask."""
    turn = played(table.state, told)
    for one in turn.given:
        options = [
            replace(told, removals=(e.Removal(award=one.award, objective=name),))
            for name in turn.state.objectives
        ]
        legal = [option for option in options if not played(table.state, option).wrong]
        if legal and (turn.wrong or table.chance(0.7)):
            return table.rng.choice(legal)
    return told


def _totals(table: Match, told: e.TurnRecorded) -> e.TurnRecorded:
    """What follows, told too."""
    turn = played(table.state, told)
    return replace(
        told,
        pass_tokens=pass_tokens(table.state, told),
        awards={one.award: one.side for one in turn.given},
        sp_after={name: side.sp for name, side in turn.state.sides.items()},
        vp_after=points(turn.state),
    )
