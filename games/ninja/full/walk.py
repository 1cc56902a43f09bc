"""The way of an intruder through its window: the passage, leaving the map, the move (NIN-INT, NIN-PASS, NIN-END-04).

What a path alone can show is checked when the move is closed, see `path.py`. Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.full import events as f
from games.ninja.full.ownership import own_ways, owner_of_ways, with_own
from games.ninja.full.path import walked
from games.ninja.full.piles import wounds_returned
from games.ninja.full.reach import check_way
from games.ninja.full.state import Hidden, Incident, Window
from games.ninja.full.table import (
    added,
    calm,
    full_of,
    off_board,
    window_of,
    with_full,
    with_hidden,
    with_shown,
)
from games.ninja.full.window import acting, with_incident
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState, all_out, with_fate
from games.remembered import remembered_of_two
from games.ruleset import Actor, RuleViolation


def check_passage_entered(state: NinjaState, event: f.PassageEntered, by: Actor) -> Violations:
    """NIN-PASS-02: a card just played or on the table, at an entrance. NIN-INT-06: who came out stays out."""
    return first_broken(
        acting(state, event, by, event.intruder),
        _check_entry(state, event),
        check_way(state, event, on_passage_entered),
    )


def _check_entry(state: NinjaState, event: f.PassageEntered) -> Violations:
    entrances, shown = own_ways(state, event.intruder).entrances, full_of(state).shown[event.intruder]
    happened = window_of(state, event.intruder).incidents
    opened = shown.table or any(one.kind == "card_secret_passage" and not one.bluff for one in happened)
    if any(one.kind == "came_out" for one in happened):
        yield RuleViolation("NIN-INT-06", {"intruder": event.intruder})
    elif shown.inside or not opened:
        yield RuleViolation("NIN-PASS-02", {"intruder": event.intruder, "told": "no_card"})
    elif event.entrance is not None and entrances is not None and event.entrance not in entrances:
        yield RuleViolation("NIN-PASS-02", {"intruder": event.intruder, "told": some(event.entrance)})


@remembered_of_two
def on_passage_entered(state: NinjaState, event: f.PassageEntered) -> NinjaState:
    """NIN-PASS-02: the card that was played for it, the last one before the entry (NIN-INT-13), lies on the table."""
    secret = None if event.entrance is None else (event.entrance,)
    happened = window_of(state, event.intruder).incidents
    opened = [one.card for one in happened if one.kind == "card_secret_passage"][-1:]
    lying = added(full_of(state).shown[event.intruder].lying, dict.fromkeys(opened, 1)) or {}
    state = with_incident(state, event.intruder, Incident("entered", secret=secret))
    laid = {"table": True, "lying": lying}
    return with_shown(state, event.intruder, inside=True, visible=None, exposed=False, **laid)


def check_passage_left(state: NinjaState, event: f.PassageLeft, by: Actor) -> Violations:
    """NIN-PASS-04, NIN-INT-06: in a later turn, through an entrance."""
    return first_broken(
        acting(state, event, by, event.intruder),
        _check_exit(state, event),
        check_way(state, event, on_passage_left),
    )


def _check_exit(state: NinjaState, event: f.PassageLeft) -> Violations:
    entrances, shown = own_ways(state, event.intruder).entrances, full_of(state).shown[event.intruder]
    just = any(one.kind == "entered" for one in window_of(state, event.intruder).incidents)
    if just:
        yield RuleViolation("NIN-INT-06", {"intruder": event.intruder})
    elif not shown.inside:
        yield RuleViolation("NIN-PASS-04", {"intruder": event.intruder, "told": "nothing"})
    elif event.entrance is not None and entrances is not None and event.entrance not in entrances:
        yield RuleViolation("NIN-PASS-04", {"intruder": event.intruder, "told": some(event.entrance)})


@remembered_of_two
def on_passage_left(state: NinjaState, event: f.PassageLeft) -> NinjaState:
    secret = None if event.entrance is None else (event.entrance,)
    state = with_incident(state, event.intruder, Incident("came_out", secret=secret))
    return with_shown(state, event.intruder, inside=False)


def check_intruder_left_map(state: NinjaState, event: f.IntruderLeftMap, by: Actor) -> Violations:
    """NIN-END-04: from a zone at the edge that the intruder can come to."""
    return first_broken(
        acting(state, event, by, event.intruder), check_way(state, event, on_intruder_left_map)
    )


@remembered_of_two
def on_intruder_left_map(state: NinjaState, event: f.IntruderLeftMap) -> NinjaState:
    return calm(with_incident(state, event.intruder, Incident("left")))


def check_intruder_moved(state: NinjaState, event: f.IntruderMoved, by: Actor) -> Violations:
    """NIN-INT-01 to -07, -15, -16 and what happened on the way, as far as the log tells the path."""
    return first_broken(acting(state, event, by, event.intruder), _check_walk(state, event))


def _check_walk(state: NinjaState, event: f.IntruderMoved) -> Violations:
    if event.start is not None and event.steps is not None:
        yield from walked(state, window_of(state, event.intruder), event.start, event.steps)
        if state.map is None:
            yield from _check_figure(state, event.intruder, event.start, event.steps)
            yield from _check_seen(state, event.intruder, event.steps)


def _check_figure(state: NinjaState, name: str, start: str, steps: tuple[f.Step, ...]) -> Violations:
    """NIN-DET-05: without a map too a figure that stands on the board when a way is over stands where it ends."""
    end, stands = (start, *(step.to for step in steps))[-1], full_of(state).shown[name].visible
    if stands is not None and end != stands and not any(step.via == "exit" for step in steps):
        yield RuleViolation("NIN-DET-05", {"intruder": name, "told": stands})


def _check_seen(state: NinjaState, name: str, steps: tuple[f.Step, ...]) -> Violations:
    """NIN-DET-08: without a map too a way enters the zones where its intruder was seen, in their order."""
    entered = iter([step.to for step in steps])
    for one in window_of(state, name).incidents:
        if one.kind == "detected" and one.zone not in entered:
            yield RuleViolation("NIN-DET-08", {"intruder": name, "told": some(one.zone)})
            return


def on_intruder_moved(state: NinjaState, event: f.IntruderMoved) -> NinjaState:
    window, full, name = window_of(state, event.intruder), full_of(state), event.intruder
    shown = replace(full.shown[name], moved=True)
    hidden = _after_walk(full.hidden.get(name, Hidden()), event)
    state = with_full(
        state, window=window, shown={**full.shown, name: shown}, hidden={**full.hidden, name: hidden}
    )
    return _after_deeds(state, window) if window.incidents else state


def _after_deeds(state: NinjaState, window: Window) -> NinjaState:
    """What the deeds of a window leave behind: NIN-ROPE-02 ropes that hang, NIN-END-04 whoever left the map."""
    name = window.intruder
    hung = [one.secret for one in window.incidents if one.kind == "card_rope" and one.secret]
    ropes = tuple((edge[0], edge[1]) for edge in hung)
    if ropes:
        known = own_ways(state, name).ropes
        state = with_own(state, owner_of_ways(state, name), ropes=(*known, *ropes))
    if not any(one.kind == "left" for one in window.incidents):
        return state
    state = with_fate(off_board(state, name), name, left=state.turn)
    state = with_hidden(state, name, zone=None)
    return wounds_returned(state, name, over=all_out(state))


def _after_walk(hidden: Hidden, event: f.IntruderMoved) -> Hidden:
    """What its side knows of an intruder after its move."""
    if event.start is None or event.steps is None:
        return replace(hidden, zone=None, distance=None, visited=None)
    zones = [event.start, *[step.to for step in event.steps]]
    visited = tuple(dict.fromkeys([zone for zone in zones if zone[:1] != "@"])) if event.steps else ()
    zone = zones[-1]
    return replace(hidden, zone=zone, distance=len(event.steps), visited=visited)
