"""Imported editions: boards and numbers of copies, with every problem named.

A row has an `id` and a `kind`. A `map` is a board as `maps.ZoneMap` describes it (a text that is one board alone will
do); a `card` such as `guard.kenjutsu` has the number of its `copies`. Called by the command that imports an edition,
by the check of hands and by the opening of a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games import tables
from games.faults import fault, told
from games.ninja.facts import DECKS
from games.ninja.maps.graph import FORMAT, BadMap, ZoneMap, faults_of, map_of
from games.rulebook import sentence
from games.ruleset import Cards
from games.tables import Problem

KINDS = ("map", "card")
CARDS = tuple(f"{deck}.{key}" for deck, facts in DECKS.items() for key in facts.cards)
CARD_FIELDS = {"id": str, "kind": str, "copies": int}

Rows = dict[str, dict[str, Any]]


def parse_cards(text: str, format: str) -> tuple[Rows, list[Problem]]:
    """(rows by id, problems). A row with a problem is left out; nothing is guessed."""
    problems: list[Problem] = []
    found = tables.collected(_rows(text, format, problems), problems, _wrong)
    return {id_: raw for id_, (_, raw) in found.items()}, problems


def _rows(text: str, format: str, problems: list[Problem]) -> Iterator[tuple[int, Any]]:
    if format == "csv":
        yield from tables.csv_rows(text, problems, _cell)
        return
    known, told = tables.decoded(text, problems)
    if known and isinstance(told, dict) and told.get("format") == FORMAT:
        told = [{**told, "kind": "map"}]
    if known:
        yield from tables.rows_of(told, problems)


def _cell(column: str, cell: str) -> Any:
    return tables.number(cell) if column == "copies" else cell


def _wrong(number: int, raw: Any) -> Iterator[Problem]:
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if kind == "map":
        yield from _wrong_map(number, raw)
    elif kind == "card":
        yield from tables.problems_of(number, raw, CARD_FIELDS, _bad_card)
        if not isinstance(raw.get("copies"), int) or raw["copies"] < 0:
            yield Problem(number, "copies", fault("copies"))
    else:
        yield Problem(number, "kind", fault("row_kind", known=", ".join(KINDS)))


def _wrong_map(number: int, raw: Mapping[str, Any]) -> Iterator[Problem]:
    try:
        faults = faults_of(map_of(_board(raw)))
    except BadMap as error:
        yield Problem(number, "", error.what)
        return
    yield from (
        Problem(number, str(one.params["where"]), told(sentence(one, "en"), sentence(one, "ru")))
        for one in faults
    )


def _board(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "kind"}


def _bad_card(id_: Any) -> str:
    return "" if id_ in CARDS else f"is no card; known are {', '.join(CARDS)}"


def maps_in(cards: Cards) -> dict[str, ZoneMap]:
    """The boards of an edition by their ids."""
    return {
        id_: msgspec.convert(_board(row), ZoneMap) for id_, row in cards.items() if row.get("kind") == "map"
    }


def copies_in(cards: Cards) -> dict[str, dict[str, int]]:
    """Deck -> card -> copies, of the decks of which an edition tells them all."""
    return {deck: known for deck in DECKS if (known := copies_of(cards, deck)) is not None}


def copies_of(cards: Cards, deck: str) -> dict[str, int] | None:
    """Card -> copies of a deck; None while one is unknown."""
    keys = next(facts.cards for name, facts in DECKS.items() if name == deck)
    told = {key: cards.get(f"{deck}.{key}", {}).get("copies") for key in keys}
    known = {key: number for key, number in told.items() if isinstance(number, int)}
    return known if len(known) == len(told) else None
