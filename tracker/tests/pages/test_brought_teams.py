"""Rounds of teams that were played under another tool: told board by board, and what cannot be a board is named."""

from __future__ import annotations

from typing import Any

import pytest

from tracker import commands
from tracker.models import MatchRow
from tracker.rulesets import tournament
from tracker.rulesets.tournament.team_scoring import team_standings
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.test_team_event import entered

pytestmark = pytest.mark.django_db(transaction=True)
FOUR = "North: Ann, Abe\nSouth: Bea, Bob\nWest: Cid, Cleo\nEast: Dan, Dora\n"
BOARDS = "Ann - Bea 7:4\nAbe - Bob 3:3\nDan - Cid 2:5\nCleo - Dora 6:1\n"


def boards(language: str = "en", **plan: Any) -> Desk:
    return entered(language, FOUR, **{"pairing": "order", "substitutes": 0, **plan})


def look(desk: Desk, text: str) -> str:
    return text_of(desk.client.post(desk.console("round/brought/"), {"text": text, "how": "look"}))


def take(desk: Desk, text: str, how: str = "played") -> Any:
    sent = {"text": text, "how": how, "reason": "as the other tool has it", "key": "k"}
    return desk.client.post(desk.console("round/brought/"), sent)


def places(desk: Desk) -> list[tuple[str, int, int]]:
    rows = team_standings(desk.state)
    points = [{figure.id: figure.top for figure in row.figures} for row in rows]
    return [
        (desk.state.teams[row.player].name, told["points"], told["vp"])
        for row, told in zip(rows, points, strict=True)
    ]


def test_boards_make_the_matches_and_both_standings() -> None:
    desk = boards()
    shown = look(desk, BOARDS)
    assert "7 : 4, Ann wins" in shown and "Take it with its results" in shown
    assert take(desk, BOARDS).status_code == 302
    round_ = desk.state.rounds[0]
    assert (round_.status, round_.missing()) == ("closed", ()) and not MatchRow.objects.exists()
    # North won a board (3) and drew one (1): 4 to 1. West won both boards, whoever stood first in their lines.
    assert places(desk) == [("West", 2, 6), ("North", 2, 4), ("South", 0, 1), ("East", 0, 0)]
    names = {player.player: player for player in tournament.standings(desk.state)}
    assert sorted(row.figures[0].top for row in names.values()) == [0, 0, 0, 1, 1, 3, 3, 3]
    version = desk.version
    assert take(desk, BOARDS).status_code == 302 and desk.version == version, "a second tap does nothing"
    commands.draw_round(desk.who, desk.event, seed="next", reason="a test")
    met = [{*table.sides.values()} for table in round_.teams]
    assert all({*table.sides.values()} not in met for table in desk.state.rounds[1].teams)


def test_a_board_that_no_line_tells_is_played_here() -> None:
    desk = boards()
    assert take(desk, BOARDS.replace("Cleo - Dora 6:1\n", "")).status_code == 302
    round_ = desk.state.rounds[0]
    assert round_.status == "started" and round_.missing() == (4,)
    assert MatchRow.objects.filter(tournament=desk.event).count() == 1


def test_doubles_are_told_by_their_teams() -> None:
    desk = boards(kind="doubles")
    assert take(desk, "South - North 4:9\nWest - East 5:5\n").status_code == 302
    assert sorted(places(desk)) == [("East", 1, 5), ("North", 2, 9), ("South", 0, 4), ("West", 1, 5)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Ann - Bob 7:4", "Ann and Bob sit at no board together by the line-ups of their teams"),
        ("Ann - Abe 7:4", "Ann and Abe are of one team"),
        ("Ann - Bea 7:4\nAbe - Cleo 1:0", "North stands there twice"),
        ("Ann - Zoe 7:4", "nobody here is called Zoe"),
        ("North\nSouth\nWest - East", "a second bye"),
    ],
)
def test_what_cannot_be_a_board_is_named_and_nothing_is_made(text: str, problem: str) -> None:
    desk = boards()
    assert problem in look(desk, text)
    assert take(desk, text).status_code == 400 and not desk.state.rounds


def test_a_score_of_teams_asks_for_the_boards_and_the_round_is_made_without_it() -> None:
    desk = boards()
    shown = look(desk, "North - South 2:0\nWest - East")
    assert "a line for each board" in shown and "Take it with its results" not in shown
    assert take(desk, "North - South 2:0\nWest - East", "take").status_code == 302
    assert desk.state.rounds[0].status == "draft"


def test_where_captains_pair_the_boards_no_results_come() -> None:
    desk = boards(pairing="captains")
    assert "sit at no board together" in look(desk, BOARDS)
    assert take(desk, BOARDS).status_code == 400


def test_the_page_speaks_russian_of_teams() -> None:
    desk = boards("ru")
    shown = look(desk, "North - South 2:0\nAnn - Abe 1:0")
    assert "по строке на доску" in shown and "Ann и Abe из одной команды" in shown
