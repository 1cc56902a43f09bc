"""What comes too late, what cannot be tried twice, and what the log knows already."""

from __future__ import annotations

import pytest

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    armed,
    damage,
    dice,
    facing,
    fighting,
    met,
    split,
    won,
)
from games.bushido.tests.full.shooting import aimed, archer, shooting
from games.bushido.tests.full.tables import (
    SIDES,
    B,
    R,
    act,
    acting_of,
    begun,
    checked,
    fight_of,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    table_of,
    touch,
    turn_over,
)
from games.bushido.tests.full.test_offered import offered
from games.codec import tag
from games.testing import Case, accepts, refuses

ALLY, SECOND = "red:second", "blue:second"


def moved() -> f.ModelMoved:
    return f.ModelMoved(model=MINE, inches=1.0)


def weakened(*kinds: str) -> Case:
    """Blue's chief has so many dice fewer, and Ki to boost with."""
    case = facing()
    for kind in kinds:
        case = marked(case, THEIRS, kind)
    return met(case)


@accepts("BUS-KI-16", "BUS-MEL-10", "BUS-TEST-04")
@refuses("BUS-KI-16", "BUS-KI-11")
def test_no_boost_takes_dice_from_an_enemy_that_has_allocated_them() -> None:
    """Of three dice without any against it four come; a boost would leave three of them."""
    boost = f.KiBoosted(model=THEIRS, stat="melee")
    low = weakened("prone", "stunned", "blind")
    late = low.when(split("red", 4, 0))
    refused(late, boost, "BUS-KI-16", "BUS-KI-11")
    assert not offered(late, "ki_boosted")
    late.when(split("blue", 1, 0)).when(dice(("6666", ""), ("6", ""))).then_accepted()
    low.when(boost).when(split("red", 3, 0)).when(split("blue", 1, 0)).then_accepted()
    weakened("prone", "stunned").when(split("red", 3, 0)).when(boost).when(
        split("blue", 2, 0)
    ).then_accepted()


@accepts("BUS-SPA-01", "BUS-MEL-10")
@refuses("BUS-SPA-01", "BUS-MEL-10")
def test_what_an_ability_costs_need_not_be_told() -> None:
    """Its weapon says so (BUS-LOG-11); the dice that are left are the others."""
    case = fighting(armed(specials={"Powerful Attack": 2}))
    right_and_wrong(
        case,
        split("red", 1, 0, "Powerful Attack"),
        split("red", 3, 0, "Powerful Attack"),
        "BUS-MEL-10",
    )
    refused(case, split("red", 3, 0, "Powerful Attack", 0), "BUS-SPA-01")
    struck = case.when(split("red", 1, 0, "Powerful Attack")).when(split("blue", 0, 3))
    struck = struck.when(dice(("6", ""), ("", "222")))
    right_and_wrong(struck, damage("22", row=7), damage("22", row=4), "BUS-SPA-10")


@pytest.mark.parametrize(
    "told",
    [
        f.ActionDeclared(action="wait"),
        f.ActionDeclared(action="focus"),
        f.ActionDeclared(action="simple_scenario", objective="left", interaction="influence"),
    ],
)
@accepts("BUS-ACT-11", "BUS-ACT-09")
@refuses("BUS-ACT-11")
def test_contact_with_the_fallen_does_not_free_from_a_zone_of_control(told: f.ActionDeclared) -> None:
    """Who leaves a Prone enemy out of account is in contact with nobody, and so in the zone of another."""
    case = marked(touch(facing(), (MINE, SECOND)), SECOND, "prone")
    act(case, MINE).when(told).then_accepted()
    near = act(case, MINE, in_zoc_of=(THEIRS,))
    refused(near, told, "BUS-ACT-11")
    near.when(f.ActionDeclared(action="walk")).then_accepted()
    act(touch(case, (MINE, SECOND), (ALLY, THEIRS)), MINE, in_zoc_of=(THEIRS,)).when(told).then_accepted()


@pytest.mark.parametrize("trait", ["Agile", "Intangible"])
@accepts("BUS-ACT-11", "BUS-TRT-56")
@refuses("BUS-ACT-11", "BUS-TRT-03")
def test_who_ignores_contact_minds_the_zones_of_others(trait: str) -> None:
    case = touch(facing(armed(trait)), (MINE, SECOND))
    wait = f.ActionDeclared(action="wait")
    refused(act(case, MINE, in_zoc_of=(THEIRS,)), wait, "BUS-ACT-11")
    alone = act(case, MINE).when(wait)
    assert [one.rule for one in alone.violations] == (["BUS-TRT-03"] if trait == "Agile" else [])


@accepts("BUS-TRT-62", "BUS-DMG-11")
@refuses("BUS-LOG-04", "BUS-DMG-11")
def test_nobody_makes_a_last_stand_once_the_last_stands_are_over() -> None:
    """END 1 removes them first; who falls while the Frightened still test in it falls at once (decision 8-53)."""
    case = marked(facing(None, armed("Last Stand")), MINE, "frightened", value=5)
    fell = f.WoundsChanged(model=THEIRS, number=9)
    assert table_of(case.when(fell)).bodies[THEIRS].flags == ("last_stand",)
    over = main_over(case)
    assert [one.kind for one in table_of(over).tests] == ["fear"]
    after = over.when(fell)
    assert after.state.models[THEIRS].place == "out"
    refused(after, f.EffectChanged(model=THEIRS, what="Slow"), "BUS-LOG-04")
    main_over(case.when(fell)).when(f.TestRolled(model=MINE, dice="55")).then_accepted()


@accepts("BUS-GEN-18", "BUS-MOVE-12")
@refuses("BUS-MOVE-12")
def test_the_held_swap_their_place_with_nobody() -> None:
    case = act(touch(facing(), (MINE, THEIRS)), MINE)
    swap, other = f.ModelsSwapped(model=MINE, other=ALLY), f.ModelsSwapped(model=ALLY, other=MINE)
    case.when(swap).then_accepted()
    held = marked(case, MINE, "held", by=THEIRS)
    refused(held, swap, "BUS-MOVE-12")
    refused(held, other, "BUS-MOVE-12")
    swaps = offered(held, "models_swapped")
    assert swaps and not any(MINE in (*one.choices["model"], *one.choices["other"]) for one in swaps)
    assert any(MINE in one.choices["model"] for one in offered(case, "models_swapped"))
    free = held.when(f.ModelsSwapped(model=ALLY, other="red:third"))
    free.then_accepted()


@accepts("BUS-TRG-11", "BUS-TRT-14")
@refuses("BUS-TRG-11", "BUS-TRT-14")
def test_a_bodyguard_that_fear_kept_back_does_not_try_again() -> None:
    """Another one may, and so may it where somebody else is gone for."""
    guards = {"second": armed('Bodyguard [Human] (3")'), "third": armed('Bodyguard [Human] (3")')}
    case = act(facing(armed("Fear (5)"), blues=guards), MINE, "charge", target=THEIRS)
    first, second = (
        f.TraitUsed(model=name, trait="bodyguard", inches=3.0) for name in (SECOND, "blue:third")
    )
    assert acting_of(case.when(first).when(f.TestRolled(model=SECOND, dice="55"))).guards == (SECOND,)
    shy = case.when(first).when(f.TestRolled(model=SECOND, dice="31"))
    refused(shy, first, "BUS-TRG-11", "BUS-TRT-14")
    assert {one for told in offered(shy, "trait_used") for one in told.choices["model"]} == {"blue:third"}
    assert acting_of(shy).targets == (THEIRS,)
    after = shy.when(second).when(f.TestRolled(model="blue:third", dice="55"))
    assert acting_of(after).targets == ("blue:third",)


@accepts("BUS-TRG-11", "BUS-RNG-19")
@refuses("BUS-TRG-11")
def test_the_next_shot_is_another_chance_for_a_bodyguard() -> None:
    guard = {"second": armed('Bodyguard [Human] (3")')}
    case = aimed(shooting(archer("Rapid Fire (2)", "Fear (5)"), blues=guard))
    stands = f.TraitUsed(model=SECOND, trait="bodyguard", inches=3.0)
    shy = case.when(stands).when(f.TestRolled(model=SECOND, dice="31"))
    refused(shy, stands, "BUS-TRG-11")
    aimed(shy.when(f.RangedAttackRolled(dice="111"))).when(stands).then_accepted()


@accepts("BUS-TRG-11", "BUS-TRT-106", "BUS-TRG-06")
@refuses("BUS-TRG-11", "BUS-DMG-01")
def test_of_several_keywords_in_a_bracket_one_is_enough() -> None:
    """As with Immune [Held, Immobilised]; the words of a name that has a comma are keywords too."""
    guard = f.TraitUsed(model=SECOND, trait="bodyguard", inches=3.0)

    def guarded(keyword: str) -> Case:
        case = facing(blues={"second": armed(f'Bodyguard [{keyword}] (3")')})
        return act(case, MINE, "charge", target=THEIRS)

    guarded("Monk, Human").when(guard).then_accepted()
    refused(guarded("Monk, Oni"), guard, "BUS-TRG-11")
    for trait, number in (("Strong [Melee, Size]", 3), ("Strong [Ranged, Size]", 2)):
        case = won(fighting(armed(trait)))
        right_and_wrong(case, damage("345"[:number]), damage("345"[: 5 - number]), "BUS-DMG-01")
    angry = won(fighting(armed("Vengeance [Oni, Human]")))
    right_and_wrong(angry, damage("22", row=5), damage("22", row=4), "BUS-TRT-106")


@accepts("BUS-COND-24")
@refuses("BUS-COND-24")
def test_nobody_takes_control_of_a_model_of_its_own() -> None:
    """What would add markers to one that has some takes as many away, whoever does it."""
    case = facing()
    theirs, own = (f.MarkerChanged(model=THEIRS, marker="controlled", by_side=side) for side in SIDES)
    right_and_wrong(case, theirs, own, "BUS-COND-24")
    freed = case.when(theirs).when(own)
    freed.then_accepted()
    assert not table_of(freed).bodies[THEIRS].markers


@accepts("BUS-COND-24", "BUS-LOG-03")
@refuses("BUS-LOG-03")
@pytest.mark.parametrize("action", ["run", "ranged"])
def test_whoever_takes_control_in_an_activation_goes_on_with_it(action: str) -> None:
    """The side that activated the model was offered its move, and refused; nobody else was offered it."""
    case = playing(red={"chief": archer(), "second": archer()}, blue={"chief": armed()})
    case = act(case, MINE, action).when(f.MarkerChanged(model=MINE, marker="controlled", by_side="blue"))
    told = f.RangedAttackDeclared(target=ALLY, distance=5.0) if action == "ranged" else moved()
    (offer,) = offered(case, tag(type(told)))
    assert offer.players == case.state.sides["blue"].players
    assert THEIRS not in (*offer.choices.get("contact", ()), *offer.choices.get("target", ()))
    case.when(told, B).then_accepted()
    refused(case, told, "BUS-LOG-03", by=R)
    (ending,) = offered(case, "activation_ended")
    assert ending.players == case.state.sides["blue"].players


@pytest.mark.parametrize(("number", "left"), [(9, 0), (2, 2)])
@accepts("BUS-GEN-27", "BUS-SETUP-23")
@refuses("BUS-GEN-27")
def test_who_was_killed_comes_from_a_flank_without_wounds(number: int, left: int) -> None:
    """Who was removed with two boxes marked has two (decision 8-61); Regenerate changes neither while it is away."""
    case = playing(red={"second": armed("Regenerate (1)" if left == 0 else "Brutal (1)")})
    case = case.when(f.WoundsChanged(model=ALLY, number=number))
    case = case if left == 0 else case.when(f.ModelRemoved(model=ALLY))
    plan = e.FlankPlanRecorded(side="red", model=ALLY, turn=2, edge="east")
    case = begun(turn_over(case.when(plan)))
    back = case.when(e.FlankRevealed(side="red", model=ALLY, turn=2, edge="east"))
    right_and_wrong(back, checked(ALLY, wounds=left), checked(ALLY, wounds=5), "BUS-GEN-27")


@accepts("BUS-ACT-21", "BUS-COND-14")
@refuses("BUS-ACT-21", "BUS-MEL-10")
def test_who_stands_up_beside_the_fallen_fights_them_only_if_it_says_so() -> None:
    """Contact with the Prone may be left out of account as an action is performed; with one who stands it may not."""
    rise = f.ActionDeclared(action="stand_up")
    fallen = marked(marked(touch(facing(), (MINE, THEIRS)), MINE, "prone"), THEIRS, "prone")
    alone = act(fallen, MINE).when(rise)
    refused(alone, split("red", 1, 1), "BUS-MEL-10")
    assert acting_of(alone).resolved and table_of(alone).bodies[MINE].counters == 1
    named = act(fallen, MINE).when(f.ActionDeclared(action="stand_up", target=THEIRS))
    assert fight_of(named).other == THEIRS
    both = act(touch(fallen, (MINE, THEIRS), (MINE, SECOND)), MINE)
    assert fight_of(both.when(rise)).other == SECOND
    assert fight_of(both.when(f.ActionDeclared(action="stand_up", target=THEIRS))).other == THEIRS
    told = [one.choices.get("target") for one in offered(both, "action_declared")]
    assert (told.count(()), told.count((THEIRS, SECOND))) == (1, 1)
    three = act(touch(fallen, (MINE, THEIRS), (MINE, SECOND), (MINE, "blue:third")), MINE)
    refused(three, rise, "BUS-ACT-21")


@accepts("BUS-DMG-10", "BUS-TRT-85")
@refuses("BUS-ACT-10", "BUS-DMG-10")
def test_the_fallen_may_rise_though_who_struck_them_is_gone() -> None:
    """The activation ends with its model; whether the enemy that it brought down rises has still to be seen."""
    case = won(fighting(None, armed("Rise (4)", wound_tracks=(1,)))).when(damage("66"))
    case = case.when(f.ModelRemoved(model=MINE))
    assert acting_of(case).resolved and [one.kind for one in table_of(case).tests] == ["rise"]
    refused(case, f.ModelActivated(model=SECOND), "BUS-ACT-10")
    up = case.when(f.TestRolled(model=THEIRS, dice="4"))
    right_and_wrong(up, checked(THEIRS, wounds=0), checked(THEIRS, wounds=1), "BUS-DMG-10")
    assert case.when(f.TestRolled(model=THEIRS, dice="3")).state.models[THEIRS].place == "out"
    up.when(f.ModelActivated(model=SECOND)).then_accepted()
