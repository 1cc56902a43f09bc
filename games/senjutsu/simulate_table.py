"""The table of a simulated match: logs events through the rules, sealed, and rolls the dice.

Called by the other `simulate` modules.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from games.ruleset import Actor, Event, apply
from games.secrets import sealed
from games.senjutsu.rules import Senjutsu
from games.senjutsu.state import SenjutsuState

if TYPE_CHECKING:
    from random import Random

Logged = tuple[Event, Actor]

RULES = Senjutsu()
ORGANISER = Actor("organiser", "organiser-1")


class SimulatedTable:
    """State, dice and the log so far of one simulated match."""

    def __init__(self, state: SenjutsuState, rng: Random, seed: str) -> None:
        self.state, self.rng, self.seed = state, rng, seed
        self.logged: list[Logged] = []

    def log(self, event: Event, by: Actor = ORGANISER) -> None:
        """Logs an event that must be legal. Raises `Rejected`."""
        event = sealed(event, self._salt())
        self.state = apply(RULES, self.state, event, by)
        self.logged.append((event, by))

    def _salt(self) -> str:
        return hashlib.sha256(f"{self.seed}:{len(self.logged)}".encode()).hexdigest()[:32]

    def chance(self, share: float) -> bool:
        """A die."""
        return self.rng.random() < share

    def player(self, name: str) -> Actor:
        """The player, or sometimes the organiser in the player's stead."""
        return ORGANISER if self.chance(0.1) else Actor("player", name)

    def anybody(self) -> Actor:
        """A player of the match, or sometimes the organiser."""
        return self.player(self.rng.choice(tuple(self.state.fighters)))
