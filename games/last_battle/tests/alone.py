"""The ends that one player may log alone, for the contract's test that this opens nobody else's secret."""

from __future__ import annotations

from collections.abc import Iterator

from games.last_battle.chapters.finish import winner
from games.last_battle.events import GameEnded, MatchConceded, MatchReported, SchemeResult
from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.state import LastBattleState, totals
from games.ruleset import Event


def endings(state: LastBattleState, player: str) -> Iterator[Event]:
    """Giving up, the report of the whole match with numbers that nobody but the player knows, the end by the log."""
    if state.phase == "open":
        return
    yield from (MatchConceded(side=side) for side in SIDES)  # type: ignore[arg-type]
    logged = tuple(
        SchemeResult(squad.player, held.vp, held.scheme)
        for squad in state.squads.values()
        for held in squad.schemes
        if held.public and held.vp
    )
    for turns in sorted({LIMITS.regular_turns, state.turn, state.turn + 1}):
        for more in (0, 1, 2):
            strategy = {side: state.strategy.get(side, 0) for side in SIDES}
            strategy[state.squads[player].side] += more
            for result in ("serpent", "alliance", "draw"):
                yield MatchReported(turns=turns, strategy=strategy, schemes=logged, result=result)
    points = totals(state)
    result = winner(points)
    yield GameEnded(serpent_vp=points["serpent"], alliance_vp=points["alliance"], result=result)  # type: ignore[arg-type]


def turned_up(before: LastBattleState, after: LastBattleState) -> bool:
    """Whether the rules themselves opened a secret of others by this event: here only its owner does."""
    return False
