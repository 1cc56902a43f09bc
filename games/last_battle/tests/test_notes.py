"""Notes: LB-SETUP-12 and LB-SETUP-13, and that their existence tells nothing."""

from __future__ import annotations

import pytest

from games.last_battle import events as e
from games.last_battle.next_events import next_events
from games.last_battle.tests.tables import NOTES, A, hired, note, played, ready, reveal, squad, standard_note
from games.last_battle.tests.tables import chosen as chosen_table
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def noting(scheme: str, battlefield: str = "camp") -> Case:
    return hired(battlefield, a=scheme)


def standard(scheme: str) -> e.SchemeNoted:
    told = standard_note(scheme, "a")
    return note("a", scheme, told.own_figures, told.enemy_figures)


@accepts("LB-SETUP-12")
@pytest.mark.parametrize("scheme", ["loophole", "trap"])
def test_every_holder_notes_once(scheme: str) -> None:
    case = noting(scheme)
    assert case.state.phase == "notes"
    case = case.when(note("s", "show_of_force")).when(standard(scheme), A)
    assert case.then_accepted().phase == "turns"


@pytest.mark.parametrize(("scheme", "listed"), [("public_demonstration", True), ("trap", False)])
def test_a_note_is_offered_the_own_figures_that_it_can_name_each_once(scheme: str, listed: bool) -> None:
    case = noting(scheme)
    offer = next(one for one in next_events(case.state, REFEREE) if one.players == ("a",))
    own = offer.choices["own_figures"]
    assert bool(own) == listed and len(own) == len(set(own)) and "a-lead" not in own
    twice = note("a", scheme, own[:1] * 3)
    for one in own[2:]:
        case.when(note("a", scheme, (*own[:2], one)), A).then_accepted()
        case.when(twice, A).then_refused("LB-SETUP-13")


@refuses("LB-SETUP-12")
def test_notes_never_change() -> None:
    noted = noting("trap").when(standard("trap"), A)
    noted.when(standard("trap"), A).then_refused("LB-SETUP-12")
    ready(a="trap").when(standard("trap"), A).then_refused("LB-SETUP-12")


@refuses("LB-SETUP-12")
def test_a_note_tells_its_scheme() -> None:
    noting("trap").when(e.SchemeNoted(player="a", enemy_figures=("s-lead",)), A).then_refused("LB-SETUP-12")


@refuses("LB-SETUP-12")
def test_a_scheme_without_its_note_never_scores() -> None:
    case = noting("trap").when(note("a", "trap"), A).when(note("s", "show_of_force"))
    bare = e.SchemeRevealed(player="a", scheme="trap")
    case.when(bare, A).then_refused("LB-SETUP-12")


@accepts("LB-SETUP-13")
@pytest.mark.parametrize("scheme", NOTES)
def test_legal_notes(scheme: str) -> None:
    battlefield = "serpent" if scheme == "elimination_of_leaders" else "camp"
    noting(scheme, battlefield).when(standard(scheme), A).then_accepted()


WRONG = [
    note("a", "trap", (), ("s1",)),
    note("a", "trap", (), ("a-lead",)),
    note("a", "trap", (), ("s-lead", "s1")),
    note("a", "trap", ("a1",), ("s-lead",)),
    note("a", "take_prisoner", (), ("a1",)),
    note("a", "take_prisoner", (), ("ghost",)),
    note("a", "scapegoat", ("a-lead",)),
    note("a", "scapegoat", ("s1",)),
    note("a", "vendetta", ("a0",), ("s1",)),
    note("a", "vendetta", ("a2",), ("s1",)),
    note("a", "vendetta", ("a1",), ("s-lead",)),
    note("a", "vendetta", ("a1",)),
    note("a", "public_demonstration", ("a1", "a2")),
    note("a", "public_demonstration", ("a1", "a1", "a2")),
    note("a", "public_demonstration", ("a1", "a2", "a-lead")),
    note("a", "loophole", ("a1",)),
]


@refuses("LB-SETUP-13")
@pytest.mark.parametrize("told", WRONG)
def test_illegal_notes(told: e.SchemeNoted) -> None:
    noting(told.scheme or "").when(told, A).then_refused("LB-SETUP-13")


@accepts("LB-SETUP-13")
def test_a_small_squad_demonstrates_with_all_it_has() -> None:
    small = e.SquadHired(player="a", leader="a-lead", figures=(e.Figure("a1", 3), e.Figure("a2", 3)))
    case = chosen_table(a="public_demonstration").when(small).when(squad("s"))
    case.when(note("a", "public_demonstration", ("a1", "a2")), A).then_accepted()


@refuses("LB-ROSTER-04")
def test_a_hired_leader_is_no_leader_for_schemes() -> None:
    duke = e.Figure("duke", 5, traits=("Leader",))
    army = e.SquadHired(player="s", leader="s-lead", figures=(e.Figure("s-lead", traits=("Leader",)), duke))
    case = chosen_table(a="trap").when(squad("a")).when(army)
    case.when(note("a", "trap", (), ("duke",)), A).then_refused("LB-SETUP-13", "LB-ROSTER-04")


@refuses("LB-SETUP-08")
def test_notes_are_for_the_own_scheme() -> None:
    noting("loophole").when(standard("trap"), A).then_refused("LB-SETUP-08")


@accepts("LB-ROSTER-08")
def test_unknown_costs_and_leaders_of_the_serpent_refuse_nothing() -> None:
    army = e.SquadHired(player="s", leader=None, figures=(e.Figure("dragon"),))
    for scheme, told in (("trap", note("a", "trap", (), ("dragon",))), ("vendetta", None)):
        case = chosen_table(a=scheme).when(squad("a")).when(army)
        case.when(told or note("a", "vendetta", ("a1",), ("dragon",)), A).then_accepted()


def test_a_serpent_squad_notes_all_its_schemes_in_one_event() -> None:
    case = ready(s=("trap", "gravediggers", "vendetta"))
    notes = [held.note.enemy_figures for held in case.state.squads["s"].schemes]
    assert notes == [("a-lead",), (), ("a2",)]
    case = played(case, 1).when(reveal("s", "trap"))
    assert case.then_accepted().pending == (("s", "trap"),)
