"""Concrete legal events at full detail: what a pad offers by one tap, by what the acting side knows.

Made from what may come next; each is judged before it is offered, and an intruder's deed only where some way is left
that fits it. Nothing is narrowed by the other side's secrets: the state is what the acting side sees. Called through
the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from games import moves as common
from games.codec import tag
from games.ninja.facts import DECKS, INTRUDERS, LIMITS, Name
from games.ninja.full import events as f
from games.ninja.full.apart import (
    guards_inside,
    hazard_zone,
    inside_of,
    known_at,
    own_ways,
    passages,
)
from games.ninja.full.character import bare, cards_of, carried, mixed, owner_of_card, spoken
from games.ninja.full.guards import heard
from games.ninja.full.kept import ON_DEVICE, keeps, unplaced
from games.ninja.full.met import known_to_log, unsaid
from games.ninja.full.owed import follows
from games.ninja.full.passage import exits
from games.ninja.full.path import guards_at
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.piles import free_weapons, on_table
from games.ninja.full.search import answered, mission_due
from games.ninja.full.state import Figure
from games.ninja.full.table import first_due, full_of, guards_in, map_of, members
from games.ninja.full.ways import promising, ways
from games.ninja.full.window import acting, window_of
from games.ninja.maps import UNKNOWN_EXIT, graph, patrol_paths
from games.ninja.rules import Ninja
from games.ninja.state import NinjaState, named, rivals
from games.ruleset import SYSTEM, Actor, Event, NextEvent

RULES = Ninja()
TYPES = {tag(kind): kind for kind in RULES.event_types}
MOST = 2000
Maker = Callable[[NinjaState, NextEvent], Iterator[Event]]


def moves(state: NinjaState, told: NextEvent, by: Actor = SYSTEM) -> list[Event]:
    """The concrete events of one kind, legal ones only; none where they need what nobody can guess."""
    if told.type in SPOKEN and state.full is not None:
        state = spoken(state)
    if told.type in typed(state):
        return []
    if state.full is None or told.type not in MAKERS:
        few = common.combinations(told) <= common.MOST
        return common.legal(RULES, state, common.plain(TYPES, told), by=by) if few else []
    return common.legal(RULES, state, MAKERS[told.type](state, told), most=MOST, by=by)


def _any(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(values)


def _hand(told: NextEvent) -> Any:
    return told.choices.get("hand", ("guard",))[0]


# --- The guards ----------------------------------------------------------------------------------------------


def _card_played(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    hand, full = _hand(told), full_of(state)
    for card in told.choices.get("card", ()):
        if card in ("sentry_listen", "sentry_search"):
            yield from (f.GuardCardPlayed(card=card, hand=hand, guard=guard) for guard in full.figures)
        elif card in ("patrol_listen", "patrol_search"):
            yield from (f.GuardCardPlayed(card=card, hand=hand, patrol=patrol) for patrol in full.facings)
        elif card != "kenjutsu":
            yield f.GuardCardPlayed(card=card, hand=hand)


def _free_listen(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    hand, full = _hand(told), full_of(state)
    yield from (f.FreeListenOrdered(hand=hand, guard=guard) for guard in full.figures)
    yield from (f.FreeListenOrdered(hand=hand, patrol=patrol) for patrol in full.facings)


def _attacked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name, shown in full_of(state).shown.items():
        for guard in guards_in(state, shown.visible or ""):
            yield f.GuardAttacked(hand=_hand(told), guard=guard, intruder=named(name))


def _moved(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    full, due = full_of(state), first_due(state)
    if due.kind == "move":
        yield from _by_card(state)
    elif full.may_step:
        yield from _along(state, full.may_step, "card", 1, least=1)
    elif full.may_move:
        yield from _along(state, full.may_move, "heard", LIMITS.steps_by_card, least=1)
    if full.step == "patrol" and not full.due and state.map is not None:
        for patrol in patrols_to_move(state):
            group = members(state, patrol)
            zone, facing = full.figures[group[0]].zone, str(full.facings[patrol])
            for way in patrol_paths(map_of(state), zone, facing):
                yield f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1])


def _by_card(state: NinjaState) -> Iterator[Event]:
    """The whole unit first, then parts of a patrol that searches."""
    due = first_due(state)
    yield from _along(state, due.guards, "card", LIMITS.steps_by_card)
    if due.cause != "patrol_search":
        return
    for size in range(len(due.guards) - 1, 1, -1):
        for group in combinations(due.guards, size):
            name = free_name(state) if len(due.guards) - size > 1 else None
            for event in _along(state, group, "card", LIMITS.steps_by_card):
                yield replace(event, patrol=name)


def _along(
    state: NinjaState, group: tuple[str, ...], cause: Any, most: int, least: int = 0
) -> Iterator[f.GuardsMoved]:
    """Every way of a group with every facing that it may have at its end."""
    at = full_of(state).figures[group[0]].zone
    for path in _paths(state, at, most, len(group)):
        if len(path) >= least:
            ends = map_of(state).guard_path.get(path[-1] if path else at, ()) if len(group) > 1 else ()
            for facing in ends or (None,):
                yield f.GuardsMoved(guards=group, path=path, cause=cause, facing=facing)


def _paths(state: NinjaState, at: str, most: int, number: int) -> Iterator[tuple[str, ...]]:
    yield ()
    for zone in _beside(state, at, number) if most else ():
        yield (zone,)
        if zone not in (*passages(state), UNKNOWN_EXIT):
            yield from ((zone, *rest) for rest in _paths(state, zone, most - 1, number) if rest)


def _beside(state: NinjaState, at: str, number: int) -> Iterator[str]:
    if at in passages(state):
        yield from exits(state, at)
        return
    yield from sorted(graph(map_of(state)).open.get(at, ()))
    if on_table(state) - len(guards_inside(state)) >= number:
        yield from (inside_of(owner) for owner in known_at(state, at))


def free_name(state: NinjaState) -> str:
    """A name that no patrol has."""
    number = 1
    while f"P{number}" in full_of(state).facings:
        number += 1
    return f"P{number}"


def _reformed(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-MOV-11; a group with an open facing turns."""
    due = first_due(state)
    if due.kind == "facing":
        one = full_of(state).figures[due.guards[0]]
        for facing in map_of(state).guard_path.get(one.zone, ()):
            yield f.PatrolReformed(patrol=str(one.patrol), guards=due.guards, facing=facing)
        return
    zones: dict[str, dict[str, Figure]] = {}
    for name, figure in full_of(state).figures.items():
        if not figure.drunk:
            zones.setdefault(figure.zone, {})[name] = figure
    for zone, crowd in zones.items():
        for size in range(len(crowd), 1, -1):
            for group in combinations(crowd, size):
                yield from _formed(state, zone, group)


def _formed(state: NinjaState, zone: str, group: tuple[str, ...]) -> Iterator[Event]:
    full = full_of(state)
    patrols = sorted({patrol for name in group if (patrol := full.figures[name].patrol) is not None})
    kept: list[str | None] = [full.facings[patrol] for patrol in patrols]
    free: tuple[str | None, ...] = map_of(state).guard_path.get(zone) or (None,)
    facings = dict.fromkeys(kept or free)
    name = patrols[0] if patrols else free_name(state)
    yield from (f.PatrolReformed(patrol=name, guards=group, facing=facing) for facing in facings)


def _searched(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SRCH-05: what the guard's map says."""
    due = first_due(state)
    found = answered(state, due) if due.kind == "search" else None
    if found is not None:
        yield found


# --- What both settle ----------------------------------------------------------------------------------------


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
        yield from _detected(state)
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


# --- An intruder's window ------------------------------------------------------------------------------------


def _names(state: NinjaState, told: NextEvent) -> Iterator[Name]:
    """The intruders that may act now."""
    for name in told.choices.get("intruder", ()):
        if not any(acting(state, f.IntruderHidden(intruder=name), SYSTEM, name)):
            yield name


def _fitting(state: NinjaState, events: Iterable[Any]) -> Iterator[Event]:
    """Those after which some way is left."""
    for event in events:
        after = RULES.evolve(state, event)
        if promising(after, window_of(after, event.intruder)):
            yield event


def _walked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name in _names(state, told):
        start = full_of(state).hidden[name].zone
        for way in ways(state, window_of(state, name)):
            yield f.IntruderMoved(intruder=name, start=start, steps=way)


def _carded(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """A cat against a listen; otherwise a card for what it can do here, or for nothing."""
    bluff = f.CardSecret(bluff=True, edge=None, zone=None)
    if first_due(state).kind == "listen":
        name = named(owner_of_card(state, "it_was_a_cat"))
        yield f.IntruderCardPlayed(intruder=name, card=_card(carried(state, "it_was_a_cat")), use=bluff)
        return
    for name in _names(state, told):
        uses = [
            (card, use) for card in cards_of(state, name) for use in (*_uses(state, name, bare(card)), bluff)
        ]
        cards = (f.IntruderCardPlayed(intruder=name, card=card, use=use) for card, use in _any(uses))
        yield from _fitting(state, (card for card in cards if not RULES.check(state, card, SYSTEM)))


def _uses(state: NinjaState, name: str, card: str) -> Iterator[f.CardSecret]:
    near = _reach(state, name)
    if card == "rope":
        edges = {(min(pair), max(pair)) for pair in map_of(state).walls if set(pair) & near}
        ropes = {(min(edge), max(edge)) for edge in own_ways(state, name).ropes}
        yield from (f.CardSecret(bluff=False, edge=edge, zone=None) for edge in sorted(edges - ropes))
    elif card == "shadow_walk":
        zones = (zone for zone in sorted(near) if _lonely(state, name, zone))
        yield from (f.CardSecret(bluff=False, edge=None, zone=zone) for zone in zones)
    elif card == "secret_passage" and near & set(own_ways(state, name).entrances or ()):
        yield f.CardSecret(bluff=False, edge=None, zone=None)


def _lonely(state: NinjaState, name: str, zone: str) -> bool:
    return len(guards_at(state, window_of(state, name), zone, MOST)) == 1


def _reach(state: NinjaState, name: str) -> set[str]:
    """Zones that the intruder can come to in this window, over any border; without a map those that have a name, as
    where its own device alone knows the start."""
    start = full_of(state).hidden[name].zone
    found = {start} if start is not None else set()
    if state.map is None or start is None:
        return found | {one.zone for one in full_of(state).figures.values()}
    if start in passages(state):
        found |= set(own_ways(state, name).entrances or ())
    for _ in range(LIMITS.steps_of_intruder):
        found |= {zone for one in found if one for zone in graph(map_of(state)).all.get(one, ())}
    return {zone for zone in found if zone}


def _neutralised(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name in _names(state, told):
        near = _reach(state, name)
        for guard, one in full_of(state).figures.items():
            if one.zone not in near:
                continue
            for by in _carried(state, "kenjutsu", "potent_sake"):
                yield from _struck(state, f.GuardNeutralised(intruder=name, guard=guard, by=by))
            beside = near if state.map is None else graph(map_of(state)).open.get(one.zone, ())
            places = sorted({one.zone, *beside} & near)
            for place in places:
                for by in _carried(state, "shuriken"):
                    thrown = f.GuardNeutralised(intruder=name, guard=guard, by=by, from_zone=place)
                    yield from _struck(state, thrown)


def _card(card: str) -> Any:
    return card


def _carried(state: NinjaState, *cards: str) -> Iterator[Any]:
    """The cards as this match calls them: of a mixed hand once for each deck that has it."""
    for card in cards:
        if not mixed(state):
            yield card
        else:
            yield from (f"{deck}.{card}" for deck in INTRUDERS if card in DECKS[deck].cards)


def _struck(state: NinjaState, event: f.GuardNeutralised) -> Iterator[Event]:
    if not RULES.check(state, event, SYSTEM):
        yield from _fitting(state, (event,))


def _detected(state: NinjaState) -> Iterator[Event]:
    """Where an intruder runs into guards; after an ambush whoever is there."""
    following = follows(state) if mission_due(state) is None else None
    if isinstance(following, f.IntruderDetected):
        yield following
        return
    window = full_of(state).window
    if window is not None and window.ambushed is not None and keeps(state):
        unseen = (name for name in state.intruders if name not in window.met and unplaced(state, name))
        yield from (
            f.IntruderDetected(intruder=named(name), zone=window.ambushed, cause="ambush") for name in unseen
        )
    for name in state.intruders:
        if any(acting(state, f.IntruderHidden(intruder=named(name)), SYSTEM, name)):
            continue
        near = _reach(state, name) | set(passages(state))
        zones = {one.zone for one in full_of(state).figures.values()} & near
        causes: tuple[Any, ...] = ("intruder_entered", "drunk_guard")
        told = [
            f.IntruderDetected(intruder=named(name), zone=zone, cause=cause)
            for zone in sorted(zones)
            for cause in causes
        ]
        yield from _fitting(state, (one for one in told if not RULES.check(state, one, SYSTEM)))


def _deed(make: Callable[[NinjaState, Name], Iterable[Event]]) -> Maker:
    def made(state: NinjaState, told: NextEvent) -> Iterator[Event]:
        for name in _names(state, told):
            told_now = (one for one in make(state, name) if not RULES.check(state, one, SYSTEM))
            yield from _fitting(state, told_now)

    return made


def _through(state: NinjaState, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(own_ways(state, name).entrances or ()))


def _zones(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """One or two zones of the last move, in any order."""
    window = full_of(state).window
    name = named(window.intruder) if window is not None else "ninja"
    visited = full_of(state).hidden[name].visited or () if window is not None else ()
    pairs = [(first, one) for first in visited for one in visited if one != first]
    for zones in (*((zone,) for zone in visited), *pairs):
        openly = not rivals(state)
        yield f.ZonesSearched(
            intruder=name, zones=zones if openly else (), secret_zones=None if openly else zones
        )


SPOKEN = ("intruder_card_played", "guard_neutralised", "intruder_detected", "hazard_resolved")
"""What makes the character of a mixed hand known, and so is told by its name (NIN-MODE-SOLO-02)."""

MAKERS: dict[str, Maker] = {
    "guard_card_played": _card_played,
    "free_listen_ordered": _free_listen,
    "guard_attacked": _attacked,
    "guards_moved": _moved,
    "patrol_reformed": _reformed,
    "search_answered": _searched,
    "hazard_resolved": _hazard,
    "movement_cleared": lambda state, told: _only(f.MovementCleared, _answer(state, told)),
    "intruder_detected": lambda state, told: _only(f.IntruderDetected, _answer(state, told)),
    "passage_discovered": lambda state, told: _only(f.PassageDiscovered, _answer(state, told)),
    "listen_answered": _listened,
    "mission_completed": _mission,
    "intruder_moved": _walked,
    "intruder_card_played": _carded,
    "guard_neutralised": _neutralised,
    "intruder_hidden": _deed(lambda state, name: (f.IntruderHidden(intruder=name),)),
    "intruder_left_map": _deed(lambda state, name: (f.IntruderLeftMap(intruder=name),)),
    "passage_entered": _deed(
        lambda state, name: (f.PassageEntered(intruder=name, entrance=zone) for zone in _through(state, name))
    ),
    "passage_left": _deed(
        lambda state, name: (f.PassageLeft(intruder=name, entrance=zone) for zone in _through(state, name))
    ),
    "zones_searched": _zones,
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
