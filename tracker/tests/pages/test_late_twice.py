"""An entry that was logged while its phone heard no answer is sent again, late: that is answered, and logs nothing.

What the table asks and computes has changed by then, so that the same form would be refused, or say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from games.tests.rounds import quick_first
from tracker import selectors
from tracker.tests.pages import (
    test_pad_play_brawl,
    test_pad_play_bushido,
    test_pad_play_last_battle,
    test_pad_play_ninja,
    test_pad_play_senjutsu,
)
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import Form, PadPlay, _pairs

pytestmark = pytest.mark.django_db(transaction=True)
TAPS = 16
TABLES: dict[str, Callable[[], PadPlay]] = {
    "brawl": lambda: test_pad_play_brawl.seated("duel", "turns", 1),
    "last battle": lambda: test_pad_play_last_battle.seated("camp", "full", 1, cards=True),
    "ninja": lambda: test_pad_play_ninja.in_full(1),
    "bushido": lambda: test_pad_play_bushido.seated("ryodo", "full", 3),
    "senjutsu": lambda: test_pad_play_senjutsu.sit("duel", "full", 3, edition=True),
    "brawl in full": lambda: test_pad_play_brawl.seated("duel", "full", 1, edition=True),
    "last battle by turns": lambda: test_pad_play_last_battle.seated("sea", "turns", 1),
}


def again(phone: Phone, path: str, body: str) -> Any:
    """As the queue of a phone sends what waited: a second time on whatever stands, where the version is another."""
    for more in ("&kept=1", "&kept=1&again=1"):
        answer = phone.client.post(
            path,
            body + more,
            content_type="application/x-www-form-urlencoded",
            headers={"accept": "application/json"},
        )
        if answer.status_code != 409:
            break
    return answer


@contextmanager
def late(monkeypatch: pytest.MonkeyPatch, rng: Random) -> Iterator[list[str]]:
    """While it lasts every tap arrives a second time, up to four taps later; yields the steps that did."""
    done: list[str] = []
    waits: list[tuple[int, Phone, str, str]] = []
    send = PadPlay._send

    def sent(play: PadPlay, phone: Phone, form: Form, fields: Mapping[str, Any]) -> None:
        for one in [one for one in waits if one[0] <= len(play.taken)]:
            waits.remove(one)
            _due, whose, body, step = one
            before = selectors.head(play.match)
            answer = again(whose, play.path, body)
            assert answer.status_code == 200, f"{step}: {answer.content.decode()}\n{play.story()}"
            assert selectors.head(play.match) == before, f"{step} is logged twice\n{play.story()}"
            done.append(step)
        refused = len(play.refused)
        send(play, phone, form, fields)
        if len(play.refused) == refused:
            due = len(play.taken) + rng.choice((0, 1, 4))
            waits.append((due, phone, urlencode(_pairs(fields), doseq=True), form.step))

    with monkeypatch.context() as patched:
        patched.setattr(PadPlay, "_send", sent)
        yield done


@pytest.mark.parametrize("table", quick_first(2, list(TABLES)))
def test_what_was_logged_unheard_is_answered_when_it_comes_again(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = TABLES[table]()
    with late(monkeypatch, Random(5)) as done:
        for _tap in range(TAPS):
            if selectors.outcome(play.match).status == "confirmed":
                break
            play.step()
    assert len(done) >= 4, play.story()
