"""What pages say of a match of Bushido: where it stands, what lies on the table, how many dice the server may roll."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from games.bushido.full import events as f
from games.bushido.full.common import body
from games.bushido.full.dice_due import ROLLED
from games.bushido.full.steps import now
from games.bushido.pages.faces import FACES
from games.bushido.play.simulate import simulate
from games.bushido.scenarios import SCENARIOS
from games.bushido.tests.full.fights import MINE as CHIEF
from games.bushido.tests.full.tables import RULES, act, playing
from games.bushido.tests.match.tables import chosen
from games.codec import tag
from games.faces import Cell
from games.registry import MATCHES
from games.rulebook import Text
from games.ruleset import EVERYONE, NextEvent
from games.tests.contract import Story, story_of

SEEDS = 6


@cache
def story(seed: int) -> Story:
    return story_of(MATCHES["bushido"], *simulate(seed, "full", 1))


def told(event: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(event)
    return found


def fell(event: Any) -> dict[str, int]:
    """Path of a field -> how many dice an event tells in it."""
    data = told(event)
    found: dict[str, int] = {}
    for name in ("dice", "attack", "defence"):
        value = data.get(name)
        if isinstance(value, str):
            found[name] = len(value)
        elif isinstance(value, dict):
            found |= {f"{name}.{key}": len(dice) for key, dice in value.items() if dice}
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_server_rolls_as_many_dice_as_the_rules_ask_for(seed: int) -> None:
    seen = set()
    one = story(seed)
    for entry, state in zip(one.entries, one.states, strict=False):
        type_ = tag(type(entry.event))
        rolls = FACES.rolls(state.play, type_, told(entry.event))
        assert (rolls is None) == (type_ not in ROLLED), type_
        if rolls is not None:
            assert rolls.dice == fell(entry.event), entry.event
            seen.add(type_)
    assert {"tactical_test_rolled"} <= seen


def test_every_kind_of_roll_was_looked_at() -> None:
    rolled = {tag(type(entry.event)) for seed in range(SEEDS) for entry in story(seed).entries} & set(ROLLED)
    assert {"melee_rolled", "damage_rolled", "test_rolled", "tactical_test_rolled"} <= rolled


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_state_has_words_in_both_languages_and_a_row_for_every_model(seed: int) -> None:
    for state in story(seed).states[1:]:
        play = state.play
        for text in (FACES.now(play), FACES.place(play)):
            assert text is None or _said(text)
        if play.phase == "turns":
            assert FACES.now(play) is not None
        rows = [row for one in FACES.tallies(play) if one.side for row in one.rows]
        cells = [cell for row in rows for cell in row if isinstance(cell, Text)]
        assert len(rows) == len(play.models) and all(_said(cell) for cell in cells)


def _said(text: Cell) -> bool:
    assert isinstance(text, Text)
    return bool(text.en and text.ru) and "_" not in text.en and "{" not in text.en + text.ru


def test_the_forms_of_the_set_up_know_what_the_log_knows() -> None:
    """BUS-SETUP-06, -14: the pieces that lie are counted, and whoever has to come onto the table is ticked."""
    counted: set[str] = set()
    setups = (state for seed in range(SEEDS) for state in story(seed).states if state.play.phase == "setup")
    for state in setups:
        play = state.play
        for offer in MATCHES["bushido"].next_events(state, EVERYONE):
            if offer.type == "terrain_placed":
                lines = [line for line in FACES.tells(play, offer) if line.key == "terrain_lies"]
                counted |= {line.data["count"] for line in lines}
            if offer.type == "models_deployed" and offer.choices.get("scout") != (True,):
                ticked = FACES.starts(play, offer)["models"]
                assert set(ticked) <= set(offer.choices["models"])
                assert not any(play.models[name].facts.flank for name in ticked)
    assert {"0", "5"} <= counted


def test_the_report_of_a_match_starts_with_the_last_turn() -> None:
    """It started with turn 0, in which no match ends."""
    for key, scenario in SCENARIOS.items():
        state = chosen(key, detail="summary").state
        offer = NextEvent(type="match_result_recorded", players=())
        turns = {"last_turn": scenario.turns} if scenario.length != "clock" else {}
        assert FACES.starts(state, offer) == turns


def test_the_scenario_points_are_asked_for_where_the_event_ranks_by_them() -> None:
    """BUS-TOUR-14: the report was refused without them, and did not say so."""
    offer = NextEvent(type="match_result_recorded", players=())
    for ranks in (True, False):
        state = chosen("ryodo", detail="summary", whole_result=ranks).state
        assert [*FACES.needs(state, offer)] == (["sp"] if ranks else [])


@pytest.mark.parametrize(("action", "most"), [("charge", "8"), ("melee", "4")])
def test_an_attack_that_falls_short_is_told_what_becomes_of_it(action: Any, most: str) -> None:
    """BUS-ACT-13, -24: the model goes all the way, and its action is over with what it costs."""
    case = act(playing(), CHIEF, action, target="blue:chief")
    (offer,) = [one for one in RULES.next_events(case.state, EVERYONE) if one.type == "model_moved"]
    (line,) = FACES.tells(case.state, offer)
    assert (line.key, line.data) == (f"{action}_goes", {"inches": most})
    short = case.when(f.ModelMoved(model=CHIEF, inches=int(most))).then_accepted()
    assert body(short, CHIEF).counters == (0 if action == "charge" else 1) and now(short) == "main"
