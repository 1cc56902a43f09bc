"""Players, claims, tokens, sessions and limits: who may call, and how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from api import auth
from api.tests.hall import BASE, Hall, Rest, assert_problem
from api.throttle import Buckets
from tracker.models import ApiToken, Player

CODES_A_MINUTE = 20


def test_a_claim_code_becomes_a_token(hall: Hall, visitor: Rest) -> None:
    code = Player.objects.get(id=hall.a).claim_code
    typed = f" {code[:4].lower()}-{code[4:]} "
    claimed = visitor.post("claim/", {"code": typed})
    assert claimed.status_code == 201
    body = claimed.json()
    assert body["player"]["name"] == "Alice" and body["scopes"] == ["read", "play"]
    assert Rest(body["token"]).post(hall.at + "events/", hall.choice("trap")).status_code == 201
    assert body["token"] not in str(list(ApiToken.objects.values()))


def test_wrong_codes_are_few(organiser: Rest, visitor: Rest) -> None:
    answers = [visitor.post("claim/", {"code": "22222222"}) for _ in range(CODES_A_MINUTE + 1)]
    assert_problem(answers[0], 400, "bad_code")
    assert_problem(answers[-1], 429, "throttled")
    assert int(answers[-1]["Retry-After"]) > 0


def test_wrong_tokens_are_few(organiser: Rest) -> None:
    answers = [Rest(f"wl_{number}").get("players/") for number in range(CODES_A_MINUTE + 1)]
    assert_problem(answers[0], 401, "bad_token")
    assert_problem(answers[-1], 429, "throttled")


@pytest.mark.parametrize("header", ["Bearer", "Basic b2xnYTpwYXNz", "Bearer  ", "wl_x", "Bearer \u00e9"])
def test_a_header_that_is_no_token_is_refused(organiser: Rest, header: str) -> None:
    answer = Client().get(BASE + "players/", headers={"Authorization": header})
    assert_problem(answer, 401, "bad_token")


def test_tokens_are_made_listed_and_revoked(organiser: Rest, visitor: Rest) -> None:
    made = organiser.post("tokens/", {"name": "laptop", "scopes": ["read", "play"]})
    assert made.status_code == 201
    secret, shown = made.json()["secret"], made.json()["token"]
    listed = organiser.get("tokens/").json()["results"]
    assert [token["name"] for token in listed] == ["laptop", "desk"] and secret not in str(listed)
    assert Rest(secret).get("tokens/").status_code == 200
    assert organiser.delete(f"tokens/{shown['id']}/").status_code == 204
    assert_problem(Rest(secret).get("tokens/"), 401, "bad_token")
    assert_problem(organiser.delete(f"tokens/{shown['id']}/"), 404, "not_found")


def test_nobody_gets_a_token_for_more_than_they_have(hall: Hall, visitor: Rest, organiser: Rest) -> None:
    asked = {"name": "x", "scopes": ["organise"]}
    assert_problem(visitor.post("tokens/", asked), 401, "unauthenticated")
    assert_problem(hall.alice.post("tokens/", asked), 403, "forbidden")
    small = Rest(organiser.post("tokens/", {"name": "x", "scopes": ["read"]}).json()["secret"])
    assert_problem(small.post("tokens/", asked), 403, "forbidden")
    assert_problem(organiser.post("tokens/", {"name": "x", "scopes": ["rule"]}), 400, "invalid")


def test_another_persons_token_is_not_found(hall: Hall, organiser: Rest) -> None:
    shown = organiser.get("tokens/").json()["results"][0]
    assert_problem(hall.alice.delete(f"tokens/{shown['id']}/"), 404, "not_found")
    assert [token["name"] for token in hall.alice.get("tokens/").json()["results"]] == ["phone"]


def test_a_token_of_a_closed_account_is_refused(organiser: Rest, django_user_model: Any) -> None:
    assert organiser.get("players/").status_code == 200
    django_user_model.objects.update(is_active=False)
    auth.forget()  # no page does it so
    assert_problem(organiser.get("players/"), 401, "bad_token")


def test_a_session_writes_with_its_csrf_token_only(organiser: Rest) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert browser.login(username="olga", password="a long password")
    session = Rest(client=browser)
    assert_problem(session.post("tournaments/", {"name": "Cup"}), 403, "csrf")
    browser.cookies["csrftoken"] = "a" * 32
    assert session.post("tournaments/", {"name": "Cup"}, X_CSRFToken="a" * 32).status_code == 201
    assert session.get("tokens/").json()["results"][0]["name"] == "desk"


def test_a_bearer_needs_no_csrf_token_and_no_session(hall: Hall) -> None:
    strict = Client(enforce_csrf_checks=True)
    phone = Rest(client=strict)
    phone.headers = hall.alice.headers
    answer = phone.post(hall.at + "events/", hall.choice("trap"))
    assert answer.status_code == 201 and not strict.cookies


def test_players_are_listed_without_their_codes(hall: Hall, visitor: Rest) -> None:
    shown = visitor.get("players/").json()["results"]
    assert {player["name"] for player in shown} == {"Борис", "Alice"}
    assert set(shown[0]) == {"id", "name", "club"}
    assert [player["name"] for player in visitor.get("players/?name=ali").json()["results"]] == ["Alice"]
    assert visitor.get(f"players/{hall.a}/").json()["player"]["name"] == "Alice"
    assert_problem(visitor.get(f"players/{hall.match}/"), 404, "not_found")


def test_a_caller_who_asks_too_often_waits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.gate.REQUESTS", Buckets(per_minute=60, burst=2))
    answers = [hall.alice.get(hall.at + part) for part in ("score/", "events/", "score/")]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert_problem(answers[2], 429, "throttled")
    assert int(answers[2]["Retry-After"]) == 1
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert answers[0]["RateLimit-Limit"] == "2"
    assert hall.boris.get(hall.at + "score/").status_code == 200


def test_buckets_are_bounded_and_fill_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("api.throttle.time.monotonic", lambda: now[0])
    monkeypatch.setattr("api.throttle.KEPT", 3)
    buckets = Buckets(per_minute=60, burst=1)
    assert buckets.take("a") == (1, 0, 1, 0) and buckets.take("a") == (1, 0, 1, 1)
    now[0] += 1
    assert buckets.take("a") == (1, 0, 1, 0)
    for caller in "bcd":
        buckets.take(caller)
    assert len(buckets._levels) == 3
    assert Buckets(per_minute=0, burst=1).take("a") is None


def _password_changed(olga: Client, _admin: Client, _alice: Player) -> Any:
    new = {"new_password1": "Long-Enough-77", "new_password2": "Long-Enough-77"}
    return olga.post("/account/password/", {"old_password": "a long password", **new})


def _accounts(do: str) -> Callable[[Client, Client, Player], Any]:
    return lambda _olga, admin, _alice: admin.post(
        "/account/others/", {"do": do, "account": User.objects.get(username="olga").pk}
    )


def _revoked(olga: Client, _admin: Client, _alice: Player) -> Any:
    return olga.post(f"/account/tokens/{ApiToken.objects.get(user__username='olga').pk}/revoke/")


def _device(do: str) -> Callable[[Client, Client, Player], Any]:
    def post(_olga: Client, admin: Client, alice: Player) -> Any:
        claim = alice.claims.first()
        return admin.post(f"/players/{alice.pk}/devices/", {"do": do, "claim": str(claim and claim.pk)})

    return post


@pytest.mark.parametrize(
    ("whose", "end"),
    [
        ("olga", _password_changed),
        ("olga", _accounts("renew")),
        ("olga", _accounts("close")),
        ("olga", _revoked),
        ("alice", _device("end")),
        ("alice", _device("renew")),
    ],
    ids=["own password", "administrator's reset", "account closed", "revoked", "device ended", "new code"],
)
def test_a_token_that_a_page_ends_is_dead_at_once(
    organiser: Rest, visitor: Rest, whose: str, end: Callable[[Client, Client, Player], Any]
) -> None:
    """It has just been used, so this process remembers it; and nobody else's token ends with it."""
    alice, boris = Player.objects.create(name="Alice"), Player.objects.create(name="Boris")
    phone, other = (
        Rest(visitor.post("claim/", {"code": one.claim_code}).json()["token"]) for one in (alice, boris)
    )
    programs = {"olga": organiser, "alice": phone, "boris": other}
    assert {rest.get("players/").status_code for rest in programs.values()} == {200}
    olga, admin = Client(), Client()
    olga.force_login(User.objects.get(username="olga"))
    admin.force_login(User.objects.create_superuser("admin"))
    assert {rest.get("players/").status_code for rest in programs.values()} == {200}
    assert end(olga, admin, alice).status_code < 400
    assert_problem(programs.pop(whose).get("players/"), 401, "bad_token")
    assert {rest.get("players/").status_code for rest in programs.values()} == {200}


def test_a_player_who_leaves_an_account_leaves_its_programs_at_once(organiser: Rest, hall: Hall) -> None:
    """The account's token speaks for the players of the account, so also for fewer of them from now on."""
    alice, browser = Player.objects.get(id=hall.a), Client()
    browser.force_login(User.objects.get(username="olga"))
    browser.post(f"/claim/{alice.claim_code}/")
    deck = organiser.post("decks/", {"system": "senjutsu", "name": "Ronin", "body": {}, "player": hall.a})
    assert deck.status_code == 201, deck.json()
    browser.post(f"/players/{hall.a}/devices/", {"do": "leave"})
    again = organiser.post("decks/", {"system": "senjutsu", "name": "Ronin", "body": {}, "player": hall.a})
    assert again.status_code == 403
