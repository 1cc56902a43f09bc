"""Activations, actions without a fight, and movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.chapters.objectives import aligned
from games.bushido.full import events as f
from games.bushido.full.common import in_contact, table
from games.bushido.full.legal.next_events import full_events
from games.bushido.tests.full.tables import (
    B,
    act,
    card,
    checked,
    figures,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    turn_over,
    waited,
)
from games.testing import Case, accepts, refuses, why

ROUGH = {"inches": 4.0, "difficult": 4.0}


def touched(case: Case, *pairs: tuple[str, str]) -> Case:
    """These models are in contact."""
    state = case.state
    for one, other in pairs:
        state = in_contact(state, one, [other])
    return Case(case.rules, case.setup, state, case.entries)


def moved(model: str, inches: float, **told: Any) -> f.ModelMoved:
    return f.ModelMoved(model=model, inches=inches, **told)


@accepts("BUS-ACT-01", "BUS-ACT-03", "BUS-ACT-10", "BUS-TURN-15")
@refuses("BUS-ACT-01", "BUS-ACT-03", "BUS-ACT-10", "BUS-TURN-15")
def test_counters_of_activations() -> None:
    case = act(playing(), "red:chief")
    refused(case, f.ModelActivated(model="blue:chief"), "BUS-ACT-10", "BUS-LOG-02")
    case = case.when(f.ActionDeclared(action="walk"))
    refused(case, f.ActionDeclared(action="wait"), "BUS-ACT-10")
    case = case.when(moved("red:chief", 4.0))
    right_and_wrong(case, checked("red:chief", counters=1), checked("red:chief", counters=2), "BUS-ACT-03")
    refused(case, f.ModelActivated(model="red:second"), "BUS-TURN-15", "BUS-LOG-03")
    case = waited(case, "blue:chief", "red:chief", "blue:second")
    refused(case, f.ModelActivated(model="red:chief"), "BUS-ACT-01")


@accepts("BUS-ACT-10")
@refuses("BUS-ACT-10")
@pytest.mark.parametrize(
    "told",
    [{"objective": "near"}, {"interaction": "prayer"}, {"feat": "Call the Ember"}, {"wait": "stunned"}],
)
def test_a_walk_tells_nothing_of_another_action(told: dict[str, Any]) -> None:
    """It used to be taken and to mean nothing."""
    case = act(playing(), "red:chief")
    case.when(f.ActionDeclared(action="walk", wait="none")).then_accepted()
    (value,) = told.values()
    said = why(case, f.ActionDeclared(action="walk", **told), "BUS-ACT-10")
    assert said == {"model": "red:chief", "told": ["walk", value], "expected": ["walk"]}


@accepts("BUS-TURN-15", "BUS-TURN-16")
@refuses("BUS-TURN-15", "BUS-TURN-16")
def test_who_cannot_act_is_passed_over() -> None:
    alone = {"second": card(), "third": card()}
    case = playing(red=alone)
    for name in ("blue:second", "blue:third"):
        case = case.when(f.ModelRemoved(model=name))
    case = waited(case, "red:chief", "blue:chief", "red:chief", "blue:chief", "red:second")
    right_and_wrong(case, f.TableChecked(active="red"), f.TableChecked(active="blue"), "BUS-TURN-15")
    case = waited(case, "red:second", "red:third", "red:third")
    right_and_wrong(case, f.TableChecked(active="nobody"), f.TableChecked(active="red"), "BUS-TURN-16")


@accepts("BUS-ACT-02", "BUS-ACT-23", "BUS-COND-24", "BUS-GEN-20")
@refuses("BUS-ACT-02", "BUS-ACT-23", "BUS-COND-24", "BUS-GEN-20")
def test_focus_and_control() -> None:
    """A complex action takes two counters; with one marker of Control left there is none."""
    case = act(playing(), "red:chief", "focus")
    right_and_wrong(case, checked("red:chief", ki=4), checked("red:chief", ki=3), "BUS-ACT-23")
    spent = waited(playing(), "red:chief", "blue:chief")
    refused(act(spent, "red:chief"), f.ActionDeclared(action="focus"), "BUS-ACT-02")
    refused(playing(), f.MarkerChanged(model="blue:chief", marker="controlled"), "BUS-COND-24")
    ruled = marked(playing(), "blue:chief", "controlled", by_side="red")
    refused(ruled, f.ModelActivated(model="blue:chief"), "BUS-LOG-03", by=B)
    only = act(ruled, "blue:chief").when(f.ActionDeclared(action="focus")).then_refused("BUS-COND-24")
    assert [one.rule for one in only] == ["BUS-COND-24"]
    free = act(ruled, "blue:chief", "wait")
    right, wrong = (
        checked("blue:chief", markers={"controlled": 0}),
        checked("blue:chief", markers={"controlled": 1}),
    )
    right_and_wrong(free, right, wrong, "BUS-COND-24")


@accepts("BUS-ACT-06", "BUS-ACT-26", "BUS-COND-09", "BUS-SPA-16")
@refuses("BUS-ACT-06", "BUS-ACT-26", "BUS-COND-09", "BUS-SPA-16")
def test_who_can_declare_nothing_is_exhausted() -> None:
    refused(playing(), f.MarkerChanged(model="red:chief", marker="held"), "BUS-SPA-16")
    pinned = touched(playing(), ("red:chief", "blue:chief"))
    held = marked(pinned, "red:chief", "held", by="blue:chief")
    case = act(marked(held, "red:chief", "prone"), "red:chief")
    refused(case, f.ActionDeclared(action="walk"), "BUS-ACT-26", "BUS-COND-09", "BUS-COND-14", "BUS-ACT-09")
    away = touched(held, ("red:chief", "red:second"))
    loose = away.when(f.TableChecked())
    right, wrong = checked("red:chief", markers={"held": 0}), checked("red:chief", markers={"held": 1})
    right_and_wrong(loose, right, wrong, "BUS-COND-09")
    dull = touched(playing(red={"chief": card("Stupid")}), ("red:chief", "blue:chief"))
    stuck = act(marked(dull, "red:chief", "held", by="blue:chief"), "red:chief")
    right_and_wrong(stuck, checked("red:chief", counters=0), checked("red:chief", counters=2), "BUS-ACT-06")


@accepts("BUS-ACT-07", "BUS-ACT-08")
@refuses("BUS-ACT-07", "BUS-ACT-08")
def test_activations_cut_short() -> None:
    case = act(playing(), "red:chief", "walk")
    cut = f.ActivationEnded(reason="illegal", counters=1)
    after = right_and_wrong(case, cut, f.ActivationEnded(reason="illegal", counters=2), "BUS-ACT-07")
    right_and_wrong(after, checked("red:chief", counters=1), checked("red:chief", counters=0), "BUS-ACT-07")
    trapped = case.when(f.ActivationEnded(reason="effect", counters=2))
    right_and_wrong(trapped, checked("red:chief", counters=0), checked("red:chief", counters=1), "BUS-ACT-08")
    refused(trapped, cut, "BUS-ACT-07", "BUS-LOG-02")


@accepts("BUS-ACT-09", "BUS-ACT-11", "BUS-GEN-16", "BUS-TRT-03")
@refuses("BUS-ACT-09", "BUS-ACT-11", "BUS-GEN-16")
def test_contact_and_zones_of_control() -> None:
    near = touched(
        playing(red={"second": card("Agile")}), ("red:chief", "blue:chief"), ("red:second", "blue:second")
    )
    down = act(marked(near, "red:chief", "prone"), "red:chief")
    refused(down, f.ActionDeclared(action="walk"), "BUS-ACT-09")
    act(near, "red:second", "walk").then_accepted()
    down = marked(near, "blue:chief", "prone")
    act(down, "red:chief", "walk").when(moved("red:chief", 2.0)).then_accepted()
    case = act(playing(), "red:chief", in_zoc_of=("blue:chief",))
    refused(case, f.ActionDeclared(action="wait"), "BUS-ACT-11")
    case.when(f.ActionDeclared(action="walk")).then_accepted()
    hidden = marked(playing(), "blue:chief", "disguised", value=3)
    act(hidden, "red:chief", "wait", in_zoc_of=("blue:chief",)).then_accepted()
    walk = act(playing(), "red:chief", "walk")
    refused(walk, moved("red:chief", 2.0, enters=("blue:chief",)), "BUS-MOVE-02", "BUS-GEN-16")
    act(hidden, "red:chief", "walk").when(moved("red:chief", 2.0, enters=("blue:chief",))).then_accepted()


@accepts("BUS-MOVE-02", "BUS-MOVE-04", "BUS-MOVE-05", "BUS-ACT-19", "BUS-TRT-56")
@refuses("BUS-MOVE-02", "BUS-MOVE-04", "BUS-MOVE-05", "BUS-ACT-19")
def test_walks_and_runs() -> None:
    walk, run = act(playing(), "red:chief", "walk"), act(playing(), "red:chief", "run")
    walk.when(moved("red:chief", 4.0)).then_accepted()
    run.when(moved("red:chief", 6.0)).then_accepted()
    refused(walk, moved("red:chief", 2.0, contact=("blue:chief",)), "BUS-MOVE-02")
    refused(run, moved("red:chief", 2.0, contact=("blue:chief",)), "BUS-ACT-19")
    refused(run, moved("red:chief", 2.0, straight=False), "BUS-MOVE-05")
    refused(run, moved("red:chief", 2.0, enters=("blue:chief",)), "BUS-MOVE-05")
    refused(walk, moved("red:second", 2.0), "BUS-LOG-04")
    inside = act(playing(), "red:chief", "walk", in_zoc_of=("blue:chief",))
    refused(inside, moved("red:chief", 2.0, straight=False), "BUS-MOVE-04")
    inside.when(moved("red:chief", 2.0)).then_accepted()
    for name in ("Evasive", "Intangible"):
        free = act(playing(red={"chief": card(name)}), "red:chief", "run")
        free.when(moved("red:chief", 2.0, enters=("blue:chief",))).then_accepted()


@accepts(
    "BUS-MOVE-09",
    "BUS-MOVE-10",
    "BUS-MOVE-11",
    "BUS-GEN-03",
    "BUS-TRT-66",
    "BUS-TRT-105",
    "BUS-TRT-23",
    "BUS-TRG-08",
)
@refuses(
    "BUS-MOVE-09",
    "BUS-MOVE-10",
    "BUS-MOVE-11",
    "BUS-GEN-03",
    "BUS-TRT-66",
    "BUS-TRT-105",
    "BUS-TRT-23",
    "BUS-TRG-08",
)
@pytest.mark.parametrize(
    ("traits", "action", "right", "wrong", "rules"),
    [
        ((), "walk", {"inches": 4.0}, {"inches": 4.1}, ()),
        ((), "run", {"inches": 7.5}, {"inches": 7.6}, ("BUS-GEN-03",)),
        ((), "walk", {"inches": 6.0, "ideal": True}, {"inches": 6.1, "ideal": True}, ("BUS-MOVE-10",)),
        ((), "walk", {"inches": 3.0, "difficult": 1.0}, {"inches": 3.0, "difficult": 1.5}, ("BUS-MOVE-09",)),
        (("Lightfooted",), "walk", ROUGH, {"inches": 4.5, "difficult": 1.0}, ("BUS-TRT-66",)),
        (("Cloudwalk",), "walk", ROUGH, {"inches": 4.5, "difficult": 1.0}, ("BUS-TRT-23",)),
        (("Unstable",), "walk", {"inches": 1.0, "difficult": 1.0}, {"inches": 2.0, "difficult": 1.0}, ("BUS-TRT-105",)),
        (
            ("Unstable", "Lightfooted"),
            "walk",
            {"inches": 2.0, "difficult": 2.0},
            {"inches": 3.0, "difficult": 2.0},
            ("BUS-TRG-08", "BUS-TRT-66", "BUS-TRT-105"),
        ),
    ],
)  # fmt: skip
def test_how_far_a_model_moves(
    traits: tuple[str, ...], action: Any, right: Any, wrong: Any, rules: tuple[str, ...]
) -> None:
    move = 5 if action == "run" else 4
    case = act(playing(red={"chief": card(*traits, move=move)}), "red:chief", action)
    right_and_wrong(case, moved("red:chief", **right), moved("red:chief", **wrong), "BUS-MOVE-11", *rules)


@accepts("BUS-ACT-21", "BUS-COND-14", "BUS-TRT-90", "BUS-COND-03", "BUS-TRT-97")
@refuses("BUS-ACT-21", "BUS-COND-14", "BUS-TRT-90", "BUS-COND-03", "BUS-TRT-97", "BUS-ACT-26")
def test_states_and_traits_that_close_actions() -> None:
    refused(act(playing(), "red:chief"), f.ActionDeclared(action="stand_up"), "BUS-ACT-21")
    down = marked(playing(), "red:chief", "prone")
    refused(down, f.MarkerChanged(model="red:chief", marker="prone"), "BUS-COND-14")
    refused(act(down, "red:chief"), f.ActionDeclared(action="walk"), "BUS-ACT-26", "BUS-COND-14")
    up = act(down, "red:chief", "stand_up")
    right, wrong = checked("red:chief", markers={"prone": 0}), checked("red:chief", markers={"prone": 1})
    right_and_wrong(up, right, wrong, "BUS-ACT-21", "BUS-COND-14")
    blind = marked(playing(), "red:chief", "blind")
    refused(act(blind, "red:chief"), f.ActionDeclared(action="run"), "BUS-ACT-26", "BUS-COND-03")
    act(blind, "red:chief", "walk").then_accepted()
    told = {"chief": card("Slow"), "second": card("Stupid")}
    refused(act(playing(red=told), "red:chief"), f.ActionDeclared(action="run"), "BUS-TRT-90")
    refused(act(playing(red=told), "red:second"), f.ActionDeclared(action="focus"), "BUS-TRT-97")
    act(playing(red=told), "red:second", "run").then_accepted()


@accepts("BUS-ACT-22", "BUS-COND-15", "BUS-COND-17", "BUS-COND-27", "BUS-COND-28", "BUS-TER-06")
@refuses("BUS-ACT-22", "BUS-COND-15", "BUS-COND-17", "BUS-COND-27", "BUS-COND-28", "BUS-TER-06")
@pytest.mark.parametrize(
    ("kind", "number", "left", "rule"),
    [
        ("stunned", 3, 0, "BUS-COND-17"),
        ("immobilised", 2, 0, "BUS-COND-27"),
        ("reloading", 2, 1, "BUS-COND-15"),
        ("on_fire", 3, 1, "BUS-COND-28"),
    ],
)
def test_waits(kind: Any, number: int, left: int, rule: str) -> None:
    case = playing()
    refused(act(case, "red:chief"), f.ActionDeclared(action="wait", wait=kind), "BUS-ACT-22")
    case = act(marked(case, "red:chief", kind, number=number, value=1), "red:chief", "wait", wait=kind)
    right = checked("red:chief", markers={kind: left})
    right_and_wrong(case, right, checked("red:chief", markers={kind: number}), rule, "BUS-ACT-22")
    wall = f.ActionDeclared(action="wait", wait="terrain")
    spent = act(playing(), "red:chief").when(wall)
    right_and_wrong(spent, checked("red:chief", ki=0), checked("red:chief", ki=2), "BUS-TER-06")
    poor = playing().when(f.TokensChanged(model="red:chief", token="ki", number=-1))
    refused(act(poor, "red:chief"), wall, "BUS-TER-06", "BUS-ACT-22")
    away = f.ActionDeclared(action="wait", wait="terrain", reaches=False)
    refused(act(playing(), "red:chief"), away, "BUS-TER-06", "BUS-ACT-22")


@accepts("BUS-COND-28")
@refuses("BUS-ACT-22", "BUS-COND-28")
def test_a_friend_puts_a_fire_out() -> None:
    case = marked(playing(), "red:second", "on_fire", number=2, value=1)
    out: dict[str, Any] = {"action": "wait", "wait": "on_fire", "target": "red:second"}
    refused(act(case, "red:chief"), f.ActionDeclared(**out, reaches=False), "BUS-ACT-22", "BUS-COND-28")
    dizzy = marked(playing(), "red:second", "stunned")
    refused(act(dizzy, "red:chief"), f.ActionDeclared(**{**out, "wait": "stunned"}), "BUS-ACT-22")
    helped = act(case, "red:chief", "wait", wait="on_fire", target="red:second")
    assert not figures(helped, "red:second").markers
    foe = marked(playing(), "blue:chief", "on_fire", value=1)
    refused(
        act(foe, "red:chief"),
        f.ActionDeclared(action="wait", wait="on_fire", target="blue:chief"),
        "BUS-ACT-22",
    )


@accepts("BUS-OBJ-03", "BUS-OBJ-04", "BUS-OBJ-17", "BUS-ACT-20", "BUS-TRT-04", "BUS-TRT-55")
@refuses(
    "BUS-OBJ-03",
    "BUS-OBJ-04",
    "BUS-OBJ-17",
    "BUS-ACT-20",
    "BUS-TRT-04",
    "BUS-TRT-55",
    "BUS-OBJ-02",
    "BUS-OBJ-11",
)
def test_influence() -> None:
    """Omaju: the first Influence of all is complex, and moves an objective one step."""
    case = playing("omaju", red={"second": card("Aloof"), "third": card("Insignificant")})
    simple = f.ActionDeclared(action="simple_scenario", interaction="influence", objective="left")
    whole = f.ActionDeclared(action="complex_scenario", interaction="influence", objective="left")
    refused(act(case, "red:chief"), simple, "BUS-OBJ-03", "BUS-OBJ-17")
    refused(act(case, "red:second"), whole, "BUS-ACT-20", "BUS-TRT-04")
    refused(act(case, "red:third"), whole, "BUS-ACT-20", "BUS-TRT-55")
    missing = f.ActionDeclared(
        action="complex_scenario", interaction="influence", objective="left", reaches=False
    )
    refused(act(case, "red:chief"), missing, "BUS-ACT-20")
    strange = f.ActionDeclared(action="complex_scenario", interaction="prayer", objective="left")
    refused(act(case, "red:chief"), strange, "BUS-OBJ-02")
    nowhere = f.ActionDeclared(action="complex_scenario", interaction="influence", objective="near_left")
    refused(act(case, "red:chief"), nowhere, "BUS-OBJ-11")
    case = act(case, "red:chief").when(whole)
    assert case.state.objectives["left"].alignment == "red"
    case = act(case, "blue:chief").when(simple)
    assert case.state.objectives["left"].alignment == "neutral"
    refused(act(case.when(f.TableChecked()), "red:second"), simple, "BUS-TRT-04")
    taken = playing("sacred_idols")
    taken = act(taken, "red:chief").when(simple)
    taken = waited(taken, "blue:chief")
    refused(act(taken, "red:chief"), simple, "BUS-OBJ-04")
    shared = aligned(taken.state, {"left": "friendly_to_both"})
    both = act(Case(taken.rules, taken.setup, shared, taken.entries), "red:chief")
    refused(both, simple, "BUS-OBJ-04")
    offers = [one for one in full_events(both.state) if one.choices.get("interaction") == ("influence",)]
    assert [one.choices["objective"] for one in offers] == [("centre", "right")]


@accepts("BUS-OBJ-05", "BUS-OBJ-06", "BUS-OBJ-07", "BUS-OBJ-13")
@refuses("BUS-OBJ-05", "BUS-OBJ-06", "BUS-OBJ-07", "BUS-OBJ-13")
def test_prayers() -> None:
    pray = f.ActionDeclared(action="simple_scenario", interaction="prayer", objective="far_left")
    case = act(playing("shin_keii"), "red:chief").when(pray)
    right, wrong = f.TableChecked(points={"red": 3, "blue": 0}), f.TableChecked(points={"red": 2, "blue": 0})
    right_and_wrong(case, right, wrong, "BUS-OBJ-06", "BUS-OBJ-13")
    case = waited(case, "blue:chief")
    refused(act(case, "red:chief"), pray, "BUS-OBJ-07")
    case = act(case, "red:second").when(pray)
    for number in range(3):
        case = waited(case, ("blue:chief", "blue:second", "blue:second")[number])
        objective = ("near_left", "near_right", "neutral_left")[number]
        model = ("red:chief", "red:second", "red:third")[number]
        told = {"interaction": "prayer", "objective": objective}
        case = act(case, model, "simple_scenario", **told)
    case = waited(case, "blue:third")
    refused(act(case, "red:third"), pray, "BUS-OBJ-05")


@accepts("BUS-TURN-17", "BUS-END-06", "BUS-GEN-27", "BUS-DMG-06")
@refuses("BUS-TURN-17", "BUS-END-06", "BUS-GEN-27", "BUS-DMG-06")
def test_a_side_without_models() -> None:
    case = playing()
    for name in ("blue:second", "blue:third"):
        case = case.when(f.ModelRemoved(model=name))
    case = marked(case, "blue:chief", "stunned")
    dead = case.when(f.WoundsChanged(model="blue:chief", number=9))
    gone, there = checked("blue:chief", markers={"stunned": 0}), checked("blue:chief", markers={"stunned": 1})
    right_and_wrong(dead, gone, there, "BUS-LOG-10")
    right_and_wrong(dead, checked("blue:chief", ki=0), checked("blue:chief", ki=2), "BUS-GEN-27")
    right_and_wrong(dead, checked("blue:chief", wounds=5), checked("blue:chief", wounds=9), "BUS-DMG-06")
    refused(dead, f.ModelActivated(model="red:chief"), "BUS-TURN-17", "BUS-END-06", "BUS-TURN-18")
    over = dead.when(f.TurnEnded())
    assert over.then_accepted().reason == "wiped_out"


@accepts("BUS-END-06")
@refuses("BUS-END-06", "BUS-TURN-17")
def test_who_is_wiped_out_before_the_tactical_test_makes_none() -> None:
    """A card may take the last model while the test is still to be made: the End phase comes at once."""
    case = turn_over(playing())
    for name in ("blue:chief", "blue:second", "blue:third"):
        case = case.when(f.ModelRemoved(model=name))
    test = f.TacticalTestRolled(dice={"red": "6", "blue": "1"})
    refused(case, test, "BUS-TURN-17", "BUS-END-06", "BUS-TURN-18")
    assert not [one for one in full_events(case.state) if one.type == "tactical_test_rolled"]
    assert case.when(f.TurnEnded()).then_accepted().reason == "wiped_out"


@accepts(
    "BUS-DMG-07",
    "BUS-DMG-11",
    "BUS-TRT-62",
    "BUS-COND-23",
    "BUS-TRG-10",
    "BUS-TRT-91",
    "BUS-TRT-50",
    "BUS-COND-18",
    "BUS-COND-20",
)
@refuses(
    "BUS-DMG-07",
    "BUS-TRT-62",
    "BUS-COND-23",
    "BUS-TRG-10",
    "BUS-TRT-91",
    "BUS-TRT-50",
    "BUS-COND-18",
    "BUS-COND-20",
    "BUS-TRG-12",
    "BUS-TRT-59",
)
def test_what_the_text_of_a_card_does() -> None:
    told = {"second": card("Last Stand"), "third": card("Kami"), "chief": card("Soulless", "Immune [Blind]")}
    case = playing(red=told)
    healed = case.when(f.WoundsChanged(model="blue:chief", number=1))
    healed = healed.when(f.WoundsChanged(model="blue:chief", number=-3))
    right_and_wrong(healed, checked("blue:chief", wounds=0), checked("blue:chief", wounds=1), "BUS-DMG-07")
    bleeding = marked(
        case.when(f.WoundsChanged(model="blue:chief", number=2)), "blue:chief", "bleed", number=2, value=1
    )
    well = bleeding.when(f.WoundsChanged(model="blue:chief", number=-1))
    right, wrong = checked("blue:chief", markers={"bleed": 0}), checked("blue:chief", markers={"bleed": 2})
    right_and_wrong(well, right, wrong, "BUS-COND-23")
    stands = case.when(f.WoundsChanged(model="red:second", number=5))
    refused(stands, f.WoundsChanged(model="red:second", number=-1), "BUS-TRT-62")
    refused(case, f.WoundsChanged(model="red:third", number=-1), "BUS-TRG-12", "BUS-TRT-59")
    assert figures(case.when(f.WoundsChanged(model="red:third", number=2)), "red:third").ki == 4
    assert case.when(f.WoundsChanged(model="red:third", number=6)).state.models["red:third"].place == "out"
    refused(case, f.MarkerChanged(model="red:chief", marker="frightened"), "BUS-COND-20", "BUS-TRT-91")
    refused(case, f.MarkerChanged(model="red:chief", marker="blind"), "BUS-COND-20", "BUS-TRT-50")
    refused(case, f.MarkerChanged(model="blue:chief", marker="blind", number=-1), "BUS-COND-18")
    marked(case, "blue:chief", "blind").when(
        f.MarkerChanged(model="blue:chief", marker="blind", number=-1)
    ).then_accepted()
    given = case.when(f.TokensChanged(model="red:chief", token="virtue", number=1))
    refused(given, f.TokensChanged(model="red:chief", token="virtue", number=1), "BUS-TRG-10")
    rich = case.when(f.TokensChanged(model="red:chief", token="ki", number=9))
    right_and_wrong(rich, checked("red:chief", ki=6), checked("red:chief", ki=11), "BUS-KI-01")
    refused(case, f.TokensChanged(model="red:chief", token="ki", number=-9), "BUS-KI-01")
    assert stands.state.models["red:second"].place == "battlefield"
    assert table(main_over(stands).state).bodies["red:second"].counters == 0
    assert main_over(stands).state.models["red:second"].place == "out"


@refuses("BUS-DMG-11")
def test_nobody_stands_longer_than_the_end_phase() -> None:
    case = main_over(
        playing(red={"second": card("Last Stand")}).when(f.WoundsChanged(model="red:second", number=5))
    )
    refused(case, checked("red:second", place="battlefield"), "BUS-DMG-11", "BUS-LOG-10")


@accepts("BUS-TRT-41", "BUS-TRT-51", "BUS-TRT-56", "BUS-TRT-89", "BUS-TRT-03")
@refuses("BUS-TRT-41", "BUS-TRT-51", "BUS-TRT-56", "BUS-TRT-89", "BUS-TRT-03")
@pytest.mark.parametrize(
    ("trait", "kind", "rule"),
    [
        ("Fearless", "frightened", "BUS-TRT-41"),
        ("Immovable", "prone", "BUS-TRT-51"),
        ("Intangible", "immobilised", "BUS-TRT-56"),
        ("Sixth Sense", "blind", "BUS-TRT-89"),
        ("Agile", "held", "BUS-TRT-03"),
    ],
)
def test_immunities(trait: str, kind: Any, rule: str) -> None:
    case = touched(
        playing(red={"chief": card(trait)}), ("red:chief", "blue:chief"), ("red:second", "blue:chief")
    )
    refused(case, f.MarkerChanged(model="red:chief", marker=kind, by="blue:chief"), "BUS-COND-20", rule)
    marked(case, "red:chief", "diseased").then_accepted()
    marked(case, "red:second", kind, by="blue:chief").then_accepted()


@accepts("BUS-TRT-39")
@refuses("BUS-TRT-39")
def test_the_evasive_pass_by() -> None:
    case = act(playing(red={"chief": card("Evasive")}), "red:chief", "walk")
    case.when(moved("red:chief", 2.0, enters=("blue:chief",))).then_accepted()
    lost = playing(red={"chief": card("Evasive")}).when(
        f.EffectChanged(model="red:chief", what="Evasive", mode="lose")
    )
    refused(
        act(lost, "red:chief", "walk"),
        moved("red:chief", 2.0, enters=("blue:chief",)),
        "BUS-MOVE-02",
        "BUS-TRT-39",
    )
