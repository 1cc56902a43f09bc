"""Bushido: Risen Sun: warbands of one faction built to a rice limit, and the matches that they play."""

from games.bushido.rules import Bushido
from games.bushido.system import RULES, SYSTEM

__all__ = ["RULES", "SYSTEM", "Bushido"]
