"""What the form of a whole match offers, starts with and computes. Called by `asked.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.ruleset import NextEvent
from games.super_fantasy_brawl.results import most_mutual
from games.super_fantasy_brawl.state import DRAWN, SfbState, other_side

RESULT = "match_result_recorded"
CONCEDED, EQUAL = "concession", "mutual_knockout"
"""Reasons that a side goes with: who gave up, or who wins with equal points (SFB-END-04)."""


def options(state: SfbState, told: NextEvent) -> dict[str, tuple[Any, ...]]:
    """One tap tells the reason and its side; points of challenges are a row of taps where nobody knows their most."""
    with_side = {reason: tuple(f"{reason}:{side}" for side in state.sides) for reason in (EQUAL, CONCEDED)}
    numbers = tuple(range(most_mutual(state) + 1))
    of_challenges = [f"challenge_vp.{side}" for side in state.sides]
    return {
        "reason": ("vp_target", EQUAL, *with_side[EQUAL], "organiser", *with_side[CONCEDED]),
        **{path: numbers for path in of_challenges if path not in told.limits},
    }


def starts(state: SfbState) -> dict[str, Any]:
    """What the match says now: nothing yet, or the result that is entered anew."""
    return {
        "challenge_vp": {side: one.challenge for side, one in state.sides.items()},
        "knockout_vp": {side: one.knockout for side, one in state.sides.items()},
        "rounds": state.round or None,
        "reason": _reason(state),
    }


def _reason(state: SfbState) -> str:
    equal = len({one.vp for one in state.sides.values()}) == 1
    if state.reason == CONCEDED and state.winner in state.sides:
        return f"{CONCEDED}:{other_side(state, state.winner)}"
    if state.reason == EQUAL and equal and state.winner in state.sides:
        return f"{EQUAL}:{state.winner}"
    return state.reason or "vp_target"


def fills(state: SfbState) -> dict[str, Any]:
    """The sums of the sides, and who has won by them (SFB-RES-03, SFB-END-03, -04)."""
    return {
        "vp": _sums,
        "winner": lambda data: _winner(state, data),
        "reason": lambda data: data["reason"].partition(":")[0],
    }


def _sums(data: Mapping[str, Any]) -> dict[str, int]:
    return {side: vp + data["knockout_vp"][side] for side, vp in data["challenge_vp"].items()}


def _winner(state: SfbState, data: Mapping[str, Any]) -> str:
    reason, _colon, side = data["reason"].partition(":")
    if reason == CONCEDED and side:
        return other_side(state, side)
    best = max(data["vp"].values())
    ahead = [one for one, vp in data["vp"].items() if vp == best]
    return ahead[0] if len(ahead) == 1 else side or DRAWN
