"""A list as it is built, card by card: what lies in it, what may be added, and one change at a time.

A game with a `Builder` gets a page on which lists are put together by tapping (`tracker.pages.lists.rosters`), made
from the game's words: no page code. Everything is a function of the list's body and the cards of an edition. A change
is text, so that a button can carry it: `add:SECTION:CARD`, `more:PLACE`, `less:PLACE`, `drop:PLACE`,
`fit:PLACE:CARD`; a place is what `Line.place` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

from games.faults import fault
from games.rulebook import Text
from games.ruleset import Cards

Body = dict[str, Any]

BULLET = re.compile(r"(?:[-*•–]|\d+[.)])\s+")
COPIES = re.compile(r"(\d{1,2})\s*(?:[xх×]\s*|\s)(?=\S)", re.IGNORECASE)


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something printed on a card: a field of the game's words and its values. `short`: the head of its column where
    the whole list is drawn as a table; without it the values stand under the name."""

    field: str
    values: tuple[str, ...]
    short: Text | None = None


Kind = Literal["number", "yes_no", "words", "own"]
"""How a fact is stated: a number below 1000, yes or no, words with commas between them (a dash: none), or a text that
the game alone reads."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that no edition tells, asked for where the card lies: `key` names its field in the form; `written`: how a
    text of the game's `own` kind is typed."""

    key: str
    field: str
    kind: Kind
    value: str | Text = ""
    written: Text | None = None


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
    """One list of the body, or what is brought beside it. `limit` None: nothing is counted against; `unpriced`: cards
    whose price is unknown."""

    key: str
    name: Text
    spent: int
    limit: int | None
    lines: tuple[Line, ...]
    unpriced: int = 0
    models: int = 0


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """Something chosen for the whole list.

    `values`: key -> its name, None where the game's words have it; empty: typed. `again`: what is offered depends on
    it; `optional`: it may be none of the values; `seldom`: it stands behind a fold until it is told. `told`: how the
    picture of the list names it, by its value `alone` or with the `field` before it; not at all by default.
    """

    key: str
    field: str
    value: str
    values: Mapping[str, Text | None] = {}
    number: bool = False
    again: bool = False
    optional: bool = False
    seldom: bool = False
    told: Literal["", "alone", "field"] = ""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """So many of something in a list, against how many there may be."""

    name: Text
    count: int
    limit: int


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of a list side by side, each under its name; `note`: what they leave out, or how they count."""

    name: Text
    bars: tuple[tuple[Text, int], ...]
    note: Text | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a list comes to besides its cost."""

    counts: tuple[Count, ...] = ()
    charts: tuple[Chart, ...] = ()


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page of a list shows. `offers`: what may go into `section`, under the headings of their groups.

    `called`: what the list is called until it has a name. `priced` False: a card costs nothing but its place, so that
    prices are numbers of cards and stand nowhere. `typed`: how a card that is not offered is written, where it is not
    just its name. `figures`: of a list with something in it.
    """

    picks: tuple[Pick, ...]
    sections: tuple[Section, ...]
    offers: tuple[Offer, ...]
    unit: Text
    called: Text
    section: str = "list"
    priced: bool = True
    typed: Text | None = None
    figures: Figures | None = None


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """A list that another one may begin as: a printed deck, a ready warband."""

    name: Text
    body: Body


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a list as text that says nothing: its number, its text and what is wrong."""

    line: int
    text: str
    what: str


def read_fact(kind: Kind, text: str) -> int | bool | list[str] | None:
    """What was typed of a fact; None where it is left open, and for no number."""
    if kind == "number":
        return int(text) if text.isdecimal() and len(text) < 4 else None
    if kind == "yes_no":
        return {"yes": True, "no": False}.get(text)
    words = (part.strip()[:120] for part in text.split(","))
    return ([] if text == "-" else [word for word in words if word]) if text else None


def typed_fact(value: int | bool | tuple[str, ...] | None) -> str:
    """The same fact as the form has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(value) or "-") if isinstance(value, tuple) else str(value)


def said_lines(text: str) -> Iterator[tuple[int, str]]:
    """(number, text) of the lines of a text that say something, without bullets; those that begin with # do not."""
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            yield number, BULLET.sub("", line, count=1) if BULLET.match(line) else line


def copies_of(line: str) -> tuple[int, str]:
    """(copies, name) of a line as `2x name`, `2 name` or a name alone."""
    found = COPIES.match(line)
    return (int(found[1]), line[found.end() :]) if found else (1, line)


def names_to_ids(names: Mapping[str, Text]) -> dict[str, str]:
    """Names in both languages, and the ids themselves, in small letters to the ids; the first of a name keeps it."""
    found: dict[str, str] = {}
    for id_, name in names.items():
        for text in (id_, name.en, name.ru):
            found.setdefault(text.casefold(), id_)
    return found


def not_known(name: str, names: Iterable[Text], what: str) -> str:
    """What is said of a name that nobody has, with the names most like it: a person chooses, nothing is guessed."""
    told = {text.casefold(): text for one in names for text in (one.en, one.ru)}
    near = [told[key] for key in get_close_matches(name.strip().casefold(), told, 2, 0.7)]
    return fault("near", what=what, near=", ".join(near)) if near else what


def plain(body: msgspec.Struct) -> Body:
    """A list's body as JSON has it."""
    told: Body = msgspec.json.decode(msgspec.json.encode(body))
    return told


class Builder(msgspec.Struct, frozen=True, kw_only=True):
    """`sheet`: (body, cards, section that is added to; "" where nobody chose one). `told`: (body, fields of the form)
    -> the body with what was picked and stated. `changed`: (body, change, cards) -> the body after it; an unknown
    change changes nothing, a card that was typed and means none raises `games.faces.Unread`. `text`: (body, cards,
    language) -> the list as people send it; `pasted`: (body, text, cards) -> the body with the list of the text, and
    the lines that say nothing. `written`: how such a text is written. `starts`: by key, the lists that a new one may
    begin as."""

    sheet: Callable[[Body, Cards, str], Sheet]
    told: Callable[[Body, Mapping[str, str]], Body]
    changed: Callable[[Body, str, Cards], Body]
    text: Callable[[Body, Cards, str], str]
    pasted: Callable[[Body, str, Cards], tuple[Body, list[Unread]]]
    written: Text
    starts: Mapping[str, Start] = {}
