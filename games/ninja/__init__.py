"""Ninja: Legend of the Scorpion Clan. Two intruders against the guard of a castle, hidden until somebody meets them."""

from games.ninja.rules import Ninja
from games.ninja.system import RULES, SYSTEM

__all__ = ["RULES", "SYSTEM", "Ninja"]
