"""What can happen to a campaign: decisions, and what was heard of its matches. Never an effect: those are derived.

Pure data; read by the rules, the codec and the schema generator. Whatever has a place in the campaign's order carries
its moment, so that the order of jobs does not matter.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.campaigns import Pinned, Told
from games.ruleset import Event

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$")]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Amount = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
MOMENT = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$"
Moment = Annotated[str, msgspec.Meta(pattern=MOMENT)]
"""A moment in UTC, of one form, so that moments compare as texts."""


class Named(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fighter of a roster: the id that the game's log calls it by, and its name."""

    id: Id
    name: Line


class ChronicleCreated(Event, frozen=True, kw_only=True):
    """The first event: the whole definition as its author wrote it, and a commitment to the seed of its dice."""

    founding: ClassVar[bool] = True
    name: Line
    system: str
    definition: str
    at: Moment
    seed_commitment: str = ""


class RosterJoined(Event, frozen=True, kw_only=True):
    """A player brings a roster. Late ones start as the definition says, by how things stood at `at`."""

    roster: Id
    player: str
    name: Line
    at: Moment
    fighters: tuple[Named, ...] = ()


class RosterLeft(Event, frozen=True, kw_only=True):
    """A roster leaves: its places are free again, its story stays."""

    roster: Id
    at: Moment


class ChallengeIssued(Event, frozen=True, kw_only=True):
    """A roster dares another to a match. How long there is to answer, and what silence means, the definition says."""

    id: Id
    roster: Id
    against: Id
    at: Moment
    stake: str = ""


class ChallengeAnswered(Event, frozen=True, kw_only=True):
    """Whoever was challenged takes it, or not; in time."""

    id: Id
    accepted: bool
    at: Moment


class ChallengeLapsed(Event, frozen=True, kw_only=True):
    """The deadline has passed unanswered: the server's clock, as an entry."""

    id: Id
    at: Moment


class DefinitionAmended(Event, frozen=True, kw_only=True):
    """The rules of the campaign change, from the next cycle on; whatever came before keeps what it meant."""

    definition: str
    reason: Words
    at: Moment


class MatchLinked(Event, frozen=True, kw_only=True):
    """A match was opened for these rosters, by side. `levers` is all that reaches it."""

    link: Id
    match: str
    rosters: dict[str, Id]
    at: Moment
    stake: str = ""
    chapter: str = ""
    levers: tuple[Pinned, ...] = ()
    challenge: str = ""


class MatchHeard(Event, frozen=True, kw_only=True):
    """What a confirmed match told at entry `match_seq`. `at`: of its first confirmation; None: it stands no more.

    `untold`: facts that its level of detail leaves out, which players are asked for.
    """

    link: Id
    match_seq: Count
    at: Moment | None = None
    facts: tuple[Told, ...] = ()
    untold: tuple[str, ...] = ()


class DieRolled(Event, frozen=True, kw_only=True):
    """The dice of one effect. `server`: they follow from the committed seed; else somebody rolled and typed them."""

    effect: Words
    fell: tuple[Annotated[int, msgspec.Meta(ge=1, le=99)], ...]
    server: bool = False


class Chosen(Event, frozen=True, kw_only=True):
    """The row of a table that somebody took for one effect."""

    effect: Words
    row: Id


class Stated(Event, frozen=True, kw_only=True):
    """What a player tells of a match whose log leaves it out; all facts of the roster at once, perhaps none."""

    link: Id
    roster: Id
    facts: tuple[Told, ...] = ()


class Signed(Event, frozen=True, kw_only=True):
    """The player, or the arbitrator for them, has done all that a match asked of a roster."""

    link: Id
    roster: Id


class Bought(Event, frozen=True, kw_only=True):
    """Something out of the shop; `recruit`: the fighter that comes with it."""

    id: Id
    roster: Id
    item: Id
    at: Moment
    fighter: str = ""
    recruit: Named | None = None


class Adjusted(Event, frozen=True, kw_only=True):
    """The arbitrator's hand: a verb, a subject and a reason, for everybody to read."""

    id: Id
    verb: Literal["add", "mark", "clear", "hold", "release", "remove", "revive", "open", "close"]
    target: str
    reason: Words
    at: Moment
    roster: str = ""
    fighter: str = ""
    amount: Amount = 0


class CycleClosed(Event, frozen=True, kw_only=True):
    """A cycle is over: its rules run, and what lasts until then ends."""

    cycle: Count
    at: Moment


class NoteWritten(Event, frozen=True, kw_only=True):
    """Somebody's own words in the story of a roster or a fighter."""

    id: Id
    roster: Id
    text: Words
    at: Moment
    fighter: str = ""


class CorrectionAccepted(Event, frozen=True, kw_only=True):
    """The arbitrator takes what a match says now, having seen what follows (`preview`: its fingerprint), and answers
    what follows for people: question -> answer. Without `link` the answers alone."""

    preview: str
    link: str = ""
    answers: dict[str, str] = {}


class ChronicleFinished(Event, frozen=True, kw_only=True):
    """It is over; `seed` opens what the dice were made of."""

    at: Moment
    ending: str = ""
    seed: str = ""


EVENT_TYPES: tuple[type[Event], ...] = (
    ChronicleCreated,
    RosterJoined,
    RosterLeft,
    ChallengeIssued,
    ChallengeAnswered,
    ChallengeLapsed,
    DefinitionAmended,
    MatchLinked,
    MatchHeard,
    DieRolled,
    Chosen,
    Stated,
    Signed,
    Bought,
    Adjusted,
    CycleClosed,
    NoteWritten,
    CorrectionAccepted,
    ChronicleFinished,
)
