"""The arena as an SVG: statues, trap hexes, face-down traps, deployment areas, and the champions that stand on it.

Public facts alone: hands and kinds of traps are never looked at. Called by the match page and its scrubber, and by the
steps of the pad that ask for a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.hexes import Hex
from games.super_fantasy_brawl.definitions import Arena
from games.super_fantasy_brawl.full.state import FullState
from tracker.pages.match_forms.hex_picture import around, box, centre, hex_of, hex_words
from tracker.pages.match_forms.super_fantasy_brawl.base import Desk, champion, figures, letter

SHAPES = {"a": "square", "b": "diamond"}
"""The shape of a side, as the marks of the pages have it."""
SIGNS = {"target": "✕", "statue": "▲", "trap": "◇"}


def sketch(arena: Arena) -> dict[str, Any]:
    """An arena where nobody logs who stands where: statues, trap hexes and both deployment areas."""
    zones = {place for cells in arena.zones.values() for place in cells}
    kinds = {"statue": set(arena.statues), "trap": set(arena.trap_cells), "start": zones}
    hexes = [hex_of(place, "", kinds, SIGNS) for place in sorted(arena.cells)]
    return {"box": box(arena.cells), "hexes": hexes, "objects": [], "pieces": []}


def drawn(desk: Desk, choices: Iterable[Hex] = ()) -> dict[str, Any]:
    """The picture: its size, hexes, tokens and champions. `choices`: the hexes that can be tapped."""
    full = desk.play.full
    assert full is not None
    open_ = set(choices)
    marked = _marked(desk, full, open_)
    hexes = sorted(_hexes(desk, full) | open_ or {(0, 0)})
    return {
        "box": box(hexes),
        "hexes": [_hex(full, place, marked) for place in hexes],
        "objects": [_token(slot.cell) for slot in full.traps],
        "pieces": [_piece(desk, key) for key, one in figures(desk) if one.cell is not None],
    }


def _hexes(desk: Desk, full: FullState) -> set[Hex]:
    """The arena; around everything that stands somewhere where nobody told it: none where nothing stands yet."""
    if full.ground is not None:
        return set(full.ground.cells)
    standing = (one.cell for _key, one in figures(desk) if one.cell is not None)
    return around((*standing, *(slot.cell for slot in full.traps)))


def _marked(desk: Desk, full: FullState, open_: set[Hex]) -> dict[str, set[Hex]]:
    """Kind of mark -> its hexes."""
    ground, found = full.ground, {"open": open_, "target": _targets(desk, full)}
    if ground is None:
        return found
    found |= {"statue": set(ground.statues), "trap": set(ground.trap_cells)}
    for side, one in desk.play.sides.items():
        found[f"zone-{letter(desk, side)}"] = set(ground.zones.get(one.zone or "", ()))
    return found


def _targets(desk: Desk, full: FullState) -> set[Hex]:
    """Where the targets of the open action stand."""
    if full.action is None:
        return set()
    cells = (desk.play.figures[key].cell for key in full.action.targets if key in desk.play.figures)
    return {cell for cell in cells if cell is not None}


def _hex(full: FullState, place: Hex, marked: dict[str, set[Hex]]) -> dict[str, Any]:
    areas = full.ground.areas if full.ground is not None else {}
    here = "".join(letter for letter, name in area_letters(full).items() if place in areas[name])
    return hex_of(place, f"{hex_words(place)} {here}".strip(), marked, SIGNS)


def area_letters(full: FullState) -> dict[str, str]:
    """A letter for every named area, as hexes and the legend show them."""
    if full.ground is None:
        return {}
    return {name[:1].upper() or str(number): name for number, name in enumerate(sorted(full.ground.areas))}


def _token(cell: Hex) -> dict[str, Any]:
    """A trap, face down."""
    x, y = centre(cell)
    return {"x": x, "y": y, "letter": "?", "kind": "trap-token", "label": hex_words(cell)}


def _piece(desk: Desk, key: str) -> dict[str, Any]:
    """A champion on its hex: its mark, its damage, whether it is levelled up or rooted."""
    one = desk.play.figures[key]
    assert one.cell is not None
    x, y = centre(one.cell)
    return {
        "x": x,
        "y": y,
        "letter": mark_of(desk, key),
        "side": letter(desk, one.side),
        "shape": SHAPES.get(letter(desk, one.side), ""),
        "badge": one.damage or "",
        "kinds": " ".join(_states(one.levelled, one.immobilised, desk, key)),
    }


def _states(levelled: bool, rooted: bool, desk: Desk, key: str) -> Iterator[str]:
    full = desk.play.full
    if levelled:
        yield "levelled"
    if rooted:
        yield "rooted"
    if full is not None and full.action is not None and full.action.champion == key:
        yield "active"


def mark_of(desk: Desk, key: str) -> str:
    """Two letters of a champion's name; with a number where another of the side begins alike."""
    own = desk.play.figures[key]
    alike = [
        other for other, one in figures(desk, own.side) if _begins(desk, one.slug) == _begins(desk, own.slug)
    ]
    begins = _begins(desk, own.slug)
    return begins if len(alike) == 1 else f"{begins[:1]}{alike.index(key) + 1}"


def _begins(desk: Desk, slug: str) -> str:
    """Two letters of the last word: the one that tells champions apart."""
    return champion(desk, slug).split()[-1][:2].capitalize()
