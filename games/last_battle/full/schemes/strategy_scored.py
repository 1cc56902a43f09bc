"""`strategy_scored` at full detail: once a turn and once at Heaven's end, with the computed numbers (LB-SCORE-04, -06).

Called through `rules.py`; the strategies themselves are computed in `strategy.py`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from games.judging import passing as first
from games.last_battle.chapters.strategies import check_sides, with_strategy
from games.last_battle.events import StrategyScored
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SIDES, strategy_of
from games.last_battle.full.checks.duel import check_nothing_open, without_actions
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.preconditions import in_step, put, table
from games.last_battle.full.schemes.claim_facts import coarse, read_facts, trusted_facts
from games.last_battle.full.schemes.measures import Found, why_wrong
from games.last_battle.full.schemes.strategy import BLOOD, GATHERER, computed, counted, uncounted
from games.last_battle.full.state import FullState, Piece, changed, flagged
from games.last_battle.permissions import Violations, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

END_RULE = "LB-HEAV-12"
PART = re.compile(r"\w+")
"""A field or a number on the path to what is wrong."""


def may_end(state: LastBattleState) -> bool:
    """LB-END-02: whether the scoring of the game's end may begin, or goes on."""
    full = table(state)
    scored = full.step == "scoring" and full.strategy_scored
    return state.phase == "end" or (state.phase == "turns" and scored and is_last_turn(state))


def ended_turn(state: LastBattleState) -> LastBattleState:
    """The game's end has begun: the last turn is over (LB-SCH-10)."""
    if state.phase == "end":
        return state
    return msgspec.structs.replace(state, phase="end", turn=table(state).turn)


def check_strategy_scored(state: LastBattleState, event: StrategyScored, by: Actor) -> Violations:
    """Who and when; then facts that can be read, name what is in play, and give the numbers told."""
    points = {"serpent": event.serpent, "alliance": event.alliance}
    return first(
        seated(state, by),
        _check_end(state) if event.moment == "game_end" else _check_turn(state, event),
        iter(()) if event.moment == "game_end" else check_nothing_open(table(state)),
        check_sides(points),
        check_facts(BATTLEFIELDS[state.battlefield].strategy, event.facts),
        _check_numbers(state, event, points),
    )


def _check_end(state: LastBattleState) -> Violations:
    """LB-SCORE-04: in Heaven, once, when the last turn is over."""
    if state.battlefield != "heaven":
        yield RuleViolation("LB-SCORE-04", {"table": state.battlefield})
    elif state.strategy_ended:
        yield RuleViolation("LB-SCORE-04", {"ended": "heavenly_portals"})
    elif not may_end(state):
        yield RuleViolation("LB-END-02", {"early": table(state).turn})
        yield from in_step(state, "scoring")


def _check_turn(state: LastBattleState, event: StrategyScored) -> Violations:
    """LB-SCORE-04: once, in the turn in progress, after the end effects (LB-TURN-01)."""
    full = table(state)
    wrong_turn = event.turn not in (None, full.turn) or event.moment != "turn_end"
    if state.phase == "turns" and wrong_turn:
        yield RuleViolation("LB-SCORE-04", {"current": full.turn})
    elif state.phase == "turns" and full.strategy_scored:
        yield RuleViolation("LB-SCORE-04", {"done": full.turn})
    else:
        yield from in_step(state, "end_effects")


def check_facts(mission: str, facts: dict[str, Any]) -> Violations:
    """LB-FACT-03: facts of the mission, nothing else; LB-LOG-01: distances with one decimal."""
    try:
        read_facts(mission, facts)
    except msgspec.ValidationError as error:
        yield RuleViolation("LB-FACT-03", {"mission": mission, "field": _place(str(error))})
    for field, cm in coarse(facts):
        yield RuleViolation("LB-LOG-01", {"field": field, "cm": cm})


def _place(problem: str) -> list[str]:
    """The fields on the path, or the unknown field, that a decoding error names; of a list the number of the entry."""
    path = problem.rsplit("`", 2)[-2] if problem.count("`") > 1 else "facts"
    return [str(int(one) + 1) if one.isdigit() else one for one in PART.findall(path)]


def _check_numbers(state: LastBattleState, event: StrategyScored, points: dict[str, int]) -> Violations:
    full = table(state)
    facts = read_facts(BATTLEFIELDS[state.battlefield].strategy, event.facts)
    numbers = computed(state, full, event.moment, facts)
    rule = END_RULE if event.moment == "game_end" else strategy_of(state.battlefield).rule
    for name in numbers["serpent"].wrong:
        why = why_wrong(full, name)
        yield RuleViolation("LB-DUNG-02" if state.battlefield == "dungeon" else rule, why)
        yield RuleViolation("LB-FACT-02", why)
    if not numbers["serpent"].wrong:
        for side in SIDES:
            yield from _check_side(state, event, side, points[side], numbers[side])


def _check_side(
    state: LastBattleState, event: StrategyScored, side: str, vp: int, found: Found
) -> Violations:
    """The most exact rule first; LB-FACT-01 names both numbers."""
    if found.low <= vp <= found.high:
        return
    end, strategy = event.moment == "game_end", strategy_of(state.battlefield)
    computed_ = found.low if found.certain else [found.low, found.high]
    closed = table(state).closed.get(side, 0)
    params = {"turn": table(state).turn, "side": side, "vp": vp, "computed": computed_, "closed": closed}
    params["logged"] = state.strategy.get(side, 0)
    facts = trusted_facts(BATTLEFIELDS[state.battlefield].strategy, event.facts)
    params |= {} if end else counted(state.battlefield, table(state), facts, side)
    if vp + state.strategy.get(side, 0) > LIMITS.strategy_vp and not end:
        yield RuleViolation("LB-SCORE-01", params)
    if vp and not end and table(state).turn < strategy.first_turn:
        yield RuleViolation("LB-SCORE-08", params)
    elif vp > 1:
        yield RuleViolation("LB-SCORE-06", params)
    yield RuleViolation(END_RULE if end else strategy.rule, params)
    if state.battlefield == "dungeon":
        yield from (RuleViolation(name, params) for name in uncounted(table(state), event.facts))
    if strategy.one_side_rule and event.serpent and event.alliance:
        yield RuleViolation(strategy.one_side_rule, params)
    yield RuleViolation("LB-FACT-01", {**params, "mission": BATTLEFIELDS[state.battlefield].strategy})
    yield RuleViolation("LB-SCORE-04", params)


def on_strategy_scored(state: LastBattleState, event: StrategyScored) -> LastBattleState:
    """The numbers as lines of the score; conditions go (LB-CAMP-06, LB-SERP-05); the scoring step begins."""
    full, end = table(state), event.moment == "game_end"
    facts = trusted_facts(BATTLEFIELDS[state.battlefield].strategy, event.facts)
    numbers = computed(state, full, event.moment, facts)
    if not all(one.certain for one in numbers.values()):
        full = flagged(full, strategy_of(state.battlefield).rule)
    state = with_strategy(state, event, None if end else full.turn)
    if end:
        return put(ended_turn(state), full, strategy_ended=True)
    full = changed(without_actions(full), step="scoring", strategy_scored=True, window=())
    full = changed(full, pieces=_without_conditions(full))
    return put(state, full)


def _without_conditions(full: FullState) -> dict[str, Piece]:
    if not any(GATHERER in p.conditions or BLOOD in p.conditions for p in full.pieces.values()):
        return full.pieces
    return {name: _bare(piece) for name, piece in full.pieces.items()}


def _bare(piece: Piece) -> Piece:
    kept = tuple(one for one in piece.conditions if one not in (GATHERER, BLOOD))
    return piece if kept == piece.conditions else msgspec.structs.replace(piece, conditions=kept)
