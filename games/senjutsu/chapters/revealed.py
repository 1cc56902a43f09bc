"""The card that a turn report says was revealed: SEN-SEL-01, SEN-ZONE-02, SEN-ROSTER-10, -11.

Judged in matches whose opening says so (`played_from_decks`). A deck that `by` may not see is no measure of what `by`
tells, or reports would find out what lies in it (SEN-HID-04). Called by `turns.py` and `next_events.py`.
"""

from __future__ import annotations

import msgspec

from games.ruleset import Actor, RuleViolation
from games.senjutsu.events import Turn
from games.senjutsu.facts import CARDS, CHARACTERS, LIMITS
from games.senjutsu.full.cards import core_cards
from games.senjutsu.full.events import STUN
from games.senjutsu.permissions import Violations
from games.senjutsu.roster.deck import ABILITY_CARD
from games.senjutsu.state import Fighter, SenjutsuState
from games.senjutsu.visibility import knows_deck

ANYBODYS = (None, "common", "weapon")
"""Owners of cards that no character has to itself; None: unknown."""


def check_revealed(state: SenjutsuState, fighter: Fighter, told: Turn, by: Actor) -> Violations:
    """A card of this deck, or a core card; no more often than its copies and the cards that came back allow. A stun
    may have come in the Draw phase of this very turn."""
    card = told.played
    if not state.options.played_from_decks or card is None:
        return
    if card in (STUN, *core_cards(state, fighter.player)):
        return
    deck = fighter.cards if knows_deck(state, by, fighter.player) else None
    if not ABILITY_CARD.fullmatch(card):
        yield RuleViolation("SEN-ROSTER-11", {"card": card})
    elif deck is not None and card not in deck and not _may_be_core(fighter, card):
        yield RuleViolation("SEN-SEL-01", {"who": fighter.player, "strange": card})
    elif deck is None and _anothers(fighter, card):
        params = {"card": card, "owner": CARDS[card].owner, "character": fighter.character}
        yield RuleViolation("SEN-ROSTER-10", params)
    else:
        yield from _check_copies(fighter, card, _copies(deck, card), told.returned)


def _may_be_core(fighter: Fighter, card: str) -> bool:
    """Whether this may be a core card that nobody told: of another box, or of weapons that were left out."""
    known = CARDS.get(card)
    if known is not None and known.rank != "core":
        return False
    of_weapon = known is None or known.core_kind == "weapon"
    of_character = known is None and fighter.core_card is None and fighter.character not in CHARACTERS
    return of_character or (of_weapon and fighter.weapon_cards is None)


def _anothers(fighter: Fighter, card: str) -> bool:
    """SEN-ROSTER-10: a card that is printed for another character."""
    known = CARDS.get(card)
    return known is not None and known.owner not in (*ANYBODYS, fighter.character)


def _copies(deck: dict[str, int] | None, card: str) -> int:
    """The copies in the deck; of an unknown one as many as any deck may hold (SEN-ROSTER-17)."""
    return LIMITS.unknown_copies if deck is None else deck.get(card, LIMITS.unknown_copies)


def _check_copies(fighter: Fighter, card: str, copies: int, returned: int) -> Violations:
    """SEN-ZONE-02, SEN-DRAW-03: what was revealed lies in the discard pile until a text brings it back."""
    times, back = fighter.revealed.get(card, 0) + 1, fighter.came_back + returned
    if times > copies + back:
        params = {"who": fighter.player, "again": card, "times": times, "copies": copies, "back": back}
        yield RuleViolation("SEN-ZONE-02", params)


def with_revealed(state: SenjutsuState, fighter: Fighter, told: Turn) -> Fighter:
    """The character with this turn's card counted; core cards go back to the hand (SEN-DISC-02)."""
    if not state.options.played_from_decks:
        return fighter
    card, revealed = told.played, fighter.revealed
    if card is not None and card not in (STUN, *core_cards(state, fighter.player)):
        revealed = {**revealed, card: revealed.get(card, 0) + 1}
    back = fighter.came_back + told.returned
    return msgspec.structs.replace(fighter, revealed=revealed, came_back=back)


def revealable(state: SenjutsuState, fighter: Fighter) -> tuple[str, ...]:
    """What this character can have revealed in the next turn, of a deck that the viewer of `state` may see; () where it
    is not known. A card that comes back in this very turn is not among them."""
    if not state.options.played_from_decks or fighter.cards is None:
        return ()
    left = [
        card
        for card, copies in fighter.cards.items()
        if fighter.revealed.get(card, 0) < copies + fighter.came_back
    ]
    return (*core_cards(state, fighter.player), *sorted(left), STUN)
