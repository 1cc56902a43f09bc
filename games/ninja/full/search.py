"""Searches, missions, traps and ambushes (NIN-SRCH, NIN-HAZ). Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import carried, mixed, owner_of_card
from games.ninja.full.guards import check_figure, check_new_guard
from games.ninja.full.known_map import contradicted
from games.ninja.full.ownership import found_by, hazard_zone, intruder_acts, results_of, with_found, zones_of
from games.ninja.full.piles import free_weapons
from games.ninja.full.state import Due, Figure, Shown
from games.ninja.full.table import (
    alarmed,
    calm,
    calmly,
    card_spent,
    first_due,
    full_of,
    map_of,
    owing,
    paid,
    present,
    raised,
    with_figures,
    with_full,
    with_guards,
    with_shown,
)
from games.ninja.full.window import alarm, check_card
from games.ninja.maps.graph import graph
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import NinjaState, named, rivals, with_fate
from games.ruleset import Actor, RuleViolation

HAZARDS = ("trap", "ambush")


def check_zones_searched(state: NinjaState, event: f.ZonesSearched, by: Actor) -> Violations:
    """NIN-SRCH-02, -03, -04, NIN-PASS-14, NIN-MODE-DL-03."""
    return first_broken(
        intruder_acts(state, by, event.intruder),
        _check_searcher(state, event),
        _check_apart(state, bool(event.zones), event.secret_zones is not None),
        _check_zones(state, event),
    )


def _check_apart(state: NinjaState, openly: bool, secretly: bool) -> Violations:
    """NIN-MODE-DL-03: what a rival searches is told in secret, what an ally searches openly."""
    if openly if rivals(state) else secretly:
        yield RuleViolation("NIN-MODE-DL-03", {"told": "told_openly" if openly else "told_in_secret"})


def _check_searcher(state: NinjaState, event: f.ZonesSearched) -> Violations:
    """NIN-SRCH-04: once, after its move, while its window is open."""
    full = full_of(state)
    shown = full.shown.get(event.intruder)
    open_ = full.window is not None and full.window.intruder == event.intruder
    if shown is None or not shown.moved or shown.searched or not open_ or full.step != "intruder_action":
        yield RuleViolation("NIN-SRCH-04", {"intruder": event.intruder})
        if shown is not None and not shown.moved:
            yield RuleViolation("NIN-SRCH-01", {"intruder": event.intruder})


def _check_zones(state: NinjaState, event: f.ZonesSearched) -> Violations:
    zones = zones_of(event)
    if any(zone.startswith("@") for zone in zones):
        yield RuleViolation("NIN-PASS-14", {"told": list(zones)})
        return
    strange = [zone for zone in zones if zone not in map_of(state).zones]
    if strange:
        yield RuleViolation("NIN-LOG-06", {"told": some(strange[0]), "legal": "known_zone"})
    number = len(zones)
    if not 1 <= number <= LIMITS.searches or len(set(zones)) < number:
        params = {"intruder": event.intruder, "told": some(list(zones)), "limit": LIMITS.searches}
        yield RuleViolation("NIN-SRCH-02", params)
    visited = full_of(state).hidden[event.intruder].visited
    astray = visited is not None and not set(zones) <= set(visited)
    # Without a map only the number of steps counts: who stood still searches nothing.
    if visited is not None and (astray if state.map is not None else not visited):
        yield RuleViolation("NIN-SRCH-03", {"told": list(zones), "legal": some(list(visited))})
        if state.intruders[event.intruder].left is not None:
            yield RuleViolation("NIN-SRCH-09", {"intruder": event.intruder, "legal": some(list(visited))})


def on_zones_searched(state: NinjaState, event: f.ZonesSearched) -> NinjaState:
    full, name = full_of(state), event.intruder
    shown = {**full.shown, name: replace(full.shown.get(name, Shown()), searched=True)}
    due = (Due("search", intruder=name, zones=zones_of(event)), *full.due)
    return with_full(state, shown=shown, due=due)


def answers(state: NinjaState, zones: tuple[str, ...]) -> tuple[f.Found, ...] | None:
    """NIN-SRCH-05: what the guard's map says; None where the log does not tell it."""
    marks = full_of(state).marks
    return None if marks is None else tuple(_answer(marks, zone) for zone in zones)


def answered(state: NinjaState, due: Due) -> f.SearchAnswered | None:
    """NIN-SRCH-05, NIN-MODE-DL-03: the answer to a search; None where the log does not tell it."""
    found = answers(state, due.zones)
    if found is None or not rivals(state):
        return None if found is None else f.SearchAnswered(results=found)
    hazards: Any = tuple(one.found for one in found if one.found in HAZARDS)
    return f.SearchAnswered(intruder=named(due.intruder), hazards=hazards, secret_results=found)


def _answer(marks: f.Marks, zone: str) -> f.Found:
    letter = next((letter for letter, place in marks.targets.items() if place == zone), None)
    if letter is not None:
        return f.Found(zone=zone, found="target", letter=letter)
    kind = "trap" if zone in marks.traps else "ambush" if zone in marks.ambushes else "nothing"
    return f.Found(zone=zone, found=kind)  # type: ignore[arg-type]


def check_search_answered(state: NinjaState, event: f.SearchAnswered, by: Actor) -> Violations:
    """NIN-SRCH-05, NIN-MODE-DL-03."""
    return first_broken(
        side_acts(state, by, "guards"),
        _check_apart(state, bool(event.results), event.secret_results is not None),
        _check_answers(state, event, by),
        _check_told_on(state, event),
    )


def _check_answers(state: NinjaState, event: f.SearchAnswered, by: Actor) -> Violations:
    """NIN-HID-09: what the guard's map says is told to the guard alone, not to staff, who may not know it."""
    due, results = first_due(state), results_of(event)
    zones = tuple(one.zone for one in results)
    letters = all((one.letter in LIMITS.letters) == (one.found == "target") for one in results)
    truth = answers(state, due.zones) if due.kind == "search" else None
    false = results != truth if truth is not None else contradicted(state, due, results)
    if due.kind != "search" or zones != due.zones or not letters or false:
        params: dict[str, Any] = {"results": _said(results)}
        if due.kind != "search" or zones != due.zones:
            params = {"told": some(list(zones)), "expected": some(list(due.zones))}
        own = {} if truth is None or by.is_staff else {"truth": _said(truth)}
        yield RuleViolation("NIN-SRCH-05", {**params, **own})
        known = found_by(state, due.intruder)
        again = [one.zone for one in results if one.found == "ambush" and known.get(one.zone) == "nothing"]
        if again:
            yield RuleViolation("NIN-HAZ-06", {"told": again})


def _said(results: tuple[f.Found, ...]) -> dict[str, str]:
    """Zone -> what lies there, for a sentence that only the guard reads."""
    return {one.zone: one.letter or one.found for one in results}


def _check_told_on(state: NinjaState, event: f.SearchAnswered) -> Violations:
    """NIN-MODE-DL-03: of a rival's search everybody learns whose it was and what has to be settled now, no more."""
    found = tuple(one.found for one in results_of(event) if one.found in HAZARDS) if rivals(state) else ()
    whose = first_due(state).intruder if rivals(state) else None
    if event.hazards != found or event.intruder != whose:
        yield RuleViolation("NIN-MODE-DL-03", {"told": some(list(event.hazards))})


def on_search_answered(state: NinjaState, event: f.SearchAnswered) -> NinjaState:
    full, due, results = full_of(state), first_due(state), results_of(event)
    window = full.window
    letters = tuple(one.letter for one in results if one.letter)
    window = replace(window, letters=letters) if window else None
    found = {one.zone: one.letter or one.found for one in results}
    hazards = [
        Due("hazard", intruder=due.intruder, zones=zones, cause=kind) for kind, zones in _hazards(event)
    ]
    left = (*hazards, *full.due[1:])
    return with_found(state, due.intruder, found, window=window, due=left, alert_by=calmly("NIN-SRCH-10"))


def _hazards(event: f.SearchAnswered) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What has to be settled, with its zone where that is known."""
    left = [one for one in results_of(event) if one.found in HAZARDS]
    for kind in event.hazards or [one.found for one in left]:
        zones = [one.zone for one in left if one.found == kind]
        left = [one for one in left if one.zone not in zones[:1]]
        yield kind, tuple(zones[:1])


def mission_due(state: NinjaState) -> tuple[str, str] | None:
    """NIN-SRCH-06: (intruder, letter) of a mission card that has to be shown now, as far as the log tells it."""
    window = full_of(state).window
    if window is None or first_due(state).kind == "search":
        return None
    letter = full_of(state).hidden[window.intruder].mission
    done = state.intruders[window.intruder].mission
    return (window.intruder, letter) if letter in window.letters and letter and not done else None


def may_show(state: NinjaState) -> tuple[str, ...]:
    """NIN-SRCH-06, -07: the letters just answered of which the searcher may show the mission card, as far as everybody
    knows: none once it has shown its own, nor the one that its ally has shown (NIN-SETUP-03)."""
    window = full_of(state).window
    if window is None or state.intruders[window.intruder].mission:
        return ()
    others = [one.letter for name, one in full_of(state).shown.items() if name != window.intruder]
    taken = () if rivals(state) else others
    return tuple(letter for letter in window.letters if letter not in taken)


def check_mission_completed(state: NinjaState, event: f.MissionCompleted, by: Actor) -> Violations:
    """NIN-SRCH-06, NIN-SRCH-07."""
    yield from intruder_acts(state, by, event.intruder)
    full, window = full_of(state), full_of(state).window
    told = event.letter in may_show(state) and window is not None and window.intruder == event.intruder
    mine = full.hidden[event.intruder].mission if event.intruder in full.hidden else None
    if not told or (mine is not None and mine != event.letter):
        yield RuleViolation("NIN-SRCH-06", {"intruder": event.intruder, "told": some(event.letter)})
        others = [one.mission for name, one in full.hidden.items() if name != event.intruder]
        others += [one.letter for name, one in full.shown.items() if name != event.intruder]
        if event.letter in others and not rivals(state):
            yield RuleViolation("NIN-SRCH-07", {"intruder": event.intruder, "told": event.letter})


def on_mission_completed(state: NinjaState, event: f.MissionCompleted) -> NinjaState:
    state = with_fate(with_shown(state, event.intruder, letter=event.letter), event.intruder, mission=True)
    return raised(state, 1, "NIN-MODE-BAL-02") if state.options.mission_raises_alert else calm(state)


def check_hazard_resolved(state: NinjaState, event: f.HazardResolved, by: Actor) -> Violations:
    """NIN-HAZ-01 to -05, -07, -09: by the intruders, or by the guard once they have left it to it."""
    return first_broken(
        side_acts(state, by, "guards")
        if first_due(state).waived
        else intruder_acts(state, by, first_due(state).intruder),
        _check_hazard(state, event),
        _check_trap(state, event) if event.hazard == "trap" else _check_ambush(state, event),
    )


def _check_hazard(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-01, NIN-MODE-DL-03; NIN-MODE-4P-07: who is not placed now keeps its weapon."""
    due = first_due(state)
    kept = rivals(state) and not hazard_zone(state, due, event.outcome)
    if kept and event.zone:
        yield RuleViolation("NIN-MODE-DL-03", {"told": "told_openly"})
    elif due.kind != "hazard" or due.cause != event.hazard or not (kept or due.zones == (event.zone,)):
        yield RuleViolation("NIN-HAZ-01", {"told": some(event.zone), "expected": some(list(due.zones))})
    elif (event.outcome in ("guard_placed", "guard_relocated")) != (event.guard is not None):
        yield RuleViolation("NIN-HAZ-05", {"told": event.outcome})
    elif event.weapon is not None and event.outcome != "guard_placed":
        yield RuleViolation("NIN-MODE-4P-07", {"told": event.weapon})
    else:
        yield from _check_card_told(state, event)


def _check_card_told(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-MODE-SOLO-02: a card of a mixed hand says whose it is, one that kills its deck too; others say neither."""
    kills = event.outcome in ("killed_kenjutsu", "killed_shuriken")
    whose = first_due(state).intruder if mixed(state) and (kills or event.outcome == "cat") else None
    if event.intruder != whose or (event.deck is not None) != (mixed(state) and kills):
        yield RuleViolation(
            "NIN-MODE-SOLO-02", {"named": event.intruder or "nobody", "wanted": whose or "nobody"}
        )


def check_hazard_waived(state: NinjaState, event: f.HazardWaived, by: Actor) -> Violations:
    """NIN-HAZ-09: only where the guard has a choice."""
    return first_broken(intruder_acts(state, by, first_due(state).intruder), _check_waiver(state, event))


def _check_waiver(state: NinjaState, event: f.HazardWaived) -> Violations:
    due = first_due(state)
    if due.kind != "hazard" or due.zones != (event.zone,) or due.waived:
        yield RuleViolation("NIN-HAZ-01", {"told": some(event.zone), "expected": some(list(due.zones))})
    elif due.cause != "ambush" or not guard_chooses(state):
        yield RuleViolation("NIN-HAZ-09", {"told": event.zone})


def guard_chooses(state: NinjaState) -> bool:
    """NIN-HAZ-07, -09: with no figure left the guard may move one of those on the map, or none; two guard players
    choose whose figure it is."""
    return _crowded(state) or len(free_weapons(state)) > 1


def _crowded(state: NinjaState) -> bool:
    return len(full_of(state).figures) >= LIMITS.guards


def on_hazard_waived(state: NinjaState, event: f.HazardWaived) -> NinjaState:
    due = first_due(state)
    return owing(paid(state), replace(due, waived=True))


def _check_trap(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-02, NIN-HAZ-03."""
    name = first_due(state).intruder
    if event.outcome == "cat":
        if name != owner_of_card(state, "it_was_a_cat") or not present(state, name):
            yield RuleViolation("NIN-HAZ-03", {"intruder": name})
        else:
            yield from check_card(state, name, carried(state, "it_was_a_cat"))
    elif event.outcome != "alert":
        yield RuleViolation("NIN-HAZ-02", {"told": event.outcome})


def _check_ambush(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-04, -05, -07, -09."""
    due, room = first_due(state), not _crowded(state)
    by_guard = event.outcome in ("guard_relocated", "no_guard")
    chosen = by_guard or (event.outcome == "guard_placed" and guard_chooses(state))
    if by_guard and room:
        yield RuleViolation("NIN-HAZ-05", {"told": event.outcome})
    elif event.outcome == "guard_placed" and not room:
        yield RuleViolation("NIN-HAZ-07", {"told": event.outcome})
    elif chosen != due.waived:
        yield RuleViolation("NIN-HAZ-09", {"told": event.zone})
    elif event.outcome in ("killed_kenjutsu", "killed_shuriken"):
        yield from _check_kill(state, event, due.intruder)
    elif event.outcome == "guard_placed":
        yield from check_new_guard(state, event.guard)
        yield from _check_weapon(state, event)
    elif event.outcome == "guard_relocated":
        yield from _check_relocated(state, event)
    elif event.outcome != "no_guard":
        yield RuleViolation("NIN-HAZ-05", {"told": event.outcome})


def _check_weapon(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-MODE-4P-07: a placed guard has the weapon of its player; NIN-LIM-02."""
    if (event.weapon is None) is (state.mode == "four"):
        yield RuleViolation("NIN-MODE-4P-07", {"told": some(event.weapon)})
    else:
        yield from check_figure(state, event.weapon)


def _check_relocated(state: NinjaState, event: f.HazardResolved) -> Violations:
    """NIN-HAZ-07: any guard from elsewhere on the map."""
    one = full_of(state).figures.get(event.guard or "")
    if one is None or one.zone == event.zone:
        yield RuleViolation("NIN-HAZ-07", {"told": some(event.guard)})


def _check_kill(state: NinjaState, event: f.HazardResolved, name: str) -> Violations:
    """NIN-HAZ-04: by an intruder that is on the map; a Shuriken after one step at most, from here or next door."""
    hidden = full_of(state).hidden[name]
    if not present(state, name):
        yield RuleViolation("NIN-HAZ-04", {"intruder": name})
    elif event.outcome == "killed_kenjutsu":
        yield from check_card(state, name, carried(state, "kenjutsu", event.deck))
    else:
        far = hidden.distance is not None and hidden.distance > 1
        near = (
            hidden.zone is None
            or state.map is None
            or first_due(state).zones == (hidden.zone,)
            or set(first_due(state).zones) & set(graph(map_of(state)).open.get(hidden.zone, ()))
        )
        if name != owner_of_card(state, "shuriken") or far or not near:
            yield RuleViolation("NIN-HAZ-04", {"intruder": name})
        else:
            yield from check_card(state, name, carried(state, "shuriken", event.deck))


def on_hazard_resolved(state: NinjaState, event: f.HazardResolved) -> NinjaState:
    """NIN-HAZ-02, -04 to -06."""
    name, zone = first_due(state).intruder, event.zone or next(iter(first_due(state).zones), "")
    state = paid(state)
    if event.hazard == "trap" and event.outcome == "cat":
        return calm(card_spent(state, name, carried(state, "it_was_a_cat")))
    if event.hazard == "trap":
        return raised(state, 1, "NIN-ALERT-05")
    marks = full_of(state).marks
    if marks is not None:
        marks = replace(marks, ambushes=tuple(one for one in marks.ambushes if one != zone))
    table: dict[str, Any] = {} if rivals(state) else {"sprung": (*full_of(state).sprung, zone)}
    state = with_found(state, name, {zone: "nothing"} if zone else {}, marks=marks, **table)
    if event.outcome == "killed_shuriken":
        return calm(card_spent(state, name, carried(state, "shuriken", event.deck)))
    if event.outcome == "killed_kenjutsu":
        rules = ("NIN-ALERT-05", "NIN-CMB-02")
        card = carried(state, "kenjutsu", event.deck)
        return raised(card_spent(state, name, card), alarm(card, name), *rules)
    return alarmed(_sprung(state, event))


def _sprung(state: NinjaState, event: f.HazardResolved) -> NinjaState:
    """NIN-HAZ-05, -07: a new guard stands there, one from elsewhere, or nobody."""
    full = full_of(state)
    window = full.window
    if window is not None:
        nobody = event.outcome == "no_guard"
        state = with_full(state, window=replace(window, ambushed=event.zone, met=(), alone=nobody))
    if event.outcome == "guard_placed" and event.guard is not None:
        figures = {**full.figures, event.guard: Figure(event.zone, weapon=event.weapon or "", called_from="")}
        return with_guards(state, figures, next_guard=full.next_guard + 1)
    if event.outcome == "guard_relocated" and event.guard is not None:
        began = full.figures[event.guard].began
        return with_figures(state, (event.guard,), zone=event.zone, patrol=None, called_from=began)
    return state
