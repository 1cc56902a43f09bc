"""Last Battle: five tables, the Serpent against the Alliance, strategies and secret schemes."""

from games.last_battle.rules import LastBattle
from games.last_battle.system import RULES, SYSTEM

__all__ = ["RULES", "SYSTEM", "LastBattle"]
