"""Senjutsu: duels of samurai with decks of cards, solo games, and the horde."""

from games.senjutsu.rules import Senjutsu

RULES = Senjutsu()

__all__ = ["RULES", "Senjutsu"]
