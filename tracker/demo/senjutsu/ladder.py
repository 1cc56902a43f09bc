"""The ladder of the demo: a season of horde runs by the players of the demo's events, played by `simulate`.

Some are logged wave by wave, some as one result; staff confirmed the oldest, players the others, one is still being
played. Called by `tracker.demo.senjutsu`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, timedelta
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from games.ruleset import Actor, Event, Setup
from games.senjutsu import RULES
from games.senjutsu.events import WaveStarted
from games.senjutsu.ladder.run_log import run_events
from games.senjutsu.play.match import play_on
from games.senjutsu.play.simulate import LAST
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import SenjutsuState
from tracker import commands, warm
from tracker.after import follow_up
from tracker.demo.people import NAMES
from tracker.demo.table import by_player, confirm_run, log_events
from tracker.identity import Identity
from tracker.models import Player

NAME = "Winter horde (demo)"
PLAYING = "playing"
WAVES_OF_THE_OPEN_RUN = 4


class Told(NamedTuple):
    """A run: whose it is, the dice that play it, how it is logged, how many days ago, and who confirmed it."""

    runner: int
    character: str
    dice: int
    detail: str
    days: int
    confirmed: str
    fallen_lord: bool = False
    nightmare: tuple[tuple[str, str], ...] = ()


RUNS = (
    Told(0, "ronin", 316, "turns", 17, "staff"),
    Told(1, "master", 645, "summary", 15, "staff"),
    Told(2, "student", 287, "turns", 12, "player"),
    Told(3, "warrior", 691, "summary", 9, "player"),
    Told(1, "master", 256, "summary", 8, "player", fallen_lord=True),
    Told(4, "ronin", 456, "summary", 5, "player", nightmare=(("k1", "yari"),)),
    Told(0, "ronin", 272, "summary", 3, "player"),
    Told(2, "student", 588, "summary", 1, ""),
    Told(5, "warrior", 211, "turns", 0, PLAYING),
)


def play_season(identity: Identity) -> UUID:
    """Makes the season and its runs."""
    now = timezone.now()
    starts, ends = now - timedelta(days=20), now + timedelta(days=40)
    season = commands.create_season(identity, name=NAME, starts=starts, ends=ends)
    follow_up.catch_up()
    runners = {player.name: str(player.id) for player in Player.objects.filter(name__in=NAMES[:6])}
    for told in RUNS:
        at = (now - timedelta(days=told.days, hours=2)).astimezone(UTC)
        _play(identity, runners[NAMES[told.runner]], told, at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    follow_up.catch_up()
    return season


def _play(identity: Identity, player: str, told: Told, at: str) -> None:
    """One run, from its opening to the confirmation."""
    run = {"character": told.character, "detail": told.detail, "fallen_lord": told.fallen_lord}
    run["nightmare"] = dict(told.nightmare)
    if told.detail == "summary":
        run |= _result(player, run, told.dice)
    stream = commands.log_run(identity, player=player, run=run, at=at)
    staff = Actor("organiser", str(identity.user.pk))
    if told.detail == "turns":
        table = _played(warm.current(stream).state.play, told.dice)
        events = tuple(event for event, _actor in table.logged)
        log_events(stream, _beginning(events) if told.confirmed == PLAYING else events, staff, at)
    if told.confirmed in ("staff", "player"):
        confirm_run(stream, staff if told.confirmed == "staff" else by_player(player))


def _played(state: SenjutsuState, dice: int) -> PlayTable:
    """A random legal run, from where its log stands to the end."""
    table = PlayTable(state, Random(dice), str(dice))
    play_on(table, LAST)
    return table


def _result(player: str, run: Mapping[str, Any], dice: int) -> dict[str, Any]:
    """The numbers that a player tells of a run whose turns nobody logged."""
    state = RULES.initial(Setup())
    opening, told = run_events(player, {**run, "detail": "turns"})
    for event in (*opening, *told):
        state = RULES.evolve(state, event)
    end = _played(state, dice).state
    ended = end.fighters[player].defeated or "retired"
    return {
        "waves_cleared": end.run.cleared,
        "vos_in_wave": end.run.vos_in_wave,
        "last_clear_turn": end.run.last_clear_turn,
        "turns": end.turn,
        "ended": "retired" if ended == "concession" else ended,
    }


def _beginning(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The run up to the start of a later wave."""
    waves = [place for place, event in enumerate(events) if isinstance(event, WaveStarted)]
    return events[: waves[WAVES_OF_THE_OPEN_RUN] + 1]
