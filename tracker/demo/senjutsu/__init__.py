"""Senjutsu in the demo: a ladder of runs."""

from tracker.demo.senjutsu.ladder import play_season as play

__all__ = ["play"]
