"""The logs of a release, which every later version replays to the same results. `golden/RELEASE/` holds them.

    python3 manage.py shell -c "from tracker.tests import releases; releases.write('0.1.0')"

writes those of a new release: matches of every game at every level, a tournament, one of teams with a bracket and a
campaign, each with all that belongs to it, an event day with its tables, a season with its runs, and `expected.json`:
what each log came to. No release may change those of another.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.audit import judge_log
from games.portable import read_log
from games.registry import MATCHES
from games.ruleset import SYSTEM, Outcome
from tracker import commands, log, selectors
from tracker.bench import scratch
from tracker.bench.ladders import stored_runs
from tracker.day_simulation import simulate_day
from tracker.demo.bushido.war import play_war
from tracker.exchange import archive, transfer
from tracker.handle import Command, handle
from tracker.management.commands.simulate import levels_of, simulated
from tracker.models import Stream
from tracker.rulesets import tournament
from tracker.rulesets.season.events import SeasonClosed
from tracker.systems import MATCH, SEASON, TOURNAMENT, find_rules
from tracker.tests import hall
from tracker.tests.offline.helpers import play_in_full

GOLDEN = Path(__file__).parent / "golden"
EXPECTED = "expected.json"
SEED = 10
MATCHES_EACH = 3
"""Of each level of a game: the simulation chooses scenario, options and how many play by the seed."""
CUT = [
    {"format": "swiss", "rounds": 2},
    {"format": "single_elimination", "cut": 4, "third_place": True},
]
TEAMS = "North: Ann, Abe, Ada\nSouth: Bea, Bob, Ben\nWest: Cid, Cora, Cy\nEast: Dag, Dora, Dan"


def content(path: Path) -> bytes:
    """The file of a release as a person would hand it to a command."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def logs(whole: bytes) -> list[bytes]:
    """Every log in it."""
    return [text for _, text in archive.logs_in(whole)] if archive.is_archive(whole) else [whole]


def result(text: bytes) -> dict[str, Any]:
    """What a log comes to by the rules of today: how many events, their last hash, the outcome, the ranking."""
    read = read_log(text, find_rules)
    state = judge_log(read).state
    outcome: Outcome = read.rules.outcome(state)
    told: dict[str, Any] = {"events": len(read.lines), "head": read.lines[-1].hash, "outcome": outcome}
    if read.header.kind == TOURNAMENT:
        told["ranking"] = _ranking(state)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return plain


def _ranking(state: Any) -> list[tuple[int, str]]:
    last = max((one.round for one in state.rounds if one.status not in ("draft", "published")), default=0)
    return [(one.rank, one.player) for one in tournament.standings(state, last)]


# --- Making them --------------------------------------------------------------------------------------------


def write(release: str) -> None:
    """Raises FileExistsError for a release that has its logs."""
    folder = GOLDEN / release
    folder.mkdir(parents=True)
    for name, whole in _made():
        packed = whole if name.endswith(".zip") else gzip.compress(whole, mtime=0)
        (folder / name).write_bytes(packed)
    files = sorted(path for path in folder.iterdir())
    told = {path.name: [result(text) for text in logs(content(path))] for path in files}
    (folder / EXPECTED).write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1))


def _made() -> Iterator[tuple[str, bytes]]:
    for system in sorted(MATCHES):
        for level in levels_of(system, None):
            for number in range(MATCHES_EACH):
                text = simulated(system, SEED, number, level)
                yield f"match-{system}-{level}-{number + 1}.jsonl.gz", text
    for name, text in simulate_day(SEED, "last_battle", "turns", 1).logs().items():
        yield f"day-{name}.jsonl.gz", text
    yield from _of_a_database()


def _of_a_database() -> Iterator[tuple[str, bytes]]:
    with scratch.sqlite():
        runs = stored_runs(3)
        season = Stream.objects.get(kind=SEASON).id
        handle(Command(stream=season, actor=SYSTEM, events=(SeasonClosed(closed="2026-12-31T00:00:00Z"),)))
        for number, stream in enumerate(runs):
            yield f"season-run-{number}.jsonl.gz", transfer.export_stream(stream)
        yield "season.jsonl.gz", transfer.export_stream(season)
        assert Stream.objects.filter(kind=MATCH).count() == len(runs)
    for name, play in (("event", _event), ("teams", play_teams), ("campaign", play_war)):
        with scratch.sqlite():
            played = play(hall.organiser())
            yield f"{name}.zip", archive.export_event(played, lambda _: transfer.REFEREE, with_people=True)


def _event(who: Any) -> Any:
    """Three rounds of nine players: a bye, a result typed in and taken back, a table turn by turn, one who leaves."""
    event, players = hall.opened(who, 9)
    for number in (1, 2, 3):
        for row in hall.start_round(who, event, number):
            if row.table == 1:
                play_in_full(row.stream_id)
                continue
            commands.report_match(who, row.stream_id, hall.summary(number % 2, (row.table or 0) % 3))
            if (number, row.table) == (1, 2):
                last = log.head_of(row.stream_id)
                assert last is not None
                commands.void(who, row.stream_id, [last.version - 1, last.version], "typed for another table")
                commands.report_match(who, row.stream_id, hall.summary(2, 0))
        hall.caught_up()
        commands.close_round(who, event, round=number)
        if number == 2:
            commands.drop(who, event, player=players[8].id)
    hall.caught_up()
    assert selectors.current_state(event).state.rounds
    return event


def play_teams(who: Any) -> Any:
    """Two rounds of four teams of two with a substitute each, and a bracket of all four with a game for third place."""
    settings = {"list_required": False, "check_in": False, "scenarios": [], "stages": CUT}
    teams = {"size": 2, "substitutes": 1, "pairing": "order"}
    event = commands.create_tournament(who, name="Cup of teams", options={**settings, "teams": teams})
    commands.enter_teams(who, event, commands.parse_pasted_teams(TEAMS))
    for number in (1, 2, 3, 4):
        if number == 3:
            commands.begin_stage(who, event)
        hall.play_round(who, event, number)
    hall.caught_up()
    commands.finish(who, event)
    hall.caught_up()
    return event
