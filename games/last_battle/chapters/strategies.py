"""Strategy VP: by turn, by Heaven's portals, at the end of the game, and over a whole match.

LB-SCORE-01, -06 to -09, LB-HEAV-11 to -13, LB-CAMP-07, LB-SERP-04, LB-SERP-06, LB-TLOG-02, -03.
Called by `turns.py`, `finish.py` and `summary.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.last_battle.events import StrategyScored, TurnReported
from games.last_battle.facts import FOES, LIMITS, SIDES, strategy_of
from games.last_battle.permissions import Violations
from games.last_battle.state import Fallen, LastBattleState, copies, in_play, may_have_turned
from games.ruleset import RuleViolation, ScoreLine

MOST_FOR_PORTALS = 2 * LIMITS.portals
"""LB-HEAV-11, LB-HEAV-12: the VP of both sides in Heaven. Whoever scores three times by closing has closed the enemy's
last portal, and with it the enemy's VP for an open one."""


def check_sides(points: dict[str, int]) -> Violations:
    """LB-MULTI-01 for the keys of a table by side, LB-SCORE-07 for its numbers."""
    strange = sorted(set(points) - set(SIDES))
    if strange:
        yield RuleViolation("LB-MULTI-01", {"sides": list(strange)})
    if any(value < 0 for value in points.values()):
        yield RuleViolation("LB-SCORE-07", {"vp": min(points.values())})


def check_turn_strategy(
    state: LastBattleState, event: TurnReported, fell: Sequence[Fallen] | None
) -> Violations:
    """The strategy numbers of one turn report."""
    refused = [*check_sides(event.strategy), *check_sides(event.portals_closed or {})]
    if not refused:
        refused.extend(_check_numbers(state, event))
    if not refused and state.battlefield == "heaven":
        refused.extend(_check_portals(state, event))
    elif not refused and any((event.portals_closed or {}).values()):
        refused.append(RuleViolation("LB-TLOG-03", {"table": state.battlefield}))
    if not refused and state.battlefield == "serpent" and fell is not None:
        refused.extend(_check_blood(state, event, fell))
    yield from refused


def _check_numbers(state: LastBattleState, event: TurnReported) -> Violations:
    strategy = strategy_of(state.battlefield)
    for side, vp in event.strategy.items():
        params = {"turn": event.turn, "side": side, "vp": vp, "logged": state.strategy.get(side, 0)}
        rule = None
        if vp and event.turn < strategy.first_turn:
            rule = "LB-SCORE-08"
        elif vp > 1:
            rule = "LB-SCORE-06"
        elif state.strategy.get(side, 0) + vp > LIMITS.strategy_vp:
            rule = "LB-SCORE-01"
        if rule:
            yield RuleViolation(rule, params)
            yield RuleViolation("LB-TLOG-02", params)
    if strategy.one_side_rule and sum(vp > 0 for vp in event.strategy.values()) > 1:
        yield RuleViolation(strategy.one_side_rule, {"turn": event.turn})
        yield RuleViolation("LB-TLOG-02", {"both": event.turn})


def _check_portals(state: LastBattleState, event: TurnReported) -> Violations:
    """LB-HEAV-11, LB-HEAV-13, LB-TLOG-03."""
    for side in SIDES:
        vp = event.strategy.get(side, 0)
        closed = vp if event.portals_closed is None else event.portals_closed.get(side, 0)
        params = {"turn": event.turn, "side": side, "vp": vp, "closed": closed}
        if state.portals.get(side, 0) + closed > LIMITS.portals:
            over = {"side": side, "closed": closed, "left": LIMITS.portals - state.portals.get(side, 0)}
            yield RuleViolation("LB-HEAV-13", over)
            yield RuleViolation("LB-TLOG-03", over)
        elif vp != (closed > 0 and state.strategy.get(side, 0) < LIMITS.strategy_vp):
            yield RuleViolation("LB-HEAV-11", params)
            yield RuleViolation("LB-TLOG-03", {"scorer": side, "told": closed, "vp": vp})


def _check_blood(state: LastBattleState, event: TurnReported, fell: Sequence[Fallen]) -> Violations:
    """LB-SERP-04: only a figure that killed or sacrificed an enemy in this turn and is in play has spilled blood."""
    for side, vp in event.strategy.items():
        if vp and not has_spilled(state, fell, side):
            yield RuleViolation("LB-SERP-04", {"bloodless": side})


def has_spilled(state: LastBattleState, fell: Sequence[Fallen], side: str) -> bool:
    """LB-SERP-01, -04: whether `side` may have a Blood Spiller in play after a turn in which these fell."""
    after = msgspec.structs.replace(state, fallen=(*state.fallen, *fell))
    return any(_spilled_by(after, one, side) for one in fell)


def _spilled_by(after: LastBattleState, fallen: Fallen, side: str) -> bool:
    """Whether a figure in play that may stand with `side` can have done it to one of the other side; it may be nobody
    told. LB-ARC-06: whom the Lovers turned spills the blood of former friends, and brings along what it spilled before;
    whoever fells it has felled an enemy."""
    killer, figure = after.squads.get(fallen.by_owner or ""), fallen.by
    foreign = killer is not None and killer.side != side
    if fallen.how not in ("killed", "sacrificed") or (foreign and not may_have_turned(after, FOES[side])):
        return False
    if fallen.side == side and not (foreign or may_have_turned(after, side)):
        return False
    return killer is None or figure is None or not copies(killer, figure) or in_play(after, killer, figure)


def open_portal(state: LastBattleState, side: str) -> bool | None:
    """Whether a portal of `side` is still open: True, False, or None where the log does not tell."""
    closed = state.portals.get(FOES[side], 0)
    if closed >= LIMITS.portals:
        return False
    return None if state.portals_untold else True


def check_end_strategy(state: LastBattleState, points: dict[str, int]) -> Violations:
    """LB-HEAV-12, LB-HEAV-13: 1 VP for a side with a portal of its own open, as far as the log tells."""
    for side, vp in points.items():
        known = open_portal(state, side)
        if vp < 0:
            yield RuleViolation("LB-SCORE-07", {"vp": vp})
        elif vp > 1:
            yield RuleViolation("LB-HEAV-12", {"many": side})
        elif vp and known is False:
            yield RuleViolation("LB-HEAV-12", {"shut": side})
            yield RuleViolation("LB-HEAV-13", {"all_closed": side})
        elif not vp and known is True:
            yield RuleViolation("LB-HEAV-12", {"open": side})


def check_match_strategy(state: LastBattleState, points: dict[str, int], turns: int) -> Violations:
    """LB-SCORE-01, -07, -09, -10: the strategy numbers of a whole match of `turns` turns."""
    refused = [*check_sides(points)]
    if not refused:
        refused.extend(_check_match_numbers(state, points, turns))
    yield from refused


def _check_match_numbers(state: LastBattleState, points: dict[str, int], turns: int) -> Violations:
    strategy = strategy_of(state.battlefield)
    scoring = max(0, turns - strategy.first_turn + 1)
    for side in SIDES:
        vp, logged = points.get(side, 0), state.strategy.get(side, 0)
        limit = min(LIMITS.strategy_vp, scoring)
        if state.battlefield == "heaven":
            limit = min(LIMITS.portals, scoring) + 1
        if vp > limit:
            rule = "LB-SCORE-01" if vp > LIMITS.strategy_vp else "LB-SCORE-09"
            yield RuleViolation(rule, {"side": side, "vp": vp, "limit": limit, "turns": turns})
        most = logged + possible_more(state, side, turns)
        if not logged <= vp <= most:
            yield RuleViolation("LB-SCORE-10", {"side": side, "vp": vp, "least": logged, "most": most})
    if not strategy.both_sides:
        yield from _check_both_sides(state, points, turns, scoring)
    if state.battlefield == "heaven" and sum(points.values()) > MOST_FOR_PORTALS:
        yield RuleViolation("LB-HEAV-12", {"together": sum(points.values()), "most": MOST_FOR_PORTALS})


def possible_more(state: LastBattleState, side: str, turns: int) -> int:
    """The strategy VP that a side may still get in a match of `turns` turns, beside what is logged."""
    left = max(0, turns - max(scored_turns(state), strategy_of(state.battlefield).first_turn - 1))
    if state.battlefield != "heaven":
        return left
    closing = min(left, LIMITS.portals - state.portals.get(side, 0) + _closed_unscored(state, side))
    return closing + (not state.strategy_ended and open_portal(state, side) is not False)


def scored_turns(state: LastBattleState) -> int:
    """How many turns have scored their strategy: at full detail also the one in progress, once it has."""
    full = state.full
    return full.turn if full is not None and full.strategy_scored else state.turn


def _closed_unscored(state: LastBattleState, side: str) -> int:
    """LB-HEAV-11: 1 where a portal closed in the turn in progress still scores."""
    full = state.full
    return int(full is not None and not full.strategy_scored and full.closed.get(side, 0) > 0)


def _check_both_sides(state: LastBattleState, points: dict[str, int], turns: int, scoring: int) -> Violations:
    """LB-SCORE-09 at Camp and Serpent: one side a turn, so both together at most one VP for each scoring turn."""
    more = max(possible_more(state, side, turns) for side in SIDES)
    limit = min(scoring, sum(state.strategy.values()) + more)
    if sum(points.values()) > limit:
        told = {"together": sum(points.values()), "most": limit, "played": turns}
        yield RuleViolation("LB-SCORE-09", told)


def report_limits(state: LastBattleState) -> dict[str, tuple[int, int]]:
    """The numbers that the next turn's report may tell: the turn, and VP of each side's strategy (LB-SCORE-01)."""
    turn = state.turn + 1
    scores = turn >= strategy_of(state.battlefield).first_turn
    room = {side: LIMITS.strategy_vp - state.strategy.get(side, 0) for side in SIDES}
    points = {f"strategy.{side}": (0, min(1, left) if scores else 0) for side, left in room.items()}
    return {"turn": (turn, turn), **points}


def with_strategy(state: LastBattleState, event: StrategyScored, turn: int | None) -> LastBattleState:
    """The state with the VP of a strategy, a line of the score for each side that has some. `turn` None: the end."""
    points = {"serpent": event.serpent, "alliance": event.alliance}
    lines = tuple(ScoreLine(side, "strategy", points[side], turn) for side in SIDES if points[side])
    strategy = {side: state.strategy.get(side, 0) + points[side] for side in SIDES}
    return msgspec.structs.replace(state, strategy=strategy, lines=(*state.lines, *lines))
