"""What the report of a whole match asks, and what of the event follows (SFB-RES-03 to -05, SFB-END-03, -04).

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.faces import Line
from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.results import leader_of, least_rounds, most_mutual
from games.super_fantasy_brawl.state import DRAWN, SfbState, other_side
from games.taps import Amount, Called, Choice, Group, Numbers, OneOf, Row, Taps, of

RESULT = "match_result_recorded"
SOURCES = ("challenge", "knockout")
MOST_ROUNDS = 99
CONCEDED, EQUAL = "concession", "mutual_knockout"
"""Reasons that a side goes with: who gave up, or who wins with equal points."""


def taps(state: SfbState, told: NextEvent) -> Taps | None:
    """`match_result_recorded`. It starts with what the match says now: nothing yet, or the result that is entered
    anew."""
    if told.type != RESULT:
        return None
    sides = [Group(side=side, rows=_points(state, told, side)) for side in state.sides]
    rounds = Amount(
        key="rounds",
        name=Called("rounds"),
        start=least_rounds(state, "vp_target") or None,
        low=max(1, state.round),
        high=MOST_ROUNDS,
        needed=True,
    )
    whole = Group(rows=(rounds, _reasons(state, told)))
    return Taps(groups=(*sides, whole), read=partial(_read, state))


def _points(state: SfbState, told: NextEvent, side: str) -> tuple[Row, ...]:
    """A row of numbers for each source, from what turns have told; of challenges too where nobody knows their most."""
    stand = state.sides[side]
    usual = (stand.challenge, most_mutual(state))
    legal = {source: told.limits.get(f"{source}_vp.{side}", usual) for source in SOURCES}
    return tuple(
        Numbers(
            key=f"{source}:{side}",
            name=Called(f"{source}_vp"),
            numbers=tuple(range(low, most + 1)),
            start=getattr(stand, source),
        )
        for source, (low, most) in legal.items()
    )


def _reasons(state: SfbState, told: NextEvent) -> OneOf:
    """One tap tells the reason and its side; that the organisers stopped it, they alone say (SFB-LOG-02)."""
    stopped = of("reason", ("organiser",)) if told.staff else ()
    equal = (Choice(f"{EQUAL}:{side}", Line("equal_points", {"side": side})) for side in state.sides)
    gave_up = (Choice(f"{CONCEDED}:{side}", Line("gave_up", {"side": side})) for side in state.sides)
    choices = (*of("reason", ("vp_target", EQUAL)), *equal, *stopped, *gave_up)
    return OneOf(key="reason", name=Called("reason"), choices=choices, start=_reason(state))


def _reason(state: SfbState) -> str:
    level = len({one.vp for one in state.sides.values()}) == 1
    if state.winner in state.sides and state.reason == CONCEDED:
        return f"{CONCEDED}:{other_side(state, state.winner)}"
    if state.winner in state.sides and state.reason == EQUAL and level:
        return f"{EQUAL}:{state.winner}"
    return state.reason or "vp_target"


def _read(state: SfbState, tapped: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The points by source, their sums, and who has won by them."""
    by_source = {f"{one}_vp": {side: tapped[f"{one}:{side}"] for side in state.sides} for one in SOURCES}
    vp = {side: sum(points[side] for points in by_source.values()) for side in state.sides}
    reason, _colon, side = (tapped["reason"] or "vp_target").partition(":")
    ahead = leader_of(vp)
    winner = other_side(state, side) if reason == CONCEDED else side if ahead == DRAWN and side else ahead
    return {**by_source, "vp": vp, "rounds": tapped["rounds"], "winner": winner, "reason": reason}
