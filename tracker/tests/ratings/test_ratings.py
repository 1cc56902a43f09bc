"""Ratings in the database follow the confirmed matches: late, doubled, corrected, voided, merged, and from nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from tracker import commands
from tracker.commands.persons import merge_players, part_player
from tracker.identity import Identity
from tracker.models import ConfirmedMatch, MatchRow, Player, RatedGame, RatingChange, RatingRow
from tracker.projections import confirmed, ratings
from tracker.proof import verify
from tracker.tests.hall import caught_up, opened, organiser, play_round, start_round, summary

pytestmark = pytest.mark.django_db(transaction=True)
LAST_BATTLE = "last_battle"


@pytest.fixture(name="staff")
def _staff() -> Identity:
    return organiser()


@pytest.fixture(name="event")
def _event(staff: Identity) -> UUID:
    event, _players = opened(staff, 7, rounds=2)
    for number in (1, 2):
        play_round(staff, event, number)
    caught_up()
    return event


def stored() -> list[dict[str, Any]]:
    """Every value of every row."""
    rows: list[Any] = [
        *RatingRow.objects.order_by("id").values(),
        *RatingChange.objects.order_by("id").values(),
    ]
    return [*rows, *ConfirmedMatch.objects.order_by("stream_id").values()]


def from_nothing() -> list[dict[str, Any]]:
    """The same, made anew by the program after everything was thrown away."""
    for model in (RatingRow, RatingChange, ConfirmedMatch, RatedGame):
        model._default_manager.all().delete()
    call_command("rebuild", "--json", verbosity=0)
    return stored()


def a_match(event: UUID) -> MatchRow:
    return MatchRow.objects.filter(tournament=event, round=1).exclude(winner="draw").order_by("table")[0]


def taken_back(who: Identity, row: MatchRow) -> None:
    version = MatchRow.objects.get(pk=row.pk).version
    commands.void(who, row.stream_id, [version - 1, version], "typed the wrong way round")


def test_every_confirmed_match_counts_once_for_both(event: UUID) -> None:
    matches = MatchRow.objects.filter(tournament=event, status="confirmed")
    assert matches.count() == 6 == ConfirmedMatch.objects.count()
    assert RatingChange.objects.count() == 12
    for row in matches.exclude(winner="draw"):
        winner, loser = (
            RatingChange.objects.get(match=row.pk, person=row.sides[side][0])
            for side in (row.winner, next(side for side in row.sides if side != row.winner))
        )
        assert winner.gain > 0 > loser.gain and (winner.score, loser.score) == (1, 0)
    assert list(verify.verify_database()) == []


def test_from_nothing_they_are_the_same_byte_for_byte(event: UUID) -> None:
    live = stored()
    assert len(live) > 20 and from_nothing() == live
    assert ratings.stale() == [] and list(ratings.differences()) == []


def test_a_correction_ripples_and_the_match_keeps_its_week(staff: Identity, event: UUID) -> None:
    row = a_match(event)
    before, moment = stored(), ConfirmedMatch.objects.get(pk=row.pk).confirmed
    taken_back(staff, row)
    caught_up()
    assert not ConfirmedMatch.objects.filter(pk=row.pk).exists()
    assert not RatingChange.objects.filter(match=row.pk).exists() and RatingChange.objects.count() == 10
    assert from_nothing() == (voided := stored())
    commands.report_match(staff, row.stream_id, summary(0, 3) if row.winner == "serpent" else summary(3, 0))
    caught_up()
    assert ConfirmedMatch.objects.get(pk=row.pk).confirmed == moment
    assert RatingChange.objects.get(match=row.pk, person=row.sides[row.winner][0]).score == 0
    assert stored() not in (before, voided) and from_nothing() == stored()


def test_an_unconfirmed_match_counts_for_nobody(staff: Identity) -> None:
    event, _players = opened(staff, 4)
    start_round(staff, event, 1)
    caught_up()
    assert not RatingRow.objects.exists() and not ConfirmedMatch.objects.exists()


def test_a_merged_person_has_one_rating_and_parts_again(staff: Identity, event: UUID) -> None:
    before = stored()
    taken = RatingRow.objects.order_by("person")
    one = taken[0].person
    met = {
        str(change.person)
        for change in RatingChange.objects.filter(
            match__in=RatingChange.objects.filter(person=one).values("match")
        )
    }
    other = next(row.person for row in taken if str(row.person) not in met)
    both = sum(RatingRow.objects.get(person=person).matches for person in (one, other))
    admin = Identity(User.objects.create_superuser("root"))
    merge_players(admin, person=one, player=other)
    assert not RatingRow.objects.filter(person=other).exists()
    assert RatingRow.objects.get(person=one).matches == both
    assert list(ratings.differences()) == []
    part_player(admin, player=other)
    assert stored() == before


def test_who_met_an_own_other_self_is_not_rated_by_it(event: UUID) -> None:
    row = a_match(event)
    one, other = (seats[0] for seats in row.sides.values())
    merge_players(Identity(User.objects.create_superuser("root")), person=one, player=other)
    assert not RatingChange.objects.filter(match=row.pk).exists()
    assert list(ratings.differences()) == []


def test_a_match_of_two_who_were_one_person_for_a_while_counts_again(event: UUID) -> None:
    """No rating told of it meanwhile, so that parting them counted only what they had played besides."""
    admin = Identity(User.objects.create_superuser("root"))
    row = a_match(event)
    one, other = (players[0] for players in row.sides.values())
    ConfirmedMatch.objects.filter(pk=row.pk).update(week=ConfirmedMatch.objects.get(pk=row.pk).week - 3)
    confirmed.mark_stale(LAST_BATTLE, -(2**31))
    ratings.settle(LAST_BATTLE)
    before = stored()
    merge_players(admin, person=one, player=other)
    assert not RatingChange.objects.filter(match=row.pk).exists()
    part_player(admin, player=other)
    assert stored() == before and list(ratings.differences()) == []


def test_runs_of_a_ladder_make_no_ratings_stale(event: UUID) -> None:
    """A thousand of them are caught up with at once; nobody is rated by a match against nobody."""
    stream = a_match(event).pk
    found: dict[str, int] = {}
    confirmed._stale(found, LAST_BATTLE, 3, {"one": ["somebody"]})
    assert found == {}
    confirmed._stale(found, LAST_BATTLE, 3, ConfirmedMatch.objects.get(pk=stream).sides)
    confirmed._stale(found, LAST_BATTLE, 2, ConfirmedMatch.objects.get(pk=stream).sides)
    assert found == {LAST_BATTLE: 2}


def test_a_stale_game_waits_for_the_job_when_much_is_to_count(event: UUID) -> None:
    live = stored()
    RatingRow.objects.all().delete()
    ratings.mark_stale(LAST_BATTLE, 0)
    assert not ratings.settle(LAST_BATTLE, most=5) and not RatingRow.objects.exists()
    from tracker.jobs import settle_ratings

    assert settle_ratings() == 1 and stored() == live and settle_ratings() == 0


@pytest.mark.parametrize(("in_web_process", "counted"), [(True, True), (False, False)])
def test_where_no_worker_runs_nothing_is_left_to_one(
    event: UUID, settings: Any, monkeypatch: pytest.MonkeyPatch, in_web_process: bool, counted: bool
) -> None:
    live = stored()
    RatingRow.objects.all().delete()
    ratings.mark_stale(LAST_BATTLE, 0)
    monkeypatch.setattr(ratings, "AT_ONCE", 0)
    settings.CELERY_TASK_ALWAYS_EAGER = in_web_process
    assert ratings.settle_soon(LAST_BATTLE) is counted
    assert (stored() == live) is counted


def test_a_forged_rating_is_found(event: UUID) -> None:
    row = RatingRow.objects.order_by("person")[0]
    RatingRow.objects.filter(pk=row.pk).update(rating=2500)
    found = [one.what for one in verify.verify_database()]
    assert len(found) == 1 and str(row.person) in found[0]
    ConfirmedMatch.objects.filter(pk=a_match(event).pk).update(places={"alliance": 1, "serpent": 1})
    assert any("ConfirmedMatch: places" in one.what for one in verify.verify_database())
    assert from_nothing() == stored() and list(verify.verify_database()) == []


def test_players_who_are_no_longer_here_are_rated_all_the_same(event: UUID) -> None:
    """What a match did for its other side does not depend on who is known here."""
    live = stored()
    Player.objects.filter(pk=RatingRow.objects.order_by("person")[0].person).delete()
    assert from_nothing()[:5] == live[:5]
