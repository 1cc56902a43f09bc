"""Who acts when against virtual opponents: injuries, ties, the initiative of a defence. SEN-SOLO-09 to -11, -20."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE, Viewer
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.harm import Hurt
from games.senjutsu.tests.full.foe_tables import (
    PAIR,
    harmed,
    registered,
    resolving,
    revealed,
    solo,
)
from games.senjutsu.tests.full.tables import R
from games.testing import Case, accepts, refuses

PLAYER = Viewer("player", "r", "red")


@accepts("SEN-SOLO-10")
@refuses("SEN-SOLO-10", "SEN-SOLO-11")
def test_opponents_have_no_focus_and_no_place_on_the_track() -> None:
    case = resolving(solo("leader", decks={"vo-1": "leader"}), r="A-904", vo_1="S-001")
    case = case.when(f.PartStarted(actor="vo-1", card="S-001"))
    case.when(x.FocusGained(player="vo-1", amount=1)).then_refused("SEN-SOLO-10")
    pay = f.FocusPaid(player="vo-1", amount=1, reason="mandatory", card="S-001")
    case.when(pay).then_refused("SEN-SOLO-10")
    case.when(x.AdvantageGained(player="vo-1")).then_refused("SEN-SOLO-11")
    case.when(f.PartStarted(actor="r", card="A-904")).then_accepted()


@accepts("SEN-SOLO-11")
def test_an_advantage_that_a_player_gains_is_taken_and_changes_nothing() -> None:
    case = resolving(solo("leader", decks={"vo-1": "leader"}), r="A-904", vo_1="S-001")
    for actor, card in (("vo-1", "S-001"), ("r", "A-904")):
        case = case.when(f.PartStarted(actor=actor, card=card))
    gained = case.when(x.AdvantageGained(player="r"), R)
    assert gained.then_accepted() == case.state and gained.state.full.track == ()
    gained.when(x.FocusGained(player="r", amount=2)).then_accepted()


@accepts("SEN-SOLO-09", "SEN-INIT-02")
@refuses("SEN-SOLO-09", "SEN-INIT-02")
def test_injuries_slow_opponents() -> None:
    case = harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", injuries=2))
    case = resolving(case, r="A-908", vo_1="S-001")
    case = case.when(f.PartStarted(actor="r", card="A-908"))
    case = Case(case.rules, case.setup, without_running(case.state), case.entries)
    part = f.PartStarted(actor="vo-1", card="S-001", initiative=4)
    case.when(part).then_refused("SEN-SOLO-09", "SEN-INIT-02")
    case.when(msgspec.structs.replace(part, initiative=2)).then_accepted()


def without_running(state: Any) -> Any:
    full = msgspec.structs.replace(state.full, running=())
    return msgspec.structs.replace(state, full=full)


@accepts("SEN-SOLO-11")
@refuses("SEN-SOLO-11", "SEN-INIT-06", "SEN-INIT-08")
def test_one_player_chooses_the_position_in_a_tie() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    mine, theirs = f.PartStarted(actor="r", card="A-904"), f.PartStarted(actor="vo-1", card="S-002")
    case.when(mine).then_refused("SEN-INIT-08")
    case.when(f.TieOrderChosen(player="r", position=3)).then_refused("SEN-INIT-06")
    later = case.when(f.TieOrderChosen(player="r", position=2))
    later.when(mine).then_refused("SEN-INIT-06")
    later.when(theirs).then_accepted()


@accepts("SEN-SOLO-11")
@refuses("SEN-SOLO-11")
def test_several_players_come_before_opponents_by_advantage() -> None:
    case = solo("katana", "katana", sides=PAIR, decks={"vo-1": "k1", "vo-2": "k2"})
    case = resolving(case, r="A-904", b="A-904", vo_1="S-002", vo_2="S-004")
    for actor, card in (("b", "A-904"), ("vo-1", "S-002")):
        case.when(f.PartStarted(actor=actor, card=card)).then_refused("SEN-SOLO-11")
    case = case.when(f.PartStarted(actor="r", card="A-904")).when(x.FocusGained(player="r", amount=2))
    case = case.when(f.PartStarted(actor="b", card="A-904")).when(x.FocusGained(player="b", amount=2))
    for vo, card in (("vo-1", "S-002"), ("vo-2", "S-004")):
        case.when(f.PartStarted(actor=vo, card=card)).then_accepted()


@accepts("SEN-SOLO-11", "SEN-LOG-05")
@refuses("SEN-SOLO-11")
@pytest.mark.parametrize(
    ("mine", "theirs", "free"),
    [(8, 8, True), (None, None, True), (None, 6, True), (8, None, True), (8, 6, False)],
)
def test_players_of_equal_or_unknown_advantage_come_in_any_order(
    mine: int | None, theirs: int | None, free: bool
) -> None:
    """A tie, and stages 4 and 5 of Reveal; opponents stand behind both all the same."""
    values = {"r": {"advantage": mine}, "b": {"advantage": theirs}}
    tied = solo("katana", "katana", sides=PAIR, decks={"vo-1": "k1", "vo-2": "k2"}, own=values)
    tied = resolving(tied, r="A-904", b="A-904", vo_1="S-002", vo_2="S-004")
    tied.when(f.PartStarted(actor="vo-1", card="S-002")).then_refused("SEN-SOLO-11")
    offered = [
        one.choices["actor"] for one in RULES.next_events(tied.state, REFEREE) if one.type == "part_started"
    ]
    assert offered == [("r",), ("b",)][: 1 + free]
    second = tied.when(f.PartStarted(actor="b", card="A-904"))
    passed = revealed(
        solo("katana", sides=PAIR, decks={"vo-1": "k1"}, own=values), r="A-902", b="A-902", vo_1="S-002"
    )
    passed = passed.when(f.InstantPassed(player="r")).when(f.InstantPassed(player="b"))
    if free:
        gained = second.when(x.FocusGained(player="b", amount=2))
        gained.when(f.PartStarted(actor="vo-1", card="S-002")).then_refused("SEN-SOLO-11")
        unchecked = gained.when(f.PartStarted(actor="r", card="A-904")).then_accepted().full.unverified
        assert ("SEN-SOLO-11" in unchecked) == (None in (mine, theirs))
        passed.then_accepted()
    else:
        second.then_refused("SEN-SOLO-11")
        passed.then_refused("SEN-REV-05")


@accepts("SEN-SOLO-11", "SEN-REV-08")
@refuses("SEN-REV-08")
def test_opponents_choose_within_their_ranges_after_the_players_in_any_order() -> None:
    case = solo("katana", "katana", decks={"vo-1": "k1", "vo-2": "k2"})
    case = revealed(case, r="A-907", vo_1="S-027", vo_2="S-029")
    first, second = (f.InitiativeChosen(actor=vo, value=5) for vo in ("vo-1", "vo-2"))
    case.when(first).then_refused("SEN-REV-08")
    case = case.when(f.InitiativeChosen(actor="r", value=2))
    case.when(first).when(second).then_accepted()
    case.when(second).when(first).then_accepted()


@accepts("SEN-SOLO-11", "SEN-SOLO-01")
def test_opponents_stand_around_the_chosen_position_in_any_order() -> None:
    case = resolving(
        solo("katana", "katana", decks={"vo-1": "k1", "vo-2": "k2"}), r="A-904", vo_1="S-002", vo_2="S-004"
    )
    case = case.when(f.TieOrderChosen(player="r", position=2))
    case.when(f.PartStarted(actor="r", card="A-904")).then_refused("SEN-INIT-07")
    last = {"vo-1": ("vo-2", "S-004"), "vo-2": ("vo-1", "S-002")}
    for vo, card in (("vo-1", "S-002"), ("vo-2", "S-004")):
        one = case.when(f.PartStarted(actor=vo, card=card))
        one.when(f.PartStarted(actor=last[vo][0], card=last[vo][1])).then_refused("SEN-INIT-06")
        one.when(f.PartStarted(actor="r", card="A-904")).then_accepted()


@refuses("SEN-SOLO-11")
def test_there_is_no_track_against_opponents() -> None:
    registered("solo").when(f.AdvantageSet(order=("r",))).then_refused("SEN-SOLO-11")


@accepts("SEN-SOLO-20")
@refuses("SEN-SOLO-20", "SEN-REV-08")
@pytest.mark.parametrize(("mine", "due"), [("A-901", 5), ("A-902", 4), ("A-906", 3), ("A-904", None)])
def test_a_defence_takes_the_initiative_of_the_attack(mine: str, due: int | None) -> None:
    case = revealed(solo("katana", decks={"vo-1": "k1"}), r=mine, vo_1="S-027")
    for value in (3, 4, 5, 6):
        told = case.when(f.InitiativeChosen(actor="vo-1", value=value))
        told.then_accepted() if due in (None, value) else told.then_refused("SEN-SOLO-20")
    case.when(f.InitiativeChosen(actor="vo-1", value=7)).then_refused("SEN-REV-08")


@accepts("SEN-SOLO-20")
def test_an_injured_opponent_still_meets_the_attack() -> None:
    case = harmed(solo("katana", decks={"vo-1": "k1"}), Hurt("vo-1", injuries=1))
    case = revealed(case, r="A-902", vo_1="S-027")
    case.when(f.InitiativeChosen(actor="vo-1", value=5)).then_accepted()
    case.when(f.InitiativeChosen(actor="vo-1", value=4)).then_refused("SEN-SOLO-20")


def test_the_double_attack_is_met_where_it_is_heaviest() -> None:
    """The worked example of the rules: most wounds first, then the highest initiative."""
    case = revealed(solo("katana", decks={"vo-1": "k1"}), r="A-912", vo_1="S-027")
    case.when(f.InitiativeChosen(actor="vo-1", value=6)).then_accepted()
