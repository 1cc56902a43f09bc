"""What the pages of a match may say of a game besides its events, in small frozen parts: `Faces`.

A game's `faces.py` fills it in and its descriptor (`games.system`) holds it. The pages of all games read it
(`tracker.pages.match_forms.generic`), and whoever makes events out of what may come next (`games.moves`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.lines import Line
from games.plans import Plan
from games.rulebook import Text
from games.ruleset import Cards, NextEvent
from games.taps import Taps


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What a player keeps secret now, or the players of a side together (`player` is the side): one or more values of a
    field. `shown`: who may look at it besides."""

    player: str
    field: str
    values: tuple[Any, ...]
    shown: tuple[str, ...] = ()


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
    """What lies openly on the table: one or more values of a field, of one side or of everybody (empty). `folds`: they
    may be many, so that their number stands in sight and they behind it."""

    field: str
    values: tuple[Any, ...]
    side: str = ""
    folds: bool = False


class OfSide(msgspec.Struct, frozen=True):
    """A cell that names a side, as pages call it: with the player who alone plays it."""

    side: str


Cell = Text | Line | Fact | OfSide | tuple[Text | Line | Fact | OfSide, ...]
"""What stands in a cell: words; what names ids as the reader knows them; several of them in a row."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What lies openly, as a small table of one side or of everybody (empty). `gone`: rows of what left the table."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    gone: frozenset[int] = frozenset()
    side: str = ""


class Threads(msgspec.Struct, frozen=True):
    """Events that belong together and are told together beside the log, as the checks of one duel are. `parts`: type ->
    the field by whose value they belong together; an event of the type `begins` gives the next ones their title."""

    title: Text
    begins: str
    parts: Mapping[str, str]


Around = Sequence[tuple[str, Mapping[str, Any]]]
"""Events beside another one: (type, payload)."""


class Run(msgspec.Struct, frozen=True):
    """Events of a log that follow one another and are read together, as a movement and what is answered to it.

    `begins`: the types that a run begins with; `parts`: those that go on with it. `told`: (type, payload, what came
    before in its run, what followed), both in the order of the log as (type, payload) -> the fields of its sentence
    that read otherwise for those around it. An event that was taken back is not among them.
    """

    begins: frozenset[str]
    parts: frozenset[str]
    told: Callable[[str, Mapping[str, Any], Around, Around], Mapping[str, Any]]


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


class Way(msgspec.Struct, frozen=True):
    """One of several things that a step may be for: its `name`, and what is logged after the event, each field of which
    has one value or is told; of the type of the event itself it tells more of that."""

    name: Cell
    told: NextEvent


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
    """Which fields of an event name the rule that a card lifts and the card's `text`; which rules it `may` lift.

    `cards`: those that may do so now, of which `text` names one; without it the text is quoted. `a.b` is the field b of
    the part a.
    """

    rule: str
    text: str
    may: Callable[[str], bool]
    cards: Callable[[Any], tuple[str, ...]] | None = None

    @property
    def fields(self) -> set[str]:
        """The fields of an event that hold them."""
        return {name.partition(".")[0] for name in (self.rule, self.text)}


Fill = Callable[[Mapping[str, Any]], Any]
"""(what was filled in of an event) -> the value of a field, which has the last word; None leaves it as it is."""


class Unread(Exception):
    """What somebody filled in says nothing: why, and in which row of a report by taps."""

    def __init__(self, said: Text, key: str = "") -> None:
        super().__init__(said.en)
        self.said, self.key = said, key


class Typed(msgspec.Struct, frozen=True):
    """A name that somebody may type instead of an id: what it means, and what is said of one that means nothing (None;
    `Unread` says more).

    `besides`: what the line for names stands under, where some may be typed besides the few that are on offer.
    `longest`: so many letters a name may have. `hint`: what stands below a line for several. `pattern`: what a name
    looks like once its blanks are put right, as scripts write it, for a device that alone reads it.
    """

    read: Callable[[str], Any]
    fault: Text
    besides: Text | None = None
    longest: int = 60
    hint: Text | None = None
    pattern: str = ""


Spared = tuple[str, tuple[Any, ...]]
"""A field, and the values beside which another may be left out."""
Said = Mapping[str, Any]
"""Fields of a sentence, by their names."""


def said_by_type(
    of_type: Mapping[str, Callable[[Said], Said]], of_all: Callable[[Said], Said] = lambda data: {}
) -> Callable[[str, Said], Said]:
    """`Faces.told` of a game that says it type by type; `of_all`: what the sentences of all events have besides."""

    def told(type_: str, data: Said) -> Said:
        more = of_type.get(type_)
        return {**of_all(data), **(more(data) if more is not None else {})}

    return told


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """What the pages may say of a game besides its events, all of it optional.

    `play` is the state of the game as its reader sees it, `told` what may come next (a `NextEvent`).
    """

    # The match.

    place: Callable[[Any], Text | None] = lambda play: None
    """What is played and where."""
    now: Callable[[Any], Text | Line | None] = lambda play: None
    """Where the match stands."""
    target: Callable[[Any], int | None] = lambda play: None
    """The points that win it."""
    facts: Callable[[Any], Iterable[Fact]] = lambda play: ()
    """What lies openly on the table."""
    tallies: Callable[[Any], Iterable[Tally]] = lambda play: ()
    """The same, where it reads better as a table."""
    sources: Callable[[Any], Sources] = lambda play: Sources()
    """Where points come from."""
    plans: Callable[[Any], tuple[Plan, ...]] | None = None
    """The board as everybody sees it; a plan without spots is none yet. Hexes of one of them (`games.hex_plans`) are
    tapped where a step asks for one."""
    threads: Threads | None = None
    """What the log tells piece by piece and the board together."""
    run: Run | None = None
    """What of the log reads otherwise for what stands around it."""
    hindsight: Callable[[Any, Around], Mapping[int, Mapping[str, Any]]] | None = None
    """(state, the last events that led to it) -> place among these -> fields that its sentence has besides, which the
    state alone tells, as who fell by a wound. An event that was taken back is not among them."""
    own_plan: Callable[[Any, str], Plan | None] = lambda play, player: None
    """The board with the secrets of a player."""

    # Names and values.

    called: Callable[[str, str, Callable[[str], str]], Text | None] = lambda field, id_, name: None
    """(field, id, the reader's name of an id) -> the name of an id without the state of a match: what the rulebook
    names, and what is put together of names."""
    named: Callable[[Any], Mapping[str, Text]] = lambda play: {}
    """Id -> the name of whatever lies in this match and has no words of its own."""
    printed: Callable[[Any], Iterable[str]] = lambda play: ()
    """Ids whose names stand in an imported edition."""
    told: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = lambda type_, data: {}
    of_match: Callable[[Any], Mapping[str, Any]] = lambda play: {}
    """What the sentences of all events may depend on besides (`when` of the words), by the kind of the match."""
    """(type, payload) -> fields that the sentence of an event has besides or instead: sums, places as people count."""
    domains: Callable[[Any], Mapping[str, tuple[Any, ...]]] = lambda play: {}
    """Field -> the values that it can have in this match; `a.b` is the field b of the parts of a, `a.*` the keys of a.
    Without values nobody can list them."""
    wanted: Callable[[Cards], Mapping[str, Mapping[str, Text]]] = lambda cards: {}
    """(cards of an edition) -> field -> what a list can hold, with names."""
    typed: Mapping[str, Typed] = {}
    """Field -> the ids that people type by name."""

    # Secrets.

    held: Callable[[Any], Iterable[Held]] = lambda play: ()
    """What the players keep secret."""
    kept: Callable[[Any, str], Kept | None] | None = None
    """(state, player) -> what a device has to know that keeps its player's secrets itself; None where the server keeps
    them and nobody may decide otherwise."""

    # A step of the pad: each of (play, told).

    step: Callable[[Any, NextEvent], str | None] = lambda play, told: ""
    """Its name where it is not just the type of its event; None: no pad offers it."""
    tells: Callable[[Any, NextEvent], Iterable[Line]] = lambda play, told: ()
    """What stands above its fields."""
    options: Callable[[Any, NextEvent], Mapping[str, tuple[Any, ...]]] = lambda play, told: {}
    """Field -> the values that its form offers where the rules name none."""
    apart: Callable[[Any, NextEvent], Iterable[tuple[str, ...]]] = lambda play, told: ()
    """Its fields, by path, of which no two hold the same value, as places that hold one thing each."""
    needs: Callable[[Any, NextEvent], Iterable[str]] = lambda play, told: ()
    """Its fields that have to be told in this match, besides those that the words of the step name."""
    starts: Callable[[Any, NextEvent], Mapping[str, Any]] = lambda play, told: {}
    """Field -> what its form starts with."""
    places: Callable[[Any, NextEvent], Iterable[tuple[int, int]]] = lambda play, told: ()
    """Where on a board of hexes its form may name a place by its numbers; what is tapped there fills them in."""
    hex_of: Callable[[Any, Mapping[str, Any]], tuple[int, int] | None] | None = None
    """(state, event) -> the hex on which a tap chooses it among its kind; without this the last one of the fields that
    the words call `hexes`."""
    tiles: Callable[[Any, NextEvent], Mapping[str, Tiles]] = lambda play, told: {}
    """Its fields that are tapped on tiles."""
    fills: Callable[[Any, NextEvent], Mapping[str, Any]] = lambda play, told: {}
    """Its fields that the rules compute: a value is not asked for, a function of what is told (`Fill`) has the last
    word."""
    spares: Callable[[Any, NextEvent], Mapping[str, Spared]] = lambda play, told: {}
    """A field of a part, by its path (`steps.to`) -> (a field beside it, the values beside which it need not be told,
    since the rules compute it)."""
    joins: Callable[[Any, NextEvent], tuple[NextEvent, ...]] = lambda play, told: ()
    """What the same step logs after it, with its fields in the same form; one that lacks a field is not logged."""
    ways: Callable[[Any, NextEvent], tuple[Way, ...]] = lambda play, told: ()
    """What the same step may be for, one of which is asked: an action, and what is done by it."""
    details: Callable[[Any, NextEvent], Mapping[str, Detail]] = lambda play, told: {}
    """Field -> what it is made of, of fields whose type leaves that open."""
    taps: Callable[[Any, NextEvent], Taps | None] = lambda play, told: None
    """What of it is told by taps, of a report of what several did; None: its form is made of its fields alone. The
    players of `told` are those who tap; its choices name also the fields that the list of its player brings along."""
    ready: Callable[[Any, NextEvent], tuple[Ready, ...]] = lambda play, told: ()
    """Whole events of it, ready to be logged by one tap."""
    beside: Callable[[Any, str, Any], Text | None] = lambda play, field, value: None
    """(state, field, value) -> what stands beside a choice."""
    rolls: Callable[[Any, str, Mapping[str, Any]], Rolls | None] = lambda play, type_, told: None
    """(state, type, what is told already) -> the dice of a step, which the server may roll."""
    opens: Callable[[Any, bool], Text | None] = lambda play, by_staff: None
    """(state, whether staff confirm for all) -> what of the secrets a confirmed result opens."""
    lifts: Lifts | None = None
    """How an event says that a card allows what a rule forbids."""
