"""The pages for everyone: what they show, what they never show, how they answer the same question again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.after import follow_up
from tracker.models import StandingRow, TournamentRow
from tracker.pages.event import public
from tracker.pages.event.figures import brief
from tracker.proof import seals
from tracker.tests.pages.desk import Desk, match_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)
PUBLIC = ("", "pairings/", "pairings/?by=table", "pairings/hall/", "standings/", "players/", "log/")


@pytest.fixture
def visitor() -> Client:
    return Client()


@pytest.fixture
def sealing() -> Iterator[None]:
    """No seal of another test is remembered, and none of this one."""
    seals._forget()
    yield
    seals._forget()


def test_home_lists_running_events_and_leads_from_a_code_to_the_claim_page(visitor: Client) -> None:
    desk = Desk()
    page = text_of(visitor.get("/"))
    assert "Hall cup" in page and desk.url() in page
    code = desk.players[0].claim_code
    answer = visitor.get("/", {"code": f" {code[:4].lower()}-{code[4:].lower()} "})
    assert answer.status_code == 302 and answer["Location"] == f"/claim/{code}/"


@pytest.mark.parametrize(("language", "game"), [("en", "Last Battle · "), ("ru", "Последняя Битва · ")])
def test_every_page_of_an_event_names_its_game(visitor: Client, language: str, game: str) -> None:
    desk = Desk()
    for page in PUBLIC:
        answer = visitor.get(desk.url() + page, headers={"accept-language": language})
        assert (game in text_of(answer)) is (page != "pairings/hall/"), page


def test_home_without_any_event_says_what_to_do(visitor: Client) -> None:
    assert "No event right now" in text_of(visitor.get("/"))


def test_a_running_event_is_on_the_front_page_however_many_have_ended_since(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Desk()
    for number in range(4):
        ended(commands.create_tournament(running.who, name=f"Ended {number}"))
    monkeypatch.setattr(public, "LATEST", 2)
    page = text_of(visitor.get("/"))
    assert running.url() in page and page.count(">Ended ") == 2 and 'href="/events/"' in page


def ended(event: UUID) -> None:
    """As if it were played: only lists are looked at here."""
    follow_up.catch_up()
    TournamentRow.objects.filter(stream_id=event).update(status="finished")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_event_is_found_by_its_name_or_further_down(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    desk = Desk()
    for name in ("Зимний кубок", "Autumn & cup", "Spring"):
        commands.create_tournament(desk.who, name=name)
    monkeypatch.setattr(public, "EVENTS", 3)

    def shown(**asked: str) -> tuple[list[str], str]:
        page = text_of(visitor.get("/events/", asked, headers={"accept-language": language}))
        following = re.search(r'href="\?(name=[^"]+)"', page)
        return re.findall(r'class="entry-name"[^>]*>([^<]+)<', page), following[1] if following else ""

    assert shown() == (["Spring", "Autumn &amp; cup", "Зимний кубок"], "name=&amp;page=2")
    assert shown(page="2") == (["Hall cup"], "")
    assert shown(name="КУБОК") == (["Зимний кубок"], "")
    assert shown(name=" CUP") == (["Autumn &amp; cup", "Hall cup"], "")
    assert shown(name="& c")[0] == ["Autumn &amp; cup"] and shown(name="nothing") == ([], "")
    assert shown(page="x")[0] == shown()[0] and shown(name="\0", page="99999") == ([], "")


@pytest.mark.parametrize("page", PUBLIC)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_public_page_opens_in_both_languages(visitor: Client, page: str, language: str) -> None:
    desk = Desk().played()
    answer = visitor.get(desk.url(page), headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in text_of(answer)


def test_pairings_are_by_name_with_the_table_of_everybody(visitor: Client) -> None:
    desk = Desk(count=3).started()
    rows = re.findall(r"<tr>(.*?)</tr>", text_of(visitor.get(desk.url("pairings/"))), re.S)[1:]
    names = [re.search(r'<th scope="row"><a [^>]+>([^<]+)<', row)[1].strip() for row in rows]  # type: ignore[index]
    assert names == sorted(["Anna", "Борис", "Carl"], key=str.casefold)
    assert sum("bye" in row for row in rows) == 1


def test_a_draft_is_nowhere_to_be_seen(visitor: Client) -> None:
    """A drawn round and one that was never drawn look alike to everyone but staff."""
    desk = Desk().ready()
    before = [text_of(visitor.get(desk.url(page))) for page in PUBLIC if page != "log/"]
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    pages = [text_of(visitor.get(desk.url(page))) for page in PUBLIC if page != "log/"]
    assert [scrubbed(page) for page in pages] == [scrubbed(page) for page in before]
    assert "seed" not in text_of(visitor.get(desk.url("log/")))


def scrubbed(page: str) -> str:
    return re.sub(r'value="[^"]*"', "", page)


def test_standings_show_every_tie_breaker_in_order_and_every_figure_is_a_link(visitor: Client) -> None:
    desk = Desk().played()
    page = text_of(visitor.get(desk.url("standings/")))
    heads = re.findall(r'<th scope="col" class="num" title="[^"]+">([^<]+)</th>', page)
    assert heads == ["TP", "VP ±", "VP", "SoS"]
    links = re.findall(r'<a class="figure" href="([^"]+)"', page)
    assert len(links) == 4 * 4
    for link in links:
        assert visitor.get(link).status_code == 200


@pytest.mark.parametrize(
    ("margin", "told"), [("5", "TP 9 · VP +5"), ("0", "TP 9 · VP 0"), ("-2", "TP 9 · VP -2")]
)
def test_a_difference_carries_its_sign_in_the_hall(margin: str, told: str) -> None:
    figures = [
        {"id": "stage", "shown": "7"},
        {"id": "points", "shown": "9"},
        {"id": "vp_diff", "shown": margin},
    ]
    assert brief(StandingRow(figures=figures)) == told


def test_a_figure_opens_down_to_the_event_of_its_match(visitor: Client) -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    player = row.sides["alliance"][0]
    page = text_of(visitor.get(desk.url(f"standings/{player}/points/")))
    link = re.search(rf'href="{match_url(row.stream_id)}#event-(\d+)"', page)
    assert link
    assert f'id="event-{link[1]}"' in text_of(visitor.get(match_url(row.stream_id)))


def test_a_figure_of_the_opponents_opens_their_figure_in_the_same_place(visitor: Client) -> None:
    desk = Desk().played()
    player = desk.matches()[0].sides["serpent"][0]
    url = desk.url(f"standings/{player}/sos/")
    fragment = text_of(visitor.get(url, headers={"hx-request": "true"}))
    assert "<html" not in fragment and "/points/?round=1" in fragment


@pytest.mark.parametrize("path", ["standings/{player}/nonsense/", "standings/{stranger}/points/"])
def test_an_unknown_figure_or_player_is_404(visitor: Client, path: str) -> None:
    desk = Desk().played()
    player = desk.players[0].id
    assert visitor.get(desk.url(path.format(player=player, stranger=uuid4()))).status_code == 404


def test_standings_answer_304_until_something_happens(visitor: Client) -> None:
    desk = Desk().started()
    first = visitor.get(desk.url("standings/"))
    again = visitor.get(desk.url("standings/"), headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    desk.report(desk.matches()[0])
    assert visitor.get(desk.url("standings/"), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_new_seal_is_on_the_standings_though_nothing_else_is_new(visitor: Client, sealing: None) -> None:
    """The device keeps the seal that it read there, as a witness: an old one would hide that the newer are gone."""
    desk = Desk().started()
    first = visitor.get(desk.url("standings/"))
    assert seals.seal_heads() == 1
    again = visitor.get(desk.url("standings/"), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200 and 'data-seal="1:' in again.content.decode()
    third = visitor.get(desk.url("standings/"), headers={"if-none-match": again["ETag"]})
    assert third.status_code == 304


def test_the_etag_of_one_language_or_reader_is_not_that_of_another(visitor: Client) -> None:
    desk = Desk().played()
    english = visitor.get(desk.url("standings/"))
    russian = visitor.get(desk.url("standings/"), headers={"accept-language": "ru"})
    staff = desk.client.get(desk.url("standings/"))
    assert len({english["ETag"], russian["ETag"], staff["ETag"]}) == 3


def test_lists_stay_hidden_until_their_moment(visitor: Client) -> None:
    desk = Desk().drawn()
    url = desk.url(f"players/{desk.players[0].id}/list/")
    assert visitor.get(url).status_code == 404
    assert desk.client.get(url).status_code == 200
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    assert "Anna&#x27;s squad" in text_of(visitor.get(url))


def test_standings_mark_who_left_and_the_front_page_opens_its_points(visitor: Client) -> None:
    desk = Desk().played()
    leaver = desk.players[0]
    commands.drop(desk.who, desk.event, player=leaver.id)
    page = text_of(visitor.get(desk.url("standings/")))
    rows = {
        player.name: page.split(f'id="player-{player.id}"')[1].split("</tr>")[0] for player in desk.players
    }
    assert [name for name, row in rows.items() if "dropped" in row] == [leaver.name]
    front = text_of(visitor.get(desk.url()))
    assert page.count('title="shared place"') == front.count('title="shared place"') > 0
    link = f"{desk.url('standings/')}{leaver.id}/points/"
    assert f'href="{link}"' in front and visitor.get(link).status_code == 200


@pytest.mark.parametrize(("language", "word"), [("en", "disqualified"), ("ru", "дисквалификация")])
def test_who_is_disqualified_stands_last_and_says_so(visitor: Client, language: str, word: str) -> None:
    desk = Desk().played()
    best = selectors.standings(desk.event, 1)[0].player
    console = reverse("pages:console-act", args=[desk.event, "drop-with-reason"])
    told = {"player": str(best.pk), "reason": "loaded dice", "disqualified": "1", "key": "out"}
    assert desk.client.post(console, told).status_code == 302
    page = text_of(visitor.get(desk.url("standings/"), headers={"accept-language": language}))
    rows = [part.split("</tr>")[0] for part in page.split('<tr class="standing')[1:]]
    assert [word in row for row in rows] == [False] * (len(rows) - 1) + [True] and best.name in rows[-1]
    log = text_of(visitor.get(desk.url("log/"), headers={"accept-language": language}))
    assert "loaded dice" not in log and word in log.casefold()


def test_an_unknown_event_is_404_in_the_same_look(visitor: Client) -> None:
    answer = visitor.get(f"/events/{uuid4()}/standings/", headers={"accept-language": "ru"})
    assert answer.status_code == 404 and 'class="wordmark"' in text_of(answer)


def test_nothing_comes_from_an_outside_host_and_nothing_is_inline(visitor: Client) -> None:
    desk = Desk().played()
    for page in PUBLIC:
        text = text_of(visitor.get(desk.url(page)))
        assert not re.search(r'(src|href)="(https?:)?//', text)
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", text)


@pytest.mark.parametrize(
    ("page", "most"), [("", 9), ("pairings/", 7), ("standings/", 8), ("players/", 7), ("log/", 8)]
)
def test_hot_pages_ask_the_database_as_often_for_four_players_as_for_eight(
    visitor: Client, page: str, most: int, django_assert_max_num_queries: object
) -> None:
    desk = Desk(count=8).played()
    visitor.get(desk.url(page))
    with django_assert_max_num_queries(most):  # type: ignore[operator]
        assert visitor.get(desk.url(page)).status_code == 200


def test_a_log_can_be_downloaded_and_verified_by_anyone(visitor: Client) -> None:
    desk = Desk().played()
    commands.close_round(desk.who, desk.event, round=1)
    for stream in (desk.event, desk.matches()[0].stream_id):
        answer = visitor.get(f"/logs/{stream}.jsonl")
        assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"]
        file = SimpleUploadedFile("log.jsonl", answer.content)
        answer = visitor.post("/verify/", {"file": file})
        assert answer.status_code == 200 and "log.jsonl: whole" in text_of(answer)


def test_a_downloaded_copy_holds_nothing_that_its_reader_may_not_know(visitor: Client) -> None:
    desk = Desk().drawn()
    public, staff = (client.get(f"/logs/{desk.event}.jsonl").content for client in (visitor, desk.client))
    assert b'"seed"' not in public and b'"seed"' in staff
    page = text_of(visitor.post("/verify/", {"file": SimpleUploadedFile("log.jsonl", public)}))
    assert "whole; whether it is legal, this copy does not tell" in page and "not checked: this copy" in page
    assert "intact and legal" not in page


def test_the_whole_event_is_for_staff_and_verifies(visitor: Client) -> None:
    desk = Desk().played()
    assert visitor.get(desk.console("archive/")).status_code == 302
    content = desk.client.get(desk.console("archive/")).content
    page = text_of(visitor.post("/verify/", {"file": SimpleUploadedFile("event.zip", content)}))
    assert "intact and legal" in page and page.count(">every entry legal<") == 3


def test_before_the_first_round_the_hall_reads_who_is_here_and_where_to_follow(visitor: Client) -> None:
    desk = Desk()
    commands.check_in(desk.who, desk.event, player=desk.players[1].pk)
    page = visitor.get(desk.url("pairings/hall/"), headers={"host": "hall.local"})
    text = text_of(page)
    assert [line.name for line in page.context["here"]] == ["Борис"]
    assert [line.name for line in page.context["awaited"]] == ["Anna", "Carl", "Дина"]
    assert "Here: <b>1</b> of 4" in text and 'class="qr"' in text
    assert page.context["address"] == f"http://hall.local{desk.url()}"
    elsewhere = visitor.get(desk.url("pairings/hall/"), headers={"host": "10.0.0.7"})
    assert elsewhere.context["address"] == f"http://10.0.0.7{desk.url()}", (
        "a code of another address leads nowhere"
    )
    for player in desk.players:
        commands.drop(desk.who, desk.event, player=player.pk)
    assert "Nobody is registered yet" in text_of(visitor.get(desk.url("pairings/hall/")))
