"""Listening: free listens, who hears somebody, the cat, the answer (NIN-LIS). Called by `rules.py`."""

from __future__ import annotations

from games.judging import first_broken
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import owner_of_card
from games.ninja.full.guards import check_kind, unit_of
from games.ninja.full.ownership import answers_act
from games.ninja.full.piles import check_owned, hand_acts
from games.ninja.full.state import Due
from games.ninja.full.table import first_due, full_of, map_of, owing, paid, present, raised, with_full
from games.ninja.maps.graph import distances, graph
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState, rivals
from games.ruleset import Actor, RuleViolation


def check_free_listen_ordered(state: NinjaState, event: f.FreeListenOrdered, by: Actor) -> Violations:
    """NIN-LIS-01, NIN-LIS-12, NIN-MODE-4P-03."""
    unit = unit_of(state, event.guard, event.patrol)
    return first_broken(
        hand_acts(state, by, event.hand),
        _check_free(state),
        check_owned(state, event.hand, unit),
        check_kind(state, "any", event, unit),
    )


def _check_free(state: NinjaState) -> Violations:
    full = full_of(state)
    if full.step != "guard_action":
        yield RuleViolation("NIN-LIS-12", {"against": "another_phase"})
    elif full.listened:
        yield RuleViolation("NIN-LIS-12", {"against": "listened_before"})
    elif full.played_alert or full.played_action:
        yield RuleViolation("NIN-LIS-12", {"against": "a_card_played"})


def on_free_listen_ordered(state: NinjaState, event: f.FreeListenOrdered) -> NinjaState:
    unit = unit_of(state, event.guard, event.patrol)
    return owing(with_full(state, listened=True), Due("listen", unit))


def heard(state: NinjaState, due: Due) -> bool | None:
    """NIN-LIS-02 to -05: whether the unit hears somebody; None where the log does not tell enough. NIN-LIS-10: against
    a cat nobody is heard; NIN-MODE-DL-04: a rival's cat covers the traitor alone."""
    full, zone = full_of(state), full_of(state).figures[due.guards[0]].zone
    covered = () if not due.cat else ("traitor",) if rivals(state) else tuple(state.intruders)
    answers = [
        _heard_one(state, name, zone)
        for name in state.intruders
        if present(state, name) and not full.shown[name].inside and name not in covered
    ]
    return True if True in answers else None if None in answers else False


def _heard_one(state: NinjaState, name: str, zone: str) -> bool | None:
    hidden, shown = full_of(state).hidden.get(name), full_of(state).shown.get(name)
    if hidden is None or hidden.distance == 0:
        # Nobody is heard before its first move, wherever its device may keep it (NIN-LIS-03).
        return None if hidden is None else False
    at = hidden.zone or (shown.visible if shown is not None else None)
    if state.map is None or at is None:
        return None
    away = distances(map_of(state), zone).get(at, 99)
    if hidden.distance is None:
        # How far a device alone knows it to have gone; nobody hears a figure on the board further than it can go.
        return None if away <= LIMITS.steps_of_intruder else False
    return away <= hidden.distance


def check_listen_answered(state: NinjaState, event: f.ListenAnswered, by: Actor) -> Violations:
    """NIN-LIS-02, NIN-LIS-10, NIN-LIS-14, NIN-MODE-DL-04, NIN-MODE-DL-06."""
    return first_broken(
        answers_act(state, by), _check_listening(state), _check_asked(state), _check_answer(state, event)
    )


def _check_listening(state: NinjaState) -> Violations:
    if first_due(state).kind != "listen":
        yield RuleViolation("NIN-LIS-14")


def cat_possible(state: NinjaState) -> bool:
    """NIN-LIS-11 by what everybody knows: the traitor is on the map and holds cards."""
    name = owner_of_card(state, "it_was_a_cat")
    shown = full_of(state).shown.get(name)
    return shown is not None and present(state, name) and shown.hand > 0


def cat_asked(state: NinjaState) -> bool:
    """NIN-HID-17: whether the traitor's card is still to be asked for."""
    due = first_due(state)
    return due.kind == "listen" and not due.cat and not due.passed and cat_possible(state)


def _check_asked(state: NinjaState) -> Violations:
    """NIN-HID-17, NIN-MODE-DL-06: nobody answers for a rival before its card was asked for."""
    if rivals(state) and cat_asked(state):
        yield RuleViolation("NIN-HID-17", {"told": "due_cat"})
        yield RuleViolation("NIN-MODE-DL-06", {"told": "due_cat"})


def _check_answer(state: NinjaState, event: f.ListenAnswered) -> Violations:
    due = first_due(state)
    truth = heard(state, due)
    if event.cat != due.cat or (event.cat and event.heard and not rivals(state)):
        yield RuleViolation("NIN-LIS-10", {"told": event.cat, "heard": event.heard})
    elif event.cat and truth is not None and event.heard != truth:
        yield RuleViolation("NIN-MODE-DL-04", {"told": event.heard, "expected": truth})
    elif not event.cat and truth is not None and event.heard != truth:
        params = {"told": event.heard, "expected": truth}
        yield from (RuleViolation(rule, params) for rule in ("NIN-LIS-02", *_why(state, due, truth)))


def _why(state: NinjaState, due: Due, truth: bool) -> tuple[str, ...]:
    """What the answer overlooks: a wall is crossed; or who stands, is too far away or in the passage is not heard."""
    full, zone = full_of(state), full_of(state).figures[due.guards[0]].zone
    there = [name for name in state.intruders if present(state, name)]
    if truth:
        near = [full.hidden[name] for name in there if _heard_one(state, name, zone)]
        on_foot = any(_walk(state, zone, one.zone or "") <= (one.distance or 0) for one in near)
        return ("NIN-LIS-06",) if on_foot else ("NIN-LIS-06", "NIN-LIS-04", "NIN-MAP-13")
    inside = ("NIN-PASS-05",) if any(full.shown[name].inside for name in there) else ()
    outside = [full.hidden[name] for name in there if not full.shown[name].inside]
    still = ("NIN-LIS-05",) if any(one.distance == 0 for one in outside) else ()
    far = ("NIN-LIS-03", "NIN-MAP-13") if any(one.distance for one in outside) else ()
    return (*still, *far, *inside)


def _walk(state: NinjaState, start: str, goal: str) -> int:
    """Steps over open borders alone."""
    found, front, steps = {start}, {start}, 0
    while front and goal not in found:
        front = {other for one in front for other in graph(map_of(state)).open.get(one, ())} - found
        found, steps = found | front, steps + 1
    return steps if goal in found else len(map_of(state).zones)


def on_listen_answered(state: NinjaState, event: f.ListenAnswered) -> NinjaState:
    """NIN-LIS-07, NIN-LIS-08."""
    unit = first_due(state).guards
    state = paid(state)
    if not event.heard:
        return state
    free = not any(full_of(state).figures[one].moved for one in unit)
    return raised(with_full(state, may_move=unit if free else ()), 1, "NIN-ALERT-05", "NIN-LIS-07")
