"""From runs to ladders: who stands where and why, which runs count, what a correction changes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.match import EventVoided, ResultConfirmed, ResultContested
from games.senjutsu import events as e
from games.tests.rounds import quick_first
from tracker import jobs, projections, warm
from tracker.commands import create_season
from tracker.commands.persons import merge_players, part_player
from tracker.identity import Identity
from tracker.models import LadderEntry, Player, RunRow, SamePerson, Stream
from tracker.projections import ladder as ladder_rows
from tracker.projections.rebuild import differences
from tracker.projections.runs import as_number
from tracker.selectors.ladders import LadderKey, entries, placed, places_of
from tracker.tests.ladders.runs import (
    by_turns,
    ladder,
    new_stream,
    opened,
    players,
    ran,
    simulated,
    store_simulated,
    summed,
    table,
    tell,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]


MOST_ASKED = 22
NO_QUESTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def test_numbers_compare_as_tuples_do() -> None:
    tuples = [(0, 0, 0), (3, 0, -9), (3, 0, -8), (3, 2, -40), (4, 0, -9999), (9999, 0, 0)]
    numbers = [as_number(score) for score in tuples]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers) and numbers[-1] < 2**63


def test_the_best_run_counts_on_its_board_with_its_character_and_with_any() -> None:
    ann, bob = players(2)
    ran(summed(ann, 3))
    best = ran(summed(ann, 5, 1))
    ran(summed(ann, 2, character="student"))
    ran(summed(bob, 4))
    ran(summed(bob, 9, nightmare={"k2": "yari"}, fallen_lord=True))
    assert ladder() == [(ann.name, 5), (bob.name, 4)]
    assert ladder(character="ronin") == [(ann.name, 5), (bob.name, 4)]
    assert ladder(character="student") == [(ann.name, 2)]
    assert ladder("nightmare_1_fallen_lord") == [(bob.name, 9)]
    entry = LadderEntry.objects.get(board="horde", character="", player=ann)
    assert (entry.run_id, entry.runs, entry.rank, entry.status) == (best, 3, "steel", "logged")
    assert entry.figures == {"waves_cleared": 5, "vos_in_wave": 1, "last_clear_turn": 10}


def test_of_equal_runs_the_earlier_stands() -> None:
    (ann,) = players(1)
    later = ran(summed(ann, 3), at="2026-03-02T10:00:00Z")
    earlier = ran(summed(ann, 3), at="2026-03-01T10:00:00+03:00")
    assert {entry.run_id for entry in LadderEntry.objects.all()} == {earlier}
    assert RunRow.objects.get(pk=later).started > RunRow.objects.get(pk=earlier).started


@pytest.mark.parametrize(("waves", "foes"), [(0, 0), (1, 1), (3, 2), (4, 0), (6, 1), (9, 0)])
def test_a_run_scores_alike_in_one_event_and_wave_by_wave(waves: int, foes: int) -> None:
    ann, bob = players(2)
    one, other = ran(summed(ann, waves, foes)), ran(by_turns(bob, waves, foes))
    rows = [RunRow.objects.get(pk=stream) for stream in (one, other)]
    assert len({(row.score, row.rank, row.board, str(row.figures), row.counts) for row in rows}) == 1
    scores = LadderEntry.objects.filter(character="").values_list("score", flat=True)
    assert len(scores) == 2 and len(set(scores)) == 1, "they share the place"


@pytest.mark.parametrize(
    ("level", "seed"), quick_first(2, [("full", 4), ("turns", 2), ("full", 6), ("full", 11), ("turns", 9)])
)
def test_a_run_of_finer_detail_ranks_as_its_summary_does(level: str, seed: int) -> None:
    ann, bob = players(2)
    fine = RunRow.objects.get(pk=ran(simulated(seed, ann, level)))
    told = warm.current(fine.pk).state.play
    run = told.run
    short = summed(
        bob,
        run.cleared,
        run.vos_in_wave,
        run.last_clear_turn,
        character=fine.character,
        nightmare=told.options.nightmare,
        fallen_lord=told.options.fallen_lord,
    )
    summary = RunRow.objects.get(pk=ran(short))
    assert (fine.detail, summary.detail) == (level, "summary")
    for name in ("board", "character", "figures", "score", "rank", "status", "counts"):
        assert getattr(fine, name) == getattr(summary, name), name
    places = placed(list(entries(LadderKey("senjutsu", fine.board))))
    assert [(one.place, one.shared) for one in places] == [(1, True), (1, True)]


def test_a_run_counts_while_it_goes_on_and_every_step_names_its_event() -> None:
    (ann,) = players(1)
    stream = new_stream()
    events = by_turns(ann, 3, 1)
    tell(stream, *events[:2])
    assert RunRow.objects.get(pk=stream).counts is False, "nothing is reached yet"
    tell(stream, *events[2:10])
    row = RunRow.objects.get(pk=stream)
    assert (row.status, row.counts, row.figures["waves_cleared"]) == ("running", True, 2)
    tell(stream, *events[10:])
    row = RunRow.objects.get(pk=stream)
    assert row.status == "logged"
    clears = {step["figures"]["waves_cleared"]: step["seq"] for step in reversed(row.steps)}
    assert [type(events[clears[waves] - 1]) for waves in (1, 2, 3)] == [e.WaveCleared] * 3
    assert row.steps[-1]["figures"] == row.figures == LadderEntry.objects.first().figures  # type: ignore[union-attr]


def test_contested_runs_wait_and_confirmed_ones_are_marked() -> None:
    ann, bob = players(2)
    ran(summed(bob, 1))
    second, best = ran(summed(ann, 3)), ran(summed(ann, 8))
    tell(best, ResultContested(side="red", reason="the turns were not counted"))
    assert (RunRow.objects.get(pk=best).status, ladder()) == ("contested", [(ann.name, 3), (bob.name, 1)])
    tell(best, ResultConfirmed(side="staff", vp={"red": 0}, winner="vo"))
    assert ladder() == [(ann.name, 8), (bob.name, 1)]
    tell(second, ResultConfirmed(side="red", vp={"red": 0}, winner="vo"))
    marks = {row.pk: (row.status, row.by_staff) for row in RunRow.objects.filter(player=ann)}
    assert marks == {best: ("confirmed", True), second: ("confirmed", False)}
    assert LadderEntry.objects.get(player=ann, character="").by_staff is True


def test_a_voided_event_scores_the_run_anew() -> None:
    (ann,) = players(1)
    other, stream = ran(summed(ann, 1)), ran(summed(ann, 8))
    tell(stream, EventVoided(seqs=(3,), reason="another run"))
    assert ladder() == [(ann.name, 1)]
    tell(stream, *summed(ann, 4)[2:])
    assert ladder() == [(ann.name, 4)]
    tell(stream, EventVoided(seqs=(2, 5), reason="it was the student"))
    tell(stream, *summed(ann, 3, character="student")[1:])
    assert ladder(character="student") == [(ann.name, 3)]
    assert ladder(character="ronin") == [(ann.name, 1)]
    tell(stream, EventVoided(seqs=(1, 7, 8), reason="no run at all"))
    assert not RunRow.objects.filter(pk=stream).exists()
    assert {entry.run_id for entry in LadderEntry.objects.all()} == {other}
    tell(other, e.MatchAnnulled(reason="it rained"))
    assert RunRow.objects.get().status == "annulled" and not LadderEntry.objects.exists()


def test_other_matches_and_strangers_stand_on_no_ladder() -> None:
    ann, _ = players(2)
    stream = new_stream()
    sides: dict[str, tuple[str, ...]] = {"red": (str(ann.id),), "blue": ("b",)}
    tell(stream, e.MatchCreated(mode="duel", sides=sides))
    stranger = Player(name="nobody")
    ran(summed(stranger, 7))
    assert not LadderEntry.objects.exists()
    assert RunRow.objects.get().counts is False


@pytest.mark.soak
def test_jobs_twice_late_and_shuffled_leave_the_same_rows() -> None:
    streams = store_simulated(60, players(7))
    before = [table(RunRow), table(LadderEntry)]
    tops = dict(Stream.objects.values_list("id", "version"))
    again = [(str(stream), version) for stream in streams for version in (1, tops[stream])] * 2
    for seed in range(3):
        random.Random(seed).shuffle(again)
        Stream.objects.update(projected_version=0)
        if seed == 2:
            RunRow.objects.all().delete()
            LadderEntry.objects.all().delete()
        for stream, version in again:
            jobs.project(stream, version)
        assert [table(RunRow), table(LadderEntry)] == before
    assert not [found for stream in streams for found in differences(stream)]


def test_one_person_holds_one_place_under_whatever_id_they_ran() -> None:
    """Joined players stood on a ladder twice, and took a place from whoever came behind them."""
    ann, again, third, bob = players(4)
    admin = Identity(User.objects.create_superuser("root"))
    began = timezone.now() - timedelta(days=9)
    season = create_season(admin, name="Now", starts=began)
    best, other = ran(summed(again, 5)), ran(summed(ann, 3))
    ran(summed(bob, 4))
    merge_players(admin, person=ann.pk, player=again.pk)
    for where in (None, season):
        assert ladder(season=where) == [(ann.name, 5), (bob.name, 4)]
    entry = LadderEntry.objects.get(character="", season=None, player=ann)
    assert (entry.run_id, entry.runs) == (best, 2)
    assert [one.place for one in places_of([again.pk], character="", season=None)] == [1]
    ran(summed(third, 7))
    merge_players(admin, person=third.pk, player=ann.pk)
    assert ladder() == [(third.name, 7), (bob.name, 4)]
    ran(summed(again, 8))
    assert ladder() == ladder(season=season) == [(third.name, 8), (bob.name, 4)]
    assert not [found for stream in (best, other, season) for found in differences(stream)]
    part_player(admin, player=ann.pk)
    assert ladder() == [(third.name, 8), (bob.name, 4), (ann.name, 3)]
    part_player(admin, player=again.pk)
    assert ladder(season=season) == [(again.name, 8), (third.name, 7), (bob.name, 4), (ann.name, 3)]


def test_a_person_who_is_joined_while_a_run_is_scored_holds_one_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, again = players(2)
    ran(summed(ann, 3))
    lock = ladder_rows._lock
    joined: list[SamePerson] = []

    def joins_first(people: Iterable[UUID]) -> list[UUID]:
        if not joined:
            joined.append(SamePerson.objects.create(player=again, person=ann))
        return lock(people)

    monkeypatch.setattr(ladder_rows, "_lock", joins_first)
    ran(summed(again, 5))
    assert ladder() == [(ann.name, 5)]


def test_a_job_of_a_run_asks_the_same_few_things_however_long_the_ladder_is() -> None:
    (ann,) = players(1)
    asked = []
    for waves in range(1, 5):
        stream = ran(summed(ann, waves))
        Stream.objects.filter(id=stream).update(projected_version=0)
        with CaptureQueriesContext(connection) as found:
            jobs.project(str(stream), 1)
        asked.append(len([query for query in found if not query["sql"].startswith(NO_QUESTION)]))
    assert asked == [MOST_ASKED] * 4, [query["sql"] for query in found]


def test_a_job_overtaken_by_a_faster_one_changes_nothing() -> None:
    from tracker.projections import source

    (ann,) = players(1)
    stream = new_stream()
    events = by_turns(ann, 3)
    tell(stream, *events[:6])
    slow = source.load(stream)
    tell(stream, *events[6:])
    before = [table(RunRow), table(LadderEntry)]
    with transaction.atomic():
        projections.save_all(slow)
    projections.settle(slow)
    assert [table(RunRow), table(LadderEntry)] == before


def test_opening_alone_is_no_place() -> None:
    (ann,) = players(1)
    ran(opened(ann, "turns"))
    assert not LadderEntry.objects.exists()
