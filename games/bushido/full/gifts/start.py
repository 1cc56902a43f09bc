"""Traits of the Starting phase (BUS-TRT-13, -15, -57, -70, BUS-COND-25; see `chosen.py`)."""

from __future__ import annotations

from games.bushido.full.allowed import disguised_from, sightless
from games.bushido.full.common import (
    body,
    broken,
    has,
    put,
    sheet,
    side_of_model,
    stands_here,
    with_body,
    without,
)
from games.bushido.full.events import TraitUsed
from games.bushido.full.fighting.harm import spendable, with_ki
from games.bushido.full.gifts.parts import printed, too_far, total
from games.bushido.full.move import move_of
from games.bushido.full.state import Duel, Effect
from games.bushido.full.text import marked
from games.bushido.full.traits import immune
from games.bushido.permissions import Violations
from games.bushido.state import BusState

INTIMIDATES = 8
"""BUS-TRT-57: inches."""
SENTENCE = 3
"""BUS-COND-25: the Ki of one marker."""
RAGE = 2
"""BUS-TRT-70: the Ki of who becomes Berserk."""
MOST_OROCHI = 2
"""BUS-TRT-13: tokens of one model."""
COWED = "intimidated by "
"""The effect of an Intimidate: whom the model may not go for."""


def check_sentence(state: BusState, event: TraitUsed) -> Violations:
    ki = spendable(state, event.model)
    if ki.value < SENTENCE or not has(state, event.model, "death_sentence"):
        for rule in ("BUS-COND-25", *ki.why):
            yield broken(rule, told=ki.value, expected=SENTENCE, model=event.model)


def on_sentence(state: BusState, event: TraitUsed) -> BusState:
    state = with_ki(state, event.model, -SENTENCE, "BUS-COND-25")
    return without(state, event.model, "death_sentence", "BUS-COND-25", "BUS-COND-05", number=1)


def check_rage(state: BusState, event: TraitUsed) -> Violations:
    calm = immune(state, event.model, "berserk")
    if not stands_here(state, event.model) or has(state, event.model, "berserk") or calm:
        for rule in ("BUS-TRT-70", *calm):
            yield broken(rule, told=event.trait, model=event.model)


def on_rage(state: BusState, event: TraitUsed) -> BusState:
    """BUS-COND-01: Berserk, and an Impetuous marker with it."""
    state = marked(state, event.model, "berserk", 1, 0, None, "BUS-TRT-70", "BUS-COND-01")
    return with_ki(state, event.model, RAGE, "BUS-TRT-70")


def check_orochi(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-13: of X tokens none, one or two to models of the Ito."""
    told = printed(state, event.model, "Blood of Orochi").x
    if not 0 < total(event.targets) <= told:
        yield broken("BUS-TRT-13", told=total(event.targets), expected=told, model=event.model)
    side = side_of_model(state, event.model)
    for one in event.targets:
        held = body(state, one.model).orochi + one.amount
        if side_of_model(state, one.model) != side or held > MOST_OROCHI or not of_ito(state, one.model):
            yield broken("BUS-TRT-13", told=one.model, expected=MOST_OROCHI, model=event.model)


def of_ito(state: BusState, model: str) -> bool:
    """BUS-ROSTER-06: a model of the faction; a Ronin is none."""
    faction = sheet(state, model).faction or state.sides[state.models[model].side].faction or ""
    return not {"ito", "ито"}.isdisjoint(faction.casefold().split())


def on_orochi(state: BusState, event: TraitUsed) -> BusState:
    for one in event.targets:
        state = with_body(state, one.model, "BUS-TRT-13", orochi=body(state, one.model).orochi + one.amount)
    return state


def check_intimidate(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-57, BUS-COND-03, -26: one enemy in sight within 8 inches, whom it may target."""
    side = side_of_model(state, event.model)
    foes = [one.model for one in event.targets if stands_here(state, one.model)]
    wrong = len(foes) != 1 or side_of_model(state, foes[0]) == side
    if wrong or not event.sees or not stands_here(state, event.model):
        yield broken("BUS-TRT-57", told=foes or "nobody", model=event.model)
    yield from too_far(event, INTIMIDATES, "BUS-TRT-57")
    if not wrong:
        blind = sightless(state, event.model, foes[0])
        yield from (broken(rule, told=foes, model=event.model) for rule in ("BUS-TRT-57", *blind) if blind)
        yield from disguised_from(state, event.model, foes[0])


def on_intimidate(state: BusState, event: TraitUsed) -> BusState:
    return put(state, duel=Duel(event.model, event.targets[0].model, "intimidate"))


def cowed(state: BusState, won: Duel) -> BusState:
    """BUS-TRT-57: until the End phase Cowardly, not Aggressive, and it may not go for who frightened it."""
    gained = (
        Effect("Cowardly", "gain", None, "end_phase", "BUS-TRT-57"),
        Effect("Aggressive", "lose", None, "end_phase", "BUS-TRT-57"),
        Effect(COWED + won.user, "gain", None, "end_phase", "BUS-TRT-57"),
    )
    return with_body(state, won.target, effects=(*body(state, won.target).effects, *gained))


def check_booted(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-15: a walk of who has just come from a flank."""
    most = move_of(state, event.model).value
    if "1T:flank" not in body(state, event.model).flags:
        yield broken("BUS-TRT-15", told=event.trait, model=event.model)
    yield from too_far(event, most, "BUS-TRT-15")
    yield from too_far(event, most, "BUS-MOVE-11")
