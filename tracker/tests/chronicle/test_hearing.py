"""A campaign hears of its matches exactly once, whoever is killed, late or doubled (checks 4 to 6, 13, 15, 16, 27)."""

from __future__ import annotations

import pytest

from tracker import commands, reactions, warm
from tracker.commands import chronicles
from tracker.handle import CommandRejected
from tracker.models import Event
from tracker.projections.source import load
from tracker.rulesets.chronicle import events as ev
from tracker.tests.chronicle import club
from tracker.tests.hall import caught_up, organiser

pytestmark = pytest.mark.django_db


def test_two_players_play_and_sign() -> None:
    """Checks 15 and 21: a report leaves out who fell, so the players are asked; who has signed plays on."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    club.play(who, stream, "a", stake="mill")
    link = next(iter(club.state(stream).links))
    found = club.world(stream)
    assert found.rosters["r1"].tallies == {"koku": 15, "honour": 3} and found.places["mill"].holder == "r1"
    assert [step.kind for step in found.steps] == ["facts", "facts"]
    with pytest.raises(CommandRejected, match="CHR-SIG-02"):
        chronicles.sign_aftermath(club.of(ann), stream, link, "r1")
    club.settled(club.of(ann), stream, link, "r1")
    club.settled(club.of(bob), stream, link, "r2", club.fell("r2", "hiro-2", "r1/mika-1"))
    done = club.world(stream)
    assert done.rosters["r1"].fighters["mika-1"].tallies["xp"] == 1
    assert not done.steps and all(line.die for line in done.lines if line.verb == "fell")
    assert club.state(stream).asked[f"{link}/r2"].facts[0].stated
