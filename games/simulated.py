"""The table of a simulated match, whatever the game: logs events through the rules, sealed, and rolls the dice.

Systems derive their own from it. The same seed gives the same bytes; salts are drawn from the seed as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from games.ruleset import Actor, Event, Ruleset, apply
from games.secrets import sealed

if TYPE_CHECKING:  # only the systems' `simulate` draws the dice
    from random import Random

S = TypeVar("S")
T = TypeVar("T", bound=Event)
Logged = tuple[Event, Actor]

ORGANISER = Actor("organiser", "organiser-1")


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

    def legal(self, events: Iterable[T], by: Actor = ORGANISER) -> list[T]:
        """Those of the events that the rules allow now."""
        return [event for event in events if self.may(event, by)]

    def chance(self, share: float) -> bool:
        """A die."""
        return self.rng.random() < share

    def player(self, name: str) -> Actor:
        """The player, or sometimes the organiser in the player's stead."""
        return ORGANISER if self.chance(0.1) else Actor("player", name)
