"""Leagues: a published formula over tournaments, drop-lowest, divisions with promotion and relegation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.ruleset import Actor, Event, apply
from games.testing import accepts, refuses
from tracker.rulesets.season import RULES
from tracker.rulesets.season import events as ev
from tracker.rulesets.season.league import Finish, Table, next_divisions, tables
from tracker.rulesets.season.state import SeasonState

STAFF = Actor("organiser", "1")
CUPS = [f"0000000{n}-0000-0000-0000-000000000000" for n in range(1, 5)]
PEOPLE = {name: f"{name * 8}-0000-0000-0000-000000000000" for name in "abcdef"}
NAMES = {id_: name for name, id_ in PEOPLE.items()}


def season(*events: Event) -> SeasonState:
    state = RULES.initial(None)  # type: ignore[arg-type]  # a season has no setup
    for event in (ev.SeasonCreated(name="S", system="x", starts="2026-01-01T00:00:00Z"), *events):
        state = apply(RULES, state, event, STAFF)
    return state


def league(**told: Any) -> ev.LeagueSet:
    return ev.LeagueSet(**{"points": (10, 6, 3), **told})


def counted(*weights: int) -> list[Event]:
    return [ev.TournamentCounted(tournament=cup, weight=one) for cup, one in zip(CUPS, weights, strict=False)]


def ended(*orders: str) -> dict[str, list[Finish]]:
    """The players of each tournament in the order of their places; each has as many points as come after it."""
    return {
        cup: [Finish(PEOPLE[one], at, Fraction(len(order) - at)) for at, one in enumerate(order, start=1)]
        for cup, order in zip(CUPS, orders, strict=False)
    }


def shown(table: Table) -> list[tuple[str, int, int]]:
    return [(NAMES[one.player], one.place, int(one.total)) for one in table.places]


def refused(state: SeasonState, event: Event) -> list[str]:
    return [one.rule for one in RULES.check(state, event, STAFF)]


@accepts("SEA-LGA-01", "SEA-LGA-03")
def test_places_bring_points_and_the_worst_is_dropped() -> None:
    state = season(league(best=2, attended=1), *counted(1, 1, 2))
    (table,) = tables(state, ended("abc", "bca", "cab"))
    assert shown(table) == [("c", 1, 29), ("a", 2, 25), ("b", 3, 19)]
    best = table.places[0]
    assert [(int(one.value), one.counts) for one in best.parts] == [(4, False), (7, True), (22, True)]


def test_all_count_where_nothing_is_dropped_and_equal_results_share() -> None:
    state = season(league(), *counted(1, 1))
    (table,) = tables(state, ended("abc", "bac"))
    assert shown(table) == [("a", 1, 16), ("b", 1, 16), ("c", 3, 6)]
    assert [one.shared for one in table.places] == [True, True, False]


def test_equal_totals_are_parted_by_the_best_result() -> None:
    state = season(league(points=(6, 3, 3)), *counted(1, 1))
    (table,) = tables(state, ended("abc", "cb"))
    assert shown(table) == [("c", 1, 9), ("a", 2, 6), ("b", 3, 6)]


def test_a_tournament_may_bring_its_own_score() -> None:
    state = season(ev.LeagueSet(by="score"), *counted(3))
    assert shown(tables(state, ended("abc"))[0]) == [("a", 1, 6), ("b", 2, 3), ("c", 3, 0)]


@accepts("SEA-LGA-02")
def test_up_and_down() -> None:
    first = ev.Division(name="First", players=tuple(PEOPLE[x] for x in "abc"), down=1)
    second = ev.Division(name="Second", players=tuple(PEOPLE[x] for x in "de"), up=1)
    state = season(league(divisions=(first, second)), *counted(1))
    one, two, others = tables(state, ended("aebdcf"))
    assert [(NAMES[x.player], x.move) for x in one.places] == [("a", ""), ("b", ""), ("c", "down")]
    assert [(NAMES[x.player], x.move) for x in two.places] == [("e", "up"), ("d", "")]
    assert [NAMES[x.player] for x in others.places] == ["f"]
    after = next_divisions(state, ended("aebdcf"))
    assert [[NAMES[x] for x in each.players] for each in after] == [["a", "b", "e"], ["c", "d"]]


def test_a_place_that_is_shared_across_the_line_moves_nobody() -> None:
    first = ev.Division(name="First", players=tuple(PEOPLE[x] for x in "abc"), down=1)
    state = season(league(divisions=(first, ev.Division(name="Second"))), *counted(1))
    assert [x.move for x in tables(state, ended("a"))[0].places] == ["", "", ""]


@accepts("SEA-LGA-04")
def test_what_is_left_out_counts_no_more() -> None:
    left = ev.TournamentLeftOut(tournament=CUPS[0], reason="it was a friendly one")
    state = season(league(), *counted(1, 1), left)
    assert shown(tables(state, ended("abc", "cba"))[0]) == [("c", 1, 10), ("b", 2, 6), ("a", 3, 3)]


@refuses("SEA-LGA-01")
@pytest.mark.parametrize("points", [(), (3, 5)])
def test_points_fall_from_place_to_place(points: tuple[int, ...]) -> None:
    assert refused(season(), league(points=points)) == ["SEA-LGA-01"]


@refuses("SEA-LGA-02")
@pytest.mark.parametrize(
    "divisions",
    [
        (ev.Division(name="A"), ev.Division(name="A")),
        (ev.Division(name="A", players=(PEOPLE["a"],)), ev.Division(name="B", players=(PEOPLE["a"],))),
        (ev.Division(name="A", up=1), ev.Division(name="B")),
        (ev.Division(name="A"), ev.Division(name="B", down=1)),
    ],
)
def test_divisions_fit_together(divisions: tuple[ev.Division, ...]) -> None:
    assert refused(season(), league(divisions=divisions)) == ["SEA-LGA-02"]


@refuses("SEA-LGA-03", "SEA-LGA-04", "SEA-END-01")
def test_a_tournament_counts_once_and_a_closed_season_stays() -> None:
    state = season(*counted(1))
    left = ev.TournamentLeftOut(tournament=CUPS[1], reason="x")
    assert refused(state, counted(2)[0]) == ["SEA-LGA-03"] and refused(state, left) == ["SEA-LGA-04"]
    closed = apply(RULES, state, ev.SeasonClosed(closed="2026-02-01T00:00:00Z"), STAFF)
    for event in (league(), ev.TournamentCounted(tournament=CUPS[1])):
        assert refused(closed, event) == ["SEA-END-01"]
