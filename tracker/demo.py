"""The demo: a finished and a running tournament, an event day, a ladder of runs, a night of Ninja, a Masters
tournament and a campaign of Bushido, played by `simulate`, logged like any other.

The day is in `demo_day`, the ladder in `demo_ladder`, the night in `demo_night`, the Masters tournament in `demo_cup`,
the campaign in `demo_war`, matches of three rivals in `demo_rivals`, what single tables log in `demo_table`. Called by
`manage.py up` (unless --empty). Everything goes through commands: the demo shows nothing that a real event could not.
"""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games.last_battle.events import Figure, SquadHired
from tracker import appended, commands, follow_up, selectors
from tracker.commands import NewPlayer
from tracker.commands.rosters import staff_roster
from tracker.demo_cup import play_cup
from tracker.demo_day import play_day
from tracker.demo_ladder import play_season
from tracker.demo_night import play_night
from tracker.demo_people import CLUBS, FIGURES, NAMES, demo_roster
from tracker.demo_rivals import play_rivals
from tracker.demo_table import confirm, muster, play_share
from tracker.demo_war import play_war
from tracker.identity import Identity
from tracker.models import MatchRow, Stream, TournamentRow, WarbandRevision
from tracker.systems import TOURNAMENT

FINISHED, RUNNING = "Scorpion Cup (demo)", "Winter League, day 2 (demo)"
SEED = 7


def load_demo() -> bool:
    """Makes the demo events, run by the first administrator; False when there is an event already or no such person."""
    user = User.objects.filter(is_superuser=True).order_by("id").first()
    if user is None or Stream.objects.filter(kind=TOURNAMENT).exists():
        return False
    with appended.held():
        _play(Identity(user))
    return True


def _play(identity: Identity) -> None:
    finished = _event(identity, FINISHED, rounds=3, names=NAMES[:8])
    for number in (1, 2, 3):
        _play_round(identity, finished, number)
    commands.finish(identity, finished)
    play_rivals(identity, finished)
    running = _event(identity, RUNNING, rounds=4, names=NAMES[8:19])
    _play_round(identity, running, 1)
    _play_round(identity, running, 2, unfinished=2)
    play_day(identity)
    play_season(identity)
    play_night(identity)
    play_cup(identity)
    play_war(identity)
    follow_up.catch_up()


def _event(identity: Identity, name: str, *, rounds: int, names: tuple[str, ...]) -> UUID:
    """A tournament whose players are checked in and whose lists are locked."""
    event = commands.create_tournament(identity, name=name, options={"rounds": rounds})
    people = [NewPlayer(person, CLUBS[number % len(CLUBS)]) for number, person in enumerate(names)]
    for number, player in enumerate(commands.register_players(identity, event, people)):
        commands.check_in(identity, event, player=player.id)
        revision = staff_roster(player, demo_roster(number, len(FIGURES)))
        commands.submit_list(identity, event, player=player.id, revision=revision)
    commands.lock_lists(identity, event)
    return event


def _play_round(identity: Identity, event: UUID, number: int, unfinished: int = 0) -> None:
    """Draws, starts and plays a round; the last `unfinished` tables are still in play, and the round stays open."""
    commands.draw_round(identity, event, seed=f"demo-{number}", reason="a demonstration")
    commands.publish_round(identity, event, round=number)
    commands.start_round(identity, event, round=number)
    follow_up.catch_up()
    rows = list(selectors.matches_of(event, number))
    for row in rows[: len(rows) - unfinished]:
        _play_match(row)
    for row in rows[len(rows) - unfinished :]:
        _play_match(row, share=0.6)
    follow_up.catch_up()
    if not unfinished:
        commands.close_round(identity, event, round=number)


def _play_match(row: MatchRow, share: float = 1.0) -> None:
    """Logs a random legal match: all of it and the players' confirmations, or its first `share`."""
    level = "summary" if row.table == 1 and share == 1 else "turns"
    if level == "turns":
        muster(row.stream_id, _squads(row))
    play_share(row.stream_id, SEED + (row.table or 0) * 17 + (row.round or 0) * 101, level, share)
    if share == 1:
        confirm(row.stream_id)


def _squads(row: MatchRow) -> dict[str, SquadHired]:
    """Player -> the figures of the list handed in."""
    revisions = WarbandRevision.objects.filter(warband__player__in=row.players.all()).select_related(
        "warband"
    )
    players = {str(revision.warband.player_id): revision.body for revision in revisions}
    return {
        player: SquadHired(
            player=player,
            leader=body["leader"],
            figures=msgspec.convert(body["figures"], tuple[Figure, ...]),
        )
        for player, body in players.items()
    }


def demo_events() -> list[TournamentRow]:
    """The demo's tournaments, for tests."""
    return list(TournamentRow.objects.filter(name__in=(FINISHED, RUNNING)).order_by("name"))
