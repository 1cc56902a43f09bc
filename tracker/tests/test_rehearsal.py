"""The rehearsal: what it says follows from the settings, the same from one seed, by pages and commands."""

from __future__ import annotations

import pytest

from games import rulebook
from games.ruleset import Rejected
from tracker import commands
from tracker.formats.structs import Stage
from tracker.formats.swiss import suggested_rounds
from tracker.models import Rehearsal
from tracker.rehearsal import Asked, rehearse
from tracker.rulesets.tournament.chapter import broken
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.team_plans import TeamPlan
from tracker.tests.pages.desk import Desk

SIDES = ("one", "other")


def options(rounds: int, *stages: Stage) -> Options:
    return Options(rounds=rounds, sides=SIDES, tiebreaks=("points", "sos"), stages=stages)


@pytest.mark.parametrize(
    ("size", "cut", "rounds"),
    [
        (2, 0, 1),
        (8, 0, 3),
        (9, 0, 4),
        (16, 0, 4),
        (32, 0, 5),
        (33, 0, 6),
        (10_000, 0, 14),
        (16, 4, 5),
        (64, 8, 6),
    ],
)
def test_the_rounds_that_separate_a_field(size: int, cut: int, rounds: int) -> None:
    assert suggested_rounds(size, cut) == rounds


def test_enough_rounds_leave_one_unbeaten_and_too_few_do_not() -> None:
    asked = Asked(players=16, runs=6)
    enough, few = (rehearse(options(rounds), asked, "seed") for rounds in (4, 2))
    assert enough.each[-1].unbeaten <= 1 < few.each[-1].unbeaten
    assert enough.rematches == 0 and enough.second_byes == 0 and enough.tied_at_cut is None
    assert enough.minutes == 4 * 120 + 3 * 15


def test_the_same_seed_gives_the_same_report() -> None:
    asked = Asked(players=9, clubs=3, runs=3)
    assert rehearse(options(3), asked, "a") == rehearse(options(3), asked, "a")
    assert rehearse(options(3), asked, "a") != rehearse(options(3), asked, "b")


def test_a_cut_and_a_bracket_are_played_to_the_end() -> None:
    plan = (Stage("swiss", rounds=3), Stage("single_elimination", cut=4))
    report = rehearse(options(3, *plan), Asked(players=11, runs=4), "seed")
    assert report.rounds == 5 and report.tied_at_cut is not None and report.best_cut is not None
    assert report.bye_rank is not None and report.tied_first == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_asks_a_worker_and_tells_what_came_out(language: str) -> None:
    desk = Desk(8, language, rounds=3, list_required=False)
    sent = {"players": 8, "clubs": 2, "minutes": 90, "pause": 10, "runs": 2}
    assert desk.client.post(desk.console("rehearsal/"), sent).status_code == 302
    row = Rehearsal.objects.get()
    assert row.report is not None and row.done == 2
    told = desk.client.get(desk.console("rehearsal/")).content.decode()
    assert ("3 rounds, 4 h 50 min" if language == "en" else "3 тура, 4 ч 50 мин") in told
    refused = desk.client.post(desk.console("rehearsal/"), {**sent, "players": 512, "runs": 500})
    assert refused.status_code == 400 and Rehearsal.objects.get() == row


def test_groups_and_a_cut_larger_than_the_field_are_played_to_their_end() -> None:
    plan = (Stage("round_robin"), Stage("round_robin", groups=4, cut=8))
    report = rehearse(options(3, *plan), Asked(players=4, runs=2), "seed")
    assert (report.players, report.rounds, report.tied_at_cut) == (4, 4, 0)
    assert report.rematches == 0 and report.minutes == 4 * 120 + 3 * 15


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "no event of this size can be played"), ("ru", "нельзя доиграть")]
)
def test_settings_that_no_field_can_play_are_told(
    language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rules refuse while it is played: the sentence and the rule's title, and no rule's number."""
    desk = Desk(0, language)

    def refused(*_told: object) -> None:
        raise Rejected(broken("TRN-DRAW-11", players=[], present=4))

    monkeypatch.setattr("tracker.commands.rehearsals.rehearse", refused)
    row = commands.start_rehearsal(desk.who, desk.event, players=4, runs=1)
    assert (row.failed, row.report, row.done) == ("TRN-DRAW-11", None, 0)
    shown = desk.client.get(desk.console("rehearsal/")).content.decode()
    title = rulebook.title("TRN-DRAW-11", language)
    assert words in shown and title in shown and "TRN-DRAW-11" not in shown


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_nobody_reaches_is_told_and_the_rehearsal_can_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(0)

    def nobody(*_told: object) -> None:
        raise OSError("refused")

    with monkeypatch.context() as away:
        away.setattr("celery.app.task.Task.delay", nobody)
        row = commands.start_rehearsal(desk.who, desk.event, players=4, runs=1)
    shown = desk.client.get(desk.console("rehearsal/")).content.decode()
    assert row.failed and "could not be reached" in shown and "OSError" not in shown
    assert commands.start_rehearsal(desk.who, desk.event, players=4, runs=1).report is not None


def test_an_event_of_teams_is_rehearsed_team_by_team() -> None:
    played = rehearse(
        Options(rounds=3, sides=SIDES, teams=TeamPlan(5, pairing="captains")),
        Asked(players=8, runs=5),
        "seed",
    )
    assert played.rematches == 0 and len(played.each) == 3
