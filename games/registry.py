"""Every game system, one line each. Called by the codec, the offline tools and the commands of the tracker.

The tables beside `SYSTEMS` are views of it: a game that is registered later stands in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from games import bushido, last_battle, ninja, senjutsu, super_fantasy_brawl
from games.complete import BadSystem, lacking
from games.match import Match
from games.rulebook import shelve
from games.ruleset import Ruleset
from games.system import System

T = TypeVar("T")

SYSTEMS: dict[str, System] = {}
MATCHES: dict[str, Ruleset[Any, Any]] = {}
"""The rules of each system with the end that every match has: what judges its streams."""


def register(system: System) -> None:
    """Adds a game, wherever it lives. Raises `BadSystem` for one that is not complete."""
    if faults := list(lacking(system)):
        raise BadSystem(system.key, faults)
    shelve(system.folder / "rules.toml")
    SYSTEMS[system.key] = system
    MATCHES[system.key] = Match(system.rules, system.rules.state_type, system.campaigns)


def forget(key: str) -> None:
    """Takes a game out again."""
    shelve(SYSTEMS[key].folder / "rules.toml", out=True)
    del SYSTEMS[key], MATCHES[key]


class View(Mapping[str, T], Generic[T]):
    """One thing of every system, by its key; systems that do not have it (None) are left out."""

    def __init__(self, of: Callable[[System], T | None]) -> None:
        self._of = of

    def __getitem__(self, key: str) -> T:
        found = self._of(SYSTEMS[key])
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key, system in SYSTEMS.items() if self._of(system) is not None)

    def __len__(self) -> int:
        return sum(1 for _key in self)


OPENINGS = View(lambda system: system.open_table)
TABLES = View(lambda system: system.tables)
LOCKED_LISTS = View(lambda system: system.bring_list)
CARD_PARSERS = View(lambda system: system.parse_cards)
ROSTER_KINDS = View(lambda system: system.roster_kind)
SCENARIOS = View(lambda system: system.scenarios)
EVENT_DAYS = View(lambda system: system.event_day)
LADDERS = View(lambda system: system.ladder)
RUNS = View(lambda system: system.run_events)
CHRONICLES = View(lambda system: system.campaigns)


def usual(systems: Mapping[str, Any]) -> str:
    """The game, or the preset, that is meant where nobody names one: the first of these."""
    return next(iter(systems))


for _system in (
    last_battle.SYSTEM,
    senjutsu.SYSTEM,
    super_fantasy_brawl.SYSTEM,
    bushido.SYSTEM,
    ninja.SYSTEM,
):
    register(_system)
