"""Ninja: Legend of the Scorpion Clan. Two intruders against the guard of a castle, hidden until somebody meets them."""

from games.ninja.rules import Ninja

RULES = Ninja()

__all__ = ["RULES", "Ninja"]
