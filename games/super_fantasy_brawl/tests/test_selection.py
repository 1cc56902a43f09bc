"""Opening, turn order, teams by agreement: SFB-SETUP-02, SFB-MODE-01 to -03, SFB-ROSTER-01 to -04, -10."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import REFEREE
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.definitions import Arena
from games.super_fantasy_brawl.play.training import ARENAS
from games.super_fantasy_brawl.tests.tables import (
    DUEL,
    ORGANISER,
    STRANGER,
    TEAM_OF,
    TEAMS,
    B,
    R,
    created,
    method,
    ordered,
    ready,
    turn,
)
from games.testing import accepts, given, refuses


def team(player: str, *champions: str) -> e.RosterConfirmed:
    return e.RosterConfirmed(player=player, champions=champions)


def opened(**told: Any) -> e.MatchCreated:
    return e.MatchCreated(**{"mode": "duel", "sides": DUEL, **told})


@accepts("SFB-MODE-01", "SFB-CHAL-02", "SFB-MODE-10")
def test_a_match_has_the_seats_of_its_mode() -> None:
    assert created("duel").state.phase == "order"
    assert created("superteams").state.track.values == (0, 0, 1, 1, 2)
    given(RULES, None, [opened(track=None)])


@refuses("SFB-MODE-01")
@pytest.mark.parametrize(
    ("mode", "sides"),
    [
        ("duel", TEAMS),
        ("superteams", DUEL),
        ("duel", {"red": ("r",)}),
        ("duel", {"red": ("r",), "blue": ("r",)}),
        ("duel", {"red": ("r",), "draw": ("b",)}),
        ("duel", {"a:b": ("r",), "blue": ("b",)}),
        ("duel", {"red": ("",), "blue": ("b",)}),
    ],
)
def test_wrong_seats(mode: Any, sides: Any) -> None:
    given(RULES).when(opened(mode=mode, sides=sides)).then_refused("SFB-MODE-01")


@pytest.mark.parametrize(
    ("mode", "sides", "said"),
    [
        ("superteams", DUEL, {"told": [1, 1]}),
        ("duel", {"red": ("r",)}, {"sides": 1}),
        ("duel", {"red": ("",), "blue": ("b",)}, {"nameless": ["red"]}),
        ("duel", {"red": ("r",), "blue": ("r",)}, {"twice": ["r"]}),
    ],
)
def test_wrong_seats_are_told_by_what_is_wrong(mode: Any, sides: Any, said: dict[str, Any]) -> None:
    """It used to say "2 players each; players entered: 2" of two sides with one player each."""
    (violation,) = given(RULES).when(opened(mode=mode, sides=sides)).violations
    assert {key: value for key, value in violation.params.items() if key != "expected"} == said


@refuses("SFB-LOG-02", "SFB-SETUP-01")
def test_staff_open_a_match_once() -> None:
    given(RULES).when(opened(), R).then_refused("SFB-LOG-02")
    created().when(opened()).then_refused("SFB-SETUP-01")


@refuses("SFB-CHAL-02", "SFB-MODE-10")
def test_a_track_starts_with_its_cells_without_points() -> None:
    for track in ((1, 1, 2), (0, 0, 1), (0, 2, 1), (0, 1, 0), ()):
        given(RULES).when(opened(track=track)).then_refused("SFB-CHAL-02")
    four = opened(mode="superteams", sides=TEAMS, track=(0, 1, 1, 2))
    given(RULES).when(four).then_refused("SFB-MODE-10")


@accepts("SFB-HEX-06")
@refuses("SFB-HEX-06")
def test_an_arena_must_be_playable() -> None:
    ring = ARENAS["ring"]
    told = {name: getattr(ring, name) for name in ring.__struct_fields__}
    given(RULES, None, [opened(detail="full", arena=ring)])
    for name, wrong in {
        "statues": ((9, 9),),
        "trap_cells": ring.trap_cells[:5],
        "zones": {"north": ring.zones["north"], "south": ring.zones["north"]},
        "areas": {"moon": ((9, 9),)},
    }.items():
        arena = Arena(**{**told, name: wrong})
        given(RULES).when(opened(detail="full", arena=arena)).then_refused("SFB-HEX-06")
    small = Arena(**{**told, "zones": {"north": ring.zones["north"][:2], "south": ring.zones["south"]}})
    given(RULES).when(opened(detail="full", arena=small)).then_refused("SFB-HEX-06")


@accepts("SFB-SETUP-02", "SFB-MODE-02", "SFB-LOG-02")
def test_who_goes_first() -> None:
    assert created().when(e.FirstPlayerDetermined(player="b"), B).then_accepted().order == ("b", "r")
    four = created("superteams").when(e.FirstPlayerDetermined(team="blue", method="tournament"))
    assert four.when(e.TurnOrderSet(order=("c", "r", "b", "s"))).then_accepted().order == ("c", "r", "b", "s")


@refuses("SFB-SETUP-02", "SFB-LOG-02", "SFB-SETUP-01")
def test_one_of_the_players_once() -> None:
    wrong: list[dict[str, Any]] = [{"player": "x"}, {"team": "red"}, {}, {"player": "r", "team": "red"}]
    for told in wrong:
        created().when(e.FirstPlayerDetermined(**told)).then_refused("SFB-SETUP-02")
    created().when(e.FirstPlayerDetermined(player="r"), STRANGER).then_refused("SFB-LOG-02")
    ordered().when(e.FirstPlayerDetermined(player="r")).then_refused("SFB-SETUP-01")


@refuses("SFB-MODE-02")
@pytest.mark.parametrize(
    "order", [("r", "s", "b", "c"), ("b", "r", "c", "s"), ("r", "b", "s"), ("r", "b", "r", "c")]
)
def test_teams_alternate(order: tuple[str, ...]) -> None:
    case = created("superteams")
    case.when(e.FirstPlayerDetermined(player="r")).then_refused("SFB-MODE-02")
    case.when(e.TurnOrderSet(order=("r", "b", "s", "c"))).then_refused("SFB-MODE-02")
    case = case.when(e.FirstPlayerDetermined(team="red"))
    case.when(e.TurnOrderSet(order=order)).then_refused("SFB-MODE-02")
    case.when(e.FirstPlayerDetermined(team="red")).then_refused("SFB-MODE-02")


@accepts("SFB-ROSTER-01", "SFB-ROSTER-02", "SFB-ROSTER-03", "SFB-ROSTER-04", "SFB-SETUP-05")
def test_teams_by_agreement() -> None:
    case = ready()
    assert case.state.phase == "turns" and case.state.rosters == TEAM_OF["duel"]
    figure = case.state.figures["red:anvil"]
    assert (figure.damage, figure.levelled, case.state.sides["red"].vp) == (0, False, 0)
    assert ready(detail="summary").state.phase == "select"
    early = created().when(team("r", "anvil", "bramble", "cinder"), R)
    assert early.when(e.FirstPlayerDetermined(player="b")).then_accepted().rosters.keys() == {"r"}


@refuses("SFB-ROSTER-01")
def test_one_method_and_one_team() -> None:
    case = method(ordered(), "normal_draft")
    case.when(team("r", "anvil", "bramble", "cinder")).then_refused("SFB-ROSTER-01")
    case.when(e.SelectionMethodChosen(method="agreement")).then_refused("SFB-ROSTER-01")
    case = ordered().when(team("r", "anvil", "bramble", "cinder"))
    case.when(team("r", "anvil", "bramble", "drift")).then_refused("SFB-ROSTER-01")
    case.when(e.DraftPoolSet(champions=("a", "b"))).then_refused("SFB-ROSTER-01")


@refuses("SFB-ROSTER-02", "SFB-ROSTER-03", "SFB-LOG-02")
def test_three_different_champions() -> None:
    case = ordered()
    case.when(team("r", "anvil", "bramble")).then_refused("SFB-ROSTER-02")
    case.when(team("r", "anvil", "bramble", "cinder", "drift")).then_refused("SFB-ROSTER-02")
    case.when(team("r", "anvil", "bramble", "anvil")).then_refused("SFB-ROSTER-03")
    case.when(team("r", "anvil", "bramble", "cinder"), B).then_refused("SFB-LOG-02")


@refuses("SFB-SETUP-05")
def test_a_match_does_not_start_with_points() -> None:
    ready().when(turn("r", 1, (1, 0))).then_refused("SFB-RES-09", "SFB-SETUP-05")


@accepts("SFB-MODE-03", "SFB-ROSTER-04")
def test_four_players_have_two_each() -> None:
    case = ordered("superteams")
    case = case.when(team("r", "anvil", "bramble")).when(team("s", "cinder", "drift"))
    case = case.when(team("b", "anvil", "bramble")).when(team("c", "echo", "frost"))
    assert len(case.then_accepted().figures) == 8


@refuses("SFB-MODE-03")
def test_no_champion_twice_in_a_team_of_four() -> None:
    case = ordered("superteams").when(team("r", "anvil", "bramble"))
    case.when(team("s", "anvil", "cinder")).then_refused("SFB-MODE-03")
    case.when(team("s", "drift", "drift")).then_refused("SFB-MODE-03")
    case.when(team("b", "drift", "echo", "frost")).then_refused("SFB-MODE-03")


@accepts("SFB-ROSTER-04")
@refuses("SFB-ROSTER-04")
def test_mirrors_only_where_they_are_allowed() -> None:
    mine, same = team("r", "anvil", "bramble", "cinder"), team("b", "anvil", "echo", "frost")
    ordered().when(mine).when(same).then_refused("SFB-ROSTER-04")
    allowed = ordered(mirrors_allowed=True).when(mine).when(same).then_accepted()
    assert {"red:anvil", "blue:anvil"} <= set(allowed.figures)
    strict = ordered("superteams", mirrors_allowed=False).when(team("r", "anvil", "bramble"))
    strict.when(team("b", "anvil", "echo")).then_refused("SFB-ROSTER-04")


def registered(player: str, *champions: str) -> e.PoolRegistered:
    return e.PoolRegistered(player=player, champions=champions)


@accepts("SFB-ROSTER-10")
@refuses("SFB-ROSTER-10", "SFB-ROSTER-09", "SFB-MODE-06")
def test_registered_champions() -> None:
    case = created().when(registered("r", "anvil", "bramble", "cinder"), ORGANISER)
    case.when(registered("r", "anvil", "bramble", "cinder")).then_refused("SFB-ROSTER-10")
    case.when(team("r", "anvil", "bramble", "drift")).then_refused("SFB-ROSTER-10")
    case.when(team("r", "anvil", "bramble", "cinder")).then_accepted()
    created().when(registered("r", "anvil", "bramble")).then_refused("SFB-ROSTER-09")
    created("superteams").when(registered("r", "a", "b", "b")).then_refused("SFB-MODE-06")
    secret = created().when(e.PoolRegistered(player="r", commitment="0" * 64))
    assert secret.then_accepted().draft.told_registered == ("r",)


def test_of_registered_champions_those_are_offered_that_the_other_side_left() -> None:
    pool = ("anvil", "bramble", "cinder", "drift", "echo")
    case = ordered(mirrors_allowed=False).when(registered("b", *pool)).when(team("r", "anvil", "fox", "gale"))
    (offer,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "roster_confirmed"]
    assert offer.choices["champions"] == ("bramble", "cinder", "drift", "echo")
    case = (
        ordered(mirrors_allowed=False)
        .when(registered("b", *pool[:3]))
        .when(team("r", "anvil", "fox", "gale"))
    )
    assert not [one for one in RULES.next_events(case.state, REFEREE) if one.type == "roster_confirmed"]
    case.when(team("b", *pool[:3])).then_refused("SFB-ROSTER-04")
