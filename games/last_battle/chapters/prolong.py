"""The prolonged battle: who may flip after which turn, and which card plays on (LB-PROL, LB-SEA-06, LB-DUNG-06).

Called by `turns.py`.
"""

from __future__ import annotations

from functools import lru_cache

from games.gaps import some
from games.last_battle.events import Prolong, TurnReported
from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS, SIDES
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import RuleViolation

SUITS = "PCSW"


@lru_cache(maxsize=512, typed=True)
def card_value(card: int | str, deck_profile: str) -> int | None:
    """The value of a card given by value or key (`P-8`, `M-wheel`); None for a card that no such deck holds."""
    deck = FACTS.deck
    top = deck.top_value[deck_profile]
    if isinstance(card, int):
        majors = {deck.death, deck.wheel, *(arcanum.value for arcanum in deck.arcana.values())}
        return card if 1 <= card <= top or card in majors else None
    if card in ("M-death", "M-wheel"):
        return deck.death if card == "M-death" else deck.wheel
    if card in deck.arcana:
        return deck.arcana[card].value
    suit, _, rank = card.partition("-")
    ranks = {str(value): value for value in range(1, top + 1)}
    return ranks.get(rank) if suit in tuple(SUITS) else None


def plays_on(turn: int, value: int) -> bool:
    """LB-PROL-03, LB-PROL-04: whether a card of this value at the end of `turn` starts another one."""
    needed = FACTS.prolong.get(turn)
    if needed is None:
        return False
    return value == FACTS.deck.wheel if turn == max(FACTS.prolong) else value >= needed


def check_prolong(state: LastBattleState, event: TurnReported) -> Violations:
    """LB-PROL-01 to -05, LB-TLOG-05: a flip where, when and by whom it is legal, with the outcome of its card."""
    flip, field = event.prolong, BATTLEFIELDS[state.battlefield]
    if flip is None:
        return
    if not field.prolonged:
        yield RuleViolation(field.no_prolong_rule)
        yield RuleViolation("LB-PROL-01")
    elif event.turn < LIMITS.regular_turns:
        yield RuleViolation("LB-PROL-02", {"early": event.turn})
    elif flip.side not in SIDES:
        yield RuleViolation("LB-PROL-02", {"stranger": flip.side})
    elif event.turn >= LIMITS.last_turn:
        yield RuleViolation("LB-PROL-04", {"last": LIMITS.last_turn})
    elif event.first_side not in (None, flip.side):
        yield RuleViolation("LB-PROL-02", {"side": event.first_side, "turn": event.turn})
    else:
        yield from _check_card(state, event.turn, flip)


def _check_card(state: LastBattleState, turn: int, flip: Prolong) -> Violations:
    value = card_value(flip.card, state.deck_profile)
    if value is None:
        yield RuleViolation("LB-PROL-05", {"strange": some(flip.card)})
    elif flip.success != plays_on(turn, value):
        yield wrong_outcome(turn, flip.card, flip.success)
        yield RuleViolation("LB-TLOG-05", {"turn": turn, "card": flip.card})


def wrong_outcome(turn: int, card: str | int, success: bool) -> RuleViolation:
    """LB-PROL-03, LB-PROL-04: the told outcome of a flip is not that of its card."""
    if turn >= max(FACTS.prolong):
        return RuleViolation("LB-PROL-04", {"card": card, "turn": turn})
    kind = "low" if success else "enough"
    return RuleViolation("LB-PROL-03", {kind: card, "needed": FACTS.prolong[turn], "turn": turn})


def check_turn_exists(state: LastBattleState, turn: int) -> Violations:
    """LB-PROL-01, -04, -07, LB-TLOG-05: why there is no further turn, once the last one is over."""
    field = BATTLEFIELDS[state.battlefield]
    if not field.prolonged:
        yield RuleViolation(field.no_prolong_rule)
        yield RuleViolation("LB-PROL-01")
    if turn > LIMITS.last_turn:
        yield RuleViolation("LB-PROL-04", {"last": LIMITS.last_turn})
    else:
        yield RuleViolation("LB-PROL-07", {"turn": state.turn})
    yield RuleViolation("LB-TLOG-05", {"over": state.turn})
