"""Movements of guards and what the intruders answer to them (NIN-MOV, NIN-PAT, NIN-DET-01, NIN-PASS-06)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.guards import first_due
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.state import Due
from games.ninja.full.table import (
    HIGH,
    full_of,
    intruders_at,
    map_of,
    members,
    owing,
    paid,
    settled,
    with_figures,
    with_full,
    with_shown,
)
from games.ninja.maps import graph, onward
from games.ninja.state import NinjaState
from games.ninja.who import Violations, passing, side_acts
from games.ruleset import Actor, RuleViolation

PATROL_STEPS = 2


def check_guards_moved(state: NinjaState, event: f.GuardsMoved, by: Actor) -> Violations:
    """NIN-MOV-01 to -09, NIN-PAT-01 to -07: judged by what everybody sees alone."""
    yield from passing(
        side_acts(state, by, "guards"),
        _check_movers(state, event),
        _check_path(state, event),
        _check_facing(state, event),
    )


def _check_movers(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """Who may move now: the unit of the card, of the listen, or a patrol in its phase."""
    full, named = full_of(state), set(event.guards)
    strange = named - set(full.figures)
    if strange or not named or len(named) < len(event.guards):
        yield RuleViolation(
            "NIN-LOG-06", {"told": sorted(strange) or "nothing", "legal": sorted(full.figures)}
        )
        return
    if event.cause == "patrol":
        yield from _check_patrol(state, event)
    elif event.cause == "heard":
        if named != set(full.may_move):
            yield RuleViolation("NIN-LIS-08", {"told": sorted(named), "expected": some(list(full.may_move))})
    else:
        yield from _check_carded(state, event, named)
    moved = [one for one in event.guards if full.figures[one].moved]
    if event.path and moved and first_due(state).cause != "awaken":
        yield RuleViolation("NIN-MOV-05", {"told": moved})


def _check_carded(state: NinjaState, event: f.GuardsMoved, named: set[str]) -> Violations:
    """NIN-MOV-07 for a patrol's search, NIN-MOV-06 for whoever else the card moves."""
    due = first_due(state)
    if due.kind != "move":
        yield RuleViolation("NIN-MOV-06", {"told": sorted(named), "expected": "nothing"})
    elif due.cause == "patrol_search":
        if not named <= set(due.guards) or len(named) < 2:
            yield RuleViolation("NIN-MOV-07", {"told": sorted(named), "expected": list(due.guards)})
    elif named != set(due.guards):
        yield RuleViolation("NIN-MOV-06", {"told": sorted(named), "expected": list(due.guards)})
    left = set(due.guards) - named if due.cause == "patrol_search" else set()
    new = event.patrol is not None and event.patrol not in full_of(state).facings and bool(event.patrol)
    if (event.patrol is not None) != (len(left) > 1) or (len(left) > 1 and not new):
        yield RuleViolation("NIN-MOV-07", {"told": some(event.patrol), "expected": sorted(left) or "nothing"})


def _check_patrol(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-PAT-01, -02, -07."""
    full = full_of(state)
    patrol = full.figures[event.guards[0]].patrol
    whole = patrol is not None and set(members(state, patrol)) == set(event.guards)
    if full.step != "patrol" or not whole or full.facings.get(patrol or "") is None:
        yield RuleViolation("NIN-PAT-01", {"told": sorted(event.guards)})
    elif patrol in full.patrolled:
        yield RuleViolation("NIN-PAT-02", {"told": [patrol]})
    elif patrol not in patrols_to_move(state):
        yield RuleViolation("NIN-PAT-07", {"told": patrol})
    if event.patrol is not None:
        yield RuleViolation("NIN-PAT-01", {"told": event.patrol or "nothing"})


def _check_path(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-MOV-01, -02, -03; NIN-PAT-03, -05 in the Patrol Phase."""
    board, at = map_of(state), full_of(state).figures[event.guards[0]].zone
    most = LIMITS.steps_by_card
    if event.cause == "patrol":
        yield from _check_patrol_path(state, event, at)
        return
    if len(event.path) > most or (event.cause == "heard" and not event.path):
        yield RuleViolation("NIN-MOV-01", {"told": some(list(event.path)), "limit": most})
        return
    for place, zone in enumerate(event.path):
        if zone in graph(board).walls.get(at, ()):
            yield RuleViolation("NIN-MOV-02", {"told": zone, "at": at})
        elif zone not in graph(board).open.get(at, ()):
            yield RuleViolation("NIN-MOV-01", {"told": some(zone), "limit": most})
        elif zone in board.canals and place + 1 < len(event.path):
            yield RuleViolation("NIN-MOV-03", {"told": zone})
        at = zone


def _check_patrol_path(state: NinjaState, event: f.GuardsMoved, at: str) -> Violations:
    board = map_of(state)
    facing = full_of(state).facings[str(full_of(state).figures[event.guards[0]].patrol)]
    due = 1 if facing in board.canals else PATROL_STEPS
    if len(event.path) != due:
        yield RuleViolation("NIN-PAT-05", {"told": some(list(event.path)), "expected": due})
        return
    if event.path[0] != facing:
        yield RuleViolation("NIN-PAT-03", {"told": event.path[0], "legal": facing})
        return
    for before, here, zone in zip((at, *event.path), event.path, event.path[1:], strict=False):
        if zone not in onward(board, before, here):
            yield RuleViolation("NIN-PAT-03", {"told": zone, "legal": list(onward(board, before, here))})


def _check_facing(state: NinjaState, event: f.GuardsMoved) -> Violations:
    """NIN-MOV-09, NIN-PAT-04: a group that ends on the path faces a path neighbour; nobody else faces anything."""
    board = map_of(state)
    start = full_of(state).figures[event.guards[0]].zone
    ways = (start, *event.path)
    legal = board.guard_path.get(ways[-1], ()) if len(event.guards) > 1 else ()
    if event.cause == "patrol":
        legal = onward(board, ways[-2], ways[-1])
    if (event.facing is None) != (not legal) or (legal and event.facing not in legal):
        rule = "NIN-PAT-04" if event.cause == "patrol" else "NIN-MOV-09"
        yield RuleViolation(rule, {"told": some(event.facing), "legal": list(legal) or "nothing"})


def on_guards_moved(state: NinjaState, event: f.GuardsMoved) -> NinjaState:
    """The guards stand where they declared to go; a detection right after it puts them where they met somebody."""
    full = full_of(state)
    due = first_due(state)
    awake = due.kind == "move" and due.cause == "awaken"
    state = paid(state) if due.kind == "move" else state
    patrol = _group(state, event)
    if event.cause == "patrol":
        state = with_full(state, patrolled=(*full.patrolled, patrol or ""))
    state = with_full(state, may_move=())
    if patrol is not None:
        facings = {**full_of(state).facings, patrol: event.facing}
        state = with_full(state, facings=facings)
    changes = {"zone": event.path[-1], "moved": True} if event.path else {}
    state = with_figures(state, event.guards, patrol=patrol, **changes)
    if event.path or awake:
        # One that stays where it woke up ends its movement there all the same (NIN-PASS-06).
        path = event.path or (full.figures[event.guards[0]].zone,)
        return owing(state, Due("answer", event.guards, path, cause="move" if event.path else "stay"))
    return state


def _group(state: NinjaState, event: f.GuardsMoved) -> str | None:
    if len(event.guards) < 2:
        return None
    return event.patrol or full_of(state).figures[event.guards[0]].patrol


def met_first(state: NinjaState, due: Due) -> tuple[str, tuple[str, ...]] | None:
    """NIN-DET-01: the first zone of a movement with an intruder, and who is there; None where nobody is met."""
    if due.cause == "stay":
        return None
    for zone in due.path:
        if there := intruders_at(state, zone):
            return zone, there
    return None


def all_told(state: NinjaState) -> bool:
    """Whether the log tells where every intruder on the map is."""
    full = full_of(state)
    return full.entrances is not None and all(
        full.shown[name].inside or fate.out or fate.awaited or (full.hidden[name].zone is not None)
        for name, fate in state.intruders.items()
    )


def check_met(state: NinjaState, event: f.IntruderDetected) -> Violations:
    """NIN-DET-01, -07, -08: who was met where, in the right order."""
    due = first_due(state)
    zone = due.met[0] if due.met else event.zone
    wrong = (
        event.cause != "guard_entered"
        or zone not in due.path
        or event.zone != zone
        or event.intruder in due.met
    )
    if not wrong and all_told(state):
        met = met_first(state, due) if not due.met else (zone, intruders_at(state, zone))
        missing = [name for name in met[1] if name not in due.met] if met else []
        wrong = met is None or met[0] != event.zone or missing[:1] != [event.intruder]
    if wrong or due.cause == "stay":
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})


def on_met(state: NinjaState, event: f.IntruderDetected) -> NinjaState:
    """NIN-DET-01, NIN-HID-09: the movement ended in this zone; the figure stands there; the alert is High."""
    due = first_due(state)
    state = paid(state)
    shown = full_of(state).shown[event.intruder]
    if not due.met:
        state = _cut(state, due, event.zone)
        due = replace(due, path=due.path[: due.path.index(event.zone) + 1], met=(event.zone,))
    state = with_shown(state, event.intruder, visible=event.zone, exposed=False, inside=shown.inside)
    state = owing(state, replace(due, met=(*due.met, event.intruder)))
    return replace(state, alert=HIGH)


def _cut(state: NinjaState, due: Due, zone: str) -> NinjaState:
    """The figures stand where they met somebody; a group faces the next zone of its way, if that is on the path."""
    place = due.path.index(zone)
    rest = due.path[place + 1 :]
    if not rest:
        return state
    state = with_figures(state, due.guards, zone=zone)
    patrol = full_of(state).figures[due.guards[0]].patrol
    if patrol is None:
        return state
    legal = map_of(state).guard_path.get(zone, ())
    facing = rest[0] if rest[0] in legal else None
    state = with_full(state, facings={**full_of(state).facings, patrol: facing})
    return state if facing or not legal else _later(state, Due("facing", due.guards))


def _later(state: NinjaState, due: Due) -> NinjaState:
    return with_full(state, due=(*full_of(state).due, due))


def check_passage_discovered(state: NinjaState, event: f.PassageDiscovered, by: Actor) -> Violations:
    """NIN-PASS-06."""
    yield from side_acts(state, by, "intruders")
    due = first_due(state)
    right = due.kind == "answer" and event.zone == due.path[-1] and discovery_due(state, due) is not False
    if not right or event.zone in full_of(state).discovered:
        yield RuleViolation("NIN-PASS-06", {"told": some(event.zone)})


def discovery_due(state: NinjaState, due: Due) -> bool | None:
    """Whether the movement ended in an entrance that the guards do not know; None where the log does not tell."""
    full = full_of(state)
    if state.options.no_passage_discovery or due.path[-1] in full.discovered:
        return False
    if due.cause == "awaken" and not due.met:
        return False
    if full.entrances is None:
        return None
    # A detection that has not been told yet comes first, and may end the movement elsewhere.
    pending = met_first(state, due) is not None and not due.met
    return due.path[-1] in full.entrances and not pending


def on_passage_discovered(state: NinjaState, event: f.PassageDiscovered) -> NinjaState:
    state = with_full(state, discovered=(*full_of(state).discovered, event.zone))
    bonus = 1 if state.options.passage_raises_alert else 0
    return replace(state, alert=min(HIGH, state.alert + bonus))


def check_movement_cleared(state: NinjaState, event: f.MovementCleared, by: Actor) -> Violations:
    """NIN-HID-21: only when nothing is left to say."""
    yield from side_acts(state, by, "intruders")
    due = first_due(state)
    if due.kind != "answer":
        yield RuleViolation("NIN-HID-21", {"told": "nothing"})
    elif (left := unsaid(state, due)) is not None:
        yield RuleViolation("NIN-HID-21", {"told": left})


def unsaid(state: NinjaState, due: Due) -> str | None:
    """What the intruders still have to say about a movement: who is met, or the entrance; None when nothing is."""
    met = (due.met[0], intruders_at(state, due.met[0])) if due.met else met_first(state, due)
    missing = [name for name in met[1] if name not in due.met] if met else []
    if missing:
        return missing[0]
    return due.path[-1] if discovery_due(state, due) else None


def on_movement_cleared(state: NinjaState, event: f.MovementCleared) -> NinjaState:
    """NIN-AWK-01: a guard that woke up and met nobody may move on."""
    due = first_due(state)
    state = settled(paid(state))
    if due.cause == "awaken" and not due.met:
        return owing(state, Due("move", due.guards, cause="awaken"))
    return state


def check_patrol_reformed(state: NinjaState, event: f.PatrolReformed, by: Actor) -> Violations:
    """NIN-MOV-11; NIN-HID-09 for an open facing."""
    yield from passing(side_acts(state, by, "guards"), _check_reforming(state, event))


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
        return
    legal: tuple[str | None, ...] = map_of(state).guard_path.get(zones.pop(), ()) or (None,)
    kept = tuple(full.facings[str(one)] for one in sorted(map(str, patrols)))
    if due.kind == "facing":
        if set(due.guards) != set(event.guards) or event.facing not in legal:
            yield RuleViolation("NIN-HID-09", {"told": some(event.facing), "legal": some(list(legal))})
    elif event.facing not in (kept or legal):
        yield RuleViolation("NIN-MOV-11", {"told": some(event.facing)})
    elif len(patrols) == 1 and len(members(state, str(next(iter(patrols))))) == len(event.guards):
        yield RuleViolation("NIN-MOV-11", {"told": some(list(event.guards))})


def on_patrol_reformed(state: NinjaState, event: f.PatrolReformed) -> NinjaState:
    state = paid(state) if first_due(state).kind == "facing" else state
    facings = {**full_of(state).facings, event.patrol: event.facing}
    return with_figures(with_full(state, facings=facings, may_move=()), event.guards, patrol=event.patrol)
