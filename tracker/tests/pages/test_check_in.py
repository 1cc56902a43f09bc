"""Checking in by the poster at the door: who may, what everybody else reads, and that the sheet holds no secret."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.models import Player
from tracker.tests.hall import acting, caught_up, opened, organiser, play_round
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.desk import check_in_button, says, text_of

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "ru")


class Door:
    """An event with check-in and two registered players, of whom nobody has come yet."""

    def __init__(self, **options: object) -> None:
        self.who = organiser()
        self.event = commands.create_tournament(
            self.who, name="Winter cup", options={"list_required": False, "check_in": True, **options}
        )
        people = [commands.NewPlayer("Anna"), commands.NewPlayer("Boris")]
        self.anna, self.boris = commands.register_players(self.who, self.event, people)
        caught_up()

    @property
    def url(self) -> str:
        return reverse("pages:check-in", args=[self.event])

    @property
    def poster(self) -> str:
        return reverse("pages:poster", args=[self.event])

    def page(self, language: str, *players: Player) -> str:
        """What a phone that plays for these players shows."""
        phone = Client(headers={"accept-language": language})
        return text_of(acting(phone, *players).get(self.url))

    def is_here(self, player: Player) -> bool:
        return bool(selectors.current_state(self.event).state.entrants[str(player.pk)].checked_in)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_registered_checks_in_with_one_tap_and_is_told_so_afterwards(language: str) -> None:
    door = Door()
    phone = acting(Client(headers={"accept-language": language}), door.anna)
    answer = phone.get(door.url)
    page = text_of(answer)
    assert "no-store" in answer["Cache-Control"]
    assert says(page, language, "I am here", "Я на месте") and door.boris.name not in page
    found = check_in_button(page)
    assert found is not None and found[2] == str(door.anna.pk)
    answer = phone.post(found[1], {"player": found[2]}, follow=True)
    assert says(text_of(answer), language, "You are checked in.", "Вы отметились.")
    assert door.is_here(door.anna) and not door.is_here(door.boris)
    again = text_of(phone.get(door.url))
    assert says(again, language, "You are checked in already.", "Вы уже отметились.")
    assert check_in_button(again) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_enters_a_code_or_signs_in_and_comes_back_to_the_page(language: str) -> None:
    door = Door()
    user = User.objects.create_user("anna", password="a long secret")
    Player.objects.filter(pk=door.anna.pk).update(user=user)
    phone = Client(headers={"accept-language": language})
    page = text_of(phone.get(door.url))
    told = ("plays for nobody yet", "пока ни за кого не играет")
    assert says(page, language, *told) and check_in_button(page) is None
    way = re.search(r'href="([^"]*next=[^"]*)"', page)
    assert way is not None
    sent = {"username": "anna", "password": "a long secret", "next": door.url}
    assert f'value="{door.url}"' in text_of(phone.get(way[1]))
    answer = phone.post(way[1], sent)
    assert (answer.status_code, answer["Location"]) == (302, door.url)
    assert check_in_button(text_of(phone.get(door.url))) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_enters_a_code_has_the_same_button_as_the_first_thing_to_do(language: str) -> None:
    door = Door()
    phone = Client(headers={"accept-language": language})
    assert reverse("pages:claim") in text_of(phone.get(door.url))
    code = reverse("pages:claim-code", args=[door.anna.claim_code])
    page = text_of(phone.post(code, follow=True))
    assert says(page, language, "I am here", "Я на месте")
    assert check_in_button(text_of(phone.get(door.url))) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_not_registered_reads_what_to_do(language: str) -> None:
    door = Door()
    other = Player.objects.create(name="Olga of elsewhere")
    closed = door.page(language, other)
    assert says(closed, language, "not registered at this event", "не записаны на это мероприятие")
    assert says(closed, language, "ask at the organisers", "обратитесь к организаторам")
    join = reverse("pages:join", args=[door.event])
    assert join not in closed.partition("<main")[2]
    commands.append(door.who, door.event, [{"type": "registration_opened", "data": {}}])
    assert join in door.page(language, other).partition("<main")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_waits_or_has_left_is_told_so_and_gets_no_button(language: str) -> None:
    door = Door()
    commands.drop(door.who, door.event, player=door.boris.pk)
    left = door.page(language, door.boris)
    assert (
        says(left, language, "do not play in this event any more", "больше не участвуете")
        and check_in_button(left) is None
    )
    late = Player.objects.create(name="Clara", made_at_id=door.event)
    waiting = {"player": str(late.pk), "waiting": True}
    commands.append(door.who, door.event, [{"type": "player_registered", "data": waiting}])
    waits = door.page(language, late)
    assert (
        says(waits, language, "on the waiting list", "в списке ожидания") and check_in_button(waits) is None
    )
    mine = Phone(late, language).get("/my/")  # its red button could only be refused, and a table was promised
    assert says(mine, language, "on the waiting list", "в списке ожидания") and "main-action" not in mine
    assert not says(mine, language, "Your next table appears here", "Ваш следующий стол появится")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_checks_in_once_the_event_is_over(language: str) -> None:
    who = organiser()
    event, players = opened(who, 2, rounds=1)
    play_round(who, event, 1)
    commands.finish(who, event)
    phone = acting(Client(headers={"accept-language": language}), players[0])
    over = text_of(phone.get(reverse("pages:check-in", args=[event])))
    assert (
        says(over, language, "The event is over", "Мероприятие завершено") and check_in_button(over) is None
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_without_check_in_says_so_on_the_page_and_on_the_sheet(language: str) -> None:
    door = Door(check_in=False)
    desk = Client(headers={"accept-language": language})
    desk.force_login(door.who.user)
    for page in (door.page(language, door.anna), text_of(desk.get(door.poster))):
        assert says(page, language, "Nobody has to check in", "отмечаться не нужно")


def test_nobody_checks_in_for_somebody_else() -> None:
    door = Door()
    phone = acting(Client(), door.boris)
    url = reverse("pages:my-check-in", args=[door.event])
    assert phone.post(url, {"player": str(door.anna.pk)}).status_code == 403
    assert not door.is_here(door.anna)


def test_a_person_of_two_players_has_a_button_for_each() -> None:
    door = Door()
    page = door.page("en", door.anna, door.boris)
    assert page.count("I am here") == 2 and page.index("Anna") < page.index("Boris")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_speaks_both_languages_and_holds_nothing_but_the_address(language: str) -> None:
    door = Door()
    desk = Client(headers={"accept-language": language})
    desk.force_login(door.who.user)
    page = text_of(desk.get(door.poster))
    sheet = page.partition('class="poster"')[2].partition("</article>")[0]
    assert "Winter cup" in sheet and door.url in sheet and "<svg" in sheet
    assert "Check in yourself." in sheet and "Отметьтесь сами." in sheet
    assert '<section lang="en">' in sheet and '<section lang="ru">' in sheet
    secrets = Player.objects.values_list("claim_code", flat=True)
    assert not any(code and code in page for code in secrets)
    assert "http" not in re.sub(r"http://testserver", "", sheet)
    players = text_of(desk.get(reverse("pages:console-players", args=[door.event])))
    assert door.poster in players.partition('id="people"')[0], (
        "before forty names, where people are checked in"
    )


def test_the_sheet_is_for_staff_and_the_page_of_an_unknown_event_is_not_there() -> None:
    door = Door()
    assert acting(Client(), door.anna).get(door.poster).status_code in (302, 403)
    assert Client().get(reverse("pages:check-in", args=[uuid4()])).status_code == 404


def test_the_page_asks_the_same_of_the_database_however_many_are_registered(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    door = Door()
    commands.register_players(door.who, door.event, [commands.NewPlayer(f"P {n}") for n in range(30)])
    caught_up()
    phone = acting(Client(), door.anna)
    phone.get(door.url)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert check_in_button(text_of(phone.get(door.url))) is not None
