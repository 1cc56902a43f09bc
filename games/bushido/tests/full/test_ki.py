"""Ki that is spent on boosts, and the limits of statistics."""

from __future__ import annotations

from games.bushido.full import events as f
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    card,
    checked,
    marked,
    playing,
    refused,
    right_and_wrong,
)
from games.testing import accepts, refuses

BOOST = f.KiBoosted(model="red:chief", stat="move")


@accepts("BUS-KI-02", "BUS-KI-11", "BUS-KI-12", "BUS-KI-13")
@refuses("BUS-KI-02", "BUS-KI-11", "BUS-KI-12", "BUS-KI-13")
def test_a_boost_is_paid_for_step_by_step() -> None:
    case = act(playing(), "red:chief", "walk")
    refused(playing(), BOOST, "BUS-KI-11")
    refused(act(playing(), "red:chief", "wait"), BOOST, "BUS-KI-11")
    refused(case, f.KiBoosted(model="red:chief", stat="move", steps=3), "BUS-KI-02")
    wrong, right = f.KiBoosted(model="red:chief", stat="move", steps=2, cost=1), BOOST
    after = right_and_wrong(case, right, wrong, "BUS-KI-12", "BUS-KI-13")
    right_and_wrong(after, checked("red:chief", ki=1), checked("red:chief", ki=2), "BUS-KI-02")
    moved, far = f.ModelMoved(model="red:chief", inches=5.0), f.ModelMoved(model="red:chief", inches=5.5)
    done = right_and_wrong(after, moved, far, "BUS-MOVE-11", "BUS-KI-12")
    refused(done, f.ModelMoved(model="red:chief", inches=1.0), "BUS-LOG-02")


@accepts("BUS-GEN-04", "BUS-GEN-05", "BUS-KI-12")
@refuses("BUS-GEN-04", "BUS-GEN-05", "BUS-KI-12")
def test_never_above_twice_the_base() -> None:
    slow = {"chief": card(move=2, ki=6), "second": card(move="-", ki=6)}
    case = act(playing(red=slow), "red:chief", "walk")
    refused(case, f.KiBoosted(model="red:chief", stat="move", steps=3), "BUS-KI-12", "BUS-GEN-04")
    case = case.when(f.KiBoosted(model="red:chief", stat="move", steps=2))
    refused(case, BOOST, "BUS-GEN-04")
    case.when(f.ModelMoved(model="red:chief", inches=4.0)).then_accepted()
    refused(
        act(playing(red=slow), "red:second", "walk"),
        f.KiBoosted(model="red:second", stat="move"),
        "BUS-GEN-04",
    )
    quick = {"chief": card("Strategy [move]", move=3, ki=6)}
    capped = act(playing(red=quick), "red:chief", "walk")
    refused(capped, f.ModelMoved(model="red:chief", inches=6.5), "BUS-MOVE-11")
    plus = act(playing(red={"chief": card(move=0)}), "red:chief", "walk").when(BOOST)
    right, wrong = f.ModelMoved(model="red:chief", inches=1.0), f.ModelMoved(model="red:chief", inches=1.1)
    right_and_wrong(plus, right, wrong, "BUS-MOVE-11")


@accepts("BUS-KI-10", "BUS-KI-15", "BUS-GEN-23")
@refuses("BUS-KI-10", "BUS-KI-15", "BUS-GEN-23")
def test_who_spends_nothing() -> None:
    ruled = marked(playing(), "blue:chief", "controlled", number=2, by_side="red")
    refused(ruled, f.ModelActivated(model="blue:chief"), "BUS-GEN-23", "BUS-LOG-03", by=B)
    case = ruled.when(f.ModelActivated(model="blue:chief"), R).when(f.ActionDeclared(action="walk"), R)
    refused(case, f.KiBoosted(model="blue:chief", stat="move"), "BUS-KI-10", by=R)
    spirit = act(playing(red={"chief": card("Kami", ki=0, ki_limit=1)}), "red:chief", "walk")
    refused(spirit, BOOST, "BUS-KI-15")
    strong = act(playing(red={"chief": card("Kami", ki=0, ki_limit=2)}), "red:chief", "walk")
    strong.when(BOOST).then_accepted()


@accepts("BUS-TEST-02", "BUS-TEST-03", "BUS-TEST-06", "BUS-GEN-24")
@refuses("BUS-TEST-02", "BUS-TEST-03", "BUS-TEST-06", "BUS-GEN-24")
def test_dice_that_support_and_dice_that_do_not() -> None:
    from games.bushido.tests.full.tables import chosen

    case = chosen(red={"chief": card("Tactician (2)")})
    right = f.TacticalTestRolled(dice={"red": "521", "blue": "6"}, winner="red")
    wrong = f.TacticalTestRolled(dice={"red": "521", "blue": "6"}, winner="blue")
    right_and_wrong(case, right, wrong, "BUS-TEST-02", "BUS-TEST-03", "BUS-TEST-06")
    case.when(f.TacticalTestRolled(dice={"red": "511", "blue": "6"}, winner="blue")).then_accepted()
    plain = chosen(red={"chief": card("Tactician")})
    right, wrong = (
        f.TacticalTestRolled(dice={"red": "62", "blue": "6"}),
        f.TacticalTestRolled(dice={"red": "6", "blue": "6"}),
    )
    right_and_wrong(plain, right, wrong, "BUS-GEN-24", "BUS-TRT-99")
