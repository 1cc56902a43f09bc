"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain

from games.examples import imagined
from games.last_battle.play.claims import claim
from games.last_battle.play.made_events import event_of
from games.last_battle.play.table import PlayTable
from games.last_battle.state import LastBattleState
from games.ruleset import Event, NextEvent
from games.system import Dice

CLAIMS = 20
"""So many times the table shows other facts until a scheme is worth something."""


def examples(state: LastBattleState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer; a report is of whoever logs it, by what they know."""
    whose = told.players or ("",)
    makes = (
        partial(_event, player=player) for player in whose[: None if told.type == "match_reported" else 1]
    )
    return chain(*(imagined(state, told, dice, partial(PlayTable, state), make) for make in makes))


def _event(table: PlayTable, told: NextEvent, player: str) -> Event | None:
    if table.state.full is not None and told.type in ("scheme_revealed", "scheme_scored"):
        any(claim(table, told) for _ in range(CLAIMS))
        return None
    return event_of(table, told, player)
