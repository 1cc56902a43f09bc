"""The pages `docs/events/<system>.md`: the events as their types tell them, and worked examples out of real logs.

Tournaments, event days and seasons have pages without examples: one event of theirs may be as long as a round. A worked
example of a game is a slice of a log under its tests, which the suite replays: so the rules accept it. Called by the
command `schemas`; `games/vocabulary.py` makes the part about each event.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from django.conf import settings

from games import vocabulary
from games.catalogue import load
from games.match import EventVoided
from games.registry import SYSTEMS
from games.ruleset import Event
from tracker.schemas import OWN

HEAD = """Every event of such a log. A program sends one as `{"type": ..., "data": {...}}` to `events/` of the log; most
come as well from addresses that know what they need (`docs/rest.md`). What a reader may not know yet is `hidden`."""


class Worked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Events `first` to `last` of a log, named by its path under the game's tests, without its ending."""

    title: str
    text: str
    log: str
    first: int
    last: int


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `tests/worked/index.toml` of a game holds."""

    examples: tuple[Worked, ...]


def page_of(system: str) -> Path:
    """Where the page of a game is kept."""
    return Path(settings.BASE_DIR) / "docs" / "events" / f"{system}.md"


def text_of(system: str) -> str:
    """The page, the same bytes every time."""
    if system in OWN:
        return "\n".join(_own(system))
    return "\n".join([vocabulary.page(SYSTEMS[system]), *_shown(system)])


def _own(system: str) -> Iterator[str]:
    """Of what is no match."""
    kinds: tuple[type[Event], ...] = (*OWN[system].event_types, EventVoided)
    yield from (f"# Events of a {system}", "", HEAD, "")
    for kind in kinds:
        yield from vocabulary.about(kind)
    yield from vocabulary.parts(kinds)


def examples_of(system: str) -> tuple[Worked, ...]:
    """The worked examples of a game."""
    return load(_tests_of(system) / "worked" / "index.toml", Index).examples


def log_of(system: str, one: Worked) -> bytes:
    """The log that a worked example is a slice of."""
    return (_tests_of(system) / f"{one.log}.jsonl").read_bytes()


def _tests_of(system: str) -> Path:
    return SYSTEMS[system].folder / "tests"


def _shown(system: str) -> Iterator[str]:
    yield from ("# Worked examples", "", "Lines of real logs, without hashes and salts.", "")
    for one in examples_of(system):
        yield from (f"## {one.title}", "", one.text, "", "```json")
        yield from _lines(log_of(system, one), one)
        yield from ("```", "")


def _lines(log: bytes, one: Worked) -> Iterator[str]:
    for text in log.splitlines()[1:]:
        line = msgspec.json.decode(text)
        if one.first <= line["seq"] <= one.last:
            secret = (line.get("secret") or {}).get("value", {})
            told = {name: value for name, value in line.get("data", {}).items() if name != "commitment"}
            shown = {"seq": line["seq"], "type": line["type"], "data": {**told, **secret}}
            yield msgspec.json.encode(shown).decode()
