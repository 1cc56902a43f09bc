"""Collisions: the edge, terrain, somebody else (SEN-COL-01 to -06, SEN-TER-02, -03). Called through `rules.py`.

Whatever forces a move (`move.py`, `displacement.py`) has found the collision already and makes it due; here its event
is held against it and its price is paid: markers, the discarded card, the end of the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import core_cards, in_hand, pile, without
from games.senjutsu.full.effect_events import CollisionHappened
from games.senjutsu.full.events import STUN
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.movement.forced import Collision, markers
from games.senjutsu.full.movement.ground import KNOWN_PROFILE, Cause, marker_due, without_bamboo
from games.senjutsu.full.preconditions import due_for, in_effects, opening, passing, put, table, without_due
from games.senjutsu.full.refusals import broken, spot
from games.senjutsu.full.state import Due, FullState, Pile, changed, flagged, with_pile, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

KIND = "collision_happened"
RULES = {"edge": "SEN-COL-01", "terrain": "SEN-COL-02", "character": "SEN-COL-03"}
MISSING = {"own_move": "SEN-MOVE-08", "push": "SEN-COL-06", "pull": "SEN-COL-06"}


def collision_due(actor: str, cause: Cause, hit: Collision) -> Due:
    """The collision that an event has to follow with."""
    told = {
        "cause": cause,
        "against": hit.kind,
        "hex": [*hit.into],
        "other": hit.others[0] if hit.others else None,
        "others": [*hit.others],
        "terrain": hit.terrain,
    }
    return Due(KIND, actor, RULES[hit.kind], told)


@opening(in_effects)
def check_collision_happened(state: SenjutsuState, event: CollisionHappened, by: Actor) -> Violations:
    """SEN-COL-01 to -04, -06."""
    return passing(event, _check_due(state, event), _check_same(state, event), _check_discard(state, event))


def _check_due(state: SenjutsuState, event: CollisionHappened) -> Violations:
    """Nothing collides that was not moved into something."""
    if due_for(table(state), KIND, event.actor) is None:
        params = {"actor": event.actor, "told": spot(event.hex), "expected": "nothing", "absent": True}
        yield RuleViolation(MISSING[event.cause], params)


def _check_same(state: SenjutsuState, event: CollisionHappened) -> Violations:
    """The event tells the collision that the board gives."""
    due = due_for(table(state), KIND, event.actor)
    assert due is not None
    told = {"cause": event.cause, "against": event.against, "hex": [*event.hex], "other": event.other}
    expected = {key: due.told[key] for key in told}
    if event.other in met(due):
        expected["other"] = event.other
    if expected == told:
        return
    rule = "SEN-COL-06" if expected["cause"] != told["cause"] else due.rule
    params = {"actor": event.actor, "expected": _words(expected), "told": _words(told)}
    yield from broken(event, params, rule)


def met(due: Due) -> tuple[str | None, ...]:
    """SEN-COL-03: with whom the mover may collide: one of those who share the hex (SEN-SETUP-06), nobody in the edge or
    terrain."""
    return tuple(due.told.get("others") or (due.told["other"],))


def _words(told: Mapping[str, Any]) -> list[object]:
    return [
        told["other"] or f"against_{told['against']}",
        spot(told["hex"]),
        f"cause_{told['cause']}",
    ]


def discardable(state: SenjutsuState, actor: str) -> int:
    """SEN-COL-04: deck cards in the hand; core cards, stuns and virtual opponents' decks are none."""
    return pile(state, actor).hand if actor in state.fighters else 0


def _check_discard(state: SenjutsuState, event: CollisionHappened) -> Violations:
    """SEN-COL-03, -04, SEN-EFF-04: one card of the hand if there is one."""
    due = event.against == "character" and discardable(state, event.actor) > 0
    if event.discards != due:
        params = {"actor": event.actor, "expected": due, "told": event.discards}
        yield from broken(event, params, "SEN-COL-04")
    card = event.discarded
    if card is None:
        return
    if card == STUN:
        yield RuleViolation("SEN-EFF-04", {"actor": event.actor, "told": 0, "expected": 1})
    elif not event.discards or card in core_cards(state, event.actor):
        yield RuleViolation("SEN-COL-04", {"actor": event.actor, "expected": due, "told": card})
    elif not in_hand(state, event.actor, card):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.actor, "cards": [card]})


def on_collision_happened(state: SenjutsuState, event: CollisionHappened) -> SenjutsuState:
    """SEN-COL-05, SEN-TER-02, -03: the card ends, both sides suffer at once, bamboo is gone."""
    full = table(state)
    due = due_for(full, KIND, event.actor)
    terrain = due.told["terrain"] if due is not None else None
    full = with_seat(changed(full, due=without_due(full, due)), event.actor, ended=True)
    full = _discarded(full, event)
    hurts, waiting = price_of(full, event.actor, event.against, terrain)
    if event.other is not None:
        hurts = (*hurts, Hurt(event.other, stuns=1))
    full = without_bamboo(full, frozenset({event.hex}))
    full = changed(full, due=(*full.due, *waiting))
    return hurt(put(state, flagged(full, "SEN-TER-02") if waiting else full), hurts)


def price_of(
    full: FullState, actor: str, against: str, terrain: str | None
) -> tuple[tuple[Hurt, ...], tuple[Due, ...]]:
    """What the mover gets, and the markers that have to be told because the icons are unknown."""
    if against != "terrain" or terrain is None:
        return (Hurt(actor, stuns=1),), ()
    if full.profile == KNOWN_PROFILE:
        return (Hurt(actor, **markers(terrain)),), ()
    left = len(FACTS.terrain[terrain].markers)
    told: dict[str, object] = {"terrain": terrain, "left": left, "kinds": []}
    return (), (marker_due(actor, "SEN-TER-02", told),)


def _discarded(full: FullState, event: CollisionHappened) -> FullState:
    """SEN-COL-03, SEN-HID-06: face down."""
    if not event.discards:
        return full
    own = full.piles.get(event.actor, Pile())
    known = (event.discarded,) if event.discarded is not None else ()
    return with_pile(
        full,
        event.actor,
        hand=max(0, own.hand - 1),
        held=without(own.held, known),
        discard=own.discard + 1,
        down=(*own.down, *known),
    )
