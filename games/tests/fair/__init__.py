"""Lantern Fair, a small game of cards: three players, a hand each, lots for the highest lantern that is alone."""

from games.tests.fair.system import SYSTEM

__all__ = ["SYSTEM"]
