"""Effects of cards, abilities and texts: whom they reach, in which order, and what a text may change."""

from __future__ import annotations

from typing import Any

from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BASE,
    BB,
    END,
    SLUGS,
    A,
    B,
    C,
    R,
    X,
    Y,
    aim,
    attack,
    basic,
    damage,
    declared,
    displaced,
    effect,
    hit,
    opened,
    passed,
    played,
    reacted,
    reaction,
    resolved,
    scene,
    skill,
    struck,
    walk,
)
from games.testing import accepts, refuses


def heal(champion: str, amount: int, **told: Any) -> a.ChampionHealed:
    """Healing by an effect."""
    return a.ChampionHealed(champion=champion, amount=amount, **told)


def text(*changes: a.Change, source: str = "card") -> a.CardEffectApplied:
    """A text takes effect."""
    return a.CardEffectApplied(source=source, description="As printed.", changes=changes)


@accepts("SFB-EFF-04", "SFB-ACT-16")
@refuses("SFB-EFF-04", "SFB-ACT-16")
def test_healing_up_to_x_and_up_to_the_damage() -> None:
    wounded = {"a": {"damage": 1}, "b": {"damage": 3}}
    card = skill(effect("heal", 2), effect("heal", 2, "ally"))
    case = played(opened(scene(cards={"card": card}, figures=wounded)), a.SkillUsed(champion=A, card="card"))
    case.when(heal(A, 2), R).then_refused("SFB-EFF-04")
    case.when(heal(BB, 3), R).then_refused("SFB-EFF-04")
    case.when(heal(C, 1), R).then_refused("SFB-EFF-04")
    case.when(heal(X, 1), R).then_refused("SFB-EFF-04")
    case.when(heal(A, 1, cause="basic"), R).then_refused("SFB-ACT-07")
    case = played(case, (heal(A, 1), R), (heal(BB, 2), R), END)
    assert (case.state.figures[A].damage, case.state.figures[BB].damage) == (0, 1)
    case = played(scene(figures=wounded), basic(2, "creation", BB))
    case.when(heal(BB, 2, cause="basic"), R).then_refused("SFB-ACT-16")
    played(case, heal(BB, 1, cause="basic"), END)
    played(played(scene(figures=wounded), basic(2, "creation", BB)), END)


@accepts("SFB-ACT-14", "SFB-ACT-15")
@refuses("SFB-ACT-14")
def test_without_other_text_only_enemies() -> None:
    card = skill(effect("damage", 1, "enemy"))
    case = played(opened(scene(cards={"card": card})), a.SkillUsed(champion=A, card="card"))
    case.when(damage(BB, 1), R).then_refused("SFB-ACT-14")
    played(case, (damage(X, 1), R), END)


@accepts("SFB-ACT-04")
@refuses("SFB-SKILL-02", "SFB-ACT-10")
def test_after_a_declined_skill_the_card_is_gone() -> None:
    case = opened(scene(cards={"card": skill(effect("heal", 1))}, figures={"a": {"damage": 1}}))
    case = played(case, a.CardDeclined(card="card"))
    case.when(heal(A, 1), R).then_refused("SFB-ACT-11", "SFB-SKILL-02")
    case = played(case, END)
    told = a.ActionCardPlayed(player="r", champion=A, card="card", core="creation")
    case.when(told, R).then_refused("SFB-ACT-02", "SFB-ACT-10")


@refuses("SFB-CMB-04", "SFB-HEX-02", "SFB-CMB-09")
def test_after_a_declined_attack_nothing_comes() -> None:
    case = opened(
        scene(cards={"card": attack(effect("heal", 1, timing="post"))}, figures={"a": {"damage": 1}})
    )
    shot = opened(scene(cards={"card": attack(targeting=aim("indirect", 2, 3))}))
    told = a.AttackDeclared(attacker=A, card="card", targets=(X,))
    shot.when(told, R).then_refused("SFB-CMB-07", "SFB-CMB-09", "SFB-HEX-02")
    case = played(case, a.CardDeclined(card="card"))
    case.when(heal(A, 1), R).then_refused("SFB-ACT-11", "SFB-CMB-04")


@accepts("SFB-REACT-08", "SFB-CMB-17")
@refuses("SFB-REACT-08", "SFB-CMB-01")
def test_the_reaction_is_finished_before_the_attackers_own_effects() -> None:
    answer = reaction(effect("damage", 1, "attacker", "post"))
    cards = {"card": attack(effect("push", 1, "target", "post")), "answer": answer}
    case = resolved(reacted(declared(opened(scene(cards=cards)))))
    push = displaced(X, "push", 1, (2, 0))
    case.when(push, R).then_refused("SFB-REACT-08")
    case = played(case, (damage(A, 1, by=X, source="answer"), B), (push, R))
    case.when(damage(A, 1, by=X, source="answer"), B).then_refused("SFB-ACT-11")
    played(case, END)


def pushing(*effects: Any) -> dict[str, Champion]:
    """Levelled up, everybody has this ability."""
    side = ChampionSide(defence=1, health=6, move_bonus=0, strength_bonus=0, effects=effects or None)
    return {slug: Champion(base=BASE, levelled=side) for slug in SLUGS}


@accepts("SFB-LVL-02")
@refuses("SFB-LVL-02", "SFB-ACT-11")
def test_an_ability_works_for_who_is_levelled_up() -> None:
    told = displaced(X, "push", 1, (2, 0), source="a")
    levelled = {"a": {"levelled": True}}
    able = scene(cards={"card": attack()}, champions=pushing(effect("push", 1, "target")), figures=levelled)
    played(struck(able), (told, R), END)
    base = scene(cards={"card": attack()}, champions=pushing(effect("push", 1, "target")))
    struck(base).when(told, R).then_refused("SFB-ACT-11")
    other = scene(cards={"card": attack()}, champions=pushing(effect("heal", 1)), figures=levelled)
    struck(other).when(told, R).then_refused("SFB-ACT-11")
    unknown = scene(cards={"card": attack()}, champions=pushing(), figures=levelled)
    case = played(struck(unknown), (told, R), END)
    assert "SFB-ACT-11" in case.state.full.unverified
    strong = scene(cards={"card": attack()}, champions=pushing(), figures={"x": {"levelled": True}})
    case = passed(declared(opened(strong)))
    case.when(a.AttackResolved(card="card", targets=(hit(defence=2),)), R).then_refused(
        "SFB-CMB-13", "SFB-LVL-02"
    )


@accepts("SFB-LOG-05", "SFB-CMB-21", "SFB-CORE-06")
@refuses("SFB-CMB-21", "SFB-ACT-12", "SFB-ACT-11", "SFB-LOG-02")
def test_a_text_changes_cores_cards_and_modifiers() -> None:
    card = attack(effect("other", timing="pre", text="Anything."))
    changes = (
        a.Change(kind="core_readied", player="r", core="destruction"),
        a.Change(kind="strength", amount=2),
        a.Change(kind="defence", champion=X, amount=-1),
    )
    case = played(opened(scene(cards={"card": card, "plain": attack()})), walk(A, (0, 1)))
    case.when(text(source="plain"), R).then_refused("SFB-ACT-11")
    case.when(text(a.Change(kind="strength", champion="red:q", amount=1)), R).then_refused("SFB-LOG-02")
    case = played(case, (text(*changes), R))
    case.when(text(), R).then_refused("SFB-ACT-11")
    assert case.state.full.seats["r"].exhausted == () and "SFB-LOG-05" in case.state.full.unverified
    case = passed(declared(case))
    case.when(a.AttackResolved(card="card", targets=(hit(),)), R).then_refused("SFB-CMB-13", "SFB-CMB-21")
    told = hit(strength_mods=(a.Modified(2, "card"),), defence_mods=(a.Modified(-1, "card"),))
    case = resolved(case, told)
    assert case.state.figures[X].damage == 5
    still = skill(effect("other", text="Anything."), moves=False, move=None)
    case = played(opened(scene(cards={"card": still})), a.SkillUsed(champion=A, card="card"))
    case.when(text(a.Change(kind="strength", amount=1)), R).then_refused("SFB-ACT-12")
    case.when(text(a.Change(kind="move", amount=1)), R).then_refused("SFB-ACT-12")
    opened(scene(cards={"card": attack()})).when(text(), R).then_refused("SFB-ACT-11")


@refuses("SFB-HID-01", "SFB-LOG-02", "SFB-DECK-07")
def test_nobody_asks_what_lies_in_another_hand() -> None:
    cards = {"card": skill(effect("other", text="Anything.")), "answer": reaction()}
    case = played(opened(scene(cards=cards)), a.SkillUsed(champion=A, card="card"))
    for card in ("answer", "nonsense"):
        violations = case.when(text(a.Change(kind="card_discarded", player="b", card=card)), R).then_refused()
        assert [one.rule for one in violations] == ["SFB-LOG-02"]
    mine = a.Change(kind="card_discarded", player="r", card="card")
    case.when(text(mine), R).then_refused("SFB-DECK-07")


@accepts("SFB-EFF-20")
@refuses("SFB-EFF-20")
def test_a_text_may_protect_from_displacement() -> None:
    card = attack(effect("other", timing="pre", text="Anything."), effect("push", 1, "target", "post"))
    case = played(opened(scene(cards={"card": card})), text(a.Change(kind="protected", champion=X)))
    case = resolved(passed(declared(case)))
    case.when(displaced(X, "push", 1, (2, 0)), R).then_refused("SFB-EFF-20")
    played(case, END)


@accepts("SFB-EFF-06")
@refuses("SFB-LOG-07")
def test_a_skill_roots_its_targets() -> None:
    wide = aim("area", 1, 1, (1, 0), (1, -1))
    card = skill(effect("immobilise", on="target"), targeting=wide)
    case = opened(scene(at={"x": (1, 0), "y": (1, -1)}, cards={"card": card}))
    case = played(case, a.SkillUsed(champion=A, card="card", targets=(X, Y), direction=0))
    case = played(case, (a.ChampionImmobilised(champion=X), R))
    case.when(a.ChampionImmobilised(champion=X), R).then_refused("SFB-ACT-11")
    case.when(END, R).then_refused("SFB-LOG-07")
    case = played(case, (a.ChampionImmobilised(champion=Y), R), END)
    assert case.state.figures[X].immobilised and case.state.figures[Y].immobilised


@accepts("SFB-LOG-07", "SFB-LOG-05", "SFB-CMB-03")
@refuses("SFB-CMB-03")
def test_an_effect_that_only_a_text_can_judge_is_nobodys_duty() -> None:
    cards = {
        "card": attack(
            effect("stun", on="enemy", timing="pre", text="Only if it moved."), effect("place", timing="pre")
        ),
        "more": attack(effect("stun", on="enemy", timing="pre"), core="creation"),
    }
    case = played(opened(scene(cards=cards)), a.CardDeclined(card="card"), END)
    case = opened(case, "more")
    case.when(a.CardDeclined(card="more"), R).then_refused("SFB-CMB-03")
    stunned = a.ChampionStunned(champion=Y, shown=("unseen",))
    played(case, (stunned, B), a.CardDeclined(card="more"), END)


@accepts("SFB-LOG-05", "SFB-EFF-18", "SFB-EFF-01", "SFB-CMB-17")
@refuses("SFB-EFF-18", "SFB-EFF-01")
def test_a_text_may_decide_about_the_damage_step_and_after_it() -> None:
    vague = [
        effect("double", on="target", timing="damage", text="If it is bloodied."),
        effect("vampirism", timing="damage", text="If it moved."),
        effect("push", 1, "target", "post", text="If it moved."),
    ]
    case = struck(scene(cards={"card": attack(*vague)}, figures={"a": {"damage": 3}}))
    played(case, END)
    case.when(damage(X, 1, "double"), R).then_refused("SFB-EFF-18")
    case.when(heal(A, 3, cause="vampirism"), R).then_refused("SFB-EFF-01")
    case = played(case, (heal(A, 2, cause="vampirism"), R), displaced(X, "push", 1, (2, 0)), END)
    assert "SFB-LOG-07" in case.state.full.unverified
