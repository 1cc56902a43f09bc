"""A small event and some logs for the tests of the offline tools, and their commands as functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.last_battle.play.simulate import play_out, simulate
from games.portable import log_of, write_log
from games.registry import MATCHES
from games.ruleset import SYSTEM, Viewer
from tracker import commands, selectors, warm
from tracker.exchange import transfer
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import (
    Event,
    MatchRow,
    Player,
    RatedGame,
    RatingChange,
    RatingRow,
    Stream,
    Warband,
    WarbandRevision,
    triggers,
)
from tracker.tests import db_states
from tracker.tests.hall import caught_up, opened, summary

RULES = MATCHES["last_battle"]


@db_states.kept
def begun() -> UUID:
    """`played_event`, by an organiser who is made for it."""
    return played_event(Identity(User.objects.create_user("olga")))


def played_event(organiser: Identity, players: int = 4) -> UUID:
    """A tournament with its first round played and closed: table 1 at turns detail, secrets included."""
    event, _ = opened(organiser, players)
    commands.draw_round(organiser, event)
    commands.publish_round(organiser, event, round=1)
    commands.start_round(organiser, event, round=1)
    settle()
    for row in selectors.matches_of(event, 1):
        if row.table == 1:
            play_in_full(row.stream_id)
        else:
            commands.report_match(organiser, row.stream_id, summary(serpent=1, alliance=0))
    settle()
    commands.close_round(organiser, event, round=1)
    settle()
    return event


def settle() -> None:
    """Does the work of the jobs, which a test inside one transaction never starts."""
    caught_up()


def play_in_full(match: UUID) -> None:
    """The rest of a match as two players log it, and their confirmations."""
    now = selectors.current_state(match)
    for event, actor in play_out(now.state.play, seed=3):
        handle(Command(stream=match, actor=actor, events=(event,)))
    confirm(match)


def confirm(match: UUID) -> None:
    """Staff confirm the result as it stands."""
    offer = selectors.next_events(match, Viewer("staff"))[-1]
    choice: dict[str, Any] = {name: values[0] for name, values in offer.choices.items()}
    event = selectors.current_state(match).codec.from_payload("result_confirmed", msgspec.to_builtins(choice))
    handle(Command(stream=match, actor=SYSTEM, events=(event,)))


def run(capsys: pytest.CaptureFixture[str], name: str, *args: str, **options: Any) -> tuple[int, str]:
    """(exit code, what it printed)."""
    code = 0
    try:
        call_command(name, *args, **options)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    except CommandError as error:
        code = error.returncode
        capsys.readouterr()
        return code, str(error)
    return code, capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], name: str, *args: str, **options: Any) -> tuple[int, Any]:
    code, out = run(capsys, name, *args, json=True, **options)
    return code, json.loads(out)


def exit_code(name: str, *args: str, **options: Any) -> int:
    """Runs a command; its exit code."""
    try:
        call_command(name, *args, **options)
    except SystemExit as exit_:
        return int(exit_.code or 0)
    except CommandError as error:
        return error.returncode
    return 0


def replaced(path: Path, old: str, new: str) -> Path:
    """A copy of a log with one text changed."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    changed = path.with_name("changed.jsonl")
    changed.write_text(text.replace(old, new, 1), encoding="utf-8")
    return changed


def simulated(seed: int = 5) -> bytes:
    return write_log(*log_of(RULES, "match", *simulate(seed, "turns")))


def imported(content: bytes) -> UUID:
    stream = transfer.import_log(content).stream
    settle()
    return stream


def wipe() -> None:
    """Another installation: the same tables, nothing in them."""
    from django.db import connection

    warm.forget()
    triggers.remove(connection)
    MatchRow.objects.all().delete()
    Event.objects.all().delete()
    for model in (WarbandRevision, Warband, RatingChange, RatingRow, RatedGame):
        model.objects.all().delete()
    Stream.objects.all().delete()
    Player.objects.all().delete()
    connection.check_constraints()
    triggers.install(connection)


def nothing_stored() -> bool:
    return not Stream.objects.exists() and not Event.objects.exists()


def whole_event(event: UUID, path: Path) -> bytes:
    assert exit_code("export", str(event), out=str(path)) == 0
    return path.read_bytes()


GOOD = {
    "system": "last_battle",
    "kind": "warband",
    "name": "Ravens",
    "body": {
        "leader": "raven-king",
        "figures": [
            {"figure_id": "raven-king", "cost": 0, "size": 2, "unique": True, "traits": ["Leader"]},
            {"figure_id": "raven", "cost": 12, "size": 2, "unique": False, "traits": []},
        ],
    },
}


def roster(tmp_path: Path, **body: Any) -> str:
    path = tmp_path / "roster.json"
    path.write_text(json.dumps({**GOOD, "body": {**GOOD["body"], **body}}))  # type: ignore[dict-item]
    return str(path)
