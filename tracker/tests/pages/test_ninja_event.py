"""Ninja as a tournament: the figures of its matches rank those who are level, are explained and follow corrections."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.ruleset import REFEREE
from tracker import commands, selectors
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.models import MatchRow
from tracker.tests.hall import caught_up, organiser, start_round
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.test_edit_result import preview

pytestmark = pytest.mark.django_db(transaction=True)

FIGURES = ["points", "escapes", "missions", "deaths_inflicted", "direct_encounter", "intruder_win_turn"]
DONE: dict[str, Any] = {"mission_done": True, "left": True}
FOUR_DEATHS = {"ninja": {"deaths": [3, 12]}, "traitor": {"deaths": [5, 14]}}
THREE_DEATHS = {"ninja": {"deaths": [3]}, "traitor": {"deaths": [5, 14]}}


class Cup:
    """A tournament of results alone with its players checked in."""

    def __init__(self, count: int, **options: Any) -> None:
        self.who: Identity = organiser()
        self.event = commands.create_tournament(
            self.who, name="Castle cup", preset="ninja_results", options=options
        )
        people = [commands.NewPlayer(f"Player {number}") for number in range(count)]
        for player in commands.register_players(self.who, self.event, people):
            commands.check_in(self.who, self.event, player=player.id)

    def report(self, row: MatchRow, last_turn: int, intruders: dict[str, Any]) -> None:
        told = {"last_turn": last_turn, "intruders": intruders}
        commands.report_match(self.who, row.stream_id, told, type_="result_reported")

    def standing(self) -> list[tuple[str, dict[str, int]]]:
        """(player, tie-breaker -> its figure), best first."""
        caught_up()
        rows = selectors.standings(self.event)
        return [(str(row.player_id), {one["id"]: one["top"] for one in row.figures}) for row in rows]

    def why(self, player: str, figure: str, language: str) -> str:
        reader = Client(headers={"accept-language": language})
        return reader.get(f"/events/{self.event}/standings/{player}/{figure}/").content.decode()

    def sides(self) -> list[dict[str, str]]:
        """Side -> player, of every table of every round so far."""
        state = selectors.current_state(self.event).state
        return [
            {side: players[0] for side, players in table.sides.items()}
            for round_ in state.rounds
            for table in round_.pairings
        ]


def of_side(row: MatchRow, side: str) -> str:
    return str(row.sides[side][0])


def two_guards_have_won(cup: Cup) -> tuple[MatchRow, MatchRow]:
    """Both tables go to the guards: those of the first killed intruders three times, those of the second four times."""
    first, second = start_round(cup.who, cup.event, 1)
    cup.report(first, 20, THREE_DEATHS)
    cup.report(second, 14, FOUR_DEATHS)
    return first, second


def test_who_is_level_on_points_is_ranked_by_what_the_intruders_did() -> None:
    cup = Cup(4)
    first, second = two_guards_have_won(cup)
    told = cup.standing()
    assert [player for player, _figures in told] == [
        of_side(second, "guards"),
        of_side(first, "guards"),
        of_side(first, "intruders"),
        of_side(second, "intruders"),
    ]
    assert [list(figures) for _player, figures in told] == [FIGURES] * 4
    assert [figures["deaths_inflicted"] for _player, figures in told] == [4, 3, -3, -4]


@pytest.mark.parametrize(
    ("language", "title", "game"),
    [
        ("en", "Intruders killed minus intruders lost", "table 2 against"),
        ("ru", "Убитые вторженцы минус потерянные", "стол 2"),
    ],
)
def test_the_deciding_figure_opens_down_to_its_games(language: str, title: str, game: str) -> None:
    cup = Cup(4)
    _first, second = two_guards_have_won(cup)
    cup.standing()
    page = cup.why(of_side(second, "guards"), "deaths_inflicted", language)
    assert title in page and game in page and ">4<" in page
    assert "deaths_inflicted" not in page.replace("/deaths_inflicted/", "")


def test_escapes_and_missions_of_both_sides_count_against_each_other() -> None:
    cup = Cup(4)
    first, second = start_round(cup.who, cup.event, 1)
    cup.report(first, 9, {"ninja": DONE, "traitor": {**DONE, "deaths": [4]}})
    cup.report(second, 6, {"ninja": DONE, "traitor": DONE})
    found = dict(cup.standing())
    assert found[of_side(first, "intruders")] == {
        "points": 3,
        "escapes": 2,
        "missions": 2,
        "deaths_inflicted": -1,
        "direct_encounter": 0,
        "intruder_win_turn": -9,
    }
    assert found[of_side(first, "guards")]["escapes"] == -2
    assert found[of_side(second, "guards")]["intruder_win_turn"] == -10
    explained = cup.why(of_side(second, "guards"), "intruder_win_turn", "en")
    assert "No game that counts here" in explained


def test_the_standings_follow_a_corrected_and_a_voided_match() -> None:
    cup = Cup(4)
    first, second = two_guards_have_won(cup)
    leader = of_side(second, "guards")
    assert cup.standing()[0][0] == leader
    result = entry_of(second.stream_id)
    commands.void(cup.who, second.stream_id, [result], "The slip was misread.", tail=True)
    assert cup.standing()[0] == (
        of_side(first, "guards"),
        dict(zip(FIGURES, (3, 0, 0, 3, 0, -1), strict=True)),
    )
    cup.report(second, 20, {"ninja": {"deaths": [7]}, "traitor": {"left": True}})
    told = dict(cup.standing())
    assert [told[leader][name] for name in ("points", "deaths_inflicted")] == [3, 1]
    assert cup.standing()[0][0] == of_side(first, "guards")


def entry_of(match: UUID) -> int:
    """The entry that reports the result."""
    told = selectors.events_page(match, REFEREE).events
    return next(one.seq for one in told if one.type == "result_reported")


def test_rest_names_the_figures_that_rank() -> None:
    cup = Cup(4)
    _first, second = two_guards_have_won(cup)
    cup.standing()
    path = f"/api/v1/tournaments/{cup.event}/standings/"
    columns = Client().get(path).json()["columns"]
    assert [one["id"] for one in columns] == FIGURES
    assert columns[1]["title"]["ru"] == "Побеги из замка: свои минус соперников"
    told = Client().get(f"{path}{of_side(second, 'guards')}/").json()["figures"]
    rows = next(one["rows"] for one in told if one["figure"]["id"] == "deaths_inflicted")
    assert [row["top"] for row in rows] == [4]


def test_an_event_of_before_keeps_the_tie_breakers_of_its_log() -> None:
    order = ["points", "met_points", "sos"]
    cup = Cup(2, tiebreaks=order)
    (row,) = start_round(cup.who, cup.event, 1)
    cup.report(row, 14, FOUR_DEATHS)
    assert [list(figures) for _player, figures in cup.standing()] == [order, order]
    result = selectors.current_state(cup.event).state.rounds[0].pairings[0].result
    assert result.figures == {}


def test_in_a_double_round_robin_a_pairing_is_two_games_with_swapped_sides() -> None:
    cup = Cup(2, stages=[{"format": "round_robin", "legs": 2}])
    commands.begin_stage(cup.who, cup.event)
    for number in (1, 2):
        (row,) = start_round(cup.who, cup.event, number)
        cup.report(row, 14, FOUR_DEATHS)
        follow_up.catch_up()
        commands.close_round(cup.who, cup.event, round=number)
    one, other = cup.sides()
    assert one == {"guards": other["intruders"], "intruders": other["guards"]}
    assert [figures["deaths_inflicted"] for _player, figures in cup.standing()] == [0, 0]


def test_a_correction_in_a_game_without_points_says_who_wins_instead() -> None:
    """The page, its preview and the note for the report said 0 : 0."""
    cup = Cup(2)
    (row,) = start_round(cup.who, cup.event, 1)
    cup.report(row, 14, FOUR_DEATHS)
    caught_up()
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(cup.who.user)
    url = reverse("pages:edit-result", args=[cup.event, row.stream_id])
    assert "now The guards win" in text_of(desk.get(url))
    gone = {
        f"told-intruders.{who}.{done}": "on"
        for who in ("ninja", "traitor")
        for done in ("mission_done", "left")
    }
    said = preview(desk, url, **{"told-last_turn": "12"}, **gone)
    assert (
        '>The guards win</span> → <b class="number">The intruders win</b></li>' in said
        and "0 : 0" not in said
    )


@pytest.mark.parametrize(("language", "won"), [("en", "The guards win"), ("ru", "Победа стражи")])
def test_a_game_without_points_shows_who_won_and_no_score(language: str, won: str) -> None:
    cup = Cup(2)
    (row,) = start_round(cup.who, cup.event, 1)
    cup.report(row, 14, FOUR_DEATHS)
    caught_up()
    reader = Client(headers={"accept-language": language})
    pairings = reader.get(f"/events/{cup.event}/pairings/?round=1&by=table").content.decode()
    assert won in pairings and "0 : 0" not in pairings
    log = reader.get(f"/events/{cup.event}/log/").content.decode()
    assert won in log and "0 : 0" not in log
    player = reader.get(f"/players/{of_side(row, 'guards')}/").content.decode()
    assert str(row.stream_id) in player and "0 : 0" not in player
