"""What a rules lawyer would ask of scenarios: objectives that go away, are prayed at, or are measured to."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.events import FlankPlanRecorded
from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.state import points
from games.bushido.tests.full.fights import MINE, THEIRS, armed, damage, facing, met, won
from games.bushido.tests.full.shooting import aimed, archer, roll, shooting
from games.bushido.tests.full.tables import (
    RULES,
    B,
    act,
    begun,
    card,
    chosen,
    main_over,
    placed,
    playing,
    refused,
    turn_over,
    waited,
)
from games.ruleset import EVERYONE
from games.testing import Case, accepts, refuses

ALLY = "red:second"


def at(case: Case, model: str, interaction: str, objective: str) -> Case:
    """A model acts at an objective."""
    return act(case, model, "simple_scenario", interaction=interaction, objective=objective)


def last_turn_of_muzukashi(*prayers: str) -> Case:
    """END 4 of turn 5, which is the last; these models have prayed in it."""
    case = playing("muzukashi")
    for _ in range(3):
        case = begun(turn_over(case))
    case = begun(turn_over(case).when(f.GameLengthRolled(die=6)))
    for model in prayers:
        case = at(case, model, "prayer", "neutral_left")
    return main_over(case)


@accepts("BUS-SCORE-05", "BUS-VIM-10", "BUS-SCN-09")
@refuses("BUS-TURN-22", "BUS-TURN-18")
def test_nobody_measures_to_an_objective_that_is_about_to_go() -> None:
    """Muzukashi: the loser of the award for scenario points may take away the objective beside which the VIM of the
    scorer stands; only then its distance is told."""
    case = last_turn_of_muzukashi(MINE)
    assert now(case.state) == "removal"
    early = f.VimMeasured(side="red", inches=0.5)
    refused(case, early, "BUS-TURN-22")
    case = case.when(f.ObjectiveRemoved(side="blue", objective="neutral_left"), B)
    assert {one.type for one in RULES.next_events(case.state, EVERYONE) if not one.optional} == {
        "vim_measured"
    }
    case = case.when(f.VimMeasured(side="red", inches=6.5)).when(f.VimMeasured(side="blue", inches=3.0))
    assert points(case.state) == {"red": 1, "blue": 1}
    refused(case, early, "BUS-TURN-18")
    assert case.when(f.TurnEnded()).then_accepted().winner == "draw"


@accepts("BUS-SCORE-02", "BUS-VIM-10")
def test_where_nobody_scores_before_it_the_distance_is_told_at_once() -> None:
    case = last_turn_of_muzukashi(MINE, THEIRS)
    assert now(case.state) == "distances"
    case = case.when(f.VimMeasured(side="red", inches=0.5)).when(f.VimMeasured(side="blue", inches=3.0))
    assert points(case.state) == {"red": 1, "blue": 0}


@pytest.mark.parametrize("order", [("prayer", "influence"), ("influence", "prayer")])
@accepts("BUS-OBJ-07", "BUS-OBJ-02")
@refuses("BUS-OBJ-07")
def test_who_prays_at_an_objective_does_nothing_else_there_in_that_turn(order: tuple[Any, Any]) -> None:
    """Ninki has both. Another model, another objective and the next turn are free."""
    first, second = order
    case = waited(at(playing("ninki"), MINE, first, "far_left"), THEIRS)
    again = f.ActionDeclared(action="simple_scenario", interaction=second, objective="far_left")
    mine = act(case, MINE)
    refused(mine, again, "BUS-OBJ-07")
    offered = [
        one.choices for one in RULES.next_events(mine.state, EVERYONE) if one.type == "action_declared"
    ]
    places = [one["objective"] for one in offered if one.get("interaction") == (second,)]
    assert places and "far_left" not in places[0]
    at(case, MINE, second, "far_right").then_accepted()
    at(case, ALLY, second, "far_left").then_accepted()
    at(begun(turn_over(case)), MINE, second, "far_left").then_accepted()


@accepts("BUS-OBJ-07", "BUS-OBJ-04")
def test_who_only_influences_may_do_so_again() -> None:
    """From enemy to neutral to friendly (decision 8-03)."""
    case = waited(at(playing("ninki"), MINE, "influence", "far_left"), THEIRS)
    assert at(case, MINE, "influence", "far_left").then_accepted().objectives["far_left"].alignment == "red"


def zones_asked(case: Case) -> bool:
    """Whether the next damage roll is asked where the two stand."""
    told = [one for one in RULES.next_events(case.state, EVERYONE) if one.type == "damage_rolled"]
    return told[0].choices.get("in_zone") != ()


@accepts("BUS-SCORE-07", "BUS-SCN-18")
def test_who_falls_to_a_shot_in_a_zone_scores_for_nobody_and_nobody_asks_where() -> None:
    weak, scenario = armed(wound_tracks=(1,)), "bavarian_botoku"
    near = won(met(facing(None, weak, scenario=scenario)))
    far = aimed(shooting(archer(), weak, scenario=scenario)).when(roll("666"))
    assert zones_asked(near) and not zones_asked(far)
    fallen = [case.when(damage("66", in_zone=True)).then_accepted() for case in (near, far)]
    assert [state.sides["red"].sp for state in fallen] == [1, 0]


@accepts("BUS-OBJ-17", "BUS-SCN-02")
@refuses("BUS-OBJ-17", "BUS-ACT-02")
def test_nobody_tired_influences_first_in_omaju() -> None:
    """The first Influence of the match takes both counters, by whichever side; the next one takes a single one."""
    case = waited(playing("omaju"), MINE, THEIRS)
    first, later = (
        f.ActionDeclared(action=action, interaction="influence", objective="left")
        for action in ("complex_scenario", "simple_scenario")
    )
    refused(act(case, MINE), first, "BUS-ACT-02")
    refused(act(case, MINE), later, "BUS-OBJ-17", "BUS-OBJ-03")
    case = act(case, ALLY).when(first)
    refused(act(case, "blue:second"), first, "BUS-OBJ-03")
    assert act(case, THEIRS).when(later).then_accepted().objectives["left"].alignment == "neutral"


@pytest.mark.parametrize(("influences", "points_of_red", "points_of_blue"), [(0, 2, 2), (1, 1, 3)])
@accepts("BUS-ZONE-05", "BUS-ZONE-02", "BUS-SCN-12")
def test_a_zone_of_osatsu_is_worth_what_the_objective_in_it_is(
    influences: int, points_of_red: int, points_of_blue: int
) -> None:
    case = playing("osatsu")
    for _ in range(influences):
        case = act(case, MINE, "complex_scenario", interaction="influence", objective="left")
    case = main_over(case)
    for side, due in (("red", points_of_red), ("blue", points_of_blue)):
        held = case.when(f.ZoneCounted(zone="left", inside=(f"{side}:chief",)))
        assert held.then_accepted().sides[side].sp == due


@accepts("BUS-ZONE-05", "BUS-ZONE-02", "BUS-OBJ-06", "BUS-SCN-18")
def test_what_is_friendly_to_both_gives_one_and_the_enemy_of_both_three() -> None:
    case = at(playing("bavarian_botoku"), MINE, "prayer", "centre")
    case = at(case, THEIRS, "prayer", "centre")
    assert [one.sp for one in case.then_accepted().sides.values()] == [3, 3]
    case = main_over(case).when(f.ZoneCounted(zone="left", inside=(MINE,)))
    case = case.when(f.ZoneCounted(zone="right", inside=(THEIRS,)))
    assert [one.sp for one in case.then_accepted().sides.values()] == [4, 4]


@accepts("BUS-OBJ-14", "BUS-SCORE-02", "BUS-SCN-04", "BUS-OBJ-05")
def test_points_from_before_a_reset_win_nothing_after_it() -> None:
    """Shin Keii: red prays in turn 2 and has that award; in turn 4 only what came since turn 3 counts, and the tokens
    are gone for good."""
    case = begun(turn_over(playing("shin_keii")))
    case = at(case, MINE, "prayer", "far_left")
    case = begun(turn_over(case))
    assert (points(case.state), case.state.sides["red"].sp) == ({"red": 1, "blue": 0}, 0)
    case = begun(turn_over(at(waited(case, MINE), THEIRS, "prayer", "far_left")))
    case = turn_over(case)
    assert points(case.state) == {"red": 1, "blue": 1}
    assert [one.prayers for one in case.state.sides.values()] == [1, 1]


@accepts("BUS-MOVE-09", "BUS-MOVE-10", "BUS-MOVE-11", "BUS-GEN-03")
@refuses("BUS-MOVE-09", "BUS-MOVE-10", "BUS-MOVE-11", "BUS-GEN-03")
def test_rough_and_ideal_ground_on_one_way() -> None:
    """Move 3: a walk of 3 and 2 for the road, a run of 4.5 and 2; each inch of mud is two."""
    for action, longest in (("walk", 5.0), ("run", 6.5), ("charge", 8.0)):
        told = {"target": THEIRS} if action == "charge" else {}
        case = act(facing(armed(move=3)), MINE, action, **told)
        near = (THEIRS,) if action == "charge" else ()
        fits, far = (
            f.ModelMoved(model=MINE, inches=longest - 1.5 + more, difficult=1.5, ideal=True, contact=near)
            for more in (0.0, 0.5)
        )
        case.when(fits).then_accepted()
        refused(case, far, "BUS-MOVE-11", "BUS-MOVE-09", "BUS-MOVE-10")


@accepts("BUS-RNG-04", "BUS-RNG-06")
@refuses("BUS-RNG-04")
def test_a_friend_in_the_line_is_as_far_away_as_it_stands() -> None:
    """It is measured to the new target: the band changes with it, and beyond Long it is none."""
    case = aimed(shooting(archer()), distance=5.0)
    for inches, value in ((6.0, 4), (6.1, 5), (18.0, 6)):
        named = case.when(f.RangedTargetReassigned(model="blue:second", distance=inches))
        named.when(roll("666", value=value)).then_accepted()
        refused(named, roll("666", value=value + 1), "BUS-RNG-06")
        refused(named, f.RangedTargetReassigned(model="blue:third", distance=5.0), "BUS-RNG-04")
    refused(case, f.RangedTargetReassigned(model="blue:second", distance=18.1), "BUS-RNG-04")


@pytest.mark.parametrize(
    ("kind", "rule"), [("open", "BUS-VIM-03"), ("nominated", "BUS-VIM-04"), ("hidden", "")]
)
@accepts("BUS-VIM-03", "BUS-VIM-04", "BUS-VIM-06", "BUS-VIM-07")
@refuses("BUS-VIM-03", "BUS-VIM-04", "BUS-COND-20")
def test_nothing_disguises_a_vim(kind: str, rule: str) -> None:
    """Not while it is one; of a hidden VIM no refusal may tell that it is one."""
    case = playing("seigyo", {"second": card(summons=("r-chief",))}, vim=kind)
    hides = f.MarkerChanged(model=MINE, marker="disguised", value=3)
    case.when(f.MarkerChanged(model=ALLY, marker="disguised", value=3)).then_accepted()
    told = [one.choices for one in RULES.next_events(case.state, EVERYONE) if one.type == "marker_changed"]
    open_to = next(one["model"] for one in told if "disguised" in one["marker"])
    assert ALLY in open_to and (MINE in open_to) == (not rule)
    if not rule:
        case.when(hides).then_accepted()
        return
    refused(case, hides, rule, "BUS-COND-20")
    back = case.when(f.ModelRemoved(model=MINE))
    back.when(f.ModelSummoned(side="red", card="r-chief", model=MINE, by=ALLY)).when(hides).then_accepted()


@pytest.mark.parametrize("last", [True, False])
@accepts("BUS-END-06", "BUS-TURN-17", "BUS-GEN-23", "BUS-COND-24")
@refuses("BUS-TURN-17")
def test_whose_last_model_is_controlled_has_none(last: bool) -> None:
    """A warband is what a side recruited, summoned and controls; whoever is Controlled has left its own ("Warband" and
    "Controlled" in the rulebook)."""
    case = playing("ryodo")
    for model in ("blue:second", "blue:third")[: 1 + last]:
        case = case.when(f.ModelRemoved(model=model))
    case = case.when(f.MarkerChanged(model=THEIRS, marker="controlled", number=2, by=MINE, by_side="red"))
    if not last:
        act(case, MINE, "wait").when(f.ModelActivated(model="blue:third")).then_accepted()
        return
    refused(case, f.ModelActivated(model=MINE), "BUS-TURN-17")
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone))
    state = case.when(f.TurnEnded()).then_accepted()
    assert (state.reason, state.winner) == ("wiped_out", "draw")


@accepts("BUS-TURN-17", "BUS-GEN-23", "BUS-COND-24")
def test_who_controls_an_enemy_has_a_model_still() -> None:
    """Its own have all fallen; the match goes on with the one that it controls, for as long as it does."""
    case = playing("ryodo").when(f.MarkerChanged(model=THEIRS, marker="controlled", by_side="red"))
    for model in (MINE, ALLY, "red:third"):
        case = case.when(f.ModelRemoved(model=model))
    assert now(case.state) == "main"
    case = act(case, THEIRS, "wait")
    assert now(case.state) == "zones_held", "it is blue's again, and red has nobody"


@pytest.mark.parametrize("kind", ["open", "nominated", "hidden"])
@accepts("BUS-VIM-07", "BUS-SETUP-23")
@refuses("BUS-VIM-03", "BUS-VIM-04")
def test_a_vim_that_fell_may_come_back_from_a_flank_as_none(kind: str) -> None:
    """A card brings it back; nobody measures its distance then."""
    case = placed(chosen("seigyo", vim=kind)).when(f.DeploymentOrderChosen(side="red", first_side="red"))
    plan = FlankPlanRecorded(side="red", model=MINE, turn=2, edge="east")
    rule = "BUS-VIM-04" if kind == "nominated" else "BUS-VIM-03"
    refused(case, plan, rule)
    case = playing("seigyo", vim=kind).when(f.ModelRemoved(model=MINE))
    offered = [
        one.choices for one in RULES.next_events(case.state, EVERYONE) if one.type == "flank_plan_recorded"
    ]
    assert [one["model"] for one in offered] == [(MINE,)]
    state = case.when(plan).then_accepted()
    assert (state.models[MINE].place, state.models[MINE].returned) == ("elsewhere", True)
