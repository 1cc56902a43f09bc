"""Lists of players as other tools write them, read as lines of this one: what was found, and what it was read as.

| written by | form | read |
|---|---|---|
| anything | CSV, `;` or tabs with a row of column names, in any order | name (or first and last name), club, rating |
| Tabbycat | CSV of its participants: `name`, `institution` | the same |
| Cobra | JSON in the form of NRTM: `players`, each with `name` | name |
| Sharly Chess, FIDE | TRF: lines `001`, name in columns 15 to 47, rating 49 to 52, federation 54 to 56 | all three |

Longshanks documents no export; its tables pasted with their column names are read as the first row says.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MOST_RATING = 5000
OF_A_PROGRAM = re.compile(r'\s*(\{\s*"|\[\s*[{\["])')
"""How JSON begins, and no name does."""
NAMES = frozenset("name player player_name full_name имя игрок фио".split())
FIRST = frozenset("first_name firstname first forename имя_игрока".split())
LAST = frozenset("last_name lastname last surname фамилия".split())
CLUBS = frozenset("club team institution city town store federation клуб команда город".split())
RATINGS = frozenset("rating elo рейтинг эло".split())
FIRST_SEAT = frozenset("player player1 player_1 first white team1 игрок игрок_1 белые".split())
SECOND_SEAT = frozenset("opponent player2 player_2 second black team2 соперник игрок_2 чёрные".split())
SEPARATORS = "\t;,"
TRF_PLAYER, TRF_NAME, TRF_RATING, TRF_FEDERATION = "001 ", slice(14, 47), slice(48, 52), slice(53, 56)


class Read(NamedTuple):
    """A player of a list: where it stood (1-based line, or place in a JSON list), name and club as written, and the
    rating if there is a whole number from 1 to 5000. `fault`: what the form of the list itself breaks there."""

    line: int
    name: str
    club: str = ""
    rating: int | None = None
    fault: str = ""


def read(text: str) -> list[Read] | None:
    """The players of a list in one of the forms above; None when the text is in none of them."""
    if OF_A_PROGRAM.match(text) and not nrtm_file(text):
        return [
            Read(1, "?", fault="file")
        ]  # a file of a program, cut off or of another one, is no list of names
    for reader in (_nrtm, _trf, _table):
        found = reader(text)
        if found is not None:
            return found
    return None


def nrtm_file(text: str) -> Mapping[str, Any]:
    """What a file of NRTM holds, which Cobra writes as well; empty where the text is none."""
    if not text.lstrip().startswith("{"):
        return {}
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) and isinstance(told.get("players"), list) else {}


def _nrtm(text: str) -> list[Read] | None:
    players = nrtm_file(text).get("players")
    if players is None:
        return None
    return [Read(at, _text(one, "name"), _text(one, "club")) for at, one in enumerate(players, 1)]


def _text(told: Any, key: str) -> str:
    value = told.get(key) if isinstance(told, dict) else None
    return value if isinstance(value, str) else ""


def _trf(text: str) -> list[Read] | None:
    lines = list(enumerate(text.splitlines(), 1))
    rows = [(at, line) for at, line in lines if line.startswith(TRF_PLAYER) and len(line) > TRF_NAME.start]
    if not rows:
        return None
    return [
        Read(at, turned(line[TRF_NAME]), line[TRF_FEDERATION].strip(), _rating(line[TRF_RATING]))
        for at, line in rows
    ]


def _rating(text: str) -> int | None:
    """A strength that an event can note; anything else is none."""
    told = text.strip()
    found = int(told) if told.isascii() and told.isdecimal() and len(told) < 5 else 0
    return found if 1 <= found <= MOST_RATING else None


def turned(name: str) -> str:
    """`Carlsen, Magnus` is Magnus Carlsen."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name.strip()


def _table(text: str) -> list[Read] | None:
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    heads = [_head(cell) for cell in first.lstrip("\ufeff").split(separator)]
    name, given, family = (_place(heads, wanted) for wanted in (NAMES, FIRST, LAST))
    if name is None and (given is None or family is None):
        return None
    places = _place(heads, CLUBS), _place(heads, RATINGS)
    return list(_rows(text, separator, name, (given, family), places))


def _head(cell: str) -> str:
    return "_".join(cell.strip().strip('"').casefold().split())


def _place(heads: Sequence[str], wanted: frozenset[str]) -> int | None:
    return next((at for at, head in enumerate(heads) if head in wanted), None)


def _rows(
    text: str,
    separator: str,
    name: int | None,
    parts: tuple[int | None, int | None],
    more: tuple[int | None, int | None],
) -> Iterator[Read]:
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    headed = False
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if not headed:
            headed = True
            continue
        whole = _cell(row, name) if name is not None else " ".join(_cell(row, part) for part in parts)
        club, rating = (_cell(row, at) for at in more)
        fault = "unclosed" if "\n" in whole + club else ""
        yield Read(rows.line_num, whole.strip(), club, _rating(rating), fault)


def _cell(row: Sequence[str], at: int | None) -> str:
    return row[at].strip() if at is not None and at < len(row) else ""
