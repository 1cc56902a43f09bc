"""What may legally come next at a tournament: the organiser's next step, what a player may do. Called by `rules`."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import NextEvent, Viewer
from tracker.rulesets.tournament.state import Round, TournamentState


def next_events(state: TournamentState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """Legal next events, the step that leads on first. `state` is what the viewer may see."""
    if state.created is None:
        return (NextEvent(type="tournament_created"),)
    if state.finished:
        return ()
    if viewer.role == "public":
        return ()
    found = (*_steps(state), *_people(state), *_lists(state))
    if viewer.role == "staff":
        return found
    own = viewer.player or ""
    return tuple(_only(event, own) for event in found if own in event.players)


def _only(event: NextEvent, player: str) -> NextEvent:
    return NextEvent(type=event.type, players=(player,), staff=event.staff, choices={"player": (player,)})


def _steps(state: TournamentState) -> Iterator[NextEvent]:
    last = state.current
    if last is None or last.status == "closed":
        yield from _between(state)
    else:
        yield from _within(last)


def _between(state: TournamentState) -> Iterator[NextEvent]:
    if state.owing() is not None:
        return
    played = len(state.rounds)
    ready = len(state.present()) > 1 and not (state.options.list_required and _without_list(state))
    if played < state.options.rounds and ready:
        yield NextEvent(type="round_drawn", choices={"round": (played + 1,)})
    if played:
        yield NextEvent(type="tournament_finished")


def _within(last: Round) -> Iterator[NextEvent]:
    steps = {"draft": "round_published", "published": "round_started"}
    this = {"round": (last.round,)}
    if last.status in steps:
        yield NextEvent(type=steps[last.status], choices=this)
        yield NextEvent(type="round_discarded", choices={**this, "seed": (last.seed,)})
        return
    unopened = tuple(pairing.table for pairing in last.pairings if pairing.match is None)
    if unopened:
        yield NextEvent(type="match_opened", choices={**this, "table": unopened})
    if not last.missing():
        yield NextEvent(type="round_closed", choices=this)


def _people(state: TournamentState) -> Iterator[NextEvent]:
    everyone = state.entrants.values()
    yield NextEvent(type="player_registered")
    for kind, players, self_service in (
        ("player_checked_in", [e.player for e in everyone if not e.checked_in and not e.dropped], True),
        ("player_check_in_withdrawn", [e.player for e in everyone if e.checked_in], True),
        ("player_dropped", [e.player for e in everyone if not e.dropped], True),
        ("player_reinstated", [e.player for e in everyone if e.dropped], False),
    ):
        if players:
            yield _about(kind, tuple(players), self_service)


def _lists(state: TournamentState) -> Iterator[NextEvent]:
    if state.lists_locked:
        yield NextEvent(type="lists_unlocked")
        late = tuple(e.player for e in state.entrants.values() if e.roster is None)
        if late:
            yield _about("list_submitted", late, False)
        return
    yield NextEvent(type="lists_locked")
    handed_in = tuple(e.player for e in state.entrants.values() if e.roster is not None)
    if state.entrants:
        yield _about("list_submitted", tuple(state.entrants), True)
    if handed_in:
        yield _about("list_withdrawn", handed_in, True)


def _about(kind: str, players: tuple[str, ...], self_service: bool) -> NextEvent:
    return NextEvent(type=kind, players=players if self_service else (), choices={"player": players})


def _without_list(state: TournamentState) -> list[str]:
    return [entrant.player for entrant in state.present() if entrant.roster is None]
