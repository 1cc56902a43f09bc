"""How the text of an imported edition becomes rows by their ids: what every game's `cards.py` does alike.

A `Sheet` says what a game's rows look like, and its `parse` is the `parse_cards` of the game's descriptor; `Kinds`
judges the rows of an edition that has several sorts of them. The steps on the way are in `games/tables.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from games.faults import fault
from games.tables import Found, Problem, Reader, collected, csv_rows, json_rows, problems_of

Row = dict[str, Any]
OF_EVERY_KIND = ("id", "kind")
"""The fields of a row that its struct does not have."""


def _nothing(_found: Found) -> Iterable[Problem]:
    return ()


def _as_it_is(raw: Any) -> Any:
    return raw


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a game's imported rows.

    `wrong`: (row, fields) -> its problems; `cell` reads a cell of a CSV table; `completed` adds what a row may leave
    out; `links`: problems of rows that name each other, asked where there is no other; `stored`: a row as it is kept.
    `key`: the field of an id. A CSV table has the columns that are `needed` (its key, unless they are told) and, where
    some are `known`, no others. `kinds`: as in `games.tables.json_rows`. At the `most` so many rows are read.
    """

    wrong: Callable[[int, Any], Iterable[Problem]]
    cell: Reader = lambda _column, cell: cell
    completed: Callable[[Any], Any] = _as_it_is
    links: Callable[[Found], Iterable[Problem]] = _nothing
    stored: Callable[[Row], Row] = _as_it_is
    key: str = "id"
    needed: tuple[str, ...] = ()
    known: Collection[str] = ()
    kinds: Mapping[str, str] = {}
    most: int | None = 5000

    def parse(self, text: str, format_: str) -> tuple[dict[str, Row], list[Problem]]:
        """(rows by id, problems). A row with a problem is left out; nothing is guessed."""
        problems: list[Problem] = []
        if format_ == "csv":
            told = csv_rows(text, problems, self.cell, self.needed or (self.key,), self.known)
        else:
            told = json_rows(text, problems, self.key, self.kinds)
        rows = ((row, self.completed(raw)) for row, raw in told)
        found = collected(rows, problems, self.wrong, self.most, self.key)
        if not problems:
            problems.extend(self.links(found))
        return {id_: self.stored(raw) for id_, (_, raw) in found.items()}, problems


class Kinds:
    """The sorts of rows of an edition: kind -> the struct that its fields are read as.

    `longest`: the letters of an id. `needed`: fields that every row has, besides those that its struct requires.
    """

    def __init__(self, types: Mapping[str, Any], longest: int, needed: tuple[str, ...] = ()) -> None:
        self.types = types
        self._longest = longest
        fields = {kind: msgspec.structs.fields(type_) for kind, type_ in types.items()}
        self._fields = {
            kind: {**dict.fromkeys(OF_EVERY_KIND, str), **{one.name: one.type for one in of_kind}}
            for kind, of_kind in fields.items()
        }
        self._needed = {
            kind: (*needed, *(one.name for one in of_kind if one.required))
            for kind, of_kind in fields.items()
        }

    def wrong(self, row: int, raw: Any) -> Iterator[Problem]:
        """Every problem of a row."""
        if not isinstance(raw, dict):
            yield Problem(row, "", fault("row_object"))
            return
        kind = raw.get("kind")
        if not isinstance(kind, str) or kind not in self.types:
            yield Problem(row, "kind", fault("row_kind", known=", ".join(self.types)))
            return
        found = list(problems_of(row, raw, self._fields[kind], self._bad_id))
        told = {one.column for one in found}
        lacking = (name for name in self._needed[kind] if raw.get(name) is None and name not in told)
        yield from (*found, *(Problem(row, name, fault("must_be_given")) for name in lacking))

    def _bad_id(self, id_: Any) -> str:
        good = isinstance(id_, str) and 0 < len(id_) <= self._longest and ":" not in id_
        return "" if good else fault("row_id", most=self._longest)

    def typed(self, raw: Mapping[str, Any]) -> Any:
        """A row as the struct of its kind. Raises `msgspec.ValidationError` for fields of another form."""
        return msgspec.convert(without_kind(raw), self.types[raw["kind"]])


def without_kind(raw: Mapping[str, Any]) -> Row:
    """The fields of a row that its struct has."""
    return {name: value for name, value in raw.items() if name not in OF_EVERY_KIND}


def _without_id(row: int, raw: Any) -> Iterator[Problem]:
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str) or not raw["id"]:
        yield Problem(row, "id", fault("must_be_given"))


ANY_ROWS = Sheet(wrong=_without_id, most=None)
"""A table of any columns, of a game that says nothing about its cards."""
