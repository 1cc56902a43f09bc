"""Fifty copies while somebody writes and seals, each restored into an empty installation and proven there: 50 of 50.

All in two processes, one that writes and one that copies, restores and proves, so that fifty cost little more than the
work itself. `test_backup.py` does the same by the commands that people type.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import psycopg
import pytest

from tracker.tests.children import Children
from tracker.tests.test_backup import Installation, pair

__all__ = ["pair"]
COPIES = int(os.environ.get("WARLEDGER_COPIES", "50"))
WRITER = """
import django; django.setup()
import time
from pathlib import Path
from django.contrib.auth.models import User
from tracker import commands
from tracker.proof import seals
from tracker.identity import Identity
from tracker.tests import filled
filled.fill()
who, flag, number = Identity(User.objects.get(username="olga")), Path({flag!r}), 0
events = [commands.create_tournament(who, name=f"Cup {{at}}") for at in range(3)]
while True:
    for _ in range(6):
        commands.register_players(who, events[number % 3], [commands.NewPlayer(f"Player {{number}}")])
        number += 1
        if number % 5 == 0:
            seals.seal_heads()
        print("stored", number, flush=True)
    while flag.exists():
        time.sleep(0.002)
    while not flag.exists():
        time.sleep(0.002)
"""
COPIER = """
import django; django.setup()
import json
from pathlib import Path
from django.test import override_settings
from tracker import backup, warm
from tracker.bench.scratch import as_default
from tracker.models import ChronicleRow, ConfirmedMatch, Event, RatingChange, RatingRow, SamePerson, Seal, Player
from tracker.proof.verify import damage, verify_database

folder, flag, told = Path({folder!r}), Path({flag!r}), []
for number in range({copies}):
    copy, data = folder / "copy.zip", folder / f"restored-{{number}}"
    data.mkdir()
    flag.touch()
    before = Event.objects.count()
    backup.write(copy)
    after = Event.objects.count()
    flag.unlink()
    elsewhere = override_settings(DATA_DIR=data, SEALS_FILE=str(data / "seals.jsonl"))
    with elsewhere, as_default({url!r}.format(number=number), seals=False):
        backup.restore(copy)
        wrong = [one.what for one in damage(verify_database())]
        more = [one.objects.count() for one in (SamePerson, ChronicleRow, ConfirmedMatch, RatingChange, RatingRow)]
        more += [Player.objects.exclude(hidden_name="").count(), Player.objects.exclude(forgotten_at=None).count()]
        told.append([before, Event.objects.count(), after, Seal.objects.count(), wrong, more])
    print("restored", number + 1, flush=True)
print("TOLD", json.dumps(told))
"""


@pytest.mark.soak
def test_every_copy_under_writes_is_restored_and_proven(
    pair: tuple[Installation, Installation], children: Children, tmp_path: Path
) -> None:
    one, _ = pair
    one.migrated()
    flag = tmp_path / "copying"
    url = empties(one, tmp_path)
    writer = children.start([sys.executable, "-c", WRITER.format(flag=str(flag))], one.variables)
    writer.until("stored 6", 300)
    script = COPIER.format(folder=str(tmp_path), flag=str(flag), copies=COPIES, url=url)
    copier = children.start([sys.executable, "-c", script], one.variables)
    copier.until("TOLD", 900)
    assert copier.ended(60) == 0, copier.output
    told = json.loads(copier.output.partition("TOLD ")[2])
    assert writer.running(), writer.output
    assert len(told) == COPIES and [one[4] for one in told if one[4]] == []
    assert all(before <= there <= after for before, there, after, *_ in told), told
    assert sum(after > before for before, _, after, *_ in told) > COPIES // 2, "written meanwhile"
    assert {tuple(one[5]) for one in told} == {tuple(told[0][5])} and min(told[0][5]) > 0, (
        "persons, ratings, campaigns"
    )
    assert told[-1][3] > 1, "sealed meanwhile"


def empties(one: Installation, folder: Path) -> str:
    """The address of an empty database for each copy, by its `{number}`."""
    address = one.variables.get("DATABASE_URL")
    if address is None:
        return f"sqlite:///{folder}/restored-{{number}}/warledger.sqlite3"
    server, _, name = address.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        for number in range(
            COPIES
        ):  # nobody has written yet, so its tables are those of an empty installation
            admin.execute(f'CREATE DATABASE "{name}_{number}" TEMPLATE "{name}"')
    return f"{address}_{{number}}"
