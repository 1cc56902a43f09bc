"""The table of a simulated match of Super Fantasy Brawl. Called by the other `simulate` modules and by `play/`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.simulated import Table
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.rules import SuperFantasyBrawl
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.training import CHAMPIONS as TRAINING

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

RULES = SuperFantasyBrawl()


class SimulatedTable(Table[SfbState]):
    """State, dice and the log so far of one simulated match. `names`: the champions that one may meet in it."""

    names: tuple[str, ...] = (*CHAMPIONS, *TRAINING)

    def __init__(self, rng: Random, seed: str) -> None:
        super().__init__(RULES, SfbState(), rng, seed)
