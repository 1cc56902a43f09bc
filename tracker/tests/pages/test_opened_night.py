"""Secrets that a phone kept and opened after the end: pages, REST and files show them as if the server had kept them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.ninja.full.events import SecretRevealed
from games.ninja.simulate import on_devices
from games.ninja.tests.lies import false_hearing
from games.ninja.tests.test_unsealed import served
from tracker.demo_table import confirm
from tracker.tests.pages.test_ninja_pages import PLANS
from tracker.tests.pages.twin_matches import Seated
from tracker.tests.pages.twins import RANDOM

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_streams")]
LATER = '"sealed":'


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


def test_after_the_opening_everything_is_shown_as_if_the_server_had_kept_it(tmp_path: Any, capsys: Any) -> None:
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

    for at in (20, end // 2, end - 3):
        shown = [plans(got(seat, page + f"?at={at}", one)) for seat in (one, other)]
        assert shown[0] == shown[1] and len(shown[0]) == 2
        assert "unseen" in "".join(shown[0]) or at == 20
        frames = [plans(got(seat, f"/matches/{{match}}/board/?at={at}", one)) for seat in (one, other)]
        assert frames == shown
        states = [json.loads(got(seat, state + f"?at={at}", one)) for seat in (one, other)]
        assert states[0] == states[1]
    last = [plans(got(seat, page, one)) for seat in (one, other)]
    assert last[0] == last[1] and len(last[0]) == 2
    assert 'class="chip">sealed' not in got(other, page, one) and "fits its seal" in got(other, page, one)

    events = "/api/v1/matches/{match}/events/?limit=500"
    told = [json.loads(got(seat, events, one))["events"][:end] for seat in (one, other)]
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
