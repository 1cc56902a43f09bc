"""SFB-TURN-04: an effect lets its own player draw, plan and place, another player only where it names champions."""

from __future__ import annotations

import pytest

from games.ruleset import REFEREE, Actor, Event
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.tests.full.position import (
    STAFF,
    A,
    B,
    R,
    X,
    aim,
    attack,
    basic,
    damage,
    declared,
    displaced,
    effect,
    moved,
    opened,
    out,
    played,
    reacted,
    reaction,
    replaced,
    resolved,
    scene,
    skill,
    struck,
    trap,
)
from games.super_fantasy_brawl.tests.full.test_teams import B2, R2, teams
from games.testing import Case, accepts, refuses

USED = a.SkillUsed(champion=A, card="card")


def using(keyword: str, on: str = "self") -> Case:
    """A skill of r that lets somebody draw or plan; both players have cards."""
    card = skill(effect(keyword, 2, on), targeting=aim("none"))
    case = scene(cards={"card": card})
    return played(opened(case, core="creation"), USED)


@accepts("SFB-TURN-04", "SFB-EFF-02", "SFB-EFF-10")
@refuses("SFB-TURN-04")
@pytest.mark.parametrize("declared", [0, 1])
def test_nobody_draws_by_the_card_of_another(declared: int) -> None:
    case = using("draw")
    theirs = f.CardsDrawn(player="b", declared=declared, drawn=declared)
    case.when(theirs, B).then_refused("SFB-TURN-04")
    case.when(theirs, STAFF).then_refused("SFB-TURN-04")
    case.when(f.CardsDrawn(player="r", declared=0, drawn=0), R).then_accepted()


@refuses("SFB-TURN-04")
def test_nobody_plans_by_the_card_or_standard_action_of_another() -> None:
    using("plan").when(f.CardsPlanned(player="b", count=0), B).then_refused("SFB-TURN-04")
    case = played(scene(), basic(1, "manipulation"))
    case.when(f.CardsPlanned(player="b", count=0), B).then_refused("SFB-TURN-04")
    case.when(f.CardsPlanned(player="r", count=0), R).then_accepted()


@refuses("SFB-TURN-04")
@accepts("SFB-TURN-04")
def test_an_effect_on_enemies_concerns_their_players() -> None:
    case = using("draw", "enemy")
    case.when(f.CardsDrawn(player="r", declared=0, drawn=0), R).then_refused("SFB-TURN-04")
    case.when(f.CardsDrawn(player="b", declared=0, drawn=0), B).then_accepted()


@refuses("SFB-LOG-02")
@accepts("SFB-EFF-16")
def test_who_places_an_enemy_is_not_its_owner() -> None:
    case = using("place", "enemy")
    told = a.ChampionPlaced(champion=X, cell=(2, 2))
    case.when(told, B).then_refused("SFB-LOG-02")
    case.when(told, R).then_accepted()


def offered_to(case: Case, kind: str) -> set[str]:
    """The players to whom events of this kind are offered."""
    offers = RULES.next_events(case.state, REFEREE)
    return {player for one in offers if one.type == kind for player in one.players}


def taken_from(case: Case, event: Event) -> set[str]:
    """The players who may log it."""
    return {one.player for one in (R, B, R2, B2) if one.player and not case.when(event, one).violations}


def pushed(kind: str) -> Case:
    """Four players: a pushes x onto a trap of this kind, which is turned over."""
    card = attack(effect("push", 2, on="target", timing="post"))
    case = struck(teams(at={"a": (1, 0), "x": (2, 0)}, cards={"card": card}, traps={(3, 0): None}))
    return played(case, displaced(X, "push", 2, (3, 0)), trap(X, (3, 0), kind, A))


@accepts("SFB-LOG-02", "SFB-LOG-06")
@refuses("SFB-LOG-02")
def test_what_follows_by_itself_is_offered_to_whoever_may_tell_it() -> None:
    """Damage and whoever falls by it: everybody at the table, since nobody decides anything."""
    case, hurt, fallen = pushed("damage_2"), damage(X, 2, "trap"), out(X)
    assert offered_to(case, "damage_dealt") == {"r", "b", "r2", "b2"} == taken_from(case, hurt)
    case.when(hurt, Actor("player", "stranger")).then_refused("SFB-LOG-02")
    case = played(case, hurt)
    assert offered_to(case, "champion_knocked_out") == {"r", "b", "r2", "b2"} == taken_from(case, fallen)


@accepts("SFB-LOG-02", "SFB-TRAP-03")
@refuses("SFB-LOG-02", "SFB-TRAP-05")
def test_a_root_by_a_trap_is_offered_to_the_owner_and_to_whose_turn_it_is() -> None:
    case, rooted = pushed("immobilise"), a.ChampionImmobilised(champion=X, cause="trap")
    assert offered_to(case, "champion_immobilised") == {"r", "b"} == taken_from(case, rooted)
    case.when(rooted, B2).then_refused("SFB-LOG-02")
    case, new = played(case, rooted), replaced("b", (0, 3))
    assert offered_to(case, "trap_token_placed") == {"b"} == taken_from(case, new)
    case.when(replaced("r", (0, 3)), R).then_refused("SFB-TRAP-05")


def answered(mine: str, theirs: str) -> Case:
    """a attacked x, whose player reacted: after the attack either card does something, first the reaction."""
    card, answer = attack(effect(mine, 1, timing="post")), reaction(effect(theirs, 1, timing="post"))
    return resolved(reacted(declared(opened(scene(cards={"card": card, "answer": answer})))))


@accepts("SFB-CMB-16", "SFB-REACT-08", "SFB-EFF-02", "SFB-EFF-10")
@pytest.mark.parametrize(
    ("keyword", "kind", "told"),
    [
        ("draw", "cards_drawn", f.CardsDrawn(player="b", declared=1, drawn=1, source="answer")),
        ("plan", "cards_planned", f.CardsPlanned(player="b", count=1, source="answer")),
        ("dash", "champion_moved", moved(X, "dash", (2, 0), x=1, source="answer")),
    ],
)
def test_both_cards_of_an_attack_are_offered_to_their_players(keyword: str, kind: str, told: Event) -> None:
    case = answered(keyword, keyword)
    assert offered_to(case, kind) == {"r", "b"}
    case.when(told, B).then_accepted()


def strikes_back(*effects: Effect) -> Case:
    """a attacks x, whose player reacted; the effects of the reaction before the attack come next."""
    card = attack(effect("push", 1, on="target", timing="post"))
    return reacted(declared(opened(scene(cards={"card": card, "answer": reaction(*effects)}))))


@accepts("SFB-TURN-04", "SFB-EFF-17")
@refuses("SFB-LOG-02", "SFB-TURN-04")
@pytest.mark.parametrize(
    ("keyword", "kind", "told"),
    [
        ("push", "champion_displaced", displaced(A, "push", 1, (-1, 0), by=X, source="answer")),
        ("fear", "champion_displaced", displaced(A, "fear", 1, (-1, 0), by=X, source="answer")),
        ("damage", "damage_dealt", damage(A, 1, by=X, source="answer")),
        ("immobilise", "champion_immobilised", a.ChampionImmobilised(champion=A, source="answer")),
    ],
)
def test_an_effect_is_offered_to_those_alone_who_may_tell_it(keyword: str, kind: str, told: Event) -> None:
    case = strikes_back(effect(keyword, 1, on="attacker", timing="pre"))
    tellers = {"fear": {"r"}, "immobilise": {"r", "b"}}.get(keyword, {"b"})
    assert offered_to(case, kind) == tellers == taken_from(case, told)
