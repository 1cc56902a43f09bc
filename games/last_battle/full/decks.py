"""Decks, hands and the cleanup (LB-DECK, LB-HAND, LB-ARC-10, LB-LINK-01 to -07).

A side's hand is judged for its own players and for staff alone: nobody else gets as far. Called through `rules.py`.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from games.last_battle.chapters.setup import advanced
from games.last_battle.facts import FOES
from games.last_battle.full.cards import (
    HANGED,
    HANGED_DRAW,
    MAJORS,
    can_be_in_hand,
    check_draw,
    drawn,
    drawn_up,
    exists,
    hand_limit,
    least_deck,
    limit_known,
    missing_cards,
    not_in_hand,
    profile_size,
    renewed,
    without_hand_cards,
)
from games.last_battle.full.checks.duel import needed_cards
from games.last_battle.full.events import (
    DeckPrepared,
    DiscardReshuffled,
    HandDiscarded,
    HandDrawn,
    HangedManUsed,
)
from games.last_battle.full.preconditions import in_step, passing, put, side_acts, table
from games.last_battle.full.state import FullState, Pile, flagged, with_pile
from games.last_battle.permissions import Violations, in_phase
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation


def check_deck_prepared(state: LastBattleState, event: DeckPrepared, by: Actor) -> Violations:
    """LB-DECK-01: one deck of the profile for each side, after the notes (LB-SETUP-01)."""
    return passing(
        event, side_acts(state, by, event.side), in_phase(state, "hands"), _check_composition(state, event)
    )


def _check_composition(state: LastBattleState, event: DeckPrepared) -> Violations:
    wanted = profile_size(state)
    if table(state).piles[event.side].size:
        yield RuleViolation("LB-DECK-01", {"ready": event.side})
    elif wanted is not None and event.size != wanted:
        yield RuleViolation("LB-DECK-01", {"wanted": wanted, "size": event.size})
    elif wanted is not None and event.cards is not None:
        yield RuleViolation("LB-DECK-01", {"fixed": wanted})
    elif event.cards is not None:
        yield from _check_listed(state, event, event.cards)
    elif event.size < (least := least_deck(state, table(state))):
        yield RuleViolation("LB-DECK-01", {"least": least, "told": event.size})


def _check_listed(state: LastBattleState, event: DeckPrepared, cards: tuple[str, ...]) -> Violations:
    """LB-DECK-01: the organiser's list holds minor cards, each once, and is the same for both sides."""
    strange = [card for card in cards if card.startswith("M-") or not exists(state, Pile(), card)]
    twice = [card for card, count in Counter(cards).items() if count > 1]
    other = listed_by_other(table(state), event.side) or cards
    if strange:
        yield RuleViolation("LB-DECK-01", {"strange": strange})
    elif twice:
        yield RuleViolation("LB-DECK-01", {"twice": twice})
    elif event.size != len(cards) + len(MAJORS):
        yield RuleViolation("LB-DECK-01", {"wanted": len(cards) + len(MAJORS), "size": event.size})
    elif set(cards) != set(other):
        yield RuleViolation("LB-DECK-01", {"differing": sorted({*cards} ^ {*other})})
    elif event.size < (least := least_deck(state, table(state))):
        yield RuleViolation("LB-DECK-01", {"least": least, "told": event.size})


def listed_by_other(full: FullState, side: str) -> tuple[str, ...] | None:
    """LB-DECK-01: the minor cards that the organisers listed, as the other side's deck holds them; None: not told."""
    return full.piles[FOES[side]].listed


def on_deck_prepared(state: LastBattleState, event: DeckPrepared) -> LastBattleState:
    full = table(state)
    pile = msgspec.structs.replace(full.piles[event.side], size=event.size, listed=event.cards)
    full = with_pile(full, event.side, pile)
    untold = state.deck_profile == "listed" and event.cards is None
    return put(state, flagged(full, "LB-DECK-01", "LB-DECK-02") if untold else full)


def check_hand_drawn(state: LastBattleState, event: HandDrawn, by: Actor) -> Violations:
    """LB-HAND-01, -07: the first hand, once; LB-HAND-04: in the cleanup, exactly to the limit."""
    return passing(
        event,
        side_acts(state, by, event.side),
        _check_draw_time(state, event),
        _check_count(state, event),
        check_draw(state, table(state), event.side, event.cards or ()),
    )


def _check_draw_time(state: LastBattleState, event: HandDrawn) -> Violations:
    full = table(state)
    pile = full.piles[event.side]
    if pile.drawn and (state.phase == "hands" or full.turn == 0):
        yield RuleViolation("LB-HAND-07", {"side": event.side})
    elif not pile.drawn:
        yield from in_phase(state, "hands")
        if state.phase == "hands" and not pile.size:
            yield RuleViolation("LB-SETUP-01", {"deckless": event.side})
    else:
        yield from _check_tidying(state, event.side)


def _check_tidying(state: LastBattleState, side: str) -> Violations:
    """LB-HAND-04: between the shuffle and the draw of the cleanup."""
    full = table(state)
    pile = full.piles[side]
    if not cleaning(state, full) or not pile.shuffled:
        yield RuleViolation("LB-HAND-04", {"early": side})
        yield from in_step(state, "cleanup")
    elif pile.refilled:
        yield RuleViolation("LB-HAND-04", {"done": side})


def _check_count(state: LastBattleState, event: HandDrawn) -> Violations:
    full = table(state)
    pile, limit = full.piles[event.side], hand_limit(state, full, event.side)
    rule = "LB-HAND-04" if pile.drawn else "LB-HAND-01"
    cards = event.count if event.cards is None else len(event.cards)
    params = {"side": event.side, "count": pile.hand_count + cards, "limit": limit}
    if cards != event.count:
        yield RuleViolation(rule, {"told": event.count, "named": cards})
    elif not _fills(state, full, event.side, cards):
        yield RuleViolation(rule, params)
        yield RuleViolation("LB-HAND-02", params)
        yield RuleViolation("LB-MULTI-03", params)
    elif event.count > pile.deck_count:
        yield RuleViolation("LB-DECK-06", {"side": event.side, "count": pile.deck_count})


def _fills(state: LastBattleState, full: FullState, side: str, count: int) -> bool:
    """LB-HAND-02: whether the hand is at its limit after a draw; above the known one a bonus that nobody knows may
    have raised it."""
    missing = missing_cards(state, full, side)
    return count == missing or (count > missing and not limit_known(full, side))


def on_hand_drawn(state: LastBattleState, event: HandDrawn) -> LastBattleState:
    full = table(state)
    pile = drawn(full.piles[event.side], event.count, event.cards)
    full = with_pile(full, event.side, msgspec.structs.replace(pile, drawn=True, refilled=pile.drawn))
    if not limit_known(full, event.side):
        full = flagged(full, "LB-HAND-02")
    return advanced(put(state, full)) if state.phase == "hands" else put(state, full)


def check_discard_reshuffled(state: LastBattleState, event: DiscardReshuffled, by: Actor) -> Violations:
    """LB-DECK-07: once in the cleanup of a turn; LB-DECK-06: when the deck has too few cards for the next draw."""
    strangers = [*side_acts(state, by, event.side)]
    if strangers:
        yield from strangers
    elif event.reason == "turn_end":
        yield from _check_turn_end(state, event.side)
    else:
        yield from _check_deck_empty(state, event.side)


def _check_turn_end(state: LastBattleState, side: str) -> Violations:
    full = table(state)
    refused = [*in_step(state, "scoring", "cleanup")]
    shuffled = full.step == "cleanup" and full.piles[side].shuffled
    if not refused and not may_clean_up(full):
        refused = [RuleViolation("LB-TURN-01", {"legal": ["strategy_scored", "prolong_flipped"]})]
    if shuffled:
        refused = [RuleViolation("LB-TURN-01", {"legal": ["hand_drawn", "turn_started"]})]
    if refused:
        yield RuleViolation("LB-DECK-07", {"done" if shuffled else "early": side})
    yield from refused


def cleaning(state: LastBattleState, full: FullState) -> bool:
    """Whether the cleanup of a turn is going on."""
    return state.phase == "turns" and full.step == "cleanup"


def may_clean_up(full: FullState) -> bool:
    """Whether the scoring of a turn is over and another turn follows for certain."""
    return full.step == "cleanup" or (full.strategy_scored and full.turn < 5)


def _check_deck_empty(state: LastBattleState, side: str) -> Violations:
    full = table(state)
    pile = full.piles[side]
    suffices = pile.deck_count >= max(1, needed_cards(state, full, side))
    if not pile.discard:
        yield RuleViolation("LB-DECK-06", {"empty": side})
    elif state.phase not in ("turns", "hands") or suffices:
        yield RuleViolation("LB-DECK-06", {"side": side, "count": pile.deck_count})


def on_discard_reshuffled(state: LastBattleState, event: DiscardReshuffled) -> LastBattleState:
    full = table(state)
    pile = full.piles[event.side]
    if event.reason == "deck_empty":
        return put(state, with_pile(full, event.side, renewed(pile)))
    pile = msgspec.structs.replace(pile, discard=(), renewed=(), rest=0, shuffled=True, extra=0)
    full = with_pile(full, event.side, pile, step="cleanup", window=())
    return put(state, full, turn=full.turn)


def check_hand_discarded(state: LastBattleState, event: HandDiscarded, by: Actor) -> Violations:
    """LB-HAND-04: after the reshuffle and before the draw, cards that are in the hand."""
    return passing(
        event,
        side_acts(state, by, event.side),
        _check_discard_time(state, event),
        _check_hand_cards(state, event),
    )


def _check_discard_time(state: LastBattleState, event: HandDiscarded) -> Violations:
    yield from _check_tidying(state, event.side)


def _check_hand_cards(state: LastBattleState, event: HandDiscarded) -> Violations:
    pile = table(state).piles[event.side]
    for place, card in enumerate(event.cards):
        if card in event.cards[:place]:
            yield RuleViolation("LB-DECK-02", {"twice": card})
        elif not can_be_in_hand(state, pile, card):
            yield not_in_hand(card, event.side)
    if len(event.cards) > pile.hand_count:
        yield RuleViolation("LB-HAND-04", {"holder": event.side, "hand": pile.hand_count})


def on_hand_discarded(state: LastBattleState, event: HandDiscarded) -> LastBattleState:
    full = table(state)
    pile = without_hand_cards(full.piles[event.side], event.cards)
    pile = msgspec.structs.replace(pile, discard=(*pile.discard, *event.cards))
    return put(state, with_pile(full, event.side, pile))


def check_hanged_man_used(state: LastBattleState, event: HangedManUsed, by: Actor) -> Violations:
    """LB-ARC-10: in the cleanup, with the hand refilled; three cards of the deck."""
    return passing(
        event, side_acts(state, by, event.side), _check_hanged(state, event), _check_hanged_draw(state, event)
    )


def _check_hanged(state: LastBattleState, event: HangedManUsed) -> Violations:
    full = table(state)
    pile = full.piles[event.side]
    if not cleaning(state, full) or not pile.shuffled or not drawn_up(state, full, event.side):
        yield RuleViolation("LB-ARC-10", {"early": event.side})
        yield from in_step(state, "cleanup")
    elif not can_be_in_hand(state, pile, HANGED):
        yield RuleViolation("LB-ARC-10", {"without": event.side})
        yield not_in_hand(HANGED, event.side)


def _check_hanged_draw(state: LastBattleState, event: HangedManUsed) -> Violations:
    if event.drawn is not None and len(event.drawn) != HANGED_DRAW:
        yield RuleViolation("LB-ARC-10", {"drawn": len(event.drawn)})
    yield from check_draw(state, table(state), event.side, event.drawn or ())
    count = table(state).piles[event.side].deck_count
    if count < HANGED_DRAW:
        yield RuleViolation("LB-DECK-06", {"side": event.side, "count": count})


def on_hanged_man_used(state: LastBattleState, event: HangedManUsed) -> LastBattleState:
    full = table(state)
    pile = without_hand_cards(full.piles[event.side], (HANGED,))
    pile = drawn(pile, HANGED_DRAW, event.drawn)
    pile = msgspec.structs.replace(
        pile, discard=(*pile.discard, HANGED), extra=pile.extra + HANGED_DRAW - 1, refilled=True
    )
    return put(state, with_pile(full, event.side, pile))
