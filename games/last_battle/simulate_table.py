"""The table of a simulated match: logs events through the rules, sealed, and asks the rules about possible ones.

Called by the other `simulate` modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.last_battle.facts import FOES
from games.last_battle.rules import LastBattle
from games.last_battle.state import LastBattleState, Squad, in_play, side_squads
from games.ruleset import Actor, Event
from games.simulated import ORGANISER, Logged, Table

if TYPE_CHECKING:
    from random import Random

__all__ = ["ORGANISER", "RULES", "Logged", "SimulatedTable"]

RULES = LastBattle()


class SimulatedTable(Table[LastBattleState]):
    """State, dice and the log so far of one simulated match."""

    def __init__(self, state: LastBattleState, rng: Random, seed: str) -> None:
        super().__init__(RULES, state, rng, seed)

    def may(self, event: Event, by: Actor = ORGANISER, state: LastBattleState | None = None) -> bool:
        """Whether the rules would accept an unsecret event now (or in `state`)."""
        return not RULES.check(state or self.state, event, by)

    def squads(self) -> list[Squad]:
        """All squads as they are now."""
        return list(self.state.squads.values())

    def standing(self, side: str) -> list[tuple[Squad, str]]:
        """(squad, figure id) of every hired figure of a side that is in play, copies once."""
        return [
            (squad, figure_id)
            for squad in side_squads(self.state, side)
            for figure_id in dict.fromkeys(figure.figure_id for figure in squad.all_figures())
            if in_play(self.state, squad, figure_id)
        ]

    def foes(self, squad: Squad) -> list[str]:
        """The ids of enemy figures in play."""
        return [figure_id for _, figure_id in self.standing(FOES[squad.side])]
