"""Poison decks: SEN-EFF-07, -08, SEN-ROSTER-20, SEN-HID-09. Called by `outcomes.py`, `after_attack.py` and
`afflictions.py`.

A player's poison deck is secret until its cards are used. With two or more cards every card is used once in a game;
the single card of the base box comes back.
"""

from __future__ import annotations

from collections import Counter

from games.senjutsu.full.attacks.strikes import blow_at, effect_of
from games.senjutsu.full.cards import definition, pile, without
from games.senjutsu.full.effect_events import AttackResolved
from games.senjutsu.full.preconditions import body
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.state import FullState, Strike, with_pile
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

PREFIX = "C-"
TOXIN = "Paralysing Toxin"
"""The poison under which behaviour and stance cannot change (SEN-SOLO-15)."""
VEIL = "Veil of Confusion"
"""The poison by which a player may change the stance at once, and that is discarded then (SEN-SOLO-15)."""


def deck_of(state: SenjutsuState, actor: str) -> tuple[str, ...] | None:
    """The poison deck of a player as it was registered; None where it was not told, and for virtual opponents."""
    fighter = state.fighters.get(actor)
    return fighter.poison if fighter is not None else None


def is_extended(state: SenjutsuState, actor: str) -> bool:
    """SEN-EFF-08: two or more cards, so that each is used once."""
    return len(deck_of(state, actor) or ()) > 1


def available(state: SenjutsuState, actor: str) -> tuple[str, ...] | None:
    """The poison cards that an actor can still use; None where its deck is unknown."""
    deck = deck_of(state, actor)
    if deck is None:
        return None
    return without(deck, pile(state, actor).poisons) if is_extended(state, actor) else deck


def check_used(state: SenjutsuState, event: object, actor: str, used: tuple[str, ...]) -> Violations:
    """SEN-EFF-07, -08: cards of the player's poison deck, each as often as it is there."""
    deck, left = deck_of(state, actor), available(state, actor)
    spent = pile(state, actor).poisons
    for card, count in Counter(used).items():
        params = {"actor": actor, "told": card, "absent": True}
        if not card.startswith(PREFIX) or (deck is not None and card not in deck):
            yield from broken(event, {**params, "expected": "own_poison"}, "SEN-EFF-07")  # type: ignore[arg-type]
        elif left is not None and is_extended(state, actor) and (count > left.count(card) or card in spent):
            yield from broken(event, params, "SEN-EFF-08")  # type: ignore[arg-type]


def check_poison(state: SenjutsuState, event: AttackResolved, strike: Strike) -> Violations:
    """SEN-EFF-07, -08: what a poisoning effect gives, out of the deck of its owner."""
    effect = effect_of(state, strike)
    used = tuple([card for result in event.results for card in result.poison])
    if effect is not None and (effect.poison or used):
        yield from _check_doses(state, event, strike)
    if used:
        yield from check_used(state, event, event.attacker, used)


def _check_doses(state: SenjutsuState, event: AttackResolved, strike: Strike) -> Violations:
    """SEN-EFF-07: every target of a poisoning effect gets its cards, as long as there are any."""
    left = available(state, event.attacker)
    free = None if left is None else len(left) if is_extended(state, event.attacker) else 99 * bool(left)
    for result in event.results:
        blow = blow_at(state, strike, result.hex) if result.outcome == "hit" else None
        if blow is None or result.target is None:
            continue
        due = blow.poison if free is None else min(blow.poison, free)
        free = None if free is None else free - due
        optional = event.attacker in state.foes and len(result.poison) < due
        if len(result.poison) != due and not optional:
            params = {"actor": result.target, "expected": due, "told": len(result.poison)}
            yield from broken(event, params, "SEN-EFF-07")


def staying(state: SenjutsuState, actor: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """SEN-EFF-07: the poison cards that come to lie with an actor: those that say that they stay, and those of which
    nobody knows it, until they are told to be over. Such a card that lies there already was used again, so it had come
    back (SEN-EFF-08). SEN-SOLO-15: a veil never stays with an opponent."""
    one = body(state, actor)
    there = one.poisons if one is not None else ()
    told = [card for card in cards if actor not in state.foes or definition(state, card).name != VEIL]
    unknown = [card for card in told if definition(state, card).lasting is None and card not in there]
    return (*(card for card in told if definition(state, card).lasting), *dict.fromkeys(unknown))


def with_used(state: SenjutsuState, full: FullState, actor: str, used: tuple[str, ...]) -> FullState:
    """SEN-EFF-08: the table with poison cards used up."""
    own = pile(state, actor)
    return with_pile(full, actor, poisons=(*own.poisons, *used)) if used else full
