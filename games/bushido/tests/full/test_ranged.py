"""Ranged attacks, step by step."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.legal.next_events import full_events
from games.bushido.tests.full.fights import MINE, THEIRS, damage, facing, met
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting, shot_at, shot_of
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    acting_of,
    card,
    checked,
    figures,
    harm_of,
    marked,
    refused,
    right_and_wrong,
    table_of,
    touch,
    waited,
)
from games.testing import Case, accepts, refuses

FRIEND, THIRD, ALLY = "blue:second", "blue:third", "red:second"


@accepts("BUS-RNG-01", "BUS-RNG-02", "BUS-GEN-12", "BUS-ACT-18")
@refuses("BUS-RNG-01", "BUS-RNG-02", "BUS-GEN-12", "BUS-ACT-18")
def test_a_weapon_of_its_own_at_an_enemy_in_sight() -> None:
    case = shooting()
    right_and_wrong(case, shot_at(weapon="Bow"), shot_at(weapon="Blade"), "BUS-RNG-01")
    two = archer(weapons=(bow(name="Bow"), bow(name="Knives")))
    refused(shooting(two), shot_at(), "BUS-RNG-01")
    refused(case, shot_at(sees=False), "BUS-RNG-02", "BUS-GEN-12")
    refused(case, shot_at(ALLY), "BUS-LOG-04")
    refused(act(facing(), MINE), f.ActionDeclared(action="ranged"), "BUS-RNG-01")
    refused(act(facing(archer()), MINE, "wait"), shot_at(), "BUS-ACT-18")
    right_and_wrong(case, shot_at(), shot_at(in_zoc_of=(THEIRS,)), "BUS-ACT-18")
    near = act(facing(archer()), MINE, in_zoc_of=(THEIRS,))
    before, none = (f.ActionDeclared(action="ranged", walk=walk) for walk in ("before", "none"))
    right_and_wrong(near, before, none, "BUS-ACT-18", "BUS-ACT-11")
    refused(act(facing(), MINE), f.ActionDeclared(action="run", walk="before"), "BUS-ACT-18")
    blind = act(marked(facing(archer()), MINE, "blind"), MINE)
    refused(blind, f.ActionDeclared(action="ranged"), "BUS-COND-03")


@accepts("BUS-RNG-03", "BUS-GEN-11")
@refuses("BUS-RNG-03", "BUS-GEN-11")
def test_beyond_the_last_band_nothing_is_rolled() -> None:
    case = shooting()
    for distance, value in ((6.0, 4), (6.1, 5), (12.0, 5), (18.0, 6)):
        right, wrong = (shot_at(distance=distance, value=told) for told in (value, value + 1))
        right_and_wrong(case, right, wrong, "BUS-RNG-06", "BUS-GEN-11")
    far = aimed(case, distance=18.1)
    refused(far, roll("666"), "BUS-RNG-03")
    assert table_of(far).shot is None and acting_of(far).resolved
    far.when(checked(MINE, counters=1)).then_accepted()
    assert "shot" not in figures(far, MINE).flags, "an attack that fails so is none"


@accepts("BUS-RNG-04", "BUS-TRT-55")
@refuses("BUS-RNG-04", "BUS-TRT-55")
def test_the_target_may_be_put_behind_another() -> None:
    case = aimed(shooting(blues={"third": card("Insignificant")}))
    right = f.RangedTargetReassigned(model=FRIEND, distance=7.0)
    for wrong in (
        f.RangedTargetReassigned(model=FRIEND, distance=7.0, crosses=False),
        f.RangedTargetReassigned(model=FRIEND, distance=7.0, sees=False),
        f.RangedTargetReassigned(model=FRIEND, distance=30.0),
        f.RangedTargetReassigned(model=THEIRS, distance=5.0),
    ):
        refused(case, wrong, "BUS-RNG-04", by=B)
    refused(case, f.RangedTargetReassigned(model=THIRD, distance=7.0), "BUS-RNG-04", "BUS-TRT-55", by=B)
    refused(case, right, "BUS-LOG-03", by=R)
    after = case.when(right, B)
    assert shot_of(after).target == FRIEND
    refused(after, f.RangedTargetReassigned(model=THEIRS, distance=5.0), "BUS-RNG-04", by=B)
    refused(shooting(), right, "BUS-RNG-04", by=B)
    tired = aimed(shooting(blues={"second": card("Slow")}))
    other = aimed(shooting(edition="reference"), cover=False)
    hidden = f.RangedTargetReassigned(model=FRIEND, distance=7.0, cover=True)
    refused(other, hidden, "BUS-RNG-04", by=B)
    tired.when(hidden, B).then_accepted()


@accepts("BUS-RNG-04", "BUS-RNG-05", "BUS-TRG-11")
@refuses("BUS-RNG-04", "BUS-RNG-05")
def test_who_is_shot_at_is_settled_before_the_shooter_declares_anything() -> None:
    """BUS-RNG-02, -04: a Bodyguard steps in at 1b, another target is named at 1d, boosts come at 1e."""
    case = aimed(shooting(blues={"second": card('Bodyguard (3")')}))
    steps_in = f.TraitUsed(model=FRIEND, trait="bodyguard", inches=2.0)
    named = f.RangedTargetReassigned(model=THIRD, distance=7.0)
    case.when(steps_in, B).when(named, B).then_accepted()
    boosted = case.when(f.KiBoosted(model=MINE, stat="ranged"), R)
    refused(boosted, named, "BUS-RNG-04", "BUS-RNG-05", by=B)
    refused(boosted, steps_in, "BUS-RNG-05", by=B)
    for there, number in ((case, 1), (boosted, 0)):
        told = [one for one in full_events(there.state) if one.type == "ranged_target_reassigned"]
        stands = [one for one in full_events(there.state) if one.choices.get("trait") == ("bodyguard",)]
        assert (len(told), len(stands)) == (number, number)


@accepts("BUS-RNG-06", "BUS-RNG-18", "BUS-RNG-21", "BUS-TRT-65", "BUS-TRT-79", "BUS-TER-03", "BUS-TRT-98")
@refuses("BUS-RNG-06", "BUS-RNG-18", "BUS-RNG-21", "BUS-TRT-65", "BUS-TRT-79", "BUS-TER-03", "BUS-TRT-98")
def test_every_modifier_of_the_value() -> None:
    def judged(case: Case, value: int, off: int, *rules: str, **told: Any) -> None:
        right, wrong = (shot_at(value=number, **told) for number in (value, off))
        right_and_wrong(case, right, wrong, *rules)

    judged(shooting(), 6, 4, "BUS-RNG-06", "BUS-RNG-18", "BUS-TER-03", cover=True)
    judged(shooting(walk="after"), 5, 4, "BUS-RNG-21")
    light = archer(weapon=bow("Light Weight"))
    judged(shooting(light, walk="after"), 4, 5, "BUS-TRT-65")
    judged(shooting(None, card("Ranged Defence (2)")), 6, 4, "BUS-TRT-79")
    judged(shooting(None, card("Ranged Defence (-1)")), 3, 4, "BUS-TRT-79")
    judged(shooting(None, card("Swarm")), 5, 4, "BUS-TRT-98")
    judged(shooting(None, card("Tiny")), 5, 4, "BUS-TRT-101")
    judged(shooting(None, card(base_mm=(50,))), 2, 4, "BUS-GEN-14")
    judged(shooting(None, card("Kumo", base_mm=(50,))), 4, 2, "BUS-TRT-110")
    judged(act(marked(facing(archer()), THEIRS, "prone"), MINE, "ranged"), 3, 4, "BUS-COND-14")
    judged(shooting(unseen_by=(THEIRS,)), 3, 4, "BUS-GEN-13")


@accepts("BUS-RNG-06", "BUS-ACT-19")
@refuses("BUS-RNG-06", "BUS-ACT-19")
def test_who_has_run() -> None:
    case = act(facing(archer()), MINE, "run").when(f.ModelMoved(model=MINE, inches=5.0))
    case = act(waited(case, THEIRS), MINE, "ranged")
    right_and_wrong(case, shot_at(value=5), shot_at(value=4), "BUS-ACT-19")
    other = act(facing(archer(), edition="reference"), MINE, "run").when(f.ModelMoved(model=MINE, inches=5.0))
    other = act(waited(other, THEIRS), MINE, "ranged")
    right_and_wrong(other, shot_at(value=4), shot_at(value=5), "BUS-RNG-06")
    runner = act(waited(facing(archer()), "red:second"), THEIRS, "run")
    runner = act(runner.when(f.ModelMoved(model=THEIRS, inches=5.0)), MINE, "ranged")
    right_and_wrong(runner, shot_at(value=5), shot_at(value=4), "BUS-ACT-19")


@accepts("BUS-RNG-07", "BUS-RNG-15", "BUS-TRT-05", "BUS-TRT-83", "BUS-COND-15")
@refuses("BUS-RNG-07", "BUS-RNG-15", "BUS-TRT-05", "BUS-TRT-83", "BUS-COND-15")
def test_ammunition_and_reloading() -> None:
    musket = archer(weapon=bow("Reload (2)"))
    case = aimed(shooting(musket)).when(roll("111"))
    right, wrong = checked(MINE, markers={"reloading": 2}), checked(MINE, markers={"reloading": 0})
    right_and_wrong(case, right, wrong, "BUS-RNG-15", "BUS-TRT-83")
    again = aimed(act(waited(case, THEIRS), MINE, "ranged"))
    refused(again, roll("666"), "BUS-RNG-07", "BUS-COND-15", "BUS-TRT-83")
    again.when(checked(MINE, counters=0)).then_accepted()
    single = archer(weapon=bow("Ammo (1)"))
    case = aimed(shooting(single)).when(roll("111"))
    assert figures(case, MINE).ammo == {"Bow": 0}
    empty = aimed(act(waited(case, THEIRS), MINE, "ranged"))
    refused(empty, roll("666"), "BUS-RNG-07", "BUS-TRT-05")
    full = aimed(
        act(waited(shooting(archer(weapon=bow("Ammo (2)"))), *()), *()) if False else shooting(single)
    )
    full.when(roll("111")).then_accepted()


@accepts("BUS-RNG-08", "BUS-RNG-17", "BUS-SPA-17", "BUS-SPA-01", "BUS-SPA-02")
@refuses("BUS-RNG-08", "BUS-RNG-17", "BUS-SPA-17", "BUS-SPA-01", "BUS-SPA-02")
def test_the_dice_of_a_shot() -> None:
    right_and_wrong(shooting(), shot_at(pool=3), shot_at(pool=2), "BUS-RNG-08")
    dazed = act(marked(marked(facing(archer()), MINE, "stunned"), MINE, "frightened"), MINE, "ranged")
    right_and_wrong(dazed, shot_at(pool=1), shot_at(pool=3), "BUS-RNG-17", "BUS-COND-17")
    doomed = act(marked(facing(archer()), THEIRS, "death_sentence"), MINE, "ranged")
    right_and_wrong(doomed, shot_at(pool=4), shot_at(pool=3), "BUS-RNG-17", "BUS-COND-05")
    cunning = archer(weapon=bow(specials={"Powerful Attack": 1, "Stun Attack": 3, "Push Defence": 1}))
    case = aimed(shooting(cunning))
    paid = {"special": "Powerful Attack", "cost": 1}
    right_and_wrong(case, roll("66", **paid), roll("666", **paid), "BUS-RNG-08", "BUS-RNG-09")
    refused(case, roll("66", special="Powerful Attack", cost=0), "BUS-SPA-01")
    refused(case, roll("66", special="Push Defence", cost=1), "BUS-SPA-17")
    refused(case, roll("6", special="Stun Attack", cost=3), "BUS-RNG-08", "BUS-SPA-02")
    strong = case.when(roll("66", **paid))
    right_and_wrong(strong, damage("23", row=8), damage("23", row=5), "BUS-SPA-10")


@accepts("BUS-RNG-09", "BUS-RNG-10", "BUS-TRT-17", "BUS-TRT-78", "BUS-TRT-01")
@refuses("BUS-RNG-09", "BUS-RNG-10", "BUS-TRT-17", "BUS-TRT-78", "BUS-TRT-01")
def test_hit_or_miss() -> None:
    case = aimed(shooting(), distance=9.0)
    right, wrong = (roll("421", result=told) for told in (5, 6))
    right_and_wrong(case, right, wrong, "BUS-RNG-09", "BUS-TEST-02")
    right_and_wrong(case, roll("421", sl=0), roll("421", sl=1), "BUS-RNG-10")
    right_and_wrong(case, roll("421", success=True), roll("421", success=False), "BUS-RNG-10")
    assert table_of(case.when(roll("311"))).shot is None, "a miss is over"
    fierce = aimed(shooting(archer("Brutal (1)")))
    right_and_wrong(fierce, roll("311", result=4), roll("311", result=3), "BUS-TRT-17")
    keen = aimed(shooting(archer("Prowess [Ranged] (1)")))
    again = f.Reroll(by=MINE, whose=MINE, colour="attack", place=1, was=1, source="prowess")
    keen.when(roll("611", rerolls=(again,))).then_accepted()
    refused(case, roll("611", rerolls=(again,)), "BUS-TEST-09", "BUS-TRT-78")
    adept = aimed(shooting(archer("Adept [Ranged] (1)", ranged=4)))
    right_and_wrong(adept, roll("5432", result=8), roll("5432", result=7), "BUS-TRT-01")
    refused(case, roll("432", supporting=3), "BUS-TEST-02")


@accepts("BUS-RNG-12", "BUS-RNG-13")
@refuses("BUS-RNG-12", "BUS-RNG-13")
def test_a_shot_into_contact() -> None:
    crowded = touch(shooting(), (ALLY, THEIRS))
    case = aimed(crowded).when(roll("666"))
    second = f.TestRolled(model=MINE, dice="431", passed=False)
    refused(case, damage("34"), "BUS-LOG-02")
    refused(case, f.TestRolled(model=MINE, dice="43"), "BUS-RNG-12")
    missed = right_and_wrong(case, second, f.TestRolled(model=MINE, dice="431", passed=True), "BUS-RNG-12")
    assert harm_of(missed).target == ALLY and harm_of(missed).sl == 4
    refused(missed, f.StrayShotTold(model=ALLY), "BUS-RNG-13")
    hit = case.when(f.TestRolled(model=MINE, dice="541", passed=True))
    assert harm_of(hit).target == THEIRS
    mass = touch(shooting(), (ALLY, THEIRS), ("red:third", THEIRS))
    lost = aimed(mass).when(roll("666")).when(second)
    right = f.StrayShotTold(model="red:third")
    after = right_and_wrong(lost, right, f.StrayShotTold(model=MINE), "BUS-RNG-13")
    assert harm_of(after).target == "red:third"
    assert table_of(lost.when(f.StrayShotTold())).shot is None, "nobody whom the attacker sees"
    large = touch(shooting(None, card(base_mm=(60,))), (ALLY, THEIRS))
    refused(aimed(large).when(roll("666")), f.TestRolled(model=MINE, dice="666"), "BUS-LOG-02")
    assert harm_of(aimed(large).when(roll("666"))).target == THEIRS, "nobody misses who is Huge"


@accepts("BUS-RNG-14", "BUS-DMG-12")
@refuses("BUS-RNG-14", "BUS-DMG-12")
def test_the_damage_of_a_shot() -> None:
    case = aimed(shooting(archer(weapon=bow(strength=2)))).when(roll("666"))
    right_and_wrong(case, damage("34", wounds=5), damage("34", wounds=4), "BUS-RNG-14", "BUS-DMG-01")
    net = aimed(shooting(archer(weapon=bow("Entangling")))).when(roll("666"))
    refused(net, damage("34"), "BUS-LOG-02")
    assert any(one.kind == "immobilised" for one in figures(net, THEIRS).markers)
    odd = aimed(shooting(archer(weapon=bow(strength="Sp")))).when(roll("666"))
    refused(odd, damage("34"), "BUS-LOG-02")
    shove = archer(weapon=bow(specials={"Slam Attack": 1}))
    slam = aimed(shooting(shove)).when(roll("66", special="Slam Attack", cost=1))
    moved = slam.when(f.ModelMoved(model=THEIRS, inches=3.0))
    assert any(one.kind == "prone" for one in figures(moved, THEIRS).markers)
    moved.when(damage("34", wounds=1)).then_accepted()
    killed = aimed(shooting(None, card(wound_tracks=(1,)))).when(roll("666")).when(damage("66"))
    assert acting_of(killed).resolved and table_of(killed).shot is None


@accepts("BUS-RNG-16", "BUS-RNG-19", "BUS-RNG-20", "BUS-TRT-80", "BUS-GEN-08", "BUS-KI-16")
@refuses("BUS-RNG-16", "BUS-RNG-19", "BUS-RNG-20", "BUS-TRT-80", "BUS-GEN-08", "BUS-KI-16")
def test_rapid_fire_and_the_end_of_boosts() -> None:
    quick = archer("Rapid Fire (2)")
    boost = f.KiBoosted(model=MINE, stat="ranged")
    case = aimed(shooting(quick)).when(boost)
    refused(case, roll("111"), "BUS-RNG-08", "BUS-KI-12")
    hit = case.when(roll("6111"))
    refused(hit, boost, "BUS-GEN-08", "BUS-KI-16")
    first = hit.when(damage("22"))
    right_and_wrong(first, shot_at(pool=3, value=5), shot_at(pool=4), "BUS-RNG-16")
    refused(first, shot_at(value=4), "BUS-RNG-19", "BUS-RNG-20")
    done = aimed(first).when(roll("111"))
    refused(done, shot_at(), "BUS-LOG-02")
    assert acting_of(done).resolved
    walking = aimed(shooting(quick, walk="after")).when(roll("111"))
    refused(walking, f.ModelMoved(model=MINE, inches=2.0), "BUS-LOG-02")
    walking.when(f.StepClosed()).when(f.ModelMoved(model=MINE, inches=2.0)).then_accepted()
    refused(shooting(quick), f.StepClosed(), "BUS-ACT-18")
    once = aimed(shooting(walk="after")).when(roll("111"))
    refused(once, shot_at(), "BUS-RNG-19")
    thrice = aimed(aimed(shooting(archer("Rapid Fire (2)"), walk="after")).when(roll("111"))).when(
        roll("111")
    )
    refused(thrice, shot_at(), "BUS-RNG-19", "BUS-TRT-80")


def test_a_disguise_is_seen_through_before_the_dice() -> None:
    case = aimed(act(marked(facing(archer()), THEIRS, "disguised", value=4), MINE, "ranged"))
    refused(case, roll("666"), "BUS-LOG-02")
    seen = case.when(f.TestRolled(model=MINE, dice="54"))
    seen.when(roll("666")).then_accepted()
    failed = case.when(f.TestRolled(model=MINE, dice="21"))
    assert acting_of(failed).resolved and table_of(failed).shot is None


def test_what_a_card_does_not_say_is_asked_for() -> None:
    vague = archer(weapons=None)
    case = shooting(vague)
    refused(case, shot_at(), "BUS-LOG-11")
    told = case.when(f.CardFactStated(card="r-chief", bands="6/12/18", strength=1))
    aimed(told).when(roll("666")).when(damage("34", row=8)).then_accepted()
    refused(told, f.CardFactStated(card="r-chief", bands="8/12/18"), "BUS-LOG-11", by=R)


def test_nobody_shoots_out_of_contact() -> None:
    case = met(facing(archer()))
    refused(case, shot_at(), "BUS-LOG-02")
