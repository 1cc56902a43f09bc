"""The hidden choice of the turn's card: SEN-SEL-01 to -06. Called through `rules.py`.

A player may keep the choice on their device: then the event commits to it, and the reveal opens the commitment.
"""

from __future__ import annotations

from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import check_cover, definition, in_hand, seat
from games.senjutsu.full.events import STUN, CardSelected
from games.senjutsu.full.preconditions import at, put, table
from games.senjutsu.full.state import with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState


@at("select")
def check_card_selected(state: SenjutsuState, event: CardSelected, by: Actor) -> Violations:
    """SEN-SEL-01 to -06: once, and a card that this player may choose now."""
    if seat(state, event.player).chosen:
        yield RuleViolation("SEN-SEL-04", {"actor": event.player})
    if event.card is not None:
        yield from check_choice(state, event.player, event.card)


def check_choice(state: SenjutsuState, player: str, card: str) -> Violations:
    """SEN-SEL-01 to -03, -05: in the hand, payable, in its kamae, and no card that is an instant only."""
    params = {"actor": player, "card": card}
    if not in_hand(state, player, card):
        yield RuleViolation("SEN-SEL-01", {**params, "card": "a_stun"} if card == STUN else params)
    if card == STUN:
        return
    known, fighter = definition(state, card), state.fighters[player]
    if (known.mandatory_focus or 0) > (fighter.focus or 0):
        yield RuleViolation(
            "SEN-SEL-02", {**params, "told": fighter.focus, "expected": known.mandatory_focus}
        )
    if known.required_kamae not in (None, "none", fighter.kamae):
        yield RuleViolation("SEN-SEL-03", {**params, "told": fighter.kamae, "expected": known.required_kamae})
    only = bool(known.instant) and "replacement" not in (known.instant or ())
    if only and known.playable_normally is False:
        yield RuleViolation("SEN-SEL-05", params)
    yield from check_cover(state, player, card)


def on_card_selected(state: SenjutsuState, event: CardSelected) -> SenjutsuState:
    """SEN-HID-03: the card stays in the counts of the hand until the reveal."""
    full = with_seat(table(state), event.player, chosen=True, card=event.card, commitment=event.commitment)
    return put(state, full)
