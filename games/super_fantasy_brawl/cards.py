"""Imported editions: champions, action cards, challenges and arenas from CSV, JSON or TOML, with every problem named.

A row has an `id` and a `kind`; of its other fields each may be unknown (empty, null). In JSON and TOML the rows may
also stand in tables by kind, as in `catalogue/training.toml`. Cells of a CSV table have short forms: `2/6` for defence
and health, `indirect 2 3` for targeting, `post push 2 target; main heal 1` for effects, `0,0 1,-1` for hexes; or JSON.
Pure: called by the command that imports an edition, and by `opening.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games import tables
from games.editions import Kinds, Sheet, without_kind
from games.faults import fault
from games.super_fantasy_brawl.definitions import ActionCard, Arena, Challenge, Champion
from games.super_fantasy_brawl.facts import CHAMPIONS, LIMITS
from games.tables import Problem

TABLES = {"arenas": "arena", "champions": "champion", "cards": "card", "challenges": "challenge"}
"""Name of the table -> kind of its rows."""
TYPES: dict[str, Any] = {"arena": Arena, "champion": Champion, "card": ActionCard, "challenge": Challenge}
KINDS = Kinds(TYPES, longest=60)
NUMBERS = {"move", "attack", "defence_mod"}
FLAGS = {"moves", "strikes"}
LISTS = {"overrides", "cards"}
HEXES = {"cells", "statues", "trap_cells"}
NONE = "-"
"""A cell that says: the card has none of this."""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that an edition may hold, by its ids."""

    arenas: dict[str, Arena] = {}
    challenges: dict[str, Challenge] = {}
    champions: dict[str, Champion] = {}
    cards: dict[str, ActionCard] = {}


def edition_of(rows: Mapping[str, Mapping[str, Any]]) -> Edition:
    """Imported rows as a match at full detail pins them. Raises `msgspec.ValidationError` for rows of another form."""
    by_kind: dict[str, dict[str, Any]] = {name: {} for name in TABLES}
    names = {kind: name for name, kind in TABLES.items()}
    for id_, row in rows.items():
        kind = str(row.get("kind"))
        if kind in names:
            by_kind[names[kind]][id_] = without_kind(row)
    return msgspec.convert(by_kind, Edition)


def _stored(raw: dict[str, Any]) -> dict[str, Any]:
    """The row as it is kept: checked values in plain form. A number tells that the card has one."""
    told = dict(raw)
    for number, flag in (("move", "moves"), ("attack", "strikes")):
        if told.get(number) is not None:
            told.setdefault(flag, True)
    return {"id": raw["id"], "kind": raw["kind"], **msgspec.to_builtins(KINDS.typed(told))}


def _problems_of(row: int, raw: Any) -> Iterator[Problem]:
    wrong = list(KINDS.wrong(row, raw))
    if not wrong and raw["kind"] == "arena":
        wrong = [Problem(row, column, what) for column, what in _arena_problems(KINDS.typed(raw))]
    yield from wrong


def _arena_problems(arena: Arena) -> Iterator[tuple[str, str]]:
    """SFB-HEX-01, -06 and table 3.10: what an arena must be, (column, what)."""
    cells, statues, traps = set(arena.cells), set(arena.statues), set(arena.trap_cells)
    zones = [set(zone) for zone in arena.zones.values()]
    if not statues | traps <= cells:
        column = "statues" if not statues <= cells else "trap_cells"
        yield column, fault("outside_arena")
    if traps and len(traps) != LIMITS.trap_cells:
        yield "trap_cells", fault("trap_count", found=len(traps), wanted=LIMITS.trap_cells)
    if statues & traps:
        yield "trap_cells", fault("trap_statue")
    if any(zone & statues or not zone <= cells for zone in zones):
        yield "zones", fault("zone_hex")
    if len(zones) == len(LIMITS.zones) and zones[0] & zones[1]:
        yield "zones", fault("zones_meet")
    if not all(set(area) <= cells for area in arena.areas.values()):
        yield "areas", fault("outside_arena")


def _links(found: dict[str, tuple[int, dict[str, Any]]]) -> Iterator[Problem]:
    """A champion has its own six cards; a card belongs to a champion of the edition or of the core box."""
    for id_, (row, raw) in found.items():
        if raw["kind"] == "card":
            owner = raw.get("champion")
            known = owner in CHAMPIONS or (owner in found and found[owner][1]["kind"] == "champion")
            if not known:
                yield Problem(row, "champion", fault("no_champion", id=owner))
        if raw["kind"] == "champion" and raw.get("cards") is not None:
            yield from _own_cards(id_, row, raw["cards"], found)


def _own_cards(
    champion: str, row: int, cards: Any, found: dict[str, tuple[int, dict[str, Any]]]
) -> Iterator[Problem]:
    if len(set(cards)) != LIMITS.cards_of_champion or len(cards) != len(set(cards)):
        yield Problem(
            row, "cards", fault("own_cards", found=len(set(cards)), wanted=LIMITS.cards_of_champion)
        )
    for card in cards:
        other = found[card][1] if card in found else {}
        if other.get("kind") != "card" or other.get("champion") != champion:
            yield Problem(row, "cards", fault("no_card", card=card, champion=champion))


# --- Cells of a CSV table -----------------------------------------------------------------------------------


def _value(name: str, cell: str) -> Any:
    if name == "id":
        return cell
    if cell[:1] in "[{":
        return tables.json_cell(cell)
    if name in FLAGS:
        return tables.flag(cell)
    if name in NUMBERS:
        return None if cell == NONE else tables.number(cell)
    if name in LISTS:
        return [] if cell == NONE else tables.parts(cell)
    if name in HEXES:
        return [_hex(part) for part in cell.split()]
    return _SHORT[name](cell) if name in _SHORT else cell


def _hex(part: str) -> Any:
    return [tables.number(number) for number in part.split(",")]


def _side(cell: str) -> Any:
    """`2/6`: defence and health; `?` is unknown."""
    values = [part.strip() for part in cell.split("/")]
    if len(values) != 2:
        return cell
    named = zip(("defence", "health"), values, strict=True)
    return {name: tables.number(value) for name, value in named if value != "?"}


def _targeting(cell: str) -> Any:
    """`melee`, `direct 3`, `indirect 2 3`, `area 1,0 1,-1`, `none`."""
    kind, *rest = cell.split()
    if kind == "area":
        return {"kind": kind, "pattern": [_hex(part) for part in rest]}
    numbers = [tables.number(part) for part in rest]
    if len(numbers) == 1:
        return {"kind": kind, "min": 1, "max": numbers[0]}
    return {"kind": kind, "min": numbers[0], "max": numbers[1]} if len(numbers) == 2 else {"kind": kind}


def _effects(cell: str) -> Any:
    """`post push 2 target; main heal 1`: timing, keyword, number if it has one, receiver unless it is `self`."""
    return [] if cell == NONE else [_effect(part) for part in tables.parts(cell)]


def _effect(part: str) -> Any:
    words = part.split()
    if len(words) < 2:
        return part
    told: dict[str, Any] = {"timing": words[0], "keyword": words[1]}
    rest = words[2:]
    if rest and isinstance(tables.number(rest[0]), int):
        told["x"] = tables.number(rest.pop(0))
    return {**told, "on": " ".join(rest)} if rest else told


_SHORT = {"base": _side, "levelled": _side, "targeting": _targeting, "effects": _effects}


parse_edition = Sheet(wrong=_problems_of, cell=_value, links=_links, stored=_stored, kinds=TABLES).parse
"""(rows by id, problems)."""
