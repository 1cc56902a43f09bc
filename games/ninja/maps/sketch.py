"""A map on its way from a printed board to a graph: what a club has typed and tapped so far, right or not.

A sketch is text that people can write: one line for each kind of thing, `canals: C1 A4`; zones with places on a
lattice, `Gate@3.4`, or named by them (`C4`); rectangles as `A1..K7`, borders as `A1/B1`, a chain of them as
`A1/B1/C1`. `ZoneMap` is what it comes to, judged by `maps.faults_of`. Called by the page that draws maps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.ninja.maps.graph import FORMAT, LISTS, ZoneMap, graph
from games.plans import placed
from games.rulebook import Text

COLUMNS, ROWS, LONGEST = 26, 30, 60_000
"""The lattice, and how many characters a sketch may have."""
PLACE = re.compile(r"([A-Z])([1-9]\d?)")
WORD = re.compile(r"([A-Za-z0-9_-]{1,12})(?:@(\d{1,2})\.(\d{1,2}))?")
BORDERS = ("open", "walls", "path")
CASTLES = ("castle west", "castle east")
NAMES: dict[str, Text] = {
    "name": Text("name", "название"),
    "id": Text("id", "код"),
    "zones": Text("zones", "зоны"),
    "open": Text("open", "проходы"),
    "walls": Text("walls", "стены"),
    "path": Text("path", "путь"),
    "canals": Text("canals", "каналы"),
    "guard_posts": Text("posts", "посты"),
    "barracks": Text("barracks", "бараки"),
    "edge": Text("edge", "край"),
    "grounds": Text("grounds", "владения"),
    "between_castles": Text("between", "между замками"),
    "castle west": Text("castle west", "замок западный"),
    "castle east": Text("castle east", "замок восточный"),
    "object_legal": Text("objects", "предметы"),
    "ninja_start": Text("ninja", "ниндзя"),
    "traitor_start": Text("traitor", "предатель"),
}
"""What begins a line; both languages are read, whoever writes."""
TOOLS = tuple(name for name in NAMES if name not in ("name", "id"))
Pair = tuple[str, str]


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """`places`: zone -> column and row, from 0. `borders`: open, walls, path -> pairs. `kinds`: the rest -> zones."""

    name: str = ""
    id: str = ""
    places: dict[str, tuple[int, int]] = {}
    borders: dict[str, tuple[Pair, ...]] = {}
    kinds: dict[str, tuple[str, ...]] = {}

    def at(self, place: tuple[int, int]) -> str | None:
        """The zone that lies there."""
        return next((zone for zone, its in self.places.items() if its == place), None)


class Unread(NamedTuple):
    """A word that nobody can read: where, and what would be legal."""

    line: int
    word: str
    legal: str


def read(text: str) -> tuple[Sketch, list[Unread]]:
    """(the sketch, what could not be read and is left out)."""
    found, unread, told = Sketch(), [], []
    known = {words: key for key, names in NAMES.items() for words in (key, names.en, names.ru)}
    for number, line in enumerate(text[:LONGEST].splitlines(), start=1):
        head, colon, rest = line.partition(":")
        key = known.get(" ".join(head.split()).lower(), "")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon or not key:
            unread.append(Unread(number, head.strip()[:40], "line"))
        elif key in ("name", "id"):
            found = replace(found, **{key: rest.strip()[:80]})
        else:
            told.append((key != "zones", number, key, rest.split()))
    for _later, number, key, words in sorted(told):
        found, wrong = _line(found, key, words)
        unread += [Unread(number, word[:40], legal) for word, legal in wrong]
    return found, sorted(unread)


def _line(sketch: Sketch, key: str, words: Iterable[str]) -> tuple[Sketch, list[tuple[str, str]]]:
    """The sketch with what a line says, and (word, what it should have been) of the words that say nothing."""
    wrong: list[tuple[str, str]] = []
    one_more = _with_border if key in BORDERS else _with_zones
    for word in words:
        sketch, bad = one_more(sketch, key, word)
        wrong += bad
    return sketch, wrong


def _with_border(sketch: Sketch, key: str, word: str) -> tuple[Sketch, list[tuple[str, str]]]:
    pairs = tuple(pairwise(word.split("/")))
    if not pairs or not all(zone in sketch.places for pair in pairs for zone in pair):
        return sketch, [(word, "border")]
    return _with_pairs(sketch, key, pairs), []


def _with_zones(sketch: Sketch, key: str, word: str) -> tuple[Sketch, list[tuple[str, str]]]:
    zones = list(_zones(word))
    wrong = [] if zones else [(word, "zone")]
    for zone, place in zones:
        if key == "zones":
            sketch = _with_zone(sketch, zone, place)
        elif zone not in sketch.places:
            wrong.append((zone, "known_zone"))
        elif zone not in sketch.kinds.get(key, ()):
            sketch = _with_kind(sketch, key, (*sketch.kinds.get(key, ()), zone))
    return sketch, wrong


def _zones(word: str) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """One zone, perhaps with its place; or a rectangle of them."""
    start, dots, end = word.partition("..")
    corners = [PLACE.fullmatch(start), PLACE.fullmatch(end)] if dots else []
    if corners and all(corners):
        (left, top), (right, bottom) = (place_of(str(hit[0])) or (0, 0) for hit in corners if hit)
        yield from ((name_at((x, y)), (x, y)) for y in range(top, bottom + 1) for x in range(left, right + 1))
    elif hit := WORD.fullmatch(word):
        place = (int(hit[2]) - 1, int(hit[3]) - 1) if hit[2] else place_of(hit[1])
        if place is None or (0 <= place[0] < COLUMNS and 0 <= place[1] < ROWS):
            yield hit[1], place


def place_of(name: str) -> tuple[int, int] | None:
    """Where a zone of this name lies on the lattice: `C4` in the third column, fourth row."""
    hit = PLACE.fullmatch(name)
    place = (ord(hit[1]) - ord("A"), int(hit[2]) - 1) if hit else None
    return place if place is not None and place[1] < ROWS else None


def name_at(place: tuple[int, int]) -> str:
    """`C4` for the third column, fourth row."""
    return f"{chr(ord('A') + place[0])}{place[1] + 1}"


def _with_zone(sketch: Sketch, zone: str, place: tuple[int, int] | None) -> Sketch:
    if zone in sketch.places:
        return sketch
    taken = set(sketch.places.values())
    if place is None or place in taken:
        place = next((one for one in _free() if one not in taken), None)
    return sketch if place is None else replace(sketch, places={**sketch.places, zone: place})


def _free() -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(ROWS) for x in range(12))


def _with_kind(sketch: Sketch, key: str, zones: Iterable[str]) -> Sketch:
    return replace(sketch, kinds={**sketch.kinds, key: tuple(dict.fromkeys(zones))})


def _with_pairs(sketch: Sketch, key: str, pairs: Iterable[Pair]) -> Sketch:
    """A border is open or a wall, never both; the path needs it open."""
    borders = dict(sketch.borders)
    for pair in pairs:
        one = _sorted(pair)
        if one[0] == one[1]:
            continue
        other = {"open": "walls", "walls": "open"}.get(key)
        if other:
            borders[other] = tuple(its for its in borders.get(other, ()) if its != one)
        if key == "walls":
            borders["path"] = tuple(its for its in borders.get("path", ()) if its != one)
        borders[key] = tuple(dict.fromkeys((*borders.get(key, ()), one)))
    return replace(sketch, borders=borders)


def _sorted(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def written(sketch: Sketch, word: Callable[[Text], str]) -> str:
    """The sketch as a person may write it, in the language that `word` speaks."""
    lines = [f"{word(NAMES[key])}: {getattr(sketch, key)}" for key in ("name", "id") if getattr(sketch, key)]
    zones = [
        zone if place_of(zone) == place else f"{zone}@{place[0] + 1}.{place[1] + 1}"
        for zone, place in sketch.places.items()
    ]
    rest = {key: ["/".join(pair) for pair in sketch.borders.get(key, ())] for key in BORDERS}
    rest |= {key: list(sketch.kinds.get(key, ())) for key in TOOLS if key not in (*BORDERS, "zones")}
    lines += [
        f"{word(NAMES[key])}: {' '.join(told)}" for key, told in {"zones": zones, **rest}.items() if told
    ]
    return "\n".join(lines) + "\n" if lines else ""


def map_from(sketch: Sketch) -> ZoneMap:
    """The map as it stands; whether it is right is said by `faults_of`."""
    path: dict[str, tuple[str, ...]] = {}
    for one, other in sketch.borders.get("path", ()):
        path = {**path, one: (*path.get(one, ()), other), other: (*path.get(other, ()), one)}
    castles = {key.removeprefix("castle "): sketch.kinds.get(key, ()) for key in CASTLES}
    lists: dict[str, Any] = {key: sketch.kinds.get(key, ()) for key in LISTS}
    return ZoneMap(
        format=FORMAT,
        id=sketch.id or "map",
        name=sketch.name or sketch.id or "map",
        zones=tuple(sketch.places),
        castles=castles,
        open=sketch.borders.get("open", ()),
        walls=sketch.borders.get("walls", ()),
        guard_path=path,
        places={zone: (float(x), float(y)) for zone, (x, y) in sketch.places.items()},
        **lists,
    )


def sketch_of(board: ZoneMap) -> Sketch:
    """A finished map, to be drawn on."""
    sketch = Sketch(name=board.name, id=board.id)
    for zone, place in _lattice(board).items():
        sketch = _with_zone(sketch, zone, place)
    for key in ("open", "walls"):
        sketch = _with_pairs(sketch, key, sorted(map(_sorted, getattr(board, key))))
    path = [(zone, other) for zone, others in board.guard_path.items() for other in others if zone < other]
    sketch = _with_pairs(sketch, "path", sorted(path))
    for key, zones in zip(CASTLES, board.castles.values(), strict=False):
        sketch = _with_kind(sketch, key, zones)
    for key in LISTS:
        sketch = _with_kind(sketch, key, getattr(board, key))
    return sketch


@lru_cache(maxsize=16)
def places_of(board: ZoneMap) -> dict[str, tuple[float, float]]:
    """Where each zone is drawn: as the map tells it, else found from its borders. Not to be changed."""
    if set(board.places) >= set(board.zones):
        return dict(board.places)
    return placed(graph(board).all, board.edge)


def _lattice(board: ZoneMap) -> dict[str, tuple[int, int]]:
    """Whole places for all zones; such as lie between two take the nearest free one."""
    told = places_of(board)
    whole = all(float(value).is_integer() for place in told.values() for value in place)
    factor = 1 if whole else 2
    left, top = (min((place[axis] for place in told.values()), default=0) for axis in (0, 1))
    found: dict[str, tuple[int, int]] = {}
    taken: set[tuple[int, int]] = set()
    for zone in board.zones:
        x, y = told[zone]
        wanted = (x, y) if whole and min(left, top) >= 0 else ((x - left) * factor, (y - top) * factor)
        place = min(
            ((a, b) for a in range(COLUMNS) for b in range(ROWS) if (a, b) not in taken),
            key=lambda one: (one[0] - wanted[0]) ** 2 + (one[1] - wanted[1]) ** 2,
        )
        found[zone] = place
        taken.add(place)
    return found


def tapped(sketch: Sketch, tool: str, place: tuple[int, int], first: str = "") -> tuple[Sketch, str]:
    """A tap with a tool on a place of the lattice; (the sketch, the zone from which the next border begins).

    `zones` lays a zone or takes it away; a border needs two taps, the second is the first of the next one, and a
    border that stands is taken away; every other tool marks a zone, or takes its mark.
    """
    zone = sketch.at(place)
    if tool == "zones":
        return (without(sketch, zone) if zone else _with_zone(sketch, _new_name(sketch, place), place)), ""
    if zone is None:
        zone = _new_name(sketch, place)
        sketch = _with_zone(sketch, zone, place)
    if tool not in BORDERS:
        its = sketch.kinds.get(tool, ())
        left = [one for one in its if one != zone]
        return _with_kind(sketch, tool, left if zone in its else (*its, zone)), ""
    if first not in sketch.places or first == zone:
        return sketch, "" if first == zone else zone
    pair = _sorted((first, zone))
    if pair not in sketch.borders.get(tool, ()):
        return _with_pairs(sketch, tool, [pair]), zone
    left_out = {"path"} if tool == "path" else {tool, "path"}
    borders = {
        key: tuple(one for one in pairs if one != pair or key not in left_out)
        for key, pairs in sketch.borders.items()
    }
    return replace(sketch, borders=borders), zone


def _new_name(sketch: Sketch, place: tuple[int, int]) -> str:
    name = name_at(place)
    return (
        name
        if name not in sketch.places
        else next(
            other for other in (f"{name}-{number}" for number in range(2, 99)) if other not in sketch.places
        )
    )


def without(sketch: Sketch, zone: str) -> Sketch:
    """The sketch without a zone and all that was said of it."""
    return Sketch(
        name=sketch.name,
        id=sketch.id,
        places={one: place for one, place in sketch.places.items() if one != zone},
        borders={key: tuple(p for p in pairs if zone not in p) for key, pairs in sketch.borders.items()},
        kinds={key: tuple(one for one in zones if one != zone) for key, zones in sketch.kinds.items()},
    )


def renamed(sketch: Sketch, zone: str, name: str) -> Sketch:
    """A zone under another name; as it is where the name is none or is taken."""
    if zone not in sketch.places or name in sketch.places or not WORD.fullmatch(name) or "@" in name:
        return sketch

    def its(one: str) -> str:
        return name if one == zone else one

    return replace(
        sketch,
        places={its(one): place for one, place in sketch.places.items()},
        borders={
            key: tuple(_sorted((its(a), its(b))) for a, b in pairs) for key, pairs in sketch.borders.items()
        },
        kinds={key: tuple(its(one) for one in zones) for key, zones in sketch.kinds.items()},
    )


def joined(sketch: Sketch) -> Sketch:
    """An open border between all zones that lie side by side and have none yet."""
    known = {pair for key in ("open", "walls") for pair in sketch.borders.get(key, ())}
    beside = {place: zone for zone, place in sketch.places.items()}
    pairs = [
        _sorted((zone, beside[x + dx, y + dy]))
        for zone, (x, y) in sketch.places.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in beside
    ]
    return _with_pairs(sketch, "open", [pair for pair in pairs if pair not in known])


def filled(sketch: Sketch) -> Sketch:
    """What the rulebook lets follow from the rest, where nothing was said: starts at the edge and in the grounds,
    objects in castles."""
    kinds = sketch.kinds
    wet, posts = set(kinds.get("canals", ())), set(kinds.get("guard_posts", ()))
    castles = [zone for key in CASTLES for zone in kinds.get(key, ())]
    between = set(kinds.get("between_castles", ()))
    follows: Mapping[str, list[str]] = {
        "object_legal": [zone for zone in castles if zone not in wet | posts],
        "ninja_start": [zone for zone in kinds.get("edge", ()) if zone not in wet],
        "traitor_start": [zone for zone in kinds.get("grounds", ()) if zone not in wet | between],
    }
    for key, zones in follows.items():
        if not kinds.get(key):
            sketch = _with_kind(sketch, key, zones)
    return sketch


def size_of(sketch: Sketch) -> tuple[int, int]:
    """Columns and rows of the lattice that is shown: one more than is used, so that the map can grow."""
    most = [max((place[axis] for place in sketch.places.values()), default=-1) for axis in (0, 1)]
    return (min(COLUMNS, max(most[0] + 2, 6)), min(ROWS, max(most[1] + 2, 6)))
