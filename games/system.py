"""A game system in one descriptor: everything that the tracker, the offline tools and the tests ask of a game.

A game's `system.py` fills it in, and `registry.SYSTEMS` names it in one line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from games.builder import Builder
from games.campaigns import Campaigns
from games.choices import Tables
from games.editions import ANY_ROWS
from games.faces import Faces
from games.ladders import Ladder
from games.rulebook import Text
from games.ruleset import Actor, Cards, Entry, Event, NextEvent, NoList, Play, Roster, Setup
from games.statistics import Statistics
from games.tools import Reference, Tool
from games.words import Words

RosterKind = Literal["warband", "deck", "team"]
"""What the players of a game bring along."""

Opening = Callable[..., tuple[Event, ...]]
"""(sides, scenario, options, sample) -> the staff events that start a match. `sample(cards, count)` deals at random."""

BringList = Callable[[str, Roster, Cards], tuple[Event, ...]]
"""(player, roster, cards) -> the staff events that bring a locked list into a match."""

ParseCards = Callable[[str, str], tuple[dict[str, dict[str, Any]], list[Any]]]
"""(text, "csv" or "json") -> (cards by id, problems that name row and column)."""

RunEvents = Callable[[str, Mapping[str, Any]], tuple[tuple[Event, ...], tuple[Event, ...]]]
"""(player, what the player states of a run) -> the events with which staff open it, those that the player logs."""


PlayOn = Callable[[Any, int, str, int | None], list[tuple[Event, Actor]]]
"""(state of a table, seed, level, at most so many actions) -> what a table of an event day does next."""


Moves = Callable[[Any, NextEvent, Actor], list[Event]]
"""(state, what may come next, who acts) -> the concrete events of it that are legal; see `games.moves`."""


Dice = Callable[[str], Any]
"""(seed) -> dice as of `random.Random`, the same for the same seed."""

Examples = Callable[[Any, NextEvent, Dice], Iterable[Event] | None]
"""(state, what may come next, dice) -> a few whole events of it, legal or not, with facts of a table that are made up;
None where each field may be filled in by itself. The same state gives the same ones. Of what a game makes itself and
lists nowhere (`typed`) they hold at least one, if any is legal."""


class Simulation(Protocol):
    """A game's `simulate` module: legal random matches from a seed, the same for the same seed."""

    @property
    def LEVELS(self) -> tuple[str, ...]: ...

    def simulate(self, seed: int, level: str, /) -> tuple[Setup, list[tuple[Event, Actor]]]:
        """A whole match. A third parameter is the number of players on a side; `scenario` is passed by its name, to a
        simulation that has such a parameter."""


class Simulated(msgspec.Struct, frozen=True):
    """A simulation that is one function."""

    LEVELS: tuple[str, ...]
    simulate: Callable[[int, str], tuple[Setup, list[tuple[Event, Actor]]]]


def lazily(module: str, name: str = "") -> Callable[[], Any]:
    """Loads a module, or one name of it, on demand: for what only a few commands need."""

    def loaded() -> Any:
        found = import_module(module)
        return getattr(found, name) if name else found

    return loaded


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an audit found: the `check` that looks for it, the event `seq` that is wrong, the side that logged
    it, and the broken rule with what fills its sentence."""

    check: str
    seq: int
    side: str
    rule: str
    params: dict[str, Any] = {}


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit of a finished match. `unproven`: answers that rest on secrets that nobody opened."""

    verdict: Literal["clean", "breach", "incomplete"]
    findings: tuple[Finding, ...] = ()
    unproven: tuple[int, ...] = ()


AuditLog = Callable[[Setup, Sequence[Entry]], Audit]
"""(setup, the whole log with its opened secrets) -> what its answers were worth."""


class Openings(msgspec.Struct, frozen=True, kw_only=True):
    """Secrets that sides kept on their own devices and opened after the end. `told`: (state) -> whether there are any;
    `events`: (setup, log) -> seq -> the event as it would stand had the log held its secret all along."""

    told: Callable[[Any], bool]
    events: Callable[[Setup, Sequence[Entry]], Mapping[int, Event]]


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """What players state of cards during matches. `event`: its type; `card`: payload -> the card that it is about;
    `fill`: (row of an edition, payload) -> the row with what it did not know."""

    event: str
    card: Callable[[Mapping[str, Any]], str]
    fill: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of tournament of a game: its name, and the options that it starts with."""

    name: Text
    options: dict[str, Any]


class System(msgspec.Struct, frozen=True, kw_only=True):
    """One game. Without pages of its own it is shown by its `words`, `faces` and what its rules say may come next."""

    key: str
    """Names it in every log and address; its folder is called so."""
    rules: Play[Any, Any]
    tables: Tables
    """What may be chosen when a match is opened, with the game's name."""
    open_table: Opening
    words: Words
    faces: Faces = Faces()
    scenarios: Mapping[str, Any] = {}
    """Key -> facts, a struct with a `name` in both languages."""
    presets: Mapping[str, Preset] = {}
    """Its kinds of tournaments; one that fits any game without them."""

    # Lists.

    roster_kind: RosterKind = "deck"
    bring_list: BringList | None = None
    """Without it players hire at the table."""
    brings: str = ""
    """The type of the event by which a player brings in a list at the table."""
    list_fields: tuple[str, ...] = ()
    """Fields of the body that the form of a list shows; all of them when empty."""
    builder: Builder | None = None
    """How its lists are built card by card."""
    at_event: Callable[[dict[str, Any], Mapping[str, Any]], dict[str, Any]] = lambda body, options: body
    """(body of a list, options of an event's matches) -> the body as that event judges it."""

    # Imported editions.

    parse_cards: ParseCards = ANY_ROWS.parse
    columns: str = "id, name, ..."
    """An example of the head of an imported table."""
    stated: Stated | None = None
    """Facts of cards that matches told, for an edition to take over."""

    # Programs that play: modules that are loaded when they are asked for.

    simulation: Callable[[], Simulation]
    moves: Callable[[], Moves] | None = None
    examples: Callable[[], Examples] | None = None
    made: frozenset[str] = frozenset()
    """The types of event that `moves` makes whole, so that a pad offers nothing else of them."""
    typed: Callable[[Any], frozenset[str]] = lambda _state: frozenset()
    """(state) -> those of `made` that nobody can list in this match."""
    reports: str = ""
    """The type of the event that tells a whole match."""

    # Secrets after a match.

    audit: AuditLog | None = None
    """Proves, once a match is over and its secrets are open, that no answer of its players was false."""
    openings: Openings | None = None
    """The secrets that the players opened themselves."""

    # What passes between matches.

    event_day: Callable[[], dict[str, Any]] | None = None
    """The options of the first event of a day of linked tables."""
    play_on: Callable[[], PlayOn] | None = None
    """Loads what the simulation of such a day plays."""
    ladder: Ladder | None = None
    """Of a game whose runs are ranked over a season: a run's outcome carries `board`, `score`, `rank`, `characters`."""
    run_events: RunEvents | None = None
    campaigns: Campaigns | None = None
    """The facts and levers that it publishes."""
    statistics: Statistics = Statistics()
    """What is counted of its matches."""

    # Besides matches.

    tools: tuple[Tool, ...] = ()
    """What players roll or compute at the table, with or without a match."""
    references: tuple[Reference, ...] = ()
    """What they look up there."""
    requests: Callable[[], Mapping[str, Any]] = dict
    """Name of an address of the REST interface -> the body that its document shows there."""
    described: Callable[[], Iterable[str]] = tuple
    """Lines of the page of its events that no type tells."""

    @property
    def roster_body(self) -> Any:
        """The type of a list's body."""
        return self.rules.body_type

    @property
    def has_lists(self) -> bool:
        """Whether players bring lists along at all."""
        return self.roster_body is not NoList

    @property
    def folder(self) -> Path:
        """Where the game's sources and its `rules.toml` are."""
        return Path(sys.modules[type(self.rules).__module__].__file__ or "").parent
