"""What a campaign has come to: rosters with their fighters, places, chapters, and every line of the story. Made by
`derive` alone; everything in it is public."""

from __future__ import annotations

from typing import Any

import msgspec


class StoryLine(msgspec.Struct):
    """One effect as it happened: stable `id`, its slot, rule or item, whom it was done to, the verb and what fills its
    sentence. `die`: the dice or the choice it followed from; `term`: the definition in force."""

    id: str
    slot: str
    source: str
    roster: str
    fighter: str
    verb: str
    params: dict[str, Any]
    die: str = ""
    term: int = 0


class Held(msgspec.Struct):
    """A mark, with the slot and the effect that gave it."""

    mark: str
    slot: str
    effect: str


class FighterNow(msgspec.Struct):
    """A fighter now. `died`: the effect that took it out, "" while it lives."""

    id: str
    name: str
    tallies: dict[str, int]
    marks: list[Held] = []
    died: str = ""


class RosterNow(msgspec.Struct):
    """A roster now. `recruits`: fighters that it may still name."""

    id: str
    player: str
    name: str
    tallies: dict[str, int]
    fighters: dict[str, FighterNow] = {}
    levers: dict[str, int] = {}
    active: bool = True
    wins: int = 0
    draws: int = 0
    losses: int = 0
    matches: int = 0
    played: int = 0


OPEN, ACCEPTED, DECLINED, LAPSED, PLAYED = "open", "accepted", "declined", "lapsed", "played"


class Challenge(msgspec.Struct, frozen=True):
    """Roster `by` dares roster `against`, who answers until the moment `until`; `unanswered`: what silence means.

    `status`: open, accepted, declined, lapsed, or played, and then `link` is its match.
    """

    id: str
    by: str
    against: str
    at: str
    until: str
    unanswered: str = DECLINED
    stake: str = ""
    status: str = OPEN
    link: str = ""


class PlaceNow(msgspec.Struct):
    """Who holds a place, and every holder before, with the slot of the change."""

    holder: str = ""
    history: list[tuple[str, str]] = []


class ChapterNow(msgspec.Struct):
    """A chapter: closed, open, won or lost; how often it was tried, and by which effect it opened."""

    status: str = "closed"
    tries: int = 0


class Fixture(msgspec.Struct, frozen=True):
    """Two rosters that meet in the running cycle, by when (its planned end), and their match once it is opened."""

    one: str
    two: str
    until: str
    link: str = ""


class Moved(msgspec.Struct, frozen=True):
    """What a match was opened with, and what it would be opened with by what is known now (None: without it)."""

    lever: str
    side: str
    fighter: str
    opened: int | None
    due: int | None


class OpenStep(msgspec.Struct):
    """What somebody still has to tell: a die, a choice, or facts that the log leaves out. `term`: the definition."""

    id: str
    kind: str
    slot: str
    roster: str
    fighter: str = ""
    table: str = ""
    by: str = "player"
    facts: tuple[str, ...] = ()
    term: int = 0


class Question(msgspec.Struct):
    """What a person must decide: a debt, a dead fighter that fought, a chapter played though it never opened."""

    id: str
    kind: str
    slot: str
    roster: str
    fighter: str = ""
    params: dict[str, Any] = {}
    answer: str = ""


class World(msgspec.Struct):
    """Everything. `cycle`: how many are closed; `ending`: None while it runs; `at`: the moment of the last slot."""

    rosters: dict[str, RosterNow] = {}
    tallies: dict[str, int] = {}
    places: dict[str, PlaceNow] = {}
    chapters: dict[str, ChapterNow] = {}
    cycle: int = 0
    ending: str | None = None
    lines: list[StoryLine] = []
    steps: list[OpenStep] = []
    questions: list[Question] = []
    used: dict[str, int] = {}
    challenges: list[Challenge] = []
    moved: dict[str, list[Moved]] = {}
    fixtures: list[Fixture] = []

    def steps_of(self, link: str, roster: str) -> list[OpenStep]:
        """What a match still asks of a roster."""
        return [one for one in self.steps if one.slot == link and one.roster == roster]
