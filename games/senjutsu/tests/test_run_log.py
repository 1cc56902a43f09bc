"""Runs logged without any tournament: what their players tell becomes legal events, or is refused by its rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import SYSTEM, Actor
from games.senjutsu import RULES
from games.senjutsu.ladder.run_log import run_events
from games.testing import Case, given

ANN = Actor("player", "ann")


def told(**fields: Any) -> Case:
    opening, logged = run_events("ann", {"character": "ronin", **fields})
    case = given(RULES)
    for event in opening:
        case = case.when(event, SYSTEM)
    for event in logged:
        case = case.when(event, ANN)
    return case


@pytest.mark.parametrize("ended", ["wounds", "stun", "execution", "retired"])
def test_a_run_in_one_form(ended: str) -> None:
    case = told(waves_cleared=5, vos_in_wave=1, last_clear_turn=14, turns=17, ended=ended)
    carry = RULES.outcome(case.then_accepted()).carry
    assert (carry["rank"], carry["score"], carry["board"]) == ("steel", [5, 1, -14], "horde")
    assert carry["defeats"] == {"ann": "concession" if ended == "retired" else ended}


def test_a_run_that_begins_and_one_on_another_board() -> None:
    assert told(detail="turns").then_accepted().phase == "roster"
    case = told(
        character="monk", weapon="katana", nightmare={"k2": "yari"}, fallen_lord=True, waves_cleared=0
    )
    assert RULES.outcome(case.then_accepted()).carry["board"] == "nightmare_1_fallen_lord"


def test_a_run_that_begins_knows_what_defeats_its_character() -> None:
    (fighter,) = told(detail="turns", wound_limit=8, hand_limit=5).then_accepted().fighters.values()
    assert (fighter.wound_limit, fighter.hand_limit) == (8, 5)


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("SEN-SCORE-06", {"waves_cleared": 3, "vos_in_wave": 4, "last_clear_turn": 9}),
        ("SEN-HORDE-13", {"nightmare": {"k1": "yari", "k2": "yari"}}),
        ("SEN-ROSTER-02", {"character": "monk"}),
    ],
)
def test_runs_that_cannot_be(rule: str, fields: dict[str, Any]) -> None:
    opening, logged = run_events("ann", {"character": "ronin", **fields})
    case = given(RULES)
    for event in (*opening, *logged):
        if not case.violations:
            case = case.when(event, SYSTEM)
    case.then_refused(rule)


def test_fields_are_named_when_they_are_wrong() -> None:
    with pytest.raises(msgspec.ValidationError, match="waves_cleared"):
        run_events("ann", {"character": "ronin", "waves_cleared": "three"})
