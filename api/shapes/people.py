"""Players, rosters, tokens and claims over REST."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import Id, Moment
from api.shapes.pages import RosterReport
from games.rulebook import Text

Line = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Scope = Literal["read", "play", "organise"]


class Player(msgspec.Struct):
    """Somebody who plays."""

    id: str
    name: str
    club: str


class NewPlayer(Dry, forbid_unknown_fields=True):
    """A name, and a club if there is one."""

    name: Line
    club: Annotated[str, msgspec.Meta(max_length=80)] = ""


class PlayerMade(msgspec.Struct):
    """A new player and the code that makes a device or a client act for the player (see `claim/`)."""

    player: Player
    claim_code: str


class EventPlayed(msgspec.Struct):
    """A tournament of a player. `place` is that of the newest standings; `shared`: others have the same."""

    id: Id
    url: str
    name: str
    game: Text
    starts: str | None
    opened_at: Moment
    dropped: bool
    place: int | None
    shared: bool


class PlayerRecord(msgspec.Struct):
    """What the confirmed matches of a player came to, of events or not."""

    wins: int
    draws: int
    losses: int


class PlayerDetail(msgspec.Struct):
    """A player, the record, the newest 100 tournaments, and the published tables that the player sat at, newest first.

    `matches/?player=` tells of each match.
    """

    player: Player
    record: PlayerRecord
    events: list[EventPlayed]
    matches: list[str]


class ClaimIn(msgspec.Struct, forbid_unknown_fields=True):
    """The code on the player's slip (eight characters; spaces, dashes and small letters do no harm)."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    name: Line = "claimed"


class Claimed(msgspec.Struct):
    """A token that acts for the player. It is shown this once."""

    player: Player
    token: str
    token_id: str
    scopes: list[str]


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A token for the signed-in user, with some of `read`, `play`, `organise`."""

    name: Line
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]


class Token(msgspec.Struct):
    """A token without its secret."""

    id: str
    name: str
    scopes: list[str]
    created_at: Moment


class TokenSecret(msgspec.Struct):
    """A new token with its secret, which is shown this once."""

    token: Token
    secret: str


class RosterIn(msgspec.Struct, forbid_unknown_fields=True):
    """A warband or deck as its owner wrote it; `body` has the system's own form (see its schema)."""

    system: str
    name: Line
    body: dict[str, Any]
    edition: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    player: str | None = None


class RosterToSave(RosterIn, forbid_unknown_fields=True):
    """A list to save. With `dry_run` it is judged alone."""

    dry_run: bool = False


class RevisionIn(Dry, forbid_unknown_fields=True):
    """A new revision of a roster; `name` and `edition` stay as they are when left out."""

    body: dict[str, Any]
    name: Line | None = None
    edition: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Revision(msgspec.Struct):
    """A saved state of a roster, with what the rules said of it on that day."""

    number: int
    edition: str
    digest: str
    created_at: Moment
    report: RosterReport
    body: dict[str, Any]


class Roster(msgspec.Struct):
    """A warband or deck of the caller, with its newest revision."""

    id: str
    url: str
    system: str
    name: str
    player: str | None
    revisions: int
    newest: Revision | None
