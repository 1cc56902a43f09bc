"""export: logs that verify, whole for staff, without secrets for everybody else."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from games.last_battle import events as e
from games.last_battle.play.simulate import simulate
from games.portable import HIDDEN, log_of, read_log, verify, write_log
from games.ruleset import EVERYONE, Viewer
from tracker.exchange import transfer
from tracker.identity import Identity
from tracker.management.tool import BAD_INPUT
from tracker.models import (
    MatchRow,
)
from tracker.proof.verify import verify_file
from tracker.systems import find_rules
from tracker.tests.offline.helpers import RULES, exit_code, imported

pytestmark = pytest.mark.usefixtures("database")


SECRET_PHASE = (
    e.TableOpened,
    e.SchemesDealt,
    e.SchemeChosen,
    e.SerpentSchemesPreset,
    e.SquadHired,
    e.SchemeNoted,
)


def test_an_exported_log_verifies_and_holds_the_secrets(event: UUID) -> None:
    for row in MatchRow.objects.all():
        content = transfer.export_stream(row.stream_id)
        assert verify_file(content) == []
        assert b"stream" in content.splitlines()[0]
    full = max((transfer.export_stream(row.stream_id) for row in MatchRow.objects.all()), key=len)
    assert b'"secret"' in full


def test_an_export_for_others_verifies_and_holds_no_secret(database: str) -> None:
    """Before the first turn, while nothing but a unique scheme is known to all."""
    setup, told = simulate(5, "turns")
    before_play = [one for one in told if isinstance(one[0], SECRET_PHASE)]
    stream = imported(write_log(*log_of(RULES, "match", setup, before_play)))
    assert b'"secret"' in transfer.export_stream(stream)
    for viewer in (EVERYONE, Viewer("player", "alliance-1", "alliance")):
        content = transfer.export_stream(stream, viewer)
        read = read_log(content, find_rules)
        assert verify(read) == []
        assert verify_file(content) == []
        assert not read.header.complete
        open_to = {
            line.data.get("player") for line in read.lines if line.secret and line.type != "scheme_chosen"
        }
        assert open_to <= {viewer.player}


def test_a_copy_with_hidden_events_verifies_and_is_not_imported(event: UUID) -> None:
    organiser = Identity(User.objects.get(username="olga"))
    from tracker import commands

    commands.draw_round(organiser, event)
    copy = transfer.export_stream(event, EVERYONE)
    assert HIDDEN in [line.type for line in read_log(copy, find_rules).lines]
    assert verify_file(copy) == []
    with pytest.raises(transfer.BadLog, match="import the whole log"):
        transfer.import_log(copy)


def test_a_copy_that_cannot_be_judged_says_so(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scheme revealed out of a preset of several: the public copy cannot tell whether it was in it."""
    case = next(case for case in map(revealed_from_several, range(200)) if case)
    stream = imported(case)
    path = tmp_path / "copy.jsonl"
    path.write_bytes(transfer.export_stream(stream, EVERYONE))
    assert verify_file(path.read_bytes()) == []
    assert exit_code("replay", str(path), json=True) == BAD_INPUT
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["rule"]) == (False, None)
    assert "this copy leaves out" in answer["message"]


def revealed_from_several(seed: int) -> bytes | None:
    """A match up to such a reveal, if this seed has one."""
    setup, told = simulate(seed, "turns")
    presets = {event.squad: event.schemes for event, _ in told if isinstance(event, e.SerpentSchemesPreset)}
    for place, (event, _) in enumerate(told):
        if isinstance(event, e.SchemeRevealed) and len(presets.get(event.player) or ()) > 1:
            return write_log(*log_of(RULES, "match", setup, told[: place + 1]))
    return None
