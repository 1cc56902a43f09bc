"""Actions, moves and sight: LB-ACT, LB-LOS, LB-MELEE, LB-SEA-01 to -04, LB-HEAV-01 to -06."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    A,
    S,
    active,
    all_of,
    blow,
    duel,
    exhausted,
    figure,
    flip,
    going,
    hired,
    ready,
    resolved,
    started,
    table,
)
from games.last_battle.tests.full.plots import killed
from games.ruleset import REFEREE, Actor
from games.testing import Case, accepts, refuses


def act(action: str, ap: int = 1, figure: str = "a1", **told: Any) -> f.ActionDeclared:
    """A base action of a1, not engaged."""
    return f.ActionDeclared(figure=figure, action=action, ap=ap, **{"engaged": False, **told})


def move(cm: float | None = 10.0, figure: str = "a1", **told: Any) -> f.FigureMoved:
    return f.FigureMoved(figure=figure, distance_cm=cm, **{"hazard_touched": False, **told})


@accepts("LB-ACT-02", "LB-ACT-04", "LB-ACT-13")
def test_a_move_and_another() -> None:
    case = all_of(active(), act("move"), move(12.0), act("move"), move(0.1))
    assert table(case).ap == 0


@refuses("LB-ACT-04")
def test_moves_that_are_not_one_move() -> None:
    case = active().when(act("move"), A)
    case.when(move(12.1), A).then_refused("LB-ACT-04")
    case.when(move(0.0), A).then_refused("LB-ACT-04")
    case.when(act("concentrate"), A).then_refused("LB-ACT-04")
    case.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-ACT-04")
    case.when(move(3.0), A).when(move(3.0), A).then_refused("LB-ACT-04")
    active().when(move(3.0), A).then_refused("LB-ACT-04")
    active().when(act("move", 3), A).then_refused("LB-ACT-04")
    active().when(act("move", kind="melee"), A).then_refused("LB-ACT-04")


@refuses("LB-ACT-01", "LB-ACT-02")
def test_more_points_than_are_left() -> None:
    case = all_of(active(), act("concentrate"), act("concentrate"))
    case.when(act("interact"), A).then_refused("LB-ACT-02", "LB-ACT-01")
    active().when(blow(ap=2), A).then_refused("LB-ACT-02")


@accepts("LB-ACT-03")
def test_a_free_action_names_its_source() -> None:
    reaction = blow("s1", "a1", ap=0, free=True, source="hatred")
    hit = duel(active()).when(resolved(attack_total=15, defence_total=9, margin=6))
    done = all_of(
        hit,
        flip("damage", "alliance", "P-1"),
        f.DamageResolved(check_id="c", tier="weak", amount=2),
        f.LivesChanged(figure="s1", delta=-2, lives=4, cause="damage", by_figure="a1"),
    )
    assert table(done.when(reaction, S)).duel.actor == "s1"


@refuses("LB-ACT-03")
def test_actions_of_others() -> None:
    active().when(act("concentrate", figure="a2"), A).then_refused("LB-ACT-03")
    active().when(blow("s1", "a1", ap=0, free=True), S).then_refused("LB-ACT-03")
    active().when(blow("s1", "a1", ap=1, free=True, source="x"), S).then_refused("LB-ACT-03")
    active().when(act("concentrate"), S).then_refused("LB-MULTI-05", "LB-LOG-07")


def charge(case: Case | None = None, **told: Any) -> Case:
    declared = act("charge", 2, target="s1", los=True, **told)
    return (case or active()).when(declared, A)


def stroke(**told: Any) -> f.ActionDeclared:
    return blow(ap=0, free=True, in_reach=True, **{"source": "charge", **told})


@accepts("LB-ACT-05", "LB-ACT-06", "LB-MELEE-02")
def test_a_charge() -> None:
    case = charge().when(move(24.0), A).when(stroke(), A)
    case = all_of(case, flip("attack", "alliance", "C-1"), flip("defence", "serpent", "P-9"), resolved(False))
    case = case.when(stroke(), A)
    second = all_of(
        case,
        flip("attack", "alliance", "C-3", check_id="d"),
        flip("defence", "serpent", "P-8", check_id="d"),
        f.CheckResolved(check_id="d", success=False),
    )
    assert (table(second).ap, table(second).act.attacks) == (0, 0)
    second.when(stroke(), A).then_refused("LB-ACT-06")


@refuses("LB-ACT-05", "LB-ACT-06", "LB-MELEE-02", "LB-LOS-03")
def test_charges_that_are_not_legal() -> None:
    active().when(act("charge", 2, target="s1", engaged=True), A).then_refused("LB-ACT-05", "LB-MELEE-02")
    active().when(act("charge", 2), A).then_refused("LB-ACT-05")
    active().when(act("charge", 2, target="a2"), A).then_refused("LB-ACT-05")
    active().when(act("charge", 1, target="s1"), A).then_refused("LB-ACT-05")
    active().when(act("charge", 2, target="s1", los=False), A).then_refused("LB-LOS-03")
    charge().when(move(24.1), A).then_refused("LB-ACT-05")
    on = charge().when(move(20.0), A)
    on.when(stroke(target="s2"), A).then_refused("LB-ACT-06")
    on.when(stroke(kind="magic", action="curse"), A).then_refused("LB-ACT-05")
    far = charge().when(move(20.0, final_reach_ok=False), A)
    far.when(stroke(), A).then_refused("LB-ACT-06")
    active().when(stroke(), A).then_refused("LB-ACT-06")


@accepts("LB-ACT-07", "LB-ACT-08")
def test_concentration_helps_the_next_action_and_its_damage() -> None:
    case = all_of(active(), act("concentrate"), blow())
    case = all_of(case, flip("attack", "alliance", "C-6", "C-10", pluses=1, chosen="C-10"))
    case = all_of(case, flip("defence", "serpent", "P-4"), resolved(margin=6))
    case.when(flip("damage", "alliance", "P-1", "P-2", pluses=1), A).then_accepted()
    twice = all_of(active(figure="a-lead"), *(act("concentrate", figure="a-lead") for _ in range(2)))
    assert table(twice).pieces["a-lead"].concentrated


@refuses("LB-ACT-07", "LB-ACT-08", "LB-CHK-09")
def test_concentration_is_used_up_by_any_action_and_does_not_add_up() -> None:
    case = all_of(active(figure="a-lead"), act("concentrate", figure="a-lead"))
    moved = all_of(case, act("move", figure="a-lead"), move(5.0, "a-lead"), blow("a-lead"))
    moved.when(flip("attack", "alliance", "C-6", "C-10", pluses=1)).then_refused("LB-CHK-09")
    twice = all_of(case, act("concentrate", figure="a-lead"), blow("a-lead"))
    two = flip("attack", "alliance", "C-6", "C-10", "C-5", pluses=2)
    twice.when(two).then_refused("LB-CHK-09")
    active().when(act("concentrate", 2), A).then_refused("LB-ACT-07")


@accepts("LB-ACT-09", "LB-ACT-10")
def test_defence_answers_the_next_attack_once() -> None:
    case = all_of(active(figure="s1"), act("defend", 2, "s1"), f.ActivationEnded(figure="s1"))
    case = all_of(case, f.FigureActivated(figure="a1"), blow(), flip("attack", "alliance", "C-13"))
    three = flip("defence", "serpent", "P-1", "P-2", "P-3", pluses=2, chosen="P-3")
    case = all_of(case, three, resolved(margin=10))
    assert table(case).pieces["s1"].defending == 0
    case.when(flip("damage", "alliance", "P-4", "P-5", minuses=1), A).then_accepted()


@refuses("LB-ACT-09", "LB-ACT-10")
def test_defence_of_too_many_points_or_twice() -> None:
    active().when(act("defend", 3), A).then_refused("LB-ACT-09", "LB-ACT-02")
    active().when(act("defend", 0), A).then_refused("LB-ACT-09")
    case = all_of(active(figure="s1"), act("defend", 2, "s1"), f.ActivationEnded(figure="s1"))
    case = all_of(case, f.FigureActivated(figure="a1"), blow(), flip("attack", "alliance", "C-1"))
    case = case.when(flip("defence", "serpent", "P-1", "P-2", "P-3", pluses=2, chosen="P-3"))
    case = all_of(case, resolved(False), blow(), flip("attack", "alliance", "C-3", check_id="d"))
    again = flip("defence", "serpent", "P-4", "P-5", "P-6", pluses=2, check_id="d")
    case.when(again, S).then_refused("LB-CHK-09")


@accepts("LB-ACT-11", "LB-ACT-12")
def test_free_figures_interact_and_shoot() -> None:
    active().when(act("interact"), A).then_accepted()
    active().when(blow(action="shot", kind="shooting", engaged=False), A).then_accepted()


@refuses("LB-ACT-11", "LB-ACT-12", "LB-MELEE-02", "LB-MARK-02")
def test_engaged_figures_do_not() -> None:
    case = active().when(act("interact", engaged=True), A)
    case.then_refused("LB-ACT-11", "LB-MELEE-02", "LB-MARK-02")
    case = active().when(blow(action="shot", kind="shooting", engaged=True), A)
    case.then_refused("LB-ACT-12", "LB-MELEE-02")


@accepts("LB-LOG-09", "LB-LOS-01", "LB-LOS-03")
def test_a_printed_action_at_a_figure_in_sight() -> None:
    active().when(blow(action="curse", kind="magic", in_reach=True), A).then_accepted()
    unknown = active(told={"actions": None}).when(blow(action="anything", los=None, cover=None), A)
    assert {"LB-LOS-03", "LB-LOS-04"} <= set(table(unknown).unverified)


@refuses("LB-LOG-09", "LB-LOS-01", "LB-LOS-03")
def test_actions_that_are_not_printed_or_not_possible() -> None:
    active().when(blow(action="dance"), A).then_refused("LB-LOG-09")
    active().when(blow(action="curse", kind="melee"), A).then_refused("LB-LOG-09")
    active().when(blow(in_reach=False), A).then_refused("LB-LOG-09")
    active().when(blow(los=False), A).then_refused("LB-LOS-03", "LB-LOS-01")
    active().when(blow(target="nobody"), A).then_refused("LB-LOS-03")
    active().when(blow(target=None), A).then_refused("LB-CHK-06")
    active().when(blow(action="song", kind="magic", target=None, tv=12), A).then_refused("LB-CHK-05")


@accepts("LB-MELEE-03", "LB-MELEE-04", "LB-MELEE-05")
def test_leaving_a_combat() -> None:
    """Worked example 4: whom an enemy reaches pays 2, whom none reaches pays 1."""
    all_of(active(), act("move", 2, engaged=True), move(5.0, leaves_reach_of=("s1", "s2")))
    all_of(active(), act("move", 1, engaged=True), move(5.0))


@refuses("LB-MELEE-03", "LB-MELEE-04", "LB-MELEE-05")
def test_leaving_a_combat_at_the_wrong_price() -> None:
    cheap = active().when(act("move", 1, engaged=True), A)
    cheap.when(move(5.0, leaves_reach_of=("s1",)), A).then_refused("LB-MELEE-03")
    cheap.when(move(5.0, leaves_reach_of=("a2",)), A).then_refused("LB-MELEE-05")
    dear = active().when(act("move", 2), A)
    dear.when(move(5.0), A).then_refused("LB-MELEE-04")


@accepts("LB-MELEE-03", "LB-MELEE-04")
def test_nobody_is_left_whose_reach_could_be_left() -> None:
    """Then a move is offered at one point, and none that was paid with two is stuck."""
    case = active()
    assert _move_points(case) == (1, 2)
    for name in [name for name, piece in table(case).pieces.items() if piece.side == "serpent"]:
        case = killed(case, name, "a1")
    assert _move_points(case) == (1, 1)
    all_of(case, act("move", 2), move(5.0))


def _move_points(case: Case) -> tuple[int, int]:
    offers = case.rules.next_events(case.state, REFEREE)
    return next(one.limits["ap"] for one in offers if one.choices.get("action") == ("move",))


@accepts("LB-ACT-14")
def test_a_nested_check_is_resolved_where_it_stands() -> None:
    """Worked example 7: a free attack after a cheat has a check of its own; then the first one goes on."""
    case = duel(active()).when(f.FateCheated(check_id="c", role="defence", side="serpent", card="P-14"))
    case = case.when(blow("a2", "s1", ap=0, free=True, source="cards of Pentacles"), A)
    case = all_of(
        case,
        flip("attack", "alliance", "C-8", check_id="n"),
        flip("defence", "serpent", "C-12", check_id="n"),
        f.CheckResolved(check_id="n", success=False),
        resolved(False, attack_total=15, defence_total=19, margin=-4),
    )
    assert table(case).duel.check_id == "c" and not table(case).outer


@refuses("LB-ACT-14")
def test_an_open_check_comes_first() -> None:
    case = duel(active())
    case.when(act("concentrate"), A).then_refused("LB-ACT-14")
    case.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-ACT-14")
    active().when(blow()).when(act("move"), A).then_refused("LB-ACT-14")
    miss = case.when(f.FateCheated(check_id="c", role="defence", side="serpent", card="P-14"))
    miss = all_of(miss, resolved(False), blow())
    miss.when(flip("attack", "alliance", "C-3"), A).then_refused("LB-ACT-14")
    active().when(flip("attack", "alliance", "C-3"), A).then_refused("LB-ACT-14")


@accepts("LB-ACT-16", "LB-ACT-17")
def test_abilities_name_their_figure() -> None:
    heal = f.LivesChanged(figure="a2", delta=-2, lives=4, cause="sacrifice", by_figure="a1")
    case = active().when(heal, A)
    case.when(
        f.LivesChanged(figure="a2", delta=2, lives=6, cause="prayer", by_figure="a1"), A
    ).then_accepted()
    stun = f.ConditionChanged(figure="s1", condition="stunned", change="gained", cause="gaze", by_figure="a1")
    assert table(active().when(stun, A)).pieces["s1"].conditions == ("stunned",)


@refuses("LB-ACT-16", "LB-ACT-17")
def test_effects_out_of_nowhere() -> None:
    active().when(f.LivesChanged(figure="a2", delta=-2, cause="x"), A).then_refused("LB-ACT-16")
    heal = f.LivesChanged(figure="a2", delta=1, cause="prayer", by_figure="a1")
    active().when(heal, A).then_refused("LB-ACT-17")
    stun = f.ConditionChanged(figure="s1", condition="stunned", change="lost", cause="x", by_figure="a1")
    active().when(stun, A).then_refused("LB-ACT-16")


@accepts("LB-SEA-01", "LB-SEA-02", "LB-SEA-03", "LB-SEA-04")
def test_the_sea() -> None:
    galley = figure("galley", vessel=True, size=6)
    case = going("sea", more={"a": (galley,)}, told={"lives": 1})
    for name in ("a-lead", "a1", "a2", "a3", "s-lead", "s1", "s2"):
        case = case.when(f.AboardChanged(figure=name, vessel="galley"))
    case = all_of(
        case, f.FigureActivated(figure="a1"), act("move"), move(6.0), f.ActivationEnded(figure="a1")
    )
    case = exhausted(case).when(f.EndEffectsApplied(turn=1, figures=("s3",)))
    case = case.when(f.LivesChanged(figure="s3", delta=-1, lives=0, cause="water"))
    case = case.when(f.FigureRemoved(figure="s3", how="dead_no_killer"))
    assert case.then_accepted().fallen[0].by is None


@accepts("LB-SEA-01")
def test_every_place_that_is_offered_at_sea_can_be_taken() -> None:
    vessels = (figure("galley", vessel=True, size=6), figure("raft", vessel=None))
    case = going("sea", more={"a": vessels}, told={"lives": 1})
    case = case.when(f.AboardChanged(figure="a1", vessel="galley"), A)
    offered = [one for one in case.rules.next_events(case.state, REFEREE) if one.type == "aboard_changed"]
    places = {one.choices["figure"][0]: one.choices["vessel"] for one in offered}
    assert places.keys() == table(case).pieces.keys()
    assert places["a1"] == (None, "raft") and places["a2"] == ("galley", "raft")
    assert places["galley"] == ("raft",) and places["raft"] == ("galley",)
    for one in offered:
        for place in places[one.choices["figure"][0]]:
            step = f.AboardChanged(figure=one.choices["figure"][0], vessel=place)
            case.when(step, Actor("player", one.players[0])).then_accepted()


@accepts("LB-SEA-01")
@refuses("LB-SEA-01")
def test_no_vessel_goes_aboard_of_what_stands_on_it() -> None:
    vessels = (figure("galley", vessel=True), figure("raft", vessel=True))
    case = going("sea", more={"a": vessels}, told={"lives": 1})
    case = case.when(f.AboardChanged(figure="raft", vessel="galley"), A)
    case = case.when(f.AboardChanged(figure="a1", vessel="raft"), A)
    assert case.then_accepted().full.pieces["a1"].aboard == "raft"
    case.when(f.AboardChanged(figure="galley", vessel="raft"), A).then_refused("LB-SEA-01")
    offered = [one for one in case.rules.next_events(case.state, REFEREE) if one.type == "aboard_changed"]
    assert "galley" not in [one.choices["figure"][0] for one in offered]
    case.when(f.AboardChanged(figure="raft"), A).when(
        f.AboardChanged(figure="galley", vessel="raft"), A
    ).then_accepted()


@accepts("LB-SEA-01")
@refuses("LB-LOG-05")
def test_nobody_goes_aboard_while_a_turn_is_counted() -> None:
    """Before the first turn, from its start to its end effects; not between the initiative cards, nor at the score."""
    step = f.AboardChanged(figure="a1", vessel="galley")
    case = ready("sea", more={"a": (figure("galley", vessel=True, size=6),)}, told={"lives": 6})
    begun = case.when(f.TurnStarted(turn=1))
    begun.when(step, A).then_accepted()
    flipped = begun.when(f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10"))
    flipped.when(step, A).then_refused("LB-LOG-05")
    over = exhausted(started(case))
    over.when(step, A).then_accepted()
    others = [name for name in table(over).pieces if name not in ("a1", "galley")]
    for name in others:
        over = over.when(f.AboardChanged(figure=name, vessel="galley"))
    wet = over.when(f.EndEffectsApplied(turn=1, figures=("a1",)))
    wet = wet.when(f.LivesChanged(figure="a1", delta=-1, lives=5, cause="water"))
    wet.when(step, A).then_accepted()
    counted = wet.when(e.StrategyScored(turn=1, moment="turn_end", serpent=0, alliance=0))
    counted.when(step, A).then_refused("LB-LOG-05")


def test_nobody_goes_aboard_where_no_figure_is_a_vessel() -> None:
    """Their cards are known, and everybody is in the water."""
    case = active("sea", told={"lives": 1})
    offered = {one.type for one in case.rules.next_events(case.then_accepted(), REFEREE)}
    assert "aboard_changed" not in offered and "activation_ended" in offered


@refuses("LB-SEA-01", "LB-SEA-02", "LB-SEA-03", "LB-SEA-04")
def test_the_sea_forgets_nobody() -> None:
    case = active("sea", told={"lives": 1})
    case.when(f.AboardChanged(figure="a1", vessel="a2"), A).then_refused("LB-SEA-01")
    active("camp").when(f.AboardChanged(figure="a1"), A).then_refused("LB-SEA-01")
    case.when(act("move"), A).when(move(6.1), A).then_refused("LB-SEA-04", "LB-ACT-04")
    end = exhausted(case)
    end.when(f.EndEffectsApplied(turn=1)).then_refused("LB-SEA-02")
    everyone = tuple(table(end).pieces)
    wet = end.when(f.EndEffectsApplied(turn=1, figures=everyone))
    wet.when(f.LivesChanged(figure="s1", delta=-2, cause="water")).then_refused("LB-SEA-02")
    dead = wet.when(f.LivesChanged(figure="s1", delta=-1, lives=0, cause="water"))
    first = dead
    for name in everyone:
        if name != "s1":
            first = first.when(f.LivesChanged(figure=name, delta=-1, lives=0, cause="water"))
    killed = f.FigureRemoved(figure="s1", how="killed", by_figure="a1")
    first.when(killed).then_refused("LB-SEA-03")


@accepts("LB-HEAV-01", "LB-HEAV-02", "LB-HEAV-03", "LB-HEAV-06")
def test_altitude() -> None:
    case = active("heaven", told={"size": 8}).when(act("take_off"), A)
    case = case.when(f.SizeChanged(figure="a1", delta=2, size=10), A)
    state = case.when(f.FigureRemoved(figure="a1", how="dead_no_killer"), A).then_accepted()
    assert state.fallen[0].how == "dead_no_killer" and state.full.active is None
    low = active("heaven", told={"size": 5}).when(act("move"), A)
    low = low.when(move(5.0, hazard_touched=True), A)
    low.when(f.LivesChanged(figure="a1", delta=-2, lives=4, cause="hazard"), A).then_accepted()


@refuses("LB-HEAV-01", "LB-HEAV-02", "LB-HEAV-03", "LB-HEAV-06")
def test_altitude_out_of_order() -> None:
    case = active("heaven", told={"size": 8}).when(act("take_off"), A)
    case.when(act("concentrate"), A).then_refused("LB-HEAV-03")
    case.when(f.SizeChanged(figure="a1", delta=3), A).then_refused("LB-HEAV-03")
    case.when(f.SizeChanged(figure="a1", delta=2, size=9), A).then_refused("LB-HEAV-01")
    high = case.when(f.SizeChanged(figure="a1", delta=2, size=10), A)
    high.when(act("concentrate"), A).then_refused("LB-HEAV-02")
    active("camp").when(act("take_off"), A).then_refused("LB-HEAV-03")
    active("camp").when(f.SizeChanged(figure="a1", delta=2), A).then_refused("LB-HEAV-01")
    low = active("heaven").when(act("move"), A).when(move(5.0, hazard_touched=True), A)
    low.when(act("concentrate"), A).then_refused("LB-HEAV-06")
    active("camp").when(act("move")).when(move(5.0, hazard_touched=True), A).then_refused("LB-HEAV-06")


@accepts("LB-HEAV-04", "LB-HEAV-05")
def test_a_falcon_strike() -> None:
    case = active("heaven", told={"size": 5}).when(act("falcon_strike", 2, target="s1", los=True), A)
    strike = stroke(source="falcon_strike")
    case = all_of(case, move(24.0), strike, flip("attack", "alliance", "C-1", "C-3", pluses=1))
    case = all_of(case, flip("defence", "serpent", "P-9"), resolved(False))
    case = case.when(f.SizeChanged(figure="a1", delta=-3, size=2), A)
    case.when(f.ActivationEnded(figure="a1"), A).then_accepted()


@refuses("LB-HEAV-04", "LB-HEAV-05")
@pytest.mark.parametrize("field", ["heaven", "serpent"])
def test_falcon_strikes_that_are_not_legal(field: str) -> None:
    declared = act("falcon_strike", 2, target="s1", engaged=field == "heaven")
    active(field).when(declared, A).then_refused("LB-HEAV-04")
    case = active("heaven", told={"size": 5}).when(act("falcon_strike", 2, target="s1"), A)
    case = case.when(move(10.0), A)
    case.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-HEAV-05")
    strike = case.when(stroke(source="falcon_strike"), A)
    strike.when(f.SizeChanged(figure="a1", delta=-3), A).then_refused("LB-HEAV-05")
    strike.when(flip("attack", "alliance", "C-3"), A).then_refused("LB-CHK-09")


def test_the_sea_deploys_aboard() -> None:
    case = hired("sea", more={"a": (figure("galley", vessel=True),)})
    case.when(f.AboardChanged(figure="a1", vessel="galley"), A).then_refused("LB-SETUP-01")
