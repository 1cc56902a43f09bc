"""What is owed at a simulated table: what follows by itself, and the choices that somebody has to make."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.ninja.facts import INTRUDERS, LIMITS
from games.ninja.full import events as f
from games.ninja.full.apart import hazard_zone
from games.ninja.full.character import BY_CARD, carried, kind_of_hand, mixed, owner_of_card, speaking, unknown
from games.ninja.full.guards import cat_asked
from games.ninja.full.owed import follows
from games.ninja.full.piles import WEAPONS, free_weapons, pile
from games.ninja.full.setup import starts_of
from games.ninja.full.table import first_due, full_of, map_of, room_for_sleepers
from games.ninja.hands import size_of
from games.ninja.played.seats import (
    Match,
    any_card,
    card_use,
    guards,
    intruders,
    of_hand,
    of_side,
    some_cards,
)
from games.ninja.played.steps import any_move, one_step
from games.ninja.state import player_of, rivals
from games.ruleset import Event


def settle(table: Match) -> bool:
    """What follows by itself, or the choice that is owed; False when nothing is."""
    state = table.state
    due = full_of(state).due
    if full_of(state).may_share and full_of(state).decks and table.chance(0.5):
        _share(table)
        return True
    asked = due and due[0].kind == "listen" and not due[0].cat and not due[0].passed
    if asked and table.chance(0.2 - 0.15 * unknown(state)):
        name, card = owner_of_card(state, "it_was_a_cat"), carried(state, "it_was_a_cat")
        cat = f.IntruderCardPlayed(intruder=speaking(state, name), card=any_card(card), use=card_use())
        if table.may(cat):
            intruders(table, cat)
            return True
    if rivals(state) and cat_asked(state):
        intruders(table, f.IntruderPassed(intruder="traitor"))
        return True
    event = follows(state)
    if event is not None:
        table.log(event)
        return True
    if not due:
        return False
    CHOICES[due[0].kind](table)
    return True


def _draw(table: Match) -> None:
    hand: Any = first_due(table.state).hand
    count = min(table.state.alert, pile(table.state, hand).deck)
    of_hand(table, hand, f.GuardCardsDrawn(count=count, hand=hand, cards=some_cards(table, hand, count)))
    if full_of(table.state).may_share and table.chance(0.5):
        _share(table)


def _share(table: Match) -> None:
    """NIN-MODE-4P-04: the drawn cards of both, divided anew."""
    piles = full_of(table.state).piles
    cards = [card for one in piles.values() for card in Counter(one.drawn_cards or {}).elements()]
    parts: dict[Any, list[str]] = {hand: [] for hand in piles}
    for card in cards:
        parts[table.rng.choice(list(parts))].append(card)
    shares = {hand: {card: part.count(card) for card in part} for hand, part in parts.items()}
    counts = {hand: len(part) for hand, part in parts.items()}
    guards(table, f.DrawnCardsShared(counts=counts, shares=shares))


def _wounds(table: Match) -> None:
    """NIN-MODE-4P-06: to either player."""
    counts: dict[Any, int] = dict.fromkeys(full_of(table.state).piles, 0)
    for _ in range(first_due(table.state).number):
        counts[table.rng.choice(list(counts))] += 1
    guards(table, f.WoundCardsReturned(counts=counts))


def _move(table: Match) -> None:
    due = first_due(table.state)
    if due.cause == "patrol_search":
        chosen = table.rng.sample(due.guards, table.rng.randint(2, len(due.guards)))
        group = tuple(name for name in due.guards if name in chosen)
        guards(table, any_move(table, group, "card", len(due.guards) - len(group)))
    else:
        guards(table, any_move(table, due.guards, "card", 0))


def _facing(table: Match) -> None:
    if full_of(table.state).may_step and table.chance(0.5):
        one_step(table)
        return
    group = first_due(table.state).guards
    one = full_of(table.state).figures[group[0]]
    ends = map_of(table.state).guard_path[one.zone]
    guards(table, f.PatrolReformed(patrol=str(one.patrol), guards=group, facing=table.rng.choice(ends)))


def _awaken(table: Match) -> None:
    full, hand = full_of(table.state), first_due(table.state).hand
    if full.sleepers and full.marks is not None:
        zone = table.rng.choice([zone for zone, number in sorted(full.marks.sleepers.items()) if number])
        of_hand(table, hand, f.GuardAwakened(zone=zone, guard=f"g{full.next_guard}"))
    else:
        weapon = WEAPONS.get(hand)
        figures = full.figures.items()
        drunk = [name for name, one in figures if one.drunk and weapon in (None, one.weapon)]
        of_hand(table, hand, f.GuardSobered(guard=table.rng.choice(drunk)))


def _respawn(table: Match) -> None:
    name: Any = first_due(table.state).intruder
    state, rng = table.state, table.rng
    hidden = {} if rivals(state) else full_of(state).hidden
    others = {one.mission for key, one in hidden.items() if key != name}
    zone = rng.choice(starts_of(state, name))
    letter = rng.choice([letter for letter in LIMITS.letters if letter not in others])
    hands: dict[str, dict[str, int]] = {
        "ninja": {"rope": 2, "shuriken": 2, "kenjutsu": 2},
        "traitor": {"rope": 1, "potent_sake": 2, "kenjutsu": 2},
        "solo": {"ninja.rope": 2, "ninja.shuriken": 1, "traitor.kenjutsu": 2, "traitor.it_was_a_cat": 1},
    }
    hand = kind_of_hand(state, name)
    event = f.IntruderRespawned(
        intruder=name,
        size=size_of(hand, respawn=True),
        zone=zone,
        cards=hands[hand],
        mission=None if full_of(state).seeded else letter,
    )
    intruders(table, event)


def _bonus(table: Match) -> None:
    full = full_of(table.state)
    beds = full.marks.sleepers if full.marks else {}
    free = [zone for zone in map_of(table.state).barracks for _ in range(2 - beds.get(zone, 0))]
    number = min(LIMITS.bonus_sleepers, room_for_sleepers(table.state))
    zones = table.rng.sample(free, number)
    sleeping = {zone: zones.count(zone) for zone in zones}
    counts: dict[Any, int] = {}
    for hand, cards in full.piles.items():
        counts[hand] = min(table.rng.randint(0, 5 // len(full.piles)), cards.deck + cards.discard)
    shares = _taken(table, counts)
    told: dict[str, Any] = (
        {"cards": shares["guard"]} if "guard" in shares else {"counts": counts, "shares": shares}
    )
    count = sum(counts.values())
    guards(table, f.RespawnBonusTaken(count=count, sleepers=number, zones=sleeping, **told))


def _taken(table: Match, counts: dict[Any, int]) -> dict[Any, dict[str, int]]:
    """So many cards for every hand, none of them twice."""
    first, *rest = counts
    shares = {first: some_cards(table, first, counts[first])}
    for hand in rest:
        known = pile(table.state, hand).left is not None
        shares[hand] = (
            {} if pile(table.state, hand).shifted and not known else some_cards(table, hand, counts[hand])
        )
        counts[hand] = sum(shares[hand].values())
    return shares


def _hazard(table: Match) -> None:
    due = first_due(table.state)
    base = f.HazardResolved(hazard="trap", outcome="alert")
    outcomes: Any = ("cat", "alert")
    whose: Any = speaking(table.state, due.intruder) if mixed(table.state) else None
    if due.cause == "ambush":
        base = replace(base, hazard="ambush")
        outcomes = ("killed_shuriken", "killed_kenjutsu", "guard_placed")
    placed = f"g{full_of(table.state).next_guard}"
    arms: Any = free_weapons(table.state) or (None,)
    options: list[Event] = [
        replace(
            base,
            zone=hazard_zone(table.state, due, one),
            outcome=one,
            guard=placed if one == "guard_placed" else None,
            weapon=arm,
            intruder=whose if one in BY_CARD else None,
            deck=deck,
        )
        for one in outcomes
        for arm in (arms if one == "guard_placed" else (None,))
        for deck in (tuple(INTRUDERS) if whose and one.startswith("killed") else (None,))
    ]
    if due.waived:
        moved: Any = [name for name, one in full_of(table.state).figures.items() if one.zone != due.zones[0]]
        base = replace(base, zone=due.zones[0])
        options += [replace(base, outcome="guard_relocated", guard=one) for one in moved]
        options.append(replace(base, outcome="no_guard"))
        guards(table, table.rng.choice(table.legal(options)))
        return
    options.append(f.HazardWaived(zone=due.zones[0]))
    event = table.rng.choice(table.legal(options))
    owner = player_of(table.state, due.intruder)
    table.log(event, of_side(table, "intruders") if owner is None else table.player(owner))


CHOICES = {
    "draw": _draw,
    "wounds": _wounds,
    "move": _move,
    "facing": _facing,
    "awaken": _awaken,
    "respawn": _respawn,
    "bonus": _bonus,
    "hazard": _hazard,
}
