"""An event that went to another server takes no entries here, until it comes back or somebody takes it back."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from games.testing import accepts, refuses
from tracker import commands, selectors
from tracker.exchange import archive, hand_over
from tracker.exchange.transfer import REFEREE
from tracker.handle import CommandRejected
from tracker.identity import Identity
from tracker.management.tool import BAD_INPUT
from tracker.models import Event, Stream
from tracker.proof.verify import damage, verify_database
from tracker.tests import hall
from tracker.tests.offline.helpers import exit_code, settle, wipe

pytestmark = pytest.mark.usefixtures("database")


class Begun:
    """An event with its first round at the tables."""

    def __init__(self) -> None:
        self.who = Identity(User.objects.create_user("anna", is_superuser=True))
        self.event, self.players = hall.opened(self.who, 4)
        self.matches = [row.stream_id for row in hall.start_round(self.who, self.event, 1)]
        settle()

    def report(self, match: UUID) -> None:
        commands.report_match(self.who, match, hall.summary(1, 0))
        settle()

    def refused(self) -> None:
        """Neither the event nor a match of it takes anything, in one command or in a transaction of several."""
        count = Event.objects.count()
        for asked in (
            lambda: commands.drop(self.who, self.event, player=self.players[3].id),
            lambda: self.report(self.matches[0]),
            lambda: commands.register_players(self.who, self.event, [commands.NewPlayer("Late")]),
        ):
            with pytest.raises(CommandRejected) as refusal:
                asked()
            assert [one.rule for one in refusal.value.violations] == ["WL-MOVE-01"]
        assert Event.objects.count() == count and damage(verify_database()) == []

    def content(self) -> bytes:
        return archive.export_event(self.event, lambda _: REFEREE, with_people=True)


@refuses("WL-MOVE-01")
def test_what_was_handed_over_takes_no_entry_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun, path = Begun(), tmp_path / "event.zip"
    other, _ = hall.opened(begun.who, 2)
    assert exit_code("export", str(begun.event), out=str(path), hand_over=True) == 0
    assert "3 logs take no more entries" in capsys.readouterr().err
    assert path.read_bytes() == begun.content()
    begun.refused()
    commands.drop(begun.who, other, player=selectors.entrants(other)[0].player_id)
    assert exit_code("import", str(path)) == 0
    begun.refused()


@accepts("WL-MOVE-01")
def test_what_was_taken_back_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    begun = Begun()
    assert hand_over.give(begun.event) == 3
    begun.refused()
    assert exit_code("take-back", str(begun.event)) == 0
    begun.report(begun.matches[0])
    assert exit_code("take-back", str(begun.event)) == BAD_INPUT
    assert exit_code("export", str(begun.matches[0]), hand_over=True) == BAD_INPUT
    assert not Stream.objects.filter(handed_over=True).exists()


def test_it_comes_back_with_what_went_on_elsewhere() -> None:
    """The same file as was given opens nothing; one with later entries opens the whole event."""
    begun = Begun()
    given = begun.content()
    begun.report(begun.matches[0])
    gone_on = begun.content()
    wipe()
    archive.import_event(given)
    settle()
    begun.who = Identity(User.objects.get(username="anna"))
    hand_over.give(begun.event)
    archive.import_event(given)
    begun.refused()
    archive.import_event(gone_on)
    settle()
    begun.report(begun.matches[1])
    state = selectors.current_state(begun.event).state
    assert all(table.result for table in state.rounds[0].pairings)
    assert damage(verify_database()) == []
