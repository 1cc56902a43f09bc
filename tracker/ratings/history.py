"""All confirmed matches of a game, in order, become ratings: the one place that says what counts and when.

A *period* of Glicko-2 is a calendar week, Monday to Sunday, UTC: number 0 begins on 1 January 2024. A match belongs to
the week in which its result was first confirmed; a correction later changes what it says, not when it was. One
against one is a *duel*, everything else *many*: two lists, since a pair's strength is not its players'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from tracker.ratings import glicko2, many
from tracker.ratings.glicko2 import Rating, Result

FIRST_MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
DUEL, MANY = "duel", "many"
PROVISIONAL = {DUEL: 110.0, MANY: 300.0}
"""A rating that is less sure than this is provisional."""
NEWCOMER = {DUEL: Rating(), MANY: many.NEWCOMER}


class Played(NamedTuple):
    """A confirmed match: everybody by side, and the place of every side (1 is the best, equal places drew)."""

    match: str
    week: int
    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]

    @property
    def scale(self) -> str:
        return scale_of(self.sides)


class Standing(NamedTuple):
    """Where a person stood after `week`, after so many matches of which so many were won and drawn."""

    rating: Rating
    week: int
    matches: int = 0
    won: int = 0
    drawn: int = 0


class Change(NamedTuple):
    """What one match did for one person: `gain` is its share, `before` what it was counted from, `after` where the
    person stood when it was counted. `expected`: the score that the ratings foretold; `score`: what it was.
    """

    match: str
    person: str
    before: Rating
    expected: float
    score: float
    gain: float
    after: Standing


def week_of(moment: datetime) -> int:
    """The number of the week of a moment in UTC."""
    return (moment - FIRST_MONDAY).days // 7


def monday_of(week: int) -> datetime:
    """The first day of a week."""
    return FIRST_MONDAY + timedelta(weeks=week)


def scale_of(sides: Iterable[Iterable[str]]) -> str:
    """Which of the two lists a match belongs to."""
    sizes = [len(tuple(side)) for side in sides]
    return DUEL if sizes == [1, 1] else MANY


def counts(sides: tuple[tuple[str, ...], ...]) -> bool:
    """Whether anybody can be rated by it: two sides or more, none empty, nobody on two seats."""
    everybody = [person for side in sides for person in side]
    return len(sides) > 1 and all(sides) and len(everybody) == len(set(everybody))


def now(standing: Standing, scale: str, week: int) -> Rating:
    """The rating as it stands in a week: who has not played for long is known less well."""
    rating = standing.rating
    return glicko2.idle(rating, week - standing.week - 1) if scale == DUEL else rating


def is_provisional(rating: Rating, scale: str) -> bool:
    return rating.deviation > PROVISIONAL[scale]


def changes(scale: str, played: Iterable[Played], known: Mapping[str, Standing]) -> list[Change]:
    """What matches of this list, in order, did for everybody in them. `known`: where people stood before the first."""
    standings = dict(known)
    found: list[Change] = []
    for week, matches in groupby(played, key=lambda one: one.week):
        rate = _week_of_duels if scale == DUEL else _week_of_many
        found += rate(week, list(matches), standings)
    return found


def _week_of_duels(week: int, matches: list[Played], standings: dict[str, Standing]) -> list[Change]:
    """One period of Glicko-2."""
    people = sorted({person for one in matches for side in one.sides for person in side})
    before = {
        person: now(standings[person], DUEL, week) if person in standings else NEWCOMER[DUEL]
        for person in people
    }
    games: dict[str, list[tuple[Played, Result]]] = {person: [] for person in people}
    for one in matches:
        (first,), (second,) = one.sides
        games[first].append((one, Result(before[second], _score(one.places, 0))))
        games[second].append((one, Result(before[first], _score(one.places, 1))))
    found = []
    for person in people:
        period = glicko2.period(before[person], [result for _, result in games[person]])
        for (one, result), expected, gain in zip(games[person], period.expected, period.gains, strict=True):
            after = _counted(standings.get(person), period.after, week, result.score)
            standings[person] = after
            found.append(Change(one.match, person, before[person], expected, result.score, gain, after))
    return found


def _week_of_many(week: int, matches: list[Played], standings: dict[str, Standing]) -> list[Change]:
    """One match after the other."""
    found = []
    for one in matches:
        teams = [
            [standings[person].rating if person in standings else NEWCOMER[MANY] for person in side]
            for side in one.sides
        ]
        chances, rated = many.chances(teams), many.rate(teams, one.places)
        for at, side in enumerate(one.sides):
            score = _score(one.places, at)
            for person, was, new in zip(side, teams[at], rated[at], strict=True):
                after = _counted(standings.get(person), new, week, score)
                standings[person] = after
                gain = new.rating - was.rating
                found.append(Change(one.match, person, was, chances[at], score, gain, after))
    return found


def _counted(before: Standing | None, rating: Rating, week: int, score: float) -> Standing:
    old = before or Standing(rating, week)
    return Standing(rating, week, old.matches + 1, old.won + (score == 1), old.drawn + (score == 0.5))


def _score(places: tuple[int, ...], at: int) -> float:
    """1 for the only best, a half for one of several, 0 for everybody else."""
    if places[at] > min(places):
        return 0.0
    return 1.0 if places.count(places[at]) == 1 else 0.5
