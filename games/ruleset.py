"""The contract between the log and the rules: events, violations, outcomes and the Ruleset protocol.

A rule set judges (`check`), folds (`evolve`) and reads (`outcome`, `visible_to`) one kind of stream.
`apply` is the one door for new events; `fold` rebuilds a state and never refuses.
Used by every package under `games/` and by the tournament and campaign rule sets of the tracker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import msgspec

PUBLIC = "public"
STAFF = "staff"
RULES: Literal["rules"] = "rules"
DRAW = "draw"


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=_snake,
):
    """Something that happened. A subclass `TurnReported` is tagged `turn_reported` in every log.

    `schema_number` grows when a payload changes in a way that defaults cannot express (see `Ruleset.upcast`).
    `timed`: whether the log keeps the time that the device of whoever logs it names, which everybody reads.
    `founding`: whether the whole log stands on it: its rows, pages and counts have nothing to show without it.
    """

    schema_number: ClassVar[int] = 1
    timed: ClassVar[bool] = True
    founding: ClassVar[bool] = False
    secret_fields: ClassVar[tuple[str, ...]] = ()

    @property
    def lasting(self) -> bool:
        """Whether nobody may take it back: it showed something that nobody can forget again."""
        return False

    @property
    def chance(self) -> bool:
        """Whether it holds a roll of dice: whoever logged it may not take it back and roll again."""
        return False

    @property
    def as_played(self) -> bool:
        """Whether it tells a turn that was played before anybody logged it: what it opens lay open on the table, so its
        author takes it back, and the one before it, without having looked at anything."""
        return False


class SecretEvent(Event, frozen=True, kw_only=True):
    """An event with fields that one side may not see.

    `secret_fields` are None in the public twin; `commitment` is SHA-256 over `salt` and the canonical JSON of
    the secret fields (see `games.secrets`). A client that keeps its secret logs the commitment alone. Where
    `secret_optional`, an event may also come without both: nobody noted what a face-down card was. Where
    `secret_later`, older logs hold the fields openly in their payload, without a commitment; they stay as they are.
    """

    secret_optional: ClassVar[bool] = False
    secret_later: ClassVar[bool] = False
    commitment: str = ""
    salt: str | None = None


class BlindEvent(Event, frozen=True, kw_only=True):
    """An event that is hidden whole from some. `blind` is random, so that nobody can try what its hash fits."""

    blind: str = ""


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who acts. `player` is a player id; staff (judge, organiser, system) may act for anyone unless a rule forbids.

    `rules` is the server, which logs what follows from an event by itself: its `player` is that event's number.
    """

    role: Literal["system", "organiser", "judge", "player", "rules"]
    player: str | None = None

    @property
    def is_staff(self) -> bool:
        return self.role != "player"

    @property
    def cause(self) -> int | None:
        """The number of the event that this actor's event follows from; None of what a person logged."""
        return int(self.player) if self.role == RULES and self.player else None


SYSTEM = Actor("system")


class Viewer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who looks: the public, one player (with the side that this player sits on), or staff, who see everything."""

    role: Literal["public", "player", "staff"]
    player: str | None = None
    side: str | None = None


EVERYONE = Viewer("public")
REFEREE = Viewer("staff")


class RuleViolation(msgspec.Struct, frozen=True):
    """A broken rule: `rule` is the catalogue's ID, `params` fill the sentence of `rules.toml`.

    `echo`: it says of the same fact what another one beside it says. Programs find every broken rule; people read the
    reason once (`games.judging.for_people`).
    """

    rule: str
    params: dict[str, Any] = {}
    echo: bool = False


class Rejected(Exception):
    """Raised by `apply`: the event is illegal, nothing changed."""

    def __init__(self, violations: tuple[RuleViolation, ...]) -> None:
        super().__init__(", ".join(violation.rule for violation in violations))
        self.violations = violations


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a stream starts from: the catalogue edition it pins and the options of its system (rulings, seeds)."""

    edition: str | None = None
    options: dict[str, Any] = {}


LineKey = tuple[str, str | None, str, int | None]
"""What tells a score line from others: (side, player, source, turn)."""


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Victory points of one source: unique by its `key`. `turn` is None for the end of the game."""

    side: str
    source: str
    vp: int
    turn: int | None = None
    player: str | None = None

    @property
    def key(self) -> LineKey:
        return (self.side, self.player, self.source, self.turn)


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a stream has come to. `vp` and `figures` are by side; `winner` is a side, "draw", or None while open.

    `figures` holds tie-break figures (name -> side -> number); `carry` what goes on to a campaign;
    `unverified` the rule IDs for which the log does not say enough to check them.
    """

    status: Literal["open", "finished", "confirmed"]
    vp: dict[str, int]
    winner: str | None = None
    lines: tuple[ScoreLine, ...] = ()
    turn: int = 0
    incomplete: bool = False
    figures: dict[str, dict[str, int]] = {}
    carry: dict[str, Any] = {}
    unverified: tuple[str, ...] = ()


class NextEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event that may legally come next: who may log it and the legal values of its fields where they are few.

    `players` are the player ids who may log it; `staff` tells whether organisers may. `choices` maps a field to
    its legal values (of a list: those of its parts, of which it holds some, each once), `limits` a number field to its
    inclusive (low, high); `a.b` is the field b of the parts of a. Where a is an object with keys of its own, `a.*` are
    the keys that it may have, and `a.key` what may stand under one of them.
    A field whose choices are () has no legal value now: it is left out. `dice`: how many dice a field of dice holds,
    unless another field changes that number. `counts`: how many values a list or an object may hold, or the sum of an
    object of numbers, as inclusive (low, high), where it is not free. `texts`: fields that hold a name or words that
    nobody can list, with the pattern that each of them fits; one that has choices too may hold what nobody listed.
    `optional`: a match never waits for it. It may come at nearly any time or not at all: a concession, a ruling, an end
    that the organisers decide, a report of the rest, what only the text of a card says.
    """

    type: str
    players: tuple[str, ...] = ()
    staff: bool = True
    choices: dict[str, tuple[Any, ...]] = {}
    limits: dict[str, tuple[int, int]] = {}
    dice: dict[str, int] = {}
    counts: dict[str, tuple[int, int]] = {}
    texts: dict[str, str] = {}
    optional: bool = False


def _nothing(offer: NextEvent) -> bool:
    return False


def _asks_nothing(event: Event) -> str:
    return ""


def _unnamed(offer: NextEvent) -> Iterable[Event] | None:
    return None


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What rules let follow by itself: `types` of events that nobody decides once nothing else may come.

    `beside`: offers that keep nothing waiting now, apart from those that are `optional` wherever they are made. What
    staff alone may log lets nothing wait that follows by itself.

    `answer`: what a side has to tell everybody now by the rules, as it follows from secrets that the server keeps for
    it: whether somebody is heard, what a search finds. `asks`: the rule by which an event has to be the last of its
    command, since an answer follows it; empty for others. An event behind it could be chosen by the answer, for free.

    `makes`: the concrete events of an offer, judged or not; None where not all of them can be named. Where everything
    that everybody sees to be waited for amounts to one legal event, that one follows. `settled`: an event that has to
    come whatever is logged before it, and of which everybody knows every field.
    """

    types: frozenset[str] = frozenset()
    beside: Callable[[NextEvent], bool] = _nothing
    answer: Event | None = None
    asks: Callable[[Event], str] = _asks_nothing
    makes: Callable[[NextEvent], Iterable[Event] | None] = _unnamed
    settled: Event | None = None


NO_CONSEQUENCES = Consequences()


class Roster(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A warband, deck or team as its owner wrote it; `body` is the system's own form."""

    system: str
    kind: str
    name: str
    edition: str | None = None
    body: dict[str, Any] = {}


class NoList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a list in a game whose players bring none."""


class RosterReport(msgspec.Struct, frozen=True):
    """All violations of a roster, and warnings: the rules that could not be checked for want of facts."""

    violations: tuple[RuleViolation, ...] = ()
    warnings: tuple[RuleViolation, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.violations


Cards = Mapping[str, Mapping[str, Any]]
"""An imported catalogue edition: card id -> its fields; any field may be missing or None (unknown)."""

S = TypeVar("S")
E = TypeVar("E", bound=Event)


class Ruleset(Protocol[S, E]):
    """The rules of one kind of stream. Every method is a pure function."""

    def __hash__(self) -> int: ...

    @property
    def key(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def event_types(self) -> tuple[type[E], ...]: ...
    @property
    def state_type(self) -> Any: ...

    def initial(self, setup: Setup) -> S:
        """The state before the first event."""

    def check(self, state: S, event: E, by: Actor) -> tuple[RuleViolation, ...]:
        """() when `by` may log `event` now; otherwise the violations, the most exact first. Never changes state."""

    def evolve(self, state: S, event: E) -> S:
        """The next state. Never refuses: the event was judged when it was appended."""

    def fold(self, state: S, events: Iterable[E]) -> S:
        """The state after events that stand: what `evolve` gives for one after the other, by whatever way."""

    def outcome(self, state: S) -> Outcome:
        """The score so far, or the result."""

    def sides(self, state: S) -> dict[str, tuple[str, ...]]:
        """Side -> ids of its players, in seat order."""

    def visible_to(self, state: S, viewer: Viewer) -> S:
        """The state without what `viewer` may not know."""

    def redact(self, state: S, event: E, viewer: Viewer) -> E | None:
        """The event as `viewer` may see it when the stream is at `state`; None hides it whole."""

    def next_events(self, state: S, viewer: Viewer) -> tuple[NextEvent, ...]:
        """What may legally come next, as far as `viewer` may know it."""

    def consequences(self, state: S) -> Consequences:
        """What may follow by itself now; see `games.consequences`."""

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """ALL violations of a roster; an unknown fact is a warning, never a violation."""

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        """An old payload in the form of today's event type."""


class Play(Ruleset[S, E], Protocol[S, E]):
    """The rules of a game, which `games.match` makes a match of.

    `settled` tells whether every side, or staff for all, has confirmed the result: that alone opens what the rules keep
    until the end, since the end itself may be logged by one side. Without it nothing is open but by the rules.
    """

    @property
    def body_type(self) -> Any:
        """The type of a list's body; `NoList` where players bring none."""

    def opened_by_staff(self, state: S) -> bool:
        """Whether staff, who confirm for all, open what the sides have not opened by a confirmation of their own."""

    def visible_to(self, state: S, viewer: Viewer, settled: bool = False) -> S:
        """The state without what `viewer` may not know."""

    def redact(self, state: S, event: E, viewer: Viewer, settled: bool = False) -> E | None:
        """The event as `viewer` may see it when the stream is at `state`; None hides it whole."""


class Entry(msgspec.Struct, frozen=True):
    """An event at its place in a stream."""

    seq: int
    event: Event
    actor: Actor = SYSTEM


def apply(rules: Ruleset[S, E], state: S, event: E, by: Actor = SYSTEM) -> S:
    """Judge `event` and fold it in. Raises `Rejected`; the state is a value and stays as it was."""
    violations = rules.check(state, event, by)
    if violations:
        raise Rejected(violations)
    return rules.evolve(state, event)


def fold(rules: Ruleset[S, E], state: S, events: Iterable[E]) -> S:
    """Rebuild: `evolve` alone, trusting that each event was judged when it was appended."""
    evolve = rules.evolve
    for event in events:
        state = evolve(state, event)
    return state
