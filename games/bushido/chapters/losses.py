"""Models that leave play or come into it during a turn, and what that scores (BUS-LOG-04, BUS-VIM-07, -09, -11,
BUS-SCORE-07, BUS-TURN-10). Called by `turns.py`."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.bushido.chapters.vim import ends_at_once, outlived, vim_of
from games.bushido.events import Casualty, Model, TurnRecorded
from games.bushido.permissions import Violations, both_sides
from games.bushido.scenarios import unlike
from games.bushido.state import (
    BusState,
    Fighter,
    facts_of,
    models_in_play,
    models_left,
    other_side,
    with_model,
)
from games.gaps import some
from games.ruleset import RuleViolation


def check_models(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-LOG-04: who falls was in play or came into it, once; whoever comes was not in play; a cause is a model."""
    arrived = [one.model for one in event.arrivals]
    fell = [one.model for one in event.casualties]
    known = {*state.models, *arrived}
    for name in sorted({one for one in (*arrived, *fell) if arrived.count(one) > 1 or fell.count(one) > 1}):
        yield RuleViolation("BUS-LOG-04", {"model": name})
    for arrival in event.arrivals:
        one = state.models.get(arrival.model)
        here = one is not None and one.place != "out" and arrival.model not in fell
        foreign = not arrival.model.startswith(f"{arrival.side}:")
        if here or foreign:
            yield RuleViolation("BUS-LOG-04", {"model": arrival.model})
    for casualty in event.casualties:
        one = state.models.get(casualty.model)
        gone = one is not None and one.place == "out" and casualty.model not in arrived
        if casualty.model not in known or gone or casualty.by not in {None, *known} - {casualty.model}:
            yield RuleViolation("BUS-LOG-04", {"model": casualty.model})
        yield from _check_zone(state, event, casualty)
    yield from _check_number(state, event)


def _check_number(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-SCN-18: never more models than the scenario allows, even if all who fell did so before anybody came."""
    scenario = facts_of(state)
    if scenario.most_models is None:
        return
    fell = {one.model for one in event.casualties}
    came = Counter(one.side for one in event.arrivals)
    for side in state.sides:
        stayed = len(set(models_in_play(state, side)) - fell)
        if came[side] and stayed + came[side] > scenario.most_models:
            yield unlike(scenario, "most_models", scenario.most_models, stayed + came[side])


def _check_zone(state: BusState, event: TurnRecorded, casualty: Casualty) -> Violations:
    """BUS-SCORE-07: only where the scenario counts it, and only for an enemy's deed."""
    if not casualty.in_zone:
        return
    killer, victim = (_side(state, event, name) for name in (casualty.by, casualty.model))
    if not facts_of(state).kill_sp or killer in (None, victim):
        yield RuleViolation("BUS-SCORE-07", {"model": casualty.model})


def _side(state: BusState, event: TurnRecorded, model: str | None) -> str | None:
    """Whose model it is, one that arrived in this turn too."""
    came = {one.model: one.side for one in event.arrivals}
    known = state.models.get(model or "")
    return known.side if known is not None else came.get(model or "")


def check_tokens(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-TURN-10: the side with fewer models gets the difference."""
    yield from both_sides(state, event.counted, event.pass_tokens)
    due = pass_tokens(state, event)
    if event.pass_tokens is not None and event.pass_tokens != due:
        yield RuleViolation("BUS-TURN-10", {"expected": due, "told": some(event.pass_tokens)})


def pass_tokens(state: BusState, event: TurnRecorded) -> dict[str, int]:
    """BUS-TURN-10: the pass tokens of the turn by side, from the models in play when they were given."""
    counted = event.counted or models_left(state)
    return {
        side: max(0, counted.get(other_side(state, side), 0) - counted.get(side, 0)) for side in state.sides
    }


def moved(state: BusState, event: TurnRecorded) -> tuple[BusState, dict[str, int]]:
    """Who is in play after the turn; the scenario points of kills by side."""
    gained = dict.fromkeys(state.sides, 0)
    for casualty in event.casualties:
        killer = _side(state, event, casualty.by)
        if casualty.in_zone and killer is not None and facts_of(state).kill_sp:
            gained[killer] += facts_of(state).kill_sp
    here = models_in_play(state)
    early = [one for one in event.casualties if one.model in here]
    late = [one for one in event.casualties if one.model not in here]
    state = _fallen(state, early, event.turn)
    for arrival in event.arrivals:
        state = _arrived(state, arrival.model, arrival.side)
    return _fallen(state, late, event.turn), gained


def _fallen(state: BusState, casualties: list[Casualty], turn: int) -> BusState:
    """BUS-VIM-09: out of play for any reason; the first time counts."""
    for one in casualties:
        known = state.models.get(one.model)
        if known is not None:
            first = known.out or turn
            state = with_model(state, one.model, place="out", out=first, by=known.by if known.out else one.by)
    return state


def _arrived(state: BusState, model: str, side: str) -> BusState:
    """Summoned, or back: a VIM that returns is one no more (BUS-VIM-07)."""
    if model in state.models:
        return with_model(state, model, place="battlefield", returned=True)
    return replace(
        state, models={**state.models, model: Fighter(side, Model(id=model.partition(":")[2] or model))}
    )


def vim_slayer(state: BusState, event: TurnRecorded) -> str | None:
    """BUS-VIM-11: the side whose VIM removed the enemy VIM in this turn; both at once: nobody. `state`: before it."""
    slayers = [side for side in state.sides if _slew(state, event, side)]
    return slayers[0] if len(slayers) == 1 else None


def check_slayer(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-VIM-11, BUS-END-11: the award ends a match by the clock at once, so the VIM that won it did not fall too."""
    slayer = vim_slayer(state, event)
    if slayer is None or not ends_at_once(facts_of(state)):
        return
    if any(one.model == vim_of(state, slayer) for one in event.casualties):
        yield outlived(slayer)


def _slew(state: BusState, event: TurnRecorded, side: str) -> bool:
    own, enemy = vim_of(state, side) or "", vim_of(state, other_side(state, side)) or ""
    slayer, victim = state.models.get(own), state.models.get(enemy)
    if slayer is None or victim is None or slayer.returned or slayer.place == "out":
        return False
    return victim.out is None and any(one.model == enemy and one.by == own for one in event.casualties)
