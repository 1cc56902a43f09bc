"""Reading a card: what is known of it, whether it is in a hand, which card of an actor counts.

Called by every chapter. A fact that nobody imported or declared is None, and whoever asks leaves it unchecked.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.ruleset import RuleViolation
from games.senjutsu.facts import CARDS, CHARACTERS
from games.senjutsu.full.definitions import CardType, Definition, Other, PartDefinition
from games.senjutsu.full.events import STUN
from games.senjutsu.full.preconditions import table
from games.senjutsu.full.state import NO_PILE, NO_SEAT, Pile, Seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState, shared, standing

UNKNOWN = Definition()


def _base(key: str) -> Definition:
    """What the rulebook tells of a card of the base box."""
    card = CARDS[key]
    types: tuple[CardType, ...] | None = ("core",) if card.core_kind == "ability" else card.types
    core_kind = "none" if card.rank not in (None, "core") else card.core_kind
    return Definition(**{**shared(card, Definition), "types": types, "core_kind": core_kind})


BASE: dict[str, Definition] = {key: _base(key) for key in CARDS}


def definition(state: SenjutsuState, card: str) -> Definition:
    """What is known of a card: pinned or declared, else what the rulebook tells."""
    full = state.full
    assert full is not None
    return full.cards.get(card) or BASE.get(card) or UNKNOWN


def merged(known: Definition, told: Definition) -> Definition:
    """SEN-LOG-06: what is known, and what was declared where it was unknown."""
    new = {
        field: getattr(told, field) for field in Definition.__struct_fields__ if getattr(known, field) is None
    }
    if known.parts is not None and told.parts is not None:
        new["parts"] = tuple(
            now if now.effects is not None else one for now, one in zip(known.parts, told.parts, strict=False)
        )
    return msgspec.structs.replace(known, **new)


def contradictions(known: Definition, told: Definition) -> tuple[str, ...]:
    """SEN-LOG-06: the fields that are declared otherwise than they are known."""
    return tuple(
        field
        for field in Definition.__struct_fields__
        if field not in ("name", "name_ru")
        and getattr(told, field) is not None
        and getattr(known, field) not in (None, getattr(told, field))
        and not (field == "parts" and _agree(known.parts or (), told.parts or ()))
    )


def _agree(known: tuple[PartDefinition, ...], told: tuple[PartDefinition, ...]) -> bool:
    """Whether two accounts of a card's parts differ only where one of them does not tell the effects."""
    return len(known) == len(told) and all(
        now == one
        or (None in (now.effects, one.effects) and now == msgspec.structs.replace(one, effects=now.effects))
        for now, one in zip(known, told, strict=True)
    )


def is_core(state: SenjutsuState, card: str) -> bool:
    """A core card: the character's own, or a weapon's."""
    known = definition(state, card)
    return known.rank == "core" or known.core_kind in ("ability", "weapon")


def is_weapon_core(state: SenjutsuState, card: str) -> bool:
    """A weapon core card (SEN-INIT-05)."""
    return definition(state, card).core_kind == "weapon"


def core_cards(state: SenjutsuState, player: str) -> tuple[str, ...]:
    """The core cards that a player always has: the character's and the weapons'."""
    fighter = state.fighters[player]
    own = CHARACTERS.get(fighter.character or "")
    core = fighter.core_card or (own.core if own else None)
    return (*((core,) if core else ()), *(fighter.weapon_cards or ()))


def pile(state: SenjutsuState, actor: str) -> Pile:
    """The cards of an actor."""
    full = state.full
    assert full is not None
    return full.piles.get(actor, NO_PILE)


def seat(state: SenjutsuState, actor: str) -> Seat:
    """An actor's turn so far."""
    full = state.full
    assert full is not None
    return full.seats.get(actor, NO_SEAT)


def players_to_draw(state: SenjutsuState) -> list[str]:
    """SEN-DRAW-01: the players who have not drawn in this turn's Draw phase."""
    return [player for player in standing(state) if not seat(state, player).drew]


def card_of(state: SenjutsuState, actor: str) -> str | None:
    """The card of an actor that counts in this turn: the revealed one, or what replaced it."""
    play = seat(state, actor).play
    return play[0] if play else None


def in_play(state: SenjutsuState, card: str) -> bool:
    """Whether somebody has this card in play in this turn (SEN-LOG-07)."""
    return any(card in one.play or card in one.past for one in table(state).seats.values())


def parts_of(state: SenjutsuState, card: str) -> tuple[PartDefinition, ...] | None:
    """The parts of a card; a stun has none; None: unknown."""
    return () if card == STUN else definition(state, card).parts


def part_of(state: SenjutsuState, card: str, part: int) -> PartDefinition | None:
    """One part; None if the card is unknown or has no such part."""
    parts = () if card == STUN else definition(state, card).parts
    return parts[part] if parts is not None and part < len(parts) else None


def effects_known(parts: Iterable[PartDefinition] | None) -> bool:
    """Whether everything that a card does is known."""
    return parts is not None and None not in [part.effects for part in parts]


def has_text(state: SenjutsuState, card: str) -> bool:
    """Whether a card has an effect that only its text says, as far as it is known; one not known whole may have."""
    parts = parts_of(state, card)
    told = (isinstance(effect, Other) for part in parts or () for effect in part.effects or ())
    return not effects_known(parts) or any(told)


def ended_by(state: SenjutsuState, card: str) -> str | None:
    """SEN-COL-05: the actor whose collision ended this card, so that its text does nothing more in this turn; None
    where somebody else has it in play too, and where nobody has."""
    owners = [
        (actor, one) for actor, one in table(state).seats.items() if card in one.play or card in one.past
    ]
    return owners[0][0] if owners and all(one.ended for _, one in owners) else None


def check_not_ended(state: SenjutsuState, card: str | None) -> Violations:
    """SEN-COL-05: the text of a card that a collision ended does nothing more."""
    if card is not None and (actor := ended_by(state, card)) is not None:
        yield RuleViolation("SEN-COL-05", {"actor": actor, "card": card})


def text_allows(state: SenjutsuState, card: str) -> bool:
    """Whether a card may do what only its text says: it has a text, and it is in play, or a poison that lasts or was
    just used."""
    return has_text(state, card) and (
        in_play(state, card)
        or card in doses(state)
        or any(card in one.poisons for one in state.fighters.values())
    )


def doses(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-EFF-07: the poison cards that were just used, so that they do what they say, whether they stay or not."""
    return tuple(one.card for one in table(state).window if one.kind == "dosed" and one.card is not None)


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards less one copy of each that is gone; what was not there is passed over."""
    left = list(cards)
    for card in gone if left else ():
        if card in left:
            left.remove(card)
    return tuple(left)


def copies_left(state: SenjutsuState, player: str, card: str) -> int | None:
    """SEN-ZONE-02: registered copies outside the discard pile and the cards in play; None: the deck is not told.

    Bleeding discards are left out: nobody may learn from a refusal what lies there (SEN-HID-05).
    """
    told = state.fighters[player].cards
    if told is None:
        return None
    own = pile(state, player)
    used = (*own.open, *own.down, *own.gone, *seat(state, player).play)
    return told.get(card, 0) - used.count(card)


def in_hand(state: SenjutsuState, player: str, card: str) -> bool:
    """Whether a player may hold this card now; where the hand was not told whole, whether it is possible."""
    if card == STUN:
        return state.fighters[player].stuns > 0
    if card in core_cards(state, player):
        return card not in seat(state, player).play
    own = pile(state, player)
    if card in own.held:
        return True
    left = copies_left(state, player, card)
    return own.hand > len(own.held) and not is_core(state, card) and (left is None or left > 0)


def check_cover(state: SenjutsuState, player: str, card: str) -> Violations:
    """SEN-COV-03: a card that needs cover is played from cover alone; a successful attack or block ended it before."""
    if definition(state, card).needs_cover and not state.fighters[player].in_cover:
        yield RuleViolation("SEN-COV-03", {"actor": player, "card": card})


def possible(state: SenjutsuState, player: str, cards: Iterable[str], hidden: int) -> bool:
    """Whether `cards` can come from a place with `hidden` unknown cards: not more, and copies exist (SEN-ZONE-02)."""
    cards = tuple(cards)
    own = pile(state, player)
    if len(cards) > hidden:
        return False
    for card in set(cards):
        left = copies_left(state, player, card)
        if left is not None and cards.count(card) + own.held.count(card) > left:
            return False
    return True
