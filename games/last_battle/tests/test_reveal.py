"""Reveals and secrets that the client keeps: LB-SETUP-14, LB-SCH-01 to -03, LB-UNIQ-06, LB-COMM-11, WL-SEC-01."""

from __future__ import annotations

from typing import Any

import msgspec

from games.last_battle import events as e
from games.last_battle.tests.tables import (
    A2,
    A,
    S,
    hired,
    note,
    opened,
    over,
    played,
    ready,
    reveal,
    shown,
    squad,
    turn,
)
from games.ruleset import REFEREE, NextEvent
from games.secrets import concealed, sealed
from games.testing import Case, accepts, refuses


@accepts("LB-SETUP-14", "LB-SCH-01", "LB-SCH-02", "LB-SCH-03")
def test_a_reveal_is_followed_by_its_vp() -> None:
    case = ready(a="trap").when(reveal("a", "trap"), A)
    assert case.then_accepted().pending == (("a", "trap"),)
    assert case.when(turn(1, schemes={"a": 2}), A).then_accepted().squads["a"].schemes[0].vp == 2


def test_the_next_report_is_offered_with_what_the_revealed_scheme_gives() -> None:
    case = ready(a="trap")
    (plain,) = _reports(case)
    assert "schemes.*" not in plain.choices
    case = case.when(reveal("a", "trap"), A)
    (told,) = _reports(case)
    assert told.choices["schemes.*"] == ("a",)
    numbers = told.choices["schemes.a"]
    assert numbers and 0 not in numbers
    for vp in numbers:
        case.when(turn(1, schemes={"a": vp}), A).then_accepted()
    case.when(turn(1), A).then_refused("LB-SCH-01")


def _reports(case: Case) -> list[NextEvent]:
    return [one for one in case.rules.next_events(case.state, REFEREE) if one.type == "turn_reported"]


@refuses("LB-SETUP-14")
def test_no_reveal_during_the_setup() -> None:
    hired(a="trap").when(reveal("a", "trap"), A).then_refused("LB-SETUP-14")


@refuses("LB-SCH-01")
def test_a_reveal_without_vp() -> None:
    case = ready(a="trap").when(reveal("a", "trap"), A)
    case.when(turn(1), A).then_refused("LB-SCH-01")
    case.when(turn(1, schemes={"a": 0}), A).then_refused("LB-SCH-01")
    case.when(e.PlayStopped(reason="late")).then_refused("LB-SCH-01")


@refuses("LB-SCH-01")
def test_a_secret_scheme_gets_no_vp() -> None:
    ready(a="trap").when(turn(1, schemes={"a": 1}), A).then_refused("LB-SCH-01")
    ready(a="trap").when(turn(1, schemes={"a": {"trap": 1}}), A).then_refused("LB-SCH-01")
    ready(a="trap").when(turn(1, schemes={"a": {"loophole": 1}}), A).then_refused("LB-SCH-01")


@refuses("LB-SCH-02")
def test_a_scheme_is_revealed_once_and_by_its_owner() -> None:
    case = ready(a="trap", players=2)
    case.when(reveal("a", "trap"), A2).then_refused("LB-SCH-02", "LB-LOG-07")
    case.when(reveal("a", "trap"), S).then_refused("LB-SCH-02", "LB-LOG-07")
    scored = case.when(reveal("a", "trap"), A).when(turn(1, schemes={"a": 1}))
    scored.when(reveal("a", "trap"), A).then_refused("LB-SCH-02")
    ready(a="surround_them").when(reveal("a", "surround_them"), A).then_refused("LB-SCH-02")


@refuses("LB-SCH-03")
def test_a_reveal_is_as_recorded() -> None:
    case = ready(a="scapegoat")
    case.when(reveal("a", "trap"), A).then_refused("LB-SCH-03")
    other = e.SchemeRevealed(player="a", scheme="scapegoat", own_figures=("a3",))
    case.when(other, A).then_refused("LB-SCH-03")
    case.when(reveal("a", "world_peace"), A).then_refused("LB-SCH-03")


@accepts("LB-SCH-07")
def test_a_reveal_in_time() -> None:
    played(ready(a="show_of_force"), 1).when(reveal("a", "show_of_force"), A).then_accepted()
    over(ready("sea", a="loophole")).when(reveal("a", "loophole"), A).then_accepted()


@refuses("LB-SCH-07", "LB-COMM-07")
def test_a_reveal_out_of_time() -> None:
    ready(a="search_the_ruins").when(reveal("a", "search_the_ruins"), A).then_refused(
        "LB-COMM-07", "LB-SCH-07"
    )
    ready(a="show_of_force").when(reveal("a", "show_of_force"), A).then_refused("LB-COMM-06", "LB-SCH-07")
    ready(a="loophole").when(reveal("a", "loophole"), A).then_refused("LB-COMM-05", "LB-SCH-07")
    over(ready("sea", a="trap")).when(reveal("a", "trap"), A).then_refused("LB-COMM-03", "LB-SCH-07")
    over(ready("sea", a="vendetta")).when(reveal("a", "vendetta"), A).then_refused("LB-COMM-14", "LB-SCH-07")


@accepts("LB-COMM-11")
def test_hidden_secrets_is_revealed_before_it_scores() -> None:
    case = played(ready(a="hidden_secrets"), 1).when(reveal("a", "hidden_secrets"), A).when(turn(2), A)
    case.when(turn(3, schemes={"a": 3}), A).then_accepted()


@refuses("LB-COMM-11")
def test_hidden_secrets_stays_hidden_at_the_start_and_at_the_end() -> None:
    ready(a="hidden_secrets").when(reveal("a", "hidden_secrets"), A).then_refused("LB-COMM-11", "LB-SCH-07")
    late = over(ready("sea", a="hidden_secrets")).when(reveal("a", "hidden_secrets"), A)
    late.then_refused("LB-COMM-11")


def elimination() -> Case:
    return ready("serpent", a="elimination_of_leaders")


@accepts("LB-UNIQ-06")
def test_the_noted_leader_is_published_before_the_first_vp() -> None:
    case = shown(elimination(), "a", "elimination_of_leaders")
    case.when(turn(1, schemes={"a": 1}), A).then_accepted()


@refuses("LB-UNIQ-06")
def test_no_vp_for_an_unpublished_name() -> None:
    elimination().when(turn(1, schemes={"a": 1}), A).then_refused("LB-UNIQ-06")
    over(elimination()).when(
        e.SchemeScored(player="a", scheme="elimination_of_leaders", amount=1), A
    ).then_refused("LB-UNIQ-06")
    published = e.SchemeNotePublished(player="a", scheme="trap", note="s-lead")
    ready(a="trap").when(published, A).then_refused("LB-UNIQ-06")


@refuses("LB-SCH-02", "LB-SCH-03", "LB-SETUP-12")
def test_the_name_is_published_once_by_its_owner_as_noted() -> None:
    event = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s-lead")
    wrong = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s1")
    elimination().when(event, S).then_refused("LB-SCH-02")
    elimination().when(event, A).when(event, A).then_refused("LB-SCH-02")
    elimination().when(wrong, A).then_refused("LB-SCH-03")
    blank = hired("serpent", a="elimination_of_leaders").when(note("a", "elimination_of_leaders"))
    blank.when(note("s", "show_of_force")).when(event, A).then_refused("LB-SETUP-12")


KEPT_CHOICE = sealed(e.SchemeChosen(player="a", scheme="trap", salt="c"), "")
KEPT_NOTE = sealed(note("a", "trap", (), ("s-lead",)), "n")


def kept() -> Case:
    """A match whose Alliance player keeps scheme and note on their phone."""
    case = opened().when(e.SchemesDealt(player="a", schemes=("trap", "vendetta")))
    case = case.when(concealed(KEPT_CHOICE), A).when(squad("a")).when(squad("s"))
    return case.when(concealed(KEPT_NOTE), A)


@accepts("WL-SEC-01")
def test_a_kept_secret_is_opened_with_its_salts() -> None:
    assert kept().state.squads["a"].schemes == ()
    opening = msgspec.structs.replace(reveal("a", "trap"), salt="c", note_salt="n")
    state = kept().when(opening, A).when(turn(1, schemes={"a": 1}), A).then_accepted()
    assert state.squads["a"].schemes[0].scheme == "trap"


@refuses("WL-SEC-01")
def test_a_kept_secret_cannot_change() -> None:
    fair = reveal("a", "trap", salt="c", note_salt="n")
    changes: list[dict[str, Any]] = [
        {"salt": "x"},
        {"salt": None},
        {"note_salt": "x"},
        {"note_salt": None},
        {"scheme": "vendetta"},
    ]
    for change in changes:
        kept().when(msgspec.structs.replace(fair, **change), A).then_refused("WL-SEC-01")


@refuses("LB-SETUP-13")
def test_a_kept_note_must_have_been_legal() -> None:
    case = opened().when(concealed(KEPT_CHOICE), A).when(squad("a")).when(squad("s"))
    bad = sealed(note("a", "trap", (), ("s1",)), "n")
    opening = e.SchemeRevealed(player="a", scheme="trap", enemy_figures=("s1",), salt="c", note_salt="n")
    case.when(concealed(bad), A).when(opening, A).then_refused("LB-SETUP-13")


@refuses("LB-SETUP-03")
def test_a_kept_choice_must_have_been_dealt() -> None:
    case = opened().when(e.SchemesDealt(player="a", schemes=("vendetta", "loophole")))
    case = (
        case.when(concealed(KEPT_CHOICE), A).when(squad("a")).when(squad("s")).when(concealed(KEPT_NOTE), A)
    )
    case.when(reveal("a", "trap", salt="c", note_salt="n"), A).then_refused("LB-SETUP-03")


@accepts("LB-SETUP-07")
def test_the_serpent_may_keep_one_scheme_and_its_note() -> None:
    preset = sealed(e.SerpentSchemesPreset(squad="s", schemes=("gravediggers",)), "c")
    noted = sealed(note("s", "gravediggers"), "n")
    case = opened().when(concealed(preset)).when(e.SchemeChosen(player="a", scheme="loophole"), A)
    case = case.when(squad("a")).when(squad("s")).when(concealed(noted), S).when(note("a", "loophole"), A)
    case = case.when(reveal("s", "gravediggers", salt="c", note_salt="n"), S)
    case.when(turn(1, schemes={"s": 1}), S).then_accepted()


def test_a_kept_name_of_a_leader_is_published() -> None:
    noted = sealed(note("a", "elimination_of_leaders", (), ("s-lead",)), "n")
    case = (
        hired("serpent", a="elimination_of_leaders")
        .when(concealed(noted), A)
        .when(note("s", "show_of_force"))
    )
    event = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s-lead")
    case.when(event, A).then_refused("WL-SEC-01")
    case.when(msgspec.structs.replace(event, note_salt="n"), A).then_accepted()
