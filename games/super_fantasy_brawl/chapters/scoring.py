"""The outcome of a match: victory points by source, winner, figures for standings, and what stayed unchecked.

Called by `rules.py`; public facts alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ruleset import Outcome, ScoreLine
from games.super_fantasy_brawl.state import SfbState, other_side


def outcome(state: SfbState) -> Outcome:
    """The result as the log has it."""
    closed = state.phase == "closed"
    return Outcome(
        status="finished" if closed else "open",
        vp={name: side.vp for name, side in state.sides.items()},
        lines=tuple(ScoreLine(one.side, one.source, one.vp, one.round) for one in state.tallies if one.vp),
        winner=state.winner if closed else None,
        turn=state.round,
        incomplete=state.reason in ("concession", "organiser"),
        figures=_figures(state),
        carry=_carry(state),
        unverified=tuple(sorted(set(_unverified(state)))),
    )


def _figures(state: SfbState) -> dict[str, dict[str, int]]:
    """Tie-break figures by side (section 7): difference, points by source."""
    sides = state.sides
    return {
        "vp_difference": {
            name: side.vp - (sides[other_side(state, name)].vp if len(sides) == 2 else 0)
            for name, side in sides.items()
        },
        "knockout_vp": {name: side.knockout for name, side in sides.items()},
        "challenge_vp": {name: side.challenge for name, side in sides.items()},
        "rounds": dict.fromkeys(sides, state.round),
    }


def _carry(state: SfbState) -> dict[str, Any]:
    """What a tournament tells of champions: picked, banned, levelled up, knock-outs for and against."""
    found: dict[str, Any] = {
        "reason": state.reason,
        "first": state.order[0] if state.order else None,
        "rosters": {player: list(champions) for player, champions in state.rosters.items()},
        "bans": [list(ban) for ban in state.draft.bans],
        "champions": {
            key: {
                "knockouts": one.knockouts,
                "knocked_out": one.knocked_out,
                "levelled_up": one.levelled_up,
            }
            for key, one in state.figures.items()
        },
    }
    if state.overridden:
        found["overridden"] = list(state.overridden)
    return found


def _unverified(state: SfbState) -> Iterator[str]:
    """The rules for which the log did not tell enough, from public facts alone."""
    if state.phase in ("open", "order", "zone", "select"):
        return
    seated = sum(len(side.players) for side in state.sides.values())
    untold = {
        "SFB-ROSTER-02": len(state.rosters) < seated,
        "SFB-SETUP-02": not state.order,
        "SFB-SCORE-04": state.track.values is None,
        "SFB-SCORE-03": state.detail == "turns" and state.round > 1,
        "SFB-END-04": state.unsure,
        "SFB-HEX-01": state.full is not None and state.full.ground is None,
    }
    yield from (rule for rule, lacks in untold.items() if lacks)
    if state.full is not None:
        yield from state.full.unverified
