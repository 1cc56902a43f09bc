"""Imported ability cards: CSV or JSON in, cards by id out, with every problem named by row and column.

Only the fields of a card are let in; each of them may be unknown (empty, null). Lists of a CSV cell are parted by
semicolons or vertical bars. Pure: called by the command that imports an edition; checks of decks read the result.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from games.senjutsu.facts import Rank
from games.senjutsu.full.definitions import Definition, Moment, PartDefinition

MAX_CARDS = 5000
NUMBER = re.compile(r"[ASKC]-\d{3}")
TRUE = {"true", "yes", "y", "1", "да", "+"}
FALSE = {"false", "no", "n", "0", "нет", "-"}

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Initiative = Annotated[int, msgspec.Meta(ge=0, le=99)]
Type = Literal["attack", "defence", "meditation", "core"]
Kamae = Literal["none", "neutral", "aggression", "balance", "determination"]


class AbilityCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card as it is printed. None is unknown; an empty list says that there is none.

    `parts` hold its effects, as matches at full detail need them; a cell of a table holds them as JSON.
    """

    id: Name
    name: Name | None = None
    name_ru: Name | None = None
    owner: Name | None = None
    rank: Rank | None = None
    types: tuple[Type, ...] | None = None
    core_kind: Literal["none", "ability", "weapon"] | None = None
    weapon_keywords: tuple[Name, ...] | None = None
    initiative: Initiative | None = None
    required_kamae: Kamae | None = None
    mandatory_focus: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    prepared: bool | None = None
    instant: tuple[Literal["normal", "replacement", "addition"], ...] | None = None
    range: Initiative | None = None
    playable_normally: bool | None = None
    addition_after: Literal["none", "attack", "block"] | None = None
    normal_when: tuple[Moment, ...] | None = None
    lasting: bool | None = None
    counterattack: tuple[Initiative, ...] | None = None
    parts: tuple[PartDefinition, ...] | None = None


class Problem(msgspec.Struct, frozen=True):
    """What is wrong and where: `row` as a person counts it (CSV: line 1 is the heading; JSON: first card is 1)."""

    row: int
    column: str
    what: str


FIELDS = {field.name: field for field in msgspec.structs.fields(AbilityCard)}
LISTS = {"types", "weapon_keywords", "instant", "normal_when", "counterattack"}
FLAGS = {"prepared", "playable_normally", "lasting"}
NUMBERS = {"initiative", "mandatory_focus", "range", "counterattack"}
Cards = dict[str, dict[str, Any]]
Rows = Iterator[tuple[int, Any]]


def parse_cards(text: str, format: str) -> tuple[Cards, list[Problem]]:
    """(cards by id, problems). With a problem in a row its card is left out; nothing is guessed."""
    problems: list[Problem] = []
    cards: Cards = {}
    rows = _csv_rows(text, problems) if format == "csv" else _json_rows(text, problems)
    for row, raw in rows:
        if len(cards) >= MAX_CARDS:
            problems.append(Problem(row, "", f"more than {MAX_CARDS} cards"))
            break
        found = list(_problems_of(row, raw))
        if not found and raw["id"] in cards:
            found.append(Problem(row, "id", f"{raw['id']!r} stands here a second time"))
        problems.extend(found)
        if not found:
            cards[raw["id"]] = msgspec.to_builtins(msgspec.convert(raw, AbilityCard))
    return cards, problems


def _problems_of(row: int, raw: Any) -> Iterator[Problem]:
    """Every field is judged by itself, so that all problems of a card are told at once."""
    if not isinstance(raw, dict):
        yield Problem(row, "", "a card is an object with the fields of a card")
        return
    for name in sorted(set(raw) - set(FIELDS)):
        yield Problem(row, name, f"unknown field; known are {', '.join(FIELDS)}")
    if not NUMBER.fullmatch(str(raw.get("id", ""))):
        yield Problem(row, "id", "a card has an id such as A-048")
    for name, field in FIELDS.items():
        if name != "id" and name in raw:
            try:
                msgspec.convert(raw[name], field.type)
            except msgspec.ValidationError as error:
                yield Problem(row, name, str(error))


def _json_rows(text: str, problems: list[Problem]) -> Rows:
    """A list of cards, or an object that maps ids to cards."""
    try:
        told = msgspec.json.decode(text.lstrip("\ufeff"))
    except (msgspec.DecodeError, UnicodeError) as error:
        problems.append(Problem(1, "", f"not JSON: {error}"))
        return
    if isinstance(told, dict):
        told = [{"id": key, **value} if isinstance(value, dict) else value for key, value in told.items()]
    if not isinstance(told, list):
        problems.append(Problem(1, "", "a list of cards is wanted"))
        return
    yield from enumerate(told, start=1)


def _csv_rows(text: str, problems: list[Problem]) -> Rows:
    """Rows under a heading; the columns are parted by commas, semicolons or tabs, as the heading shows."""
    text = text.lstrip("\ufeff")
    heading = text.split("\n", 1)[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=max(",;\t", key=heading.count), strict=True
    )
    try:
        names = [(name or "").strip() for name in reader.fieldnames or ()]
        twice = sorted({name for name in names if names.count(name) > 1})
        problems.extend(Problem(1, name, "this column stands twice") for name in twice)
        if "id" not in names:
            problems.append(Problem(1, "id", "this column is missing"))
        if twice or "id" not in names:
            return
        for raw in reader:
            if any(value for value in raw.values()):
                yield reader.line_num, _typed(raw)
    except csv.Error as error:
        problems.append(Problem(max(1, reader.line_num), "", f"not CSV: {error}"))


def _typed(raw: dict[str | None, Any]) -> dict[str, Any]:
    """The cells of a row as values; an empty cell is unknown, a cell that cannot be read stays a string."""
    cells = {(name or "more cells than columns").strip(): cell for name, cell in raw.items()}
    texts = {name: cell.strip() for name, cell in cells.items() if isinstance(cell, str)}
    extra = {name: cell for name, cell in cells.items() if isinstance(cell, list)}
    return {**{name: _value(name, cell) for name, cell in texts.items() if cell or name == "id"}, **extra}


def _value(name: str, cell: str) -> Any:
    if name in LISTS:
        parts = [part.strip() for part in re.split(r"[;|]", cell) if part.strip() not in ("", "none")]
        return [_number(part) for part in parts] if name in NUMBERS else parts
    if name == "parts":
        return _json(cell)
    if name in FLAGS:
        low = cell.casefold()
        return True if low in TRUE else False if low in FALSE else cell
    return _number(cell) if name in NUMBERS else cell


def _json(cell: str) -> Any:
    """A cell of JSON; one that cannot be read stays a string, so that its form is named as the problem."""
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, UnicodeError):
        return cell


def _number(cell: str) -> Any:
    return int(cell) if cell.isdecimal() and len(cell) < 9 else cell


def definitions(cards: Mapping[str, Mapping[str, Any]]) -> dict[str, Definition]:
    """Imported cards as a match at full detail pins them in its opening."""
    names = set(Definition.__struct_fields__)
    return {
        card: msgspec.convert({name: told for name, told in fields.items() if name in names}, Definition)
        for card, fields in cards.items()
    }
