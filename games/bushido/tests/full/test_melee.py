"""Exchanges: who is fought, Initiative, pools, allocation in secret, dice, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.common import table
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
)
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    acting_of,
    card,
    checked,
    fight_of,
    figures,
    harm_of,
    marked,
    refused,
    right_and_wrong,
    touch,
    waited,
)
from games.bushido.tests.full.test_actions import touched
from games.ruleset import EVERYONE, REFEREE, Viewer
from games.testing import Case, accepts, refuses

HELPERS = {"second": armed(), "third": armed()}


def pools(**told: int) -> f.MeleeExchangeStarted:
    return f.MeleeExchangeStarted(pools={f"{side}:chief": number for side, number in told.items()})


@accepts("BUS-ACT-12", "BUS-ACT-13", "BUS-ACT-14", "BUS-MOVE-06", "BUS-GEN-12")
@refuses("BUS-ACT-12", "BUS-ACT-13", "BUS-ACT-14", "BUS-MOVE-06", "BUS-GEN-12")
def test_going_for_an_enemy() -> None:
    case = facing()
    refused(act(case, MINE), f.ActionDeclared(action="melee", target="blue:nobody"), "BUS-LOG-04")
    refused(
        act(case, MINE),
        f.ActionDeclared(action="charge", target=THEIRS, sees=False),
        "BUS-MOVE-06",
        "BUS-GEN-12",
    )
    melee = act(case, MINE, "melee", target=THEIRS)
    refused(melee, f.ModelMoved(model=MINE, inches=4.5, contact=(THEIRS,)), "BUS-MOVE-11", "BUS-ACT-13")
    refused(melee, f.ModelMoved(model=MINE, inches=2.0, contact=("blue:second",)), "BUS-ACT-12")
    refused(melee, f.ModelMoved(model=MINE, inches=2.0, enters=("blue:second", THEIRS)), "BUS-ACT-14")
    melee.when(f.ModelMoved(model=MINE, inches=2.0, enters=(THEIRS, "blue:second"))).then_accepted()
    charge = act(case, MINE, "charge", target=THEIRS)
    refused(charge, f.ModelMoved(model=MINE, inches=8.5, contact=(THEIRS,)), "BUS-MOVE-11")
    refused(charge, f.ModelMoved(model=MINE, inches=7.0, straight=False), "BUS-MOVE-06")
    refused(charge, f.ModelMoved(model=MINE, inches=7.0, enters=("blue:third",)), "BUS-MOVE-06")
    charge.when(f.ModelMoved(model=MINE, inches=8.0, contact=(THEIRS,))).then_accepted()
    down = marked(touched(case, (MINE, THEIRS)), MINE, "prone")
    refused(act(down, MINE), f.ActionDeclared(action="melee", target=THEIRS), "BUS-ACT-26")
    scared = marked(
        facing(armed(), armed("Fear (4)"), blues={name: armed("Fear (4)") for name in ("second", "third")}),
        MINE,
        "frightened",
    )
    refused(act(scared, MINE), f.ActionDeclared(action="melee", target=THEIRS), "BUS-ACT-13", "BUS-COND-08")


@accepts("BUS-ACT-24", "BUS-TRT-09")
@refuses("BUS-ACT-24", "BUS-TRT-09")
def test_charges_that_fall_short_and_short_ones() -> None:
    """By the book both counters are spent; by the reference it may not be declared. Banzai! costs one counter."""
    short = f.ModelMoved(model=MINE, inches=8.0)
    case = act(facing(), MINE, "charge", target=THEIRS).when(short)
    assert figures(case, MINE).counters == 0
    refused(act(facing(edition="reference"), MINE, "charge", target=THEIRS), short, "BUS-ACT-24")
    wild = act(facing(card("Banzai!")), MINE, "charge", target=THEIRS).when(short)
    right_and_wrong(wild, checked(MINE, counters=1), checked(MINE, counters=0), "BUS-LOG-10")
    tired = waited(facing(), MINE, THEIRS)
    refused(act(tired, MINE), f.ActionDeclared(action="charge", target=THEIRS), "BUS-ACT-02")
    act(waited(facing(card("Banzai!")), MINE, THEIRS), MINE, "charge", target=THEIRS).then_accepted()


@refuses("BUS-TRT-09")
def test_banzai_is_named_where_it_counts() -> None:
    case = act(facing(card("Banzai!")), MINE, "charge", target=THEIRS).when(
        f.ModelMoved(model=MINE, inches=8.0)
    )
    refused(case, checked(MINE, counters=0), "BUS-TRT-09", "BUS-ACT-03")


@accepts("BUS-ACT-15", "BUS-MEL-15")
@refuses("BUS-ACT-15", "BUS-MEL-15")
def test_engaged_already() -> None:
    """Engaged with one it may try another and falls back on the first; with two it fights one of them."""
    one = touched(facing(), (MINE, THEIRS))
    other = act(one, MINE, "melee", target="blue:second")
    fell_back = other.when(f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,)))
    assert fight_of(fell_back).other == THEIRS
    two = touched(facing(), (MINE, THEIRS), ("blue:second", MINE))
    pairs = (("blue:chief", MINE), ("blue:second", MINE))
    state = two.state.__class__(**{k: getattr(two.state, k) for k in two.state.__struct_fields__})
    from msgspec.structs import replace

    state = replace(state, full=replace(state.full, contacts=pairs))
    both = Case(two.rules, two.setup, state, two.entries)
    refused(act(both, MINE), f.ActionDeclared(action="melee", target="blue:third"), "BUS-ACT-15")
    fight = act(both, MINE, "melee", target="blue:second")
    assert fight_of(fight).other == "blue:second"
    refused(fight, dice(("66", ""), ("", "")), "BUS-MEL-15")
    gone = fight.when(f.ModelRemoved(model="blue:second"))
    assert table(gone.state).exchange is None and figures(gone, MINE).counters == 1


@accepts("BUS-ACT-15", "BUS-COND-14")
@refuses("BUS-ACT-15")
def test_who_falls_back_beside_the_fallen_fights_the_one_that_stands() -> None:
    """Of two enemies in contact one is Prone and counts for nothing, so a third may be tried."""
    case = touch(facing(), (MINE, THEIRS), (MINE, "blue:second"))
    tried = act(marked(case, THEIRS, "prone"), MINE, "melee", target="blue:third")
    fell_back = tried.when(f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS, "blue:second")))
    assert fight_of(fell_back).other == "blue:second"
    refused(tried, f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,)), "BUS-ACT-15")


@accepts("BUS-ACT-21")
@refuses("BUS-ACT-21")
def test_who_stands_up_among_several_says_whom_it_fights() -> None:
    several = act(marked(touch(facing(), (MINE, THEIRS), (MINE, "blue:second")), MINE, "prone"), MINE)
    for target in (None, "blue:third"):
        refused(several, f.ActionDeclared(action="stand_up", target=target), "BUS-ACT-21")
    up = several.when(f.ActionDeclared(action="stand_up", target="blue:second"))
    assert fight_of(up).other == "blue:second"
    one = act(marked(touch(facing(), (MINE, THEIRS)), MINE, "prone"), MINE, "stand_up")
    assert fight_of(one).other == THEIRS


@accepts("BUS-ACT-16", "BUS-ACT-17", "BUS-TRT-02", "BUS-MEL-12")
@refuses("BUS-ACT-16", "BUS-ACT-17", "BUS-TRT-02", "BUS-MEL-12")
def test_disengaging() -> None:
    case = touched(facing(), (MINE, THEIRS))
    leave = f.ActionDeclared(action="disengage", target=THEIRS)
    refused(act(facing(), MINE), leave, "BUS-ACT-16")
    refused(
        act(touched(facing(armed("Aggressive")), (MINE, THEIRS)), MINE), leave, "BUS-ACT-16", "BUS-TRT-02"
    )
    refused(act(touched(case, (MINE, "blue:second")), MINE), leave, "BUS-ACT-16")
    case = act(case, MINE).when(leave)
    refused(case, split("red", 2, 1), "BUS-ACT-16", "BUS-MEL-12")
    case = allocated(case, (1, 2), (2, 1))
    held = case.when(dice(("2", "65"), ("43", "3")))
    assert acting_of(held).queue == ("walk",)
    away = held.when(f.ModelMoved(model=MINE, inches=3.0))
    assert table(away.state).contacts == () and figures(away, MINE).counters == 1
    failed = case.when(dice(("2", "22"), ("65", "2"))).when(damage("11"))
    refused(failed, f.ModelMoved(model=MINE, inches=3.0), "BUS-LOG-02", "BUS-ACT-17")


INITIATIVE: list[
    tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...], str, tuple[str, ...]]
] = [
    ((), (), (), (), MINE, ()),
    ((), ("Lightning Reflexes",), (), (), THEIRS, ("BUS-TRT-67",)),
    (("Lightning Reflexes",), ("Lightning Reflexes",), (), (), MINE, ()),
    ((), (), (), ("Reach",), THEIRS, ("BUS-TRT-81", "BUS-TRG-02")),
    ((), (), ("Reach",), ("Reach",), MINE, ()),
    (("Lightning Reflexes",), (), (), ("Reach",), MINE, ("BUS-TRT-67",)),
    (("Slow",), (), (), (), THEIRS, ("BUS-TRT-90",)),
    (("Slow",), ("Slow",), (), (), MINE, ()),
    (("Slow", "Lightning Reflexes"), ("Lightning Reflexes",), (), (), THEIRS, ("BUS-TRT-67",)),
]


@accepts("BUS-MEL-03", "BUS-MEL-05", "BUS-TRT-67", "BUS-TRT-81", "BUS-TRT-90", "BUS-TRG-02")
@refuses("BUS-MEL-03", "BUS-MEL-05", "BUS-TRT-67", "BUS-TRT-81", "BUS-TRT-90")
@pytest.mark.parametrize(("red", "blue", "mine", "theirs", "first", "rules"), INITIATIVE)
def test_initiative(red: Any, blue: Any, mine: Any, theirs: Any, first: str, rules: tuple[str, ...]) -> None:
    case = fighting(armed(*red, weapon=mine), armed(*blue, weapon=theirs))
    other = THEIRS if first == MINE else MINE
    named = [rule for rule in rules if rule != "BUS-TRG-02"]
    right, wrong = f.MeleeExchangeStarted(first=first), f.MeleeExchangeStarted(first=other)
    right_and_wrong(case, right, wrong, "BUS-MEL-03", "BUS-MEL-05", *named)


@accepts("BUS-MEL-02", "BUS-MEL-06", "BUS-TER-04", "BUS-TRG-02")
@refuses("BUS-MEL-02", "BUS-MEL-06", "BUS-TER-04", "BUS-TRG-02")
def test_weapons_and_high_ground() -> None:
    """Only the weapon in use gives its Reach; high ground gives it too; nothing after the first dice."""
    spear = Weapon(kind="melee", name="Spear", strength=0, traits=("Reach",), specials={})
    knife = Weapon(kind="melee", name="Knife", strength=0, traits=(), specials={})
    case = fighting(None, card(weapons=(knife, spear)))
    case.when(f.MeleeExchangeStarted(first=MINE)).then_accepted()
    long = case.when(f.WeaponChosen(model=THEIRS, weapon="Spear"))
    right, wrong = f.MeleeExchangeStarted(first=THEIRS), f.MeleeExchangeStarted(first=MINE)
    right_and_wrong(long, right, wrong, "BUS-TRT-81", "BUS-TRG-02")
    refused(case, f.WeaponChosen(model=THEIRS, weapon="Axe"), "BUS-MEL-02")
    high = f.MeleeExchangeStarted(high=(THEIRS,), first=THEIRS)
    right_and_wrong(case, high, f.MeleeExchangeStarted(high=(THEIRS,), first=MINE), "BUS-TER-04")
    half = case.when(split("red", 2, 1))
    refused(half, f.WeaponChosen(model=THEIRS, weapon="Spear"), "BUS-MEL-02")
    refused(half, f.MeleeExchangeStarted(first=MINE), "BUS-MEL-06")
    refused(facing(), f.MeleeExchangeStarted(first=MINE), "BUS-MEL-06", "BUS-LOG-02")


@accepts("BUS-GEN-13", "BUS-TRT-89", "BUS-KI-10", "BUS-KI-16")
@refuses("BUS-GEN-13", "BUS-TRT-89", "BUS-KI-10", "BUS-KI-16")
def test_surprise() -> None:
    """Out of sight at the start and on the way: blue attacks second, with a die less, and spends nothing."""
    quick = armed("Lightning Reflexes")
    case = met(facing(None, quick), unseen_by=(THEIRS,))
    right, wrong = f.MeleeExchangeStarted(first=MINE), f.MeleeExchangeStarted(first=THEIRS)
    right_and_wrong(case, right, wrong, "BUS-GEN-13")
    right_and_wrong(case, pools(blue=2), pools(blue=3), "BUS-GEN-13", "BUS-MEL-07")
    refused(case, f.KiBoosted(model=THEIRS, stat="melee"), "BUS-KI-10")
    refused(case, f.KiBoosted(model=THEIRS, stat="move"), "BUS-KI-16", "BUS-KI-11")
    case.when(f.KiBoosted(model=MINE, stat="melee")).then_accepted()
    seen = act(facing(None, quick), MINE, "melee", target=THEIRS, unseen_by=(THEIRS,))
    seen = seen.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,), seen_by=(THEIRS,)))
    seen.when(f.MeleeExchangeStarted(first=THEIRS, pools={THEIRS: 3})).then_accepted()
    wary = met(facing(None, armed("Sixth Sense")), unseen_by=(THEIRS,))
    wary.when(pools(blue=3)).then_accepted()
    refused(wary, f.MarkerChanged(model=THEIRS, marker="blind"), "BUS-TRT-89")


STATES = [
    ("prone", "BUS-COND-14"),
    ("blind", "BUS-COND-03"),
    ("stunned", "BUS-COND-17"),
    ("frightened", "BUS-COND-08"),
    ("immobilised", "BUS-COND-10"),
    ("held", "BUS-COND-09"),
]


@accepts(
    "BUS-MEL-07",
    "BUS-COND-19",
    "BUS-COND-08",
    "BUS-COND-10",
    "BUS-COND-14",
    "BUS-COND-03",
    "BUS-COND-17",
    "BUS-COND-09",
)
@refuses(
    "BUS-MEL-07",
    "BUS-COND-19",
    "BUS-COND-08",
    "BUS-COND-10",
    "BUS-COND-14",
    "BUS-COND-03",
    "BUS-COND-17",
    "BUS-COND-09",
)
@pytest.mark.parametrize(("kind", "rule"), STATES)
def test_states_cost_a_die_each(kind: Any, rule: str) -> None:
    case = marked(touched(facing(), (MINE, THEIRS)), THEIRS, kind, by=MINE, number=1)
    fight = act(case, MINE, "melee", target=THEIRS)
    right_and_wrong(fight, pools(blue=2, red=3), pools(blue=3), "BUS-MEL-07", "BUS-COND-19", rule)


@accepts(
    "BUS-ACT-19",
    "BUS-ACT-21",
    "BUS-COND-05",
    "BUS-TRT-26",
    "BUS-MEL-08",
    "BUS-TRT-54",
    "BUS-TEST-04",
    "BUS-TRT-37",
    "BUS-MEL-09",
)
@refuses(
    "BUS-ACT-19",
    "BUS-ACT-21",
    "BUS-COND-05",
    "BUS-TRT-26",
    "BUS-MEL-08",
    "BUS-TRT-54",
    "BUS-TEST-04",
    "BUS-MEL-09",
)
def test_other_modifiers_of_the_pool() -> None:
    ran = act(facing(), MINE, "run").when(f.ModelMoved(model=MINE, inches=1.0))
    ran = waited(ran, "blue:second")
    right_and_wrong(met(ran), pools(red=2), pools(red=3), "BUS-ACT-19")
    low = act(marked(touched(facing(), (MINE, THEIRS)), MINE, "prone"), MINE, "stand_up")
    right_and_wrong(low, pools(red=2), pools(red=3), "BUS-ACT-21")
    doomed = met(marked(facing(), THEIRS, "death_sentence", number=2))
    right_and_wrong(doomed, pools(red=4), pools(red=5), "BUS-COND-05")
    paired = touched(facing(armed("Coordinated Attack [Human]")), ("red:second", THEIRS))
    right_and_wrong(met(paired), pools(red=4, blue=2), pools(red=3), "BUS-TRT-26")
    refused(met(paired), pools(blue=3), "BUS-MEL-08")
    stout = touched(facing(None, armed("Indomitable (1)")), ("red:second", THEIRS))
    right_and_wrong(met(stout), pools(blue=3), pools(blue=2), "BUS-MEL-07")
    worn = waited(facing(None, armed("Endurance")), MINE, THEIRS, "red:second", THEIRS)
    met(worn).when(pools(blue=3)).then_accepted()
    tired = waited(facing(), MINE, THEIRS, "red:second", THEIRS)
    right_and_wrong(met(tired), pools(blue=2), pools(blue=3), "BUS-MEL-09")
    last = waited(facing(), MINE, THEIRS)
    met(last).when(pools(blue=3)).then_accepted()
    feeble = facing(None, armed(melee=1))
    weak = marked(touched(feeble, (MINE, THEIRS)), THEIRS, "stunned")
    weak = act(marked(weak, THEIRS, "blind"), MINE, "melee", target=THEIRS)
    right_and_wrong(weak, pools(red=5, blue=1), pools(red=3, blue=1), "BUS-TEST-04")


@refuses("BUS-TRT-54", "BUS-TRT-37")
@accepts("BUS-TRT-54")
def test_traits_against_penalties_are_named() -> None:
    """Two helpers, one of them ignored; a tired model with Endurance."""
    stout = touched(facing(None, armed("Indomitable (1)")), ("red:second", THEIRS))
    from msgspec.structs import replace

    pairs = (("blue:chief", "red:second"), ("blue:chief", "red:third"))
    state = replace(stout.state, full=replace(stout.state.full, contacts=pairs))
    two = met(Case(stout.rules, stout.setup, state, stout.entries))
    right_and_wrong(two, pools(blue=2), pools(blue=1), "BUS-TRT-54", "BUS-MEL-08")
    worn = waited(facing(None, armed("Endurance")), MINE, THEIRS, "red:second", THEIRS)
    refused(met(worn), pools(blue=2), "BUS-TRT-37", "BUS-MEL-07")


@accepts("BUS-MEL-10", "BUS-MEL-11", "BUS-SPA-01", "BUS-SPA-02", "BUS-SPA-03", "BUS-MEL-14")
@refuses("BUS-MEL-10", "BUS-MEL-11", "BUS-SPA-01", "BUS-SPA-02", "BUS-SPA-03", "BUS-MEL-14")
def test_allocation() -> None:
    keen = armed(specials={"Powerful Attack": 1, "Sweep Attack": 3})
    case = fighting(keen)
    refused(case, split("red", 2, 2), "BUS-MEL-10")
    refused(case, split("red", 0, 0, "Sweep Attack", 3), "BUS-MEL-11", "BUS-SPA-02")
    refused(case, split("red", 2, 0, "Stun Attack", 1), "BUS-SPA-01")
    refused(case, split("red", 1, 0, "Powerful Attack", 2), "BUS-SPA-01")
    refused(case, split("red", 2, 0, None, 1), "BUS-SPA-01")
    case = case.when(split("red", 1, 1, "Powerful Attack", 1), R)
    refused(case, split("red", 2, 1), "BUS-MEL-10", "BUS-SPA-03")
    refused(case, split("blue", 2, 1), "BUS-LOG-03", by=R)
    case.when(split("blue", 2, 1), B).then_accepted()
    for kind, rule in (("prone", "BUS-COND-14"), ("immobilised", "BUS-COND-10")):
        stuck = marked(touched(facing(None, keen), (MINE, THEIRS)), THEIRS, kind)
        stuck = act(stuck, MINE, "melee", target=THEIRS)
        refused(stuck, split("blue", 1, 0, "Powerful Attack", 1), "BUS-MEL-14", rule)
        stuck.when(split("blue", 1, 1)).then_accepted()


@accepts("BUS-MEL-12", "BUS-TRT-02", "BUS-TRT-30", "BUS-TRG-08", "BUS-TRT-94", "BUS-COND-01")
@refuses("BUS-MEL-12", "BUS-TRT-02", "BUS-TRT-30", "BUS-COND-01", "BUS-COND-08", "BUS-COND-09")
def test_bound_allocations() -> None:
    refused(fighting(armed("Aggressive")), split("red", 1, 2), "BUS-MEL-12", "BUS-TRT-02")
    refused(fighting(armed("Defensive")), split("red", 2, 1), "BUS-MEL-12", "BUS-TRT-30")
    fighting(armed("Aggressive", "Defensive")).when(split("red", 1, 2)).then_accepted()
    wild = met(marked(facing(), MINE, "berserk"))
    right_and_wrong(wild, split("red", 2, 1), split("red", 1, 2), "BUS-MEL-12", "BUS-COND-01")
    scared = met(marked(facing(), MINE, "frightened"))
    refused(scared, split("red", 2, 0), "BUS-COND-08")
    calm = met(marked(facing(armed("Steadfast")), MINE, "frightened"))
    calm.when(split("red", 2, 0)).then_accepted()
    held = marked(touched(facing(), (MINE, THEIRS)), THEIRS, "held", by=MINE)
    refused(act(held, MINE, "melee", target=THEIRS), split("blue", 2, 0), "BUS-COND-09")


@accepts("BUS-HID-04", "BUS-MEL-13")
@refuses("BUS-HID-04", "BUS-MEL-13")
def test_dice_are_secret_until_both_have_allocated() -> None:
    case = fighting().when(split("red", 3, 0), R)
    event = case.entries[-1].event

    def seen(at: Case, viewer: Viewer) -> Any:
        return getattr(at.rules.redact(at.state, event, viewer), "attack", None)

    for viewer in (EVERYONE, Viewer("player", "b", "blue")):
        assert seen(case, viewer) is None
        assert case.rules.visible_to(case.state, viewer).full.exchange.commits["red"].attack is None
    for viewer in (REFEREE, Viewer("player", "r", "red")):
        assert seen(case, viewer) == 3
    refused(case, dice(("666", ""), ("", "")), "BUS-MEL-15")
    both = case.when(split("blue", 1, 2), B)
    assert seen(both, EVERYONE) == 3
    gone = case.when(f.ModelRemoved(model=THEIRS))
    assert seen(gone, EVERYONE) is None, "they were never opened"


@refuses("BUS-HID-04", "BUS-MEL-13")
def test_nobody_rolls_before_both_have_allocated() -> None:
    refused(fighting().when(split("red", 3, 0)), dice(("666", ""), ("", "")), "BUS-HID-04", "BUS-MEL-13")


FINALS: list[
    tuple[Profile | None, Profile | None, tuple[str, str], tuple[int, int], tuple[int, int], tuple[str, ...]]
] = [
    (None, None, ("52", "6"), (6, 6), (5, 6), ("BUS-MEL-17", "BUS-TEST-02")),
    (None, None, ("51", "6"), (5, 6), (6, 6), ("BUS-TEST-02",)),
    (None, None, ("11", "6"), (0, 6), (1, 6), ("BUS-TEST-03", "BUS-MEL-18")),
    (armed("Kata"), None, ("11", "6"), (2, 6), (0, 6), ("BUS-TRT-60",)),
    (armed("Brutal (2)"), None, ("52", "6"), (8, 6), (6, 6), ("BUS-TRT-17",)),
    (armed("Parry (1)"), None, ("52", "6"), (6, 7), (6, 6), ("BUS-TRT-74",)),
    (
        armed("Parry (2)"),
        armed(weapon=("Chain Weapon (1)",)),
        ("52", "6"),
        (6, 7),
        (6, 8),
        ("BUS-TRT-21", "BUS-TRG-05"),
    ),
    (armed("Vengeance [Human]"), None, ("52", "6"), (7, 6), (6, 6), ("BUS-TRT-106",)),
    (None, armed("Impenetrable Defence"), ("52", "6"), (2, 6), (6, 6), ("BUS-TRT-52", "BUS-MEL-16")),
    (None, armed("Unblockable (1)"), ("52", "6"), (6, 0), (6, 6), ("BUS-TRT-104", "BUS-MEL-16")),
]


@accepts(
    "BUS-MEL-16",
    "BUS-MEL-17",
    "BUS-MEL-18",
    "BUS-TRT-60",
    "BUS-TRT-17",
    "BUS-TRT-74",
    "BUS-TRT-21",
    "BUS-TRG-05",
)
@accepts("BUS-TRT-106", "BUS-TRT-52", "BUS-TRT-104", "BUS-TEST-02", "BUS-TEST-03")
@refuses(
    "BUS-MEL-16",
    "BUS-MEL-17",
    "BUS-MEL-18",
    "BUS-TRT-60",
    "BUS-TRT-17",
    "BUS-TRT-74",
    "BUS-TRT-21",
    "BUS-TRG-05",
)
@refuses("BUS-TRT-106", "BUS-TRT-52", "BUS-TRT-104", "BUS-TEST-02", "BUS-TEST-03")
@pytest.mark.parametrize(("red", "blue", "rolled", "right", "wrong", "rules"), FINALS)
def test_finals(red: Any, blue: Any, rolled: Any, right: Any, wrong: Any, rules: tuple[str, ...]) -> None:
    case = allocated(fighting(red, blue))
    told = dice(rolled, ("2", "32"), finals={MINE: right})
    right_and_wrong(case, told, dice(rolled, ("2", "32"), finals={MINE: wrong}), *rules)


@accepts("BUS-TEST-08", "BUS-TEST-09", "BUS-TRT-34", "BUS-TRT-42", "BUS-TRT-78")
@refuses("BUS-TEST-08", "BUS-TEST-09", "BUS-TRT-34", "BUS-TRT-42", "BUS-TRT-78")
def test_rerolls() -> None:
    red, blue = armed("Feint (1)", "Prowess [Attack] (1)"), armed("Dodge (1)")
    case = allocated(fighting(red, blue))

    def again(by: str, whose: str, colour: Any, source: Any, place: int = 1) -> f.Reroll:
        return f.Reroll(by=by, whose=whose, colour=colour, place=place, was=2, source=source)

    def rolled(*rerolls: f.Reroll) -> f.MeleeRolled:
        return dice(("52", "6"), ("2", "32"), rerolls=rerolls)

    dodge, feint = again(THEIRS, MINE, "attack", "dodge"), again(MINE, THEIRS, "defence", "feint")
    prowess = again(MINE, MINE, "attack", "prowess", 2)
    case.when(rolled(dodge, feint, prowess)).then_accepted()
    refused(case, rolled(feint, dodge), "BUS-TEST-08")
    refused(case, rolled(again(THEIRS, MINE, "defence", "dodge")), "BUS-TEST-09", "BUS-TRT-34")
    refused(case, rolled(feint, again(MINE, THEIRS, "defence", "feint", 2)), "BUS-TEST-09", "BUS-TRT-42")
    refused(case, rolled(again(MINE, MINE, "defence", "prowess")), "BUS-TRT-78")
    refused(case, rolled(again(MINE, THEIRS, "attack", "prowess")), "BUS-TRT-78")
    refused(allocated(fighting()), rolled(dodge), "BUS-TRT-34")


@accepts("BUS-MEL-20", "BUS-MEL-21", "BUS-MEL-22", "BUS-MEL-29")
@refuses("BUS-MEL-20", "BUS-MEL-21", "BUS-MEL-22", "BUS-MEL-29", "BUS-TEST-06")
@pytest.mark.parametrize(
    ("red", "blue", "winner", "level"),
    [
        (("62", "5"), ("2", "43"), MINE, 2),
        (("42", "5"), ("2", "64"), THEIRS, 2),
        (("52", "5"), ("2", "6"), MINE, 0),
        (("6", "1"), ("2", "6"), THEIRS, 0),
        (("6", "2"), ("2", "6"), MINE, 0),
    ],
)
def test_who_wins(red: Any, blue: Any, winner: str, level: int) -> None:
    """The higher result, then more dice that count, then the active side."""
    splits = (len(red[0]), len(red[1])), (len(blue[0]), len(blue[1]))
    case = fighting(armed(melee=sum(splits[0])), armed(melee=sum(splits[1])))
    case = allocated(case, *splits)
    other = THEIRS if winner == MINE else MINE
    right, wrong = dice(red, blue, winner=winner, sl=level), dice(red, blue, winner=other)
    right_and_wrong(case, right, wrong, "BUS-MEL-20", "BUS-MEL-21", "BUS-MEL-22")
    refused(case, dice(red, blue, sl=level + 1), "BUS-MEL-21")
    refused(case, dice((red[0] + "6", red[1]), blue), "BUS-MEL-15", "BUS-MEL-29")
    if not level:
        refused(case, dice(red, blue, winner=other), "BUS-TEST-06")


@accepts(
    "BUS-MEL-24",
    "BUS-MEL-25",
    "BUS-MEL-26",
    "BUS-MEL-27",
    "BUS-MEL-28",
    "BUS-MEL-30",
    "BUS-ACT-04",
    "BUS-TRT-102",
)
@refuses("BUS-MEL-27", "BUS-ACT-04", "BUS-MEL-25", "BUS-MEL-24")
def test_the_other_strikes_back() -> None:
    case = allocated(fighting(None, armed(melee=4)), (2, 1), (2, 2)).when(dice(("66", "2"), ("66", "32")))
    assert harm_of(case).target == THEIRS
    refused(case, f.ModelActivated(model=THEIRS), "BUS-LOG-02")
    case = case.when(damage("33"))
    assert harm_of(case).target == MINE, "roles are swapped"
    case = case.when(damage("11"))
    right_and_wrong(
        case, checked(THEIRS, counters=1), checked(THEIRS, counters=2), "BUS-MEL-27", "BUS-ACT-04"
    )
    assert figures(case, MINE).counters == 1 and table(case.state).boosts == {}
    killed = allocated(fighting(), (2, 1), (1, 2)).when(dice(("66", "2"), ("6", "22"))).when(damage("66"))
    assert killed.state.models[THEIRS].place == "out" and table(killed.state).harm is None
    calm = allocated(fighting(None, armed("Tireless")), (2, 1), (1, 2)).when(dice(("22", "6"), ("2", "66")))
    right_and_wrong(calm, checked(THEIRS, counters=2), checked(THEIRS, counters=1), "BUS-LOG-10")


@refuses("BUS-TRT-102", "BUS-MEL-30", "BUS-MEL-24", "BUS-MEL-25")
def test_what_comes_of_an_exchange_is_named() -> None:
    calm = allocated(fighting(None, armed("Tireless"))).when(dice(("22", "6"), ("2", "66")))
    refused(calm, checked(THEIRS, counters=1), "BUS-TRT-102")
    case = allocated(fighting()).when(dice(("66", "2"), ("6", "22")))
    refused(case, f.DamageRolled(dice="111"), "BUS-DMG-01")
    killed = case.when(damage("66"))
    refused(killed, damage("11"), "BUS-TEST-20", "BUS-MEL-24", "BUS-MEL-30")


@accepts("BUS-MEL-31", "BUS-TRT-93")
@refuses("BUS-MEL-31", "BUS-TRT-93")
def test_split_attack() -> None:
    """Two enemies, a die less in both exchanges, one counter in the end."""
    whole = f.ActionDeclared(action="melee", target=THEIRS, also=("blue:second",))
    refused(act(facing(), MINE), whole, "BUS-MEL-31", "BUS-TRT-93")
    case = act(facing(armed("Split Attack")), MINE).when(whole)
    case = case.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS, "blue:second")))
    right_and_wrong(case, pools(red=1), pools(red=3), "BUS-MEL-31", "BUS-TRT-93", "BUS-MEL-08")
    case = allocated(case, (0, 1), (1, 2)).when(dice(("", "6"), ("2", "66")))
    assert fight_of(case).other == "blue:second" and figures(case, MINE).counters == 2
    case = allocated(case, (0, 1), (1, 2)).when(dice(("", "6"), ("2", "66"), theirs="blue:second"))
    assert acting_of(case).resolved and figures(case, MINE).counters == 1


@accepts("BUS-MEL-26", "BUS-MEL-28")
@refuses("BUS-MEL-25", "BUS-MEL-26", "BUS-MEL-28")
def test_the_prone_strike_back_and_boosts_last_for_the_exchange() -> None:
    low = marked(touched(facing(None, armed(melee=4)), (MINE, THEIRS)), THEIRS, "prone")
    case = allocated(act(low, MINE, "melee", target=THEIRS), (2, 1), (2, 1)).when(
        dice(("22", "2"), ("66", "6"))
    )
    refused(case, f.ModelActivated(model=THEIRS), "BUS-MEL-25", "BUS-MEL-26")
    case.when(damage("11")).then_accepted()
    strong = fighting().when(f.KiBoosted(model=MINE, stat="melee"))
    right_and_wrong(strong, pools(red=4), pools(red=3), "BUS-MEL-28", "BUS-KI-12")
