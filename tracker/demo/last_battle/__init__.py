"""Last Battle in the demo: a finished and a running tournament, matches of three rivals, an event day."""

from __future__ import annotations

from tracker.demo.last_battle.cup import play_cups
from tracker.demo.last_battle.day import play_day
from tracker.identity import Identity


def play(identity: Identity) -> None:
    play_cups(identity)
    play_day(identity)
