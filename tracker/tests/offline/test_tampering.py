"""500 generated tampers of a database whose triggers are gone: every one is found."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tracker import commands, log, shots, warm
from tracker.identity import Identity
from tracker.models import MatchRow, Player, Seal, Snapshot, triggers
from tracker.proof import seals, verify
from tracker.tests.offline.helpers import played_event, settle
from tracker.tests.offline.tampering import undone
from tracker.tests.offline.tampers import STRANGER, tampers

TAMPERS = 500


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.django_db
def test_all_of_500_generated_tampers_are_found(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEALS_FILE = str(tmp_path / "seals.jsonl")
    who = Identity(User.objects.create_user("olga"))
    event = played_event(who)
    Player.objects.create(name=STRANGER)
    log.create_stream("campaign", "last_battle", "1", warm.Setup())
    for number in range(3):
        assert seals.seal_heads() == number + 1
        commands.register_players(who, event, [commands.NewPlayer(f"Late {number}")])
        settle()
    assert seals.seal_heads() == 4
    _snapshot()
    triggers.remove(connection)
    monkeypatch.setattr(triggers, "missing", lambda connection: [])
    assert list(verify.verify_database()) == []
    dice, missed = Random(1871), []
    noted = Path(settings.SEALS_FILE).read_bytes()
    for tamper in tampers(dice, TAMPERS):
        with undone():
            tamper.do()
            warm.forget()
            if not any(not problem.older for problem in verify.verify_database()):
                missed.append(tamper.name)
        Path(settings.SEALS_FILE).write_bytes(noted)
        seals._forget()
    assert not missed, missed
    assert list(verify.verify_database()) == [] and Seal.objects.count() == 4


def _snapshot() -> None:
    match = MatchRow.objects.order_by("table")[0].stream_id
    told = (3, log.read(match)[2].hash, "0" * 64, b"a state")
    fields = dict(zip(("version", "head", "rules", "state"), told, strict=True))
    Snapshot.objects.create(stream_id=match, mac=shots.mac(match, *told), **fields)
