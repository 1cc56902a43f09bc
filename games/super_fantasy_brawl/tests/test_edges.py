"""Where two rules meet outside the arena: a draft in which nothing is left, reports that tell too much."""

from __future__ import annotations

from typing import Any

from games.rulebook import sentence
from games.ruleset import Viewer
from games.super_fantasy_brawl.pages.faces import FACES
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    S,
    fell,
    ordered,
    over,
    picked,
    ready,
    result,
    turn,
)
from games.super_fantasy_brawl.tests.test_draft import casual, pick, pool
from games.super_fantasy_brawl.tests.test_turns import ANVIL, CINDER, DRIFT, ECHO, FROST, at
from games.taps import OneOf, SomeOf
from games.testing import Case, accepts, refuses

EIGHT = ("anvil", "anvil", "bramble", "bramble", "cinder", "cinder", "drift", "echo")
SEVEN = (
    ("b", "drift"),
    ("r", "anvil"),
    ("c", "echo"),
    ("s", "bramble"),
    ("b", "anvil"),
    ("r", "cinder"),
    ("c", "bramble"),
)


def stuck() -> Case:
    """A casual draft of four: the last player finds but the second copy of a champion that the team has."""
    return picked(casual("superteams", EIGHT), *SEVEN)


@accepts("SFB-MODE-04", "SFB-MODE-05")
@refuses("SFB-MODE-04", "SFB-MODE-05")
def test_staff_add_a_champion_where_nothing_is_left_to_pick() -> None:
    case = stuck()
    case.when(pick("s", "cinder")).then_refused("SFB-MODE-05")
    told = {one.type: one for one in case.rules.next_events(case.state, Viewer("staff"))}
    assert "champion_picked" not in told and told["draft_pool_set"].players == ()
    case.when(pool(*EIGHT, "frost"), S).then_refused("SFB-MODE-04")
    case.when(pool("frost"), ORGANISER).then_refused("SFB-MODE-04")
    case.when(pool(*EIGHT), ORGANISER).then_refused("SFB-MODE-04")
    before = picked(casual("superteams", EIGHT), *SEVEN[:6])
    before.when(pool(*EIGHT, "frost"), ORGANISER).then_refused("SFB-MODE-04")
    case = picked(case.when(pool(*EIGHT, "frost"), ORGANISER), ("s", "frost"))
    assert case.then_accepted().rosters["s"] == ("bramble", "frost")


@accepts("SFB-KO-07")
@refuses("SFB-KO-07")
def test_only_who_acts_can_bring_a_champion_back_in_the_turn() -> None:
    case = ready("superteams")
    own, mate = (next(key for key, one in case.state.figures.items() if one.player == p) for p in "rs")
    case.when(turn("r", 1, (0, 2), knockouts=(fell(mate, None, "own"),) * 2)).then_refused("SFB-KO-07")
    case.when(turn("r", 1, (0, 2), knockouts=(fell(own, None, "trap"),) * 2)).then_accepted()


@accepts("SFB-RES-12")
@refuses("SFB-RES-12")
def test_a_champion_levels_up_once_and_once_more_after_its_own_fall() -> None:
    case, won = ready(), fell(DRIFT, ANVIL)
    case.when(turn("r", 1, (1, 0), knockouts=(won,), levelled_up=(ANVIL, ANVIL))).then_refused("SFB-RES-12")
    falls = (won, fell(ANVIL, None, "trap"), fell(ECHO, ANVIL))
    case.when(turn("r", 1, (2, 1), knockouts=falls, levelled_up=(ANVIL, ANVIL))).then_accepted()
    three = turn("r", 1, (2, 1), knockouts=falls, levelled_up=(ANVIL,) * 3)
    case.when(three).then_refused("SFB-RES-12")


@accepts("SFB-END-04")
@refuses("SFB-END-04")
def test_a_reaction_that_alone_took_both_out_was_played_by_its_player() -> None:
    falls = (
        fell(FROST, None, cause="card"),
        fell(CINDER, None, cause="reaction"),
        fell(ANVIL, DRIFT, cause="reaction"),
        fell(ECHO, None, "own", cause="reaction"),
    )
    case = at(3, 3).when(turn("r", 2, (5, 5), knockouts=falls, levelled_up=(DRIFT,)))
    case.when(over("red", (5, 5), "mutual_knockout")).then_accepted()
    case.when(over("blue", (5, 5), "mutual_knockout")).then_refused("SFB-END-04")


@accepts("SFB-RES-04", "SFB-KO-11")
@refuses("SFB-RES-04", "SFB-END-04", "SFB-END-03")
def test_points_of_both_sides_at_the_end_come_from_knock_outs() -> None:
    case = ordered("duel", "summary")
    both: dict[str, Any] = {"reason": "mutual_knockout", "rounds": 12}
    case.when(result("red", (5, 5), (0, 1), **both)).then_refused("SFB-RES-04")
    case.when(result("red", (6, 5), (1, 1), **both)).then_refused("SFB-RES-04")
    case.when(result("red", (6, 5), (2, 1), **both)).then_accepted()
    (found,) = case.when(result("red", (5, 4), (3, 3), **both)).then_refused("SFB-END-04")
    assert "Expected: points; entered: mutual knock-out" in sentence(found, "en")


@accepts("SFB-TURN-03", "SFB-REACT-09")
@refuses("SFB-TURN-03")
def test_nobody_falls_to_a_teammate_of_the_active_player() -> None:
    """The report of a turn offered what was always refused: the teammate's champions do nothing in it."""
    case = ready("superteams")
    own, mate = (next(key for key, one in case.state.figures.items() if one.player == who) for who in "rs")
    foe = next(key for key, one in case.state.figures.items() if one.player == "c")
    case.when(turn("r", 1, (1, 0), knockouts=(fell(foe, mate),), levelled_up=(mate,))).then_refused(
        "SFB-TURN-03"
    )
    case.when(turn("r", 1, (1, 0), knockouts=(fell(foe, own),), levelled_up=(own,))).then_accepted()
    case.when(turn("r", 1, (0, 1), knockouts=(fell(mate, foe),), levelled_up=(foe,))).then_accepted()
    offer = next(
        one for one in case.rules.next_events(case.state, Viewer("staff")) if one.type == "turn_recorded"
    )
    asked = FACES.taps(case.state, offer)
    assert asked is not None
    rows = {row.key: row for group in asked.groups for row in (*group.rows, *group.more)}
    fallen, base = rows[f"out:{foe}"], rows["back"]
    assert isinstance(fallen, OneOf) and isinstance(base, SomeOf)
    assert {one.key for one in fallen.choices} >= {f"by:{own}"} and not _names(fallen, mate)
    assert not _names(base, mate) and _names(base, own) and _names(base, foe)


def _names(row: OneOf | SomeOf, champion: str) -> bool:
    return any(one.key.removeprefix("by:") == champion for one in row.choices)


@accepts("SFB-KO-05", "SFB-RES-12")
def test_who_fell_after_the_last_turn_that_was_told_lies_on_the_base_side_at_the_end() -> None:
    """The report of the rest names who is levelled up at the end: who was before, and is not named, stayed so."""
    case = ready().when(turn("r", 1, (1, 0), knockouts=(fell(DRIFT, ANVIL),), levelled_up=(ANVIL,)))
    told: dict[str, Any] = {"vp": (5, 2), "knockouts": (5, 2)}
    ended = case.when(result(**told, levelled=(CINDER, ECHO))).then_accepted()
    assert {key for key, one in ended.figures.items() if one.levelled} == {CINDER, ECHO}
    untold = case.when(result(**told)).then_accepted()
    assert {key for key, one in untold.figures.items() if one.levelled} == {ANVIL}
