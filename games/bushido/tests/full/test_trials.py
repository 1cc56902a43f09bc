"""Challenge tests: fear, size, disguises, Rise; and what states do in the End phase."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.legal.next_events import full_events
from games.bushido.profiles import Profile
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
)
from games.bushido.tests.full.tables import (
    act,
    begun,
    card,
    checked,
    chosen,
    figures,
    main_over,
    marked,
    placed,
    refused,
    right_and_wrong,
)
from games.bushido.tests.full.test_actions import touched
from games.testing import Case, accepts, refuses


def rolled(model: str, dice_: str, **told: Any) -> f.TestRolled:
    return f.TestRolled(model=model, dice=dice_, **told)


def scared(red: Profile | None = None, value: int = 4, *traits: str, **told: Any) -> Case:
    """Red's chief has reached an enemy with Fear and has to test."""
    return met(facing(red, armed(f"Fear ({value})", *traits), **told))


def frightening(blue: Profile | None = None, **told: Any) -> Case:
    """Blue's chief is reached by an enemy with Fear."""
    return met(facing(armed("Fear (4)"), blue, **told))


@accepts("BUS-TEST-01", "BUS-TEST-07", "BUS-TEST-10", "BUS-TEST-12", "BUS-TRT-40")
@refuses("BUS-TEST-01", "BUS-TEST-07", "BUS-TEST-10", "BUS-TEST-12", "BUS-TRT-40")
def test_a_fear_test() -> None:
    """Two dice of Ki against the Fear; each number follows from the table."""
    case = scared()
    refused(case, rolled(MINE, "5"), "BUS-TEST-01", "BUS-TEST-10")
    right = rolled(MINE, "52", value=4, result=6, passed=True)
    right_and_wrong(case, right, rolled(MINE, "52", value=5), "BUS-TEST-12", "BUS-TRT-40")
    refused(case, rolled(MINE, "52", result=5), "BUS-TEST-02")
    refused(case, rolled(MINE, "51", result=6), "BUS-TEST-03")
    refused(case, rolled(MINE, "52", passed=False), "BUS-TEST-07")
    refused(case, rolled(THEIRS, "52"), "BUS-TEST-17")
    case.when(rolled(MINE, "52", supporting=0, result=5)).then_accepted()
    refused(case, rolled(MINE, "52", supporting=3), "BUS-TEST-02")


@accepts("BUS-TEST-14", "BUS-TEST-15", "BUS-TEST-17", "BUS-COND-08")
@refuses("BUS-TEST-14", "BUS-TEST-15", "BUS-TEST-17", "BUS-COND-08")
def test_what_fear_does() -> None:
    failed = scared().when(rolled(MINE, "21"))
    right_and_wrong(failed, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-TEST-14")
    assert table(failed.state).exchange is None and table(failed.state).contacts
    other = frightening().when(rolled(THEIRS, "21"))
    right, wrong = checked(THEIRS, markers={"frightened": 1}), checked(THEIRS, markers={"frightened": 0})
    right_and_wrong(other, right, wrong, "BUS-TEST-15", "BUS-COND-08")
    both = met(facing(armed("Fear (3)"), armed("Fear (4)")))
    refused(both, rolled(THEIRS, "52"), "BUS-TEST-17")
    after = both.when(rolled(MINE, "21"))
    assert not table(after.state).tests, "the other does not test any more"


PASSES: list[tuple[str, str]] = [
    ("Fearless", "BUS-TRT-41"),
    ("Soulless", "BUS-TRT-91"),
    ("Fear (4)", "BUS-TRT-40"),
]


@accepts("BUS-TEST-13", "BUS-TRT-41", "BUS-TRT-91")
@refuses("BUS-TEST-13", "BUS-TRT-41", "BUS-TRT-91")
@pytest.mark.parametrize(("trait", "rule"), PASSES)
def test_passing_without_dice(trait: str, rule: str) -> None:
    case = met(facing(armed(trait), armed("Fear (4)", "Fearless")))
    refused(case, rolled(MINE, "52"), "BUS-TEST-13", rule)
    allocated(case).then_accepted()


MODIFIED: list[tuple[Profile, tuple[str, ...], str, int, int, tuple[str, ...]]] = [
    (armed("Courage (2)"), (), "31", 5, 3, ("BUS-TRT-27",)),
    (armed("Spirit (1)"), (), "321", 4, 3, ("BUS-TEST-02",)),
    (armed("Adept [Fear] (1)", ki=4), (), "3222", 6, 5, ("BUS-TRT-01",)),
    (armed(), ("Dread (1)",), "3", 3, 4, ("BUS-TEST-02",)),
]


@accepts("BUS-TRT-27", "BUS-TRT-92", "BUS-TRT-01", "BUS-TRT-35", "BUS-TEST-04")
@refuses("BUS-TRT-27", "BUS-TRT-01")
@pytest.mark.parametrize(("red", "blue", "dice_", "result", "wrong", "rules"), MODIFIED)
def test_traits_in_fear_tests(red: Any, blue: Any, dice_: str, result: int, wrong: int, rules: Any) -> None:
    case = scared(red, 3, *blue)
    right_and_wrong(case, rolled(MINE, dice_, result=result), rolled(MINE, dice_, result=wrong), *rules)


@accepts("BUS-TRT-63")
@refuses("BUS-TRT-92", "BUS-TRT-35", "BUS-TEST-04", "BUS-TRT-63")
def test_dice_that_traits_add_or_take() -> None:
    refused(scared(armed("Spirit (1)")), rolled(MINE, "52"), "BUS-TRT-92")
    refused(scared(None, 4, "Dread (1)"), rolled(MINE, "52"), "BUS-TRT-35")
    refused(scared(None, 4, "Dread (4)"), rolled(MINE, "52"), "BUS-TRT-35", "BUS-TEST-04")
    led = scared(reds={"second": card('Leadership [Human] (2/6")')})
    refused(led, rolled(MINE, "31", leader="red:third"), "BUS-TRT-63")
    right, wrong = (
        rolled(MINE, "31", leader="red:second", result=5),
        rolled(MINE, "31", leader="red:second", result=3),
    )
    right_and_wrong(led, right, wrong, "BUS-TRT-63")
    same = met(facing(armed("Fear (9)"), armed("Fear (4)", "Dread (1)")))
    same.when(rolled(MINE, "6")).then_accepted()


@accepts("BUS-TRT-16", "BUS-TRT-28", "BUS-TRT-100", "BUS-TEST-09", "BUS-TRG-08")
@refuses("BUS-TRT-16", "BUS-TRT-28", "BUS-TRT-100", "BUS-TEST-09", "BUS-TRG-08")
def test_fear_tests_that_are_rolled_again() -> None:
    once, twice = rolled(MINE, "52"), rolled(MINE, "52", again="62")
    refused(scared(), twice, "BUS-TEST-09")
    brave = scared(armed("Bravery"))
    brave.when(rolled(MINE, "21", again="52", passed=True)).then_accepted()
    refused(brave, twice, "BUS-TEST-09", "BUS-TRT-16")
    right_and_wrong(scared(armed("Cowardly")), twice, once, "BUS-TEST-09", "BUS-TRT-28")
    right_and_wrong(scared(None, 4, "Terror"), twice, once, "BUS-TRT-100")
    for traits, foe in ((("Bravery", "Cowardly"), ()), (("Bravery",), ("Terror",))):
        right_and_wrong(scared(armed(*traits), 4, *foe), once, twice, "BUS-TRG-08")


@accepts("BUS-TEST-19", "BUS-TRT-94")
@refuses("BUS-TEST-19", "BUS-TRT-94")
def test_the_steadfast_go_on() -> None:
    case = scared(armed("Steadfast")).when(rolled(MINE, "21"))
    right, wrong = checked(MINE, markers={"frightened": 1}), checked(MINE, markers={"frightened": 0})
    right_and_wrong(case, right, wrong, "BUS-TEST-19", "BUS-TRT-94")
    assert table(case.state).exchange is not None


@accepts("BUS-TEST-18")
@refuses("BUS-TEST-18")
def test_the_frightened_in_both_phases() -> None:
    """They fail in the Main phase, and test again in the End phase; without a value the marker just goes."""
    case = marked(facing(armed("Steadfast"), armed("Fear (5)")), MINE, "frightened", value=3)
    case = met(case)
    assert table(case.state).exchange is not None and len(figures(case, MINE).markers) == 2
    late = main_over(marked(facing(), MINE, "frightened", value=3))
    refused(late, rolled(THEIRS, "52"), "BUS-TEST-17")
    right = late.when(rolled(MINE, "52", value=3))
    right_and_wrong(
        right,
        checked(MINE, markers={"frightened": 0}),
        checked(MINE, markers={"frightened": 1}),
        "BUS-TEST-18",
    )
    assert figures(late.when(rolled(MINE, "21")), MINE).markers
    plain = main_over(marked(facing(), MINE, "frightened"))
    right_and_wrong(
        plain,
        checked(MINE, markers={"frightened": 0}),
        checked(MINE, markers={"frightened": 1}),
        "BUS-TEST-18",
    )
    refused(late, f.KiBoosted(model=MINE, stat="ki"), "BUS-KI-11")


@pytest.mark.parametrize(("edition", "value", "other"), [("book", 6, 3), ("reference", 3, 6)])
@accepts("BUS-TEST-18")
@refuses("BUS-TEST-12")
def test_what_the_frightened_test_against_in_the_end(edition: str, value: int, other: int) -> None:
    """By the book the most frightful that they have met since, by the reference what they failed against."""
    scared = marked(facing(edition=edition), THEIRS, "frightened", value=3)
    late = main_over(marked(scared, THEIRS, "frightened", value=6))
    assert [(one.model, one.value) for one in table(late.state).tests] == [(THEIRS, value)]
    right_and_wrong(late, rolled(THEIRS, "52", value=value), rolled(THEIRS, "52", value=other), "BUS-TEST-12")


@accepts("BUS-KI-11", "BUS-KI-12")
def test_ki_is_boosted_for_a_test() -> None:
    case = scared().when(f.KiBoosted(model=MINE, stat="ki"))
    case.when(rolled(MINE, "521")).then_accepted()


SIZES: list[tuple[Profile, str, tuple[str, ...]]] = [
    (armed(), "66", ("BUS-GEN-14", "BUS-TEST-11")),
    (armed(base_mm=(50,)), "6666", ("BUS-GEN-14",)),
    (armed("Tiny"), "6", ("BUS-TRT-101",)),
    (armed("Huge"), "66666", ("BUS-TRT-49",)),
    (armed("Strong"), "666", ("BUS-TRT-96",)),
    (armed("Weak"), "6", ("BUS-TRT-108",)),
    (armed("Strong", "Weak"), "66", ("BUS-TRG-08",)),
    (armed("Swarm"), "6", ("BUS-TRT-98",)),
    (armed("Tiny", "Swarm"), "6", ("BUS-TEST-04",)),
]


@accepts("BUS-TEST-11", "BUS-GEN-14", "BUS-TRT-101", "BUS-TRT-49", "BUS-TRT-98", "BUS-ACT-27", "BUS-COND-10")
@refuses("BUS-TEST-11", "BUS-GEN-14", "BUS-TRT-101", "BUS-TRT-49", "BUS-TRT-98", "BUS-ACT-27", "BUS-COND-10")
@pytest.mark.parametrize(("red", "dice_", "rules"), SIZES)
def test_size_tests(red: Profile, dice_: str, rules: tuple[str, ...]) -> None:
    case = act(marked(facing(red), MINE, "immobilised"), MINE, "walk")
    refused(case, f.ModelMoved(model=MINE, inches=1.0), "BUS-LOG-02")
    right_and_wrong(case, rolled(MINE, dice_, value=6), rolled(MINE, dice_ + "6"), "BUS-TEST-01", *rules)
    refused(case, rolled(MINE, dice_, value=5), "BUS-ACT-27")
    free = case.when(rolled(MINE, dice_))
    right, wrong = checked(MINE, markers={"immobilised": 0}), checked(MINE, markers={"immobilised": 1})
    right_and_wrong(free, right, wrong, "BUS-ACT-27", "BUS-COND-10")
    free.when(f.ModelMoved(model=MINE, inches=1.0)).then_accepted()
    stuck = case.when(rolled(MINE, "2" * len(dice_)))
    right_and_wrong(stuck, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-ACT-27")


@accepts("BUS-COND-26", "BUS-COND-07", "BUS-TRT-92")
@refuses("BUS-COND-26", "BUS-COND-07")
def test_disguises() -> None:
    """Two Ki see through it by a test; one does not even try; fighting and charging give a Disguise up."""
    masked = {"blue": armed("Disguise (4)")}
    case = act(facing(None, **masked), MINE, "melee", target=THEIRS)
    refused(case, f.ModelMoved(model=MINE, inches=1.0), "BUS-LOG-02")
    refused(case, rolled(MINE, "52", value=3), "BUS-COND-26")
    seen = case.when(rolled(MINE, "52"))
    right, wrong = checked(THEIRS, markers={"disguised": 0}), checked(THEIRS, markers={"disguised": 1})
    right_and_wrong(seen, right, wrong, "BUS-COND-26", "BUS-COND-07")
    seen.when(f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))).then_accepted()
    failed = case.when(rolled(MINE, "21"))
    right_and_wrong(failed, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-COND-26")
    dull = facing(armed(ki=1), **masked)
    refused(act(dull, MINE), f.ActionDeclared(action="melee", target=THEIRS), "BUS-COND-26")
    keen = facing(armed("Spirit (1)", ki=1), **masked)
    act(keen, MINE, "melee", target=THEIRS).then_accepted()
    bold = act(facing(armed("Disguise (4)")), MINE, "charge", target=THEIRS)
    right, wrong = checked(MINE, markers={"disguised": 0}), checked(MINE, markers={"disguised": 1})
    right_and_wrong(bold, right, wrong, "BUS-COND-26")


@accepts("BUS-TRT-18", "BUS-TRT-89")
@refuses("BUS-TRT-18")
def test_camouflage() -> None:
    case = facing(None, armed("Camouflage (2)"))
    goes = f.ActionDeclared(action="melee", target=THEIRS)
    refused(act(case, MINE, hidden=(THEIRS,)), goes, "BUS-TRT-18")
    act(case, MINE).when(goes).then_accepted()
    act(facing(armed("Sixth Sense"), armed("Camouflage (2)")), MINE, hidden=(THEIRS,)).when(
        goes
    ).then_accepted()


@accepts("BUS-COND-21", "BUS-COND-01")
@refuses("BUS-COND-21", "BUS-COND-01")
def test_berserk_models_have_no_choice() -> None:
    case = act(marked(facing(), MINE, "berserk"), MINE)
    near: dict[str, Any] = {"nearest": THEIRS, "reach": "melee"}
    refused(case, f.ActionDeclared(action="walk", **near), "BUS-COND-21", "BUS-COND-01")
    refused(case, f.ActionDeclared(action="melee", target="blue:second", **near), "BUS-COND-21")
    case.when(f.ActionDeclared(action="melee", target=THEIRS, **near)).then_accepted()
    far: dict[str, Any] = {"nearest": THEIRS, "reach": "charge"}
    refused(case, f.ActionDeclared(action="melee", target=THEIRS, **far), "BUS-COND-21")
    case.when(f.ActionDeclared(action="charge", target=THEIRS, **far)).then_accepted()
    case.when(f.ActionDeclared(action="run", nearest=THEIRS, reach="beyond")).then_accepted()
    refused(case, f.ActionDeclared(action="walk", nearest=THEIRS, reach="beyond"), "BUS-COND-21")
    case.when(f.ActionDeclared(action="walk")).then_accepted()


@accepts("BUS-COND-21", "BUS-COND-08", "BUS-COND-26")
@refuses("BUS-COND-21", "BUS-COND-08", "BUS-COND-26")
def test_berserk_models_run_at_whom_they_may_not_attack() -> None:
    """The nearest enemy has Fear and the model is Frightened, or it is disguised and the model is dull."""
    scared_ = marked(facing(armed(), armed("Fear (4)")), MINE, "frightened")
    fooled = marked(facing(card(ki=1)), THEIRS, "disguised", value=3)
    for case, rule in ((scared_, "BUS-COND-08"), (fooled, "BUS-COND-26")):
        case = act(marked(case, MINE, "berserk"), MINE)
        for attack in ("melee", "charge"):
            near: dict[str, Any] = {"nearest": THEIRS, "reach": attack}
            goes: dict[str, Any] = {"action": attack, **near}
            refused(case, f.ActionDeclared(target=THEIRS, **goes), rule)
            refused(case, f.ActionDeclared(target="blue:second", **goes), "BUS-COND-21")
            case.when(f.ActionDeclared(action="run", **near)).then_accepted()


@accepts("BUS-COND-21")
@refuses("BUS-COND-21")
def test_nobody_is_nearer_to_a_berserk_model_than_who_is_in_contact() -> None:
    case = act(marked(touched(facing(), (MINE, THEIRS)), MINE, "berserk"), MINE)
    fight = f.ActionDeclared(action="melee", target=THEIRS, nearest=THEIRS, reach="melee")
    other = replace(fight, target="blue:second", nearest="blue:second")
    right_and_wrong(case, fight, other, "BUS-COND-21", "BUS-COND-01")
    refused(case, replace(fight, reach="beyond"), "BUS-COND-21")
    bare = replace(fight, nearest=None, reach=None)
    right_and_wrong(case, bare, replace(bare, target="blue:second"), "BUS-COND-21")


def goads(case: Case) -> set[tuple[Any, ...]]:
    """What a Berserk model is offered: the action, whom it goes for, who is nearest, what gets there."""
    told = (one.choices for one in full_events(case.state) if one.type == "action_declared")
    return {
        tuple(next(iter(one[name]), None) for name in ("action", "target", "nearest", "reach"))
        for one in told
    }


def test_a_berserk_model_is_offered_what_it_must_do() -> None:
    foes = ("blue:chief", "blue:second", "blue:third")
    attacks = {(action, foe, foe, action) for action in ("melee", "charge") for foe in foes}
    runs = {("run", None, foe, "beyond") for foe in foes}
    free = marked(facing(), MINE, "berserk")
    assert goads(act(free, MINE)) == attacks | runs
    assert goads(act(touched(free, (MINE, THEIRS)), MINE)) == {("melee", THEIRS, THEIRS, "melee")}
    assert goads(act(marked(free, MINE, "prone"), MINE)) == {("stand_up", None, None, None)}
    healer = act(touched(marked(facing(card("Heal (2)")), MINE, "berserk"), (MINE, THEIRS)), MINE)
    assert goads(healer) == {("melee", THEIRS, THEIRS, "melee")}
    refused(healer, f.ActionDeclared(action="heal", target=MINE), "BUS-COND-21")
    slow = goads(act(marked(facing(card("Slow")), MINE, "berserk"), MINE))
    assert ("walk", None, None, None) in slow and not {"run", "charge"} & {one[0] for one in slow}


def test_a_berserk_model_that_has_no_enemy_on_the_table_does_what_it_likes() -> None:
    """All of blue's are on their way to a flank."""
    names = ("blue:chief", "blue:second", "blue:third")
    away = placed(chosen(blue=dict.fromkeys(("chief", "second", "third"), card("Flank"))))
    case = away.when(f.DeploymentOrderChosen(side="red", first_side="red"))
    for name in names:
        case = case.when(e.FlankPlanRecorded(side="blue", model=name, turn=3, edge="east"))
    case = case.when(f.ModelsDeployed(side="red", models=(MINE, "red:second", "red:third")))
    case = act(marked(begun(case).when(f.StepClosed()), MINE, "berserk"), MINE)
    assert {("wait", None, None, None), ("run", None, None, None)} <= goads(case)
    case.when(f.ActionDeclared(action="wait")).then_accepted()


@accepts("BUS-DMG-10", "BUS-TRT-85")
@refuses("BUS-DMG-10", "BUS-TRT-85")
def test_rise() -> None:
    case = facing(None, armed("Rise (4)")).when(f.WoundsChanged(model=THEIRS, number=5))
    refused(case, f.ModelActivated(model=MINE), "BUS-LOG-02")
    refused(case, rolled(THEIRS, "44"), "BUS-TEST-01", "BUS-DMG-10")
    refused(case, rolled(THEIRS, "4", value=5), "BUS-DMG-10", "BUS-TRT-85")
    risen = case.when(rolled(THEIRS, "4"))
    right_and_wrong(risen, checked(THEIRS, wounds=0), checked(THEIRS, wounds=5), "BUS-DMG-10", "BUS-TRT-85")
    assert [one.kind for one in figures(risen, THEIRS).markers] == ["prone"]
    assert case.when(rolled(THEIRS, "1")).state.models[THEIRS].place == "out"
    both = facing(None, armed("Rise (4)", "Last Stand")).when(f.WoundsChanged(model=THEIRS, number=5))
    assert both.when(rolled(THEIRS, "3")).state.models[THEIRS].place == "battlefield"


@accepts("BUS-DMG-10", "BUS-TRT-62")
@refuses("BUS-DMG-10", "BUS-TRT-62")
def test_a_side_chooses_between_rise_and_last_stand() -> None:
    stands = f.TraitUsed(model=THEIRS, trait="last_stand")
    both = facing(None, armed("Rise (4)", "Last Stand"))
    refused(both, stands, "BUS-TRT-62")
    fell = both.when(f.WoundsChanged(model=THEIRS, number=5))
    assert ("last_stand",) in [one.choices.get("trait") for one in full_events(fell.state)]
    done = fell.when(stands)
    assert done.then_accepted().models[THEIRS].place == "battlefield"
    assert not table(done.state).tests and not [*figures(done, THEIRS).markers], "and no Rise is rolled for"
    refused(done, stands, "BUS-TRT-62")
    alone = facing(None, armed("Rise (4)")).when(f.WoundsChanged(model=THEIRS, number=5))
    refused(alone, stands, "BUS-TRT-62")


AILMENTS: list[tuple[str, int, int, str]] = [
    ("on_fire", 1, 0, "BUS-COND-12"),
    ("bleed", 3, 2, "BUS-COND-02"),
    ("poisoned", 5, 2, "BUS-COND-13"),
]


@accepts("BUS-COND-22", "BUS-COND-12", "BUS-COND-02", "BUS-COND-13", "BUS-TURN-20", "BUS-DMG-14")
@refuses("BUS-COND-22", "BUS-COND-12", "BUS-COND-02", "BUS-COND-13")
@pytest.mark.parametrize(("kind", "number", "left", "rule"), AILMENTS)
def test_states_that_wound(kind: Any, number: int, left: int, rule: str) -> None:
    case = main_over(marked(facing(None, armed(wound_tracks=(12,))), THEIRS, kind, number=number, value=1))
    right, wrong = checked(THEIRS, markers={kind: left}), checked(THEIRS, markers={kind: number})
    right_and_wrong(case, right, wrong, "BUS-COND-22", rule)
    marks = number - left
    right_and_wrong(case, checked(THEIRS, wounds=marks), checked(THEIRS, wounds=0), rule)


@accepts("BUS-DMG-14", "BUS-TURN-19", "BUS-TRT-82", "BUS-TURN-20")
@refuses("BUS-DMG-14", "BUS-TURN-19", "BUS-TRT-82", "BUS-TURN-20")
def test_fire_asks_for_no_tough_and_healing_comes_first() -> None:
    hardy = armed("Tough (1)", wound_tracks=(12,))
    burning = main_over(marked(facing(None, hardy), THEIRS, "on_fire", value=2))
    right_and_wrong(
        burning, checked(THEIRS, wounds=2), checked(THEIRS, wounds=1), "BUS-DMG-14", "BUS-TURN-20"
    )
    bled = main_over(marked(facing(None, hardy), THEIRS, "bleed", value=2))
    assert figures(bled, THEIRS).marked == 1
    healing = facing(None, armed("Regenerate (1)", wound_tracks=(12,))).when(
        f.WoundsChanged(model=THEIRS, number=3)
    )
    case = main_over(marked(healing, THEIRS, "bleed", number=2, value=4))
    right_and_wrong(case, checked(THEIRS, wounds=2), checked(THEIRS, wounds=3), "BUS-TRT-82", "BUS-TURN-19")
    burnt = facing(None, armed("Rise (2)")).when(f.WoundsChanged(model=THEIRS, number=4))
    burnt = main_over(marked(burnt, THEIRS, "on_fire", value=1))
    assert burnt.state.models[THEIRS].place == "out", "Rise does not help against fire"


@accepts("BUS-MOVE-12", "BUS-TRT-03")
@refuses("BUS-MOVE-12", "BUS-TRT-03")
def test_the_held_and_the_agile() -> None:
    case = act(touched(facing(armed("Agile")), (MINE, THEIRS)), MINE, "walk")
    stays = f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))
    right_and_wrong(case, f.ModelMoved(model=MINE, inches=1.0), stays, "BUS-TRT-03")
    pinned = touched(facing(), (MINE, THEIRS))
    leaving = act(pinned, MINE, "disengage", target=THEIRS)
    leaving = allocated(leaving, (1, 2), (2, 1)).when(dice(("2", "65"), ("43", "3")))
    caught = marked(leaving, MINE, "held", by=THEIRS)
    refused(caught, f.ModelMoved(model=MINE, inches=1.0), "BUS-MOVE-12")
    caught.when(f.ModelMoved(model=MINE, inches=0.0, contact=(THEIRS,))).then_accepted()


@accepts("BUS-TRT-70")
@refuses("BUS-TRT-70")
def test_the_rage_of_oni() -> None:
    oni = armed("Oni Rage", wound_tracks=(12,))
    case = met(marked(facing(None, oni), THEIRS, "berserk"))
    case = allocated(case, (3, 0), (2, 1)).when(dice(("666", ""), ("22", "5")))
    right_and_wrong(case, damage("34", wounds=2), damage("34", wounds=3), "BUS-TRT-70")


VALUED = [
    ("on_fire", "BUS-COND-12"),
    ("bleed", "BUS-COND-02"),
    ("poisoned", "BUS-COND-13"),
    ("disguised", "BUS-COND-26"),
]


@accepts("BUS-COND-02", "BUS-COND-12", "BUS-COND-13", "BUS-COND-26")
@refuses("BUS-COND-02", "BUS-COND-12", "BUS-COND-13", "BUS-COND-26")
@pytest.mark.parametrize(("kind", "rule"), VALUED)
def test_a_marker_that_counts_by_its_value_has_one(kind: Any, rule: str) -> None:
    """The End phase wounded for 0 by a marker of which nobody had said a value."""
    case = facing()
    refused(case, f.MarkerChanged(model=THEIRS, marker=kind), rule)
    marked(case, THEIRS, kind, value=0).then_accepted()  # stated, as logs of a release have it
    there = marked(case, THEIRS, kind, value=2)
    there.when(f.MarkerChanged(model=THEIRS, marker=kind, number=-1)).then_accepted()
    marked(case, THEIRS, "frightened").then_accepted()


def gone(model: str) -> f.ModelRemoved:
    return f.ModelRemoved(model=model)


@accepts("BUS-TEST-12", "BUS-COND-26", "BUS-DMG-10")
@refuses("BUS-TEST-14", "BUS-TEST-15")
def test_nobody_tests_against_who_has_left_play() -> None:
    """A card removes the frightener, or the Disguised, between contact and dice; who may rise still does."""
    for case, tester, other in ((scared(), MINE, THEIRS), (frightening(), THEIRS, MINE)):
        case.when(rolled(tester, "52")).then_accepted()
        left = case.when(gone(other))
        assert not table(left.state).tests
        refused(left, rolled(tester, "52"), "BUS-LOG-02")
        elsewhere = case.when(gone("blue:third"))
        elsewhere.when(rolled(tester, "52")).then_accepted()
    walked = scared().when(gone(THEIRS))
    right_and_wrong(walked, checked(MINE, counters=1), checked(MINE, counters=2))
    masked = act(facing(None, armed("Disguise (4)")), MINE, "melee", target=THEIRS).when(gone(THEIRS))
    right_and_wrong(masked, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-ACT-07")
    fallen = allocated(fighting(armed(strength=6), armed("Rise (4)", wound_tracks=(1,))), (3, 0))
    fallen = fallen.when(dice(("666", ""), ("2", "11"))).when(damage("66")).when(gone(MINE))
    fallen.when(rolled(THEIRS, "4")).then_accepted()


def masked_case(*traits: str, **told: Any) -> Case:
    """Red's chief acts; blue's chief is Disguised."""
    return act(facing(armed(*traits), armed("Disguise (4)"), **told), MINE)


@accepts("BUS-COND-26", "BUS-ACT-24")
@refuses("BUS-COND-26", "BUS-ACT-24")
@pytest.mark.parametrize("action", ["melee", "charge"])
def test_nobody_tests_for_a_disguise_out_of_reach(action: Any) -> None:
    """The test fell due as the attack was declared, however far the enemy was."""
    goes = f.ActionDeclared(action=action, target=THEIRS, beyond=(THEIRS,))
    case = masked_case()
    short = case.when(goes)
    assert not table(short.state).tests and table(case.when(replace(goes, beyond=())).state).tests
    (offer,) = (one for one in full_events(short.state) if one.type == "model_moved")
    assert not offer.choices["contact"]
    refused(short, f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,)), "BUS-COND-26")
    over = short.when(f.ModelMoved(model=MINE, inches=2.0))
    left = 1 if action == "melee" else 0
    right_and_wrong(over, checked(MINE, counters=left), checked(MINE, counters=left + 1))
    assert table(over.state).exchange is None
    hidden = checked(THEIRS, markers={"disguised": 1}), checked(THEIRS, markers={"disguised": 0})
    right_and_wrong(over, *hidden)
    refused(case, replace(goes, target="blue:second"), "BUS-COND-26")
    refused(case, replace(goes, target="blue:second", beyond=("blue:second",)), "BUS-COND-26")
    refused(case, replace(goes, reach=action, nearest=THEIRS), "BUS-COND-26")
    later = masked_case(edition="reference")
    if action == "charge":
        refused(later, goes, "BUS-ACT-24")
    else:
        later.when(goes).then_accepted()


@accepts("BUS-COND-26", "BUS-TRT-93")
@refuses("BUS-COND-26")
def test_of_a_split_attack_each_may_be_out_of_reach() -> None:
    both = f.ActionDeclared(action="charge", target=THEIRS, also=("blue:second",))
    case = masked_case("Split Attack")
    far = case.when(replace(both, beyond=(THEIRS,)))
    fought = far.when(f.ModelMoved(model=MINE, inches=2.0, contact=("blue:second",)))
    assert table(fought.state).exchange is not None
    refused(far, f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS, "blue:second")), "BUS-COND-26")
    refused(case, replace(both, beyond=("blue:second",)), "BUS-COND-26")


def test_who_may_be_out_of_reach_is_offered_so() -> None:
    """Only the Disguised are, and each of these offers is legal; the reference has no Charge that falls short."""

    def beyond(case: Case) -> set[tuple[Any, Any]]:
        told = [one.choices for one in full_events(case.state) if one.type == "action_declared"]
        for one in told:
            for names in one["beyond"]:
                goes = f.ActionDeclared(action=one["action"][0], target=one["target"][0], beyond=names)
                case.when(goes).then_accepted()
        return {(one["action"][0], one["beyond"]) for one in told if one["beyond"]}

    far = ((THEIRS,),)
    assert beyond(masked_case()) == {("melee", far), ("charge", far)}
    assert beyond(masked_case(edition="reference")) == {("melee", far)}
    assert beyond(act(facing(), MINE)) == set()
