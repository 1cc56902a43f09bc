"""Event days over REST: heads, tables, cards, the fallen, the overall result."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import CardStatus, DayStatus, Fate, Id, Moment, Outcome, TableRole, TableStatus
from api.shapes.logs import VersionNumber
from api.shapes.matches import Seat
from games.registry import EVENT_DAYS, usual
from games.rulebook import Text

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Figure = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class NewCampaign(Dry, forbid_unknown_fields=True):
    """An event day of a system; `options` replace the system's own (`detail`, `scheme_draw_count`, `check_in`)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    system: str = usual(EVENT_DAYS)
    options: dict[str, Any] = {}


class Campaign(msgspec.Struct):
    """A day in lists. `game`: the name of the system. `opened_at`: when it came to this server.

    `starts` and `ends` (local time of the hall), `place`, `organiser` and `cost` as it was described.
    """

    id: Id
    url: str
    name: str
    system: str
    game: Text
    starts: str | None
    ends: str | None
    place: str | None
    organiser: str | None
    cost: str | None
    status: DayStatus
    winner: str | None
    version: int
    opened_at: Moment


class CampaignDetail(msgspec.Struct):
    """A day with its options and where to read on. `you` says which office the caller holds.

    `about`: what else people read before they come.
    """

    campaign: Campaign
    options: dict[str, Any]
    links: dict[str, str]
    you: dict[str, str | None]
    about: str = ""


class CampaignAction(Dry, forbid_unknown_fields=True):
    """Starts the day (every table gets its match) or finishes it (the overall result becomes final)."""

    action: Literal["start", "finish"]
    expected_version: VersionNumber | None = None


class DayEntrant(msgspec.Struct, omit_defaults=True):
    """A player of the day; `checked_in`: is there. `claim_code` is for staff."""

    player: str
    name: str
    club: str
    checked_in: bool
    claim_code: str | None = None


class DayEntrantAction(Dry, forbid_unknown_fields=True):
    """What happens to a player of the day: is there, or is not after all."""

    action: Literal["check_in", "undo_check_in"]


class NewTable(Dry, forbid_unknown_fields=True):
    """A table to lay: its battlefield, and side -> ids of its players."""

    battlefield: Key
    sides: dict[str, list[str]]


class DayTable(msgspec.Struct):
    """A table. `role`: cards are earned there (`source`) or come there (`target`). `vp` are the points so far."""

    battlefield: str
    role: TableRole
    sides: dict[str, list[Seat]]
    match: str | None
    status: TableStatus
    turn: int
    vp: dict[str, int]
    result: dict[str, Any] | None
    fates_published: bool


class Arcanum(msgspec.Struct):
    """A card: who earned it where, where it was sent, and the events of the two tables' logs that hold it."""

    arcana: str
    status: CardStatus
    source: str
    side: str
    noted: int | None
    table: str | None
    zone: str | None
    arrived: int | None


class ArcanumIn(Dry, forbid_unknown_fields=True):
    """`earn`: a side earned a card at a table. `send`: an earned card goes to a table."""

    action: Literal["earn", "send"]
    arcana: Key
    table: Key
    side: Key | None = None


class FallenFigure(msgspec.Struct):
    """Who left a table; `match_seq` is the event of its log that says so. `fate` is saved, lost or None."""

    table: str
    figure: str
    owner: Seat | None
    side: str
    number: int
    how: str
    turn: int | None
    by: str | None
    match_seq: int
    fate: Fate | None


class FateIn(msgspec.Struct, forbid_unknown_fields=True):
    """The fate of one fallen figure; `number` tells those of one id and owner apart."""

    figure: Figure
    fate: Literal["saved", "lost"]
    owner: str = ""
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


class FatesIn(Dry, forbid_unknown_fields=True):
    """Table -> the fates of all who died there; all tables named, or none."""

    fates: dict[str, list[FateIn]]


class DayResult(msgspec.Struct):
    """The overall result as it stands: per side and per player of finished tables. `winner` once it is final."""

    campaign: str
    status: DayStatus
    winner: str | None
    version: int
    sides: dict[str, dict[str, int]]
    players: list[DayPlayer]


class DayPlayer(msgspec.Struct):
    """A player over the day."""

    player: str
    name: str | None
    table: str
    side: str
    scheme_vp: int
    result: Outcome
    figures_lost: int
