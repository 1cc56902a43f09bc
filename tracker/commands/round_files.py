"""Rounds in the files of other programs: pairings with what their games came to.

| written by | form | read |
|---|---|---|
| Cobra | JSON in the form of NRTM: `rounds` of `table`, `player1`, `player2`, names in `players` | tables, points |
| Sharly Chess, FIDE | TRF16: lines `001`, round by round from column 92: opponent, colour, result | sides, who won |
| Tabbycat | its XML archive: `round` of `debate`, two `side`, names in `participants` | who won by the ballots |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree

from games.faults import fault
from tracker.commands.player_lists import TRF_NAME, TRF_PLAYER, nrtm_file, turned
from tracker.commands.round_results import Absence, Read, of_letters, of_numbers, with_result

TRF_RANK, TRF_ROUNDS, TRF_STEP = slice(4, 8), 91, 10
NOBODY = frozenset({"", "0000", "0"})
TRF_BYES: dict[str, Absence] = {"U": "", "F": "full", "H": "half", "Z": "zero", "-": "zero"}


def nrtm(text: str, number: int) -> list[Read] | None:
    told = nrtm_file(text)
    rounds, players = told.get("rounds"), told.get("players", ())
    if not isinstance(rounds, list):
        return None
    names = {one.get("id"): str(one.get("name", "")) for one in players if isinstance(one, dict)}
    here = rounds[number - 1] if number <= len(rounds) and isinstance(rounds[number - 1], list) else []
    return [_met(at, one, names) for at, one in enumerate(here, 1) if isinstance(one, dict)]


def _met(at: int, one: Mapping[str, Any], names: Mapping[Any, str]) -> Read:
    first, second = (_named(one, seat, names) for seat in ("player1", "player2"))
    read = Read(at, first or second, second if first else "", whole(one.get("table")))
    if not read.second:
        return read
    points = [_told(one, seat, "combinedScore") for seat in ("player1", "player2")]
    if all(isinstance(told, int) and told >= 0 for told in points):
        return with_result(read, of_numbers(None, (points[0], points[1])))
    won = [_told(one, seat, "winner") for seat in ("player1", "player2")]
    return with_result(read, of_numbers(None, None, won.index(True))) if True in won else read


def _named(table: Mapping[str, Any], seat: str, names: Mapping[Any, str]) -> str:
    id_ = _told(table, seat, "id")
    return "" if id_ is None else names.get(id_, str(id_))


def _told(table: Mapping[str, Any], seat: str, key: str) -> Any:
    player = table.get(seat)
    return player.get(key) if isinstance(player, dict) else None


def whole(told: Any) -> int | None:
    """A whole number below 100,000, or None."""
    text = str(told).strip() if told is not None else ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def trf(text: str, number: int) -> list[Read] | None:
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.startswith(TRF_PLAYER)]
    if not any(len(line) > TRF_ROUNDS for _at, line in lines):
        return None
    start = TRF_ROUNDS + TRF_STEP * (number - 1)
    names = {line[TRF_RANK].strip(): turned(line[TRF_NAME]) for _at, line in lines}
    cells = {line[TRF_RANK].strip(): line[start : start + TRF_STEP].ljust(TRF_STEP) for _at, line in lines}
    found: list[Read] = []
    done: set[frozenset[str]] = set()
    for at, line in lines:
        own = line[TRF_RANK].strip()
        foe, colour, result = cells[own][:4].strip(), cells[own][5], cells[own][7].upper()
        if foe in NOBODY:
            if result in TRF_BYES:
                found.append(Read(at, names[own], bye=TRF_BYES[result]))
        elif frozenset((own, foe)) not in done:
            done.add(frozenset((own, foe)))
            theirs = cells.get(foe, " " * TRF_STEP)
            read, letters = Read(at, names[own], names.get(foe, foe)), (result, theirs[7])
            if colour == "b":
                read, letters = read._replace(first=read.second, second=read.first), letters[::-1]
            mutual = theirs[:4].strip() in (own, "")
            found.append(
                with_result(read, of_letters(*letters))
                if mutual
                else read._replace(
                    wrong=fault("round_two_foes", name=read.second if colour != "b" else read.first)
                )
            )
    return found


def tabbycat(text: str, number: int) -> list[Read] | None:
    head = text.lstrip("\ufeff \t\r\n")
    if not head.startswith("<") or "<!" in head:
        return None  # an archive has no DOCTYPE: entities are a way to attack its reader
    try:
        root = ElementTree.fromstring(head.encode())
    except (ElementTree.ParseError, ValueError):
        return None
    if root.tag != "tournament":
        return None
    names = {team.get("id", ""): team.get("name", "") for team in root.iterfind("participants/team")}
    rounds = list(root.iterfind("round"))
    debates = list(rounds[number - 1].iterfind("debate")) if number <= len(rounds) else []
    return [_debate(at, debate, names) for at, debate in enumerate(debates, 1)]


def _debate(at: int, debate: ElementTree.Element, names: Mapping[str, str]) -> Read:
    sides = list(debate.iterfind("side"))
    teams = [names.get(side.get("team", ""), side.get("team", "")) for side in sides]
    if len(teams) != 2:
        return Read(at, teams[0] if teams else "?", wrong=fault("round_sides", count=len(teams)))
    votes = [
        sum(
            ballot.get("rank") == "1" for ballot in side.iterfind("ballot") if ballot.get("ignored") != "True"
        )
        for side in sides
    ]
    read = Read(at, teams[0], teams[1])
    if votes[0] == votes[1]:
        return read._replace(wrong=fault("round_votes")) if votes[0] else read
    return with_result(read, of_numbers(None, None, int(votes[1] > votes[0])))


FORMS: tuple[Callable[[str, int], list[Read] | None], ...] = (nrtm, trf, tabbycat)
