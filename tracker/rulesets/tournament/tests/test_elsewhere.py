"""Results of rounds that were played under another tool: told by staff, and counted like any other."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import EVERYONE, REFEREE, Viewer
from games.testing import accepts, refuses
from tracker.rulesets.tournament import RULES, explain, ranking
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.team_draws import with_boards
from tracker.rulesets.tournament.team_scoring import team_ranking
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    ORGANISER,
    SIDES,
    after,
    ann,
    history,
    joined,
    match_id,
    result,
    to_closed,
    to_started,
)
from tracker.rulesets.tournament.tests.team_story import teams

FIVE = (*FOUR, "eve")


def by_hand(*pairs: tuple[str, str], number: int = 1, bye: str | None = None) -> ev.RoundDrawn:
    tables = tuple(
        ev.TablePairing(at, {side: (player,) for side, player in zip(SIDES, pair, strict=True)})
        for at, pair in enumerate(pairs, 1)
    )
    return ev.RoundDrawn(
        round=number, seed=f"hand{number}", pairings=tables, bye=bye, method="manual", reason="as played"
    )


def started(
    *players: str,
    pairs: tuple[tuple[str, str], ...] = (("ann", "bob"), ("cid", "dot")),
    without: str | None = None,
    **options: Any,
) -> list[Any]:
    """A round as it was played elsewhere, under way, without matches; `without`: who had the bye."""
    return [
        *joined(*(players or FOUR), **options),
        by_hand(*pairs, bye=without),
        ev.RoundPublished(round=1),
        ev.RoundStarted(round=1),
    ]


def brought(table: int, winner: str = "alliance", number: int = 1, **told: Any) -> desk.ResultBrought:
    return desk.ResultBrought(round=number, table=table, winner=winner, source="cup.trf", **told)


def vp(one: int, other: int) -> dict[str, int]:
    return dict(zip(SIDES, (one, other), strict=True))


def total(events: list[Any], player: str, id: str = "points") -> int:
    return sum(int(row.top) for row in explain(after(*events), player, id))


@accepts("TRN-MOVE-01", "TRN-MOVE-02")
def test_a_round_played_elsewhere_counts_like_one_played_here():
    """Oracle: the same pairs and scores, confirmed by matches of ours, give the same standings and the next field."""
    elsewhere = [
        *started(*FIVE, without="eve"),
        brought(1, vp=vp(7, 4)),
        brought(2, "draw", vp=vp(3, 3)),
        ev.RoundClosed(round=1),
    ]
    here = [
        *started(*FIVE, without="eve"),
        *(ev.MatchOpened(round=1, table=at, match=match_id(1, at)) for at in (1, 2)),
        result(1, 1, 7, 4),
        result(1, 2, 3, 3),
        ev.RoundClosed(round=1),
    ]
    for player in FIVE:
        for id_ in ("points", "vp", "vp_diff", "sos"):
            assert total(elsewhere, player, id_) == total(here, player, id_), (player, id_)
    one, other = (ranking(after(*events)).standings() for events in (elsewhere, here))
    assert [(row.player, row.rank) for row in one] == [(row.player, row.rank) for row in other]
    assert next_field(after(*elsewhere), "s2") == next_field(after(*here), "s2")
    row = explain(after(*elsewhere), "ann", "points")[0]
    assert (row.table, row.opponents, row.match, row.seq) == (1, ("bob",), None, None)


def test_points_of_the_file_count_where_it_tells_them():
    events = [*started(), brought(1, tp=vp(6, 1)), brought(2, "serpent", vp=vp(0, 2))]
    assert [total(events, player) for player in FOUR] == [6, 1, 0, 3]


def test_a_result_without_victory_points_is_no_score_of_anybody():
    """They are no draw of 0:0 in a table of points by score, and the median that a bye is worth leaves them out."""
    options: dict[str, Any] = {"tp": ev.TournamentPoints(9, 4, 0, {"0-0": 2, "7-4": 8, "4-7": 1})}
    options["bye"] = ev.ByeValue(tp=7)
    players = (*FIVE, "fay", "gus")
    pairs = (("ann", "bob"), ("cid", "dot"), ("eve", "fay"))
    events = [
        *started(*players, pairs=pairs, without="gus", **options),
        brought(1, "draw"),
        brought(2, vp=vp(7, 4)),
    ]
    events += [brought(3)]
    assert [total(events, player) for player in players] == [4, 4, 8, 1, 9, 0, 7]
    assert total(events, "gus", "vp") == 7


def test_what_is_not_in_the_file_is_played_here():
    events = [*started(), brought(1, vp=vp(2, 0))]
    opened = [*events, ev.MatchOpened(round=1, table=2, match="m1.2"), result(1, 2)]
    assert after(*opened, ev.RoundClosed(round=1)).rounds[0].status == "closed"
    unopened = next(one for one in RULES.next_events(after(*events), REFEREE) if one.type == "match_opened")
    assert unopened.choices["table"] == (2,)
    offered = next(one for one in RULES.next_events(after(*events), REFEREE) if one.type == "result_brought")
    assert offered.choices == {"round": (1,), "table": (1, 2)}
    over = [*events, brought(2), ev.RoundClosed(round=1), ev.TournamentFinished()]
    assert offered in RULES.next_events(after(*over), REFEREE), "what was misread is told after the end too"
    assert after(*over, brought(2, "serpent", reason="misread")).finished


def test_a_table_given_by_the_file_needs_no_match_and_a_lifted_one_takes_a_result():
    given = desk.TableAwarded(round=1, table=2, kind="forfeit", winner="serpent", reason="- + in the file")
    events = [*started(), brought(1), given, ev.RoundClosed(round=1)]
    assert [total(events, player) for player in FOUR] == [3, 0, 0, 3]
    lifted = [*events, desk.AwardLifted(round=1, table=2, reason="played after all")]
    assert after(*lifted).owing() is not None
    assert after(*lifted, brought(2, vp=vp(1, 0))).owing() is None


@accepts("TRN-MOVE-03")
@refuses("TRN-MOVE-03")
def test_another_result_says_why_and_the_places_follow_after_the_end_too():
    events = [
        *started(),
        brought(1, vp=vp(7, 4)),
        brought(2),
        ev.RoundClosed(round=1),
        ev.TournamentFinished(),
    ]
    history(*events).when(brought(1, "serpent", vp=vp(4, 7)), ORGANISER).then_refused("TRN-MOVE-03")
    history(*events).when(brought(1, vp=vp(7, 4), reason="again"), ORGANISER).then_refused("TRN-MOVE-03")
    mended = [*events, brought(1, "serpent", vp=vp(4, 7), reason="a swapped line")]
    assert (total(mended, "ann"), total(mended, "bob")) == (0, 3)
    assert after(*mended).rounds[0].pairings[0].result.reason == "a swapped line"


@refuses("TRN-MOVE-01")
def test_only_a_table_of_a_round_by_hand_without_a_match():
    history(*to_started(*joined(*FOUR))).when(brought(1), ORGANISER).then_refused("TRN-MOVE-01")
    history(*to_closed(*joined(*FOUR))).when(brought(1), ORGANISER).then_refused("TRN-MOVE-01")
    drafted = started()[:-2]
    history(*drafted).when(brought(1), ORGANISER).then_refused("TRN-MOVE-01")
    opened = [*started(), ev.MatchOpened(round=1, table=1, match="m1.1")]
    history(*opened).when(brought(1), ORGANISER).then_refused("TRN-MOVE-01")
    history(*started()).when(brought(3), ORGANISER).then_refused("TRN-MOVE-01")
    history(*started()).when(brought(1, number=2), ORGANISER).then_refused("TRN-MOVE-01")


@refuses("TRN-RND-04")
def test_no_match_comes_to_a_table_that_has_its_result():
    events = [*started(), brought(1)]
    opening = ev.MatchOpened(round=1, table=1, match="m1.1")
    history(*events).when(opening, ORGANISER).then_refused("TRN-RND-04")


@refuses("TRN-MOVE-02")
@pytest.mark.parametrize(
    "told",
    [
        {"winner": "somebody"},
        {"vp": {"alliance": 3}},
        {"vp": {"alliance": 3, "others": 1}},
        {"tp": {"serpent": 3}},
        {"tp": vp(0, 3)},
    ],
)
def test_numbers_of_both_sides_that_fit_the_winner(told):
    history(*started()).when(brought(1, **told), ORGANISER).then_refused("TRN-MOVE-02")


@refuses("TRN-WHO-01")
def test_staff_tell_it_and_everybody_may_read_it():
    history(*started()).when(brought(1), ann()).then_refused("TRN-WHO-01")
    state = after(*started(), brought(1, vp=vp(7, 4)))
    for viewer in (EVERYONE, Viewer("player", "ann")):
        shown = RULES.visible_to(state, viewer).rounds[0].pairings[0].counted()
        assert shown is not None and (shown["source"], shown["vp"]) == ("cup.trf", vp(7, 4))


def test_boards_of_teams_that_were_played_elsewhere_make_the_match():
    """A round of teams by hand: each board told with its source, the match and both standings follow."""
    state = after(*teams("north", "south", "east", "west"))
    pairs = [("north", "south"), ("east", "west")]
    drawn = ev.RoundDrawn(round=1, seed="hand", pairings=(), method="manual", reason="as played")
    log = [with_boards(state, drawn, pairs, None), ev.RoundPublished(round=1), ev.RoundStarted(round=1)]
    for event in log:
        assert RULES.check(state, event, ORGANISER) == ()
        state = RULES.evolve(state, event)
    for board in state.rounds[0].pairings:
        north = next(
            (side for side, players in board.sides.items() if players[0][:5] in ("north", "east1")), None
        )
        told = brought(board.table, north or "draw")
        assert RULES.check(state, told, ORGANISER) == (), RULES.check(state, told, ORGANISER)
        state = RULES.evolve(state, told)
    closed = ev.RoundClosed(round=1)
    assert RULES.check(state, closed, ORGANISER) == ()
    ranked = team_ranking(RULES.evolve(state, closed)).standings()
    assert [(row.player, [figure.top for figure in row.figures[:2]]) for row in ranked] == [
        ("north", [2, 9]),
        ("east", [2, 5]),
        ("west", [0, 2]),
        ("south", [0, 0]),
    ]
