"""Virtual opponents enter a solo game, with or without a scenario. SEN-SOLO-02, -05, -26, SEN-CAMP-02."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import events as f
from games.senjutsu.pages.fills import usual_limit
from games.senjutsu.pages.forms import free_hexes
from games.senjutsu.play import training_foes
from games.senjutsu.tests.full.foe_tables import (
    drawing,
    joined,
    registered,
    set_up,
    solo,
)
from games.testing import Case, accepts, given, refuses

PLAYER = Viewer("player", "r", "red")


def may_join(case: Case) -> bool:
    return any(one.type == "vo_joined" for one in RULES.next_events(case.then_accepted(), PLAYER))


def foe(case: Case, vo: str = "vo-1") -> Any:
    return case.state.foes[vo]


def pile(case: Case, vo: str = "vo-1") -> Any:
    return case.state.full.piles[vo]


@accepts("SEN-SOLO-02", "SEN-SOLO-05", "SEN-SOLO-26")
def test_opponents_stand_on_the_board() -> None:
    case = solo("leader", "ninja", decks={"vo-1": "leader"})
    assert (foe(case).hex, foe(case).behaviour, foe(case).stance) == ((0, -4), "middle", "offensive")
    assert foe(case, "vo-2").in_cover and (pile(case).deck, pile(case, "vo-2").deck) == (6, None)
    drawing(case).then_accepted()


@refuses("SEN-SOLO-02", "SEN-SOLO-26", "SEN-LOG-02")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-SOLO-02", {"hex": None}),
        ("SEN-SOLO-02", {"behaviour": None}),
        ("SEN-SOLO-02", {"stance": None}),
        ("SEN-SOLO-02", {"facing": None}),
        ("SEN-SOLO-02", {"hex": (0, 4)}),
        ("SEN-SOLO-02", {"hex": (0, -4)}),
        ("SEN-SOLO-02", {"hex": (9, 9)}),
        ("SEN-SOLO-02", {"vo_deck": "nobody's"}),
        ("SEN-SOLO-26", {"in_cover": True}),
    ],
)
def test_opponents_that_cannot_stand_there(rule: str, told: dict[str, Any]) -> None:
    event = joined("vo-2", "yari", 2, **{"hex": (1, -4), **told})
    solo("leader").when(event).then_refused(rule)
    drawing(solo("leader")).when(event).then_refused("SEN-LOG-02")


@accepts("SEN-SOLO-02")
@refuses("SEN-SOLO-02")
def test_nobody_is_asked_to_join_where_every_start_hex_is_taken() -> None:
    taken, free = solo(starts=((0, 4),)), solo(starts=((0, 4), (0, -4)))
    assert not may_join(taken) and may_join(free)
    opponent = joined("vo-1", "leader", 1, hex=(0, -4))
    taken.when(opponent).then_refused("SEN-SOLO-02")
    free.when(opponent).then_accepted()


@accepts("SEN-SETUP-06")
@refuses("SEN-SOLO-02")
def test_an_opponent_may_stand_in_a_boat_and_not_on_a_rock() -> None:
    boat, rock = (0, -4), (1, -4)
    case = registered("solo", starts=((0, 4), boat, rock), terrain=("boat", "rock"))
    case = case.when(e.TerrainPlaced(player="r", object="boat", hex=boat))
    case = set_up(case.when(e.TerrainPlaced(player="r", object="rock", hex=rock)))
    assert free_hexes(case.then_accepted()) == [boat]
    case.when(joined("vo-1", "leader", 1, hex=boat)).then_accepted()
    case.when(joined("vo-1", "leader", 1, hex=rock)).then_refused("SEN-SOLO-02")


@accepts("SEN-SOLO-02", "SEN-SOLO-05")
def test_an_opponent_is_taken_back_with_its_cards() -> None:
    case = solo("leader", "yari").when(e.VoWithdrawn(vo="vo-2"))
    assert "vo-2" not in case.state.foes and "vo-2" not in case.state.full.piles
    drawing(solo("leader", "yari", vos={"vo-1": {"wound_limit": 7}}).when(e.VoWithdrawn(vo="vo-2")))
    drawing(solo("leader")).when(e.VoWithdrawn(vo="vo-1")).then_refused("SEN-LOG-02")


@refuses("SEN-SOLO-02", "SEN-SOLO-05", "SEN-SETUP-12", "SEN-VOD-04")
def test_a_solo_game_starts_with_its_opponents() -> None:
    start = f.TurnStarted(turn=1)
    solo().when(start).then_refused("SEN-SETUP-12")
    solo("leader", vos={"vo-1": {"wound_limit": 3}}).when(start).then_refused("SEN-SOLO-05")
    solo("ashigaru").when(start).then_refused("SEN-VOD-04")
    solo("leader", starts=((0, 4), (1, -4)), vos={"vo-1": {"hex": (1, -4)}})
    twice = joined("vo-2", "leader", 2, hex=(1, -4), vo_deck="leader")
    solo("leader", decks={"vo-1": "leader"}).when(twice).then_refused("SEN-SOLO-02")
    placed = joined("vo-1", "leader", 1, hex=(0, -4))
    solo(starts=((0, 4), (1, -4))).when(placed).then_refused("SEN-SOLO-02")


SCENARIO = e.SoloScenario(
    name="Bridge",
    opponents=(e.ScenarioOpponent(vo_type="yari", hex=(2, -4), wound_limit=4, behaviour="left"),),
    starts=((0, 4),),
)


@accepts("SEN-CAMP-02", "SEN-SCORE-08")
def test_a_scenario_fixes_opponents_and_limits() -> None:
    fixed = {"hex": (2, -4), "wound_limit": 4, "behaviour": "left"}
    case = solo("yari", scenario=SCENARIO, vos={"vo-1": fixed})
    assert drawing(case).state.foes["vo-1"].wound_limit == 4
    assert case.state.full.starts == ((0, 4),)
    assert RULES.outcome(case.state).carry["difficulty"] == "custom"
    assert RULES.outcome(solo("yari").state).carry["difficulty"] == "standard"


@refuses("SEN-CAMP-02")
@pytest.mark.parametrize(
    "told",
    [
        {"hex": (1, -4)},
        {"behaviour": "middle"},
        {"wound_limit": 7},
        {"vo_type": "leader"},
    ],
)
def test_what_a_scenario_fixes_stays(told: dict[str, Any]) -> None:
    fixed = {"vo_type": "yari", "hex": (2, -4), "wound_limit": 4, "behaviour": "left", "stance": "offensive"}
    event = e.VoJoined(**{"vo": "vo-1", "facing": 3, **fixed, **told})
    solo(scenario=SCENARIO).when(event).then_refused("SEN-CAMP-02")


@refuses("SEN-CAMP-02")
def test_a_scenario_is_played_whole_and_alone() -> None:
    two = msgspec.structs.replace(SCENARIO, opponents=SCENARIO.opponents * 2)
    fixed = {"hex": (2, -4), "wound_limit": 4, "behaviour": "left"}
    case = solo("yari", scenario=two, vos={"vo-1": fixed})
    case.when(f.TurnStarted(turn=1)).then_refused("SEN-CAMP-02")
    opening = training_foes.opening("horde", {"red": ("r",)}, scenario=SCENARIO)
    case = given(RULES, None, [])
    case.when(opening).then_refused("SEN-CAMP-02")


@accepts("SEN-CAMP-02", "SEN-SOLO-05")
@refuses("SEN-CAMP-02", "SEN-SOLO-05")
def test_the_limits_that_a_scenario_fixes_or_gives_by_its_number_are_offered() -> None:
    more = (e.ScenarioOpponent(vo_type="leader"), e.ScenarioOpponent(vo_type="yumi"))
    three = msgspec.structs.replace(SCENARIO, opponents=(*SCENARIO.opponents, *more))
    case = solo(scenario=three)
    assert limits(case) == (("yari", "leader", "yumi"), (4, 2))
    stands = {"hex": (2, -4), "behaviour": "left"}
    case.when(joined("vo-1", "yari", 3, **stands)).then_refused("SEN-CAMP-02")
    case = case.when(joined("vo-1", "yari", 3, wound_limit=4, **stands))
    assert limits(case) == (("leader", "yumi"), (2,)) and usual_limit(case.state) == 2
    case = case.when(joined("vo-2", "leader", 3, hex=(0, -4)))
    wrong = case.when(joined("vo-3", "yumi", 1, hex=(1, -4)))
    wrong.when(f.TurnStarted(turn=1)).then_refused("SEN-SOLO-05")
    drawing(case.when(joined("vo-3", "yumi", 3, hex=(1, -4)))).then_accepted()


def limits(case: Case) -> tuple[Any, ...]:
    """The types and wound limits with which one more opponent is offered."""
    (told,) = [one for one in RULES.next_events(case.state, PLAYER) if one.type == "vo_joined"]
    return told.choices["vo_type"], told.choices["wound_limit"]
