"""Edges where two rules of the book meet: what Concentration gives a charge, what cover is good for, who the noted
Leader is, and other verdicts that a table would argue about."""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.full.checks.duel import flip_counts
from games.last_battle.tests.full.board import (
    A,
    S,
    active,
    all_of,
    blow,
    figure,
    flip,
    going,
    next_turn,
    resolved,
    table,
)
from games.last_battle.tests.full.plots import Note, claim, harmed, killed, plotted, shown
from games.last_battle.tests.full.test_situations import low_hands
from games.last_battle.tests.full.test_tables import link
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
    assert flip_counts(table(case).piles["alliance"], table(case).duel, "simple") == (1, 1)
    case.when(flip("simple", "alliance", "C-8", "C-7", pluses=1)).then_refused("LB-CHK-09")
    case.when(flip("simple", "alliance", "C-8")).then_accepted()
    case.when(flip("simple", "alliance", "C-7", "C-8", minuses=1)).then_accepted()  # logs of older releases


def twins() -> Case:
    """The Serpent hired a second captain beside its leader; squad a wrote the Leader down for the Elimination."""
    captain = figure("s-lead", unique=False)
    note: Note = ((), ("s-lead",))
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


@accepts("LB-ACT-01", "LB-ACT-15", "LB-MULTI-05", "LB-ARC-06")
@refuses("LB-MULTI-05")
def test_an_active_figure_that_the_defenders_lovers_turned_goes_on_for_its_new_owner() -> None:
    """It stays activated with the points that are left (LB-ARC-06), and its new owner commands it."""
    grant = f.ArcanaGranted(arcana="M-lovers", side="serpent", zone="discard")
    case = next_turn(plotted("camp", "loophole").when(grant))
    case = all_of(
        case,
        f.FigureActivated(figure="a-lead"),
        blow("a-lead", "s1"),
        flip("attack", "alliance", "C-3"),
        flip("defence", "serpent", "M-lovers"),
        resolved(),
        link("M-lovers", "a-lead"),
    )
    full = table(case)
    assert (full.active, full.ap, full.pieces["a-lead"].player) == ("a-lead", 2, "s")
    rest = f.ActionDeclared(figure="a-lead", action="concentrate", ap=1)
    case.when(rest, A).then_refused("LB-MULTI-05")
    case = case.when(rest, S).when(f.ActivationEnded(figure="a-lead"), S)
    case.when(f.FigureActivated(figure="s1"), S).then_accepted()


@accepts("LB-COMM-09")
@refuses("LB-COMM-09")
def test_a_leader_is_greater_than_any_cost() -> None:
    note: Note = (("a9",), ())
    case = plotted("camp", "scapegoat", note, more={"a": (figure("a9", cost=13),)})
    case = killed(case, "a9", "s-lead").when(shown("scapegoat", note), A)
    case.when(claim("scapegoat", 1, event="a9"), A).then_refused("LB-COMM-09")
    case.when(claim("scapegoat", 2, event="a9"), A).then_accepted()


@accepts("LB-CHK-08", "LB-DMG-01")
@refuses("LB-DMG-01")
def test_a_friend_that_waives_is_hit_with_two_minuses_whatever_was_flipped() -> None:
    curse = blow("a1", "a2", action="curse", kind="magic")
    case = all_of(
        active(), curse, f.ResistanceWaived(figure="a2"), flip("attack", "alliance", "C-13"), resolved()
    )
    case.when(flip("damage", "alliance", "C-7")).then_refused("LB-DMG-01", "LB-DMG-02")
    case.when(flip("damage", "alliance", "C-5", "C-6", "C-7", minuses=2)).then_accepted()


@accepts("LB-FATE-05")
@refuses("LB-FATE-05")
def test_death_binds_its_attack_of_a_charge_and_not_the_other() -> None:
    charge = f.ActionDeclared(figure="a1", action="charge", ap=2, target="s1", engaged=False, los=True)
    strike = blow("a1", ap=0, free=True, source="charge", engaged=None, in_reach=True)

    def cheat(check: str) -> f.FateCheated:
        return f.FateCheated(check_id=check, role="attack", side="alliance", card="W-8")

    case = all_of(
        low_hands(),
        f.FigureActivated(figure="a1"),
        charge,
        strike,
        flip("attack", "alliance", "M-death"),
        flip("defence", "serpent", "P-4"),
    )
    case.when(cheat("c"), A).then_refused("LB-FATE-05")
    case = all_of(
        case,
        resolved(False),
        strike,
        flip("attack", "alliance", "C-3", check_id="d"),
        flip("defence", "serpent", "P-5", check_id="d"),
    )
    case.when(cheat("d"), A).then_accepted()
