"""Warbands as text: a list that a person can read, type and send, in and out.

`Faction: Ito Clan`, `Limit: 100`, `Theme: Night Watch`; then a card in a line, as `2x Guards` or `Guards x2`, with or
without its price behind it. `+ Oiled Lantern #2` is attached to the second model of the card above, `X=3` is a price
that the owner sets; `Second list:` begins another list. Lines that begin with # say nothing. Called by `builder`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.builder import Unread, not_known
from games.bushido.cards import kind_of
from games.bushido.roster.body import Body, Fitted, Recruit, Sideboard, Stated, Taken, Warband
from games.bushido.roster.keywords import is_ronin
from games.bushido.roster.offers import card_name
from games.faults import fault
from games.rulebook import Text
from games.ruleset import Cards

SECTIONS = {
    "list": Text("Warband", "Отряд"),
    "second": Text("Second list", "Второй список"),
    "sideboard": Text("Sideboard", "Запас карт"),
    "played": Text("List played", "Список на игру"),
}
HEADS = {
    "faction": Text("Faction", "Фракция"),
    "rice_limit": Text("Limit", "Лимит"),
    "theme": Text("Theme", "Тема"),
    "vim": Text("VIM", "VIM"),
}
ALSO = dict.fromkeys(
    ("rice limit", "rice", "лимит стоимости", "стоимость", "лимит риса", "рис"),
    "rice_limit",
)
"""Other names of a heading."""
NOBODY = "?"
"""The faction of a list for which none is chosen yet."""
VARIANTS = {"second": "two", "sideboard": "sideboard"}
"""Section -> the variant of lists that has it."""
WORD = re.compile(r"[^\W_]+")
BULLET = re.compile(r"[-+*•–]\s*")
BEFORE = re.compile(r"([1-9]\d?)\s*(?:[xх×]\s*|\s)(?=\S)", re.IGNORECASE)
BEHIND = re.compile(r"\s+[xх×]\s*([1-9]\d?)$", re.IGNORECASE)
PRICE = re.compile(r"(?:\s*[;,([–-]\s*|\s+)(\d{1,3})\s*(?:rice|риса?)?\s*[])]?$", re.IGNORECASE)
OWN_PRICE = re.compile(r"\s+[XХ]\s*=\s*(\d{1,3})$", re.IGNORECASE)
WHICH = re.compile(r"\s*#(\d{1,2})$")
FIRST_LINE = re.compile(r"(.+?)(?:\W+(\d{2,3})(?:\s*(?:rice|риса?))?\W?)?")
MOST = 99
LINES, LONGEST = 300, 200
"""Lines of a text, and characters of a line, that are read."""


ASKED_ABOUT, ASKED_LONG = 12, 60
"""So many lines, of so many letters, are compared with the names of the edition: nonsense is answered at once."""


class Row(NamedTuple):
    """A card as a line tells it. `names`: what it may be called, as written first; `fits`: it begins with a plus."""

    line: int
    text: str
    section: str
    fits: bool
    copies: int
    names: tuple[str, ...]
    price: int | None
    x: int | None
    model: int | None


# Out.


def to_text(body: Body, cards: Cards, language: str) -> str:
    """The lists as text; `from_text` reads it back to the same ones."""
    limit = str(body.terms.rice_limit)
    heads = {"faction": body.faction, "rice_limit": limit, "theme": body.theme, "vim": body.vim}
    told = [*_headed(heads, body, cards, language), "", *_lines(body, body, cards, language)]
    for section in ("second", "sideboard", "played"):
        part = getattr(body, section)
        if part is not None and (part.models or part.cards):
            told += ["", f"{SECTIONS[section].to(language)}:"]
            if isinstance(part, Warband):
                told += _headed({"theme": part.theme, "vim": part.vim}, body, cards, language)
            told += _lines(part, body, cards, language)
    return "\n".join(told).strip() + "\n"


def _headed(heads: dict[str, str | None], body: Body, cards: Cards, language: str) -> Iterator[str]:
    for key, value in heads.items():
        if value and value != NOBODY:
            shown = _name(value, body, cards, language) if key in ("theme", "vim") else value
            yield f"{HEADS[key].to(language)}: {shown}"


def _lines(part: Warband | Sideboard, body: Body, cards: Cards, language: str) -> Iterator[str]:
    for model in part.models:
        recruit = Recruit(model) if isinstance(model, str) else model
        yield _line(recruit.profile, recruit.count, body, cards, language)
        for one in recruit.enhancements:
            fitted = Fitted(one) if isinstance(one, str) else one
            number = "" if fitted.model is None else f" #{fitted.model}"
            yield "+ " + _line(fitted.card, 1, body, cards, language, fitted.x) + number
    for card in part.cards:
        taken = Taken(card) if isinstance(card, str) else card
        yield _line(taken.card, taken.count, body, cards, language, taken.x)


def _line(id_: str, count: int, body: Body, cards: Cards, language: str, x: int | None = None) -> str:
    times = f"{count}x " if count > 1 else ""
    stated = body.facts.get(id_, Stated()).rice
    price = f"; {stated}" if stated is not None else ""
    return f"{times}{_name(id_, body, cards, language)}{price}" + ("" if x is None else f" X={x}")


def _name(id_: str, body: Body, cards: Cards, language: str) -> str:
    """Its name, or the id where a card of the same name would be read instead."""
    name = card_name(id_, cards.get(id_, {})).to(language)
    found = _best(_known(body, cards).get(_key(name), []), body.faction, cards)
    return name if found in (None, id_) else id_


# In.


def from_text(text: str, body: Body, cards: Cards) -> tuple[Body, list[Unread]]:
    """(the body with the lists of the text, lines that say nothing). Facts that were stated stay."""
    told = _read(text, cards)
    heads, rows, unread = told.heads, told.rows, told.unread
    known = _known(body, cards)
    found = {row.line: _of_row(row, known) for row in rows}
    names = [card_name(id_, card) for id_, card in cards.items()]
    faction = heads.pop(("list", "faction"), None) or _commonest(found.values(), cards) or body.faction
    body = replace(body, faction=faction, theme=None, models=(), cards=(), vim=None, total=None)
    body = replace(body, second=None, sideboard=None, played=None)
    for row in rows:
        id_ = _best(found[row.line], faction, cards)
        if id_ is None and cards:
            like = names if len(unread) < ASKED_ABOUT else []
            what = not_known(row.names[-1].lstrip("+ ")[:ASKED_LONG], like, fault("not_in_edition"))
            unread.append(Unread(line=row.line, text=row.text, what=what))
        else:
            body = _taken(body, row, id_ or row.names[-1][:120], cards)
    for (section, key), value in heads.items():
        named = _best(known.get(_key(value), []), faction, cards) if key in ("theme", "vim") else None
        body = _with_head(body, section, key, named or value)
    return body, sorted(unread, key=lambda one: one.line)


class Openings(NamedTuple):
    """What a line may begin with, by its key in either language."""

    headings: dict[str, str]
    sections: dict[str, str]
    factions: dict[str, str]


def _openings(cards: Cards) -> Openings:
    headings = {_key(word): key for key, one in HEADS.items() for word in (one.en, one.ru)}
    headings |= {_key(word): key for word, key in ALSO.items()}
    sections = {_key(word): key for key, one in SECTIONS.items() for word in (one.en, one.ru)}
    told = (str(row["faction"]) for row in cards.values() if row.get("faction"))
    return Openings(headings, sections, {_key(faction): faction for faction in told})


class Reading:
    """A text as it is read, line by line. `heads`: (section, heading) -> what stands behind it."""

    def __init__(self, openings: Openings) -> None:
        self.known, self.section = openings, "list"
        self.heads: dict[tuple[str, str], str] = {}
        self.rows: list[Row] = []
        self.unread: list[Unread] = []

    def take(self, number: int, line: str) -> None:
        """A line: a heading, another section, or a card."""
        before, colon, value = (part.strip() for part in line.partition(":"))
        opening = _key(before) if colon else ""
        if not line or line.startswith("#"):
            return
        if not value and opening in self.known.sections:
            self.section = self.known.sections[opening]
        elif value and opening in self.known.headings:
            self._head(number, line, self.known.headings[opening], value)
        elif not self._is_first(line):
            self.rows.append(_row(number, line, self.section))

    def _head(self, number: int, line: str, key: str, value: str) -> None:
        if key == "rice_limit" and not (value.isdecimal() and len(value) < 5):
            self.unread.append(Unread(line=number, text=line, what=fault("number")))
        else:
            self.heads[self.section, key] = self.known.factions.get(_key(value), value[:120])

    def _is_first(self, line: str) -> bool:
        """Whether it is the faction, perhaps with the limit, above all cards."""
        found = FIRST_LINE.fullmatch(line) if not self.rows else None
        if found is None or _key(found[1]) not in self.known.factions:
            return False
        self.heads["list", "faction"] = self.known.factions[_key(found[1])]
        if found[2]:
            self.heads["list", "rice_limit"] = found[2]
        return True


def _read(text: str, cards: Cards) -> Reading:
    """What each line says."""
    reading, lines = Reading(_openings(cards)), text.lstrip("\ufeff").splitlines()
    if len(lines) > LINES:
        too_many = fault("too_many_lines", most=LINES)
        reading.unread.append(Unread(line=LINES + 1, text="", what=too_many))
    for number, raw in enumerate(lines[:LINES], start=1):
        reading.take(number, raw.strip()[:LONGEST])
    return reading


def _row(number: int, line: str, section: str) -> Row:
    """A card with its number of copies and prices, in whatever order they stand."""
    bullet = BULLET.match(line)
    name, told = line[bullet.end() :] if bullet else line, {}
    names = [name]
    for key, pattern in (
        ("model", WHICH),
        ("x", OWN_PRICE),
        ("count", BEHIND),
        ("price", PRICE),
        ("count", BEHIND),
    ):
        if (hit := pattern.search(name)) and hit.start():
            told[key] = int(hit[1])
            name = name[: hit.start()]
            names.append(name)
    if (hit := BEFORE.match(name)) and "count" not in told:
        told["count"] = int(hit[1])
        names += [one[hit.end() :] for one in (names[0], name)]
    count = min(MOST, max(1, told.get("count", 1)))
    fits = line.startswith("+")
    return Row(
        number, line, section, fits, count, tuple(names), told.get("price"), told.get("x"), told.get("model")
    )


def _key(text: str) -> str:
    """A name without what people write differently: capitals, spaces, dashes, apostrophes."""
    return "".join(WORD.findall(text.casefold()))


def _known(body: Body, cards: Cards) -> dict[str, list[str]]:
    """Names in both languages, and ids, to the cards that have them; those that were typed into the list too."""
    known: dict[str, list[str]] = {}
    for id_, row in {**{typed: {} for typed in body.facts}, **cards}.items():
        for name in {_key(str(one)) for one in (row.get("name"), row.get("name_ru"), id_) if one}:
            known.setdefault(name, []).append(id_)
    return known


def _of_row(row: Row, known: dict[str, list[str]]) -> list[str]:
    """The cards that a line may name: by the most that is written there."""
    return next((known[_key(name)] for name in row.names if _key(name) in known), [])


def _best(found: list[str], faction: str, cards: Cards) -> str | None:
    """Of cards of one name that of the faction, else one of the Ronin, else the first."""

    def far(id_: str) -> int:
        own = str(cards.get(id_, {}).get("faction", ""))
        return 0 if _key(own) == _key(faction) else 1 if is_ronin(own) else 2

    return min(found, key=far, default=None)


def _commonest(found: Any, cards: Cards) -> str | None:
    """The faction of most cards, where the text names none."""
    told = Counter(
        str(cards[id_]["faction"])
        for ids in found
        for id_ in ids
        if id_ in cards and cards[id_].get("faction") and not is_ronin(str(cards[id_]["faction"]))
    )
    return told.most_common(1)[0][0] if told else None


def _with_head(body: Body, section: str, key: str, value: str) -> Body:
    if key == "rice_limit":
        return replace(body, terms=replace(body.terms, rice_limit=int(value)))
    if section == "list":
        return replace(body, **{key: value})
    part = getattr(body, section)
    return replace(body, **{section: replace(part, **{key: value})}) if isinstance(part, Warband) else body


def _taken(body: Body, row: Row, id_: str, cards: Cards) -> Body:
    """The body with one line more, in its section."""
    if row.section in VARIANTS:
        body = replace(body, terms=replace(body.terms, lists=VARIANTS[row.section]))
    if row.price is not None and cards.get(id_, {}).get("cost") is None:
        stated = replace(body.facts.get(id_, Stated()), rice=row.price)
        body = replace(body, facts={**body.facts, id_: stated})
    kind = kind_of(cards.get(id_, {})) if id_ in cards or not row.fits else "enhancement"
    if kind == "theme":
        return replace(body, theme=id_)
    part = body if row.section == "list" else getattr(body, row.section) or _empty(row.section, body)
    after = replace(part, **_with_card(part, kind, row, id_))
    return after if isinstance(after, Body) else replace(body, **{row.section: after})


def _with_card(part: Body | Warband | Sideboard, kind: str, row: Row, id_: str) -> dict[str, Any]:
    """What changes in a part of a list by a card of this kind."""
    models = [Recruit(one) if isinstance(one, str) else one for one in part.models]
    if kind == "profile":
        return {"models": _with_model(models, row, id_)}
    if kind == "enhancement" and models:
        fitted = (*models[-1].enhancements, Fitted(id_, row.model, row.x))
        return {"models": (*models[:-1], replace(models[-1], enhancements=fitted))}
    return {"cards": (*part.cards, Taken(id_, row.copies, row.x))}


def _with_model(models: list[Recruit], row: Row, id_: str) -> tuple[Recruit, ...]:
    """One profile more, or more copies of one that is there."""
    same = next((at for at, one in enumerate(models) if one.profile == id_), None)
    if same is None:
        return (*models, Recruit(id_, row.copies))
    more = replace(models[same], count=min(MOST, models[same].count + row.copies))
    return (*models[:same], more, *models[same + 1 :])


def _empty(section: str, body: Body) -> Warband | Sideboard:
    return Sideboard() if section == "sideboard" else Warband(body.faction)
