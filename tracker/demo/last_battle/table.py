"""What the tables of the demo log: figures are hired, a simulated match is played, in part or whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import count
from uuid import UUID

from games.last_battle.events import (
    FatesPublished,
    MatchReported,
    PlayStopped,
    SchemeChosen,
    SquadHired,
    TurnReported,
)
from games.last_battle.play.simulate import play_out
from tracker import warm
from tracker.demo.table import by_player, log_event

CUT_SHORT = (MatchReported, PlayStopped)


def muster(match: UUID, squads: Mapping[str, SquadHired]) -> None:
    """Everyone keeps the first scheme that was dealt, and hires their squad."""
    for squad in warm.current(match).state.play.squads.values():
        if squad.dealt:
            chosen = SchemeChosen(player=squad.player, scheme=squad.dealt[0])
            log_event(match, chosen, by_player(squad.player))
    for player, hired in squads.items():
        log_event(match, hired, by_player(player))


def play_share(match: UUID, seed: int, level: str, share: float = 1.0) -> None:
    """Logs a random legal match from where the table stands, or its first `share`."""
    logged = play_out(warm.current(match).state.play, seed, level)
    for event, actor in logged[: math.ceil(len(logged) * share)]:
        log_event(match, event, actor)


def play_turns(match: UUID, seed: int, turns: int) -> None:
    """Logs a random legal match by its turns, the first of them or all; fates are left to the organiser."""
    state = warm.current(match).state.play
    plans = (play_out(state, other, "turns") for other in count(seed))
    plan = next(plan for plan in plans if not any(isinstance(event, CUT_SHORT) for event, _ in plan))
    for event, actor in plan:
        if isinstance(event, FatesPublished):
            return
        log_event(match, event, actor)
        if isinstance(event, TurnReported) and event.turn == turns:
            return
