"""An event of teams between its steps: what its organiser, two captains and a stranger read on every page."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tracker import commands
from tracker.pages.lines.tournament import told_by_captain
from tracker.tests.hall import caught_up, summary
from tracker.tests.pages.desk import Desk
from tracker.tests.pages.test_team_event import _start, entered, named, phone, published, tell

pytestmark = pytest.mark.django_db(transaction=True)


def text(page: Any) -> str:
    found: str = page.content.decode()
    return found


def test_the_first_step_of_an_event_of_teams_is_to_enter_them() -> None:
    desk = Desk(0, teams={"size": 2}, check_in=False, list_required=False)
    page = text(desk.client.get(desk.console()))
    assert "Enter teams" in page and "Type names or paste them" not in page
    for pasted, said in (
        ("North: Ann, Abe", "1 team entered"),
        ("S: Bea, Bob\nW: Cid, Cy", "2 teams entered"),
    ):
        answer = desk.client.post(
            desk.console("teams/"), {"do": "enter", "teams": pasted, "key": pasted[0]}, follow=True
        )
        assert said in text(answer)
    then = text(desk.client.get(desk.console()))
    assert "Draw round 1" in then and "Enter teams" not in then


def test_nobody_is_ranked_before_a_result() -> None:
    desk = entered(pairing="order")
    before = text(Client().get(desk.url("teams/")))
    assert "Places appear after the first result" in before and "Ann, Abe, Ada" in before
    assert "Standings of the teams" not in before and "Players by board" not in before
    published(desk)
    rows = _start(desk)
    caught_up()
    event = text(Client().get(desk.url()))
    assert "No results yet" in event and "North" in event
    commands.report_match(desk.who, rows[0].stream_id, summary(1, 0))
    commands.report_match(desk.who, rows[1].stream_id, summary(1, 0))
    caught_up()
    after, event = (text(Client().get(desk.url(page))) for page in ("teams/", ""))
    assert "Standings of the teams" in after and "Players by board" in after
    assert "The teams, with every tie-breaker" in event and "Matches" not in event


def test_while_captains_pair_every_page_names_the_matches_and_says_no_untruth() -> None:
    desk = entered()
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    draft = text(desk.client.get(desk.console("round/")))
    assert "North – South" in draft or "South – North" in draft
    assert "Swap two teams" in draft and "Swap two tables" not in draft and "Tables of round" not in draft
    commands.publish_round(desk.who, desk.event, round=1)
    caught_up()
    pages = [desk.client.get(desk.console()), *(Client().get(desk.url(one)) for one in ("", "pairings/"))]
    for page in map(text, pages):
        assert "The captains pair the boards" in page
        assert "No round is drawn" not in page and "No round is published" not in page
    member = text(phone(desk, "Abe").get("/my/"))
    assert "the captains are pairing the boards" in member and "once the round is published" not in member


def test_after_a_team_has_left_a_draw_the_next_step_is_another_one() -> None:
    desk = entered(pasted="North: Ann, Abe\nSouth: Bea, Bob\nWest: Cid, Cy\nEast: Dan, Di\n", pairing="order")
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    assert "Check and publish round 1" in text(desk.client.get(desk.console()))
    sent = {"do": "drop", "team": next(iter(desk.state.teams)), "key": "left"}
    assert desk.client.post(desk.console("teams/"), sent).status_code == 302
    assert "Draw round 1 again" in text(desk.client.get(desk.console()))
    page = text(desk.client.get(desk.console("round/")))
    assert "discard it first" in page and desk.console("do/publish/") not in page


def test_whoever_plays_a_team_that_leaves_and_the_desk_read_so_at_the_table() -> None:
    """A player who left was named there; the members of a team that left were not."""
    desk = published(entered(pairing="order"))
    _start(desk)
    caught_up()
    south = next(team for team in desk.state.teams.values() if team.name == "South")
    sent = {"do": "drop", "team": south.team, "key": "left"}
    assert desk.client.post(desk.console("teams/"), sent).status_code == 302
    caught_up()
    assert "Bea left. If the match is not over" in text(phone(desk, "Ann").get("/my/"))
    tables = desk.client.get(desk.console()).context["tables"]
    assert [table.left for table in tables] == ["Bea", "Bob"]


def test_a_round_lists_its_tables_once_on_the_page_of_the_draw() -> None:
    """They stood under the matches of teams, and again below with their sides."""
    desk = published(entered(pairing="order"))
    page = desk.client.get(desk.console("round/")).content.decode()
    drawn = page[page.index("Matches of round 1") : page.index("Certificate of the draw")]
    assert "North" in drawn and "South" in drawn
    assert drawn.count("<table") == 1 and "Ann" in drawn


def test_a_captain_reads_the_own_choice_again_and_nobody_else_does() -> None:
    desk = published(entered())
    ann, bea = phone(desk, "Ann"), phone(desk, "Bea")
    tell(ann, desk, "Ann", table=1, step="defender", players=[named(desk, "Abe")])
    assert "You chose Abe" in text(ann.get(desk.url("teams/")))
    for client in (bea, Client(), desk.client):
        assert "You chose" not in text(client.get(desk.url("teams/")))
    assert "You chose" not in text(desk.client.get(desk.console("teams/")))


def test_a_line_up_is_not_called_a_secret_of_two_captains() -> None:
    desk = entered(pairing="order")
    sent = {"team": next(iter(desk.state.teams)), "players": [named(desk, "Ada"), named(desk, "Ann")]}
    ann = phone(desk, "Ann")
    assert tell(ann, desk, "Ann", **sent).status_code == 302
    page = text(ann.get(desk.url("teams/")))
    assert "can change until the round is published" in page and "both have chosen" not in page


def test_the_final_ranking_of_teams_is_that_of_teams() -> None:
    desk = published(entered(pairing="order"))
    for row in _start(desk):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    assert desk.press("finish").status_code == 302
    caught_up()
    teams = f'href="{desk.url("teams/")}"'
    assert f"{teams}>Open the final ranking" in text(desk.client.get(desk.console())).replace(
        ' data-key="g" ', " "
    )
    assert f"{teams}>Final ranking" in text(phone(desk, "Ann").get("/my/"))


def test_doubles_know_no_boards_and_the_desk_names_the_pair_that_lacks_somebody() -> None:
    desk = published(entered(kind="doubles", pairing="order", pasted="Red: Ann, Abe\nBlue: Bea, Bob\n"))
    for row in _start(desk):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    assert "by board" not in text(Client().get(desk.url("teams/")))
    commands.close_round(desk.who, desk.event, round=1)
    gone = {"player": named(desk, "Bob")}
    commands.append(desk.who, desk.event, [{"type": "player_dropped", "data": gone}])
    assert "Too few players who are here: Blue." in text(desk.client.get(desk.console()))
    console = text(desk.client.get(desk.console("teams/")))
    assert "Player 2" in console and "Board 2" not in console


@pytest.mark.parametrize(
    ("language", "so_far", "sits_out"),
    [
        ("en", "So far; round 2 is being played", "You sit out round 2, as you asked."),
        ("ru", "Пока идёт тур 2", "Тур 2 вы пропускаете по своей просьбе."),
    ],
)
def test_who_asked_for_a_bye_reads_it_and_standings_do_not_run_ahead(
    language: str, so_far: str, sits_out: str
) -> None:
    desk = Desk(4, check_in=False, list_required=False).drawn()
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    for row in desk.matches():
        desk.report(row)
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    asked = {"player": str(desk.players[0].pk), "round": 2, "worth": "half"}
    commands.append(desk.who, desk.event, [{"type": "bye_granted", "data": asked}])
    commands.draw_round(desk.who, desk.event, seed="seed2", reason="a test")
    mine = Client(headers={"accept-language": language})
    mine.post(f"/claim/{desk.players[0].claim_code}/")
    assert sits_out not in text(mine.get("/my/"))
    commands.publish_round(desk.who, desk.event, round=2)
    commands.start_round(desk.who, desk.event, round=2)
    caught_up()
    assert sits_out in text(mine.get("/my/"))
    assert so_far in text(mine.get(desk.url("standings/")))
    assert so_far not in text(mine.get(desk.url("standings/?round=1")))


def test_every_board_names_the_player_of_the_first_team_first() -> None:
    """Sides change from board to board, and with them the names did: nobody could read who played for whom."""
    desk = published(entered(pairing="order", size=3, substitutes=0))
    rows = _start(desk)
    for row in rows:
        commands.report_match(desk.who, row.stream_id, summary(2, 0))
    caught_up()
    assert len({row.sides["serpent"][0] in named_of(desk, "North") for row in rows}) == 2, (
        "both sides are played"
    )
    page = text(Client().get(desk.url("teams/")))
    first = re.findall(r"<h3>(North|South) – ", page)
    boards = re.findall(r'/matches/([0-9a-f-]+)/">(\w+) – (\w+)</a></th><td[^>]*>(\d) : (\d)</td>', page)
    assert len(boards) == 3
    own = {"North": "Ann Abe Ada", "South": "Bea Bob Ben"}[first[0]].split()
    for match, one, other, points, theirs in boards:
        row = next(row for row in rows if str(row.stream_id) == match)
        assert one in own and other not in own
        side = next(side for side, players in row.sides.items() if players[0] == named(desk, one))
        assert (points, theirs) == (("2", "0") if side == "serpent" else ("0", "2"))


def named_of(desk: Desk, team: str) -> tuple[str, ...]:
    return next(one.members for one in desk.state.teams.values() if one.name == team)


def test_the_page_says_how_many_teams_there_are_and_the_desk_who_is_a_substitute() -> None:
    desk = entered(pairing="order")
    assert "2 teams · 6 players" in " ".join(text(Client().get(desk.url("teams/"))).split())
    assert "Ann, Abe, Ada (substitute)" in text(desk.client.get(desk.console("teams/")))


def test_the_desk_offers_a_member_of_a_team_nothing_that_only_single_players_have() -> None:
    """A bye, a fixed table and a ringer were noted of members, though line-ups heed none of them."""
    desk = entered(pairing="order")
    member = text(desk.client.get(desk.console(f"players/{named(desk, 'Ada')}/")))
    for offer in ("Note the bye", "Keeps the table", "Ringer: plays only"):
        assert offer not in member
    assert "North: line-up and substitutes" in member


def test_a_warning_of_the_draft_names_the_teams() -> None:
    """ "Table 1 : have met before", it said, of a match that has no table and of nobody."""
    desk = published(entered(pairing="order"))
    for row in _start(desk):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event, seed="again", reason="a test")
    draft = " ".join(text(desk.client.get(desk.console("round/"))).split())
    assert re.search(r"<li>(North – South|South – North): have met before</li>", draft)


def test_a_captain_disputes_the_whole_sheet_with_one_form() -> None:
    """The desk sees it as its next step and every page marks it; the round closes once a judge has settled it."""
    desk = published(entered(pairing="order"))
    rows = _start(desk)
    ann, abe = phone(desk, "Ann"), phone(desk, "Abe")
    assert "Our sheet is wrong" not in text(ann.get(desk.url("teams/"))), "there is no result yet"
    for row in rows:
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    assert "Our sheet is wrong" in text(ann.get(desk.url("teams/")))
    assert "Our sheet is wrong" not in text(abe.get(desk.url("teams/")))
    sent = {"do": "dispute", "table": 1, "reason": "boards 1 and 2 are swapped", "key": "k"}
    assert tell(abe, desk, "Ann", **sent).status_code == 403
    refused = tell(abe, desk, "Abe", **sent)
    assert refused.status_code == 422 and "Only the captain" in text(refused)
    assert tell(ann, desk, "Ann", **sent).status_code == 302
    caught_up()
    console = text(desk.client.get(desk.console()))
    assert "Settle the sheet: " in console and "boards 1 and 2 are swapped" in console
    for page in (ann.get(desk.url("teams/")), Client().get(desk.url("teams/")), Client().get(desk.url())):
        assert "Ann says that this sheet is wrong; a judge decides." in text(page)
    assert "Our sheet is wrong" not in text(ann.get(desk.url("teams/")))
    assert "disputed" in text(Client().get(desk.url("pairings/hall/")))
    assert "Ann says that the sheet of match 1 in round 1 is wrong." in text(Client().get(desk.url("log/")))
    found = Client().get(f"/api/v1/tournaments/{desk.event}/teams/").json()
    assert found["rounds"][0]["matches"][0]["disputed"]["reason"] == "boards 1 and 2 are swapped"
    closed = desk.press("close", round=1)
    assert closed.status_code == 422 and "A captain disputes the sheet" in text(closed)
    assert desk.press("sheet-settled", round=1, table=1, key="s").status_code == 302
    assert "Close round 1" in text(desk.client.get(desk.console()))
    assert desk.press("close", round=1).status_code == 302


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann chooses an attacker, round 1: Bea."),
        ("ru", "Ann выбирает нападающего, тур 1: Bea."),
    ],
)
def test_whom_a_captain_named_stands_in_the_same_sentence(language: str, said: str) -> None:
    """ "Ann chooses an attacker, round 1. Bea." was told."""
    names: Any = SimpleNamespace(player={"a": "Ann", "b": "Bea"}.__getitem__)
    told = {"player": "a", "round": 1, "step": "choice", "players": ["b"]}
    with translation.override(language):
        assert told_by_captain(told, names) == said
