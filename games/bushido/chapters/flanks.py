"""Models that come from a flank (BUS-SETUP-20, -21, -23, BUS-HID-03, -06). Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from msgspec.structs import replace

from games.bushido.chapters.setup import needs
from games.bushido.chapters.vim import vim_of
from games.bushido.events import Edge, FlankPlanRecorded, FlankRevealed
from games.bushido.full.place import arrived
from games.bushido.permissions import Violations, at_detail, in_phase, side_acts
from games.bushido.scenarios import LAST_POSSIBLE_TURN, last_turns
from games.bushido.state import BusState, Plan, facts_of, with_model
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation
from games.secrets import commitment

DEPLOYMENT_TURNS = range(2, 5)
"""BUS-SETUP-20: the turns that a plan of the deployment may name."""
NEUTRAL_EDGES: tuple[Edge, ...] = ("east", "west")
"""Those that belong to nobody where both deploy along their own edge, near (south) and far (north)."""


def check_flank_plan_recorded(state: BusState, event: FlankPlanRecorded, by: Actor) -> Violations:
    """BUS-SETUP-20, -23, BUS-VIM-03, -04: one of the side's own models that may flank, with turn and edge."""
    return first_broken(
        in_phase(state, "setup", "turns"),
        at_detail(state, "turns", "full"),
        side_acts(state, by, event.side),
        needs(state, "flank", "warband", "scenario", "objectives", "vim"),
        _check_deployment(state, event),
        own_model(state, event.side, event.model),
        closed_to_flank(state, event.side, event.model, event.turn),
        _check_plan(state, event),
    )


def own_model(state: BusState, side: str, model: str) -> Violations:
    """BUS-LOG-04: a model of this side."""
    if model not in state.models or state.models[model].side != side:
        yield RuleViolation("BUS-LOG-04", {"model": model})


def _check_deployment(state: BusState, event: FlankPlanRecorded) -> Violations:
    """BUS-SETUP-14, -19: at full detail a plan of the deployment is made instead of deploying the model."""
    full = state.full
    if full is None:
        return
    if state.phase == "setup" and (full.deploys is None or event.model in full.deployed):
        yield RuleViolation("BUS-SETUP-01", {"told": "flank", "missing": "step_deployment"})
    elif state.phase == "turns" and event.model in state.models and state.models[event.model].place != "out":
        yield RuleViolation("BUS-SETUP-23", {"present": event.model})


def closed_to_flank(state: BusState, side: str, model: str, turn: int | None = None) -> Violations:
    """BUS-SETUP-20, BUS-TRT-44, BUS-VIM-03, -04: models that no plan may be made for; a VIM that has left play comes
    back as none (BUS-VIM-07)."""
    one, plan = state.models[model], state.plans.get(model)
    if vim_of(state, side) == model and one.place != "out" and not one.returned:
        rule = "BUS-VIM-04" if state.vim_kind == "nominated" else "BUS-VIM-03"
        yield RuleViolation(rule, {"model": model})
    if one.facts.flank is False and state.phase == "setup" and state.full is not None:
        yield RuleViolation("BUS-TRT-44", {"model": model})
    if (one.facts.flank is False and state.phase == "setup") or (plan is not None and not plan.revealed):
        yield RuleViolation("BUS-SETUP-20", {"model": model, "told": turn or "unknown"})


def _check_plan(state: BusState, event: FlankPlanRecorded) -> Violations:
    if event.turn is None and event.edge is None:
        return
    rule = "BUS-SETUP-20" if state.phase == "setup" else "BUS-SETUP-23"
    if event.edge is None or event.turn not in turns_to_plan(state):
        yield RuleViolation(rule, {"model": event.model, "told": event.turn or "nothing"})
    elif event.edge not in edges_to_plan(state):
        params = {"model": event.model, "told": event.edge, "expected": list(edges_to_plan(state))}
        yield RuleViolation(rule, params)


def edges_to_plan(state: BusState) -> tuple[str, ...]:
    """BUS-SETUP-20 (13-08): any edge; by the reference a neutral one, of which between corners each has its part."""
    neutral_only = state.edition == "reference" and state.deployment == "baseline"
    return NEUTRAL_EDGES if neutral_only else get_args(Edge)


def turns_to_plan(state: BusState) -> range:
    """BUS-SETUP-20, -23: the turns that a plan may name now."""
    if state.phase == "setup":
        return DEPLOYMENT_TURNS
    return range(coming_turn(state) + in_main(state), LAST_POSSIBLE_TURN + 1)


def plan_choices(state: BusState, side: str, models: Iterable[str]) -> dict[str, tuple[Any, ...]]:
    """What a plan of the side may tell now, of those of these models that it may be made for; empty: none. Nobody is
    to come in a turn that this match does not have."""
    free = tuple(name for name in models if not any(closed_to_flank(state, side, name)))
    turns = tuple(turn for turn in turns_to_plan(state) if turn <= _last(state))
    if not free or not turns:
        return {}
    return {"side": (side,), "model": free, "turn": turns, "edge": edges_to_plan(state)}


def _last(state: BusState) -> int:
    """BUS-END-03 to -05, -11: the last turn that this match can have."""
    return state.last_turn or max(last_turns(facts_of(state)), default=LAST_POSSIBLE_TURN)


def on_flank_plan_recorded(state: BusState, event: FlankPlanRecorded) -> BusState:
    """The model is Elsewhere, which is in play."""
    one = state.models.get(event.model)
    back = one is not None and (one.returned or one.place == "out")
    plan = Plan(event.side, state.turn, event.turn, event.edge, event.commitment)
    state = replace(state, plans={**state.plans, event.model: plan})
    if state.full is not None and event.model not in state.full.deployed:
        state = replace(state, full=replace(state.full, deployed=(*state.full.deployed, event.model)))
    return with_model(state, event.model, place="elsewhere", returned=back)


def coming_turn(state: BusState) -> int:
    """The turn whose Starting phase is next, or is being played."""
    return state.turn if state.full is not None else state.turn + 1


def in_main(state: BusState) -> bool:
    """Whether the arrivals of the turn in play are over."""
    return state.full is not None and state.full.step not in (
        "setup",
        "length",
        "ki",
        "tactics",
        "first",
        "start",
    )


def check_flank_revealed(state: BusState, event: FlankRevealed, by: Actor) -> Violations:
    """BUS-SETUP-21, BUS-HID-06: in the turn of the plan, exactly as it was written."""
    return first_broken(
        in_phase(state, "setup", "turns"),
        at_detail(state, "turns", "full"),
        side_acts(state, by, event.side),
        own_model(state, event.side, event.model),
        _check_open_plan(state, event),
        _check_turn(state, event),
    )


def _check_open_plan(state: BusState, event: FlankRevealed) -> Violations:
    plan = state.plans.get(event.model)
    if plan is None or plan.revealed:
        yield RuleViolation("BUS-SETUP-21", {"model": event.model, "expected": "no_plan", "told": event.turn})
        return
    same = (plan.turn, plan.edge) == (event.turn, event.edge)
    if plan.turn is None:
        secret = {"turn": event.turn, "edge": event.edge}
        same = commitment(event.salt or "", secret) == plan.commitment
        if event.deployed and event.edge not in edges_to_plan(state):
            params = {"model": event.model, "told": event.edge, "expected": list(edges_to_plan(state))}
            yield RuleViolation("BUS-SETUP-21", params)
    if not same:
        yield RuleViolation("BUS-HID-06", {"told": [event.turn, event.edge]})


def _check_turn(state: BusState, event: FlankRevealed) -> Violations:
    """In its own turn; a plan that could not be carried out may also be opened later."""
    now = coming_turn(state)
    early = state.full is not None and state.full.step in ("setup", "length", "ki", "tactics", "first")
    late = event.deployed and (event.turn != now or in_main(state))
    if event.turn > now or early or late:
        over = event.turn == now
        params = {"model": event.model, "expected": "step_start" if over else now, "told": event.turn}
        yield RuleViolation("BUS-SETUP-21", params)
        if event.turn > now or early:
            yield RuleViolation("BUS-HID-03", {"model": event.model, "turn": event.turn})
    if event.deployed and state.models[event.model].place != "elsewhere":
        yield RuleViolation("BUS-LOG-04", {"model": event.model})


def reveal_choices(state: BusState, model: str, plan: Plan) -> dict[str, tuple[Any, ...]]:
    """What opening a plan may tell now; empty before its turn. Of a plan that the reader does not know, no more than
    whose it is.
    """
    now = coming_turn(state)
    told: dict[str, tuple[Any, ...]] = {"side": (plan.side,), "model": (model,)}
    if plan.turn is None:
        return told
    if plan.turn > now:
        return {}
    elsewhere = state.models[model].place == "elsewhere"
    arrives = elsewhere and plan.turn == now and not in_main(state)
    return {
        **told,
        "turn": (plan.turn,),
        "edge": (plan.edge,),
        "deployed": (True, False) if arrives else (False,),
    }


def on_flank_revealed(state: BusState, event: FlankRevealed) -> BusState:
    plan = state.plans.get(event.model, Plan(event.side, 0))
    plan = replace(plan, turn=event.turn, edge=event.edge, revealed=True)
    state = replace(state, plans={**state.plans, event.model: plan})
    if not event.deployed:
        return state
    state = with_model(state, event.model, place="battlefield")
    return arrived(state, event.model) if state.full is not None else state


def check_overdue(state: BusState, turn: int) -> Violations:
    """BUS-SETUP-21: once the last turn that a plan can name is played, no plan of the deployment is still closed. What
    a closed plan says decides nothing here."""
    for name, plan in sorted(state.plans.items()):
        waits = not plan.revealed and not plan.noted and state.models[name].place == "elsewhere"
        if waits and turn >= DEPLOYMENT_TURNS[-1]:
            params = {"model": name, "expected": "open_plan", "told": "closed_plan"}
            yield RuleViolation("BUS-SETUP-21", params)
