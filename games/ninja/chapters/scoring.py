"""The outcome of a match: the winner, and figures for standings; the game knows no victory points.

Called by `rules.py`; public facts alone.
"""

from __future__ import annotations

from typing import Any

from games.ninja.state import GUARDS, INTRUDER_SIDE, SIDES, NinjaState
from games.ruleset import Outcome


def outcome(state: NinjaState) -> Outcome:
    """The result as the log has it."""
    closed = state.phase == "closed"
    return Outcome(
        status="finished" if closed else "open",
        vp=dict.fromkeys(state.sides, 0),
        winner=state.winner if closed else None,
        turn=state.turn,
        incomplete=state.reason == "concession",
        unverified=("NIN-SETUP-06",) if state.full is not None and state.copies is None else (),
        figures=_figures(state) if state.sides else {},
        carry=_carry(state),
    )


def _figures(state: NinjaState) -> dict[str, dict[str, int]]:
    """Tie-breaks by side (section 7 of the rules): escapes, missions, deaths, guards killed, last turn.

    `intruder_win_turn` is 0 unless the intruders have won.
    """
    fates = state.intruders.values()
    return {
        "escapes": {GUARDS: 0, INTRUDER_SIDE: sum(fate.success for fate in fates)},
        "missions": {GUARDS: 0, INTRUDER_SIDE: sum(fate.mission and not fate.dead for fate in fates)},
        "deaths_inflicted": {GUARDS: sum(len(fate.deaths) for fate in fates), INTRUDER_SIDE: 0},
        "guards_killed": {GUARDS: 0, INTRUDER_SIDE: state.killed},
        "last_turn": dict.fromkeys(SIDES, state.turn),
        "intruder_win_turn": {GUARDS: 0, INTRUDER_SIDE: state.turn if _intruders_won(state) else 0},
        "alert": dict.fromkeys(SIDES, state.alert),
    }


def _intruders_won(state: NinjaState) -> bool:
    return state.phase == "closed" and state.winner == INTRUDER_SIDE


def _carry(state: NinjaState) -> dict[str, Any]:
    """Why it ended, and per intruder whether it succeeded (NIN-MODE-DL-05)."""
    succeeded = {name: fate.success for name, fate in state.intruders.items()}
    return {"reason": state.reason, "variant": state.variant, "succeeded": succeeded}
