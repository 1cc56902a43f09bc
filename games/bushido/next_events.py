"""What may legally come next, for forms and for the simulation. Built from what the viewer may know.

Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.bushido.chapters.finish import is_over
from games.bushido.chapters.flanks import check_overdue, plan_choices, reveal_choices
from games.bushido.chapters.objectives import could_have, reset
from games.bushido.chapters.setup import check_limits, missing
from games.bushido.chapters.summary import most_sp, reasons
from games.bushido.chapters.turns import owes_die, rolls_die
from games.bushido.chapters.vim import cannot, is_measured, owner_of, stands, surely_legal, vim_of
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.legal.offer import everybody
from games.bushido.full.steps import now
from games.bushido.scenarios import FRIENDLY_TO_BOTH, NEUTRAL, SCENARIOS, VIM_CONDITIONS, Scenario, last_turns
from games.bushido.state import BusState, Vim, facts_of, models_in_play, objectives_left
from games.ruleset import NextEvent


def next_events(state: BusState) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(state))


def _next(state: BusState) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="match_created")
    if state.phase == "setup":
        yield from _in_setup(state)
    if state.phase in ("setup", "turns") and state.detail == "turns":
        yield from _in_turns(state)
    if state.phase in ("setup", "turns") and state.full is not None:
        yield from full_events(state)
    if state.phase in ("setup", "turns") and state.detail != "summary" and not is_over(state):
        yield from _ends(state)
    if state.phase == "reveal":
        for side, one in state.vims.items():
            if not one.revealed:
                yield _of_side(state, "vim_revealed", side, **_revealed(state, one))


def _of_side(state: BusState, type_: str, side: str, **choices: tuple[Any, ...]) -> NextEvent:
    return NextEvent(type=type_, players=state.sides[side].players, choices={"side": (side,), **choices})


def _in_setup(state: BusState) -> Iterator[NextEvent]:
    """BUS-SETUP-01: warbands and scenario in any order, since organisers announce it before any warband is chosen
    (BUS-SETUP-02); then the table, then VIM."""
    lacking = tuple(missing(state))
    for side in state.sides.values():
        if side.faction is None:
            players = side.players
            told = {"player": players, "list_vim": (), "sheets": (), "specials": ()}
            yield NextEvent(type="warband_registered", players=players, choices=told)
    if "scenario" in lacking:
        for choices in _scenarios(state):
            yield NextEvent(type="scenario_selected", players=everybody(state), choices=choices)
    elif state.detail == "summary":
        yield _result(state)
    elif "objectives" in lacking and state.detail == "turns":
        choices = {"near": tuple(state.sides)}
        yield NextEvent(type="objectives_placed", players=everybody(state), choices=choices)
    due = state.full is None or now(state) == "vim"
    if state.detail != "summary" and "vim" in lacking and "warband" not in lacking and due:
        yield from _vims(state)


def _vims(state: BusState) -> Iterator[NextEvent]:
    """BUS-VIM-01, -05: the models that each side may name; or that there is none, unless one is legal for sure."""
    for name in state.sides:
        if name in state.vims:
            continue
        legal = _legal_vims(state, name)
        if legal:
            yield _of_side(state, "vim_assigned", name, model=legal, none_legal=(False,))
        if not surely_legal(state, name):
            yield _of_side(state, "vim_assigned", name, model=(), none_legal=(True,))


def _scenarios(state: BusState) -> Iterator[dict[str, tuple[Any, ...]]]:
    """BUS-SETUP-02, BUS-SCN-16 to -18: the scenarios that may be played, those together that leave the same choices of
    deployment and VIM; what a scenario settles itself is not told.
    """
    alike: dict[tuple[Any, Any], list[str]] = {}
    for key, one in SCENARIOS.items():
        if not any(check_limits(state, one)):
            alike.setdefault((_left_open(one.deployments), _left_open(one.vim)), []).append(key)
    for (deployments, vim), keys in alike.items():
        yield {"scenario": tuple(keys), "deployment": deployments, "vim": vim, "own": ()}


def _left_open(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values if len(values) > 1 else ()


def _legal_vims(state: BusState, chooser: str) -> tuple[str, ...]:
    """BUS-VIM-02, -04: the models that may be named, as far as is known; () when none may."""
    owner, nominated = owner_of(state, chooser), state.vim_kind == "nominated"
    if state.vim_kind == "list" and (listed := state.sides[owner].list_vim) is not None:
        return (listed,)
    return tuple(
        name
        for name, one in state.models.items()
        if one.side == owner
        and not cannot(one)
        and not (nominated and (one.facts.flank or one.facts.disguise))
    )


def _revealed(state: BusState, vim: Vim) -> dict[str, tuple[Any, ...]]:
    """BUS-HID-07, BUS-VIM-10: what opening a hidden VIM tells; nothing to whoever does not know it."""
    if vim.model is None:
        return {}
    return {"model": (vim.model,), **({} if is_measured(state, vim.model) else {"inches": ()})}


def _result(state: BusState) -> NextEvent:
    """BUS-END-02, -11, BUS-SCORE-01, -03, BUS-VIM-09: what can have ended it, and the points that it can have given;
    VIM fall where the scenario has them."""
    scenario = facts_of(state)
    choices: dict[str, tuple[Any, ...]] = {"winner": (*state.sides, "draw"), "reason": reasons(state)}
    if not scenario.vim:
        choices["vim_killed"] = ()
    last = max(last_turns(scenario), default=99)
    most = [most_sp(scenario, turn) for turn in range(last + 1)]
    limits = {"last_turn": (0, last)}
    limits |= {f"sp.{name}": (0, max(one or 0 for one in most)) for name in state.sides if None not in most}
    return NextEvent(
        type="match_result_recorded",
        players=everybody(state),
        choices=choices,
        limits=limits,
        counts={"vp": (0, scenario.vp_total)},
    )


def _in_turns(state: BusState) -> Iterator[NextEvent]:
    """BUS-LOG-07: the next turn once the set-up is done; flank plans and arrivals before it."""
    if tuple(missing(state)):
        return
    for name, side in state.sides.items():
        own = (model for model, one in state.models.items() if one.side == name)
        if told := plan_choices(state, name, own):
            yield NextEvent(type="flank_plan_recorded", players=side.players, choices=told)
    for model, plan in state.plans.items():
        if not plan.revealed and (told := reveal_choices(state, model, plan)):
            players = state.sides[plan.side].players
            yield NextEvent(type="flank_revealed", players=players, choices=told)
    turn = state.turn + 1
    if any(check_overdue(state, turn)):
        return
    choices: dict[str, tuple[Any, ...]] = {"turn": (turn,), "first_side": tuple(state.sides)}
    choices |= _told_of_turn(state, turn)
    limits = {"length_die": (1, 6)} if owes_die(state, turn) else {}
    if not limits and not rolls_die(state, turn):
        choices["length_die"] = ()
    yield NextEvent(type="turn_recorded", players=everybody(state), choices=choices, limits=limits)


def _told_of_turn(state: BusState, turn: int) -> dict[str, tuple[Any, ...]]:
    """What a turn can tell in this scenario; () for what it cannot."""
    scenario, state = facts_of(state), reset(state, turn)
    objectives = tuple(objectives_left(state))
    in_play = models_in_play(state)
    found: dict[str, tuple[Any, ...]] = {"casualties.model": in_play}
    aligned = (NEUTRAL, *state.sides)
    found |= _prayers(state, objectives) if scenario.prayer else {"prayers": ()}
    if scenario.influence:
        open_to = tuple(n for n in objectives if state.objectives[n].alignment != FRIENDLY_TO_BOTH)
        found |= {"alignment.*": open_to, **{f"alignment.{name}": aligned for name in open_to}}
    else:
        found["alignment"] = ()
    found |= {"zones.zone": tuple(state.zones)} if state.zones else {"zones": ()}
    found |= {"worship.*": objectives} if scenario.worship else {"worship": ()}
    popular = scenario.decreasing == "popular"
    found |= {"simple_actions.*": objectives} if popular else {"simple_actions": ()}
    due = _after_which_one_goes(scenario, turn)
    found |= {"removals.award": due, "removals.objective": objectives} if due else {"removals": ()}
    if not scenario.kill_sp:
        found["casualties.in_zone"] = ()
    return found | _distances(state, scenario, turn)


def _distances(state: BusState, scenario: Scenario, turn: int) -> dict[str, tuple[Any, ...]]:
    """BUS-VIM-10: of whose VIM a distance is told after this turn."""
    last = turn in last_turns(scenario)
    closest = (one.due for one in scenario.awards if one.condition == "own_vim_closest")
    if state.vim_kind == "hidden" or not any(due == turn or (due == "last" and last) for due in closest):
        return {"vim_distance": ()}
    return {"vim_distance.*": tuple(side for side in state.sides if stands(state, vim_of(state, side)))}


def _after_which_one_goes(scenario: Scenario, turn: int) -> tuple[str, ...]:
    """BUS-OBJ-09, -10, -16: the awards of this turn after which decreasing may take an objective away."""
    last = turn in last_turns(scenario)
    return tuple(
        one.id
        for one in scenario.awards
        if scenario.decreasing
        and one.condition not in VIM_CONDITIONS
        and (one.due == turn or (one.due == "last" and last))
    )


def _prayers(state: BusState, objectives: tuple[str, ...]) -> dict[str, tuple[Any, ...]]:
    """BUS-OBJ-06: a prayer names the alignment that its objective had; without influence the one that it has, and
    then `prayers` are whole.
    """
    sides = tuple(state.sides)
    now = {name: state.objectives[name].alignment for name in objectives}
    if facts_of(state).influence:
        could = dict.fromkeys(each for one in now.values() for each in could_have(state, one))
        return {"prayers.objective": objectives, "prayers.side": sides, "prayers.alignment": tuple(could)}
    whole = tuple(
        {"side": side, "objective": name, "alignment": now[name]} for name in objectives for side in sides
    )
    return {
        "prayers": whole,
        "prayers.objective": objectives,
        "prayers.side": sides,
        "prayers.alignment": tuple(dict.fromkeys(now.values())),
    }


def _ends(state: BusState) -> Iterator[NextEvent]:
    """BUS-END-09."""
    for name, side in state.sides.items():
        choices: dict[str, tuple[Any, ...]] = {"reason": ("conceded",), "by_side": (name,)}
        yield NextEvent(type="match_ended", players=side.players, choices=choices, optional=True)
    choices = {"reason": ("time",)}
    yield NextEvent(type="match_ended", players=everybody(state), choices=choices, optional=True)
    if state.player_clock and not tuple(missing(state)):
        choices = {"reason": ("clock",), "by_side": tuple(state.sides)}
        yield NextEvent(type="match_ended", choices=choices, optional=True)
