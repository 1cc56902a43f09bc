"""Rows of an imported table: CSV or JSON in, (row, fields) out, with every problem named by row and column.

Knows no game: which cells are lists, numbers or flags is told by the system's own `cards.py`. Called by `editions.py`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any

import msgspec

from games.faults import fault, of_decoder
from games.judging import repeated

TRUE = {"true", "yes", "y", "1", "да", "+"}
FALSE = {"false", "no", "n", "0", "нет", "-"}

Rows = Iterator[tuple[int, Any]]
Found = dict[str, tuple[int, Any]]
"""Id -> (row, fields)."""
Reader = Callable[[str, str], Any]
"""(column, cell) -> value. What cannot be read stays a string, so that its type is named as the problem."""
LONGEST_ID = 80
"""Characters of an id: an edition stores no more."""
NUL, ESCAPED = b"\\u0000", b"\\\\"
"""U+0000 as JSON writes it, which no database stores; and a backslash, which is none of its escapes."""


class Problem(msgspec.Struct, frozen=True):
    """What is wrong and where: `row` as a person counts it (CSV: line 1 is the heading; JSON: the first is 1)."""

    row: int
    column: str
    what: str


def json_rows(
    text: str, problems: list[Problem], key: str = "id", kinds: Mapping[str, str] = MappingProxyType({})
) -> Rows:
    """The rows of a JSON text; see `rows_of`. `kinds`: name of a table -> kind of its rows, where the text may be
    an object of tables, too, that map ids to rows."""
    known, told = decoded(text, problems)
    if known and isinstance(told, dict) and told and set(told) <= set(kinds):
        told = [
            {"id": id_, "kind": kinds[table], **row} if isinstance(row, dict) else row
            for table, rows in told.items()
            for id_, row in (rows.items() if isinstance(rows, dict) else [("", rows)])
        ]
    if known:
        yield from rows_of(told, problems, key)


def collected(
    rows: Rows,
    problems: list[Problem],
    wrong: Callable[[int, Any], Iterable[Problem]],
    most: int | None = None,
    key: str = "id",
) -> Found:
    """The rows in which nothing is `wrong`, at most so many, each id once. The problems of the others are added."""
    found: Found = {}
    for row, raw in rows:
        if most is not None and len(found) >= most:
            problems.append(Problem(row, "", fault("too_many_rows", most=most)))
            break
        faults = list(wrong(row, raw)) or list(_unstored(row, raw, key))
        if not faults and raw[key] in found:
            faults.append(Problem(row, key, fault("id_twice", id=raw[key])))
        problems.extend(faults)
        if not faults:
            found[raw[key]] = row, raw
    return found


def _unstored(row: int, raw: Mapping[str, Any], key: str) -> Iterator[Problem]:
    """What no edition could keep of a row that its game takes."""
    if len(raw[key]) > LONGEST_ID:
        yield Problem(row, key, fault("no_column", name=key, most=LONGEST_ID))
    elif NUL in msgspec.json.encode(raw).replace(ESCAPED, b""):
        yield Problem(row, "", fault("no_nul"))


def rows_of(told: Any, problems: list[Problem], key: str = "id") -> Rows:
    """A list of objects, or an object that maps ids to objects; `key`: the field of a row that holds its id."""
    if isinstance(told, dict):
        told = [{key: id_, **value} if isinstance(value, dict) else value for id_, value in told.items()]
    if not isinstance(told, list):
        problems.append(Problem(1, "", fault("list_wanted")))
        return
    yield from enumerate(told, start=1)


def decoded(text: str, problems: list[Problem]) -> tuple[bool, Any]:
    """(True, the JSON value), or (False, None) with a problem where it is none."""
    try:
        return True, msgspec.json.decode(text.lstrip("\ufeff"))
    except (msgspec.DecodeError, UnicodeError) as error:
        problems.append(Problem(1, "", fault("not_json", why=error)))
        return False, None


def csv_rows(
    text: str,
    problems: list[Problem],
    read: Reader,
    needed: Sequence[str] = ("id",),
    known: Collection[str] = (),
) -> Rows:
    """Rows under a heading; the columns are parted by commas, semicolons or tabs, as the heading shows.

    The heading has the columns that are `needed`, the first of which is told of every row; where some are `known`, it
    has no others.
    """
    text = text.lstrip("\ufeff")
    heading = text.split("\n", 1)[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=max(",;\t", key=heading.count), strict=True
    )
    try:
        names = [(name or "").strip() for name in reader.fieldnames or ()]
        if wrong := list(_wrong_heading(names, set(needed), known)):
            problems.extend(wrong)
            return
        for raw in reader:
            if None in raw:
                problems.append(Problem(reader.line_num, "", fault("more_cells")))
            elif any(raw.values()):
                yield reader.line_num, _typed(raw, read, needed[0])
    except csv.Error as error:
        problems.append(Problem(max(1, reader.line_num), "", fault("not_csv", why=error)))


def _wrong_heading(names: list[str], needed: Set[str], known: Collection[str]) -> Iterator[Problem]:
    for name in names:
        if known and name not in known:
            yield Problem(1, name, fault("unknown_column", known=", ".join(known)))
    yield from (Problem(1, name, fault("column_twice")) for name in sorted(repeated(names)))
    yield from (Problem(1, name, fault("column_missing")) for name in sorted(needed - set(names)))


def _typed(raw: dict[str, Any], read: Reader, key: str) -> dict[str, Any]:
    """The cells of a row as values; an empty cell is unknown."""
    texts = {name.strip(): (cell or "").strip() for name, cell in raw.items()}
    return {name: read(name, cell) for name, cell in texts.items() if cell or name == key}


def flag(cell: str) -> Any:
    """Yes or no, in English or Russian."""
    low = cell.casefold()
    return True if low in TRUE else False if low in FALSE else cell


def number(cell: str) -> Any:
    """A whole number, also a negative one."""
    digits = cell.removeprefix("-")
    return int(cell) if digits.isdecimal() and len(digits) < 9 else cell


def parts(cell: str) -> list[str]:
    """What a cell lists, set apart by `;` or `|`."""
    return [part.strip() for part in re.split(r"[;|]", cell) if part.strip()]


def json_cell(cell: str) -> Any:
    """A cell of JSON."""
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, UnicodeError):
        return cell


def problems_of(
    row: int, raw: Any, fields: dict[str, Any], bad_id: Callable[[Any], str] | None = None
) -> Iterator[Problem]:
    """Every field is judged by itself, so that all problems of a row are told at once.

    `fields`: name -> type; `bad_id` says what is wrong with an id, "" if nothing is; without it the id is
    a field like others.
    """
    if not isinstance(raw, dict):
        yield Problem(row, "", fault("row_object"))
        return
    for name in sorted(set(raw) - set(fields)):
        yield Problem(row, name, fault("unknown_field", known=", ".join(fields)))
    if bad_id is not None and (wrong := bad_id(raw.get("id", ""))):
        yield Problem(row, "id", wrong)
    for name, type_ in fields.items():
        if name in raw and (bad_id is None or name != "id"):
            try:
                msgspec.convert(raw[name], type_)
            except msgspec.ValidationError as error:
                yield Problem(row, name, of_decoder(str(error)))
