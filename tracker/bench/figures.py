"""All figures, registered by importing their modules. Called by the command `bench`."""

from tracker.bench import order, replay, store, web
from tracker.bench.harness import FIGURES

__all__ = ["FIGURES", "order", "replay", "store", "web"]
