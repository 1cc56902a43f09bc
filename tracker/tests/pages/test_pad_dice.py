"""The server's dice on a pad: settled before anybody asks, logged by the tap that asks, provable afterwards."""

from __future__ import annotations

import hashlib
import html
import re
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from games.bushido.full.dice_due import ROLLED
from games.bushido.full.steps import now
from games.ruleset import Viewer
from tracker import selectors
from tracker.dice import dice_of
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.pad_play import PadPlay
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = pytest.mark.django_db(transaction=True)
STEP = "tactical_test_rolled"


@pytest.fixture
def play() -> PadPlay:
    """A table that waits for the tactical test of its deployment."""
    found = seated("sacred_idols", "full", 3)
    found.until(lambda state: now(state) == "deployment_test")
    return found


def asked(page: str) -> dict[str, str]:
    return {**dict.fromkeys(prefilled(page, STEP), ""), **prefilled(page, STEP), "roll": "1"}


def dice(play: PadPlay) -> dict[str, str]:
    event: Any = selectors.events_page(play.match, Viewer("staff"), 0, 200).events[-1]
    found: dict[str, str] = event.data["dice"]
    return found


def test_dice_fall_once_and_follow_from_what_was_sealed(play: PadPlay) -> None:
    anna = play.phones[0]
    page = anna.get(play.path)
    (seal,) = set(re.findall(r"Fingerprint (\w+)", page))
    version = selectors.head(play.match).version
    sent = asked(page)
    assert anna.client.post(play.path, sent).status_code == 302
    fell = dice(play)
    assert anna.client.post(play.path, sent).status_code == 302, "the same tap twice is one roll"
    assert dice(play) == fell
    proof = f"/tools/bushido/?match={play.match}&at={version}&step={STEP}"
    told = html.unescape(Client(headers={"accept-language": "en"}).get(proof).content.decode())
    (secret,) = set(re.findall(r"Secret:\s*<code>(\w+)</code>", told))
    assert hashlib.sha256(secret.encode()).hexdigest().startswith(seal)
    assert fell == {side: dice_of(secret, STEP, f"dice.{side}", len(fell[side])) for side in ("a", "b")}


def test_a_roll_on_a_table_that_has_moved_on_is_refused(play: PadPlay) -> None:
    """Whoever knows the dice of an entry that is not the last one any more gets none of them."""
    anna, boris = play.phones
    late = {**asked(boris.get(play.path)), "again": "1"}
    assert anna.client.post(play.path, asked(anna.get(play.path))).status_code == 302
    before = selectors.head(play.match).version
    assert boris.client.post(play.path, late).status_code == 409
    assert selectors.head(play.match).version == before


def test_before_the_roll_nobody_is_shown_the_secret(play: PadPlay) -> None:
    version = selectors.head(play.match).version
    proof = f"/tools/bushido/?match={play.match}&at={version}&step={STEP}"
    told = Client(headers={"accept-language": "en"}).get(proof).content.decode()
    assert "Secret:" in told and not re.findall(r"Secret:\s*<code>", told)


def test_dice_of_which_some_may_be_rolled_again_are_looked_at_first(
    play: PadPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, count = ROLLED[STEP]
    monkeypatch.setitem(ROLLED, STEP, (steps, lambda *asks: replace(count(*asks), chosen=True)))
    anna, boris = play.phones
    before = selectors.head(play.match).version
    assert f'href="?roll={STEP}"' in anna.get(play.path)
    shown = [prefilled(phone.get(f"{play.path}?roll={STEP}"), STEP) for phone in (anna, boris, anna)]
    fell = [{name: one[name] for name in ("told-dice.a", "told-dice.b")} for one in shown]
    assert fell[0] == fell[1] == fell[2] and all(fell[0].values())
    assert selectors.head(play.match).version == before
    assert anna.client.post(play.path, shown[0]).status_code == 302
    assert dice(play) == {side: fell[0][f"told-dice.{side}"] for side in ("a", "b")}
