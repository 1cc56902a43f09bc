"""Wrong passwords and codes: who waits, who does not, and where they are counted."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from api.tests.hall import Rest, assert_problem
from tracker import throttle
from tracker.models import Player
from tracker.tests.services import Server

PASSWORD = "Long-Enough-77"


def sign_in(client: Client, name: str, password: str, address: str = "10.0.0.1") -> int:
    told = {"username": name, "password": password}
    return client.post("/sign-in/", told, REMOTE_ADDR=address).status_code


@pytest.mark.django_db
def test_wrong_passwords_slow_down_whoever_sends_them_and_nobody_else() -> None:
    User.objects.create_user("olga", password=PASSWORD)
    User.objects.create_user("piet", password=PASSWORD)
    at_home = Client()
    assert sign_in(at_home, "olga", PASSWORD, "10.0.0.9") == 302
    at_home.post("/sign-out/")
    guesser = Client()
    assert [sign_in(guesser, name, "no") for name in ("olga", "OLGA", " olga ", "olga", "olga")] == [200] * 5
    assert sign_in(guesser, "olga", PASSWORD) == 429, "not even looked at"
    assert sign_in(Client(), "olga", PASSWORD, "10.0.0.2") == 302
    assert sign_in(Client(), "piet", PASSWORD) == 302
    for number in range(40):
        sign_in(Client(), "olga", "no", f"10.1.0.{number}")
    assert sign_in(Client(), "olga", PASSWORD, "10.0.0.3") == 429
    assert sign_in(at_home, "olga", PASSWORD) == 302, "a browser that was here before is not locked out"


@pytest.mark.django_db
def test_a_flooder_behind_the_address_of_the_hall_does_not_lock_out_claimed_phones() -> None:
    anna, boris = Player.objects.create(name="Anna"), Player.objects.create(name="Boris")
    phone, flooder = Client(), Client()
    phone.post(f"/claim/{anna.claim_code}/")
    statuses = [flooder.post("/claim/", {"code": f"WRONG{n:03}"}).status_code for n in range(25)]
    assert statuses == [400] * 20 + [429] * 5
    assert int(flooder.get("/claim/WRONG999/")["Retry-After"]) > 0
    assert flooder.post(f"/claim/{boris.claim_code}/").status_code == 429
    assert phone.post(f"/claim/{boris.claim_code}/")["Location"] == "/my/"


@pytest.mark.parametrize(
    ("proxies", "told", "expected"),
    [
        (0, "1.1.1.1", "10.0.0.1"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 10.0.0.7", "1.1.1.1"),
        (2, "1.1.1.1", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:1.1.1.1", "1.1.1.1"),
    ],
)
def test_only_what_own_proxies_say_is_believed(proxies: int, told: str, expected: str, settings: Any) -> None:
    settings.PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=told)
    assert throttle.address(request) == f"address:{expected}"


def test_all_processes_count_together_and_each_alone_while_redis_is_away(own_redis: Server) -> None:
    item = throttle.CODES.items[0]
    one, other = throttle.Counts(own_redis.url), throttle.Counts(own_redis.url)
    for _ in range(item.amount):
        one.count(item, "k")
    assert other.wait(item, "k") > 0 and other.wait(item, "another") == 0
    own_redis.halt()
    assert other.wait(item, "k") == 0
    for _ in range(item.amount):
        other.count(item, "k")
    assert other.wait(item, "k") > 0


@pytest.mark.django_db
def test_pages_and_programs_in_all_processes_of_a_server_guess_from_one_count(
    own_redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another_process() -> None:
        throttle.counts.cache_clear()

    with monkeypatch.context() as server:
        server.setenv("REDIS_URL", own_redis.url)
        another_process()
        for _ in range(2):
            told = [Client().post("/claim/", {"code": "WRONG234"}).status_code for _ in range(10)]
            assert told == [400] * 10
            another_process()
        assert Client().post("/claim/", {"code": "WRONG234"}).status_code == 429
        another_process()
        assert_problem(Rest().post("claim/", {"code": "WRONG234"}), 429, "throttled")
        another_process()
        assert [sign_in(Client(), "olga", "no") for _ in range(5)] == [200] * 5
        another_process()
        assert sign_in(Client(), "olga", "no") == 429
    another_process()


@pytest.mark.parametrize("moved", [-86_400, 86_400], ids=["set back", "set forward"])
def test_a_machine_whose_clock_is_set_locks_nobody_out_and_lets_nobody_in(
    moved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set back by a day, everybody who had mistyped five times waited for a day; forward, all counts began anew."""
    item, counts = throttle.PASSWORDS_HERE.items[0], throttle.Counts()
    by_the_wall, by_the_processor = time.time, time.monotonic
    for _ in range(item.amount):
        counts.count(item, "k")
    monkeypatch.setattr(time, "time", lambda: by_the_wall() + moved)
    assert 0 < counts.wait(item, "k") <= item.get_expiry() + 1
    monkeypatch.setattr(time, "monotonic", lambda: by_the_processor() + item.get_expiry())
    assert counts.wait(item, "k") == 0
    counts.count(item, "k")
    assert counts.wait(item, "k") == 0, "a new window"


def test_counts_whose_window_has_ended_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever invents names fills no memory."""
    kept, by_the_processor = throttle.OwnCounts(), time.monotonic
    for number in range(throttle.SWEPT_AT):
        kept.incr(str(number), 60)
    monkeypatch.setattr(time, "monotonic", lambda: by_the_processor() + 61)
    kept.incr("one more", 60)
    assert kept.reset() == 1
