"""What a club's campaign is made of: the checked form of its TOML. Made by `reading`, run by `derive`."""

from __future__ import annotations

from typing import Any

import msgspec

from games.rulebook import Text

Verb = str
VERBS = tuple(
    "add spend mark clear roll choose hold release open close remove recruit lever note finish".split()
)
WHENS = ("joined", "confirmed", "cycle_end", "finish")
EACHES = ("side", "fighter", "place")
SELF, OTHER = "self", "other"


class Effect(msgspec.Struct, frozen=True):
    """One verb: what it is done to, and `per="fact"` where every fact counts anew."""

    verb: Verb
    arg: Any
    per_fact: bool = False


Effects = tuple[Effect, ...]


class Test(msgspec.Struct, frozen=True):
    """A condition. `kind`: fact, tally, mark, any, all, not. `wanted`: fields of the fact and what they must be."""

    kind: str
    name: str = ""
    wanted: tuple[tuple[str, Any], ...] = ()
    at_least: int | None = None
    at_most: int | None = None
    parts: tuple[Test, ...] = ()

    def facts(self) -> tuple[Test, ...]:
        """The parts of it that ask for a fact, those of a `not` aside."""
        if self.kind == "fact":
            return (self,)
        return (
            tuple(one for part in self.parts for one in part.facts()) if self.kind in ("any", "all") else ()
        )


class Tally(msgspec.Struct, frozen=True):
    """A number with bounds: of a roster, a fighter or the whole campaign."""

    name: Text
    of: str
    start: int
    low: int
    high: int


class Mark(msgspec.Struct, frozen=True):
    """What a fighter bears. `ends`: "" stays, "cycle_end" ends then. The mark number `limit` brings `then`."""

    name: Text
    ends: str = ""
    lever: str = ""
    value: int = 1
    limit: int | None = None
    then: Effects = ()


class Place(msgspec.Struct, frozen=True):
    """A territory: its neighbours, and what it brings its holder."""

    name: Text
    edges: tuple[str, ...] = ()
    income: tuple[tuple[str, int], ...] = ()
    x: int | None = None
    y: int | None = None


class Row(msgspec.Struct, frozen=True):
    """A result of a table. `low` to `high` are the sums of its dice; a table without dice is chosen from by `key`."""

    key: str
    name: Text
    do: Effects
    low: int = 0
    high: int = 0


class Table(msgspec.Struct, frozen=True):
    """A table: `count` dice of `faces`, or 0 where somebody chooses. `by`: "player" or "arbitrator"."""

    name: Text
    rows: tuple[Row, ...]
    count: int = 0
    faces: int = 0
    by: str = "player"

    def row(self, told: str) -> Row | None:
        """The row of a sum of dice, or of a choice."""
        if not self.count:
            return next((row for row in self.rows if row.key == told), None)
        return next((row for row in self.rows if told.isdecimal() and row.low <= int(told) <= row.high), None)


class Rule(msgspec.Struct, frozen=True):
    """When it runs, for each of whom, if what, and what it does."""

    key: str
    name: Text
    when: str
    each: str
    test: Test | None
    do: Effects


class Item(msgspec.Struct, frozen=True):
    """What is sold: for a tally of a roster or of a fighter."""

    name: Text
    of: str
    cost: tuple[tuple[str, int], ...]
    do: Effects


class Limit(msgspec.Struct, frozen=True):
    """A number that grows with the cycles and moves a lever of the match."""

    name: Text
    base: int
    per_cycle: int
    lever: str


class Chapter(msgspec.Struct, frozen=True):
    """A part of a story: what a won match brings, what a lost one, how often it may be tried again, and what opens when
    it may not. One without a match does what it does when it opens."""

    name: Text
    text: Text | None
    start: bool
    won: Effects
    lost: Effects
    do: Effects
    retry: int
    out: str
    scenario: str | None

    @property
    def is_played(self) -> bool:
        return not self.do


class Link(msgspec.Struct, frozen=True):
    """What passes between the tables of a day: facts that fit, from tables of a role ("" any), by a live lever.

    `to`: tables of this role, `others`, or `same`, the table that told it. `once_per`: a field of the fact, of whose
    values each passes once. `by` is "arbitrator" where somebody decides about each fact, perhaps by a `choose` table.
    """

    key: str
    name: Text
    test: Test
    source: str
    to: str
    once_per: str
    by: str
    choose: str
    lever: str


class Definition(msgspec.Struct, frozen=True):
    """A whole campaign. `day`: table -> role, where it is one day of linked tables, with their `links`."""

    key: str
    name: Text
    about: Text | None
    system: str
    players: int
    options: dict[str, Any]
    cycles: int
    days: int
    most_matches: int
    stake: bool
    challenge_days: int
    unanswered: str
    fixtures: str
    late_of: tuple[str, ...]
    late_until: int
    typed_dice: bool
    server_dice: bool
    tallies: dict[str, Tally]
    marks: dict[str, Mark]
    places: dict[str, Place]
    tables: dict[str, Table]
    rules: tuple[Rule, ...]
    shop: dict[str, Item]
    limits: dict[str, Limit]
    chapters: dict[str, Chapter]
    endings: dict[str, Text]
    after_cycles: bool
    end_tally: str
    end_at_most: int
    end: str
    rank: tuple[str, ...]
    day: dict[str, str] = {}
    links: tuple[Link, ...] = ()
