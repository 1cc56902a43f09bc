"""SFB-TURN-04: an effect lets its own player draw, plan and place, another player only where it names champions."""

from __future__ import annotations

import pytest

from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.tests.full.position import (
    STAFF,
    A,
    B,
    R,
    X,
    aim,
    basic,
    effect,
    opened,
    played,
    scene,
    skill,
)
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
