"""What the active side may do next: models, actions, moves (see `next_events.py`)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations, product
from typing import Any, get_args

from msgspec.structs import replace

from games.bushido.full import band, helping
from games.bushido.full.activate import can_activate
from games.bushido.full.allowed import (
    FEATS,
    SCENARIO,
    TARGETED,
    declarable,
    engaged,
    has_to_leave,
    healable,
    in_zones,
    legal_targets,
    pressing,
)
from games.bushido.full.common import (
    acting,
    acting_side,
    body,
    enemies,
    has,
    own,
    stands_here,
    table,
    touching,
)
from games.bushido.full.declare import DEMOLITION, WALKING, fought_first, goaded
from games.bushido.full.feats import craft, ki_feats
from games.bushido.full.fighting.harm import spendable
from games.bushido.full.fighting.unreached import doubtful
from games.bushido.full.legal.offer import (
    NOT_NOW,
    Offers,
    near_feat,
    of_all,
    of_side,
    offer_action,
    offer_boosts,
)
from games.bushido.full.move import aimed_at, slips_away
from games.bushido.full.scenario import class_of, usable
from games.bushido.full.state import Acting
from games.bushido.full.steps import now
from games.bushido.full.terms import Reach
from games.bushido.full.traits import trait
from games.bushido.state import BusState
from games.ruleset import NextEvent

ATTACKS = ("charge", "melee")
GOADED = (*ATTACKS, "run")
"""What a Berserk model has to declare, whichever it is."""
SEEN = ("in_zoc_of", "unseen_by", "hidden")
"""What is told of the enemies as a model begins to act."""


def offer_main(state: BusState) -> Offers:
    side = table(state).active
    if side is None:
        yield of_all(state, "step_closed")
        return
    ready = band.free_to_act(state, side)
    seen = enemies(state, ready[0]) if ready else ()
    facts = dict.fromkeys(SEEN, seen)
    packs = tuple(name for name in ready if band.packed(state, name))
    alone = {"model": tuple(name for name in ready if name not in packs), "mates": NOT_NOW, "inches": NOT_NOW}
    if alone["model"]:
        yield of_side(state, side, "model_activated", **alone, **facts)
    for name in packs:
        yield of_side(state, side, "model_activated", model=(name,), mates=band.packed(state, name), **facts)
    idle = tuple(name for name in own(state, side) if body(state, name).counters)
    yield NextEvent(type="counter_taken", players=(), choices={"model": idle})
    if table(state).passes.get(side) and can_activate(state, side):
        yield of_side(state, side, "pass_token_spent", side=(side,))


def offer_member(state: BusState) -> Offers:
    """Who comes next of a Group, a Pack or those under Command; of who only has to fight nothing is asked."""
    mates = table(state).band
    assert mates is not None
    seen = enemies(state, mates.leader) if mates.waiting else NOT_NOW
    facts = dict.fromkeys(SEEN, seen)
    yield of_side(state, mates.side, "member_chosen", model=band.next_members(state), **facts)


def offer_declare(state: BusState) -> Offers:
    """BUS-COND-24: whom the model belongs to now declares, also where that changed in its activation."""
    one = acting(state)
    one = replace(one, side=acting_side(state))
    may = declarable(state)
    if has(state, one.model, "berserk") and enemies(state, one.model):
        yield from _goaded(state, one)
        bound = "run" in may or fought_first(state, one)
        may = () if bound else tuple(action for action in may if action not in GOADED)
    for action in may:
        yield from OF_ACTION.get(action, _plainly)(state, one, action)


def _plainly(state: BusState, one: Acting, action: str) -> Offers:
    yield offer_action(state, one.side, action)


def _walking(state: BusState, one: Acting, action: str) -> Offers:
    """With a walk before or after it, where the model may and need not walk."""
    stays = () if has_to_leave(state, one.model) else ("none",)
    walks = ("before",) if in_zones(state, one) else (*stays, "before", "after")
    if trait(state, one.model, "Immovable"):
        walks = () if in_zones(state, one) else stays
    if walks:
        yield offer_action(state, one.side, action, walk=walks)


def _rises(state: BusState, one: Acting, action: str) -> Offers:
    """BUS-ACT-21: a model may stand up without naming anybody where one enemy in contact stands at most."""
    near, standing = touching(state, one.model), pressing(state, one.model)
    if len(standing) < 2:
        yield offer_action(state, one.side, action)
    if len(near) > 1 or near != standing:
        yield offer_action(state, one.side, action, target=near)


def _goaded(state: BusState, one: Acting) -> Offers:
    """BUS-COND-21: the nearest enemy of a Berserk model, what gets there, and what has to be declared then."""
    near = touching(state, one.model)
    who = fought_first(state, one) or near or enemies(state, one.model)
    for nearest, reach in product(who, ("melee",) if near else get_args(Reach)):
        action = goaded(state, one, nearest, reach)
        if action is None:
            continue
        told: dict[str, tuple[Any, ...]] = {"nearest": (nearest,), "reach": (reach,)}
        if action in ATTACKS:
            told["target"] = (nearest,)
        yield offer_action(state, one.side, action, **told)


def _feats(state: BusState, one: Acting, action: str) -> Offers:
    """BUS-KI-03, -05: the feats of its timing; those with NM give no walk. BUS-KI-06: of cost X the X is told."""
    left = spendable(state, one.model).value
    for name in craft.known(state, one.model, FEATS[action]):
        feat = craft.feat_of(state, one.model, name)
        limits = (feat.limits if feat is not None else None) or ()
        near = engaged(state, one.model)
        held = has(state, one.model, "held")
        blocked = "NB" in limits and (near or held)
        pressed = (in_zones(state, one) and not near) or ("NB" in limits and has_to_leave(state, one.model))
        rooted = "NM" in limits or trait(state, one.model, "Immovable") is not None
        walks = ("none",) if rooted else ("before", "after") if pressed else ("none", "before", "after")
        if not blocked and not (pressed and (rooted or held)):
            near_it = near_feat(state, one.model)
            offer = offer_action(state, one.side, action, feat=(name,), walk=walks, **near_it)
            if feat is not None and feat.cost is not None:
                yield offer
            elif left:
                yield replace(offer, limits={"x": (1, left)})


def _help(state: BusState, one: Acting, action: str) -> Offers:
    """BUS-TRT-24, -48, -71: whom an Order, a Heal or a Command is for."""
    if action == "heal":
        yield from _heals(state, one)
        yield from offer_boosts(state, one.model)
        return
    whom = helping.nominations(state, one.model, action)
    if whom:
        yield offer_action(state, one.side, action, nominees=whom)


def _heals(state: BusState, one: Acting) -> Offers:
    """BUS-TRT-48: whom a Heal is for, and whose contact it may leave: not that of whom it heals, none for itself."""
    whom, near = healable(state, one), touching(state, one.model)
    away = tuple(name for name in whom if name not in (one.model, *near))
    for targets in (away, *((name,) for name in whom if name not in away)):
        left = () if targets == (one.model,) else tuple(name for name in near if name not in targets)
        if targets:
            yield offer_action(state, one.side, "heal", target=targets, leaves=left)


def offer_feat(state: BusState) -> Offers:
    """The target of the feat of the action."""
    one = acting(state)
    there = ki_feats.targets(state, one.model)
    fixed = dict.fromkeys(("x", "cost", "believers", "disturbed_by"), NOT_NOW)
    yield of_side(
        state, acting_side(state), "ki_feat_used", model=(one.model,), feat=(one.feat,), target=there, **fixed
    )


def _attacks(state: BusState, one: Acting, action: str) -> Offers:
    """Each enemy that nothing forbids, and once more each that may be out of reach; with Split Attack several."""
    targets, far = legal_targets(state, one, action), doubtful(state, one, action)
    if len(targets) > 1 and trait(state, one.model, "Split Attack"):
        yield offer_action(state, one.side, action, target=targets, also=targets, beyond=far)
        return
    yield offer_action(state, one.side, action, target=targets)
    for name in far:
        yield offer_action(state, one.side, action, target=(name,), beyond=((name,),))


def _scenario_actions(state: BusState, one: Acting, action: str) -> Offers:
    for interaction in ("influence", "prayer", "worship"):
        places = usable(state, one.model, interaction)
        if places and class_of(state, interaction) == action:
            yield offer_action(state, one.side, action, interaction=(interaction,), objective=places)


def _waits(state: BusState, one: Acting, action: str) -> Offers:
    side, model = one.side, one.model
    yield offer_action(state, side, "wait")
    for kind in ("stunned", "immobilised", "reloading"):
        if has(state, model, kind):
            yield offer_action(state, side, "wait", wait=(kind,))
    if spendable(state, model).value >= DEMOLITION:
        yield offer_action(state, side, "wait", wait=("terrain",))
    burning = tuple(name for name in own(state, side) if has(state, name, "on_fire"))
    if burning:
        yield offer_action(state, side, "wait", wait=("on_fire",), target=burning)


OF_ACTION: dict[str, Callable[[BusState, Acting, str], Offers]] = {
    **dict.fromkeys(WALKING, _walking),
    **dict.fromkeys(FEATS, _feats),
    **dict.fromkeys(helping.NEEDED, _help),
    "stand_up": _rises,
    **dict.fromkeys(TARGETED, _attacks),
    "wait": _waits,
    **dict.fromkeys(SCENARIO, _scenario_actions),
}
"""Action -> its offers, of those that tell more than that they are declared."""


def offer_moves(state: BusState) -> Offers:
    one = acting(state)
    seen, near = enemies(state, one.model), _contacts(state, one)
    told = {"contact": near, "enters": seen, "seen_by": one.unseen_by, "hits": NOT_NOW, "stopped": NOT_NOW}
    turning = {"inches": (0.0,), "enters": NOT_NOW} if has(state, one.model, "held") else {}
    yield of_side(state, acting_side(state), "model_moved", model=(one.model,), **{**told, **turning})
    yield from offer_boosts(state, one.model)


def _contacts(state: BusState, one: Acting) -> tuple[Any, ...]:
    """BUS-ACT-09, -13, -17, BUS-MOVE-02, BUS-TRT-03: whom a move may touch at its end; of a walk in contact all that it
    keeps, as whole choices, with those enemies that it may leave or not."""
    touched, leaves = touching(state, one.model), slips_away(state, one.model, one)
    within = [name for name in aimed_at(state, one) if name not in one.beyond]
    if now(state) == "charge" and leaves:
        return tuple(name for name in within if name not in touched)
    if now(state) in ATTACKS:
        return tuple(dict.fromkeys((*within, *touched)))
    if leaves:
        return NOT_NOW
    if one.action == "disengage":
        return touched
    kept = engaged(state, one.model)
    loose = [name for name in touched if name not in kept]
    if not kept:
        return tuple(loose)
    some = chain.from_iterable(combinations(loose, number) for number in range(len(loose) + 1))
    return tuple((*kept, *each) for each in some)


def offer_shift(state: BusState) -> Offers:
    """BUS-SPA-04: the move of a special attack or defence, told by anybody."""
    model = table(state).shifts[0].model
    others = tuple(name for name in state.models if stands_here(state, name) and name != model)
    told = {"contact": enemies(state, model), "hits": others, "enters": NOT_NOW, "seen_by": NOT_NOW}
    yield of_all(state, "model_moved", model=(model,), **told)
