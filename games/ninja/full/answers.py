"""What the intruders answer to a movement of the guards: who is met, which entrance is found, or nothing.

NIN-DET-01, -07, -08, NIN-PASS-06, -07, -15, NIN-MODE-BAL-03, -05, -06, NIN-HID-21. Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.full import events as f
from games.ninja.full.character import speaking
from games.ninja.full.ownership import BOTH, answers_act, own, owners, passages
from games.ninja.full.passage import shown_exit
from games.ninja.full.state import Due, Hidden
from games.ninja.full.table import (
    alarmed,
    calm,
    figures_at,
    first_due,
    full_of,
    intruders_at,
    map_of,
    owing,
    paid,
    present,
    raised,
    watched,
    with_figures,
    with_full,
    with_shown,
)
from games.ninja.maps.graph import UNKNOWN_EXIT, graph
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState
from games.ruleset import Actor, Event, RuleViolation

Who = Callable[[NinjaState, str], tuple[str, ...]]
"""The intruders in a zone: by what everybody sees (`figures_at`), or by the log as well (`intruders_at`)."""


def met_first(state: NinjaState, due: Due, who: Who = intruders_at) -> tuple[str, tuple[str, ...]] | None:
    """NIN-DET-01: the first zone of a movement with an intruder, and who is there; None where nobody is met."""
    if due.cause == "stay":
        return None
    for zone in due.path:
        if there := who(state, zone):
            return zone, there
    return None


def unsaid(state: NinjaState, due: Due) -> Event | None:
    """What the intruders still have to say about a movement, as far as the log tells it; None when nothing is left.

    Without a map nobody but they can tell more than who stands on the board (NIN-MAP-12).
    """
    if due.path[-1] == UNKNOWN_EXIT:
        return None if state.map is None else _exit_due(state, due)
    who: Who = figures_at if state.map is None else intruders_at
    zone, there = (due.met[0], who(state, due.met[0])) if due.met else met_first(state, due, who) or ("", ())
    missing = [name for name in there if name not in due.met]
    if missing:
        return f.IntruderDetected(intruder=speaking(state, missing[0]), zone=zone, cause="guard_entered")
    return None if state.map is None else _discovery_due(state, due)


def _exit_due(state: NinjaState, due: Due) -> Event | None:
    """NIN-PASS-15: the entrance that the guards do not know; the known one again where both are in one zone."""
    passage = own(state, due.owner)
    if passage.entrances is None:
        return None
    left = [zone for zone in passage.entrances if zone not in passage.discovered]
    return f.PassageDiscovered(zone=(left or list(passage.entrances))[0], passage=_passage(due.owner))


def _passage(owner: str) -> Literal["both", "ninja", "traitor"]:
    return "both" if owner == BOTH else "traitor" if owner == "traitor" else "ninja"


def goes_on(due: Due) -> bool:
    """NIN-AWK-01: whether a guard that woke up has met nobody: its movement ends where it goes next, or stays."""
    return due.cause == "awaken" and not due.met


def _discovery_due(state: NinjaState, due: Due) -> Event | None:
    """NIN-PASS-06, NIN-MODE-BAL-06: what a movement finds where it ended."""
    full, zone = full_of(state), due.path[-1]
    if goes_on(due):
        return None
    for owner in () if state.options.no_passage_discovery else owners(state):
        passage = own(state, owner)
        if zone in (passage.entrances or ()) and zone not in passage.discovered:
            return f.PassageDiscovered(zone=zone, passage=_passage(owner))
    if state.options.rope_discovery:
        hung = [edge for owner in owners(state) for edge in own(state, owner).ropes]
        edges = {_sorted(edge) for edge in hung if zone in edge} - set(full.ropes_known)
        return next(
            (f.PassageDiscovered(zone=zone, passage="rope", edge=edge) for edge in sorted(edges)), None
        )
    return None


def _sorted(edge: tuple[str, str]) -> tuple[str, str]:
    return (min(edge), max(edge))


def known_to_log(state: NinjaState) -> bool:
    """Whether the log tells where every intruder on the map is, and the entrances; without a map it never does."""
    full = full_of(state)
    return (
        state.map is not None
        and all(own(state, owner).entrances is not None for owner in owners(state))
        and all(
            full.shown[name].inside
            or not present(state, name)
            or full.hidden.get(name, Hidden()).zone is not None
            for name in state.intruders
        )
    )


def check_met(state: NinjaState, event: f.IntruderDetected) -> Violations:
    """NIN-DET-01, -07, -08: who was met where, in the right order."""
    due = first_due(state)
    zone = due.met[0] if due.met else event.zone
    wrong = event.cause != "guard_entered" or zone not in due.path or event.zone != zone
    # What lies where the movement ended was told, so that nobody was met before it ended, but whom everybody sees.
    late = due.found and unsaid(state, due) != event
    said = due.cause == "stay" or late or event.intruder in due.met or zone == UNKNOWN_EXIT
    if wrong or said or _seen_elsewhere(state, event) or _beyond_figures(state, due, zone):
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})
    elif known_to_log(state) and (left := unsaid(state, due)) != event:
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": event.zone})
        if isinstance(left, f.IntruderDetected) and left.zone == event.zone:
            yield RuleViolation("NIN-DET-07", {"intruder": event.intruder, "expected": left.intruder})
    elif _out_of_order(state, event, due):
        yield RuleViolation("NIN-DET-07", {"intruder": "traitor", "expected": "ninja"})


def _out_of_order(state: NinjaState, event: f.IntruderDetected, due: Due) -> bool:
    """NIN-DET-07: the ninja first, whoever came first: the order tells nothing, on a device that keeps the places as
    well. Whose figure stands there is met for certain, so that nobody comes before it."""
    if event.intruder == "ninja":
        return "traitor" in due.met
    return "ninja" in figures_at(state, event.zone) and "ninja" not in due.met


def _seen_elsewhere(state: NinjaState, event: f.IntruderDetected) -> bool:
    """NIN-DET-08: whether everybody sees that this intruder is in another zone: on the board, or on its card."""
    shown = full_of(state).shown[event.intruder]
    placed = shown.inside or shown.visible is not None or event.zone in passages(state)
    return placed and event.intruder not in figures_at(state, event.zone)


def _beyond_figures(state: NinjaState, due: Due, zone: str) -> bool:
    """NIN-MOV-04: whether the movement had ended before this zone, where a figure stands."""
    first = None if due.met else met_first(state, due, figures_at)
    return first is not None and due.path.index(zone) > due.path.index(first[0])


def on_met(state: NinjaState, event: f.IntruderDetected) -> NinjaState:
    """NIN-DET-01, NIN-HID-09: the movement ended in this zone; the figure stands there; the alert is High."""
    due = first_due(state)
    state = paid(state)
    if not due.met:
        state = _cut(state, due, event.zone)
        due = replace(due, path=due.path[: due.path.index(event.zone) + 1], met=(event.zone,))
    state = with_shown(state, event.intruder, visible=event.zone, exposed=False)
    state = owing(state, replace(due, met=(*due.met, event.intruder)))
    return alarmed(state)


def _cut(state: NinjaState, due: Due, zone: str) -> NinjaState:
    """The figures stand where they met somebody; a group faces the next zone of its way, if that is on the path."""
    rest = due.path[due.path.index(zone) + 1 :]
    if not rest:
        return state
    state = with_figures(state, due.guards, zone=zone)
    patrol = full_of(state).figures[due.guards[0]].patrol
    if patrol is None:
        return state
    legal = map_of(state).guard_path.get(zone, ())
    # Without a map nobody knows whether the way went along the path: the guards say where they look.
    facing = rest[0] if rest[0] in legal and state.map is not None else None
    state = with_full(state, facings={**full_of(state).facings, patrol: facing})
    on_path = bool(legal) or state.map is None
    return state if facing or not on_path else _later(state, Due("facing", due.guards))


def _later(state: NinjaState, due: Due) -> NinjaState:
    return with_full(state, due=(*full_of(state).due, due))


def check_passage_discovered(state: NinjaState, event: f.PassageDiscovered, by: Actor) -> Violations:
    """NIN-PASS-06, NIN-PASS-15, NIN-MODE-BAL-05, NIN-MODE-BAL-06, NIN-ROPE-04."""
    return first_broken(answers_act(state, by), _check_option(state, event), _check_found(state, event))


def _check_option(state: NinjaState, event: f.PassageDiscovered) -> Violations:
    if event.passage == "rope" and not state.options.rope_discovery:
        yield RuleViolation("NIN-ROPE-04", {"told": some(event.zone)})
    elif event.passage != "rope" and state.options.no_passage_discovery:
        yield RuleViolation("NIN-MODE-BAL-05", {"told": some(event.zone)})
    elif event.passage != "rope" and event.passage not in owners(state):
        yield RuleViolation("NIN-MODE-DL-02", {"told": event.passage, "expected": list(owners(state))})
    elif (event.passage == "rope") != (event.edge is not None):
        yield RuleViolation("NIN-MODE-BAL-06", {"told": some(event.zone)})


def _check_found(state: NinjaState, event: f.PassageDiscovered) -> Violations:
    due, rope = first_due(state), event.passage == "rope"
    rule = "NIN-MODE-BAL-06" if rope else "NIN-PASS-06"
    if rope and event.edge is not None and not _may_be_roped(state, event.zone, event.edge):
        yield RuleViolation(rule, {"told": list(event.edge)})
        return
    if due.kind == "answer" and due.path[-1] == UNKNOWN_EXIT:
        right = not rope and _may_be_entrance(state, event.zone) and event.passage == due.owner
        rule = "NIN-PASS-15"
    else:
        right = _is_at_the_end(state, event, due)
    known = state.map is not None and all(own(state, owner).entrances for owner in owners(state))
    left = unsaid(state, due) if right else None
    if isinstance(left, f.IntruderDetected):
        yield RuleViolation("NIN-DET-01", {"intruder": left.intruder, "told": left.zone})
    if right and (known or isinstance(left, f.IntruderDetected)):
        right = left == event
    if not right:
        yield RuleViolation(rule, {"told": some(event.zone)})
        entrances = () if rope else own(state, event.passage).entrances or ()
        if due.kind == "answer" and event.zone in entrances and event.zone not in due.path:
            yield RuleViolation("NIN-PASS-07", {"told": event.zone})


def _is_at_the_end(state: NinjaState, event: f.PassageDiscovered, due: Due) -> bool:
    """Something new in the zone where the way that is answered ended, in its turn."""
    if due.kind != "answer" or event.zone != due.path[-1] or goes_on(due):
        return False
    known = (
        event.edge in full_of(state).ropes_known
        if event.passage == "rope"
        else not _unknown_yet(state, event)
    )
    return not known and not (state.map is not None and _after_its_turn(due, event))


def _after_its_turn(due: Due, event: f.PassageDiscovered) -> bool:
    """NIN-MODE-BAL-06: the entrance first, then the ropes in the order of their edges, whoever keeps the secrets."""
    return due.rope is not None and (event.edge is None or event.edge < due.rope)


def _may_be_roped(state: NinjaState, zone: str, edge: tuple[str, str]) -> bool:
    """NIN-ROPE-01, NIN-MODE-BAL-06: a wall of the zone, its ends in their order."""
    walls = graph(map_of(state)).walls.get(zone, ())
    return state.map is None or (edge == _sorted(edge) and zone in edge and {*edge} - {zone} <= {*walls})


def _may_be_entrance(state: NinjaState, zone: str) -> bool:
    """NIN-SETUP-18: any zone but a canal."""
    return zone in map_of(state).zones and zone not in map_of(state).canals


def _unknown_yet(state: NinjaState, event: f.PassageDiscovered) -> bool:
    """NIN-PASS-01: a passage has two entrances, so that none is left to find where both are known."""
    passage = own(state, event.passage)
    left = event.zone not in passage.discovered and not passage.both_known
    return left and _may_be_entrance(state, event.zone)


def on_passage_discovered(state: NinjaState, event: f.PassageDiscovered) -> NinjaState:
    due = first_due(state)
    if event.passage == "rope" and event.edge is not None:
        known = (*full_of(state).ropes_known, event.edge)
        return calm(
            owing(with_full(paid(state), ropes_known=known), replace(due, found=True, rope=event.edge))
        )
    fresh = event.zone not in own(state, event.passage).discovered
    state = shown_exit(paid(state), event.passage, event.zone)
    if due.path[-1] == UNKNOWN_EXIT:
        state = _came_out(state, due, event.zone)
    else:
        state = owing(state, replace(due, found=True))
    raises = state.options.passage_raises_alert and fresh
    return raised(state, 1, "NIN-MODE-BAL-03") if raises else calm(state)


def _came_out(state: NinjaState, due: Due, zone: str) -> NinjaState:
    """NIN-PASS-15: the guards stand in the zone that they were told; whoever is there is met now."""
    state = with_figures(state, due.guards, zone=zone)
    return owing(state, Due("answer", due.guards, (zone,), cause="exit"))


def check_movement_cleared(state: NinjaState, event: f.MovementCleared, by: Actor) -> Violations:
    """NIN-HID-21: only when nothing is left to say; NIN-DET-01 where somebody was met."""
    yield from answers_act(state, by)
    due = first_due(state)
    if due.kind != "answer" or due.path[-1] == UNKNOWN_EXIT:
        yield RuleViolation("NIN-HID-21", {"told": "nothing"})
    elif (left := unsaid(state, due)) is not None:
        yield RuleViolation("NIN-HID-21", {"told": getattr(left, "intruder", "due_entrance")})
        if isinstance(left, f.IntruderDetected):
            yield RuleViolation("NIN-DET-01", {"intruder": left.intruder, "told": left.zone})


def on_movement_cleared(state: NinjaState, event: f.MovementCleared) -> NinjaState:
    """NIN-AWK-01: a guard that woke up and met nobody may move on; NIN-PASS-15: so may one that came out. NIN-DET-05:
    whom the guards left behind on their way is hidden again."""
    full, due = full_of(state), first_due(state)
    further = (Due("move", due.guards, cause="awaken"),) if goes_on(due) else ()
    state = with_full(state, due=(*further, *full.due[1:]), shown=watched(full.shown, full.figures))
    return _after_exit(state, due) if due.cause == "exit" else state


def _after_exit(state: NinjaState, due: Due) -> NinjaState:
    """NIN-PASS-15: one step more for who met nobody; a group that stays on the Guard Path has an open facing."""
    state = state if due.met else with_full(state, may_step=due.guards)
    patrol = full_of(state).figures[due.guards[0]].patrol
    on_path = patrol is not None and due.path[-1] in map_of(state).guard_path
    return owing(state, Due("facing", due.guards, cause="exit")) if on_path else state
