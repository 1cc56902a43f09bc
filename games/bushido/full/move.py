"""Movement (BUS-MOVE, BUS-ACT-12 to -15, -19, -23 to -25, BUS-GEN-03, BUS-SPA-04 to -08): what the players saw, against
what a move allows."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.allowed import FEATS, engaged, ignorable, in_zones
from games.bushido.full.common import (
    acting,
    acts_for,
    are_enemies,
    broken,
    has,
    in_contact,
    no_enemies,
    noted,
    put,
    stands_here,
    table,
    touching,
    without,
)
from games.bushido.full.events import ModelMoved
from games.bushido.full.fear import contact_tests
from games.bushido.full.feats import craft
from games.bushido.full.fighting.harm import clear_boosts
from games.bushido.full.fighting.specials import ABILITIES
from games.bushido.full.fighting.unreached import check_met
from games.bushido.full.printed import rule_of
from games.bushido.full.state import Acting, Figure, Shift
from games.bushido.full.steps import now, told_now
from games.bushido.full.text import marked
from games.bushido.full.traits import base, capped, prints, size_of, trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

FACTOR = {"walk": 1.0, "melee": 1.0, "run": 1.5, "charge": 2.0}
RULE = {"walk": "BUS-MOVE-02", "melee": "BUS-ACT-14", "run": "BUS-MOVE-05", "charge": "BUS-MOVE-06"}
"""The rule about zones of control on the way."""
IDEAL = 2
"""BUS-MOVE-10: inches that ideal ground adds."""
MOVES = tuple(FACTOR)
ANY_WAY = ("Sidestep Attack", "Sidestep Defence", "Eagle's Flight Defence")
"""Abilities whose mover picks the direction; all others move on the line through both centres (BUS-MOVE-03)."""
SHIFT = "shift"
"""The step at which a special attack or defence moves somebody."""
ROUGH, UNSTABLE = 2, 4
"""BUS-MOVE-09: what an inch of difficult ground costs."""


def check_model_moved(state: BusState, event: ModelMoved, by: Actor) -> Violations:
    """The model whose move it is, then its length, its line and whom it comes near."""
    return first_broken(
        told_now(state, by, None, *MOVES, SHIFT, rule=_refused_walk(state)),
        _check_teller(state, event, by),
        _check_mover(state, event),
        _check_shift(state, event) if _shifted(state) else _check_way(state, event, now(state)),
    )


def _refused_walk(state: BusState) -> str:
    """BUS-ACT-17: who did not get away does not walk."""
    return "BUS-ACT-17" if acting(state).action == "disengage" else ""


def _shifted(state: BusState) -> Shift | None:
    """The forced move that is due."""
    return table(state).shifts[0] if state.full is not None and table(state).shifts else None


def _check_teller(state: BusState, event: ModelMoved, by: Actor) -> Violations:
    """BUS-LOG-03: the model's own side tells its move; a forced one anybody at the table."""
    if _shifted(state) is None:
        yield from acts_for(state, by, event.model)


def _check_mover(state: BusState, event: ModelMoved) -> Violations:
    shift = _shifted(state)
    due = shift.model if shift is not None else acting(state).model or None
    if event.model != due:
        yield RuleViolation("BUS-LOG-04", {"model": event.model})
        return
    met = dict.fromkeys((*event.contact, *event.enters, *event.seen_by))
    for name in no_enemies(state, event.model, met):
        yield RuleViolation("BUS-LOG-04", {"model": name})


def _check_shift(state: BusState, event: ModelMoved) -> Violations:
    """BUS-SPA-04 to -08: as far as the ability says, or less where something stops it."""
    shift = _shifted(state)
    assert shift is not None
    if shift.inches is not None and event.inches > shift.inches:
        rule = "BUS-SPA-06" if ABILITIES[shift.name].throws else "BUS-SPA-07"
        for one in (rule, "BUS-SPA-04"):
            yield broken(one, told=event.inches, expected=shift.inches, model=event.model)
    elif shift.inches is not None and event.inches < shift.inches and not (shift.optional or _halted(event)):
        for one in ("BUS-SPA-04", "BUS-SPA-05", "BUS-SPA-08", "BUS-MOVE-08"):
            yield broken(one, told=event.inches, expected=shift.inches, model=event.model)
    if not event.straight and shift.name not in ANY_WAY:
        for one in ("BUS-MOVE-03", "BUS-SPA-04"):
            yield broken(one, told="not_straight", model=event.model)


def _halted(event: ModelMoved) -> bool:
    """BUS-SPA-05 to -08, BUS-MOVE-08: a model, impassable terrain or the edge of the table was in the way."""
    return event.fell or event.hits is not None or event.stopped is not None or bool(event.contact)


def _check_way(state: BusState, event: ModelMoved, kind: str) -> Violations:
    one = acting(state)
    yield from _check_length(state, event, kind)
    yield from _check_contacts(state, event, one, kind)
    yield from _check_zones(state, event, one, kind)
    if has(state, event.model, "held") and event.inches:
        yield broken("BUS-MOVE-12", told=event.inches, model=event.model)
    if not event.straight:
        yield from _check_bent(state, event, one, kind)


def _check_bent(state: BusState, event: ModelMoved, one: Acting, kind: str) -> Violations:
    """BUS-MOVE-03 to -06: who may not change direction on its way."""
    if kind in ("run", "charge"):
        yield broken(RULE[kind], told=kind, model=event.model)
    elif in_zones(state, one) and not _minds_none(state, event, kind):
        for rule in ("BUS-MOVE-04", "BUS-MOVE-03"):
            yield broken(rule, told=kind, model=event.model)


def _minds_none(state: BusState, event: ModelMoved, kind: str) -> bool:
    """BUS-MOVE-04, BUS-ACT-15, BUS-TRT-23, -39, -56: whether this move ignores zones of control: by a trait, since it
    leaves contact, or as it goes round the base of an enemy that it fights."""
    if any(trait(state, event.model, name) for name in ("Evasive", "Cloudwalk", "Intangible")):
        return True
    touched = touching(state, event.model)
    return (kind == "melee" and bool(touched)) or not set(touched) <= set(event.contact)


def move_of(state: BusState, model: str) -> Figure:
    """BUS-ACT-23, BUS-GEN-04, BUS-KI-12: the Move of a model with its boosts."""
    told = Figure(base(state, model, "move") or 0, table(state).why.get(f"{model}.move", ()))
    return capped(state, model, "move", told.plus(table(state).boosts.get(f"{model}.move", 0), "BUS-KI-12"))


def _check_length(state: BusState, event: ModelMoved, kind: str) -> Violations:
    """BUS-MOVE-09 to -11: what the way costs, and how far the move goes."""
    told = move_of(state, event.model)
    helped = event.ideal and kind != "melee"
    most = told.value * FACTOR[kind] + (IDEAL if helped else 0)
    inch, why = _rough(state, event, kind)
    costs = event.inches + event.difficult * (inch - 1)
    if costs > most or event.difficult > event.inches:
        yield broken("BUS-MOVE-11", told=costs, expected=most, model=event.model)
        ideal = ("BUS-MOVE-10",) if event.ideal else ()
        half = ("BUS-GEN-03",) if kind == "run" else ()
        own = ("BUS-ACT-13", "BUS-MOVE-01") if kind == "melee" else ()
        for rule in (*told.why, *why, *ideal, *half, *own):
            yield broken(rule, told=costs, expected=most, model=event.model)


def _rough(state: BusState, event: ModelMoved, kind: str) -> tuple[int, tuple[str, ...]]:
    """BUS-MOVE-09, BUS-TRT-23, -56, -66, -105: what an inch of difficult ground costs here (13-10)."""
    if not event.difficult or (kind == "melee" and state.edition != "reference"):
        return 1, ()
    light, unsteady = (trait(state, event.model, name) for name in ("Lightfooted", "Unstable"))
    above = trait(state, event.model, "Cloudwalk") or trait(state, event.model, "Intangible")
    if above is not None:
        return 1, above.why
    if light and unsteady:
        return ROUGH, ("BUS-MOVE-09", "BUS-TRG-08", *light.why, *unsteady.why)
    if light:
        return 1, light.why
    rough = ("BUS-MOVE-09", "BUS-TER-02")
    return (UNSTABLE, (*rough, *unsteady.why)) if unsteady else (ROUGH, rough)


def _check_contacts(state: BusState, event: ModelMoved, one: Acting, kind: str) -> Violations:
    """BUS-MOVE-02, BUS-ACT-12, -19, -24: whom a move may touch at its end."""
    touched = touching(state, event.model)
    fresh = [name for name in event.contact if name not in touched]
    if kind in ("walk", "run") and fresh:
        yield broken("BUS-MOVE-02" if kind == "walk" else "BUS-ACT-19", told=fresh, model=event.model)
    if kind in ("charge", "melee") and [name for name in fresh if name not in one.targets]:
        yield broken("BUS-ACT-12", told=fresh, expected=one.targets, model=event.model)
    yield from check_met(one, event.contact)
    aimed = aimed_at(state, one)
    reached = any(name in aimed for name in event.contact)
    if kind == "charge" and aimed and not reached and state.edition == "reference":
        yield broken("BUS-ACT-24", told="nobody", expected=aimed, model=event.model)
    yield from _check_left(state, event, one, kind)
    kept = [name for name in event.contact if name in touched]
    agile = trait(state, event.model, "Agile") if kept and kind in ("walk", "run", "charge") else None
    if agile is not None and slips_away(state, event.model, one):
        yield from (broken(rule, told=kept, model=event.model) for rule in agile.why)


def aimed_at(state: BusState, one: Acting) -> tuple[str, ...]:
    """BUS-COND-24: the targets of an action without those that have become friends of whoever acts."""
    return tuple(name for name in one.targets if are_enemies(state, one.model, name))


def slips_away(state: BusState, model: str, one: Acting) -> bool:
    """BUS-TRT-03: whether an Agile model goes by its freedom to leave: not by a Disengage or a feat for contact."""
    if not trait(state, model, "Agile"):
        return False
    feat = craft.feat_of(state, model, one.feat)
    near = one.action in FEATS and "NB" not in ((feat.limits if feat is not None else None) or ())
    return one.action != "disengage" and not near


def _check_left(state: BusState, event: ModelMoved, one: Acting, kind: str) -> Violations:
    """BUS-ACT-15: who goes for another enemy and does not reach it fights the one that it touched. That nobody walks
    out of contact by a feat (BUS-MOVE-02) is offered so, and not refused: standing logs have such walks."""
    near = engaged(state, event.model) if kind == "melee" else ()
    if near and not set(event.contact) & {*near, *one.targets}:
        yield broken("BUS-ACT-15", told="nobody", expected=near, model=event.model)


def _check_zones(state: BusState, event: ModelMoved, one: Acting, kind: str) -> Violations:
    """BUS-MOVE-02, -05, -06, BUS-ACT-14, BUS-TRT-93: zones of control that a move may not enter; inside that of its
    target a model need not mind others."""
    if not event.enters or _minds_none(state, event, kind):
        return
    entered = []
    for name in event.enters:
        if name in one.targets:
            break
        if not ignorable(state, name):
            entered.append(name)
    if entered:
        lost = prints(state, event.model, "Evasive")
        yield broken(RULE[kind], told=entered, model=event.model)
        yield broken("BUS-GEN-16", told=entered, model=event.model)
        yield from (broken(rule, told=entered, model=event.model) for rule in rule_of("Evasive") if lost)


def on_model_moved(state: BusState, event: ModelMoved) -> BusState:
    """The next part of the action: tests of Fear, an exchange with whom it reached, or its end. Older logs tell of
    moves up to enemies that are touched already, for which nobody waits any more."""
    shift = _shifted(state)
    if shift is not None:
        return shifted(state, event, shift)
    if table(state).exchange is not None:
        return state
    one = acting(state)
    before, near = touching(state, event.model), engaged(state, event.model)
    state = clear_boosts(in_contact(state, event.model, event.contact))
    moved = replace(one, moved=True, seen_by=event.seen_by, queue=one.queue[1:])
    if "fight" not in one.queue:
        return put(state, acting=moved)
    reached = tuple(name for name in one.targets if name in event.contact)
    fights = reached or tuple(name for name in (*near, *before) if name in event.contact)[:1]
    if not fights:
        return put(state, acting=replace(moved, queue=()))
    state = put(state, acting=replace(moved, targets=fights, queue=("fight",)))
    if state.edition == "reference":
        return state
    for enemy in reached:
        if enemy not in before:
            state = contact_tests(state, event.model, enemy)
    return state


def shifted(state: BusState, event: ModelMoved, shift: Shift) -> BusState:
    """BUS-SPA-04 to -08, BUS-COND-10, BUS-DMG-13: moved by a special ability, and what that does."""
    touched = (*event.contact, *((shift.towards,) if shift.towards and shift.inches is None else ()))
    before = touching(state, event.model)
    state = put(in_contact(state, event.model, touched), shifts=table(state).shifts[1:])
    for name in (one for one in touched if one not in before):
        state = noted(noted(state, f"{name}.test", "BUS-TEST-16"), f"{event.model}.test", "BUS-TEST-16")
    if has(state, event.model, "immobilised"):
        state = without(state, event.model, "immobilised", "BUS-COND-10")
    if ABILITIES[shift.name].throws:
        state = _thrown(state, event)
    return _fallen(state, event.model) if event.fell else state


def _fallen(state: BusState, model: str) -> BusState:
    """BUS-DMG-13, BUS-TER-07: who falls is Prone, and its wounds are not halved. BUS-MEL-22, -24: whom an attack or a
    defence knocks down so strikes no more in that exchange."""
    full, low = table(state), has(state, model, "prone")
    state = marked(state, model, "prone", 1, 0, None, "BUS-DMG-13", "BUS-TER-07")
    harm, fight = full.harm, full.exchange
    state = put(state, harm=replace(harm, fell=True)) if harm is not None else state
    if fight is not None and not low and has(state, model, "prone"):
        state = put(state, exchange=replace(fight, floored=(*fight.floored, model)))
    return state


def _thrown(state: BusState, event: ModelMoved) -> BusState:
    """BUS-SPA-06: who is thrown into a model of the same size or a smaller one knocks it down too."""
    if event.hits is None or not stands_here(state, event.hits):
        return state
    mine, theirs = size_of(state, event.model), size_of(state, event.hits)
    if mine is None or theirs is None or theirs.value > mine.value:
        return state
    return marked(state, event.hits, "prone", 1, 0, None, "BUS-SPA-06")
