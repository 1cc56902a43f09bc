"""The End phase (BUS-TURN-18 to -23, BUS-OBJ-10, -16, BUS-ZONE, BUS-SCORE-02, -05, BUS-VIM-10, BUS-END-01, -06)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.awards import awards_due, in_order
from games.bushido.chapters.finish import due_reason, ended, is_over
from games.bushido.chapters.objectives import (
    CHOSEN,
    bound,
    candidates,
    forgotten,
    gone,
    rule_of_decreasing,
    worth,
)
from games.bushido.chapters.turns import winner
from games.bushido.chapters.vim import OF_HIDDEN, stands, vim_of
from games.bushido.full.common import (
    agree,
    body,
    broken,
    in_play,
    lessened,
    markers,
    noted,
    put,
    sheet,
    side_of_model,
    stands_here,
    table,
    with_bodies,
    without,
)
from games.bushido.full.events import ObjectiveRemoved, TurnEnded, VimMeasured, ZoneCleared, ZoneCounted
from games.bushido.full.fear import RETEST, automatic
from games.bushido.full.feats.craft import ONCE_A_TURN
from games.bushido.full.fighting.damage import softened
from games.bushido.full.fighting.harm import healed, last_stands, marks_left, wounded
from games.bushido.full.fighting.leave import removed
from games.bushido.full.state import Body, Figure, Test
from games.bushido.full.steps import card_of, to_measure, told_now
from games.bushido.full.terms import HARMFUL
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations, both_sides, seated
from games.bushido.profiles import Cost
from games.bushido.scenarios import VIM_CONDITIONS, Award, unlike
from games.bushido.state import BusState, facts_of, other_side, points, with_award, with_side
from games.judging import first_broken, repeated
from games.ruleset import Actor, RuleViolation

TURN_FLAGS = ("ran", "shot", "channel", "leech", "virtue", "cultist")
"""What a model did in this turn: forgotten in END 3 (BUS-TURN-21)."""
ENDING = {"berserk": None, "blind": None, "stunned": 1}
"""BUS-COND-01, -03, -17: markers that go in END 3, and how many of them."""
RULES = {"berserk": "BUS-COND-01", "blind": "BUS-COND-03", "stunned": "BUS-COND-17"}


def end_effects(state: BusState) -> BusState:
    """END 1, BUS-TURN-19: what harms first: Last Stands, and tests of the Frightened, the first active player's
    first."""
    state = last_stands(state)
    tests = []
    for name in in_turn(state):
        values = [one.value for one in markers(state, name, "frightened")]
        if not values:
            continue
        value = _feared(state, values)
        if not value or automatic(state, name, None, value):
            state = without(state, name, "frightened", "BUS-TEST-18", "BUS-COND-08")
        else:
            tests.append(Test("fear", name, RETEST, value))
    return put(state, step="end_rest", tests=tuple(tests))


def _feared(state: BusState, values: list[int]) -> int:
    """BUS-TEST-18: the highest value since it became Frightened; by the reference the one that was failed then (13-03);
    0 where none is stored."""
    if state.edition == "reference":
        return next((value for value in values if value), 0)
    return max(values)


def in_turn(state: BusState) -> list[str]:
    """The models in play, those of the first active player first (decision 8-07)."""
    there = [name for name in state.models if in_play(state, name)]
    first = table(state).first
    return sorted(there, key=lambda name: side_of_model(state, name) != first)


def end_rest(state: BusState) -> BusState:
    """END 1: then what helps (BUS-TRT-82), but nobody who is to come back without wounds (BUS-GEN-27); the damage of
    END 2 is next."""
    order = in_turn(state)
    for name in order:
        told = trait(state, name, "Regenerate")
        if told is not None and not trait(state, name, "Kami") and marks_left(state, name):
            state = healed(state, name, told.value, *told.why, "BUS-TURN-19")
    marked = [name for name in order if body(state, name).markers]
    ailing = (each for name in marked for kind in HARMFUL for each in _removals(state, name, kind))
    return put(state, step="end_damage", ailing=tuple(ailing))


def _removals(state: BusState, name: str, kind: str) -> list[tuple[str, str]]:
    """BUS-COND-22: one marker goes, and another one while three or more are left."""
    number = len(markers(state, name, kind))
    return [(name, kind)] * (max(1, number - 2) if number else 0)


def end_damage(state: BusState) -> BusState:
    """END 2, BUS-TURN-20, BUS-COND-22: one marker after the other, and a test of Rise in between."""
    full = table(state)
    if not full.ailing:
        return put(state, step="expiry")
    (name, kind), *rest = full.ailing
    state = put(state, ailing=tuple(rest))
    return ailed(state, name, kind) if in_play(state, name) and markers(state, name, kind) else state


def ailed(state: BusState, name: str, kind: str) -> BusState:
    """BUS-COND-22, BUS-DMG-14: the highest marker goes and wounds; fire asks for no Tough."""
    value = max(one.value for one in markers(state, name, kind))
    rule = HARMFUL[kind]
    state = without(state, name, kind, rule, "BUS-COND-22", number=1)
    fire = kind == "on_fire"
    why = (rule, "BUS-COND-22", "BUS-TURN-20", *(("BUS-DMG-14",) if fire else ()))
    told = softened(state, name, Figure(value, why), Figure(0), tough=not fire)
    return wounded(state, name, told.value, None, *told.why)


def expiry(state: BusState) -> BusState:
    """END 3, BUS-TURN-21: whatever lasts until the End phase ends."""
    bodies: dict[str, Body] = {}
    why: dict[str, tuple[str, ...]] = {}
    for name, one in table(state).bodies.items():
        if in_play(state, name):
            bodies[name], rules = _expired(name, one)
            why |= rules
    return put(with_bodies(state, bodies, why), step="score")


def _expired(name: str, one: Body) -> tuple[Body, dict[str, tuple[str, ...]]]:
    """A model without what has ended, and the rules behind its figures."""
    why: dict[str, tuple[str, ...]] = {}
    for kind, number in ENDING.items() if one.markers else ():
        left = lessened(one.markers, kind, number)
        if len(left) < len(one.markers):
            one = replace(one, markers=left)
            why[f"{name}.{kind}"] = ("BUS-TURN-21", RULES[kind])
    flags = tuple([flag for flag in one.flags if flag not in TURN_FLAGS and not _is_of_turn(flag)])
    effects = tuple([each for each in one.effects if each.until == "game"])
    over = bool(one.effects) and any(each.what == "move" and each not in effects for each in one.effects)
    why[f"{name}.move"] = ("BUS-GEN-10", "BUS-TURN-21") if over else ()
    why[f"{name}.counters"] = ("BUS-TURN-21",)
    return replace(one, flags=flags, effects=effects, orochi=0, counters=0), why


def _is_of_turn(flag: str) -> bool:
    """BUS-KI-05: the mark of a feat that was used once in this turn."""
    return flag.startswith(f"{ONCE_A_TURN}:")


def _unmarked(state: BusState) -> BusState:
    """BUS-KI-05: a feat that was used after END 3, when the marks go, was used in the turn that is over."""
    bodies = {
        name: replace(one, flags=tuple(flag for flag in one.flags if not _is_of_turn(flag)))
        for name, one in table(state).bodies.items()
        if any(_is_of_turn(flag) for flag in one.flags)
    }
    return with_bodies(state, bodies, {}) if bodies else state


def check_zone_counted(state: BusState, event: ZoneCounted, by: Actor) -> Violations:
    """BUS-ZONE-01, -03, -04: each zone once, and models that are on the battlefield."""
    return first_broken(
        told_now(state, by, None, "zones_held"),
        _check_zone(state, event),
        _check_inside(state, event),
        agree(event.controller, controller(state, event.inside), "BUS-ZONE-01", *_prices(state, event)),
    )


def _prices(state: BusState, event: ZoneCounted) -> tuple[str, ...]:
    """The rules behind the rice of either side."""
    return tuple(rule for side in state.sides for rule in rice_of(state, side, event.inside).why)


def _check_zone(state: BusState, event: ZoneCounted) -> Violations:
    open_ = [name for name in state.zones if name not in table(state).counted]
    if event.zone not in open_:
        yield RuleViolation("BUS-ZONE-02", {"zone": event.zone, "expected": open_ or "nothing"})


def _check_inside(state: BusState, event: ZoneCounted) -> Violations:
    """BUS-LOG-04, BUS-ZONE-03: models on the battlefield, each once."""
    for name in sorted(repeated(event.inside)):
        yield RuleViolation("BUS-LOG-04", {"model": name})
    for name in event.inside:
        if not in_play(state, name):
            yield RuleViolation("BUS-LOG-04", {"model": name})
        elif not stands_here(state, name):
            yield broken("BUS-ZONE-03", model=name)


def controller(state: BusState, inside: tuple[str, ...]) -> str | None:
    """BUS-ZONE-01: who has strictly more rice and strictly more models."""
    rice = {side: rice_of(state, side, inside).value for side in state.sides}
    models = {side: sum(side_of_model(state, name) == side for name in inside) for side in state.sides}
    for side in state.sides:
        other = other_side(state, side)
        if rice[side] > rice[other] and models[side] > models[other]:
            return side
    return None


def price_of(state: BusState, model: str) -> Cost | None:
    """BUS-ZONE-04: the printed price; of a model in two forms that of the form which has one."""
    own, card, sheets = sheet(state, model).cost, card_of(state, model), table(state).sheets
    if own is not None and own.value is not None:
        return own
    forms = (
        one.cost
        for name, one in sheets.items()
        if name in sheet(state, model).same_model_as or card in one.same_model_as
    )
    return next((cost for cost in forms if cost is not None and cost.value is not None), own)


def rice_of(state: BusState, side: str, inside: tuple[str, ...]) -> Figure:
    """BUS-ZONE-03, -04: printed costs; one that was paid for several models counts where all of them are."""
    mine = [name for name in inside if side_of_model(state, name) == side]
    total = Figure(0)
    counted: set[str] = set()
    for name in mine:
        card = card_of(state, name)
        cost = price_of(state, name)
        rice = cost.value if cost is not None else state.models[name].facts.rice
        together = {card, *(cost.together if cost is not None else ())}
        mates = [one for one in state.models if state.models[one].side == state.models[name].side]
        paid = [one for one in mates if card_of(state, one) in together]
        if cost is None or cost.kind == "Ea" or len(paid) == 1:
            total = total.plus(rice or 0)
        elif card not in counted:
            whole = (rice or 0) if set(paid) <= set(mine) else 0
            total, counted = Figure(total.value + whole, (*total.why, "BUS-ZONE-04")), counted | together
    return total


def on_zone_counted(state: BusState, event: ZoneCounted) -> BusState:
    """BUS-ZONE-02, -05: scenario points of the controller by the alignment of the zone."""
    side = controller(state, event.inside)
    full, zone = table(state), state.zones[event.zone]
    state = put(state, counted={**full.counted, event.zone: side})
    state = replace(state, zones={**state.zones, event.zone: replace(zone, controller=side)})
    if side is None:
        return state
    one = state.sides[side]
    state = with_side(state, side, sp=one.sp + worth(zone.alignment, side))
    return noted(state, "points", "BUS-ZONE-02", "BUS-ZONE-05", "BUS-SCORE-01")


def check_zone_cleared(state: BusState, event: ZoneCleared, by: Actor) -> Violations:
    """BUS-SCN-17: in the End phase of The Duel; models on the battlefield that are no VIM."""
    return first_broken(told_now(state, by, None, "close", rule="BUS-SCN-17"), _check_cleared(state, event))


def _check_cleared(state: BusState, event: ZoneCleared) -> Violations:
    legal = intruders(state)
    for name in event.inside:
        if name not in legal:
            yield unlike(facts_of(state), "cleared", legal or "nobody", name)


def intruders(state: BusState) -> tuple[str, ...]:
    """BUS-SCN-17, BUS-VIM-07: the models that may not stand in the zone; who came back is no VIM any more."""
    if not facts_of(state).vim_ring:
        return ()
    vims = [vim_of(state, side) for side in state.sides]
    return tuple(
        name
        for name in state.models
        if stands_here(state, name) and not (name in vims and stands(state, name))
    )


def on_zone_cleared(state: BusState, event: ZoneCleared) -> BusState:
    for name in event.inside:
        state = removed(state, name, None, "BUS-SCN-17", "BUS-DMG-09")
    return state


def check_vim_measured(state: BusState, event: VimMeasured, by: Actor) -> Violations:
    """BUS-VIM-10."""
    at = told_now(state, by, None, "distances")
    return first_broken(at, _check_measured(state, event))


def _check_measured(state: BusState, event: VimMeasured) -> Violations:
    if event.side not in to_measure(state) or event.side in table(state).measured:
        yield RuleViolation("BUS-VIM-10", {"side": event.side})


def on_vim_measured(state: BusState, event: VimMeasured) -> BusState:
    return put(state, measured={**table(state).measured, event.side: event.inches})


def awarded(state: BusState) -> BusState:
    """BUS-SCORE-02, -05: the next group of awards, with what goes away after each; then the End phase can be closed."""
    full = table(state)
    due = awards_due(state)
    if full.group >= len(in_order(due)):
        return put(state, step="close")
    award = in_order(due)[full.group]
    state = put(state, group=full.group + 1)
    if award.condition in OF_HIDDEN and state.vim_kind == "hidden":
        return replace(state, waiting=(*state.waiting, award.id))
    side = winner(state, award, table(state).measured)
    if side is None:
        return state
    state = with_award(state, side, award)
    return state if award.condition in VIM_CONDITIONS else _decreasing(state, award, side)


def _decreasing(state: BusState, award: Award, scorer: str) -> BusState:
    """BUS-OBJ-10, -16: where it is a choice, somebody has to make it."""
    if not candidates(state, scorer):
        return state
    names = bound(state, scorer)
    if names:
        return gone(state, names)
    return put(state, removal=(award.id, other_side(state, scorer)))


def check_objective_removed(state: BusState, event: ObjectiveRemoved, by: Actor) -> Violations:
    """BUS-OBJ-10, -16: by the side that did not score, one that may go; with `scorer` one has to."""
    return first_broken(
        told_now(state, by, event.side, "removal", *(("close",) if may_remove(state) else ())),
        _check_removal(state, event),
    )


def may_remove(state: BusState) -> bool:
    """BUS-OBJ-10, -16: whether an award has left somebody an objective to take away."""
    return state.full is not None and state.full.removal is not None


def _check_removal(state: BusState, event: ObjectiveRemoved) -> Violations:
    award, side = table(state).removal or ("", "")
    legal = removable(state)
    if event.side != side or event.objective not in legal:
        rule = rule_of_decreasing(state)
        names = [name for name in legal if name] or "nothing"
        yield RuleViolation(rule, {"award": award, "expected": names, "told": event.objective or "nothing"})
        yield broken("BUS-SCORE-05", told=event.objective or "nothing", expected=names)


def removable(state: BusState) -> tuple[str | None, ...]:
    """What may go away now; None: nothing, where the rule leaves that open."""
    _award, side = table(state).removal or ("", "")
    legal = tuple(candidates(state, other_side(state, side)))
    return (*legal, None) if rule_of_decreasing(state) == CHOSEN else legal


def on_objective_removed(state: BusState, event: ObjectiveRemoved) -> BusState:
    state = put(state, removal=None)
    return gone(state, [event.objective]) if event.objective is not None else state


def check_turn_ended(state: BusState, event: TurnEnded, by: Actor) -> Violations:
    """BUS-TURN-18, -22: after everything else of the turn, or at once where an award ends the match; totals as the log
    has them."""
    return first_broken(
        seated(state, by) if ends_at_once(state) else told_now(state, by, None, "close", rule="BUS-END-01"),
        both_sides(state, event.sp, event.vp),
        _check_totals(state, event),
    )


def ends_at_once(state: BusState) -> bool:
    """BUS-END-11: a match by the clock is over with its award, wherever the turn is; what a log plays after that stays
    as it is."""
    return state.full is not None and is_over(state)


def _check_totals(state: BusState, event: TurnEnded) -> Violations:
    sp = {name: side.sp for name, side in state.sides.items()}
    why = table(state).why.get("points", ())
    if event.sp not in (None, sp):
        params = {"expected": sp, "told": event.sp, "what": "sp"}
        yield from (RuleViolation(rule, params) for rule in ("BUS-SCORE-06", *why))
    if event.vp not in (None, points(state)):
        yield RuleViolation("BUS-SCORE-02", {"expected": points(state), "told": event.vp})


def on_turn_ended(state: BusState, event: TurnEnded) -> BusState:
    """BUS-TURN-23, BUS-END-01, -02: pass tokens go; the next turn, or the end."""
    state = noted(state, "tokens", "BUS-TURN-23", passes=dict.fromkeys(state.sides, 0), removal=None)
    state = forgotten(state) if any(one.turn == state.turn for one in state.given) else state
    reason = due_reason(state)
    if reason is None:
        return put(_unmarked(state), step="next")
    return ended(replace(state, reason=reason))
