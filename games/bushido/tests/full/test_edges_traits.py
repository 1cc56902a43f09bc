"""Traits one after the other, each where it meets a limit: gained ones, weapons, friends who are gone, shares."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.common import touching
from games.bushido.full.legal.next_events import full_events
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
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting
from games.bushido.tests.full.tables import (
    act,
    acting_of,
    begun,
    card,
    checked,
    figures,
    marked,
    refused,
    right_and_wrong,
    started,
    touch,
)
from games.bushido.tests.full.test_feats import adept, used
from games.bushido.tests.full.test_melee import pools
from games.testing import Case, accepts, refuses

ALLY, SECOND, THIRD = "red:second", "blue:second", "blue:third"


def gained(case: Case, what: str, model: str = MINE, **told: Any) -> Case:
    return case.when(f.EffectChanged(model=model, what=what, **told))


def gift(trait: Any, model: str, *targets: Any, **told: Any) -> f.TraitUsed:
    pairs = (one if isinstance(one, tuple) else (one, 1) for one in targets)
    shares = tuple(f.Share(model=name, amount=number) for name, number in pairs)
    return f.TraitUsed(model=model, trait=trait, targets=shares, **told)


def again(colour: Any, place: int, was: int) -> f.Reroll:
    return f.Reroll(by=MINE, whose=MINE, colour=colour, place=place, was=was, source="prowess")


@accepts("BUS-TRT-78", "BUS-TRG-03")
@refuses("BUS-TRT-78")
def test_prowess_of_attack_and_of_defence_are_two_traits() -> None:
    case = allocated(fighting(armed("Prowess [Attack] (1)", "Prowess [Defence] (1)", melee=4)), (2, 2))
    rolled: dict[str, Any] = {"red": ("63", "42"), "blue": ("2", "22")}
    case.when(dice(**rolled, rerolls=(again("attack", 1, 2), again("defence", 1, 1)))).then_accepted()
    refused(case, dice(**rolled, rerolls=(again("attack", 1, 2), again("attack", 2, 2))), "BUS-TRT-78")


@accepts("BUS-TRT-78", "BUS-TRG-02")
@refuses("BUS-TRT-78", "BUS-TRG-02")
def test_prowess_of_the_bow_that_shoots() -> None:
    told = f.Reroll(by=MINE, whose=MINE, colour="attack", place=1, was=1, source="prowess")
    keen = archer(weapon=bow("Prowess [Ranged] (1)"))
    aimed(shooting(keen)).when(roll("532", rerolls=(told,))).then_accepted()
    refused(aimed(shooting(archer())), roll("532", rerolls=(told,)), "BUS-TRT-78")


@accepts("BUS-TRT-01", "BUS-TRG-03")
@refuses("BUS-TRT-01", "BUS-TRG-03")
def test_the_same_adept_twice_is_one() -> None:
    case = allocated(
        met(gained(facing(armed("Adept [Melee] (1)", melee=5)), "Adept [Melee] (1)")), (5, 0), (0, 3)
    )
    rolled: dict[str, Any] = {"red": ("52222", ""), "blue": ("", "222")}
    right_and_wrong(
        case, dice(**rolled, finals={MINE: (8, 0)}), dice(**rolled, finals={MINE: (9, 0)}), "BUS-TRT-01"
    )


@accepts("BUS-TRT-26", "BUS-TRG-03")
@refuses("BUS-TRT-26", "BUS-TRG-03")
def test_the_same_coordinated_attack_twice_is_one() -> None:
    case = touch(facing(armed("Coordinated Attack [Human]")), (ALLY, THEIRS))
    case = met(gained(case, "Coordinated Attack [Human]"))
    right_and_wrong(case, pools(red=4), pools(red=5), "BUS-TRT-26")


@accepts("BUS-TRG-03", "BUS-TRT-76")
@refuses("BUS-TRG-03")
def test_what_is_gained_with_a_sign_counts_for_traits_with_keywords_too() -> None:
    case = allocated(met(gained(facing(armed(melee=5)), "Adept [Melee] (+1)")), (5, 0), (0, 3))
    rolled: dict[str, Any] = {"red": ("52222", ""), "blue": ("", "222")}
    right_and_wrong(
        case, dice(**rolled, finals={MINE: (8, 0)}), dice(**rolled, finals={MINE: (7, 0)}), "BUS-TRT-01"
    )


@accepts("BUS-TRT-96", "BUS-TRT-07", "BUS-TRG-02")
@refuses("BUS-TRT-96", "BUS-TRT-07")
def test_strong_weapons_and_weapons_of_assassins() -> None:
    right_and_wrong(won(fighting(armed(weapon=("Strong",)))), damage("136"), damage("36"), "BUS-TRT-96")
    case = won(met(facing(armed(weapon=("Assassin",)), armed("Sixth Sense")), unseen_by=(THEIRS,)))
    right_and_wrong(case, damage("136", kept="16"), damage("36"), "BUS-TRT-07")


@accepts("BUS-TRT-95")
@refuses("BUS-MEL-07")
def test_strategy_may_give_a_number() -> None:
    case = met(facing(armed("Strategy [Melee +1]")))
    right_and_wrong(case, pools(red=4), pools(red=3), "BUS-MEL-07")


@accepts("BUS-TRT-57")
@refuses("BUS-TRT-57")
def test_the_intimidated_do_not_fight_whom_they_touch_either() -> None:
    case = begun(started("sacred_idols", None, {"chief": armed("Intimidate")}))
    case = case.when(gift("intimidate", THEIRS, MINE, inches=5.0))
    case = touch(case.when(f.OpposedTestRolled(dice={MINE: "22", THEIRS: "66"})), (MINE, THEIRS))
    refused(act(case, MINE), f.ActionDeclared(action="melee", target=THEIRS), "BUS-TRT-57")
    act(case, MINE).when(f.ActionDeclared(action="disengage", target=THEIRS)).then_accepted()


@accepts("BUS-COND-26", "BUS-TRT-57")
@refuses("BUS-COND-26")
def test_nobody_dull_intimidates_the_disguised() -> None:
    for ki, seen in ((1, False), (3, True)):
        case = begun(
            started("sacred_idols", {"chief": card("Intimidate", ki=ki)}, {"chief": card("Disguise (3)")})
        )
        told = gift("intimidate", MINE, THEIRS, inches=5.0)
        if seen:
            case.when(told).then_accepted()
        else:
            refused(case, told, "BUS-COND-26")


@accepts("BUS-TRT-29", "BUS-TRT-36", "BUS-DMG-14")
@refuses("BUS-TRT-29", "BUS-TRT-36")
def test_cultists_give_no_more_than_their_number_in_an_activation_and_the_durable_one_wound() -> None:
    case = act(facing(card("Cultist (2)"), reds={"second": card("Cultist (2)", "Durable")}), MINE)
    once = case.when(gift("cultist", MINE, (MINE, 2)))
    refused(once, gift("cultist", MINE, ALLY), "BUS-TRT-29")
    half = case.when(gift("cultist", MINE, MINE))
    half.when(gift("cultist", MINE, ALLY)).then_accepted()
    refused(half, gift("cultist", MINE, (ALLY, 2)), "BUS-TRT-29")
    hard = case.when(gift("cultist", MINE, (ALLY, 2)))
    hard.when(checked(MINE, ki=figures(case, MINE).ki + 1)).then_accepted()
    right_and_wrong(hard, checked(ALLY, wounds=1), checked(ALLY, wounds=2), "BUS-TRT-36")


@accepts("BUS-TRT-64", "BUS-TRT-13", "BUS-TRT-20")
@refuses("BUS-TRT-64", "BUS-TRT-29")
def test_nobody_has_two_shares() -> None:
    case = act(facing(card('Leech (4/6")', "Cultist (4)", ki=1)), MINE)
    refused(case, gift("leech", MINE, (ALLY, 2), (ALLY, 2)), "BUS-TRT-64")
    refused(case, gift("cultist", MINE, (MINE, 2), (MINE, 2)), "BUS-TRT-29")
    case.when(gift("leech", MINE, (ALLY, 2), ("red:third", 2))).then_accepted()


@accepts("BUS-TRT-64")
@refuses("BUS-COND-24", "BUS-KI-10")
def test_nobody_takes_tokens_of_the_controlled() -> None:
    case = facing(card('Leech (2/6")'))
    case = marked(case, SECOND, "controlled", number=2, by_side="red")
    refused(act(case, MINE), gift("leech", MINE, SECOND), "BUS-COND-24")
    act(case, MINE).when(gift("leech", MINE, ALLY)).then_accepted()
    blessed = case.when(f.TokensChanged(model=SECOND, token="virtue", number=1))
    blessed = blessed.when(f.TokensChanged(model=ALLY, token="virtue", number=1))
    refused(act(blessed, MINE), gift("virtue_spent", SECOND), "BUS-COND-24")
    act(blessed, MINE).when(gift("virtue_spent", ALLY)).then_accepted()


@accepts("BUS-TRT-11", "BUS-TRT-63", "BUS-TRT-33")
@refuses("BUS-TRT-11", "BUS-TRT-63", "BUS-TRT-33", "BUS-GEN-27")
def test_who_is_gone_helps_and_disturbs_nobody() -> None:
    helper = card('Believer [Human] (1/6")', 'Leadership [Human] (2/6")')
    case = facing(
        adept(), armed("Fear (4)"), reds={"second": helper}, blues={"second": card('Disturb Flow (1/6")')}
    )
    gone = case.when(f.ModelRemoved(model=ALLY)).when(f.ModelRemoved(model=SECOND))
    for there, fine in ((case, True), (gone, False)):
        cheap = act(there, MINE)
        for told, rule in (
            ({"believers": (ALLY,)}, "BUS-TRT-11"),
            ({"disturbed_by": (SECOND,)}, "BUS-TRT-33"),
        ):
            event = used(MINE, "Gaze", target=THEIRS, inches=3.0, **told)
            cheap.when(event).then_accepted() if fine else refused(cheap, event, rule)
        led = f.TestRolled(model=MINE, dice="52", leader=ALLY)
        met(there).when(led).then_accepted() if fine else refused(met(there), led, "BUS-TRT-63")
    twice = used(MINE, "Gaze", target=THEIRS, inches=3.0, believers=(ALLY, ALLY))
    refused(act(case, MINE), twice, "BUS-TRT-11")


@accepts("BUS-TRT-14", "BUS-TRT-93")
@refuses("BUS-TRT-14", "BUS-TRT-93")
def test_a_bodyguard_where_several_are_attacked() -> None:
    case = facing(armed("Split Attack"), blues={"third": armed('Bodyguard (3")')})
    alone, steps_in = gift("bodyguard", THIRD, inches=2.0), gift("bodyguard", THIRD, (SECOND, 1), inches=2.0)
    going = act(case, MINE, "melee", target=THEIRS, also=(SECOND,))
    refused(going, alone, "BUS-TRG-11")
    refused(going, gift("bodyguard", THIRD, (ALLY, 1), inches=2.0), "BUS-TRG-11")
    told = [one.choices for one in full_events(going.state) if one.type == "trait_used"]
    assert [one["targets"] for one in told] == [(({"model": THEIRS},), ({"model": SECOND},))]
    done = going.when(steps_in)
    assert acting_of(done).targets == (THEIRS, THIRD), "it stands in for one of them"
    act(case, MINE, "melee", target=THEIRS).when(alone).then_accepted()
    refused(act(case, MINE, "melee", target=THEIRS), steps_in, "BUS-TRT-14")


@accepts("BUS-TRT-19", "BUS-COND-10")
@refuses("BUS-TRT-19", "BUS-COND-10")
def test_nobody_rides_who_is_immobilised() -> None:
    case = facing(card('Cavalry (3")'))
    ride = gift("cavalry", MINE, inches=3.0)
    act(case, MINE).when(ride).then_accepted()
    refused(act(marked(case, MINE, "immobilised"), MINE), ride, "BUS-COND-10")


@accepts("BUS-TRT-19", "BUS-ACT-09")
@refuses("BUS-TRT-19")
def test_a_rider_leaves_contact_that_it_may_ignore() -> None:
    """With an enemy that is down or cannot move, and any that the Agile or the Intangible are in contact with."""
    ride = gift("cavalry", MINE, inches=3.0)
    riding = act(touch(facing(card('Cavalry (3")')), (MINE, THEIRS)), MINE)
    refused(riding, ride, "BUS-TRT-19")
    for kind in ("prone", "immobilised"):
        away = marked(riding, THEIRS, kind).when(ride)
        assert not touching(away.state, MINE)
    for trait in ("Agile", "Intangible"):
        free = act(touch(facing(card('Cavalry (3")', trait)), (MINE, THEIRS)), MINE)
        assert [one for one in full_events(free.state) if one.choices.get("trait") == ("cavalry",)]
        free.when(ride).when(f.ActionDeclared(action="wait")).then_accepted()
    assert not [one for one in full_events(riding.state) if one.choices.get("trait") == ("cavalry",)]


@accepts("BUS-TRT-51")
@refuses("BUS-TRT-51")
def test_the_immovable_do_not_walk_as_they_shoot() -> None:
    case = act(facing(archer("Immovable")), MINE)
    refused(case, f.ActionDeclared(action="ranged", walk="before"), "BUS-TRT-51")
    case.when(f.ActionDeclared(action="ranged")).then_accepted()
    case.when(f.ActionDeclared(action="walk")).then_accepted()


@accepts("BUS-ACT-27")
@refuses("BUS-ACT-27")
def test_an_immobilised_model_tests_before_it_disengages() -> None:
    case = act(marked(touch(facing(), (MINE, THEIRS)), MINE, "immobilised"), MINE, "disengage", target=THEIRS)
    refused(case, split("red", 0, 2), "BUS-LOG-02")
    case.when(f.TestRolled(model=MINE, dice="66", passed=True)).then_accepted()


@accepts("BUS-KI-10")
@refuses("BUS-KI-10")
def test_feats_of_any_cost_of_the_controlled() -> None:
    case = marked(facing(card(), adept()), THEIRS, "controlled", number=3, by_side="red")
    refused(act(case, MINE), used(THEIRS, "Any", x=1), "BUS-KI-10")
    act(facing(card(), adept()), MINE).when(used(THEIRS, "Any", x=1)).then_accepted()


@accepts("BUS-MEL-24", "BUS-DMG-10")
@refuses("BUS-MEL-24")
def test_who_has_risen_prone_does_not_strike_back() -> None:
    case = won(fighting(armed(strength=6), armed("Rise (2)", wound_tracks=(1,))), level=4).when(damage("66"))
    risen = case.when(f.TestRolled(model=THEIRS, dice="6", passed=True))
    assert acting_of(risen).resolved, "the exchange is over"
    refused(risen, damage("12"), "BUS-MEL-24")
    risen.when(checked(THEIRS, markers={"prone": 1}, wounds=0)).then_accepted()


@accepts("BUS-COND-03", "BUS-GEN-16")
@refuses("BUS-COND-03", "BUS-TRG-11", "BUS-RNG-04")
def test_the_blind_guard_nobody_and_have_no_zone() -> None:
    guard = gift("bodyguard", SECOND, inches=2.0)
    named = f.RangedTargetReassigned(model=SECOND, distance=5.0)
    case = facing(archer(), blues={"second": armed('Bodyguard (3")')})
    blind = marked(case, SECOND, "blind")
    act(case, MINE, "melee", target=THEIRS).when(guard).then_accepted()
    refused(act(blind, MINE, "melee", target=THEIRS), guard, "BUS-TRG-11", "BUS-COND-03")
    aimed(act(case, MINE, "ranged")).when(named).then_accepted()
    refused(aimed(act(blind, MINE, "ranged")), named, "BUS-RNG-04")
    refused(act(case, MINE, in_zoc_of=(SECOND,)), f.ActionDeclared(action="wait"), "BUS-ACT-11")
    act(blind, MINE, "wait", in_zoc_of=(SECOND,)).then_accepted()


@accepts("BUS-ACT-11", "BUS-TRT-71")
@refuses("BUS-ACT-11")
def test_nobody_orders_inside_a_zone_of_control() -> None:
    order = f.ActionDeclared(action="order", nominees=(ALLY,), inches=3.0)
    case = facing(card('Order (1/6")'))
    act(case, MINE).when(order).then_accepted()
    refused(act(case, MINE, in_zoc_of=(THEIRS,)), order, "BUS-ACT-11")


@accepts("BUS-TRT-70")
@refuses("BUS-TRT-70")
def test_nobody_rages_who_cannot_be_berserk() -> None:
    rage = gift("oni_rage", MINE)
    begun(started("sacred_idols", {"chief": card("Oni Rage")})).when(rage).then_accepted()
    calm = begun(started("sacred_idols", {"chief": card("Oni Rage", "Immune [Berserk]")}))
    refused(calm, rage, "BUS-TRT-70")


@accepts("BUS-TRG-12", "BUS-TRT-29")
@refuses("BUS-TRG-12")
def test_a_kami_has_no_more_boxes_than_ki_for_a_cultist() -> None:
    case = act(facing(card("Cultist (4)"), reds={"second": card("Cultist (4)", "Kami")}), MINE)
    spent = case.when(f.TokensChanged(model=ALLY, token="ki", number=-4))
    refused(spent, gift("cultist", MINE, (ALLY, 3)), "BUS-TRT-29")
    spent.when(gift("cultist", MINE, (ALLY, 2))).then_accepted()
