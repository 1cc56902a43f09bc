"""All figures, registered by importing their modules. Called by the command `bench`."""

from tracker.bench import ladders, league, order, replay, spectators, store, web
from tracker.bench.harness import FIGURES

__all__ = ["FIGURES", "ladders", "league", "order", "replay", "spectators", "store", "web"]
