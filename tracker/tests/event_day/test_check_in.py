"""Checking in on an event day: at the desk, by the poster at the door, on one's phone; and what a table waits for."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import Player
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import report, state_of
from tracker.tests.hall import acting, caught_up
from tracker.tests.pages.desk import check_in_button, says, text_of

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGES = ("en", "ru")


@pytest.fixture
def who() -> Identity:
    return days.organiser()


@pytest.fixture
def desk(who: Identity) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    return client


def at(day: UUID, table: str, side: str = "alliance") -> Player:
    return Player.objects.get(id=state_of(day).tables[table].sides[side][0])


def press(desk: Client, day: UUID, action: str, **fields: Any) -> str:
    answer = desk.post(f"/days/{day}/console/do/{action}/", {"key": "k", **fields}, follow=True)
    assert answer.status_code == 200, answer.content
    return text_of(answer)


def console(desk: Client, day: UUID, part: str = "") -> str:
    return text_of(desk.get(f"/days/{day}/console/{part}"))


def test_a_day_that_checks_nobody_in_looks_as_before(who: Identity, desk: Client) -> None:
    day = days.prepared(who)
    phone = acting(Client(), at(day, "sea"))
    pages = (
        text_of(Client().get(f"/days/{day}/")),
        text_of(Client().get(f"/days/{day}/hall/")),
        text_of(phone.get("/my/")),
        console(desk, day),
    )
    for page in pages:
        assert "In the hall" not in page and "ot here yet" not in page and "I am here" not in page
    commands.start_day(who, day)
    assert all(table.match for table in state_of(day).tables.values())


def test_the_desk_checks_in_with_one_tap_and_takes_it_back_with_another(who: Identity, desk: Client) -> None:
    day = days.prepared(who, ("sea", "camp"))
    player = at(day, "sea")
    page = press(desk, day, "check-in", player=str(player.pk))
    assert "1 in the hall" in page and f"{player.name} is in the hall; undo" in page
    assert "Check in all 3" in page
    assert "1 of 4" in console(desk, day) and "Not checked in yet: 3." in console(desk, day)
    public = text_of(Client().get(f"/days/{day}/"))
    other = at(day, "sea", "serpent")
    assert f"Not here yet: {other.name}" in public
    page = press(desk, day, "undo-check-in", player=str(player.pk))
    assert "in the hall; undo" not in page and state_of(day).here == ()
    assert "Not here yet" not in text_of(Client().get(f"/days/{day}/"))


def test_everybody_is_checked_in_by_one_press_that_one_press_takes_back(who: Identity, desk: Client) -> None:
    day = days.prepared(who, ("sea", "camp"))
    press(desk, day, "check-in", player=str(at(day, "sea").pk))
    page = press(desk, day, "check-in-all")
    assert len(state_of(day).here) == 4 and "Players checked in at once: 3." in page
    seq = page.partition("undo-of-many/")[0].rpartition('name="seq" value="')[2].partition('"')[0]
    press(desk, day, "undo-of-many", seq=seq)
    assert state_of(day).here == (str(at(day, "sea").pk),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_poster_leads_players_to_a_button_and_from_there_to_their_table(
    who: Identity, desk: Client, language: str
) -> None:
    day = days.prepared(who, ("sea",))
    poster = text_of(desk.get(reverse("pages:poster", args=[day])))
    door = reverse("pages:day-check-in", args=[day])
    sheet = poster.partition('class="poster"')[2]
    assert door in sheet and "Check in yourself." in sheet and "Отметьтесь сами." in sheet
    assert f"/days/{day}/console/players/" in poster and "Nobody has to check in" not in poster
    phone = acting(Client(headers={"accept-language": language}), at(day, "sea"))
    answer = phone.get(door)
    page = text_of(answer)
    found = check_in_button(page)
    assert "no-store" in answer["Cache-Control"]
    assert found is not None and says(page, language, "I am here", "Я на месте")
    after = text_of(phone.post(found[1], {"player": found[2]}, follow=True))
    assert says(after, language, "You are checked in.", "Вы отметились.")
    assert state_of(day).here == (found[2],)
    assert check_in_button(text_of(phone.get(door))) is None
    other = text_of(
        acting(Client(headers={"accept-language": language}), at(day, "sea", "serpent")).get("/my/")
    )
    assert says(other, language, "I am here", "Я на месте"), "once somebody checks in, the others are asked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_not_registered_or_comes_after_the_end_gets_no_button(
    who: Identity, language: str
) -> None:
    day = days.prepared(who, ("sea",), detail="summary")
    stranger = Player.objects.create(name="Olga of elsewhere")
    door = reverse("pages:day-check-in", args=[day])
    page = text_of(acting(Client(headers={"accept-language": language}), stranger).get(door))
    assert says(page, language, "You are not registered at this event.", "не записаны на это мероприятие")
    assert check_in_button(page) is None
    commands.start_day(who, day)
    report(who, day, "sea")
    commands.finish_day(who, day)
    phone = acting(Client(headers={"accept-language": language}), at(day, "sea"))
    over = text_of(phone.get(door))
    assert (
        says(over, language, "The event is over", "Мероприятие завершено") and check_in_button(over) is None
    )


def test_nobody_checks_in_for_somebody_else(who: Identity) -> None:
    day = days.prepared(who, ("sea",))
    url = reverse("pages:my-check-in", args=[day])
    phone = acting(Client(), at(day, "sea", "serpent"))
    assert phone.post(url, {"player": str(at(day, "sea").pk)}).status_code == 403
    assert state_of(day).here == ()


def test_who_has_no_seat_yet_checks_in_and_reads_so_on_my_day(who: Identity, desk: Client) -> None:
    day = days.prepared(who, ("sea",))
    (late,) = commands.register_players(who, day, [commands.NewPlayer("Late")])
    commands.check_in(who, day, player=at(day, "sea").pk)
    phone = acting(Client(), late)
    page = text_of(phone.get("/my/"))
    found = check_in_button(page)
    assert "You have no table yet" in page and found is not None and "No event yet" not in page
    assert "not here yet" in console(desk, day, "players/"), "who lays a table sees it beside the name"
    assert "You are checked in." in text_of(phone.post(found[1], {"player": found[2]}, follow=True))
    assert str(late.pk) in state_of(day).here


def test_a_table_of_a_day_with_check_in_opens_with_the_last_of_its_players(
    who: Identity, desk: Client
) -> None:
    day = days.prepared(who, ("sea", "camp"), check_in=True)
    for side in ("alliance", "serpent"):
        commands.check_in(who, day, player=at(day, "camp", side).pk)
    assert "Tables that wait for their players: 1." in console(desk, day)
    press(desk, day, "start")
    assert [bool(table.match) for table in state_of(day).tables.values()] == [False, True]
    phone = acting(Client(), at(day, "sea"))
    assert "everybody at your table is here" in text_of(phone.get("/my/"))
    commands.check_in(who, day, player=at(day, "sea", "serpent").pk)
    phone.post(reverse("pages:my-check-in", args=[day]), {"player": str(at(day, "sea").pk)})
    caught_up()
    assert all(table.match for table in state_of(day).tables.values())
    assert "Tables that wait" not in console(desk, day)


def test_an_organiser_chooses_at_the_start_whether_tables_wait(desk: Client) -> None:
    for told, waits in (({}, False), ({"check_in": "on"}, True)):
        sent = {"kind": "day", "name": "Battle", "detail": "summary", "key": str(waits), **told}
        day = UUID(desk.post("/organise/", sent)["Location"].split("/")[2])
        assert state_of(day).options.check_in is waits
        told_so = "A table opens once everybody" if waits else "Tables open when the day starts"
        assert told_so in console(desk, day, "settings/")


def test_the_screen_of_the_hall_shows_who_is_awaited_until_the_day_begins(who: Identity) -> None:
    day = days.prepared(who, ("sea",))
    commands.check_in(who, day, player=at(day, "sea").pk)
    before = text_of(Client().get(f"/days/{day}/hall/"))
    assert "of 2" in before and "Not checked in yet" in before and "Here already" in before
    commands.start_day(who, day)
    assert "Not checked in yet" not in text_of(Client().get(f"/days/{day}/hall/"))


def test_nobody_is_asked_before_the_day_has_come(who: Identity) -> None:
    day = days.prepared(who, ("sea",), check_in=True)
    described = {"type": "event_described", "data": {"starts": "2999-01-01"}}
    commands.append(who, day, [described])
    phone = acting(Client(), at(day, "sea"))
    assert "I am here" not in text_of(phone.get("/my/"))
    commands.append(who, day, [{**described, "data": {"starts": "2026-01-01T10:00"}}])
    page = phone.get("/my/")
    assert "I am here" in text_of(page)
    assert '<p class="next">The last battle</p>' in page.content.decode(), "which of today's events"


def test_a_code_of_a_place_card_leads_staff_to_the_name_and_back_to_the_day(
    who: Identity, desk: Client
) -> None:
    day = days.prepared(who, ("sea",))
    player = at(day, "sea")
    url = reverse("pages:arrive", args=[day, player.pk])
    cards = text_of(desk.get(reverse("pages:place-cards", args=[day])))
    assert player.name in cards and "<svg" in cards and f"/days/{day}/console/players/" in cards
    page = text_of(desk.get(url))
    assert f"Check in {player.name}" in page and f"/days/{day}/console/do/check-in/" in page
    press(desk, day, "check-in", player=str(player.pk))
    page = text_of(desk.get(url))
    assert "In the hall" in page and f"/days/{day}/console/players/" in page


def test_the_log_reads_as_sentences(who: Identity) -> None:
    day = days.prepared(who, ("sea",))
    player = at(day, "sea")
    commands.check_in(who, day, player=player.pk)
    commands.undo_check_in(who, day, player=player.pk)
    page = text_of(Client().get(f"/days/{day}/log/"))
    assert f"{player.name} is in the hall." in page and f"{player.name} is not in the hall after all." in page


def test_queries_do_not_grow_with_who_is_there(who: Identity) -> None:
    counted: dict[str, list[int]] = {}
    for number, seats in enumerate((1, 4)):
        staff = days.organiser(f"staff{number}")
        day = days.prepared(staff, seats=seats)
        commands.check_in_all(staff, day)
        commands.undo_check_in(staff, day, player=at(day, "sea").pk)
        phone, desk = acting(Client(), at(day, "camp")), Client()
        desk.force_login(staff.user)
        seen = (
            ("door", phone, reverse("pages:day-check-in", args=[day])),
            ("my day", phone, "/my/"),
            ("day", Client(), f"/days/{day}/"),
            ("hall", Client(), f"/days/{day}/hall/"),
            ("players", desk, f"/days/{day}/console/players/"),
            ("rest", Client(), f"/api/v1/campaigns/{day}/players/"),
        )
        for name, client, url in seen:
            client.get(url)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(url).status_code == 200, url
            counted.setdefault(name, []).append(len(queries))
    assert all(few >= many for few, many in counted.values()), counted


def test_rows_know_who_is_there(who: Identity) -> None:
    day = days.prepared(who, ("sea",))
    row = selectors.campaign(day)
    assert row is not None and not selectors.checks_in(row) and "here" not in row.options
    commands.check_in(who, day, player=at(day, "sea").pk)
    row = selectors.campaign(day)
    assert row is not None and selectors.is_here(row, str(at(day, "sea").pk)) and selectors.checks_in(row)
    both = [str(at(day, "sea", side).pk) for side in ("alliance", "serpent")]
    assert selectors.absent_of(row, both) == both[1:]
