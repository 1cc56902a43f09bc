"""What a game's descriptor lacks or contradicts, each with the file and what belongs there.

Called by `games.registry` when a game is registered, so that it is told at once and all together, not by the first page
or answer that misses it. What stands in files of tests and docs is looked for by `games/tests/test_brought.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.choices import LEVELS
from games.codec import tag
from games.system import System

GUIDE = "games/README.md"


class BadSystem(ValueError):
    """A game that cannot be registered: names everything that is missing, and where."""

    def __init__(self, key: str, faults: Iterable[str]) -> None:
        told = "".join(f"\n  - {one}" for one in faults)
        super().__init__(f"the game {key!r} is not complete (see {GUIDE}):{told}")


def lacking(system: System) -> Iterator[str]:
    """Everything that is wrong, in the order of the guide."""
    yield from _rules(system)
    yield from _tables(system)
    yield from _words(system)
    yield from _types(system)


def _rules(system: System) -> Iterator[str]:
    path = system.folder / "rules.toml"
    if system.rules.key != system.key:
        yield f"system.py: its key is {system.key!r}, but that of its rules is {system.rules.key!r}"
    if not path.is_file():
        yield f'{path}: the file is missing: it opens with `system = "{system.key}"` and tells every rule'
    elif f'system = "{system.key}"' not in path.read_text(encoding="utf-8").splitlines():
        yield f"{path}: system: it is not {system.key!r}, which is the game's key"


def _tables(system: System) -> Iterator[str]:
    tables = system.tables
    if not tables.modes:
        yield "opening.toml: modes: there is none, so that nobody can sit down"
    for level in tables.levels:
        if level not in LEVELS:
            yield f"opening.toml: levels: {level!r} is none of {', '.join(LEVELS)}"
    scenario = tables.first_scenario
    if scenario and scenario not in system.scenarios:
        yield f"opening.toml: first_scenario: {scenario!r} is none of the game's `scenarios`"


def _words(system: System) -> Iterator[str]:
    for kind in system.rules.event_types:
        if tag(kind) not in system.words.events:
            yield f"words.toml: events.{tag(kind)}: a type of event without its title and its sentence"
    for side in dict.fromkeys(side for mode in system.tables.modes for side in mode.sides):
        if side not in system.words.sides:
            yield f"words.toml: sides.{side}: a side of opening.toml without a name"


def _types(system: System) -> Iterator[str]:
    """Types of events that something names and no event has."""
    known = {tag(kind) for kind in system.rules.event_types}
    named = {
        "system.py: brings": {system.brings} - {""},
        "system.py: reports": {system.reports} - {""},
        "system.py: made": system.made,
        "system.py: stated": {system.stated.event} if system.stated is not None else set(),
        "words.toml: events": system.words.events.keys(),
    }
    for place, types in named.items():
        for type_ in sorted(types - known):
            yield f"{place}: no event of the game has the type {type_!r}"
