"""Every rule of a season, accepting and refusing."""

from __future__ import annotations

from typing import Any

import pytest

from games.codec import MalformedEvent, codec_for
from games.ruleset import EVERYONE, REFEREE, Actor
from games.testing import Case, accepts, given, refuses
from tracker.rulesets.season import RULES
from tracker.rulesets.season import events as ev

ORGANISER = Actor("organiser", "olga")
PLAYER = Actor("player", "ann")
START, END = "2026-09-01T00:00:00Z", "2026-12-01T00:00:00Z"


def created(**told: Any) -> ev.SeasonCreated:
    return ev.SeasonCreated(**{"name": "Autumn", "system": "senjutsu", "starts": START, "ends": END, **told})


def season(**told: Any) -> Case:
    return given(RULES).when(created(**told), ORGANISER)


@accepts("SEA-CRE-01", "SEA-WHO-01", "SEA-TIME-01")
def test_an_organiser_makes_a_season_with_or_without_an_end() -> None:
    state = season().then_accepted()
    assert (state.name, state.starts, state.ends, state.closed) == ("Autumn", START, END, None)
    season(ends=None).then_accepted()
    season(starts="2028-02-29T00:00:00Z", ends=None).then_accepted()


@refuses("SEA-CRE-01", "SEA-WHO-01", "SEA-TIME-01")
def test_seasons_that_cannot_be() -> None:
    season().when(created(), ORGANISER).then_refused("SEA-CRE-01")
    given(RULES).when(ev.SeasonClosed(closed=END), ORGANISER).then_refused("SEA-CRE-01")
    given(RULES).when(created(), PLAYER).then_refused("SEA-WHO-01")
    season(ends=START).then_refused("SEA-TIME-01")
    season(starts="2026-02-29T00:00:00Z").then_refused("SEA-TIME-01")
    season().when(ev.SeasonChanged(name="x", starts=END, ends=START), ORGANISER).then_refused("SEA-TIME-01")


@accepts("SEA-END-01", "SEA-END-02", "SEA-TIME-02")
def test_a_season_is_changed_closed_and_opened_again() -> None:
    later = "2026-10-01T00:00:00Z"
    case = season().when(ev.SeasonChanged(name="Fall", starts=START, ends=None), ORGANISER)
    case = case.when(ev.SeasonClosed(closed=later), ORGANISER)
    assert RULES.outcome(case.then_accepted()).status == "finished"
    state = case.when(ev.SeasonReopened(reason="one run was late"), ORGANISER).then_accepted()
    assert (state.name, state.ends, state.closed) == ("Fall", None, None)


@refuses("SEA-END-01", "SEA-END-02", "SEA-TIME-02")
def test_what_is_closed_stays_closed() -> None:
    season().when(ev.SeasonReopened(reason="why not"), ORGANISER).then_refused("SEA-END-02")
    season().when(ev.SeasonClosed(closed="2026-08-31T23:59:59Z"), ORGANISER).then_refused("SEA-TIME-02")
    closed = season().when(ev.SeasonClosed(closed=END), ORGANISER)
    closed.when(ev.SeasonClosed(closed=END), ORGANISER).then_refused("SEA-END-01")
    closed.when(ev.SeasonChanged(name="x", starts=START), ORGANISER).then_refused("SEA-END-01")


@pytest.mark.parametrize("moment", ["2026-09-01", "2026-09-01T00:00:00+02:00", "2026-13-01T00:00:00Z", ""])
def test_moments_have_one_form(moment: str) -> None:
    with pytest.raises(MalformedEvent):
        codec_for(RULES).from_payload("season_closed", {"closed": moment})


def test_what_comes_next_is_legal() -> None:
    assert RULES.next_events(RULES.initial(None), EVERYONE) == ()  # type: ignore[arg-type]
    open_, closed = season(), season().when(ev.SeasonClosed(closed=END), ORGANISER)
    told = [[one.type for one in RULES.next_events(case.state, REFEREE)] for case in (open_, closed)]
    assert told == [
        ["season_closed", "season_changed", "league_set", "tournament_counted"],
        ["season_reopened"],
    ]
    assert RULES.sides(open_.state) == {}
