"""Movements of guards and how they form patrols (NIN-MOV, NIN-PAT): judged by what everybody sees alone.

Called by `rules.py`; `passage.py` judges the steps into the secret passage and out of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from games.gaps import some
from games.judging import first_broken
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.guards import fallen
from games.ninja.full.ownership import passages
from games.ninja.full.passage import check_entry, check_exit, touches
from games.ninja.full.state import Due, FullState
from games.ninja.full.table import (
    changed,
    figures_at,
    first_due,
    full_of,
    laid,
    map_of,
    members,
    paid,
    shifted,
    with_figures,
    with_full,
)
from games.ninja.maps.graph import UNKNOWN_EXIT, graph, onward, patrol_paths
from games.ninja.maps.unmapped import is_zone_name
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import NinjaState
from games.ruleset import Actor, RuleViolation

PATROL_STEPS = 2
GUARD_NAME = re.compile(r"[gG]\d+")
"""What a figure is called, and no patrol."""


def check_guards_moved(state: NinjaState, event: f.GuardsMoved, by: Actor) -> Violations:
    """NIN-MOV-01 to -09, NIN-PAT-01 to -07: judged by what everybody sees alone."""
    return first_broken(
        side_acts(state, by, "guards"),
        _check_movers(state, event),
        _check_path(state, event),
        _check_facing(state, event),
    )


def _check_movers(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """Who may move now: the unit of the card, of the listen, or a patrol in its phase."""
    full, named = full_of(state), set(event.guards)
    strange = [one for one in named if one not in full.figures]
    if strange or not named or len(named) < len(event.guards):
        yield RuleViolation("NIN-LOG-06", {"told": some(sorted(strange)), "legal": sorted(full.figures)})
        yield from fallen(state, *event.guards)
        return
    if event.cause == "patrol":
        yield from _check_patrol(state, event)
    elif event.cause == "heard":
        yield from _check_heard(state, named)
        yield from _check_name(state, event, set())
    elif full.may_step and first_due(state).kind != "move":
        if named != set(full.may_step) or not event.path:
            yield RuleViolation("NIN-PASS-15", {"told": sorted(named) if event.path else "nothing"})
        yield from _check_name(state, event, set())
    else:
        yield from _check_carded(state, event, named)
    moved = [one for one in event.guards if full.figures[one].moved] if event.path else []
    if moved and first_due(state).cause != "awaken" and named != set(full.may_step):
        yield RuleViolation("NIN-MOV-05", {"told": moved})


def _check_heard(state: NinjaState, named: set[str]) -> Violations:
    """NIN-LIS-08, -09: who heard somebody moves at once, all of the unit."""
    may = full_of(state).may_move
    if named != set(may):
        yield RuleViolation("NIN-LIS-08", {"told": sorted(named), "expected": list(may) or "nobody"})
        if not may:
            yield RuleViolation("NIN-LIS-09", {"told": sorted(named)})


def _check_carded(state: NinjaState, event: f.GuardsMoved, named: set[str]) -> Violations:
    """NIN-MOV-07 for a patrol's search, NIN-MOV-06 for whoever else the card moves."""
    due = first_due(state)
    if due.kind != "move":
        yield RuleViolation("NIN-MOV-06", {"told": sorted(named), "expected": "nobody"})
        if all(full_of(state).figures[one].woken for one in named):
            yield RuleViolation("NIN-AWK-04", {"told": sorted(named)})
    elif due.cause == "patrol_search":
        if not named <= set(due.guards) or len(named) < 2:
            yield RuleViolation("NIN-MOV-07", {"movers": sorted(named), "members": list(due.guards)})
    elif named != set(due.guards):
        yield RuleViolation("NIN-MOV-06", {"told": sorted(named), "expected": list(due.guards)})
        if due.cause == "sentry_search" and full_of(state).figures[due.guards[0]].patrol:
            yield RuleViolation("NIN-MOV-08", {"told": sorted(named), "expected": list(due.guards)})
    yield from _check_name(state, event, set(due.guards) - named if due.cause == "patrol_search" else set())


def _check_name(state: NinjaState, event: f.GuardsMoved, left: set[str]) -> Violations:
    """NIN-MOV-07: movers that leave a patrol behind, which keeps its name, take a new one; nobody else takes any."""
    new = event.patrol is not None and event.patrol not in full_of(state).facings and bool(event.patrol)
    if (event.patrol is not None) != (len(left) > 1) or (len(left) > 1 and not new):
        staying = sorted(left) or "nobody"
        yield RuleViolation("NIN-MOV-07", {"named": some(event.patrol), "staying": staying})
    elif new:
        yield from _check_called(state, str(event.patrol))


def name_of_movers(state: NinjaState, guards: Collection[str]) -> str | None:
    """NIN-MOV-07: what these guards are called as they move; None where they leave no patrol behind."""
    due = first_due(state)
    left = set(due.guards) - set(guards) if due.kind == "move" and due.cause == "patrol_search" else set()
    return free_name(state) if len(left) > 1 else None


def _check_called(state: NinjaState, patrol: str) -> Violations:
    """NIN-LOG-06: a new patrol is called as shortly as a zone, and not as a guard is."""
    if not is_zone_name(patrol) or GUARD_NAME.fullmatch(patrol):
        yield RuleViolation("NIN-LOG-06", {"told": patrol, "legal": free_name(state)})


def free_name(state: NinjaState) -> str:
    """A name that no patrol has."""
    number = 1
    while f"P{number}" in full_of(state).facings:
        number += 1
    return f"P{number}"


def _check_patrol(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-PAT-01, -02, -07."""
    full = full_of(state)
    patrol = full.figures[event.guards[0]].patrol
    whole = patrol is not None and set(members(state, patrol)) == set(event.guards)
    if full.step != "patrol" or not whole or full.facings.get(patrol or "") is None:
        yield RuleViolation("NIN-PAT-01", {"told": sorted(event.guards)})
        if patrol is None or full.facings.get(patrol) is None:
            yield RuleViolation("NIN-PAT-06", {"told": sorted(event.guards)})
    elif any(full.figures[one].moved for one in event.guards):
        # One formed anew under the name of one that moved has still to move.
        again = patrol in full.patrolled
        yield RuleViolation("NIN-PAT-02" if again else "NIN-PAT-07", {"told": [patrol] if again else patrol})
    if event.patrol is not None:
        yield RuleViolation("NIN-PAT-01", {"told": event.patrol or "nothing"})


def _check_path(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-MOV-01, -02, -03; NIN-PAT-03, -05 in the Patrol Phase."""
    full = full_of(state)
    at = full.figures[event.guards[0]].zone
    if event.cause == "patrol":
        yield from _check_patrol_path(state, event, at)
        return
    most = 1 if full.may_step and first_due(state).kind != "move" else LIMITS.steps_by_card
    if len(event.path) > most or (event.cause == "heard" and not event.path):
        yield RuleViolation("NIN-MOV-01", {"told": some(list(event.path)), "limit": most})
        return
    for place, zone in enumerate(event.path):
        yield from _check_step(state, event, at, place)
        at = zone


def _check_step(state: NinjaState, event: f.GuardsMoved, at: str, place: int) -> Violations:
    """NIN-MOV-01 to -04; the passage by its own rules."""
    zone, last, inside = event.path[place], place + 1 == len(event.path), passages(state)
    if zone in inside:
        yield from check_entry(state, event, at, zone, last)
        return
    wrong = tuple(
        check_exit(state, event, at, zone, last) if at in inside else _check_border(state, at, zone)
    )
    yield from wrong
    if not wrong and not last:
        yield from _check_halt(state, zone)


def _check_border(state: NinjaState, at: str, zone: str) -> Violations:
    """NIN-MOV-01, -02."""
    if state.map is None:
        return
    near = graph(state.map)
    if zone in near.walls.get(at, ()):
        yield RuleViolation("NIN-MOV-02", {"told": zone, "at": at})
    elif zone not in near.open.get(at, ()):
        yield RuleViolation("NIN-MOV-01", {"told": some(zone), "limit": LIMITS.steps_by_card})


def _check_halt(state: NinjaState, zone: str) -> Violations:
    """NIN-MOV-03, -04: what ends a movement that goes on from here."""
    if state.map is None:
        return
    if zone in state.map.canals:
        yield RuleViolation("NIN-MOV-03", {"told": zone})
    elif any(shown.visible == zone for shown in full_of(state).shown.values()):
        # Where a figure stands for everybody to see, a way that goes on is no question about somebody hidden.
        yield RuleViolation("NIN-MOV-04", {"told": zone})


def _check_patrol_path(state: NinjaState, event: f.GuardsMoved, at: str) -> Violations:
    board = map_of(state)
    if touches(state, event, at):
        yield from check_entry(state, event, at, event.path[0], last=False)
        return
    if state.map is None:
        # One step where it leads into a canal of the printed board.
        if not 1 <= len(event.path) <= PATROL_STEPS:
            yield RuleViolation("NIN-PAT-05", {"told": some(list(event.path)), "expected": PATROL_STEPS})
        return
    full = full_of(state)
    facing = full.facings[str(full.figures[event.guards[0]].patrol)]
    halted = facing is not None and bool(figures_at(state, facing))
    due = 1 if facing in board.canals else PATROL_STEPS
    if len(event.path) != due and not (halted and len(event.path) == 1):
        yield RuleViolation("NIN-PAT-05", {"told": some(list(event.path)), "expected": due})
        return
    if event.path[0] != facing:
        yield RuleViolation("NIN-PAT-03", {"told": event.path[0], "legal": facing})
        return
    for before, here, zone in zip((at, *event.path), event.path, event.path[1:], strict=False):
        if zone not in onward(board, before, here):
            yield RuleViolation("NIN-PAT-03", {"told": zone, "legal": list(onward(board, before, here))})


def ways_of_patrol(state: NinjaState, patrol: str) -> tuple[tuple[str, ...], ...]:
    """NIN-PAT-01 to -05: every way of a patrol's move with its facing at the end; one step where a figure stands."""
    facing = str(full_of(state).facings[patrol])
    at = full_of(state).figures[members(state, patrol)[0]].zone
    halted = bool(figures_at(state, facing))
    return patrol_paths(map_of(state), at, facing, halted)


def _check_facing(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-MOV-09, NIN-PAT-04: a group that ends on the path faces a path neighbour; nobody else faces anything."""
    board = map_of(state)
    if state.map is None:
        if event.facing is not None and len(event.guards) < 2:
            yield RuleViolation("NIN-MOV-09", {"told": event.facing, "legal": "nothing"})
        return
    start = full_of(state).figures[event.guards[0]].zone
    ways = (start, *event.path)
    legal = board.guard_path.get(ways[-1], ()) if len(event.guards) > 1 else ()
    if event.cause == "patrol":
        legal = onward(board, ways[-2], ways[-1])
    if (event.facing is None) != (not legal) or (legal and event.facing not in legal):
        rule = "NIN-PAT-04" if event.cause == "patrol" else "NIN-MOV-09"
        yield RuleViolation(rule, {"told": some(event.facing), "legal": list(legal) or "nothing"})
        if not event.path and event.cause != "patrol":
            yield RuleViolation("NIN-MOV-10", {"told": some(event.facing), "legal": list(legal) or "nothing"})


def on_guards_moved(state: NinjaState, event: f.GuardsMoved) -> NinjaState:
    """The guards stand where they declared to go; a detection right after it puts them where they met somebody."""
    full, due = full_of(state), first_due(state)
    patrol = _group(full, event)
    table: dict[str, Any] = {"due": _owed_after(state, event, due)}
    if event.cause == "patrol":
        table["patrolled"] = (*full.patrolled, patrol or "")
    if patrol is not None:
        table["facings"] = {**full.facings, patrol: event.facing}
    figures = full.figures
    together = {figures[one].patrol for one in event.guards} == {patrol}
    if due.cause == "patrol_search" and len(left := set(due.guards) - set(event.guards)) == 1:
        figures, together = changed(figures, left, patrol=None), False
    moved = {"zone": event.path[-1], "moved": True} if event.path else {}
    figures = changed(figures, event.guards, patrol=patrol, **moved)
    return (shifted if together else laid)(state, figures, **table)


def _owed_after(state: NinjaState, event: f.GuardsMoved, due: Due) -> tuple[Due, ...]:
    """What is owed after a movement: first what the intruders answer to it. `due`: what was owed first before it."""
    full = full_of(state)
    start = full.figures[event.guards[0]].zone
    settles = due.kind == "move" or (due.kind, due.cause) == ("facing", "exit")
    rest = full.due[1:] if settles else full.due
    if event.path[:1] == (UNKNOWN_EXIT,):
        owner = passages(state).get(start, "")
        return (Due("answer", event.guards, event.path, cause="exit", owner=owner), *rest)
    if event.path:
        return (Due("answer", event.guards, event.path, cause="move"), *rest)
    if due.kind == "move" and due.cause == "awaken":
        # One that stays where it woke up ends its movement there all the same (NIN-PASS-06).
        return (Due("answer", event.guards, (start,), cause="stay"), *rest)
    return rest


def _group(full: FullState, event: f.GuardsMoved) -> str | None:
    if len(event.guards) < 2:
        return None
    return event.patrol or full.figures[event.guards[0]].patrol


def check_patrol_reformed(state: NinjaState, event: f.PatrolReformed, by: Actor) -> Violations:
    """NIN-MOV-11; NIN-HID-09 for an open facing."""
    return first_broken(side_acts(state, by, "guards"), _check_reforming(state, event))


def _check_reforming(state: NinjaState, event: f.PatrolReformed) -> Violations:
    full = full_of(state)
    figures = [full.figures.get(name) for name in event.guards]
    known = [one for one in figures if one is not None]
    zones, patrols = {one.zone for one in known}, {one.patrol for one in known} - {None}
    whole = all(set(members(state, str(patrol))) <= set(event.guards) for patrol in patrols)
    apart = len(set(event.guards)) == len(figures) == len(known) > 1 and len(zones) == 1
    taken = event.patrol in full.facings and event.patrol not in patrols
    due = first_due(state)
    phase = full.step in ("alert", "guard_action", "patrol")
    if not (apart and whole and phase and event.patrol) or taken or any(one.drunk for one in known):
        yield RuleViolation("NIN-MOV-11", {"told": some(list(event.guards))})
        yield from fallen(state, *event.guards)
        return
    if event.patrol not in patrols:
        yield from _check_called(state, event.patrol)
    legal: tuple[str | None, ...] = map_of(state).guard_path.get(zones.pop(), ()) or (None,)
    kept = tuple(full.facings[str(one)] for one in sorted(map(str, patrols)))
    if state.map is None and event.facing is None:
        legal = (None,)
    if due.kind == "facing":
        if set(due.guards) != set(event.guards) or event.facing not in legal:
            yield RuleViolation("NIN-HID-09", {"told": some(event.facing), "legal": some(list(legal))})
    elif event.facing not in (kept or legal):
        possible = [some(one) for one in kept or legal]
        yield RuleViolation("NIN-MOV-11", {"facing": some(event.facing), "legal": possible})
    elif len(patrols) == 1 and len(members(state, str(next(iter(patrols))))) == len(event.guards):
        yield RuleViolation("NIN-MOV-11", {"told": some(list(event.guards))})


def on_patrol_reformed(state: NinjaState, event: f.PatrolReformed) -> NinjaState:
    state = paid(state) if first_due(state).kind == "facing" else state
    facings = {**full_of(state).facings, event.patrol: event.facing}
    return with_figures(with_full(state, facings=facings), event.guards, patrol=event.patrol)
