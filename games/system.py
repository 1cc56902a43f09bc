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
from games.ladders import Ladder
from games.plans import Plan
from games.rulebook import Text
from games.ruleset import Actor, Cards, Entry, Event, NextEvent, Play, Roster, Setup
from games.statistics import Statistics
from games.tables import any_cards
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


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What a player keeps secret now: one or more values of a field."""

    player: str
    field: str
    values: tuple[Any, ...]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's device has to know when the side keeps its secrets there, or may decide to (`begun`).

    `commitments`: those of the side's sealed events, in the order of the log; `closed`: numbers, from 1, of those that
    are still to be opened, which may be done when the match is `over`. `question`: what everybody knows of the question
    that is open now, from which the device proposes an answer; the game says what stands in it.
    """

    side: str
    begun: bool
    commitments: tuple[str, ...] = ()
    closed: tuple[int, ...] = ()
    over: bool = False
    question: dict[str, Any] = {}


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """What lies openly on the table: one or more values of a field, of one side or of everybody (empty)."""

    field: str
    values: tuple[Any, ...]
    side: str = ""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What lies openly, as a small table of one side or of everybody (empty). `gone`: rows of what left the table."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    gone: frozenset[int] = frozenset()
    side: str = ""


class Sources(msgspec.Struct, frozen=True, kw_only=True):
    """How the points of this match are told apart. `turns`: so many are shown before they are played; `first`: sources
    shown before they give any. `names`: source -> its name, before the words of all matches. `by_player`: whether each
    player's points from one source are told apart. `end`: what points of no turn stand under, short and whole."""

    turns: int = 0
    first: tuple[str, ...] = ()
    names: Mapping[str, Text] = {}
    by_player: bool = False
    end: tuple[Text, Text] = (Text("Σ", "Σ"), Text("The whole match", "Вся партия"))


class Rolls(msgspec.Struct, frozen=True, kw_only=True):
    """Dice of a step: path of a field -> how many. `after`: fields that are filled in once the dice lie; `chosen`:
    somebody may choose something then, so that the roll alone is not logged."""

    dice: dict[str, int]
    after: tuple[str, ...] = ()
    chosen: bool = False


class Line(msgspec.Struct, frozen=True):
    """What a form says above its fields: a key of the game's `lines`, and what fills its braces."""

    key: str
    data: dict[str, Any] = {}


class Detail(msgspec.Struct, frozen=True, kw_only=True):
    """What a field that may hold anything is made of in one step: the struct `type`. `rows`: list -> (the field that
    names a part, one value for each row). `choices`: path -> legal values, () where none is asked. `read` makes the
    value of the field from what was filled in."""

    type: type[msgspec.Struct]
    rows: Mapping[str, tuple[str, tuple[Any, ...]]] = {}
    choices: Mapping[str, tuple[Any, ...]] = {}
    read: Callable[[dict[str, Any]], dict[str, Any]] = lambda told: told


class Tile(msgspec.Struct, frozen=True):
    """A value to be tapped on a small field: `short` and `face` stand on it; without them its whole name."""

    value: str
    short: str = ""
    face: Text | None = None


class Tiles(msgspec.Struct, frozen=True):
    """All values that a field can ever have, in titled rows. Those that are `gone` cannot be tapped; which
    ones these are may be a secret."""

    rows: tuple[tuple[Text, tuple[Tile, ...]], ...]
    gone: frozenset[str] = frozenset()


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """A whole event that somebody may log by one tap instead of filling in its form: a ready-made warband. `about` says
    what is in it; `data`: the fields of the event, except whose it is."""

    key: str
    name: Text
    about: Text
    data: Mapping[str, Any]


class Lifts(msgspec.Struct, frozen=True):
    """Which fields of an event name the rule that a card lifts and the card's `text`; which rules it `may` lift."""

    rule: str
    text: str
    may: Callable[[str], bool]


Fill = Callable[[Mapping[str, Any]], Any]
"""(what was filled in of an event) -> the value of a field, which has the last word; None leaves it as it is."""


class Typed(msgspec.Struct, frozen=True):
    """A name that somebody may type instead of an id: what it means, and what is said of one that means nothing.

    `besides`: what the line for names stands under, where some may be typed besides the few that are on offer.
    """

    read: Callable[[str], str | None]
    fault: Text
    besides: Text | None = None


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """What the pages may say of a game besides its events; each is a function of the state as its reader sees it.

    `called`: (field, id, reader's name of an id) -> name of an id without the state of a match: what the rulebook
    names, and what is put together of names. `place`: what is played and where, `now`: where the match stands,
    `target`: the points that win it. `told`: (type, payload) -> fields that the sentence of an event has
    besides or instead: sums, places as people count them. `printed`: ids whose names stand in an imported edition.

    `named`: id -> name of whatever lies in this match and has no words of its own. `domains`: field -> the values that
    it can have in this match; `a.b` is the field b of the parts of a, `a.*` the keys of a (none: nobody can list
    them). `options`: (state, what may come next) -> field -> the values that its form offers where the rules name none.
    `starts`: (state, what may come next) -> field -> what its form starts with. `typed`: field -> the ids that people
    type by name. `held`: secrets of the players. `facts`: what lies openly. `wanted`: (edition's cards) ->
    field -> what a list can hold, with names. `plans`: the board as everybody sees it, `own_plan`: (state, player) ->
    the board with that player's secrets.
    Of a step, by (state, what may come next): `step` names it where it is not just the type of its event (None: no pad
    offers it), `tells` what stands above its fields, `tiles` its fields that are tapped on tiles, `fills` its fields
    that the rules compute: a value is not asked for, a function of what is told has the last word (`Fill`). `joins`:
    what the same step logs after it, whose fields stand in its form; one that lacks a field it needs is not logged.
    `details`: field -> what it is made of, of fields whose type leaves that open. `ready`: whole events of it, ready
    to be logged by one tap. `beside`: (state, field, value) -> what stands beside a choice. `lifts`:
    how an event says that a card allows what a rule forbids.
    `sources`: where points come from. `tallies`: what lies openly and reads better as a table. `kept`: (state,
    player) -> what a device has to know that keeps its player's secrets itself, None where the server keeps them and
    nobody may decide otherwise. `rolls`: (state, type, what is told already) -> the dice of a step, which the server
    may roll. `opens`: (state, whether staff confirm for all) -> what of the secrets a confirmed result opens.
    """

    named: Callable[[Any], Mapping[str, Text]] = lambda play: {}
    called: Callable[[str, str, Callable[[str], str]], Text | None] = lambda field, id_, name: None
    told: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = lambda type_, data: {}
    printed: Callable[[Any], Iterable[str]] = lambda play: ()
    place: Callable[[Any], Text | None] = lambda play: None
    now: Callable[[Any], Text | None] = lambda play: None
    target: Callable[[Any], int | None] = lambda play: None
    domains: Callable[[Any], Mapping[str, tuple[Any, ...]]] = lambda play: {}
    options: Callable[[Any, NextEvent], Mapping[str, tuple[Any, ...]]] = lambda play, told: {}
    starts: Callable[[Any, NextEvent], Mapping[str, Any]] = lambda play, told: {}
    step: Callable[[Any, NextEvent], str | None] = lambda play, told: ""
    tells: Callable[[Any, NextEvent], Iterable[Line]] = lambda play, told: ()
    tiles: Callable[[Any, NextEvent], Mapping[str, Tiles]] = lambda play, told: {}
    fills: Callable[[Any, NextEvent], Mapping[str, Any]] = lambda play, told: {}
    joins: Callable[[Any, NextEvent], tuple[NextEvent, ...]] = lambda play, told: ()
    details: Callable[[Any, NextEvent], Mapping[str, Detail]] = lambda play, told: {}
    ready: Callable[[Any, NextEvent], tuple[Ready, ...]] = lambda play, told: ()
    beside: Callable[[Any, str, Any], Text | None] = lambda play, field, value: None
    lifts: Lifts | None = None
    typed: Mapping[str, Typed] = {}
    held: Callable[[Any], Iterable[Held]] = lambda play: ()
    facts: Callable[[Any], Iterable[Fact]] = lambda play: ()
    sources: Callable[[Any], Sources] = lambda play: Sources()
    tallies: Callable[[Any], Iterable[Tally]] = lambda play: ()
    wanted: Callable[[Cards], Mapping[str, Mapping[str, Text]]] = lambda cards: {}
    plans: Callable[[Any], tuple[Plan, ...]] | None = None
    own_plan: Callable[[Any, str], Plan | None] = lambda play, player: None
    kept: Callable[[Any, str], Kept | None] | None = None
    rolls: Callable[[Any, str, Mapping[str, Any]], Rolls | None] = lambda play, type_, told: None
    opens: Callable[[Any, bool], Text | None] = lambda play, by_staff: None


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
    """One game.

    `key` names it in every log and address. `tables` is what may be chosen when a match is opened, with the game's
    name. `roster_body` is the type of a roster's body. Without `bring_list` players hire at the table. `scenarios`:
    key -> facts, a struct with a `name` in both languages. `event_day`: the options of the first event of a day of
    linked tables, and `play_on` what its simulation plays. `ladder` and `run_events`: of games whose runs are ranked
    over a season; a run's outcome carries `board`, `score`, `rank` and `characters`. `simulation`, `play_on`
    `moves` and `examples` load their modules when they are asked for; `made` are the types of event that `moves` makes
    whole, so that a pad offers nothing else of them; `typed`: those of them that nobody can list in this match.

    A game without pages of its own is shown by its `words`, `faces` and what its rules say may come next. `presets` are
    its tournaments, one that fits any game without them; `columns` an example of an imported table's head. `brings`:
    the type of the event by which a player brings in a list at the table; `reports`: of that which tells a whole match,
    where no form of its own does. `list_fields`: those of a roster's body that
    the form of a list shows, all of them when empty; `builder`: how its lists are built card by card. `at_event`: (body
    of a list, options of an event's matches) -> the body as that event judges it. `audit` proves, once a match is over
    and its secrets are open, that no answer of its players was false; `openings` are those that the players opened
    themselves. `tools` and `references`: what players roll and
    look up at the table, with or without a match. `stated`: facts of cards that matches told, for
    an edition to take over. `campaigns`: the facts and levers that it publishes, `statistics` what is counted.
    `requests`: name of an address of the REST interface -> the body that its document shows there. `described`: lines
    of the page of its events that no type tells.
    """

    key: str
    rules: Play[Any, Any]
    tables: Tables
    open_table: Opening
    roster_kind: RosterKind
    roster_body: Any
    simulation: Callable[[], Simulation]
    parse_cards: ParseCards = any_cards
    bring_list: BringList | None = None
    scenarios: Mapping[str, Any] = {}
    event_day: Callable[[], dict[str, Any]] | None = None
    play_on: Callable[[], PlayOn] | None = None
    moves: Callable[[], Moves] | None = None
    examples: Callable[[], Examples] | None = None
    made: frozenset[str] = frozenset()
    typed: Callable[[Any], frozenset[str]] = lambda _state: frozenset()
    ladder: Ladder | None = None
    run_events: RunEvents | None = None
    words: Words | None = None
    faces: Faces = Faces()
    brings: str = ""
    reports: str = ""
    list_fields: tuple[str, ...] = ()
    presets: Mapping[str, Preset] = {}
    audit: AuditLog | None = None
    openings: Openings | None = None
    columns: str = "id, name, ..."
    builder: Builder | None = None
    campaigns: Campaigns | None = None
    tools: tuple[Tool, ...] = ()
    references: tuple[Reference, ...] = ()
    at_event: Callable[[dict[str, Any], Mapping[str, Any]], dict[str, Any]] = lambda body, options: body
    stated: Stated | None = None
    statistics: Statistics = Statistics()
    requests: Callable[[], Mapping[str, Any]] = dict
    described: Callable[[], Iterable[str]] = tuple

    @property
    def folder(self) -> Path:
        """Where the game's sources and its `rules.toml` are."""
        return Path(sys.modules[type(self.rules).__module__].__file__ or "").parent
