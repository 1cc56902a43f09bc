"""Objectives within a turn: resets, prayers, alignments, decreasing (BUS-OBJ). Called by `turns.py`."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.bushido.events import Removal, TurnRecorded
from games.bushido.permissions import Violations
from games.bushido.scenarios import ENEMY_OF_BOTH, FRIENDLY_TO_BOTH, NEUTRAL, Award, unlike
from games.bushido.state import BusState, Objective, Zone, facts_of, objectives_left, with_side
from games.ruleset import RuleViolation

FRIENDLY_SP, NEUTRAL_SP, ENEMY_SP = 1, 2, 3
"""BUS-OBJ-06, BUS-ZONE-02."""


def is_friendly(alignment: str, side: str) -> bool:
    """BUS-OBJ-01: whether an objective or a zone with this alignment is friendly to the side."""
    return alignment in (side, FRIENDLY_TO_BOTH)


def worth(alignment: str, side: str) -> int:
    """BUS-OBJ-06, BUS-ZONE-02: what an objective or a zone with this alignment gives to the side."""
    if is_friendly(alignment, side):
        return FRIENDLY_SP
    return NEUTRAL_SP if alignment == NEUTRAL else ENEMY_SP


def reset(state: BusState, turn: int) -> BusState:
    """BUS-OBJ-14, -15: the resets of the Starting phase of this turn."""
    scenario = facts_of(state)
    if turn in scenario.reset_sp:
        for name in state.sides:
            state = with_side(state, name, sp=0)
    return realigned(state) if turn in scenario.reset_alignment else state


def realigned(state: BusState) -> BusState:
    """BUS-OBJ-15, -08: all neutral; a worship marker goes away instead of the alignment."""
    there = objectives_left(state)
    kept = {name: replace(one, worship=one.worship - 1) for name, one in there.items() if one.worship}
    state = replace(state, objectives={**state.objectives, **kept})
    return aligned(state, dict.fromkeys((name for name in there if name not in kept), NEUTRAL))


def aligned(state: BusState, told: dict[str, str]) -> BusState:
    """BUS-ZONE-05: with other alignments; a zone follows the objective at its centre while that is there."""
    objectives = dict(state.objectives)
    for name, alignment in told.items():
        if name in objectives and objectives[name].removed is None:
            objectives[name] = replace(objectives[name], alignment=alignment)
    return replace(state, objectives=objectives, zones=_following(state, objectives))


def _following(state: BusState, objectives: dict[str, Objective]) -> dict[str, Zone]:
    zones = dict(state.zones)
    for name, facts in facts_of(state).zones.items():
        centre = objectives.get(facts.follows or "")
        if centre is not None and centre.removed is None and name in zones:
            zones[name] = replace(zones[name], alignment=centre.alignment)
    return zones


def check_actions(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-OBJ-01 to -07, -11: prayers and alignments that this scenario and this moment allow."""
    for prayer in event.prayers:
        yield from _check_place(state, prayer.objective)
        yield from _check_alignment(state, prayer.objective, prayer.alignment)
    for name, alignment in event.alignment.items():
        yield from _check_place(state, name)
        yield from _check_aligned(state, name, alignment)
    for name in (*event.worship, *(event.simple_actions or ())):
        yield from _check_place(state, name)
    yield from _check_worship(state, event)
    yield from _check_popular(state, event)
    yield from _check_tokens(state, event)
    yield from _check_models(state, event)


def _check_worship(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-OBJ-08: markers only where the scenario has worship."""
    if event.worship and facts_of(state).worship is None:
        yield RuleViolation("BUS-OBJ-02", {"told": "worship"})
        yield RuleViolation("BUS-OBJ-08", {"told": list(event.worship), "expected": "nothing"})


def _check_popular(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-OBJ-09: simple actions are counted where the most popular objective goes away, prayers among them."""
    told, scenario = event.simple_actions, facts_of(state)
    if told is None:
        return
    if scenario.decreasing != "popular":
        yield RuleViolation("BUS-OBJ-09", {"idle": list(told)})
    for name, number in sorted(_prayers_at(state, event).items()):
        if told.get(name, 0) < number:
            params = {"tallied": {name: told.get(name, 0)}, "least": {name: number}}
            yield RuleViolation("BUS-OBJ-09", params)


def _prayers_at(state: BusState, event: TurnRecorded) -> Counter[str]:
    """The prayers of a turn that are simple actions, by objective."""
    simple = facts_of(state).prayer_action == "simple"
    return Counter(prayer.objective for prayer in event.prayers if simple)


def _check_place(state: BusState, objective: str) -> Violations:
    """BUS-OBJ-11: an objective that is still there."""
    if objective not in state.objectives or state.objectives[objective].removed is not None:
        yield RuleViolation("BUS-OBJ-11", {"objective": objective or "nothing"})


def _check_alignment(state: BusState, objective: str, told: str) -> Violations:
    """BUS-OBJ-06: the alignment that the objective had; where models influence, it may have changed in the turn."""
    if objective not in state.objectives:
        return
    now = state.objectives[objective].alignment
    could = could_have(state, now)
    if told not in could:
        params = {"objective": objective, "expected": could, "told": told or "nothing"}
        yield RuleViolation("BUS-OBJ-06", params)


def could_have(state: BusState, now: str) -> list[str]:
    """BUS-OBJ-04, -06: the alignments that an objective may have during a turn which begins with this one."""
    if not facts_of(state).influence or now == FRIENDLY_TO_BOTH:
        return [now]
    return [*([now] if now == ENEMY_OF_BOTH else []), NEUTRAL, *state.sides]


def _check_aligned(state: BusState, objective: str, told: str) -> Violations:
    """BUS-OBJ-01, -02, -04: nothing changes without influence, nor what is friendly to both; neutral or friendly to a
    side."""
    there = state.objectives.get(objective)
    if facts_of(state).influence is None:
        yield RuleViolation("BUS-OBJ-02", {"told": "influence"})
    elif told not in (NEUTRAL, *state.sides):
        yield RuleViolation("BUS-OBJ-01", {"told": told or "nothing", "expected": [NEUTRAL, *state.sides]})
    elif there is not None and there.alignment == FRIENDLY_TO_BOTH:
        yield RuleViolation("BUS-OBJ-04", {"told": objective})


def _check_tokens(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-OBJ-02, -05: each prayer costs its side a token."""
    scenario = facts_of(state)
    for name, number in sorted(Counter(prayer.side for prayer in event.prayers).items()):
        left = scenario.prayer - state.sides[name].prayers
        if not scenario.prayer:
            yield RuleViolation("BUS-OBJ-02", {"told": "prayer"})
            yield unlike(scenario, "prayers", 0, number)
        elif number > left:
            yield RuleViolation("BUS-OBJ-05", {"side": name, "left": left, "told": number})


def _check_models(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-OBJ-07: a model prays once at an objective in a turn. BUS-LOG-04: a model in play."""
    arrived = {one.model for one in event.arrivals}
    seen: Counter[tuple[str, str]] = Counter()
    for prayer in event.prayers:
        if prayer.model is None:
            continue
        seen[prayer.model, prayer.objective] += 1
        one = state.models.get(prayer.model)
        if prayer.model not in arrived and (one is None or one.place == "out"):
            yield RuleViolation("BUS-LOG-04", {"model": prayer.model})
        elif seen[prayer.model, prayer.objective] == 2:
            yield RuleViolation("BUS-OBJ-07", {"model": prayer.model, "objective": prayer.objective})


def acted(state: BusState, event: TurnRecorded) -> tuple[BusState, dict[str, int]]:
    """After the prayers and with the alignments of the turn's end; the scenario points of the prayers by side."""
    gained = dict.fromkeys(state.sides, 0)
    for prayer in event.prayers:
        if prayer.side in state.sides:
            one = state.sides[prayer.side]
            gained[prayer.side] += worth(prayer.alignment, prayer.side)
            state = with_side(state, prayer.side, prayers=one.prayers + 1)
    return aligned(_visited(state, event), event.alignment), gained


def _visited(state: BusState, event: TurnRecorded) -> BusState:
    """BUS-OBJ-08, -09: worship markers, and how often somebody acted at each objective as far as that is known."""
    scenario = facts_of(state)
    prayed = None if scenario.influence or scenario.worship else _prayers_at(state, event)
    told = event.simple_actions if event.simple_actions is not None else prayed
    counting = scenario.decreasing == "popular"
    objectives = {}
    for name, one in state.objectives.items():
        known = counting and told is not None and one.actions is not None
        actions = (one.actions or 0) + (told or {}).get(name, 0) if known else None
        worship = one.worship + event.worship.get(name, 0)
        objectives[name] = replace(one, worship=worship, actions=actions if counting else one.actions)
    return replace(state, objectives=objectives)


def forgotten(state: BusState) -> BusState:
    """BUS-OBJ-09: after victory points were given the counting begins anew."""
    fresh = {name: replace(one, actions=0) for name, one in state.objectives.items()}
    return replace(state, objectives=fresh)


def friendly(state: BusState) -> dict[str, int]:
    """The objectives in play that are friendly to each side."""
    return {
        side: sum(is_friendly(one.alignment, side) for one in objectives_left(state).values())
        for side in state.sides
    }


def candidates(state: BusState, scorer: str) -> list[str]:
    """BUS-OBJ-09, -10, -16: the objectives that decreasing may take away after an award to `scorer`."""
    there = objectives_left(state)
    decreasing = facts_of(state).decreasing
    if decreasing == "scorer":
        return [name for name, one in there.items() if is_friendly(one.alignment, scorer)]
    if decreasing == "popular" and all(one.actions is not None for one in there.values()):
        most = max((one.actions or 0 for one in there.values()), default=0)
        return [name for name, one in there.items() if one.actions == most]
    return [*there] if decreasing is not None else []


DECREASING = {"popular": "BUS-OBJ-09", "scorer": "BUS-OBJ-10"}
"""Kind of decreasing that takes one away whether anybody likes it or not -> its rule."""
CHOSEN = "BUS-OBJ-16"


def rule_of_decreasing(state: BusState) -> str:
    return DECREASING.get(facts_of(state).decreasing or "", CHOSEN)


def bound(state: BusState, scorer: str) -> list[str]:
    """BUS-OBJ-09, -10: the objective that goes away by itself, where one has to and there is no choice."""
    legal = candidates(state, scorer)
    return legal if rule_of_decreasing(state) != CHOSEN and len(legal) == 1 else []


def check_removals(
    state: BusState, award: Award, scorer: str, told: list[Removal], over: bool = False
) -> Violations:
    """BUS-OBJ-09, -10, -16: one at most after an award; with `scorer` and `popular` it is told where it is a choice.
    `over`: nothing is scored any more, so that nobody has to tell it, as at full detail."""
    legal, rule = candidates(state, scorer), rule_of_decreasing(state)
    wrong = [one.objective for one in told if one.objective not in legal]
    owed = rule != CHOSEN and len(legal) > 1 and not told and not over
    if wrong or owed or len(told) > 1:
        names = [one.objective for one in told]
        params = {"award": award.id, "expected": legal or "nothing", "told": names or "nothing"}
        yield RuleViolation(rule, params)


def gone(state: BusState, names: list[str]) -> BusState:
    """BUS-OBJ-11: they are away from this turn on; what follows them keeps their last alignment."""
    left = {
        name: replace(one, removed=state.turn) if name in names else one
        for name, one in state.objectives.items()
    }
    return replace(state, objectives=left)
