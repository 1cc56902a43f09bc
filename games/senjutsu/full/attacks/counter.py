"""Counterattacks of players: SEN-CTR-01 to -04, SEN-BLK-05, -06, -07. Called through `rules.py`.

The table remembers a successful block until the next part or effect of the blocker (`after_attack.py`); the card that
is played is resolved like an instant addition.
"""

from __future__ import annotations

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import check_cover, definition, in_hand, is_core, seat
from games.senjutsu.full.cursor import effects_of
from games.senjutsu.full.definitions import Block
from games.senjutsu.full.effect_events import CounterattackPlayed
from games.senjutsu.full.events import STUN
from games.senjutsu.full.instants import check_paid, initiative_of, marked, open_parts, rests_on
from games.senjutsu.full.preconditions import at, enemies_of, no_longer_due, passing, put, table
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.reveal import from_hand
from games.senjutsu.full.state import Happened, flagged, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

PAID_FOR = "counterattack_played"
NOBODY = "nothing"
"""The attacker of an answer that is paid for while nobody has attacked."""


@at("resolve")
def check_counterattack_played(state: SenjutsuState, event: CounterattackPlayed, by: Actor) -> Violations:
    """SEN-CTR-01 to -04."""
    return passing(
        event,
        _check_ended(state, event),
        _check_trigger(state, event),
        _check_card(state, event),
        _check_type(state, event),
        _check_limit(state, event),
        check_paid(state, event.player, event.card, "SEN-CTR-03"),
    )


def _check_ended(state: SenjutsuState, event: CounterattackPlayed) -> Violations:
    """SEN-COL-05."""
    if seat(state, event.player).ended:
        yield RuleViolation("SEN-COL-05", {"actor": event.player, "card": event.card})


def _check_trigger(state: SenjutsuState, event: CounterattackPlayed) -> Violations:
    """SEN-CTR-01: the actor's block just stopped this enemy's attack, whose initiative stands in the symbol."""
    blocked = rests_on(state, event.player, ("blocked",))
    against = None if event.against == NOBODY else event.against
    params = {"actor": event.player, "card": event.card, "told": against}
    if blocked is None:
        late = rests_on(state, event.player, ("answered",)) is not None or has_gone_on(state, event.player)
        saved = rests_on(state, event.player, ("sheltered",)) is not None
        extra = "SEN-BLK-07" if late else "SEN-BLK-05" if saved else "SEN-BLK-06"
        yield from broken(event, {**params, "expected": "nothing"}, "SEN-CTR-01", extra)
        return
    enemy = blocked.other == event.against and event.against in enemies_of(state, event.player)
    symbols = counterattacks(state, blocked)
    met = symbols is None or blocked.initiative is None or blocked.initiative in symbols
    if not enemy or not met:
        yield from broken(event, {**params, "expected": known(blocked.other)}, "SEN-CTR-01")


def has_gone_on(state: SenjutsuState, player: str) -> bool:
    """SEN-BLK-07: whether the player's block succeeded, and effects below it were applied already."""
    for running in table(state).running:
        effects = effects_of(state, running) or ()
        blocks = [place for place, effect in enumerate(effects) if isinstance(effect, Block)]
        if running.actor == player and running.success and blocks and running.effect > blocks[-1] + 1:
            return True
    return False


def counterattacks(state: SenjutsuState, blocked: Happened) -> tuple[int, ...] | None:
    """The initiatives in the counterattack symbol of the defence card; None: unknown."""
    return definition(state, blocked.card).counterattack if blocked.card is not None else None


def _check_card(state: SenjutsuState, event: CounterattackPlayed) -> Violations:
    """SEN-CTR-02: a non-core ability card of the hand that is not quicker than the defence card."""
    params = {"actor": event.player, "card": event.card}
    blocked = rests_on(state, event.player, ("blocked",))
    limit = blocked.initiative if blocked is not None else None
    if event.card == STUN or is_core(state, event.card):
        told = {"told": "core_card", "expected": known(limit), "absent": True}
        yield RuleViolation("SEN-CTR-02", {**params, **told})
        return
    if not in_hand(state, event.player, event.card):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.player, "cards": [event.card], "absent": True})
    own = initiative_of(state, event.player, event.card)
    if own is not None and limit is not None and own > limit:
        yield from broken(event, {**params, "told": own, "expected": limit}, "SEN-CTR-02")


def _check_type(state: SenjutsuState, event: CounterattackPlayed) -> Violations:
    """SEN-CTR-03: another type than the defence card; the required kamae. SEN-BLK-07: a successful block ends cover
    after the counterattack alone, so a card that needs cover may be that."""
    blocked, card = rests_on(state, event.player, ("blocked",)), definition(state, event.card)
    params = {"actor": event.player, "card": event.card}
    theirs = definition(state, blocked.card).types if blocked is not None and blocked.card else None
    if card.types is not None and theirs is not None and set(card.types) & set(theirs):
        told = {"told": [*card.types], "expected": "another_type"}
        yield from broken(event, {**params, **told}, "SEN-CTR-03")
    kamae = state.fighters[event.player].kamae
    if card.required_kamae not in (None, "none", kamae):
        told = {"told": [known(kamae)], "expected": str(card.required_kamae)}
        yield from broken(event, {**params, **told}, "SEN-CTR-03")
    if blocked is None or not blocked.covered:
        yield from check_cover(state, event.player, event.card)


def is_attack(state: SenjutsuState, card: str) -> bool | None:
    """Whether a card is an attack card; None: unknown."""
    types = definition(state, card).types
    return None if types is None else "attack" in types


def _check_limit(state: SenjutsuState, event: CounterattackPlayed) -> Violations:
    """SEN-CTR-04: a card that is no attack counts as the one instant of the turn."""
    if is_attack(state, event.card) is False and seat(state, event.player).instants:
        yield from broken(event, {"actor": event.player, "card": event.card}, "SEN-CTR-04")


def on_counterattack_played(state: SenjutsuState, event: CounterattackPlayed) -> SenjutsuState:
    """Into play, and resolved at once."""
    full = no_longer_due(table(state), PAID_FOR, event.player)
    blocked = rests_on(state, event.player, ("blocked",))
    state = from_hand(put(state, full), event.player, event.card)
    now, attack = seat(state, event.player), is_attack(state, event.card)
    full = marked(table(state), event.player, ("blocked",), "countered")
    counted = now.instants + (attack is False)
    full = with_seat(full, event.player, play=(*now.play, event.card), instants=counted)
    full = open_parts(state, full, event.player, event.card, "counter")
    unknown = attack is None or blocked is None or counterattacks(state, blocked) is None
    return put(state, flagged(full, "SEN-CTR-01") if unknown else full)
