"""Lines of a log that read otherwise for what stands around them: a way that a meeting cut short, and its answer."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from games.ninja import SYSTEM
from games.ninja.full import events as f
from tracker.pages.lines.runs import told_around
from tracker.selectors import EventView
from tracker.tests.log.test_answers import GUARD, asked, tell

WAY = f.GuardsMoved(guards=("g2",), path=("B3", "B4"))
"""Past the traitor in B3."""


def read(stream: UUID, language: str, part: str = "") -> str:
    page = Client(headers={"accept-language": language}).get(f"/matches/{stream}/{part}").content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


@pytest.mark.django_db(transaction=True)
def test_a_way_that_was_cut_short_is_told_as_far_as_it_was_walked() -> None:
    """NIN-HID-09, -21: on the page and along the slider; whoever was met is not denied by what closes the answer."""
    stream = asked()
    first = tell(stream, WAY, by=GUARD).first_seq
    english, russian = read(stream, "en"), read(stream, "ru")
    assert "Guard g2 goes by B3." in english and "Стражник g2 идёт: B3." in russian
    assert "Nobody else is met." in english and "Больше никого не встретили." in russian
    assert "Nobody is met." not in english and "Никого не встретили." not in russian
    assert "Guard g2 goes by B3." in read(stream, "en", f"board/?at={first}")
    assert "Nobody else is met." in read(stream, "en", f"board/?at={first + 2}")


def view(seq: int, type_: str, voided_by: int | None = None, **data: object) -> EventView:
    return EventView(seq=seq, type=type_, data=data, hash="", voided_by=voided_by)


def test_a_meeting_that_was_taken_back_cuts_nothing() -> None:
    both = view(1, "guards_moved", guards=["g9", "g10"], path=["E2", "F2"], facing="G2")
    seen = view(2, "intruder_detected", intruder="ninja", zone="E2", cause="guard_entered")
    nobody = view(3, "movement_cleared")
    later = view(4, "intruder_detected", intruder="ninja", zone="E2", cause="intruder_entered")
    told = told_around(SYSTEM.faces.run, [both, nobody], [both, seen, nobody, later])
    assert told[1] == {"guards": ["g9", "g10"], "path": ["E2"], "facing": None}
    assert told[3] == {"met": True}
    gone = view(2, "intruder_detected", 4, intruder="ninja", zone="E2", cause="guard_entered")
    taken = view(4, "event_voided", seqs=[2])
    assert told_around(SYSTEM.faces.run, [both, nobody], [both, gone, taken, nobody]) == {}
    assert told_around(SYSTEM.faces.run, [nobody], [nobody]) == {}


def test_nobody_says_whether_a_cat_against_a_listen_was_needed() -> None:
    """NIN-INT-13, NIN-LIS-10: logs of before called every one a bluff; in a window one is."""
    use = {"bluff": True, "edge": None, "zone": None}
    cat = view(2, "intruder_card_played", intruder="traitor", card="it_was_a_cat", use=use)
    for order in ("guard_card_played", "free_listen_ordered"):
        assert told_around(SYSTEM.faces.run, [cat], [view(1, order), cat])[2]["use"] is None
    phase = view(1, "phase_started", phase="intruder_action")
    assert told_around(SYSTEM.faces.run, [cat], [phase, cat]) == {}
