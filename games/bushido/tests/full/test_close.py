"""The End phase: what expires, zones, awards with what goes away after them, VIM, the end."""

from __future__ import annotations

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.legal.next_events import full_events
from games.bushido.profiles import Cost
from games.bushido.state import points
from games.bushido.tests.full.tables import (
    RULES,
    B,
    R,
    act,
    begun,
    card,
    checked,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    started,
    turn_over,
    waited,
)
from games.ruleset import SYSTEM, Viewer
from games.testing import Case, accepts, refuses

END = f.TurnEnded()


def influenced(case: Case, objective: str = "left") -> Case:
    told = {"interaction": "influence", "objective": objective}
    return act(case, "red:chief", "simple_scenario", **told)


@accepts("BUS-TURN-18", "BUS-END-01", "BUS-TURN-22")
@refuses("BUS-TURN-18", "BUS-END-01", "BUS-TURN-22")
def test_the_end_phase_in_its_order() -> None:
    case = playing("ryodo")
    refused(case, END, "BUS-END-01", "BUS-LOG-02")
    case = main_over(case)
    refused(case, END, "BUS-TURN-18", "BUS-TURN-22", "BUS-END-01")
    refused(case, f.ModelActivated(model="red:chief"), "BUS-TURN-18")
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone))
    assert case.when(END).then_accepted().turn == 2


@accepts("BUS-TURN-21", "BUS-COND-01", "BUS-COND-03", "BUS-COND-17")
@refuses("BUS-TURN-21", "BUS-COND-01", "BUS-COND-03", "BUS-COND-17")
def test_what_expires() -> None:
    case = playing()
    for kind in ("berserk", "blind", "stunned"):
        case = marked(case, "red:chief", kind, number=2)
    case = main_over(case)
    for kind, left, rule in (
        ("berserk", 0, "BUS-COND-01"),
        ("blind", 0, "BUS-COND-03"),
        ("stunned", 1, "BUS-COND-17"),
    ):
        right, wrong = checked("red:chief", markers={kind: left}), checked("red:chief", markers={kind: 2})
        right_and_wrong(case, right, wrong, "BUS-TURN-21", rule)
    right_and_wrong(case, checked("red:chief", counters=0), checked("red:chief", counters=1), "BUS-TURN-21")


@accepts("BUS-ZONE-01", "BUS-ZONE-02", "BUS-ZONE-03", "BUS-ZONE-04")
@refuses("BUS-ZONE-01", "BUS-ZONE-02", "BUS-ZONE-03", "BUS-ZONE-04")
def test_zones() -> None:
    """Two guards that were paid for once count only together; who is Elsewhere does not."""
    pair = card(cost=Cost(20))
    red = {"second": card(cost=Cost(4, "Ea")), "third": card("Flank")}
    case = started("ryodo", red=red)
    case = main_over(begun(case))
    right = f.ZoneCounted(zone="centre", inside=("red:chief", "red:second", "blue:chief"), controller="red")
    wrong = f.ZoneCounted(zone="centre", inside=("red:chief", "red:second", "blue:chief"), controller="blue")
    after = right_and_wrong(case, right, wrong, "BUS-ZONE-01")
    refused(after, right, "BUS-ZONE-02")
    assert after.state.sides["red"].sp == 2
    even = f.ZoneCounted(zone="centre", inside=("red:chief", "blue:chief"), controller="red")
    refused(case, even, "BUS-ZONE-01")
    models = tuple(e.Model(id=name, card="pair", unique=False) for name in ("chief", "second", "third"))
    both = e.WarbandRegistered(player="r", faction="Ito Clan", models=models, sheets={"pair": pair})
    from games.bushido.tests.full.tables import created, deployed, placed, warband

    told = created().when(both, R).when(warband("b", {"chief": card(cost=Cost(5)), "second": card()}), B)
    told = told.when(e.ScenarioSelected(scenario="ryodo", deployment="baseline"))
    told = main_over(begun(deployed(placed(told))))
    part = f.ZoneCounted(zone="centre", inside=("red:chief", "red:second", "blue:chief"), controller="red")
    refused(told, part, "BUS-ZONE-01", "BUS-ZONE-04")
    whole = ("red:chief", "red:second", "red:third", "blue:chief")
    told.when(f.ZoneCounted(zone="centre", inside=whole, controller="red")).then_accepted()


@refuses("BUS-ZONE-03")
def test_a_model_elsewhere_holds_no_zone() -> None:
    from games.bushido.tests.full.tables import chosen, placed

    case = placed(chosen("ryodo", red={"third": card("Flank")})).when(
        f.DeploymentOrderChosen(side="red", first_side="red")
    )
    case = case.when(e.FlankPlanRecorded(side="red", model="red:third", turn=3, edge="east"), R)
    case = case.when(f.ModelsDeployed(side="red", models=("red:chief", "red:second")))
    blue = tuple(name for name, one in case.state.models.items() if one.side == "blue")
    case = begun(case.when(f.ModelsDeployed(side="blue", models=blue)))
    refused(case, f.ModelActivated(model="red:third"), "BUS-LOG-04", "BUS-GEN-20")
    refused(main_over(case), f.ZoneCounted(zone="centre", inside=("red:third",)), "BUS-ZONE-03")


@accepts("BUS-SCORE-05", "BUS-OBJ-16")
@refuses("BUS-SCORE-05", "BUS-OBJ-16")
def test_the_loser_of_an_award_takes_an_objective_away() -> None:
    """Sacred Idols: awards on objectives in turns 4 to 6, decreasing by the loser."""
    case = influenced(playing())
    for _ in range(3):
        case = turn_over(case)
        case = begun(case)
    case = main_over(case)
    assert points(case.state) == {"red": 1, "blue": 0}
    refused(case, END, "BUS-TURN-18")
    refused(case, f.ObjectiveRemoved(side="red", objective="left"), "BUS-OBJ-16", "BUS-SCORE-05")
    refused(case, f.ObjectiveRemoved(side="blue", objective="nothing"), "BUS-OBJ-16")
    case.when(f.ObjectiveRemoved(side="blue"), B).then_accepted()
    case = case.when(f.ObjectiveRemoved(side="blue", objective="left"), B)
    assert case.then_accepted().objectives["left"].removed == 4


@accepts("BUS-OBJ-16", "BUS-END-02")
@refuses("BUS-OBJ-16")
def test_nobody_waits_for_a_removal_after_the_last_award_of_the_last_turn() -> None:
    case = influenced(playing())
    for turn in range(1, 6):
        case = main_over(case)
        case = case.when(f.ObjectiveRemoved(side="blue"), B) if turn > 3 else case
        case = begun(case.when(END))
    case = main_over(case)
    assert (points(case.state), case.state.turn) == ({"red": 3, "blue": 0}, 6)
    told = {one.type: one.optional for one in full_events(case.state)}
    assert told["objective_removed"] and not told["turn_ended"]
    refused(case, f.ObjectiveRemoved(side="red", objective="left"), "BUS-OBJ-16")
    gone = case.when(f.ObjectiveRemoved(side="blue", objective="left"), B)
    refused(gone, f.ObjectiveRemoved(side="blue", objective="right"), "BUS-LOG-02")
    for each in (case, gone):
        assert each.when(END).then_accepted().winner == "red"


@accepts("BUS-OBJ-10")
@refuses("BUS-OBJ-10")
def test_the_scorer_loses_one_of_its_own() -> None:
    """Idols: the opponent chooses among several, one alone goes by itself."""
    case = influenced(playing("idols"))
    one = main_over(begun(turn_over(case)))
    assert one.state.objectives["left"].removed == 2 and table(one.state).step == "close"
    case = influenced(waited(case, "blue:chief"), "right")
    case = main_over(begun(turn_over(case)))
    refused(case, f.ObjectiveRemoved(side="blue"), "BUS-OBJ-10")
    refused(case, f.ObjectiveRemoved(side="blue", objective="centre"), "BUS-OBJ-10")
    case.when(f.ObjectiveRemoved(side="blue", objective="right"), B).then_accepted()


@accepts("BUS-VIM-10", "BUS-VIM-11")
@refuses("BUS-VIM-10")
def test_vim() -> None:
    """The VIM that is closer, and the VIM that kills the other."""
    case = started("seigyo")
    for _ in range(4):
        case = turn_over(begun(case))
    case = main_over(begun(case.when(f.GameLengthRolled(die=6))))
    refused(case, f.VimMeasured(side="nobody", inches=3.0), "BUS-VIM-10")
    case = case.when(f.VimMeasured(side="red", inches=3.0))
    refused(case, f.VimMeasured(side="red", inches=2.0), "BUS-VIM-10")
    case = case.when(f.VimMeasured(side="blue", inches=4.0))
    assert points(case.state) == {"red": 1, "blue": 0}
    assert case.when(END).then_accepted().winner == "red"
    duel = playing("honbasho").when(f.ModelRemoved(model="blue:chief", by="red:second"))
    assert points(duel.state) == {"red": 0, "blue": 0}
    duel = playing("honbasho").when(f.ModelRemoved(model="blue:chief", by="red:chief"))
    assert points(duel.state) == {"red": 1, "blue": 0}


@accepts("BUS-VIM-11", "BUS-DMG-11")
def test_who_dealt_the_last_wound_killed_a_vim_that_makes_its_last_stand() -> None:
    """Honbasho: the award comes when it is removed in END 1, and whoever strikes it after that changes nothing."""
    case = playing("honbasho", {}, {"chief": card("Last Stand")})
    for killer, later, vp in (("red:chief", "red:second", 1), ("red:second", "red:chief", 0)):
        stands = case.when(f.WoundsChanged(model="blue:chief", number=5, by=killer))
        stands = stands.when(f.WoundsChanged(model="blue:chief", number=2, by=later))
        assert points(stands.state) == {"red": 0, "blue": 0}
        over = main_over(stands)
        assert over.state.models["blue:chief"].place == "out" and points(over.state)["red"] == vp


@accepts("BUS-END-11")
@refuses("BUS-END-01", "BUS-END-02")
def test_a_match_by_the_clock_is_over_with_its_award() -> None:
    case = playing("honbasho")
    refused(case, END, "BUS-END-01")
    won = act(case, "red:chief").when(f.ModelRemoved(model="blue:chief", by="red:chief"))
    steps = {one.type for one in RULES.next_events(won.state, Viewer("player", "r", "red"))}
    assert "turn_ended" in steps and not steps & {"model_activated", "action_declared", "step_closed"}
    after = won.when(END).then_accepted()
    assert (after.phase, after.reason, after.winner) == ("closed", "award", "red")
    assert "match_ended" not in steps
    for told in (e.MatchEnded(reason="conceded", by_side="red"), e.MatchEnded(reason="time")):
        refused(won, told, "BUS-END-02")
        case.when(told).then_accepted()
    for killer, scenario in (("red:second", "honbasho"), ("red:chief", "duel")):
        other = playing(scenario)
        refused(other.when(f.ModelRemoved(model="blue:chief", by=killer)), END, "BUS-END-01")


@accepts("BUS-SCORE-02", "BUS-SCORE-06", "BUS-SCORE-01", "BUS-ZONE-05")
@refuses("BUS-SCORE-02", "BUS-SCORE-06", "BUS-SCORE-01", "BUS-ZONE-05")
def test_totals_of_a_turn() -> None:
    case = main_over(playing("ryodo"))
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone, inside=("red:chief",)))
    right = f.TurnEnded(sp={"red": 6, "blue": 0}, vp={"red": 0, "blue": 0})
    wrong = f.TurnEnded(sp={"red": 3, "blue": 0}, vp={"red": 1, "blue": 0})
    right_and_wrong(case, right, wrong, "BUS-SCORE-02", "BUS-SCORE-06", "BUS-SCORE-01", "BUS-ZONE-05")


@accepts("BUS-SCN-17")
@refuses("BUS-SCN-17")
def test_the_zone_of_the_duel() -> None:
    """Nobody but the VIM stands in it, and they have lost Last Stand."""
    stubborn = {"chief": card("Last Stand"), "second": card("Last Stand")}
    case = playing("duel", stubborn)
    fallen = case.when(f.WoundsChanged(model="red:second", number=5)).when(
        f.WoundsChanged(model="red:chief", number=5)
    )
    right_and_wrong(fallen, checked("red:chief", place="out"), checked("red:chief", place="battlefield"))
    fallen.when(checked("red:second", place="battlefield")).then_accepted()
    refused(case, f.ZoneCleared(inside=("red:second",)), "BUS-SCN-17")
    end = main_over(case)
    refused(end, f.ZoneCleared(inside=("red:chief",)), "BUS-SCN-17")
    cleared = end.when(f.ZoneCleared(inside=("red:second", "blue:third")))
    wrong = checked("red:second", place="battlefield")
    right_and_wrong(cleared, checked("red:second", place="out"), wrong, "BUS-SCN-17")
    refused(
        main_over(playing("ryodo")).when(f.ZoneCounted(zone="near")), f.ZoneCleared(inside=("red:second",))
    )


@accepts("BUS-SCN-17", "BUS-VIM-07", "BUS-DMG-11")
@refuses("BUS-SCN-17")
def test_who_came_back_is_no_vim_of_the_duel() -> None:
    """It has its Last Stand again, and goes out of the zone with the others."""
    case = playing("duel", {"chief": card("Last Stand"), "second": card(summons=("r-chief",))})
    back = f.ModelSummoned(side="red", card="r-chief", model="red:chief", by="red:second")
    case = case.when(f.ModelRemoved(model="red:chief")).when(back)
    fallen = case.when(f.WoundsChanged(model="red:chief", number=5))
    fallen.when(checked("red:chief", place="battlefield")).then_accepted()
    end = main_over(case)
    refused(end, f.ZoneCleared(inside=("blue:chief",)), "BUS-SCN-17")
    end.when(f.ZoneCleared(inside=("red:chief",))).when(checked("red:chief", place="out")).then_accepted()


def acts(case: Case, model: str, interaction: str, objective: str) -> Case:
    told = f.ActionDeclared(action="simple_scenario", interaction=interaction, objective=objective)  # type: ignore[arg-type]
    return act(case, model).when(told)


@accepts("BUS-OBJ-08", "BUS-OBJ-09", "BUS-OBJ-07")
@refuses("BUS-OBJ-08", "BUS-OBJ-09", "BUS-OBJ-07")
def test_worship_and_the_most_popular_objective() -> None:
    """A scenario of organisers: resets in turns 3 and 4, the first victory point in turn 2."""
    case = acts(playing("vigil"), "red:chief", "worship", "pond")
    assert case.then_accepted().objectives["pond"].worship == 1
    case = waited(case, "blue:chief")
    again = f.ActionDeclared(action="simple_scenario", interaction="worship", objective="pond")
    refused(act(case, "red:chief"), again, "BUS-OBJ-07")
    none = f.ActionDeclared(action="simple_scenario", interaction="worship", objective="pond")
    refused(act(playing("sacred_idols"), "red:chief"), none, "BUS-OBJ-02")
    case = acts(case, "red:second", "influence", "pond")
    case = begun(turn_over(case))
    case = acts(case, "red:second", "influence", "shrine")
    one = main_over(case)
    assert points(one.state) == {"red": 1, "blue": 0}
    assert one.state.objectives["pond"].removed == 2, "two actions against one: it goes by itself"
    case = acts(waited(case, "blue:chief"), "red:third", "worship", "shrine")
    case = main_over(case)
    refused(case, f.ObjectiveRemoved(side="blue"), "BUS-OBJ-09")
    refused(case, f.ObjectiveRemoved(side="blue", objective="gate"), "BUS-OBJ-09")
    case = case.when(f.ObjectiveRemoved(side="blue", objective="pond"), B)
    case = begun(case.when(f.TurnEnded()))
    state = case.then_accepted()
    assert (state.objectives["shrine"].alignment, state.objectives["shrine"].worship) == ("red", 0)
    assert state.objectives["tower"].alignment == "neutral"


@accepts("BUS-VIM-09", "BUS-VIM-06")
def test_the_point_for_a_killed_vim_waits_until_a_hidden_one_is_open() -> None:
    for kind in ("open", "hidden"):
        case = playing("vigil", vim=kind)
        case = case.when(f.ModelRemoved(model="blue:chief"), SYSTEM)
        for _ in range(4):
            case = begun(turn_over(case))
        case = main_over(case).when(f.TurnEnded())
        assert points(case.state) == {"red": int(kind == "open"), "blue": 0}
        for side in ("red", "blue") if kind == "hidden" else ():
            case = case.when(e.VimRevealed(side=side, model=f"{side}:chief"), SYSTEM)
        assert points(case.state) == {"red": 1, "blue": 0}
