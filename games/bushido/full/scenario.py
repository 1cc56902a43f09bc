"""Scenario actions (BUS-ACT-20, BUS-OBJ-01 to -07, -11, -17). Called by `declare.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.objectives import aligned, is_friendly, worth
from games.bushido.full.common import broken, noted, put, side_of_model, table
from games.bushido.full.events import ActionDeclared
from games.bushido.full.state import Acting
from games.bushido.permissions import Violations
from games.bushido.scenarios import NEUTRAL
from games.bushido.state import BusState, facts_of, objectives_left, with_side
from games.ruleset import RuleViolation


def class_of(state: BusState, interaction: str) -> str | None:
    """BUS-OBJ-03, -17: the action that an interaction takes now; None where the scenario does not have it."""
    scenario = facts_of(state)
    if interaction == "prayer":
        return f"{scenario.prayer_action}_scenario" if scenario.prayer else None
    if interaction == "worship":
        return f"{scenario.worship}_scenario" if scenario.worship else None
    if scenario.influence is None:
        return None
    first = scenario.first_influence_complex and not table(state).influenced
    return "complex_scenario" if first else f"{scenario.influence}_scenario"


def usable(state: BusState, model: str, interaction: str) -> tuple[str, ...]:
    """The objectives at which a model may do it, wherever it stands."""
    side = side_of_model(state, model)
    if class_of(state, interaction) is None or (interaction == "prayer" and not tokens_left(state, side)):
        return ()
    there = objectives_left(state)
    free = (name for name in there if not visited(state, model, interaction, name))
    return tuple(n for n in free if interaction != "influence" or not _is_own(state, n, side))


def _is_own(state: BusState, objective: str, side: str) -> bool:
    """BUS-OBJ-04: whether nothing is left to influence there for this side."""
    return is_friendly(state.objectives[objective].alignment, side)


def visited(state: BusState, model: str, interaction: str, objective: str) -> bool:
    """BUS-OBJ-07: whether the model has acted there in this turn and may not again: who prays does nothing else there,
    before it or after it."""
    full, place = table(state), (model, objective)
    once = interaction == "prayer" or facts_of(state).once
    return place in full.prayed or (once and place in full.asked)


def tokens_left(state: BusState, side: str) -> int:
    """BUS-OBJ-05."""
    return facts_of(state).prayer - state.sides[side].prayers


def check_scenario_action(state: BusState, event: ActionDeclared, model: str) -> Violations:
    """The objective, the interaction, its class, and whether it may be done now."""
    side = side_of_model(state, model)
    interaction = event.interaction
    if interaction is None or class_of(state, interaction) is None:
        yield RuleViolation("BUS-OBJ-02", {"told": interaction or "nothing"})
        return
    due = class_of(state, interaction)
    if event.action != due:
        first = facts_of(state).first_influence_complex and interaction == "influence"
        yield broken("BUS-OBJ-03", told=event.action, expected=due, model=model)
        yield from (broken("BUS-OBJ-17", told=event.action, expected=due, model=model) for _ in range(first))
    one = state.objectives.get(event.objective or "")
    if one is None or one.removed is not None:
        yield RuleViolation("BUS-OBJ-11", {"objective": event.objective or "nothing"})
        return
    if not event.reaches:
        yield broken("BUS-ACT-20", told=event.objective, model=model)
    if interaction == "influence" and _is_own(state, event.objective or "", side):
        yield broken("BUS-OBJ-04", told=event.objective, model=model)
    if interaction == "prayer" and tokens_left(state, side) <= 0:
        yield RuleViolation("BUS-OBJ-05", {"side": side, "left": 0, "told": 1})
    if visited(state, model, interaction, event.objective or ""):
        yield RuleViolation("BUS-OBJ-07", {"model": model, "objective": event.objective})


def performed(state: BusState, acting: Acting) -> BusState:
    """BUS-OBJ-04 to -06, -08: the alignment one step on, a token and its scenario points, or a worship marker."""
    side, objective = side_of_model(state, acting.model), acting.objective or ""
    full = table(state)
    state = put(_visited(state, acting), asked=(*full.asked, (acting.model, objective)))
    if acting.interaction == "worship":
        return state
    if acting.interaction == "influence":
        after = side if state.objectives[objective].alignment == NEUTRAL else NEUTRAL
        return put(aligned(state, {objective: after}), influenced=True)
    state = put(state, prayed=(*full.prayed, (acting.model, objective)))
    one = state.sides[side]
    points = worth(state.objectives[objective].alignment, side)
    state = with_side(state, side, sp=one.sp + points, prayers=one.prayers + 1)
    return noted(state, "points", "BUS-OBJ-06", "BUS-SCORE-01", "BUS-OBJ-13")


def _visited(state: BusState, acting: Acting) -> BusState:
    """BUS-OBJ-08, -09: a worship marker beside the objective; a simple action makes it more popular."""
    one = state.objectives[acting.objective or ""]
    simple, worship = (
        class_of(state, acting.interaction or "") == "simple_scenario",
        acting.interaction == "worship",
    )
    after = replace(one, worship=one.worship + worship, actions=(one.actions or 0) + simple)
    return replace(state, objectives={**state.objectives, acting.objective or "": after})
