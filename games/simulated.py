"""The table of a simulated match, whatever the game: logs events through the rules, sealed, and rolls the dice.

Systems derive their own from it. The same seed gives the same bytes; salts are drawn from the seed as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from games.codec import types_of
from games.moves import computed
from games.ruleset import REFEREE, Actor, Event, NextEvent, Rejected, Ruleset, apply
from games.secrets import sealed

if TYPE_CHECKING:  # only the systems' `simulate` draws the dice
    from random import Random

S = TypeVar("S")
T = TypeVar("T", bound=Event)
Logged = tuple[Event, Actor]

ORGANISER = Actor("organiser", "organiser-1")
SELDOM = 0.02
"""The weight of a type of event that would end a match too soon, beside 1 of any other."""
TRIES = 8
"""How often the facts of events are made up anew before nothing fits."""


class Table(Generic[S]):
    """State, dice and the log so far of one simulated match."""

    def __init__(self, rules: Ruleset[S, Any], state: S, rng: Random, seed: str) -> None:
        self.rules, self.state, self.rng, self.seed = rules, state, rng, seed
        self.logged: list[Logged] = []

    def log(self, event: Event, by: Actor = ORGANISER) -> None:
        """Logs an event that must be legal. Raises `Rejected`."""
        event = sealed(event, self._salt())
        self.state = apply(self.rules, self.state, event, by)
        self.logged.append((event, by))

    def _salt(self) -> str:
        return hashlib.sha256(f"{self.seed}:{len(self.logged)}".encode()).hexdigest()[:32]

    def may(self, event: Event, by: Actor = ORGANISER) -> bool:
        """Whether the rules allow the event."""
        return not self.rules.check(self.state, event, by)

    def tries(self, event: Event, by: Actor = ORGANISER) -> bool:
        """Logs the event if the rules allow it."""
        try:
            self.log(event, by)
        except Rejected:
            return False
        return True

    def legal(self, events: Iterable[T], by: Actor = ORGANISER) -> list[T]:
        """Those of the events that the rules allow now."""
        return [event for event in events if self.may(event, by)]

    def chance(self, share: float) -> bool:
        """A die."""
        return self.rng.random() < share

    def player(self, name: str) -> Actor:
        """The player, or sometimes the organiser in the player's stead."""
        return ORGANISER if self.chance(0.1) else Actor("player", name)

    def of_side(self, side: str) -> Actor:
        """A player of the side, or sometimes the organiser."""
        return self.player(self.rng.choice(self.rules.sides(self.state)[side]))

    def anybody(self) -> Actor:
        """A player of the match, or sometimes the organiser."""
        return self.player(self.rng.choice([*chain(*self.rules.sides(self.state).values())]))

    def by(self, one: NextEvent) -> Actor:
        """Somebody who may log what is offered."""
        return self.player(self.rng.choice(one.players)) if one.players else ORGANISER


def seats(sides: Iterable[str], count: int) -> dict[str, tuple[str, ...]]:
    """Side -> made-up players, so many on each."""
    return {side: tuple(f"{side}-{number}" for number in range(1, count + 1)) for side in sides}


def play_one(
    table: Table[Any],
    offers: Iterable[NextEvent],
    weight: Callable[[NextEvent], float],
    taken: Callable[[NextEvent], bool],
) -> None:
    """One event of those that the rules offer, by chance, what has more `weight` sooner; never what has none.

    `taken` logs an event of an offer if it can. Raises `RuntimeError` where nothing that is offered is legal.
    """
    weights = [(one, weight(one)) for one in offers]
    for _ in range(TRIES):
        order = [(table.rng.random() ** (1 / share), one) for one, share in weights if share]
        for _chance, one in sorted(order, key=lambda pair: -pair[0]):
            if taken(one):
                return
    raise RuntimeError(f"nothing that is offered is legal: {[one.type for one, _ in weights]}")


def filled(
    table: Table[Any],
    one: NextEvent,
    facts: Mapping[str, Any],
    fills: Mapping[str, Any] = MappingProxyType({}),
) -> Event:
    """An event of an offer: one of its values for each field, `facts` of the table, and what the rules compute.

    The last, `fills`, is as in `games.faces.Faces` and has the last word.
    """
    rng = table.rng
    told: dict[str, Any] = {
        name: rng.choice(values) for name, values in one.choices.items() if values and "." not in name
    }
    told |= {name: rng.randint(*span) for name, span in one.limits.items() if "." not in name}
    told |= facts
    told = {"type": one.type, **msgspec.to_builtins(computed(told, fills))}
    return msgspec.convert(told, types_of(table.rules)[one.type])


def told_at(table: Table[Any], one: NextEvent, facts: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """What only a table knows of an event: one value of each of these fields, of which the offer does not say that
    there is none."""
    return {name: table.rng.choice(values) for name, values in facts.items() if one.choices.get(name) != ()}


def by_chance(
    table: Table[Any],
    fills: Mapping[str, tuple[Any, ...]] = MappingProxyType({}),
    avoid: Iterable[str] = (),
    seldom: Iterable[str] = (),
    most: int = 2000,
) -> list[Logged]:
    """Plays what the rules say may come next until the outcome stands; the log so far.

    `fills`: values of fields that the rules do not name. Types of events that would end a match too soon: those to
    `avoid` never come, those that come `seldom` come now and then.
    """
    rules = table.rules
    weights = {**dict.fromkeys(seldom, SELDOM), **dict.fromkeys(avoid, 0)}

    def taken(one: NextEvent) -> bool:
        fields = types_of(rules)[one.type].__struct_fields__
        facts = {name: table.rng.choice(values) for name, values in fills.items() if name in fields}
        return table.tries(filled(table, one, facts), table.by(one))

    for _step in range(most):
        if rules.outcome(table.state).status != "open":
            return table.logged
        offers = rules.next_events(table.state, REFEREE)
        play_one(table, offers, lambda one: weights.get(one.type, 1), taken)
    raise RuntimeError("a match that does not end")
