"""Models that come into play, take another's place or are put down elsewhere (BUS-GEN-17 to -19, -27, BUS-MOVE-07, -08,
BUS-ROSTER-35, BUS-VIM-08)."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from games.bushido.events import Model
from games.bushido.full.common import (
    NOTHING,
    at_full,
    body,
    broken,
    has,
    in_contact,
    in_play,
    own,
    places_swapped,
    put,
    sheet,
    side_of_model,
    stands_here,
    table,
    touching,
    with_body,
)
from games.bushido.full.events import ModelPlaced, ModelReplaced, ModelsSwapped, ModelSummoned
from games.bushido.full.feats.craft import ONCE_A_GAME, ONCE_A_TURN
from games.bushido.full.fighting.harm import marks_left
from games.bushido.full.fighting.leave import removed
from games.bushido.full.place import started_with
from games.bushido.full.state import Body, Special
from games.bushido.full.steps import card_of
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations, seated, side_acts
from games.bushido.profiles import Profile
from games.bushido.scenarios import unlike
from games.bushido.state import BusState, Fighter, facts_of, models_in_play, models_left, with_model
from games.judging import first_broken
from games.remembered import remembered
from games.ruleset import Actor, RuleViolation

LIMITS = (f"{ONCE_A_TURN}:", f"{ONCE_A_GAME}:")
"""How the flags of what has a limit begin."""


def card_sheet(state: BusState, card: str) -> Profile:
    """A profile card of the match by its id, as far as it is known."""
    return table(state).sheets.get(card, NOTHING)


def check_model_summoned(state: BusState, event: ModelSummoned, by: Actor) -> Violations:
    """BUS-ROSTER-35, BUS-GEN-17, -19: out of a card of the warband, a model that is not in play, out of reach of
    enemies."""
    return first_broken(
        at_full(state),
        side_acts(state, by, event.side),
        _check_source(state, event),
        _check_new(state, event),
        _check_number(state, event),
        _check_free(event.model or event.card, event.contact, event.in_zoc),
    )


def _check_source(state: BusState, event: ModelSummoned) -> Violations:
    """BUS-ROSTER-35: a model in play whose card summons it, or a special card that is there or has just been used."""
    if event.by is not None and (
        not in_play(state, event.by) or side_of_model(state, event.by) != event.side
    ):
        yield RuleViolation("BUS-LOG-04", {"model": event.by})
        return
    legal = sheet(state, event.by).summons if event.by is not None else ()
    special = table(state).specials.get(event.side, {}).get(event.special or "")
    used = table(state).played == (event.side, event.special)
    by_card = special is not None and (special.left > 0 or used)
    if not by_card and legal is not None and event.card not in legal:
        told, expected = event.by or event.special or "nothing", legal or _summoners(state, event) or "nobody"
        yield broken("BUS-ROSTER-35", told=told, expected=expected, model=event.card)


def _summoners(state: BusState, event: ModelSummoned) -> list[str]:
    """The models in play of that side whose cards summon this one."""
    mine = own(state, event.side)
    return [name for name in mine if event.card in (sheet(state, name).summons or ())]


def _check_new(state: BusState, event: ModelSummoned) -> Violations:
    """BUS-GEN-19: who comes back is out of play; a unique model is there once."""
    back = state.models.get(event.model or "")
    if event.model is not None and (back is None or back.place != "out" or back.side != event.side):
        yield RuleViolation("BUS-LOG-04", {"model": event.model})
        return
    wrong = back is not None and card_of(state, event.model or "") != event.card
    if wrong or (back is None and is_there(state, event.side, event.card)):
        yield broken("BUS-GEN-19", told=event.model or event.card, model=event.card)


def _check_number(state: BusState, event: ModelSummoned) -> Violations:
    """BUS-SCN-18: never more models than the scenario allows."""
    facts = facts_of(state)
    number = models_left(state)[event.side] + 1
    if facts.most_models is not None and number > facts.most_models:
        yield unlike(facts, "most_models", facts.most_models, number)


def is_there(state: BusState, side: str, card: str) -> bool:
    """BUS-GEN-19: whether the warband has its one model of a unique card already."""
    mates = [name for name, one in state.models.items() if one.side == side and card_of(state, name) == card]
    return bool(mates) and card_sheet(state, card).unique is True


def _check_free(model: str, contact: bool, in_zoc: bool) -> Violations:
    if contact or in_zoc:
        yield broken("BUS-GEN-17", told="contact" if contact else "in_zoc", model=model)


def on_model_summoned(state: BusState, event: ModelSummoned) -> BusState:
    """BUS-GEN-17, -27: without counters, with the boxes that the effect names, or that it had."""
    name = event.model or fresh_name(state, event.side, event.card)
    state = back(state, name, event.wounds) if event.model is not None else new(state, name, event)
    return started_with(_stripped(state, event.side, name), name, plain=event.model is not None)


def fresh_name(state: BusState, side: str, card: str) -> str:
    """`side:card`, and with a number where that is taken."""
    numbered = (f"{side}:{card}-{number}" for number in range(2, 1000))
    return next(name for name in chain((f"{side}:{card}",), numbered) if name not in state.models)


def new(state: BusState, name: str, event: ModelSummoned) -> BusState:
    """BUS-ROSTER-35: added to the warband, without rice."""
    facts = described(state, name.partition(":")[2], event.card)
    state = replace(state, models={**state.models, name: Fighter(event.side, facts)})
    one = Body(marked=event.wounds or 0)
    full = table(state)
    return put(state, bodies={**full.bodies, name: one}, deployed=(*full.deployed, name))


def described(state: BusState, id_: str, card: str) -> Model:
    """What the match knows of a model of this card."""
    told = card_sheet(state, card)
    rice = told.cost.value if told.cost is not None else None
    return Model(id=id_, card=card, rice=rice, unique=told.unique)


def back(state: BusState, name: str, wounds: int | None) -> BusState:
    """BUS-GEN-27: with the boxes that the effect names; else as it left, or none marked if it was killed."""
    told = marks_left(state, name) if wounds is None else wounds
    state = with_model(state, name, place="battlefield", returned=True)
    return with_body(state, name, "BUS-GEN-27", "BUS-GEN-17", marked=told, counters=0)


def _stripped(state: BusState, side: str, model: str) -> BusState:
    """BUS-GEN-19: who is summoned has no Equipment, unless it is unique and was recruited with it."""
    specials = table(state).specials
    if sheet(state, model).unique or state.models[model].facts.unique:
        return state
    mine = {key: _lost(one, model) if one.equipment else one for key, one in specials.get(side, {}).items()}
    return put(state, specials={**specials, side: mine})


def _lost(one: Special, model: str) -> Special:
    """An Equipment that this model has no more; a copy that serves nobody else is gone."""
    kept = tuple(tuple(name for name in models if name != model) for models in one.on)
    if kept == one.on:
        return one
    left = tuple(models for models in kept if models)
    return replace(one, left=one.left - (len(kept) - len(left)), on=left, lost=model)


def check_model_replaced(state: BusState, event: ModelReplaced, by: Actor) -> Violations:
    """BUS-GEN-18: a model on the battlefield; the bases fit, and contact is kept where it can be."""
    return first_broken(
        at_full(state),
        seated(state, by),
        _check_here(state, event.model),
        _check_whose(state, event),
        _check_only(state, event),
        _check_fits(event),
        _check_contact(state, event),
    )


def _check_here(state: BusState, *models: str) -> Violations:
    for name in models:
        if not stands_here(state, name):
            yield RuleViolation("BUS-LOG-04", {"model": name})


def _check_whose(state: BusState, event: ModelReplaced) -> Violations:
    """BUS-LOG-04: the effect of a model in play, where one is named."""
    if event.by is not None and not in_play(state, event.by):
        yield RuleViolation("BUS-LOG-04", {"model": event.by})


def _check_only(state: BusState, event: ModelReplaced) -> Violations:
    """BUS-GEN-19: a unique model that is in play takes nobody's place; it would be there twice."""
    card = card_of(state, event.model)
    if card_sheet(state, event.card).unique is not True or one_model(table(state).sheets, card, event.card):
        return
    side = side_of_model(state, event.model)
    if any(card_of(state, name) == event.card for name in models_in_play(state, side)):
        yield broken("BUS-GEN-19", told=event.card, model=event.card)


def _check_fits(event: ModelReplaced | ModelsSwapped) -> Violations:
    if not event.fits:
        yield broken("BUS-GEN-18", told="no_room", model=event.model)


def _check_contact(state: BusState, event: ModelReplaced) -> Violations:
    touched = touching(state, event.model)
    if event.contact is not None and set(event.contact) - set(touched):
        yield broken("BUS-GEN-18", told=event.contact, expected=touched or "nobody", model=event.model)


def on_model_replaced(state: BusState, event: ModelReplaced) -> BusState:
    kept = touching(state, event.model) if event.contact is None else event.contact
    same = one_model(table(state).sheets, card_of(state, event.model), event.card)
    return _another_form(state, event, kept) if same else _another(state, event, kept)


def check_models_swapped(state: BusState, event: ModelsSwapped, by: Actor) -> Violations:
    """BUS-GEN-18: two models on the battlefield; their bases fit."""
    return first_broken(
        at_full(state),
        seated(state, by),
        _check_here(state, event.model, event.other),
        _check_two(state, event),
        _check_loose(state, event.model, event.other),
        _check_fits(event),
    )


def _check_two(state: BusState, event: ModelsSwapped) -> Violations:
    if event.other not in _others(state, event.model):
        yield broken("BUS-GEN-18", told=event.other, model=event.model)


def swaps_with(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-GEN-18, BUS-MOVE-12: those with whom a model on the battlefield can swap places: all others there, friend or
    enemy, but the Held, whom nothing moves."""
    if has(state, model, "held"):
        return ()
    return tuple(name for name in _others(state, model) if not has(state, name, "held"))


def _others(state: BusState, model: str) -> tuple[str, ...]:
    return tuple(name for name in state.models if name != model and stands_here(state, name))


def _check_loose(state: BusState, *models: str) -> Violations:
    """BUS-MOVE-12: who is Held stays where it is."""
    for name in models:
        if has(state, name, "held"):
            yield broken("BUS-MOVE-12", told=name, model=name)


def on_models_swapped(state: BusState, event: ModelsSwapped) -> BusState:
    """BUS-GEN-18: each has the contacts of the other's place."""
    return places_swapped(state, event.model, event.other)


def one_model(cards: dict[str, Profile], card: str, other: str) -> bool:
    """BUS-VIM-08: two of these cards, by their ids, that count as one model."""
    return other in cards.get(card, NOTHING).same_model_as or card in cards.get(other, NOTHING).same_model_as


@remembered
def forms(cards: dict[str, Profile]) -> dict[str, tuple[str, ...]]:
    """The id of a card -> those of all cards that count as the same model, in their order; without any, no entry."""
    linked = {card: one.same_model_as for card, one in cards.items() if one.same_model_as}
    named = {*linked, *chain.from_iterable(linked.values())}
    return {card: tuple(other for other in cards if one_model(cards, card, other)) for card in named}


def _another_form(state: BusState, event: ModelReplaced, kept: tuple[str, ...]) -> BusState:
    """BUS-VIM-08, BUS-KI-05: it is the same model still, with the figures of the other card; what it may do once in a
    turn or once in the game it has done."""
    facts = replace(state.models[event.model].facts, card=event.card)
    state = with_model(state, event.model, facts=facts)
    done = tuple(flag for flag in body(state, event.model).flags if flag.startswith(LIMITS))
    told = Body(counters=event.counters or 0, marked=event.wounds or 0, flags=done)
    state = put(state, bodies={**table(state).bodies, event.model: told})
    state = in_contact(started_with(state, event.model, plain=True), event.model, kept)
    return with_body(state, event.model, "BUS-GEN-18", "BUS-VIM-08", counters=told.counters)


def _another(state: BusState, event: ModelReplaced, kept: tuple[str, ...]) -> BusState:
    """BUS-GEN-18: the old model leaves play, the new one counts as deployed where it stood."""
    side = side_of_model(state, event.model)
    name = fresh_name(state, side, event.card)
    comes = ModelSummoned(side=side, card=event.card, by=event.by, wounds=event.wounds)
    state = new(removed(state, event.model, event.by, "BUS-GEN-18"), name, comes)
    state = started_with(state, name)
    state = with_body(state, name, "BUS-GEN-18", "BUS-GEN-17", counters=event.counters or 0)
    return in_contact(state, name, kept)


def check_model_placed(state: BusState, event: ModelPlaced, by: Actor) -> Violations:
    """BUS-MOVE-07, -08, -12, BUS-TER-02, BUS-TRT-51: who may be put down, and where."""
    return first_broken(at_full(state), seated(state, by), _check_placed(state, event))


def _check_placed(state: BusState, event: ModelPlaced) -> Violations:
    for name in (event.model, event.by):
        if name is not None and not in_play(state, name):
            yield RuleViolation("BUS-LOG-04", {"model": name})
            return
    if not stands_here(state, event.model):
        yield RuleViolation("BUS-LOG-04", {"model": event.model})
        return
    if event.contact or event.on is not None:
        own_rule = {"impassable": ("BUS-TER-02",), "edge": ("BUS-MOVE-08",)}
        for rule in ("BUS-MOVE-07", *own_rule.get(event.on or "", ())):
            yield broken(rule, told="contact" if event.contact else event.on, model=event.model)
    yield from _check_loose(state, event.model)
    firm = trait(state, event.model, "Immovable")
    if firm is not None and event.by not in (None, *own(state, side_of_model(state, event.model))):
        for rule in ("BUS-MOVE-12", *firm.why):
            yield broken(rule, told=event.by, model=event.model)


def on_model_placed(state: BusState, event: ModelPlaced) -> BusState:
    """BUS-MOVE-07: nobody touches it there."""
    return in_contact(state, event.model, ())
