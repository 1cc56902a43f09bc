"""Edges where two rules of the book meet: what Concentration gives a charge, what cover is good for, who the noted
Leader is, and other verdicts that a table would argue about."""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.full.checks.duel import flip_counts
from games.last_battle.tests.full.board import A, active, all_of, blow, figure, flip, going, resolved, table
from games.last_battle.tests.full.plots import claim, harmed, killed, plotted
from games.testing import Case, accepts, refuses

STRIKE = blow("a-lead", ap=0, free=True, source="charge", engaged=None, in_reach=True)


def concentrated_charge(*attack: str) -> Case:
    """a-lead concentrated and charged s1; the two cards of its first attack, against a 5, are on the table."""
    case = all_of(
        going(),
        f.FigureActivated(figure="a-lead"),
        f.ActionDeclared(figure="a-lead", action="concentrate", ap=1),
        f.ActionDeclared(figure="a-lead", action="charge", ap=2, target="s1", engaged=False, los=True),
        STRIKE,
        flip("attack", "alliance", *attack, pluses=1),
        flip("defence", "serpent", "P-5"),
    )
    return case


def second_hit(case: Case) -> Case:
    """The second attack hits with a margin of 2, without a plus on its check."""
    return all_of(
        case,
        STRIKE,
        flip("attack", "alliance", "C-8", check_id="d"),
        flip("defence", "serpent", "P-6", check_id="d"),
        f.CheckResolved(check_id="d", success=True),
    )


@accepts("LB-ACT-07", "LB-DMG-02")
@refuses("LB-DMG-01", "LB-DMG-02")
def test_the_first_damage_of_a_concentrated_charge_may_be_that_of_its_second_attack() -> None:
    case = second_hit(concentrated_charge("C-2", "C-3").when(resolved(False)))
    bare = flip("damage", "alliance", "C-6", "C-7", minuses=1, check_id="d")
    case.when(bare).then_refused("LB-DMG-01", "LB-DMG-02")
    case.when(flip("damage", "alliance", "C-7", pluses=1, minuses=1, check_id="d")).then_accepted()


@accepts("LB-ACT-07", "LB-DMG-02")
@refuses("LB-DMG-01", "LB-DMG-02")
def test_the_second_damage_of_a_concentrated_charge_has_no_plus_left() -> None:
    case = all_of(
        concentrated_charge("C-10", "C-3"),
        resolved(),
        flip("damage", "alliance", "C-2", pluses=1, minuses=1),
        f.DamageResolved(check_id="c", tier="weak", amount=2),
        f.LivesChanged(figure="s1", delta=-2, lives=4, cause="damage", by_figure="a-lead"),
    )
    case = second_hit(case)
    case.when(flip("damage", "alliance", "C-7", pluses=1, minuses=1, check_id="d")).then_refused(
        "LB-DMG-01", "LB-DMG-02"
    )
    bare = flip("damage", "alliance", "C-6", "C-7", minuses=1, check_id="d")
    case.when(bare).then_accepted()


@accepts("LB-LOS-04", "LB-CHK-05")
@refuses("LB-CHK-09")
def test_cover_is_no_help_against_a_simple_action() -> None:
    case = active().when(blow(action="song", kind="magic", cover=True))
    assert flip_counts(table(case).duel, "simple") == (1, 1)
    case.when(flip("simple", "alliance", "C-8", "C-7", pluses=1)).then_refused("LB-CHK-09")
    case.when(flip("simple", "alliance", "C-8")).then_accepted()
    case.when(flip("simple", "alliance", "C-7", "C-8", minuses=1)).then_accepted()  # logs of older releases


def twins() -> Case:
    """The Serpent hired a second captain beside its leader; squad a wrote the Leader down for the Elimination."""
    captain = figure("s-lead", unique=False)
    note = ((), ("s-lead",))
    case = plotted("serpent", "elimination_of_leaders", note, more={"s": (captain,)}, told={"unique": False})
    assert [
        name for name, piece in table(case).pieces.items() if piece.leader and piece.side == "serpent"
    ] == ["s-lead"]
    named = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s-lead")
    return case.when(named, A)


@accepts("LB-UNIQ-07", "LB-UNIQ-08")
@refuses("LB-UNIQ-07")
def test_the_leader_falls_and_not_a_figure_of_its_name() -> None:
    case = twins()
    wrong = case.when(harmed("s-lead#2", "a1", left=2))
    wrong.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-07")
    killed(wrong.when(harmed("s-lead#2", "a1", 2, left=1)), "s-lead", "a1").when(
        claim("elimination_of_leaders", 2), A
    ).then_accepted()
