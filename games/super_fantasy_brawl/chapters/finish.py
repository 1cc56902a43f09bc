"""How a match ends: points, concession, organisers; and rulings (SFB-END-01 to -07, SFB-RES-13, SFB-LOG-04).

Called by `rules.py`. The report of a whole match stands in `summary.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from msgspec.structs import replace

from games.gaps import some
from games.judging import echoes
from games.rulebook import all_rules
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.results import due_winner, leader, reached
from games.super_fantasy_brawl.events import GameEnded, MatchConceded, RulingRecorded
from games.super_fantasy_brawl.permissions import (
    Violations,
    at_detail,
    in_phase,
    passing,
    seated,
    side_acts,
    staff_only,
)
from games.super_fantasy_brawl.state import DRAWN, Phase, SfbState, mode_of, other_side
from games.super_fantasy_brawl.waived import can_be_waived

PLAY = tuple(phase for phase in get_args(Phase) if phase not in ("open", "over", "closed"))


def shown(winner: str) -> str:
    """A winner in a sentence."""
    return "a_draw" if winner == DRAWN else winner or "unknown"


def points(state: SfbState) -> dict[str, int]:
    """The victory points by side."""
    return {name: side.vp for name, side in state.sides.items()}


def check_game_ended(state: SfbState, event: GameEnded, by: Actor) -> Violations:
    """SFB-END-03 to -07: the winner, the reason and the points that follow from the log."""
    early = event.reason in ("concession", "organiser")
    judge = _check_early(state, event, by) if early else _check_by_points(state, event)
    return passing(
        state,
        at_detail(state, "turns", "full"),
        in_phase(state, *PLAY, "over"),
        seated(state, by),
        judge,
        _check_winner(state, event),
        _check_total(state, event),
    )


def without_points(state: SfbState, told: Mapping[str, int], reason: str) -> Violations:
    """Without the points there is no end. It breaks three rules and is one reason: after a round SFB-TURN-07, of a win
    that is claimed SFB-END-01 or SFB-MODE-18, else SFB-END-05."""
    target = mode_of(state).target
    win = RuleViolation(by_mode(state, "SFB-END-01", "SFB-MODE-18"), {"limit": target, "told": told})
    end, round_over = (RuleViolation(rule, {"limit": target}) for rule in ("SFB-END-05", "SFB-TURN-07"))
    first = round_over if state.phase == "round" else win if reason == "vp_target" else end
    yield first
    yield from echoes(*(one for one in (end, round_over, win) if one is not first))


def _check_by_points(state: SfbState, event: GameEnded) -> Violations:
    due = due_winner(state)
    if due is not None and state.phase != "over":
        yield RuleViolation("SFB-END-02")
        return
    if due is None:
        yield from without_points(state, points(state), event.reason)
        return
    winner, reason = due
    fits = event.winner == winner or (winner == "" and event.winner in state.sides)
    if not fits or event.reason != reason:
        told = shown(event.winner) if not fits else event.reason
        expected = shown(winner) if not fits else reason
        rule = "SFB-END-04" if len(reached(state)) > 1 else "SFB-END-03"
        yield RuleViolation(rule, {"expected": expected, "told": told})
        yield RuleViolation("SFB-END-06", {"expected": expected, "told": told})
    if event.winner == DRAWN:
        yield RuleViolation("SFB-END-07")


def _check_early(state: SfbState, event: GameEnded, by: Actor) -> Violations:
    """SFB-RES-13, SFB-END-07: nobody has the points; the leader wins, or the side that did not concede."""
    limit = mode_of(state).target
    expected: Any = leader(state)
    wrong = event.reason == "organiser" and event.winner != expected
    if event.reason == "concession":
        expected = [side for side in state.sides if by.player not in state.sides[side].players]
        wrong = event.winner not in expected
    if event.reason == "organiser":
        yield from staff_only(by)
    if reached(state):
        yield RuleViolation("SFB-RES-13", {"limit": limit, "points": points(state)})
    elif wrong:
        due = expected if isinstance(expected, list) else shown(expected)
        yield RuleViolation("SFB-RES-13", {"target": limit, "expected": due, "told": shown(event.winner)})
    if event.winner == DRAWN and (event.reason != "organiser" or leader(state) != DRAWN):
        yield RuleViolation("SFB-END-07")


def _check_winner(state: SfbState, event: GameEnded) -> Violations:
    """SFB-LOG-02: whatever is lifted, a side of this match wins, or nobody."""
    if event.winner not in (*state.sides, DRAWN):
        yield RuleViolation("SFB-LOG-02", {"stranger": event.winner or "nobody", "absent": True})


def _check_total(state: SfbState, event: GameEnded) -> Violations:
    """SFB-END-06."""
    if event.vp != points(state):
        yield RuleViolation("SFB-END-06", {"expected": points(state), "told": some(event.vp)})


def on_game_ended(state: SfbState, event: GameEnded) -> SfbState:
    """SFB-END-04: with equal points and an untold card, the winner stays unchecked."""
    due = due_winner(state)
    unsure = state.unsure or (due is not None and due[0] == "")
    return replace(state, phase="closed", winner=event.winner, reason=event.reason, unsure=unsure)


def check_match_conceded(state: SfbState, event: MatchConceded, by: Actor) -> Violations:
    """By the side itself, while the match is open (SFB-RES-13)."""
    return passing(state, in_phase(state, *PLAY), side_acts(state, by, event.side))


def on_match_conceded(state: SfbState, event: MatchConceded) -> SfbState:
    return replace(state, phase="closed", winner=other_side(state, event.side), reason="concession")


def check_ruling_recorded(state: SfbState, event: RulingRecorded, by: Actor) -> Violations:
    """SFB-LOG-04: by staff, at any time; a rule that exists and can be lifted."""
    yield from staff_only(by)
    if event.rule is not None and (event.rule not in all_rules() or not can_be_waived(event.rule)):
        yield RuleViolation("SFB-LOG-04", {"rule": event.rule})
    if state.phase == "open":
        yield from in_phase(state, *PLAY)


def on_ruling_recorded(state: SfbState, event: RulingRecorded) -> SfbState:
    if event.rule is None:
        return state
    overridden = state.overridden
    overridden = overridden if event.rule in overridden else (*overridden, event.rule)
    return replace(state, lifted=(*state.lifted, event.rule), overridden=overridden)
