"""Several models in one activation: Group, Pack and Command."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.allowed import ACTIONS
from games.bushido.full.band import permitted, refusals
from games.bushido.full.common import put, table, touching
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.state import Band
from games.bushido.profiles import Profile
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, damage, dice
from games.bushido.tests.full.shooting import bow
from games.bushido.tests.full.tables import (
    BLADE,
    B,
    R,
    act,
    acting_of,
    begun,
    card,
    checked,
    created,
    deployed,
    fight_of,
    figures,
    marked,
    placed,
    playing,
    refused,
    right_and_wrong,
    warband,
)
from games.testing import Case, accepts, refuses

ALLY, THIRD, FOE = "red:second", "red:third", "blue:second"


def member(model: str, **told: Any) -> f.MemberChosen:
    return f.MemberChosen(model=model, **told)


def declared(action: Any, **told: Any) -> f.ActionDeclared:
    return f.ActionDeclared(action=action, **told)


def went(model: str, *contact: str) -> f.ModelMoved:
    return f.ModelMoved(model=model, inches=2.0, contact=contact)


def band_of(case: Case) -> Band:
    found = table(case.state).band
    assert found is not None
    return found


def group(*traits: str, foe: Profile | None = None) -> Case:
    """Red has two models of one card with Group, and its chief; `foe`: the card of blue's second model."""
    facts = {"unique": False, "animal": False, "insignificant": False, "disguise": False, "flank": False}
    mob = tuple(e.Model(id=f"mob-{number}", card="r-mob", **facts) for number in (1, 2))
    own = warband("r", {"chief": card(*traits)})
    sheets = {**own.sheets, "r-mob": card("Group", wound_tracks=(3, 3))}
    told = e.WarbandRegistered(
        player="r", faction="Ito Clan", models=(*own.models, *mob), sheets=sheets, specials=()
    )
    return begun(deployed(placed(_table(told, foe or card()))))


def _table(red: e.WarbandRegistered, foe: Profile) -> Case:
    case = created(rice_limit=100).when(red, R).when(warband("b", {"chief": card(), "second": foe}), B)
    return case.when(e.ScenarioSelected(scenario="sacred_idols", deployment="baseline"), R)


ONE, TWO = "red:mob-1", "red:mob-2"


@pytest.mark.parametrize("kind", ["group", "pack", "command"])
def test_what_a_band_leaves_its_members_is_what_it_does_not_refuse(kind: str) -> None:
    state = put(group().state, band=Band(kind, ONE, "red"))
    open_ = [one for one in ACTIONS if not any(refusals(state, ONE, one, cost=1))]
    assert list(permitted(state, ACTIONS)) == open_


@accepts("BUS-TRT-46", "BUS-ACT-29")
@refuses("BUS-TRT-46", "BUS-ACT-29")
def test_a_group_moves_before_it_fights() -> None:
    case = act(group(), ONE, "melee", target=THEIRS).when(went(ONE, THEIRS))
    refused(case, member(ONE), "BUS-TRT-46", "BUS-ACT-29")
    refused(case, member(MINE), "BUS-TRT-46")
    case = right_and_wrong(case, member(TWO), member(ONE), "BUS-TRT-46")
    case = case.when(declared("melee", target=FOE)).when(went(TWO, FOE))
    assert len(band_of(case).fights) == 2 and table(case.state).exchange is None
    refused(case, member(MINE), "BUS-TRT-46")
    case = case.when(member(TWO))
    assert (fight_of(case).active, fight_of(case).other) == (TWO, FOE), "in the order that the side likes"
    case = allocated(case, (2, 1), (0, 3)).when(dice(("22", "5"), ("", "666"), TWO, FOE))
    assert fight_of(case).active == ONE, "the last one fights by itself"
    case = allocated(case, (2, 1), (0, 3)).when(dice(("22", "5"), ("", "666"), ONE, THEIRS))
    assert table(case.state).band is None and table(case.state).active == "blue"
    for name in (ONE, TWO):
        right_and_wrong(case, checked(name, counters=1), checked(name, counters=2), "BUS-ACT-03")


@accepts("BUS-TRT-46")
def test_an_enemy_that_fell_is_fought_no_more() -> None:
    case = act(group(), ONE, "melee", target=THEIRS).when(went(ONE, THEIRS))
    case = case.when(member(TWO)).when(declared("melee", target=THEIRS)).when(went(TWO, THEIRS))
    case = case.when(member(ONE))
    case = allocated(case, (3, 0), (0, 2)).when(dice(("666", ""), ("", "21"), ONE, THEIRS))
    case = case.when(damage("66"))
    assert case.state.models[THEIRS].place == "out"
    assert table(case.state).band is None and figures(case, TWO).counters == 1, "its action is over"


@accepts("BUS-GEN-18", "BUS-TRG-11")
def test_who_reached_the_place_of_a_ward_touches_the_bodyguard_that_takes_it() -> None:
    guard = f.TraitUsed(model=FOE, trait="bodyguard", inches=2.0)
    case = act(group(foe=card('Bodyguard (3")')), ONE, "melee", target=THEIRS).when(went(ONE, THEIRS))
    case = case.when(member(TWO)).when(declared("melee", target=THEIRS)).when(guard, B)
    assert (touching(case.state, ONE), touching(case.state, THEIRS)) == ((FOE,), ())
    case = case.when(went(TWO, FOE)).when(member(TWO))
    started = f.MeleeExchangeStarted
    right_and_wrong(case, started(pools={FOE: 2}), started(pools={FOE: 3}), "BUS-MEL-08")
    case = allocated(case, (2, 1), (0, 2)).when(dice(("22", "5"), ("", "66"), TWO, FOE))
    assert table(case.state).band is None and figures(case, ONE).counters == 1, "its target stands elsewhere"


@accepts("BUS-TRT-73")
@refuses("BUS-TRT-73")
def test_a_pack_has_one_target() -> None:
    shot = card("Pack", ranged=3, weapons=(BLADE, bow()))
    reds: dict[str, Profile] = {"chief": card("Pack (1/4)"), "second": shot, "third": card()}
    case = playing(red=reds)
    for wrong in (
        f.ModelActivated(model=MINE, mates=(THIRD,)),
        f.ModelActivated(model=MINE, mates=(ALLY, ALLY)),
        f.ModelActivated(model=MINE, mates=(ALLY,), inches=4.5),
        f.ModelActivated(model=THIRD, mates=(ALLY,)),
    ):
        refused(case, wrong, "BUS-TRT-73")
    case = case.when(f.ModelActivated(model=MINE, mates=(ALLY,), inches=4.0))
    refused(case, declared("walk"), "BUS-TRT-73")
    case = case.when(declared("melee", target=THEIRS)).when(went(MINE, THEIRS)).when(member(ALLY))
    refused(case, declared("melee", target=FOE), "BUS-TRT-73")
    refused(case, declared("wait"), "BUS-TRT-73")
    shoots = case.when(declared("ranged"))
    refused(shoots, f.RangedAttackDeclared(target=FOE, distance=5.0), "BUS-TRT-73")
    shoots.when(f.RangedAttackDeclared(target=THEIRS, distance=5.0)).then_accepted()
    case = case.when(declared("charge", target=THEIRS)).when(went(ALLY, THEIRS))
    case = case.when(member(MINE))
    case = allocated(case, (1, 2), (0, 2)).when(dice(("2", "55"), ("", "66")))
    case = allocated(case, (1, 2), (0, 2)).when(dice(("2", "55"), ("", "66"), ALLY, THEIRS))
    right_and_wrong(case, checked(ALLY, counters=0), checked(ALLY, counters=1), "BUS-ACT-03")
    right_and_wrong(case, checked(MINE, counters=1), checked(MINE, counters=0), "BUS-ACT-03")


@accepts("BUS-TRT-73", "BUS-TRG-11")
@refuses("BUS-TRT-73")
def test_a_bodyguard_is_the_target_of_the_whole_pack() -> None:
    reds = {"chief": card("Pack (1/4)"), "second": card("Pack")}
    case = playing(red=reds, blue={"second": card('Bodyguard (3")')})
    case = case.when(f.ModelActivated(model=MINE, mates=(ALLY,))).when(declared("melee", target=THEIRS))
    case = case.when(f.TraitUsed(model=FOE, trait="bodyguard", inches=2.0), B)
    case = case.when(went(MINE, FOE)).when(member(ALLY))
    refused(case, declared("melee", target=THEIRS), "BUS-TRT-73")
    (offer,) = [one for one in full_events(case.state) if one.choices.get("action") == ("melee",)]
    assert offer.choices["target"] == (FOE,)
    case.when(declared("melee", target=FOE)).when(went(ALLY, FOE)).then_accepted()


@accepts("BUS-TRT-73", "BUS-ACT-07")
def test_a_pack_whose_target_is_gone() -> None:
    reds = {"chief": card("Pack (1/4)"), "second": card("Pack")}
    case = playing(red=reds).when(f.ModelActivated(model=MINE, mates=(ALLY,)))
    case = case.when(declared("melee", target=THEIRS)).when(went(MINE, THEIRS))
    case = case.when(f.ModelRemoved(model=THEIRS)).when(member(ALLY))
    assert figures(case, ALLY).counters == 1 and table(case.state).band is None


@accepts("BUS-TRT-24", "BUS-ACT-05", "BUS-ACT-29")
@refuses("BUS-TRT-24", "BUS-ACT-05", "BUS-ACT-29")
def test_a_commander() -> None:
    """The published example: commanded to fight, each of them loses a counter; the commander pays as well."""
    reds = {"chief": card("Command [Human] (2/6)"), "third": card(types=("Animal",))}
    case = act(playing(red=reds), MINE)
    for wrong in (
        declared("command"),
        declared("command", nominees=(MINE,)),
        declared("command", nominees=(THIRD,)),
        declared("command", nominees=(ALLY,), inches=6.5),
        declared("wait", nominees=(ALLY,)),
    ):
        refused(case, wrong, *(("BUS-TRT-71",) if wrong.action == "wait" else ("BUS-TRT-24",)))
    refused(act(playing(), MINE), declared("command", nominees=(ALLY,)), "BUS-TRT-24")
    case = case.when(declared("command", nominees=(ALLY,), inches=6.0))
    refused(case, member(THIRD), "BUS-TRT-24", "BUS-ACT-29")
    refused(case, f.ModelActivated(model="blue:chief"), "BUS-LOG-02")
    case = case.when(member(ALLY))
    refused(case, declared("focus"), "BUS-TRT-24", "BUS-ACT-29")
    case = case.when(declared("melee", target=THEIRS)).when(went(ALLY, THEIRS))
    case = allocated(case, (1, 2), (0, 3)).when(dice(("2", "55"), ("", "666"), ALLY, THEIRS))
    for name in (ALLY, MINE):
        right_and_wrong(case, checked(name, counters=1), checked(name, counters=2), "BUS-ACT-03")
    assert table(case.state).active == "blue" and acting_of(case).model == MINE
    refused(case, checked(ALLY, counters=2), "BUS-ACT-05")


@accepts("BUS-TRT-24")
@refuses("BUS-TRT-24")
def test_a_group_is_commanded_whole_or_not_at_all() -> None:
    case = act(group("Command (2/6)"), MINE)
    refused(case, declared("command", nominees=(ONE,)), "BUS-TRT-24")
    case = case.when(declared("command", nominees=(ONE, TWO)))
    for name in (TWO, ONE):
        case = case.when(member(name)).when(declared("walk")).when(went(name))
    assert {name: figures(case, name).counters for name in (MINE, ONE, TWO)} == dict.fromkeys(
        (MINE, ONE, TWO), 1
    )


@accepts("BUS-ACT-06")
def test_who_can_do_nothing_is_exhausted_in_its_turn() -> None:
    """A Prone Pack model may only stand up, and a Pack attacks."""
    reds = {"chief": card("Pack (1/4)"), "second": card("Pack")}
    case = marked(playing(red=reds), ALLY, "prone").when(f.ModelActivated(model=MINE, mates=(ALLY,)))
    case = case.when(declared("melee", target=THEIRS))
    case = case.when(went(MINE)).when(member(ALLY))
    assert figures(case, ALLY).counters == 0 and table(case.state).active == "blue"


def test_what_is_offered() -> None:
    reds = {"chief": card("Pack (1/4)"), "second": card("Pack"), "third": card("Command (1/6)")}
    case = playing(red=reds)
    offers = [one for one in full_events(case.state) if one.type == "model_activated"]
    assert {one.choices["model"]: one.choices["mates"] for one in offers} == {
        (THIRD,): (),
        (MINE,): (ALLY,),
        (ALLY,): (MINE,),
    }
    asked = act(case, THIRD)
    (command,) = [one for one in full_events(asked.state) if one.choices.get("action") == ("command",)]
    assert command.choices["nominees"] == ((MINE,), (ALLY,))
    waiting = asked.when(declared("command", nominees=(ALLY,)))
    (next_one,) = [one for one in full_events(waiting.state) if one.type == "member_chosen"]
    assert next_one.choices["model"] == (ALLY,) and next_one.choices["unseen_by"]


@accepts("BUS-MEL-15")
def test_nobody_fights_whom_an_effect_took_away() -> None:
    """Contact is made, then a card puts the enemy elsewhere before the Fear test is rolled: no exchange."""
    case = act(playing(blue={"chief": card("Fear (4)")}), MINE, "melee", target=THEIRS).when(
        went(MINE, THEIRS)
    )
    case = case.when(f.ModelPlaced(model=THEIRS)).when(f.TestRolled(model=MINE, dice="66"))
    assert table(case.state).exchange is None and figures(case, MINE).counters == 1


@accepts("BUS-TRT-58", "BUS-TRT-73", "BUS-ACT-06")
@refuses("BUS-TRT-58", "BUS-ACT-06", "BUS-ACT-07")
def test_one_of_a_pack_jumps_up_to_attack() -> None:
    """A Pack attacks, which nobody Prone does: who can jump up is not Exhausted before it could, and is if it stays
    down."""
    pack = card("Pack (2/6)")
    low = playing(red={"chief": pack, "second": card("Pack (1/6)", "Jump Up"), "third": pack})
    for model in (ALLY, THIRD):
        low = marked(low, model, "prone")
    case = low.when(f.ModelActivated(model=MINE, mates=(ALLY, THIRD)))
    case = case.when(declared("melee", target=THEIRS)).when(went(MINE)).when(member(ALLY))
    refused(case, declared("melee", target=THEIRS), "BUS-ACT-26")
    up = case.when(f.TraitUsed(model=ALLY, trait="jump_up")).when(declared("melee", target=THEIRS))
    fight_of(up.when(went(ALLY, THEIRS)).when(member(THIRD)))
    down = case.when(f.ActivationEnded(reason="illegal")).when(member(THIRD))
    assert [figures(down, name).counters for name in (ALLY, THIRD)] == [0, 0]
    refused(case, f.ActivationEnded(reason="illegal", counters=1), "BUS-ACT-06")
    up = case.when(f.TraitUsed(model=ALLY, trait="jump_up"))
    refused(up, f.ActivationEnded(reason="illegal", counters=2), "BUS-ACT-07")
