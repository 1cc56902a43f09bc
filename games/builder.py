"""A list as it is built, card by card: what lies in it, what may be added, and one change at a time.

A game with a `Builder` gets a page on which lists are put together by tapping (`tracker.pages.rosters`), made from the
game's words: no page code. Everything is a function of the list's body and the cards of an edition. A change is
text, so that a button can carry it: `add:SECTION:CARD`, `more:PLACE`, `less:PLACE`, `drop:PLACE`, `fit:PLACE:CARD`;
a place is what `Line.place` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from games.rulebook import Text
from games.ruleset import Cards

Body = dict[str, Any]


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something printed on a card: a field of the game's words and its values. `short`: the head of its column where
    the whole list is drawn as a table; without it the values stand under the name."""

    field: str
    values: tuple[str, ...]
    short: Text | None = None


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that no edition tells, asked for where the card lies: `key` names its field in the form."""

    key: str
    field: str
    kind: Literal["number", "yes_no", "words"]
    value: str = ""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A card that may be added. `price` None: unknown; `taken`: so many lie in the section; `fits`: it can be paid."""

    id: str
    name: Text
    group: Text
    price: str | None
    taken: int = 0
    fits: bool = True
    facts: tuple[Fact, ...] = ()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A card in a list. `price`: of all its copies, None while it is unknown; `most` None: so many may be taken as
    nobody knows. `under`: what is attached to it; `adds`: what may be. `x`: a price that its owner sets."""

    place: str
    id: str
    name: Text
    count: int = 1
    most: int | None = None
    price: int | None = None
    counted: bool = True
    facts: tuple[Fact, ...] = ()
    asked: tuple[Asked, ...] = ()
    under: tuple[Line, ...] = ()
    adds: tuple[Offer, ...] = ()
    x: Asked | None = None


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """One list of the body, or what is brought beside it. `unpriced`: cards whose price is unknown."""

    key: str
    name: Text
    spent: int
    limit: int
    lines: tuple[Line, ...]
    unpriced: int = 0
    models: int = 0


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """Something chosen for the whole list. `values` empty: typed; `again`: what is offered depends on it; `optional`:
    it may be none of the values."""

    key: str
    field: str
    value: str
    values: dict[str, Text] = {}
    number: bool = False
    again: bool = False
    optional: bool = False


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page of a list shows. `offers` by the sections to which they may go."""

    picks: tuple[Pick, ...]
    sections: tuple[Section, ...]
    offers: tuple[Offer, ...]
    unit: Text


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a list as text that says nothing: its number, its text and what is wrong."""

    line: int
    text: str
    what: str


class Builder(msgspec.Struct, frozen=True, kw_only=True):
    """`sheet`: (body, cards, section that is added to). `told`: (body, fields of the form) -> the body with what was
    picked and stated. `changed`: (body, change, cards) -> the body after it; an unknown change changes nothing.
    `text`: (body, cards, language) -> the list as people send it; `pasted`: (body, text, cards) -> the body with the
    list of the text, and the lines that say nothing."""

    sheet: Callable[[Body, Cards, str], Sheet]
    told: Callable[[Body, Mapping[str, str]], Body]
    changed: Callable[[Body, str, Cards], Body]
    text: Callable[[Body, Cards, str], str]
    pasted: Callable[[Body, str, Cards], tuple[Body, list[Unread]]]
