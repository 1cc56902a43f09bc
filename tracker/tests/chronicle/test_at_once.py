"""Workers at once, killed and late, and a long campaign kept live against its log (checks 4, 5 and 8)."""

from __future__ import annotations

import random
import threading
import time
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import connections

from games.campaigns import Told
from games.replay import refold
from games.ruleset import SYSTEM, Actor
from games.secrets import canonical
from tracker import appended, commands, log, warm
from tracker.after import chronicle_links
from tracker.commands.clocks import now_after
from tracker.handle import Command, handle
from tracker.models import Event, Stream
from tracker.proof import verify
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.tests.children import Children
from tracker.tests.chronicle import club
from tracker.tests.hall import caught_up, organiser
from tracker.tests.workers import catching_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]


def played_unheard(who: Any, stream: UUID, *rosters: str) -> UUID:
    """A match that is over and confirmed, of which the campaign has not heard."""
    match = commands.link_match(who, stream, rosters)
    scenario, result = club.report("a")
    commands.append(who, match, [scenario])
    commands.report_match(who, match, result["data"], type_=result["type"])
    return match


def test_check_4_twenty_times_by_two_workers() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    with appended.held():
        played_unheard(who, stream, "r1", "r2")
    link = next(iter(club.state(stream).links))
    assert not club.state(stream).heard
    ready, failed = threading.Barrier(2), list[BaseException]()

    def worker() -> None:
        try:
            ready.wait(10)
            for _ in range(10):
                warm.forget()
                chronicle_links.settle(stream, link)
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=worker) for _ in range(2)]
    for one in workers:
        one.start()
    for one in workers:
        one.join(120)
    assert not failed and not any(one.is_alive() for one in workers)
    assert Event.objects.filter(stream_id=stream, type="match_heard").count() == 1
    world = club.world(stream)
    assert world.rosters["r1"].tallies["koku"] == 15 and world.rosters["r1"].matches == 1


def test_check_5_a_worker_process_killed_between_match_and_hearing(children: Children) -> None:
    """Real processes, killed with SIGKILL while they carry results; the next one makes good, once."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob", "Cid", "Dan")
    with appended.held():
        matches = [played_unheard(who, stream, "r1", "r2"), played_unheard(who, stream, "r3", "r4")]
        deaths = 0
        for pause in (0.0, 0.01, 0.02, 0.05):
            worker = catching_up(children)
            time.sleep(pause)
            deaths += worker.killed()
    last = catching_up(children)
    assert last.ended(60) == 0, last.output
    assert deaths >= 1 and len(matches) == 2
    warm.forget()
    assert Event.objects.filter(stream_id=stream, type="match_heard").count() == 2
    assert sum(one.matches for one in club.world(stream).rosters.values()) == 4
    assert not verify.verify_stream(Stream.objects.get(pk=stream))


def test_check_8_two_hundred_matches_in_the_log() -> None:
    """What the running program holds, and what a fresh one makes of the log, byte for byte; half-way and at the end."""
    who, luck = organiser(), random.Random(8)
    definition = club.river_war("").replace("count = 6", "count = 60").replace("max = 2", "max = 99")
    names = ("Ann", "Bob", "Cid", "Dan")
    with appended.held():
        stream, _players = club.opened(who, *names, definition=definition)
        for number in range(1, 201):
            one_match(stream, number, luck)
            if number in (100, 200):
                assert_rebuilt(stream)
    caught_up()
    assert sum(one.matches for one in club.world(stream).rosters.values()) == 400
    assert not verify.verify_stream(Stream.objects.get(pk=stream))


def one_match(stream: UUID, number: int, luck: random.Random) -> None:
    """A match that is linked, heard, rolled for and signed, its hearing perhaps corrected later, all in the log."""
    world = club.world(stream)
    one, two = luck.sample(sorted(world.rosters), 2)
    alive = [f"{two}/{key}" for key, fighter in world.rosters[two].fighters.items() if not fighter.died]
    link, at = f"x{number}", now_after(club.state(stream).last)
    tell(stream, ev.MatchLinked(link=link, match=link, rosters={"a": one, "b": two}, at=at, stake="mill"))
    fallen = [Told(fact="model_removed", key=who, of=who, values={"by": f"{one}/x"}) for who in alive[:1]]
    facts = (Told(fact="winner", values={"is": luck.choice([one, two, "draw"])}), *fallen)
    tell(stream, ev.MatchHeard(link=link, match_seq=1, at=now_after(at), facts=facts))
    for step in derive(club.state(stream)).steps:
        tell(stream, ev.DieRolled(effect=step.id, fell=(luck.randint(1, 6),)), STAFF)
    for roster in (one, two):
        tell(stream, ev.Signed(link=link, roster=roster), STAFF)
    if number % 10 == 0:
        time.sleep(0.002)  # the hearing has a moment of its own
        closed = ev.CycleClosed(cycle=club.world(stream).cycle + 1, at=now_after(""))
        tell(stream, closed, STAFF)
        time.sleep(0.002)
    if number % 50 == 0:
        again = ev.MatchHeard(link=f"x{number - 20}", match_seq=2, at=at, facts=())
        tell(stream, msgspec.structs.replace(again, at=club.state(stream).heard[again.link].at))


STAFF = Actor("organiser", "1")


def tell(stream: UUID, event: Any, by: Actor = SYSTEM) -> None:
    handle(Command(stream=stream, actor=by, events=(event,)))


def assert_rebuilt(stream: UUID) -> None:
    live = warm.current(stream)
    entries = warm.entries_of(live.codec, log.read(stream))
    anew = refold(live.rules, live.setup, entries)
    assert msgspec.msgpack.encode(anew) == msgspec.msgpack.encode(live.state)
    shown = canonical(msgspec.to_builtins(derive(live.state)))
    assert canonical(msgspec.to_builtins(derive(anew))) == shown
    warm.forget()
    assert canonical(msgspec.to_builtins(club.world(stream))) == shown
