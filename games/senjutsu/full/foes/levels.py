"""Between two levels of a horde at full detail: the level is completed, the character recovers, cards come back.

SEN-HORDE-07 to -10, -17. Called through `rules.py`. Order, conditions and numbers are judged by
`games.senjutsu.chapters.recovery`, as at turns detail; here the board, the injury timers and the single cards follow.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from games.gaps import known, some
from games.judging import passing as first
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters import horde, recovery
from games.senjutsu.events import LevelCompleted, RecoveryApplied
from games.senjutsu.full.cards import pile
from games.senjutsu.full.preconditions import in_step, passing, put, table, together, with_body
from games.senjutsu.full.state import Pile, with_pile
from games.senjutsu.permissions import Violations, a_side, in_mode, in_phase, seated
from games.senjutsu.state import SenjutsuState, standing


def check_level_completed(state: SenjutsuState, event: LevelCompleted, by: Actor) -> Violations:
    """SEN-HORDE-07: all four waves are cleared, and the turn is over."""
    return passing(
        event,
        in_mode(state, "horde"),
        horde.check_waves_done(state, event),
        together(first(in_phase(state, "level"), in_step(state, "between")), seated(state, by)),
    )


def check_recovery_applied(state: SenjutsuState, event: RecoveryApplied, by: Actor) -> Violations:
    """SEN-HORDE-08 to -10 for the replayed body and pile, X, and the cards that stay in the discard pile."""
    return passing(
        event,
        together(first(in_mode(state, "horde"), in_phase(state, "break")), seated(state, by)),
        recovery.check_order(state, event),
        recovery.check_numbers(counted(state), event),
        _check_position(state, event),
        _check_staying(state, event),
    )


def counted(state: SenjutsuState) -> SenjutsuState:
    """The match with the numbers of the piles where `recovery` looks for them."""
    for player in standing(state):
        own = pile(state, player)
        state = with_body(state, player, deck=own.deck, discard=own.discard)
    return state


def _check_position(state: SenjutsuState, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-08 (4): back on X; SEN-HEX-01."""
    start = table(state).letters.get("X")
    if event.position is not None and start is not None and event.position != start:
        yield RuleViolation(
            "SEN-HORDE-08", {"expected": ["to_start", list(start)], "told": list(event.position)}
        )
    yield from a_side(known(by_name(state)), event.facing)


def by_name(state: SenjutsuState) -> str | None:
    """The one player of a run."""
    return next(iter(state.fighters), None)


def _check_staying(state: SenjutsuState, event: RecoveryApplied) -> Violations:
    """SEN-HORDE-10: the cards that are told to stay lay there, and are the half that stays."""
    if event.staying is None:
        return
    for player in standing(state):
        own = pile(state, player)
        half = own.discard // 2
        strange = Counter(event.staying) - Counter((*own.open, *own.down))
        nameless = own.discard - len(own.open) - len(own.down)
        if len(event.staying) != half or strange.total() > nameless:
            yield RuleViolation("SEN-HORDE-10", {"expected": half, "told": some(list(event.staying))})


def on_recovery_applied(state: SenjutsuState, event: RecoveryApplied) -> SenjutsuState:
    """Wounds, focus and kamae stay (SEN-HORDE-17); injuries and poisons go, half of the discard pile comes back."""
    start = table(state).letters.get("X") or event.position
    for player in standing(state):
        fighter = state.fighters[player]
        state = with_body(
            state,
            player,
            injuries=0,
            timers=(),
            poisons=(),
            stuns=max(0, fighter.stuns - event.stuns_removed),
            bleeding=max(0, fighter.bleeding - event.bleeding_converted),
            hex=start,
            facing=fighter.facing if event.facing is None else event.facing,
        )
        back = returned(pile(state, player), event)
        state = put(state, with_pile(table(state), player, **back))
    return msgspec.structs.replace(state, phase="waves")


def returned(own: Pile, event: RecoveryApplied) -> dict[str, object]:
    """SEN-HORDE-10: half of the pile, rounded up, goes back. Which cards stay is known where it was stated."""
    staying = own.discard // 2
    deck = None if own.deck is None else own.deck + own.discard - staying
    return {"deck": deck, "discard": staying, "open": event.staying or (), "down": (), "bled": ()}
