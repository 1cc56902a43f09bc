"""What the order of the steps decides: of an activation, a shot, an exchange, the End phase; what comes too late, and
what is undone."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import touching
from games.bushido.full.steps import now
from games.bushido.profiles import Feat, Weapon
from games.bushido.tests.full.fights import MINE, THEIRS, armed, facing, met
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting
from games.bushido.tests.full.tables import (
    BLADE,
    B,
    R,
    act,
    begun,
    card,
    checked,
    chosen,
    figures,
    main_over,
    marked,
    placed,
    playing,
    refused,
    right_and_wrong,
    table_of,
    touch,
    turn_over,
)
from games.bushido.tests.full.test_feats import used
from games.bushido.tests.full.test_offered import offered
from games.bushido.tests.full.test_setup import ORDER, all_of
from games.ruleset import Event
from games.testing import accepts, refuses

WILL = Feat(name="Will", timing="I", target="Ta(6)", cost=1, limits=("OKi",))
SURGE = Feat(name="Surge", timing="I", target="Pe", cost=1, limits=())


@accepts("BUS-ACT-07", "BUS-TRT-03")
@pytest.mark.parametrize(("reason", "near"), [("illegal", (THEIRS,)), ("effect", ())])
def test_whoever_walked_away_before_its_shot_became_impossible_is_back_in_contact(
    reason: str, near: tuple[str, ...]
) -> None:
    case = touch(facing(archer("Agile")), (MINE, THEIRS))
    case = act(case, MINE, "ranged", walk="before").when(f.ModelMoved(model=MINE, inches=3.0))
    assert touching(case.state, MINE) == ()
    ended = case.when(f.ActivationEnded(reason=reason, counters=1))  # type: ignore[arg-type]
    assert touching(ended.state, MINE) == near
    right_and_wrong(ended, checked(MINE, counters=1), checked(MINE, counters=0))


@accepts("BUS-ACT-07", "BUS-COND-24")
@refuses("BUS-ACT-07")
@pytest.mark.parametrize("action", ["melee", "charge"])
@pytest.mark.parametrize(
    "gone",
    [
        f.ModelRemoved(model=THEIRS),
        f.MarkerChanged(model=MINE, marker="controlled", by_side="blue", number=2),
    ],
)
def test_an_attack_that_goes_for_nobody_any_more_is_over_at_once(action: str, gone: Event) -> None:
    """The enemy has left play, or whoever attacks is of its side now: one counter goes, of a Charge too."""
    case = act(facing(), MINE, action, target=THEIRS)
    case.when(f.ModelMoved(model=MINE, inches=2.0)).then_accepted()
    over = case.when(gone)
    refused(over, f.ModelMoved(model=MINE, inches=2.0), "BUS-LOG-02")
    right_and_wrong(over, checked(MINE, counters=1), checked(MINE, counters=0), "BUS-ACT-07")


@accepts("BUS-SETUP-28", "BUS-GEN-20", "BUS-TRT-110")
def test_a_kumo_from_a_flank_keeps_what_it_has_generated_elsewhere() -> None:
    case = placed(chosen(red={"third": card("Flank", "Kumo", ki=1)})).when(ORDER)
    case = case.when(e.FlankPlanRecorded(side="red", model="red:third", turn=2, edge="east"), R)
    case = case.when(f.ModelsDeployed(side="red", models=all_of("red", "chief", "second")))
    case = begun(turn_over(begun(case.when(f.ModelsDeployed(side="blue", models=all_of("blue"))))))
    assert figures(case, "red:third").ki == 2, "one of each turn"
    arrived = case.when(e.FlankRevealed(side="red", model="red:third", turn=2, edge="east"), R)
    right_and_wrong(arrived, checked("red:third", ki=4), checked("red:third", ki=2), "BUS-SETUP-28")


@accepts("BUS-RNG-07", "BUS-COND-26")
@refuses("BUS-RNG-07", "BUS-RNG-03")
def test_a_disguise_is_seen_through_before_the_weapon_turns_out_to_be_empty() -> None:
    """Range is step 1c, ammunition 1g: beyond its range nobody has to be recognised."""
    reloading = marked(facing(archer(weapon=bow("Reload (1)"))), MINE, "reloading")
    hidden = act(marked(reloading, THEIRS, "disguised", value=3), MINE, "ranged")
    case = aimed(hidden)
    assert now(case.state) == "test"
    seen, missed = (case.when(f.TestRolled(model=MINE, dice=dice)) for dice in ("66", "11"))
    for after, left in ((seen, 0), (missed, 1)):
        after.when(checked(THEIRS, markers={"disguised": left})).then_accepted()
        after.when(checked(MINE, counters=1)).then_accepted()
    refused(seen, roll("666"), "BUS-RNG-07")
    far = aimed(hidden, distance=19.0)
    assert not table_of(far).tests
    refused(far, roll("666"), "BUS-RNG-03")


@accepts("BUS-RNG-07", "BUS-COND-15")
@refuses("BUS-RNG-07")
def test_a_marker_of_reloading_that_a_feat_brings_before_the_dice_ends_the_shot() -> None:
    case = aimed(shooting(archer(weapon=bow("Reload (1)"))))
    case.when(roll("666")).then_accepted()
    jammed = case.when(f.MarkerChanged(model=MINE, marker="reloading"), B)
    refused(jammed, roll("666"), "BUS-RNG-07")
    jammed.when(checked(MINE, counters=1, markers={"reloading": 1})).then_accepted()


@accepts("BUS-ACT-08", "BUS-ACT-07", "BUS-RNG-05")
@refuses("BUS-ACT-07")
@pytest.mark.parametrize("told", [{"reason": "effect", "counters": 1}, {"reason": "illegal"}])
def test_a_feat_of_its_target_may_end_a_shot_before_the_dice(told: dict[str, Any]) -> None:
    """As Mirage does: the weapon keeps its token, and the boost is spent."""
    shooter = archer(weapon=bow("Ammo (2)"), boosts={"ranged": 1})
    case = aimed(shooting(shooter, card(feats=(SURGE,)))).when(used(THEIRS, "Surge"), B)
    (offer,) = offered(case, "activation_ended")
    assert offer.optional and offer.players == ("r",)
    over = case.when(f.KiBoosted(model=MINE, stat="ranged"), R).when(f.ActivationEnded(**told), R)
    assert table_of(over).shot is None and not table_of(over).boosts
    assert figures(over, MINE).ammo == {"Bow": 2}
    right_and_wrong(over, checked(MINE, counters=1), checked(MINE, counters=2))
    refused(over, roll("666"), "BUS-LOG-02")
    hit = aimed(shooting(archer())).when(roll("666"))
    refused(hit, f.ActivationEnded(**told), "BUS-ACT-07", by=R)


@accepts("BUS-KI-04", "BUS-GEN-09", "BUS-TEST-18")
@refuses("BUS-KI-11")
def test_an_instant_feat_comes_before_the_dice_of_a_test_in_the_end_phase() -> None:
    """At any time, but no boost outside the Main phase."""
    red = {"chief": card(feats=(SURGE,), boosts={"ki": 1}, ki=2)}
    case = marked(main_over(marked(playing(red=red), MINE, "frightened", value=4)), MINE, "stunned")
    assert now(case.state) == "test"
    assert [one.choices["feat"] for one in offered(case, "ki_feat_used")] == [("Surge",)]
    case.when(used(MINE, "Surge"), R).when(f.TestRolled(model=MINE, dice="66"), R).then_accepted()
    refused(case, f.KiBoosted(model=MINE, stat="ki"), "BUS-KI-11", by=R)


def leech() -> f.TraitUsed:
    return f.TraitUsed(model=MINE, trait="leech", targets=(f.Share(model="red:second", amount=1),))


@accepts("BUS-TRT-64", "BUS-TRT-107", "BUS-GEN-09")
@refuses("BUS-TRT-64")
def test_the_active_model_may_leech_before_the_dice_of_its_test_and_anybody_spend_virtue() -> None:
    """What a trait may do in an activation it may do at any time of it, but within a test of an exchange."""
    red = armed("Leech (1/6)", boosts={"ki": 2}, ki=1, feats=(WILL,))
    case = facing(red, armed("Fear (4)")).when(f.TokensChanged(model="red:third", token="virtue", number=1))
    feared = met(case)
    assert now(feared.state) == "test"
    spends = f.TraitUsed(model="red:third", trait="virtue_spent")
    told = {trait for one in offered(feared, "trait_used") for trait in one.choices["trait"]}
    assert {"leech", "virtue_spent"} <= told
    boost = f.KiBoosted(model=MINE, stat="ki")
    refused(feared, boost, "BUS-KI-02", by=R)
    feared.when(spends, R).when(leech(), R).when(boost, R).when(
        f.TestRolled(model=MINE, dice="66"), R
    ).then_accepted()
    brave = met(facing(red, None))
    assert now(brave.state) == "allocate"
    brave.when(leech(), R).then_accepted()
    tested = brave.when(used(MINE, "Will", target=THEIRS, inches=1.0), R)
    assert now(tested.state) == "duel"
    refused(tested, leech(), "BUS-TRT-64", by=R)


@accepts("BUS-TRT-64", "BUS-RNG-05")
def test_traits_of_the_shooter_come_while_its_shot_is_aimed() -> None:
    case = aimed(shooting(archer("Leech (1/6)")))
    case.when(leech(), R).when(roll("666")).then_accepted()


@accepts("BUS-MEL-02", "BUS-MEL-06")
@refuses("BUS-MEL-02")
def test_a_weapon_is_chosen_before_its_side_declares_anything() -> None:
    """A spear that comes after a feat would turn the Initiative, and with it who is too late."""
    spear = Weapon(kind="melee", name="Spear", strength=0, traits=("Reach",), specials={})
    two = card(weapons=(BLADE, spear), feats=(SURGE,))
    case, takes = met(facing(armed(feats=(SURGE,)), two)), f.WeaponChosen(model=THEIRS, weapon="Spear")
    case.when(takes, B).when(used(THEIRS, "Surge"), B).then_accepted()
    for late in (case.when(used(THEIRS, "Surge"), B), case.when(used(MINE, "Surge"), R)):
        refused(late, takes, "BUS-MEL-02", by=B)
        assert not offered(late, "weapon_chosen")
    assert offered(case, "weapon_chosen")
