"""Decks as text: a list that a person can read, type and send, in and out.

One card a line, as `2 A-044 Insightful Blow`, `2x A-044` or `2 Insightful Blow`; `key: value` lines tell the rest.
Lines that begin with # say nothing. Called by `builder`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from games.builder import Unread
from games.faults import fault
from games.ruleset import Cards
from games.senjutsu.facts import CARDS, CHARACTERS, FACTS, SCHOOLS
from games.senjutsu.roster.check import Body, name_of

ROW = re.compile(r"(?:(\d{1,3})\s*[xх×]?\s+)?(.+)")
NUMBER = re.compile(r"(A-\d{3}|S-\d{3}|C-\d{3}|K-\d{3})\b", re.IGNORECASE)
STUN = {"stun", "оглушение"}
YES = {"yes", "true", "1", "да"}


def to_text(body: Body, cards: Cards | None = None, language: str = "en") -> str:
    """The deck as text; `from_text` reads it back to the same deck."""
    rows = body.cards.items() if isinstance(body.cards, dict) else body.cards
    return "\n".join([*_head(body), "", *(_row(key, count, language, cards) for key, count in rows)]) + "\n"


def _row(key: str, count: int, language: str, cards: Cards | None) -> str:
    name = name_of(key, language, cards)
    return f"{count} {key}" if name == key else f"{count} {key} {name}"


def _head(body: Body) -> Iterator[str]:
    yield f"character: {body.character}"
    if body.signature:
        yield "signature: yes"
    if body.format == "competitive":
        yield "format: competitive"
    for key in MAT:
        if getattr(body, key) is not None:
            yield f"{key.replace('_', ' ')}: {getattr(body, key)}"
    for key in LISTS:
        if getattr(body, key):
            yield f"{key.replace('_', ' ')}: {', '.join(getattr(body, key))}"


MAT = ("wound_limit", "hand_limit", "advantage")
LISTS = ("weapons", "weapon_cards", "schools", "poison", "prepared")
ALIASES = {
    "персонаж": "character",
    "готовая колода": "signature",
    "формат": "format",
    "оружие": "weapons",
    "карты оружия": "weapon_cards",
    "школы": "schools",
    "школа": "schools",
    "school": "schools",
    "weapon": "weapons",
    "яд": "poison",
    "подготовленные": "prepared",
    "предел ран": "wound_limit",
    "предел руки": "hand_limit",
    "лимит руки": "hand_limit",
    "преимущество": "advantage",
}


def from_text(text: str, cards: Cards | None = None) -> tuple[dict[str, Any], list[Unread]]:
    """(body of a roster, problems). Nothing is guessed: a line that cannot be read is told and left out."""
    body: dict[str, Any] = {}
    rows: dict[str, int] = {}
    problems: list[Unread] = []
    names = _names(cards)
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        field = ALIASES.get(key.strip().casefold(), key.strip().casefold().replace(" ", "_"))
        told = _field(body, field, value.strip()) if colon else _card(rows, line, names)
        if told is not None:
            problems.append(Unread(line=number, text=line, what=told))
    return {**body, "cards": rows}, problems


def _field(body: dict[str, Any], field: str, value: str) -> str | None:
    reader = FIELDS.get(field)
    if reader is None:
        return fault("heading", known=", ".join(sorted(FIELDS)))
    try:
        body[field] = reader(value)
    except ValueError:
        return fault("number")
    return None


def _card(rows: dict[str, int], line: str, names: dict[str, str]) -> str | None:
    """Counts one line of cards; says what is wrong with it."""
    match = ROW.fullmatch(line)
    count, name = (int(match[1] or 1), match[2].strip()) if match else (0, line)
    number = NUMBER.match(name)
    key = number[1].upper() if number else names.get(name.casefold())
    if key is None:
        return fault("no_card_name")
    if not 1 <= count <= 99:
        return fault("copies_first")
    rows[key] = min(99, rows.get(key, 0) + count)
    return None


def card_of(text: str, cards: Cards | None = None) -> str | None:
    """The id of a card that is written as a number, a name or both, "stun" for a stun card; None if unknown."""
    name = text.strip()
    if name.casefold() in STUN:
        return "stun"
    number = NUMBER.match(name)
    return number[1].upper() if number else _names(cards).get(name.casefold())


def _names(cards: Cards | None) -> dict[str, str]:
    """Names in both languages to card ids, an import's first."""
    known: dict[str, str] = {}
    for key, told in (cards or {}).items():
        known.update({str(told[n]).casefold(): key for n in ("name", "name_ru") if told.get(n)})
    for key, card in CARDS.items():
        for name in (card.name, card.name_ru):
            if name:
                known.setdefault(name.casefold(), key)
    return known


def _keyed(names: dict[str, Any]) -> Callable[[str], str]:
    """A key, or the name of its thing in either language; whatever is unknown stays as it is written."""
    found = {
        text.casefold(): key
        for key, one in names.items()
        for text in (key, one.name.en, one.name.ru, *getattr(one, "once", ()))
    }
    return lambda value: found.get(value.casefold(), value)


def _list(one: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    return lambda value: tuple(one(part.strip()) for part in value.split(",") if part.strip())


FIELDS: dict[str, Callable[[str], Any]] = {
    "character": _keyed(CHARACTERS),
    "signature": lambda value: value.casefold() in YES,
    "format": lambda value: "competitive" if value.casefold() in ("competitive", "турнирный") else "casual",
    "weapons": _list(_keyed(FACTS.weapons)),
    "weapon_cards": _list(str.upper),
    "schools": _list(_keyed(SCHOOLS)),
    **dict.fromkeys(MAT, int),
    "poison": _list(str.upper),
    "prepared": _list(str.upper),
}
