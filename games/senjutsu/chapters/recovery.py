"""The procedure between two levels of the horde, in its exact order: SEN-HORDE-08 to -10. Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.gaps import some
from games.ruleset import Actor, NextEvent, RuleViolation
from games.senjutsu.chapters.horde import lacks_decks, not_decided
from games.senjutsu.events import RecoveryApplied
from games.senjutsu.facts import HORDE
from games.senjutsu.permissions import Violations, turn_by_turn
from games.senjutsu.state import Fighter, SenjutsuState, standing


def check_recovery_applied(state: SenjutsuState, event: RecoveryApplied, by: Actor) -> Violations:
    """The order of the steps, then the conditions, then the discard pile."""
    refused = [*turn_by_turn(state, by, "horde", "break")]
    if not refused:
        refused.extend(not_decided(state))
    if not refused:
        refused.extend(check_order(state, event))
        refused.extend(check_numbers(state, event))
    yield from refused


def due(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-HORDE-08, -09: the steps between two levels, and how many conditions of each kind may go; once the decks are
    built anew, where they are logged."""
    if lacks_decks(state):
        return
    fighters = [state.fighters[player] for player in standing(state)]
    stuns = max((min(1, fighter.stuns) for fighter in fighters), default=0)
    bleeding = max((min(1, fighter.bleeding) for fighter in fighters), default=0)
    yield NextEvent(
        type="recovery_applied",
        players=tuple(state.fighters),
        choices={"steps": (HORDE.recovery,)},
        limits={"stuns_removed": (0, stuns), "bleeding_converted": (0, bleeding)},
    )


def check_numbers(state: SenjutsuState, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-09, -10: conditions, then the discard pile."""
    for player in standing(state):
        yield from _check_conditions(state.fighters[player], event)
        yield from _check_pile(state.fighters[player], event)


def check_order(state: SenjutsuState, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-08: every step once, in order; where decks are logged, all four were built anew."""
    if event.steps != HORDE.recovery:
        yield RuleViolation(
            "SEN-HORDE-08", {"expected": list(HORDE.recovery), "told": some(list(event.steps))}
        )
    elif lacks_decks(state):
        told = sorted(deck.vo_type for deck in state.foe_decks.values())
        yield RuleViolation("SEN-HORDE-08", {"expected": ["decks_built"], "told": some(told)})


def _check_conditions(fighter: Fighter, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-09."""
    told = {
        "injuries": event.injuries_left,
        "poison": event.poisons_left,
        "stun": event.stuns_removed,
        "bleeding": event.bleeding_converted,
    }
    gone = not event.injuries_left and not event.poisons_left
    most = (min(1, fighter.stuns), min(1, fighter.bleeding))
    if not gone or event.stuns_removed > most[0] or event.bleeding_converted > most[1]:
        yield RuleViolation("SEN-HORDE-09", {"told": told})


def _check_pile(fighter: Fighter, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-10: half, rounded up, goes back; numbers that are told are the computed ones."""
    before = event.discard_before
    if before is not None and fighter.discard is not None and before != fighter.discard:
        params = {"what": "what_discard", "told": before, "expected": fighter.discard}
        yield RuleViolation("SEN-LOG-08", params)
        return
    before = fighter.discard if before is None else before
    if before is None and event.returned is not None and event.discard_after is not None:
        before = event.returned + event.discard_after
    if before is None:
        return
    back = (before + 1) // 2
    due = {"returned": back, "discard_after": before - back}
    if fighter.deck is not None:
        due["deck_after"] = fighter.deck + back
    told = {name: getattr(event, name) for name in due if getattr(event, name) is not None}
    if any(due[name] != number for name, number in told.items()):
        yield RuleViolation("SEN-HORDE-10", {"expected": list(due.values()), "told": list(told.values())})


def on_recovery_applied(state: SenjutsuState, event: RecoveryApplied) -> SenjutsuState:
    """Wounds, hand, focus and kamae stay (SEN-HORDE-08, -09, -17); the character is back on X."""
    alive = standing(state)
    fighters = {
        player: _recovered(fighter, event) if player in alive else fighter
        for player, fighter in state.fighters.items()
    }
    return msgspec.structs.replace(state, phase="waves", fighters=fighters)


def _recovered(fighter: Fighter, event: RecoveryApplied) -> Fighter:
    before = fighter.discard if event.discard_before is None else event.discard_before
    back = event.returned if before is None else (before + 1) // 2
    deck, discard = event.deck_after, event.discard_after
    if deck is None and fighter.deck is not None and back is not None:
        deck = fighter.deck + back
    if discard is None and before is not None and back is not None:
        discard = before - back
    # Nobody tells which cards went back into the deck: any of those that were revealed may have.
    return msgspec.structs.replace(
        fighter,
        injuries=0,
        stuns=fighter.stuns - event.stuns_removed,
        bleeding=fighter.bleeding - event.bleeding_converted,
        hand=None if fighter.hand is None else fighter.hand - event.stuns_removed,
        deck=deck,
        discard=discard,
        hex=None,
        facing=None,
        revealed={},
    )
