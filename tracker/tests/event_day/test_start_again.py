"""A day that was started too early: its start is taken back with the matches that it opened, and starts once more."""

from __future__ import annotations

from uuid import UUID

import pytest

from tracker import commands
from tracker.inputs import BadInput
from tracker.models import Event, MatchRow
from tracker.proof import verify
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, match_at, state_of
from tracker.tests.hall import caught_up

pytestmark = pytest.mark.django_db(transaction=True)


def start_of(day: UUID) -> int:
    return Event.objects.get(stream_id=day, type="day_started").seq


@pytest.mark.parametrize("waits", [False, True])
def test_the_matches_go_with_the_start_and_come_with_the_next_one(waits: bool) -> None:
    who = days.organiser()
    day = days.prepared(who, ("sea", "camp"), detail="summary", check_in=waits)
    if waits:
        commands.check_in_all(who, day)
    commands.start_day(who, day)
    sea = match_at(day, "sea")
    commands.void(who, day, [start_of(day)], "too early")
    caught_up()
    assert not state_of(day).started and not any(one.match for one in state_of(day).tables.values())
    assert not MatchRow.objects.filter(pk=sea).exists()
    commands.start_day(who, day)
    caught_up()
    assert match_at(day, "sea") == sea and all(one.match for one in state_of(day).tables.values())
    assert MatchRow.objects.filter(pk=sea).exists() and list(verify.verify_database()) == []


def test_a_start_that_somebody_has_played_on_stays() -> None:
    who = days.organiser()
    day = days.started(who, fields=("sea", "camp"))
    player = state_of(day).tables["sea"].sides["alliance"][0]
    append(match_at(day, "sea"), ("scheme_chosen", {"player": player, "scheme": "loophole"}))
    with pytest.raises(BadInput, match="sea"):
        commands.void(who, day, [start_of(day)], "too early")
    assert state_of(day).started


def test_a_table_that_cannot_be_opened_keeps_no_other_one_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody else has opened meanwhile, or a match from elsewhere that is no beginning."""
    who = days.organiser()
    day = days.prepared(who, ("sea", "camp"), detail="summary", check_in=True)
    commands.start_day(who, day)
    other = days.started(who, fields=("sea",))
    monkeypatch.setattr(
        "tracker.commands.campaigns.uuid5",
        lambda space, name: match_at(other, "sea") if name.endswith(":sea") else UUID(int=7),
    )
    commands.check_in_all(who, day)
    caught_up()
    assert state_of(day).tables["sea"].match is None and state_of(day).tables["camp"].match is not None
