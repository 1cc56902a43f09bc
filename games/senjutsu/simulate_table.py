"""The table of a simulated match: logs events through the rules, sealed, and rolls the dice.

Called by the other `simulate` modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.senjutsu.rules import Senjutsu
from games.senjutsu.state import SenjutsuState
from games.simulated import ORGANISER, Logged, Table

if TYPE_CHECKING:
    from random import Random

__all__ = ["ORGANISER", "RULES", "Logged", "SimulatedTable"]

RULES = Senjutsu()


class SimulatedTable(Table[SenjutsuState]):
    """State, dice and the log so far of one simulated match."""

    def __init__(self, state: SenjutsuState, rng: Random, seed: str) -> None:
        super().__init__(RULES, state, rng, seed)
