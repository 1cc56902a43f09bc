"""Signing in, the password, tokens; verifying a file; importing cards; whole pages of errors."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from games.last_battle.play.simulate import simulate
from games.portable import log_of, write_log
from games.registry import MATCHES
from tracker import identity
from tracker.models import ApiToken, Edition, OneTimePassword
from tracker.tests.pages.desk import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("olga", password="first-secret-1"))
    return client


def test_sign_in_and_out() -> None:
    User.objects.create_user("olga", password="first-secret-1")
    client = Client()
    wrong = client.post(
        "/sign-in/", {"username": "olga", "password": "no"}, headers={"accept-language": "ru"}
    )
    assert wrong.status_code == 200 and "data-problems" in text_of(wrong)
    right = client.post("/sign-in/?next=/organise/", {"username": "olga", "password": "first-secret-1"})
    assert right["Location"] == "/organise/"
    assert "olga" in text_of(client.get("/"))
    client.post("/sign-out/")
    assert "olga" not in text_of(client.get("/"))


def test_a_password_for_one_use_leads_to_choosing_another() -> None:
    user = User.objects.create_user("olga", password="first-secret-1")
    OneTimePassword.objects.create(user=user, digest=user.password)
    client = Client()
    answer = client.post("/sign-in/", {"username": "olga", "password": "first-secret-1"})
    assert answer["Location"] == "/account/password/"
    assert client.get("/organise/")["Location"] == "/account/password/"
    assert "old_password" not in text_of(client.get("/account/password/")), "it has just been typed"
    fields = {"new_password1": "Long-Enough-77", "new_password2": "Long-Enough-77"}
    assert client.post("/account/password/", fields)["Location"] == "/organise/"
    assert client.get("/organise/").status_code == 200
    assert "old_password" in text_of(client.get("/account/password/")), "a password of one's own is asked for"


def test_a_password_for_one_use_is_asked_for_again_where_it_was_not_typed_a_moment_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser that was left open on that page takes no password from whoever finds it."""
    user = User.objects.create_user("olga", password="first-secret-1")
    OneTimePassword.objects.create(user=user, digest=user.password)
    client = Client()
    client.post("/sign-in/", {"username": "olga", "password": "first-secret-1"})
    monkeypatch.setattr("tracker.pages.account.second_factor.WAITS", -1)
    fields = {"new_password1": "Long-Enough-77", "new_password2": "Long-Enough-77"}
    assert client.post("/account/password/", fields).status_code == 200
    assert "old_password" in text_of(client.get("/account/password/"))
    assert client.post("/account/password/", {**fields, "old_password": "first-secret-1"}).status_code == 302


def test_the_account_tells_when_a_token_was_last_used(olga: Client) -> None:
    user = User.objects.get(username="olga")
    row, secret = identity.new_token("scoreboard", ["read"], user=user)
    assert "never" in text_of(olga.get("/account/"))
    for hours, moved in ((0, True), (0, False), (2, True)):
        if hours:
            ApiToken.objects.filter(pk=row.pk).update(last_used_at=timezone.now() - timedelta(hours=hours))
        before = ApiToken.objects.get(pk=row.pk).last_used_at
        identity.of_token(secret)
        assert (ApiToken.objects.get(pk=row.pk).last_used_at != before) is moved
    assert "never" not in text_of(olga.get("/account/"))


def test_a_token_is_shown_once_works_and_can_be_revoked(olga: Client) -> None:
    page = text_of(olga.post("/account/", {"name": "scoreboard", "scopes": ["read"]}))
    secret = re.search(r"<code>(wl_[^<]+)</code>", page)
    assert secret and identity.of_token(secret[1]).scopes == {"read"}
    assert secret[1] not in text_of(olga.get("/account/"))
    token = ApiToken.objects.get()
    other = Client()
    other.force_login(User.objects.create_user("peter"))
    other.post(f"/account/tokens/{token.id}/revoke/")
    assert ApiToken.objects.exists(), "somebody else's token is left alone"
    olga.post(f"/account/tokens/{token.id}/revoke/")
    with pytest.raises(identity.BadCode):
        identity.of_token(secret[1])


def test_a_new_password_ends_the_tokens_and_the_other_sessions(olga: Client) -> None:
    user = User.objects.get(username="olga")
    secret = identity.new_token("desk", ["read", "organise"], user=user)[1]
    others = identity.new_token("desk", ["read"], user=User.objects.create_user("piet"))[1]
    elsewhere = Client()
    elsewhere.force_login(user)
    assert "olga" in text_of(elsewhere.get("/"))
    fields = {"old_password": "no", "new_password1": "Long-Enough-77", "new_password2": "Long-Enough-77"}
    assert olga.post("/account/password/", fields).status_code == 200 and identity.of_token(secret)
    olga.post("/account/password/", {**fields, "old_password": "first-secret-1"})
    with pytest.raises(identity.BadCode):
        identity.of_token(secret)
    asked = Client().get("/api/v1/tournaments/", headers={"authorization": f"Bearer {secret}"})
    assert asked.status_code == 401
    assert "olga" not in text_of(elsewhere.get("/")) and "olga" in text_of(olga.get("/"))
    assert identity.of_token(others), "nobody else's"


def test_a_token_without_a_name_is_refused(olga: Client) -> None:
    assert olga.post("/account/", {"name": "", "scopes": ["read"]}).status_code == 400
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("name", ["\u202eabc", "\u200b", "x" * 81], ids=ascii)
def test_a_name_that_nobody_can_read_stays_in_the_form_with_what_is_wrong(olga: Client, name: str) -> None:
    answer = olga.post("/account/", {"name": name, "scopes": ["read"]}, headers={"accept-language": "ru"})
    assert answer.status_code == 400 and not ApiToken.objects.exists()
    wrong = "U+" if len(name) < 80 else "80"
    assert wrong in text_of(answer) and "cannot be seen" not in text_of(answer)


def log_bytes() -> bytes:
    setup, events = simulate(7, "turns")
    return write_log(*log_of(MATCHES["last_battle"], "match", setup, events))


def check(content: bytes, language: str = "en") -> tuple[int, str]:
    file = SimpleUploadedFile("match.jsonl", content)
    answer = Client().post("/verify/", {"file": file}, headers={"accept-language": language})
    return answer.status_code, text_of(answer)


def test_an_untouched_log_is_verified() -> None:
    status, page = check(log_bytes())
    assert status == 200 and "intact and legal" in page and "every entry legal" in page


def test_a_changed_log_fails_and_the_place_is_named() -> None:
    lines = log_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'"seq":3', b'"seq": 3')
    status, page = check(b"\n".join(lines))
    assert status == 422 and "Line 4:" in page


@pytest.mark.parametrize("content", [b"hello", b"{}", b'{"warledger": 1}', b"\xff\xfe\x00"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_file_that_is_no_log_says_so(content: bytes, language: str) -> None:
    status, page = check(content, language)
    assert status == 422 and "data-problems" in page


def test_no_file_is_a_plain_refusal() -> None:
    assert Client().post("/verify/", {}).status_code == 400


CSV = "figure_id,name,cost,size\nguard,Guard,5,2\narcher,Archer,,1\n"


def test_cards_are_previewed_and_then_imported(olga: Client) -> None:
    fields = {"name": "Base", "key": "base", "text": CSV}
    page = text_of(olga.post("/cards/last_battle/", {**fields, "how": "preview"}))
    assert "2 cards can be imported" in page and "Archer" in page and not Edition.objects.exists()
    assert olga.post("/cards/last_battle/", {**fields, "how": "import"}).status_code == 302
    assert Edition.objects.get().key == "base"
    again = olga.post("/cards/last_battle/", {**fields, "how": "import"})
    assert again.status_code == 400 and "Guard" in text_of(again)


def test_a_broken_row_is_named_and_nothing_is_imported(olga: Client) -> None:
    text = CSV + "ogre,Ogre,many,3\n"
    file = SimpleUploadedFile("cards.csv", text.encode())
    answer = olga.post("/cards/last_battle/", {"name": "Base", "key": "base", "file": file, "how": "import"})
    page = text_of(answer)
    assert answer.status_code == 400 and "Row 4" in page and "cost" in page
    assert not Edition.objects.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{broken"])
def test_a_file_that_is_no_catalogue_is_refused(olga: Client, content: bytes) -> None:
    file = SimpleUploadedFile("cards.csv", content)
    answer = olga.post("/cards/last_battle/", {"name": "Base", "key": "base", "file": file, "how": "import"})
    assert answer.status_code == 400 and not Edition.objects.exists()


def test_importing_wants_a_signed_in_user_and_a_known_system(olga: Client) -> None:
    assert Client().get("/cards/last_battle/").status_code == 302
    assert olga.get("/cards/chess/").status_code == 404


@pytest.mark.parametrize(("language", "word"), [("en", "Language"), ("ru", "Язык")])
def test_the_language_follows_the_browser(language: str, word: str) -> None:
    assert f'aria-label="{word}"' in text_of(Client().get("/", headers={"accept-language": language}))


def test_the_language_can_be_chosen_and_stays() -> None:
    client = Client()
    assert client.post("/i18n/setlang/", {"language": "ru", "next": "/verify/"})["Location"] == "/verify/"
    assert '<html lang="ru">' in text_of(client.get("/verify/"))


def test_an_expired_form_says_what_to_do() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/sign-in/", {"username": "x", "password": "y"})
    assert answer.status_code == 403 and "The form has expired" in text_of(answer)


def test_a_fault_of_ours_is_a_plain_apology(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.pages.event.public.selectors.tournaments", lambda: 1 / 0)
    answer = Client(raise_request_exception=False).get("/")
    page = text_of(answer)
    assert answer.status_code == 500
    assert "Something went wrong on our side" in page and "ZeroDivision" not in page
