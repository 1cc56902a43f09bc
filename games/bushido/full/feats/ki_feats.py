"""Ki feats (BUS-KI-02 to -10, -15, -16, BUS-GEN-09, -12): when one may be used, what it costs, whom it may target."""

from __future__ import annotations

from games.bushido.full import duel, windows
from games.bushido.full.allowed import (
    FEATS,
    disguised_from,
    engaged,
    has_to_leave,
    hidden_from,
    in_zones,
    sightless,
)
from games.bushido.full.common import (
    acting,
    acts_for,
    agree,
    at_full,
    broken,
    flagged,
    has,
    markers,
    noted,
    own,
    put,
    sheet,
    side_of_model,
    stands_here,
    table,
    with_acting,
)
from games.bushido.full.events import ActionDeclared, KiFeatUsed
from games.bushido.full.feats import cardplay, craft
from games.bushido.full.feats.craft import Craft
from games.bushido.full.feats.moments import instant, stands_by
from games.bushido.full.fighting.harm import purse, with_ki
from games.bushido.full.state import NO_ACTING, Acting, Duel, Figure, Test
from games.bushido.full.steps import now
from games.bushido.full.surprise import caught
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations
from games.bushido.profiles import Feat
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

QUICK = ("I", "A")
TARGETED, OPPOSED = "disguise_feat", "disguise_duel"
"""BUS-COND-26: what the Ki test of the active model against a Disguised target of its feat decides; an opposed one is
still to be won."""


def of_declaration(event: ActionDeclared, model: str) -> Craft:
    """The feat of an action."""
    return Craft(model, event.feat or "", event.x, event.cost, event.believers, event.disturbed_by)


def of_use(event: KiFeatUsed) -> Craft:
    """The feat of a moment."""
    return Craft(event.model, event.feat, event.x, event.cost, event.believers, event.disturbed_by)


def due(state: BusState, told: Craft) -> Figure:
    """BUS-KI-02, -06: what the feat costs; of cost X the X that is declared, of an unknown one what is told."""
    feat = craft.feat_of(state, told.model, told.feat)
    printed = feat.cost if feat is not None else None
    if printed is None:
        if told.x is None:
            return Figure(told.cost or 0, ("BUS-KI-02",))
        printed = told.x
    return craft.price(state, told.model, printed, told.believers, told.disturbed)


def check_declared(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-KI-03: a Simple or Complex feat of the card as the action of the active model."""
    timing, told = FEATS[event.action], of_declaration(event, one.model)
    if event.feat is None:
        yield broken("BUS-KI-03", told="nothing", model=one.model)
        return
    feat = craft.feat_of(state, one.model, event.feat)
    if not _printed_so(state, one.model, feat, (timing,)):
        yield _misused(feat, one.model, event.feat, timing)
        return
    still = feat is not None and "NM" in (feat.limits or ())
    if still and event.walk != "none":
        yield broken("BUS-KI-03", told=event.walk, expected="no_walk", model=one.model)
    near = feat is not None and "NB" in (feat.limits or ())
    if near and has(state, one.model, "held"):
        for rule in ("BUS-ACT-26", "BUS-COND-09"):
            yield broken(rule, told=event.feat, model=one.model)
    if near and event.walk == "none" and has_to_leave(state, one.model):
        yield broken("BUS-TRT-03", told=event.feat, model=one.model)
    stays = event.walk == "none" or has(state, one.model, "held")
    if in_zones(state, one) and stays and not engaged(state, one.model):
        yield broken("BUS-ACT-11", told=in_zones(state, one), model=one.model)
    yield from _check_use(state, told, feat)


def _printed_so(state: BusState, model: str, feat: Feat | None, timings: tuple[str, ...]) -> bool:
    """Whether the card has the feat with this timing; what nobody knows is taken as told (BUS-LOG-08)."""
    if feat is None:
        return sheet(state, model).feats is None
    return feat.timing in (None, *timings)


def _misused(feat: Feat | None, model: str, name: str, timing: str | None = None) -> RuleViolation:
    """BUS-KI-03, -04: the card has no such feat, it is no action, or it is one of the other kind."""
    if feat is None:
        return RuleViolation("BUS-KI-03", {"absent": name, "whose": model})
    if timing is not None and feat.timing in QUICK:
        return broken("BUS-KI-04", told=name, model=model)
    return broken("BUS-KI-03", told=name, expected=timing, model=model)


def _check_use(state: BusState, told: Craft, feat: Feat | None) -> Violations:
    """BUS-KI-02, -05, -10, -15: limits, contact, tokens; what is told of the cost."""
    if feat is not None:
        yield from craft.closed(state, told.model, feat)
        if "NB" in (feat.limits or ()) and engaged(state, told.model):
            yield broken("BUS-KI-05", told=engaged(state, told.model), model=told.model)
    yield from craft.check_near(state, told.model, told.believers, told.disturbed)
    cost = due(state, told)
    left = purse(state, told.model) - cost.value
    if cost.value and (feat is None or feat.cost is None) and has(state, told.model, "controlled"):
        yield broken("BUS-KI-10", told=cost.value, expected=0, model=told.model)
    yield from craft.check_tokens(state, told.model, cost)
    yield from agree(told.cost, cost, model=told.model)
    if left == 0 and cost.value and trait(state, told.model, "Kami"):
        yield broken("BUS-KI-15", model=told.model)


def paid_for(state: BusState, told: Craft) -> BusState:
    """BUS-KI-02, -05: tokens at once, and the marks of once a turn and once a game."""
    cost, feat = due(state, told), craft.feat_of(state, told.model, told.feat)
    state = with_ki(state, told.model, -cost.value, *cost.why) if cost.value else state
    marks = [
        limit for limit in (craft.ONCE_A_TURN, craft.ONCE_A_GAME) if feat and limit in (feat.limits or ())
    ]
    return flagged(state, told.model, *(f"{limit}:{told.feat}" for limit in marks)) if marks else state


def check_ki_feat_used(state: BusState, event: KiFeatUsed, by: Actor) -> Violations:
    """BUS-KI-03, -04, -07, -16: the feat of the action in progress, or a quick one when it may be used."""
    return first_broken(
        at_full(state),
        acts_for(state, by, event.model),
        _check_spender(state, event.model),
        _check_moment(state, event),
        _check_target(state, event),
        cardplay.check_trap(state, event.feat, _is_trap(event)),
    )


def _is_trap(event: KiFeatUsed) -> bool:
    """BUS-GEN-22."""
    return event.feat.casefold() in cardplay.TRAPS


def in_action(state: BusState, model: str, feat: str) -> bool:
    """Whether the match waits for this feat of the active model."""
    one = acting(state)
    return now(state) == "feat" and (one.model, one.feat) == (model, feat)


def _check_spender(state: BusState, model: str) -> Violations:
    """BUS-KI-10, BUS-GEN-13: nobody Elsewhere or Surprised."""
    if not stands_here(state, model) or caught(state, model):
        yield broken("BUS-KI-10", model=model)


def may_use(state: BusState, model: str) -> bool:
    """Whether a model may use a quick feat in the window that is open."""
    if not instant(state) or stands_by(state, model) or any(_check_spender(state, model)):
        return False
    return not any(windows.check(state, side_of_model(state, model)))


def targets(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-KI-07, BUS-TRT-18: whom a feat of a model may be aimed at."""
    there = (name for name in state.models if stands_here(state, name))
    seen = (name for name in there if not sightless(state, model, name))
    return tuple(name for name in seen if not any(_hidden(state, model, name)))


def _hidden(state: BusState, model: str, target: str) -> Violations:
    """Enemies that a model may not target."""
    one = acting(state)
    if target in own(state, side_of_model(state, model)):
        return
    if one.model == model:
        yield from hidden_from(state, one, target)
    else:
        yield from disguised_from(state, model, target)


def _check_moment(state: BusState, event: KiFeatUsed) -> Violations:
    if in_action(state, event.model, event.feat):
        return
    feat = craft.feat_of(state, event.model, event.feat)
    if not _printed_so(state, event.model, feat, QUICK):
        yield _misused(feat, event.model, event.feat)
        return
    side = side_of_model(state, event.model)
    yield from _check_window(state, event)
    if feat is not None and feat.timing == "A" and not windows.may_act(state, side):
        yield broken("BUS-KI-04", told=side, expected=windows.active_side_now(state), model=event.model)
    yield from windows.check(state, side)
    yield from _check_use(state, of_use(event), feat)


def _check_window(state: BusState, event: KiFeatUsed) -> Violations:
    """BUS-KI-16, BUS-GEN-09: inside an exchange or a ranged attack only at its windows."""
    if not instant(state):
        for rule in ("BUS-KI-16", "BUS-GEN-09"):
            yield broken(rule, told=event.feat, model=event.model)
    if stands_by(state, event.model):
        fight = table(state).exchange
        both = (fight.active, fight.other) if fight is not None else ()
        for rule in ("BUS-MEL-23", "BUS-KI-16"):
            yield broken(rule, told=event.feat, expected=both, model=event.model)


def _check_target(state: BusState, event: KiFeatUsed) -> Violations:
    """BUS-KI-07, BUS-GEN-12: a target in sight where the feat has one; whether it is in range decides what follows."""
    feat = craft.feat_of(state, event.model, event.feat)
    if not craft.aims(feat):
        return
    if event.target is None or not stands_here(state, event.target):
        yield broken("BUS-KI-07", told=event.target or "nobody", model=event.model)
        return
    blind = sightless(state, event.model, event.target)
    if blind or (not event.sees and event.target != event.model):
        for rule in ("BUS-KI-07", "BUS-GEN-12", *blind):
            yield broken(rule, told=event.target, model=event.model)
    yield from _hidden(state, event.model, event.target)


def on_ki_feat_used(state: BusState, event: KiFeatUsed) -> BusState:
    """BUS-KI-07, -08: out of range it fails, tokens lost; an opposed one has to be won."""
    feat = craft.feat_of(state, event.model, event.feat)
    state = cardplay.trapped(state, event.feat, _is_trap(event))
    one = acting(state)
    if in_action(state, event.model, event.feat):
        state = with_acting(state, queue=one.queue[1:])
    else:
        state = paid_for(windows.spoke(state, side_of_model(state, event.model)), of_use(event))
    if feat is None or not craft.aims(feat) or event.target is None:
        return state
    reach = craft.reach_of(feat)
    if reach is not None and event.inches is not None and event.inches > reach:
        return noted(state, "duel", "BUS-KI-07") if craft.opposed(feat) else state
    hides = markers(state, event.target, "disguised") if one.model == event.model else ()
    if hides and event.target not in own(state, side_of_model(state, event.model)):
        then = OPPOSED if craft.opposed(feat) else TARGETED
        test = Test("ki", event.model, then, max(one.value for one in hides), event.target)
        return put(state, tests=(*table(state).tests, test))
    if not craft.opposed(feat) or (has(state, event.model, "prone") and event.target == event.model):
        return state
    return duel.opened(state, Duel(event.model, event.target, side=_begun_by(state, feat, event.model)))


def _begun_by(state: BusState, feat: Feat, model: str) -> str:
    """BUS-KI-04, BUS-TURN-14: the side of an Active feat that is used between two activations: it is the active one,
    and the model of the other side that acted before is active no more. Empty for any other feat."""
    one, side = acting(state), side_of_model(state, model)
    return side if feat.timing == "A" and one.resolved and one.side != side else ""


def unaimed(state: BusState) -> BusState:
    """A feat of an action that has no target asks for nothing more."""
    one = acting(state)
    if one is NO_ACTING or craft.aims(craft.feat_of(state, one.model, one.feat)):
        return state
    return with_acting(state, queue=one.queue[1:])
