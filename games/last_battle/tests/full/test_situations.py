"""Moments of a battle in which two rules meet: caps, claims at one kill, the last turns, the hand above its limit."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    A,
    S,
    all_of,
    blow,
    draw,
    exhausted,
    figure,
    flip,
    going,
    noted,
    resolved,
    scored,
    started,
    table,
    tidy,
)
from games.last_battle.tests.full.plots import (
    Note,
    claim,
    harmed,
    killed,
    later,
    marker,
    plotted,
    scoring,
    shown,
)
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses

WANDS = tuple(f"W-{n}" for n in range(8, 14))
CROWD: list[dict[str, Any]] = [{"figure": "a1", "centre_cm": 1.0}, {"figure": "s1", "centre_cm": 50.0}]
FORCE = claim("show_of_force", 1, "turn_end", figures=CROWD)
VICTIM: Note = (("a1",), ())
FEUD: Note = (("a1",), ("s1",))


def quiet(*names: str) -> list[Any]:
    """These figures are activated and do nothing."""
    return [
        told
        for name in names
        for told in (
            f.FigureActivated(figure=name),
            f.ActivationEnded(figure=name, out_of_sight_of_all_enemies=False),
        )
    ]


def low_hands(**options: Any) -> Case:
    """The activations of turn 1 begin; both sides hold Wands, so that every other card can be drawn."""
    case = noted(**options)
    for side in ("alliance", "serpent"):
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, WANDS))
    return started(case)


def forced(times: int) -> Case:
    """The Alliance scored Show of Force so often, from turn 2 on; the scoring of the next turn begins."""
    case = plotted("camp", "show_of_force")
    for turn in range(2, 2 + times):
        case = scoring(later(case, turn))
        case = case.when(shown("show_of_force"), A) if turn == 2 else case
        case = started(tidy(case.when(FORCE, A)))
    return scoring(case)


@accepts("LB-SCORE-02", "LB-SCH-06")
@refuses("LB-SCORE-02", "LB-SCH-06")
def test_a_fourth_point_of_a_scheme_is_refused_by_its_cap() -> None:
    """LB-LOG-10: there are more figures at the centre; what is missing is room."""
    forced(2).when(FORCE, A).then_accepted()
    full = forced(3)
    found = full.when(FORCE, A).then_refused("LB-SCH-06", "LB-SCORE-02")
    assert "LB-COMM-06" not in {one.rule for one in found}
    assert not [one for one in RULES.next_events(full.state, REFEREE) if one.type == "scheme_scored"]


@accepts("LB-SCH-04", "LB-COMM-01", "LB-COMM-02", "LB-COMM-09")
def test_one_kill_is_claimed_by_both_sides() -> None:
    """Whoever claims first, and with the marker that the answer to Gravediggers takes in between."""
    case = all_of(plotted("camp", "scapegoat", VICTIM, s="gravediggers"), *quiet("a2"))
    case = killed(marker(case, "m1", "s1").when(f.FigureActivated(figure="a3")), "a1", "s2")
    mine = (shown("scapegoat", VICTIM), claim("scapegoat", 1, event="a1"))
    theirs = (
        shown("gravediggers", player="s"),
        claim("gravediggers", 1, player="s", event="a1", marker="m1", cm=3.0),
        f.SchemeMarkerRemoved(marker_id="m1", reason="scheme", distance_cm=3.0),
    )
    for order in ((*mine, *theirs), (*theirs, *mine)):
        state = all_of(case, *order).then_accepted()
        assert {(line.side, line.vp) for line in state.lines} == {("alliance", 1), ("serpent", 1)}


@accepts("LB-COMM-10")
@refuses("LB-COMM-09")
@pytest.mark.parametrize(("cost", "killer", "vp"), [(0, 12, 1), (0, 13, 1), (0, 14, 2), (0, 0, 1), (4, 0, 2)])
def test_who_costs_nothing_counts_thirteen_on_either_side(cost: int, killer: int, vp: int) -> None:
    more: dict[str, tuple[Figure, ...]] = {
        "a": (figure("a9", cost=cost),),
        "s": (figure("s9", cost=killer),),
    }
    note: Note = (("a9",), ())
    case = killed(plotted("camp", "scapegoat", note, more=more), "a9", "s9").when(shown("scapegoat", note), A)
    case.when(claim("scapegoat", vp, event="a9"), A).then_accepted()
    case.when(claim("scapegoat", 3 - vp, event="a9"), A).then_refused("LB-COMM-09")


@accepts("LB-COMM-13", "LB-COMM-16")
@refuses("LB-COMM-13")
def test_a_charge_that_falls_short_is_no_first_attack() -> None:
    charge = f.ActionDeclared(figure="a1", action="charge", ap=2, target="s1", engaged=False, los=True)
    case = all_of(plotted("camp", "vendetta", FEUD), f.FigureActivated(figure="a1"), charge)
    case.when(shown("vendetta", FEUD), A).then_refused("LB-COMM-13")
    case = case.when(f.FigureMoved(figure="a1", distance_cm=5.0, final_reach_ok=False))
    case = all_of(case, *quiet("a1")[1:], *quiet("s2"), f.FigureActivated(figure="a2"))
    case = case.when(blow("a1", "s1", ap=0, free=True, source="wrath", engaged=None))
    case.when(shown("vendetta", FEUD), A).when(claim("vendetta", 1), A).then_accepted()


@accepts("LB-UNIQ-09")
@refuses("LB-UNIQ-07", "LB-UNIQ-08")
def test_a_leader_that_lived_and_fell_again() -> None:
    note: Note = ((), ("s-lead",))
    named = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s-lead")
    case = plotted("serpent", "elimination_of_leaders", note).when(harmed("s-lead", "a1", left=2))
    case = case.when(named, A).when(claim("elimination_of_leaders", 1), A)
    healed = f.LivesChanged(figure="s-lead", delta=4, lives=6, cause="a song", by_figure="s1")
    case = all_of(case, healed, harmed("s-lead", "a1", left=1))
    case.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-07")
    case = all_of(
        case,
        harmed("s-lead", "s1", by_lives=1),
        f.FigureRemoved(figure="s-lead", how="killed", by_figure="s1"),
    )
    case.when(claim("elimination_of_leaders", 2), A).then_refused("LB-UNIQ-08")
    case.when(claim("elimination_of_leaders", 1), A).then_accepted()


@accepts("LB-ACT-07", "LB-ACT-10")
@refuses("LB-CHK-09", "LB-CHK-02")
def test_the_second_attack_of_a_charge_finds_both_bonuses_used_up() -> None:
    """The charger concentrated, its target defends: both count for the first attack alone."""
    defend = f.ActionDeclared(figure="s1", action="defend", ap=2)
    case = all_of(
        going(first="serpent"), f.FigureActivated(figure="s1"), defend, f.ActivationEnded(figure="s1")
    )
    case = all_of(
        case,
        f.FigureActivated(figure="a-lead"),
        f.ActionDeclared(figure="a-lead", action="concentrate", ap=1),
        f.ActionDeclared(figure="a-lead", action="charge", ap=2, target="s1", engaged=False, los=True),
    )
    strike = blow("a-lead", ap=0, free=True, source="charge", engaged=None, in_reach=True)
    case = all_of(
        case,
        strike,
        flip("attack", "alliance", "C-1", "C-4", pluses=1),
        flip("defence", "serpent", "P-4", "P-5", "P-6", pluses=2),
        resolved(False),
        strike,
    )
    case.when(flip("attack", "alliance", "C-7", "C-8", pluses=1, check_id="d")).then_refused("LB-CHK-09")
    case = case.when(flip("attack", "alliance", "C-7", check_id="d"))
    case.when(flip("defence", "serpent", "P-7", check_id="d")).then_accepted()


@accepts("LB-CHK-04", "LB-FATE-05", "LB-FATE-06")
@refuses("LB-CHK-04", "LB-FATE-05", "LB-FATE-06")
def test_death_takes_the_wheel_out_of_the_same_flip() -> None:
    rest = f.ActionDeclared(figure="a1", action="concentrate", ap=1)
    case = all_of(low_hands(), f.FigureActivated(figure="a1"), rest, blow())
    both = ("M-death", "M-wheel")
    case.when(flip("attack", "alliance", *both, pluses=1, chosen="M-wheel")).then_refused("LB-CHK-04")
    mine, theirs = (
        f.FateCheated(check_id="c", role=role, side=side, card="W-8")  # type: ignore[arg-type]
        for role, side in (("attack", "alliance"), ("defence", "serpent"))
    )
    defended = flip("defence", "serpent", "P-4")
    dead = all_of(case, flip("attack", "alliance", *both, pluses=1, chosen="M-death"), defended)
    dead.when(mine, A).then_refused("LB-FATE-05")
    dead.when(theirs, S).then_accepted()
    lucky = all_of(case, flip("attack", "alliance", "C-2", "M-wheel", pluses=1), defended)
    lucky.when(theirs, S).then_refused("LB-FATE-06")
    lucky.when(mine, A).then_accepted()


@accepts("LB-ARC-10", "LB-HAND-03", "LB-HAND-04")
@refuses("LB-ARC-10", "LB-HAND-03")
def test_the_hanged_man_comes_last_and_his_cards_stay_for_one_turn() -> None:
    hanged = f.HangedManUsed(side="alliance", drawn=("C-4", "C-5", "C-6"))
    case = low_hands().when(f.ArcanaGranted(arcana="M-hanged", side="alliance", zone="hand"))
    case = scored(case).when(f.DiscardReshuffled(side="alliance", reason="turn_end"))
    case.when(hanged, A).then_refused("LB-ARC-10")
    case = case.when(f.HandDiscarded(side="alliance", cards=("W-8", "W-9")))
    case.when(hanged, A).then_refused("LB-ARC-10")
    case = all_of(case, draw("alliance", ("C-3",)), hanged)
    assert table(case).piles["alliance"].hand_count == 8
    case = started(case.when(f.DiscardReshuffled(side="serpent", reason="turn_end")))
    case = scored(case)
    for side in ("alliance", "serpent"):
        case = case.when(f.DiscardReshuffled(side=side, reason="turn_end"))
    case.when(f.TurnStarted(turn=3)).then_refused("LB-HAND-03")
    case.when(f.HandDiscarded(side="alliance", cards=("C-4", "C-5"))).when(
        f.TurnStarted(turn=3)
    ).then_accepted()


@accepts("LB-PROL-03", "LB-PROL-04", "LB-END-02")
@refuses("LB-PROL-03", "LB-PROL-04")
def test_ten_turns_and_no_more() -> None:
    case = scored(later(low_hands(), 5))
    won = [f.ProlongFlipped(side="alliance", card=f"C-{n}", success=True) for n in (10, 11, 12, 13)]
    for flipped in won:
        low = f"C-{int(flipped.card[2:]) - 1}"
        case.when(f.ProlongFlipped(side="alliance", card=low, success=True)).then_refused("LB-PROL-03")
        case = scored(started(tidy(case.when(flipped))))
    king, wheel = (f.ProlongFlipped(side="alliance", card=card, success=True) for card in ("C-14", "M-wheel"))
    case.when(king).then_refused("LB-PROL-04")
    case = scored(started(tidy(case.when(wheel))))
    assert table(case).turn == 10
    for event in (wheel, f.ProlongDeclined(side="alliance")):
        case.when(event).then_refused("LB-PROL-04")
    case.when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")).then_accepted()


@accepts("LB-SEA-03", "LB-END-01")
@refuses("LB-FACT-02", "LB-SEA-03")
def test_the_water_comes_before_the_pillars_and_an_empty_table_plays_on() -> None:
    case = exhausted(later(plotted("sea", told={"lives": 1}), 1))
    names = tuple(table(case).pieces)
    case = case.when(f.EndEffectsApplied(turn=1, figures=names))
    for name in names:
        case = case.when(f.LivesChanged(figure=name, delta=-1, lives=0, cause="water"))
        drowned = f.FigureRemoved(figure=name, how="dead_no_killer")
        case.when(f.FigureRemoved(figure=name, how="killed", by_figure=names[-1])).then_refused("LB-SEA-03")
        case = case.when(drowned)
    case = case.when(e.StrategyScored(turn=1, moment="turn_end", serpent=0, alliance=0))
    case = all_of(started(tidy(case)), f.EndEffectsApplied(turn=2))
    held = [{"pillar": f"pillar-{n}", "figures": [{"figure": f"a{n}", "cm": 1.0}]} for n in (1, 2)]
    told = e.StrategyScored(turn=2, moment="turn_end", serpent=0, alliance=1, facts={"pillars": held})
    case.when(told).then_refused("LB-SEA-05", "LB-FACT-02")
