"""Ratings as numbers: the author's worked example, shares that add up, weeks, teams."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain

import pytest
from openskill.models import PlackettLuce

from tracker.ratings import glicko2, history, many
from tracker.ratings.glicko2 import Rating, Result
from tracker.ratings.history import DUEL, MANY, Played, Standing

FOES = (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))


def test_the_worked_example_of_the_author() -> None:
    """Glickman's paper rounds on its way to (1464.06, 151.52, 0.05999); unrounded it is this."""
    done = glicko2.period(
        Rating(1500, 200), [Result(foe, won) for foe, won in zip(FOES, (1, 0, 0), strict=True)]
    )
    assert done.after.rating == pytest.approx(1464.0507, abs=5e-5)
    assert done.after.deviation == pytest.approx(151.5165, abs=5e-5)
    assert done.after.volatility == pytest.approx(0.059996, abs=5e-7)
    assert [round(one, 3) for one in done.expected] == [0.639, 0.432, 0.303]
    assert sum(done.gains) == pytest.approx(done.after.rating - 1500)


def test_who_does_not_play_is_known_less_well_but_never_less_than_a_newcomer() -> None:
    once = glicko2.period(Rating(1500, 200), ()).after
    assert once.rating == 1500 and once.deviation == pytest.approx(200.2714, abs=5e-5)
    assert glicko2.idle(Rating(1500, 60), 10_000).deviation == 350
    twice = glicko2.idle(glicko2.idle(Rating(1500, 60)))
    assert twice.deviation == pytest.approx(glicko2.idle(Rating(1500, 60), 2).deviation)
    assert glicko2.idle(Rating(1500, 60), 0).deviation == 60


def test_a_surprise_makes_results_count_as_more_erratic() -> None:
    steady = glicko2.period(Rating(1500, 50), [Result(Rating(1500, 50), 0.5)]).after
    shaken = glicko2.period(Rating(1500, 50), [Result(Rating(1000, 50), 0.0)] * 8).after
    assert steady.volatility < 0.06 < shaken.volatility


def test_weeks_begin_on_monday() -> None:
    sunday, monday = datetime(2026, 11, 22, 23, 59, tzinfo=UTC), datetime(2026, 11, 23, tzinfo=UTC)
    assert history.week_of(sunday) + 1 == history.week_of(monday)
    assert history.monday_of(history.week_of(monday)) == monday


def test_teams_and_many_sides_are_the_librarys_numbers_stretched() -> None:
    model = PlackettLuce()
    for sizes, places in (((2, 2), (1, 2)), ((1, 1, 1), (2, 1, 2)), ((3, 2), (1, 1))):
        told = many.rate([[many.NEWCOMER] * size for size in sizes], places)
        library = model.rate(
            [[model.rating() for _ in range(size)] for size in sizes], ranks=[*map(float, places)]
        )
        for mine, other in zip(chain(*told), chain(*library), strict=True):
            assert mine.rating == pytest.approx(other.mu * 60, abs=0.1)
            assert mine.deviation == pytest.approx(other.sigma * 60, abs=0.1)


def test_all_matches_of_a_week_are_counted_from_its_start() -> None:
    week = [Played("1", 5, (("ann",), ("bob",)), (1, 2)), Played("2", 5, (("ann",), ("cid",)), (2, 1))]
    told = history.changes(DUEL, week, {})
    ann = [one for one in told if one.person == "ann"]
    assert [one.before for one in ann] == [Rating(), Rating()]
    assert ann[0].after.rating == ann[1].after.rating and ann[1].after[2:] == (2, 1, 0)
    assert ann[1].after.rating.rating == pytest.approx(1500 + ann[0].gain + ann[1].gain)
    later = history.changes(DUEL, [Played("3", 9, (("bob",), ("ann",)), (1, 1))], {"ann": ann[1].after})
    came_back = next(one for one in later if one.person == "ann")
    assert came_back.before.deviation > ann[1].after.rating.deviation and came_back.score == 0.5


def test_matches_that_go_on_from_where_people_stood_give_the_same_as_all_at_once() -> None:
    played = [
        Played(str(at), at // 3, ((f"p{at % 4}",), (f"p{(at * 7 + 1) % 4}",)), (1 + at % 2, 1 + at % 3))
        for at in range(60)
        if at % 4 != (at * 7 + 1) % 4
    ]
    whole = history.changes(DUEL, played, {})
    cut = [one for one in whole if int(one.match) // 3 < 8]
    known = {one.person: one.after for one in cut}
    assert cut + history.changes(DUEL, [one for one in played if one.week >= 8], known) == whole


def test_who_is_provisional() -> None:
    assert history.is_provisional(Rating(), DUEL) and not history.is_provisional(Rating(1500, 110), DUEL)
    assert history.is_provisional(many.NEWCOMER, MANY)
    away = Standing(Rating(1500, 100), week=10)
    assert not history.is_provisional(history.now(away, DUEL, 11), DUEL)
    assert history.is_provisional(history.now(away, DUEL, 110), DUEL)


@pytest.mark.parametrize(
    ("sides", "counted", "scale"),
    [
        ((("a",), ("b",)), True, DUEL),
        ((("a", "b"), ("c", "d")), True, MANY),
        ((("a",), ("b",), ("c",)), True, MANY),
        ((("a",),), False, MANY),
        ((("a",), ()), False, MANY),
        ((("a",), ("a",)), False, DUEL),
    ],
)
def test_what_counts(sides: tuple[tuple[str, ...], ...], counted: bool, scale: str) -> None:
    assert history.counts(sides) is counted and history.scale_of(sides) == scale
