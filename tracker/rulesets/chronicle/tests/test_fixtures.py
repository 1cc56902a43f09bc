"""Fixed fixtures: everybody meets everybody once, each cycle has a date, and no other match is opened."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.testing import accepts, refuses
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.fixtures import pairs
from tracker.rulesets.chronicle.simulate import begun, play_on
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import Table
from tracker.rulesets.chronicle.tests.test_rules import ANN, linked

LEAGUE = templates()["river-war"].replace(
    'key = "river-war"\n', 'key = "river-war"\nfixtures = "round_robin"\n'
)


@pytest.mark.parametrize("count", [2, 3, 4, 7, 8])
def test_everybody_meets_everybody_once(count: int) -> None:
    rosters = "abcdefgh"[:count]
    met = [frozenset(pair) for cycle in range(count - 1 + count % 2) for pair in pairs(rosters, cycle)]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(rosters, 2)))
    assert all(len(set(sum(pairs(rosters, cycle), ()))) == count - count % 2 for cycle in range(count))


@accepts("CHR-LNK-06")
def test_the_fixtures_of_a_cycle_are_played_and_the_next_come() -> None:
    table = Table(LEAGUE).join("r", "s", "t", "u")
    told = [(one.one, one.two) for one in table.world.fixtures]
    assert told == [("r", "u"), ("s", "t")]
    assert {one.until[:10] for one in table.world.fixtures} == {"2026-01-08"}, "a week after it was made"
    table.play("m1", "u", "r")
    assert [one.link for one in table.world.fixtures] == ["m1", ""]
    table.play("m2", "s", "t")
    table.close()
    assert [(one.one, one.two, one.link) for one in table.world.fixtures] == [("r", "s", ""), ("t", "u", "")][
        ::1
    ]


@refuses("CHR-LNK-06")
def test_no_other_match_is_opened() -> None:
    table = Table(LEAGUE).join("r", "s", "t", "u")
    assert table.refused(linked(table, "m1", "r", "s")) == ["CHR-LNK-06"]
    table.play("m1", "r", "u")
    assert table.refused(linked(table, "m2", "r", "u")) == ["CHR-LNK-06"]


def test_who_leaves_is_not_waited_for_and_the_computer_plays_by_them() -> None:
    table = Table(LEAGUE).join("r", "s", "t", "u")
    table.tell(ev.RosterLeft(roster="r", at=table.at()), ANN)
    assert len(table.world.fixtures) == 1
    played = begun(LEAGUE, 4)
    played.join(4)
    assert play_on(played, 12) == 12 and played.state.rules.fixtures
