"""Several models in one activation: Group, Pack and Command (BUS-TRT-24, -46, -73, BUS-ACT-05, -29).

The members come one after the other, in the order that their side likes, each with an action of its own. In a Group or
a Pack everybody moves before anybody fights: who has reached an enemy waits until all have moved.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.bushido.full.common import (
    acting,
    body,
    broken,
    engagements,
    has,
    noted,
    own,
    put,
    side_of_model,
    stands_here,
    table,
    touching,
    with_acting,
)
from games.bushido.full.events import ActionDeclared, MemberChosen, ModelActivated
from games.bushido.full.state import NO_ACTING, Acting, Band
from games.bushido.full.steps import card_of
from games.bushido.full.terms import Models
from games.bushido.full.traits import for_whom, is_a, is_for, trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState, other_side

BASIC = (
    *("walk", "run", "melee", "disengage", "ranged", "simple_feat"),
    *("wait", "stand_up", "simple_scenario", "charge"),
)
"""BUS-TRT-24: what may be commanded, where it is simple; a Charge is so for Banzai! alone (BUS-TRT-09)."""
OF_PACK = ("melee", "ranged", "charge")
OPEN_TO = {"command": BASIC, "pack": OF_PACK}
"""Kind of a band -> the actions of its members; a Group may do anything."""
RULE = {"group": "BUS-TRT-46", "pack": "BUS-TRT-73", "command": "BUS-TRT-24"}


def room(state: BusState, model: str, name: str, named: tuple[str, ...]) -> int:
    """BUS-TRG-03: for how many friends one trait of the leader is that is for all of these; 0 if none is."""
    told = for_whom(state, model, name, named)
    fits = all(not told.keyword or is_a(state, each, told.keyword) for each in named)
    return told.x if fits else 0


def ready(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-ACT-28: friends on the battlefield that have a counter left and may be activated."""
    side = side_of_model(state, model)
    return tuple(name for name in free_to_act(state, side) if name != model)


def free_to_act(state: BusState, side: str) -> tuple[str, ...]:
    """BUS-ACT-01, -28: the models that a side may activate."""
    return pressed(state, side) or tuple(name for name in own(state, side) if body(state, name).counters)


def pressed(state: BusState, side: str) -> tuple[str, ...]:
    """BUS-ACT-28: the models of a side that have to be activated before its others."""
    marked = {name for name, one in table(state).bodies.items() if one.markers and one.counters}
    marked = {name for name in marked if has(state, name, "impetuous")}
    return tuple(name for name in own(state, side) if name in marked) if marked else ()


def grouped(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-46: the others of the card of a Group."""
    if trait(state, model, "Group") is None:
        return ()
    owner, card = state.models[model].side, card_of(state, model)
    return tuple(
        name
        for name in ready(state, model)
        if (state.models[name].side, card_of(state, name)) == (owner, card)
    )


def packed(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-73, BUS-ACT-28: whom a Pack model may take with it."""
    if trait(state, model, "Pack") is None or grouped(state, model):
        return ()
    return tuple(name for name in ready(state, model) if trait(state, name, "Pack"))


def commandable(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-24: other friends with the keyword that have a counter."""
    return tuple(name for name in ready(state, model) if is_for(state, model, "Command", name))


def check_mates(state: BusState, event: ModelActivated) -> Violations:
    """BUS-TRT-73: up to X models of the Pack within Y inches."""
    if not event.mates:
        return
    told = for_whom(state, event.model, "Pack")
    legal = packed(state, event.model)
    named = event.mates
    if len(set(named)) != len(named) or len(named) > told.x * bool(legal) or set(named) - set(legal):
        yield broken("BUS-TRT-73", told=named, expected=legal[: told.x] or "nobody", model=event.model)
    if told.y and event.inches is not None and event.inches > told.y:
        yield broken("BUS-TRT-73", told=event.inches, expected=told.y, model=event.model)


def called(state: BusState, event: ModelActivated, one: Acting) -> BusState:
    """This activation; the others of a Group or a Pack wait for their turn in it. Nobody has passed before it, and what
    was due before it is due no more."""
    group = grouped(state, event.model)
    mates, kind = group or event.mates, "group" if group else "pack"
    others = Band(kind, event.model, one.side, mates, contacts=one.contacts) if mates else None
    return put(state, acting=one, band=others, passed=None, played=None, shifts=())


def permitted(state: BusState, actions: Iterable[str]) -> Iterable[str]:
    """BUS-TRT-24, -73: of these actions those that a Command or a Pack leaves its members."""
    band = table(state).band
    left = OPEN_TO.get(band.kind) if band is not None else None
    return actions if left is None else [one for one in actions if one in left]


def refusals(state: BusState, model: str, action: str, cost: int) -> Violations:
    """BUS-TRT-24, -73, BUS-ACT-29: simple basic actions by Command, attacks of a Pack."""
    band = table(state).band
    if band is None:
        return
    if band.kind == "command" and (action not in BASIC or cost > 1):
        for rule in ("BUS-TRT-24", "BUS-ACT-29"):
            yield broken(rule, told=action, model=model)
    if band.kind == "pack" and action not in OF_PACK:
        yield broken("BUS-TRT-73", told=action, expected=OF_PACK, model=model)


def off_target(state: BusState, enemy: str) -> Violations:
    """BUS-TRT-73: the whole Pack has one target."""
    band = table(state).band
    if band is not None and band.kind == "pack" and band.target not in (None, enemy):
        yield broken("BUS-TRT-73", told=enemy, expected=band.target, model=band.leader)


def check_also(state: BusState, event: ActionDeclared) -> Violations:
    """BUS-TRT-73: nobody of a Pack splits its attack."""
    band = table(state).band
    if event.also and band is not None and band.kind == "pack":
        yield broken("BUS-TRT-73", told=event.also, expected=event.target, model=band.leader)


def aimless(state: BusState) -> bool:
    """BUS-ACT-07: the target of the Pack is gone before this model could act."""
    band = table(state).band
    return band is not None and band.target is not None and not stands_here(state, band.target)


def aimed(state: BusState, target: str | None) -> BusState:
    """BUS-TRT-73: the target of the first is that of all."""
    band = table(state).band
    if band is None or band.kind != "pack" or band.target is not None or target is None:
        return state
    return put(state, band=replace(band, target=target))


def guarded(state: BusState, ward: str, guard: str) -> BusState:
    """BUS-TRT-73, BUS-TRG-11: whoever stands in for the target of a Pack is the target of all that come after."""
    band = table(state).band
    return state if band is None or band.target != ward else put(state, band=replace(band, target=guard))


def check_nominees(state: BusState, event: ActionDeclared, model: str) -> Violations:
    """BUS-TRT-24: up to X within Y inches; of a Group all that can still act, or none."""
    legal, named = commandable(state, model), event.nominees
    told, most = for_whom(state, model, "Command", named), room(state, model, "Command", named)
    yield from check_named(named, legal, most, "BUS-TRT-24", model)
    for name in (
        own(state, side_of_model(state, model)) if pressed(state, side_of_model(state, model)) else ()
    ):
        if name in named and not has(state, name, "impetuous"):
            yield from (broken(rule, model=name) for rule in ("BUS-ACT-28", "BUS-COND-11"))
    missing = left_out(state, named, model)
    if missing:
        yield broken("BUS-TRT-24", told=named, expected=sorted({*named, *missing}), model=model)
        return
    if told.y and event.inches is not None and event.inches > told.y:
        yield broken("BUS-TRT-24", told=event.inches, expected=told.y, model=model)


def check_named(named: Models, legal: Models, most: int, rule: str, model: str) -> Violations:
    """Friends that an Order or a Command may be for, each named once; of too many the number is told."""
    if not named or len(set(named)) != len(named) or set(named) - set(legal):
        yield broken(rule, told=named or "nobody", expected=legal or "nobody", model=model)
    elif len(named) > most:
        yield broken(rule, told=len(named), expected=most, model=model)


def left_out(state: BusState, named: tuple[str, ...], model: str) -> set[str]:
    """BUS-TRT-24: the others of the first Group of which a Command names some but not all."""
    lacking = (set(grouped(state, name)) - {*named, model} for name in named)
    return next((names for names in lacking if names), set())


def commanded(state: BusState) -> BusState:
    """BUS-TRT-24: the nominees act; the commander's own action is over when they are done."""
    one = acting(state)
    held, contacts = replace(one, queue=one.queue[1:]), engagements(state)
    mates = Band("command", one.model, one.side, one.helps, contacts=contacts, held=held)
    return put(state, acting=None, band=replace(mates, outer=table(state).band))


def check_member(state: BusState, event: MemberChosen) -> Violations:
    """Who still has to act; nobody of a Group or a Pack fights before all have moved."""
    band = table(state).band
    assert band is not None
    legal = next_members(state)
    if event.model not in legal:
        for rule in (RULE[band.kind], "BUS-ACT-29"):
            yield broken(rule, told=event.model, expected=legal, model=band.leader)


def next_members(state: BusState) -> tuple[str, ...]:
    """Who may come next: first those that have not acted yet, then those that still have to fight."""
    band = table(state).band
    if band is None:
        return ()
    return band.waiting or tuple(one.model for one in band.fights)


def joined(state: BusState, event: MemberChosen) -> BusState:
    """The next member: its action is open, or its exchange begins."""
    band = table(state).band
    assert band is not None
    if event.model not in band.waiting:
        return fighting(state, event.model)
    waiting = tuple(name for name in band.waiting if name != event.model)
    one = Acting(
        event.model,
        band.side,
        contacts=band.contacts,
        unseen_by=event.unseen_by,
        hidden=event.hidden,
        in_zoc_of=event.in_zoc_of,
    )
    return put(state, acting=one, band=replace(band, waiting=waiting))


def fighting(state: BusState, model: str) -> BusState:
    """BUS-TRT-46, -73: the exchange of who has moved before; none if its enemy is gone."""
    band = table(state).band
    assert band is not None
    one = next(each for each in band.fights if each.model == model)
    rest = tuple(each for each in band.fights if each.model != model)
    state = put(state, acting=one, band=replace(band, fights=rest, striking=model))
    return state if has_to_fight(state, one) else with_acting(state, queue=one.queue[1:])


def has_to_fight(state: BusState, one: Acting) -> bool:
    """BUS-MEL-15: whether who acts touches an enemy that it has reached and not fought yet."""
    near = touching(state, one.model)
    return any(name in near and name not in one.fought for name in one.targets)


def waits(state: BusState) -> BusState | None:
    """BUS-TRT-46, -73: who has reached an enemy waits until everybody has moved; None where nobody has to."""
    band, one = table(state).band, acting(state)
    if band is None or one is NO_ACTING or band.kind == "command" or band.striking == one.model:
        return None
    return put(state, acting=None, band=replace(band, fights=(*band.fights, one)))


def parted(state: BusState) -> BusState:
    """One member is done: its activation within the activation is over."""
    band, one = table(state).band, acting(state)
    assert band is not None
    return put(state, acting=None, band=replace(band, last=one, striking=None))


def onward(state: BusState) -> BusState:
    """Without those that cannot act any more; the only one left to fight fights, and after the last one it is over."""
    band = table(state).band
    assert band is not None
    left = replace(
        band,
        waiting=tuple(n for n in band.waiting if stands_here(state, n) and body(state, n).counters),
        fights=tuple(one for one in band.fights if stands_here(state, one.model)),
    )
    if left != band:
        return put(state, band=left)
    if band.waiting or len(band.fights) > 1:
        return state
    if band.fights:
        return fighting(state, band.fights[0].model)
    return _over(state, band)


def _over(state: BusState, band: Band) -> BusState:
    """BUS-TURN-14: the other side is next; after a Command its leader pays for the action first."""
    if band.held is not None and stands_here(state, band.leader):
        return put(state, acting=band.held, band=band.outer)
    last = band.last or Acting(band.leader, band.side)
    if band.outer is not None:
        return put(state, acting=None, band=band.outer)
    done, following = replace(last, resolved=True, queue=()), other_side(state, band.side)
    return noted(state, "active", "BUS-TURN-14", acting=done, band=None, active=following)
