"""A report that is told by taps: rows of numbers and choices in groups, and what of an event they tell.

A game makes them of its state (`games.faces.Faces.taps`); the pages of all games draw them and ask for nothing else
that they tell (`tracker.pages.match_forms.generic.taps_step`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from games.lines import Line
from games.rulebook import Text
from games.ruleset import Event, NextEvent


class Called(msgspec.Struct, frozen=True):
    """What the game's words call a field; with a `value`, that value of it."""

    field: str
    value: Any = None


Name = Called | Line | Text


class Choice(msgspec.Struct, frozen=True):
    """One thing to be tapped. `key` is what `Taps.read` is told of it; empty where the row tells nothing. `whose`: it
    is offered to this player alone."""

    key: str
    name: Name
    whose: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a report. `key`: what `Taps.read` finds it by; `start`: what it starts with, and means untouched.
    `whose`: the player who alone is asked. `asked_by`: the choice of the row `which` that asks for it."""

    key: str
    name: Name
    start: Any = None
    whose: str = ""
    asked_by: str = ""


class Numbers(Row, frozen=True, kw_only=True):
    """A few numbers side by side; a number. `legal`: those that can be, where the row has others so that nobody reads
    from it which these are; `refusal`: what is said of the others. `adds`: whose sum it counts for (`Taps.totals`).
    `needed`: it starts with none, and somebody has to tap one."""

    numbers: tuple[int, ...]
    needed: bool = False
    legal: tuple[int, ...] | None = None
    refusal: Name | None = None
    adds: str = ""


class OneOf(Row, frozen=True, kw_only=True):
    """One of a few; the key of a choice. `listed`: in a list to pick from. `leaves`: whatever is picked but the first,
    what the row is about has left the table by it, and the next report need not ask. `needed`: something has to be.
    `needs`: the keys of rows that must be told with anything but nothing, and what is asked where they are not.
    `narrows`: the key of a row of numbers -> a choice -> those of its numbers that go with it, where these are not
    all."""

    choices: tuple[Choice, ...]
    listed: bool = False
    leaves: bool = False
    needed: bool = False
    needs: Mapping[str, Name] = {}
    narrows: Mapping[str, Mapping[str, tuple[int, ...]]] = {}


class SomeOf(Row, frozen=True, kw_only=True):
    """Any of a few; a list of their keys."""

    choices: tuple[Choice, ...]


class Amount(Row, frozen=True, kw_only=True):
    """A number that somebody types; None where nobody does. `needed`: somebody has to."""

    low: int = 0
    high: int = 99
    needed: bool = False


class Written(Row, frozen=True, kw_only=True):
    """A name that somebody types, or none; where `Faces.typed` knows `typed` or the field of its `name`, what it means.
    `hint` stands below it, an `example` in it while it is empty."""

    longest: int = 60
    typed: str = ""
    needed: bool = False
    lines: int = 1
    hint: Name | None = None
    example: Name | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that are about the same, under a `legend`. `beside`: what stands quietly beside it; `intro`: above it;
    `after`: below the rows. `side`: whose they are, which is their legend where they have none, and else stands beside
    it. `board`: they tell places of the board, which is drawn there. `secret`: what only whoever taps may know of them.
    `more`: rows behind a fold that is called `fold`; `nothing`: what stands there where nothing is asked, so that every
    fold looks alike. `since`, `until`: of numbered reports those that have it, from this number on and before that one.
    """

    rows: tuple[Row, ...] = ()
    legend: Name | None = None
    side: str = ""
    beside: Name | None = None
    intro: Name | None = None
    board: bool = False
    after: Name | None = None
    secret: Name | None = None
    more: tuple[Row, ...] = ()
    fold: Name | None = None
    nothing: Name | None = None
    since: int = 0
    until: int = 0


Data = Mapping[str, Any]
Told = tuple[str, Data]
"""An event of a report: its type and its fields."""


class Anew(msgspec.Struct, frozen=True):
    """A report that is entered anew: the match as it stands with the old one, what is left of it without that, the old
    one itself where one event told it, and the fields of the new one, none where nobody has filled them in."""

    ended: Any
    left: Any
    report: Event | None = None
    told: Data = {}


class Kept(msgspec.Struct, frozen=True):
    """Fields of a report that stay as they were told when it is entered anew, and what is said of them."""

    data: Data
    says: Line


class Taps(msgspec.Struct, frozen=True, kw_only=True):
    """A whole report. `read` makes the fields of the event of what was tapped, by the keys of the rows, and of what the
    form tells of them besides. Where one form tells several events, `events` makes all of them instead, in their order,
    each with its type and fields. A field that is None is not told.

    `covers`: the fields of the event that the rows tell, which the form asks for behind its fold alone; None: they tell
    all of it, and the form asks for nothing besides. `counter`: the field that numbers the reports, where a phone
    without a network may log the next one before this one has arrived. `again`: what the rows start with when the
    report is entered anew on a match that says so much by then, by their keys; None: what they would start with there.
    `kept`: what such a match has told besides, which no row asks for and which stays as it is.
    `totals`: the sides whose sums stand below the rows. `offered`: whether players are asked for it now; whoever enters
    results may always.
    """

    groups: tuple[Group, ...]
    read: Callable[[Data, Data], Data] = lambda tapped, data: data
    events: Callable[[Data, Data], Iterable[Told]] | None = None
    covers: tuple[str, ...] | None = None
    counter: str = ""
    again: Callable[[Any], Data] | None = None
    kept: Callable[[Anew], Kept | None] | None = None
    totals: tuple[str, ...] = ()
    offered: bool = True

    @property
    def rows(self) -> list[Row]:
        return [row for group in self.groups for row in (*group.rows, *group.more)]


def of(field: str, values: Iterable[str]) -> tuple[Choice, ...]:
    """Values to choose from, as the words call those of a field."""
    return tuple(Choice(value, Called(field, value)) for value in values)


def as_told(event: Event) -> Told:
    """A whole event, as `Taps.events` gives it."""
    fields = msgspec.to_builtins(event)
    return fields.pop("type"), fields


def first_of(*makers: Callable[[Any, NextEvent], Taps | None]) -> Callable[[Any, NextEvent], Taps | None]:
    """`Faces.taps` of a game with several reports: what the first of these says of a step."""

    def taps(play: Any, told: NextEvent) -> Taps | None:
        return next((found for one in makers if (found := one(play, told)) is not None), None)

    return taps
