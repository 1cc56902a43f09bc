"""The table of a league: what tournaments bring by the season's formula, what is dropped, who goes up or down. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from tracker.rulesets.season.events import Division, LeagueSet
from tracker.rulesets.season.state import SeasonState

UP, DOWN = "up", "down"


class Finish(msgspec.Struct, frozen=True):
    """How a player ended a tournament: place from 1, shared ones the same, and the first figure behind `stage`."""

    player: str
    place: int
    score: Fraction


class Part(msgspec.Struct, frozen=True):
    """What one tournament brings: (`base` + `attended`) times `weight`; `counts`: among the best ones."""

    tournament: str
    place: int
    base: Fraction
    attended: int
    weight: int
    counts: bool = True

    @property
    def value(self) -> Fraction:
        return (self.base + self.attended) * self.weight


class Place(msgspec.Struct, frozen=True):
    """A player in the table: the sum of what counts, its parts, and whether the place moves to another division."""

    player: str
    place: int
    shared: bool
    total: Fraction
    parts: tuple[Part, ...]
    move: str = ""


class Table(msgspec.Struct, frozen=True):
    """A division with its places; name "" for whoever is in none, or where there are none."""

    name: str
    places: tuple[Place, ...]


def tables(state: SeasonState, finishes: Mapping[str, Iterable[Finish]]) -> tuple[Table, ...]:
    """The league as it stands. `finishes`: of each tournament that is over, who ended it and how.

    Equal totals are parted by the best single result, then the next best, and so on; whoever is equal in all of them
    shares the place.
    """
    formula = state.league or LeagueSet(points=())
    parts: dict[str, list[Part]] = {}
    for tournament, weight in state.counted.items():
        for one in finishes.get(tournament, ()):
            parts.setdefault(one.player, []).append(_part(formula, tournament, weight, one))
    totals = {player: _counted(formula, found) for player, found in parts.items()}
    found = []
    seated = set[str]()
    for number, division in enumerate(formula.divisions):
        seated.update(division.players)
        rows = _placed({one: totals.get(one, ()) for one in division.players})
        found.append(Table(division.name, _moved(division, rows, number, len(formula.divisions))))
    rest = {player: one for player, one in totals.items() if player not in seated}
    if rest or not formula.divisions:
        found.append(Table("", _placed(rest)))
    return tuple(found)


def _part(formula: LeagueSet, tournament: str, weight: int, one: Finish) -> Part:
    by_place = formula.points[one.place - 1] if one.place <= len(formula.points) else 0
    base = one.score if formula.by == "score" else Fraction(by_place)
    return Part(tournament, one.place, base, formula.attended, weight)


def _counted(formula: LeagueSet, parts: list[Part]) -> tuple[Part, ...]:
    """The parts in the order of the tournaments, those beyond the best marked as dropped; of equal ones the later."""
    order = sorted(range(len(parts)), key=lambda at: (-parts[at].value, at))
    kept = set(order[: formula.best] if formula.best else order)
    return tuple(msgspec.structs.replace(one, counts=at in kept) for at, one in enumerate(parts))


def _placed(rows: Mapping[str, tuple[Part, ...]]) -> tuple[Place, ...]:
    keys = {
        player: (-_total(parts), *sorted(-one.value for one in parts if one.counts), Fraction(1))
        for player, parts in rows.items()
    }
    order = sorted(rows, key=lambda player: (keys[player], player))
    found = []
    for player in order:
        place = next(number for number, other in enumerate(order, start=1) if keys[other] == keys[player])
        shared = sum(keys[other] == keys[player] for other in order) > 1
        found.append(Place(player, place, shared, _total(rows[player]), rows[player]))
    return tuple(found)


def _total(parts: Iterable[Part]) -> Fraction:
    return sum((one.value for one in parts if one.counts), Fraction(0))


def _moved(division: Division, rows: tuple[Place, ...], number: int, count: int) -> tuple[Place, ...]:
    """The first ones go up, the last ones down; a place that is shared across the line moves nobody by itself."""
    up, down = (division.up if number else 0), (division.down if number + 1 < count else 0)
    found = []
    for one in rows:
        same = [index for index, other in enumerate(rows) if other.place == one.place]
        if max(same) < up:
            one = msgspec.structs.replace(one, move=UP)
        elif min(same) >= max(up, len(rows) - down):
            one = msgspec.structs.replace(one, move=DOWN)
        found.append(one)
    return tuple(found)


def next_divisions(state: SeasonState, finishes: Mapping[str, Iterable[Finish]]) -> tuple[Division, ...]:
    """The divisions of the season after this one: whoever goes up or down has gone."""
    divisions = state.league.divisions if state.league else ()
    seats: list[list[str]] = [[] for _ in divisions]
    for number, table in enumerate(tables(state, finishes)[: len(divisions)]):
        for one in table.places:
            to = number + {UP: -1, DOWN: 1}.get(one.move, 0)
            seats[to].append(one.player)
    return tuple(
        msgspec.structs.replace(division, players=tuple(found))
        for division, found in zip(divisions, seats, strict=True)
    )


def proposed(divisions: tuple[Division, ...], found: Iterable[Table]) -> dict[str, str]:
    """Player -> division, for divisions in which nobody is yet: the first of the table in the highest one, all as large
    as the others but for one. Empty once somebody was put into one: who is in none then may be meant to."""
    if not divisions or any(one.players for one in divisions):
        return {}
    order = [place.player for table in found for place in table.places]
    return {player: divisions[at * len(divisions) // len(order)].name for at, player in enumerate(order)}
