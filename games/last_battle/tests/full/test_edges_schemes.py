"""Edges of scoring: turned leaders, deeds outside the activations, copies in a note, what is offered to be removed."""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.full.schemes.claim_worth import amount_of
from games.last_battle.full.schemes.questions import details
from games.last_battle.tests.full.board import (
    A,
    S,
    all_of,
    blow,
    exhausted,
    figure,
    flip,
    next_turn,
    resolved,
    scored,
    started,
    table,
    tidy,
)
from games.last_battle.tests.full.plots import (
    claim,
    harmed,
    killed,
    later,
    marker,
    over,
    plotted,
    shown,
    strategy,
)
from games.last_battle.tests.full.test_tables import link
from games.ruleset import REFEREE, NextEvent
from games.testing import Case, accepts, refuses


def turned_leader(scheme: str, battlefield: str = "camp") -> Case:
    """In turn 2 the Lovers brought the Serpent's leader into squad a."""
    grant = f.ArcanaGranted(arcana="M-lovers", side="alliance", zone="discard")
    return all_of(
        next_turn(plotted(battlefield, scheme).when(grant)),
        f.FigureActivated(figure="a1"),
        blow("a1", "s-lead"),
        flip("attack", "alliance", "M-lovers"),
        flip("defence", "serpent", "C-5"),
        resolved(False),
        link("M-lovers", "s-lead"),
        f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False),
    )


def ended(case: Case) -> Case:
    """The game's end, with quiet turns up to it."""
    case = scored(case)
    while table(case).turn < 5:
        case = scored(started(tidy(case)))
    return case.when(f.ProlongDeclined(side="alliance"))


@accepts("LB-COMM-05")
def test_the_loophole_looks_at_the_leader_that_was_hired() -> None:
    case = ended(turned_leader("loophole").when(harmed("a-lead", "a1", left=2)))
    there = claim("loophole", 2, "game_end", on_enemy_half=True, in_enemy_zone=True)
    case.when(shown("loophole"), A).when(there, A).then_accepted()


@refuses("LB-COMM-05")
def test_a_turned_leader_finds_no_loophole() -> None:
    case = ended(killed(turned_leader("loophole"), "a-lead", "a1"))
    case.when(shown("loophole"), A).then_refused("LB-COMM-05")


@accepts("LB-UNIQ-01")
def test_the_own_leader_kills_for_the_time_of_the_great() -> None:
    case = scored(killed(turned_leader("time_of_the_great", "heaven"), "s1", "a-lead"))
    case.when(claim("time_of_the_great", 1, "turn_end"), A).then_accepted()


@refuses("LB-UNIQ-01")
def test_a_turned_leader_does_not() -> None:
    case = scored(killed(turned_leader("time_of_the_great", "heaven"), "s1", "s-lead"))
    case.when(claim("time_of_the_great", 1, "turn_end"), A).then_refused("LB-UNIQ-01")


def between_the_flips(case: Case) -> Case:
    """The initiative of the next turn is flipped and not yet decided."""
    case = tidy(scored(case))
    return all_of(
        case,
        f.TurnStarted(turn=table(case).turn + 1),
        f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10"),
    )


@accepts("LB-SCH-04", "LB-COMM-01")
def test_a_deed_is_claimed_in_whatever_step_the_figure_fell() -> None:
    case = marker(plotted("camp", "gravediggers"), "m1")
    points = claim("gravediggers", 1, event="s1", marker="m1", cm=3.0)
    for place in (between_the_flips(case), scored(case)):
        killed(place, "s1", "a1").when(shown("gravediggers"), A).when(points, A).then_accepted()


@refuses("LB-SCH-04")
def test_and_not_in_the_next_step() -> None:
    case = killed(between_the_flips(marker(plotted("camp", "gravediggers"), "m1")), "s1", "a1")
    case = case.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"))
    assert "scheme_revealed" not in {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}
    case.when(shown("gravediggers"), A).then_refused("LB-COMM-01", "LB-SCH-01")


VENDETTA = (("a1",), ("s1",))


def word(target: str) -> f.ActionDeclared:
    """A simple action of a1, aimed at a figure."""
    return blow("a1", target, action="word", kind="magic", engaged=None)


@accepts("LB-COMM-13")
def test_a_simple_action_is_no_attack_of_a_vendetta() -> None:
    case = plotted("camp", "vendetta", VENDETTA).when(f.FigureActivated(figure="a1"))
    case = all_of(case, word("s2"), flip("simple", "alliance", "C-8"), resolved(True), blow("a1", "s1"))
    case.when(shown("vendetta", VENDETTA), A).when(claim("vendetta", 1), A).then_accepted()


@refuses("LB-COMM-13")
def test_and_reveals_none() -> None:
    case = plotted("camp", "vendetta", VENDETTA).when(f.FigureActivated(figure="a1")).when(word("s1"), A)
    case.when(shown("vendetta", VENDETTA), A).then_refused("LB-COMM-13")


GRUNTS = (("grunt", "grunt", "a1"), ())


def demonstration() -> Case:
    """Two of three figures of one id are noted."""
    more = (figure("grunt", unique=False, cost=1),) * 3
    return plotted("camp", "public_demonstration", GRUNTS, more={"a": more})


@accepts("LB-COMM-17")
def test_copies_demonstrate_as_often_as_they_were_noted() -> None:
    case = scored(demonstration()).when(shown("public_demonstration", GRUNTS), A)
    near = [{"figure": name, "leader": "s-lead", "cm": 3.0} for name in ("grunt", "grunt#3", "a1")]
    case.when(claim("public_demonstration", 3, "turn_end", figures=near), A).then_accepted()


@refuses("LB-COMM-17")
def test_and_not_more_often() -> None:
    case = scored(killed(demonstration(), "a1", "s1")).when(shown("public_demonstration", GRUNTS), A)
    near = [{"figure": name, "leader": "s-lead", "cm": 3.0} for name in ("grunt", "grunt#2", "grunt#3")]
    case.when(claim("public_demonstration", 3, "turn_end", figures=near), A).then_refused("LB-COMM-17")


def scored_by_a_grave() -> Case:
    """Gravediggers scored near m1; f1 is a marker of the Serpent."""
    case = all_of(
        marker(plotted("camp", "gravediggers"), "m1"),
        f.FigureActivated(figure="s2"),
        f.ActionDeclared(figure="s2", action="interact", ap=1, engaged=False),
        f.SchemeMarkerPlaced(marker_id="f1", squad="s", figure="s2"),
        f.ActivationEnded(figure="s2"),
        f.FigureActivated(figure="a2"),
    )
    points = claim("gravediggers", 1, event="s1", marker="m1", cm=10.0)
    return killed(case, "s1", "a2").when(shown("gravediggers"), A).when(points, A)


@accepts("LB-COMM-02")
def test_the_answer_to_gravediggers_is_offered_with_the_markers_that_it_may_take() -> None:
    case = scored_by_a_grave()
    told = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "scheme_marker_removed"]
    assert [(one.players, one.choices["marker_id"]) for one in told] == [(("s",), ("m1",))]
    case = case.when(f.SchemeMarkerRemoved(marker_id="m1", reason="scheme", distance_cm=9.0), S)
    kinds = {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}
    assert "scheme_marker_removed" not in kinds


@refuses("LB-COMM-02")
def test_and_takes_no_other_marker() -> None:
    other = f.SchemeMarkerRemoved(marker_id="f1", reason="scheme", distance_cm=9.0)
    scored_by_a_grave().when(other, S).then_refused("LB-COMM-02")


def at_the_pillars(first: str, second: str) -> e.StrategyScored:
    """Turn 2 of the Sea: who stands within 6 cm of each pillar."""
    told = [
        {"pillar": "pillar-1", "figures": [{"figure": first, "cm": 3.0}, {"figure": "a3", "cm": 90.0}]},
        {"pillar": "pillar-2", "figures": [{"figure": second, "cm": 5.0}, {"figure": "a3", "cm": 70.0}]},
    ]
    return strategy(2, alliance=1, pillars=told)


def sea() -> Case:
    case = later(plotted("sea", told={"water_safe": True}), 2)
    return exhausted(case).when(f.EndEffectsApplied(turn=2))


@accepts("LB-SEA-05")
def test_two_figures_hold_the_pillars_and_others_may_be_far_from_both() -> None:
    sea().when(at_the_pillars("a1", "a2")).then_accepted()


@accepts("LB-SEA-05")
def test_what_players_measured_at_the_pillars_stands() -> None:
    """Logs of the first release tell a figure at both."""
    sea().when(at_the_pillars("a1", "a1")).then_accepted()


OF_SCOUTS = (("a1",), ("scout",))


def at_the_second_scout() -> Case:
    """Vendetta against one of two scouts: the first attack of a1 scored, at scout#2."""
    scout = figure("scout", unique=False)
    case = plotted(a="vendetta", note=OF_SCOUTS, more={"s": (scout, scout)})
    case = case.when(f.FigureActivated(figure="a1")).when(blow(target="scout#2"))
    case = case.when(shown("vendetta", OF_SCOUTS), A).when(claim("vendetta", 1), A)
    case = case.when(flip("attack", "alliance", "W-3")).when(flip("defence", "serpent", "W-9"))
    return case.when(resolved(False, attack_total=8, defence_total=14))


@accepts("LB-COMM-14", "LB-COMM-15")
def test_the_scout_of_the_first_attack_is_the_noted_one() -> None:
    killed(at_the_second_scout(), "scout#2", "a1").when(claim("vendetta", 2), A).then_accepted()
    end = claim("vendetta", 1, "game_end")
    over(killed(at_the_second_scout(), "scout#2", "a2")).when(end, A).then_accepted()


@refuses("LB-COMM-14", "LB-COMM-15")
def test_and_not_the_other_one() -> None:
    killed(at_the_second_scout(), "scout", "a1").when(claim("vendetta", 2), A).then_refused(
        "LB-COMM-13", "LB-COMM-15"
    )
    end = claim("vendetta", 1, "game_end")
    over(killed(at_the_second_scout(), "scout", "a2")).when(end, A).then_refused("LB-COMM-14")


@accepts("LB-COMM-14")
@refuses("LB-COMM-14")
def test_once_its_avenger_fell_nobody_tells_the_scouts_apart() -> None:
    end = claim("vendetta", 1, "game_end")
    alone = killed(at_the_second_scout(), "a1", "s1")
    over(alone).when(end, A).then_refused("LB-COMM-14")
    over(killed(alone, "scout", "a2")).when(end, A).then_accepted()


@accepts("LB-COMM-08", "LB-FACT-03")
@refuses("LB-COMM-08")
def test_another_scout_near_the_prisoner_is_asked_for() -> None:
    """It was left out of the form together with the prisoner, so that nobody could tell how near it stood."""
    scout = figure("scout", unique=False)
    note = ((), ("scout",))
    case = plotted(a="take_prisoner", note=note, more={"s": (scout, scout)})
    case = over(case).when(shown("take_prisoner", note), A)
    step = NextEvent(
        type="scheme_scored",
        choices={"player": ("a",), "scheme": ("take_prisoner",), "moment": ("game_end",)},
    )
    asked = details(case.state, table(case), step)["facts"]
    assert asked.rows["others"][1] == ("s-lead", "s1", "s2", "s3", "scout", "scout#2")
    near: dict[str, Any] = {"engaged_with": ["a1"], "others": [{"figure": "scout#2", "cm": 8.0}]}
    assert amount_of(case.state, "a", "take_prisoner", "game_end", near) == 2
    case.when(claim("take_prisoner", 3, "game_end", **near), A).then_refused("LB-COMM-08")
    single = killed(plotted(a="take_prisoner", note=note, more={"s": (scout, scout)}), "scout", "a2")
    single = over(single).when(shown("take_prisoner", note), A)
    one = details(single.state, table(single), step)["facts"]
    assert one.rows["others"][1] == ("s-lead", "s1", "s2", "s3")
