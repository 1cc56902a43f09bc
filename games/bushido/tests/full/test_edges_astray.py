"""Who is hit, surprised or webbed though the action was about somebody or something else."""

from __future__ import annotations

import pytest

from games.bushido.full import events as f
from games.bushido.full.common import has, table
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.steps import now
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
    won,
)
from games.bushido.tests.full.shooting import aimed, archer, roll
from games.bushido.tests.full.tables import (
    act,
    harm_of,
    marked,
    playing,
    refused,
    right_and_wrong,
    touch,
)
from games.bushido.tests.full.test_bands import ONE, TWO, group
from games.bushido.tests.full.test_edges_traits import ALLY
from games.bushido.tests.full.test_feats import ONCE, adept, used
from games.bushido.tests.full.test_melee import pools
from games.testing import Case, accepts, refuses

THIRD = "blue:third"
WEB, FLIGHT = "Web Defence", "Eagle's Flight Defence"


def reached(case: Case, model: str, target: str = THEIRS) -> Case:
    """A member of a Group goes for the target and reaches it."""
    case = case.when(f.ActionDeclared(action="melee", target=target))
    return case.when(f.ModelMoved(model=model, inches=2.0, contact=(target,)))


@accepts("BUS-TRT-46", "BUS-GEN-13")
@refuses("BUS-GEN-13", "BUS-KI-10")
def test_whom_one_of_a_group_surprises_is_surprised_until_it_has_fought_that_one() -> None:
    case = reached(group().when(f.ModelActivated(model=ONE, unseen_by=(THEIRS,))), ONE)
    boost = f.KiBoosted(model=THEIRS, stat="melee")
    case = reached(case.when(f.MemberChosen(model=TWO)), TWO)
    before = case.when(f.MemberChosen(model=TWO))
    right_and_wrong(before, pools(blue=1), pools(blue=2), "BUS-GEN-13")
    refused(before, boost, "BUS-KI-10")
    first = f.MeleeExchangeStarted(first=TWO)
    right_and_wrong(before, first, f.MeleeExchangeStarted(first=THEIRS), "BUS-GEN-13")
    done = case.when(f.MemberChosen(model=ONE))
    done = done.when(f.MeleeDiceCommitted(side="red", attack=0, defence=3))
    done = done.when(f.MeleeDiceCommitted(side="blue", attack=0, defence=1))
    after = done.when(dice(("", "222"), ("", "2"), ONE, THEIRS))
    assert table(after.state).exchange is not None, "the other one fights"
    right_and_wrong(after, pools(blue=2), pools(blue=1), "BUS-MEL-07")
    after.when(boost).then_accepted()


@accepts("BUS-TRT-12", "BUS-COND-05", "BUS-RNG-13")
@refuses("BUS-DMG-01")
def test_a_friend_hit_astray_is_no_enemy() -> None:
    """Only enemies bleed, and only an enemy has the bonus of a Death Sentence."""

    def astray(failed: bool) -> Case:
        case = touch(facing(archer("Bleed (1/2)", "Disease (1)")), (ALLY, THEIRS))
        case = marked(marked(case, ALLY, "death_sentence"), THEIRS, "death_sentence")
        case = aimed(act(case, MINE, "ranged")).when(roll("6666"))
        return case.when(f.TestRolled(model=MINE, dice="2222" if failed else "6666"))

    friend = astray(True)
    assert harm_of(friend).target == ALLY
    right_and_wrong(friend, damage("34", row=7), damage("34", row=8), "BUS-DMG-01")
    hurt = friend.when(damage("34"))
    assert has(hurt.state, ALLY, "diseased") and not has(hurt.state, ALLY, "bleed")
    enemy = astray(False)
    right_and_wrong(enemy, damage("34", row=8), damage("34", row=7), "BUS-DMG-01")
    assert has(enemy.when(damage("34")).state, THEIRS, "bleed")


@accepts("BUS-SPA-18", "BUS-MOVE-12")
@pytest.mark.parametrize(
    ("mine", "theirs", "flies"),
    [
        (FLIGHT, WEB, False),
        (WEB, FLIGHT, False),
        ("Grapple Defence", FLIGHT, False),
        ("Sidestep Defence", WEB, False),
        ("Sweep Defence", FLIGHT, True),
    ],
)
def test_nobody_flies_out_of_a_web_or_a_grip(mine: str, theirs: str, flies: bool) -> None:
    """Red attacks first, so blue's defence comes before red's; a flight waits for the end of the exchange."""
    case = fighting(armed(specials={mine: 1}), armed(specials={theirs: 1}))
    case = allocated(case, (1, 1, mine, 1), (1, 1, theirs, 1)).when(dice(("2", "6"), ("2", "6")))
    assert (now(case.state) == "shift") == flies


@pytest.mark.parametrize("last", [False, True])
@accepts("BUS-SPA-18", "BUS-MEL-24")
@refuses("BUS-SPA-18", "BUS-SPA-04")
def test_who_kills_its_attacker_flies_all_the_same(last: bool) -> None:
    """The exchange ends with the active model; and the Main phase as well, if that was the last one of its side."""
    blue = armed(specials={FLIGHT: 1})
    case = facing(armed(wound_tracks=(1,)), blue)
    for friend in (ALLY, "red:third") if last else ():
        case = case.when(f.ModelRemoved(model=friend))
    case = (
        allocated(met(case), (2, 1), (1, 1, FLIGHT, 1)).when(dice(("22", "2"), ("6", "6"))).when(damage("66"))
    )
    assert case.state.models[MINE].place == "out"
    flight, farther = (f.ModelMoved(model=THEIRS, inches=inches) for inches in (3.0, 3.5))
    if last:
        refused(case, flight, "BUS-LOG-02")
        case.when(f.TurnEnded()).then_accepted()
    else:
        flown = right_and_wrong(case, flight, farther, "BUS-SPA-04")
        act(flown, THEIRS, "walk").then_accepted()


@accepts("BUS-MEL-23", "BUS-KI-16", "BUS-TRT-107")
@refuses("BUS-MEL-23", "BUS-TRT-107")
def test_before_the_damage_only_those_who_fight_use_feats() -> None:
    """Everybody does so before the dice are split, and before the damage of a shot."""
    able = adept(feats=(ONCE,))
    case = facing(able, able, reds={"second": able})
    case = case.when(f.TokensChanged(model=ALLY, token="virtue", number=1))
    bystander, spent = used(ALLY, "Once"), f.TraitUsed(model=ALLY, trait="virtue_spent")
    before = met(case)
    before.when(bystander).then_accepted()
    before.when(spent).then_accepted()
    blow = won(before)
    refused(blow, bystander, "BUS-MEL-23")
    refused(blow, spent, "BUS-MEL-23", "BUS-TRT-107")
    blow.when(used(THEIRS, "Once")).then_accepted()
    blow.when(used(MINE, "Once")).then_accepted()
    offers = full_events(blow.state)
    assert {one.choices["model"] for one in offers if one.type == "ki_feat_used"} == {(MINE,), (THEIRS,)}
    shot = aimed(act(facing(archer(), reds={"second": able}), MINE, "ranged")).when(roll("666"))
    shot.when(bystander).then_accepted()


@accepts("BUS-TRT-50", "BUS-TRT-53", "BUS-COND-01")
def test_who_rages_in_the_main_phase_is_afraid_no_more() -> None:
    """With the trait the marker that Berserk brings makes it Fearless; without the trait it does not."""
    case = playing(red={"chief": armed("Impetuous (0)")})
    for name in (MINE, ALLY):
        case = marked(marked(case, name, "frightened", value=5), name, "berserk")
    assert not has(case.state, MINE, "frightened") and has(case.state, ALLY, "frightened")
