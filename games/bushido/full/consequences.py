"""What followed by the rules from what somebody told (section 10): the table before and after, compared.

The fold does it all at once (`flow.settle`); `rules_applied` says it aloud, under the event that caused it, so that
nobody has to work out what happened (BUS-LOG-10).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from games.bushido.full import events as f
from games.bushido.full.common import at_full, broken, in_play, put, table
from games.bushido.full.state import Body
from games.bushido.permissions import Violations, seated
from games.bushido.state import BusState, points
from games.judging import first_broken
from games.ruleset import NO_CONSEQUENCES, Actor, Consequences, Event

NOTHING = f.RulesApplied()
ITSELF: dict[type[Event], str] = {
    f.WoundsChanged: "wounds",
    f.MarkerChanged: "states",
    f.TokensChanged: "ki",
    f.ModelRemoved: "gone",
}
"""What an event says itself of its model: nothing that follows from it."""


def noting(before: BusState, after: BusState, event: Event) -> BusState:
    """The match with what has followed from the event; nothing once it is over."""
    if before.full is None or after.full is None:
        return after
    told = None
    if type(event) is not f.RulesApplied and after.phase in ("setup", "turns"):
        found = followed(before, after)
        told = None if found is NOTHING else _without_itself(found, event)
        told = None if told == NOTHING else told
    return forgotten(after) if told is None else put(after, followed=told, blows=())


def forgotten(state: BusState) -> BusState:
    """The match without what has followed from its last event."""
    full = state.full
    if full is None or (full.followed is None and not full.blows):
        return state
    return put(state, followed=None, blows=())


def followed(before: BusState, after: BusState) -> f.RulesApplied:
    """What is another on the table now."""
    old, new = table(before), table(after)
    told: dict[str, Any] = {} if old.bodies is new.bodies else _of_bodies(old.bodies, after, new.bodies)
    if new.blows:
        told["blows"] = tuple(f.Blow(attacker=a, target=b, hit=hit, sl=sl) for a, b, hit, sl in new.blows)
    if before.models is not after.models:
        told["gone"] = tuple(
            name
            for name, one in before.models.items()
            if after.models.get(name) is not one and in_play(before, name) and not in_play(after, name)
        )
    if before.sides is not after.sides:
        told["sp"] = _more(_scenario_points(before), _scenario_points(after))
    if before.given is not after.given:
        told["vp"] = _more(points(before), points(after))
    if old.passes is not new.passes:
        passes = _more(old.passes, new.passes)
        told["tokens"] = {side: number for side, number in passes.items() if number > 0}
    return f.RulesApplied(**told) if told else NOTHING


def _of_bodies(old: Mapping[str, Body], after: BusState, new: Mapping[str, Body]) -> dict[str, Any]:
    """The parts of what has followed that tell of the figures of models; most changes are of counters alone."""
    wounds: dict[str, int] = {}
    ki: dict[str, int] = {}
    states: list[f.MarkerMoved] = []
    for name, now in new.items():
        was = old.get(name, now)
        if was is now:
            continue
        if was.marked != now.marked:
            wounds[name] = now.marked - was.marked
        if was.ki != now.ki and in_play(after, name):
            ki[name] = now.ki - was.ki
        if was.markers is not now.markers and in_play(after, name):
            states.extend(_marks(name, was, now))
    told: dict[str, Any] = {"wounds": wounds} if wounds else {}
    if ki:
        told["ki"] = ki
    if states:
        told["states"] = tuple(states)
    return told


def _scenario_points(state: BusState) -> dict[str, int]:
    return {name: side.sp for name, side in state.sides.items()}


def _marks(model: str, before: Body, after: Body) -> Iterator[f.MarkerMoved]:
    old, new = ([one.kind for one in each.markers] for each in (before, after))
    for kind in dict.fromkeys((*old, *new)):
        if number := new.count(kind) - old.count(kind):
            told: Any = kind
            yield f.MarkerMoved(model=model, marker=told, number=number)


def _more(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    changes = {name: after[name] - before.get(name, 0) for name in after}
    return {name: number for name, number in changes.items() if number}


def _without_itself(told: f.RulesApplied, event: Event) -> f.RulesApplied:
    """Without what the event says in its own words."""
    field = ITSELF.get(type(event))
    model = getattr(event, "model", None) if field is not None else None
    if field is None or model is None:
        return told
    known = getattr(told, field)
    if isinstance(known, dict):
        return replace(told, **{field: {name: one for name, one in known.items() if name != model}})
    left = tuple(one for one in known if getattr(one, "model", one) != model)
    return replace(told, **{field: left})


def consequences(state: BusState) -> Consequences:
    """BUS-LOG-10: what has followed is said by the server itself."""
    told = state.full.followed if state.full is not None else None
    return Consequences(settled=told) if told is not None else NO_CONSEQUENCES


def check_rules_applied(state: BusState, event: f.RulesApplied, by: Actor) -> Violations:
    """BUS-LOG-10: exactly what followed from the event before it."""
    return first_broken(at_full(state, "setup", "turns"), seated(state, by), _check_same(state, event))


def _check_same(state: BusState, event: f.RulesApplied) -> Violations:
    due = table(state).followed or NOTHING
    for name in event.__struct_fields__:
        told, expected = getattr(event, name), getattr(due, name)
        if told != expected:
            yield broken("BUS-LOG-10", {name: _plain(told)}, {name: _plain(expected)})
            return
    if due == NOTHING:
        yield broken("BUS-LOG-10", expected="nothing_follows")


def _plain(told: Any) -> Any:
    """A part of it as a sentence shows it: the models that it is about, or its numbers."""
    if isinstance(told, dict):
        return told or "nothing"
    return [getattr(one, "model", getattr(one, "target", one)) for one in told] or "nothing"


def on_rules_applied(state: BusState, event: f.RulesApplied) -> BusState:
    return state
