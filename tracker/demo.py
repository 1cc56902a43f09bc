"""The demo event: a finished and a running tournament, played by `simulate` and logged like any other.

Called by `manage.py up` (unless --empty). Everything goes through commands, so the demo shows nothing that a real
event could not.
"""

from __future__ import annotations

import math
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games.frame import ResultConfirmed
from games.last_battle.events import Figure, SchemeChosen, SquadHired
from games.last_battle.simulate import play_out
from games.ruleset import Actor, Event
from tracker import commands, jobs, projections, selectors, warm
from tracker.commands import NewPlayer
from tracker.commands.rosters import staff_warband
from tracker.demo_people import CLUBS, FIGURES, NAMES, demo_roster
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import MatchRow, Stream, TournamentRow, WarbandRevision
from tracker.systems import TOURNAMENT

FINISHED, RUNNING = "Scorpion Cup (demo)", "Winter League, day 2 (demo)"
SEED = 7


def load_demo() -> bool:
    """Makes the demo event, run by the first administrator; False when there is an event already or no such person."""
    user = User.objects.filter(is_superuser=True).order_by("id").first()
    if user is None or Stream.objects.filter(kind=TOURNAMENT).exists():
        return False
    with jobs.held():
        _play(Identity(user))
    return True


def _play(identity: Identity) -> None:
    finished = _event(identity, FINISHED, rounds=3, names=NAMES[:8])
    for number in (1, 2, 3):
        _play_round(identity, finished, number)
    commands.finish(identity, finished)
    running = _event(identity, RUNNING, rounds=4, names=NAMES[8:19])
    _play_round(identity, running, 1)
    _play_round(identity, running, 2, unfinished=2)
    projections.catch_up()


def _event(identity: Identity, name: str, *, rounds: int, names: tuple[str, ...]) -> UUID:
    """A tournament whose players are checked in and whose lists are locked."""
    event = commands.create_tournament(identity, name=name, options={"rounds": rounds})
    people = [NewPlayer(person, CLUBS[number % len(CLUBS)]) for number, person in enumerate(names)]
    for number, player in enumerate(commands.register_players(identity, event, people)):
        commands.check_in(identity, event, player=player.id)
        revision = staff_warband(player, demo_roster(number, len(FIGURES)))
        commands.submit_list(identity, event, player=player.id, revision=revision)
    commands.lock_lists(identity, event)
    return event


def _play_round(identity: Identity, event: UUID, number: int, unfinished: int = 0) -> None:
    """Draws, starts and plays a round; the last `unfinished` tables are still in play, and the round stays open."""
    commands.draw_round(identity, event, seed=f"demo-{number}")
    commands.publish_round(identity, event, round=number)
    commands.start_round(identity, event, round=number)
    projections.catch_up()
    rows = list(selectors.matches_of(event, number))
    for row in rows[: len(rows) - unfinished]:
        _play_match(row)
    for row in rows[len(rows) - unfinished :]:
        _play_match(row, share=0.6)
    projections.catch_up()
    if not unfinished:
        commands.close_round(identity, event, round=number)


def _play_match(row: MatchRow, share: float = 1.0) -> None:
    """Logs a random legal match: all of it and the players' confirmations, or its first `share`."""
    level = "summary" if row.table == 1 and share == 1 else "turns"
    if level == "turns":
        _muster(row)
    state = warm.current(row.stream_id).state.play
    logged = play_out(state, SEED + (row.table or 0) * 17 + (row.round or 0) * 101, level)
    for event, actor in logged[: math.ceil(len(logged) * share)]:
        _log(row.stream_id, event, actor)
    if share == 1:
        _confirm(row)


def _muster(row: MatchRow) -> None:
    """Everyone keeps the first scheme that was dealt, and brings the figures of the list handed in."""
    for squad in warm.current(row.stream_id).state.play.squads.values():
        if squad.dealt:
            _log(row.stream_id, SchemeChosen(player=squad.player, scheme=squad.dealt[0]), _by(squad.player))
    revisions = WarbandRevision.objects.filter(warband__player__in=row.players.all())
    for revision in revisions.select_related("warband"):
        player = str(revision.warband.player_id)
        hired = SquadHired(player=player, leader=revision.body["leader"], figures=_figures(revision))
        _log(row.stream_id, hired, _by(player))


def _figures(revision: WarbandRevision) -> tuple[Figure, ...]:
    return msgspec.convert(revision.body["figures"], tuple[Figure, ...])


def _by(player: str) -> Actor:
    return Actor("player", player)


def _confirm(row: MatchRow) -> None:
    outcome = selectors.outcome(row.stream_id)
    for side, players in row.sides.items():
        event = ResultConfirmed(side=side, vp=dict(outcome.vp), winner=outcome.winner or "")
        _log(row.stream_id, event, _by(players[0]))


def _log(stream: UUID, event: Event, actor: Actor) -> None:
    handle(Command(stream=stream, actor=actor, events=(event,)))


def demo_events() -> list[TournamentRow]:
    """The demo's tournaments, for tests."""
    return list(TournamentRow.objects.filter(name__in=(FINISHED, RUNNING)).order_by("name"))
