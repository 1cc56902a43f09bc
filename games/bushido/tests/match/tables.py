"""Matches to start tests from: two warbands of known models, a scenario, and turns in which nothing happens."""

from __future__ import annotations

from typing import Any

from games.bushido import events as e
from games.bushido.rules import Bushido
from games.bushido.scenarios import SCENARIOS
from games.ruleset import Actor
from games.testing import Case, given

RULES = Bushido()
R, B, STRANGER = Actor("player", "r"), Actor("player", "b"), Actor("player", "stranger")
SIDES: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",)}
PLAIN: dict[str, Any] = {"animal": False, "insignificant": False, "flank": False, "disguise": False}
MODELS = (
    e.Model(id="chief", rice=14, unique=True, **PLAIN),
    e.Model(id="second", rice=10, unique=True, **PLAIN),
    e.Model(id="wolf", rice=5, unique=True, **{**PLAIN, "animal": True}),
    e.Model(id="scout", rice=6, unique=True, **{**PLAIN, "flank": True}),
    e.Model(id="grunt", rice=4, unique=False, **PLAIN),
)


def created(**told: Any) -> Case:
    return given(RULES).when(e.MatchCreated(**{"sides": SIDES, **told}))


def warband(player: str, models: tuple[e.Model, ...] = MODELS) -> e.WarbandRegistered:
    return e.WarbandRegistered(player=player, faction="Ito Clan", models=models)


def chosen(scenario: str, vim: Any = None, **told: Any) -> Case:
    """Warbands and the scenario are there."""
    facts = SCENARIOS[scenario]
    if len(facts.vim) > 1:
        vim = vim or "open"
    case = created(**{"rice_limit": facts.rice_limit or 100, **told})
    case = case.when(warband("r"), R).when(warband("b"), B)
    return case.when(e.ScenarioSelected(scenario=scenario, vim=vim), R)


def ready(scenario: str, vim: Any = None, **told: Any) -> Case:
    """The first turn can be recorded; red has the near side, both chiefs are VIM where there are any."""
    case = chosen(scenario, vim, **told)
    facts = SCENARIOS[scenario]
    if facts.objectives or facts.zones:
        case = case.when(e.ObjectivesPlaced(near="red"), R)
    if facts.vim:
        nominated = case.state.vim_kind == "nominated"
        red, blue = ("blue:chief", "red:chief") if nominated else ("red:chief", "blue:chief")
        case = case.when(e.VimAssigned(side="red", model=red), R)
        case = case.when(e.VimAssigned(side="blue", model=blue), B)
    return case


def turn(number: int, **told: Any) -> e.TurnRecorded:
    return e.TurnRecorded(**{"turn": number, "first_side": "red", **told})


def prayer(side: str, objective: str, alignment: str, model: str | None = None) -> e.Prayer:
    return e.Prayer(side=side, objective=objective, alignment=alignment, model=model)


def held(zone: str, controller: str | None, **told: Any) -> e.ZoneHeld:
    return e.ZoneHeld(zone=zone, controller=controller, **told)


def fell(model: str, by: str | None = None, in_zone: bool = False) -> e.Casualty:
    return e.Casualty(model=model, by=by, in_zone=in_zone)


def passed(case: Case, upto: int) -> Case:
    """Turns in which nothing happens; every die of the length says that it goes on."""
    for number in range(case.state.turn + 1, upto + 1):
        facts = SCENARIOS[case.state.scenario or ""]
        die = 1 if facts.length == "variable" and number >= facts.turns else None
        case = case.when(turn(number, length_die=die if number < 7 else None))
    return case


def sp(case: Case) -> dict[str, int]:
    return {name: side.sp for name, side in case.state.sides.items()}


def vp(case: Case) -> dict[str, int]:
    return RULES.outcome(case.state).vp
