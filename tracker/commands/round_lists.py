"""Pairings of a round as other tools write them, read as names: what was found in which line.

| written by | form | read |
|---|---|---|
| anything | a table a line: two names with a tab, `;`, ` - ` or ` vs ` between them, or one with the bye | names |
| this program, spreadsheets | CSV, `;` or tabs with a row of column names | player, opponent, table, round |
| Cobra | JSON in the form of NRTM: `rounds` of `table`, `player1`, `player2`, the names in `players` | names, tables |
| Sharly Chess, FIDE | TRF16: lines `001`, round by round from column 92: opponent, colour, result | names, sides |

Tabbycat gives its draws by its API alone and Longshanks documents no export: their tables are pasted as lines.
Results are left alone: each game's rules judge what its players report.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tracker.commands.player_lists import FIRST_SEAT, SECOND_SEAT, TRF_NAME, TRF_PLAYER, turned

ROUND, TABLE = frozenset("round тур runde ronde".split()), frozenset("table board стол доска tisch".split())
BYE = frozenset({"", "bye", "(bye)", "пропуск", "свободен", "0000"})
BETWEEN = re.compile(r"\t|;|\s+(?:-|–|—|vs\.?|v\.?|против)\s+", re.IGNORECASE)
NUMBERED = re.compile(r"^\s*(\d{1,4})[.):]\s+")
TRF_RANK, TRF_ROUNDS, TRF_STEP = slice(4, 8), 91, 10


class Read(NamedTuple):
    """A table as it was written: the line (1-based, or the place in a list), its number if told, both names; without a
    second name the first one has the bye."""

    line: int
    first: str
    second: str = ""
    table: int | None = None


def read(text: str, number: int) -> list[Read]:
    """The tables of round `number`, in the order in which they stand."""
    for reader in (_nrtm, _trf, _columns):
        found = reader(text, number)
        if found is not None:
            return found
    return list(_lines(text))


def _nrtm(text: str, number: int) -> list[Read] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rounds, players = (told.get(key) for key in ("rounds", "players"))
    if not isinstance(rounds, list) or not isinstance(players, list):
        return None
    names = {one.get("id"): str(one.get("name", "")) for one in players if isinstance(one, dict)}
    here = rounds[number - 1] if number <= len(rounds) and isinstance(rounds[number - 1], list) else []
    tables = [one for one in here if isinstance(one, dict)]
    return [
        Read(at, _named(one, "player1", names), _named(one, "player2", names), _whole(one.get("table")))
        for at, one in enumerate(tables, 1)
    ]


def _named(table: Mapping[str, Any], seat: str, names: Mapping[Any, str]) -> str:
    player = table.get(seat)
    id_ = player.get("id") if isinstance(player, dict) else None
    return "" if id_ is None else names.get(id_, str(id_))


def _whole(told: Any) -> int | None:
    text = str(told).strip() if told is not None else ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _trf(text: str, number: int) -> list[Read] | None:
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.startswith(TRF_PLAYER)]
    if not any(len(line) > TRF_ROUNDS for _at, line in lines):
        return None
    names = {line[TRF_RANK].strip(): turned(line[TRF_NAME]) for _at, line in lines}
    found: list[Read] = []
    done: set[frozenset[str]] = set()
    start = TRF_ROUNDS + TRF_STEP * (number - 1)
    for at, line in lines:
        own, told = line[TRF_RANK].strip(), line[start : start + TRF_STEP].ljust(TRF_STEP)
        foe, colour, result = told[:4].strip(), told[5], told[7].upper()
        if foe in BYE:
            if result in ("U", "F"):
                found.append(Read(at, names[own]))
        elif frozenset((own, foe)) not in done:
            done.add(frozenset((own, foe)))
            pair = (names[own], names.get(foe, foe))
            found.append(Read(at, *(pair if colour != "b" else pair[::-1])))
    return found


def _columns(text: str, number: int) -> list[Read] | None:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max("\t;,", key=first.count)
    heads = [
        "_".join(cell.strip().strip('"').casefold().split())
        for cell in first.lstrip("\ufeff").split(separator)
    ]
    one, other, table, round_ = (
        next((at for at, head in enumerate(heads) if head in wanted), None)
        for wanted in (FIRST_SEAT, SECOND_SEAT, TABLE, ROUND)
    )
    if one is None or other is None:
        return None
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator)
    found = []
    for row in list(rows)[1:]:
        told = [
            row[at].strip() if at is not None and at < len(row) else "" for at in (one, other, table, round_)
        ]
        if not any(told) or (told[3] and _whole(told[3]) != number):
            continue
        found.append((told[0], told[1], _whole(told[2])))
    return [Read(at, *_seated(first, second), table) for at, (first, second, table) in enumerate(found, 2)]


def _lines(text: str) -> Iterator[Read]:
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        told = NUMBERED.match(line)
        names = BETWEEN.split(line[told.end() :] if told else line, maxsplit=1)
        yield Read(at, *_seated(names[0], names[1] if names[1:] else ""), int(told[1]) if told else None)


def _seated(first: str, second: str) -> tuple[str, str]:
    """Both names; whoever stands beside a bye comes first."""
    one, other = ("" if name.strip().casefold() in BYE else name.strip() for name in (first, second))
    return (one, other) if one else (other, one)
