"""Tactical test, terrain, zones and deployment at full detail."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.steps import now
from games.bushido.tests.full.tables import (
    RULES,
    B,
    R,
    begun,
    card,
    checked,
    chosen,
    deployed,
    figures,
    placed,
    refused,
    right_and_wrong,
    started,
    turn_over,
)
from games.codec import tag
from games.rulebook import sentence
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses

ZONE = f.DeploymentZoneChosen(side="blue", zone="far")
ORDER = f.DeploymentOrderChosen(side="red", first_side="red")
TEST = f.TacticalTestRolled(dice={"red": "6", "blue": "1"})
SHRINE = (e.SpecialTaken(card="shrine", kind="terrain"),)


def piece(side: str = "red", **told: Any) -> f.TerrainPlaced:
    return f.TerrainPlaced(**{"side": side, **told})


def all_of(side: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{side}:{name}" for name in names or ("chief", "second", "third"))


def terrain(**options: Any) -> Case:
    """Red places the first piece."""
    return chosen(terrain="players", **options).when(TEST)


def full_of_pieces(case: Case) -> Case:
    """Six pieces lie on the table."""
    for number in range(6):
        case = case.when(piece("red" if number % 2 == 0 else "blue"))
    return case


@accepts("BUS-SETUP-04")
@refuses("BUS-SETUP-04")
def test_the_winner_of_the_deployment_test_names_a_side() -> None:
    case = chosen(terrain="players").when(
        f.TacticalTestRolled(dice={"red": "6", "blue": "1"}, first_side="blue")
    )
    assert table(case.state).tactician == "red" and table(case.state).placing == "blue"
    tie = f.TacticalTestRolled(dice={"red": "4", "blue": "4"}, first_side="red")
    refused(chosen(), tie, "BUS-SETUP-04")
    assert table(chosen().when(f.TacticalTestRolled(dice={"red": "4", "blue": "4"})).state).tactician is None
    refused(started(), f.TacticalTestRolled(dice={"red": "6", "blue": "1"}, first_side="red"), "BUS-SETUP-04")


@accepts("BUS-TURN-06", "BUS-TRT-99", "BUS-TRT-87", "BUS-TURN-05")
@refuses("BUS-TURN-06", "BUS-TRT-99", "BUS-TRT-87", "BUS-TURN-05")
def test_dice_of_a_tactical_test() -> None:
    """A Tactician has more dice; a Scout counts in the deployment test alone."""
    case = chosen(red={"chief": card("Tactician (2)")}, blue={"chief": card("Scout (3/6)")})
    right = f.TacticalTestRolled(dice={"red": "621", "blue": "5"}, winner="blue")
    refused(case, f.TacticalTestRolled(dice={"red": "6", "blue": "5"}), "BUS-TURN-06", "BUS-TRT-99")
    wrong = f.TacticalTestRolled(dice={"red": "621", "blue": "5"}, winner="red")
    right_and_wrong(case, right, wrong, "BUS-TURN-06", "BUS-TRT-87")
    assert case.when(wrong).read == ["BUS-TURN-06", "BUS-TRT-87"]
    dull = f.TacticalTestRolled(dice={"red": "6", "blue": "5"}, models={"red": "red:second"}, winner="blue")
    case.when(dull).then_accepted()
    foreign = f.TacticalTestRolled(dice={"red": "6", "blue": "5"}, models={"red": "blue:second"})
    refused(case, foreign, "BUS-TURN-05")


@accepts("BUS-TRT-01", "BUS-TEST-02")
@refuses("BUS-TRT-01", "BUS-TEST-02")
def test_dice_of_an_adept_support_a_tactical_test() -> None:
    """All three other dice support the five, and of equal results more dice win; two of them lose to the six."""
    blue = {"chief": card("Tactician (2)")}
    roll = f.TacticalTestRolled(dice={"red": "5222", "blue": "622"})
    for told, winner, loser in (
        ("Adept [Tactical] (1)", "red", "blue"),
        ("Adept [Melee] (1)", "blue", "red"),
    ):
        case = chosen(red={"chief": card("Tactician (3)", told)}, blue=blue)
        right, wrong = replace(roll, winner=winner), replace(roll, winner=loser)
        right_and_wrong(case, right, wrong, "BUS-TURN-06", "BUS-TEST-02")
    refused(
        chosen(red={"chief": card("Tactician (3)", "Знаток [Тактика] (1)")}, blue=blue),
        replace(roll, winner="blue"),
        "BUS-TRT-01",
    )


@accepts("BUS-SETUP-05", "BUS-SETUP-06", "BUS-SETUP-08")
@refuses("BUS-SETUP-05", "BUS-SETUP-06", "BUS-SETUP-08")
def test_terrain_is_placed_in_turn() -> None:
    refused(terrain(), piece("blue"), "BUS-SETUP-05")
    refused(terrain().when(piece()), f.TerrainStopped(side="blue"), "BUS-SETUP-06")
    case = full_of_pieces(terrain()).when(f.TerrainStopped(side="red"), R).when(piece("blue"))
    refused(case, piece("red"), "BUS-SETUP-01")
    refused(case, f.DeploymentZoneChosen(side="blue", zone="far"), "BUS-SETUP-08")
    case.when(f.DeploymentZoneChosen(side="red", zone="far"), R).then_accepted()


@accepts("BUS-SETUP-07", "BUS-SETUP-09")
@refuses("BUS-SETUP-07", "BUS-SETUP-09")
@pytest.mark.parametrize("told", [{"in_zone": True}, {"to_objective": 2.0}, {"to_impassable": 1.5}])
def test_where_impassable_terrain_lies(told: Any) -> None:
    refused(terrain(), piece(passage="impassable", **told), "BUS-SETUP-07")
    terrain().when(piece(passage="impassable", to_objective=2.1, to_impassable=3.0)).then_accepted()
    terrain().when(piece(passage="normal", **told)).then_accepted()
    refused(terrain(), piece(length=9.5), "BUS-SETUP-09")
    refused(terrain(), piece(touches=True), "BUS-SETUP-09")


@accepts("BUS-SETUP-07", "BUS-SETUP-09", "BUS-GEN-17", "BUS-SETUP-16")
@refuses("BUS-SETUP-07", "BUS-SETUP-09", "BUS-GEN-17", "BUS-SETUP-16")
def test_what_would_only_be_refused_is_not_asked() -> None:
    """Where a piece or a model may not be, neither is: an offer asks for none of it."""
    deploying = placed(chosen()).when(f.DeploymentOrderChosen(side="red", first_side="red"), R)
    asked: tuple[tuple[Case, Any, dict[str, Any]], ...] = (
        (terrain(), piece(passage="impassable"), {"in_zone": True, "in_deployment": True, "touches": True}),
        (
            deploying,
            f.ModelsDeployed(side="red", models=all_of("red")),
            {"in_zone": False, "contact": True, "in_zoc": True},
        ),
    )
    for case, right, wrong in asked:
        (offer,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == tag(type(right))]
        case.when(right).then_accepted()
        for name, value in wrong.items():
            assert offer.choices[name] == ()
            assert case.when(replace(right, **{name: value})).violations, name


@accepts("BUS-SETUP-11", "BUS-SETUP-27")
@refuses("BUS-SETUP-11", "BUS-SETUP-27")
def test_event_rules_for_terrain() -> None:
    near = piece(to_terrain=2.9)
    terrain().when(near).then_accepted()
    refused(terrain(terrain_gap_3=True), near, "BUS-SETUP-11")
    terrain(terrain_gap_3=True).when(piece(to_terrain=3.0)).then_accepted()
    refused(terrain(terrain_rules="event"), near, "BUS-SETUP-27")
    refused(terrain(terrain_rules="event"), piece(passage="impassable", to_objective=2.5), "BUS-SETUP-27")
    terrain(terrain_rules="event").when(piece(passage="impassable", to_objective=3.0)).then_accepted()


@accepts("BUS-SETUP-12")
@refuses("BUS-SETUP-12")
def test_terrain_cards_after_the_zones() -> None:
    case = chosen(specials=SHRINE).when(TEST).when(ZONE)
    refused(case, piece("red"), "BUS-SETUP-12")
    refused(case, piece("blue", card="shrine"), "BUS-SETUP-12")
    case = case.when(piece("red", card="shrine"))
    refused(case, piece("red", card="shrine"), "BUS-SETUP-01")


@accepts("BUS-SETUP-13")
@refuses("BUS-SETUP-13")
def test_vim_between_zones_and_deployment() -> None:
    named = e.VimAssigned(side="red", model="red:chief")
    refused(chosen("ichi_no_riten"), named, "BUS-SETUP-01")
    refused(chosen("ichi_no_riten").when(TEST), named, "BUS-SETUP-01")
    case = chosen("seigyo").when(TEST).when(ZONE)
    case.when(named).then_accepted()
    refused(chosen("honbasho").when(TEST), named, "BUS-SETUP-13")


@refuses("BUS-SETUP-01", "BUS-SETUP-07", "BUS-SETUP-19", "BUS-SETUP-26")
def test_refusals_of_the_set_up_name_what_decides() -> None:
    case = placed(chosen()).when(ORDER).when(f.ModelsDeployed(side="red", models=all_of("red")))
    early, left = (sentence(one, "en") for one in case.when(TEST).then_refused())
    assert early == "Too early to log: the tactical test. This comes first: deployment."
    over = case.when(f.DeploymentZoneChosen(side="red", zone="near")).then_refused()[0]
    assert sentence(over, "en") == "There already or not part of this match: the deployment zones."
    assert left.endswith("still to be deployed: blue:chief, blue:second, blue:third.")
    near = terrain().when(piece(passage="impassable", to_objective=2.0)).then_refused()[0]
    assert sentence(near, "en").endswith("Logged: 2. By the rules: more than 2.")
    assert sentence(near, "ru").endswith("Записано: 2. По правилам: больше 2.")
    other = terrain(setup="event").when(piece("blue")).then_refused()[0]
    assert sentence(other, "en").startswith("At events player 1 places terrain first")


@accepts("BUS-SETUP-14", "BUS-SETUP-19", "BUS-GEN-17", "BUS-SETUP-16")
@refuses("BUS-SETUP-14", "BUS-SETUP-19", "BUS-GEN-17", "BUS-SETUP-16")
def test_one_side_after_the_other() -> None:
    case = placed(chosen())
    refused(case, f.DeploymentOrderChosen(side="blue", first_side="blue"), "BUS-SETUP-14")
    case = case.when(ORDER)
    refused(case, f.ModelsDeployed(side="blue", models=all_of("blue")), "BUS-SETUP-14")
    refused(case, f.ModelsDeployed(side="red", models=all_of("red"), contact=True), "BUS-GEN-17")
    refused(case, f.ModelsDeployed(side="red", models=all_of("red"), in_zone=False), "BUS-SETUP-16")
    refused(case, f.ModelsDeployed(side="red", models=("red:nobody",)), "BUS-LOG-04")
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "chief", "second")))
    refused(case, TEST, "BUS-SETUP-19")
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "third"), no_room=True))
    case = case.when(f.ModelsDeployed(side="blue", models=all_of("blue")))
    assert case.then_accepted().turn == 1 and case.state.models["red:third"].place == "out"


@accepts("BUS-SETUP-17")
@refuses("BUS-SETUP-17")
def test_corners() -> None:
    case = placed(chosen("bavarian_botoku")).when(ORDER)
    outside = f.ModelsDeployed(side="red", models=all_of("red"), in_zone=False)
    right_and_wrong(case, f.ModelsDeployed(side="red", models=all_of("red")), outside, "BUS-SETUP-17")


@accepts("BUS-SETUP-15", "BUS-SETUP-18", "BUS-TRT-87")
@refuses("BUS-SETUP-15", "BUS-SETUP-18", "BUS-TRT-87")
def test_scouts_come_last() -> None:
    case = placed(chosen(red={"chief": card("Scout (1/4)")}, blue={"chief": card("Scout (1/6)")})).when(ORDER)
    scouts = f.ModelsDeployed(side="red", models=("red:chief",), scout=True, to_zone=4.0)
    refused(case, scouts, "BUS-SETUP-15")
    refused(case, f.ModelsDeployed(side="red", models=("red:second",), scout=True), "BUS-TRT-87")
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "second", "third")))
    case = case.when(f.ModelsDeployed(side="blue", models=all_of("blue", "second", "third")))
    refused(case, scouts, "BUS-SETUP-15")
    case = case.when(f.ModelsDeployed(side="blue", models=("blue:chief",), scout=True, to_zone=6.0))
    far = f.ModelsDeployed(side="red", models=("red:chief",), scout=True, to_zone=4.1)
    refused(case, far, "BUS-SETUP-18", "BUS-TRT-87")
    assert case.when(scouts).then_accepted().turn == 1


@accepts("BUS-SETUP-26")
@refuses("BUS-SETUP-26")
def test_set_up_of_events() -> None:
    """The winner is player 1; player 2 chooses the zone, player 1 who places cards and deploys first."""
    case = chosen(setup="event", specials=SHRINE)
    case = case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}, first_side="blue"))
    refused(case, f.DeploymentZoneChosen(side="blue", zone="far"), "BUS-SETUP-26")
    case = case.when(f.DeploymentZoneChosen(side="red", zone="near"))
    refused(case, ORDER, "BUS-SETUP-26")
    case = case.when(f.DeploymentOrderChosen(side="blue", first_side="red")).when(piece("red", card="shrine"))
    case.when(f.ModelsDeployed(side="red", models=all_of("red"))).then_accepted()


@accepts(
    "BUS-SETUP-24", "BUS-SETUP-28", "BUS-TRT-32", "BUS-COND-07", "BUS-TRT-59", "BUS-TRG-12", "BUS-TRT-110"
)
@refuses(
    "BUS-SETUP-24", "BUS-SETUP-28", "BUS-TRT-32", "BUS-COND-07", "BUS-TRT-59", "BUS-TRG-12", "BUS-TRT-110"
)
def test_markers_and_tokens_at_the_start() -> None:
    red = {"chief": card("Disguise (4)"), "second": card("Kami", ki=0), "third": card("Kumo", ki=0)}
    case = started(red=red)
    hidden = checked("red:chief", markers={"disguised": 1}), checked("red:chief", markers={"disguised": 0})
    right_and_wrong(case, *hidden, "BUS-SETUP-24", "BUS-TRT-32", "BUS-COND-07", "BUS-LOG-10")
    case = placed(chosen(red=red)).when(ORDER).when(f.ModelsDeployed(side="red", models=all_of("red")))
    assert [figures(case, name).ki for name in all_of("red")] == [0, 6, 2]
    ticked = deployed(placed(chosen(red=red)))
    refused(ticked, checked("red:second", ki=5), "BUS-LOG-10")
    assert figures(ticked, "red:second").ki == 6


@accepts("BUS-SETUP-22")
@refuses("BUS-SETUP-22")
def test_a_model_from_a_flank_has_its_counters() -> None:
    case = placed(chosen(red={"third": card("Flank")})).when(ORDER)
    plan = e.FlankPlanRecorded(side="red", model="red:third", turn=2, edge="east")
    refused(placed(chosen(red={"third": card("Flank")})), plan, "BUS-SETUP-01")
    case = case.when(plan, R).when(f.ModelsDeployed(side="red", models=all_of("red", "chief", "second")))
    refused(case, plan, "BUS-SETUP-01", by=R)
    case = case.when(f.ModelsDeployed(side="blue", models=all_of("blue")))
    arrival = e.FlankRevealed(side="red", model="red:third", turn=2, edge="east")
    refused(begun(case), arrival, "BUS-SETUP-21", by=R)
    case = turn_over(begun(case))
    refused(case, arrival, "BUS-SETUP-21", by=R)
    case = begun(case).when(arrival, R)
    right, wrong = checked("red:third", counters=2), checked("red:third", counters=0)
    right_and_wrong(case, right, wrong, "BUS-SETUP-22")


@accepts("BUS-SETUP-21")
def test_nothing_is_offered_before_the_last_arrivals() -> None:
    """A plan of the deployment cannot outlast the Starting phase of turn 4, so nobody is asked to go on before it."""
    case = placed(chosen(red={"third": card("Flank")})).when(ORDER)
    case = case.when(e.FlankPlanRecorded(side="red", model="red:third", turn=4, edge="east"), R)
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "chief", "second")))
    case = begun(case.when(f.ModelsDeployed(side="blue", models=all_of("blue"))))
    for _ in range(3):
        assert _goes_on(case) == 1
        case = begun(turn_over(case))
    assert _goes_on(case) == 0
    case = case.when(e.FlankRevealed(side="red", model="red:third", turn=4, edge="east"), R)
    assert now(case.state) == "main"


def _goes_on(case: Case) -> int:
    """How often the end of the step is offered."""
    offers = case.rules.next_events(case.state, REFEREE)
    return sum(one.type == "step_closed" for one in offers)


@accepts("BUS-TRT-15", "BUS-TRT-44")
@refuses("BUS-TRT-15", "BUS-TRT-44")
def test_who_comes_from_a_flank_with_boots_on() -> None:
    from games.bushido.tests.full.tables import turn_over

    plan = e.FlankPlanRecorded(side="red", model="red:third", turn=2, edge="east")
    plain = placed(chosen()).when(ORDER)
    refused(plain, plan, "BUS-TRT-44", by=R)
    case = placed(chosen(red={"third": card("Flank", "Booted")})).when(ORDER).when(plan, R)
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "chief", "second")))
    case = begun(turn_over(begun(case.when(f.ModelsDeployed(side="blue", models=all_of("blue"))))))
    walk = f.TraitUsed(model="red:third", trait="booted", inches=4.0)
    arrived = case.when(e.FlankRevealed(side="red", model="red:third", turn=2, edge="east"), R)
    far = f.TraitUsed(model="red:third", trait="booted", inches=4.5)
    after = right_and_wrong(arrived, walk, far, "BUS-TRT-15")
    refused(after, walk, "BUS-TRT-15")
    refused(arrived, f.TraitUsed(model="red:chief", trait="booted"), "BUS-TRT-15")


@accepts("BUS-VIM-03")
@refuses("BUS-VIM-03")
def test_a_vim_starts_without_its_disguise() -> None:
    case = placed(chosen("seigyo", red={"chief": card("Disguise (4)")}, vim="hidden")).when(ORDER)
    refused(case, f.ModelsDeployed(side="red", models=all_of("red")), "BUS-VIM-03", by=R)
    plain = f.ModelsDeployed(side="red", models=all_of("red"), undisguised=("red:chief",))
    assert not figures(case.when(plain, R), "red:chief").markers


def test_nobody_tells_that_an_open_vim_has_no_disguise() -> None:
    reds = {"chief": card("Disguise (4)"), "second": card("Disguise (4)")}
    case = placed(chosen("seigyo", red=reds, vim="open")).when(ORDER)
    told = f.ModelsDeployed(side="red", models=all_of("red"))
    for known in (told, replace(told, undisguised=("red:chief",))):
        after = case.when(known, R)
        assert not figures(after, "red:chief").markers and figures(after, "red:second").markers
    other = replace(told, undisguised=("red:second",))
    refused(case, other, "BUS-VIM-03", "BUS-TRT-32", by=R)
    why = next(one for one in case.when(other, R).violations if one.rule == "BUS-VIM-03")
    assert sentence(why, "en") == "red:second is no VIM and keeps its Disguise."


@accepts("BUS-SCN-17")
@refuses("BUS-SCN-17")
def test_everybody_is_a_scout_in_the_duel() -> None:
    """Within 8 inches of the player's zone; the VIM stands in the ring, wherever that is."""
    case = placed(chosen("duel")).when(f.DeploymentOrderChosen(side="red", first_side="red"), R)
    others = f.ModelsDeployed(side="blue", models=("blue:second", "blue:third"), scout=True, to_zone=8.0)
    case.when(others, B).then_accepted()
    refused(case, replace(others, to_zone=8.5), "BUS-SETUP-18", "BUS-SCN-17")
    refused(case, replace(others, scout=False), "BUS-SETUP-15")
    vim = f.ModelsDeployed(side="blue", models=("blue:chief",), scout=True, to_zone=12.0)
    case.when(vim, B).then_accepted()
