"""A second factor: switched on by its QR code, asked after the password, good once, and off by code or command."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import pyotp
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tracker import identity, second_factor, throttle
from tracker.pages.account import second_factor as second_factor_page
from tracker.tests.pages.desk import text_of

pytestmark = pytest.mark.django_db
PAGE, PASSWORD = "/account/second-factor/", {"username": "olga", "password": "first-secret-1"}


class Owner:
    """The account `olga` with a second factor, made on the page; `codes` are her recovery codes."""

    def __init__(self, language: str = "en") -> None:
        self.user = User.objects.create_user(**PASSWORD)
        self.client = Client(headers={"accept-language": language})
        self.client.force_login(self.user)
        page = text_of(self.client.get(PAGE))
        self.secret = re.findall(r'<code class="breaks">(\w+)</code>', page)[0]
        assert "<svg" in page and self.secret not in str(page.split("<svg")[1].split("</svg>")[0])
        wrong = self.client.post(PAGE, {"code": "000000"})
        assert wrong.status_code == 400 and not second_factor.is_on(self.user)
        self.page = text_of(self.client.post(PAGE, {"code": self.code()}))
        self.codes = re.findall(r"<li>(\w{5}-\w{5})</li>", self.page)

    def code(self, steps: int = 0) -> str:
        """What the phone shows, so many times thirty seconds from now."""
        return str(pyotp.TOTP(self.secret).at(timezone.now(), counter_offset=steps))


@pytest.fixture
def owner() -> Owner:
    return Owner()


@pytest.fixture(autouse=True)
def _counts() -> Iterator[None]:
    throttle.counts().forget()
    yield
    throttle.counts().forget()


def signing_in(**more: str) -> tuple[Client, Any]:
    client = Client(headers={"accept-language": "en"})
    return client, client.post("/sign-in/", {**PASSWORD, **more})


@pytest.mark.parametrize(("moved", "taken"), [(-5, False), (0, True), (second_factor_page.WAITS + 5, False)])
def test_a_right_password_is_good_for_ten_minutes_by_any_clock(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, moved: int, taken: bool
) -> None:
    """A clock that was set back by a day kept a sign-in that was left in the middle open for that day."""
    client, _answer = signing_in()
    now = second_factor_page.time.time
    monkeypatch.setattr(second_factor_page, "time", mock.Mock(time=lambda: now() + moved))
    assert ("olga: now the code" in text_of(client.get("/sign-in/code/"))) is taken


def test_the_password_alone_signs_nobody_in(owner: Owner) -> None:
    assert len(owner.codes) == 10
    assert not any(code in text_of(owner.client.get(PAGE)) for code in owner.codes), "shown once"
    client, answer = signing_in(next="/organise/")
    assert answer["Location"] == "/sign-in/code/" and client.get("/account/").status_code == 302
    assert "olga: now the code" in text_of(client.get("/sign-in/code/"))
    assert client.post("/sign-in/code/", {"code": "123456"}).status_code == 400
    assert client.get("/account/").status_code == 302
    right = client.post("/sign-in/code/", {"code": owner.code(1)})
    assert right["Location"] == "/organise/" and client.get("/account/").status_code == 200


def test_a_code_works_once_and_only_now(owner: Owner) -> None:
    used = owner.code(1)
    for taken in (True, False):
        client, _answer = signing_in()
        assert (client.post("/sign-in/code/", {"code": used}).status_code == 302) is taken
    client, _answer = signing_in()
    assert client.post("/sign-in/code/", {"code": owner.code(3)}).status_code == 400
    assert client.post("/sign-in/code/", {"code": owner.code(-3)}).status_code == 400


def test_a_recovery_code_works_once(owner: Owner) -> None:
    told = owner.codes[0].lower()
    for taken in (True, False):
        client, _answer = signing_in()
        assert (client.post("/sign-in/code/", {"code": told}).status_code == 302) is taken
    assert "9 recovery codes are left" in text_of(owner.client.get(PAGE))
    new = text_of(owner.client.post(PAGE, {"code": owner.codes[1], "do": "codes"}))
    assert len(re.findall(r"<li>\w{5}-\w{5}</li>", new)) == 10
    client, _answer = signing_in()
    assert client.post("/sign-in/code/", {"code": owner.codes[2]}).status_code == 400


def test_a_right_password_waits_ten_minutes_and_ends_with_the_password(owner: Owner) -> None:
    client, _answer = signing_in()
    with mock.patch(
        "tracker.pages.account.second_factor.time.time", return_value=timezone.now().timestamp() + 601
    ):
        late = client.post("/sign-in/code/", {"code": owner.code(1)})
    assert late.status_code == 400 and "once more" in text_of(late)
    owner.user.set_password("Another-Secret-2")
    owner.user.save()
    assert client.post("/sign-in/code/", {"code": owner.code(1)}).status_code == 400
    assert "once more" in text_of(Client(headers={"accept-language": "en"}).get("/sign-in/code/"))


def test_who_guesses_waits_wherever_they_come_from(owner: Owner) -> None:
    for number in range(5):
        client, _answer = signing_in()
        assert client.post(
            "/sign-in/code/", {"code": f"00000{number}"}, REMOTE_ADDR=f"10.0.0.{number}"
        ).status_code
    client, _answer = signing_in()
    slow = client.post("/sign-in/code/", {"code": owner.code(1)}, REMOTE_ADDR="10.0.9.9")
    assert slow.status_code == 400 and "Too many wrong codes" in text_of(slow)


def test_switching_off_wants_a_code_and_tokens_go_on_without_one(owner: Owner) -> None:
    _row, secret = identity.new_token("scoreboard", ["read"], user=owner.user)
    assert owner.client.post(PAGE, {"code": "000000", "do": "off"}).status_code == 400
    assert second_factor.is_on(owner.user)
    assert Client().get("/api/v1/tokens/", headers={"authorization": f"Bearer {secret}"}).status_code == 200
    assert owner.client.post(PAGE, {"code": owner.code(1), "do": "off"})["Location"] == "/account/"
    client, answer = signing_in()
    assert answer["Location"] != "/sign-in/code/" and client.get("/account/").status_code == 200


def test_the_administrator_switches_it_off_by_command(
    owner: Owner, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("end-second-factor", "olga")
    assert "olga signs in with the password alone" in capsys.readouterr().out
    assert signing_in()[1]["Location"] != "/sign-in/code/"
    for name in ("olga", "nobody"):
        with pytest.raises(CommandError):
            call_command("end-second-factor", name)


def test_it_speaks_russian_and_the_qr_code_names_the_account() -> None:
    owner = Owner("ru")
    assert "Ваши запасные коды" in html.unescape(owner.page)
    address = second_factor.address_of(owner.user, owner.secret)
    assert address.startswith("otpauth://totp/Warledger:olga?secret=") and "issuer=Warledger" in address
    read: Any = pyotp.parse_uri(address)
    later = timezone.now() + timedelta(hours=1)
    assert read.at(later) == pyotp.TOTP(owner.secret).at(later)
