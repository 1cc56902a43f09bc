"""Where two rules meet: traits that are gained, weapons with traits of their own, who is surprised, who may leave."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.full.surprise import caught
from games.bushido.profiles import Weapon
from games.bushido.state import BusState
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    allocated,
    armed,
    damage,
    dice,
    facing,
    fighting,
    met,
    split,
    won,
)
from games.bushido.tests.full.shooting import archer, shot_at
from games.bushido.tests.full.tables import (
    BLADE,
    RULES,
    act,
    acting_of,
    begun,
    card,
    checked,
    figures,
    marked,
    playing,
    refused,
    right_and_wrong,
    started,
    table_of,
    touch,
    turn_over,
)
from games.bushido.tests.full.test_feats import adept, feat, opposed, used
from games.bushido.tests.full.test_melee import pools
from games.ruleset import EVERYONE
from games.testing import Case, accepts, refuses

SECOND = "blue:second"


def gained(case: Case, what: str, **told: Any) -> Case:
    return case.when(f.EffectChanged(model=MINE, what=what, **told))


@accepts("BUS-ACT-25")
@refuses("BUS-ACT-25")
def test_a_charge_helps_the_first_damage_roll_alone_be_it_a_counterstrike() -> None:
    quick = armed(specials={"Counterstrike Defence": 1}, melee=4)
    case = fighting(quick, armed("Lightning Reflexes"), action="charge")
    case = case.when(split("red", 1, 2, "Counterstrike Defence", 1)).when(split("blue", 2, 1))
    case = case.when(dice(("6", "66"), ("22", "2")))
    struck = right_and_wrong(case, damage("12", row=5), damage("12", row=3), "BUS-ACT-25", "BUS-SPA-14")
    right, wrong = damage("12", row=3), damage("12", row=5)
    struck.when(wrong).then_refused("BUS-DMG-01")
    struck.when(right).then_accepted()


@accepts("BUS-GEN-04", "BUS-KI-12")
@refuses("BUS-GEN-04", "BUS-GEN-05")
def test_effects_and_boosts_together_stop_at_twice_what_is_printed() -> None:
    case = gained(facing(armed(melee=2, ki=1)), "melee", mode="plus", value=3)
    met(case).when(pools(red=4)).then_accepted()
    refused(met(case), pools(red=5), "BUS-GEN-04", "BUS-GEN-05")
    boosted = gained(facing(armed(melee=2, ki=5)), "melee", mode="plus", value=1)
    boosted = met(boosted).when(f.KiBoosted(model=MINE, stat="melee", steps=2))
    right_and_wrong(boosted, pools(red=4), pools(red=5), "BUS-GEN-04")
    focused = act(gained(case, "ki", mode="plus", value=4), MINE, "focus")
    right_and_wrong(focused, checked(MINE, ki=3), checked(MINE, ki=6), "BUS-KI-14")


@accepts("BUS-TRT-07")
@refuses("BUS-TRT-07")
def test_an_assassin_kills_those_who_cannot_be_surprised() -> None:
    case = won(met(facing(armed("Assassin"), armed("Sixth Sense")), unseen_by=(THEIRS,)))
    right_and_wrong(case, damage("136", kept="16", row=7), damage("36"), "BUS-TRT-07")


@accepts("BUS-TRG-06", "BUS-TEST-11")
@refuses("BUS-TRG-06", "BUS-TEST-11")
def test_what_is_strong_in_melee_is_not_strong_in_size_tests() -> None:
    case = act(marked(facing(armed("Strong [Melee]")), MINE, "immobilised"), MINE, "walk")
    right_and_wrong(
        case, f.TestRolled(model=MINE, dice="66"), f.TestRolled(model=MINE, dice="666"), "BUS-TEST-11"
    )
    case = won(fighting(armed("Strong [Ranged]")))
    right_and_wrong(case, damage("36"), damage("136"), "BUS-DMG-01")


@accepts("BUS-ACT-27")
@refuses("BUS-ACT-27")
def test_an_immobilised_healer_tests_its_size() -> None:
    case = act(marked(facing(armed("Heal (1)")), MINE, "immobilised"), MINE, "heal", target="red:second")
    assert now(case.state) == "test"
    refused(case, f.TestRolled(model=MINE, dice="55", passed=False), "BUS-ACT-27")
    case.when(f.TestRolled(model=MINE, dice="55", passed=True)).then_accepted()


@accepts("BUS-COND-08", "BUS-RNG-02", "BUS-TRT-57")
@refuses("BUS-COND-08", "BUS-TRT-57")
def test_fear_keeps_nobody_from_shooting_and_intimidation_nobody_from_feats() -> None:
    case = marked(facing(archer(), armed("Fear (4)")), MINE, "frightened", value=4)
    act(case, MINE, "ranged").when(shot_at(value=4, pool=2)).then_accepted()
    refused(act(case, MINE), f.ActionDeclared(action="charge", target=THEIRS), "BUS-COND-08")
    gazing = act(marked(facing(adept(), armed("Fear (4)")), MINE, "frightened", value=4), MINE)
    gazing.when(used(MINE, "Gaze", target=THEIRS, inches=3.0)).then_accepted()
    skilled = archer(feats=adept().feats)
    cowed = begun(started("sacred_idols", {"chief": skilled}, {"chief": armed("Intimidate")}))
    cowed = cowed.when(
        f.TraitUsed(model=THEIRS, trait="intimidate", targets=(f.Share(model=MINE),), inches=5.0)
    )
    cowed = act(cowed.when(opposed("22", "66")), MINE)
    cowed.when(used(MINE, "Gaze", target=THEIRS, inches=3.0)).then_accepted()
    refused(cowed.when(f.ActionDeclared(action="ranged")), shot_at(), "BUS-TRT-57")


@accepts("BUS-GEN-13", "BUS-KI-10")
@refuses("BUS-GEN-13", "BUS-KI-10")
def test_surprised_is_whom_the_action_is_aimed_at() -> None:
    case = facing(adept(), adept(), blues={"second": adept()})
    unseen = act(case, MINE, unseen_by=(THEIRS, SECOND))
    unseen.when(used(THEIRS, "Once")).then_accepted()
    going = unseen.when(f.ActionDeclared(action="melee", target=THEIRS))
    going.when(used(SECOND, "Once")).then_accepted()
    refused(going, used(THEIRS, "Once"), "BUS-KI-10")
    willed = unseen.when(used(MINE, "Will", target=THEIRS, inches=3.0))
    refused(willed, f.KiBoosted(model=THEIRS, stat="ki"), "BUS-KI-10")
    seen = act(case, MINE).when(used(MINE, "Will", target=THEIRS, inches=3.0))
    seen.when(f.KiBoosted(model=THEIRS, stat="ki")).then_accepted()


@accepts("BUS-TEST-18", "BUS-TRG-11")
@refuses("BUS-TEST-18")
def test_a_frightened_bodyguard_fails_by_itself() -> None:
    case = facing(armed("Fear (4)"), armed(), blues={"second": armed('Bodyguard (3")')})
    guard = f.TraitUsed(model=SECOND, trait="bodyguard", inches=2.0)
    calm = act(case, MINE, "melee", target=THEIRS).when(guard)
    calm.when(f.TestRolled(model=SECOND, dice="66")).then_accepted()
    reached = f.ModelMoved(model=MINE, inches=2.0, contact=(SECOND,))
    assert now(calm.when(f.TestRolled(model=SECOND, dice="66")).when(reached).state) == "allocate", (
        "once is enough"
    )
    scared = act(marked(case, SECOND, "frightened", value=4), MINE, "melee", target=THEIRS).when(guard)
    assert now(scared.state) == "melee"
    refused(scared, f.TestRolled(model=SECOND, dice="66"), "BUS-LOG-02")


@accepts("BUS-TRT-01")
@refuses("BUS-TRT-01")
def test_adepts_of_melee_and_of_ki() -> None:
    case = allocated(fighting(armed("Adept [Melee] (1)", melee=4)), (4, 0), (0, 3))
    rolled: dict[str, Any] = {"red": ("5222", ""), "blue": ("", "222")}
    right_and_wrong(
        case,
        dice(**rolled, finals={MINE: (8, 0)}),
        dice(**rolled, finals={MINE: (7, 0)}),
        "BUS-TRT-01",
    )
    case = act(facing(adept("Adept [Ki] (1)", ki=4), armed(ki=4)), MINE)
    case = case.when(used(MINE, "Will", target=THEIRS, inches=3.0))
    right_and_wrong(
        case, opposed("5222", "6521", winner=MINE), opposed("5222", "6521", winner=THEIRS), "BUS-TRT-01"
    )


@accepts("BUS-TRT-50", "BUS-TRT-78", "BUS-TRT-76", "BUS-TRG-03")
@refuses("BUS-TRT-50", "BUS-TRT-78")
def test_gained_traits_do_what_printed_ones_do() -> None:
    case = gained(marked(facing(), MINE, "stunned"), "Immune [Stunned]")
    right_and_wrong(
        case, checked(MINE, markers={"stunned": 0}), checked(MINE, markers={"stunned": 1}), "BUS-TRT-50"
    )
    refused(case, f.MarkerChanged(model=MINE, marker="stunned"), "BUS-TRT-50")
    again = f.Reroll(by=MINE, whose=MINE, colour="attack", place=1, was=2, source="prowess")
    told: dict[str, Any] = {"red": ("63", "2"), "blue": ("2", "22"), "rerolls": (again,)}
    allocated(met(gained(facing(), "Prowess [Attack] (1)"))).when(dice(**told)).then_accepted()
    refused(allocated(met(gained(facing(), "Prowess [Ranged] (1)"))), dice(**told), "BUS-TRT-78")
    lost = gained(facing(armed("Prowess [Attack] (1)")), "Prowess", mode="lose")
    refused(allocated(met(lost)), dice(**told), "BUS-TRT-78")
    poisoned = won(met(gained(facing(), "Poison (1/2)"))).when(damage("23"))
    assert [one.kind for one in figures(poisoned, THEIRS).markers] == ["poisoned"]


@accepts("BUS-TRT-104", "BUS-TRT-42", "BUS-TRG-02")
@refuses("BUS-TRT-104", "BUS-TRT-42")
def test_traits_of_the_weapon_in_use() -> None:
    case = allocated(fighting(armed(weapon=("Unblockable (1)",))), (2, 1), (1, 2))
    rolled: dict[str, Any] = {"red": ("53", "2"), "blue": ("2", "63")}
    right_and_wrong(
        case, dice(**rolled, finals={THEIRS: (2, 3)}), dice(**rolled, finals={THEIRS: (2, 7)}), "BUS-TRT-104"
    )
    again = f.Reroll(by=MINE, whose=THEIRS, colour="defence", place=1, was=6, source="feint")
    told: dict[str, Any] = {"red": ("53", "2"), "blue": ("2", "23"), "rerolls": (again,)}
    allocated(fighting(armed(weapon=("Feint (1)",))), (2, 1), (1, 2)).when(dice(**told)).then_accepted()
    refused(allocated(fighting(), (2, 1), (1, 2)), dice(**told), "BUS-TRT-42")


@accepts("BUS-TRT-45", "BUS-COND-16")
@refuses("BUS-TRT-45", "BUS-COND-16")
def test_fortune_doubles_nothing_of_who_is_blocked() -> None:
    case = begun(started("sacred_idols", {"chief": armed("Fortune")}))
    case = turn_over(marked(case, MINE, "spirit_block")).when(f.FortuneCalled(model=MINE, won=True))
    right_and_wrong(case, checked(MINE, ki=2), checked(MINE, ki=4), "BUS-TRT-45")


@accepts("BUS-COND-01", "BUS-COND-24")
@refuses("BUS-COND-01", "BUS-COND-24")
def test_markers_that_bring_or_take_others() -> None:
    raging = marked(facing(), MINE, "berserk")
    right, wrong = checked(MINE, markers={"impetuous": 1}), checked(MINE, markers={"impetuous": 0})
    right_and_wrong(raging, right, wrong, "BUS-COND-01")
    held = marked(facing(), MINE, "controlled", number=2, by_side="blue")
    freer = marked(held, MINE, "controlled", by_side="red")
    right, wrong = checked(MINE, markers={"controlled": 1}), checked(MINE, markers={"controlled": 3})
    right_and_wrong(freer, right, wrong, "BUS-COND-24")


@accepts("BUS-TRT-03")
@refuses("BUS-TRT-03")
@pytest.mark.parametrize("action", ["wait", "focus"])
def test_who_slips_away_has_to_go(action: Any) -> None:
    case = touch(facing(archer("Agile")), (MINE, THEIRS))
    refused(act(case, MINE), f.ActionDeclared(action=action), "BUS-TRT-03")
    refused(act(case, MINE), f.ActionDeclared(action="ranged"), "BUS-TRT-03")
    act(case, MINE, "ranged", walk="before").then_accepted()
    act(marked(case, THEIRS, "prone"), MINE, action).then_accepted()


def contacts(state: BusState) -> tuple[Any, ...]:
    """Whom the walk that is due may touch at its end."""
    (offer,) = [one for one in RULES.next_events(state, EVERYONE) if one.type == "model_moved"]
    return offer.choices["contact"]


@accepts("BUS-ACT-26", "BUS-MOVE-12", "BUS-ACT-11")
@refuses("BUS-MOVE-12", "BUS-ACT-11")
def test_who_is_held_turns_on_the_spot() -> None:
    case = marked(touch(facing(adept()), (MINE, THEIRS)), MINE, "held", by=THEIRS)
    turning = act(case, MINE).when(feat("Step", walk="before"))
    (offer,) = [one for one in RULES.next_events(turning.state, EVERYONE) if one.type == "model_moved"]
    assert offer.choices["inches"] == (0.0,)
    on_the_spot, around = (
        f.ModelMoved(model=MINE, inches=inches, contact=(THEIRS,)) for inches in (0.0, 1.0)
    )
    right_and_wrong(turning, on_the_spot, around, "BUS-MOVE-12")
    prone = marked(case, THEIRS, "prone")
    pressed = act(prone, MINE, in_zoc_of=(SECOND,))
    refused(pressed, feat("Step", walk="before"), "BUS-ACT-11")
    act(prone, MINE).when(feat("Step", walk="before")).then_accepted()


@accepts("BUS-MOVE-02", "BUS-ACT-15", "BUS-COND-09")
@refuses("BUS-ACT-15", "BUS-COND-09")
def test_nobody_walks_out_of_contact() -> None:
    case = touch(facing(adept()), (MINE, THEIRS))
    walking = act(case, MINE).when(feat("Step", walk="after"))
    away, stays = (
        f.ModelMoved(model=MINE, inches=3.0),
        f.ModelMoved(model=MINE, inches=0.5, contact=(THEIRS,)),
    )
    walking.when(stays).then_accepted()
    offered = [
        one for one in RULES.next_events(act(case, MINE).state, EVERYONE) if one.type == "action_declared"
    ]
    walks = {
        one.choices["feat"][0]: one.choices["walk"]
        for one in offered
        if one.choices["action"] == ("simple_feat",)
    }
    assert walks["Step"] == ("none", "before", "after")
    assert contacts(walking.state) == ((THEIRS,),), "nobody is offered a walk out of contact"
    loose = marked(touch(case, (MINE, THEIRS), (MINE, SECOND)), SECOND, "prone")
    loose = act(loose, MINE).when(feat("Step", walk="after"))
    assert contacts(loose.state) == ((THEIRS,), (THEIRS, SECOND)), "whoever is Prone may be left or not"
    loose.when(f.ModelMoved(model=MINE, inches=0.5, contact=(THEIRS, SECOND))).then_accepted()
    trying = act(case, MINE, "melee", target=SECOND)
    right_and_wrong(trying, stays, away, "BUS-ACT-15")
    third = f.ActionDeclared(action="melee", target="blue:third")
    two = touch(facing(), (MINE, THEIRS), (MINE, SECOND))
    refused(act(two, MINE), third, "BUS-ACT-15")
    act(marked(two, SECOND, "prone"), MINE).when(third).then_accepted()
    act(touch(facing(armed("Agile")), (MINE, THEIRS), (MINE, SECOND)), MINE).when(third).then_accepted()
    held = marked(marked(case, MINE, "held", by=THEIRS), THEIRS, "prone")
    refused(act(held, MINE), feat("Calm"), "BUS-COND-09")
    act(held, MINE).when(feat("Step")).then_accepted()


@accepts("BUS-TRT-03")
@refuses("BUS-TRT-03")
def test_who_slips_away_charges_out_of_contact() -> None:
    """Only whom it goes for is offered, and that is what is taken; nobody charges whom it touches and has to leave."""
    near = act(touch(facing(armed("Agile")), (MINE, THEIRS)), MINE)
    offers = [one.choices for one in RULES.next_events(near.state, EVERYONE) if one.type == "action_declared"]
    (offer,) = (one for one in offers if one["action"] == ("charge",))
    assert THEIRS not in offer["target"] and SECOND in offer["target"]
    refused(near, f.ActionDeclared(action="charge", target=THEIRS), "BUS-TRT-03")
    near.when(f.ActionDeclared(action="melee", target=THEIRS)).then_accepted()
    charging = act(touch(facing(armed("Agile")), (MINE, THEIRS)), MINE, "charge", target=SECOND)
    assert contacts(charging.state) == (SECOND,)
    there, both = (
        f.ModelMoved(model=MINE, inches=3.0, contact=whom) for whom in ((SECOND,), (SECOND, THEIRS))
    )
    right_and_wrong(charging, there, both, "BUS-TRT-03")
    assert contacts(act(facing(armed("Agile")), MINE, "charge", target=SECOND).state) == (SECOND,)


@accepts("BUS-COND-03", "BUS-KI-07")
@refuses("BUS-COND-03")
def test_the_blind_see_whom_they_touch() -> None:
    gaze = used(MINE, "Gaze", target=THEIRS, inches=0.0)
    case = marked(facing(adept()), MINE, "blind")
    refused(act(case, MINE), gaze, "BUS-COND-03")
    act(touch(case, (MINE, THEIRS)), MINE).when(gaze).then_accepted()


@accepts("BUS-COND-03", "BUS-RNG-02")
@refuses("BUS-COND-03", "BUS-ACT-26", "BUS-RNG-02")
def test_the_blind_shoot_at_nobody_whom_they_do_not_touch() -> None:
    """Contact with the fallen closes no action, so a Blind archer may shoot at those that it touches."""
    alone = marked(facing(archer()), MINE, "blind")
    refused(act(alone, MINE), f.ActionDeclared(action="ranged"), "BUS-ACT-26", "BUS-COND-03")
    case = act(marked(touch(alone, (MINE, THEIRS)), THEIRS, "prone"), MINE, "ranged")
    refused(case, shot_at("blue:second"), "BUS-RNG-02", "BUS-COND-03")
    case.when(shot_at(distance=0.0)).then_accepted()


@accepts("BUS-ACT-21")
@refuses("BUS-TRT-93", "BUS-MEL-31", "BUS-ACT-12")
def test_who_stands_up_fights_one_of_those_beside_it() -> None:
    case = act(touch(marked(playing(), MINE, "prone"), (MINE, THEIRS), (MINE, "blue:second")), MINE)
    several = f.ActionDeclared(action="stand_up", target=THEIRS, also=("blue:second",))
    refused(case, several, "BUS-TRT-93", "BUS-MEL-31", "BUS-ACT-12")
    assert acting_of(case.when(f.ActionDeclared(action="stand_up", target=THEIRS))).targets == (THEIRS,)


@accepts("BUS-COND-26", "BUS-GEN-13", "BUS-ACT-23")
@pytest.mark.parametrize("action", ["walk", "run", "focus"])
def test_who_goes_for_nobody_sees_through_no_disguise_and_surprises_nobody(action: Any) -> None:
    """A model that such an action names beside itself is nobody that it goes for."""
    case = act(
        marked(facing(), THEIRS, "disguised", value=3), MINE, action, target=THEIRS, unseen_by=(THEIRS,)
    )
    assert not table_of(case).tests and not caught(case.then_accepted(), THEIRS)


@accepts("BUS-END-09")
@refuses("BUS-END-09")
def test_an_award_of_the_turn_in_play_goes_to_the_winner_on_the_clock() -> None:
    case = playing("sacred_idols", player_clock=True)
    for _ in range(3):
        case = begun(turn_over(case))
    over = case.when(e.MatchEnded(reason="clock", by_side="blue"))
    assert case.state.turn == 4 and RULES.outcome(over.state).vp == {"red": 3, "blue": 0}
    late = begun(turn_over(case)).when(e.MatchEnded(reason="clock", by_side="blue"))
    assert RULES.outcome(late.state).vp == {"red": 2, "blue": 0}, "nobody had more in turn 4"
    refused(playing(), e.MatchEnded(reason="clock", by_side="blue"), "BUS-END-09")


@accepts("BUS-SPA-18")
def test_gokusatsu_spares_who_has_it_on_another_weapon() -> None:
    claw = Weapon(kind="melee", name="Claw", strength=0, traits=(), specials={"Gokusatsu Attack": 1})
    case = fighting(armed(specials={"Gokusatsu Attack": 1}), card(weapons=(BLADE, claw)))
    case = won(case, "Gokusatsu Attack", 1)
    assert {case.state.models[name].place for name in (MINE, THEIRS)} == {"battlefield"}


@accepts("BUS-KI-11")
@refuses("BUS-KI-11")
def test_nobody_boosts_against_intimidation() -> None:
    case = begun(started("sacred_idols", None, {"chief": armed("Intimidate")}))
    case = case.when(
        f.TraitUsed(model=THEIRS, trait="intimidate", targets=(f.Share(model=MINE),), inches=5.0)
    )
    assert "ki_boosted" not in {one.type for one in RULES.next_events(case.state, EVERYONE)}
    refused(case, f.KiBoosted(model=MINE, stat="ki"), "BUS-KI-11")
    willed = act(facing(adept(), armed(ki=2)), MINE).when(used(MINE, "Will", target=THEIRS, inches=3.0))
    willed.when(f.KiBoosted(model=THEIRS, stat="ki")).then_accepted()
