"""Opening, warbands, scenario, objectives (BUS-GEN-01, BUS-SETUP-01 to -03). Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.bushido.events import (
    MatchCreated,
    ObjectivesPlaced,
    ScenarioSelected,
    SpecialTaken,
    WarbandRegistered,
)
from games.bushido.full.state import Body, FullState, Special
from games.bushido.permissions import (
    Violations,
    at_detail,
    in_phase,
    known_sides,
    seated,
    side_acts,
    staff_only,
)
from games.bushido.scenarios import (
    ENEMY_OF_BOTH,
    FRIENDLY_TO_BOTH,
    NEUTRAL,
    SCENARIOS,
    Home,
    Scenario,
    check_scenario,
    faults,
    unlike,
)
from games.bushido.state import (
    BusState,
    Fighter,
    Objective,
    Side,
    Zone,
    facts_of,
    other_side,
    side_of,
    with_side,
)
from games.judging import first_broken, repeated
from games.ruleset import DRAW, PUBLIC, STAFF, Actor, RuleViolation

NOT_SIDES = (NEUTRAL, ENEMY_OF_BOTH, FRIENDLY_TO_BOTH, DRAW, PUBLIC, STAFF, "")


def check_match_created(state: BusState, event: MatchCreated, by: Actor) -> Violations:
    """BUS-GEN-01: by staff, once; two sides, each with somebody who sits nowhere else."""
    return first_broken(in_phase(state, "open"), staff_only(by), _check_seats(event))


def _check_seats(event: MatchCreated) -> Violations:
    seats = [player for players in event.sides.values() for player in players]
    names = [name for name in event.sides if name in NOT_SIDES]
    if len(event.sides) != 2 or names or len(set(seats)) < len(seats) or not all(event.sides.values()):
        yield RuleViolation("BUS-GEN-01", {"told": [name or "nobody" for name in event.sides] or "nobody"})


def on_match_created(state: BusState, event: MatchCreated) -> BusState:
    return replace(
        state,
        phase="setup",
        detail=event.detail,
        sides={name: Side(players) for name, players in event.sides.items()},
        rice_limit=event.rice_limit,
        edition=event.edition,
        player_clock=event.player_clock,
        whole_result=event.whole_result,
        full=FullState(options=_options(event)) if event.detail == "full" else None,
    )


def _options(event: MatchCreated) -> dict[str, str]:
    """What the organisers chose for full detail."""
    told: dict[str, str] = {
        "setup": event.setup,
        "terrain": event.terrain,
        "terrain_rules": event.terrain_rules,
    }
    return {**told, "terrain_gap_3": "yes"} if event.terrain_gap_3 else told


def check_warband_registered(state: BusState, event: WarbandRegistered, by: Actor) -> Violations:
    """Each side once, before the first turn; every model has an ID of its own (BUS-LOG-04)."""
    return first_broken(
        in_phase(state, "setup"),
        side_acts(state, by, side_of(state, event.player)),
        _check_warband(state, event),
    )


def _check_warband(state: BusState, event: WarbandRegistered) -> Violations:
    if state.sides[side_of(state, event.player) or ""].faction is not None:
        yield again("warband")
    names = [model.id for model in event.models]
    for name in sorted(repeated(names)):
        yield RuleViolation("BUS-LOG-04", {"model": name})
    if event.list_vim not in (None, *names):
        yield RuleViolation("BUS-LOG-04", {"model": event.list_vim})
    if state.scenario is not None:
        yield from _check_size(state, event)


def _check_size(state: BusState, event: WarbandRegistered) -> Violations:
    """BUS-SCN-18: never more models than the scenario allows."""
    scenario = facts_of(state)
    if scenario.most_models is not None and len(event.models) > scenario.most_models:
        yield unlike(scenario, "most_models", scenario.most_models, len(event.models))


def on_warband_registered(state: BusState, event: WarbandRegistered) -> BusState:
    side = side_of(state, event.player) or ""
    joined = {f"{side}:{model.id}": Fighter(side, model) for model in event.models}
    state = replace(state, models={**state.models, **joined})
    if state.full is not None:
        state = replace(state, full=_joined(state.full, event, side))
    vim = f"{side}:{event.list_vim}" if event.list_vim else None
    return with_side(state, side, faction=event.faction, theme=event.theme, list_vim=vim)


def _joined(full: FullState, event: WarbandRegistered, side: str) -> FullState:
    """The table with the cards and the models of a warband."""
    specials: dict[str, Special] = {}
    for told in event.specials:
        before = specials.get(told.card, Special(told.kind, 0, told.trap, equipment=told.equipment))
        specials[told.card] = _with_copies(before, told, side)
    return replace(
        full,
        sheets={**full.sheets, **event.sheets},
        bodies={**full.bodies, **{f"{side}:{model.id}": Body() for model in event.models}},
        specials={**full.specials, side: specials},
    )


def _with_copies(before: Special, told: SpecialTaken, side: str) -> Special:
    """BUS-GEN-26, BUS-ROSTER-13, -14: every copy counts, also where each of several models has one."""
    having = (told.on, *told.also_on) if told.on is not None else ()
    worn = (tuple(f"{side}:{name}" for name in having),) * told.count if having else ()
    return replace(before, left=before.left + told.count, on=(*before.on, *worn))


def check_scenario_selected(state: BusState, event: ScenarioSelected, by: Actor) -> Violations:
    """BUS-SETUP-02: once, one that exists, with its choices made and no others."""
    return first_broken(
        in_phase(state, "setup"),
        seated(state, by),
        staff_only(by) if event.own is not None else iter(()),
        _check_known(state, event),
        _check_own(event.own),
        _check_choices(event),
        _check_limits(state, event),
    )


def _check_known(state: BusState, event: ScenarioSelected) -> Violations:
    if state.scenario is not None:
        yield again("scenario")
    elif (event.scenario in SCENARIOS) != (event.own is None):
        expected = list(SCENARIOS) if event.own is None else "own_scenario"
        yield RuleViolation("BUS-SETUP-02", {"expected": expected, "told": event.scenario})


def _check_own(own: Scenario | None) -> Violations:
    """BUS-SCORE-04, BUS-SETUP-02: a scenario of the organisers is one that can be played."""
    if own is not None:
        yield from check_scenario(own)
        for fault in faults(own):
            yield RuleViolation("BUS-SETUP-02", {"expected": "own_scenario", "told": fault})


def told_scenario(event: ScenarioSelected) -> Scenario:
    """Its facts, published or told."""
    return event.own or SCENARIOS[event.scenario]


def _check_choices(event: ScenarioSelected) -> Violations:
    """BUS-SETUP-02. A choice that a scenario does not have breaks its rule too; one still to be made does not."""
    scenario = told_scenario(event)
    if event.deployment is not None and event.deployment not in scenario.deployments:
        legal = list(scenario.deployments)
        yield RuleViolation("BUS-SETUP-02", {"expected": legal, "told": event.deployment})
        yield unlike(scenario, "deployment", legal, event.deployment)
    if event.vim is None and len(scenario.vim) > 1:
        yield RuleViolation("BUS-SETUP-02", {"choose": list(scenario.vim)})
    elif event.vim is not None and event.vim not in scenario.vim:
        expected = list(scenario.vim) or "no_vim"
        yield RuleViolation("BUS-SETUP-02", {"expected": expected, "told": event.vim})
        yield unlike(scenario, "vim", expected, event.vim)


def _check_limits(state: BusState, event: ScenarioSelected) -> Violations:
    yield from check_limits(state, told_scenario(event))


def check_limits(state: BusState, scenario: Scenario) -> Violations:
    """BUS-SCN-16 to -18: the rice limit, and the models of a warband that is registered already."""
    if scenario.rice_limit not in (None, state.rice_limit):
        yield unlike(scenario, "rice_limit", scenario.rice_limit, state.rice_limit)
    for name in state.sides:
        models = sum(one.side == name for one in state.models.values())
        if scenario.most_models is not None and models > scenario.most_models:
            yield unlike(scenario, "most_models", scenario.most_models, models)


def on_scenario_selected(state: BusState, event: ScenarioSelected) -> BusState:
    """What leaves no choice is taken."""
    scenario = told_scenario(event)
    only = scenario.vim[0] if len(scenario.vim) == 1 else None
    fixed = scenario.deployments[0] if len(scenario.deployments) == 1 else None
    return replace(
        state,
        scenario=event.scenario,
        own=event.own,
        method=event.method,
        deployment=event.deployment or fixed,
        vim_kind=event.vim or only,
        last_turn=scenario.turns if scenario.length == "fixed" else None,
    )


def check_objectives_placed(state: BusState, event: ObjectivesPlaced, by: Actor) -> Violations:
    """BUS-SETUP-03: once, after the scenario, in the size that it names."""
    return first_broken(
        in_phase(state, "setup"),
        at_detail(state, "turns"),
        seated(state, by),
        known_sides(state, [event.near]),
        needs(state, "objectives", "scenario"),
        _check_placed(state, event),
    )


def _check_placed(state: BusState, event: ObjectivesPlaced) -> Violations:
    scenario = facts_of(state)
    if state.near is not None or not (scenario.objectives or scenario.zones):
        yield again("objectives")
    fits = scenario.base_mm in (None, event.base_mm) if scenario.objectives else event.base_mm is None
    if event.base_mm is not None and not fits:
        expected = scenario.base_mm or "no_objectives"
        yield RuleViolation("BUS-SETUP-03", {"expected": expected, "told": event.base_mm})


def on_objectives_placed(state: BusState, event: ObjectivesPlaced) -> BusState:
    return laid_out(state, event.near, event.base_mm)


def laid_out(state: BusState, near: str, base_mm: int | None) -> BusState:
    """BUS-SETUP-03, BUS-ZONE-05: alignments by the side at the near edge."""
    scenario, far = facts_of(state), other_side(state, near)

    def whose(home: Home) -> str:
        return {"near": near, "far": far}.get(home, home)

    return replace(
        state,
        near=near,
        base_mm=base_mm or scenario.base_mm,
        objectives={name: Objective(whose(one.home)) for name, one in scenario.objectives.items()},
        zones={name: Zone(whose(scenario.home_of(one))) for name, one in scenario.zones.items()},
    )


def missing(state: BusState) -> Iterator[str]:
    """What the set-up still lacks, in its order (BUS-SETUP-01)."""
    if any(side.faction is None for side in state.sides.values()):
        yield "warband"
    if state.scenario is None:
        yield "scenario"
        return
    scenario = facts_of(state)
    if (scenario.objectives or scenario.zones) and state.near is None:
        yield "objectives"
    if scenario.vim and len(state.vims) < len(state.sides):
        yield "vim"


def again(told: str) -> RuleViolation:
    """BUS-SETUP-01: a step of the set-up that is there already or has no place in this match."""
    return RuleViolation("BUS-SETUP-01", {"twice": told})


def needs(state: BusState, told: str, *steps: str) -> Violations:
    """BUS-SETUP-01: what must be there before `told`."""
    lacking = [step for step in missing(state) if step in steps]
    if lacking:
        yield RuleViolation("BUS-SETUP-01", {"told": told, "missing": lacking})
