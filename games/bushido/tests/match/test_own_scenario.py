"""A scenario that organisers wrote: worship, decreasing by popularity, victory points for a killed VIM."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.pages.taps import taps
from games.bushido.play.simulate import LEVELS, simulate
from games.bushido.rules import Bushido
from games.bushido.sample import OWN_SCENARIO
from games.bushido.scenarios import SCENARIOS, Award, Layout, ObjectiveFacts, Scenario, ZoneFacts
from games.bushido.tests.match.tables import RULES, B, R, created, fell, prayer, turn, vp, warband
from games.match import Match
from games.ruleset import SYSTEM, Actor
from games.testing import Case, accepts, refuses
from games.tests import contract
from games.tests.contract import story_of

STAFF = Actor("organiser")


def selected(own: Scenario = OWN_SCENARIO, **told: Any) -> e.ScenarioSelected:
    return e.ScenarioSelected(**{"scenario": "own", "own": own, "vim": "open", **told})


def vigil(vim: str = "open", scenario: Scenario = OWN_SCENARIO) -> Case:
    case = created().when(warband("r"), R).when(warband("b"), B).when(selected(scenario, vim=vim))
    case = case.when(e.ObjectivesPlaced(near="red"), R)
    case = case.when(e.VimAssigned(side="red", model="red:chief"), R)
    return case.when(e.VimAssigned(side="blue", model="blue:chief"), B)


@accepts("BUS-SETUP-02", "BUS-SCORE-04")
@refuses("BUS-SETUP-02", "BUS-SCORE-04")
def test_organisers_bring_a_scenario_that_can_be_played() -> None:
    created().when(selected()).then_accepted()
    created().when(selected(), R).then_refused("BUS-LOG-03")
    created().when(selected(replace(OWN_SCENARIO, vp_total=4))).then_refused("BUS-SCORE-04")
    created().when(selected(scenario="ryodo")).then_refused("BUS-SETUP-02")
    created().when(selected(vim="nominated")).then_refused("BUS-SETUP-02")
    created().when(e.ScenarioSelected(scenario="own")).then_refused("BUS-SETUP-02")


BROKEN: dict[str, dict[str, Any]] = {
    "unknown_layout": {"drawn": None, "layout": "nowhere"},
    "turns_of_no_length": {"turns": 0},
    "awards_twice": {"awards": (Award(2, "more_sp"), Award(2, "more_sp"), Award(3, "more_sp"))},
    "closest_to_nothing": {"awards": (Award(2, "own_vim_closest", vp=3),)},
    "awards_without_vim": {"vim": ()},
    "awards_at_once": {"awards": (Award("at_once", "more_sp", vp=3),)},
    "at_once_of_hidden": {"awards": (Award("at_once", "vim_kills_vim", vp=3),)},
    "below_nothing": {"prayer": -1},
}


@pytest.mark.parametrize("word", BROKEN)
def test_what_a_scenario_cannot_have(word: str) -> None:
    scenario = replace(OWN_SCENARIO, **BROKEN[word])
    told = {"vim": None} if word == "awards_without_vim" else {}
    found = created().when(selected(scenario, **told)).then_refused("BUS-SETUP-02")
    assert word in {one.params["told"] for one in found}


def test_a_zone_follows_an_objective_that_is_there() -> None:
    assert OWN_SCENARIO.drawn is not None
    zones = {"yard": ZoneFacts("neutral", 12, 12, 4, follows="nothing")}
    scenario = replace(OWN_SCENARIO, drawn=replace(OWN_SCENARIO.drawn, zones=zones))
    created().when(selected(scenario)).then_refused("BUS-SETUP-02")


SHARED = Layout(
    {
        "well": ObjectiveFacts("friendly_to_both", 12, 12),
        "pit": ObjectiveFacts("enemy_of_both", 6, 12),
        "tree": ObjectiveFacts("neutral", 18, 12),
    }
)


def shared(**told: Any) -> Scenario:
    """Objectives that are nobody's alone, to be influenced and prayed at."""
    plain: dict[str, Any] = {"drawn": SHARED, "influence": "simple", "worship": None, "prayer": 5}
    return replace(OWN_SCENARIO, **{**plain, **told})


@accepts("BUS-OBJ-04", "BUS-OBJ-06")
@refuses("BUS-OBJ-04", "BUS-OBJ-06")
def test_what_is_friendly_to_both_is_influenced_by_nobody() -> None:
    """And who prays at what is an enemy of both says so, though others may have influenced it in this turn."""
    case = vigil(scenario=shared())
    case.when(turn(1, alignment={"well": "red"})).then_refused("BUS-OBJ-04")
    case.when(turn(1, prayers=(prayer("red", "well", "neutral"),))).then_refused("BUS-OBJ-06")
    for objective, alignment, points in (
        ("well", "friendly_to_both", 1),
        ("pit", "enemy_of_both", 3),
        ("pit", "neutral", 2),
    ):
        after = case.when(turn(1, prayers=(prayer("red", objective, alignment),)))
        assert after.then_accepted().sides["red"].sp == points
    (offer,) = (one for one in RULES.following(case.state) if one.type == "turn_recorded")
    assert set(offer.choices["prayers.alignment"]) == {
        *("friendly_to_both", "enemy_of_both", "neutral"),
        *("red", "blue"),
    }
    assert offer.choices["alignment.*"] == ("pit", "tree")


@accepts("BUS-OBJ-10", "BUS-OBJ-15")
@refuses("BUS-OBJ-10")
def test_the_scorer_may_lose_what_is_friendly_to_both() -> None:
    """After a reset nothing is anybody's; that is what is offered in that turn."""
    award = (Award(1, "more_sp", vp=3),)
    case = vigil(scenario=shared(decreasing="scorer", awards=award))
    prayed = (prayer("red", "pit", "enemy_of_both"),)
    case.when(turn(1, prayers=prayed, removals=(e.Removal(award="turn_1", objective="tree"),))).then_refused(
        "BUS-OBJ-10"
    )
    assert case.when(turn(1, prayers=prayed)).then_accepted().objectives["well"].removed == 1
    again = vigil(scenario=shared(reset_alignment=(1,), influence=None))
    (offer,) = (one for one in RULES.following(again.state) if one.type == "turn_recorded")
    assert offer.choices["prayers.alignment"] == ("neutral",)
    again.when(turn(1, prayers=(prayer("red", "pit", "neutral"),))).then_accepted()
    tapped = taps(again.state, offer)
    assert tapped is not None and tapped.read is not None
    (told,) = tapped.read({"pray:red": ("pit",)}, {})["prayers"]
    assert told == {"side": "red", "objective": "pit", "alignment": "neutral"}


@accepts("BUS-OBJ-08")
@refuses("BUS-OBJ-08")
def test_a_worship_marker_goes_away_instead_of_the_alignment() -> None:
    case = vigil().when(turn(1, worship={"pond": 1}, alignment={"pond": "red", "shrine": "blue"}))
    case = case.when(turn(2, simple_actions={"gate": 1}, removals=())).when(turn(3))
    state = case.then_accepted()
    assert (state.objectives["pond"].alignment, state.objectives["shrine"].alignment) == ("red", "neutral")
    assert state.objectives["pond"].worship == 0
    assert case.when(turn(4)).then_accepted().objectives["pond"].alignment == "neutral"
    plain = replace(OWN_SCENARIO, worship=None)
    vigil(scenario=plain).when(turn(1, worship={"pond": 1})).then_refused("BUS-OBJ-02", "BUS-OBJ-08")


def removal(award: str, objective: str) -> tuple[e.Removal, ...]:
    return (e.Removal(award=award, objective=objective),)


@accepts("BUS-OBJ-09")
@refuses("BUS-OBJ-09")
def test_the_most_popular_objective_goes_away() -> None:
    first = vigil().when(turn(1, simple_actions={"pond": 2, "gate": 1}))

    def second(*gone: str, **told: Any) -> Case:
        held = {"pond": "red", **told.pop("alignment", {})}
        found = tuple(one for name in gone for one in removal("turn_2", name))
        return first.when(turn(2, alignment=held, removals=found, **told))

    state = second("pond", simple_actions={"gate": 0}).then_accepted()
    assert state.objectives["pond"].removed == 2 and state.objectives["gate"].actions == 0
    second("gate", simple_actions={}).then_refused("BUS-OBJ-09")
    assert (
        second(simple_actions={}).then_accepted().objectives["pond"].removed == 2
    )  # no tie: it goes by itself
    second(simple_actions={"gate": 1}).then_refused("BUS-OBJ-09")
    second("gate", simple_actions={"gate": 1}).then_accepted()
    second("shrine").then_accepted()  # nobody counted in this turn, so nobody can tell
    prayed = (prayer("red", "gate", "red"),)
    second("pond", prayers=prayed, simple_actions={}).then_refused("BUS-OBJ-09")
    lost = replace(OWN_SCENARIO, decreasing="loser")
    vigil(scenario=lost).when(turn(1, simple_actions={"pond": 1})).then_refused("BUS-OBJ-09")


@accepts("BUS-VIM-09")
@pytest.mark.parametrize(("vim", "dead", "points"), [("open", 1, 1), ("open", 2, 0), ("hidden", 1, 1)])
def test_points_for_the_killed_vim(vim: str, dead: int, points: int) -> None:
    victims = ("blue:chief", "red:chief")[:dead]
    case = vigil(vim).when(turn(1, casualties=tuple(fell(name) for name in victims)))
    for number in range(2, 6):
        case = case.when(turn(number))
    if vim == "hidden":
        assert case.state.phase == "reveal" and vp(case)["red"] == 0, "nothing tells it before"
        for side in ("red", "blue"):
            case = case.when(e.VimRevealed(side=side, model=f"{side}:chief"), SYSTEM)
    case.then_accepted()
    assert vp(case) == {"red": points, "blue": 0}


def told_whole(scenario: Scenario, red: int, blue: int, **told: Any) -> Case:
    """A match of which only the result is told."""
    case = created(detail="summary").when(selected(scenario))
    vp_of = {"red": red, "blue": blue}
    return case.when(
        e.MatchResultRecorded(last_turn=scenario.turns, reason="last_turn", vp=vp_of, **told), SYSTEM
    )


@accepts("BUS-SCORE-01")
@refuses("BUS-SCORE-01")
def test_a_result_knows_not_who_had_the_near_side() -> None:
    """Three prayers at an objective of the near side are worth 3 to it and 9 to its enemy; a reset makes what is
    friendly to both neutral."""
    plain: dict[str, Any] = {"influence": None, "worship": None, "prayer": 3, "decreasing": None}
    plain |= {"reset_sp": (), "reset_alignment": ()}
    ours = replace(OWN_SCENARIO, drawn=Layout({"gate": ObjectiveFacts("near", 12, 6)}), **plain)
    told_whole(ours, 1, 0, sp={"red": 3, "blue": 0}).then_accepted()
    told_whole(ours, 1, 0, sp={"red": 9, "blue": 0}).then_accepted()
    told_whole(ours, 1, 0, sp={"red": 10, "blue": 0}).then_refused("BUS-SCORE-01")
    both = replace(ours, drawn=Layout({"well": ObjectiveFacts("friendly_to_both", 12, 12)}))
    told_whole(both, 1, 0, sp={"red": 4, "blue": 0}).then_refused("BUS-SCORE-01")
    again = replace(both, reset_alignment=(3,))
    told_whole(again, 1, 0, sp={"red": 6, "blue": 0}).then_accepted()


@accepts("BUS-VIM-11")
@refuses("BUS-VIM-11")
def test_beside_other_awards_not_everybody_who_scores_has_killed_a_vim() -> None:
    awards = (Award(2, "more_sp"), Award(4, "more_sp"), Award("at_once", "vim_kills_vim"))
    scenario = replace(OWN_SCENARIO, vim=("open",), awards=awards)
    told_whole(scenario, 2, 0, vim_killed={}).then_accepted()
    told_whole(scenario, 1, 1, vim_killed={"red": 2}).then_accepted()
    told_whole(scenario, 3, 0, vim_killed={"blue": 2}).then_accepted()
    told_whole(scenario, 3, 0, vim_killed={"red": 2}).then_refused("BUS-VIM-11")
    told_whole(scenario, 3, 0, vim_killed={}).then_refused("BUS-VIM-11")


@accepts("BUS-END-11", "BUS-SCORE-02")
@refuses("BUS-SCORE-02")
def test_by_the_clock_no_turn_is_the_last_one() -> None:
    """An award of a last turn is given to nobody then."""
    awards = (Award(2, "more_sp", vp=2), Award("last", "more_sp"))
    scenario = replace(OWN_SCENARIO, length="clock", turns=0, vim=(), awards=awards)
    case = created(detail="summary").when(selected(scenario, vim=None))

    def told(red: int) -> Case:
        vp_of = {"red": red, "blue": 0}
        sp = {"red": 2, "blue": 0}
        return case.when(e.MatchResultRecorded(last_turn=4, reason="time", vp=vp_of, sp=sp), SYSTEM)

    told(2).then_accepted()
    told(3).then_refused("BUS-SCORE-02")
    wiped = e.MatchResultRecorded(
        last_turn=2, reason="wiped_out", vp={"red": 2, "blue": 0}, sp={"red": 2, "blue": 0}
    )
    case.when(wiped, SYSTEM).then_accepted()


@accepts("BUS-END-11", "BUS-VIM-06")
@refuses("BUS-END-02")
def test_time_ends_a_match_whose_award_nobody_knew_before_hidden_vim_were_open() -> None:
    awards = (Award(2, "more_sp"), Award(3, "enemy_vim_killed", vp=2))
    scenario = replace(OWN_SCENARIO, length="clock", turns=0, awards=awards)
    told = e.MatchResultRecorded(last_turn=4, reason="time", vp={"red": 3, "blue": 0}, vim_killed={"blue": 1})
    for vim in ("hidden", "open"):
        case = created(detail="summary").when(selected(scenario, vim=vim)).when(told, SYSTEM)
        if vim == "hidden":
            case.then_accepted()
        else:
            case.then_refused("BUS-END-02")


@accepts("BUS-VIM-10")
@refuses("BUS-VIM-10")
def test_the_closest_vim_may_score_before_the_last_turn() -> None:
    """In that turn, and in no other, the distances are asked for."""
    awards = (Award(2, "own_vim_closest", to="centre"), Award(4, "more_sp"), Award("last", "more_sp"))
    case = vigil(scenario=replace(OWN_SCENARIO, awards=awards))
    asked = []
    for number in range(1, 6):
        (offer,) = (one for one in RULES.following(case.state) if one.type == "turn_recorded")
        if "vim_distance" not in offer.choices:
            asked.append((number, offer.choices["vim_distance.*"]))
            case.when(turn(number)).then_refused("BUS-VIM-10")
            case = case.when(turn(number, vim_distance={"red": 2.0, "blue": 3.0}))
            assert vp(case) == {"red": 1, "blue": 0}
        else:
            case = case.when(turn(number))
    case.then_accepted()
    assert asked == [(2, ("red", "blue"))]


@accepts("BUS-ZONE-05")
@refuses("BUS-ZONE-05")
def test_a_zone_is_what_its_objective_is_from_the_beginning() -> None:
    centre = {"gate": ObjectiveFacts("near", 12, 6)}
    zones = {"yard": ZoneFacts("neutral", 12, 6, 8, follows="gate")}
    case = vigil(scenario=replace(OWN_SCENARIO, drawn=Layout(centre, zones)))
    assert case.state.zones["yard"].alignment == "red"
    held = (e.ZoneHeld(zone="yard", controller="blue"),)
    case.when(turn(1, zones=held, sp_after={"red": 0, "blue": 3})).then_accepted()
    case.when(turn(1, zones=held, sp_after={"red": 0, "blue": 2})).then_refused("BUS-SCORE-06", "BUS-ZONE-05")


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_simulated_at_every_level(level: str) -> None:
    match = Match(Bushido(), Bushido.state_type)
    for seed in range(2 if level == "full" else 12):
        story = story_of(match, *simulate(seed, level, None, "vigil"))
        assert match.outcome(story.states[-1]).status == "finished"
        assert "vigil" not in SCENARIOS
        contract.assert_states_round_trip(story)
        contract.assert_events_round_trip(story)
