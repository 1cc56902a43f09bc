"""The ways that an intruder may have gone, by its own secrets: every path that fits what was told in its window.

What fits no way is refused when it is told; the check of a move (`path.py`) has the last word. Called by `reach.py`
and `moves.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.ninja.facts import LIMITS
from games.ninja.full.events import Step, Via
from games.ninja.full.ownership import inside_of, own_ways, owner_of_ways
from games.ninja.full.path import (
    INCIDENT_OF,
    arrived,
    check_bluffs,
    doors_told,
    left_behind,
    ropes_hung,
    shadowed,
    untold,
    walked,
)
from games.ninja.full.state import Incident, Window
from games.ninja.full.table import full_of, map_of
from games.ninja.maps.graph import OUTSIDE, PASSAGE, distances, graph, in_order
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState

Way = tuple[Step, ...]
Ahead = tuple[list[Mapping[str, int]], int]
"""(steps from every zone to each of those in one of which something happens, steps from which it reaches there)."""
UNTOLD = "way_out"
"""Where somebody came out of the passage whose entrances the reader does not know."""
HERE = ("kenjutsu", "potent_sake", "detected")
"""What happens in the zone of the guard, or where the figure is put."""


def ways(state: NinjaState, window: Window) -> Iterator[Way]:
    """Every path that may fit what was told on it, the shortest first; none where the log does not tell the start.
    Whether it fits is for the check of the move."""
    start = full_of(state).hidden[window.intruder].zone
    if start is None or state.map is None:
        return
    yield from sorted(_grown(state, window, start, (), 0), key=_order)


def _order(way: Way) -> tuple[int, list[str], list[int]]:
    return len(way), [step.to for step in way], [step.after for step in way]


def doors(window: Window, between: str = "between") -> Way:
    """The least way without a map (NIN-MAP-12): through the doors that were told, and by the zones where the intruder
    was seen (NIN-DET-02, -03). Who is seen twice in one zone was `between` in another one."""
    vias: dict[str, Via] = {"entered": "enter_passage", "came_out": "leave_passage", "left": "exit"}
    ends = {"entered": PASSAGE, "left": OUTSIDE}
    steps: list[Step] = []
    at = window.seen_at
    for place, one in enumerate(window.incidents, start=1):
        if one.kind in vias:
            at = ends.get(one.kind) or (one.secret or (UNTOLD,))[0]
            steps.append(Step(to=at, via=vias[one.kind], after=place))
        elif one.kind == "detected" and one.zone is not None:
            here = bool(steps) and steps[-1].via == "leave_passage" and at in (one.zone, UNTOLD)
            again = [] if at != one.zone else [Step(to=between, after=place - 1)]
            steps += [] if here else [*again, Step(to=one.zone, after=place - 1)]
            at = one.zone
    return tuple(steps)


def promising(state: NinjaState, window: Window) -> bool:
    """Whether the move can still be closed: some path fits what was told, with whatever it has still to tell; without
    a start that the log tells, one may."""
    start = full_of(state).hidden[window.intruder].zone
    if state.map is None:
        return any(
            not any(walked(state, one, "", doors(one)))
            for one in (window, _with(window, Incident("entered")))
        )
    if start is None:
        return True
    told = len(window.incidents)
    begun = (way for way in _grown(state, window, start, (), 0) if not way or way[-1].after < told)
    seen = full_of(state).shown[window.intruder].visible is not None
    ends = (end for way in begun for end in _closed(state, window, start, way, seen))
    return any(not any(_wrong(state, whole, start, way)) for whole, way in ends)


def _wrong(state: NinjaState, window: Window, start: str, way: Way) -> Violations:
    """Why a way does not fit, the cheapest question first: what a card was played for misses most ways."""
    yield from check_bluffs(window, start, way)
    yield from arrived(state, window, start, way)


def _closed(
    state: NinjaState, window: Window, start: str, steps: Way, seen: bool
) -> Iterator[tuple[Window, Way]]:
    """Every way on from here, with what each zone of it would still have to tell.

    `seen`: the figure is on the board, and can be taken off.
    """
    at = steps[-1].to if steps else start
    if _wasted(state, window, at, LIMITS.steps_of_intruder - len(steps)):
        return
    more = untold(state, window, start, steps)
    kinds = [one.kind for one in more]
    if "hidden" in kinds and not seen:
        return
    seen = "detected" in kinds or (seen and "hidden" not in kinds)
    window = _with(window, *more)
    yield window, steps
    after = len(window.incidents)
    if not _goes_on(state, window, start, steps, after):
        return
    aims = _aims(window, steps[-1].after if steps else 0, after)
    for to, via in _next(state, window, at, after, {*INCIDENT_OF.values()} - _shut(state, window)):
        if aims and aims != {to}:
            continue
        told = (Incident(INCIDENT_OF[via]),) if via in INCIDENT_OF else ()
        further = (*steps, Step(to=to, via=via, after=after))
        yield from _closed(state, _with(window, *told), start, further, seen)


def _wasted(state: NinjaState, window: Window, at: str, left: int) -> bool:
    """NIN-INT-13: whether so many steps lead no more into the passage for which a card was played, over any border."""
    kinds = [one.kind for one in window.incidents]
    opens = any(one.kind == "card_secret_passage" and one.bluff is False for one in window.incidents)
    if not opens or "entered" in kinds:
        return False
    far = distances(map_of(state), at)
    entrances = own_ways(state, window.intruder).entrances or ()
    return all(far.get(zone, left) >= left for zone in entrances)


def _with(window: Window, *more: Incident) -> Window:
    return replace(window, incidents=(*window.incidents, *more)) if more else window


def _shut(state: NinjaState, window: Window) -> set[str]:
    """NIN-PASS-02, NIN-INT-06: the passage, to whom has no card open for it or came out of it in this move."""
    card = any(one.kind == "card_secret_passage" and not one.bluff for one in window.incidents)
    open_ = full_of(state).shown[window.intruder].table or card
    came_out = any(one.kind == "came_out" for one in window.incidents)
    return set() if open_ and not came_out else {"entered"}


def _grown(state: NinjaState, window: Window, start: str, steps: Way, done: int) -> Iterator[Way]:
    """`done` incidents have happened before the zone where the way ends so far, or in it. What may have happened in a
    zone has happened there at first: most of what is told fits the shortest ways."""
    at = steps[-1].to if steps else start
    if steps and not _marks(steps[-1].via, window.incidents[steps[-1].after :]):
        return
    latest = _latest(state, window, at, steps, done)
    if latest == len(window.incidents):
        yield steps
    for after in range(latest, done - 1, -1):
        if not _goes_on(state, window, start, steps, after):
            continue
        left = window.incidents[after:]
        told, ahead, aims = {one.kind for one in left}, _ahead(state, left), _aims(window, done, after)
        for to, via in _next(state, window, at, after, told):
            if (aims and aims != {to}) or _too_far(to, ahead, LIMITS.steps_of_intruder - len(steps) - 1):
                continue
            yield from _grown(state, window, start, (*steps, Step(to=to, via=via, after=after)), after)


def _latest(state: NinjaState, window: Window, at: str, steps: Way, done: int) -> int:
    """How many incidents can have happened when the last zone of the way is left."""
    while done < len(window.incidents) and _may_happen(state, window.incidents[done], at, steps):
        done += 1
    return done


def _goes_on(state: NinjaState, window: Window, start: str, steps: Way, after: int) -> bool:
    """Whether the way may be longer, its last zone being left after so many incidents: no step mends what is wrong in a
    zone that is left."""
    if len(steps) >= LIMITS.steps_of_intruder or _ended(state, steps):
        return False
    return not any(left_behind(state, window, start, steps, after))


def _too_far(zone: str, ahead: Sequence[Ahead], steps: int) -> bool:
    """Whether what is left to happen lies further from a zone than so many steps, over any border."""
    missed = [away for away, thrown in ahead if min([far.get(zone, 0) for far in away]) > steps + thrown]
    return bool(missed)


def _ahead(state: NinjaState, left: tuple[Incident, ...]) -> list[Ahead]:
    """How far it is from anywhere to where it has still to happen, of what happens anywhere nothing."""
    places = [(one.secret if one.kind == "card_rope" else (one.zone,), one.kind) for one in left]
    board = map_of(state)
    return [
        ([distances(board, zone) for zone in zones], int(kind == "shuriken"))
        for zones, kind in places
        if zones and any(zones)
    ]


def _marks(via: Via, left: tuple[Incident, ...]) -> bool:
    """Whether a step into the passage, out of it or off the map was told right after it was made."""
    told = INCIDENT_OF.get(via)
    first = next((one.kind for one in left if one.kind != "hidden"), None)
    return told is None or first == told


def _may_happen(state: NinjaState, one: Incident, at: str, steps: Way) -> bool:
    if one.kind in HERE:
        return one.zone == at
    if one.kind == "shuriken":
        return one.zone == at or one.zone in graph(map_of(state)).open.get(at, ())
    if one.kind in INCIDENT_OF.values():
        return bool(steps) and INCIDENT_OF.get(steps[-1].via) == one.kind
    if one.kind == "card_rope" and one.secret:
        return at in one.secret
    return one.kind != "hidden" or bool(steps)


def _ended(state: NinjaState, steps: Way) -> bool:
    """NIN-INT-04 to -07."""
    last = steps[-1] if steps else None
    return last is not None and (
        last.via in ("rope", "enter_passage", "exit") or last.to in map_of(state).canals
    )


def _exits(state: NinjaState, window: Window) -> tuple[str, ...]:
    """NIN-PASS-04: the entrances by which an intruder may have come out: the one that it told, where it did."""
    entrances = tuple(dict.fromkeys(own_ways(state, window.intruder).entrances or ()))
    told = doors_told(window).get("came_out")
    return entrances if told is None else tuple(zone for zone in entrances if zone == told)


def _aims(window: Window, low: int, after: int) -> set[str]:
    """NIN-INT-13: the zones into which the next step has to lead, since a Shadow Walk was played for them in the zone
    that is left, between these incidents, and none is played for them elsewhere."""
    here = shadowed(window.incidents[low:after])
    if not here:
        return set()
    return set(here) - set(shadowed((*window.incidents[:low], *window.incidents[after:])))


def _next(
    state: NinjaState, window: Window, at: str, after: int, told: Collection[str]
) -> Iterator[tuple[str, Via]]:
    """The next zones: over open borders, ropes, through the passage and off the map where that is `told`."""
    board, own = map_of(state), own_ways(state, window.intruder)
    inside = inside_of(owner_of_ways(state, window.intruder))
    if at == inside:
        if "came_out" in told:
            yield from ((zone, "leave_passage") for zone in _exits(state, window))
        return
    # Somewhere that was told of is the likeliest.
    named = {zone for one in window.incidents for zone in (one.zone, *(one.secret or ()))}
    for zone in sorted(in_order(board).get(at, ()), key=lambda zone: zone not in named):
        yield zone, "open"
    ropes = [edge for edge in ropes_hung(state, window, after) if at in edge]
    for zone in sorted({zone for edge in ropes for zone in edge} - {at}) if ropes else ():
        yield zone, "rope"
    if "entered" in told and at in (own.entrances or ()):
        yield inside, "enter_passage"
    if "left" in told and at in board.edge:
        yield OUTSIDE, "exit"
