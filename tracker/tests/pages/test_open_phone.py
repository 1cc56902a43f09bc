"""A phone lies open on the table: what stands on it without a hold or a fold tells nobody who looks over a shoulder
where the intruders are, what they hold and what the guards have in hand."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import pytest

from tracker import selectors
from tracker.tests.pages.test_pad_play_ninja import in_full
from tracker.tests.pages.test_twin_ninja import pair
from tracker.tests.pages.twins import RANDOM

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_streams")]
HELD = re.compile(r'<span class="secret.*?</button>', re.S)
LOOKS, FEW = 40, 16
"""So many moments of a match are looked at, and so many where it guards every change."""


class Glance(HTMLParser):
    """The words of a page of which nobody opened a fold; of those that the page itself opens, what is in them too."""

    def __init__(self) -> None:
        super().__init__()
        self.within, self.unread = list[bool](), 0
        self.named, self.words = False, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "details":
            self.within.append("open" not in dict(attrs))
        self.unread += tag in ("script", "style")
        self.named = self.named or (tag == "summary" and self.folds == 1)

    @property
    def folds(self) -> int:
        return sum(self.within)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.within.pop()
        self.unread -= tag in ("script", "style")
        self.named = self.named and tag != "summary"

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.unread and (not self.folds or self.named):
            self.words.append(data.strip())


def glance(page: str) -> list[str]:
    seen = Glance()
    seen.feed(HELD.sub("", page))
    return seen.words


def looked_at(seed: int, looks: int = LOOKS) -> int:
    """Two matches with one public log; the phones of those whose secrets differ say the same, again and again."""
    dice = Random(seed)
    found = pair(seed, 0.95, "guards")
    owners = [seat for seat in found.one.phones if seat not in found.unseen]
    first, number = min(found.twins.changed) + 2, 0
    for place in sorted(dice.sample(range(first, len(found.plain_log)), looks)):
        if place <= found.one.logged:
            continue
        found.to(place)
        found.one.logged = found.other.logged = selectors.head(found.one.match).version
        for seat in owners:
            pads = [
                one.client(seat).get(f"/matches/{one.match}/pad/").content.decode()
                for one in (found.one, found.other)
            ]
            seen = [glance(RANDOM.sub("#", pad)) for pad in pads]
            assert seen[0] == seen[1], (seed, place, seat)
            number += len(seen[0]) > 5
    return number


def test_the_phone_of_the_intruders_tells_nobody_where_they_are() -> None:
    assert looked_at(2, FEW) > FEW // 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, *range(20, 30)])
def test_no_phone_of_intruders_tells_it(seed: int) -> None:
    assert looked_at(seed) > LOOKS // 3


def test_the_answer_to_a_listen_and_the_hand_of_the_guards_stand_behind_a_fold() -> None:
    play = in_full(1)
    play.until(lambda state: state.full is not None and state.full.step == "guard_action")
    guards, intruders = play.phones
    pad = guards.get(play.path)
    cards = [word for word in ("Sentry Listen", "Patrol Search") if word in pad]
    assert cards and not any(one in " ".join(glance(pad)) for one in cards)
    play.until(lambda state: any(due.kind == "listen" for due in state.full.due))
    pad = intruders.get(play.path)
    assert "Nobody is heard." in pad or "Somebody is heard." in pad
    assert {"Answer the listen", "Other steps, where nobody looks on"} < set(glance(pad))
    assert not {"Nobody is heard.", "Somebody is heard.", "Play a card"} & set(glance(pad))
