"""The end: `game_ended` and `match_conceded` (NIN-END, NIN-SCORE, NIN-HID-14). Called by `rules.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.judging import first_broken
from games.ninja.events import GameEnded, MatchConceded
from games.ninja.facts import LIMITS
from games.ninja.full.search import may_show
from games.ninja.full.window import finished
from games.ninja.permissions import Violations, seated, side_acts
from games.ninja.state import INTRUDER_SIDE, SIDES, NinjaState, all_out, result_of, rivals
from games.ruleset import Actor, RuleViolation


def due_reason(state: NinjaState) -> str:
    """NIN-END-01: why the game is over."""
    return "no_intruders" if all_out(state) else "dawn"


def ends_now(state: NinjaState) -> bool:
    """NIN-END-01, -02: dawn, nobody left, or the last intruder has left the map and nothing is owed."""
    if state.phase == "over" or state.full is None:
        return state.phase == "over"
    return state.phase == "running" and all_out(state) and not state.full.due and finished(state)


def may_search(state: NinjaState) -> bool:
    """NIN-END-02: whether the last intruder, which has left, may still complete its mission by a search or show its
    card, as far as everybody knows. Of rivals the server knows."""
    if state.phase == "over" or state.full is None or state.full.window is None or rivals(state):
        return False
    name = state.full.window.intruder
    searches = not state.full.shown[name].searched and not state.intruders[name].mission
    return searches or bool(may_show(state))


def check_game_ended(state: NinjaState, event: GameEnded, by: Actor) -> Violations:
    """NIN-END-02 whose word it is, NIN-END-03 before the end or for another reason, NIN-SCORE-03 for another result."""
    acts = side_acts(state, by, INTRUDER_SIDE) if may_search(state) and ends_now(state) else seated(state, by)
    return first_broken(acts, _check_end(state, event), _check_result(state, event.result))


def _check_end(state: NinjaState, event: GameEnded) -> Violations:
    if not ends_now(state):
        yield RuleViolation("NIN-END-03", {"turn": state.turn, "limit": LIMITS.turns, "told": event.reason})
    elif event.reason != (due := due_reason(state)):
        params = {"turn": state.turn, "limit": LIMITS.turns, "told": event.reason, "expected": due}
        yield RuleViolation("NIN-END-03", params)


def _check_result(state: NinjaState, told: str) -> Violations:
    """NIN-SCORE-01, -02 and NIN-MODE-SOLO-03 say what follows."""
    due = result_of(state)
    if told != due:
        params = {"told": told, "expected": due}
        if state.variant == "solo" and told == "draw":
            yield RuleViolation("NIN-MODE-SOLO-03", params)
        left = [name for name, fate in state.intruders.items() if fate.mission != (fate.left is not None)]
        if left and told != "guards":
            yield RuleViolation("NIN-SCORE-02", {"told": left})
        yield RuleViolation("NIN-SCORE-01", params)
        yield RuleViolation("NIN-SCORE-03", params)


def on_game_ended(state: NinjaState, event: GameEnded) -> NinjaState:
    return replace(state, phase="closed", winner=event.result, reason=event.reason)


def check_match_conceded(state: NinjaState, event: MatchConceded, by: Actor) -> Violations:
    """NIN-HID-14: each side for itself."""
    yield from side_acts(state, by, event.side)


def on_match_conceded(state: NinjaState, event: MatchConceded) -> NinjaState:
    winner = next(side for side in SIDES if side != event.side)
    return replace(state, phase="closed", winner=winner, reason="concession")
