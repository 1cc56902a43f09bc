"""Where two rules meet once somebody is hit: strikes back, nets, Rise, Last Stand, poison, disguises, the held."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.common import has
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.steps import now
from games.bushido.profiles import Profile, Weapon
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
from games.bushido.tests.full.shooting import aimed, archer, roll, shooting
from games.bushido.tests.full.tables import (
    RULES,
    act,
    acting_of,
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
    waited,
)
from games.bushido.tests.full.test_feats import adept, feat, opposed, used
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses

ALLY = "red:second"


def countered(*weapon: str, strength: object = 0, blue: Profile | None = None, **told: Any) -> Case:
    """Blue strikes first and fails; red's Counterstrike is at level 2."""
    specials = {"Counterstrike Defence": 1}
    red = armed(weapon=weapon, strength=strength, specials=specials, melee=4)
    case = fighting(red, blue or armed("Lightning Reflexes"), **told)
    case = case.when(split("red", 1, 2, "Counterstrike Defence", 1)).when(split("blue", 2, 1))
    return case.when(dice(("6", "66"), ("22", "2")))


@accepts("BUS-SPA-14")
@refuses("BUS-TRT-77", "BUS-TRT-86")
def test_nobody_goes_for_who_is_struck_by_a_counterstrike() -> None:
    """It follows from a defence, and both speak of an attack that has succeeded."""
    blues = {"second": card("Sacrifice (3)"), "third": card()}
    case = countered(blue=armed("Lightning Reflexes", "Protected (3)"), blues=blues)
    refused(
        case,
        f.TraitUsed(model=THEIRS, trait="protected", targets=(f.Share(model="blue:third"),)),
        "BUS-TRT-77",
    )
    refused(case, f.TraitUsed(model="blue:second", trait="sacrifice"), "BUS-TRT-86")
    assert not [one for one in full_events(case.state) if one.type == "trait_used"]


@accepts("BUS-SCORE-07", "BUS-DMG-10")
@refuses("BUS-SCORE-07")
def test_who_may_rise_in_a_zone_has_fallen_when_it_does_not() -> None:
    """Bavarian Botoku: the point comes with the failed roll; not for who rises, nor at once for a last stand."""
    for traits, rolled, sp in (
        (("Rise (4)",), "3", 1),
        (("Rise (4)",), "4", 0),
        (("Rise (4)", "Last Stand"), "3", 0),
    ):
        blue = armed(*traits, wound_tracks=(1,))
        case = won(met(facing(armed(strength=6), blue, scenario="bavarian_botoku")), level=4)
        for in_zone in (True, False):
            hit = case.when(damage("66", in_zone=in_zone))
            assert hit.state.sides["red"].sp == 0
            after = hit.when(f.TestRolled(model=THEIRS, dice=rolled))
            due = sp if in_zone else 0
            right, wrong = ({"red": number, "blue": 0} for number in (due, 1 - due))
            right_and_wrong(after, f.TableChecked(points=right), f.TableChecked(points=wrong))


@accepts("BUS-SCORE-07", "BUS-DMG-11", "BUS-DMG-10")
@refuses("BUS-SCORE-07")
@pytest.mark.parametrize("traits", [("Last Stand",), ("Rise (4)", "Last Stand")])
@pytest.mark.parametrize(
    ("zones", "sp"), [((True,), 1), ((False,), 0), ((False, True), 0), ((True, False), 1)]
)
def test_who_was_killed_in_a_zone_scores_once_its_last_stand_is_over(
    traits: tuple[str, ...], zones: tuple[bool, ...], sp: int
) -> None:
    """Whoever dealt the last wound has killed it (BUS-VIM-11), and where that was decides."""
    blue = armed(*traits, wound_tracks=(1,))
    case = facing(armed(strength=6), blue, scenario="bavarian_botoku")
    case = won(met(case), level=4).when(damage("66", in_zone=zones[0]))
    if now(case.state) == "test":
        case = case.when(f.TraitUsed(model=THEIRS, trait="last_stand"))
    case = case.when(damage("11"))
    for in_zone in zones[1:]:
        case = won(act(waited(case, "blue:second"), MINE, "melee", target=THEIRS), level=4)
        case = case.when(damage("66", in_zone=in_zone)).when(damage("11"))
    assert case.state.sides["red"].sp == 0
    after = main_over(touch(case))
    right, wrong = ({"red": number, "blue": 0} for number in (sp, 1 - sp))
    right_and_wrong(after, f.TableChecked(points=right), f.TableChecked(points=wrong))


@accepts("BUS-DMG-12", "BUS-SPA-14", "BUS-TRT-38")
@refuses("BUS-DMG-12")
def test_a_net_that_strikes_back_wounds_nobody() -> None:
    countered().when(damage("12", row=3)).then_accepted()
    netted = countered("Entangling")
    assert has(netted.state, THEIRS, "immobilised")
    right, wrong = checked(THEIRS, markers={"immobilised": 2}), checked(THEIRS, markers={"immobilised": 0})
    right_and_wrong(netted, right, wrong, "BUS-DMG-12")  # struck back, then struck
    refused(countered(strength="Sp"), damage("12"), "BUS-TEST-20")


@accepts("BUS-SPA-15")
@refuses("BUS-SPA-15", "BUS-LOG-02")
def test_nobody_follows_who_was_not_moved_away() -> None:
    """The Immovable stays, so the other touches it still: no move is asked, and the exchange goes on."""
    attacked = fighting(armed(specials={"Forceback Attack": 1}), armed("Immovable"))
    attacked = allocated(attacked, (2, 0, "Forceback Attack", 1), (1, 2)).when(dice(("66", ""), ("2", "22")))
    repelled = fighting(armed("Immovable"), armed(specials={"Forceback Defence": 1}))
    repelled = allocated(repelled, (1, 2), (0, 2, "Forceback Defence", 1))
    repelled = repelled.when(dice(("2", "22"), ("", "66")))
    for case, step, model, enemy in ((attacked, "damage", MINE, THEIRS), (repelled, "main", THEIRS, MINE)):
        assert now(case.state) == step
        refused(case, f.ModelMoved(model=model, inches=0.0, contact=(enemy,)), "BUS-LOG-02")
    loose = fighting(armed(specials={"Forceback Attack": 1}))
    loose = allocated(loose, (2, 0, "Forceback Attack", 1), (1, 2)).when(dice(("66", ""), ("2", "22")))
    loose.when(f.ModelMoved(model=THEIRS, inches=1.0)).when(
        f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))
    ).then_accepted()


@accepts("BUS-MOVE-12", "BUS-COND-09")
@refuses("BUS-MOVE-12")
@pytest.mark.parametrize("held", [False, True])
def test_who_is_held_does_not_step_aside(held: bool) -> None:
    case = fighting(armed(), armed(specials={"Sidestep Defence": 1}, melee=4))
    case = marked(case, THEIRS, "held", by=MINE) if held else case
    case = case.when(split("red", 3, 0)).when(split("blue", 0, 3 - held, "Sidestep Defence", 1))
    case = case.when(dice(("222", ""), ("", "66" if held else "666")))
    aside = f.ModelMoved(model=THEIRS, inches=1.5)
    if held:
        refused(case, aside, "BUS-LOG-02")
    else:
        case.when(aside).then_accepted()


@accepts("BUS-COND-24", "BUS-TRT-102")
@refuses("BUS-COND-24")
def test_the_tireless_too_fight_under_control_once_less() -> None:
    case = marked(playing(red={"second": armed("Tireless")}), ALLY, "controlled", number=2, by_side="blue")
    case = act(case, MINE, "melee", target=ALLY).when(f.ModelMoved(model=MINE, inches=1.0, contact=(ALLY,)))
    case = case.when(split("red", 2, 1)).when(split("blue", 1, 2))
    case = case.when(dice(("22", "2"), ("2", "66"), theirs=ALLY))
    right, wrong = checked(ALLY, markers={"controlled": 1}), checked(ALLY, markers={"controlled": 2})
    right_and_wrong(case, right, wrong, "BUS-COND-24")
    assert figures(case, ALLY).counters == 2


@accepts("BUS-TRT-05")
@refuses("BUS-TRT-05")
def test_a_weapon_without_a_name_has_its_ammunition() -> None:
    bare = Weapon(kind="ranged", strength=0, bands=(6, 12, 18), traits=("Ammo (1)",), specials={})
    case = aimed(shooting(archer(weapon=bare)))
    assert table_of(case.when(roll("666"))).harm is not None
    empty = Weapon(kind="ranged", strength=0, bands=(6, 12, 18), traits=("Ammo (0)",), specials={})
    refused(aimed(shooting(archer(weapon=empty))), roll("666"), "BUS-TRT-05")


GAINED = [
    ("Tough (2)", (), damage("45", wounds=2), damage("45", wounds=3), "BUS-TRT-103"),
    ("Armour (+1)", ("Armour (1)",), damage("34", row=5), damage("34", row=6), "BUS-TRT-06"),
    ("Armour (2)", ("Armour (1)",), damage("34", row=5), damage("34", row=4), "BUS-TRG-03"),
]


@accepts("BUS-TRG-03")
@refuses("BUS-TRG-03")
@pytest.mark.parametrize(("what", "printed", "right", "wrong", "rule"), GAINED)
def test_a_gained_trait_has_the_number_that_it_is_told_with(
    what: str, printed: tuple[str, ...], right: f.DamageRolled, wrong: f.DamageRolled, rule: str
) -> None:
    case = facing(None, armed(*printed)).when(f.EffectChanged(model=THEIRS, what=what))
    right_and_wrong(won(met(case)), right, wrong, "BUS-TRG-03", rule)


@accepts("BUS-TRT-22")
@refuses("BUS-TRT-22")
def test_a_charging_bonus_has_its_number() -> None:
    case = allocated(fighting(armed("Charging Bonus [Brutal (2)]"), action="charge"), (3, 0), (0, 3))
    told: dict[str, Any] = {"red": ("222", ""), "blue": ("", "666")}
    right_and_wrong(
        case, dice(**told, finals={MINE: (6, 0)}), dice(**told, finals={MINE: (5, 0)}), "BUS-TRT-22"
    )


@accepts("BUS-COND-26", "BUS-COND-07", "BUS-KI-08")
@refuses("BUS-COND-26", "BUS-COND-07")
def test_a_feat_has_to_see_through_a_disguise() -> None:
    case = act(marked(facing(adept()), THEIRS, "disguised", value=4), MINE)
    asked = case.when(used(MINE, "Gaze", target=THEIRS, inches=3.0))
    seen, unseen = (
        f.TestRolled(model=MINE, dice="42", passed=True),
        f.TestRolled(model=MINE, dice="42", passed=False),
    )
    known = right_and_wrong(asked, seen, unseen, "BUS-COND-26")
    assert not has(known.state, THEIRS, "disguised") and now(known.state) == "declare"
    assert now(case.when(used(MINE, "Gaze", target=THEIRS, inches=6.5)).state) == "declare", "out of range"
    failed = asked.when(f.TestRolled(model=MINE, dice="21"))
    assert has(failed.state, THEIRS, "disguised") and acting_of(failed).resolved
    willed = case.when(used(MINE, "Will", target=THEIRS, inches=3.0)).when(
        f.TestRolled(model=MINE, dice="42")
    )
    willed.when(opposed("66", "22", winner=MINE)).then_accepted()
    storm = case.when(feat("Storm", "complex_feat")).when(used(MINE, "Storm", target=THEIRS, inches=3.0))
    assert figures(storm.when(f.TestRolled(model=MINE, dice="21")), MINE).counters == 0
    dull = marked(facing(None, adept(ki=1)), MINE, "disguised", value=2)
    refused(act(dull, MINE), used(THEIRS, "Gaze", target=MINE, inches=3.0), "BUS-COND-07")


@accepts("BUS-TRT-62", "BUS-TRT-48")
@refuses("BUS-TRT-62")
def test_nobody_heals_a_last_stand() -> None:
    case = facing(armed("Heal (2)"), reds={"second": armed("Last Stand"), "third": armed()})
    case = case.when(f.WoundsChanged(model=ALLY, number=5)).when(f.WoundsChanged(model="red:third", number=4))
    right_and_wrong(
        act(case, MINE, "heal", target=ALLY), checked(ALLY, wounds=5), checked(ALLY, wounds=3), "BUS-DMG-06"
    )
    healed = act(case, MINE, "heal", target="red:third")
    right_and_wrong(healed, checked("red:third", wounds=2), checked("red:third", wounds=4), "BUS-TRT-48")


@accepts("BUS-COND-23", "BUS-DMG-10", "BUS-COND-22")
@refuses("BUS-COND-23", "BUS-COND-22")
def test_who_rises_bleeds_no_more_and_is_poisoned_still() -> None:
    risen = marked(facing(None, armed("Rise (2)")), THEIRS, "bleed", value=1)
    risen = won(met(risen)).when(damage("66")).when(f.TestRolled(model=THEIRS, dice="6"))
    right, wrong = checked(THEIRS, markers={"bleed": 0}), checked(THEIRS, markers={"bleed": 1})
    right_and_wrong(risen, right, wrong, "BUS-COND-23")
    ill = facing(None, armed("Rise (2)")).when(f.WoundsChanged(model=THEIRS, number=4))
    ill = main_over(marked(ill, THEIRS, "poisoned", number=5, value=1))
    ill = ill.when(f.TestRolled(model=THEIRS, dice="6"))
    right_and_wrong(ill, checked(THEIRS, wounds=2), checked(THEIRS, wounds=0), "BUS-COND-22")
    right, wrong = checked(THEIRS, markers={"poisoned": 2}), checked(THEIRS, markers={"poisoned": 4})
    right_and_wrong(ill, right, wrong, "BUS-COND-22")


@accepts("BUS-ACT-16", "BUS-TRG-08")
@refuses("BUS-ACT-16")
def test_who_leaves_defends_whatever_its_temper() -> None:
    case = touch(facing(armed("Aggressive", "Defensive")), (MINE, THEIRS))
    leaving = act(case, MINE, "disengage", target=THEIRS)
    refused(leaving, split("red", 2, 1), "BUS-ACT-16")
    leaving.when(split("red", 1, 2)).then_accepted()
    act(case, MINE, "melee", target=THEIRS).when(split("red", 3, 0)).then_accepted()


@accepts("BUS-COND-18", "BUS-COND-02")
@refuses("BUS-COND-18")
def test_a_card_takes_the_marker_of_the_value_that_is_told() -> None:
    case = marked(marked(playing(), MINE, "bleed", value=1, number=2), MINE, "bleed", value=3)
    for value, left in ((None, [1, 1]), (3, [1, 1]), (1, [1, 3])):
        after = marked(case, MINE, "bleed", number=-1, value=value)
        assert sorted(one.value for one in figures(after, MINE).markers) == left
    refused(case, f.MarkerChanged(model=MINE, marker="bleed", number=-1, value=2), "BUS-COND-18")
    refused(case, f.MarkerChanged(model=MINE, marker="bleed", number=-3, value=1), "BUS-COND-18")
    told = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "marker_changed")
    taken = [one for one in told if one.choices.get("marker") == ("bleed",) and "value" not in one.limits]
    assert [(one.choices["value"], one.limits["number"]) for one in taken] == [
        ((), (-3, -1)),
        ((1,), (-2, -1)),
        ((3,), (-1, -1)),
    ]


@pytest.mark.parametrize("fell", [False, True])
@accepts("BUS-DMG-13", "BUS-MEL-24")
@refuses("BUS-MEL-24")
def test_whom_an_attack_throws_off_a_height_does_not_strike_back(fell: bool) -> None:
    """A Forceback knocks nobody down, the fall does; the attacker jumps after it."""
    case = fighting(armed(specials={"Forceback Attack": 1}))
    case = allocated(case, (2, 0, "Forceback Attack", 1), (1, 2)).when(dice(("66", ""), ("6", "22")))
    case = case.when(f.ModelMoved(model=THEIRS, inches=1.0, fell=fell))
    case = case.when(f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))).when(damage("11"))
    assert (table_of(case).exchange is None) == fell
    if fell:
        refused(case, damage("66"), "BUS-MEL-24")
    else:
        case.when(damage("66")).then_accepted()
