"""The ends that one player may log alone, for the contract's test that this opens nobody else's secret."""

from __future__ import annotations

from collections.abc import Iterator

from games.bushido.chapters.vim import all_named
from games.bushido.events import MatchEnded, MatchResultRecorded, VimRevealed
from games.bushido.state import BusState, points, side_of
from games.ruleset import Event


def endings(state: BusState, player: str) -> Iterator[Event]:
    """The concession, the time of the round, the report of the whole match, and the opening of the player's VIM."""
    own = side_of(state, player)
    if not own:
        return
    yield MatchEnded(reason="conceded", by_side=own)
    yield MatchEnded(reason="time")
    yield MatchResultRecorded(last_turn=max(1, state.turn), reason="time", vp=points(state))
    yield MatchResultRecorded(
        last_turn=state.turn, reason="conceded", vp=dict.fromkeys(state.sides, 0), by_side=own
    )
    named = state.vims.get(own)
    if named is not None and named.model is not None:
        yield VimRevealed(side=own, model=named.model, inches=3.0)


def turned_up(before: BusState, after: BusState) -> bool:
    """Whether the rules themselves opened a secret of others.

    Once both sides have named theirs, VIM lie open, and so do the dice of an exchange once both have allocated them.
    """
    vims = not all_named(before) and all_named(after) and after.vim_kind != "hidden"
    return vims or (_allocated(before) == 1 and _allocated(after) == 2)


def _allocated(state: BusState) -> int:
    """How many sides have allocated their dice in the exchange in progress."""
    fight = state.full.exchange if state.full is not None else None
    return len(fight.commits) if fight is not None else 0
