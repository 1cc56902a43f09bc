"""Two or three rules at once: traits that cancel each other, effects that end, feats between a blow and its damage."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.common import has, table
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.steps import now
from games.bushido.pages.standing import standing
from games.bushido.profiles import Feat
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
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting, shot_of
from games.bushido.tests.full.tables import (
    B,
    act,
    acting_of,
    begun,
    card,
    figures,
    marked,
    playing,
    refused,
    right_and_wrong,
    started,
    table_of,
    touch,
    waited,
)
from games.bushido.tests.full.test_bands import ONE, TWO, band_of, group
from games.bushido.tests.full.test_edges_traits import ALLY, SECOND, gained, gift
from games.bushido.tests.full.test_feats import adept, feat, opposed, used
from games.rulebook import Text
from games.testing import Case, accepts, refuses

DOOM = Feat(name="Doom", timing="I", target="Ta(9)", cost=1, limits=("OKi",))
STUN = {"Stun Attack": 1}


@accepts("BUS-TRG-08", "BUS-TRT-28", "BUS-TRT-100")
@refuses("BUS-TRG-08", "BUS-TRT-100")
def test_who_is_brave_and_cowardly_has_nothing_against_terror() -> None:
    """Bravery is gone with Cowardly, so Terror has its way; Bravery alone stands against either."""
    frightful = armed("Fear (4)", "Terror")
    torn = met(facing(armed("Bravery", "Cowardly"), frightful))
    passed = f.TestRolled(model=MINE, dice="55")
    refused(torn, passed, "BUS-TRT-100", "BUS-TRG-08")
    torn.when(f.TestRolled(model=MINE, dice="55", again="22", passed=False)).then_accepted()
    refused(torn, f.TestRolled(model=MINE, dice="22", again="55"), "BUS-TEST-09")
    met(facing(armed("Bravery"), frightful)).when(passed).then_accepted()
    met(facing(armed("Bravery", "Cowardly"), armed("Fear (4)"))).when(passed).then_accepted()


@accepts("BUS-TRT-75", "BUS-TRG-04")
@refuses("BUS-TRT-75", "BUS-TRT-06")
def test_pierce_mends_no_armour() -> None:
    """What makes a target softer than unarmoured still does so against a weapon that pierces."""
    case = gained(facing(armed(weapon=("Pierce (1)",))), "Armour (-1)", THEIRS)
    right_and_wrong(won(met(case)), damage("34", row=8), damage("34", row=7), "BUS-TRT-06")
    plated = won(fighting(armed(weapon=("Pierce (2)",)), armed("Armour (1)")))
    right_and_wrong(plated, damage("34", row=7), damage("34", row=8), "BUS-TRT-75")


@accepts("BUS-MEL-23", "BUS-DMG-02", "BUS-SPA-13")
@refuses("BUS-DMG-01", "BUS-TRT-06")
def test_what_is_gained_between_the_blow_and_its_damage_counts() -> None:
    """Instant feats come after the blow (step 11) and before the damage roll (step 12)."""
    case = won(fighting(armed(), armed(), action="charge"))
    hard = gained(case, "Armour (+2)", THEIRS)
    right_and_wrong(hard, damage("34", row=7), damage("34", row=9), "BUS-TRT-06")
    mine, theirs = Text("Chief", "Вождь"), Text("Monk", "Монах")
    told = standing(hard.state, {MINE: mine, THEIRS: theirs})
    assert told is not None and told.en.endswith("success level 3"), "two more, and two less"
    fierce = case.when(f.EffectChanged(model=MINE, what="strength", mode="plus", value=1))
    right_and_wrong(fierce, damage("34", row=10), damage("34", row=9), "BUS-DMG-01")
    combo = won(fighting(armed(specials={"Combo Attack": 1}), armed(), action="charge"), "Combo Attack", 1)
    second = gained(combo.when(damage("11", row=4)), "Armour (+1)", THEIRS)
    right_and_wrong(second, damage("34", row=6), damage("34", row=8), "BUS-SPA-13")
    shot = gained(aimed(shooting(archer(), armed())).when(roll("666")), "Armour (+2)", THEIRS)
    right_and_wrong(shot, damage("34", row=5), damage("34", row=7), "BUS-TRT-06")


@accepts("BUS-SPA-10", "BUS-TRT-77", "BUS-TRT-86")
@pytest.mark.parametrize("gives", ["Protected", "Sacrifice"])
def test_a_stun_needs_no_damage_roll_of_who_is_saved(gives: str) -> None:
    saved = armed("Protected [Human] (3)") if gives == "Protected" else armed()
    case = met(facing(armed(specials=STUN), saved, blues={"second": card("Sacrifice [Human] (3)")}))
    case = won(case, "Stun Attack", 1)
    whom = (THEIRS, SECOND) if gives == "Protected" else (SECOND,)
    after = case.when(gift(gives.casefold(), *whom, inches=2.0), B)
    assert has(after.state, THEIRS, "stunned") and not figures(after, THEIRS).marked


@accepts("BUS-SPA-10", "BUS-DMG-12")
@pytest.mark.parametrize("arm", [{"weapon": ("Entangling",)}, {"strength": "Sp"}])
def test_a_stun_needs_no_damage_roll_of_a_net(arm: dict[str, Any]) -> None:
    net = won(fighting(armed(specials=STUN, **arm)), "Stun Attack", 1)
    assert has(net.state, THEIRS, "stunned")
    traits = arm.get("weapon", ())
    thrown = bow(*traits, strength=arm.get("strength", 0), specials=STUN)
    shot = aimed(shooting(archer(weapon=thrown))).when(roll("66", special="Stun Attack", cost=1))
    assert has(shot.state, THEIRS, "stunned")


def controlled_beside(red: Any, blue: Any, **told: Any) -> Case:
    """Blue's chief is in contact with a model of red's that blue controls."""
    case = touch(facing(red, blue, **told), (THEIRS, ALLY))
    return marked(case, ALLY, "controlled", number=3, by_side="blue")


@accepts("BUS-TRT-81", "BUS-COND-24")
@refuses("BUS-TRT-81")
def test_a_long_weapon_minds_no_contact_with_who_is_controlled() -> None:
    case = met(controlled_beside(armed(), armed(weapon=("Reach",))))
    right = f.MeleeExchangeStarted(first=THEIRS)
    right_and_wrong(case, right, f.MeleeExchangeStarted(first=MINE), "BUS-TRT-81")
    engaged = met(touch(facing(armed(), armed(weapon=("Reach",))), (THEIRS, ALLY)))
    right_and_wrong(engaged, f.MeleeExchangeStarted(first=MINE), right, "BUS-MEL-03")


@accepts("BUS-TRG-11", "BUS-COND-24")
@refuses("BUS-TRG-11")
def test_a_bodyguard_protects_who_touches_a_controlled_model_alone() -> None:
    guard = {"second": armed('Bodyguard [Human] (3")')}
    steps_in = gift("bodyguard", SECOND, inches=2.0)
    case = act(controlled_beside(archer(), armed(), blues=guard), MINE, "melee", target=THEIRS)
    case.when(steps_in, B).then_accepted()
    engaged = act(touch(facing(archer(), blues=guard), (THEIRS, ALLY)), MINE, "melee", target=THEIRS)
    refused(engaged, steps_in, "BUS-TRG-11", by=B)


@accepts("BUS-TRT-57", "BUS-GEN-02")
@refuses("BUS-TRT-02")
def test_the_intimidated_are_not_aggressive_though_they_rage() -> None:
    case = begun(started(red={"chief": armed("Intimidate", ki=3)}, blue={"chief": armed("Oni Rage")}))
    raging = case.when(gift("oni_rage", THEIRS), B)
    cowed = raging.when(gift("intimidate", MINE, THEIRS, inches=5.0)).when(opposed("666", "22"))
    shy = split("blue", 0, 3)
    met(cowed).when(shy).then_accepted()
    refused(met(raging), shy, "BUS-TRT-02")


@accepts("BUS-TRG-03", "BUS-TRG-06")
@refuses("BUS-TRT-06", "BUS-TRT-103", "BUS-TRT-17")
def test_a_trait_against_shots_adds_nothing_in_melee() -> None:
    """The same trait with another keyword is another trait, also where a model has both."""
    plated = armed("Armour (1)", "Armour [Ranged] (3)")
    right_and_wrong(won(fighting(None, plated)), damage("34", row=6), damage("34", row=4), "BUS-TRT-06")
    shot = aimed(shooting(archer(), plated)).when(roll("666"))
    right_and_wrong(shot, damage("34", row=4), damage("34", row=6), "BUS-TRT-06")
    tough = armed("Tough (1)", "Tough [Ranged] (3)")
    right_and_wrong(won(fighting(None, tough)), damage("36", wounds=3), damage("36", wounds=1), "BUS-TRT-103")
    gains = won(met(gained(facing(None, armed("Armour (1)")), "Armour [Ranged] (3)", THEIRS)))
    right_and_wrong(gains, damage("34", row=6), damage("34", row=4), "BUS-TRT-06")
    fierce = allocated(fighting(armed("Brutal [Ranged] (2)", weapon=("Brutal (1)",))), (3, 0), (1, 2))
    right = dice(("522", ""), ("2", "31"), finals={MINE: (8, 0)})
    right_and_wrong(fierce, right, dice(("522", ""), ("2", "31"), finals={MINE: (9, 0)}), "BUS-TRT-17")


@accepts("BUS-RNG-04", "BUS-COND-26")
@refuses("BUS-RNG-08", "BUS-COND-26")
def test_who_steps_into_the_line_in_a_disguise_is_seen_through_first() -> None:
    case = marked(aimed(shooting(archer(), armed())), SECOND, "disguised", value=4)
    instead = f.RangedTargetReassigned(model=SECOND, distance=4.0)
    hidden = case.when(instead)
    refused(hidden, roll("666"), "BUS-RNG-08")
    seen = hidden.when(f.TestRolled(model=MINE, dice="52", passed=True))
    assert not has(seen.state, SECOND, "disguised") and shot_of(seen).target == SECOND
    seen.when(roll("666")).then_accepted()
    lost = hidden.when(f.TestRolled(model=MINE, dice="11", passed=False))
    assert acting_of(lost).resolved and figures(lost, MINE).counters == 1
    dull = marked(aimed(shooting(archer(ki=1), armed())), SECOND, "disguised", value=4)
    refused(dull, instead, "BUS-RNG-04")


@accepts("BUS-TRT-51", "BUS-KI-03")
@refuses("BUS-TRT-51")
def test_the_immovable_do_not_walk_with_a_feat() -> None:
    case = act(facing(adept("Immovable")), MINE)
    refused(case, feat("Step", walk="before"), "BUS-TRT-51")
    case.when(feat("Step")).then_accepted()
    walks = {one.choices["walk"] for one in full_events(case.state) if one.choices.get("feat") == ("Step",)}
    assert walks == {("none",)}


@accepts("BUS-ACT-06", "BUS-COND-11")
@refuses("BUS-COND-11")
def test_who_can_do_nothing_is_impetuous_still() -> None:
    """The marker goes with the counters of an action, and there was none."""
    case = marked(touch(facing(armed("Stupid")), (MINE, THEIRS)), MINE, "impetuous")
    stuck = act(marked(case, MINE, "held", by=THEIRS), MINE)
    assert figures(stuck, MINE).counters == 0 and has(stuck.state, MINE, "impetuous")
    stuck.when(f.ModelActivated(model=THEIRS)).then_accepted()
    refused(case, f.ModelActivated(model=ALLY), "BUS-COND-11")
    assert not has(act(marked(facing(), MINE, "impetuous"), MINE, "wait").state, MINE, "impetuous")


@accepts("BUS-TRT-50", "BUS-TRT-53", "BUS-TRT-41")
def test_who_becomes_impetuous_is_afraid_no_more() -> None:
    """It is Fearless with the marker, so it is immune to what it had."""
    case = started(red={"chief": armed("Impetuous (1)"), "second": armed()})
    case = case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    for name in (MINE, ALLY):
        case = marked(case, name, "frightened", value=5)
    after = case.when(f.FirstPlayerChosen(first_side="red")).state
    assert has(after, MINE, "impetuous") and not has(after, MINE, "frightened")
    assert has(after, ALLY, "frightened")


@accepts("BUS-KI-09", "BUS-GEN-10")
def test_the_end_phase_finds_nothing_of_the_last_activation() -> None:
    case = facing()
    while table_of(case).active is not None:
        side = table_of(case).active
        ready = (name for name, one in table_of(case).bodies.items() if one.counters)
        case = waited(case, next(name for name in ready if name.startswith(f"{side}:")))
    case = marked(marked(case, MINE, "poisoned", value=2), THEIRS, "poisoned", value=2)
    case = gained(gained(case, "Tough (1)", until="activation"), "Tough (1)", THEIRS)
    case = case.when(f.StepClosed())
    assert (figures(case, MINE).marked, figures(case, THEIRS).marked) == (2, 1)


@accepts("BUS-ACT-28", "BUS-TRT-24")
@refuses("BUS-ACT-28", "BUS-TRT-24")
def test_nobody_patient_acts_under_an_impetuous_commander() -> None:
    case = marked(playing(red={"chief": armed('Command [Human] (2/6")')}), MINE, "impetuous")
    order = f.ActionDeclared(action="command", nominees=(ALLY,), inches=3.0)
    refused(act(case, MINE), order, "BUS-ACT-28", "BUS-TRT-24")
    assert not [
        one for one in full_events(act(case, MINE).state) if one.choices.get("action") == ("command",)
    ]
    both = act(marked(case, ALLY, "impetuous"), MINE).when(order)
    assert now(both.state) == "member"


@accepts("BUS-ACT-28", "BUS-TRT-46")
@refuses("BUS-ACT-28")
def test_of_an_impetuous_group_the_patient_wait() -> None:
    case = marked(group(), ONE, "impetuous")
    alone = act(case, ONE)
    assert table_of(alone).band is None
    refused(case, f.ModelActivated(model=TWO), "BUS-ACT-28")
    assert band_of(act(marked(case, TWO, "impetuous"), ONE)).waiting == (TWO,)
    done = waited(alone.when(f.ActionDeclared(action="wait")), THEIRS)
    assert figures(done, ONE).counters == 1 and band_of(act(done, TWO)).waiting == (ONE,)


@accepts("BUS-TRT-91", "BUS-KI-08")
@refuses("BUS-TRT-91")
def test_the_soulless_pass_while_somebody_else_of_their_side_acts() -> None:
    """Active is the model that acts, not every model of its side; in the Starting phase nobody does."""
    reds = {"second": armed("Soulless")}
    case = act(facing(armed(), adept(feats=(DOOM,)), reds=reds), MINE)
    calm = case.when(used(THEIRS, "Doom", target=ALLY, inches=3.0), B)
    refused(calm, f.OpposedTestRolled(dice={THEIRS: "66", ALLY: "11"}), "BUS-TRT-91")
    tried = case.when(used(THEIRS, "Doom", target=MINE, inches=3.0), B)
    tried.when(f.OpposedTestRolled(dice={THEIRS: "66", MINE: "11"})).then_accepted()
    dawn = begun(started(red={"chief": armed("Soulless")}, blue={"chief": armed("Intimidate")}))
    bold = dawn.when(gift("intimidate", THEIRS, MINE, inches=5.0), B)
    refused(bold, f.OpposedTestRolled(dice={THEIRS: "66", MINE: "11"}), "BUS-TRT-91")


@accepts("BUS-TRT-84", "BUS-TRT-109")
@refuses("BUS-TRT-84", "BUS-TRT-109")
def test_willpower_is_of_the_model_that_acts() -> None:
    """And Mettle is of the model that is aimed at."""
    doom = adept("Willpower (2)", feats=(DOOM,))
    case = act(facing(armed(), doom, reds={"second": armed("Resistance (2)")}), MINE)
    case = case.when(used(THEIRS, "Doom", target=ALLY, inches=3.0), B)
    rolled = {THEIRS: "52", ALLY: "42"}
    right = f.OpposedTestRolled(dice=rolled, winner=ALLY)
    right_and_wrong(case, right, f.OpposedTestRolled(dice=rolled, winner=THEIRS), "BUS-TRT-84")
    firm = act(facing(armed(), adept("Mettle (1)", feats=(DOOM,))), MINE)
    firm = firm.when(used(THEIRS, "Doom", target=MINE, inches=3.0), B)
    aimed_at = f.OpposedTestRolled(dice={THEIRS: "42", MINE: "52"}, winner=MINE)
    wrong = f.OpposedTestRolled(dice={THEIRS: "42", MINE: "52"}, winner=THEIRS)
    right_and_wrong(firm, aimed_at, wrong, "BUS-KI-08")
    own = act(facing(doom, armed()), MINE).when(used(MINE, "Doom", target=THEIRS, inches=3.0))
    right_and_wrong(own, opposed("42", "52", winner=MINE), opposed("42", "52", winner=THEIRS), "BUS-TRT-109")


@accepts("BUS-TRT-63")
def test_a_leader_leads_itself_and_is_offered() -> None:
    case = met(facing(armed('Leadership [Human] (2/6")'), armed("Fear (6)")))
    assert table(case.state).tests
    (offer,) = [one for one in full_events(case.state) if one.type == "test_rolled"]
    assert offer.choices["leader"] == (MINE,)
    case.when(f.TestRolled(model=MINE, dice="32", leader=MINE, passed=True)).then_accepted()


@accepts("BUS-TRG-11", "BUS-TEST-14")
@refuses("BUS-LOG-02")
@pytest.mark.parametrize("edition", ["book", "reference"])
def test_who_goes_for_a_frightful_bodyguard_tests_as_the_edition_says(edition: str) -> None:
    """By the book as they meet, by the reference before anything moves."""
    guard = {"second": armed("Bodyguard [Human] (3)", "Fear (6)")}
    case = act(facing(archer(), blues=guard, edition=edition), MINE, "melee", target=THEIRS)
    case = case.when(gift("bodyguard", SECOND, inches=2.0), B)
    went = f.ModelMoved(model=MINE, inches=2.0, contact=(SECOND,))
    if edition == "reference":
        refused(case, went, "BUS-LOG-02")
    due = case if edition == "reference" else case.when(went)
    refused(due, split("red", 3, 0), "BUS-LOG-02")
    fled = due.when(f.TestRolled(model=MINE, dice="21", passed=False))
    assert acting_of(fled).resolved and figures(fled, MINE).counters == 1
    bold = due.when(f.TestRolled(model=MINE, dice="65", passed=True))
    bold = bold.when(went) if edition == "reference" else bold
    bold.when(split("red", 3, 0)).then_accepted()


@accepts("BUS-KI-06", "BUS-KI-12")
@refuses("BUS-KI-06")
def test_a_boost_costs_a_token_for_each_step_also_where_no_card_says_it() -> None:
    """So nobody without Ki boosts by leaving the cost out."""
    case = met(facing(armed(boosts=None, ki=0)))
    refused(case, f.KiBoosted(model=MINE, stat="melee"), "BUS-KI-06")
    rich = met(facing(armed(boosts=None)))
    two = f.KiBoosted(model=MINE, stat="melee", steps=2, cost=2)
    right_and_wrong(rich, two, f.KiBoosted(model=MINE, stat="melee", steps=2, cost=1), "BUS-KI-06")


@accepts("BUS-TRT-70")
@refuses("BUS-TRT-70", "BUS-TRT-58")
def test_a_trait_that_is_about_nobody_names_nobody() -> None:
    case = begun(started(red={"chief": armed("Oni Rage")}))
    right_and_wrong(case, gift("oni_rage", MINE), gift("oni_rage", MINE, THEIRS), "BUS-TRT-70")
    low = act(marked(facing(armed("Jump Up")), MINE, "prone"), MINE)
    right_and_wrong(low, gift("jump_up", MINE), gift("jump_up", MINE, ALLY), "BUS-TRT-58")


@accepts("BUS-KI-05", "BUS-VIM-08", "BUS-GEN-18")
@refuses("BUS-KI-05")
def test_another_form_has_used_what_the_model_has_used() -> None:
    """It is the same model; a new one in its place may use its own."""
    last = Feat(name="Last Word", timing="I", target="Pe", cost=0, limits=("1G",))
    reds = {"chief": adept(feats=(last,), same_model_as=("r-second",)), "second": adept(feats=(last,))}
    case = act(playing(red=reds), MINE)
    changes = f.ModelReplaced(model=MINE, card="r-second", counters=1)
    case.when(changes).when(used(MINE, "Last Word")).then_accepted()
    after = case.when(used(MINE, "Last Word")).when(changes)
    refused(after, used(MINE, "Last Word"), "BUS-KI-05")
    after.when(used(ALLY, "Last Word")).then_accepted()
