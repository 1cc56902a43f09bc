"""The demo's campaign is played by commands, and nothing in it is wrong."""

from __future__ import annotations

import pytest

from tracker.demo.bushido.war import NAME, play_war
from tracker.models import ChronicleRow, Stream
from tracker.proof import verify
from tracker.tests.chronicle import club
from tracker.tests.hall import organiser

pytestmark = pytest.mark.django_db


def test_the_campaign_of_the_demo() -> None:
    war = play_war(organiser())
    row = ChronicleRow.objects.get(pk=war)
    assert row.name == NAME and row.cycle == 1 and row.open_steps == 2
    world = club.world(war)
    assert world.places["shrine"].holder == "r2" and sum(one.verb == "fell" for one in world.lines) == 4
    assert not [one for stream in Stream.objects.all() for one in verify.verify_stream(stream)]
