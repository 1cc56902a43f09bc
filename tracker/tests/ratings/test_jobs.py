"""Ratings by jobs that are killed, doubled and shuffled; matches of many sides; what counts for nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from games import registry
from games.tests import orchard
from tracker import commands, warm
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.jobs import settle_ratings
from tracker.models import ConfirmedMatch, Player, RatedGame, RatingChange, RatingRow, Stream
from tracker.projections import ratings
from tracker.projections.confirmed import counts
from tracker.projections.source import load
from tracker.ratings import many
from tracker.ratings.history import MANY, week_of
from tracker.selectors.statistics import Span, UnknownSpan, statistics_of
from tracker.tests.hall import caught_up, keeper, opened, organiser, play_round
from tracker.tests.ratings.test_ratings import from_nothing, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_doubled_and_shuffled_jobs_end_equal_to_live(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    who, dice = organiser(), Random(seed)
    event, _players = opened(who, 6, rounds=2)
    for number in (1, 2):
        play_round(who, event, number)
    caught_up()
    live = stored()
    for model in (RatingRow, RatingChange, ConfirmedMatch, RatedGame):
        model._default_manager.all().delete()
    Stream.objects.filter(kind="match").update(projected_version=0)
    write = ratings._write

    def killed(*told: Any) -> None:
        write(*told)
        if dice.random() < 0.5:
            raise KeyboardInterrupt  # written, and taken back with its transaction

    streams = list(Stream.objects.filter(kind="match").values_list("id", flat=True)) * 2
    dice.shuffle(streams)
    deaths = 0
    with monkeypatch.context() as broken:
        broken.setattr(ratings, "_write", killed)
        for stream in streams:
            try:
                follow_up.update(stream)
            except KeyboardInterrupt:
                deaths += 1
                assert ratings.stale(), "what was not written is still to be counted"
    assert deaths
    caught_up()
    settle_ratings()
    assert [_plain(row) for row in stored()] == [_plain(row) for row in live]
    assert ratings.stale() == [] and from_nothing() == stored()


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "version"}


@pytest.fixture(name="orchards")
def _orchards() -> Iterator[None]:
    registry.register(orchard.SYSTEM)
    yield
    registry.forget(orchard.SYSTEM.key)
    warm.forget()


def raid(who: Identity, won: dict[str, int]) -> tuple[UUID, dict[str, Player]]:
    """A raid of as many sides as won something: `won` raids of three points each."""
    players = {side: commands.create_player(who, name=side) for side in won}
    sides = {side: str(player.pk) for side, player in players.items()}
    opening = {"type": "raid_opened", "data": {"sides": sides, "detail": "turns"}}
    match = commands.create_match(who, system="orchard", events=[opening])
    packs = [
        {"type": "pack_brought", "data": {"player": one, "animals": ["scout"]}} for one in sides.values()
    ]
    winners = [side for side, times in won.items() for _time in range(times)]
    raids = [
        {"type": "raid_reported", "data": {"round": at, "points": {side: 3}}}
        for at, side in enumerate(winners, start=1)
    ]
    commands.append(who, match, [*packs, *raids])
    vp = {side: 3 * times for side, times in won.items()}
    best = max(won, key=lambda side: won[side])
    confirmed = {"side": "staff", "vp": vp, "winner": best}
    commands.append(who, match, [{"type": "result_confirmed", "data": confirmed}])
    caught_up()
    return match, players


def test_a_match_of_three_sides_is_rated_by_openskill(orchards: None) -> None:
    match, players = raid(organiser(), {"foxes": 1, "hounds": 3, "hares": 2})
    rows = {row.person: row for row in RatingRow.objects.all()}
    assert {row.scale for row in rows.values()} == {MANY} and len(rows) == 3
    assert ConfirmedMatch.objects.get(pk=match).places == {"foxes": 3, "hounds": 1, "hares": 2}
    expected = many.rate([[many.NEWCOMER]] * 3, (3, 1, 2))
    for side, (rating,) in zip(players, expected, strict=True):
        found = rows[players[side].pk]
        assert (found.rating, found.deviation) == (rating.rating, rating.deviation)
    assert (
        rows[players["hounds"].pk].rating
        > rows[players["hares"].pk].rating
        > rows[players["foxes"].pk].rating
    )
    scores = {str(one.person): one.score for one in RatingChange.objects.filter(match=match)}
    assert [scores[str(players[side].pk)] for side in players] == [0, 1, 0]
    assert from_nothing() == stored() and list(ratings.differences()) == []


def test_what_was_only_supposed_counts_for_nobody(orchards: None) -> None:
    match, _players = raid(organiser(), {"foxes": 2, "hounds": 4})
    source = load(match)
    assert counts(source) and ConfirmedMatch.objects.filter(pk=match).exists()
    for option in ("private", "what_if"):
        setup = type(source.setup)(options={option: True})
        assert not counts(source._replace(setup=setup))


def test_statistics_of_a_season_hold_what_was_confirmed_while_it_ran() -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    who = keeper()
    season = commands.create_season(who, name="Autumn", starts=now, ends=now + timedelta(days=30))
    endless = commands.create_season(who, name="Since then", starts=now + timedelta(days=10))
    caught_up()
    for day in (-1, 0, 29, 30):
        moment = now + timedelta(days=day)
        stream = Stream.objects.create(kind="match", system="senjutsu", ruleset="1", head="")
        facts = [["side", "a", "red", True]]
        told = {"sides": {"a": ["x"], "b": ["y"]}, "places": {"a": 1, "b": 2}, "facts": facts, "version": 1}
        ConfirmedMatch.objects.create(
            stream=stream, system="senjutsu", confirmed=moment, week=week_of(moment), **told
        )
    found = statistics_of(Span("senjutsu", season=season))
    assert (found.matches, found.name) == (2, "Autumn"), "its first moment, not its last"
    assert statistics_of(Span("senjutsu", season=endless)).matches == 2
    assert statistics_of(Span("senjutsu")).matches == 4
    with pytest.raises(UnknownSpan):
        statistics_of(Span("bushido", season=season))
