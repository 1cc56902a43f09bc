"""Last Battle: five tables, the Serpent against the Alliance, strategies and secret schemes."""

from games.last_battle.rules import LastBattle

RULES = LastBattle()

__all__ = ["RULES", "LastBattle"]
