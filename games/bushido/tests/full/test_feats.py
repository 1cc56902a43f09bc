"""Ki feats: when one may be used, what it costs, whom it reaches, and opposed tests."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.legal.next_events import full_events
from games.bushido.profiles import Feat, Profile
from games.bushido.state import BusState
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, damage, dice, facing, fighting
from games.bushido.tests.full.shooting import aimed, archer, roll, shooting
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    acting_of,
    card,
    checked,
    figures,
    main_over,
    marked,
    refused,
    right_and_wrong,
    table_of,
    touch,
    turn_over,
    waited,
)
from games.testing import Case, accepts, refuses

GAZE = Feat(name="Gaze", timing="I", target="Ta(6)", cost=1, limits=())
WILL = Feat(name="Will", timing="A", target="Ta(4)", cost=1, limits=("OKi",))
CALM = Feat(name="Calm", timing="S", target="Pe", cost=1, limits=("NB", "NM"))
STORM = Feat(name="Storm", timing="C", target="Ta(8)", cost=2, limits=("OKi", "1G"))
STEP = Feat(name="Step", timing="S", target="Pe", cost=1, limits=())
ONCE = Feat(name="Once", timing="I", target="Pe", cost=1, limits=("1T",))
FREE = Feat(name="Any", timing="I", target="Pe", limits=())
ALL = (GAZE, WILL, CALM, STORM, STEP, ONCE, FREE)


def adept(*traits: str, feats: tuple[Feat, ...] = ALL, **told: Any) -> Profile:
    """Rolls two dice of Ki and has these feats."""
    return card(*traits, feats=feats, **told)


def used(model: str, feat: str, **told: Any) -> f.KiFeatUsed:
    return f.KiFeatUsed(model=model, feat=feat, **told)


def feat(name: str, action: Any = "simple_feat", **told: Any) -> f.ActionDeclared:
    return f.ActionDeclared(action=action, feat=name, **told)


def opposed(mine: str, theirs: str, **told: Any) -> f.OpposedTestRolled:
    return f.OpposedTestRolled(dice={MINE: mine, THEIRS: theirs}, **told)


def willed(red: Profile | None = None, blue: Profile | None = None) -> Case:
    """Red's chief uses an opposed feat on blue's."""
    case = act(facing(red or adept(), blue), MINE)
    return case.when(used(MINE, "Will", target=THEIRS, inches=3.0))


@accepts("BUS-KI-03", "BUS-KI-04", "BUS-KI-05")
@refuses("BUS-KI-03", "BUS-KI-04", "BUS-KI-05")
def test_feats_as_actions() -> None:
    case = act(facing(adept()), MINE)
    right_and_wrong(case, feat("Calm"), feat("Calm", walk="before"), "BUS-KI-03")
    refused(case, feat("Storm"), "BUS-KI-03")
    refused(case, feat("Gaze"), "BUS-KI-04")
    refused(case, f.ActionDeclared(action="simple_feat"), "BUS-KI-03")
    refused(case, used(MINE, "Calm"), "BUS-KI-03")
    done = case.when(feat("Calm"))
    assert acting_of(done).resolved
    right_and_wrong(done, checked(MINE, ki=1), checked(MINE, ki=2), "BUS-KI-02")
    walked = case.when(feat("Step", walk="after"))
    walked.when(f.ModelMoved(model=MINE, inches=4.0)).then_accepted()
    near = touch(case, (MINE, THEIRS))
    refused(near, feat("Calm"), "BUS-KI-05")
    near.when(feat("Step")).then_accepted()
    pressed = act(facing(adept()), MINE, in_zoc_of=(THEIRS,))
    right_and_wrong(pressed, feat("Step", walk="before"), feat("Step"), "BUS-ACT-11")
    refused(act(facing(card()), MINE), feat("Step"), "BUS-KI-03")


@accepts("BUS-KI-04", "BUS-KI-05")
@refuses("BUS-KI-04", "BUS-KI-05")
def test_feats_that_are_no_action() -> None:
    case = facing(adept(), adept())
    refused(case, used(THEIRS, "Will", target=MINE), "BUS-KI-04", by=B)
    case.when(used(MINE, "Will", target=THEIRS), R).then_accepted()
    after = case.when(used(THEIRS, "Once"), B)
    refused(after, used(THEIRS, "Once"), "BUS-KI-05", by=B)
    next_turn = turn_over(after).when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    next_turn.when(f.FirstPlayerChosen(first_side="red")).when(used(THEIRS, "Once"), B).then_accepted()
    great = act(facing(adept(ki=4)), MINE, "complex_feat", feat="Storm").when(
        used(MINE, "Storm", target=THEIRS, inches=9.0)
    )
    later = turn_over(great).when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    later = act(later.when(f.FirstPlayerChosen(first_side="red")), MINE)
    refused(later, feat("Storm", "complex_feat"), "BUS-KI-05")


@accepts("BUS-KI-05", "BUS-TURN-21")
@refuses("BUS-KI-05")
def test_a_feat_used_after_the_marks_are_gone_was_used_in_that_turn() -> None:
    """In step 4 of the End phase; the next turn has a use of its own. Once a game stays once a game."""
    daily, only = (Feat(name=name, timing="I", target="Pe", cost=0, limits=(name,)) for name in ("1T", "1G"))
    late = main_over(facing(adept(feats=(daily, only)))).when(used(MINE, "1T")).when(used(MINE, "1G"))
    refused(late, used(MINE, "1T"), "BUS-KI-05")
    after = late.when(f.TurnEnded()).when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    after = after.when(f.FirstPlayerChosen(first_side="red"))
    right_and_wrong(after, used(MINE, "1T"), used(MINE, "1G"), "BUS-KI-05")


@accepts("BUS-KI-06", "BUS-TRT-11", "BUS-TRT-33", "BUS-KI-13", "BUS-KI-02")
@refuses("BUS-KI-06", "BUS-TRT-11", "BUS-TRT-33", "BUS-KI-13", "BUS-KI-02")
def test_what_makes_a_feat_cheaper_or_dearer() -> None:
    priest, ward = card("Believer [Human] (3/6)"), card("Disturb Flow (2/6)")
    case = facing(
        adept(), reds={"second": priest}, blues={"second": ward, "third": card("Disturb Flow (1/6)")}
    )
    near = {"believers": ("red:second",)}
    storm = act(case, MINE)
    cheap = feat("Storm", "complex_feat", cost=1, **near)
    right_and_wrong(storm, cheap, feat("Storm", "complex_feat", cost=0, **near), "BUS-KI-06", "BUS-TRT-11")
    dear = {"disturbed_by": ("blue:second", "blue:third")}
    refused(storm, feat("Storm", "complex_feat", **dear), "BUS-TRT-33", "BUS-KI-02")
    refused(case, used(MINE, "Gaze", target=THEIRS, believers=(MINE,)), "BUS-TRT-11")
    refused(case, used(MINE, "Gaze", target=THEIRS, disturbed_by=(THEIRS,)), "BUS-TRT-33")
    walk = act(facing(card(ki=6), blues={"second": ward}), MINE, "walk")
    right = f.KiBoosted(model=MINE, stat="move", steps=2, cost=6, disturbed_by=("blue:second",))
    wrong = f.KiBoosted(model=MINE, stat="move", steps=2, cost=4, disturbed_by=("blue:second",))
    right_and_wrong(walk, right, wrong, "BUS-KI-13", "BUS-TRT-33")
    varies = facing(adept())
    right_and_wrong(varies, used(MINE, "Any", x=2, cost=2), used(MINE, "Any", x=2, cost=1), "BUS-KI-02")
    refused(varies, used(MINE, "Any", x=3), "BUS-KI-02")
    kami = facing(adept("Kami", ki_limit=1))
    refused(kami, used(MINE, "Gaze", target=THEIRS), "BUS-KI-15")
    ruled = marked(facing(adept()), MINE, "controlled", by_side="blue", number=2)
    refused(ruled, used(MINE, "Gaze", target=THEIRS), "BUS-KI-10")


def test_a_feat_that_nobody_pays_alone_is_offered_where_friends_make_it_cheaper() -> None:
    dear = Feat(name="Dear", timing="I", target="Pe", cost=9, limits=())
    alone = facing(adept(feats=(dear,)))
    assert _feats_offered(alone.state) == set()
    helped = facing(adept(feats=(dear,)), reds={"second": card("Believer [Human] (8/6)")})
    assert _feats_offered(helped.state) == {"Dear"}
    helped.when(used(MINE, "Dear", believers=("red:second",))).then_accepted()


def _feats_offered(state: BusState) -> set[str]:
    return {name for one in full_events(state) if one.type == "ki_feat_used" for name in one.choices["feat"]}


@accepts("BUS-KI-07", "BUS-GEN-12")
@refuses("BUS-KI-07", "BUS-GEN-12")
def test_a_feat_has_its_target_in_sight_and_in_range() -> None:
    case = facing(adept())
    right_and_wrong(case, used(MINE, "Gaze", target=THEIRS), used(MINE, "Gaze"), "BUS-KI-07")
    refused(case, used(MINE, "Gaze", target=THEIRS, sees=False), "BUS-KI-07", "BUS-GEN-12")
    case.when(used(MINE, "Gaze", target=MINE, sees=False)).then_accepted()
    far = case.when(used(MINE, "Will", target=THEIRS, inches=4.5))
    refused(far, opposed("66", "11"), "BUS-KI-07")
    right_and_wrong(far, checked(MINE, ki=1), checked(MINE, ki=2), "BUS-KI-02")
    case.when(used(MINE, "Will", target=THEIRS, inches=4.0)).when(opposed("66", "11")).then_accepted()


@pytest.mark.parametrize("target", ["Ta", "Ta(X)"])
@accepts("BUS-KI-07")
@refuses("BUS-KI-07")
def test_a_feat_whose_range_nobody_stated_has_a_target_all_the_same(target: str) -> None:
    far = Feat(name="Far", timing="I", target=target, cost=1, limits=())
    case = facing(adept(feats=(far,)))
    right_and_wrong(case, used(MINE, "Far", target=THEIRS, inches=30.0), used(MINE, "Far"), "BUS-KI-07")
    offers = [one for one in full_events(case.state) if one.type == "ki_feat_used"]
    assert THEIRS in offers[0].choices["target"]


@accepts("BUS-KI-08", "BUS-TEST-04", "BUS-TEST-06")
@refuses("BUS-KI-08", "BUS-TEST-04", "BUS-TEST-06")
def test_an_opposed_feat_has_to_be_won() -> None:
    case = willed()
    refused(case, f.ActionDeclared(action="walk"), "BUS-LOG-02")
    right_and_wrong(case, opposed("53", "61", winner=MINE), opposed("53", "61", winner=THEIRS), "BUS-KI-08")
    right_and_wrong(case, opposed("52", "54", winner=MINE), opposed("52", "54", winner=THEIRS), "BUS-TEST-06")
    assert [one.rule for one in case.when(opposed("5", "61")).then_refused()] == ["BUS-TEST-10"]
    assert case.when(opposed("53", "61", winner=THEIRS)).read == ["BUS-TEST-06"]
    strong = willed(adept("Willpower (2)"))
    assert strong.when(opposed("41", "51", winner=THEIRS)).read == ["BUS-TEST-06", "BUS-TRT-109"]
    nothing = willed(adept(ki=1), card(ki=0))
    refused(nothing, opposed("5", "6"), "BUS-TEST-04")
    nothing.when(opposed("52", "6")).then_accepted()
    calm = willed(None, card("Soulless"))
    refused(calm, opposed("66", "11"), "BUS-TRT-91")
    calm.when(f.ActionDeclared(action="walk")).then_accepted()


@accepts("BUS-TRT-68", "BUS-TRT-69", "BUS-TRT-72", "BUS-TRT-84", "BUS-TRT-109")
@refuses("BUS-TRT-68", "BUS-TRT-69", "BUS-TRT-72", "BUS-TRT-84", "BUS-TRT-109")
def test_traits_of_opposed_tests() -> None:
    def judged(case: Case, mine: str, theirs: str, winner: str, rule: str) -> None:
        other = THEIRS if winner == MINE else MINE
        right, wrong = (opposed(mine, theirs, winner=name) for name in (winner, other))
        right_and_wrong(case, right, wrong, rule)

    judged(willed(None, card("Mantra")), "51", "51", THEIRS, "BUS-TRT-68")
    judged(willed(None, card("Mettle (1)")), "62", "31", THEIRS, "BUS-TRT-69")
    judged(willed(adept("Overwhelm (1)")), "31", "62", MINE, "BUS-TRT-72")
    judged(willed(None, card("Resistance (2)")), "51", "41", THEIRS, "BUS-TRT-84")
    judged(willed(adept("Willpower (2)")), "41", "51", MINE, "BUS-TRT-109")
    right_and_wrong(
        willed(None, card("Willpower (2)")),
        opposed("51", "41", winner=MINE),
        opposed("51", "41", winner=THEIRS),
        "BUS-KI-08",
    )


@accepts("BUS-TEST-05", "BUS-RNG-05", "BUS-RNG-11", "BUS-MEL-06", "BUS-MEL-23")
@refuses("BUS-TEST-05", "BUS-RNG-05", "BUS-RNG-11", "BUS-MEL-06", "BUS-MEL-23")
def test_who_declares_second_closes_the_window() -> None:
    boost = {model: f.KiBoosted(model=model, stat="ki") for model in (MINE, THEIRS)}
    case = willed()
    case.when(boost[THEIRS], B).when(boost[MINE], R).then_accepted()
    refused(case.when(boost[MINE], R), boost[THEIRS], "BUS-TEST-05", by=B)
    shot = aimed(shooting(archer(), adept()))
    mine = f.KiBoosted(model=MINE, stat="ranged")
    gaze = used("blue:chief", "Gaze", target=MINE)
    shot.when(gaze, B).when(mine, R).then_accepted()
    refused(shot.when(mine, R), gaze, "BUS-RNG-05", by=B)
    hit = aimed(shooting(archer(feats=ALL), adept())).when(roll("666"))
    hit.when(gaze, B).when(used(MINE, "Any", x=0), R).then_accepted()
    refused(hit.when(used(MINE, "Any", x=0), R), gaze, "BUS-RNG-11", by=B)
    fight = fighting(adept(), adept())
    first, second = f.KiBoosted(model=MINE, stat="melee"), f.KiBoosted(model=THEIRS, stat="melee")
    fight.when(second, B).when(first, R).then_accepted()
    refused(fight.when(first, R), second, "BUS-MEL-06", by=B)
    struck = allocated(fighting(adept(), adept()), (3, 0), (0, 3)).when(dice(("666", ""), ("", "222")))
    struck.when(gaze, B).when(damage("22")).then_accepted()
    refused(struck.when(used(MINE, "Any", x=0), R), gaze, "BUS-MEL-23", by=B)


@accepts("BUS-KI-16", "BUS-GEN-09")
@refuses("BUS-KI-16", "BUS-GEN-09")
def test_feats_inside_an_exchange() -> None:
    fight = fighting(adept(), adept())
    fight.when(used(MINE, "Gaze", target=THEIRS)).then_accepted()
    refused(allocated(fight), used(MINE, "Gaze", target=THEIRS), "BUS-KI-16", "BUS-GEN-09")
    over = main_over(waited(facing(adept()), MINE))
    over.when(used(MINE, "Any", x=0)).then_accepted()


@accepts("BUS-GEN-10", "BUS-KI-09", "BUS-TRG-03")
@refuses("BUS-GEN-10", "BUS-KI-09", "BUS-TRG-03")
def test_how_long_an_effect_lasts() -> None:
    quick = f.EffectChanged(model=MINE, what="move", mode="plus", value=2)
    case = act(facing(adept()).when(quick), MINE, "walk")
    right_and_wrong(
        case, f.ModelMoved(model=MINE, inches=6.0), f.ModelMoved(model=MINE, inches=6.5), "BUS-MOVE-11"
    )
    refused(facing(), f.EffectChanged(model=MINE, what="move"), "BUS-TRG-03")
    later = turn_over(facing().when(quick)).when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    later = act(later.when(f.FirstPlayerChosen(first_side="red")), MINE, "walk")
    told = f.ModelMoved(model=MINE, inches=6.0)
    refused(later, told, "BUS-MOVE-11", "BUS-GEN-10")
    shared = f.EffectChanged(model=MINE, what="Fearless", aura_of="red:second")
    gone = facing().when(shared).when(f.ModelRemoved(model="red:second"))
    assert not figures(gone, MINE).effects
    refused(facing(), f.EffectChanged(model=MINE, what="Slow", aura_of=MINE, until="game"), "BUS-KI-09")
    refused(facing(), f.EffectChanged(model=MINE, what="Slow", aura_of="red:nobody"), "BUS-LOG-04")


def test_an_unknown_card_is_taken_as_told() -> None:
    vague = card(feats=None)
    case = facing(vague)
    case.when(used(MINE, "Anything", cost=1)).when(checked(MINE, ki=1)).then_accepted()
    refused(case, used(MINE, "Anything", cost=9), "BUS-KI-02")
    assert table_of(case).duel is None
