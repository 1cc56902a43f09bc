"""Playing on after turn 5, and leaving full detail for turn reports (LB-PROL, LB-END-02). Called through `rules.py`."""

from __future__ import annotations

import msgspec

from games.gaps import some
from games.last_battle.chapters import turns
from games.last_battle.chapters.prolong import card_value, plays_on, wrong_outcome
from games.last_battle.events import TurnReported
from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS
from games.last_battle.full.cards import check_draw, discarded, value
from games.last_battle.full.events import ProlongDeclined, ProlongFlipped
from games.last_battle.full.preconditions import in_step, passing, put, side_acts, table
from games.last_battle.full.state import FullState, changed
from games.last_battle.permissions import Violations, in_phase
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation


def is_last_turn(state: LastBattleState) -> bool:
    """LB-END-02, LB-PROL-01, -04: whether no turn can follow the one in progress, so that no flip is made."""
    turn = table(state).turn
    if turn < LIMITS.regular_turns:
        return False
    return not BATTLEFIELDS[state.battlefield].prolonged or turn >= LIMITS.last_turn


def check_prolong_flipped(state: LastBattleState, event: ProlongFlipped, by: Actor) -> Violations:
    """LB-PROL-01, -02, -04: where, when and by whom; LB-PROL-05: which card; LB-PROL-03: what it means."""
    full = table(state)
    return passing(
        event,
        _check_moment(state, full, event.side),
        side_acts(state, by, event.side),
        _check_card(state, full, event),
    )


def _check_moment(state: LastBattleState, full: FullState, side: str) -> Violations:
    field = BATTLEFIELDS[state.battlefield]
    if not field.prolonged:
        yield RuleViolation(field.no_prolong_rule)
        yield RuleViolation("LB-PROL-01")
    elif full.turn >= LIMITS.last_turn:
        yield RuleViolation("LB-PROL-04", {"last": LIMITS.last_turn})
    elif full.turn < LIMITS.regular_turns:
        yield RuleViolation("LB-PROL-02", {"early": full.turn})
    elif side != full.first_side:
        yield RuleViolation("LB-PROL-02", {"side": full.first_side, "turn": full.turn})
    elif full.step == "scoring" and not full.strategy_scored:
        yield RuleViolation("LB-SCORE-04", {"current": full.turn})
    else:
        if state.phase == "end" or full.step == "cleanup":
            yield RuleViolation("LB-PROL-05", {"turn": full.turn})
        yield from in_step(state, "scoring")


def _check_card(state: LastBattleState, full: FullState, event: ProlongFlipped) -> Violations:
    if card_value(event.card, state.deck_profile) is None:
        yield RuleViolation("LB-PROL-05", {"strange": some(event.card)})
        return
    refused = [*check_draw(state, full, event.side, (event.card,))]
    wheel = full.turn == max(FACTS.prolong)
    lucky = plays_on(full.turn, value(state, event.card)) and (not wheel or event.card == "M-wheel")
    if not refused and event.success != lucky:
        refused.append(wrong_outcome(full.turn, event.card, event.success))
    yield from refused


def on_prolong_flipped(state: LastBattleState, event: ProlongFlipped) -> LastBattleState:
    """LB-PROL-06: the card goes to the discard, which a battle that goes on shuffles in."""
    full = changed(discarded(table(state), event.side, (event.card,)), window=())
    if event.success:
        return put(state, changed(full, step="cleanup"), turn=full.turn)
    return put(state, full, phase="end", turn=full.turn)


def check_prolong_declined(state: LastBattleState, event: ProlongDeclined, by: Actor) -> Violations:
    """LB-PROL-02, -07: the side that went first lets the game end."""
    return passing(event, _check_moment(state, table(state), event.side), side_acts(state, by, event.side))


def on_prolong_declined(state: LastBattleState, event: ProlongDeclined) -> LastBattleState:
    full = changed(table(state), window=())
    return put(state, full, phase="end", turn=full.turn)


def check_turn_reported(state: LastBattleState, event: TurnReported, by: Actor) -> Violations:
    """Between two turns a match may go on by turn reports; within a turn it cannot."""
    full = table(state)
    if state.phase == "turns" and full.turn != state.turn:
        params = {"phase": f"step_{full.step}", "legal": ["step_cleanup"]}
        yield RuleViolation("LB-LOG-05", params)
    elif state.phase in ("markers", "deploy", "hands"):
        yield from in_phase(state, "turns")
    else:
        yield from turns.check_turn_reported(state, event, by)


def on_turn_reported(state: LastBattleState, event: TurnReported) -> LastBattleState:
    return msgspec.structs.replace(turns.on_turn_reported(state, event), full=None, detail="turns")
