"""Searches, missions, traps and ambushes (NIN-SRCH, NIN-HAZ). Called by `rules.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.guards import check_new_guard, first_due
from games.ninja.full.state import Due, Figure
from games.ninja.full.table import (
    HIGH,
    card_spent,
    full_of,
    map_of,
    owing,
    paid,
    present,
    raised,
    with_full,
    with_shown,
)
from games.ninja.full.window import check_card
from games.ninja.maps import graph
from games.ninja.state import NinjaState, with_fate
from games.ninja.who import Violations, passing, side_acts
from games.ruleset import Actor, RuleViolation


def check_zones_searched(state: NinjaState, event: f.ZonesSearched, by: Actor) -> Violations:
    """NIN-SRCH-02, -03, -04, NIN-PASS-14."""
    yield from passing(
        side_acts(state, by, "intruders"), _check_searcher(state, event), _check_zones(state, event)
    )


def _check_searcher(state: NinjaState, event: f.ZonesSearched) -> Violations:
    """NIN-SRCH-04: once, after its move, while its window is open."""
    full = full_of(state)
    shown = full.shown.get(event.intruder)
    open_ = full.window is not None and full.window.intruder == event.intruder
    if shown is None or not shown.moved or shown.searched or not open_ or full.step != "intruder_action":
        yield RuleViolation("NIN-SRCH-04", {"intruder": event.intruder})


def _check_zones(state: NinjaState, event: f.ZonesSearched) -> Violations:
    if any(zone.startswith("@") for zone in event.zones):
        yield RuleViolation("NIN-PASS-14", {"told": list(event.zones)})
        return
    strange = [zone for zone in event.zones if zone not in map_of(state).zones]
    if strange:
        yield RuleViolation("NIN-LOG-06", {"told": some(strange[0]), "legal": "known_zone"})
    number = len(event.zones)
    if not 1 <= number <= LIMITS.searches or len(set(event.zones)) < number:
        params = {"intruder": event.intruder, "told": some(list(event.zones)), "limit": LIMITS.searches}
        yield RuleViolation("NIN-SRCH-02", params)
    visited = full_of(state).hidden[event.intruder].visited
    if visited is not None and not set(event.zones) <= set(visited):
        yield RuleViolation("NIN-SRCH-03", {"told": list(event.zones), "legal": some(list(visited))})


def on_zones_searched(state: NinjaState, event: f.ZonesSearched) -> NinjaState:
    state = with_shown(state, event.intruder, searched=True)
    return owing(state, Due("search", intruder=event.intruder, zones=event.zones))


def answers(state: NinjaState, zones: tuple[str, ...]) -> tuple[f.Found, ...] | None:
    """NIN-SRCH-05: what the guard's map says; None where the log does not tell it."""
    marks = full_of(state).marks
    return None if marks is None else tuple(_answer(marks, zone) for zone in zones)


def _answer(marks: f.Marks, zone: str) -> f.Found:
    letter = next((letter for letter, place in marks.targets.items() if place == zone), None)
    if letter is not None:
        return f.Found(zone=zone, found="target", letter=letter)
    kind = "trap" if zone in marks.traps else "ambush" if zone in marks.ambushes else "nothing"
    return f.Found(zone=zone, found=kind)  # type: ignore[arg-type]


def check_search_answered(state: NinjaState, event: f.SearchAnswered, by: Actor) -> Violations:
    """NIN-SRCH-05."""
    yield from passing(side_acts(state, by, "guards"), _check_answers(state, event))


def _check_answers(state: NinjaState, event: f.SearchAnswered) -> Violations:
    due = first_due(state)
    zones = tuple(one.zone for one in event.results)
    letters = all((one.letter in LIMITS.letters) == (one.found == "target") for one in event.results)
    truth = answers(state, due.zones) if due.kind == "search" else None
    if (
        due.kind != "search"
        or zones != due.zones
        or not letters
        or (truth is not None and event.results != truth)
    ):
        yield RuleViolation("NIN-SRCH-05", {"told": some(list(zones)), "expected": some(list(due.zones))})


def on_search_answered(state: NinjaState, event: f.SearchAnswered) -> NinjaState:
    due = first_due(state)
    full = full_of(state)
    found = {**full.found, **{one.zone: one.letter or one.found for one in event.results}}
    letters = tuple(one.letter for one in event.results if one.letter)
    window = replace(full.window, letters=letters) if full.window else None
    hazards = [
        Due("hazard", intruder=due.intruder, zones=(one.zone,), cause=one.found)
        for one in event.results
        if one.found in ("trap", "ambush")
    ]
    return owing(paid(with_full(state, found=found, window=window)), *hazards)


def mission_due(state: NinjaState) -> tuple[str, str] | None:
    """NIN-SRCH-06: (intruder, letter) of a mission card that has to be shown now, as far as the log tells it."""
    window = full_of(state).window
    if window is None or first_due(state).kind == "search":
        return None
    letter = full_of(state).hidden[window.intruder].mission
    done = state.intruders[window.intruder].mission
    return (window.intruder, letter) if letter in window.letters and letter and not done else None


def check_mission_completed(state: NinjaState, event: f.MissionCompleted, by: Actor) -> Violations:
    """NIN-SRCH-06, NIN-SRCH-07."""
    yield from side_acts(state, by, "intruders")
    window = full_of(state).window
    told = window is not None and event.letter in window.letters and window.intruder == event.intruder
    mine = full_of(state).hidden[event.intruder].mission if event.intruder in full_of(state).hidden else None
    done = event.intruder in state.intruders and state.intruders[event.intruder].mission
    if not told or done or (mine is not None and mine != event.letter):
        yield RuleViolation("NIN-SRCH-06", {"intruder": event.intruder, "told": some(event.letter)})


def on_mission_completed(state: NinjaState, event: f.MissionCompleted) -> NinjaState:
    state = with_fate(state, event.intruder, mission=True)
    return raised(state, 1) if state.options.mission_raises_alert else state


def check_hazard_resolved(state: NinjaState, event: f.HazardResolved, by: Actor) -> Violations:
    """NIN-HAZ-01 to -05, -07."""
    yield from passing(
        side_acts(state, by, "intruders"),
        _check_hazard(state, event),
        _check_trap(state, event) if event.hazard == "trap" else _check_ambush(state, event),
    )


def _check_hazard(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-01."""
    due = first_due(state)
    if due.kind != "hazard" or due.zones != (event.zone,) or due.cause != event.hazard:
        yield RuleViolation("NIN-HAZ-01", {"told": some(event.zone), "expected": some(list(due.zones))})
    elif (event.outcome == "guard_placed") != (event.guard is not None):
        yield RuleViolation("NIN-HAZ-05", {"told": event.outcome})


def _check_trap(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-02, NIN-HAZ-03."""
    name = first_due(state).intruder
    if event.outcome == "cat":
        if name != "traitor" or not present(state, name):
            yield RuleViolation("NIN-HAZ-03", {"intruder": name})
        else:
            yield from check_card(state, name, "it_was_a_cat")
    elif event.outcome != "alert":
        yield RuleViolation("NIN-HAZ-02", {"told": event.outcome})


def _check_ambush(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-04, -05, -07."""
    name, full = first_due(state).intruder, full_of(state)
    room = len(full.figures) < LIMITS.guards
    if event.outcome in ("killed_kenjutsu", "killed_shuriken"):
        yield from _check_kill(state, event, name)
    elif event.outcome == "guard_placed" and room:
        yield from check_new_guard(state, event.guard)
    elif event.outcome != "no_guard" or room:
        rule = "NIN-HAZ-05" if room else "NIN-HAZ-07"
        yield RuleViolation(rule, {"told": event.outcome})


def _check_kill(state: NinjaState, event: f.HazardResolved, name: str) -> Violations:
    """NIN-HAZ-04: by an intruder that is on the map; a Shuriken after one step at most, from here or next door."""
    hidden = full_of(state).hidden[name]
    if not present(state, name):
        yield RuleViolation("NIN-HAZ-04", {"intruder": name})
    elif event.outcome == "killed_kenjutsu":
        yield from check_card(state, name, "kenjutsu")
    else:
        far = hidden.distance is not None and hidden.distance > 1
        near = (
            hidden.zone is None
            or event.zone == hidden.zone
            or event.zone in graph(map_of(state)).open.get(hidden.zone, ())
        )
        if name != "ninja" or far or not near:
            yield RuleViolation("NIN-HAZ-04", {"intruder": name})
        else:
            yield from check_card(state, name, "shuriken")


def on_hazard_resolved(state: NinjaState, event: f.HazardResolved) -> NinjaState:
    """NIN-HAZ-02, -04 to -06."""
    name = first_due(state).intruder
    state = paid(state)
    if event.hazard == "trap":
        return card_spent(state, name, "it_was_a_cat") if event.outcome == "cat" else raised(state, 1)
    full = full_of(state)
    marks = full.marks
    if marks is not None:
        marks = replace(marks, ambushes=tuple(zone for zone in marks.ambushes if zone != event.zone))
    state = with_full(state, marks=marks, found={**full.found, event.zone: "nothing"})
    if event.outcome == "killed_shuriken":
        return card_spent(state, name, "shuriken")
    if event.outcome == "killed_kenjutsu":
        return raised(card_spent(state, name, "kenjutsu"), 1 if name == "ninja" else 2)
    if event.guard is not None:
        figures = {**full.figures, event.guard: Figure(event.zone)}
        state = with_full(state, figures=figures, next_guard=full.next_guard + 1)
    window = full_of(state).window
    if window is not None:
        state = with_full(state, window=replace(window, ambushed=event.zone, met=()))
    return replace(state, alert=HIGH)


def ambushed(state: NinjaState) -> tuple[str, ...]:
    """NIN-HAZ-05, -07: who has still to be shown after an ambush: all there, without a guard the searcher."""
    from games.ninja.full.table import guards_in, intruders_at

    window = full_of(state).window
    if window is None or window.ambushed is None:
        return ()
    there = intruders_at(state, window.ambushed)
    if not guards_in(state, window.ambushed):
        there = tuple(name for name in there if name == window.intruder)
    return tuple(name for name in there if name not in window.met)
