"""The ends that one player may log alone, for the contract's test that this opens nobody else's secret."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import Event
from games.super_fantasy_brawl.events import GameEnded, MatchConceded, MatchResultRecorded
from games.super_fantasy_brawl.full.sight import turning
from games.super_fantasy_brawl.state import SfbState, mode_of, side_of


def endings(state: SfbState, player: str) -> Iterator[Event]:
    """The concession in two forms, the end by the points, and the report of the whole match for every side."""
    own = side_of(state, player)
    if not own:
        return
    yield MatchConceded(side=own)
    points = {side: one.vp for side, one in state.sides.items()}
    for winner in state.sides:
        for reason in ("vp_target", "concession"):
            yield GameEnded(winner=winner, vp=points, reason=reason)
        won = {side: mode_of(state).target if side == winner else 0 for side in state.sides}
        none = dict.fromkeys(state.sides, 0)
        yield MatchResultRecorded(winner=winner, vp=won, challenge_vp=won, knockout_vp=none, rounds=5)


def turned_up(before: SfbState, after: SfbState) -> bool:
    """Whether the rules themselves opened a secret of others by this event: a champion came to stand on a token."""
    turned = [turning(state.full) if state.full is not None else () for state in (before, after)]
    return bool(set(turned[1]) - set(turned[0]))
