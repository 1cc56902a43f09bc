"""What a stream tells its readers, made once for all who may see the same: two hundred phones cost one reading.

Called by `api.views.live`. Nothing is kept for longer than a moment: names may change.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple
from uuid import UUID

import msgspec

from games.ruleset import EVERYONE, Viewer
from tracker import selectors

KEPT_FOR = 1.0
"""Seconds that a text is told to others."""
KEPT = 256
PAGE = 500


class Told(NamedTuple):
    """Events as lines of a stream. `after`: seq of the last one. `whole`: nothing in them is hidden from anybody."""

    text: str
    after: int
    whole: bool


class Telling:
    """The texts of this process. Who asks for one that is being made waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._texts: OrderedDict[tuple[UUID, Viewer, int, int], _Text] = OrderedDict()

    def since(self, stream: UUID, viewer: Viewer, after: int, version: int) -> Told:
        """Every event with a seq above `after`; `version`: where the log stands at least.

        What hides nothing from the public is told to everybody in the same words.
        """
        told = self._text(stream, EVERYONE, after, version).of(stream, EVERYONE, after)
        if told.whole or viewer == EVERYONE:
            return told
        return self._text(stream, viewer, after, version).of(stream, viewer, after)

    def forget(self) -> None:
        with self._lock:
            self._texts.clear()

    def _text(self, stream: UUID, viewer: Viewer, after: int, version: int) -> _Text:
        key = (stream, viewer, after, version)
        with self._lock:
            found = self._texts.get(key)
            if found is None or found.until < time.monotonic():
                found = self._texts[key] = _Text()
                self._texts.move_to_end(key)
                while len(self._texts) > KEPT:
                    self._texts.popitem(last=False)
            return found


class _Text:
    def __init__(self) -> None:
        self.until = time.monotonic() + KEPT_FOR
        self._lock = Lock()
        self._told: Told | None = None

    def of(self, stream: UUID, viewer: Viewer, after: int) -> Told:
        """The text, made by whoever comes first; one that could not be made is tried by the next."""
        with self._lock:
            if self._told is None:
                self._told = _made(stream, viewer, after)
            return self._told


def _made(stream: UUID, viewer: Viewer, after: int) -> Told:
    told, whole = [], True
    while True:
        page, all_of_it = selectors.events_seen(stream, viewer, after, PAGE)
        whole = whole and all_of_it
        for event in selectors.with_names(page.events):
            told.append(f"id: {event.seq}\ndata: {msgspec.json.encode(event).decode()}\n\n")
            after = event.seq
        if page.next is None:
            return Told("".join(told), after, whole)


TELLING = Telling()
