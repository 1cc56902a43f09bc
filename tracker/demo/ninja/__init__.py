"""Ninja in the demo: a night at the castle."""

from tracker.demo.ninja.night import play_night as play

__all__ = ["play"]
