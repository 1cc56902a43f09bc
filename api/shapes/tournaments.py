"""Tournaments over REST: heads, entrants, rounds, pairings, standings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import Id, Moment, ReasonKind, RoundStatus, TournamentStatus
from api.shapes.logs import Appended, EventIn, VersionNumber
from api.shapes.matches import Seat
from api.shapes.people import Line
from games.registry import usual
from games.rulebook import Text
from tracker.commands.presets import PRESETS
from tracker.formats.structs import Stage
from tracker.selectors.stages import StageView

RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewEntrant(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody new, by `name` and perhaps `club`; or, by `player`, somebody whom this server knows and the caller has
    met: as a player or staff of the same event, or as a player of their own. They keep their id and their name.
    """

    name: Line | None = None
    club: Annotated[str, msgspec.Meta(max_length=80)] = ""
    player: Id | None = None


class NewTournament(Dry, forbid_unknown_fields=True):
    """A tournament from a preset (`presets` of `systems/{system}/`), which says of which game it is; `options` replace
    those of the preset, and are those of a `tournament_created` (`systems/tournament/schemas/`).

    `players` are registered in this order, and with `check_in` are present already.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    preset: str = usual(PRESETS)
    options: dict[str, Any] = {}
    players: Annotated[list[NewEntrant], msgspec.Meta(max_length=2_000)] = []
    check_in: bool = False


class TournamentParts(msgspec.Struct):
    """What `?expand=` adds to a tournament, each as its own address answers it."""

    players: list[Entrant] | msgspec.UnsetType = msgspec.UNSET
    rounds: list[Round] | msgspec.UnsetType = msgspec.UNSET
    stages: Stages | msgspec.UnsetType = msgspec.UNSET
    standings: Standings | msgspec.UnsetType = msgspec.UNSET


class Tournament(msgspec.Struct):
    """A tournament in lists. `round` is the last one drawn; `status` registration, that round's status, or finished.

    `starts` and `ends` (local time of the hall), `place`, `organiser` and `cost` as it was described. `game`: the name
    of the system. `opened_at`: when it came to this server.
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
    status: TournamentStatus
    round: int
    rounds: int
    players: int
    version: int
    opened_at: Moment
    expanded: TournamentParts | msgspec.UnsetType = msgspec.UNSET


class TournamentDetail(msgspec.Struct, omit_defaults=True):
    """A tournament with its options and where to read on. `you` says which office the caller holds.

    `about`: what else people read before they come. `players`: those who were registered by the request that this
    answers.
    """

    tournament: Tournament
    options: dict[str, Any]
    links: dict[str, str]
    you: dict[str, str | None]
    about: str = ""
    players: list[Entrant] = []


class PlayersIn(Dry, forbid_unknown_fields=True):
    """Players to register, in this order; all or nothing. With `check_in` they are present already."""

    players: Annotated[list[NewEntrant], msgspec.Meta(min_length=1, max_length=2_000)]
    check_in: bool = False


class EntrantsIn(PlayersIn, forbid_unknown_fields=True):
    """The same of a tournament, where they are its entrants."""


class Entrant(msgspec.Struct, omit_defaults=True):
    """A player of the tournament. `claim_code` is for staff; `list_ok` None means that no list was handed in."""

    player: str
    name: str
    club: str
    number: int
    checked_in: bool
    dropped: bool
    list_ok: bool | None
    claim_code: str | None = None


class EntrantAction(Dry, forbid_unknown_fields=True):
    """What happens to an entrant. `warband` and `revision` are needed to hand a list in."""

    action: Literal["check_in", "undo_check_in", "drop", "reinstate", "submit_list", "withdraw_list"]
    reason: Reason | None = None
    warband: str | None = None
    revision: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


class TournamentAction(Dry, forbid_unknown_fields=True):
    """What happens to the whole tournament. Lists are unlocked for a `reason`."""

    action: Literal["lock_lists", "unlock_lists", "finish"]
    reason: Reason | None = None


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """Draws the next round as a draft; with `until` it is published, or started too, in the same step.

    Nobody chooses the seed; whoever gives a `seed` also gives the `reason`. So does whoever gives the tables:
    `pairings` (side -> id of its player, table by table) and who has the `bye`, as of a round played elsewhere.
    """

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    scenario: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    until: Literal["draft", "published", "started"] = "draft"
    pairings: Annotated[list[dict[str, str]], msgspec.Meta(min_length=1, max_length=1_000)] | None = None
    bye: str | None = None


class DrawIn(Draw, forbid_unknown_fields=True):
    """Draws the next round as a draft; with `until` it is published, or started too, in the same step.

    Nobody chooses the seed; whoever gives a `seed` also gives the `reason`. So does whoever gives the tables:
    `pairings` (side -> id of its player, table by table) and who has the `bye`, as of a round played elsewhere.
    With `dry_run` it is judged alone.
    """

    dry_run: bool = False


class Stages(msgspec.Struct):
    """Stages with their brackets and groups, the plans of those to come, and the names of all players in them."""

    begun: tuple[StageView, ...]
    planned: tuple[Stage, ...]
    names: dict[str, str]


class StageIn(Dry, forbid_unknown_fields=True):
    """Begins the next stage, or takes back one of which no round is drawn (with a `reason`).

    Without `stage` the planned one begins, without `field` with those whom the standings name; anything else needs a
    `reason`. `field`: ids of players, best seed first.
    """

    action: Literal["begin", "withdraw"] = "begin"
    stage: dict[str, Any] | None = None
    field: Annotated[list[str], msgspec.Meta(min_length=2, max_length=100_000)] | None = None
    reason: Reason | None = None
    expected_version: VersionNumber | None = None


class TeamMember(NewEntrant, forbid_unknown_fields=True):
    """A player of a team, by `name`: one of the event who is in no team yet, else somebody new, perhaps of a `club`.

    Or, by `player`, somebody whom this server knows, whom the caller has met and who is not in the event.
    """


class TeamIn(msgspec.Struct, forbid_unknown_fields=True):
    """A team with its players in the order of boards; the first one is the captain."""

    name: Line
    players: Annotated[list[TeamMember], msgspec.Meta(min_length=1, max_length=24)]


class TeamsIn(Dry, forbid_unknown_fields=True):
    """Teams to enter, all or nothing."""

    teams: Annotated[list[TeamIn], msgspec.Meta(min_length=1, max_length=500)]


class RoundAction(Dry, forbid_unknown_fields=True):
    """What happens to a drawn round. A draft is discarded for a `reason`."""

    action: Literal["publish", "start", "close", "discard"]
    reason: Reason | None = None
    expected_version: VersionNumber | None = None


class Pairing(msgspec.Struct):
    """One table of a round; table 0 is the bye. `result` is what it counts for, once that is known: `vp` by side and
    `winner`, a side or `draw`. Of a match besides `match`, `match_seq` (the event of it that says so), `turns`, and
    `figures`, name -> side -> number, of what the tournament ranks by; `reason`: why it replaced another one.
    `award`: staff gave the table (`no_show`, `forfeit`, `conceded`, `double_loss`), where an empty `winner` means that
    both lose. `source`: it was played elsewhere, `tp` are the points by side that were told, `untold`: no VP were.
    """

    round: int
    table: int
    status: RoundStatus
    scenario: str
    sides: dict[str, list[Seat]]
    match: str | None
    result: dict[str, Any] | None


class Round(msgspec.Struct):
    """A round with its tables. `missing` are the tables without a confirmed result."""

    round: int
    status: RoundStatus
    scenario: str
    pairings: list[Pairing]
    missing: list[int]


class RoundAppended(Appended):
    """What was appended, and the round as it stands now: None when it was discarded."""

    round: Round | None = None


class RoundTold(Round):
    """The round whose results were told, and with `then` `draw` the round that was drawn."""

    next: Round | None = None


class TableResultIn(msgspec.Struct, forbid_unknown_fields=True):
    """The result of one table. The last event is the report, those before it are what the report needs.

    Staff's confirmation of what the rules make of it follows by itself.
    """

    table: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    events: Annotated[list[EventIn], msgspec.Meta(min_length=1, max_length=100)]


class ResultsIn(Dry, forbid_unknown_fields=True):
    """Results of a round and what follows them, all or nothing.

    `then`: `close` closes the round, `draw` also draws the next one as `draw` says (without it, by the rules), `finish`
    ends the event. `results` may be empty where something follows: the players have told them all.
    """

    results: Annotated[list[TableResultIn], msgspec.Meta(max_length=1_000)]
    then: Literal["nothing", "close", "draw", "finish"] = "nothing"
    draw: Draw | None = None


class Standings(msgspec.Struct):
    """The ranking after a round. `columns` are the figures in the order that ranks, with their names."""

    tournament: str
    round: int
    rounds: list[int]
    version: int
    columns: list[Column]
    rows: list[StandingRow]


class Column(msgspec.Struct):
    """A figure of the standings."""

    id: str
    title: Text


class StandingRow(msgspec.Struct):
    """A player's place. `shared`: others have the same. `change`: places won since the round before.

    `wins`, `draws` and `losses` count tables with a result, those given to somebody too; `byes` are rounds without a
    game. `opponents`: whom the player met, round by round, without byes.
    `explain` is where every figure opens down to the rows and events behind it.
    """

    rank: int
    shared: bool
    change: int | None
    player: str
    name: str
    club: str
    wins: int
    draws: int
    losses: int
    byes: int
    opponents: list[Seat]
    figures: list[FigureShown]
    explain: str


class FigureShown(msgspec.Struct):
    """One number: its exact value `top / bottom`, and how it is shown."""

    id: str
    top: int
    bottom: int
    shown: str


class ReasonRow(msgspec.Struct, omit_defaults=True):
    """One share of a figure; all rows of a figure add up to it. `event` is the log entry that it came from.

    `weight`: how many times the tournament points of its round count, where it is more than once; `top` holds it.
    """

    kind: ReasonKind
    round: int
    top: int
    bottom: int
    shown: str
    table: int | None = None
    opponents: list[Seat] = []
    opens: str | None = None
    match: str | None = None
    seq: int | None = None
    event: str | None = None
    weight: int = 1


class Explained(msgspec.Struct):
    """A figure of one player and the rows that add up to it."""

    figure: FigureShown
    title: Text
    rows: list[ReasonRow]


class Explanation(msgspec.Struct):
    """Every figure of one player after a round."""

    tournament: str
    round: int
    player: Seat
    rank: int
    figures: list[Explained]
