"""Maps: zones, walls, the Guard Path and places to start, as a form to import (TOML or JSON), with a validator that
names every fault in place (NIN-MAP-01 to -11), and what follows from the graph: distances, noise, patrol moves.

The format `ninja-map/1` is described by `ZoneMap`; `catalogue/practice.toml` is an example. Called by the match, by
the simulation and by whoever imports a map.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from games.faults import Fault, fault, of_decoder
from games.remembered import remembered
from games.ruleset import RuleViolation

Violations = Iterator[RuleViolation]
FORMAT = "ninja-map/1"
ZONE_ID = re.compile(r"[A-Za-z0-9_-]{1,12}")
PASSAGE, UNKNOWN_EXIT, OUTSIDE = "@P", "@X", "@OUT"
"""Pseudo-zones of logs: inside the secret passage, out by an entrance that the guards do not know, off the map."""
EMPTY = "empty"
CASTLES, POSTS, BARRACKS, OBJECTS, OBJECTS_IN_CASTLE, PATH_NEIGHBOURS = 2, 12, 4, 10, 3, 2


class BadMap(ValueError):
    """A text that is no map at all: no TOML or JSON, an unknown or missing field, a wrong type. Says where."""

    def __init__(self, what: Fault) -> None:
        super().__init__(what)
        self.what = what


class ZoneMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board. Lists hold zone ids; `open` and `walls` are unordered pairs of adjacent zones; `castles` maps a castle
    to its zones, `guard_path` a path zone to its path neighbours. A zone may be of several kinds at once. `places`:
    zone -> column and row where it is drawn; empty where the names tell that, or nobody does."""

    format: str
    id: str
    name: str
    zones: tuple[str, ...]
    castles: dict[str, tuple[str, ...]]
    canals: tuple[str, ...]
    guard_posts: tuple[str, ...]
    barracks: tuple[str, ...]
    edge: tuple[str, ...]
    grounds: tuple[str, ...]
    between_castles: tuple[str, ...]
    object_legal: tuple[str, ...]
    ninja_start: tuple[str, ...]
    traitor_start: tuple[str, ...]
    open: tuple[tuple[str, str], ...]
    walls: tuple[tuple[str, str], ...]
    guard_path: dict[str, tuple[str, ...]]
    places: dict[str, tuple[float, float]] = {}

    def __hash__(self) -> int:
        """What is worked out once for each map is looked up for nearly every event: two maps of one id are rare."""
        return hash(self.id)

    def castle_of(self, zone: str) -> str | None:
        """The castle in which a zone lies."""
        return next((castle for castle, zones in self.castles.items() if zone in zones), None)


LISTS = (
    "canals",
    "guard_posts",
    "barracks",
    "edge",
    "grounds",
    "between_castles",
    "object_legal",
    "ninja_start",
    "traitor_start",
)


class Graph(NamedTuple):
    """Neighbours of each zone: without a wall, over a wall, and both together (noise)."""

    open: Mapping[str, frozenset[str]]
    walls: Mapping[str, frozenset[str]]
    all: Mapping[str, frozenset[str]]


def read_map(text: str, form: Literal["toml", "json"]) -> tuple[ZoneMap, tuple[RuleViolation, ...]]:
    """(the map, all its faults). Raises `BadMap` for a text that is none."""
    try:
        decode: Any = msgspec.toml.decode if form == "toml" else msgspec.json.decode
        zone_map = map_of(decode(text))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMap(fault("at_map", why=of_decoder(str(error)))) from None
    return zone_map, faults_of(zone_map)


def map_of(told: Any) -> ZoneMap:
    """The map that lists and texts tell. Raises `BadMap`."""
    try:
        return msgspec.convert(told, ZoneMap)
    except msgspec.ValidationError as error:
        raise BadMap(fault("at_map", why=of_decoder(str(error)))) from None


@lru_cache(maxsize=32)
def faults_of(zone_map: ZoneMap) -> tuple[RuleViolation, ...]:
    """NIN-MAP-01 to -11: every fault, each with the place in the file as `where`."""
    return tuple(fault for check in CHECKS for fault in check(zone_map))


def _fault(rule: str, where: str, told: Any, legal: Any = "other_zone") -> RuleViolation:
    return RuleViolation(rule, {"where": where, "told": told, "legal": legal})


def _check_names(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-01."""
    if zone_map.format != FORMAT:
        yield _fault("NIN-MAP-01", "format", zone_map.format or "nothing", FORMAT)
    known, twice = set(zone_map.zones), Counter(zone_map.zones)
    for at, zone in enumerate(zone_map.zones):
        if not ZONE_ID.fullmatch(zone) or twice[zone] > 1:
            yield _fault("NIN-MAP-01", f"zones[{at}]", zone or "nothing", "unique_id")
    for where, zone in _uses(zone_map):
        if zone not in known:
            yield _fault("NIN-MAP-01", where, zone or "nothing", "known_zone")


def _uses(zone_map: ZoneMap) -> Iterator[tuple[str, str]]:
    """(place, zone) of every use of a zone."""
    for name in LISTS:
        yield from ((f"{name}[{at}]", zone) for at, zone in enumerate(getattr(zone_map, name)))
    for name in ("open", "walls"):
        yield from (
            (f"{name}[{at}]", zone) for at, pair in enumerate(getattr(zone_map, name)) for zone in pair
        )
    for name in ("castles", "guard_path"):
        for key, zones in getattr(zone_map, name).items():
            yield from ((f"{name}.{key}[{at}]", zone) for at, zone in enumerate(zones))
    for name in ("guard_path", "places"):
        yield from ((f"{name}.{zone}", zone) for zone in getattr(zone_map, name))


def _check_pairs(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-02."""
    seen: set[frozenset[str]] = set()
    for name in ("open", "walls"):
        for at, pair in enumerate(getattr(zone_map, name)):
            if pair[0] == pair[1] or frozenset(pair) in seen:
                yield _fault("NIN-MAP-02", f"{name}[{at}]", list(pair), "each_pair_once")
            seen.add(frozenset(pair))


def _check_connected(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-03."""
    if not zone_map.zones:
        yield _fault("NIN-MAP-03", "zones", EMPTY, "known_zone")
        return
    reached = distances(zone_map, zone_map.zones[0])
    for at, zone in enumerate(zone_map.zones):
        if zone not in reached:
            yield _fault("NIN-MAP-03", f"zones[{at}]", zone, "reachable")


def _check_castles(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-04."""
    if len(zone_map.castles) != CASTLES:
        yield _fault("NIN-MAP-04", "castles", len(zone_map.castles), CASTLES)
    seen: set[str] = set()
    for castle, zones in zone_map.castles.items():
        if not zones:
            yield _fault("NIN-MAP-04", f"castles.{castle}", EMPTY, "known_zone")
        for at, zone in enumerate(zones):
            if zone in seen:
                yield _fault("NIN-MAP-04", f"castles.{castle}[{at}]", zone)
            seen.add(zone)
    yield from _outside("NIN-MAP-04", "grounds", zone_map.grounds, seen)
    yield from _inside("NIN-MAP-04", "between_castles", zone_map.between_castles, zone_map.grounds)


def _inside(rule: str, where: str, zones: Iterable[str], among: Iterable[str]) -> Violations:
    legal = set(among)
    yield from (_fault(rule, f"{where}[{at}]", zone) for at, zone in enumerate(zones) if zone not in legal)


def _outside(rule: str, where: str, zones: Iterable[str], not_among: Iterable[str]) -> Violations:
    barred = set(not_among)
    yield from (_fault(rule, f"{where}[{at}]", zone) for at, zone in enumerate(zones) if zone in barred)


def _check_posts(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-05, NIN-MAP-06."""
    if len(set(zone_map.guard_posts)) != POSTS or len(zone_map.guard_posts) != POSTS:
        yield _fault("NIN-MAP-05", "guard_posts", len(set(zone_map.guard_posts)), POSTS)
    if len(set(zone_map.barracks)) < BARRACKS:
        yield _fault("NIN-MAP-06", "barracks", len(set(zone_map.barracks)), BARRACKS)


def _check_objects(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-07."""
    in_castles = [zone for zones in zone_map.castles.values() for zone in zones]
    legal = set(in_castles) - set(zone_map.guard_posts) - set(zone_map.canals)
    yield from _inside("NIN-MAP-07", "object_legal", zone_map.object_legal, legal)
    found = set(zone_map.object_legal)
    if len(found) < OBJECTS:
        yield _fault("NIN-MAP-07", "object_legal", len(found), OBJECTS)
    for castle, zones in zone_map.castles.items():
        if len(found & set(zones)) < OBJECTS_IN_CASTLE:
            told = len(found & set(zones))
            yield _fault("NIN-MAP-07", f"object_legal ({castle})", told, OBJECTS_IN_CASTLE)


def _check_path(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-08."""
    path, open_pairs = zone_map.guard_path, {frozenset(pair) for pair in zone_map.open}
    for zone, neighbours in path.items():
        if len(set(neighbours)) < PATH_NEIGHBOURS:
            yield _fault("NIN-MAP-08", f"guard_path.{zone}", len(set(neighbours)), PATH_NEIGHBOURS)
        for at, other in enumerate(neighbours):
            paired = zone in path.get(other, ()) and frozenset((zone, other)) in open_pairs
            if not paired or neighbours.count(other) > 1:
                yield _fault("NIN-MAP-08", f"guard_path.{zone}[{at}]", other)
    if not set(path) - set(zone_map.guard_posts):
        yield _fault("NIN-MAP-08", "guard_path", EMPTY, "other_zone")


def _check_starts(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-09, NIN-MAP-10."""
    legal = set(zone_map.grounds) - set(zone_map.canals) - set(zone_map.between_castles)
    for rule, name, among in (
        ("NIN-MAP-09", "ninja_start", set(zone_map.edge)),
        ("NIN-MAP-10", "traitor_start", legal),
    ):
        if not getattr(zone_map, name):
            yield _fault(rule, name, EMPTY, "known_zone")
        yield from _inside(rule, name, getattr(zone_map, name), among)


def _check_canals(zone_map: ZoneMap) -> Violations:
    """NIN-MAP-11."""
    for name in ("guard_posts", "barracks", "object_legal"):
        yield from _outside("NIN-MAP-11", name, getattr(zone_map, name), zone_map.canals)


CHECKS = (
    _check_names,
    _check_pairs,
    _check_connected,
    _check_castles,
    _check_posts,
    _check_objects,
    _check_path,
    _check_starts,
    _check_canals,
)


@remembered
@lru_cache(maxsize=32)
def graph(zone_map: ZoneMap) -> Graph:
    """The neighbours of every zone. Each step of a way asks for them: of the map of one match no name is hashed."""
    both = _neighbours(zone_map.zones, (*zone_map.open, *zone_map.walls))
    return Graph(
        _neighbours(zone_map.zones, zone_map.open), _neighbours(zone_map.zones, zone_map.walls), both
    )


def _neighbours(zones: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {zone: set() for zone in zones}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {zone: frozenset(others) for zone, others in found.items()}


@lru_cache(maxsize=32)
def in_order(zone_map: ZoneMap) -> Mapping[str, tuple[str, ...]]:
    """Zone -> the neighbours without a wall, by their names."""
    return {zone: tuple(sorted(near)) for zone, near in graph(zone_map).open.items()}


@lru_cache(maxsize=1024)
def distances(zone_map: ZoneMap, start: str) -> Mapping[str, int]:
    """NIN-MAP-13: zone -> noise distance from `start`, over open borders and walls alike."""
    found, front, adjacent = {start: 0}, [start], graph(zone_map).all
    while front:
        step = sorted({other for zone in front for other in adjacent.get(zone, ())} - set(found))
        found |= dict.fromkeys(step, found[front[0]] + 1)
        front = step
    return found


def within(zone_map: ZoneMap, zone: str, radius: int) -> frozenset[str]:
    """The zones from which a noise of this radius in `zone` is heard; none for radius 0."""
    if radius < 1:
        return frozenset()
    return frozenset(other for other, steps in distances(zone_map, zone).items() if steps <= radius)


def patrol_paths(
    zone_map: ZoneMap, zone: str, facing: str, halted: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Every way of a patrol's move, the last zone of each of them being its facing afterwards.

    Two steps and the next facing, fewer where a canal ends the move, or somebody who is seen there (`halted`).
    """
    first = (facing,)
    if halted or facing in zone_map.canals:
        return tuple((*first, turned) for turned in onward(zone_map, zone, facing))
    seconds = [(*first, second) for second in onward(zone_map, zone, facing)]
    return tuple((*way, turned) for way in seconds for turned in onward(zone_map, facing, way[-1]))


def onward(zone_map: ZoneMap, came_from: str, zone: str) -> tuple[str, ...]:
    """The path neighbours of a zone but the one that a patrol came from."""
    return tuple([other for other in zone_map.guard_path.get(zone, ()) if other != came_from])
