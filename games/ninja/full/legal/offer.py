"""Offers of events: who may log one, and its legal values. Called by the lists of what may come next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from games.codec import tag
from games.ninja.facts import INTRUDERS, LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import SOLO, TELLING, cards_of, character_of
from games.ninja.full.own_device import keeps
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.piles import owner_of_hand
from games.ninja.full.table import first_due, full_of, members
from games.ninja.maps.unmapped import ANYWHERE, ZONE_NAME, Anywhere
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, player_of, rivals
from games.ruleset import NextEvent

Choices = dict[str, tuple[Any, ...]]
LETTERS = LIMITS.letters


def everybody(state: NinjaState) -> tuple[str, ...]:
    return tuple(player for players in state.sides.values() for player in players)


def by(state: NinjaState, kind: type[Any], players: tuple[str, ...], **choices: tuple[Any, ...]) -> NextEvent:
    return offer(kind, players, choices)


def offer(
    kind: type[Any],
    players: tuple[str, ...],
    choices: Choices,
    limits: dict[str, tuple[int, int]] | None = None,
    counts: dict[str, tuple[int, int]] | None = None,
) -> NextEvent:
    """What may come next; zones that nobody can list are names that somebody types (NIN-MAP-12)."""
    free = [name for name, values in choices.items() if isinstance(values, Anywhere)]
    return NextEvent(
        type=tag(kind),
        players=players,
        choices={name: values for name, values in choices.items() if name not in free},
        limits=limits or {},
        counts=counts or {},
        texts=dict.fromkeys(free, f"^{ZONE_NAME.pattern}$"),
    )


def zones_of(state: NinjaState, zones: Iterable[str]) -> tuple[str, ...]:
    """Zones of the board; any at all without a map."""
    return ANYWHERE if state.map is None else tuple(zones)


def by_guards(state: NinjaState, kind: type[Any], **choices: tuple[Any, ...]) -> NextEvent:
    return by(state, kind, state.sides[GUARDS], **choices)


def guards_moved(state: NinjaState) -> NextEvent:
    """Without a map the way is typed; who goes, and why, the table tells (NIN-LIS-08, NIN-MOV-07, NIN-PAT-01)."""
    if state.map is not None:
        return by_guards(state, f.GuardsMoved)
    full, due = full_of(state), first_due(state)
    if due.kind == "move":
        parts = range(2, len(due.guards)) if due.cause == "patrol_search" else ()
        groups = [due.guards, *(one for size in parts for one in combinations(due.guards, size))]
        # Whoever leaves a patrol of two or more behind takes a new name (NIN-MOV-07).
        return _on_a_way(state, groups, "card", divides=any(len(due.guards) - len(one) > 1 for one in groups))
    if group := full.may_step or full.may_move:
        return _on_a_way(state, [group], "card" if full.may_step else "heard")
    return _on_a_way(state, [members(state, patrol) for patrol in patrols_to_move(state)], "patrol")


def _on_a_way(
    state: NinjaState, groups: list[tuple[str, ...]], cause: str, divides: bool = False
) -> NextEvent:
    """A way of one of these groups; one guard alone faces nothing (NIN-MOV-09)."""
    choices: Choices = {"guards": tuple(groups), "cause": (cause,)}
    choices |= {} if divides else {"patrol": ()}
    choices |= {} if any(len(one) > 1 for one in groups) else {"facing": ()}
    most = 1 if full_of(state).may_step and first_due(state).kind != "move" else LIMITS.steps_by_card
    return offer(f.GuardsMoved, state.sides[GUARDS], choices, counts={"path": (0, most)})


def by_intruders(state: NinjaState, kind: type[Any], **choices: tuple[Any, ...]) -> NextEvent:
    return by(state, kind, state.sides[INTRUDER_SIDE], **choices)


def players_of(state: NinjaState, name: str) -> tuple[str, ...]:
    """Who acts for an intruder: the side, of rivals its own player."""
    owner = player_of(state, name)
    return state.sides[INTRUDER_SIDE] if owner is None else (owner,)


def by_each(
    state: NinjaState, kind: type[Any], names: tuple[str, ...], **choices: tuple[Any, ...]
) -> Iterator[NextEvent]:
    """By allies one offer for all these intruders, by rivals one each. What makes a character known names it."""
    if kind in TELLING:
        names = tuple(one for name in names for one in _telling(state, name))
    for group in [(name,) for name in names] if rivals(state) else [names]:
        yield by(state, kind, players_of(state, group[0]), intruder=group, **choices)


def _telling(state: NinjaState, name: str) -> tuple[str, ...]:
    """NIN-MODE-SOLO-02: what makes an intruder known calls it by its name: by either, where a device alone knows it."""
    if name != SOLO:
        return (name,)
    known = character_of(state)
    return (known or name,) if known is not None or not keeps(state) else tuple(INTRUDERS)


def by_hand(state: NinjaState, kind: type[Any], hand: str, **choices: tuple[Any, ...]) -> NextEvent:
    """By the guard player whose hand it is."""
    return by(state, kind, (str(owner_of_hand(state, hand)),), hand=(hand,), **choices)


def typed_window(state: NinjaState, kind: type[Any], names: tuple[str, ...]) -> Iterator[NextEvent]:
    """Without a map a way is typed step by step, and so is what a card is for: of the cards that may be in hand."""
    for one in by_each(state, kind, names):
        if kind is f.IntruderCardPlayed:
            cards = dict.fromkeys(card for name in one.choices["intruder"] for card in _in_hand(state, name))
            yield replace(one, choices={**one.choices, "card": tuple(cards)})
        elif kind is f.IntruderMoved:
            yield replace(one, counts={"steps": (0, LIMITS.steps_of_intruder)})
        else:
            yield one


def _in_hand(state: NinjaState, name: str) -> Iterator[str]:
    """The cards of a hand, as far as its reader knows it; else those of its deck."""
    hidden = full_of(state).hidden.get(name)
    held = hidden.cards if hidden is not None else None
    return (card for card in cards_of(state, name) if held is None or held.get(card))
