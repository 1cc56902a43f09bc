"""What cards and traits allow at nearly any time (see `next_events.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, get_args

from msgspec.structs import replace

from games.bushido.chapters.flanks import in_main, plan_choices
from games.bushido.full import summon, windows
from games.bushido.full.allowed import engaged
from games.bushido.full.common import (
    NOTHING,
    body,
    has,
    in_play,
    markers,
    own,
    sheet,
    side_of_model,
    stands_here,
    table,
    touching,
)
from games.bushido.full.feats import cardplay, craft, ki_feats
from games.bushido.full.feats.moments import instant
from games.bushido.full.fighting.harm import boxes
from games.bushido.full.gifts import chosen as gifts
from games.bushido.full.legal.offer import NOT_NOW, Offers, near_feat, of_all, of_side
from games.bushido.full.steps import FACTS, card_of, lacking_facts, told_by
from games.bushido.full.terms import MarkerKind, Models
from games.bushido.full.text import VALUED
from games.bushido.full.traits import immunities, trait
from games.bushido.state import BusState, facts_of, models_left
from games.ruleset import NextEvent

NUMBERS = ("ki", "ki_limit", "melee", "wounds", "move", "ranged")
"""Facts of a card that are numbers (`steps.FACTS`)."""
MOST_FACT = 12
"""No card says more."""


def offer_gifts(state: BusState) -> Offers:
    """Traits that may be used now (`gifts/`), each with whom it may be used on."""
    there = tuple(name for name in state.models if stands_here(state, name))
    for model in there:
        for told in gifts.usable(state, model):
            whom = gifts.whom(state, model, told, there)
            choices: dict[str, tuple[Any, ...]] = {"targets": NOT_NOW}
            if told in gifts.ONE:
                choices = {"targets": tuple(({"model": name},) for name in whom)}
            elif whom:
                choices = {"targets.model": whom}
            if whom or gifts.fits_alone(state, model, told):
                side = side_of_model(state, model)
                yield of_side(state, side, "trait_used", **{"model": (model,), "trait": (told,), **choices})


def offer_quick_feats(state: BusState) -> Offers:
    """BUS-KI-04, -16: Instant feats of everybody, Active ones of the side that acts."""
    there = tuple(name for name in state.models if stands_here(state, name))
    for model in there:
        if not ki_feats.may_use(state, model):
            continue
        side = side_of_model(state, model)
        for timing in ("I", *(("A",) if windows.may_act(state, side) else ())):
            for name in craft.known(state, model, timing):
                feat = craft.feat_of(state, model, name)
                aimed = (
                    {"target": ki_feats.targets(state, model)} if craft.aims(feat) else {"target": NOT_NOW}
                )
                told = {"model": (model,), "feat": (name,), **aimed, **near_feat(state, model)}
                if feat is not None and feat.cost is not None:
                    told["x"] = NOT_NOW
                if _springs(state, name):
                    continue
                if "NB" not in ((feat.limits if feat else None) or ()) or not engaged(state, model):
                    yield of_side(state, side, "ki_feat_used", **told)


def _springs(state: BusState, feat: str) -> bool:
    """BUS-GEN-22: a second trap in the activation."""
    return any(cardplay.check_trap(state, feat, feat.casefold() in cardplay.TRAPS))


def offer_at_any_time(state: BusState) -> Offers:
    """What the text of a card does, and comparing the table with the log."""
    there = tuple(name for name in state.models if in_play(state, name))
    if not there:
        return
    if counted := tuple(name for name in there if boxes(state, name) is not None):
        yield of_all(state, "wounds_changed", model=counted)
    yield from _markers(state, there)
    yield of_all(state, "tokens_changed", model=there)
    yield of_all(state, "model_removed", model=there)
    yield of_all(state, "effect_changed", model=there, aura_of=there)
    yield from _by_cards(state)
    yield of_all(
        state,
        "table_checked",
        model=tuple(state.models),
        tokens=NOT_NOW,
        points=NOT_NOW,
        active=NOT_NOW,
        wells=NOT_NOW,
    )
    for side in state.sides:
        out = (n for n, one in state.models.items() if one.side == side and one.place == "out")
        told = plan_choices(state, side, out)
        if told and in_main(state) and table(state).step not in ("score", "close"):
            yield of_side(state, side, "flank_plan_recorded", **told)


def _markers(state: BusState, there: Models) -> Offers:
    """BUS-COND-18, -20: markers that may be given, to whoever is not immune; and those that lie there, to be taken."""
    off = {name: immunities(state, name) for name in there}
    open_ = {kind: tuple(name for name in there if kind not in off[name]) for kind in get_args(MarkerKind)}
    plain = [kind for kind in open_ if kind not in (*VALUED, *OF_THEIR_OWN)]
    for kinds in (plain, list(VALUED)):
        for_all = tuple(kind for kind in kinds if open_[kind] == there)
        yield from _given(state, there, for_all) if for_all else ()
        for kind in kinds:
            yield from _given(state, open_[kind], (kind,)) if kind not in for_all and open_[kind] else ()
    yield from _given_apart(state, open_)
    marked = tuple(name for name in there if body(state, name).markers)
    for name, kind in product(marked, open_):
        if number := min(9, len(markers(state, name, kind))):
            taken = _alone(state, (name,), (kind,), (-number, -1))
            yield taken
            yield from _of_a_value(taken, [one.value for one in markers(state, name, kind)])


def _of_a_value(taken: NextEvent, values: list[int]) -> Offers:
    """BUS-COND-18: of markers of several values those of one can be taken."""
    for value in sorted(set(values)) if len(set(values)) > 1 else ():
        most = min(9, values.count(value))
        choices = {**taken.choices, "value": (value,)}
        yield replace(taken, choices=choices, limits={"number": (-most, -1)})


def _given(state: BusState, models: Models, kinds: tuple[str, ...]) -> Offers:
    """BUS-COND-02, -12, -13, -26: some states are nothing without the value of their marker."""
    told = of_all(state, "marker_changed", model=models, marker=kinds, by=NOT_NOW, by_side=NOT_NOW)
    value = {"value": (0, 99)} if kinds[0] in VALUED else {}
    yield replace(told, limits={"number": (1, 9), **value})


OF_THEIR_OWN = ("prone", "held", "controlled")
"""Markers with conditions that others have not."""


def _given_apart(state: BusState, open_: Mapping[str, Models]) -> Offers:
    """BUS-COND-14, -24, BUS-SPA-16: Prone once, Held by somebody on the battlefield, control by the other side."""
    if standing := tuple(name for name in open_["prone"] if not markers(state, name, "prone")):
        yield _alone(state, standing, ("prone",), (1, 1))
    holders = tuple(name for name in state.models if stands_here(state, name))
    if holders and open_["held"]:
        held = of_all(state, "marker_changed", model=open_["held"], marker=("held",), by=holders)
        yield replace(
            held, choices={**held.choices, "by_side": NOT_NOW, "value": NOT_NOW}, limits={"number": (1, 9)}
        )
    for side in state.sides:
        theirs = tuple(name for name in open_["controlled"] if side_of_model(state, name) != side)
        if theirs:
            told = _alone(state, theirs, ("controlled",), (1, 1))
            yield replace(told, choices={**told.choices, "by_side": (side,)})


def _alone(state: BusState, models: Models, kinds: tuple[str, ...], number: tuple[int, int]) -> NextEvent:
    alone = dict.fromkeys(("value", "by", "by_side"), NOT_NOW)
    told = of_all(state, "marker_changed", model=models, marker=kinds, **alone)
    return replace(told, limits={"number": number})


def marker_step(state: BusState, told: NextEvent) -> str:
    """Which step of a card's markers an offer belongs to; one that some are immune to is named by its marker."""
    (kind, *others), (_low, high) = told.choices["marker"], told.limits["number"]
    if high < 0:
        return "marker_taken"
    if kind in OF_THEIR_OWN:
        return f"marker_{kind}"
    step = "marker_valued" if kind in VALUED else "marker_given"
    whole = len(told.choices["model"]) == sum(in_play(state, name) for name in state.models)
    return step if others or whole else f"{step}~{kind}"


def offer_facts(state: BusState) -> Offers:
    """BUS-LOG-11: what a card does not say may be told before the match waits for it; at least one number of it. What
    is known is corrected by staff alone, and offered to nobody."""
    for card, lacking in numbers_lacking(state).items():
        rest = {field: NOT_NOW for field in (*FACTS, "strength", "traits") if field not in lacking}
        told = of_all(state, "card_fact_stated", card=(card,), **rest)
        yield replace(told, limits={lacking[0]: (least_of(lacking[0]), MOST_FACT)})


def numbers_lacking(state: BusState) -> dict[str, list[str]]:
    """Card -> the numbers that it does not say, of all cards but the one of which a fact is waited for."""
    sheets = table(state).sheets
    found = {
        card: [field for field in NUMBERS if told_by(sheets.get(card, NOTHING), field) is None]
        for card in dict.fromkeys(card_of(state, name) for name in state.models)
    }
    return {card: lacking for card, lacking in found.items() if lacking and card != asked(state)}


def least_of(field: str) -> int:
    """The least that a card can say of this number: nobody has no box of wounds."""
    return int(field == "wounds")


def asked(state: BusState) -> str | None:
    """The card of which a fact is waited for."""
    lacking = lacking_facts(state)
    return lacking[0][0] if lacking else None


def is_asked(state: BusState, told: NextEvent) -> bool:
    """Whether this is the fact that the match waits for."""
    return told.choices["card"] == (asked(state),)


def _by_cards(state: BusState) -> Offers:
    """What the text of a card brings into play or puts elsewhere, and the special cards that are left."""
    there = tuple(name for name in state.models if stands_here(state, name))
    for side in state.sides:
        yield from _specials(state, side, there)
        yield from _summons(state, side)
    loose = tuple(name for name in there if not has(state, name, "held"))
    firm = tuple(name for name in loose if trait(state, name, "Immovable"))
    free = tuple(name for name in loose if name not in firm)
    if free:
        yield _placing(state, free, there)
    for model in firm:
        yield _placing(state, (model,), own(state, side_of_model(state, model)))
    yield from _other_forms(state, there)
    for model in there:
        if others := summon.swaps_with(state, model):
            yield of_all(state, "models_swapped", model=(model,), other=others, fits=(True,))


def _other_forms(state: BusState, there: tuple[str, ...]) -> Offers:
    """BUS-VIM-08: models that another card counts as well."""
    forms = summon.forms(table(state).sheets)
    for model in there if forms else ():
        for card in forms.get(card_of(state, model), ()):
            yield _replacing(state, model, there, card=(card,), contact=touching(state, model))


def _placing(state: BusState, models: tuple[str, ...], whose: tuple[str, ...]) -> NextEvent:
    return of_all(state, "model_placed", model=models, by=whose, contact=(False,), on=NOT_NOW)


def _replacing(state: BusState, model: str, there: tuple[str, ...], /, **told: tuple[Any, ...]) -> NextEvent:
    return of_all(state, "model_replaced", model=(model,), by=there, fits=(True,), **told)


def offer_specials(state: BusState) -> Offers:
    """BUS-GEN-26: before the first turn, cards that name this as their moment."""
    there = tuple(name for name in state.models if stands_here(state, name))
    for side in state.sides:
        yield from _specials(state, side, there)


def _specials(state: BusState, side: str, there: tuple[str, ...]) -> Offers:
    """BUS-GEN-22, -26: when an Instant feat may be used, or at the moment that the card names."""
    open_ = instant(state) and not any(windows.check(state, side))
    moment = {} if open_ else {"printed_moment": (True,)}
    cards = table(state).specials.get(side, {})
    for card in cardplay.usable(state, side):
        event = {"discarded": (True,)} if cards[card].kind == "event" else {}
        if not any(cardplay.check_trap(state, card, cards[card].trap)):
            told = {"side": (side,), "card": (card,), "model": there, **event, **moment}
            yield of_side(state, side, "special_card_used", **told)


def _summons(state: BusState, side: str) -> Offers:
    """BUS-ROSTER-35, BUS-GEN-19: by models that say so, and by special cards; new ones, or those that come back."""
    if models_left(state)[side] >= (facts_of(state).most_models or 99):
        return
    free = {"side": (side,), "contact": (False,), "in_zoc": (False,)}
    gone = [name for name, one in state.models.items() if one.side == side and one.place == "out"]
    for model in own(state, side):
        summons = sheet(state, model).summons or ()
        cards = tuple(name for name in summons if not summon.is_there(state, side, name))
        told: dict[str, tuple[Any, ...]] = {**free, "special": NOT_NOW, "by": (model,)}
        if cards:
            yield of_side(state, side, "model_summoned", **told, model=NOT_NOW, card=cards)
        for name in gone:
            if card_of(state, name) in summons:
                back = {"model": (name,), "card": (card_of(state, name),)}
                yield of_side(state, side, "model_summoned", **told, **back)
    specials = cardplay.at_work(state, side)
    for model in gone if specials else ():
        told = {
            **free,
            "model": (model,),
            "special": specials,
            "card": (card_of(state, model),),
            "by": NOT_NOW,
        }
        yield of_side(state, side, "model_summoned", **told)
