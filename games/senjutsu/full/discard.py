"""The hand limit and the end of a turn: SEN-DISC-04, SEN-TURN-02, -03, SEN-EFF-04. Called through `rules.py`."""

from __future__ import annotations

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import core_cards, pile, possible, seat, without
from games.senjutsu.full.events import STUN, HandTrimmed, TurnEnded
from games.senjutsu.full.hands import told_count
from games.senjutsu.full.preconditions import at, put, table, together
from games.senjutsu.full.state import changed, flagged, with_cards
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState, standing


def excess(state: SenjutsuState, player: str) -> int | None:
    """SEN-DISC-04: how many cards a player must discard: deck cards and stuns count, only deck cards go."""
    fighter, own = state.fighters[player], pile(state, player)
    if fighter.hand_limit is None:
        return None
    return min(own.hand, max(0, own.hand + fighter.stuns - fighter.hand_limit))


@at("discard")
def check_hand_trimmed(state: SenjutsuState, event: HandTrimmed, by: Actor) -> Violations:
    """SEN-DISC-04: once, down to the limit exactly; SEN-EFF-04, SEN-DISC-02: no stuns, no core cards."""
    return together(_check_count(state, event), _check_discards(state, event))


def _check_count(state: SenjutsuState, event: HandTrimmed) -> Violations:
    own, due = pile(state, event.player), excess(state, event.player)
    trimmed = seat(state, event.player).trimmed
    if trimmed or event.count > own.hand or (due is not None and event.count != due):
        fighter = state.fighters[event.player]
        hand = own.hand + fighter.stuns
        params = {
            "actor": event.player,
            "told": hand,
            "limit": known(fighter.hand_limit),
            "count": event.count,
        }
        yield RuleViolation("SEN-DISC-04", params)


def _check_discards(state: SenjutsuState, event: HandTrimmed) -> Violations:
    if event.cards is None:
        return
    if STUN in event.cards:
        yield RuleViolation("SEN-EFF-04", {"actor": event.player, "told": 0, "expected": 1})
    core = sorted(set(event.cards) & set(core_cards(state, event.player)))
    if core:
        yield RuleViolation("SEN-DISC-02", {"actor": event.player, "cards": core})
    if len(event.cards) != event.count:
        yield told_count(event.count, len(event.cards))
    elif not core and STUN not in event.cards and not holds(state, event.player, event.cards):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.player, "cards": list(event.cards)})


def holds(state: SenjutsuState, player: str, cards: tuple[str, ...]) -> bool:
    """Whether these deck cards can all be in a player's hand now."""
    own = pile(state, player)
    unknown = without(cards, own.held)
    return possible(state, player, unknown, own.hand - len(own.held))


def on_hand_trimmed(state: SenjutsuState, event: HandTrimmed) -> SenjutsuState:
    own = pile(state, event.player)
    cards = event.cards or ()
    laid = {
        "hand": max(0, own.hand - event.count),
        "held": without(own.held, cards),
        "discard": own.discard + event.count,
        "down": (*own.down, *cards),
    }
    full = with_cards(table(state), event.player, laid, {"trimmed": True})
    return put(state, changed(full, stage=3))


@at("discard")
def check_turn_ended(state: SenjutsuState, event: TurnEnded, by: Actor) -> Violations:
    """SEN-TURN-02, -03: the turn in progress, when every hand is within its limit."""
    if event.turn != table(state).turn:
        yield RuleViolation("SEN-TURN-02", {"turn": event.turn, "expected": table(state).turn})
    for player in standing(state):
        if excess(state, player):
            fighter = state.fighters[player]
            hand = pile(state, player).hand + fighter.stuns
            yield RuleViolation("SEN-TURN-03", {"missing": [player]})
            params = {"actor": player, "told": hand, "limit": known(fighter.hand_limit)}
            yield RuleViolation("SEN-DISC-04", params)


def on_turn_ended(state: SenjutsuState, event: TurnEnded) -> SenjutsuState:
    full = changed(table(state), step="between", stage=0)
    if any(state.fighters[player].hand_limit is None for player in standing(state)):
        full = flagged(full, "SEN-DISC-04")
    return put(state, full, turn=event.turn)
