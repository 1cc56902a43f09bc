"""What cards say that nobody knew, and what lies on the table compared with the log (BUS-LOG-10, -11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bushido.cards import card_of as card_of_row
from games.bushido.full.common import NOTHING, agree, at_full, body, broken, put, shown, table
from games.bushido.full.events import CardFactStated, TableChecked
from games.bushido.full.steps import card_of
from games.bushido.permissions import Violations, seated
from games.bushido.profiles import Profile, Weapon
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation
from games.system import Stated

FIELDS = ("melee", "ranged", "move", "ki", "ki_limit", "wounds", "base_mm", "traits")
ARM = ("strength", "bands")
"""Facts of the only weapon of its kind."""


def check_card_fact_stated(state: BusState, event: CardFactStated, by: Actor) -> Violations:
    """BUS-LOG-11: of a card of this match, once; only staff change what is known."""
    return first_broken(at_full(state, "setup", "turns"), seated(state, by), _check_facts(state, event, by))


def _check_facts(state: BusState, event: CardFactStated, by: Actor) -> Violations:
    known = table(state).sheets.get(event.card, NOTHING)
    told = {**_plain_facts(event), **_of_arm(event)}
    if event.card not in {card_of(state, name) for name in state.models}:
        yield RuleViolation("BUS-LOG-04", {"model": event.card})
    elif not told:
        yield RuleViolation("BUS-LOG-11", {"silent": event.card})
    for name, value in told.items():
        before = getattr(_arm(known, event) if name in ARM else known, name)
        if before is not None and before != value and not by.is_staff:
            yield broken("BUS-LOG-11", told=value, expected=before)


def facts_told(known: Profile, event: CardFactStated) -> dict[str, Any]:
    """Field of the card -> what it says now."""
    told = _plain_facts(event)
    if _of_arm(event):
        rest = tuple(one for one in known.weapons or () if one != _arm(known, event))
        told["weapons"] = (*rest, replace(_arm(known, event), **_of_arm(event)))
    return told


def _of_arm(event: CardFactStated) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(event, name) for name in ARM if getattr(event, name) is not None}
    if event.bands is not None:
        told["bands"] = tuple(map(int, event.bands.split("/")))
    return told


def _arm(known: Profile, event: CardFactStated) -> Weapon:
    """The weapon that the facts are about: the ranged one where bands are told."""
    kind: Any = "ranged" if event.bands is not None else "melee"
    found = (one for one in known.weapons or () if one.kind == kind)
    return next(found, Weapon(kind=kind, traits=(), specials={}))


def _plain_facts(event: CardFactStated) -> dict[str, Any]:
    """Field of the card -> what was told of it, without its weapons."""
    told: dict[str, Any] = {name: getattr(event, name) for name in FIELDS if getattr(event, name) is not None}
    if "wounds" in told:
        told["wound_tracks"] = (told.pop("wounds"),)
    if "base_mm" in told:
        told["base_mm"] = (told["base_mm"],)
    return told


def on_card_fact_stated(state: BusState, event: CardFactStated) -> BusState:
    sheets = table(state).sheets
    known = sheets.get(event.card, NOTHING)
    return put(state, sheets={**sheets, event.card: replace(known, **facts_told(known, event))})


def filled(row: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """BUS-LOG-11: a row of an edition with what a match told of it; whatever the row knows stays."""
    known, event = card_of_row(row), msgspec.convert(data, CardFactStated)
    if not isinstance(known, Profile):
        return dict(row)
    told = {name: value for name, value in _plain_facts(event).items() if getattr(known, name) is None}
    arm = _arm(known, event)
    if any(getattr(arm, name) is None for name in _of_arm(event)):
        fresh = {name: value for name, value in _of_arm(event).items() if getattr(arm, name) is None}
        told["weapons"] = (*(one for one in known.weapons or () if one != arm), replace(arm, **fresh))
    return {**row, **msgspec.to_builtins(told)}


STATED = Stated(event="card_fact_stated", card=lambda data: str(data.get("card")), fill=filled)


def check_table_checked(state: BusState, event: TableChecked, by: Actor) -> Violations:
    """BUS-LOG-10: what somebody reads off the table is what the log has."""
    return first_broken(
        at_full(state),
        seated(state, by),
        _check_known(state, event),
        _check_table(state, event),
        _check_model(state, event) if event.model is not None else iter(()),
    )


def _check_known(state: BusState, event: TableChecked) -> Violations:
    if event.model is not None and event.model not in state.models:
        yield RuleViolation("BUS-LOG-04", {"model": event.model})


def _check_table(state: BusState, event: TableChecked) -> Violations:
    full = table(state)
    due = {
        "active": full.active or "nobody",
        "tokens": full.passes,
        "points": {name: side.sp for name, side in state.sides.items()},
        "wells": {name: full.wells.get(name, 0) for name in state.sides},
    }
    for name, value in due.items():
        yield from _compared(state, name, getattr(event, name), value)


def _check_model(state: BusState, event: TableChecked) -> Violations:
    model = event.model or ""
    one = body(state, model)
    counts = Counter(marker.kind for marker in one.markers)
    due: dict[str, Any] = {"counters": one.counters, "ki": one.ki, "wounds": one.marked}
    for name, value in due.items():
        yield from _compared(state, name, getattr(event, name), value, model)
    if event.markers is not None:
        for kind, number in event.markers.items():
            yield from _compared(state, kind, number, counts.get(kind, 0), model)
    yield from _compared(state, "place", event.place, state.models[model].place, model)


def _compared(state: BusState, what: str, told: Any, due: Any, model: str | None = None) -> Violations:
    """`what` of the table or of a model, with the rules that made it so."""
    figure = "marked" if what == "wounds" else what
    why = table(state).why.get(figure if model is None else f"{model}.{figure}", ())
    if told is not None:
        yield from agree({what: shown(told)}, {what: shown(due)}, "BUS-LOG-10", *why, model=model)


def on_table_checked(state: BusState, event: TableChecked) -> BusState:
    return state
