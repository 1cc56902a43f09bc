"""A round as other tools or people write it, read as names and results: what was found in which line.

| written by | form | read |
|---|---|---|
| anything | a table a line: two names with a tab, `;`, ` - ` or ` vs ` between them, or one with the bye | a score |
| this program, spreadsheets | CSV, `;` or tabs with a row of column names | table, round, result, points, winner |
| Cobra, Sharly Chess and FIDE, Tabbycat | their files (see `round_files`) | names, results |

Longshanks documents no export: its tables are pasted as lines, or with their column names.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from games.faults import Fault, fault
from tracker.commands.player_lists import FIRST_SEAT, SECOND_SEAT
from tracker.commands.round_files import FORMS, whole
from tracker.commands.round_results import WORDS, Absence, Read, Told, of_numbers, of_text, with_result

COLUMNS = {
    "first": FIRST_SEAT,
    "second": SECOND_SEAT,
    "table": frozenset("table board стол доска tisch".split()),
    "round": frozenset("round тур runde ronde".split()),
    "result": frozenset("result score результат счёт счет".split()),
    "winner": frozenset("winner победитель".split()),
    **{
        f"{kind}{seat}": frozenset(word.replace("#", str(seat)) for word in words.split())
        for seat in (1, 2)
        for kind, words in (
            ("vp", "vp# vp_# player#_vp player_#_vp score# score_# player#_score по# по_#"),
            ("tp", "tp# tp_# player#_tp player_#_tp points# points_# player#_points то# то_#"),
        )
    },
}
BYE = frozenset({"", "bye", "(bye)", "пропуск", "свободен", "0000"})
BYES: dict[str, Absence] = {
    **dict.fromkeys(("half", "0.5", "0,5", "\N{VULGAR FRACTION ONE HALF}", "h"), "half"),
    **dict.fromkeys(("zero", "0", "z"), "zero"),
}
FORFEITED = frozenset(("no-show", "forfeit", "неявка", "техническое поражение"))
BOTH_LOST = frozenset(("both lose", "проиграли оба"))
UNSCORED = frozenset(("conceded", "no score", "сдача", "без счёта"))
"""What the file of a round says of a table without points; who won stands beside it."""
BETWEEN = re.compile(r"\t|;|\s+(?:-|–|—|vs\.?|v\.?|против)\s+", re.IGNORECASE)
NUMBERED = re.compile(r"^\s*(\d{1,4})[.):]\s+")
ENDING = re.compile(
    r"(?:[\t;]\s*|\s+)(?:(\d{1,7})[\t;]\s*(\d{1,7})"
    r"|(\d{1,7}\s*:\s*\d{1,7}|\d{1,7}[-–]\d{1,7}|½-½|[+-]\s?:?\s?[+-]))\s*$"
)
"""A score behind the names: in two cells, or in one."""
INSIDE = re.compile(r"^(.+?)\s+(\d{1,7}\s?:\s?\d{1,7}|\d{1,7}[-–]\d{1,7})\s+(\D.*)$")


def read(text: str, number: int) -> list[Read]:
    """The tables of round `number`, in the order in which they stand."""
    text = text.lstrip("\ufeff")
    for reader in (*FORMS, _columns):
        found = reader(text, number)
        if found is not None:
            return found
    return list(_lines(text))


def _columns(text: str, number: int) -> list[Read] | None:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max("\t;,", key=first.count)
    heads = [
        "_".join(cell.strip().strip('"').casefold().split())
        for cell in first.lstrip("\ufeff").split(separator)
    ]
    where = {
        name: next((at for at, head in enumerate(heads) if head in wanted), -1)
        for name, wanted in COLUMNS.items()
    }
    if where["first"] < 0 or where["second"] < 0:
        return None
    found = []
    for row in list(csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator))[1:]:
        told = {name: row[at].strip() if 0 <= at < len(row) else "" for name, at in where.items()}
        seats = (told["first"], told["second"], told["table"], told["round"])
        if any(seats) and (not told["round"] or whole(told["round"]) == number):
            found.append(told)
    return [_row(at, told) for at, told in enumerate(found, 2)]


def _row(at: int, told: Mapping[str, str]) -> Read:
    first, second = _seated(told["first"], told["second"])
    read = Read(at, first, second, whole(told["table"]))
    if not read.second:
        return read._replace(bye=BYES.get(told["result"].casefold(), ""))
    return with_result(read, _result(told))


def _result(told: Mapping[str, str]) -> Told | Fault | None:
    numbers = {kind: _both(told[f"{kind}1"], told[f"{kind}2"]) for kind in ("vp", "tp")}
    for both in numbers.values():
        if isinstance(both, Fault):
            return both
    winner = _winner(told)
    cell = _cell(told["result"], winner)
    if isinstance(cell, Fault):
        return cell
    if isinstance(winner, Fault):
        return winner
    if cell is not None and cell.award:
        return cell
    vp, tp = (None if isinstance(both, Fault) else both for both in numbers.values())
    if winner == "open" and cell is not None:
        winner = cell.winner
    return of_numbers(vp or (cell.vp if cell else None), tp, winner)


def _cell(text: str, winner: int | Literal["open"] | Fault | None) -> Told | Fault | None:
    """A result in one cell, in the words too that files of this program have."""
    said = " ".join(text.split()).casefold()
    if said in BOTH_LOST:
        return Told(None, award="double_loss")
    if isinstance(winner, int) and said in FORFEITED:
        return Told(winner, award="forfeit")
    return None if isinstance(winner, int) and said in UNSCORED else of_text(text)


def _both(one: str, other: str) -> tuple[int, int] | Fault | None:
    if not one and not other:
        return None
    if not all(told.isascii() and told.isdecimal() and len(told) < 8 for told in (one, other)):
        return fault("round_numbers", told=f"{one} / {other}"[:40])
    return int(one), int(other)


def _winner(told: Mapping[str, str]) -> int | Literal["open"] | Fault | None:
    """Who won: a name of the row, the number of the seat, or a draw."""
    text = " ".join(told["winner"].split()).casefold()
    seats = [" ".join(told[seat].split()).casefold() for seat in ("first", "second")]
    if not text:
        return "open"
    if text in seats:
        return seats.index(text)
    if text in ("1", "2"):
        return int(text) - 1
    if WORDS.get(text, 0) is None:
        return None
    return fault("round_stranger", told=told["winner"][:40])


def _lines(text: str) -> Iterator[Read]:
    for at, whole_line in enumerate(text.splitlines(), 1):
        if not whole_line.strip():
            continue
        numbered = NUMBERED.match(whole_line)
        line, result = _apart(whole_line[numbered.end() :] if numbered else whole_line)
        names = BETWEEN.split(line, maxsplit=1)
        first, second = _seated(names[0], names[1] if names[1:] else "")
        table = int(numbered[1]) if numbered else None
        yield with_result(Read(at, first, second, table), of_text(result))


def _apart(line: str) -> tuple[str, str]:
    """The names of a line, and the score that stands behind or between them."""
    if (found := ENDING.search(line)) is not None and BETWEEN.search(line[: found.start()]):
        return line[: found.start()], found[3] or f"{found[1]}:{found[2]}"
    if (found := INSIDE.match(line)) is not None and not BETWEEN.search(line):
        return f"{found[1]}\t{found[3]}", found[2]
    return line, ""


def _seated(first: str, second: str) -> tuple[str, str]:
    """Both names; whoever stands beside a bye comes first."""
    one, other = ("" if name.strip().casefold() in BYE else name.strip() for name in (first, second))
    return (one, other) if one else (other, one)
