"""Damage rolls, what softens them, what a wound brings, and special attacks and defences."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.fighting.specials import ABILITIES, ability
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
    won,
)
from games.bushido.tests.full.tables import (
    acting_of,
    card,
    checked,
    figures,
    harm_of,
    marked,
    refused,
    right_and_wrong,
)
from games.testing import Case, accepts, refuses


def hit(
    red: Profile | None = None, blue: Profile | None = None, special: str | None = None, level: int = 3
) -> Case:
    """Red has struck blue with this level; the damage roll is due, or what the ability moves."""
    return won(fighting(red, blue or armed(wound_tracks=(12,))), special, 1 if special else None, level)


def able(special: str, *traits: str, **told: Any) -> Profile:
    return armed(*traits, specials={special: 1}, **told)


ROLLS: list[tuple[Profile | None, Profile | None, str, int, int, tuple[str, ...]]] = [
    (None, None, "34", 7, 8, ("BUS-DMG-01",)),
    (armed(strength=2), None, "34", 9, 7, ("BUS-DMG-01",)),
    (armed(strength=6), None, "54", 12, 15, ("BUS-DMG-03",)),
    (armed(strength=-4), None, "12", 2, -1, ("BUS-DMG-03",)),
    (None, armed("Armour (2)"), "34", 5, 7, ("BUS-TRT-06",)),
    (
        armed(weapon=("Pierce (1)",)),
        armed("Armour (2)"),
        "34",
        6,
        5,
        ("BUS-TRT-75", "BUS-TRT-06", "BUS-TRG-05"),
    ),
    (armed(weapon=("Pierce (5)",)), armed("Armour (2)"), "34", 7, 10, ("BUS-TRT-75", "BUS-TRG-05")),
    (armed("Strong"), None, "136", 9, 4, ("BUS-TRT-96",)),
    (armed("Weak"), None, "136", 4, 9, ("BUS-TRT-108",)),
    (armed("Strong [Melee]"), None, "136", 9, 4, ("BUS-TRT-96", "BUS-TRG-06")),
    (armed("Strong [Ranged]"), None, "13", 4, 9, ("BUS-DMG-01",)),
    (armed("Vengeance [Human]"), None, "34", 8, 7, ("BUS-TRT-106",)),
]


@accepts(
    "BUS-DMG-01",
    "BUS-DMG-03",
    "BUS-TRT-06",
    "BUS-TRT-75",
    "BUS-TRG-05",
    "BUS-TRT-96",
    "BUS-TRT-108",
    "BUS-TRG-06",
)
@refuses("BUS-DMG-01", "BUS-DMG-03", "BUS-TRT-06", "BUS-TRT-75", "BUS-TRG-05", "BUS-TRT-106")
@pytest.mark.parametrize(("red", "blue", "rolled", "row", "wrong", "rules"), ROLLS)
def test_the_row_of_a_damage_roll(
    red: Any, blue: Any, rolled: str, row: int, wrong: int, rules: tuple[str, ...]
) -> None:
    case = hit(red, blue)
    named = [rule for rule in rules if rule not in ("BUS-TRT-96", "BUS-TRT-108", "BUS-TRG-06")]
    right_and_wrong(case, damage(rolled, row=row), damage(rolled, row=wrong), "BUS-DMG-01", *named)


@accepts("BUS-TRT-96", "BUS-TRT-108", "BUS-TRT-07", "BUS-TRG-08", "BUS-TRG-06", "BUS-TEST-20")
@refuses("BUS-TRT-96", "BUS-TRT-108", "BUS-TRT-07", "BUS-TRG-08", "BUS-TRG-06", "BUS-TEST-20")
def test_how_many_dice_and_which_are_kept() -> None:
    refused(hit(armed("Strong")), damage("34"), "BUS-DMG-01", "BUS-TRT-96")
    refused(hit(armed("Strong")), damage("136", kept="13"), "BUS-TRT-96")
    refused(hit(armed("Weak")), damage("136", kept="36"), "BUS-TRT-108")
    refused(hit(armed("Strong [Melee]")), damage("34"), "BUS-TRG-06")
    right_and_wrong(hit(armed("Strong", "Weak")), damage("34"), damage("134"), "BUS-TRG-08")
    hit().when(damage("11", row=2)).then_accepted()
    refused(fighting(), damage("34"), "BUS-TEST-20")
    caught = met(facing(armed("Assassin"), armed(wound_tracks=(12,))), unseen_by=(THEIRS,))
    caught = allocated(caught, (3, 0), (0, 2)).when(dice(("666", ""), ("", "51")))
    right_and_wrong(caught, damage("136", kept="16", row=7), damage("136", kept="66"), "BUS-TRT-07")
    refused(caught, damage("36"), "BUS-TRT-07")


WOUNDS: list[tuple[Profile | None, Profile | None, int, str, int, int, tuple[str, ...]]] = [
    (None, None, 3, "34", 3, 4, ("BUS-DMG-04",)),
    (None, armed("Tough (1)", wound_tracks=(12,)), 3, "34", 2, 3, ("BUS-TRT-103",)),
    (
        armed(weapon=("Sharp (1)",)),
        armed("Tough (2)", wound_tracks=(12,)),
        3,
        "34",
        2,
        1,
        ("BUS-TRT-88", "BUS-TRG-05"),
    ),
    (armed(weapon=("Sharp (5)",)), armed("Tough (2)", wound_tracks=(12,)), 3, "34", 3, 6, ("BUS-TRT-88",)),
    (None, armed("Tough (-1)", wound_tracks=(12,)), 3, "34", 4, 3, ("BUS-DMG-05", "BUS-TRG-04")),
    (None, armed("Durable", wound_tracks=(12,)), 3, "34", 1, 3, ("BUS-TRT-36",)),
]


@accepts("BUS-DMG-04", "BUS-DMG-05", "BUS-TRT-103", "BUS-TRT-88", "BUS-TRT-36", "BUS-TRG-04")
@refuses("BUS-DMG-04", "BUS-DMG-05", "BUS-TRT-103", "BUS-TRT-88", "BUS-TRT-36", "BUS-TRG-04")
@pytest.mark.parametrize(("red", "blue", "level", "rolled", "number", "wrong", "rules"), WOUNDS)
def test_what_softens_wounds(
    red: Any, blue: Any, level: int, rolled: str, number: int, wrong: int, rules: tuple[str, ...]
) -> None:
    case = hit(red, blue, None, level)
    after = right_and_wrong(
        case, damage(rolled, wounds=number), damage(rolled, wounds=wrong), "BUS-DMG-04", *rules
    )
    assert figures(after, THEIRS).marked == number


@accepts("BUS-DMG-05")
def test_negative_tough_needs_a_wound() -> None:
    case = hit(None, armed("Tough (-2)", wound_tracks=(12,)), None, 1)
    assert figures(case.when(damage("12", wounds=0)), THEIRS).marked == 0


@accepts("BUS-DMG-02", "BUS-ACT-25", "BUS-COND-05", "BUS-TRT-22", "BUS-SPA-10")
@refuses("BUS-DMG-02", "BUS-ACT-25", "BUS-COND-05", "BUS-TRT-22", "BUS-SPA-10")
def test_charges_sentences_and_power() -> None:
    charged = won(fighting(None, armed(wound_tracks=(12,)), "charge"))
    right_and_wrong(charged, damage("34", row=9), damage("34", row=7), "BUS-ACT-25", "BUS-DMG-02")
    keen = won(fighting(armed("Charging Bonus [Strength +1]"), armed(wound_tracks=(12,)), "charge"))
    right_and_wrong(keen, damage("34", row=10), damage("34", row=9), "BUS-TRT-22")
    doomed = met(marked(facing(None, armed(wound_tracks=(12,))), THEIRS, "death_sentence", number=2))
    doomed = allocated(doomed, (4, 0), (1, 2)).when(dice(("6666", ""), ("2", "51")))
    right_and_wrong(doomed, damage("34", row=8), damage("34", row=9), "BUS-COND-05")
    power = hit(able("Powerful Attack"), None, "Powerful Attack")
    right_and_wrong(power, damage("34", row=10), damage("34", row=7), "BUS-SPA-10", "BUS-DMG-02")


BROUGHT = [
    (armed("Bleed (2/1)"), "bleed", 2, "BUS-TRT-12"),
    (armed(weapon=("Poison (1/2)",)), "poisoned", 1, "BUS-TRT-76"),
    (armed(weapon=("Fire (1/1)",)), "on_fire", 1, "BUS-TRT-43"),
    (armed("Disease (2)"), "diseased", 2, "BUS-TRT-31"),
    (armed(weapon=("Ki Block",)), "spirit_block", 1, "BUS-TRT-61"),
]


@accepts("BUS-DMG-08", "BUS-TRT-12", "BUS-TRT-76", "BUS-TRT-43", "BUS-TRT-31", "BUS-TRT-61")
@refuses("BUS-DMG-08", "BUS-TRT-12", "BUS-TRT-76", "BUS-TRT-43", "BUS-TRT-31", "BUS-TRT-61")
@pytest.mark.parametrize(("red", "kind", "number", "rule"), BROUGHT)
def test_what_a_wound_brings(red: Profile, kind: str, number: int, rule: str) -> None:
    case = hit(red).when(damage("34"))
    right, wrong = checked(THEIRS, markers={kind: number}), checked(THEIRS, markers={kind: 0})
    right_and_wrong(case, right, wrong, "BUS-DMG-08", rule)
    missed = hit(red, None, None, 1).when(damage("11"))
    assert not figures(missed, THEIRS).markers
    soulless = hit(red, armed("Soulless", wound_tracks=(12,))).when(damage("34"))
    assert bool(figures(soulless, THEIRS).markers) == (kind not in ("bleed", "poisoned"))


@accepts("BUS-TRT-38", "BUS-DMG-12", "BUS-TRT-110")
@refuses("BUS-TRT-38", "BUS-DMG-12", "BUS-TRT-110")
def test_nets_special_weapons_and_spiders() -> None:
    net = hit(armed(weapon=("Entangling",)))
    assert harm_of(net).source == THEIRS
    right, wrong = checked(THEIRS, markers={"immobilised": 1}), checked(THEIRS, markers={"immobilised": 0})
    right_and_wrong(net, right, wrong, "BUS-TRT-38", "BUS-DMG-12")
    assert harm_of(hit(armed(strength="Sp"))).source == THEIRS
    spider = hit(armed("Kumo", ki=1)).when(damage("34"))
    right_and_wrong(spider, checked(MINE, ki=5), checked(MINE, ki=3), "BUS-TRT-110")


@accepts("BUS-SPA-09", "BUS-GEN-25")
@refuses("BUS-SPA-09", "BUS-GEN-25")
def test_half_wounds_and_knock_downs() -> None:
    case = hit(able("Sweep Attack"), None, "Sweep Attack")
    case = right_and_wrong(case, damage("34", wounds=1), damage("34", wounds=3), "BUS-SPA-09", "BUS-GEN-25")
    right, wrong = checked(THEIRS, markers={"prone": 1}), checked(THEIRS, markers={"prone": 0})
    right_and_wrong(case, right, wrong, "BUS-SPA-09")
    assert table(case.state).exchange is None, "who is knocked down does not strike back"


@accepts("BUS-SPA-04", "BUS-SPA-06", "BUS-SPA-07", "BUS-SPA-15", "BUS-DMG-13", "BUS-COND-10")
@refuses("BUS-SPA-04", "BUS-SPA-06", "BUS-SPA-07", "BUS-SPA-15", "BUS-DMG-13", "BUS-COND-10")
def test_forced_moves() -> None:
    slam = hit(able("Slam Attack"), None, "Slam Attack")
    far = f.ModelMoved(model=THEIRS, inches=3.5)
    moved = f.ModelMoved(model=THEIRS, inches=3.0, hits="blue:second")
    case = right_and_wrong(slam, moved, far, "BUS-SPA-04", "BUS-SPA-06")
    low, high = checked("blue:second", markers={"prone": 1}), checked("blue:second", markers={"prone": 0})
    right_and_wrong(case, low, high, "BUS-SPA-06")
    big = {"second": card(base_mm=(50,))}
    stop = won(met(facing(able("Slam Attack"), armed(wound_tracks=(12,)), blues=big)), "Slam Attack", 1)
    assert not figures(stop.when(moved), "blue:second").markers
    fell = slam.when(f.ModelMoved(model=THEIRS, inches=2.0, fell=True))
    right_and_wrong(fell, damage("34", wounds=3), damage("34", wounds=1), "BUS-DMG-13")
    drag = hit(able("Forceback Attack"), None, "Forceback Attack")
    drag = right_and_wrong(
        drag, f.ModelMoved(model=THEIRS, inches=1.0), f.ModelMoved(model=THEIRS, inches=1.5), "BUS-SPA-07"
    )
    drag = drag.when(f.ModelMoved(model=MINE, inches=1.0, contact=(THEIRS,))).when(damage("34"))
    assert table(drag.state).exchange is None or table(drag.state).harm is not None
    still = hit(able("Slam Attack"), armed("Immovable", wound_tracks=(12,)), "Slam Attack")
    assert not table(still.state).shifts and not figures(still, THEIRS).markers
    right_and_wrong(still, damage("34", wounds=1), damage("34", wounds=3), "BUS-SPA-09")
    refused(still, checked(THEIRS, markers={"prone": 1}), "BUS-SPA-15", "BUS-TRT-51")
    pushed = met(marked(facing(able("Push Attack"), armed(wound_tracks=(12,))), THEIRS, "immobilised"))
    pushed = allocated(pushed, (2, 0, "Push Attack", 1), (1, 1)).when(dice(("66", ""), ("2", "2")))
    pushed = pushed.when(f.ModelMoved(model=THEIRS, inches=1.5))
    right, wrong = checked(THEIRS, markers={"immobilised": 0}), checked(THEIRS, markers={"immobilised": 1})
    right_and_wrong(pushed, right, wrong, "BUS-COND-10")


@accepts("BUS-SPA-10", "BUS-SPA-11", "BUS-SPA-16", "BUS-MEL-14", "BUS-MEL-19", "BUS-DMG-09")
@refuses("BUS-SPA-10", "BUS-SPA-11", "BUS-SPA-16", "BUS-DMG-09")
def test_stun_critical_and_grapple() -> None:
    stunned = hit(able("Stun Attack"), None, "Stun Attack", 1).when(damage("11"))
    right, wrong = checked(THEIRS, markers={"stunned": 1}), checked(THEIRS, markers={"stunned": 0})
    right_and_wrong(stunned, right, wrong, "BUS-SPA-10")
    critical = hit(able("Critical Attack"), None, "Critical Attack")
    dead = right_and_wrong(
        critical.when(damage("33")),
        checked(THEIRS, place="out"),
        checked(THEIRS, place="battlefield"),
        "BUS-SPA-11",
    )
    refused(dead, checked(THEIRS, place="battlefield"), "BUS-DMG-09")
    assert critical.when(damage("34")).state.models[THEIRS].place == "battlefield"
    grapple = hit(able("Grapple Attack"), None, "Grapple Attack")
    assert table(grapple.state).exchange is None, "who is grappled does not strike back"
    right, wrong = checked(THEIRS, markers={"held": 1}), checked(THEIRS, markers={"held": 0})
    right_and_wrong(grapple, right, wrong, "BUS-SPA-16", "BUS-COND-09")
    empty = allocated(fighting(able("Sweep Attack")), (0, 2, "Sweep Attack", 1), (1, 2))
    empty = empty.when(dice(("", "66"), ("2", "11")))
    assert not figures(empty, THEIRS).markers, "no attack dice, no special attack"
    refused(empty, checked(THEIRS, markers={"prone": 1}), "BUS-LOG-10")


@refuses("BUS-MEL-19")
def test_an_ability_without_dice_has_no_effect() -> None:
    empty = allocated(fighting(able("Sweep Attack")), (0, 2, "Sweep Attack", 1), (1, 2))
    empty = empty.when(dice(("", "66"), ("2", "11")))
    refused(empty, checked(THEIRS, markers={"prone": 1}), "BUS-MEL-19", "BUS-LOG-10")


@accepts("BUS-SPA-12", "BUS-SPA-13")
@refuses("BUS-SPA-12", "BUS-SPA-13")
@pytest.mark.parametrize(("level", "rolls"), [(1, 2), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_combos(level: int, rolls: int) -> None:
    """Two less success with each roll; the bonus of a charge counts once."""
    case = fighting(able("Combo Attack"), armed(wound_tracks=(40,)), "charge")
    case = won(case, "Combo Attack", 1, level)
    for number in range(rolls):
        row = 9 if number == 0 else 7
        wrong = "BUS-SPA-13" if number else "BUS-ACT-25"
        case = right_and_wrong(case, damage("34", row=row), damage("34", row=8), wrong)
    assert table(case.state).harm is None or harm_of(case).source == THEIRS
    second = won(fighting(able("Combo Attack"), armed(wound_tracks=(40,))), "Combo Attack", 1, 4).when(
        damage("34")
    )
    right_and_wrong(second, damage("34", wounds=2), damage("34", wounds=4), "BUS-SPA-12")


DEFENCES = [name for name, one in ABILITIES.items() if one.kind == "defence"]


@accepts("BUS-SPA-14", "BUS-SPA-18")
@refuses("BUS-SPA-14", "BUS-SPA-18")
def test_counterstrike_and_exceptional_abilities() -> None:
    case = fighting(armed(wound_tracks=(12,)), able("Counterstrike Defence"))
    parried = allocated(case, (2, 1), (0, 2, "Counterstrike Defence", 1)).when(dice(("32", "6"), ("", "65")))
    assert harm_of(parried).source == THEIRS
    right_and_wrong(parried, damage("34", wounds=1), damage("34", wounds=3), "BUS-DMG-04", "BUS-SPA-14")
    calm = allocated(case, (0, 3), (0, 2, "Counterstrike Defence", 1)).when(dice(("", "666"), ("", "65")))
    assert table(calm.state).harm is None, "the attacker had no attack dice"
    both = hit(able("Gokusatsu Attack"), None, "Gokusatsu Attack")
    assert both.state.models[MINE].place == both.state.models[THEIRS].place == "out"
    refused(both, checked(THEIRS, place="battlefield"), "BUS-SPA-18")
    void = hit(able("Gokusatsu Attack"), able("Gokusatsu Attack"), "Gokusatsu Attack")
    assert void.state.models[THEIRS].place == "battlefield"
    prison = hit(able("Ivory Prison Attack"), None, "Ivory Prison Attack")
    assert prison.state.models[THEIRS].place == "out"
    free = hit(able("Ivory Prison Attack"), armed("Soulless"), "Ivory Prison Attack")
    assert free.state.models[THEIRS].place == "battlefield"


@accepts("BUS-MEL-22", "BUS-SPA-01")
@pytest.mark.parametrize("name", DEFENCES)
def test_every_defence_is_played_to_the_end(name: str) -> None:
    """Whatever it moves is told, and then the exchange is over or the Defender strikes back."""
    case = fighting(armed(wound_tracks=(12,)), able(name))
    case = allocated(case, (2, 1), (0, 2, name, 1)).when(dice(("32", "6"), ("", "65")))
    case = _finished(case)
    assert acting_of(case).resolved


@accepts("BUS-MEL-21", "BUS-SPA-01")
@pytest.mark.parametrize("name", [one for one, told in ABILITIES.items() if told.kind == "attack"])
def test_every_attack_is_played_to_the_end(name: str) -> None:
    case = _finished(hit(able(name), None, name))
    assert table(case.state).acting is None or acting_of(case).resolved


def _finished(case: Case) -> Case:
    """Forced moves, and damage of 2 as long as any is due."""
    while True:
        full = table(case.state)
        if full.shifts:
            shift = full.shifts[0]
            near = (shift.towards,) if shift.towards else ()
            case = case.when(f.ModelMoved(model=shift.model, inches=shift.inches or 1.0, contact=near))
        elif full.harm is not None:
            case = case.when(damage("11"))
        else:
            return case


def test_an_ability_of_a_card_alone_does_its_damage() -> None:
    assert ability("Whirling Attack", "attack") is not None
    assert ability("Whirling Defence", "attack") is None
    case = hit(able("Whirling Attack"), None, "Whirling Attack")
    assert table(case.state).harm is not None


@accepts("BUS-SCORE-07")
@refuses("BUS-SCORE-07")
def test_kills_in_a_zone() -> None:
    weak = armed(wound_tracks=(1,))
    case = won(met(facing(None, weak, scenario="bavarian_botoku")))
    assert case.when(damage("66", in_zone=True)).state.sides["red"].sp == 1
    assert case.when(damage("66")).state.sides["red"].sp == 0
    refused(won(fighting(None, weak)), damage("66", in_zone=True), "BUS-SCORE-07")


@accepts("BUS-SCORE-07", "BUS-SPA-18")
@refuses("BUS-SCORE-07")
@pytest.mark.parametrize(
    ("name", "points"),
    [("Gokusatsu Attack", {"red": 1, "blue": 1}), ("Ivory Prison Attack", {"red": 1, "blue": 0})],
)
def test_who_is_removed_in_a_zone_without_a_damage_roll_scores(name: str, points: dict[str, int]) -> None:
    """Nothing could tell that it was in a zone. Gokusatsu removes an enemy of either side."""
    scenario = "bavarian_botoku"

    def rolled(case: Case, special: str | None, in_zone: bool) -> Case:
        case = allocated(case, (2, 0, special, 1) if special else (3, 0), (1, 2))
        attack = "66" if special else "666"
        return case.when(dice((attack, ""), ("2", "21"), in_zone=in_zone))

    paid = met(facing(able(name), None, scenario=scenario))
    for in_zone, due in ((True, points), (False, {"red": 0, "blue": 0})):
        after = rolled(paid, name, in_zone)
        wrong = {side: 1 - number for side, number in due.items()}
        right_and_wrong(after, f.TableChecked(points=due), f.TableChecked(points=wrong))
    spared = able(name, "Soulless")
    for case, special in (
        (met(facing(able(name), spared, scenario=scenario)), name),
        (paid, None),
        (met(facing(able(name))), name),
    ):
        rolled(case, special, False).then_accepted()
        rolled(case, special, True).then_refused("BUS-SCORE-07")
    open_ = allocated(paid, (2, 0, name, 1), (1, 2))
    plain = allocated(paid, (3, 0), (1, 2))
    asked = [
        next(one for one in full_events(case.state) if one.type == "melee_rolled") for case in (open_, plain)
    ]
    assert ["in_zone" in one.choices for one in asked] == [False, True]
