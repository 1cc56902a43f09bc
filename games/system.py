"""A game system in one descriptor: everything that the tracker, the offline tools and the tests ask of a game.

A game's `system.py` fills it in, and `registry.SYSTEMS` names it in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from games.choices import Tables
from games.ladders import Ladder
from games.ruleset import Actor, Cards, Event, Play, Roster, Setup

RosterKind = Literal["warband", "deck", "team"]
"""What the players of a game bring along."""

Opening = Callable[..., tuple[Event, ...]]
"""(sides, scenario, options, sample) -> the staff events that start a match. `sample(cards, count)` deals at random."""

BringList = Callable[[str, Roster, Cards], tuple[Event, ...]]
"""(player, roster, cards) -> the staff events that bring a locked list into a match."""

ParseCards = Callable[[str, str], tuple[dict[str, dict[str, Any]], list[Any]]]
"""(text, "csv" or "json") -> (cards by id, problems that name row and column)."""

RunEvents = Callable[[str, Mapping[str, Any]], tuple[tuple[Event, ...], tuple[Event, ...]]]
"""(player, what the player tells of a run) -> what staff log to open it, what the player logs."""


PlayOn = Callable[[Any, int, str, int | None], list[tuple[Event, Actor]]]
"""(state of a table, seed, level, at most so many actions) -> what a table of an event day does next."""


class Simulation(Protocol):
    """A game's `simulate` module: legal random matches from a seed, the same for the same seed."""

    @property
    def LEVELS(self) -> tuple[str, ...]: ...

    def simulate(self, seed: int, level: str, /) -> tuple[Setup, list[tuple[Event, Actor]]]: ...


class Examples(Protocol):
    """A game's `examples` module: one of every event, and the page that lists them."""

    @property
    def EXAMPLES(self) -> tuple[Event, ...]: ...

    def vocabulary(self) -> str: ...


class System(msgspec.Struct, frozen=True, kw_only=True):
    """One game.

    `key` names it in every log and address. `tables` is what may be chosen when a match is opened, with the game's
    name. `roster_body` is the type of a roster's body. Without `bring_list` players hire at the table. `scenarios`:
    key -> facts, a struct with a `name` in both languages. `event_day`: the options of the first event of a day of
    linked tables, and `play_on` what its simulation plays. `ladder` and `run_events`: of games whose runs are ranked
    over a season; a run's outcome carries `board`, `score`, `rank` and `characters`. `simulation`, `examples` and
    `play_on` load their modules when they are asked for.
    """

    key: str
    rules: Play[Any, Any]
    tables: Tables
    open_table: Opening
    roster_kind: RosterKind
    roster_body: Any
    parse_cards: ParseCards
    simulation: Callable[[], Simulation]
    examples: Callable[[], Examples]
    bring_list: BringList | None = None
    scenarios: Mapping[str, Any] = {}
    event_day: Callable[[], dict[str, Any]] | None = None
    play_on: Callable[[], PlayOn] | None = None
    ladder: Ladder | None = None
    run_events: RunEvents | None = None
