"""What a release logged replays for ever: every log of it verifies, comes to what it came to, and moves in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tracker.exchange import archive, transfer
from tracker.models import Event
from tracker.projections.rebuild import contained
from tracker.proof.verify import damage, verify_database, verify_file
from tracker.tests import releases
from tracker.tests.hall import caught_up

RELEASES = sorted(path for path in releases.GOLDEN.iterdir() if path.is_dir())
FILES = [path for release in RELEASES for path in sorted(release.iterdir()) if path.name != releases.EXPECTED]


def expected(path: Path) -> list[Any]:
    told = msgspec.json.decode((path.parent / releases.EXPECTED).read_bytes())
    found: list[Any] = told[path.name]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_log_of_a_release_verifies_and_comes_to_what_it_came_to(path: Path) -> None:
    """What is said today may say more, never anything else."""
    whole = releases.content(path)
    assert verify_file(whole) == []
    now = [releases.result(log) for log in releases.logs(whole)]
    assert contained(expected(path), now)


def test_a_release_has_all_that_can_be_logged() -> None:
    for release in RELEASES:
        names = {path.name.partition("-")[0].partition(".")[0] for path in release.iterdir()}
        assert names >= {"match", "day", "season", "event", "expected"}
    assert names >= {"teams", "campaign"}, "what 0.1.0 did not have yet"


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
@pytest.mark.usefixtures("database")
def test_a_release_moves_into_the_present_version_whole(release: Path) -> None:
    count = 0
    for path in sorted(release.iterdir()):
        if path.name == releases.EXPECTED:
            continue
        whole = releases.content(path)
        import_ = archive.import_event if archive.is_archive(whole) else transfer.import_log
        import_(whole)
        count += sum(one["events"] for one in expected(path))
    caught_up()
    assert Event.objects.count() >= count
    assert damage(verify_database()) == []
