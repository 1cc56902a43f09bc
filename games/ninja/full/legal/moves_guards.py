"""What the guards can do: their cards, free listens, attacks, ways and patrols. Called by `moves.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.movement import free_name, name_of_movers, ways_of_patrol
from games.ninja.full.ownership import guards_inside, inside_of, known_at, passages
from games.ninja.full.passage import exits
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.piles import on_table
from games.ninja.full.search import answered
from games.ninja.full.table import first_due, full_of, guards_in, map_of, members
from games.ninja.maps.graph import UNKNOWN_EXIT, graph
from games.ninja.state import NinjaState, named
from games.ruleset import Event, NextEvent


def _hand(told: NextEvent) -> Any:
    return told.choices.get("hand", ("guard",))[0]


def card_played(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    hand, full = _hand(told), full_of(state)
    for card in told.choices.get("card", ()):
        if card in ("sentry_listen", "sentry_search"):
            yield from (f.GuardCardPlayed(card=card, hand=hand, guard=guard) for guard in full.figures)
        elif card in ("patrol_listen", "patrol_search"):
            yield from (f.GuardCardPlayed(card=card, hand=hand, patrol=patrol) for patrol in full.facings)
        elif card != "kenjutsu":
            yield f.GuardCardPlayed(card=card, hand=hand)


def free_listen(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    hand, full = _hand(told), full_of(state)
    yield from (f.FreeListenOrdered(hand=hand, guard=guard) for guard in full.figures)
    yield from (f.FreeListenOrdered(hand=hand, patrol=patrol) for patrol in full.facings)


def attacked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name, shown in full_of(state).shown.items():
        for guard in guards_in(state, shown.visible or ""):
            yield f.GuardAttacked(hand=_hand(told), guard=guard, intruder=named(name))


def moved(state: NinjaState, told: NextEvent) -> Iterator[Event]:
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
            for way in ways_of_patrol(state, patrol):
                yield f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1])


def _by_card(state: NinjaState) -> Iterator[Event]:
    """The whole unit first, then parts of a patrol that searches."""
    due = first_due(state)
    yield from _along(state, due.guards, "card", LIMITS.steps_by_card)
    if due.cause != "patrol_search":
        return
    for size in range(len(due.guards) - 1, 1, -1):
        for group in combinations(due.guards, size):
            name = name_of_movers(state, group)
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


def reformed(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-MOV-11; a group with an open facing turns."""
    due = first_due(state)
    if due.kind == "facing":
        one = full_of(state).figures[due.guards[0]]
        for facing in map_of(state).guard_path.get(one.zone, ()):
            yield f.PatrolReformed(patrol=str(one.patrol), guards=due.guards, facing=facing)
        return
    for group in groups(state):
        yield from _formed(state, full_of(state).figures[group[0]].zone, group)


def groups(state: NinjaState) -> Iterator[tuple[str, ...]]:
    """NIN-MOV-11: guards of one zone that may form a patrol, the most first: of each patrol all, and not one alone."""
    zones: dict[str, list[str]] = {}
    for name, figure in full_of(state).figures.items():
        if not figure.drunk:
            zones.setdefault(figure.zone, []).append(name)
    for crowd in zones.values():
        for size in range(len(crowd), 1, -1):
            yield from (group for group in combinations(crowd, size) if _is_formed(state, group))


def _is_formed(state: NinjaState, group: tuple[str, ...]) -> bool:
    sizes = {patrol: len(members(state, patrol)) for patrol in joining(state, group)}
    told = sum(full_of(state).figures[name].patrol is not None for name in group)
    return sum(sizes.values()) == told and (len(sizes) != 1 or told < len(group))


def joining(state: NinjaState, group: Iterable[str]) -> list[str]:
    """The patrols of these guards, by name."""
    figures = full_of(state).figures
    return sorted({patrol for name in group if (patrol := figures[name].patrol) is not None})


def name_of(state: NinjaState, group: Iterable[str]) -> str:
    """What a patrol of these guards is called: as one that takes part, otherwise by a name that no patrol has."""
    return next(iter(joining(state, group)), free_name(state))


def _formed(state: NinjaState, zone: str, group: tuple[str, ...]) -> Iterator[Event]:
    kept: list[str | None] = [full_of(state).facings[patrol] for patrol in joining(state, group)]
    free: tuple[str | None, ...] = map_of(state).guard_path.get(zone) or (None,)
    for facing in dict.fromkeys(kept or free):
        yield f.PatrolReformed(patrol=name_of(state, group), guards=group, facing=facing)


def returned(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-MODE-4P-06: every way to divide the wound cards between two guard players."""
    due, (first, second) = first_due(state), full_of(state).piles
    for number in range(due.number, -1, -1):
        counts: dict[Any, int] = {first: number, second: due.number - number}
        yield f.WoundCardsReturned(counts=counts)


def searched(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SRCH-05: what the guard's map says."""
    due = first_due(state)
    found = answered(state, due) if due.kind == "search" else None
    if found is not None:
        yield found
