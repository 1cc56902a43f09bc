"""Bushido in the demo: a Masters tournament and a campaign."""

from __future__ import annotations

from tracker.demo.bushido.cup import play_cup
from tracker.demo.bushido.war import play_war
from tracker.identity import Identity


def play(identity: Identity) -> None:
    play_cup(identity)
    play_war(identity)
