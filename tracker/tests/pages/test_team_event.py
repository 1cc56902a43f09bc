"""An event of teams in the browser and over REST: created, entered, line-ups, captains' pairing, standings, secrets."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ruleset import Viewer
from tracker import commands, selectors
from tracker.models import Player
from tracker.rulesets.tournament import RULES
from tracker.tests.hall import caught_up, summary
from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)
PASTED = "North: Ann, Abe, Ada\nSouth: Bea, Bob, Ben\n"
PLAN = {"size": 2, "pairing": "captains", "substitutes": 1}


def entered(
    language: str = "en", pasted: str = PASTED, stages: Any = (), check_in: bool = False, **plan: Any
) -> Desk:
    desk = Desk(
        0,
        language,
        teams={**PLAN, **plan},
        check_in=check_in,
        list_required=False,
        scenarios=[],
        rounds=2,
        stages=stages,
    )
    answer = desk.client.post(desk.console("teams/"), {"do": "enter", "teams": pasted, "key": "k"})
    assert answer.status_code == 302, answer.content.decode()
    return desk


def named(desk: Desk, name: str) -> str:
    return next(
        player for player, found in selectors.player_names(desk.state.entrants).items() if found == name
    )


def phone(desk: Desk, name: str) -> Client:
    """A browser that acts for one player."""
    client = Client(headers={"accept-language": "en"})
    code = Player.objects.get(pk=named(desk, name)).claim_code
    assert client.post(f"/claim/{code}/").status_code == 302
    return client


def tell(client: Client, desk: Desk, captain: str, **fields: Any) -> Any:
    sent = {"player": named(desk, captain), "round": 1, **fields}
    return client.post(desk.url("teams/tell/"), sent)


def published(desk: Desk) -> Desk:
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    commands.publish_round(desk.who, desk.event, round=len(desk.state.rounds))
    return desk


def test_teams_are_pasted_and_stand_on_the_page_of_everybody() -> None:
    desk = entered()
    assert [team.name for team in desk.state.teams.values()] == ["North", "South"]
    page = Client().get(desk.url("teams/")).content.decode()
    assert "North" in page and "Ann, Abe, Ada" in page and "Match points" not in page
    again = desk.client.post(desk.console("teams/"), {"do": "enter", "teams": "West Ann", "key": "j"})
    assert again.status_code == 400 and "West Ann" in again.content.decode()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "line 3: line 1 has a team “West” already"),
        ("ru", "строка 3: команда «west» уже есть в строке 1"),
    ],
)
def test_two_teams_of_one_name_in_a_pasted_list_are_told_by_their_lines(language: str, told: str) -> None:
    """The refusal spoke of a team that was there already, and nobody had entered one."""
    desk = entered(language)
    pasted = "West: Cid, Cora\nEast: Dan, Dora\nwest: Eve, Ed\n"
    again = desk.client.post(desk.console("teams/"), {"do": "enter", "teams": pasted, "key": "w"})
    page = unescape(again.content.decode())
    assert again.status_code == 400 and told.casefold() in page.casefold() and "Eve, Ed" in page
    assert len(desk.state.teams) == 2


def test_players_who_are_registered_are_taken_by_name() -> None:
    desk = entered()
    people = [commands.NewPlayer("Cid"), commands.NewPlayer("Cora")]
    ids = [str(one.pk) for one in commands.register_players(desk.who, desk.event, people)]
    desk.client.post(desk.console("teams/"), {"do": "enter", "teams": "West: cid, Cora, New", "key": "w"})
    west = list(desk.state.teams.values())[2]
    assert list(west.members[:2]) == ids and len(desk.state.entrants) == 9


def test_a_team_changes_leaves_and_comes_back_by_the_console() -> None:
    desk = entered()
    north = next(iter(desk.state.teams))
    members = [named(desk, name) for name in ("Ada", "Ann")]
    sent = {"do": "change", "team": north, "name": "Polar", "members": [*members, ""], "captain": members[0]}
    assert desk.client.post(desk.console("teams/"), sent).status_code == 302
    assert list(desk.state.teams[north].members) == members and desk.state.teams[north].name == "Polar"
    for do, gone in (("drop", True), ("back", False)):
        desk.client.post(desk.console("teams/"), {"do": do, "team": north})
        assert desk.state.teams[north].dropped is gone


def _console(desk: Desk, page: str) -> str:
    shown: str = desk.client.get(desk.console(page)).content.decode()
    return shown


def test_whoever_is_looked_for_by_team_is_found_by_it() -> None:
    """The desk's list, its search, codes, place cards, the public list and the player's own day named no team."""
    desk = entered()
    row = re.search(r'<tr data-name="ann ([^"]*)">.*?</tr>', _console(desk, "players/"), re.DOTALL)
    assert row and "north" in row[1] and ">North<" in row[0]
    for page in ("codes/", "cards/"):
        slip = next(one for one in _console(desk, page).split('class="slip"') if ">Ann<" in one)
        assert ">North<" in slip.replace("<b>", "").replace("</b>", ""), page
    listed = Client().get(desk.url("players/")).content.decode()
    assert listed.count(">North</td>") == listed.count(">South</td>") >= 2
    ann = phone(desk, "Ann")
    assert "<b>North</b>" in ann.get("/my/").content.decode()


def test_the_desk_says_for_which_team_a_table_plays_and_level_teams_share_the_podium() -> None:
    desk = published(entered(pairing="order"))
    commands.start_round(desk.who, desk.event, round=1)
    match, *_more = desk.matches()
    for page in (desk.console(), desk.console(f"tables/{match.table}/")):
        shown = desk.client.get(page).content.decode()
        assert all(re.search(rf'<span class="quiet[^>]*>\(?{team}', shown) for team in ("North", "South")), (
            page
        )
    for row in desk.matches():
        desk.report(row, 2, 2)
    commands.close_round(desk.who, desk.event, round=1)
    commands.finish(desk.who, desk.event)
    caught_up()
    podium = Client().get(desk.url()).content.decode().partition('class="podium-places"')[2]
    assert podium.partition("</ol>")[0].count(">=</span>") == 2
    boards = Client().get(desk.url("teams/")).content.decode().partition('class="listed in-line boards"')[2]
    assert boards.count(">=</span>") == 4, "both players of each of two boards"


def test_captains_pair_the_boards_on_their_phones_and_nobody_sees_more_than_they_may() -> None:
    desk = published(entered())
    ann, bea = phone(desk, "Ann"), phone(desk, "Bea")
    assert "Put a defender forward" in ann.get("/my/").content.decode()
    assert "1 match of teams to pair" in desk.client.get(desk.console()).content.decode()
    refused = desk.press("start", round=1)
    assert refused.status_code == 422 and "have not paired" in refused.content.decode()
    assert tell(ann, desk, "Ann", table=1, step="defender", players=[named(desk, "Abe")]).status_code == 302
    caught_up()
    for page in (
        Client().get(desk.url("teams/")),
        bea.get(desk.url("teams/")),
        Client().get(desk.url("log/")),
    ):
        text = page.content.decode()
        assert page.status_code == 200 and "Defenders:" not in text and "forward, round 1: Abe" not in text
    state = json.dumps(bea.get(f"/api/v1/tournaments/{desk.event}/state/").json())
    assert f'"pending": {{"serpent": ["{named(desk, "Abe")}"]' not in state
    assert named(desk, "Abe") not in json.dumps(
        json.loads(state)["state"]["rounds"][0]["teams"][0].get("pending", {})
    )
    assert tell(bea, desk, "Bea", table=1, step="defender", players=[named(desk, "Bea")]).status_code == 302
    caught_up()
    assert "forward, round 1: Abe" in Client().get(desk.url("log/")).content.decode()
    boards = [{p for side in board.sides.values() for p in side} for board in desk.state.rounds[0].pairings]
    assert {named(desk, "Abe"), named(desk, "Bob")} in boards and {
        named(desk, "Ann"),
        named(desk, "Bea"),
    } in boards
    assert desk.press("start", round=1).status_code == 302


def test_a_captain_speaks_for_the_own_team_alone() -> None:
    desk = published(entered())
    bea = phone(desk, "Bea")
    assert tell(bea, desk, "Ann", table=1, step="defender", players=["x"]).status_code == 403
    wrong = tell(bea, desk, "Bea", table=1, step="defender", players=[named(desk, "Ann")])
    assert wrong.status_code == 422 and "Name 1 of those" in wrong.content.decode()
    for_her = {"do": "tell", "table": 1, "step": "defender", "player": named(desk, "Bea"), "round": 1}
    sent = {**for_her, "players": [named(desk, "Bea")]}
    assert desk.client.post(desk.console("teams/"), sent).status_code == 302


def test_a_line_up_is_told_on_the_phone_and_counts() -> None:
    desk = entered(pairing="order")
    ann = phone(desk, "Ann")
    page = ann.get(desk.url("teams/")).content.decode()
    assert "line-up of round 1" in page
    north = next(iter(desk.state.teams))
    wanted = [named(desk, "Ada"), named(desk, "Ann")]
    assert tell(ann, desk, "Ann", team=north, players=wanted).status_code == 302
    published(desk)
    seated = [{p for side in board.sides.values() for p in side} for board in desk.state.rounds[0].pairings]
    assert wanted[0] in seated[0] and wanted[1] in seated[1]


def lineup_form(desk: Desk, team: str) -> bool:
    page = desk.client.get(desk.console("teams/")).content.decode()
    return "Line-ups</h2>" in page and f"{team}: line-up of round 1" in page


@pytest.mark.parametrize("pairing", ["captains", "order"])
def test_the_desk_puts_a_substitute_into_a_round_that_is_published(pairing: str) -> None:
    """TRN-TEAM-10 lets staff do it until the round starts; no page offered it, and the captain's choices kept whom the
    desk had replaced in the team."""
    desk = published(entered(pairing=pairing))
    north = next(iter(desk.state.teams))
    assert lineup_form(desk, "North")
    assert "line-up of round 1" not in phone(desk, "Ann").get(desk.url("teams/")).content.decode()
    told = {"do": "tell", "team": north, "player": named(desk, "Ann"), "round": 1, "key": "late"}
    told["players"] = [named(desk, name) for name in ("Ada", "Abe")]
    answer = desk.client.post(desk.console("teams/"), told, follow=True)
    assert "The line-up is entered, and everybody sees it." in answer.content.decode()
    table = desk.state.rounds[0].teams[0]
    assert list(table.lineups[table.side_of(north)]) == told["players"]
    shown = desk.client.get(desk.console("teams/")).content.decode()
    assert re.search(rf'id="board-1-1"[^>]*>.*?value="{told["players"][0]}" selected', shown, re.S)


def test_nobody_changes_the_line_up_of_a_board_that_is_paired() -> None:
    desk = published(entered())
    first = named(desk, "Ann")
    sent = {"do": "tell", "player": first, "round": 1, "table": 1, "step": "defender", "players": [first]}
    assert desk.client.post(desk.console("teams/"), sent).status_code == 302
    page = desk.client.get(desk.console("teams/")).content.decode()
    assert "line-up of round 1" not in page


def test_who_plays_is_asked_only_where_somebody_can_be_chosen() -> None:
    """Captains pair whoever plays: a team without a substitute has nothing to state."""
    desk = entered(pasted="North: Ann, Abe\nSouth: Bea, Bob, Ben\n")
    assert not lineup_form(desk, "North") and lineup_form(desk, "South")


def test_results_make_both_standings_and_every_figure_of_a_team_opens() -> None:
    desk = published(entered(pairing="order"))
    for row in _start(desk):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    caught_up()
    text = Client().get(desk.url("teams/")).content.decode()
    assert "match points 1 : 1" in text and "Players by board" in text and "Round 1: South" in text
    csv = Client().get(desk.url("teams.csv")).content.decode()
    assert sorted(line.split(",")[1:4] for line in csv.splitlines()[1:]) == [
        ["North", "1", "3"],
        ["South", "1", "3"],
    ]
    found = Client().get(f"/api/v1/tournaments/{desk.event}/teams/").json()
    assert [team["figures"][0]["shown"] for team in found["teams"]] == ["1", "1"]
    assert found["rounds"][0]["matches"][0]["match_points"] == [1, 1]
    why = Client().get(desk.url("pairings/why/"), {"round": 1, "one": next(iter(desk.state.teams))})
    assert why.status_code == 200 and "North" in why.content.decode()


def _start(desk: Desk) -> Any:
    commands.start_round(desk.who, desk.event, round=1)
    return list(selectors.matches_of(desk.event, 1))


def test_teams_are_swapped_and_their_boards_follow() -> None:
    desk = entered(pasted=f"{PASTED}West: Cid, Cora\nEast: Dan, Dora\n", pairing="order")
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    first, second = (table.sides["alliance"] for table in desk.state.rounds[0].teams)
    look = desk.client.get(desk.console("round/"), {"swap": "1", "one": first, "other": second})
    assert look.status_code == 200
    assert desk.press("swap", one=first, other=second, reason="they asked").status_code == 302
    assert [table.sides["alliance"] for table in desk.state.rounds[0].teams] == [second, first]
    seated = desk.state.rounds[0].pairings[0].sides["alliance"][0]
    assert seated in desk.state.teams[second].members


def test_an_event_of_teams_and_doubles_are_created_by_the_form() -> None:
    desk = Desk(0)
    for kind, plan in (("captains", ("boards", "captains")), ("doubles", ("doubles", "order"))):
        sent = {"name": kind, "preset": "super_fantasy_brawl_casual", "team_size": 2, "team_kind": kind}
        made = desk.client.post("/organise/", sent)
        assert made.status_code == 302, made.content.decode()
        event = UUID(made.headers["Location"].split("/")[2])
        found = selectors.current_state(event).state.options.teams
        assert (found.kind, found.pairing) == plan
        assert desk.client.get(f"/events/{event}/console/teams/").status_code == 200


def test_doubles_play_one_match_of_two_a_side() -> None:
    desk = entered(kind="doubles", pairing="order")
    published(desk)
    rows = _start(desk)
    assert len(rows) == 1 and sorted(map(len, desk.state.rounds[0].pairings[0].sides.values())) == [2, 2]
    commands.report_match(desk.who, rows[0].stream_id, summary(3, 0))
    caught_up()
    found = Client().get(f"/api/v1/tournaments/{desk.event}/teams/").json()
    assert sorted(team["figures"][0]["shown"] for team in found["teams"]) == ["0", "2"]


def test_a_table_of_doubles_that_is_given_stands_without_a_score() -> None:
    desk = entered(kind="doubles", pairing="order", pasted=PASTED + "West: Cid, Cora\nEast: Dan, Dora\n")
    published(desk)
    rows = _start(desk)
    award = {"round": "1", "table": "1", "award": "no_show:alliance", "reason": "nobody came"}
    assert desk.press("award", **award).status_code == 302
    commands.report_match(desk.who, rows[1].stream_id, summary(1, 0))
    caught_up()
    page = Client().get(desk.url("teams/")).content.decode()
    assert "3 : 0" not in page and "match points 2 : 0" in page and "no-show" in page
    hall = Client().get(desk.url("pairings/hall/")).content.decode()
    assert "3 : 0" not in hall and "2 : 0" in hall
    [given, played] = Client().get(f"/api/v1/tournaments/{desk.event}/teams/").json()["rounds"][0]["matches"]
    assert given["points"] is None and given["match_points"] == [2, 0] and played["points"] is not None


def test_a_program_enters_teams_and_reads_them() -> None:
    desk = Desk(0, teams=PLAN, check_in=False)
    body = {"teams": [{"name": "North", "players": [{"name": "Ann"}, {"name": "Abe"}]}]}
    answer = desk.client.post(
        f"/api/v1/tournaments/{desk.event}/teams/", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 201, answer.content.decode()
    assert answer.json()["teams"][0]["name"] == "North"
    alone = commands.create_tournament(desk.who, name="Alone")
    assert desk.client.get(f"/api/v1/tournaments/{alone}/teams/").json()["plan"] is None


@pytest.mark.parametrize(
    "page", ["teams/", "console/teams/", "log/", "", "pairings/?by=table", "console/round/"]
)
def test_pages_of_a_team_event_ask_the_database_as_often_whatever_its_size(page: str) -> None:
    counts = []
    desk = published(entered(pairing="order"))
    for more in (0, 6):
        if more:
            pasted = "\n".join(f"Team {at}: P{at}a, P{at}b" for at in range(more))
            desk.client.post(desk.console("teams/"), {"do": "enter", "teams": pasted, "key": "more"})
        desk.client.get(desk.url(page))
        with CaptureQueriesContext(connection) as found:
            assert desk.client.get(desk.url(page)).status_code == 200
        counts.append(len(found))
    assert counts[1] <= counts[0] + 1


def test_a_bracket_of_teams_from_its_preset_to_the_podium() -> None:
    desk = Desk(0)
    sent = {
        "name": "Cup",
        "preset": "last_battle_teams",
        "format": "single_elimination",
        "team_size": "",
        "rounds": 2,
    }
    made = desk.client.post("/organise/", sent)
    assert made.status_code == 302, made.content.decode()
    desk.event = UUID(made["Location"].split("/")[2])
    assert desk.state.options.teams.pairing == "captains"


def test_a_round_robin_and_a_final_of_teams_in_the_browser() -> None:
    stages = [{"format": "round_robin", "seeding": "registered"}, {"format": "single_elimination", "cut": 2}]
    desk = entered(
        pasted="North: Ann\nSouth: Bea\nWest: Cid\n", stages=stages, size=1, pairing="order", substitutes=0
    )
    who, event = desk.who, desk.event
    page = desk.client.get(desk.console("stage/"))
    assert [one["name"] for one in page.context["candidates"]] == ["North", "South", "West"]
    commands.begin_stage(who, event)
    for number in (1, 2, 3):
        played(desk, number)
    page = desk.client.get(desk.console("stage/"))
    field = [one["player"] for one in page.context["candidates"] if one["goes"]]
    assert len(field) == 2
    assert desk.console("stage/") in desk.client.get(desk.console("round/")).content.decode()
    commands.begin_stage(who, event, field=field, reason="the two best")
    played(desk, 4)
    places = public_teams(desk)
    assert [len(one["figures"]) for one in places["places"]] == [len(places["columns"])] * 3
    assert "MP" in [one["short"] for one in places["columns"]]
    commands.finish(who, event)
    caught_up()
    public = Client(headers={"accept-language": "en"})
    shown = public.get(desk.url("bracket/")).content.decode()
    assert all(name in shown for name in ("North", "South", "West", "Final"))
    assert next(row.name for row in public.get(desk.url()).context["podium"]) in ("North", "South", "West")
    log = public.get(desk.url("log/")).content.decode()
    assert "Stage 1 begins, round robin: North, South, West." in log
    told = public.get(f"/api/v1/tournaments/{event}/stages/").json()["begun"]
    assert [group["name"] for group in told[0]["groups"]] == ["A"] and told[1]["bouts"][0]["slot"] == "F"
    assert set(told[1]["field"]) == set(field)


def test_captains_tell_line_ups_in_all_rounds_that_follow_a_schedule() -> None:
    """The number of rounds is that of a Swiss: in a longer round robin and in brackets nobody was asked (TRN-TEAM-10).

    Of three teams in a Berger table North rests in round 1, West in round 2 and South in round 3; two go on.
    """
    stages = [{"format": "round_robin", "seeding": "registered"}, {"format": "single_elimination", "cut": 2}]
    desk = entered(
        pasted="North: Ann, Abe\nSouth: Bea, Bob\nWest: Cid, Cy\n", stages=stages, size=1, pairing="order"
    )

    phones = {"North": phone(desk, "Ann"), "South": phone(desk, "Bea"), "West": phone(desk, "Cid")}

    def asked() -> list[str]:
        on_phones = [
            team
            for team, client in phones.items()
            if f"{team}: line-up of round" in client.get(desk.url("teams/")).content.decode()
        ]
        page = desk.client.get(desk.console("teams/")).context["lineups"]
        assert [ask["team"].name for ask in page] == on_phones
        offered = [one for one in RULES.next_events(desk.state, Viewer("staff")) if one.type == "lineup_told"]
        teams = [desk.state.teams[team].name for one in offered for team in one.choices["team"]]
        assert teams == on_phones
        return on_phones

    assert asked() == ["North", "South", "West"]  # who meets whom is known when the stage begins
    commands.begin_stage(desk.who, desk.event)
    met = []
    for number in (1, 2, 3):
        met.append(asked())
        played(desk, number)
    assert [set(one) for one in met] == [{"South", "West"}, {"North", "South"}, {"North", "West"}]
    assert asked() == []  # nobody is in the final yet
    field = list(desk.state.teams)[:2]
    commands.begin_stage(desk.who, desk.event, field=field, reason="the two best")
    assert asked() == ["North", "South"]
    played(desk, 4)
    assert asked() == []


def public_teams(desk: Desk) -> Any:
    """The page of the teams as it is made."""
    answer = Client().get(desk.url("teams/"))
    assert answer.status_code == 200
    return answer.context


def played(desk: Desk, number: int) -> None:
    commands.draw_round(desk.who, desk.event)
    commands.publish_round(desk.who, desk.event, round=number)
    commands.start_round(desk.who, desk.event, round=number)
    caught_up()
    for row in selectors.matches_of(desk.event, number):
        commands.report_match(desk.who, row.stream_id, summary(number % 2, 3))
    caught_up()
    commands.close_round(desk.who, desk.event, round=number)
    caught_up()


def test_a_result_slip_names_the_team_of_each_player() -> None:
    desk = published(entered(pairing="order"))
    page = desk.client.get(desk.console("slips/")).content.decode()
    assert page.count("North") == page.count("South") == 2, "two boards, a player of each team at each"


def test_the_hall_reads_the_teams_before_the_boards_are_paired_and_their_places_after() -> None:
    desk = entered()
    hall = Client().get(desk.url("pairings/hall/")).content.decode()
    assert "North" in hall and "Ann, Abe, Ada" in hall and "not checked in" not in hall.lower()
    published(desk)
    hall = Client().get(desk.url("pairings/hall/")).content.decode()
    assert "North – South" in hall or "South – North" in hall
    assert "The captains are pairing the boards" in hall and "No round is published" not in hall


@pytest.mark.parametrize(
    ("pairing", "kind"), [("captains", "boards"), ("order", "boards"), ("order", "doubles")]
)
def test_the_hall_sends_teams_to_the_tables_of_their_boards(pairing: str, kind: str) -> None:
    """It numbered the matches: the second one stood as "2", and its boards are the tables 3 and 4."""
    pasted = PASTED + "West: Cid, Cora\nEast: Dan, Dora\n"
    desk = published(entered(pasted=pasted, pairing=pairing, kind=kind))
    hall = Client().get(desk.url("pairings/hall/")).content.decode()
    matches = hall[hall.index("Matches of the teams") :]
    heads = re.findall(r'hall-table number">([^<]+)</b>', matches)[:2]
    assert heads == (["1", "2"] if kind == "doubles" else ["1–2", "3–4"])


def test_the_hall_ranks_teams_where_teams_play() -> None:
    desk = published(entered(pairing="order"))
    commands.start_round(desk.who, desk.event, round=1)
    for row in desk.matches():
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    hall = Client().get(desk.url("pairings/hall/")).content.decode()
    assert "After round 1" in hall and "MP 1" in hall and "Ann" not in hall


def test_a_captain_reads_how_many_players_to_choose_in_russian_cases() -> None:
    desk = published(entered())
    ann = phone(desk, "Ann")
    page = ann.get(desk.url("teams/"), headers={"accept-language": "ru"}).content.decode()
    assert "Выберите 1 игрока<" in page and "доски: выставить защитника." in page


def test_a_line_up_begins_with_different_players_before_anybody_is_in_the_hall() -> None:
    """A captain who changes one board alone is not refused for the others."""
    desk = entered(check_in=True)
    shown = phone(desk, "Ann").get(desk.url("teams/")).content.decode()
    boards = re.findall(r'<select[^>]*name="players".*?</select>', shown, re.S)
    chosen = [re.findall(r'<option value="([^"]+)" selected', board) for board in boards]
    assert chosen == [[named(desk, "Ann")], [named(desk, "Abe")]]
