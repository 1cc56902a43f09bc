"""Ladders, runs and seasons over REST."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import Moment, RunStatus
from api.shapes.logs import VersionNumber
from api.shapes.matches import Seat
from games.registry import LADDERS, usual
from games.rulebook import Text

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class LadderColumn(msgspec.Struct):
    """A figure of the score: the places compare by the columns in their order."""

    id: str
    title: Text
    about: Text


class RankShown(msgspec.Struct):
    """A rank that a run may reach, and what it takes."""

    id: str
    title: Text
    about: Text


Fraction = Annotated[str, msgspec.Meta(examples=["25", "7.5"])]


class LeagueDivision(msgspec.Struct, forbid_unknown_fields=True):
    """The highest first; `up` and `down`: how many leave it when the season ends."""

    name: Name
    players: list[str] = []
    up: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    down: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


class LeagueFormula(Dry, forbid_unknown_fields=True):
    """How tournaments add up; the whole formula. `best`: so many results count, the highest; 0: all of them."""

    by: Literal["places", "score"] = "places"
    points: list[int] = []
    attended: int = 0
    best: int = 0
    divisions: list[LeagueDivision] = []


class LeagueTournament(msgspec.Struct):
    """A tournament of the league; `over`: its results count."""

    id: str
    url: str
    name: str
    weight: int
    over: bool


class LeaguePart(msgspec.Struct):
    """What one tournament brings: (`base` + `attended`) times `weight`; `counts`: among the best ones."""

    tournament: str
    place: int
    base: Fraction
    attended: int
    weight: int
    value: Fraction
    counts: bool


class LeaguePlace(msgspec.Struct):
    """A player with everything that the total adds up from. `move`: up or down, when the season ends like this."""

    place: int
    shared: bool
    player: str
    name: str
    total: Fraction
    parts: list[LeaguePart]
    move: Literal["up", "down", ""]


class LeagueTable(msgspec.Struct):
    """A division; without a name whoever is in none."""

    name: str
    places: list[LeaguePlace]


class League(msgspec.Struct):
    """The whole league in one answer: formula, tournaments, tables with every part of every total."""

    season: str
    name: str
    system: str
    closed: str | None
    formula: LeagueFormula | None
    tournaments: list[LeagueTournament]
    tables: list[LeagueTable]
    version: int


class Leader(msgspec.Struct):
    """Who stands first."""

    player: Seat
    rank: str
    figures: dict[str, int]
    run: str


class CharacterLadder(msgspec.Struct):
    """The ladder of one character."""

    character: str
    title: Text | None
    players: int
    url: str


class Ladder(msgspec.Struct):
    """A ladder in the list. `season` None is all time; `characters` are its parts by character."""

    system: str
    board: str
    season: str | None
    title: Text
    about: Text
    players: int
    first: Leader | None
    characters: list[CharacterLadder]
    url: str


class Ladders(msgspec.Struct):
    """Every ladder of a season."""

    season: str | None
    ranks: list[RankShown]
    results: list[Ladder]


class LadderPlace(msgspec.Struct):
    """A place: the best of the player's `runs` here. `status` is running, logged or confirmed (`by_staff` or not)."""

    place: int
    shared: bool
    player: str
    name: str
    club: str
    character: str
    rank: str
    figures: dict[str, int]
    status: RunStatus
    by_staff: bool
    started: Moment
    runs: int
    run: str


class LadderPage(msgspec.Struct):
    """A stretch of a ladder. `next` is the address of what follows, None at the end."""

    system: str
    board: str
    season: str | None
    character: str | None
    title: Text
    players: int
    columns: list[LadderColumn]
    results: list[LadderPlace]
    next: str | None = None


class Run(msgspec.Struct):
    """A scored run. `counts`: it stands on ladders, or would if it were the player's best."""

    id: str
    url: str
    match: str
    system: str
    board: str
    player: Seat | None
    character: str
    rank: str
    figures: dict[str, int]
    status: RunStatus
    by_staff: bool
    counts: bool
    detail: str
    started: Moment
    recorded: Moment
    version: int


class Step(msgspec.Struct):
    """An event that changed the score: its seq, the figures after it, and where to read it."""

    seq: int
    turn: int
    figures: dict[str, int]
    event: str


class PlaceOfRun(msgspec.Struct):
    """A ladder of the run's board on which its player stands; `best`: by this run."""

    season: str | None
    character: str | None
    place: int
    shared: bool
    best: bool
    url: str


class RunDetail(msgspec.Struct):
    """A run with every event that made its score, and the places of its player."""

    run: Run
    steps: list[Step]
    places: list[PlaceOfRun]


class NewRun(msgspec.Struct, forbid_unknown_fields=True):
    """A run to log. `run` holds the fields of the system (see docs/rest.md); `at` is when it was played."""

    player: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    run: dict[str, Any]
    system: str = usual(LADDERS)
    at: Moment | None = None
    dry_run: bool = False


class RunLogged(msgspec.Struct):
    """The run's match, and the run once it is scored (a moment later). A dry run stores nothing: all are None."""

    id: str | None
    match: str | None
    url: str | None
    scored: RunDetail | None = None


class NewSeason(Dry, forbid_unknown_fields=True):
    """A season: moments in ISO 8601 with their offset from UTC; `ends` None until it is closed."""

    name: Name
    starts: Moment
    ends: Moment | None = None
    system: str = usual(LADDERS)


class Season(msgspec.Struct):
    """A season. Runs started from `starts` on and before `ends` are in it, if logged before it was `closed`."""

    id: str
    url: str
    name: str
    system: str
    starts: Moment
    ends: Moment | None
    closed: Moment | None
    ladders: str
    version: int


class SeasonAction(Dry, forbid_unknown_fields=True):
    """`change` takes name, starts and ends as they shall be; `close` nothing; `reopen` a reason."""

    action: Literal["change", "close", "reopen"]
    name: Name | None = None
    starts: Moment | None = None
    ends: Moment | None = None
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    expected_version: VersionNumber | None = None
