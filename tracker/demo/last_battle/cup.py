"""The tournaments of the demo: a finished one and a running one, played turn by turn, lists handed in.

Called by `tracker.demo.last_battle`; what single tables log is in `table`.
"""

from __future__ import annotations

from uuid import UUID

import msgspec

from games.last_battle.events import Figure, SquadHired
from tracker import commands, selectors
from tracker.after import follow_up
from tracker.commands import NewPlayer
from tracker.commands.rosters import staff_roster
from tracker.demo.last_battle.figures import FIGURES, demo_roster
from tracker.demo.last_battle.rivals import play_rivals
from tracker.demo.last_battle.table import muster, play_share
from tracker.demo.people import CLUBS, NAMES
from tracker.demo.table import confirm
from tracker.identity import Identity
from tracker.models import MatchRow, TournamentRow, WarbandRevision

FINISHED, RUNNING = "Scorpion Cup (demo)", "Winter League, day 2 (demo)"
SEED = 7


def play_cups(identity: Identity) -> None:
    """Makes both and plays them."""
    finished = _event(identity, FINISHED, rounds=3, names=NAMES[:8])
    for number in (1, 2, 3):
        _play_round(identity, finished, number)
    commands.finish(identity, finished)
    play_rivals(identity, finished)
    running = _event(identity, RUNNING, rounds=4, names=NAMES[8:19])
    _play_round(identity, running, 1)
    _play_round(identity, running, 2, unfinished=2)


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
