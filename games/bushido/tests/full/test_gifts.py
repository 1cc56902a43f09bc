"""Traits that a side may use or not."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.profiles import Profile
from games.bushido.tests.full.fights import MINE, THEIRS, armed, damage, facing, met, won
from games.bushido.tests.full.shooting import aimed, archer, shooting, shot_of
from games.bushido.tests.full.tables import (
    B,
    act,
    begun,
    card,
    checked,
    figures,
    harm_of,
    marked,
    refused,
    right_and_wrong,
    started,
    touch,
    turn_over,
    waited,
)
from games.testing import Case, accepts, refuses

ALLY, THIRD = "red:second", "red:third"


def gift(trait: Any, model: str = MINE, *targets: str | tuple[str, int], **told: Any) -> f.TraitUsed:
    shares = tuple(
        f.Share(model=one) if isinstance(one, str) else f.Share(model=one[0], amount=one[1])
        for one in targets
    )
    return f.TraitUsed(model=model, trait=trait, targets=shares, **told)


def mine(*traits: str, ally: Profile | None = None, **told: Any) -> Case:
    """Red's chief with these traits is active and has still to declare."""
    reds = {"second": ally} if ally is not None else {}
    return act(facing(card(*traits, **told), reds=reds), MINE)


@accepts("BUS-TRT-20", "BUS-TRT-64", "BUS-TRG-09")
@refuses("BUS-TRT-20", "BUS-TRT-64", "BUS-TRG-09")
def test_ki_from_hand_to_hand() -> None:
    case = mine("Channel (2/6)", ally=card("Kami"))
    for wrong in (
        gift("channel", MINE, (THIRD, 3)),
        gift("channel", MINE, THEIRS),
        gift("channel", MINE, THIRD, inches=7.0),
        gift("channel", ALLY, THIRD),
        gift("channel", MINE),
    ):
        refused(case, wrong, "BUS-TRT-20")
    refused(case, gift("channel", MINE, ALLY), "BUS-TRG-12")
    after = case.when(gift("channel", MINE, (THIRD, 2), inches=6.0))
    after.when(checked(MINE, ki=0)).when(checked(THIRD, ki=4)).then_accepted()
    refused(after, gift("channel", MINE, THIRD), "BUS-TRG-09", "BUS-TRT-20")
    refused(waited(facing(card("Channel (2/6)")), ALLY), gift("channel", MINE, THIRD), "BUS-TRT-20")
    thirsty = mine("Leech (3/6)", ki_limit=4)
    refused(thirsty, gift("leech", MINE, (ALLY, 2), THIRD), "BUS-TRT-64")
    refused(thirsty, gift("leech", MINE, (ALLY, 3)), "BUS-TRT-64")
    fed = thirsty.when(gift("leech", MINE, (ALLY, 1), THIRD))
    fed.when(checked(MINE, ki=4)).when(checked(ALLY, ki=1)).then_accepted()
    refused(fed, gift("leech", MINE, ALLY), "BUS-TRG-09")


@accepts("BUS-TRT-107", "BUS-TRG-10", "BUS-ROSTER-06")
@refuses("BUS-TRT-107", "BUS-TRG-10", "BUS-ROSTER-06")
def test_virtue() -> None:
    case = act(
        facing(card("Virtue (6)"), reds={"second": card(faction="Ronin"), "third": card("Soulless")}), MINE
    )
    refused(case, gift("virtue", MINE, ALLY), "BUS-ROSTER-06", "BUS-TRT-107")
    refused(case, gift("virtue", MINE, THIRD), "BUS-TRT-107")
    plain = mine("Virtue (6)")
    refused(plain, gift("virtue", MINE, ALLY, sees=False), "BUS-TRT-107")
    refused(plain, gift("virtue", MINE, (ALLY, 2)), "BUS-TRT-107")
    refused(
        plain.when(f.TokensChanged(model=ALLY, token="virtue", number=1)),
        gift("virtue", MINE, ALLY),
        "BUS-TRG-10",
    )
    given = plain.when(gift("virtue", MINE, ALLY))
    assert figures(given, ALLY).virtue == 1
    refused(given, gift("virtue_spent", THIRD), "BUS-TRT-107")
    spent = given.when(gift("virtue_spent", ALLY))
    refused(spent, gift("virtue_spent", ALLY), "BUS-TRT-107")


@accepts("BUS-TRT-107")
@refuses("BUS-TRT-107")
def test_virtue_is_for_the_faction_alone() -> None:
    """A friend of another faction, whom a card let in, is none of it (BUS-ROSTER-27)."""
    reds = {"second": card(faction="Temple of Ro-Kan"), "third": card(faction="Ito Clan")}
    case = act(facing(card("Virtue (6)"), reds=reds), MINE)
    refused(case, gift("virtue", MINE, ALLY), "BUS-TRT-107")
    assert "BUS-ROSTER-06" not in {one.rule for one in case.when(gift("virtue", MINE, ALLY)).violations}
    case.when(gift("virtue", MINE, THIRD)).then_accepted()


@accepts("BUS-TRT-29")
@refuses("BUS-TRT-29")
def test_cultists() -> None:
    case = mine("Cultist (3)", ally=card("Cultist (1)", "Tough (1)"))
    refused(case, gift("cultist", MINE, (MINE, 4)), "BUS-TRT-29")
    refused(case, gift("cultist", MINE, (ALLY, 2)), "BUS-TRT-29")
    refused(case, gift("cultist", MINE, THIRD), "BUS-TRT-29")
    after = case.when(gift("cultist", MINE, (MINE, 2), ALLY))
    right_and_wrong(after, checked(ALLY, wounds=1), checked(ALLY, wounds=0), "BUS-TRT-29", "BUS-DMG-14")
    after.when(checked(MINE, ki=5)).then_accepted()
    refused(after, gift("cultist", MINE, ALLY), "BUS-TRT-29")
    refused(after, gift("cultist", MINE, MINE), "BUS-TRT-29")


def in_start(red: Profile, blue: Profile | None = None, *markers: tuple[str, str], **told: Any) -> Case:
    """The Starting phase of turn 2 waits for choices; these markers came in turn 1."""
    case = begun(started(red={"chief": red, **told.pop("reds", {})}, blue={"chief": blue or card()}))
    for model, marker in markers:
        case = marked(case, model, marker)
    return begun(turn_over(case))


@accepts("BUS-COND-25", "BUS-TRT-70", "BUS-COND-01")
@refuses("BUS-COND-25", "BUS-TRT-70", "BUS-COND-01")
def test_what_is_paid_or_become_before_the_main_phase() -> None:
    doomed = in_start(card(), None, (MINE, "death_sentence"))
    right = doomed.when(gift("death_sentence", MINE))
    right_and_wrong(
        right,
        checked(MINE, markers={"death_sentence": 0}),
        checked(MINE, markers={"death_sentence": 1}),
        "BUS-COND-25",
    )
    right.when(checked(MINE, ki=1)).then_accepted()
    refused(right, gift("death_sentence", MINE), "BUS-COND-25")
    oni = in_start(card("Oni Rage"))
    wild = oni.when(gift("oni_rage", MINE))
    right_and_wrong(
        wild, checked(MINE, markers={"impetuous": 1}), checked(MINE, markers={"impetuous": 0}), "BUS-COND-01"
    )
    refused(wild, gift("oni_rage", MINE), "BUS-TRT-70")
    refused(oni, gift("oni_rage", ALLY), "BUS-TRT-70")
    wild.when(f.ModelActivated(model=MINE)).then_accepted()


@accepts("BUS-TRT-13")
@refuses("BUS-TRT-13")
def test_the_blood_of_orochi() -> None:
    case = in_start(card("Blood of Orochi (3)"), reds={"third": card(faction="Ronin")})
    for wrong in (
        gift("orochi", MINE, (ALLY, 3)),
        gift("orochi", MINE, (ALLY, 2), (MINE, 2)),
        gift("orochi", MINE, THIRD),
        gift("orochi", MINE, THEIRS),
    ):
        refused(case, wrong, "BUS-TRT-13")
    given = case.when(gift("orochi", MINE, (MINE, 2), ALLY))
    assert figures(given, MINE).orochi == 2
    hit = won(met(given))
    right_and_wrong(
        hit.when(damage("34")),
        checked(THEIRS, markers={"poisoned": 1}),
        checked(THEIRS, markers={"poisoned": 0}),
        "BUS-DMG-08",
    )
    assert not figures(turn_over(given), MINE).orochi


@accepts("BUS-TRT-57")
@refuses("BUS-TRT-57")
def test_intimidate() -> None:
    case = in_start(card("Intimidate"), armed("Aggressive"))
    refused(case, gift("intimidate", MINE, ALLY), "BUS-TRT-57")
    refused(case, gift("intimidate", MINE, THEIRS, inches=8.5), "BUS-TRT-57")
    refused(case, gift("intimidate", MINE, THEIRS, sees=False), "BUS-TRT-57")
    refused(marked(case, MINE, "blind"), gift("intimidate", MINE, THEIRS), "BUS-TRT-57", "BUS-COND-03")
    asked = case.when(gift("intimidate", MINE, THEIRS, inches=8.0))
    lost = asked.when(f.OpposedTestRolled(dice={MINE: "21", THEIRS: "61"}))
    refused(lost, gift("intimidate", MINE, THEIRS), "BUS-TRT-57")
    cowed = asked.when(f.OpposedTestRolled(dice={MINE: "61", THEIRS: "21"}))
    attack = act(waited(cowed, ALLY), THEIRS)
    refused(attack, f.ActionDeclared(action="melee", target=MINE), "BUS-TRT-57")
    attack.when(f.ActionDeclared(action="melee", target=ALLY)).then_accepted()
    act(waited(lost, ALLY), THEIRS, "melee", target=MINE).then_accepted()


@accepts("BUS-TRT-58", "BUS-TRT-19")
@refuses("BUS-TRT-58", "BUS-TRT-19")
def test_before_the_action() -> None:
    down = act(marked(facing(card("Jump Up")), MINE, "prone"), MINE)
    refused(down, f.ActionDeclared(action="walk"), "BUS-ACT-26")
    up = down.when(gift("jump_up", MINE))
    up.when(f.ActionDeclared(action="walk")).then_accepted()
    refused(up, gift("jump_up", MINE), "BUS-TRT-58")
    case = mine("Cavalry (3)")
    right_and_wrong(case, gift("cavalry", MINE, inches=3.0), gift("cavalry", MINE, inches=3.5), "BUS-TRT-19")
    rode = case.when(gift("cavalry", MINE, inches=3.0)).when(f.ActionDeclared(action="wait"))
    refused(rode, gift("cavalry", MINE, inches=1.0), "BUS-TRT-19")
    case.when(f.ActionDeclared(action="wait")).when(gift("cavalry", MINE, inches=1.0)).then_accepted()
    refused(touch(case, (MINE, THEIRS)), gift("cavalry", MINE), "BUS-TRT-19")


@accepts("BUS-TRT-77", "BUS-TRT-86")
@refuses("BUS-TRT-77", "BUS-TRT-86")
def test_somebody_else_dies() -> None:
    case = won(met(facing(armed(), armed("Protected [Human] (3)"))))
    right = gift("protected", THEIRS, "blue:second", inches=3.0)
    for wrong in (
        gift("protected", THEIRS, "blue:second", inches=3.5),
        gift("protected", THEIRS, THEIRS),
        gift("protected", THEIRS, MINE),
    ):
        refused(case, wrong, "BUS-TRT-77", by=B)
    saved = case.when(right, B)
    assert harm_of(saved).target == MINE and saved.state.models["blue:second"].place == "out"
    hero = won(met(facing(armed(), armed(), blues={"second": card("Sacrifice [Human] (2)")})))
    refused(hero, gift("sacrifice", "blue:second", inches=2.5), "BUS-TRT-86", by=B)
    refused(hero, gift("sacrifice", "blue:third"), "BUS-TRT-86", by=B)
    refused(
        touch(hero, (MINE, THEIRS), (MINE, "blue:second")),
        gift("sacrifice", "blue:second"),
        "BUS-TRT-86",
        by=B,
    )
    gone = hero.when(gift("sacrifice", "blue:second", inches=2.0), B)
    assert harm_of(gone).target == MINE and gone.state.models["blue:second"].place == "out"


@accepts("BUS-TRT-14", "BUS-TRG-11")
@refuses("BUS-TRT-14", "BUS-TRG-11")
def test_a_bodyguard_steps_in() -> None:
    guard = card("Bodyguard [Human] (3)")
    case = act(facing(archer(), blues={"second": guard}), MINE, "melee", target=THEIRS)
    right = gift("bodyguard", "blue:second", inches=3.0)
    refused(case, gift("bodyguard", "blue:second", inches=3.5), "BUS-TRT-14", by=B)
    for wrong in (gift("bodyguard", "blue:second", sees=False), gift("bodyguard", "blue:second", fits=False)):
        refused(case, wrong, "BUS-TRG-11", by=B)
    refused(marked(case, "blue:second", "prone"), right, "BUS-TRG-11", by=B)
    refused(case, gift("bodyguard", "blue:third"), "BUS-TRT-14", by=B)
    stepped = case.when(right, B)
    refused(stepped, f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,)), "BUS-ACT-12")
    stepped.when(f.ModelMoved(model=MINE, inches=2.0, contact=("blue:second",))).then_accepted()
    shot = aimed(shooting(archer(), blues={"second": guard})).when(right, B)
    assert shot_of(shot).target == "blue:second"
    grim = act(facing(card("Fear (5)"), blues={"second": guard}), MINE, "melee", target=THEIRS).when(right, B)
    refused(grim, f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,)), "BUS-LOG-02")
    shy = grim.when(f.TestRolled(model="blue:second", dice="21"))
    shy.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,))).then_accepted()
    bold = grim.when(f.TestRolled(model="blue:second", dice="54"))
    bold.when(f.ModelMoved(model=MINE, inches=2.0, contact=("blue:second",))).then_accepted()


@accepts("BUS-TRT-10")
@refuses("BUS-TRT-10")
def test_the_bear_stands_alone() -> None:
    case = touch(met(facing(armed("Bear Stands Alone"))), (MINE, THEIRS), (MINE, "blue:second"))
    right = f.MeleeExchangeStarted(alone=(MINE,), pools={MINE: 3})
    wrong = f.MeleeExchangeStarted(alone=(MINE,), pools={MINE: 2})
    right_and_wrong(case, right, wrong, "BUS-TRT-10", "BUS-MEL-08")
    case.when(f.MeleeExchangeStarted(pools={MINE: 2})).then_accepted()
    refused(case, f.MeleeExchangeStarted(alone=(THEIRS,)), "BUS-TRT-10")
