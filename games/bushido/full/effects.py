"""What the text of a card changes for a while (BUS-GEN-10, BUS-KI-09, BUS-TRG-03, -04, BUS-TRT-50)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.common import at_full, body, broken, in_play, put, table, with_body, without
from games.bushido.full.events import EffectChanged
from games.bushido.full.state import Body, Effect
from games.bushido.full.traits import immune
from games.bushido.permissions import Violations, seated
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

STATS = ("melee", "ranged", "move", "ki")


def check_effect_changed(state: BusState, event: EffectChanged, by: Actor) -> Violations:
    """Of models in play, told by anybody at the table; a statistic is changed by a number."""
    return first_broken(at_full(state), seated(state, by), _check_effect(state, event))


def _check_effect(state: BusState, event: EffectChanged) -> Violations:
    for name in (event.model, event.aura_of):
        if name is not None and not in_play(state, name):
            yield RuleViolation("BUS-LOG-04", {"model": name})
    if event.what in STATS and (event.value is None or event.mode not in ("plus", "set")):
        yield broken("BUS-TRG-03", told=event.what, model=event.model)
    if event.aura_of is not None and event.until == "game":
        yield broken("BUS-KI-09", told=event.until, expected="end_phase", model=event.aura_of)


def on_effect_changed(state: BusState, event: EffectChanged) -> BusState:
    told = Effect(event.what, event.mode, event.value, event.until, "BUS-GEN-10", event.aura_of)
    state = with_body(state, event.model, effects=(*body(state, event.model).effects, told))
    return rid(state, event.model)


def rid(state: BusState, model: str) -> BusState:
    """BUS-TRT-50: who has become immune loses the markers that it has."""
    for kind in {one.kind: None for one in body(state, model).markers}:
        kept = immune(state, model, kind)
        if kept:
            state = without(state, model, kind, "BUS-COND-20", *kept)
    return state


def lapsed(state: BusState) -> BusState:
    """What lasted until the end of the activation before this one ends."""
    before = table(state).bodies
    bodies = outlasting(before, "action", "activation")
    return put(state, bodies=bodies) if bodies is not before else state


def outlasting(bodies: dict[str, Body], *ending: str) -> dict[str, Body]:
    """All figures without the effects that last until then; who has none stays as it is."""
    changed = {
        name: replace(one, effects=tuple(effect for effect in one.effects if effect.until not in ending))
        for name, one in bodies.items()
        if one.effects
    }
    return {**bodies, **changed} if changed else bodies
