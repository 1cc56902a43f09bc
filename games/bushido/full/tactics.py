"""Tactical tests (BUS-TURN-05, -06, BUS-SETUP-04, BUS-TRT-87, -99): who wins one, and how many dice each side has."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full.common import agree, broken, in_play, put, side_of_model, table
from games.bushido.full.declare import bonus
from games.bushido.full.dice import SUPPORT, final, kept, tied
from games.bushido.full.effects import rid
from games.bushido.full.events import TacticalTestRolled
from games.bushido.full.rolls import supporting
from games.bushido.full.state import Figure
from games.bushido.full.steps import in_setup, now, told_now
from games.bushido.full.traits import keyworded, worth
from games.bushido.permissions import Violations, both_sides, known_sides
from games.bushido.state import BusState, models_in_play
from games.judging import echoes, first_broken
from games.remembered import remembered_of_two
from games.ruleset import Actor


def check_tactical_test_rolled(state: BusState, event: TacticalTestRolled, by: Actor) -> Violations:
    """BUS-SETUP-04, BUS-TURN-05, -06: dice of both sides, as many as each has."""
    again = state.full is not None and state.full.tactician is not None
    at = in_setup(state, by, None, "tactics" if again else "deployment_test")
    if state.phase == "turns":
        at = told_now(state, by, None, "tactics")
    sides = dict.fromkeys(event.dice, 0)
    return first_broken(at, both_sides(state, sides), _check_models(state, event), _check_dice(state, event))


def _check_models(state: BusState, event: TacticalTestRolled) -> Violations:
    """BUS-TURN-05: each side names one of its models in play; Elsewhere is in play (decision 8-46)."""
    yield from known_sides(state, event.models)
    for side, model in event.models.items():
        if not in_play(state, model) or side_of_model(state, model) != side:
            yield broken("BUS-TURN-05", told=model, expected=side)


def _check_dice(state: BusState, event: TacticalTestRolled) -> Violations:
    for side, dice in event.dice.items():
        yield from agree(len(dice), pool(state, side, event.models.get(side)), "BUS-TURN-06")
    winner = won(state, event)
    if event.winner is not None and event.winner != winner:
        due = winner or "nobody"
        yield broken("BUS-TURN-06", told=event.winner, expected=due)
        also = ("BUS-TEST-02", "BUS-TEST-03", "BUS-TEST-06")
        yield from echoes(*(broken(rule, told=event.winner, expected=due) for rule in also))
        yield from echoes(*(broken(rule, told=event.winner, expected=due) for rule in _adepts(state, event)))
        if now(state) == "deployment_test":
            yield from (
                broken(rule, told=event.winner) for side in state.sides for rule in _plus(state, side).why
            )
    if event.first_side is not None and (now(state) != "deployment_test" or winner is None):
        yield broken("BUS-SETUP-04", told=event.first_side, expected="nobody")
    yield from known_sides(state, [event.first_side] if event.first_side else [])


def pool(state: BusState, side: str, model: str | None) -> Figure:
    """BUS-TRT-99: one die, and more for a Tactician; the best one of the side if nobody is named."""
    named = model or _tactician(state, side)
    if named is None:
        return Figure(1)
    told = worth(state, named, "Tactician")
    return Figure(1).plus(told.value, *told.why)


def _tactician(state: BusState, side: str) -> str | None:
    """Who makes a test of a side that names nobody: its best Tactician, and of equals whose dice support best."""
    mine = [name for name in models_in_play(state) if side_of_model(state, name) == side]
    return max(
        mine,
        key=lambda name: (worth(state, name, "Tactician").value, _support(state, name).value),
        default=None,
    )


def _support(state: BusState, model: str | None) -> Figure:
    """BUS-TRT-01: how many dice may support a tactical test of a model."""
    return supporting(state, model, "tactical") if model is not None else Figure(SUPPORT)


def _supports(state: BusState, event: TacticalTestRolled, side: str) -> Figure:
    return _support(state, event.models.get(side) or _tactician(state, side))


def _adepts(state: BusState, event: TacticalTestRolled) -> tuple[str, ...]:
    """The rule of Adept where it counts for one of the sides."""
    told = (rule for side in state.sides for rule in _supports(state, event, side).why)
    return tuple(rule for rule in told if rule != "BUS-TEST-02")


def _plus(state: BusState, side: str) -> Figure:
    """BUS-TRT-87: the highest X of a Scout in the warband counts in the test of the deployment."""
    mine = (name for name, one in state.models.items() if one.side == side)
    told = [one.x for name in mine for one in keyworded(state, name, "Scout")]
    return Figure(0).plus(max(told, default=0), "BUS-TRT-87")


@remembered_of_two
def won(state: BusState, event: TacticalTestRolled) -> str | None:
    """BUS-TURN-06: the higher result, then more dice; None where neither side has won."""
    one, other = state.sides
    setup = now(state) == "deployment_test"
    results = {}
    for side in (one, other):
        dice = kept(event.dice[side])
        plus = _plus(state, side) if setup else Figure(0)
        results[side] = (final(dice, plus, _supports(state, event, side).value).value, len(dice))
    leads = tied(results[one], results[other])
    return one if leads > 0 else other if leads < 0 else None


def on_tactical_test_rolled(state: BusState, event: TacticalTestRolled) -> BusState:
    """BUS-SETUP-04, BUS-TURN-07: who has won goes on; a test that nobody wins is rolled again."""
    winner = won(state, event)
    if winner is None:
        return state
    if now(state) == "deployment_test":
        first = event.first_side or winner
        other = next(side for side in state.sides if side != first)
        return put(state, tactician=winner, placing=first, player_one=first, stopped=_closed(state, other))
    return strategies(put(state, tactician=winner, step="first"), winner)


def _closed(state: BusState, other: str) -> tuple[str, ...]:
    """With terrain laid out by the organisers nobody places any; the loser chooses the zone (decision 8-54)."""
    return () if table(state).options.get("terrain") == "players" else (other,)


def strategies(state: BusState, winner: str) -> BusState:
    """BUS-TRT-95, BUS-GEN-27: the bonus of Strategy for the winner's models in play, until the End phase."""
    full = table(state)
    bodies = dict(full.bodies)
    for name, one in bodies.items():
        if in_play(state, name) and side_of_model(state, name) == winner:
            gained = tuple(
                replace(each, until="end_phase", why="BUS-TRT-95")
                for told in keyworded(state, name, "Strategy")
                for each in bonus(told.keyword)
            )
            bodies[name] = replace(one, effects=(*one.effects, *gained)) if gained else one
    state = put(state, bodies=bodies)
    for name in bodies:
        state = rid(state, name) if bodies[name] is not full.bodies[name] else state
    return state
