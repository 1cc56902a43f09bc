"""A random match at full detail: every choice is tried against the rules, whatever follows is taken from them."""

from __future__ import annotations

from typing import Any

from games.ninja import events as e
from games.ninja.finish import due_reason, ends_now, may_search
from games.ninja.full.table import full_of
from games.ninja.played.laid import set_up
from games.ninja.played.seats import (
    Match,
)
from games.ninja.played.steps import step
from games.ninja.played.walk import searched
from games.ninja.state import result_of

LONGEST = 5000
"""More events than any night has: a match that stands still is a fault to be told, not waited for."""


def play(table: Match, seed: str | None = None) -> None:
    """From the setup to the end. `seed`: of the missions, where the server draws them."""
    set_up(table, seed)
    for _ in range(LONGEST):
        if ends_now(table.state) and not _searches_last(table):
            break
        step(table)
    else:
        raise RuntimeError("a simulated match of Ninja comes to no end")
    reason: Any = due_reason(table.state)
    result: Any = result_of(table.state)
    side = "intruders" if may_search(table.state) else "guards"
    table.log(e.GameEnded(reason=reason, result=result), table.of_side(side))


def _searches_last(table: Match) -> bool:
    """NIN-END-02: the last one that leaves the map may still search; that is its side's choice."""
    window = full_of(table.state).window
    open_ = window is not None and not full_of(table.state).shown[window.intruder].searched
    return table.state.phase == "running" and open_ and table.chance(0.7) and searched(table)
