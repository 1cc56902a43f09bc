"""Super Team Tornado on the arena: own champions alone, allies of the teammate, one reaction for the whole team."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ruleset import Actor
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.state import Seat
from games.super_fantasy_brawl.state import Figure
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    END,
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
    out,
    played,
    reaction,
    replaced,
    resolved,
    scene,
    skill,
    struck,
    trap,
)
from games.testing import Case, accepts, refuses

R2, B2 = Actor("player", "r2"), Actor("player", "b2")


def teams(**told: Any) -> Case:
    """As `scene`, where c belongs to r's teammate r2, and z to b's teammate b2."""
    case = scene(**told)
    state = case.state
    sides = {
        "red": replace(state.sides["red"], players=("r", "r2")),
        "blue": replace(state.sides["blue"], players=("b", "b2")),
    }
    owners = {"red:c": "r2", "blue:z": "b2"}
    figures: dict[str, Figure] = {
        key: replace(one, player=owners.get(key, one.player)) for key, one in state.figures.items()
    }
    held = tuple(name for name, card in state.full.cards.items() if card.champion == "z")
    seats = {**state.full.seats, "r2": Seat(hand=4, deck=8), "b2": Seat(hand=4, deck=8, held=held)}
    state = replace(
        state,
        mode="superteams",
        sides=sides,
        figures=figures,
        order=("r", "b", "r2", "b2"),
        rosters={"r": ("a", "b"), "r2": ("c",), "b": ("x", "y"), "b2": ("z",)},
        full=replace(state.full, seats=seats),
    )
    return Case(case.rules, case.setup, state)


@accepts("SFB-MODE-15", "SFB-MODE-17", "SFB-MODE-01")
@refuses("SFB-MODE-15", "SFB-TURN-03")
def test_only_own_champions_act_but_allies_are_the_teams() -> None:
    case = teams(cards={"card": skill(effect("heal", 1, "ally"))}, figures={"c": {"damage": 1}})
    case.when(basic(4, "creation", C), R).then_refused("SFB-TURN-03", "SFB-MODE-15")
    case = played(opened(case), a.SkillUsed(champion=A, card="card"))
    case = played(case, (a.ChampionHealed(champion=C, amount=1), R), END)
    assert case.state.figures[C].damage == 0


@accepts("SFB-MODE-16", "SFB-REACT-05")
@refuses("SFB-MODE-16", "SFB-REACT-01", "SFB-REACT-03", "SFB-REACT-05", "SFB-LOG-02")
def test_one_reaction_for_the_whole_team() -> None:
    cards = {"card": attack(), "answer": reaction(), "help": reaction(champion="z", core="creation")}
    case = declared(opened(teams(cards=cards)))
    told = a.ReactionPlayed(player="b2", card="help", core="creation", on_champion=X)
    case.when(told, B).then_refused("SFB-LOG-02")
    case.when(
        a.ReactionPlayed(player="b2", card="answer", core="manipulation", on_champion=X), B2
    ).then_refused("SFB-REACT-05")
    mate = a.ReactionPlayed(player="r2", card="help", core="creation", on_champion=C)
    case.when(mate, R2).then_refused("SFB-REACT-01", "SFB-MODE-16")
    passed = played(case, (a.ReactionPassed(side="blue"), B2))
    assert passed.state.full.action.step == "resolve"
    case = played(case, (told, B2))
    again = a.ReactionPlayed(player="b", card="answer", core="manipulation", on_champion=X)
    case.when(again, B).then_refused("SFB-REACT-03", "SFB-MODE-16")
    assert played(resolved(case), END).state.full.seats["b2"].open == ("help",)


@accepts("SFB-MODE-19", "SFB-TURN-04")
@refuses("SFB-MODE-19", "SFB-TURN-04")
def test_choices_for_a_champion_belong_to_its_owner() -> None:
    card = attack(effect("fear", 2, "target", "post"), attack=1, targeting=aim("indirect", 1, 2))
    case = struck(
        teams(at={"x": None, "z": (1, 0)}, cards={"card": card}, traps={(2, 0): None}), hit("blue:z", 1)
    )
    case = played(case, (displaced("blue:z", "fear", 2, (2, 0)), B2))
    told = trap("blue:z", (2, 0), "stun", A)
    case.when(told, B).then_refused("SFB-TRAP-03", "SFB-MODE-19")
    case.when(told, R).then_refused("SFB-TRAP-03", "SFB-MODE-19")
    case = played(case, (told, B2))
    shown = a.ChampionStunned(champion="blue:z", cause="trap", shown=("1", "2", "3", "4"))
    case.when(shown, B).then_refused("SFB-MODE-19", "SFB-TURN-04")
    case = played(case, (shown, B2))
    case.when(replaced("b", (0, 3)), B).then_refused("SFB-TRAP-05")
    played(case, (replaced("b2", (0, 3)), B2))


@accepts("SFB-MODE-17", "SFB-KO-04")
def test_a_teammates_champion_is_an_ally() -> None:
    wide = aim("area", 1, 1, (1, 0), (1, -1))
    case = teams(at={"c": (1, -1)}, cards={"card": attack(targeting=wide, attack=9)})
    case = struck_area(case)
    case = played(case, out(X), out(C, None), a.ChampionLevelledUp(champion=A), END)
    assert (case.state.sides["red"].vp, case.state.sides["blue"].vp) == (1, 1)
    assert case.state.figures[BB].cell is not None and case.state.figures[Y].damage == 0


def struck_area(case: Case) -> Case:
    """The area attack hits an enemy and the teammate's champion."""
    case = declared(opened(case), X, C, direction=0)
    case = played(case, (a.ReactionPassed(side="blue"), B))
    case.when(damage(X, 1), R).then_refused("SFB-ACT-11")
    return resolved(case, hit(X, 9), hit(C, 9))
