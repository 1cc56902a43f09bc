"""Where two rules of a recorded turn meet: wiped out warbands and zones, limits of models, clocks and lost awards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.scenarios import SCENARIOS
from games.bushido.tests.match.tables import MODELS, R, created, fell, held, passed, ready, turn, vp
from games.rulebook import sentence
from games.testing import Case, accepts, refuses

ALL_BLUE = tuple(fell(f"blue:{model.id}") for model in MODELS)
ALL_RED = tuple(fell(f"red:{model.id}") for model in MODELS)


def in_zone(**told: int) -> dict[str, dict[str, Any]]:
    """Models of both sides in a zone, with two rice each."""
    return {"models": told, "rice": {side: 2 * number for side, number in told.items()}}


def refused(case: Case, event: e.TurnRecorded, rule: str) -> None:
    assert rule in {one.rule for one in case.when(event).then_refused()}


@accepts("BUS-ZONE-01")
@refuses("BUS-ZONE-01")
def test_a_side_that_is_wiped_out_controls_nothing() -> None:
    case = passed(ready("ryodo"), 1)
    for fallen, controller in ((ALL_BLUE, "blue"), (ALL_BLUE + ALL_RED, "red")):
        refused(case, turn(2, casualties=fallen, zones=(held("centre", controller),)), "BUS-ZONE-01")
    after = case.when(turn(2, casualties=ALL_BLUE, zones=(held("centre", "red"),)))
    assert (after.state.reason, vp(after)) == ("wiped_out", {"red": 1, "blue": 0})
    both = case.when(turn(2, casualties=ALL_BLUE + ALL_RED))
    assert (both.state.reason, both.state.winner) == ("wiped_out", "draw")


@accepts("BUS-ZONE-03")
@refuses("BUS-ZONE-03")
def test_no_more_models_stand_in_the_zones_than_are_in_play() -> None:
    case = passed(ready("ryodo"), 1)
    refused(case, turn(2, zones=(held("centre", "red", **in_zone(red=11, blue=0)),)), "BUS-ZONE-03")
    spread = (held("centre", "red", **in_zone(red=5, blue=1)), held("near", "blue", **in_zone(red=0, blue=5)))
    refused(case, turn(2, zones=spread), "BUS-ZONE-03")
    refused(case, turn(2, casualties=ALL_BLUE, zones=spread[:1]), "BUS-ZONE-03")
    case.when(turn(2, zones=spread[:1])).then_accepted()


@accepts("BUS-ZONE-03")
@refuses("BUS-ZONE-03")
def test_whoever_waits_for_its_flank_is_in_no_zone() -> None:
    everybody = (
        held("near", "red", **in_zone(red=5, blue=1)),
        held("centre", "blue", **in_zone(red=0, blue=4)),
    )
    case, told = ready("ryodo"), turn(1, zones=everybody)
    case.when(told).then_accepted()
    waits = case.when(e.FlankPlanRecorded(side="red", model="red:scout", turn=2, edge="east"), R)
    refused(waits, told, "BUS-ZONE-03")
    said = waits.when(told).then_refused()[0]
    assert sentence(said, "en").endswith("Models in the zones: 10; on the table: 9.")
    came = waits.when(turn(1)).when(e.FlankRevealed(side="red", model="red:scout", turn=2, edge="east"), R)
    came.when(turn(2, zones=everybody)).then_accepted()


@accepts("BUS-ZONE-03")
@refuses("BUS-ZONE-03")
def test_whoever_controls_a_zone_has_a_model_in_it() -> None:
    """Nobody counted the models, and yet two cannot stand in three zones."""
    case, zones = passed(ready("ryodo"), 1), ("near", "centre", "far")
    fallen = tuple(fell(f"{side}:{model.id}") for side in ("red", "blue") for model in MODELS[1:])
    three = tuple(held(zone, "red") for zone in zones)
    refused(case, turn(2, casualties=fallen, zones=three), "BUS-ZONE-03")
    case.when(turn(2, casualties=fallen, zones=three[:2])).then_accepted()
    case.when(turn(2, zones=three)).then_accepted()


@accepts("BUS-SCN-18")
@refuses("BUS-SCN-18")
def test_no_sixth_model_arrives_in_bavarian_botoku() -> None:
    case, ghost = ready("bavarian_botoku"), e.Arrival(model="red:ghost", side="red")
    refused(case, turn(1, arrivals=(ghost,)), "BUS-SCN-18")
    refused(case, turn(1, arrivals=(ghost,), casualties=(fell("blue:wolf"),)), "BUS-SCN-18")
    case.when(turn(1, arrivals=(ghost,), casualties=(fell("red:wolf"),))).then_accepted()
    ready("ryodo").when(turn(1, arrivals=(ghost,))).then_accepted()


@accepts("BUS-END-09")
def test_a_clock_gives_no_award_that_nobody_can_win_any_more() -> None:
    case = ready("honbasho", player_clock=True)
    clock = e.MatchEnded(reason="clock", by_side="red")
    assert vp(case.when(clock)) == {"red": 0, "blue": 1}
    for victim, other in (("red", "blue"), ("blue", "red")):
        fallen = case.when(turn(1, casualties=(fell(f"{victim}:chief", f"{other}:second"),)))
        assert vp(fallen.when(clock)) == {"red": 0, "blue": 0}


@accepts("BUS-VIM-11")
@refuses("BUS-VIM-11")
def test_whose_vim_won_honbasho_has_it_still() -> None:
    case = created(detail="summary").when(e.ScenarioSelected(scenario="honbasho"), R)

    def told(**killed: int) -> e.MatchResultRecorded:
        return e.MatchResultRecorded(last_turn=3, reason="award", vp={"red": 1, "blue": 0}, vim_killed=killed)

    case.when(told(blue=3), R).then_accepted()
    assert "BUS-VIM-11" in {one.rule for one in case.when(told(red=3, blue=3), R).then_refused()}


@accepts("BUS-END-02", "BUS-END-11")
@refuses("BUS-END-02")
def test_honbasho_is_over_with_its_award_and_with_nothing_later() -> None:
    case = created(detail="summary").when(e.ScenarioSelected(scenario="honbasho"), R)
    won: Any = {"last_turn": 3, "vp": {"red": 1, "blue": 0}}
    case.when(e.MatchResultRecorded(reason="award", **won), R).then_accepted()
    ends: Any = (("time", None), ("conceded", "blue"))
    for reason, side in ends:
        told = e.MatchResultRecorded(reason=reason, by_side=side, **won)
        case.when(told, R).then_refused("BUS-END-02")
        case.when(replace(told, vp={"red": 0, "blue": 0}), R).then_accepted()


@accepts("BUS-END-02", "BUS-VIM-09")
@refuses("BUS-END-02", "BUS-VIM-09")
def test_no_turn_follows_the_fall_of_the_vim_that_decides() -> None:
    for scenario, reason in (("honbasho", "award"), ("duel", "all_vp")):
        rice = SCENARIOS[scenario].rice_limit or 100
        case = created(detail="summary", rice_limit=rice).when(e.ScenarioSelected(scenario=scenario), R)
        told: Any = {"reason": reason, "vp": {"red": 1, "blue": 0}, "last_turn": 3}
        case.when(e.MatchResultRecorded(vim_killed={"blue": 3}, **told), R).then_accepted()
        early = case.when(e.MatchResultRecorded(vim_killed={"blue": 2}, **told), R)
        early.then_refused("BUS-VIM-09", "BUS-END-02")
        assert early.read == ["BUS-VIM-09"]
        fell = next(one for one in early.violations if one.rule == "BUS-VIM-09")
        assert sentence(fell, "en").endswith("over; turn of its fall: Blue: 2; last turn stated: 3.")


@refuses("BUS-OBJ-16")
def test_what_goes_away_without_an_award_is_said_so() -> None:
    case = passed(ready("depletion"), 1)
    gone = e.Removal(award="turn_2", objective="near_left")
    told = case.when(turn(2, removals=(gone,))).then_refused("BUS-OBJ-16")[0]
    assert sentence(told, "en").startswith("At most one objective goes away, and only")
    assert sentence(told, "ru").startswith("Убирают не больше одной цели, и только")
