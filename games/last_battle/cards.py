"""Imported figure cards: CSV or JSON in, cards by id out, with every problem named by row and column.

Only the fields of a figure card are let in; each of them except `figure_id` and `name` may be unknown (empty, null).
Pure: called by the command that imports an edition; checks of rosters read the result.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

MAX_FIGURES = 5000
TRUE = {"true", "yes", "y", "1", "да", "+"}
FALSE = {"false", "no", "n", "0", "нет", "-"}

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Centimetres = Annotated[float, msgspec.Meta(ge=0, le=999)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]


class Problem(msgspec.Struct, frozen=True):
    """What is wrong and where: `row` as a person counts it (CSV: line 1 is the heading; JSON: first figure is 1)."""

    row: int
    column: str
    what: str


class Trigger(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A suit and what it does; P pentacles, C cups, S swords, W wands."""

    suit: Literal["P", "C", "S", "W"]
    text: Text | None = None


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A printed action of a figure."""

    name: Name
    kind: Literal["melee", "shooting", "magic", "other"] | None = None
    cost_ap: Number | None = None
    parameter: Number | None = None
    type: Literal["simple", "complex"] | None = None
    target_value: Number | None = None
    resist: Literal["defence", "willpower"] | None = None
    damage: tuple[Number, Number, Number] | None = None
    reach_cm: Centimetres | None = None
    triggers: tuple[Trigger, ...] | None = None


class FigureCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A figure card as it is printed. None is unknown."""

    figure_id: Name
    name: Name
    unique: bool | None = None
    is_leader_trait: bool | None = None
    cost: Number | None = None
    move: Centimetres | None = None
    defence: Number | None = None
    willpower: Number | None = None
    lives: Number | None = None
    size: Number | None = None
    swimmer: bool | None = None
    water_safe: bool | None = None
    vessel: bool | None = None
    hand_bonus: Number | None = None
    actions: tuple[Action, ...] | None = None


FIELDS = {field.name: field for field in msgspec.structs.fields(FigureCard)}
FLAGS = {"unique", "is_leader_trait", "swimmer", "water_safe", "vessel"}
WORDS = {"figure_id", "name"}

Cards = dict[str, dict[str, Any]]
Rows = Iterator[tuple[int, Any]]


def parse_figures(text: str, format: str) -> tuple[Cards, list[Problem]]:
    """(cards by figure id, problems). With a problem in a row its figure is left out; nothing is guessed."""
    problems: list[Problem] = []
    rows = _csv_rows(text, problems) if format == "csv" else _json_rows(text, problems)
    cards: Cards = {}
    for row, raw in rows:
        if len(cards) >= MAX_FIGURES:
            problems.append(Problem(row, "", f"more than {MAX_FIGURES} figures"))
            break
        card = _card(row, raw, problems)
        if card is not None and card["figure_id"] in cards:
            problems.append(Problem(row, "figure_id", f"{card['figure_id']!r} stands here a second time"))
        elif card is not None:
            cards[card["figure_id"]] = card
    return cards, problems


def _card(row: int, raw: Any, problems: list[Problem]) -> dict[str, Any] | None:
    """One figure, every field judged by itself so that all its problems are told at once."""
    if not isinstance(raw, dict):
        problems.append(Problem(row, "", "a figure is an object with the fields of a card"))
        return None
    found = [*_unknown_fields(row, raw), *_bad_values(row, raw)]
    problems.extend(found)
    return None if found else msgspec.to_builtins(msgspec.convert(raw, FigureCard))


def _unknown_fields(row: int, raw: dict[str, Any]) -> Iterator[Problem]:
    for name in sorted(set(raw) - set(FIELDS)):
        yield Problem(row, name, f"unknown field; known are {', '.join(FIELDS)}")


def _bad_values(row: int, raw: dict[str, Any]) -> Iterator[Problem]:
    for name, field in FIELDS.items():
        if name not in raw and field.required:
            yield Problem(row, name, "must be given")
        elif name in raw:
            try:
                msgspec.convert(raw[name], field.type)
            except msgspec.ValidationError as error:
                yield Problem(row, name, str(error))


def _json_rows(text: str, problems: list[Problem]) -> Rows:
    """A list of figures, or an object that maps ids to figures."""
    try:
        told = msgspec.json.decode(text.lstrip("\ufeff"))
    except (msgspec.DecodeError, UnicodeError) as error:
        problems.append(Problem(1, "", f"not JSON: {error}"))
        return
    if isinstance(told, dict):
        told = [
            {"figure_id": key, **value} if isinstance(value, dict) else value for key, value in told.items()
        ]
    if not isinstance(told, list):
        problems.append(Problem(1, "", "a list of figures is wanted"))
        return
    yield from enumerate(told, start=1)


def _csv_rows(text: str, problems: list[Problem]) -> Rows:
    """Rows under a heading; the columns are parted by commas, semicolons or tabs, as the heading shows."""
    text = text.lstrip("\ufeff")
    heading = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if not _heading_is_good(reader.fieldnames, problems):
            return
        for raw in reader:
            if any(value for value in raw.values()):
                yield reader.line_num, _typed(reader.line_num, raw, problems)
    except csv.Error as error:
        problems.append(Problem(reader.line_num, "", f"not CSV: {error}"))


def _heading_is_good(names: Any, problems: list[Problem]) -> bool:
    found = [name.strip() for name in names or ()]
    wrong = [
        Problem(1, name, f"unknown column; known are {', '.join(FIELDS)}")
        for name in found
        if name not in FIELDS
    ]
    wrong += [Problem(1, name, "this column stands twice") for name in FIELDS if found.count(name) > 1]
    wrong += [Problem(1, name, "this column is missing") for name in sorted(WORDS - set(found))]
    problems.extend(wrong)
    return not wrong


def _typed(row: int, raw: dict[str | None, Any], problems: list[Problem]) -> dict[str, Any]:
    """The cells of a row as values; an empty cell is unknown, a cell that cannot be read stays a string."""
    if None in raw:
        problems.append(Problem(row, "", "more cells than columns"))
    cells = {name.strip(): (cell or "").strip() for name, cell in raw.items() if name is not None}
    return {name: _value(name, cell) for name, cell in cells.items() if cell or name in WORDS}


def _value(name: str, cell: str) -> Any:
    if name in WORDS:
        return cell
    if name in FLAGS:
        low = cell.casefold()
        return True if low in TRUE else False if low in FALSE else cell
    if name == "actions":
        return _decoded(cell)
    return (
        _decoded(cell.replace(",", ".")) if cell.replace(",", "", 1).replace(".", "", 1).isdigit() else cell
    )


def _decoded(cell: str) -> Any:
    try:
        return msgspec.json.decode(cell)
    except msgspec.DecodeError:
        return cell
