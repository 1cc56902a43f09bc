"""What the events of full detail call things reads in both languages wherever a refusal names it."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from games.bushido.full import events as f
from games.bushido.full import terms
from games.bushido.tests.full.tables import act, card, marked, playing
from games.rulebook import sentence
from games.ruleset import RuleViolation

VALUES = sorted(
    {
        value
        for kind in (
            *(terms.ActionName, terms.Interaction, terms.WaitFor, terms.MarkerKind, terms.Token),
            *(terms.Boosted, terms.GiftName, terms.Walk, terms.Reach, terms.Colour, terms.Passage),
        )
        for value in get_args(kind)
    }
)


def named(value: str, language: str) -> str:
    told = sentence(RuleViolation("BUS-ACT-26", {"told": value}), language)
    return told.rpartition(": ")[2].removesuffix(".")


@pytest.mark.parametrize("value", VALUES)
def test_every_value_has_a_name(value: str) -> None:
    assert re.fullmatch(r"[^_{}×]+", named(value, "en")), named(value, "en")
    assert re.search("[а-яё]", named(value, "ru")), named(value, "ru")


def test_a_value_is_called_as_its_own_game_calls_it() -> None:
    assert [named(value, "en") for value in ("walk", "stand_up", "controlled")] == [
        "Walk",
        "Stand Up",
        "Controlled",
    ]


def test_a_berserk_model_is_told_the_enemy_that_it_owes() -> None:
    case = act(marked(playing(red={"chief": card()}), "red:chief", "berserk"), "red:chief")
    wrong = f.ActionDeclared(action="melee", target="blue:second", nearest="blue:chief", reach="melee")
    told = sentence(case.when(wrong).then_refused("BUS-COND-21")[0], "en")
    assert "Logged: Melee, blue:second. By the rules: Melee, blue:chief." in told
