"""Order and Heal, corrections, and what the other side sees of an exchange."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido.full import events as f
from games.bushido.full.common import table, touching
from games.bushido.profiles import Profile
from games.bushido.tests.full.fights import MINE, THEIRS, fighting, split
from games.bushido.tests.full.tables import (
    RULES,
    R,
    act,
    card,
    checked,
    figures,
    marked,
    playing,
    refused,
    right_and_wrong,
    touch,
    waited,
)
from games.match import EventVoided
from games.rulebook import shared_rules
from games.ruleset import EVERYONE, REFEREE, Setup, Viewer
from games.secrets import canonical
from games.testing import Case, accepts, refuses
from games.tests import contract

ALLY, THIRD = "red:second", "red:third"


@accepts("BUS-TRT-71", "BUS-ACT-30")
@refuses("BUS-TRT-71", "BUS-ACT-30")
def test_an_order_gives_counters_to_the_exhausted_too() -> None:
    reds = {"chief": card("Order [Human] (2/6)"), "third": card(types=("Animal",))}
    case = act(waited(playing(red=reds), ALLY, "blue:chief", ALLY, "blue:second"), MINE)

    def order(*names: str, inches: float = 6.0) -> f.ActionDeclared:
        return f.ActionDeclared(action="order", nominees=names, inches=inches)

    for wrong in (order(), order(THIRD), order(MINE), order(ALLY, ALLY), order(ALLY, inches=6.5)):
        refused(case, wrong, "BUS-TRT-71")
    done = case.when(order(ALLY))
    right_and_wrong(done, checked(ALLY, counters=1), checked(ALLY, counters=0), "BUS-ACT-30", "BUS-TRT-71")
    done.when(checked(MINE, counters=0)).then_accepted()
    refused(act(playing(), MINE), order(ALLY), "BUS-TRT-71")
    refused(case, f.ActionDeclared(action="wait", nominees=(ALLY,)), "BUS-TRT-71")


@accepts("BUS-TRT-48", "BUS-DMG-07")
@refuses("BUS-TRT-48", "BUS-DMG-07")
def test_a_healer() -> None:
    reds = {"chief": card("Heal (2)"), "third": card("Soulless")}
    hurt = playing(red=reds).when(f.WoundsChanged(model=ALLY, number=3))
    case = act(hurt, MINE)
    refused(case, f.ActionDeclared(action="heal", target=THIRD), "BUS-TRT-48")
    refused(case, f.ActionDeclared(action="heal", target=ALLY, inches=4.5), "BUS-TRT-48")
    refused(act(hurt, ALLY), f.ActionDeclared(action="heal"), "BUS-TRT-48")
    rooted = act(playing(red={"chief": card("Heal (1)", move=0)}), MINE)
    refused(rooted, f.ActionDeclared(action="heal", target=ALLY, inches=1.5), "BUS-TRT-48")
    done = case.when(f.ActionDeclared(action="heal", target=ALLY, inches=4.0))
    right_and_wrong(done, checked(ALLY, wounds=1), checked(ALLY, wounds=3), "BUS-TRT-48", "BUS-DMG-07")
    case.when(f.ActionDeclared(action="heal")).when(checked(MINE, counters=1)).then_accepted()


@accepts("BUS-LOG-05")
@refuses("BUS-LOG-05")
def test_a_correction_leaves_a_legal_log() -> None:
    case = waited(playing(), MINE)
    last = len(case.entries)
    case.when(EventVoided(seqs=(last - 1, last), reason="slip")).then_accepted()
    refused(case, EventVoided(seqs=(last - 1,), reason="slip"), "WL-VOID-03")
    assert "BUS-LOG-05" in shared_rules("bushido", "WL-VOID-03"), "and so every refusal names it"
    refused(case, EventVoided(seqs=(last,), reason="slip"), "WL-VOID-01", by=R)


def seen_by(case: Case, viewer: Viewer) -> bytes:
    """Everything that a viewer gets of a match, without what a seal hides."""
    state = RULES.initial(Setup())
    for entry in case.entries:
        state = RULES.evolve(state, entry.event)
    shown = [RULES.redact(state, entry.event, viewer) for entry in case.entries]
    told = canonical([*shown, *contract.all_that_is_seen(RULES, state, viewer)])
    return re.sub(rb'"commitment":"[0-9a-f]{64}"', b'"commitment":""', told)


def test_twins_that_differ_in_an_allocation_look_the_same() -> None:
    """Only red has allocated: attack or defence is nothing that blue or the hall can tell."""
    one, other = (fighting().when(split("red", *dice)) for dice in ((3, 0), (1, 2)))
    for viewer in (EVERYONE, Viewer("player", "b", "blue")):
        assert seen_by(one, viewer) == seen_by(other, viewer)
    for viewer in (REFEREE, Viewer("player", "r", "red")):
        assert seen_by(one, viewer) != seen_by(other, viewer)


@accepts("BUS-TRT-48", "BUS-ACT-09")
@refuses("BUS-TRT-48", "BUS-ACT-09")
def test_the_move_of_a_heal_leaves_contact() -> None:
    """Both are free afterwards; who tells of no contact left stays in it, and so does who heals itself."""
    case = act(touch(playing(red={"chief": card("Heal (2)")}), (MINE, THEIRS)), MINE)
    heal = f.ActionDeclared(action="heal", target=ALLY, inches=3.0, leaves=(THEIRS,))
    case = right_and_wrong(case, heal, replace(heal, leaves=("blue:second",)), "BUS-TRT-48")
    act(case, THEIRS, "wait").then_accepted()
    before = act(touch(playing(red={"chief": card("Heal (2)")}), (MINE, THEIRS)), MINE)
    refused(before, replace(heal, target=MINE, inches=0), "BUS-TRT-48")
    refused(before, f.ActionDeclared(action="melee", target=THEIRS, leaves=(THEIRS,)), "BUS-TRT-48")
    kept = before.when(replace(heal, leaves=()))
    refused(act(kept, THEIRS), f.ActionDeclared(action="wait"), "BUS-ACT-09")


def test_who_is_held_by_a_healer_that_leaves_is_free() -> None:
    case = touch(playing(red={"chief": card("Heal (2)")}), (MINE, THEIRS))
    case = act(marked(case, THEIRS, "held", by=MINE), MINE)
    case = case.when(f.ActionDeclared(action="heal", target=ALLY, inches=3.0, leaves=(THEIRS,)))
    assert figures(case, THEIRS).markers == ()


@accepts("BUS-ACT-11", "BUS-TRT-48")
@refuses("BUS-ACT-11")
def test_nobody_heals_itself_inside_a_zone_of_control() -> None:
    """It would do so without moving; to a friend it may go. In contact nothing keeps it from that."""
    case = playing(red={"chief": card("Heal (2)")})
    near = act(case, MINE, in_zoc_of=(THEIRS,))
    itself = f.ActionDeclared(action="heal")
    refused(near, itself, "BUS-ACT-11")
    refused(near, healing(MINE, inches=None), "BUS-ACT-11")
    near.when(healing(ALLY)).then_accepted()
    assert MINE not in offered(near) and ALLY in offered(near)
    act(case, MINE).when(itself).then_accepted()
    act(touch(case, (MINE, THEIRS)), MINE).when(itself).then_accepted()
    act(touch(case, (ALLY, THEIRS)), MINE, in_zoc_of=(THEIRS,)).when(itself).then_accepted()


def healing(target: str = THEIRS, **told: Any) -> f.ActionDeclared:
    return f.ActionDeclared(action="heal", **{"target": target, "inches": 3.0, **told})


def offered(case: Case) -> tuple[str, ...]:
    """Whom a Heal may be for."""
    return tuple(name for target, _left in heals(case) for name in target)


def heals(case: Case) -> list[tuple[Any, Any]]:
    """Whom a Heal may be for, and whose contact it may leave then."""
    return [
        (one.choices["target"], one.choices["leaves"])
        for one in RULES.next_events(case.state, EVERYONE)
        if one.type == "action_declared" and one.choices["action"] == ("heal",)
    ]


def near(enemy: Profile, *contacts: tuple[str, str], edition: str = "book", **told: Any) -> Case:
    """Red's chief can heal; blue's chief has two wounds."""
    case = playing(red={"chief": card("Heal (2)", ki=2)}, blue={"chief": enemy}, edition=edition)
    hurt = case.when(f.WoundsChanged(model=THEIRS, number=2))
    return act(touch(hurt, *contacts), MINE, **told)


@accepts("BUS-TRT-48", "BUS-ACT-09")
@refuses("BUS-TRT-48", "BUS-ACT-09")
def test_an_enemy_may_be_healed_and_is_in_contact_then() -> None:
    case = near(card())
    assert set(offered(case)) == {*case.state.models}
    refused(near(card("Soulless")), healing(), "BUS-TRT-48")
    refused(near(card("Kami", ki_limit=4)), healing(), "BUS-TRT-48")
    refused(case, healing(inches=4.5), "BUS-TRT-48")
    touched = near(card(), (MINE, THEIRS))
    right_and_wrong(touched, healing(inches=0.0), healing(leaves=(THEIRS,)), "BUS-TRT-48")
    assert heals(touched)[1:] == [((MINE,), ()), ((THEIRS,), ())] and heals(touched)[0][1] == (THEIRS,)
    done = case.when(healing())
    assert table(done.state).exchange is None, "a Heal starts no exchange"
    right_and_wrong(done, checked(THEIRS, wounds=0), checked(THEIRS, wounds=2), "BUS-DMG-07")
    refused(act(done, THEIRS), f.ActionDeclared(action="wait"), "BUS-ACT-09")


@accepts("BUS-TEST-14", "BUS-COND-08")
@refuses("BUS-TEST-14", "BUS-COND-08")
@pytest.mark.parametrize("edition", ["book", "reference"])
def test_who_reaches_an_enemy_to_heal_it_may_be_afraid(edition: str) -> None:
    """The counter is gone and nobody is healed; where the test comes before the move, contact is not reached either."""
    case = near(card("Fear (5)"), edition=edition)
    trying = case.when(healing())
    brave, scared = (f.TestRolled(model=MINE, dice=dice) for dice in ("65", "21"))
    assert figures(trying.when(brave), THEIRS).marked == 0
    failed = trying.when(scared)
    assert figures(failed, THEIRS).marked == 2 and figures(failed, MINE).counters == 1
    assert bool(touching(failed.state, MINE)) == (edition == "book")
    fearful = marked(case, MINE, "frightened")
    refused(fearful, healing(), "BUS-COND-08")
    assert THEIRS not in offered(fearful)
    marked(near(card("Fear (5)"), (MINE, THEIRS)), MINE, "frightened").when(healing()).then_accepted()


@accepts("BUS-TRT-18", "BUS-COND-26")
@refuses("BUS-TRT-18", "BUS-COND-26")
def test_who_is_hidden_is_not_healed_by_enemies() -> None:
    refused(near(card("Camouflage (4)"), hidden=(THEIRS,)), healing(), "BUS-TRT-18")
    case = marked(near(card()), THEIRS, "disguised", value=2)
    case.when(healing()).when(f.TestRolled(model=MINE, dice="65")).then_accepted()
    friend = marked(near(card()), ALLY, "disguised", value=2)
    refused(friend.when(healing(ALLY)), f.TestRolled(model=MINE, dice="65"), "BUS-LOG-02")
