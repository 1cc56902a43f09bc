"""Stage 4 of Reveal: instant replacements, from the bottom of the track upward (SEN-REV-05 to -07, SEN-INST).

`check_instant_card` holds what every instant must keep to; `instants.py` uses it too. Called through `rules.py`.
"""

from __future__ import annotations

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import LIMITS
from games.senjutsu.full.cards import card_of, check_cover, definition, in_hand, is_core, seat
from games.senjutsu.full.definitions import Definition
from games.senjutsu.full.events import STUN, InstantPassed, InstantPlayed
from games.senjutsu.full.preconditions import (
    at,
    due_for,
    is_above,
    order_of,
    passing,
    put,
    table,
    with_body,
    without_due,
)
from games.senjutsu.full.reveal import at_stage, check_declared, check_stage, from_hand, with_declared
from games.senjutsu.full.state import FullState, changed, flagged, with_pile, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

STAGE = 4


@at("reveal")
def check_instant_passed(state: SenjutsuState, event: InstantPassed, by: Actor) -> Violations:
    """SEN-REV-05."""
    yield from check_stage(state, STAGE)
    yield from check_turn_of(state, event.player)


def check_turn_of(state: SenjutsuState, player: str) -> Violations:
    """SEN-REV-05: one chance each; who stands lower may not act after somebody higher."""
    late = [
        other for other in order_of(state) if is_above(state, other, player) and seat(state, other).moment
    ]
    if seat(state, player).moment or late:
        yield RuleViolation("SEN-REV-05", {"actor": player, "told": late or [player]})


def on_instant_passed(state: SenjutsuState, event: InstantPassed) -> SenjutsuState:
    return put(state, with_seat(at_stage(table(state), STAGE), event.player, moment=True))


@at("reveal")
def check_replacement_played(state: SenjutsuState, event: InstantPlayed, by: Actor) -> Violations:
    """SEN-INST-01, -02, -05, -08, SEN-REV-05, -06."""
    declared = declared_by(event)
    told = with_facts(state, declared)
    return passing(
        event,
        check_stage(state, STAGE),
        check_turn_of(state, event.player),
        check_declared(state, declared),
        check_instant_card(told, event.player, event.card, "replacement"),
        check_partner(told, event),
        _check_paid(told, event),
    )


def declared_by(event: InstantPlayed) -> dict[str, Definition]:
    """SEN-LOG-06: the facts that come with an instant."""
    return {event.card: event.declared} if event.declared is not None else {}


def with_facts(state: SenjutsuState, declared: dict[str, Definition]) -> SenjutsuState:
    """The match with declared facts, by which the card that they are about is judged."""
    return put(state, with_declared(table(state), state, declared)) if declared else state


def check_instant_card(state: SenjutsuState, player: str, card: str, kind: str) -> Violations:
    """SEN-INST-01, -05, -08, SEN-ZONE-02: in the hand, of this kind, one each turn, in its kamae."""
    known_, fighter = definition(state, card), state.fighters[player]
    params = {"actor": player, "card": card}
    if card == STUN or is_core(state, card) or not in_hand(state, player, card):
        yield RuleViolation("SEN-ZONE-02", {"actor": player, "cards": [card], "absent": True})
    if known_.instant is not None and kind not in known_.instant:
        rule = {"replacement": "SEN-INST-05", "normal": "SEN-INST-04"}.get(kind, "SEN-INST-07")
        yield RuleViolation(rule, {**params, "expected": "moment_never"})
    if seat(state, player).instants:
        yield RuleViolation("SEN-INST-01", params)
    yield from check_cover(state, player, card)
    if seat(state, player).ended:
        yield RuleViolation("SEN-COL-05", params)
    if known_.required_kamae not in (None, "none", fighter.kamae):
        params = {**params, "told": known(fighter.kamae), "expected": known_.required_kamae}
        yield RuleViolation("SEN-INST-08", params)


def check_partner(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-INST-02: on the player's non-core ability card, of another type."""
    partner = card_of(state, event.player)
    params = {"actor": event.player, "card": event.card, "told": known(event.on)}
    if partner is None or partner == STUN or event.on != partner or is_core(state, partner):
        yield RuleViolation("SEN-INST-02", params)
        return
    own, other = definition(state, event.card).types, definition(state, partner).types
    if own is not None and other is not None and set(own) & set(other):
        yield RuleViolation("SEN-INST-02", params)


def _check_paid(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-REV-06: paid at once, from the focus before the refund."""
    due = due_for(table(state), "instant_played", event.player)
    cost = definition(state, event.card).mandatory_focus
    other = due is not None and due.told.get("card") != event.card
    if other or (cost and due is None):
        told = 0 if due is None else due.told.get("amount")
        params = {"actor": event.player, "card": event.card, "told": told, "expected": known(cost)}
        yield RuleViolation("SEN-REV-06", params)


def on_replacement_played(state: SenjutsuState, event: InstantPlayed) -> SenjutsuState:
    """SEN-REV-06, -07: the old card is discarded face up, what it cost comes back, the new one counts."""
    player, full = event.player, table(state)
    due = due_for(full, "instant_played", player)
    full = changed(full, due=without_due(full, due))
    full = with_declared(full, state, declared_by(event))
    state = from_hand(put(state, full), player, event.card)
    now = seat(state, player)
    focus = min(LIMITS.focus, (state.fighters[player].focus or 0) + now.spent)
    state = with_body(state, player, focus=focus)
    return put(state, _replaced(state, event, 0 if due is None else int(due.told["amount"])))


def _replaced(state: SenjutsuState, event: InstantPlayed, paid: int) -> FullState:
    player, full = event.player, at_stage(table(state), STAGE)
    now, own = seat(state, player), table(state).piles.get(player)
    old = now.play[:1]
    if own is not None and old and old[0] != STUN and not is_core(state, old[0]):
        full = with_pile(full, player, discard=own.discard + 1, open=(*own.open, *old))
    types = definition(state, event.card).types
    full = with_seat(
        full,
        player,
        play=(event.card, *now.play[1:]),
        spent=paid,
        paid=True,
        bought=False,
        initiative=None,
        targets=(),
        moment=True,
        instants=now.instants + 1,
        obliged=types is not None and "attack" in types,
    )
    return full if definition(state, event.card).instant is not None else flagged(full, "SEN-INST-05")
