"""The board as it is drawn: what everybody sees of it, what a side keeps to itself, and after the end both in one.

Made of a state as its reader sees it, so that a plan shows nothing that its reader may not know. Called by `faces.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.ninja.full.own_device import keeps
from games.ninja.full.state import FullState, Own
from games.ninja.maps.graph import ZoneMap
from games.ninja.maps.sketch import places_of
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, side_of
from games.plans import Border, Piece, Plan, Spot
from games.rulebook import Text

KINDS = ("canals", "guard_posts", "barracks", "between_castles", "edge")
BOARD = Text("The board", "Поле")
SEEN = Text("What everybody sees", "Что видят все")
OPENED = {
    GUARDS: Text("The map of the guards", "Карта стражи"),
    INTRUDER_SIDE: Text("The map of the intruders", "Карта вторженцев"),
}
OWN = {GUARDS: Text("Your map", "Ваша карта"), INTRUDER_SIDE: Text("Where you are", "Где вы")}
NOTE = Text(
    "■ a guard or patrol with its facing, N and T the ninja and the traitor, X an entrance of the passage;"
    " letters are mission targets, ! a trap, ? an ambush, S sleeping guards, – nothing.",
    "■ — стражник или патруль с направлением, Н и П — ниндзя и предатель, X — вход в переход;"
    " буквы — цели миссий, ! — ловушка, ? — засада, S — спящие стражники, – — ничего.",
)
FOUND = {"trap": "!", "ambush": "?", "nothing": "–"}
LETTERS = {"ninja": Text("N", "Н"), "traitor": Text("T", "П"), "solo": Text("W", "В")}
NAMES = {
    "ninja": Text("the ninja", "ниндзя"),
    "traitor": Text("the traitor", "предатель"),
    "solo": Text("the Solo Wolf", "«Одинокий Волк»"),
}


def public(state: NinjaState) -> tuple[Plan, ...]:
    """What everybody sees, from the set-up on; once the secrets are open the map of each side, side by side."""
    if state.map is None or state.full is None:
        return ()
    known = [side for side in (GUARDS, INTRUDER_SIDE) if _tells(state.full, side)]
    board = () if len(known) == len(OPENED) else (_plan(state, state.map, SEEN, ()),)
    return (*board, *(_plan(state, state.map, OPENED[side], (side,)) for side in known))


def drawn_map(board: ZoneMap, marks: Mapping[str, str] | None = None, picked: str = "") -> Plan:
    """A board with nobody on it, whether it is right or not: `marks` zone -> what is written into it."""
    spots = (
        Spot(
            id=zone,
            x=x,
            y=y,
            kinds=(*_kinds(board, zone), *(["picked"] if zone == picked else [])),
            mark=(marks or {}).get(zone, ""),
        )
        for zone, (x, y) in board.places.items()
    )
    return Plan(title=BOARD, spots=tuple(spots), borders=_walls(board))


def own(state: NinjaState, player: str) -> Plan | None:
    """The board with what the player's side keeps to itself; None where the log does not tell it. Where the side's own
    device keeps that, the board as everybody sees it, for the device to draw on."""
    side = side_of(state, player)
    if state.map is None or state.full is None or side is None:
        return None
    on_device = side == INTRUDER_SIDE and keeps(state) and bool(state.full.figures)
    if not _tells(state.full, side) and not on_device:
        return None
    return _plan(state, state.map, OWN[side], (side,))


def _tells(full: FullState, side: str) -> bool:
    if side == GUARDS:
        return full.marks is not None
    opened = any(one.entrances is not None for one in full.own.values())
    return opened or any(one.zone for one in full.hidden.values())


def _plan(state: NinjaState, board: ZoneMap, title: Text, secrets: tuple[str, ...]) -> Plan:
    return Plan(
        title=title,
        spots=tuple(_spots(state, board, secrets)),
        borders=(*_walls(board), *_lines(state, secrets)),
        pieces=(*_guards(state), *_intruders(state, secrets)),
        note=NOTE,
    )


@lru_cache(maxsize=16)
def _walls(board: ZoneMap) -> tuple[Border, ...]:
    path = {frozenset((zone, other)) for zone, others in board.guard_path.items() for other in others}
    kinds = {frozenset(pair): "path" if frozenset(pair) in path else "open" for pair in board.open}
    opened = tuple(Border(start=a, end=b, kind=kinds[frozenset((a, b))]) for a, b in board.open)
    return (*opened, *(Border(start=a, end=b, kind="wall") for a, b in board.walls))


def _spots(state: NinjaState, board: ZoneMap, secrets: tuple[str, ...]) -> Iterator[Spot]:
    for zone, (x, y) in places_of(board).items():
        yield Spot(id=zone, x=x, y=y, kinds=_kinds(board, zone), mark=_mark(state, zone, secrets))


def _kinds(board: ZoneMap, zone: str) -> tuple[str, ...]:
    """The looks of a zone."""
    kinds = [name for name in KINDS if zone in getattr(board, name)]
    kinds += ["castle"] if board.castle_of(zone) is not None else []
    kinds += ["on_path"] if zone in board.guard_path else []
    return tuple(kinds)


def _mark(state: NinjaState, zone: str, secrets: tuple[str, ...]) -> str:
    full = state.full
    assert full is not None
    found = dict(full.found)
    entrances: set[str] = set()
    for one in full.own.values():
        found |= one.found
        entrances |= set(_entrances(one, secrets))
    told = [FOUND.get(found[zone], found[zone])] if zone in found else []
    told += ["X"] if zone in entrances else []
    if GUARDS in secrets and full.marks is not None:
        told = [*_own_marks(full, zone), *(["X"] if zone in entrances else [])]
    return " ".join(dict.fromkeys(told))


def _entrances(one: Own, secrets: tuple[str, ...]) -> tuple[str, ...]:
    """Both where the reader may know them, otherwise those that the guards have found."""
    opened = INTRUDER_SIDE in secrets and one.entrances is not None
    return (one.entrances or ()) if opened else one.discovered


def _own_marks(full: FullState, zone: str) -> Iterator[str]:
    """The guard's private map."""
    marks = full.marks
    assert marks is not None
    yield from (letter for letter, place in marks.targets.items() if place == zone)
    yield from ["!"] * (zone in marks.traps) + ["?"] * (zone in marks.ambushes)
    if number := marks.sleepers.get(zone, 0):
        yield f"S{number}"


def _lines(state: NinjaState, secrets: tuple[str, ...]) -> Iterator[Border]:
    """Where patrols look, and the ropes."""
    full = state.full
    assert full is not None
    for patrol, facing in full.facings.items():
        zone = next((one.zone for one in full.figures.values() if one.patrol == patrol), None)
        if facing is not None and zone is not None:
            yield Border(start=zone, end=facing, kind="facing")
    hung = (*full.ropes_known, *(edge for one in full.own.values() for edge in one.ropes))
    ropes = dict.fromkeys(hung) if INTRUDER_SIDE in secrets else full.ropes_known
    yield from (Border(start=a, end=b, kind="rope") for a, b in ropes)


def _guards(state: NinjaState) -> Iterator[Piece]:
    """One piece for all guards of a zone, with their number."""
    full = state.full
    assert full is not None
    zones: dict[str, list[str]] = {}
    for name, one in full.figures.items():
        zones.setdefault(one.zone, []).append(name)
    for zone, names in zones.items():
        drunk = all(full.figures[name].drunk for name in names)
        told = ", ".join(names)
        text = names[0] if len(names) == 1 else str(len(names))
        yield Piece(
            spot=zone,
            text=Text(text, text),
            name=Text(told, told),
            side=GUARDS,
            kind="guard drunk" if drunk else "guard",
        )


def _intruders(state: NinjaState, secrets: tuple[str, ...]) -> Iterator[Piece]:
    full = state.full
    assert full is not None
    for name, shown in full.shown.items():
        hidden = full.hidden[name].zone if INTRUDER_SIDE in secrets else None
        zone = hidden if hidden is not None else shown.visible
        if zone is not None:
            kind = "" if shown.visible == zone else "unseen"
            yield Piece(spot=zone, text=LETTERS[name], name=NAMES[name], side=INTRUDER_SIDE, kind=kind)
