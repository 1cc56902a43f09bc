"""Where two rules meet around an activation: last feats, riders that shoot, weapons that charge, webs, ties."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.common import put
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.steps import now
from games.bushido.profiles import Cost, Feat
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    allocated,
    armed,
    damage,
    dice,
    facing,
    fighting,
    split,
    won,
)
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting, shot_at
from games.bushido.tests.full.tables import (
    RULES,
    act,
    begun,
    card,
    checked,
    figures,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    table_of,
    touch,
    turn_over,
    waited,
)
from games.bushido.tests.full.test_feats import adept, feat, used
from games.bushido.tests.full.test_melee import pools
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses

SECOND = "blue:second"
FAR = Feat(name="Far", timing="S", target="Pe", cost=1, limits=("NB",))


@accepts("BUS-TURN-14", "BUS-KI-04")
@refuses("BUS-KI-04")
def test_who_has_just_acted_uses_active_feats_once_more() -> None:
    case = waited(facing(adept(), adept()), MINE)
    mine, theirs = (
        used(MINE, "Will", target=THEIRS, inches=3.0),
        used(THEIRS, "Will", target=MINE, inches=3.0),
    )
    case.when(mine).then_accepted()
    case.when(theirs).then_accepted()
    offered = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "ki_feat_used"]
    assert {MINE, THEIRS} <= {one.choices["model"][0] for one in offered if one.choices["feat"] == ("Will",)}
    refused(act(case, THEIRS), mine, "BUS-KI-04")


@accepts("BUS-TURN-14", "BUS-KI-04")
@refuses("BUS-KI-04")
def test_who_has_just_passed_uses_active_feats_once_more() -> None:
    """Until the other side acts; and so it is offered."""
    gale = Feat(name="Gale", timing="A", target="Pe", cost=0, limits=())
    fewer = facing(armed(feats=(gale,)), armed(feats=(gale,))).when(f.ModelRemoved(model="red:second"))
    passed = begun(turn_over(fewer)).when(f.PassTokenSpent(side="red"))
    use, theirs = (f.KiFeatUsed(model=model, feat="Gale") for model in (MINE, THEIRS))
    passed.when(use).when(theirs).then_accepted()
    offers = [one.choices["model"] for one in full_events(passed.state) if one.type == "ki_feat_used"]
    assert (MINE,) in offers and (THEIRS,) in offers
    right_and_wrong(act(passed, THEIRS), theirs, use, "BUS-KI-04")


@accepts("BUS-RNG-21", "BUS-TRT-19", "BUS-TRT-65")
@refuses("BUS-RNG-21")
def test_a_rider_that_shoots_has_moved() -> None:
    ride = f.TraitUsed(model=MINE, trait="cavalry", inches=2.0)
    case = act(facing(archer('Cavalry (3")')), MINE).when(ride).when(f.ActionDeclared(action="ranged"))
    right_and_wrong(case, shot_at(value=5), shot_at(value=4), "BUS-RNG-21")
    light = act(facing(archer('Cavalry (3")', weapon=bow("Light Weight"))), MINE).when(ride)
    light.when(f.ActionDeclared(action="ranged")).when(shot_at(value=4)).then_accepted()


@accepts("BUS-TRT-22", "BUS-TRG-02")
@refuses("BUS-TRT-22")
def test_a_weapon_that_is_better_in_a_charge() -> None:
    lance = armed(weapon=("Charging Bonus [Strength +1]",))
    right_and_wrong(
        won(fighting(lance, action="charge")), damage("34", row=10), damage("34", row=9), "BUS-DMG-01"
    )
    won(fighting(lance)).when(damage("34", row=7)).then_accepted()
    keen = fighting(armed(weapon=("Charging Bonus [Sharp (2)]",)), armed("Tough (2)"), action="charge")
    right_and_wrong(won(keen), damage("13", wounds=3), damage("13", wounds=1), "BUS-TRT-88")


@accepts("BUS-TRT-67", "BUS-TRG-02")
@refuses("BUS-TRT-67")
def test_a_quick_weapon_strikes_first() -> None:
    case = fighting(armed(), armed(weapon=("Lightning Reflexes",)))
    right, wrong = f.MeleeExchangeStarted(first=THEIRS), f.MeleeExchangeStarted(first=MINE)
    right_and_wrong(case, right, wrong, "BUS-TRT-67")


@accepts("BUS-TRT-03")
@refuses("BUS-TRT-03")
def test_the_agile_stay_for_a_feat_of_contact_alone() -> None:
    case = touch(facing(adept("Agile", feats=(*(adept().feats or ()), FAR))), (MINE, THEIRS))
    stays = f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))
    act(case, MINE).when(feat("Step", walk="after")).when(stays).then_accepted()
    refused(act(case, MINE).when(feat("Far", walk="after")), stays, "BUS-TRT-03")
    refused(act(case, MINE), feat("Far"), "BUS-TRT-03")
    charging = act(case, MINE, "charge", target=SECOND)
    both = f.ModelMoved(model=MINE, inches=1.0, contact=(SECOND, THEIRS))
    right_and_wrong(charging, f.ModelMoved(model=MINE, inches=1.0, contact=(SECOND,)), both, "BUS-TRT-03")


@accepts("BUS-ZONE-04", "BUS-VIM-08")
@refuses("BUS-ZONE-04", "BUS-ZONE-01")
def test_a_form_without_a_price_has_that_of_the_other() -> None:
    case = playing("ryodo", {"chief": card(same_model_as=("fox",))})
    sheets = {**table_of(case).sheets, "fox": card(cost=Cost(None, "Sp"))}
    case = Case(case.rules, case.setup, put(case.state, sheets=sheets), case.entries)
    case = main_over(case.when(f.ModelReplaced(model=MINE, card="fox")))
    zone = next(iter(case.state.zones))
    right = f.ZoneCounted(zone=zone, inside=(MINE,), controller="red")
    case.when(right).then_accepted()
    plain = main_over(playing("ryodo", {"chief": card(cost=Cost(None, "Sp"))}))
    refused(plain, right, "BUS-ZONE-01")


@accepts("BUS-SPA-18", "BUS-ACT-17")
@refuses("BUS-SPA-18", "BUS-ACT-17")
def test_a_web_keeps_who_wants_to_leave() -> None:
    for special in (None, "Web Defence"):
        case = touch(facing(armed(melee=4), armed(specials={"Web Defence": 1}, melee=4)), (MINE, THEIRS))
        case = act(case, MINE, "disengage", target=THEIRS).when(split("red", 2, 2))
        case = case.when(split("blue", 1, 2, special, 1) if special else split("blue", 2, 2))
        case = case.when(dice(("22", "66"), ("2" if special else "22", "66")))
        away = f.ModelMoved(model=MINE, inches=2.0)
        if special:
            assert now(case.state) == "main"
            refused(case, away, "BUS-ACT-17")
        else:
            case.when(away).then_accepted()


@accepts("BUS-MEL-20", "BUS-MEL-18", "BUS-TEST-06")
@refuses("BUS-MEL-18")
def test_ties_and_dice_that_all_show_one() -> None:
    beaten = allocated(fighting(), (1, 2), (0, 3)).when(dice(("6", "11"), ("", "422")))
    assert table_of(beaten).harm is None, "6 against 6, one die against three"
    level = allocated(fighting(), (2, 1), (1, 2)).when(dice(("52", "1"), ("2", "51")))
    assert table_of(level).harm is not None
    nothing = allocated(fighting(), (2, 1), (3, 0)).when(dice(("11", "5"), ("111", "")))
    nothing.when(damage("66", wounds=3)).then_accepted()
    idle = allocated(fighting(), (0, 3), (0, 3)).when(dice(("", "555"), ("", "111")))
    refused(idle, damage("66"), "BUS-TEST-20")
    boastful = allocated(fighting(armed("Brutal (2)")), (0, 3), (1, 2))
    told: dict[str, Any] = {"red": ("", "555"), "blue": ("2", "42")}
    right_and_wrong(
        boastful, dice(**told, finals={MINE: (0, 7)}), dice(**told, finals={MINE: (2, 7)}), "BUS-MEL-18"
    )


@accepts("BUS-MEL-31", "BUS-MEL-08", "BUS-TEST-04")
@refuses("BUS-MEL-31", "BUS-MEL-08")
def test_a_split_attack_on_three_who_help_each_other() -> None:
    """4 dice, 2 less for the split, 2 less for those who help: both gain one."""
    case = act(
        facing(armed("Split Attack", melee=4)), MINE, "melee", target=THEIRS, also=(SECOND, "blue:third")
    )
    case = case.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS, SECOND, "blue:third")))
    right_and_wrong(
        case, pools(red=1, blue=4), pools(red=2, blue=3), "BUS-MEL-31", "BUS-MEL-08", "BUS-TEST-04"
    )


@accepts("BUS-ACT-25", "BUS-MEL-31")
@refuses("BUS-ACT-25", "BUS-DMG-01")
def test_a_charge_by_split_attack_has_its_bonus_once() -> None:
    """The bonus is of the first damage roll of the action; an exchange without one leaves it to the next."""
    case = facing(armed("Split Attack", melee=4), armed(wound_tracks=(12,)))
    case = act(case, MINE, "charge", target=THEIRS, also=(SECOND,))
    case = case.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS, SECOND)))
    hit = allocated(case, (2, 0), (0, 3)).when(dice(("66", ""), ("", "111")))
    hit = right_and_wrong(hit, damage("12", row=5), damage("12", row=3), "BUS-ACT-25")
    hit = allocated(hit, (2, 0), (0, 3)).when(dice(("66", ""), ("", "111"), theirs=SECOND))
    right_and_wrong(hit, damage("12", row=3), damage("12", row=5), "BUS-DMG-01")
    missed = allocated(case, (0, 2), (0, 3)).when(dice(("", "66"), ("", "111")))
    missed = allocated(missed, (2, 0), (0, 3)).when(dice(("66", ""), ("", "111"), theirs=SECOND))
    right_and_wrong(missed, damage("12", row=5), damage("12", row=3), "BUS-ACT-25")


@accepts("BUS-RNG-06", "BUS-RNG-12", "BUS-RNG-17")
@refuses("BUS-RNG-06", "BUS-RNG-17")
def test_a_shot_with_every_modifier() -> None:
    """Long band 6, cover 2, walk 1, the target ran 1, Ranged Defence 1, Swarm 1."""
    case = act(facing(archer(), armed("Ranged Defence (1)", "Swarm")), "red:second", "wait")
    case = act(case, THEIRS, "run").when(f.ModelMoved(model=THEIRS, inches=6.0))
    case = act(case, MINE, "ranged", walk="after")
    right, wrong = shot_at(distance=12.1, cover=True, value=12), shot_at(distance=12.0, cover=True, value=12)
    right_and_wrong(case, right, wrong, "BUS-RNG-06")
    doomed = marked(facing(archer(ranged=1, ki=5)), THEIRS, "death_sentence")
    doomed = act(doomed, MINE, "ranged").when(shot_at()).when(f.KiBoosted(model=MINE, stat="ranged"))
    refused(doomed, roll("666"), "BUS-RNG-17", "BUS-GEN-04")
    doomed.when(roll("66")).then_accepted()


@accepts("BUS-KI-10", "BUS-KI-15")
@refuses("BUS-KI-10", "BUS-KI-15")
def test_who_parts_with_no_ki_parts_with_it_by_no_trait_either() -> None:
    gives = armed('Channel (9/6")')
    ours = f.TraitUsed(model=THEIRS, trait="channel", targets=(f.Share(model="red:second"),), inches=2.0)
    case = marked(facing(None, gives), THEIRS, "controlled", number=2, by_side="red")
    refused(act(case, THEIRS), ours, "BUS-KI-10")
    refused(act(case, THEIRS), f.ActionDeclared(action="wait", wait="terrain"), "BUS-KI-10")
    kami = act(facing(armed("Kami", 'Channel (9/6")')), MINE)
    six, five = (
        f.TraitUsed(model=MINE, trait="channel", targets=tuple(shares), inches=2.0)
        for shares in (
            (f.Share(model="red:second", amount=4), f.Share(model="red:third", amount=2)),
            (f.Share(model="red:second", amount=4), f.Share(model="red:third", amount=1)),
        )
    )
    right_and_wrong(kami, five, six, "BUS-KI-15")
    breaks = f.ActionDeclared(action="wait", wait="terrain")
    refused(act(facing(armed("Kami", ki_limit=2)), MINE), breaks, "BUS-KI-15")
    act(facing(armed("Kami", ki_limit=3)), MINE).when(breaks).then_accepted()


@accepts("BUS-COND-24", "BUS-COND-06")
@refuses("BUS-COND-24")
def test_a_disease_takes_control_away_with_the_counter() -> None:
    case = marked(marked(playing(), THEIRS, "controlled", number=9, by_side="red"), THEIRS, "diseased")
    before = len([one for one in figures(main_over(case), THEIRS).markers if one.kind == "controlled"])
    case = begun(turn_over(case))
    right = checked(THEIRS, counters=1, markers={"controlled": before - 1})
    right_and_wrong(case, right, checked(THEIRS, markers={"controlled": before}), "BUS-COND-24")


@accepts("BUS-TRT-19", "BUS-RNG-21", "BUS-TRT-65")
@refuses("BUS-TRT-19", "BUS-RNG-21")
def test_who_rides_after_a_shot_has_said_that_it_will_move() -> None:
    """ "Moved or will move in this activation": the ride is declared as a walk after the shot, which counts for it."""
    ride = f.TraitUsed(model=MINE, trait="cavalry", inches=3.0)
    rider = archer("Cavalry (4)")
    stood = aimed(shooting(rider)).when(roll("111"))
    refused(stood, ride, "BUS-TRT-19", "BUS-RNG-21")
    assert not [one for one in full_events(stood.state) if one.choices.get("trait") == ("cavalry",)]
    said = (
        aimed(shooting(rider, walk="after"))
        .when(roll("111", value=5))
        .when(f.ModelMoved(model=MINE, inches=0.0))
    )
    said.when(ride).then_accepted()
    light = archer("Cavalry (4)", weapon=bow("Light Weight"))
    aimed(shooting(light)).when(roll("111", value=4)).when(ride).then_accepted()
