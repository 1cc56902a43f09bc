"""Secrets that a phone kept and opened after the end: pages, REST and files show them as if the server had them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from games.ninja.events import MatchConceded
from games.ninja.full.events import ListenAnswered
from games.ninja.play.simulate import on_devices
from games.ninja.tests.test_unsealed import served
from games.ruleset import SYSTEM
from tracker.demo.table import confirm
from tracker.tests.pages.test_ninja_pages import PLANS
from tracker.tests.pages.twin_matches import Seated
from tracker.tests.pages.twins import RANDOM
from tracker.tests.test_page_costs import QUERIES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_streams")]


def both() -> tuple[Seated, Seated, int]:
    """The same match twice, to its end: the server kept the secrets of one, the phones of the intruders of the other;
    with the number of entries before the first opening."""
    _setup, logged = served(1, 1)
    kept = on_devices(logged, ("intruders",))
    one, other = Seated("ninja", logged), Seated("ninja", kept)
    one.logs(logged, len(logged))
    other.logs(kept, len(logged))
    return one, other, len(logged)


def got(seat: Seated, path: str, names: Seated, **headers: str) -> str:
    """What a visitor gets, without what is random, the players by the other match's names."""
    answer = Client(headers={"accept-language": "en", **headers}).get(path.format(match=seat.match))
    assert answer.status_code == 200, (path, answer.status_code)
    return RANDOM.sub("#", answer.content.decode())


def plans(text: str) -> list[str]:
    return PLANS.findall(text)


@pytest.mark.soak
def test_after_the_opening_everything_is_shown_as_if_the_server_had_kept_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], django_assert_max_num_queries: Any
) -> None:
    one, other, end = both()
    page, state = "/matches/{match}/", "/api/v1/matches/{match}/state/"
    kept = on_devices(served(1, 1)[1], ("intruders",))
    before = got(other, page, one)
    assert "unseen" not in before and before.count('class="chip">sealed') > 20 and "opened" not in before
    confirm(one.match)
    other.logs(kept, len(kept))
    waiting = got(other, page, one)
    assert 'class="chip">opened' in waiting and "unseen" not in waiting
    confirm(other.match)

    half = end // 2
    frames = [plans(got(seat, f"/matches/{{match}}/board/?at={half}", one)) for seat in (one, other)]
    assert frames[0] == frames[1] and len(frames[0]) == 2 and "unseen" in frames[0][1]
    for at in ("", f"?at={half}"):
        states = [json.loads(got(seat, state + at, one))["state"]["play"] for seat in (one, other)]
        assert states[0] == states[1]
    with django_assert_max_num_queries(QUERIES):
        assert got(other, page + f"?at={half}", one).count('class="plan"') == 2
    last = [got(seat, page, one) for seat in (one, other)]
    assert plans(last[0]) == plans(last[1]) and len(plans(last[0])) == 2
    assert 'class="chip">sealed' not in last[1] and "fits its seal" in last[1]
    assert "every answer was true" in last[1]

    events = "/api/v1/matches/{match}/events/?limit=100"
    told = [json.loads(got(seat, events, one))["events"] for seat in (one, other)]
    assert [(e["type"], e["data"]) for e in told[0]] == [(e["type"], e["data"]) for e in told[1]]
    audits = [json.loads(got(seat, "/api/v1/matches/{match}/audit/", one)) for seat in (one, other)]
    assert audits[0]["commitments"] == audits[1]["commitments"] and audits[1]["ok"]
    assert all(seal["holds"] for seal in audits[1]["commitments"])

    replayed = []
    for number, seat in enumerate((one, other)):
        file = tmp_path / f"{number}.jsonl"
        file.write_bytes(Client().get(f"/logs/{seat.match}.jsonl").content)
        call_command("replay", str(file), at=end // 2, viewer="public", json=True)
        replayed.append(json.loads(RANDOM.sub("#", capsys.readouterr().out))["state"]["play"])
    assert replayed[0] == replayed[1]


def lied_to(seed: int) -> tuple[Seated, int]:
    """A match whose intruders kept their secrets, answered a listen falsely, and opened everything after the guards had
    given up; and the number of the false answer."""
    _setup, logged = served(seed, 1)
    at = next(
        n for n, (event, _by) in enumerate(logged) if isinstance(event, ListenAnswered) and not event.cat
    )
    answer: Any = logged[at][0]
    lie = (replace(answer, heard=not answer.heard), logged[at][1])
    kept = on_devices([*logged[:at], lie, (MatchConceded(side="guards"), SYSTEM)], ("intruders",))
    seat = Seated("ninja", kept)
    seat.logs(kept, len(kept))
    return seat, at + 1


def test_a_false_answer_is_named_once_the_secrets_are_opened() -> None:
    """By the match page, the audit of REST and the page that checks a file; before the end nobody can know."""
    seat, seq = lied_to(1)
    page = f"/matches/{seat.match}/"
    visitor, reader = (Client(headers={"accept-language": language}) for language in ("en", "ru"))
    assert "that is not true" not in visitor.get(page).content.decode()
    confirm(seat.match)
    assert f"The first entry that is not true: {seq} (Intruders)." in visitor.get(page).content.decode()
    told = reader.get(page).content.decode()
    assert f"Первая неправда: запись {seq} (Вторженцы)." in told and "ответ, слышно ли" in told
    audit = visitor.get(f"/api/v1{page}audit/").json()
    assert not audit["ok"] and audit["answers"]["findings"][0]["seq"] == seq
    file = SimpleUploadedFile("night.jsonl", visitor.get(f"/logs/{seat.match}.jsonl").content)
    checked = reader.post("/verify/", {"file": file})
    assert checked.status_code == 422
    text = checked.content.decode()
    assert "не все ответы правдивы" in text and f"Строка {seq + 1}:" in text and "Вторженцы: " in text
