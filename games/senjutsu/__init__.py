"""Senjutsu: duels of samurai with decks of cards, solo games, and the horde."""

from games.senjutsu.rules import Senjutsu
from games.senjutsu.system import RULES, SYSTEM

__all__ = ["RULES", "SYSTEM", "Senjutsu"]
