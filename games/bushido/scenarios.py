"""The published scenarios (BUS-SCN-01 to -18) as facts: layouts, length, interactions, awards, resets.

Read from `catalogue/scenarios.toml`; whatever has an "if" stands in the chapters. Called by every chapter, by the
opening and by the simulation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from games.catalogue import load
from games.rulebook import Text
from games.ruleset import RuleViolation

CATALOGUE = Path(__file__).parent / "catalogue" / "scenarios.toml"
LAST_POSSIBLE_TURN = 7
"""BUS-END-05: the last turn of a match of variable length, whatever the dice say."""
ENDING_DIE = 4
"""BUS-END-04: the least number of the die that makes a turn the last one."""

NEUTRAL, ENEMY_OF_BOTH, FRIENDLY_TO_BOTH = "neutral", "enemy_of_both", "friendly_to_both"
Home = Literal["near", "far", "neutral", "enemy_of_both", "friendly_to_both"]
Deployment = Literal["baseline", "corner_square", "corner_edge"]
VimKind = Literal["open", "hidden", "nominated", "list"]
Condition = Literal[
    "more_sp", "more_friendly_objectives", "own_vim_closest", "enemy_vim_killed", "vim_kills_vim"
]
VIM_CONDITIONS = ("own_vim_closest", "enemy_vim_killed", "vim_kills_vim")
Class = Literal["simple", "complex"]


class ObjectiveFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective: whose it is at first, and its centre in inches as the near side sees the board."""

    home: Home
    x: int
    y: int


class ZoneFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone: centre and diameter in inches. `follows`: the objective whose alignment it has (BUS-ZONE-05)."""

    home: Home
    x: int
    y: int
    diameter: int
    follows: str | None = None
    scores: bool = True


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The objectives and the zones of a scenario by their names."""

    objectives: dict[str, ObjectiveFacts] = {}
    zones: dict[str, ZoneFacts] = {}


class Award(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points for one side: in the End phase of turn `due`, of the last turn by length, or at once."""

    due: int | Literal["last", "at_once"]
    condition: Condition
    to: Literal["opponent_edge", "objective", "centre"] | None = None
    vp: int = 1

    @property
    def id(self) -> str:
        """The name of the award within its scenario: `turn_2`, `last_turn`, `at_once`."""
        return {"last": "last_turn", "at_once": "at_once"}.get(str(self.due), f"turn_{self.due}")


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario. `turns`: the last turn of a fixed length, or the first with a die of a variable one. `vim_ring`: VIM
    fight in the zone, without Last Stand, and others are removed from it in the End phase; `scouts`: every model is a
    Scout to so many inches (BUS-SCN-17).

    `prayer`: tokens for each side; `deployment` None: any. `rice_limit`, `most_models`: None where it is free. `once`:
    a model acts once in a turn at an objective, whatever it does there; who prays always does (BUS-OBJ-07).
    `layout`: a published one by name; `drawn`: one of its own, of a scenario that organisers wrote.
    """

    rule: str = "BUS-SETUP-02"
    name: Text
    layout: str = "none"
    drawn: Layout | None = None
    length: Literal["fixed", "variable", "clock"]
    turns: int = 0
    base_mm: Literal[30, 50] | None = None
    influence: Class | None = None
    influence_assumed: bool = False
    first_influence_complex: bool = False
    prayer: int = 0
    prayer_action: Class = "simple"
    worship: Class | None = None
    once: bool = False
    vim: tuple[VimKind, ...] = ()
    deployment: Literal["baseline", "corner_square", "corner_edge", "corner"] | None = None
    decreasing: Literal["loser", "scorer", "popular"] | None = None
    reset_sp: tuple[int, ...] = ()
    reset_alignment: tuple[int, ...] = ()
    kill_sp: int = 0
    rice_limit: int | None = None
    most_models: int | None = None
    vim_ring: bool = False
    scouts: int = 0
    vp_total: int = 3
    awards: tuple[Award, ...] = ()

    @property
    def places(self) -> Layout:
        """Where everything lies."""
        return self.drawn or LAYOUTS[self.layout]

    @property
    def objectives(self) -> dict[str, ObjectiveFacts]:
        return self.places.objectives

    @property
    def zones(self) -> dict[str, ZoneFacts]:
        """The zones that score."""
        return {name: zone for name, zone in self.places.zones.items() if zone.scores}

    def home_of(self, zone: ZoneFacts) -> Home:
        """BUS-ZONE-05: whose a zone is at first; one that follows an objective is what that is."""
        centre = self.objectives.get(zone.follows or "")
        return zone.home if centre is None else centre.home

    @property
    def deployments(self) -> tuple[str, ...]:
        """The deployments that may be played."""
        if self.deployment is None:
            return ("baseline", "corner_square", "corner_edge")
        return ("corner_square", "corner_edge") if self.deployment == "corner" else (self.deployment,)


class _Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, Text]
    layouts: dict[str, Layout]
    scenarios: dict[str, Scenario]


_READ = load(CATALOGUE, _Catalogue)
PLACES = _READ.places
"""What the objectives and zones of the published layouts are called."""
LAYOUTS = _READ.layouts
SCENARIOS = _READ.scenarios


def check_scenario(scenario: Scenario) -> Iterator[RuleViolation]:
    """BUS-SCORE-04: the awards of a scenario add up to its victory points."""
    total = sum(award.vp for award in scenario.awards)
    if total != scenario.vp_total:
        params = {"scenario": scenario.name.en, "expected": scenario.vp_total, "told": total}
        yield RuleViolation("BUS-SCORE-04", params)


def unlike(scenario: Scenario, what: str, due: Any, stated: Any) -> RuleViolation:
    """A match that is not as its scenario says, by the scenario's own rule. `what`: the field that is about."""
    return RuleViolation(scenario.rule, {"what": what, "due": due, "stated": stated})


def faults(scenario: Scenario) -> Iterator[str]:
    """BUS-SETUP-02: the words for what a scenario of the organisers cannot have."""
    if scenario.drawn is None and scenario.layout not in LAYOUTS:
        yield "unknown_layout"
        return
    zones, names = scenario.places.zones.values(), [*scenario.places.objectives, *scenario.places.zones]
    if any(zone.follows not in (None, *scenario.objectives) for zone in zones) or "" in names:
        yield "zone_of_nothing"
    if (scenario.length != "clock") != (scenario.turns > 0):
        yield "turns_of_no_length"
    if scenario.length == "variable" and scenario.turns > LAST_POSSIBLE_TURN:
        yield "turns_of_no_length"
    yield from _faults_of_awards(scenario)
    if min((scenario.prayer, scenario.kill_sp, *scenario.reset_sp, *scenario.reset_alignment), default=0) < 0:
        yield "below_nothing"


def _faults_of_awards(scenario: Scenario) -> Iterator[str]:
    ids = [award.id for award in scenario.awards]
    if len(set(ids)) < len(ids) or any(award.vp < 1 for award in scenario.awards):
        yield "awards_twice"
    if any((award.condition == "own_vim_closest") != (award.to is not None) for award in scenario.awards):
        yield "closest_to_nothing"
    of_vim = [award for award in scenario.awards if award.condition in VIM_CONDITIONS]
    if of_vim and not scenario.vim:
        yield "awards_without_vim"
    at_once = [award for award in scenario.awards if award.due == "at_once"]
    if at_once != [award for award in scenario.awards if award.condition == "vim_kills_vim"]:
        yield "awards_at_once"
    if at_once and "hidden" in scenario.vim:
        yield "at_once_of_hidden"


def last_turns(scenario: Scenario) -> range:
    """BUS-END-03 to -05, -11: the turns that can be the last by length; empty where the clock alone ends a match."""
    if scenario.length == "clock":
        return range(0)
    if scenario.length == "fixed":
        return range(scenario.turns, scenario.turns + 1)
    return range(scenario.turns, LAST_POSSIBLE_TURN + 1)


RULES = (
    *("BUS-SCN-01", "BUS-SCN-02", "BUS-SCN-03", "BUS-SCN-04", "BUS-SCN-05", "BUS-SCN-06"),
    *("BUS-SCN-07", "BUS-SCN-08", "BUS-SCN-09", "BUS-SCN-10", "BUS-SCN-11", "BUS-SCN-12"),
    *("BUS-SCN-13", "BUS-SCN-14", "BUS-SCN-15", "BUS-SCN-16", "BUS-SCN-17", "BUS-SCN-18"),
)
"""The rule that each scenario is, in their order; a refusal by its facts names it."""
assert tuple(scenario.rule for scenario in SCENARIOS.values()) == RULES
assert not [one for scenario in SCENARIOS.values() for one in check_scenario(scenario)]
