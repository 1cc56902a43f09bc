"""The door: strangers start a match from the front page, the second phone joins, an account takes it over."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from msgspec.structs import replace

from games import registry
from games.registry import TABLES
from games.tests import orchard
from tracker import commands, selectors, throttle, warm
from tracker.identity import Identity
from tracker.models import Claim, Event, Player, Stream
from tracker.tests.hall import caught_up
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.desk import text_of

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
ACCOUNT = {"username": "anna", "email": "anna@example.org", "password1": PASSWORD, "password2": PASSWORD}


def start(client: Client, **told: str) -> Any:
    """The front page's form, filled in and sent."""
    shown = client.get("/").context["play"]
    return client.post(
        "/play/",
        {"game": "senjutsu", "first": "Anna", "second": "Boris", "key": shown["key"].value(), **told},
    )


def second_phone(codes: str) -> tuple[Client, Any]:
    """A browser that scanned the code of the page, and the answer to its one button."""
    found = re.search(r'class="slip-code mono">(\w+)<', codes)
    assert found is not None
    phone = Client()
    key = phone.get(f"/claim/{found[1]}/").context["key"]
    return phone, phone.post(f"/claim/{found[1]}/", {"key": key})


@pytest.mark.parametrize("system", [key for key, tables in TABLES.items() if tables.for_two])
def test_two_strangers_play_any_game_from_the_front_page(system: str) -> None:
    anna = Client()
    answer = start(anna, game=system)
    assert answer.status_code == 302 and answer["Location"].endswith("/codes/"), text_of(answer)
    match = Stream.objects.get(kind="match")
    assert match.system == system and f"/matches/{match.id}/codes/" == answer["Location"]
    boris, joined = second_phone(text_of(anna.get(answer["Location"])))
    assert joined["Location"] == f"/matches/{match.id}/pad/"
    for phone in (anna, boris):
        assert phone.get(f"/matches/{match.id}/pad/").status_code == 200
    assert Client().get(f"/matches/{match.id}/pad/").status_code == 302
    assert not User.objects.exists() and {one.name for one in Player.objects.all()} == {"Anna", "Boris"}


def test_a_device_that_plays_for_somebody_is_not_asked_for_that_name() -> None:
    anna = Client(headers={"accept-language": "en"})
    assert "Your name" in text_of(anna.get("/"))
    start(anna)
    page = text_of(anna.get("/"))
    assert "Your name" not in page and "You play as Anna." in page
    again = {"game": "last_battle", "first": "Anna", "second": "Clara", "key": "another"}
    assert anna.post("/play/", again).status_code == 302
    assert [one.name for one in Player.objects.order_by("name")] == ["Anna", "Boris", "Clara"]
    faulty = anna.post("/play/", {**again, "second": "", "key": "third"})
    assert faulty.status_code == 400 and "You play as Anna." in text_of(faulty)


ALONE = [(system, mode.key) for system, tables in TABLES.items() for mode in tables.for_one]


@pytest.mark.parametrize(("system", "mode"), ALONE)
def test_a_stranger_plays_alone_from_the_front_page(system: str, mode: str) -> None:
    """No opponent is asked for, and no code is shown that nobody would scan."""
    anna = Client()
    answer = start(anna, game=f"{system}:{mode}", second="")
    match = Stream.objects.get(kind="match")
    assert answer["Location"] == f"/matches/{match.id}/pad/" and match.system == system
    assert anna.get(answer["Location"]).status_code == 200
    assert [one.name for one in Player.objects.all()] == ["Anna"]


def test_senjutsu_is_offered_alone_and_a_game_of_two_is_not() -> None:
    page = text_of(Client(headers={"accept-language": "en"}).get("/"))
    assert "Senjutsu: alone against opponents" in page and "Senjutsu: a horde run" in page
    assert {system for system, _mode in ALONE} == {"senjutsu"}
    assert start(Client(), game="bushido:duel", second="").status_code == 400


def test_an_opponent_typed_before_somebody_plays_alone_is_no_player() -> None:
    assert start(Client(), game="senjutsu:solo", second="Boris").status_code == 302
    assert [one.name for one in Player.objects.all()] == ["Anna"]


@pytest.mark.parametrize(
    ("system", "level"),
    [(key, level) for key, tables in TABLES.items() if tables.for_two for level in tables.levels],
)
def test_strangers_say_how_closely_the_match_is_logged(system: str, level: str) -> None:
    anna = Client()
    answer = start(anna, game=system, detail=level)
    assert answer.status_code == 302, text_of(answer)
    opening = Event.objects.filter(stream__kind="match").order_by("seq").first()
    assert opening is not None and json.loads(opening.data).get("detail", "turns") == level
    assert anna.get(answer["Location"].replace("codes", "pad")).status_code == 200


@pytest.mark.parametrize("url", ["/", "/play/?way=senjutsu:duel"])
@pytest.mark.parametrize(
    ("language", "meant"),
    [("en", "nothing while you play, the whole result at the end"), ("ru", "во время игры — ничего")],
)
def test_each_level_says_what_it_means(url: str, language: str, meant: str) -> None:
    assert meant in text_of(Client(headers={"accept-language": language}).get(url))


def fields(answer: Any) -> dict[str, str]:
    """The whole form as a browser would send it unchanged."""
    values = {bound.html_name: bound.value() for bound in answer.context["form"]}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def test_more_options_keep_what_was_typed_and_ask_for_no_name_again() -> None:
    """The whole form, another mode of it, and the match: nobody is made before."""
    anna = Client()
    told = {"game": "senjutsu", "first": "Anna", "second": "Boris", "detail": "summary", "more": "1"}
    whole = anna.post("/play/", told)
    assert whole.status_code == 200 and not Player.objects.exists()
    typed = fields(whole)
    assert (typed["seats_red_1"], typed["seats_blue_1"], typed["detail"]) == ("Anna", "Boris", "summary")
    assert 'formaction="/play/?way=senjutsu:multi"' in text_of(whole)
    other = anna.post("/play/?way=senjutsu:multi", {**typed, "look": "1"})
    assert other.status_code == 200 and not Player.objects.exists()
    typed = fields(other)
    assert (typed["seats_red_1"], typed["seats_blue_1"], typed["detail"]) == ("Anna", "Boris", "summary")
    answer = anna.post("/play/?way=senjutsu:multi", {**typed, "seats_green_1": "Clara"})
    match = Stream.objects.get(kind="match")
    assert answer["Location"] == f"/matches/{match.id}/codes/"
    assert {one.name for one in Player.objects.all()} == {"Anna", "Boris", "Clara"}
    assert anna.get(f"/matches/{match.id}/pad/").status_code == 200
    assert [claim.player.name for claim in Claim.objects.all()] == ["Anna"]


def test_more_options_ask_for_the_game_first_and_for_no_names() -> None:
    answer = Client().post("/play/", {"first": "Anna", "second": "", "more": "1"})
    assert answer.status_code == 400 and set(answer.context["play"].errors) == {"game"}
    assert answer.context["play"]["first"].value() == "Anna"


def test_a_nameless_stranger_opens_nothing_from_the_whole_form() -> None:
    stranger = Client()
    url = "/play/?way=ninja:standard"
    assert "Who are you?" not in text_of(stranger.get("/matches/new/"))
    told = fields(stranger.get(url))
    refused = stranger.post(url, {**told, "seats_intruders_1": "Boris"})
    assert refused.status_code == 400 and refused.context["form"].errors["seats_guards_1"]
    assert not Player.objects.exists() and not Stream.objects.filter(kind="match").exists()


def test_the_whole_form_slows_strangers_as_the_front_page_does() -> None:
    stranger = Client()
    url = "/play/?way=ninja:standard"
    told = {**fields(stranger.get(url)), "seats_guards_1": "Anna", "seats_intruders_1": "Boris"}
    for _ in range(20):
        throttle.GUESTS.count("address:127.0.0.1")
    late = stranger.post(url, told)
    assert late.status_code == 429 and int(late["Retry-After"]) > 0 and not Player.objects.exists()
    assert fields(late)["seats_intruders_1"] == "Boris"


@pytest.mark.parametrize("door", ["accounts", "closed"])
def test_the_whole_form_is_closed_where_strangers_are_not_let_in(settings: Any, door: str) -> None:
    settings.DOOR = door
    url, told = "/play/?way=senjutsu:solo", {"seats_red_1": "Anna", "detail": "turns"}
    assert "Who are you?" in text_of(Client(headers={"accept-language": "en"}).get("/matches/new/"))
    assert (Client().get(url).status_code, Client().post(url, told).status_code) == (302, 403)
    assert not Player.objects.exists() and not Stream.objects.filter(kind="match").exists()


def test_the_page_of_known_people_stays_theirs() -> None:
    url, told = "/matches/new/senjutsu/solo/", {"seats_red_1": "Anna", "detail": "turns"}
    assert Client().get(url)["Location"] == Client().post(url, told)["Location"] == "/matches/new/"
    assert not Player.objects.exists()


@pytest.mark.parametrize("way", ["", "go", "go:duel", "senjutsu:chess", "senjutsu"])
def test_an_unknown_way_to_play_is_not_found(way: str) -> None:
    assert Client().get("/play/", {"way": way}).status_code == 404


def test_a_game_without_a_level_of_turns_is_played_from_the_front_page() -> None:
    """At the first of its own levels."""
    everything = replace(orchard.TABLES, levels=("full",))
    registry.register(replace(orchard.SYSTEM, tables=everything))
    try:
        answer = start(Client(), game="orchard")
        assert answer.status_code == 302, text_of(answer)
        (opening,) = Event.objects.filter(stream__kind="match")
        assert json.loads(opening.data)["detail"] == "full"
        refused = start(Client(), game="orchard", detail="summary")
        assert refused.status_code == 400 and refused.context["play"].errors["detail"]
    finally:
        registry.forget("orchard")
        warm.forget()


def test_the_first_phone_goes_on_when_the_second_has_come() -> None:
    """The page of codes asks by itself, and is told to go to the pad once nobody is missing."""
    anna = Client()
    codes = start(anna, game="ninja")["Location"]
    asks = {"HX-Request": "true"}
    waiting = anna.get(codes, headers=asks)
    assert waiting.status_code == 204 and "HX-Redirect" not in waiting
    second_phone(text_of(anna.get(codes)))
    answer = anna.get(codes, headers=asks)
    assert answer["HX-Redirect"] == codes.replace("codes", "pad") and anna.get(codes).status_code == 200


READY = {
    "bushido": "warband_registered",
    "last_battle": "squad_hired",
    "super_fantasy_brawl": "roster_confirmed",
}


@pytest.mark.parametrize("system", READY)
def test_what_is_ready_made_is_taken_by_one_tap(system: str) -> None:
    """The step stands before the form that it spares; something that is not ready is refused with nothing logged."""
    anna = Client()
    codes = start(anna, game=system)["Location"]
    second, _joined = second_phone(text_of(anna.get(codes)))
    match = Stream.objects.get(kind="match")
    step, pad = f"ready-{READY[system]}", f"/matches/{match.id}/pad/"
    if system == "last_battle":
        alliance = Phone()
        alliance.client = anna
        assert alliance.pick(match.id, "scheme_chosen").status_code == 302
    shown = text_of(second.get(pad))
    assert shown.index(f'data-step="{step}"') < shown.index(f'data-step="{READY[system]}"')
    boris = str(Player.objects.get(name="Boris").id)

    def sent(ready: str) -> Any:
        version = Event.objects.filter(stream=match).count()
        told = {
            "step": step,
            "player": boris,
            "version": version,
            "key": f"{ready}-{version}",
            "ready": ready,
        }
        return second.post(pad, told)

    before = Event.objects.filter(stream=match).count()
    assert sent("nothing-of-the-kind").status_code == 400
    assert Event.objects.filter(stream=match).count() == before
    (first,) = re.findall(r'name="ready" value="([^"]+)" checked', shown)
    assert sent(first).status_code == 302
    assert Event.objects.filter(stream=match).count() == before + 1
    assert step not in text_of(second.get(pad))


def test_a_list_that_was_handed_in_takes_the_place_of_what_is_ready() -> None:
    table = Table("sea")
    table.choose()
    shown = table.serpent.get(f"/matches/{table.match}/pad/")
    assert 'data-step="squad_hired"' in shown and "ready-squad_hired" not in shown


def test_a_form_sent_twice_is_one_match_and_one_guest() -> None:
    anna = Client()
    key = anna.get("/").context["play"]["key"].value()
    told = {"game": "last_battle", "first": "Anna", "second": "Boris", "key": key}
    first = anna.post("/play/", told)
    again = Client()  # the answer, and with it the cookie, was lost
    assert again.post("/play/", told)["Location"] == first["Location"]
    assert Stream.objects.filter(kind="match").count() == 1 and Player.objects.count() == 2
    assert Claim.objects.count() == 1


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"first": ""}, "first"),
        ({"second": " "}, "second"),
        ({"second": "anna"}, "second"),
        ({"game": "chess"}, "game"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_made(told: dict[str, str], field: str) -> None:
    answer = start(Client(), **told)
    assert answer.status_code == 400 and answer.context["play"].errors[field]
    assert not Player.objects.exists() and not Stream.objects.filter(kind="match").exists()


def test_guests_are_slowed_down_by_address_and_known_people_are_not() -> None:
    for number in range(20):
        assert start(Client(), second=f"Boris {number}").status_code == 302
    late = start(Client())
    assert late.status_code == 429 and int(late["Retry-After"]) > 0 and Player.objects.count() == 40
    device = Client()
    throttle.counts().forget()
    assert start(device).status_code == 302
    for _ in range(20):
        throttle.GUESTS.count("address:127.0.0.1")
    assert start(device, first="Anna", second="Zoe").status_code == 302


@pytest.mark.parametrize(
    ("door", "guests", "accounts"), [("guests", 1, 0), ("accounts", 0, 1), ("closed", 0, 0)]
)
def test_the_server_says_whom_it_lets_in(settings: Any, door: str, guests: int, accounts: int) -> None:
    settings.DOOR = door
    client = Client()
    assert ('action="/play/"' in text_of(client.get("/"))) is bool(guests)
    told = {"game": "senjutsu", "first": "Anna", "second": "Boris"}
    assert client.post("/play/", told).status_code == (302 if guests else 403)
    assert Player.objects.count() == 2 * guests
    Client().post("/sign-up/", ACCOUNT)
    assert User.objects.count() == accounts
    assert ("/sign-up/" in text_of(Client().get("/sign-in/"))) is bool(accounts)


def test_an_account_takes_over_what_the_device_played() -> None:
    anna = Client()
    match = start(anna)["Location"].split("/")[2]
    assert anna.post("/sign-up/", ACCOUNT)["Location"] == "/my/"
    user = User.objects.get()
    assert Player.objects.get(name="Anna").user == user and Player.objects.get(name="Boris").user is None
    elsewhere = Client()
    elsewhere.force_login(user)
    assert elsewhere.get(f"/matches/{match}/pad/").status_code == 200


def test_whoever_signs_in_later_keeps_the_guest_by_one_button() -> None:
    anna = Client()
    start(anna)
    user = User.objects.create_user("anna", password=PASSWORD)
    anna.post("/sign-in/", {"username": "anna", "password": PASSWORD})
    assert Player.objects.get(name="Anna").user is None
    assert "Keep in my account: Anna" in text_of(anna.get("/account/"))
    anna.post("/account/players/keep/")
    assert Player.objects.get(name="Anna").user == user
    assert "Keep in my account" not in text_of(anna.get("/account/"))


def test_a_new_account_organises() -> None:
    client = Client()
    assert client.post("/sign-up/", {**ACCOUNT, "email": ""})["Location"] == "/organise/"
    assert client.get("/organise/").status_code == 200
    weak = Client().post(
        "/sign-up/", {**ACCOUNT, "username": "zoe", "password1": "1234", "password2": "1234"}
    )
    assert weak.status_code == 400 and User.objects.count() == 1
    taken = Client().post("/sign-up/", {**ACCOUNT, "username": "ANNA"})
    assert taken.status_code == 400 and User.objects.count() == 1


@pytest.mark.parametrize(("name", "also"), [("Фёдор", "фЁДОР"), ("\ufb01lip", "Filip"), ("Ａｎｎａ", "anna")])
def test_a_name_is_taken_in_either_case_of_any_alphabet_and_signs_in_as_it_was_typed(
    name: str, also: str
) -> None:
    assert Client().post("/sign-up/", {**ACCOUNT, "username": name}).status_code == 302
    taken = Client().post("/sign-up/", {**ACCOUNT, "username": also})
    assert taken.status_code == 400 and User.objects.count() == 1
    again = Client().post("/sign-in/", {"username": name, "password": ACCOUNT["password1"]})
    assert again.status_code == 302


def test_a_forgotten_password_comes_back_by_e_mail(settings: Any) -> None:
    user = User.objects.create_user("anna", email="anna@example.org", password="before it was forgotten")
    assert "sends no e-mail" in text_of(Client().get("/password/"))
    Client().post("/password/", {"email": user.email})
    assert not mail.outbox
    settings.MAIL = {"HOST": "mail.example.org"}
    for address in (user.email, "nobody@example.org"):
        assert Client().post("/password/", {"email": address})["Location"] == "/sign-in/"
    (sent,) = mail.outbox
    found = re.search(r"http://testserver(/password/\S+)", str(sent.body))
    assert found is not None
    client = Client()
    page = client.get(found[1])["Location"]
    told = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post(page, told)["Location"] == "/sign-in/"
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert "used before" in text_of(Client().get(found[1]))


def test_mail_is_asked_for_at_one_speed(settings: Any) -> None:
    settings.MAIL = {"HOST": "mail.example.org"}
    User.objects.create_user("anna", email="anna@example.org", password=PASSWORD)
    answers = [Client().post("/password/", {"email": "anna@example.org"}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429] and len(mail.outbox) == 10


def test_the_front_page_says_what_it_is_and_what_runs_here() -> None:
    """Game, date and place of every event; each game by name, with its rules."""
    user = User.objects.create_user("host")
    who = Identity(user)
    event = commands.create_tournament(who, name="Autumn Cup", options={"rounds": 3})
    told = {"starts": "2026-11-28T10:00", "place": "Club Kraken"}
    commands.append(who, event, [{"type": "event_described", "data": told}])
    days = [commands.create_campaign(who, name=name) for name in ("Undated battle", "Summer battle")]
    commands.append(who, days[1], [{"type": "event_described", "data": {"starts": "2026-07-01"}}])
    caught_up()
    page = text_of(Client().get("/"))
    assert "Last Battle · 28 Nov 2026, 10:00 · Club Kraken" in page
    assert "Last Battle · 1 Jul 2026" in page
    coming = page.partition("Coming up")[2]
    names = ("Summer battle", "Autumn Cup", "Undated battle")
    places = [coming.index(name) for name in names]
    assert places == sorted(places), "those with a date first, tournaments and event days in one list"
    for system in TABLES:
        assert f'href="/rules/{system}/"' in page
        assert commands.tables_of(system).name.en in page


@pytest.mark.parametrize(
    ("system", "side", "word"), [("last_battle", "serpent", "Serpent"), ("ninja", "intruders", "Intruders")]
)
def test_a_stranger_chooses_a_side_where_they_differ(system: str, side: str, word: str) -> None:
    """Whoever opened a match without an account always was the Alliance, or the guards."""
    anna = Client(headers={"accept-language": "en"})
    page = text_of(anna.get("/"))
    assert "Your side" in page and word in page
    start(anna, game=system, **{f"side_{system}": side})
    match = Stream.objects.get(kind="match")
    (own,) = [claim.player for claim in Claim.objects.all()]
    sides = selectors.sides_of(match.id)
    assert own.name == "Anna" and list(sides[side]) == [str(own.id)] and len(sides) == 2
    whole = anna.post(
        "/play/", {"game": system, "first": "Anna", "second": "Bo", f"side_{system}": side, "more": "1"}
    )
    assert fields(whole)[f"seats_{side}_1"] == "Anna"


def test_a_fault_of_a_name_stands_at_whose_it_is() -> None:
    answer = start(Client(), game="last_battle", first="\u200b", side_last_battle="serpent")
    form = answer.context["play"]
    assert answer.status_code == 400 and form.errors["first"] and "second" not in form.errors


@pytest.mark.parametrize(
    ("told", "own"),
    [({"mine": "blue"}, "Boris"), ({"mine": "red"}, "Anna"), ({"mine": ""}, "Anna")],
)
def test_the_whole_form_asks_a_stranger_for_their_side(told: dict[str, str], own: str) -> None:
    anna = Client(headers={"accept-language": "en"})
    page = anna.get("/play/?way=senjutsu:duel")
    assert "Your side" in text_of(page) and "first name of your side" in text_of(page)
    typed = {**fields(page), "seats_red_1": "Anna", "seats_blue_1": "Boris", **told}
    assert anna.post("/play/?way=senjutsu:duel", typed).status_code == 302
    assert [claim.player.name for claim in Claim.objects.all()] == [own]


def test_a_stranger_who_leaves_the_first_side_free_takes_the_other() -> None:
    """Of a match that needs two of four sides."""
    anna = Client()
    typed = fields(anna.get("/play/?way=senjutsu:multi"))
    typed |= {"seats_red_1": "", "seats_green_1": "Anna", "seats_gold_1": "Boris", "mine": ""}
    answer = anna.post("/play/?way=senjutsu:multi", typed)
    assert answer.status_code == 302, text_of(answer)
    assert [claim.player.name for claim in Claim.objects.all()] == ["Anna"]
