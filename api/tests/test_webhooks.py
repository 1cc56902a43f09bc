"""Webhooks, sent to a real receiver on this machine: signed, in order, again until they arrive, and nowhere inside."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from celery.exceptions import Retry
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api.tests.hall import Hall, Rest, assert_problem
from tracker import jobs
from tracker.identity import new_token
from tracker.inputs import BadInput
from tracker.models import Webhook, WebhookDelivery
from tracker.tests.visitors import soon
from tracker.webhooks import delivering, sending, targets


class Receiver:
    """Keeps what it was sent and answers with `status`; `hangs`: it answers nothing at all, or byte by byte."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status, self.hangs = 204, ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                if receiver.hangs:
                    return receiver.hang(self.wfile)
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/told?by=us"

    def hang(self, out: Any) -> None:
        """Until the test ends it, or for two minutes."""
        limit = time.monotonic() + 120
        while self.hangs and time.monotonic() < limit:
            time.sleep(0.1)
            if self.hangs == "drips":
                try:
                    out.write(b"H")
                except OSError:
                    return

    @property
    def types(self) -> list[str]:
        return [json.loads(body)["type"] for _headers, body in self.got]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """On this machine, which the operator has allowed."""
    settings.WEBHOOKS_PRIVATE = True
    made = Receiver()
    yield made
    made.hangs = ""
    made.server.shutdown()
    made.server.server_close()


def made(hall: Hall, receiver: Receiver, **wanted: Any) -> dict[str, Any]:
    """A webhook of the organiser's; the answer."""
    body = {"name": "bot", "target": receiver.url, "wanted": wanted}
    answer = hall.olga.post("webhooks/", body)
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def sent(hall: Hall) -> int:
    """As a worker does it: rows of the feed, then what is due; how many messages arrived."""
    hall.olga.get("feed/?limit=1")
    return sum(delivering.deliver(hook) for hook in delivering.due().values_list("pk", flat=True))


def later() -> None:
    """The pause of every webhook is over."""
    Webhook.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def test_what_happens_from_now_on_is_told_signed_and_in_order(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    secret = made(hall, receiver)["secret"]
    assert sent(hall) == 0 and receiver.got == []
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    assert sent(hall) == 1
    hall.finish()
    assert sent(hall) == 2
    assert receiver.types == ["scheme_chosen", "match_reported", "result_confirmed"]
    for headers, body in receiver.got:
        told = json.loads(body)
        assert told["data"] == Rest().get(f"feed/?after={told['data']['number'] - 1}").json()["results"][0]
        assert (
            headers["webhook-id"] == f"{hall.match}.{told['data']['seq']}.{told['data']['hash'][:16]}"
            and b"trap" not in body
        )
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        right = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        assert headers["webhook-signature"] == f"v1,{right}"
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    assert sent(hall) == 0, "once is enough"


def test_the_signature_is_the_one_of_standard_webhooks() -> None:
    """The example of the specification's own libraries."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    found = sending.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_filter_tells_of_nothing_else(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    made(hall, receiver, types=["result_confirmed"], system="last_battle")
    hall.finish()
    assert sent(hall) == 1 and receiver.types == ["result_confirmed"]
    hook = Webhook.objects.get()
    assert hook.after == Rest().get("feed/").json()["last"], "what is passed over is not looked at again"


def test_a_receiver_that_is_away_gets_everything_later_and_once(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    at = made(hall, receiver)["webhook"]["url"]
    hall.finish()
    receiver.status = 503
    assert sent(hall) == 0 and len(receiver.got) == 1
    assert sent(hall) == 0 and len(receiver.got) == 1, "not before its time"
    pauses = []
    for _ in range(3):
        later()
        assert sent(hall) == 0
        hook = Webhook.objects.get()
        pauses.append((hook.due_at - timezone.now()).total_seconds())
    assert pauses == sorted(pauses) and pauses[-1] > 10 * pauses[0] and Webhook.objects.get().tries == 4
    receiver.status = 200
    later()
    assert sent(hall) == 2
    assert receiver.types == ["match_reported"] * 5 + ["result_confirmed"]
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 2
    log = hall.olga.get(at + "deliveries/").json()["results"]
    assert [(one["attempt"], one["status"], one["what"]) for one in log] == [
        (1, 200, ""), (5, 200, ""), (4, 503, "status"), (3, 503, "status"), (2, 503, "status"), (1, 503, "status"),
    ]  # fmt: skip


def test_a_clock_that_was_set_back_holds_up_nothing(hall: Hall, receiver: Receiver) -> None:
    """What was due, or held by a sender, in a year that has not come is due now; pauses stay as long as they were."""
    hall.olga.get("feed/")
    made(hall, receiver)
    hall.finish()
    next_year = timezone.now() + timedelta(days=365)
    Webhook.objects.update(due_at=next_year, held_until=next_year)
    receiver.status = 503
    assert sent(hall) == 0 and len(receiver.got) == 1
    assert sent(hall) == 0 and len(receiver.got) == 1, "the first pause is kept"
    Webhook.objects.update(due_at=timezone.now() + timedelta(seconds=delivering.PAUSES[0] + 60))
    receiver.status = 200
    assert sent(hall) == 2


def test_after_the_last_try_it_stops_and_goes_on_where_it_stood(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    at = made(hall, receiver)["webhook"]["url"]
    hall.finish()
    receiver.status = 500
    for _ in range(len(delivering.PAUSES) + 1):
        later()
        sent(hall)
    assert hall.olga.get(at).json()["stopped"] == "failing"
    later()
    assert sent(hall) == 0 and len(receiver.got) == len(delivering.PAUSES) + 1
    receiver.status = 200
    assert hall.olga.post(at, {"action": "resume"}).json()["stopped"] == ""
    assert sent(hall) == 2


def test_gone_is_gone_and_a_redirect_is_not_followed(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    at = made(hall, receiver)["webhook"]["url"]
    hall.finish()
    receiver.status = 302
    assert sent(hall) == 0 and Webhook.objects.get().tries == 1
    receiver.status = 410
    later()
    assert sent(hall) == 0 and hall.olga.get(at).json()["stopped"] == "gone"


def test_it_is_paused_skipped_and_sent_again(hall: Hall, receiver: Receiver) -> None:
    first = hall.olga.get("feed/").json()["last"]
    at = made(hall, receiver)["webhook"]["url"]
    hall.olga.post(at, {"action": "pause"})
    hall.finish()
    assert sent(hall) == 0
    hall.olga.post(at, {"action": "skip"})
    assert sent(hall) == 0
    hall.olga.post(at, {"action": "replay", "after": first})
    assert sent(hall) == 2 and receiver.types == ["match_reported", "result_confirmed"]
    hall.olga.post(at, {"action": "replay", "after": first + 1})
    assert sent(hall) == 1
    assert receiver.got[1][0]["webhook-id"] == receiver.got[2][0]["webhook-id"]
    assert_problem(hall.olga.post(at, {"action": "replay"}), 400, "invalid")
    assert_problem(hall.olga.post(at, {"action": "replay", "after": 999}), 400, "invalid")
    assert hall.olga.delete(at).status_code == 204 and hall.olga.get(at).status_code == 404


def test_a_trial_tells_of_nothing(hall: Hall, receiver: Receiver, settings: Any) -> None:
    at = made(hall, receiver)["webhook"]["url"]
    settings.CELERY_TASK_ALWAYS_EAGER = True
    assert hall.olga.post(at, {"action": "try"}).status_code == 200
    assert receiver.types == ["webhook_trial"]
    assert hall.olga.get(at + "deliveries/").json()["results"][0]["number"] is None


def test_trials_wait_for_each_other_and_hold_up_no_job(
    hall: Hall, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above those that may be on their way it is put off: no worker waits for a receiver, no message for a trial."""
    ended = threading.Event()
    monkeypatch.setattr(delivering, "trial", lambda _hook: ended.wait(100))
    hall.olga.get("feed/")
    hook = made(hall, receiver)["webhook"]["id"]
    hall.finish()
    began = time.monotonic()
    try:
        for _ in range(delivering.MOST_TRIALS):
            jobs.try_webhook(hook)
        with pytest.raises(Retry):
            jobs.try_webhook(hook)
        assert time.monotonic() - began < 60, "a trial takes a hundred seconds here"
        assert jobs.try_webhook.max_retries is None, "it is put off until there is a place"
        assert sent(hall) == 2
    finally:
        ended.set()
    soon(lambda: not any(one.name == "webhook" for one in threading.enumerate()), "the end of both", 60)


def test_an_account_asks_for_so_many_trials_and_no_more(
    hall: Hall, receiver: Receiver, settings: Any
) -> None:
    at = made(hall, receiver)["webhook"]["url"]
    settings.CELERY_TASK_ALWAYS_EAGER = True
    assert [hall.olga.post(at, {"action": "try"}).status_code for _ in range(11)] == [200] * 10 + [429]
    refused = hall.olga.post(at, {"action": "try"})
    assert_problem(refused, 429, "throttled")
    assert int(refused["Retry-After"]) <= 61 and len(receiver.got) == 10
    browser = Client()
    browser.force_login(User.objects.get(username="olga"))
    page = browser.post(f"/account/webhooks/{Webhook.objects.get().pk}/", {"do": "try"})
    assert page.status_code == 429 and "Try again in" in page.content.decode()


@pytest.mark.parametrize("hangs", ["silent", "drips"])
def test_a_receiver_that_hangs_costs_its_time_and_no_more(
    hall: Hall, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, hangs: str
) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.6)
    hall.olga.get("feed/")
    made(hall, receiver)
    hall.finish()
    receiver.hangs = hangs
    began = time.monotonic()
    assert sent(hall) == 0 and time.monotonic() - began < 60, "the receiver hangs for two minutes"
    assert WebhookDelivery.objects.get().what == "timeout"


@pytest.mark.usefixtures("database")
def test_one_that_hangs_holds_up_no_other_and_no_job(
    hall: Hall, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker's job goes on at once; the other receiver has its messages while the first one still hangs."""
    monkeypatch.setattr(sending, "SECONDS", 100.0)
    hall.olga.get("feed/")
    other = Receiver()
    receiver.hangs = "silent"
    made(hall, receiver)
    made(hall, other)
    hall.finish()
    hall.olga.get("feed/?limit=1")
    assert jobs.deliver_webhooks() == 2
    soon(lambda: len(other.got) == 2, "the messages of the other one", 60)
    assert other.types == ["match_reported", "result_confirmed"]
    soon(lambda: receiver.got, "the first message of the one that hangs", 60)
    assert Webhook.objects.filter(tries=0, held_until__isnull=False).exists(), "it still hangs"
    receiver.hangs = ""
    soon(lambda: not any(one.name == "webhook" for one in threading.enumerate()), "the end of both", 60)
    assert sorted(Webhook.objects.values_list("tries", "held_until")) == [(0, None), (1, None)]
    other.server.shutdown()
    other.server.server_close()


def test_two_workers_send_nothing_twice(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    made(hall, receiver)
    hall.finish()
    hall.olga.get("feed/?limit=1")
    hook = Webhook.objects.get()
    assert delivering._held(hook.pk) is not None
    assert delivering.deliver(hook.pk) == 0 and receiver.got == []
    Webhook.objects.update(held_until=timezone.now() - timedelta(seconds=1))  # the other one was killed
    assert delivering.deliver(hook.pk) == 2


PRIVATE = [
    "http://localhost/", "http://127.0.0.1/", "http://10.1.2.3/x", "http://192.168.0.1:8080/", "http://[::1]/",
    "http://169.254.169.254/latest/meta-data/", "http://[::ffff:10.0.0.1]/", "http://[fd00::1]/", "http://0.0.0.0/",
    "http://[64:ff9b::a00:1]/", "http://[2002:a00:1::]/", "http://100.64.0.1/", "http://224.0.0.1/", "http://[fe80::1]/",
    "http://hall.localhost/", "http://LOCALHOST./",
]  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_addresses_of_the_own_network_are_refused(organiser: Rest, url: str) -> None:
    assert_problem(organiser.post("webhooks/", {"name": "x", "target": url}), 400, "invalid")
    assert sending.send(url, "whsec_AAAA", "x", b"{}").what == "private"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "example.org",
        "http://",
        "http://a:b@example.org/",
        "http://x:99999/",
        "http://a b/",
    ],
)
def test_what_is_no_address_is_refused_with_what_is_legal(organiser: Rest, url: str) -> None:
    body = assert_problem(organiser.post("webhooks/", {"name": "x", "target": url}), 400, "invalid")
    assert body["errors"][0]["where"] == "$.target"


@pytest.mark.parametrize("odd", ["http://2130706433/", "http://0x7f.1/", "http://127.1/"])
def test_other_spellings_of_this_machine_are_refused_when_something_is_sent(odd: str) -> None:
    assert sending.send(odd, "whsec_AAAA", "x", b"{}").what in ("private", "unknown")


def test_a_name_that_points_inside_is_refused_and_nothing_is_connected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when only one of its addresses does; and the connection goes to the address that was judged."""

    def points_to(*ips: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 80)) for ip in ips]
        monkeypatch.setattr(targets.socket, "getaddrinfo", lambda *a, **k: found)

    connected: list[Any] = []

    def connect(address: Any, *_: Any) -> Any:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(sending.socket, "create_connection", connect)
    for ips in (("10.0.0.7",), ("93.184.216.34", "192.168.1.1")):
        points_to(*ips)
        assert sending.send("http://bot.example.org/", "whsec_AAAA", "x", b"{}").what == "private"
    assert connected == []
    points_to("93.184.216.34")
    assert sending.send("http://bot.example.org/", "whsec_AAAA", "x", b"{}").what == "connection"
    assert connected == [("93.184.216.34", 80)]


def test_what_is_not_trusted_is_not_told(receiver: Receiver) -> None:
    assert sending.send(receiver.url.replace("http:", "https:"), "whsec_AAAA", "x", b"{}").what in (
        "tls",
        "connection",
    )
    assert receiver.got == []


def test_nobody_sees_the_webhooks_of_another(hall: Hall, receiver: Receiver) -> None:
    at = made(hall, receiver)["webhook"]["url"]
    assert (
        "secret" not in hall.olga.get(at).json()
        and "whsec" not in hall.olga.get("webhooks/").content.decode()
    )
    stranger = User.objects.create_user("stranger")
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=stranger)[1])
    assert theirs.get("webhooks/").json()["results"] == []
    for answer in (
        theirs.get(at),
        theirs.get(at + "deliveries/"),
        theirs.delete(at),
        theirs.post(at, {"action": "try"}),
    ):
        assert_problem(answer, 404, "not_found")
    assert_problem(hall.alice.get("webhooks/"), 403, "forbidden")
    readers = Rest(new_token("r", ["read"], user=stranger)[1])
    assert_problem(readers.post("webhooks/", {"name": "x", "target": receiver.url}), 403, "forbidden")


def test_a_closed_account_tells_nobody(hall: Hall, receiver: Receiver) -> None:
    hall.olga.get("feed/")
    made(hall, receiver)
    hall.finish()
    User.objects.update(is_active=False)
    assert sent(hall) == 0


def test_the_log_of_deliveries_does_not_grow_for_ever(
    hall: Hall, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "KEPT", 3)
    made(hall, receiver)
    for _ in range(6):
        delivering.trial(Webhook.objects.get().pk)
    assert WebhookDelivery.objects.count() == 3


def test_unknown_types_are_refused(organiser: Rest) -> None:
    body = {"name": "x", "target": "https://example.org/", "wanted": {"types": ["match_ended_somehow"]}}
    problem = assert_problem(organiser.post("webhooks/", body), 400, "invalid")
    assert problem["errors"][0]["where"] == "$.wanted.types[0]" and "match_ended" in problem["detail"]
    with pytest.raises(BadInput):
        targets.checked("https://" + "a" * 600)


def test_the_page_makes_tries_and_removes_one(hall: Hall, receiver: Receiver) -> None:
    browser = Client()
    browser.login(username="olga", password="a long password")
    form = {"name": "Bot", "target": receiver.url, "about": "results", "system": ""}
    page = browser.post("/account/webhooks/", form)
    hook = Webhook.objects.get()
    assert (
        hook.secret in page.content.decode()
        and hook.secret not in browser.get("/account/webhooks/").content.decode()
    )
    assert browser.post("/account/webhooks/", {**form, "target": "nowhere"}).status_code == 400
    at = f"/account/webhooks/{hook.pk}/"
    delivering.trial(hook.pk)
    assert "delivered" in browser.get(at).content.decode()
    receiver.status = 500
    delivering.trial(hook.pk)
    assert "ответил 500" in browser.get(at, headers={"accept-language": "ru"}).content.decode()
    browser.post(at, {"do": "pause"})
    assert Webhook.objects.get().stopped == "paused"
    assert browser.post(at, {"do": "remove"}).status_code == 302 and not Webhook.objects.exists()
    assert browser.get(at).status_code == 404
