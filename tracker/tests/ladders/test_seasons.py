"""Seasons: which runs belong to them, who keeps them, and ladders that follow every change."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tracker import commands, identity, jobs, roles
from tracker.commands import BadInput, accounts
from tracker.exchange import transfer
from tracker.handle import CommandRejected
from tracker.identity import Identity, NotAllowed
from tracker.models import LadderEntry, Player, RunRow, SeasonRow, Stream
from tracker.projections.rebuild import differences, rebuild
from tracker.proof.verify import verify_log, verify_stream
from tracker.selectors import ladders as shown
from tracker.tests.hall import keeper, organiser
from tracker.tests.ladders.runs import ladder, made, players, ran, store_simulated, summed, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]

SPRING, SUMMER = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)


def spring(who: Identity, **told: Any) -> UUID:
    return commands.create_season(who, **{"name": "Spring", "starts": SPRING, "ends": SUMMER, **told})


def test_a_run_belongs_to_the_season_that_it_was_started_in() -> None:
    (ann,) = players(1)
    first, last = "2026-03-01T03:00:00+03:00", "2026-05-31T23:59:59Z"
    ran(summed(ann, 3), at=first)
    ran(summed(ann, 4), at=last)
    season = spring(keeper())
    ran(summed(ann, 9), at="2026-06-01T00:00:00Z")
    ran(summed(ann, 8), at="2026-02-28T23:59:59Z")
    assert ladder(season=season) == [(ann.name, 4)]
    assert ladder() == [(ann.name, 9)]
    assert LadderEntry.objects.get(season=season, character="").runs == 2


def test_a_moved_and_a_voided_season_is_ranked_anew() -> None:
    who, (ann,) = keeper(), players(1)
    ran(summed(ann, 3), at="2026-03-10T12:00:00Z")
    ran(summed(ann, 5), at="2026-07-10T12:00:00Z")
    season = spring(who)
    commands.change_season(who, season, name="Half a year", starts=SPRING)
    assert ladder(season=season) == [(ann.name, 5)]
    assert SeasonRow.objects.get().name == "Half a year"
    commands.void(who, season, [2], "no, spring")
    assert ladder(season=season) == [(ann.name, 3)]
    commands.void(who, season, [1], "made by mistake")
    assert not SeasonRow.objects.exists() and ladder(season=season) == [] and ladder() == [(ann.name, 5)]


@pytest.mark.parametrize(("hours", "expected"), [(-1, 0), (1, 2)])
def test_into_a_closed_season_comes_no_run_whose_log_begins_later(
    hours: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, (ann, bob) = keeper(), players(2)
    now = timezone.now()
    season = commands.create_season(who, name="Now", starts=now - timedelta(days=9))
    yesterday = (now - timedelta(days=1)).isoformat(timespec="seconds")
    before = ran(summed(ann, 6), at=yesterday)
    monkeypatch.setattr(commands.ladders.timezone, "now", lambda: now + timedelta(hours=hours))
    commands.close_season(who, season)
    ran(summed(bob, 7), at=yesterday)
    assert len(ladder(season=season)) == expected
    assert RunRow.objects.get(pk=before).counts and len(ladder()) == 2
    commands.reopen_season(who, season, reason="the log was late")
    assert ladder(season=season) == [(bob.name, 7), (ann.name, 6)]


def test_what_was_logged_before_the_closing_stays_in() -> None:
    who, (ann,) = keeper(), players(1)
    season = commands.create_season(who, name="Now", starts=timezone.now() - timedelta(days=9))
    ran(summed(ann, 6))
    commands.close_season(who, season)
    assert ladder(season=season) == [(ann.name, 6)]


def test_who_may_make_and_close_a_season() -> None:
    who, other = keeper(), keeper("boris")
    with pytest.raises(NotAllowed):
        spring(identity.VISITOR)
    with pytest.raises(BadInput, match="name"):
        spring(who, name=" ")
    with pytest.raises(BadInput, match="system"):
        spring(who, system="chess")
    with pytest.raises(CommandRejected, match="SEA-TIME-01"):
        spring(who, ends=SPRING)
    assert not Stream.objects.exists()
    season = spring(who, key="once")
    assert spring(who, key="once") == season
    with pytest.raises(NotAllowed):
        commands.close_season(other, season)


def test_the_staff_of_a_season_are_staff_of_its_runs() -> None:
    who, other, (ann,) = keeper(), keeper("boris"), players(1)
    before = ran(summed(ann, 2), at="2026-03-09T12:00:00Z")
    season = spring(who)
    inside, outside = ran(summed(ann, 3), at="2026-03-10T12:00:00Z"), ran(summed(ann, 5))
    assert roles.role_at(who, inside) == "organiser"
    assert roles.role_at(who, before) is None, "its log began before there was this season"
    assert (
        RunRow.objects.get(pk=before).counts
        and LadderEntry.objects.get(season=season, character="").runs == 2
    )
    assert roles.role_at(who, outside) is None and roles.role_at(other, inside) is None
    commands.void(who, inside, [3], "he never reached the third wave")
    assert RunRow.objects.get(pk=inside).status == "running"


def test_accounts_open_no_season_unless_an_administrator_lets_them() -> None:
    admin, olga = Identity(User.objects.create_superuser("admin")), organiser()
    with pytest.raises(NotAllowed):
        spring(olga)
    with pytest.raises(NotAllowed):
        accounts.let_keep_seasons(olga, olga.user.pk, club="")
    accounts.let_keep_seasons(admin, olga.user.pk, club="")
    spring(olga)
    accounts.let_keep_seasons(admin, olga.user.pk, club=None)
    with pytest.raises(NotAllowed):
        spring(olga, key="another")
    spring(admin, key="own")


def test_the_staff_of_a_clubs_season_leave_the_players_of_other_clubs_alone() -> None:
    who, (ann, bob) = keeper(club="North"), players(2)
    Player.objects.filter(pk=ann.pk).update(club="North")
    made(who, ann, bob)
    spring(who)
    own, other = (ran(summed(one, 3), at="2026-03-10T12:00:00Z") for one in (ann, bob))
    assert roles.role_at(who, own) == "organiser" and roles.role_at(who, other) is None
    run = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
    commands.log_run(who, player=ann.pk, run=run, at="2026-04-01T12:00:00Z")
    for player, at in ((bob, "2026-04-01T12:00:00Z"), (ann, "2026-02-01T12:00:00Z")):
        with pytest.raises(NotAllowed):
            commands.log_run(who, player=player.pk, run=run, at=at)


def test_nobody_is_staff_of_their_own_run() -> None:
    who, (ann,) = keeper(), players(1)
    spring(who)
    run = ran(summed(ann, 3), at="2026-03-10T12:00:00Z")
    assert roles.role_at(who, run) == "organiser"
    assert roles.role_at(Identity(who.user, frozenset({str(ann.pk)})), run) is None
    Player.objects.filter(pk=ann.pk).update(user=who.user)
    assert roles.role_at(who, run) is None


def test_two_seasons_at_once_hold_the_same_run() -> None:
    who, (ann,) = keeper(), players(1)
    one, other = spring(who), spring(who, name="March", ends=datetime(2026, 4, 1, tzinfo=UTC))
    ran(summed(ann, 3), at="2026-03-10T12:00:00Z")
    assert ladder(season=one) == ladder(season=other) == [(ann.name, 3)]
    assert [row.name for row in shown.seasons("senjutsu")] == ["March", "Spring"]


def scattered(count: int, who: Identity) -> list[UUID]:
    """Runs over the year, and seasons made before, between and after them."""
    dice, crowd, streams = random.Random(4), players(6), []
    streams.append(spring(who))
    for number in range(count):
        day = SPRING + timedelta(days=dice.randrange(200))
        streams.append(ran(summed(dice.choice(crowd), dice.randrange(10)), at=day.isoformat()))
        if number == count // 2:
            streams.append(commands.create_season(who, name="Summer", starts=SUMMER))
    return streams


@pytest.mark.soak
def test_jobs_of_runs_and_seasons_in_any_order_leave_the_same_rows() -> None:
    streams = scattered(20, keeper())
    before = [table(model) for model in (SeasonRow, RunRow, LadderEntry)]
    assert LadderEntry.objects.exclude(season=None).exists()
    for seed in range(3):
        Stream.objects.update(projected_version=0)
        for model in (SeasonRow, RunRow, LadderEntry):
            model.objects.all().delete()
        mixed = streams * 2
        random.Random(seed).shuffle(mixed)
        for stream in mixed:
            jobs.project(str(stream), 1)
        assert [table(model) for model in (SeasonRow, RunRow, LadderEntry)] == before


def test_rebuild_makes_the_ladders_anew_and_says_what_was_different() -> None:
    who = keeper()
    streams = scattered(25, who)
    before = [table(model) for model in (SeasonRow, RunRow, LadderEntry)]
    told: list[tuple[int, int]] = []
    assert not [one for one in rebuild("ladders", lambda *at: told.append(at)) if one.differences]
    assert told[-1] == (len(streams), len(streams))
    entries = LadderEntry.objects.order_by("player", "pk")
    first, last = entries[0], entries.last()
    assert last is not None and last.player_id != first.player_id
    LadderEntry.objects.filter(pk=first.pk).update(score=10**13, rank="jade")
    RunRow.objects.filter(pk=last.run_id).update(counts=False)
    LadderEntry.objects.filter(season=streams[0], player=last.player_id).delete()
    found = {what for one in rebuild("ladders", lambda *at: None) for what, _ in one.differences}
    assert any("rank is 'jade'" in text for text in found)
    assert any("counts is False" in text for text in found)
    assert any("is missing" in text for text in found)
    assert [table(model) for model in (SeasonRow, RunRow, LadderEntry)] == before


def test_verify_log_holds_the_ladder_against_the_logs() -> None:
    (ann,) = players(1)
    stream, season = ran(summed(ann, 4), at="2026-03-10T12:00:00Z"), spring(keeper())
    both = list(Stream.objects.filter(id__in=[stream, season]))
    assert not [problem for row in both for problem in verify_stream(row)]
    LadderEntry.objects.filter(character="", season=season).update(rank="gold")
    told = [problem.what for row in both for problem in verify_stream(row)]
    assert len(told) == 2 and all("rank is 'gold', the log says 'steel'" in what for what in told)
    assert LadderEntry.objects.filter(rank="gold").count() == 1, "verifying changes nothing"


def test_seasons_and_runs_leave_and_come_back_as_files() -> None:
    (ann,) = players(1)
    run, season = ran(summed(ann, 4), at="2026-03-10T12:00:00Z"), spring(keeper())
    for stream in (run, season):
        copy = transfer.export_stream(stream)
        assert verify_log(copy) == []
        assert transfer.import_log(copy) == transfer.Imported(stream, 0)


@pytest.mark.soak
def test_many_runs_of_one_player_are_no_difference() -> None:
    ann = players(1)[0]
    streams = store_simulated(30, [ann])
    assert not [found for stream in streams for found in differences(stream)]
    assert User.objects.count() == 0
