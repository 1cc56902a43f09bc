"""The Starting phase (BUS-TURN-01 to -11, BUS-END-04, BUS-KI-01, BUS-COND-06, -11, -16, BUS-TRT-45, -53)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.flanks import check_overdue
from games.bushido.chapters.objectives import reset
from games.bushido.full.common import (
    COUNTERS,
    acting,
    acts_for,
    body,
    broken,
    has,
    in_play,
    noted,
    put,
    side_of_model,
    table,
    with_acting,
    with_bodies,
    with_body,
    without,
)
from games.bushido.full.effects import lapsed
from games.bushido.full.events import FirstPlayerChosen, FortuneCalled, GameLengthRolled, StepClosed
from games.bushido.full.fighting.harm import has_well, ki_of, ki_with, purse, with_ki
from games.bushido.full.gifts.chosen import may_wish
from games.bushido.full.state import Body
from games.bushido.full.steps import now, told_now
from games.bushido.full.text import marked
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations, known_sides, side_acts
from games.bushido.scenarios import ENDING_DIE, LAST_POSSIBLE_TURN
from games.bushido.state import BusState, facts_of, other_side, side_of, wiped_out
from games.judging import first_broken
from games.ruleset import Actor


def turn_started(state: BusState) -> BusState:
    """The next turn, before its first step."""
    state = replace(state, phase="turns", turn=state.turn + 1)
    if facts_of(state).length == "variable" and state.turn >= LAST_POSSIBLE_TURN:
        state = replace(state, last_turn=state.turn)
    return put(
        state,
        step="length",
        first=None,
        active=None,
        acting=None,
        band=None,
        passes=dict.fromkeys(state.sides, 0),
        asked=(),
        prayed=(),
        counted={},
        measured={},
        group=0,
    )


def check_game_length_rolled(state: BusState, event: GameLengthRolled, by: Actor) -> Violations:
    """BUS-TURN-02, BUS-END-04: in the Starting phase of a turn that has one, and only then."""
    yield from told_now(state, by, None, "length", rule="BUS-TURN-02")


def on_game_length_rolled(state: BusState, event: GameLengthRolled) -> BusState:
    last = state.turn if event.die >= ENDING_DIE else None
    return put(replace(state, last_turn=last), step="ki")


def ki_generated(state: BusState) -> BusState:
    """BUS-TURN-03, -04: Ki for every model in play, then counters for those on the battlefield."""
    gained: dict[str, int] = {}
    bodies: dict[str, Body] = {}
    why: dict[str, tuple[str, ...]] = {}
    for name, one in table(state).bodies.items():
        if not in_play(state, name):
            continue
        if has_well(state, name) or has(state, name, "spirit_block"):  # more changes than its own figures
            state, bodies, why = with_bodies(state, bodies, why), {}, {}
            before = purse(state, name)
            state = _unlike_others(state, name)
            one, ki = body(state, name), body(state, name).ki
            gained[name] = purse(state, name) - before
        else:
            ki = ki_with(state, name, ki_of(state, name))
            why[f"{name}.ki"] = ("BUS-KI-01", "BUS-TURN-03", "BUS-KI-14")
            gained[name] = ki - one.ki
        here = state.models[name].place == "battlefield"
        why[f"{name}.counters"] = ("BUS-TURN-04",) if here else ("BUS-GEN-20",)
        bodies[name] = replace(one, ki=ki, counters=COUNTERS if here else 0)
    return put(with_bodies(state, bodies, why), step="tactics", generated=gained)


def _unlike_others(state: BusState, name: str) -> BusState:
    """BUS-COND-16, BUS-KI-17: what a model generates that is blocked, or whose Ki lies on a communal card."""
    if has(state, name, "spirit_block"):
        state = with_body(state, name, "BUS-TURN-03", "BUS-COND-16", ki=body(state, name).ki)
        return without(state, name, "spirit_block", "BUS-COND-16", number=1)
    return with_ki(state, name, ki_of(state, name), "BUS-TURN-03", "BUS-KI-14")


def check_fortune_called(state: BusState, event: FortuneCalled, by: Actor) -> Violations:
    """BUS-TRT-45: once a turn, by a model with Fortune, before the tactical test."""
    return first_broken(
        told_now(state, by, None, "tactics"),
        acts_for(state, by, event.model),
        _check_fortune(state, event),
    )


def _check_fortune(state: BusState, event: FortuneCalled) -> Violations:
    if not trait(state, event.model, "Fortune") or event.model not in table(state).generated:
        yield broken("BUS-TRT-45", model=event.model)


def on_fortune_called(state: BusState, event: FortuneCalled) -> BusState:
    """BUS-TRT-45: doubled, or none."""
    full = table(state)
    told = full.generated.get(event.model, 0)
    amount = (ki_of(state, event.model) if told else 0) if event.won else -told
    state = with_ki(state, event.model, amount, "BUS-TRT-45", "BUS-TURN-03")
    return put(state, generated={name: one for name, one in full.generated.items() if name != event.model})


def check_first_player_chosen(state: BusState, event: FirstPlayerChosen, by: Actor) -> Violations:
    """BUS-TURN-07: the winner of the tactical test says so, for either side."""
    known = known_sides(state, [event.first_side])
    return first_broken(known, told_now(state, by, None, "first"), _check_winner(state, by))


def _check_winner(state: BusState, by: Actor) -> Violations:
    winner = table(state).tactician
    for violation in side_acts(state, by, winner):
        yield broken("BUS-TURN-07", told=side_of(state, by.player), expected=winner)
        yield violation


def on_first_player_chosen(state: BusState, event: FirstPlayerChosen) -> BusState:
    """BUS-TURN-09: what happens by itself in step 5."""
    state = put(state, first=event.first_side, active=event.first_side, step="start")
    if state.turn in facts_of(state).reset_sp:
        state = noted(state, "points", "BUS-OBJ-14", "BUS-TURN-09")
    state = reset(state, state.turn)
    for name, one in state.models.items():
        if one.place != "out":
            state = _started(state, name)
    return state


def _started(state: BusState, model: str) -> BusState:
    """BUS-COND-06, -24: Diseased costs a counter, and with it a marker of Control; BUS-TRT-53: Impetuous markers."""
    if has(state, model, "diseased"):
        state = without(state, model, "diseased", "BUS-COND-06", number=1)
        left = max(0, body(state, model).counters - 1)
        if left < body(state, model).counters and has(state, model, "controlled"):
            state = without(state, model, "controlled", "BUS-COND-24", "BUS-COND-04", number=1)
        state = with_body(state, model, "BUS-COND-06", "BUS-TURN-09", counters=left)
    told = trait(state, model, "Impetuous")
    if told is not None and state.models[model].place == "battlefield":
        state = marked(state, model, "impetuous", told.value, 0, None, "BUS-TRT-53", "BUS-TURN-09")
    return state


def check_step_closed(state: BusState, event: StepClosed, by: Actor) -> Violations:
    """BUS-TURN-16, BUS-LOG-02: nobody has more to do in a step that somebody might still use."""
    yield from told_now(state, by, None, "start", "main", "shoot", rule="BUS-TURN-16")
    full = state.full
    one = acting(state)
    shooting = full is not None and now(state) == "shoot"
    if shooting and not one.shots:
        yield broken("BUS-ACT-18", told="nothing", model=one.model)
    if full is not None and full.step == "main" and full.active is not None and not shooting:
        yield from (broken(rule, told=full.active) for rule in ("BUS-TURN-16", "BUS-TURN-12"))
    yield from check_arrivals(state)


def check_arrivals(state: BusState) -> Violations:
    """BUS-SETUP-21: no plan of the deployment outlasts the Starting phase of the last turn that it can name."""
    if state.full is not None and state.full.step == "start":
        yield from check_overdue(state, state.turn)


def on_step_closed(state: BusState, event: StepClosed) -> BusState:
    if now(state) == "shoot":
        return with_acting(state, queue=acting(state).queue[1:])
    if table(state).step == "start":
        return into_main(state)
    return put(lapsed(state), step="end_effects", acting=None, passed=None, played=None, shifts=())


def into_main(state: BusState) -> BusState:
    """BUS-TURN-10, -11: the Main phase begins with the pass tokens of the side that has fewer models."""
    if table(state).step != "start":
        return state
    left = dict.fromkeys(state.sides, 0)
    for name, one in state.models.items():
        if one.place != "out":
            left[side_of_model(state, name)] += 1
    passes = {side: max(0, left[other_side(state, side)] - number) for side, number in left.items()}
    state = noted(state, "tokens", "BUS-TURN-10", passes=passes)
    return noted(state, "active", "BUS-TURN-11", step="main")


def may_start(state: BusState) -> bool:
    """Whether somebody may want to do something in step 5."""
    plans = any(
        not plan.revealed and state.models[name].place == "elsewhere" for name, plan in state.plans.items()
    )
    return (plans or may_wish(state)) and not wiped_out(state)
