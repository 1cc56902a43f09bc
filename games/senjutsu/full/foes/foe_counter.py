"""Counterattacks of virtual opponents: SEN-SOLO-21. Called through `rules.py`.

Whenever a player's attack on an opponent had the initiative of the counterattack symbol on the opponent's card, the
top card of the opponent's deck is turned up next; a block is not asked for.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import card_of, definition, effects_known, pile, seat
from games.senjutsu.full.definitions import Attack
from games.senjutsu.full.effect_events import AttackResolved, VoCounterResolved
from games.senjutsu.full.events import STUN
from games.senjutsu.full.foes.virtual import may_lie, put_pile
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.preconditions import at, due_for, no_longer_due, passing, put, table
from games.senjutsu.full.state import Due, Happened, changed, flagged
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState, standing_foes

KIND = "vo_counter_resolved"
REPLIED: Literal["replied"] = "replied"


def counters_due(state: SenjutsuState, event: AttackResolved) -> tuple[Due, ...]:
    """The counterattacks that a player's declared attack calls for, judged before it takes effect."""
    strike = table(state).strike
    if strike is None or strike.initiative is None or event.attacker not in state.fighters:
        return ()
    told = {"attacker": event.attacker}
    aimed = {*strike.targets, *(result.target for result in event.results)}
    hit = [vo for vo in standing_foes(state) if vo in aimed or state.foes[vo].hex in strike.hexes]
    return tuple(
        Due(KIND, vo, "SEN-SOLO-21", told)
        for vo in hit
        if strike.initiative in (counterattacks(state, vo) or ())
    )


def counterattacks(state: SenjutsuState, vo: str) -> tuple[int, ...] | None:
    """The initiatives at which the card of an opponent answers; None where the card does not tell."""
    card = card_of(state, vo)
    if card is None or card == STUN or seat(state, vo).ended:
        return ()
    return definition(state, card).counterattack


@at("resolve")
def check_vo_counter_resolved(state: SenjutsuState, event: VoCounterResolved, by: Actor) -> Violations:
    """SEN-SOLO-21: right after the attack, with the top card of the deck and what it does."""
    return passing(event, _check_called_for(state, event), _check_card(state, event, by))


def attacker_of(state: SenjutsuState, vo: str) -> str | None:
    """Whose attack is answered: by what is due, or by what just happened where the card is unknown, once."""
    due = due_for(table(state), KIND, vo)
    if due is not None:
        return str(due.told["attacker"])
    window = table(state).window
    if counterattacks(state, vo) is not None or any((one.kind, one.actor) == (REPLIED, vo) for one in window):
        return None
    return next((attacker for one in window if (attacker := _attacked_by(one, vo)) in state.fighters), None)


def _attacked_by(one: Happened, vo: str) -> str | None:
    """Who attacked an opponent, whether the attack went through or a block or terrain stopped it (no block is asked
    for)."""
    if one.kind == "hit":
        return one.actor if one.other == vo else None
    return one.other if one.kind in ("blocked", "sheltered") and one.actor == vo else None


def may_answer(state: SenjutsuState, vo: str) -> bool:
    """SEN-LOG-05: whether an opponent may answer what just happened by a card of which nobody knows whether it does."""
    card = card_of(state, vo)
    types = None if card is None else definition(state, card).types
    return (types is None or "defence" in types) and attacker_of(state, vo) is not None


def _check_called_for(state: SenjutsuState, event: VoCounterResolved) -> Violations:
    if event.vo not in state.foes or attacker_of(state, event.vo) is None:
        yield RuleViolation("SEN-SOLO-21", {"actor": event.vo, "told": some(event.card), "absent": True})


def _check_card(state: SenjutsuState, event: VoCounterResolved, by: Actor) -> Violations:
    """No card exactly where the deck is empty; a wound exactly where the card shows an attack."""
    deck = pile(state, event.vo).deck
    missing = (event.card is None) != (deck == 0) and not (event.card is None and deck is None)
    strange = event.card is not None and not may_lie(state, event.vo, event.card, by)
    shows = False if event.card is None else shows_attack(state, event.card)
    wrong = shows is not None and shows != event.attack_effect
    if missing or strange or wrong or event.wound != int(event.attack_effect):
        yield RuleViolation("SEN-SOLO-21", {"actor": event.vo, "told": some(event.card)})


def shows_attack(state: SenjutsuState, card: str) -> bool | None:
    """Whether a card shows an attack effect; None: unknown."""
    if card == STUN:
        return False
    one = definition(state, card)
    if any(isinstance(effect, Attack) for part in one.parts or () for effect in part.effects or ()):
        return True
    if effects_known(one.parts):
        return False
    return None if one.types is None or "attack" in one.types else False


def on_vo_counter_resolved(state: SenjutsuState, event: VoCounterResolved) -> SenjutsuState:
    """The card lies face up; the attacker is wounded at once."""
    attacker = attacker_of(state, event.vo)
    full = table(state)
    unknown = event.card is not None and shows_attack(state, event.card) is None
    if due_for(full, KIND, event.vo) is None:
        full = changed(full, window=(*full.window, Happened(REPLIED, event.vo, attacker)))
    full = no_longer_due(full, KIND, event.vo)
    state = put(state, flagged(full, "SEN-SOLO-21") if unknown else full)
    if event.card is not None:
        own = pile(state, event.vo)
        deck = None if own.deck is None else max(0, own.deck - 1)
        shown = msgspec.structs.replace(own, deck=deck, discard=own.discard + 1, open=(*own.open, event.card))
        state = put_pile(state, event.vo, shown)
    return hurt(state, [Hurt(attacker, wounds=event.wound)]) if attacker and event.wound else state
