"""Ground, zones of control and traits that are limited to one kind of attack."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
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
from games.bushido.tests.full.tables import RULES, act, card, checked, marked, refused, right_and_wrong, touch
from games.ruleset import EVERYONE
from games.testing import accepts, refuses

ALLY, SECOND = "red:second", "blue:second"


@accepts("BUS-MOVE-10")
@refuses("BUS-MOVE-10")
def test_ideal_ground_helps_no_melee() -> None:
    far = f.ModelMoved(model=MINE, inches=6.0, contact=(THEIRS,), ideal=True)
    act(facing(), MINE, "charge", target=THEIRS).when(far).then_accepted()
    refused(act(facing(), MINE, "melee", target=THEIRS), far, "BUS-MOVE-10")
    act(facing(), MINE, "walk").when(f.ModelMoved(model=MINE, inches=6.0, ideal=True)).then_accepted()


@accepts("BUS-TRT-39", "BUS-TRT-23", "BUS-TRT-56", "BUS-GEN-16")
@refuses("BUS-MOVE-04")
def test_who_may_ignore_a_zone_leaves_it_as_it_likes() -> None:
    bent = f.ModelMoved(model=MINE, inches=3.0, straight=False)
    for trait in ("Evasive", "Cloudwalk", "Intangible"):
        act(facing(card(trait)), MINE, "walk", in_zoc_of=(THEIRS,)).when(bent).then_accepted()
    act(facing(None, card("Insignificant")), MINE, "walk", in_zoc_of=(THEIRS,)).when(bent).then_accepted()
    refused(act(facing(), MINE, "walk", in_zoc_of=(THEIRS,)), bent, "BUS-MOVE-04")


def way(*contact: str, **told: Any) -> f.ModelMoved:
    """Red's chief goes through the zone of control of blue's third model."""
    return f.ModelMoved(
        **{"model": MINE, "inches": 3.0, "contact": contact, "enters": ("blue:third",), **told}
    )


@accepts("BUS-MOVE-04", "BUS-ACT-17", "BUS-TRT-03")
@refuses("BUS-MOVE-02")
def test_who_leaves_contact_minds_no_zone_until_that_move_is_over() -> None:
    """A walk after a Disengage, one of an Agile model, and one away from an enemy that is down; not one that stays."""
    leaving = act(touch(facing(), (MINE, THEIRS)), MINE, "disengage", target=THEIRS)
    allocated(leaving, (0, 3), (2, 1)).when(dice(("", "655"), ("22", "5"))).when(way()).then_accepted()
    agile = touch(facing(card("Agile")), (MINE, THEIRS))
    act(agile, MINE, "walk").when(way()).then_accepted()
    act(agile, MINE, "charge", target=SECOND).when(way(SECOND)).then_accepted()
    act(agile, MINE, "walk", in_zoc_of=("blue:third",)).when(way(straight=False)).then_accepted()
    down = act(marked(touch(facing(), (MINE, THEIRS)), THEIRS, "prone"), MINE, "walk")
    down.when(way()).then_accepted()
    refused(down, way(THEIRS), "BUS-MOVE-02", "BUS-GEN-16")
    refused(act(facing(), MINE, "walk"), way(), "BUS-MOVE-02", "BUS-GEN-16")


@accepts("BUS-ACT-15", "BUS-ACT-14")
@refuses("BUS-ACT-14")
def test_who_fights_in_contact_goes_round_the_base_as_it_likes() -> None:
    case = act(touch(facing(), (MINE, THEIRS)), MINE, "melee", target=SECOND)
    for met_then in (SECOND, THEIRS):
        case.when(way(met_then)).then_accepted()
    refused(act(facing(), MINE, "melee", target=SECOND), way(SECOND), "BUS-ACT-14", "BUS-GEN-16")


@accepts("BUS-TRG-06", "BUS-TRT-06", "BUS-TRT-103")
@refuses("BUS-TRG-06", "BUS-TRT-06")
def test_hides_and_armour_against_one_kind_of_attack() -> None:
    plated = armed("Armour [Ranged] (2)")
    right_and_wrong(won(fighting(None, plated)), damage("36", row=9), damage("36", row=7), "BUS-DMG-01")
    shot = aimed(shooting(archer(), plated)).when(roll("666"))
    right_and_wrong(shot, damage("36", row=7), damage("36", row=9), "BUS-TRT-06")
    tough = armed("Tough [Ranged] (1)")
    right_and_wrong(won(fighting(None, tough)), damage("36", wounds=4), damage("36", wounds=3), "BUS-DMG-04")


@accepts("BUS-TRT-17", "BUS-TRG-06")
@refuses("BUS-TRT-17")
def test_brutal_against_one_kind_of_attack() -> None:
    for trait, result in (("Brutal [Melee] (1)", 8), ("Brutal [Ranged] (1)", 9)):
        case = aimed(shooting(archer(trait)))
        right_and_wrong(case, roll("666", result=result), roll("666", result=17 - result), "BUS-RNG-09")


@accepts("BUS-TRT-01", "BUS-RNG-12")
@refuses("BUS-TEST-02")
def test_the_bow_helps_in_the_second_check_too() -> None:
    for weapon, most in ((bow("Adept [Ranged] (1)"), 3), (bow(), 2)):
        case = touch(facing(archer(weapon=weapon, ranged=4)), (ALLY, THEIRS))
        case = aimed(act(case, MINE, "ranged")).when(roll("6666"))
        case.when(f.TestRolled(model=MINE, dice="2222", supporting=most)).then_accepted()
        refused(case, f.TestRolled(model=MINE, dice="2222", supporting=most + 1), "BUS-TEST-02")


@accepts("BUS-TRT-86")
@refuses("BUS-TRT-86")
def test_the_prone_may_give_themselves_for_a_friend() -> None:
    case = facing(None, None, blues={"second": armed('Sacrifice [Human] (3")')})
    low = won(met(marked(case, SECOND, "prone")))
    offered = {
        (model, trait)
        for one in RULES.next_events(low.state, EVERYONE)
        if one.type == "trait_used"
        for model in one.choices["model"]
        for trait in one.choices["trait"]
    }
    assert (SECOND, "sacrifice") in offered
    given = f.TraitUsed(model=SECOND, trait="sacrifice", inches=2.0)
    low.when(given).then_accepted()
    refused(won(met(touch(case, (SECOND, ALLY)))), given, "BUS-TRT-86")


@accepts("BUS-SPA-18", "BUS-TRT-19")
@refuses("BUS-SPA-18")
def test_nobody_rides_out_of_a_web() -> None:
    webbed = armed(specials={"Web Defence": 1}, melee=4)
    ride = f.TraitUsed(model=MINE, trait="cavalry", inches=3.0)
    case = met(facing(armed('Cavalry (3")'), webbed))
    case = case.when(split("red", 1, 2)).when(split("blue", 0, 3, "Web Defence", 1))
    case = touch(case.when(dice(("2", "22"), ("", "666"))))
    refused(case, ride, "BUS-SPA-18")
    act(facing(card('Cavalry (3")')), MINE, "wait").when(ride).then_accepted()


@accepts("BUS-TEST-09")
@refuses("BUS-TEST-09")
def test_only_dice_that_lie_there_are_rolled_again() -> None:
    case = aimed(shooting(archer("Prowess [Ranged] (1)")))
    for place, fine in ((3, True), (4, False)):
        again = f.Reroll(by=MINE, whose=MINE, colour="attack", place=place, was=1, source="prowess")
        told = roll("532", rerolls=(again,))
        case.when(told).then_accepted() if fine else refused(case, told, "BUS-TEST-09")
    case = allocated(fighting(armed("Dodge (1)")))
    for place, fine in ((1, True), (2, False)):
        again = f.Reroll(by=MINE, whose=THEIRS, colour="attack", place=place, was=6, source="dodge")
        thrown = dice(("63", "2"), ("2", "22"), rerolls=(again,))
        case.when(thrown).then_accepted() if fine else refused(case, thrown, "BUS-TEST-09")


@accepts("BUS-TRT-38")
@refuses("BUS-TRT-38")
def test_a_net_holds_with_whatever_attack_it_succeeds() -> None:
    net = armed(weapon=("Entangling",), specials={"Grapple Attack": 1})
    case = won(fighting(net), "Grapple Attack", 1)
    caught, loose = ({"held": 1, "immobilised": number} for number in (1, 0))
    right_and_wrong(case, checked(THEIRS, markers=caught), checked(THEIRS, markers=loose), "BUS-TRT-38")
    plain = won(fighting(armed(specials={"Grapple Attack": 1})), "Grapple Attack", 1)
    plain.when(checked(THEIRS, markers=loose)).then_accepted()


@accepts("BUS-TRG-11", "BUS-COND-26")
@refuses("BUS-TRG-11")
def test_a_bodyguard_that_fails_its_test_has_shown_itself() -> None:
    guards = {"second": armed('Bodyguard (3")', "Disguise (3)")}
    case = act(facing(armed("Fear (4)"), blues=guards), MINE, "melee", target=THEIRS)
    case = case.when(f.TraitUsed(model=SECOND, trait="bodyguard", inches=2.0))
    case = case.when(f.TestRolled(model=SECOND, dice="12", passed=False))
    right, wrong = (checked(SECOND, markers={"disguised": number}) for number in (0, 1))
    right_and_wrong(case, right, wrong, "BUS-TRG-11")


@accepts("BUS-TRT-107")
@refuses("BUS-TRT-107", "BUS-GEN-13")
def test_the_surprised_spend_no_virtue() -> None:
    spent = f.TraitUsed(model=THEIRS, trait="virtue_spent")
    case = facing().when(f.TokensChanged(model=THEIRS, token="virtue", number=1))
    act(case, MINE, "melee", target=THEIRS).when(spent).then_accepted()
    unseen = act(case, MINE, "melee", target=THEIRS, unseen_by=(THEIRS,))
    refused(unseen, spent, "BUS-TRT-107", "BUS-GEN-13")


@accepts("BUS-TRT-48")
@refuses("BUS-TRT-48")
def test_who_heals_itself_does_not_move() -> None:
    case = act(facing(card("Heal (1)")), MINE)
    right_and_wrong(
        case, f.ActionDeclared(action="heal"), f.ActionDeclared(action="heal", inches=2.0), "BUS-TRT-48"
    )
    case.when(f.ActionDeclared(action="heal", target=ALLY, inches=2.0)).then_accepted()
