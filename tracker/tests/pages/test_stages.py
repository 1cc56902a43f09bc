"""Stages in the browser and over REST: the cut proposed, decided, played, shown, and the podium."""

from __future__ import annotations

import csv
import io
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tracker import commands, selectors
from tracker.models import Player
from tracker.pages.organiser import stages as stage_page
from tracker.rulesets.tournament.stages import Going, going
from tracker.selectors.stages import stages
from tracker.tests.hall import caught_up, organiser, start_round, summary
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)
SWISS_CUT = [
    {"format": "swiss", "rounds": 1},
    {"format": "single_elimination", "cut": 4, "third_place": True},
]


def played(desk: Desk, number: int) -> None:
    """A round through the commands, with a winner at every table."""
    for row in start_round(desk.who, desk.event, number):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=number)
    caught_up()


def cut(count: int = 8, language: str = "en", **options: Any) -> Desk:
    """A Swiss of one round that is over."""
    desk = Desk(
        count, language, stages=SWISS_CUT, tiebreaks=["points", "lot"], scenarios=[], **options
    ).ready()
    played(desk, 1)
    return desk


def test_the_console_proposes_the_cut_and_the_stage_begins_by_one_button() -> None:
    desk = cut()
    console = desk.client.get(desk.console()).content.decode()
    assert "Cut to 4: single elimination" in console
    page = desk.client.get(desk.console("stage/"))
    assert len([one for one in page.context["candidates"] if one["goes"]]) == 4
    going = [one["player"] for one in page.context["candidates"] if one["goes"]]
    sent = {"stage": page.context["plan_json"], "field": going, "version": page.context["version"]}
    assert desk.client.post(desk.console("stage/"), sent).status_code == 302
    assert list(desk.state.stages[-1].field) == going
    assert "Draw round 2" in desk.client.get(desk.console()).content.decode()


def test_another_field_than_the_standings_name_is_refused_in_words_until_a_reason_is_given() -> None:
    desk = cut()
    page = desk.client.get(desk.console("stage/"))
    field = [one["player"] for one in page.context["candidates"]][1:5]
    sent = {"stage": page.context["plan_json"], "field": field}
    refused = desk.client.post(desk.console("stage/"), sent)
    assert refused.status_code == 422 and "Say why it is to be so" in refused.content.decode()
    assert (
        desk.client.post(desk.console("stage/"), {**sent, "reason": "the best one left"}).status_code == 302
    )


def test_a_further_stage_that_nobody_planned() -> None:
    desk = Desk(
        4, stages=[{"format": "swiss", "rounds": 1}], tiebreaks=["points", "lot"], scenarios=[]
    ).ready()
    played(desk, 1)
    page = desk.client.get(desk.console("stage/") + "?format=single_elimination&cut=2")
    assert len([one for one in page.context["candidates"] if one["goes"]]) == 2
    sent = {
        "stage": page.context["plan_json"],
        "field": [one["player"] for one in page.context["candidates"] if one["goes"]],
        "reason": "a final for the crowd",
    }
    assert desk.client.post(desk.console("stage/"), sent).status_code == 302


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_bracket_fills_up_and_a_podium_stands_at_the_end(language: str) -> None:
    desk = cut(language=language)
    assert "bracket" in desk.client.get(desk.url()).content.decode()
    commands.begin_stage(desk.who, desk.event)
    played(desk, 2)
    page = desk.client.get(desk.url("bracket/")).content.decode()
    assert ("Semi-finals" if language == "en" else "Полуфиналы") in page
    played(desk, 3)
    commands.finish(desk.who, desk.event)
    caught_up()
    home = desk.client.get(desk.url())
    assert [row.rank for row in home.context["podium"]] == [1, 2, 3]
    assert desk.client.get(desk.url("bracket/hall/")).status_code == 200
    hall = desk.client.get(desk.url("pairings/hall/"))
    assert '<h1 id="round" class="named">Hall cup</h1>' in hall.content.decode()
    # What a bracket leaves behind only sorts: nobody can read "Stage 7" across a hall.
    points = "TP 3" if language == "en" else "ТО 3"
    assert next(line.below for line in hall.context["ranked"]).startswith(points)
    assert home.context["column"]["id"] == "points"
    rows = list(selectors.standings(desk.event))
    assert [row.rank for row in rows[:4]] == [1, 2, 3, 4] and rows[0].figures[0]["id"] == "stage"


def test_whoever_does_not_go_on_is_not_told_to_wait_for_a_table() -> None:
    desk = cut()
    waits = "Your next table appears here once the round is published."
    days = {player: phone_of(player) for player in desk.players}
    assert all(waits in text_of(phone.get("/my/")) for phone in days.values())
    commands.begin_stage(desk.who, desk.event)
    field = desk.state.stages[-1].field
    for player, phone in days.items():
        page = text_of(phone.get("/my/"))
        if str(player.id) in field:
            assert "As long as you are in the play-off" in page
        else:
            assert waits not in page and "You do not play in this stage" in page
    played(desk, 2)
    played(desk, 3)
    commands.finish(desk.who, desk.event)
    caught_up()
    first = next(iter(selectors.standings(desk.event)))
    winner = next(player for player in desk.players if player.id == first.player_id)
    assert "1 in the final ranking" in text_of(days[winner].get("/my/"))


def test_before_the_first_round_the_page_of_stages_says_what_is_planned() -> None:
    desk = Desk(8, stages=SWISS_CUT, tiebreaks=["points", "lot"], scenarios=[]).ready()
    page = text_of(desk.client.get(desk.console("stage/")))
    assert "close the round first" not in page and "draw its first round" in page
    assert "Swiss (1 round), Cut to 4: single elimination." in page


def phone_of(player: Player) -> Client:
    """A browser in English that claimed the player."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(f"/claim/{player.claim_code}/")
    return phone


def test_no_draft_shows_in_the_bracket() -> None:
    desk = cut()
    commands.begin_stage(desk.who, desk.event)
    before = desk.client.get(f"/api/v1/tournaments/{desk.event}/stages/").json()
    commands.draw_round(desk.who, desk.event)
    # A bracket compares nobody: no "0 points, place 1" beside the names.
    assert "place 1" not in text_of(desk.client.get(desk.console("round/")))
    after = Client().get(f"/api/v1/tournaments/{desk.event}/stages/").json()
    assert [bout["status"] for bout in after["begun"][1]["bouts"]] == ["open"] * 4
    assert before["begun"][1]["field"] == after["begun"][1]["field"]


def test_byes_are_noted_for_rounds_that_are_drawn_by_points_and_latecomers_read_when_they_play() -> None:
    """The forms went by the number of rounds of an event without stages: 2 here, while a third round is drawn by points
    after a Swiss of two."""
    stages = [
        {"format": "swiss", "rounds": 2},
        {"format": "swiss", "rounds": 2, "carry": True},
        {"format": "single_elimination", "cut": 2},
    ]
    desk = Desk(6, stages=stages, scenarios=[], list_required=False).ready()
    player = f"players/{desk.players[0].pk}/"

    def offered() -> Any:
        return list(desk.client.get(desk.console(player)).context["rounds_to_come"])

    assert offered() == [1, 2, 3, 4]
    played(desk, 1)
    played(desk, 2)
    commands.begin_stage(desk.who, desk.event, reason="all go on")
    commands.drop(desk.who, desk.event, player=str(desk.players[3].pk))
    commands.draw_round(desk.who, desk.event)
    commands.reinstate(desk.who, desk.event, player=str(desk.players[3].pk))
    assert "from round 4 on" in desk.client.get(desk.console()).content.decode()
    assert offered() == [4]


def test_stages_over_rest() -> None:
    who = organiser()
    stages = [{"format": "round_robin", "groups": 2}, {"format": "single_elimination", "cut": 2}]
    event = commands.create_tournament(
        who,
        name="Groups",
        options={"stages": stages, "check_in": False, "list_required": False, "scenarios": []},
    )
    names = [commands.NewPlayer(f"Player {number}") for number in range(6)]
    commands.register_players(who, event, names)
    client = Client()
    client.force_login(who.user)
    url = f"/api/v1/tournaments/{event}/stages/"
    planned = client.get(url).json()
    assert planned["begun"] == [] and [one["format"] for one in planned["planned"]] == [
        "round_robin",
        "single_elimination",
    ]
    assert client.post(url, {"action": "begin"}, content_type="application/json").status_code in (200, 201)
    found = client.get(url).json()["begun"][0]
    assert [group["name"] for group in found["groups"]] == ["A", "B"]
    back = {"action": "withdraw", "reason": "too early"}
    assert client.post(url, back, content_type="application/json").status_code in (200, 201)
    assert client.get(url).json()["begun"] == []
    assert Client().post(url, {"action": "begin"}, content_type="application/json").status_code in (401, 403)


def test_a_new_event_takes_a_format_by_name_and_as_many_rounds_as_the_field_needs() -> None:
    desk = Desk(0)
    sent = {
        "name": "Open",
        "preset": "last_battle_swiss",
        "format": "swiss_cut",
        "cut": "4",
        "expected": "16",
    }
    answer = desk.client.post("/organise/", sent)
    assert answer.status_code == 302, answer.content.decode()
    made = answer["Location"].split("/")[2]
    options = selectors.current_state(UUID(made)).state.options
    assert options.rounds == 5 and [stage.cut for stage in options.stages] == [0, 4]


def test_the_hall_reads_the_name_of_a_round_of_the_bracket_and_which_table_plays_for_the_third_place() -> (
    None
):
    desk = cut()
    commands.begin_stage(desk.who, desk.event)
    start_round(desk.who, desk.event, 2)
    hall = text_of(Client().get(desk.url("pairings/hall/")))
    assert '<h1 id="round">Semi-finals</h1>' in hall and "Third place" not in hall
    assert "Semi-finals" in text_of(Client().get(desk.url("pairings/")))
    for row in selectors.matches_of(desk.event, 2):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=2)
    start_round(desk.who, desk.event, 3)
    hall = text_of(Client().get(desk.url("pairings/hall/")))
    assert '<h1 id="round">Final</h1>' in hall
    assert hall.count("· Third place") == 2, "two seats of the four"
    bracket, screen = (text_of(Client().get(desk.url(page))) for page in ("bracket/", "bracket/hall/"))
    assert "Third place · Table 2" in bracket
    assert "<h3>Final</h3>" in bracket and "<h2>Final</h2>" in screen, "no level of heading is left out"


def test_the_hall_reads_in_which_bracket_of_two_a_round_is_played() -> None:
    stages = [{"format": "double_elimination"}]
    desk = Desk(8, stages=stages, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.begin_stage(desk.who, desk.event)
    played(desk, 1)
    start_round(desk.who, desk.event, 2)
    hall = text_of(Client().get(desk.url("pairings/hall/")))
    assert '<h1 id="round">Upper bracket: round 2 · Lower bracket: round 1</h1>' in hall


def test_the_overlay_names_the_round_of_the_bracket_and_ends_in_no_dot() -> None:
    desk = cut()
    commands.begin_stage(desk.who, desk.event)
    row = start_round(desk.who, desk.event, 2)[0]
    page = Client().get(f"/matches/{row.stream_id}/overlay/")
    turn = re.sub(r"<[^>]+>", "", text_of(page).partition('<p class="overlay-turn">')[2].partition("</p>")[0])
    assert turn.strip() == "Semi-finals · Table 1"


def test_a_round_robin_calls_a_free_round_and_a_given_game_by_different_words() -> None:
    """Five players in two legs; one leaves: of the two who have no game one rests, the other is given the game."""
    robin = [{"format": "round_robin", "legs": 2, "seeding": "registered"}]
    desk = Desk(5, stages=robin, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.begin_stage(desk.who, desk.event)
    played(desk, 1)
    page = text_of(Client().get(desk.url()))
    assert ">Crosstable</a>" in page and "Play-off and groups" not in page
    assert "without a game" not in page and page.count("bye") == 1
    gone = desk.players[4].pk
    commands.append(desk.who, desk.event, [{"type": "player_dropped", "data": {"player": str(gone)}}])
    while not desk.state.rounds[-1].walkovers:
        played(desk, len(desk.state.rounds) + 1)
    given = next(one.player for one in desk.state.rounds[-1].walkovers if one.player)
    for path in (desk.url(), desk.url("pairings/"), desk.url("pairings/?by=table"), desk.console()):
        page = text_of(desk.client.get(path))
        assert page.count("without a game: the opponent has left") == 1, path
    for language, deserted, bye in (
        ("en", "without a game: the opponent has left", "bye"),
        ("ru", "без игры: соперник снялся", "пропуск тура"),
    ):
        file = text_of(Client(headers={"accept-language": language}).get(desk.url("pairings.csv")))
        (head, *rows) = csv.reader(io.StringIO(file.lstrip("\ufeff")))
        without = sorted((row[2], row[4]) for row in rows if not row[1])
        names = {str(player.pk): player.name for player in desk.players}
        resting = desk.state.rounds[-1].resting
        assert without == sorted([(names[given], deserted), *((names[one], bye) for one in resting)])
        seated = [row for row in rows if row[1]]
        assert head[5] in ("Winner", "Победитель") and len(seated) == 1
        _round, _table, one, other, score, winner = seated[0]
        assert winner == (one if score == "1 : 0" else other)
    table = text_of(Client().get(desk.url("bracket/")))
    assert "+" in re.findall(r'<td class="num cross">([^<]*)</td>', table)
    line = next(one for one in stages(desk.event).begun[-1].groups[0].lines if one.player == given)
    assert line.won + line.drawn + line.lost == len([one for game in line.games for one in game.split()])


@pytest.mark.parametrize(
    ("planned", "called"),
    [
        ([{"format": "single_elimination"}], "Play-off"),
        ([{"format": "round_robin", "groups": 2}], "Groups"),
        (
            [{"format": "round_robin", "groups": 2}, {"format": "single_elimination", "cut": 2}],
            "Play-off and groups",
        ),
    ],
)
def test_the_tab_of_brackets_is_called_what_it_shows(planned: list[dict[str, Any]], called: str) -> None:
    desk = Desk(4, stages=planned, tiebreaks=["points", "lot"])
    assert f">{called}</a>" in text_of(Client().get(desk.url()))


def test_a_first_stage_says_who_plays_and_ranks_nobody() -> None:
    desk = Desk(4, stages=[{"format": "round_robin"}], tiebreaks=["points", "lot"]).ready()
    page = text_of(desk.client.get(desk.console("stage/")))
    assert ">Plays</th>" in page and "Only needed if somebody is left out." in page
    assert "Goes on" not in page and ">Rank</th>" not in page and ">Points</th>" not in page


def test_the_game_for_the_third_place_is_called_so_on_the_page_of_the_event() -> None:
    stages = [{"format": "single_elimination", "third_place": True}]
    desk = Desk(4, stages=stages, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.begin_stage(desk.who, desk.event)
    for number in (1, 2):
        played(desk, number)
        page = text_of(Client().get(desk.url()))
        assert page.count("Third place") == (1 if number == 2 else 0), number


@pytest.mark.parametrize(
    ("language", "said"), [("en", "changed seeds"), ("ru", "поменялись местами в посеве")]
)
def test_who_changes_seeds_after_groups_is_named(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = cut(8, language)
    assert said not in desk.client.get(desk.console("stage/")).content.decode()

    def changed(state: Any, plan: Any) -> Going:
        found = going(state, plan)
        if not plan.cut:
            return found
        *best, third, fourth = found.field
        return found._replace(as_ranked=(*best, fourth, third))

    monkeypatch.setattr(
        stage_page, "going", lambda state, plan: changed(state, plan) if plan.cut else going(state, plan)
    )
    page = desk.client.get(desk.console("stage/"))
    names = [one["name"] for one in page.context["candidates"]]
    assert said in page.content.decode() and page.context["apart"] == names[2:4]


@pytest.mark.parametrize(
    ("language", "said", "games"),
    [("en", "Groups are of different sizes", "in 3 games"), ("ru", "Группы разного размера", "за 3 партии")],
)
def test_who_is_compared_between_groups_of_different_sizes_is_named(
    language: str, said: str, games: str
) -> None:
    stages = [{"format": "round_robin", "groups": 2}, {"format": "single_elimination", "cut": 3}]
    desk = Desk(5, language, stages=stages, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.begin_stage(desk.who, desk.event)
    for number in (1, 2, 3):
        played(desk, number)
    page = text_of(desk.client.get(desk.console("stage/")))
    assert said in page and games.replace("3", "2") in page
    uneven = desk.client.get(desk.console("stage/?format=single_elimination&cut=4")).context["uneven"]
    assert not uneven, "both runners-up go on"
