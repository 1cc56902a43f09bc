"""What an intruder can do in its window, each deed only where some way is left that fits it. Called by `moves.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.ninja.facts import DECKS, INTRUDERS, LIMITS, Name
from games.ninja.full import events as f
from games.ninja.full.character import bare, cards_of, carried, mixed, owner_of_card
from games.ninja.full.consequences import follows
from games.ninja.full.own_device import keeps, unplaced
from games.ninja.full.ownership import inside_of, own_ways, owner_of_ways, passages
from games.ninja.full.path import guards_at
from games.ninja.full.search import mission_due
from games.ninja.full.table import first_due, full_of, map_of, window_of
from games.ninja.full.ways import ways
from games.ninja.full.window import acting, check_card
from games.ninja.maps.graph import graph
from games.ninja.rules import Ninja
from games.ninja.state import NinjaState, named, rivals
from games.ruleset import SYSTEM, Event, NextEvent

RULES = Ninja()
Maker = Callable[[NinjaState, NextEvent], Iterator[Event]]


MOST = 2000


def _names(state: NinjaState, told: NextEvent) -> Iterator[Name]:
    """The intruders that may act now."""
    for name in told.choices.get("intruder", ()):
        if not any(acting(state, f.IntruderMoved(intruder=name), SYSTEM, name)):
            yield name


def walked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name in _names(state, told):
        start = full_of(state).hidden[name].zone
        for way in ways(state, window_of(state, name)):
            yield f.IntruderMoved(intruder=name, start=start, steps=way)


def carded(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """A cat against a listen; otherwise a card for what it can do here, or for nothing."""
    if first_due(state).kind == "listen":
        name, cat = named(owner_of_card(state, "it_was_a_cat")), _card(carried(state, "it_was_a_cat"))
        yield f.IntruderCardPlayed(intruder=name, card=cat, use=f.AGAINST_A_LISTEN)
        return
    bluff = f.CardSecret(bluff=True, edge=None, zone=None)
    for name in _names(state, told):
        cards = _held(state, name, cards_of(state, name))
        uses = [(card, use) for card in cards for use in (*_uses(state, name, bare(card)), bluff)]
        yield from (f.IntruderCardPlayed(intruder=name, card=card, use=use) for card, use in uses)


def _uses(state: NinjaState, name: str, card: str) -> Iterator[f.CardSecret]:
    near = _reach(state, name)
    if card == "rope":
        edges = {(min(pair), max(pair)) for pair in map_of(state).walls if set(pair) & near}
        yield from (f.CardSecret(bluff=False, edge=edge, zone=None) for edge in sorted(edges))
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


def neutralised(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    for name in _names(state, told):
        near = _reach(state, name) | {inside_of(owner_of_ways(state, name))}
        here = _held(state, name, _carried(state, "kenjutsu", "potent_sake"))
        thrown = _held(state, name, _carried(state, "shuriken"))
        for guard, one in full_of(state).figures.items():
            if one.zone not in near:
                continue
            for by in here:
                yield f.GuardNeutralised(intruder=name, guard=guard, by=by)
            beside = near if state.map is None else graph(map_of(state)).open.get(one.zone, ())
            places = sorted({one.zone, *beside} & near)
            for place in places:
                for by in thrown:
                    yield f.GuardNeutralised(intruder=name, guard=guard, by=by, from_zone=place)


def _card(card: str) -> Any:
    return card


def _held(state: NinjaState, name: str, cards: Iterable[Any]) -> list[Any]:
    """Those of the cards that may be in the hand."""
    return [card for card in cards if not any(check_card(state, name, card))]


def _carried(state: NinjaState, *cards: str) -> Iterator[Any]:
    """The cards as this match calls them: of a mixed hand once for each deck that has it."""
    for card in cards:
        if not mixed(state):
            yield card
        else:
            yield from (f"{deck}.{card}" for deck in INTRUDERS if card in DECKS[deck].cards)


def detected(state: NinjaState, told: NextEvent) -> Iterator[Event]:
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
    for name in _names(state, told):
        near = _reach(state, name) | set(passages(state))
        zones = {one.zone for one in full_of(state).figures.values()} & near
        causes: tuple[Any, ...] = ("intruder_entered", "drunk_guard")
        yield from (
            f.IntruderDetected(intruder=name, zone=zone, cause=cause)
            for zone in sorted(zones)
            for cause in causes
        )


def deed(make: Callable[[NinjaState, Name], Iterable[Event]]) -> Maker:
    def made(state: NinjaState, told: NextEvent) -> Iterator[Event]:
        for name in _names(state, told):
            yield from make(state, name)

    return made


def through(state: NinjaState, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(own_ways(state, name).entrances or ()))


def zones(state: NinjaState, told: NextEvent) -> Iterator[Event]:
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
