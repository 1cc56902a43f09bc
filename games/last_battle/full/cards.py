"""Where the cards of a side are: which cards a deck holds, what can be drawn, and every way from pile to pile.

Nothing here looks at another side's hand. Called by every chapter that draws, plays or discards (LB-DECK).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.last_battle.chapters.prolong import card_value
from games.last_battle.facts import FACTS, FOES
from games.last_battle.full.state import FullState, Pile, pieces_of, with_pile
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import RuleViolation

DEATH, WHEEL, HANGED = "M-death", "M-wheel", "M-hanged"
MAJORS = (DEATH, WHEEL)
HAND_LIMIT = 6
HANGED_DRAW = 3
SUITS = 4


def profile_size(state: LastBattleState) -> int | None:
    """LB-DECK-01: the number of cards of the deck profile; None for the organiser's own list."""
    if state.deck_profile == "listed":
        return None
    return largest_deck(state.deck_profile)


def largest_deck(profile: str) -> int:
    """LB-DECK-01: the most cards that a deck of this profile can have."""
    return SUITS * FACTS.deck.top_value[profile] + len(MAJORS)


def least_deck(state: LastBattleState, full: FullState) -> int:
    """LB-DECK-01, LB-INIT-01: when the larger of the first hands is drawn, a card is left for the initiative."""
    return max(len(MAJORS), *(hand_limit(state, full, side) + 1 for side in full.piles))


def value(state: LastBattleState, card: str) -> int:
    """The value of a card that a deck can hold."""
    found = card_value(card, state.deck_profile)
    return 0 if found is None else found


def suit(card: str) -> str | None:
    """LB-TRIG-01: the suit; None for a major arcanum."""
    return None if card.startswith("M-") else card[:1]


def exists(state: LastBattleState, pile: Pile, card: str) -> bool:
    """Whether the side has this card at all (LB-DECK-01)."""
    if card in MAJORS or card in pile.granted:
        return True
    if card in FACTS.deck.arcana or card_value(card, state.deck_profile) is None:
        return False
    return pile.listed is None or card in pile.listed


def in_deck(state: LastBattleState, pile: Pile, card: str) -> bool:
    """LB-DECK-02: whether the card can still lie in the deck."""
    elsewhere = card in pile.hand or card in pile.discard or card in pile.open or card in pile.removed
    return not elsewhere and exists(state, pile, card)


def check_draw(state: LastBattleState, full: FullState, side: str, cards: Sequence[str]) -> Violations:
    """LB-DECK-02, LB-DECK-06: each card can come from the deck of the side, which holds enough of them; those of the
    old deck come before those of a discard that was shuffled in.
    """
    pile = full.piles[side]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            yield RuleViolation("LB-DECK-02", {"twice": card})
        elif not in_deck(state, pile, card):
            told = {"card": card, "side": side, "place": place_of(state, pile, card)}
            yield RuleViolation("LB-DECK-02", told)
    if len(cards) > pile.deck_count:
        yield RuleViolation("LB-DECK-06", {"side": side, "count": pile.deck_count})
        yield RuleViolation("LB-DECK-03", {"side": side, "count": pile.deck_count})
    old = [card for card in cards if card not in pile.renewed] if pile.renewed else []
    if pile.renewed and len(old) < min(pile.rest, len(cards)):
        yield RuleViolation("LB-DECK-06", {"side": side, "count": pile.rest})
    for card in old[pile.rest :]:
        yield RuleViolation("LB-DECK-02", {"shuffled": card, "rest": pile.rest})


def place_of(state: LastBattleState, pile: Pile, card: str) -> str:
    """Where a card lies that cannot be drawn, as a word of `rules.toml`. For the side itself, which knows its hand."""
    if not exists(state, pile, card):
        return "no_card"
    places = {
        "hand": pile.hand,
        "discard": pile.discard,
        "open_check": pile.open,
        "out_of_game": pile.removed,
    }
    return next(name for name, cards in places.items() if card in cards)


def not_in_hand(card: str, side: str) -> RuleViolation:
    """LB-DECK-02, LB-FATE-03: the side does not hold the card."""
    return RuleViolation("LB-DECK-02", {"unheld": card, "holder": side})


def hand_limit(state: LastBattleState, full: FullState, side: str) -> int:
    """LB-HAND-02, LB-MULTI-03: one limit for the side, with the bonuses of its figures in play, as far as they are
    known (`limit_known`): it is that or higher."""
    base = (state.hand_limits or {}).get(side, HAND_LIMIT)
    return base + sum(piece.card.hand_bonus or 0 for piece in pieces_of(full, side))


def limit_known(full: FullState, side: str) -> bool:
    """LB-HAND-02: whether the bonus of every figure in play is known."""
    return all(piece.card.hand_bonus is not None for piece in pieces_of(full, side))


def spare_cards(state: LastBattleState, full: FullState, side: str) -> int:
    """LB-HAND-03: how many cards of the hand are certainly above the limit."""
    pile = full.piles[side]
    over = pile.hand_count - hand_limit(state, full, side) - pile.extra
    return max(0, over) if limit_known(full, side) else 0


def missing_cards(state: LastBattleState, full: FullState, side: str) -> int:
    """LB-HAND-01, -04: how many cards the side draws into its hand at least: up to the limit, or all that there are."""
    pile = full.piles[side]
    wanted = hand_limit(state, full, side) + pile.extra - pile.hand_count
    return max(0, min(wanted, pile.deck_count + len(pile.discard)))


def drawn_up(state: LastBattleState, full: FullState, side: str) -> bool:
    """LB-HAND-04: whether the hand is at its limit, or as near to it as the cards allow."""
    return not spare_cards(state, full, side) and missing_cards(state, full, side) == 0


def laid_open(full: FullState, side: str, cards: Sequence[str], **changes: Any) -> FullState:
    """Cards from the deck lie on the table for a check; other fields of the table change at the same time."""
    pile = full.piles[side]
    pile = msgspec.structs.replace(pile, open=(*pile.open, *cards), rest=rest_after(pile, len(cards)))
    return with_pile(full, side, pile, **changes)


def rest_after(pile: Pile, count: int) -> int:
    """LB-DECK-06: how many cards of the old deck still lie above a renewed one after a draw."""
    return max(0, pile.rest - count)


def renewed(pile: Pile) -> Pile:
    """LB-DECK-06: the discard is shuffled in below what is left of the deck."""
    if not pile.discard:
        return pile
    return msgspec.structs.replace(pile, discard=(), renewed=pile.discard, rest=pile.deck_count)


def played(full: FullState, side: str, card: str, **changes: Any) -> FullState:
    """A hand card lies on the table for a check; a hand that was not told loses one unknown card."""
    pile = full.piles[side]
    pile = without_hand_cards(pile, (card,), open=(*pile.open, card))
    return with_pile(full, side, pile, **changes)


def without_hand_cards(pile: Pile, cards: Sequence[str], **changes: Any) -> Pile:
    """The hand without these cards. Where one was not told, it was among the unknown ones, or else any other."""
    hand, unknown = list(pile.hand), pile.unknown
    for card in cards:
        if card in hand:
            hand.remove(card)
        elif unknown:
            unknown -= 1
        elif hand:
            hand.pop()
    return msgspec.structs.replace(pile, hand=tuple(hand), unknown=unknown, **changes)


def can_be_in_hand(state: LastBattleState, pile: Pile, card: str) -> bool:
    """LB-FATE-03: a told hand card, or one of those that were not told."""
    return card in pile.hand or (pile.unknown > 0 and in_deck(state, pile, card))


def discarded(full: FullState, side: str, cards: Sequence[str]) -> FullState:
    """Cards from the deck that go straight to the discard (initiative, prolong flip)."""
    pile = full.piles[side]
    pile = msgspec.structs.replace(pile, discard=(*pile.discard, *cards), rest=rest_after(pile, len(cards)))
    return with_pile(full, side, pile)


def swept(pile: Pile, cards: Sequence[str]) -> Pile:
    """LB-DECK-05: used cards go from the table to the discard."""
    left = tuple([card for card in pile.open if card not in cards])
    return msgspec.structs.replace(pile, open=left, discard=(*pile.discard, *cards))


def drawn(pile: Pile, count: int, cards: Sequence[str] | None) -> Pile:
    """The pile after a draw into the hand, told or not."""
    rest = rest_after(pile, count)
    if cards is None:
        return msgspec.structs.replace(pile, unknown=pile.unknown + count, rest=rest)
    return msgspec.structs.replace(pile, hand=(*pile.hand, *cards), rest=rest)


def foe(side: str) -> str:
    """The other side."""
    return FOES[side]
