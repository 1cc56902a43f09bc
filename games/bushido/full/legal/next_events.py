"""What may come next at full detail, for pads and for the simulation; see section 11 of the rules.

Built from what the viewer may know. A field with choices () has no value now; what the rules determine is never asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.bushido.chapters.flanks import plan_choices, reveal_choices
from games.bushido.full import close, place
from games.bushido.full.activate import cut_short, upcoming
from games.bushido.full.begin import check_arrivals
from games.bushido.full.common import acting_side, at_full, side_of_model, table
from games.bushido.full.feats.cardplay import PRINTED
from games.bushido.full.legal.next_acting import (
    offer_declare,
    offer_feat,
    offer_main,
    offer_member,
    offer_moves,
    offer_shift,
)
from games.bushido.full.legal.next_cards import (
    MOST_FACT,
    offer_at_any_time,
    offer_facts,
    offer_gifts,
    offer_quick_feats,
    offer_specials,
)
from games.bushido.full.legal.next_fighting import (
    offer_aim,
    offer_allocate,
    offer_damage,
    offer_duel,
    offer_roll,
    offer_shoot,
    offer_stray,
    offer_test_due,
)
from games.bushido.full.legal.offer import NOT_NOW, Offers, everybody, of_all, of_side, own_in_play
from games.bushido.full.move import MOVES
from games.bushido.full.steps import lacking_facts, now, to_measure
from games.bushido.full.traits import keyworded, trait
from games.bushido.state import BusState, facts_of
from games.ruleset import NextEvent

NOWHERE_ELSE = dict.fromkeys(("in_zone", "in_deployment", "touches"), NOT_NOW)
"""BUS-SETUP-07, -09, -27: nothing lies where no piece may; of others it changes nothing, so it is asked of none."""
WHERE_IT_MAY = dict.fromkeys(("in_zone", "contact", "in_zoc"), NOT_NOW)
"""BUS-GEN-17, BUS-SETUP-16, -17: whoever deploys stands where it may, or there was no room."""


def full_events(state: BusState) -> Offers:
    """The events of full detail that are legal now; of a match that its award has ended the last one alone."""
    if close.ends_at_once(state):
        yield of_all(state, "turn_ended", sp=NOT_NOW, vp=NOT_NOW)
        if table(state).followed is not None:
            yield of_all(state, "rules_applied")
        return
    step = now(state)
    offers = [*OFFERS[step](state)] if step in OFFERS else []
    offers += offer_moves(state) if step in MOVES else ()
    yield from offers
    if step in cut_short(state):
        late = ("late",) if step == "declare" else ()
        ending = of_side(state, acting_side(state), "activation_ended", reason=("illegal", "effect", *late))
        # An action that finds nobody whom it may be aimed at has no other way on.
        yield replace(ending, optional=any(not other.optional for other in offers))
    if state.phase == "turns":
        yield from _at_will(offer_quick_feats(state))
        yield from _at_will(offer_gifts(state))
    if table(state).followed is not None:
        yield of_all(state, "rules_applied")
    if not any(at_full(state)):
        yield from _at_will(offer_at_any_time(state))
    elif not any(at_full(state, *PRINTED)):
        yield from _at_will(offer_specials(state))
    if not any(at_full(state, "setup", "turns")):
        yield from _at_will(offer_facts(state))


def _at_will(offers: Offers) -> Offers:
    """What may be done or told, and what no step waits for."""
    return (replace(one, optional=True) for one in offers)


def _facts(state: BusState) -> Offers:
    """BUS-LOG-11: what a card does not say is asked for once, in place."""
    lacking = lacking_facts(state)
    card = lacking[0][0]
    wanted = {field for one, field in lacking if one == card}
    limits = {field: (int(field == "wounds"), MOST_FACT) for field in sorted(wanted - {"bands", "base_mm"})}
    yield NextEvent(
        type="card_fact_stated",
        players=everybody(state),
        choices={"card": (card,), **_sizes(wanted)},
        limits=limits,
    )


def _sizes(wanted: set[str]) -> dict[str, tuple[Any, ...]]:
    return {"base_mm": (30, 40, 50, 60)} if "base_mm" in wanted else {}


def _test(state: BusState) -> Offers:
    told: dict[str, tuple[Any, ...]] = {"dice.*": tuple(state.sides), "winner": NOT_NOW}
    named = {side: there for side in state.sides if (there := own_in_play(state, side))}
    told |= {f"models.{side}": there for side, there in named.items()}
    told |= {"models.*": tuple(named)} if named else {"models": NOT_NOW}
    first = state.sides if now(state) == "deployment_test" else ()
    yield NextEvent(
        type="tactical_test_rolled", players=everybody(state), choices={**told, "first_side": tuple(first)}
    )


def _tactics(state: BusState) -> Offers:
    yield from _test(state)
    for name in table(state).generated:
        if trait(state, name, "Fortune"):
            yield of_side(
                state, side_of_model(state, name), "fortune_called", model=(name,), won=(True, False)
            )


def _terrain(state: BusState) -> Offers:
    side = place.placer(state)
    cards = place.cards_left(state, side) if now(state) == "card_terrain" else NOT_NOW
    yield of_side(state, side, "terrain_placed", side=(side,), card=cards, **NOWHERE_ELSE)
    if now(state) == "terrain" and len(table(state).terrain) >= place.LEAST_PIECES:
        yield of_side(state, side, "terrain_stopped", side=(side,))


def _zones(state: BusState) -> Offers:
    side, facts = place.zone_chooser(state), facts_of(state)
    sizes = (30, 50) if facts.objectives and facts.base_mm is None else NOT_NOW
    yield of_side(state, side, "deployment_zone_chosen", side=(side,), zone=("near", "far"), base_mm=sizes)


def _order(state: BusState) -> Offers:
    side = place.order_chooser(state)
    yield of_side(state, side, "deployment_order_chosen", side=(side,), first_side=tuple(state.sides))


def _deployment(state: BusState) -> Offers:
    turn = place.deploying(state)
    assert turn is not None
    hides = tuple(name for name in turn.models if place.may_show(state, turn.side, name))
    far = {} if turn.scouts else {"to_zone": NOT_NOW}
    told = {"models": turn.models, "scout": (turn.scouts,), "undisguised": hides, **far}
    yield of_side(state, turn.side, "models_deployed", side=(turn.side,), **told, **WHERE_IT_MAY)
    for side in state.sides:
        flanking = tuple(n for n in place.undeployed(state, side) if any(keyworded(state, n, "Flank")))
        if told := plan_choices(state, side, flanking):
            yield of_side(state, side, "flank_plan_recorded", **told)


def _length(state: BusState) -> Offers:
    yield NextEvent(type="game_length_rolled", players=everybody(state), limits={"die": (1, 6)})


def _first(state: BusState) -> Offers:
    yield of_side(state, table(state).tactician or "", "first_player_chosen", first_side=tuple(state.sides))


def _start(state: BusState) -> Offers:
    """BUS-SETUP-21: arrivals, those that are due before anything else."""
    for name, plan in state.plans.items():
        there = not plan.revealed and state.models[name].place == "elsewhere"
        if there and (told := reveal_choices(state, name, plan)):
            yield of_side(state, plan.side, "flank_revealed", **told)
    if any(check_arrivals(state)):
        return
    yield of_all(state, "step_closed")
    main = upcoming(state)
    if table(main).active is not None:
        yield from offer_main(main)


def _zones_held(state: BusState) -> Offers:
    here = tuple(name for name, one in state.models.items() if one.place == "battlefield")
    zone = next(name for name in state.zones if name not in table(state).counted)
    yield of_all(state, "zone_counted", zone=(zone,), inside=here, controller=NOT_NOW)


def _distances(state: BusState) -> Offers:
    side = next(name for name in to_measure(state) if name not in table(state).measured)
    yield of_all(state, "vim_measured", side=(side,))


def _removal(state: BusState) -> Offers:
    _award, side = table(state).removal or ("", "")
    yield of_side(state, side, "objective_removed", side=(side,), objective=close.removable(state))


def _close(state: BusState) -> Offers:
    yield of_all(state, "turn_ended", sp=NOT_NOW, vp=NOT_NOW)
    if close.intruders(state):
        yield of_all(state, "zone_cleared", inside=close.intruders(state))
    if close.may_remove(state):
        yield from _at_will(_removal(state))


OFFERS: dict[str, Callable[[BusState], Offers]] = {
    "facts": _facts,
    "deployment_test": _test,
    "terrain": _terrain,
    "zones": _zones,
    "order": _order,
    "card_terrain": _terrain,
    "deployment": _deployment,
    "length": _length,
    "tactics": _tactics,
    "first": _first,
    "start": _start,
    "main": offer_main,
    "member": offer_member,
    "declare": offer_declare,
    "test": offer_test_due,
    "shift": offer_shift,
    "allocate": offer_allocate,
    "roll": offer_roll,
    "feat": offer_feat,
    "duel": offer_duel,
    "shoot": offer_shoot,
    "aim": offer_aim,
    "stray": offer_stray,
    "damage": offer_damage,
    "zones_held": _zones_held,
    "distances": _distances,
    "removal": _removal,
    "close": _close,
}
