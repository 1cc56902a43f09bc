"""Figures of a league of years: its log proven, its rows made anew, and ladders that have to catch up.

`WARLEDGER_LEAGUE` says how many halls the league has; 378 have the 165,000 events of `docs/scale.md`.
Registered through `figures`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import User

from games.ruleset import Actor
from tracker import appended, commands, parallel, selectors, warm
from tracker.after import follow_up
from tracker.bench import scratch
from tracker.bench.harness import Pair, figure, timed
from tracker.bench.ladders import stored_runs
from tracker.bench.matches import CASUAL, play_out
from tracker.commands.matches import confirmed_by_staff
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import Event, Stream
from tracker.projections import ratings
from tracker.projections.rebuild import rebuild
from tracker.proof import seals, verify
from tracker.systems import MATCH

HALLS = int(os.environ.get("WARLEDGER_LEAGUE", "24"))
PLAYERS, ROUNDS = 14, 3
WHOLE = 165_000
"""Events of the league whose proof and rebuilding have their goals."""
VERIFIED, REBUILT, CAUGHT_UP = 60.0, 40.0, 5.0
"""Seconds: the whole league proven, the whole league rebuilt, a thousand runs scored."""
THOUSAND = 1_000
RUNS = int(os.environ.get("WARLEDGER_RUNS", "1000"))


def fill(halls: int = HALLS) -> int:
    """Fills the database with so many events of a hall, every match reported turn by turn; how many log events."""
    who = Identity(User.objects.create_superuser("league", password=None))
    for number in range(halls):
        _hall(who, number)
        if number % 6 == 5:
            sys.stderr.write(f"{number + 1} of {halls} halls\n")
    for system in ratings.stale():  # beyond a thousand matches they wait for a job, which nobody does here
        ratings.settle(system)
    seals.seal_heads()
    return int(Event.objects.count())


def _hall(who: Identity, number: int) -> None:
    options = {"rounds": ROUNDS, "scenarios": ["sea"]}
    people = [commands.NewPlayer(f"Player {number}-{at}", f"Club {at % 5}") for at in range(PLAYERS)]
    with appended.held():
        event = commands.create_tournament(who, name=f"Cup {number}", preset=CASUAL, options=options)
        for player in commands.register_players(who, event, people):
            commands.check_in(who, event, player=player.id)
        for round_ in range(1, ROUNDS + 1):
            commands.draw_round(who, event, seed=f"league {number} {round_}", reason="the same in every run")
            commands.publish_round(who, event, round=round_)
            commands.start_round(who, event, round=round_)
            follow_up.catch_up()
            for row in selectors.matches_of(event, round_):
                _play(row.stream_id, 1000 * number + 10 * round_ + (row.table or 0))
            follow_up.catch_up()
            commands.close_round(who, event, round=round_)
        follow_up.catch_up()


def _play(match: UUID, seed: int) -> None:
    """The whole match by turns, logged and confirmed by the staff."""
    now, staff = warm.current(match), Actor("organiser", "1")
    events = tuple(event for event, _ in play_out(now.state.play, seed, "turns"))
    handle(Command(stream=match, actor=staff, events=events))
    now = warm.current(match)
    handle(Command(stream=match, actor=staff, events=(confirmed_by_staff(now.rules, now.state),)))


def _told(done: int, total: int) -> None:
    if done == total or done % (10 * parallel.CHUNK) == 0:
        sys.stderr.write(f"{done} of {total} streams\n")


def _verify() -> None:
    found = verify.damage(verify.verify_database(processes=parallel.cores(), progress=_told))
    if found:
        raise RuntimeError(f"the league is not sound: {found[0]}")


def _rebuild() -> None:
    changed = [one for one in rebuild(None, _told, parallel.cores()) if one.differences or one.fault]
    if changed:
        raise RuntimeError(f"the rows of the league were not those of its log: {changed[0]}")
    if rated := [what for system in ratings.systems() for what in ratings.rebuild(system)]:
        raise RuntimeError(f"the ratings of the league were not those of its matches: {rated[0]}")


def _title(what: str, seconds: float) -> str:
    return f"{what} of a league of {HALLS} halls on all cores; limit: {seconds:g} s for {WHOLE:,} events"


@figure("league_verify", _title("verify-log", VERIFIED), "s", 1, rounds=1)
def _verifying() -> Iterator[Pair]:
    with scratch.postgres(), scratch.broker():
        events = fill()
        yield Pair(events, lambda: timed(_verify), lambda: VERIFIED * events / WHOLE)


@figure("league_rebuild", _title("rebuild", REBUILT), "s", 1, rounds=1)
def _rebuilding() -> Iterator[Pair]:
    with scratch.postgres(), scratch.broker():
        events = fill()
        yield Pair(events, lambda: timed(_rebuild), lambda: REBUILT * events / WHOLE)


@figure(
    "catch_up",
    f"catch up with {RUNS:,} runs of a ladder; limit: {CAUGHT_UP:g} s for a thousand",
    "s",
    1,
    rounds=2,
)
def _catching_up() -> Iterator[Pair]:
    with scratch.postgres(), scratch.broker():
        streams = stored_runs(RUNS)

        def behind() -> float:
            Stream.objects.filter(id__in=streams, kind=MATCH).update(projected_version=0)
            return timed(follow_up.catch_up)

        yield Pair(RUNS, behind, lambda: CAUGHT_UP * RUNS / THOUSAND)
