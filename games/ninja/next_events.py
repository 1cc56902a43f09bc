"""What may legally come next, for forms and for the simulation. Built from what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ninja.chapters.finish import due_reason
from games.ninja.chapters.turns import (
    least_alert,
    lying_in_wait,
    may_be_short,
    may_kill,
    may_wake,
    most_drawn,
    most_drunk,
)
from games.ninja.facts import LIMITS, MOST_DEATHS
from games.ninja.full.legal.next_events import in_full
from games.ninja.full.reveal import closed_secrets
from games.ninja.state import NinjaState, limit_of, result_of
from games.ruleset import NextEvent


def next_events(state: NinjaState) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(state))


def _next(state: NinjaState) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="match_created")
    elif state.phase == "closed":
        yield from _openings(state)
    else:
        yield from _running(state)
        for side, players in state.sides.items() if state.phase == "running" else ():
            choices: dict[str, tuple[Any, ...]] = {"side": (side,)}
            yield NextEvent(type="match_conceded", players=players, choices=choices, optional=True)


def _openings(state: NinjaState) -> Iterator[NextEvent]:
    """NIN-HID-12: what a side kept on its own device, and has still to open."""
    for side, players in state.sides.items() if state.full is not None else ():
        if numbers := closed_secrets(state, side):
            choices: dict[str, tuple[Any, ...]] = {"side": (side,), "number": numbers}
            yield NextEvent(type="secret_revealed", players=players, choices=choices)


def _running(state: NinjaState) -> Iterator[NextEvent]:
    everybody = tuple(player for players in state.sides.values() for player in players)
    if state.phase == "over":
        choices = {"reason": (due_reason(state),), "result": (result_of(state),)}
        yield NextEvent(type="game_ended", players=everybody, choices=choices)
    elif state.detail == "full":
        yield from in_full(state)
    elif state.detail == "summary":
        turns = tuple(range(1, LIMITS.turns + 1))
        told: dict[str, tuple[Any, ...]] = {"intruders.*": tuple(state.intruders), "winner": ()}
        told |= {f"intruders.{name}.deaths": turns for name in state.intruders}
        limits = {"last_turn": (1, LIMITS.turns)}
        twice = {f"intruders.{name}.deaths": (0, MOST_DEATHS) for name in state.intruders}
        yield NextEvent(type="result_reported", players=everybody, choices=told, limits=limits, counts=twice)
    elif state.detail == "turns":
        choices, limits = _told_of_turn(state), _numbers_of_turn(state)
        yield NextEvent(type="turn_summarised", players=everybody, choices=choices, limits=limits)


def _told_of_turn(state: NinjaState) -> dict[str, tuple[Any, ...]]:
    """What a turn can tell; () for what follows from the rest, or cannot be."""
    there = tuple(name for name, fate in state.intruders.items() if not fate.out)
    follows: dict[str, tuple[Any, ...]] = dict.fromkeys(
        ("alert_start", "drawn", "kenjutsu", "guards_end", "respawned"), ()
    )
    named = dict.fromkeys(("deaths", "missions_completed", "left", "wounds.*", "searches.*"), there)
    drew: dict[str, tuple[Any, ...]] = {} if state.alert else {"cards_alert": ()}
    drew |= {} if may_be_short(state) else {"deck_short": ()}
    alert = tuple(range(least_alert(state), 4))
    return {"turn": (state.turn + 1,), "alert_end": alert, **follows, **named, **drew, **_not_to_come(state)}


def _not_to_come(state: NinjaState) -> dict[str, tuple[Any, ...]]:
    """The guards that no turn can bring now: nobody wakes up or is in ambush, nobody gets drunk without a traitor."""
    return {name: () for name, most in _most_guards(state).items() if not most}


def _most_guards(state: NinjaState) -> dict[str, int]:
    """How many guards the next turn can bring, or take, at most."""
    wake = may_wake(state)
    return {
        "awakened": wake,
        "ambush_placed": lying_in_wait(state),
        "drunk_end": most_drunk(state),
        "killed": min(state.guards + wake, may_kill(state)),
    }


def _numbers_of_turn(state: NinjaState) -> dict[str, tuple[int, int]]:
    played = {"cards_action": (0, LIMITS.cards_in_action)}
    drew = {"cards_alert": (0, most_drawn(state))} if state.alert else {}
    there = {name: fate for name, fate in state.intruders.items() if not fate.out}
    wounds = {f"wounds.{name}": (fate.wounds, limit_of(name) - 1) for name, fate in there.items()}
    return {**played, **drew, **wounds, **{f"searches.{name}": (0, LIMITS.searches) for name in there}}
