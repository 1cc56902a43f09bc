"""The ends that one player may log alone, for the contract's test that this opens nobody else's secret."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import Event
from games.senjutsu.events import Defeat, HordeResult, MatchFinished, SideConceded
from games.senjutsu.full.sight import all_chose
from games.senjutsu.state import SenjutsuState, sides_of


def endings(state: SenjutsuState, player: str) -> Iterator[Event]:
    """The concession, and the report of the match with every winner, reason and defeat."""
    yield SideConceded(player=player)
    run = HordeResult(waves_cleared=0) if state.mode == "horde" else None
    fallen = [name for name in state.fighters if name != player]
    defeats = (
        None,
        tuple(Defeat(name, "wounds") for name in fallen),
        (Defeat(player, "wounds"),),
    )
    for winner in (*sides_of(state), "draw", "vo"):
        for told in defeats:
            yield MatchFinished(winner=winner, turns=state.turn or 1, defeats=told, horde=run)
            yield MatchFinished(winner=winner, defeats=told, horde=run)
        yield MatchFinished(winner=winner, reason="time")
        yield MatchFinished(winner=winner, reason="contracts")


def turned_up(before: SenjutsuState, after: SenjutsuState) -> bool:
    """Whether the rules themselves opened a secret of others by this event: weapons are open once the match starts, and
    the cards of a turn once everybody has chosen, which is final.
    """
    started = before.phase == "roster" and after.phase != "closed"
    return (
        started
        or (not all_chose(before) and all_chose(after))
        or _step(before, after) == ("select", "reveal")
    )


def _step(*states: SenjutsuState) -> tuple[str, ...]:
    return tuple(state.full.step if state.full is not None else "" for state in states)
