"""Devices that act for a player: a code works once, everybody sees what acts, and each of them can be taken away."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker import commands, identity
from tracker.identity import Identity, NotAllowed
from tracker.models import ApiToken, Claim, Player
from tracker.tests.hall import caught_up, organiser
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)
ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"


def browser(agent: str = ANDROID, language: str = "en") -> Client:
    return Client(headers={"accept-language": language, "user-agent": agent})


def claimed(player: Player, **told: str) -> Client:
    client = browser(**told)
    assert client.post(f"/claim/{player.claim_code}/").status_code == 302
    return client


def acts_for(client: Client, player: Player) -> bool:
    return f"/players/{player.pk}/devices/" in text_of(client.get("/my/"))


def anna() -> Player:
    return Player.objects.create(name="Anna")


def test_a_code_works_once() -> None:
    player, stranger = anna(), browser()
    phone = claimed(player)
    assert acts_for(phone, player)
    again = stranger.post(f"/claim/{player.claim_code}/")
    assert again.status_code == 404 and "a code works once" in text_of(again)
    assert "This code leads to nobody." in text_of(again) and "Nothing was changed." not in text_of(again)
    assert not acts_for(stranger, player) and Claim.objects.count() == 1


def test_a_form_that_is_sent_again_over_a_bad_network_is_the_same_claim() -> None:
    """The answer was lost, and with it the cookie of the new session."""
    player = anna()
    page = text_of(browser().get(f"/claim/{player.claim_code}/"))
    key = page.partition('name="key" value="')[2].partition('"')[0]
    address = f"/claim/{player.claim_code}/"
    browser().post(address, {"key": key})
    phone = browser()
    assert phone.post(address, {"key": key})["Location"] == "/my/"
    assert acts_for(phone, player) and Claim.objects.count() == 1
    assert browser().post(address, {"key": "guessed"}).status_code == 404


def test_a_planted_session_gets_nothing() -> None:
    """Somebody gives a browser a session that they know; when it claims its player, theirs stays empty."""
    first, second = Player.objects.create(name="Mallory"), anna()
    attacker, victim = claimed(first), browser()
    victim.cookies["sessionid"] = attacker.cookies["sessionid"].value
    planted = victim.cookies["sessionid"].value
    victim.post(f"/claim/{second.claim_code}/")
    assert victim.cookies["sessionid"].value != planted and acts_for(victim, second)
    assert not acts_for(attacker, second)


def test_a_new_code_frees_the_player_and_is_shown_where_it_was_made() -> None:
    desk = Desk(count=1)
    player = desk.players[0]
    thief = browser()
    thief.force_login(User.objects.create_user("thief"))
    thief.post(f"/claim/{player.claim_code}/")
    _player, _row, secret = commands.token_of_code(renewed(desk, player), "bot")
    assert not acts_for(thief, player), "neither by the claim nor by the account"
    page = text_of(desk.client.post(f"/players/{player.pk}/devices/", {"do": "renew"}, follow=True))
    player.refresh_from_db()
    assert player.claim_code and player.claim_code in page
    with pytest.raises(identity.BadCode):
        identity.of_token(secret)
    assert not Claim.objects.exists() and not ApiToken.objects.exists()
    assert acts_for(claimed(player), player)


def renewed(desk: Desk, player: Player) -> str:
    desk.client.post(f"/players/{player.pk}/devices/", {"do": "renew"})
    player.refresh_from_db()
    return str(player.claim_code)


@pytest.mark.parametrize(("language", "word"), [("en", "Another device acts"), ("ru", "действует ещё")])
def test_the_player_is_told_of_a_second_device_and_takes_it_away(language: str, word: str) -> None:
    player = anna()
    phone = claimed(player, language=language)
    assert word not in text_of(phone.get("/my/"))
    page = text_of(phone.post(f"/players/{player.pk}/devices/", {"do": "another"}, follow=True))
    player.refresh_from_db()
    assert player.claim_code in page
    laptop = claimed(player, agent="Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0")
    told = text_of(phone.get("/my/"))
    assert word in told and "Firefox, Windows" in told
    other = Claim.objects.order_by("-id")[0]
    phone.post(f"/players/{player.pk}/devices/", {"do": "end", "claim": str(other.pk)})
    assert not acts_for(laptop, player) and acts_for(phone, player)
    assert word not in text_of(phone.get("/my/"))


def test_a_token_that_is_taken_away_is_dead() -> None:
    player = anna()
    _player, row, secret = commands.token_of_code(str(player.claim_code), "bot")
    assert identity.of_token(secret).players == {str(player.pk)}
    who = Identity(identity.VISITOR.user, frozenset({str(player.pk)}))
    assert row.claim_id is not None
    commands.end_claim(who, row.claim_id)
    with pytest.raises(identity.BadCode):
        identity.of_token(secret)


def test_a_phone_stops_acting_for_a_player() -> None:
    player, other = anna(), Player.objects.create(name="Boris")
    phone = claimed(player)
    phone.post(f"/claim/{other.claim_code}/")
    assert phone.post(f"/players/{player.pk}/devices/", {"do": "leave"})["Location"] == "/my/"
    assert not acts_for(phone, player) and acts_for(phone, other)


def test_whoever_signs_out_acts_for_nobody() -> None:
    player, phone = anna(), browser()
    phone.force_login(User.objects.create_user("olga"))
    phone.post(f"/claim/{player.claim_code}/")
    phone.post("/sign-out/")
    assert not acts_for(phone, player) and not Claim.objects.exists()


def test_only_the_player_and_those_who_entered_them_see_and_change_devices() -> None:
    """Also not somebody who enters the player at an event of their own, to see the code and to make another."""
    desk = Desk(count=2)
    player, met = desk.players
    caught_up()
    eve = organiser("eve")._replace(players=frozenset({str(met.pk)}))
    own = commands.create_tournament(eve, name="Trap", options={"rounds": 1, "list_required": False})
    register: Any = {"type": "player_registered", "data": {"player": str(player.pk)}}
    commands.append(eve, own, [register])
    stranger = Client()
    stranger.force_login(eve.user)
    assert player.claim_code not in text_of(stranger.get(f"/events/{own}/console/codes/"))
    assert stranger.get(f"/players/{player.pk}/devices/").status_code == 403
    for attempt in (
        lambda: commands.reset_claim_code(eve, player),
        lambda: commands.code_for_another_device(eve, player),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    phone = claimed(player)
    for do in ("end", "leave", "renew", "another"):
        told = {"do": do, "claim": str(Claim.objects.get().pk)}
        assert stranger.post(f"/players/{player.pk}/devices/", told).status_code == 403
    assert phone.post(f"/players/{player.pk}/devices/", {"do": "renew"}).status_code == 403
    assert acts_for(phone, player)


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (ANDROID, "Chrome, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        ("", ""),
    ],
)
def test_a_device_is_named_as_people_call_it(agent: str, device: str) -> None:
    assert commands.claims.device_of(agent) == device


def test_nothing_on_the_way_keeps_what_is_somebodys_own() -> None:
    """And the phone learns for whom a page was made, so that it forgets the pages of another reader."""
    player = anna()
    phone = claimed(player)
    mine = phone.get("/my/")
    assert mine["Cache-Control"] == "private, no-cache", "kept by one's own phone alone, for bad Wi-Fi"
    readers = [mine["Warledger-Reader"], phone.get("/ladders/")["Warledger-Reader"]]
    assert readers[0] == readers[1] != "nobody"
    assert phone.get("/ladders/")["Cache-Control"] == "private, no-cache"
    assert "no-store" in phone.get(f"/players/{player.pk}/devices/")["Cache-Control"]
    desk = Desk(count=1)
    for path in ("/account/", "/organise/", desk.console(), desk.console("codes/"), "/sign-in/", "/claim/"):
        assert "no-store" in desk.client.get(path)["Cache-Control"], path
    Claim.objects.all().delete()
    assert phone.get("/my/")["Warledger-Reader"] == "nobody"
    assert Client().get("/")["Warledger-Reader"] == "nobody"


def test_a_device_without_a_name_and_the_time_are_said_so_that_anyone_understands() -> None:
    player = anna()
    nameless = claimed(player, agent="")
    nameless.post(f"/players/{player.pk}/devices/", {"do": "another"})
    player.refresh_from_db()
    phone = claimed(player)
    page = text_of(phone.get("/my/"))
    assert "Another device acts for Anna too: a device that does not say what it is, since" in page
    assert "?, since" not in page and "a.m." not in page and "p.m." not in page
    assert re.search(r"since \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\.", page)
    listed = text_of(phone.get(f"/players/{player.pk}/devices/"))
    assert 'aria-label="Take away: A device that does not say what it is"' in listed
    assert acts_for(nameless, player)
