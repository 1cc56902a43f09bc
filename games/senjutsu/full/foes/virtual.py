"""Virtual opponents through a turn: joining, draws face down, stuns in their decks, refresh, behaviour and stance.

SEN-SOLO-02 to -04, -07, -08, -10 to -15, -23, -24, -26. Called through `rules.py`; what they decide in play is judged
by `foe_choice.py`, their counterattacks by `foe_counter.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from games.gaps import known, some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters.results import CONTRACTS
from games.senjutsu.chapters.solo import YOJIMBO
from games.senjutsu.facts import OPPONENTS, Opponent
from games.senjutsu.full import discard
from games.senjutsu.full.cards import check_not_ended, definition, in_play, pile, seat, text_allows
from games.senjutsu.full.draw import owes_bleeding
from games.senjutsu.full.effect_events import AdvantageGained, VoDeckRefreshed, VoDeckSeen, VoStateChanged
from games.senjutsu.full.events import STUN, CardDrawn, TurnEnded
from games.senjutsu.full.poison import TOXIN, VEIL
from games.senjutsu.full.preconditions import (
    at,
    in_step,
    opening,
    passing,
    put,
    resolves,
    table,
    together,
    with_body,
)
from games.senjutsu.full.state import Happened, Pile, changed, flagged, with_pile, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import Foe, SenjutsuState

TOP = 2
"""How many cards a look at an opponent's "hand" shows (SEN-SOLO-14)."""


def deck_of(state: SenjutsuState, vo_type: str, vo_deck: str | None) -> Pile:
    """A fresh pile: as many cards as the registered deck has, or the recipe; None where nobody knows."""
    told = state.foe_decks.get(vo_deck or "")
    if told is not None and told.cards is not None:
        return Pile(deck=len(told.cards))
    kind = OPPONENTS.types.get(vo_type)
    if kind is None or (kind.character and kind.personal is None):
        return Pile()
    return Pile(deck=_recipe(kind))


def _recipe(kind: Opponent) -> int:
    """How many cards the recipe of a type names (SEN-VOD-02); of a character besides its personal ones."""
    return sum(kind.fixed.values()) + kind.extra + (kind.personal or 0)


def _may_be_shuffled(state: SenjutsuState, vo: str) -> bool:
    """SEN-SOLO-13: a deck of unknown size may have been empty once as many cards are gone as its recipe names."""
    own, kind = pile(state, vo), OPPONENTS.types.get(state.foes[vo].vo_type)
    return own.deck is None and kind is not None and own.discard >= _recipe(kind)


def shuffled(own: Pile) -> Pile:
    """SEN-SOLO-12, -13: the whole discard pile is back in the deck; what lay there is no longer known."""
    deck = None if own.deck is None else own.deck + own.discard
    return msgspec.structs.replace(own, deck=deck, discard=0, open=(), down=(), bled=(), refresh=False)


def put_pile(state: SenjutsuState, vo: str, own: Pile) -> SenjutsuState:
    """The match with the cards of one opponent replaced."""
    full = table(state)
    return put(state, changed(full, piles={**full.piles, vo: own}))


@at("draw")
def check_vo_drawn(state: SenjutsuState, event: CardDrawn, by: Actor) -> Violations:
    """SEN-SOLO-03, -08, -13: one card face down in the Draw phase, after bleeding."""
    own = pile(state, event.actor)
    if seat(state, event.actor).drew or event.asked != 1 or event.reason != "phase":
        yield RuleViolation("SEN-SOLO-03", {"actor": event.actor, "told": event.asked})
    elif owes_bleeding(state, event.actor):
        yield RuleViolation("SEN-DRAW-04", {"actor": event.actor, "told": 0, "expected": 1})
    elif event.drawn != drawable(own):
        params = {"actor": event.actor, "told": event.drawn, "expected": drawable(own)}
        yield RuleViolation("SEN-SOLO-13", params)
    elif event.cards and not _may_come(state, event, own, by):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.actor, "cards": list(event.cards)})


def _may_come(state: SenjutsuState, event: CardDrawn, own: Pile, by: Actor) -> bool:
    """One card that can lie in the deck, or in the discard pile that is shuffled into an empty one."""
    cards = event.cards or ()
    if len(cards) != 1:
        return False
    return (own.deck == 0 and cards[0] in own.open) or may_lie(state, event.actor, cards[0], by)


def drawable(own: Pile) -> int:
    """SEN-SOLO-13: an empty deck is shuffled anew first."""
    return 1 if own.deck is None else min(1, own.deck + own.discard)


def on_vo_drawn(state: SenjutsuState, event: CardDrawn) -> SenjutsuState:
    own = pile(state, event.actor)
    own = shuffled(own) if own.deck == 0 else own
    deck = None if own.deck is None else max(0, own.deck - event.drawn)
    own = msgspec.structs.replace(own, deck=deck, drawn=event.drawn > 0, held=event.cards or ())
    full = with_seat(table(state), event.actor, drew=True)
    full = full if own.deck is not None else flagged(full, "SEN-SOLO-13")
    return put_pile(put(state, full), event.actor, own)


def check_no_focus(state: SenjutsuState, event: Any, by: Actor) -> Violations:
    """SEN-SOLO-10: opponents have no focus."""
    yield RuleViolation("SEN-SOLO-10", {"actor": event.player, "absent": True})


def check_no_advantage(state: SenjutsuState, event: AdvantageGained, by: Actor) -> Violations:
    """SEN-SOLO-11: opponents stand below every character, always."""
    yield RuleViolation("SEN-SOLO-11", {"actor": [event.player], "absent": True})


def may_lie(state: SenjutsuState, vo: str, card: str, by: Actor) -> bool:
    """Whether a card can lie in an opponent's deck; what its list says is for staff alone (SEN-HID-08). A stun that a
    counterattack turned up lies on the discard pile until that is shuffled in (SEN-SOLO-07, -21)."""
    own = pile(state, vo)
    if card == STUN:
        return own.stuns > (0 if _may_be_shuffled(state, vo) else own.open.count(STUN))
    listed = state.foe_decks.get(state.foes[vo].vo_deck or "")
    if by.is_staff and listed is not None and listed.cards is not None and card not in listed.cards:
        return False
    for other in state.foes:
        thrown = () if other == vo and _may_be_shuffled(state, vo) else pile(state, other).open
        if card in seat(state, other).play or card in thrown:
            return False
    return card[:2] in ("S-", "K-")


def check_turned_up(state: SenjutsuState, vo: str, card: str, by: Actor) -> Violations:
    """SEN-SOLO-03, -07: the card that an opponent turns up lay face down before it, or can have."""
    own = pile(state, vo)
    told = own.held[0] if own.held and by.is_staff else None
    if not own.drawn or (told is not None and told != card) or not may_lie(state, vo, card, by):
        rule = "SEN-SOLO-07" if card == STUN else "SEN-SOLO-03"
        yield RuleViolation(rule, {"actor": vo, "told": card})
        if card in own.open:
            where = {"cards": [card], "where": "in_discard_pile"}
            yield RuleViolation("SEN-ZONE-02", {"actor": vo, **where})


def turned_up(state: SenjutsuState, vo: str, card: str, targets: tuple[str, ...] = ()) -> SenjutsuState:
    """SEN-SOLO-07: a stun is laid beside the deck and the opponent does nothing; any other card is in play."""
    full = with_pile(table(state), vo, drawn=False, held=())
    if card != STUN:
        return put(state, with_seat(full, vo, play=(card,), targets=targets))
    full = with_pile(full, vo, stuns=max(0, pile(state, vo).stuns - 1))
    return with_body(put(state, full), vo, stuns=state.foes[vo].stuns + 1)


@at("draw", "reveal", "resolve", "discard")
def check_vo_state_changed(state: SenjutsuState, event: VoStateChanged, by: Actor) -> Violations:
    """SEN-SOLO-04, -15, -24: another behaviour or stance, or a contract, by a card in play or a poison."""
    return passing(
        event,
        _check_foe(state, event.vo),
        check_not_ended(state, event.cause),
        together(_check_paralysed(state, event), _check_change(state, event), _check_contract(state, event)),
    )


def _check_foe(state: SenjutsuState, vo: str) -> Violations:
    """SEN-LOG-04: an opponent is meant."""
    if vo not in state.foes:
        yield RuleViolation("SEN-LOG-04", {"away": vo, "absent": True})


def _check_paralysed(state: SenjutsuState, event: VoStateChanged) -> Violations:
    """SEN-SOLO-15."""
    moves = event.behaviour is not None or event.stance is not None
    if moves and is_paralysed(state, event.vo):
        cards = list(state.foes[event.vo].poisons)
        yield RuleViolation("SEN-SOLO-15", {"actor": event.vo, "cards": cards})


def is_paralysed(state: SenjutsuState, vo: str) -> bool:
    """SEN-SOLO-15: whether behaviour and stance of an opponent cannot change."""
    return any(definition(state, card).name == TOXIN for card in state.foes[vo].poisons)


def _check_change(state: SenjutsuState, event: VoStateChanged) -> Violations:
    foe = state.foes[event.vo]
    told = [value for value in (event.behaviour, event.stance) if value is not None]
    same = event.behaviour == foe.behaviour and event.behaviour is not None
    same = same or (event.stance == foe.stance and event.stance is not None)
    by_card = in_play(state, event.cause) or _is_veil(state, event)
    if same or not (told or event.contract) or not by_card:
        now = [known(foe.behaviour), known(foe.stance)]
        yield RuleViolation(
            "SEN-SOLO-04", {"actor": event.vo, "now": now, "told": some(told), "card": event.cause}
        )


def changing(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-SOLO-04: the cards by which an opponent may change now: those in play that no collision ended, and a poison
    that was just used and could be one that changes the stance."""
    full = table(state)
    shown = [card for one in full.seats.values() if not one.ended for card in (*one.play, *one.past)]
    used = [one.card for one in full.window if one.kind == "dosed" and one.card and one.other in state.foes]
    return tuple(dict.fromkeys((*shown, *(card for card in used if _may_be_veil(state, card)))))


def _may_be_veil(state: SenjutsuState, card: str) -> bool:
    return definition(state, card).name in (None, VEIL)


def _is_veil(state: SenjutsuState, event: VoStateChanged) -> bool:
    """SEN-SOLO-15: a poison card changes the stance alone, at once, of the opponent on whom it was used; which card
    does, its name tells."""
    alone = event.behaviour is None and event.contract is None
    return (
        alone
        and _may_be_veil(state, event.cause)
        and any(_is_dose(one, event) for one in table(state).window)
    )


def _is_dose(one: Happened, event: VoStateChanged) -> bool:
    return one.kind == "dosed" and (one.other, one.card) == (event.vo, event.cause)


def _check_contract(state: SenjutsuState, event: VoStateChanged) -> Violations:
    """SEN-SOLO-24: each contract of a yojimbo once."""
    foe = state.foes[event.vo]
    if event.contract is not None and (foe.vo_type != YOJIMBO or event.contract in foe.contracts):
        missing = [f"contract_{key}" for key in open_contracts(foe)]
        params = {"told": f"contract_{event.contract}", "missing": some(missing)}
        yield RuleViolation("SEN-SOLO-24", params)


def on_vo_state_changed(state: SenjutsuState, event: VoStateChanged) -> SenjutsuState:
    foe = state.foes[event.vo]
    contracts = (*foe.contracts, event.contract) if event.contract else foe.contracts
    changes = {"behaviour": event.behaviour or foe.behaviour, "stance": event.stance or foe.stance}
    full = table(state)
    left = tuple(one for one in full.window if not _is_dose(one, event))
    state = state if left == full.window else put(state, changed(full, window=left))
    return with_body(state, event.vo, contracts=tuple(dict.fromkeys(contracts)), **changes)


@at("resolve", "discard")
def check_vo_deck_refreshed(state: SenjutsuState, event: VoDeckRefreshed, by: Actor) -> Violations:
    """SEN-SOLO-12: once a turn, by the card that this opponent turned up."""
    ended = check_not_ended(state, event.cause)
    return passing(event, _check_foe(state, event.vo), ended, _check_refresh(state, event))


def _check_refresh(state: SenjutsuState, event: VoDeckRefreshed) -> Violations:
    played = turned(state, event.vo)
    if event.cause not in played:
        params = {"actor": event.vo, "card": event.cause, "expected": some(list(played))}
        yield RuleViolation("SEN-SOLO-12", params)
    elif seat(state, event.vo).refreshed:
        yield RuleViolation("SEN-SOLO-12", {"actor": event.vo, "again": event.cause})


def turned(state: SenjutsuState, vo: str) -> tuple[str, ...]:
    """The card of the turn that an opponent turned up, also when it was discarded since; what a counterattack shows is
    no card in play, and a stun says nothing."""
    now = seat(state, vo)
    return (*now.play, *now.past)


def on_vo_deck_refreshed(state: SenjutsuState, event: VoDeckRefreshed) -> SenjutsuState:
    """In Resolve it is remembered: the card that says so is discarded first."""
    full = with_seat(table(state), event.vo, refreshed=True)
    state = put(state, with_pile(full, event.vo, refresh=True))
    return refreshed(state) if full.step == "discard" else state


def refreshed(state: SenjutsuState) -> SenjutsuState:
    """SEN-SOLO-12: after the discard of the turn."""
    for vo in state.foes:
        own = pile(state, vo)
        state = put_pile(state, vo, shuffled(own)) if own.refresh else state
    return state


def on_turn_ended(state: SenjutsuState, event: TurnEnded) -> SenjutsuState:
    return refreshed(discard.on_turn_ended(state, event))


def _in_look(state: SenjutsuState, _event: VoDeckSeen) -> Violations:
    """SEN-LOG-02: a card says it while it lies open; SEN-INST-04: an instant of the Draw phase does at once."""
    return () if may_look(state) else in_step(state, "reveal", "resolve")


def may_look(state: SenjutsuState) -> bool:
    """SEN-SOLO-14: whether cards that let a player look at a deck are followed now."""
    return table(state).step in ("reveal", "resolve") or resolves(state)


@opening(_in_look)
def check_vo_deck_seen(state: SenjutsuState, event: VoDeckSeen, by: Actor) -> Violations:
    """SEN-SOLO-14: a card in play lets a player look at the top two cards of an opponent in play; SEN-ZONE-02: cards
    that can lie there."""
    foe = state.foes.get(event.vo)
    if foe is None or foe.defeated is not None:
        yield RuleViolation("SEN-LOG-04", {"away": event.vo})
        return
    yield from check_not_ended(state, event.card)
    own = pile(state, event.vo)
    due = TOP if own.deck is None else min(TOP, own.deck + (own.discard if own.deck < TOP else 0))
    cards = event.cards or ()
    if (cards and len(cards) != due) or not text_allows(state, event.card):
        several = {"expected": due, "told": len(cards)} if cards and len(cards) != due else {}
        yield RuleViolation("SEN-SOLO-14", {"actor": event.vo, "card": event.card, **several})
    elif strange := _cannot_be_seen(state, event, own, by):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.vo, "cards": strange})


def _cannot_be_seen(state: SenjutsuState, event: VoDeckSeen, own: Pile, by: Actor) -> list[str]:
    """Cards that cannot lie in the deck, with its discard pile where that is shuffled into it; each exists once."""
    came_back = own.open if own.deck is not None and own.deck < TOP else ()
    told = Counter(event.cards or ())
    there = {card for card in told if card in came_back or may_lie(state, event.vo, card, by)}
    stuns = own.stuns if came_back else own.stuns - own.open.count(STUN)
    return [
        card for card, count in told.items() if card not in there or count > (stuns if card == STUN else 1)
    ]


def on_vo_deck_seen(state: SenjutsuState, event: VoDeckSeen) -> SenjutsuState:
    """A deck of none or one card is shuffled with its discard pile first; the cards go back on top."""
    own = pile(state, event.vo)
    few = own.deck is not None and own.deck < TOP
    return put_pile(state, event.vo, shuffled(own)) if few else state


def despairs(foe: Foe) -> bool:
    """SEN-SOLO-23: the onna-bugeisha with two wounds left or fewer."""
    limits = OPPONENTS.limits
    return foe.vo_type == limits.despairing and foe.wound_limit - foe.wounds <= limits.despair


def open_contracts(foe: Foe) -> tuple[str, ...]:
    """SEN-SOLO-24: what a yojimbo has not fulfilled yet."""
    return tuple(key for key in CONTRACTS if key not in foe.contracts) if foe.vo_type == YOJIMBO else ()
