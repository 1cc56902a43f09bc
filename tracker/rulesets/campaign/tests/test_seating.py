"""The seats that an event day proposes: to whom, at which tables, and whom it keeps apart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.ruleset import Event
from tracker.rulesets.campaign import RULES
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign.seating import proposed
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.campaign.tests.story import FIELDS, ORGANISER, created, history, table


def day_of(count: int, clubs: str = "", more: Sequence[Event] = (), **options: bool) -> CampaignState:
    """Players p0, p1 ... with one letter of `clubs` each; a dot is none."""
    players = [
        ev.PlayerRegistered(player=f"p{at}", club=club if club.isalpha() else None)
        for at, club in zip(range(count), clubs.ljust(count, "."), strict=False)
    ]
    state: CampaignState = history(created(**options), *players, *more).then_accepted()
    return state


def tables_of(state: CampaignState) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for player, (battlefield, side) in proposed(state).items():
        found.setdefault(battlefield, {}).setdefault(side, []).append(player)
    return found


def test_ten_players_fill_the_five_tables_and_the_rules_take_them() -> None:
    state = day_of(10)
    told = tables_of(state)
    assert list(told) == list(FIELDS)
    assert told["heaven"] == {"serpent": ["p0"], "alliance": ["p5"]}
    for battlefield, sides in told.items():
        event = ev.TableAdded(battlefield=battlefield, sides={key: tuple(one) for key, one in sides.items()})
        assert not RULES.check(state, event, ORGANISER)
        state = RULES.evolve(state, event)
    assert not state.unseated()


@pytest.mark.parametrize(
    ("count", "tables", "seated"), [(0, 0, 0), (1, 0, 0), (3, 1, 2), (11, 5, 10), (14, 5, 14)]
)
def test_an_odd_player_waits_and_more_than_ten_share_tables(count: int, tables: int, seated: int) -> None:
    told = tables_of(day_of(count))
    assert (len(told), sum(len(one) for sides in told.values() for one in sides.values())) == (tables, seated)
    assert all(len(sides["serpent"]) == len(sides["alliance"]) for sides in told.values())


@pytest.mark.parametrize("clubs", ["aabbcc", "aaabbc", "a.a.a.", "abcabc", "aaabbb", "..aabb"])
def test_nobody_meets_their_club_where_that_can_be(clubs: str) -> None:
    state = day_of(len(clubs), clubs)
    for sides in tables_of(state).values():
        met = [state.players[player] for side in sides.values() for player in side]
        assert None in met or len(set(met)) == len(met), (clubs, sides)


def test_who_is_not_here_gets_no_seat_and_tables_that_stand_stay() -> None:
    come = [ev.PlayerCheckedIn(player=player) for player in ("p0", "p1", "p4", "p5")]
    laid = table("heaven", ("p0",), ("p1",))
    state = day_of(6, more=[*come, laid], check_in=True)
    assert proposed(state) == {"p4": ("sea", "serpent"), "p5": ("sea", "alliance")}


def test_where_no_table_is_free_nothing_is_proposed() -> None:
    laid = [table(field, (f"p{2 * at}",), (f"p{2 * at + 1}",)) for at, field in enumerate(FIELDS)]
    assert proposed(day_of(12, more=laid)) == {}
