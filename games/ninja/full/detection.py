"""Detections: an intruder is seen, and hides again (NIN-DET, NIN-ALERT-06).

What a path alone can show is checked when the move is closed, see `path.py`. Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken, passing
from games.ninja.full import events as f
from games.ninja.full.answers import check_met, on_met
from games.ninja.full.ownership import answers_act
from games.ninja.full.reach import check_way
from games.ninja.full.state import Incident
from games.ninja.full.table import (
    alarmed,
    ambushed,
    calm,
    first_due,
    full_of,
    guards_in,
    present,
    unmet,
    window_of,
    with_full,
    with_shown,
)
from games.ninja.full.window import acting, with_incident
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState
from games.remembered import remembered_of_two
from games.ruleset import Actor, RuleViolation


def check_intruder_detected(state: NinjaState, event: f.IntruderDetected, by: Actor) -> Violations:
    """NIN-DET-01, -02, -03, -08; NIN-HAZ-05 after an ambush."""
    due = first_due(state)
    if due.kind == "answer":
        yield from passing(answers_act(state, by), _check_known(state, event), check_met(state, event))
    elif event.cause == "ambush":
        yield from passing(answers_act(state, by), _check_known(state, event), _check_ambushed(state, event))
    else:
        yield from passing(
            acting(state, event, by, event.intruder),
            _check_entered(state, event),
            check_way(state, event, on_intruder_detected),
        )


def _check_known(state: NinjaState, event: f.IntruderDetected) -> Violations:
    if event.intruder not in state.intruders or not present(state, event.intruder):
        yield RuleViolation("NIN-INT-14", {"intruder": event.intruder})


def _check_ambushed(state: NinjaState, event: f.IntruderDetected) -> Violations:
    window = full_of(state).window
    zone = window.ambushed if window else None
    hidden = full_of(state).hidden[event.intruder].zone
    there = hidden is None or hidden == zone or state.map is None
    if window is None or event.zone != zone or event.intruder not in unmet(state) or not there:
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})
    elif event.intruder == "ninja" and "traitor" in window.met:
        yield RuleViolation("NIN-DET-07", {"intruder": "traitor", "expected": "ninja"})
    elif (first := ambushed(state)) and event.intruder != first[0]:
        yield RuleViolation("NIN-DET-07", {"intruder": event.intruder, "expected": first[0]})


def _check_entered(state: NinjaState, event: f.IntruderDetected) -> Violations:
    """NIN-DET-08, NIN-DET-06: what everybody sees; the path shows the rest."""
    window = window_of(state, event.intruder)
    if window.seen_at == event.zone and not window.incidents:
        yield RuleViolation("NIN-DET-06", {"intruder": event.intruder, "told": event.zone})
        return
    guards = guards_in(state, event.zone)
    active = any(not one.drunk for one in guards.values())
    due = "intruder_entered" if active else "drunk_guard" if guards else "nothing"
    if event.cause != due:
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})


@remembered_of_two
def on_intruder_detected(state: NinjaState, event: f.IntruderDetected) -> NinjaState:
    """NIN-ALERT-06: High, but for drunk guards; after an ambush it is High already."""
    if first_due(state).kind == "answer":
        return on_met(state, event)
    if event.cause == "ambush":
        window = window_of(state, event.intruder)
        current = full_of(state).window or window
        state = with_full(state, window=replace(current, met=(*current.met, event.intruder)))
        alone = not guards_in(state, event.zone)
        return with_shown(state, event.intruder, visible=event.zone, exposed=alone)
    state = with_incident(state, event.intruder, Incident("detected", zone=event.zone, cause=event.cause))
    state = with_shown(state, event.intruder, visible=event.zone, exposed=False)
    return alarmed(state) if event.cause == "intruder_entered" else calm(state)


def check_intruder_hidden(state: NinjaState, event: f.IntruderHidden, by: Actor) -> Violations:
    """NIN-DET-05."""
    return first_broken(
        acting(state, event, by, event.intruder),
        _check_shown(state, event),
        check_way(state, event, on_intruder_hidden),
    )


def _check_shown(state: NinjaState, event: f.IntruderHidden) -> Violations:
    if full_of(state).shown[event.intruder].visible is None:
        yield RuleViolation("NIN-DET-05", {"intruder": event.intruder})


@remembered_of_two
def on_intruder_hidden(state: NinjaState, event: f.IntruderHidden) -> NinjaState:
    state = calm(with_incident(state, event.intruder, Incident("hidden")))
    return with_shown(state, event.intruder, visible=None, exposed=False)
