"""Concrete legal events at full detail: what a pad offers by one tap, by what the acting side knows.

Made from what may come next; each is judged before it is offered, and an intruder's deed only where some way is left
that fits it. Nothing is narrowed by the other side's secrets: the state is what the acting side sees. Called through
the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from games import moves as common
from games.ninja.facts import INTRUDERS
from games.ninja.full import events as f
from games.ninja.full.answers import known_to_log, unsaid
from games.ninja.full.character import mixed, spoken, unknown
from games.ninja.full.legal import moves_guards, moves_intruder
from games.ninja.full.legal.moves_intruder import MOST, RULES, Maker
from games.ninja.full.listening import heard
from games.ninja.full.own_device import ON_DEVICE, keeps
from games.ninja.full.ownership import hazard_zone
from games.ninja.full.piles import free_weapons
from games.ninja.full.search import mission_due
from games.ninja.full.table import first_due, full_of, map_of
from games.ninja.maps.graph import UNKNOWN_EXIT, graph
from games.ninja.state import NinjaState, named
from games.ruleset import SYSTEM, Actor, Event, NextEvent


def moves(state: NinjaState, told: NextEvent, by: Actor = SYSTEM) -> list[Event]:
    """The concrete events of one kind, legal ones only; none where they need what nobody can guess."""
    if told.type in typed(state):
        return []
    if told.type in SPOKEN and state.full is not None and unknown(state):
        named = (event for one in spoken(state) for event in MAKERS[told.type](one, told))
        return common.legal(RULES, state, dict.fromkeys(named), most=MOST, by=by)
    if state.full is None or told.type not in MAKERS:
        few = common.combinations(told) <= common.MOST
        return common.legal(RULES, state, common.plain(RULES, told), by=by) if few else []
    return common.legal(RULES, state, MAKERS[told.type](state, told), most=MOST, by=by)


def _hazard(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    due, full = first_due(state), full_of(state)
    if due.kind != "hazard" or due.cause not in ("trap", "ambush"):
        return
    base = f.HazardResolved(zone=hazard_zone(state, due, "alert"), hazard="trap", outcome="alert")
    if due.cause == "trap":
        yield from (base, replace(base, outcome="cat", intruder=_whose(state)))
        return
    base = replace(base, hazard="ambush")
    outcomes: tuple[Any, ...] = ("killed_shuriken", "killed_kenjutsu")
    for outcome in outcomes:
        for deck in INTRUDERS if mixed(state) else (None,):
            yield replace(base, outcome=outcome, intruder=_whose(state), deck=deck)
    base = replace(base, zone=hazard_zone(state, due, "guard_placed"))
    for weapon in free_weapons(state) or (None,):
        yield replace(base, outcome="guard_placed", guard=f"g{full.next_guard}", weapon=weapon)
    yield from (replace(base, outcome="guard_relocated", guard=guard) for guard in full.figures)
    yield replace(base, outcome="no_guard")


def _whose(state: NinjaState) -> Any:
    """NIN-MODE-SOLO-02: whose a card of a mixed hand is."""
    return first_due(state).intruder if mixed(state) else None


def _answer(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """What the intruders owe after a movement: what is true, or anything where the log does not tell."""
    due = first_due(state)
    if due.kind != "answer":
        yield from moves_intruder.detected(state, told)
        return
    if known_to_log(state):
        yield unsaid(state, due) or f.MovementCleared()
        return
    yield f.MovementCleared()
    for zone in dict.fromkeys(due.path):
        for name in state.intruders:
            yield f.IntruderDetected(intruder=named(name), zone=zone, cause="guard_entered")
    exit_ = due.path[-1] == UNKNOWN_EXIT
    yield from (f.PassageDiscovered(zone=zone) for zone in (map_of(state).zones if exit_ else due.path[-1:]))
    if state.options.rope_discovery and state.map is not None:
        for zone in sorted(graph(map_of(state)).walls.get(due.path[-1], ())):
            edge = (min(due.path[-1], zone), max(due.path[-1], zone))
            yield f.PassageDiscovered(zone=due.path[-1], passage="rope", edge=edge)


def _listened(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    due = first_due(state)
    truth = heard(state, due) if due.kind == "listen" else None
    for told_heard in (True, False) if truth is None else (truth,):
        yield f.ListenAnswered(heard=told_heard, cat=due.cat)


def _mission(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    due, window = mission_due(state), full_of(state).window
    if due is not None:
        yield f.MissionCompleted(intruder=named(due[0]), letter=due[1])
    elif window is not None and full_of(state).hidden[window.intruder].mission is None:
        yield from (
            f.MissionCompleted(intruder=named(window.intruder), letter=letter) for letter in window.letters
        )


SPOKEN = ("intruder_card_played", "guard_neutralised", "intruder_detected", "hazard_resolved")
"""What makes the character of a mixed hand known, and so is told by its name (NIN-MODE-SOLO-02)."""

MAKERS: dict[str, Maker] = {
    "guard_card_played": moves_guards.card_played,
    "free_listen_ordered": moves_guards.free_listen,
    "guard_attacked": moves_guards.attacked,
    "guards_moved": moves_guards.moved,
    "patrol_reformed": moves_guards.reformed,
    "wound_cards_returned": moves_guards.returned,
    "search_answered": moves_guards.searched,
    "hazard_resolved": _hazard,
    "movement_cleared": lambda state, told: _only(f.MovementCleared, _answer(state, told)),
    "intruder_detected": lambda state, told: _only(f.IntruderDetected, _answer(state, told)),
    "passage_discovered": lambda state, told: _only(f.PassageDiscovered, _answer(state, told)),
    "listen_answered": _listened,
    "mission_completed": _mission,
    "intruder_moved": moves_intruder.walked,
    "intruder_card_played": moves_intruder.carded,
    "guard_neutralised": moves_intruder.neutralised,
    "intruder_hidden": moves_intruder.deed(lambda state, name: (f.IntruderHidden(intruder=name),)),
    "intruder_left_map": moves_intruder.deed(lambda state, name: (f.IntruderLeftMap(intruder=name),)),
    "passage_entered": moves_intruder.deed(
        lambda state, name: (
            f.PassageEntered(intruder=name, entrance=zone) for zone in moves_intruder.through(state, name)
        )
    ),
    "passage_left": moves_intruder.deed(
        lambda state, name: (
            f.PassageLeft(intruder=name, entrance=zone) for zone in moves_intruder.through(state, name)
        )
    ),
    "zones_searched": moves_intruder.zones,
}


TYPED = frozenset(
    (
        "guards_moved",
        "patrol_reformed",
        "intruder_moved",
        "intruder_card_played",
        "intruder_start_marked",
        "passage_marked",
    )
)


def typed(state: NinjaState) -> frozenset[str]:
    """The kinds that nobody can list here: without a map their zones are typed (NIN-MAP-12), and where the intruders
    keep their secrets on their own devices, only these know the few that are left."""
    if state.full is None:
        return frozenset()
    return (TYPED if state.map is None else frozenset()) | (ON_DEVICE if keeps(state) else frozenset())


def _only(kind: type[Event], events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if isinstance(event, kind))
