"""What the text of a card does, as the players read it (BUS-DMG-06, -07, BUS-COND, BUS-KI-01, BUS-TRG-10, -12)."""

from __future__ import annotations

from games.bushido.full.common import (
    at_full,
    body,
    broken,
    has,
    in_play,
    markers,
    noted,
    side_of_model,
    stands_here,
    with_body,
    with_markers,
    without,
)
from games.bushido.full.effects import rid
from games.bushido.full.events import MarkerChanged, ModelRemoved, TokensChanged, WoundsChanged
from games.bushido.full.fighting.harm import LAST_STAND, boxes, has_well, healed, ki_limit, with_ki, wounded
from games.bushido.full.fighting.leave import removed
from games.bushido.full.state import Marker
from games.bushido.full.terms import HARMFUL
from games.bushido.full.traits import immune, trait
from games.bushido.permissions import Violations, seated
from games.bushido.state import BusState, other_side
from games.judging import first_broken, passing
from games.ruleset import Actor, RuleViolation

MOST_VIRTUE = 1
"""BUS-TRG-10."""
VALUED = {**HARMFUL, "disguised": "BUS-COND-26"}
"""States that are nothing without the value of their marker -> the rule that reads it. A Frightened model may have
none (BUS-TEST-18)."""


def _in_turn(state: BusState, by: Actor, *models: str | None) -> Violations:
    """In a turn, by anybody at the table, about models in play."""
    yield from passing(at_full(state), seated(state, by), _here(state, *models))


def _here(state: BusState, *models: str | None) -> Violations:
    for name in models:
        if name is not None and not in_play(state, name):
            yield RuleViolation("BUS-LOG-04", {"model": name})


def check_wounds_changed(state: BusState, event: WoundsChanged, by: Actor) -> Violations:
    return first_broken(_in_turn(state, by, event.model, event.by), _check_wounds(state, event))


def _check_wounds(state: BusState, event: WoundsChanged) -> Violations:
    """BUS-DMG-06, -11, BUS-TRG-12, BUS-LOG-11: of boxes that are known; who cannot be healed is not. A card may wound
    or heal more boxes than there are (BUS-DMG-06, -07)."""
    if boxes(state, event.model) is None:
        yield broken("BUS-LOG-11", told=event.model, expected="wounds")
        return
    if event.number < 0:
        if trait(state, event.model, "Kami"):
            yield broken("BUS-TRG-12", model=event.model)
            yield broken("BUS-TRT-59", model=event.model)
        elif LAST_STAND in body(state, event.model).flags:
            yield broken("BUS-TRT-62", model=event.model)
    elif event.number == 0:
        yield broken("BUS-DMG-06", told=0, model=event.model)


def on_wounds_changed(state: BusState, event: WoundsChanged) -> BusState:
    if event.number < 0:
        return healed(state, event.model, -event.number)
    return wounded(state, event.model, event.number, event.by)


def check_marker_changed(state: BusState, event: MarkerChanged, by: Actor) -> Violations:
    return first_broken(_in_turn(state, by, event.model, event.by), _check_marker(state, event))


def _check_marker(state: BusState, event: MarkerChanged) -> Violations:
    """BUS-COND-02, -12 to -14, -18, -20, -24, -26: a value where the state reads one; no marker against immunity, none
    taken that is not there, Prone only once."""
    found = markers(state, event.model, event.marker)
    there, taken = len(found), event.value is not None and event.number < 0
    if taken and event.marker in VALUED:
        alike = sum(one.value == event.value for one in found)
        if alike + event.number < 0:
            yield broken("BUS-COND-18", told=event.number, expected=alike, model=event.model)
    elif event.number == 0 or there + event.number < 0:
        yield broken("BUS-COND-18", told=event.number, expected=there, model=event.model)
    kept = immune(state, event.model, event.marker) if event.number > 0 else ()
    for rule in ("BUS-COND-20", "BUS-GEN-02", *kept) if kept else ():
        yield broken(rule, told=event.marker, model=event.model)
    if event.marker in VALUED and event.number > 0 and event.value is None:
        rule = VALUED[event.marker]
        yield broken(rule, told="no_value", expected="with_value", model=event.model)
    if event.marker == "prone" and there + event.number > 1:
        yield broken("BUS-COND-14", told=there + event.number, expected=1, model=event.model)
    if event.marker == "controlled" and event.number > 0 and event.by_side not in state.sides:
        yield broken("BUS-COND-24", told=event.by_side or "nobody", model=event.model)
    elif event.marker == "controlled" and event.number > 0 and not there:
        yield from _check_seized(state, event)
    if event.marker == "held" and event.number > 0 and not stands_here(state, event.by):
        yield broken("BUS-SPA-16", told=event.by or "nobody", model=event.model)


def _check_seized(state: BusState, event: MarkerChanged) -> Violations:
    """BUS-COND-24: a model that changes sides goes to the other one."""
    owner = side_of_model(state, event.model)
    if event.by_side == owner:
        yield broken("BUS-COND-24", told=owner, expected=other_side(state, owner), model=event.model)


def on_marker_changed(state: BusState, event: MarkerChanged) -> BusState:
    if event.number < 0:
        number = -event.number
        return without(state, event.model, event.marker, "BUS-COND-18", number=number, value=event.value)
    if event.marker == "controlled" and has(state, event.model, "controlled"):
        return without(state, event.model, "controlled", "BUS-COND-24", "BUS-COND-04", number=event.number)
    by = event.by_side if event.marker == "controlled" else event.by or event.by_side
    return marked(state, event.model, event.marker, event.number, event.value or 0, by)


def marked(
    state: BusState, model: str, kind: str, number: int, value: int = 0, by: str | None = None, *why: str
) -> BusState:
    """With markers of a state; what a model is immune to is never placed (BUS-COND-20), Prone only once;
    who becomes Berserk is Impetuous with it (BUS-COND-01)."""
    kept = immune(state, model, kind)
    if kept:
        return noted(state, f"{model}.{kind}", "BUS-COND-20", "BUS-GEN-02", *kept)
    if number <= 0 or not in_play(state, model) or (kind == "prone" and markers(state, model, kind)):
        return state
    fresh = kind == "berserk" and not has(state, model, kind)
    told = (*body(state, model).markers, *(Marker(kind, value, by) for _ in range(number)))
    state = with_markers(state, model, kind, told, *(why or ("BUS-COND-18",)))
    if kind == "impetuous":  # it may be Fearless with it (BUS-TRT-53)
        state = rid(state, model)
    return marked(state, model, "impetuous", 1, 0, None, "BUS-COND-01") if fresh else state


def check_tokens_changed(state: BusState, event: TokensChanged, by: Actor) -> Violations:
    return first_broken(_in_turn(state, by, event.model), _check_tokens(state, event))


def _check_tokens(state: BusState, event: TokensChanged) -> Violations:
    """BUS-KI-01, BUS-TRG-10: between none and as many as a model may have; Ki above its limit is lost."""
    virtue = event.token == "virtue"
    if not virtue and has_well(state, event.model):
        if event.number < 0:
            yield broken("BUS-KI-17", told=event.number, expected=0, model=event.model)
        return
    most = MOST_VIRTUE if virtue else ki_limit(state, event.model) or 0
    rule = "BUS-TRG-10" if virtue else "BUS-KI-01"
    after = getattr(body(state, event.model), event.token) + event.number
    lost = not virtue and event.number > 0 and ki_limit(state, event.model) is not None
    if not 0 <= after <= most and not lost:
        yield broken(rule, told=after, expected=f"0–{most}", model=event.model)


def on_tokens_changed(state: BusState, event: TokensChanged) -> BusState:
    if event.token == "ki":
        state = with_ki(state, event.model, event.number)
        kami = trait(state, event.model, "Kami") and not body(state, event.model).ki
        return removed(state, event.model, None, "BUS-TRG-12") if kami else state
    after = getattr(body(state, event.model), event.token) + event.number
    return with_body(state, event.model, **{event.token: after})


def check_model_removed(state: BusState, event: ModelRemoved, by: Actor) -> Violations:
    yield from _in_turn(state, by, event.model, event.by)


def on_model_removed(state: BusState, event: ModelRemoved) -> BusState:
    """BUS-DMG-09: neither Rise nor Last Stand help."""
    return removed(state, event.model, event.by, "BUS-DMG-09")
