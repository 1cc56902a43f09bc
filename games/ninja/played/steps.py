"""One event of a simulated match: what follows by itself, or what the rules offer, by chance.

Called by `games.ninja.play`. What only the players know is told by `told.py`; an intruder walks by `walk.py`.
"""

from __future__ import annotations

from typing import Any

from games import simulated
from games.ninja import RULES
from games.ninja.full import events as f
from games.ninja.full.apart import guards_inside
from games.ninja.full.character import unknown
from games.ninja.full.guards import cat_asked
from games.ninja.full.moves import moves
from games.ninja.full.owed import follows
from games.ninja.full.phases import still_to_move
from games.ninja.full.table import full_of
from games.ninja.full.window import finished
from games.ninja.played.seats import Match, intruders
from games.ninja.played.told import TOLD
from games.ninja.played.walk import Walk, searched
from games.ninja.state import rivals
from games.ruleset import REFEREE, Event, NextEvent

USUAL = 10.0
WEIGHTS = {
    "guard_attacked": 50.0,
    "drawn_cards_shared": 5.0,
    "phase_started": 4.0,
    "intruder_card_played": 2.5,
    "hazard_waived": 2.0,
    "patrol_reformed": 0.5,
    "free_listen_ordered": 0.5,
    "alert_recorded": 0.1,
    "match_conceded": 0,
}
"""How often a type is taken against the `USUAL`."""
CAT = 0.2
"""How often a guard's listening is answered with a card, where one can be."""


def step(table: Match) -> None:
    """Something that is legal now."""
    followed = None if _cat(table) else follows(table.state)
    if followed is not None:
        table.log(followed)
    elif full_of(table.state).step == "intruder_action" and not full_of(table.state).due:
        _walk(table)
    else:
        simulated.play_one(
            table, RULES.next_events(table.state, REFEREE), _weight, lambda one: _taken(table, one)
        )


def _cat(table: Match) -> bool:
    """NIN-HID-17: rivals always say so; a mixed hand keeps its card, so as not to tell who it is."""
    asked = bool(full_of(table.state).due) and cat_asked(table.state)
    return asked and (rivals(table.state) or table.chance(CAT - 0.15 * unknown(table.state)))


def _weight(one: NextEvent) -> float:
    if one.type == "patrol_reformed" and one.choices:
        return USUAL
    return WEIGHTS.get(one.type, USUAL)


def _taken(table: Match, one: NextEvent) -> bool:
    event = _event(table, one)
    return event is not None and table.tries(event, table.by(one))


def _event(table: Match, one: NextEvent) -> Event | None:
    """One of the concrete moves; or the offered values and what only the players know."""
    if one.type in TOLD:
        return simulated.filled(table, one, TOLD[one.type](table, one))
    found = moves(table.state, one)
    return _chosen(table, found) if found else None


def _chosen(table: Match, found: list[Any]) -> Event:
    """Any of the moves; of cards each kind as often, and with whoever stands in a passage."""
    if isinstance(found[0], f.GuardCardPlayed):
        card = table.rng.choice(sorted({one.card for one in found}))
        found = [one for one in found if one.card == card]
        inside = [one for one in found if one.guard in guards_inside(table.state)]
        found = inside if inside and table.chance(0.7) else found
    chosen: Event = table.rng.choice(found)
    return chosen


def _walk(table: Match) -> None:
    """NIN-INT-01: the intruders one after the other, then the turn is over."""
    state, full = table.state, full_of(table.state)
    waiting, window = still_to_move(state), full.window
    shown = full.shown[window.intruder] if window is not None else None
    if shown is not None and shown.moved and not shown.searched and table.chance(0.7) and searched(table):
        return
    if not finished(state) and window is not None:
        name: Any = window.intruder
        intruders(table, f.IntruderPassed(intruder=name))
    elif waiting:
        Walk(table, waiting[0]).go()
    else:
        table.log(f.TurnEnded(turn=state.turn), table.of_side("intruders"))
