"""The guard's cards: hand, drawn cards, deck and discard of each guard player; draws, sharing, wound cards.

NIN-ALERT-02 to -04, NIN-CARD-01, -11, -12, NIN-MODE-4P-03 to -06. With one guard player there is the one hand `guard`;
of two, the first has the swords and the hand `guard_a`, the second the spears and `guard_b`. Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.chapters.hands import HALF, check_names, counted, feasible
from games.ninja.facts import DECKS
from games.ninja.full import events as f
from games.ninja.full.server_draws import check_cards_dealt
from games.ninja.full.state import Due, GuardCards
from games.ninja.full.table import added, first_due, full_of, paid, spent, with_full
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import GUARDS, NinjaState
from games.ruleset import Actor, RuleViolation

WEAPONS: dict[str, f.Weapon] = {"guard_a": "sword", "guard_b": "spear"}
"""Whose figures are whose, of two guard players."""
FIGURES = 10
Piles = dict[str, GuardCards]
"""Hand of a guard player -> its cards."""
NO_CARDS = GuardCards()
"""Of a hand that this match does not have."""


def hands_of(mode: str) -> tuple[str, ...]:
    """The hands of the guard players, in seat order."""
    return tuple(WEAPONS) if mode == "four" else ("guard",)


def owner_of_hand(state: NinjaState, hand: str) -> str | None:
    """The guard player whose hand it is."""
    players, hands = state.sides.get(GUARDS, ()), hands_of(state.mode)
    return players[hands.index(hand)] if hand in hands[: len(players)] else None


def hand_acts(state: NinjaState, by: Actor, hand: str) -> tuple[RuleViolation, ...]:
    """NIN-TURN-03: a guard player for their hand, or staff; NIN-LOG-06 for a hand that this match does not have."""
    acts, owner = side_acts(state, by, GUARDS), owner_of_hand(state, hand)
    if owner is None:
        return (*acts, RuleViolation("NIN-LOG-06", {"told": hand, "legal": list(full_of(state).piles)}))
    if by.player == owner or by.is_staff or by.player not in state.sides[GUARDS]:
        return acts
    return (*acts, RuleViolation("NIN-TURN-03", {"player": some(by.player), "expected": hand}))


def check_owned(state: NinjaState, hand: str, guards: Iterable[str]) -> Violations:
    """NIN-MODE-4P-03: a unit with at least one figure of the player's own."""
    weapon = WEAPONS.get(hand)
    if weapon is None:
        return
    known = [one for name in guards if (one := full_of(state).figures.get(name)) is not None]
    if known and all(one.weapon != weapon for one in known):
        yield RuleViolation("NIN-MODE-4P-03", {"told": sorted(guards), "expected": weapon})


def free_weapons(state: NinjaState) -> tuple[f.Weapon, ...]:
    """NIN-LIM-02: the weapons of which a figure is left; none without two guard players."""
    if state.mode != "four":
        return ()
    used = [one.weapon for one in full_of(state).figures.values()]
    return tuple(weapon for weapon in WEAPONS.values() if used.count(weapon) < FIGURES)


def pile(state: NinjaState, hand: str) -> GuardCards:
    return full_of(state).piles.get(hand, NO_CARDS)


def with_pile(state: NinjaState, hand: str, cards: GuardCards) -> NinjaState:
    return with_full(state, piles={**full_of(state).piles, hand: cards})


def on_table(state: NinjaState) -> int:
    """NIN-PASS-09, NIN-MODE-4P-06: passage cards on the table, whoever played them."""
    return sum(one.table for one in full_of(state).piles.values())


def check_held(state: NinjaState, hand: str, card: str) -> Violations:
    """NIN-CARD-01 among the drawn cards, NIN-CARD-11 in the hand; where a device alone knows them NIN-CARD-12: the deck
    has one more than lie on the table and by wounds."""
    cards, drawn = pile(state, hand), full_of(state).step == "alert"
    number, known = (cards.drawn, cards.drawn_cards) if drawn else (cards.hand, cards.hand_cards)
    lacks = known.get(card, 0) < 1 if known is not None else not _may_have(state, hand, card)
    if number < 1 or lacks:
        yield RuleViolation("NIN-CARD-01" if drawn else "NIN-CARD-11", {"card": card, "told": number})


def _may_have(state: NinjaState, hand: str, card: str) -> bool:
    """NIN-CARD-12: whether the deck can hold one more of a card than is known to have left it; what another player's
    cards have to do with it nobody can count."""
    return pile(state, hand).shifted or _conserved(state, added(lying(state, hand), {card: 1}) or {})


def lying(state: NinjaState, hand: str) -> dict[str, int]:
    """The cards of a deck that everybody sees and that are not shuffled back (NIN-ALERT-02)."""
    wounds = sum(one.wounded_by.get(hand, 0) for one in full_of(state).shown.values())
    return {"secret_passage": pile(state, hand).table, "kenjutsu": wounds}


def _conserved(state: NinjaState, cards: Mapping[str, int]) -> bool:
    """Whether one guard player's deck can hold all of these cards."""
    halved = state.mode == "four"
    return feasible("guard", cards, copies=(state.copies or {}).get("guard"), halved=halved)


def taken(cards: GuardCards, card: str, alert: bool, **more: Any) -> GuardCards:
    """The cards without one, of the drawn ones in the Alert Phase, of the hand later; and what `more` changes then."""
    if alert:
        return replace(cards, drawn=cards.drawn - 1, drawn_cards=spent(cards.drawn_cards, card), **more)
    return replace(cards, hand=cards.hand - 1, hand_cards=spent(cards.hand_cards, card), **more)


def played(cards: GuardCards, card: str, alert: bool) -> GuardCards:
    """NIN-CARD-06: the card is discarded; Secret Passage stays on the table."""
    table = card == "secret_passage"
    left = cards.left if table else added(cards.left, {card: 1})
    lies = {"table": cards.table + table, "discard": cards.discard + (not table), "left": left}
    return taken(cards, card, alert, **lies)


def recycled(piles: Piles) -> Piles:
    """NIN-ALERT-02: every discard goes back into its deck."""
    return {
        hand: replace(one, deck=one.deck + one.discard, discard=0, recycled=one.discard)
        for hand, one in piles.items()
    }


def draws(state: NinjaState) -> tuple[Due, ...]:
    """NIN-ALERT-03, NIN-MODE-4P-04: with an alarm every guard player draws."""
    return tuple(Due("draw", hand=hand) for hand in full_of(state).piles) if state.alert else ()


def check_guard_cards_drawn(state: NinjaState, event: f.GuardCardsDrawn, by: Actor) -> Violations:
    """NIN-ALERT-02, -03, NIN-CARD-12."""
    return first_broken(
        hand_acts(state, by, event.hand), _check_draw(state, event), check_cards_dealt(state, event, by)
    )


def _check_draw(state: NinjaState, event: f.GuardCardsDrawn) -> Violations:
    cards = pile(state, event.hand)
    owed = Due("draw", hand=event.hand) in full_of(state).due
    due = min(state.alert, cards.deck) if owed else 0
    told = event.count if event.cards is None else sum(event.cards.values())
    if event.count != due or told != due or not owed:
        params = {"told": told, "expected": due} if owed else {"hand": event.hand}
        yield RuleViolation("NIN-ALERT-03", params)
        if told == max(0, cards.deck - cards.recycled) < due:
            yield RuleViolation("NIN-ALERT-02", {"told": told, "expected": due})
    if event.cards:
        yield from check_names("guard", event.cards)
        yield from check_conserved(state, event.hand, event.cards)


def check_conserved(state: NinjaState, hand: str, more: Mapping[str, int]) -> Violations:
    """NIN-CARD-12: what is drawn can have been in the deck, beside what lies in the hand, on the table, by wounds."""
    cards = pile(state, hand)
    if cards.left is not None and any(number > cards.left.get(card, 0) for card, number in more.items()):
        yield RuleViolation("NIN-CARD-12", {"told": counted(more), "limit": sum(cards.left.values())})
        return
    if cards.hand_cards is None or cards.shifted:
        return
    held = added(added(cards.hand_cards, cards.drawn_cards or {}), added(lying(state, hand), more)) or {}
    if not _conserved(state, held):
        limit = DECKS["guard"].total // (HALF if state.mode == "four" else 1)
        yield RuleViolation("NIN-CARD-12", {"told": counted(more), "limit": limit})


def on_guard_cards_drawn(state: NinjaState, event: f.GuardCardsDrawn) -> NinjaState:
    """NIN-ALERT-04: the level falls once, after the last draw; then two players may share what they drew."""
    cards = pile(state, event.hand)
    left = without(cards.left, event.cards)
    deck = cards.deck - event.count
    cards = replace(cards, deck=deck, drawn=event.count, drawn_cards=event.cards, left=left)
    owed = tuple(one for one in full_of(state).due if one != Due("draw", hand=event.hand))
    piles = {**full_of(state).piles, event.hand: cards}
    if owed and owed[0].kind == "draw":
        return with_full(state, piles=piles, due=owed)
    shares = state.mode == "four" and sum(one.drawn for one in piles.values()) > 0
    table = replace(full_of(state), piles=piles, due=owed, alert_by=("NIN-ALERT-04",), may_share=shares)
    return replace(state, full=table, alert=max(0, state.alert - 1))


def check_drawn_cards_shared(state: NinjaState, event: f.DrawnCardsShared, by: Actor) -> Violations:
    """NIN-MODE-4P-04: right after both draws, all that was drawn and nothing else."""
    return first_broken(
        side_acts(state, by, GUARDS), _check_shared(state, event), _check_sharing(state, event, by)
    )


def _check_shared(state: NinjaState, event: f.DrawnCardsShared) -> Violations:
    """NIN-LOG-06: hands of this match, and cards of the guard's deck."""
    for hand, cards in (event.shares or {}).items():
        if hand not in full_of(state).piles:
            yield RuleViolation("NIN-LOG-06", {"told": hand, "legal": list(full_of(state).piles)})
        yield from check_names("guard", cards)


def _check_sharing(state: NinjaState, event: f.DrawnCardsShared, by: Actor) -> Violations:
    """Which cards they are is compared for staff and by the audit alone: neither player knows the other's draw, and a
    refusal would tell it (NIN-HID-01). What the player who tells it drew is among them in any case."""
    piles = full_of(state).piles
    drawn = sum(one.drawn for one in piles.values())
    told = event.shares
    fits = set(event.counts) <= set(piles) and min(event.counts.values(), default=0) >= 0
    if not full_of(state).may_share or not fits or sum(event.counts.values()) != drawn:
        yield RuleViolation("NIN-MODE-4P-04", {"told": some(event.counts), "expected": drawn})
    elif told is not None:
        numbers = {hand: sum(told.get(_hand(hand), {}).values()) for hand in piles}
        whole = added_up(told.values())
        known = added_up([one.drawn_cards or {} for one in piles.values()])
        sure = by.is_staff and all(one.drawn_cards is not None or not one.drawn for one in piles.values())
        own = added_up(one.drawn_cards or {} for hand, one in piles.items() if _is_of(state, hand, by))
        lost = any(whole.get(card, 0) < number for card, number in own.items())
        if any(numbers[hand] != event.counts.get(_hand(hand), 0) for hand in piles) or (
            lost or (sure and whole != known)
        ):
            yield RuleViolation("NIN-MODE-4P-04", {"told": some(whole), "expected": drawn})


def _is_of(state: NinjaState, hand: str, by: Actor) -> bool:
    return not by.is_staff and owner_of_hand(state, hand) == by.player


def without(cards: Mapping[str, int] | None, less: Mapping[str, int] | None) -> dict[str, int] | None:
    """The cards less those; None where either is unknown."""
    return added(cards, None if less is None else {card: -number for card, number in less.items()})


def added_up(hands: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """All cards together."""
    total: dict[str, int] = {}
    for cards in hands:
        total = added(total, cards) or {}
    return {key: number for key, number in total.items() if number}


def _hand(hand: str) -> Any:
    return hand


def on_drawn_cards_shared(state: NinjaState, event: f.DrawnCardsShared) -> NinjaState:
    """Whether any card really changed hands is for the two players alone to know."""
    for hand, cards in full_of(state).piles.items():
        count = event.counts.get(_hand(hand), 0)
        known = None if event.shares is None else dict(event.shares.get(_hand(hand), {}))
        state = with_pile(state, hand, replace(cards, drawn=count, drawn_cards=known, shifted=True))
    return state


def joined(piles: Piles) -> Piles:
    """NIN-CARD-02: drawn cards join the hand."""
    return {hand: _joined(cards) for hand, cards in piles.items()}


def _joined(cards: GuardCards) -> GuardCards:
    known = added(cards.hand_cards, cards.drawn_cards if cards.drawn else {})
    return replace(cards, hand=cards.hand + cards.drawn, drawn=0, hand_cards=known, drawn_cards=None)


def wounded(state: NinjaState, name: str, hand: str) -> NinjaState:
    """A guard's Kenjutsu card lies by an intruder."""
    shown = full_of(state).shown
    by = {**shown[name].wounded_by, hand: shown[name].wounded_by.get(hand, 0) + 1}
    return with_full(state, shown={**shown, name: replace(shown[name], wounded_by=by)})


def wounds_returned(state: NinjaState, name: str, over: bool) -> NinjaState:
    """NIN-CMB-10, NIN-END-05, NIN-MODE-4P-06: the wound cards go to the discard; two players say to whose."""
    shown = full_of(state).shown
    by = shown[name].wounded_by
    state = with_full(state, shown={**shown, name: replace(shown[name], wounded_by={})})
    if state.mode == "four" and by and not over:
        due = Due("wounds", intruder=name, number=sum(by.values()))
        return with_full(state, due=(due, *full_of(state).due))
    return discarded(state, by)


def discarded(state: NinjaState, counts: Mapping[str, int]) -> NinjaState:
    for hand, number in counts.items():
        cards = pile(state, hand)
        left = added(cards.left, {"kenjutsu": number})
        state = with_pile(state, hand, replace(cards, discard=cards.discard + number, left=left))
    return state


def check_wound_cards_returned(state: NinjaState, event: f.WoundCardsReturned, by: Actor) -> Violations:
    """NIN-MODE-4P-06."""
    return first_broken(side_acts(state, by, GUARDS), _check_return(state, event))


def _check_return(state: NinjaState, event: f.WoundCardsReturned) -> Violations:
    due = first_due(state)
    fits = set(event.counts) <= set(full_of(state).piles) and min(event.counts.values(), default=0) >= 0
    if due.kind != "wounds" or not fits or sum(event.counts.values()) != due.number:
        expected = due.number if due.kind == "wounds" else 0
        yield RuleViolation("NIN-MODE-4P-06", {"told": some(event.counts), "expected": expected})


def on_wound_cards_returned(state: NinjaState, event: f.WoundCardsReturned) -> NinjaState:
    """The cards may come into the other player's pile, so that its contents are not those of half a deck any more."""
    state = discarded(paid(state), {str(hand): number for hand, number in event.counts.items()})
    piles = {hand: replace(one, shifted=True) for hand, one in full_of(state).piles.items()}
    return with_full(state, piles=piles)
