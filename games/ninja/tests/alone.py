"""The ends that one player may log alone, for the contract's test that this opens nobody else's secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ninja.events import Fared, GameEnded, MatchConceded, ResultReported
from games.ninja.full import events as f
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.table import first_due, full_of, map_of, members
from games.ninja.maps.graph import patrol_paths
from games.ninja.state import NinjaState, side_of
from games.ruleset import Event

CARDS: tuple[Any, ...] = ("rope", "kenjutsu", "shuriken", "shadow_walk", "secret_passage", "potent_sake")


def endings(state: NinjaState, player: str) -> Iterator[Event]:
    """The concession, an end of every kind, and the report of the whole match."""
    own: Any = side_of(state, player)
    if not own:
        return
    yield MatchConceded(side=own)
    reasons: tuple[Any, ...] = ("no_intruders", "dawn")
    results: tuple[Any, ...] = ("guards", "intruders", "draw")
    for reason in reasons:
        yield from (GameEnded(reason=reason, result=result) for result in results)
    yield ResultReported(last_turn=20, intruders=dict.fromkeys(state.intruders, Fared()))
    if state.full is not None:
        yield from _answers(state)
        yield from _questions(state)


def _answers(state: NinjaState) -> Iterator[Event]:
    """Everything that could settle what is owed now, true or not."""
    due = first_due(state)
    yield from (f.ListenAnswered(heard=heard) for heard in (True, False))
    yield f.MovementCleared()
    for zone in due.path:
        yield f.PassageDiscovered(zone=zone)
        for name in state.intruders:
            who: Any = name
            yield f.IntruderDetected(intruder=who, zone=zone, cause="guard_entered")
    board = map_of(state)
    for facing in (None, *board.guard_path):
        yield f.GuardsMoved(guards=due.guards, facing=facing)
    number = min(state.alert, 36)
    yield f.GuardCardsDrawn(count=number, commitment="0" * 64)
    found: tuple[Any, ...] = ("nothing", "trap", "ambush")
    yield from (
        f.SearchAnswered(results=tuple(f.Found(zone=z, found=one) for z in due.zones)) for one in found
    )
    for zone in due.zones:
        yield f.HazardResolved(zone=zone, hazard="trap", outcome="alert")
        yield f.HazardResolved(zone=zone, hazard="trap", outcome="cat")
        yield f.HazardResolved(zone=zone, hazard="ambush", outcome="killed_kenjutsu")


def _questions(state: NinjaState) -> Iterator[Event]:
    """What asks the other side, and what goes on: nobody learns anything before it is answered."""
    figures = state.full.figures if state.full else {}
    for guard in figures:
        yield f.FreeListenOrdered(guard=guard)
        yield f.GuardCardPlayed(card="sentry_listen", guard=guard)
        yield f.GuardCardPlayed(card="sentry_search", guard=guard)
    for patrol in {one.patrol: None for one in figures.values()}:
        yield f.GuardCardPlayed(card="patrol_listen", patrol=patrol)
    for patrol in patrols_to_move(state):
        group = members(state, patrol)
        ways = patrol_paths(map_of(state), figures[group[0]].zone, str(full_of(state).facings[patrol]))
        yield from (
            f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1]) for way in ways
        )
    for name in state.intruders:
        who: Any = name
        use = f.CardSecret(bluff=True, edge=None, zone=None)
        yield f.IntruderMoved(intruder=who, commitment="0" * 64)
        yield from (f.IntruderCardPlayed(intruder=who, card=card, use=use) for card in CARDS)
        yield from (f.GuardNeutralised(intruder=who, guard=guard, by="kenjutsu") for guard in figures)
        yield from (f.ZonesSearched(intruder=who, zones=(zone,)) for zone in map_of(state).zones)
        yield f.IntruderLeftMap(intruder=who)
    phases: tuple[Any, ...] = ("guard_action", "patrol", "intruder_action")
    yield from (f.PhaseStarted(phase=phase) for phase in phases)
    yield f.TurnEnded(turn=state.turn)
    yield from (f.AlertRecorded(level=level) for level in range(4))


def turned_up(before: NinjaState, after: NinjaState) -> bool:
    """The rules themselves open no secret that an answer of its owner does not tell."""
    return False
