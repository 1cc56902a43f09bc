"""Helpers of every chapter of full detail: the table, models, contacts, what is waited for, what must agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.bushido.full.state import NO_ACTING, Acting, Body, Figure, FullState, Marker
from games.bushido.permissions import Violations, at_detail, in_phase, side_acts
from games.bushido.profiles import Profile
from games.bushido.state import BusState, Fighter, other_side
from games.remembered import remembered_of_two
from games.ruleset import Actor, RuleViolation

COUNTERS = 2
"""BUS-TURN-04: the activation counters of a model on the battlefield in each turn."""
NOTHING = Profile()
"""The card of a model of which nothing is known."""
NOBODY = Body()
"""The figures of a model that is not here."""


def table(state: BusState) -> FullState:
    """The table of a match at full detail."""
    assert state.full is not None
    return state.full


def put(state: BusState, **changes: Any) -> BusState:
    """The match with the table changed."""
    assert state.full is not None
    return replace(state, full=replace(state.full, **changes))


def body(state: BusState, model: str) -> Body:
    """The figures of a model; those of a model that is not here are empty."""
    assert state.full is not None
    return state.full.bodies.get(model, NOBODY)


def with_body(state: BusState, model: str, *why: str, **changes: Any) -> BusState:
    """A model with other figures, and the rules that made them so."""
    full = table(state)
    before = full.bodies.get(model)
    if before is None:
        return state
    bodies = {**full.bodies, model: replace(before, **changes)}
    if not why:
        return replace(state, full=replace(full, bodies=bodies))
    reasons = dict(full.why)
    for name in changes:
        reasons[f"{model}.{name}"] = why
    return replace(state, full=replace(full, bodies=bodies, why=reasons))


def with_bodies(state: BusState, bodies: Mapping[str, Body], why: Mapping[str, tuple[str, ...]]) -> BusState:
    """Several models with other figures at once. `why`: `model.figure` -> the rules that made it so."""
    full = table(state)
    return replace(state, full=replace(full, bodies={**full.bodies, **bodies}, why={**full.why, **why}))


def sheet(state: BusState, model: str) -> Profile:
    """The card of a model, as far as it is known."""
    one, full = state.models.get(model), state.full
    if one is None or full is None:
        return NOTHING
    facts = one.facts
    return full.sheets.get(facts.card or facts.id, NOTHING)


def in_play(state: BusState, model: str | None) -> bool:
    """BUS-LOG-04, BUS-GEN-20: on the battlefield or Elsewhere."""
    return model in state.models and state.models[model or ""].place != "out"


def stands_here(state: BusState, model: str | None) -> bool:
    """On the battlefield."""
    return model in state.models and state.models[model or ""].place == "battlefield"


def side_of_model(state: BusState, model: str | None) -> str:
    """BUS-GEN-23: the side to which a model is friendly now."""
    one = state.models.get(model or "")
    if one is None:
        return ""
    assert state.full is not None
    markers = state.full.bodies.get(model or "", NOBODY).markers
    return _friendly(one, markers) if markers else one.side


def _friendly(one: Fighter, markers: tuple[Marker, ...]) -> str:
    """BUS-GEN-23: the side of a model with these markers."""
    for marker in markers:
        if marker.kind == "controlled":
            return marker.by or ""
    return one.side


def own(state: BusState, side: str) -> tuple[str, ...]:
    """The models of a side on the battlefield."""
    return _by_side(state.models, table(state).bodies).get(side, ())


@remembered_of_two
def _by_side(models: dict[str, Fighter], bodies: dict[str, Body]) -> dict[str, tuple[str, ...]]:
    """Side -> its models on the battlefield."""
    found: dict[str, list[str]] = {}
    for name, one in models.items():
        if one.place == "battlefield":
            found.setdefault(_friendly(one, bodies.get(name, NOBODY).markers), []).append(name)
    return {side: tuple(names) for side, names in found.items()}


def acting_side(state: BusState) -> str:
    """BUS-COND-24: the side that tells what the active model does: that of the model now, also where this changed in
    its activation; "" where nobody acts."""
    one = acting(state)
    return side_of_model(state, one.model) or one.side


def enemies(state: BusState, model: str) -> tuple[str, ...]:
    """The models the other side's on the battlefield."""
    return own(state, other_side(state, side_of_model(state, model)))


def are_enemies(state: BusState, one: str, other: str) -> bool:
    """BUS-GEN-23: whether they are of two sides now; a shot that goes astray hits a friend."""
    return side_of_model(state, one) != side_of_model(state, other)


def no_enemies(state: BusState, model: str, named: Iterable[str]) -> list[str]:
    """Of these names those of no model of the other side on the battlefield."""
    told = tuple(named)
    if not told:
        return []
    other = other_side(state, side_of_model(state, model))
    return [name for name in told if not stands_here(state, name) or side_of_model(state, name) != other]


def markers(state: BusState, model: str, kind: str) -> tuple[Marker, ...]:
    """The markers of a kind that a model has."""
    told = body(state, model).markers
    return tuple(one for one in told if one.kind == kind) if told else ()


def has(state: BusState, model: str, kind: str) -> bool:
    """BUS-COND-18: at least one marker of the kind."""
    told = body(state, model).markers
    return bool(told) and any(one.kind == kind for one in told)


def without(
    state: BusState, model: str, kind: str, *why: str, number: int | None = None, value: int | None = None
) -> BusState:
    """Without so many markers of a kind, those of a value before others, then the highest; all of them for None."""
    told = body(state, model).markers
    left = lessened(told, kind, number, value) if told else told
    return with_markers(state, model, kind, left, *why) if len(left) < len(told) else state


def lessened(
    told: tuple[Marker, ...], kind: str, number: int | None = None, value: int | None = None
) -> tuple[Marker, ...]:
    """These markers without so many of a kind, those of a value before others, then the highest; without all of it for
    None."""
    there = [one for one in told if one.kind == kind]
    if not there:
        return told
    left = list(told)
    for one in sorted(there, key=lambda one: (one.value != value, -one.value))[:number]:
        left.remove(one)
    return tuple(left)


def released(state: BusState, model: str, holder: str) -> BusState:
    """BUS-COND-09: no longer Held by this model."""
    left = tuple(one for one in body(state, model).markers if (one.kind, one.by) != ("held", holder))
    return (
        with_markers(state, model, "held", left, "BUS-COND-09")
        if len(left) < len(body(state, model).markers)
        else state
    )


def with_markers(state: BusState, model: str, kind: str, told: tuple[Marker, ...], *why: str) -> BusState:
    """With these markers of all kinds; the rules are those of one kind."""
    state = with_body(state, model, markers=told)
    return noted(state, f"{model}.{kind}", *why) if why else state


def flagged(state: BusState, model: str, *flags: str) -> BusState:
    """A model that has done something in this turn or match."""
    told = tuple(sorted({*body(state, model).flags, *flags}))
    return with_body(state, model, flags=told)


def touching(state: BusState, model: str) -> tuple[str, ...]:
    """The enemies in contact with a model."""
    assert state.full is not None
    found = [pair[pair[0] == model] for pair in state.full.contacts if model in pair]
    if not found:
        return ()
    side = side_of_model(state, model)
    return tuple([one for one in found if side_of_model(state, one) != side])


def engagements(state: BusState) -> tuple[tuple[str, str], ...]:
    """The pairs of enemies in contact now; whoever is Controlled touches those that are its friends for a while."""
    contacts = table(state).contacts
    sides = {name: side_of_model(state, name) for pair in contacts for name in pair}
    return tuple([pair for pair in contacts if sides[pair[0]] != sides[pair[1]]])


def in_contact(state: BusState, model: str, touched: Iterable[str]) -> BusState:
    """A model that is in contact with these now, and with nobody else."""
    before = table(state).contacts
    kept = [pair for pair in before if model not in pair]
    made = [(min(model, one), max(model, one)) for one in touched]
    if not made and len(kept) == len(before):
        return state
    pairs = tuple(sorted({*kept, *made}))
    return put(state, contacts=pairs) if pairs != before else state


def places_swapped(state: BusState, one: str, other: str) -> BusState:
    """BUS-GEN-18: two models that swapped places: each has the contacts of the other's place."""
    here, there = touching(state, one), touching(state, other)
    pair = (min(one, other), max(one, other))
    met = pair in table(state).contacts
    sides = {name: set(enemies(state, name)) for name in (one, other)}
    state = in_contact(state, one, [n for n in there if n in sides[one] and n != one])
    state = in_contact(state, other, [n for n in here if n in sides[other] and n != other])
    return put(state, contacts=tuple(sorted({*table(state).contacts, pair}))) if met else state


def acting(state: BusState) -> Acting:
    """The activation in progress, also one that is resolved; `NO_ACTING` where none is."""
    return (state.full.acting if state.full is not None else None) or NO_ACTING


def with_acting(state: BusState, **changes: Any) -> BusState:
    """The activation in progress, changed."""
    full = table(state)
    if full.acting is None:
        return state
    return replace(state, full=replace(full, acting=replace(full.acting, **changes)))


def at_full(state: BusState, *phases: str) -> Violations:
    """BUS-LOG-02, -09: a match at full detail, in one of these phases."""
    if state.phase != "open":
        yield from at_detail(state, "full")
    yield from in_phase(state, *(phases or ("turns",)))


def acts_for(state: BusState, by: Actor, model: str | None) -> Violations:
    """BUS-LOG-03, -04: a model in play, told by its side or by staff."""
    if not in_play(state, model):
        yield RuleViolation("BUS-LOG-04", {"model": model or "nobody"})
        return
    now = side_of_model(state, model)
    for violation in side_acts(state, by, now):
        if state.models[model or ""].side != now:
            yield broken("BUS-GEN-23", expected=now, model=model)
        yield violation


def broken(rule: str, told: Any = None, expected: Any = None, model: str | None = None) -> RuleViolation:
    """A violation as every sentence of full detail is made: what is told, what the rules expect, and of which model."""
    named = {"model": model, "told": told, "expected": expected}
    return RuleViolation(rule, {name: value for name, value in named.items() if value is not None})


def agree(told: Any, due: Any, *rules: str, model: str | None = None) -> Violations:
    """BUS-LOG-10: what is told of what the rules determine is what they determine; None: not stated. The general rule
    first, then whatever else made the number (BUS-LOG-08): a trait that did is never left out (BUS-TRG-01)."""
    value, why = (due.value, due.why) if isinstance(due, Figure) else (due, ())
    if told is None or told == value:
        return
    always = ("BUS-TRG-01",) if any(rule.startswith("BUS-TRT-") for rule in why) else ()
    for rule in dict.fromkeys((*rules, *why, *always)):
        yield broken(rule, shown(told), shown(value), model)


def shown(value: Any) -> Any:
    """A value as a sentence shows it: nothing is named so."""
    return "nothing" if value is None or value in ((), [], {}, "") else value


def noted(state: BusState, what: str, *why: str, **changes: Any) -> BusState:
    """The table changed, and the rules that made it so: what stands on it besides the models."""
    full = table(state)
    return replace(state, full=replace(full, why={**full.why, what: why}, **changes))


def option(state: BusState, name: str) -> str:
    """What the organisers chose for the match."""
    return table(state).options.get(name, "")
