"""What the pages ask of every registered system: its module, its templates, the kinds and tables of the registry."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from django.utils.translation import override

from games import registry
from games.ruleset import REFEREE, Viewer
from games.tests.contract import story_of
from games.tests.registered import simulated
from games.vocabulary import examples_of
from tracker.commands import PRESETS
from tracker.models.rosters import KINDS
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.names import Names

SYSTEMS = pytest.mark.parametrize("system", registry.MATCHES)


@SYSTEMS
def test_a_system_stands_in_every_table(system: str) -> None:
    assert registry.ROSTER_KINDS[system] in KINDS
    assert system in registry.OPENINGS and system in registry.CARD_PARSERS and system in registry.SCENARIOS
    two = registry.SYSTEMS[system].tables.for_two is not None
    assert any(preset["system"] == system for preset in PRESETS.values()) == two


@SYSTEMS
def test_a_system_has_all_that_the_pages_call(system: str) -> None:
    assert isinstance(pages_of(system), GenericPages)


@SYSTEMS
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_example_is_a_sentence(system: str, language: str) -> None:
    with override(language):
        for event in examples_of(registry.SYSTEMS[system]):
            data = msgspec.to_builtins(event)
            type_ = data.pop("type")
            text = pages_of(system).sentence(type_, data, Names({}, {}, language))
            assert text and text != type_.replace("_", " ") and "None" not in text, (type_, text)


@SYSTEMS
def test_a_played_match_waits_for_whoever_has_not_confirmed(system: str) -> None:
    rules, pages = registry.MATCHES[system], pages_of(system)
    story = story_of(rules, *simulated(system, 1, registry.SYSTEMS[system].simulation().LEVELS[0], 1))
    state = story.states[-1]
    (own, (player,)), *others = rules.sides(state).items()
    desk = pages.sit(state, rules.outcome(state), 1, (), Viewer("player", player, own), Names({}, {}, "en"))
    left = {side: f"{desk.side(side)} · {', '.join(players)}" for side, players in others}
    with override("en"):
        assert pages.waiting(desk) == f"Waiting for confirmation: {', '.join(left.values())}."
        assert pages.waiting(replace(desk, confirmed=tuple(left))) == ""
        assert pages.waiting(replace(desk, final=True)) == "The result is confirmed."
        staff = pages.sit(state, rules.outcome(state), 1, (), REFEREE, Names({}, {}, "en"))
        everyone = ", ".join(map(staff.of_whom, staff.sides()))
        assert pages.waiting(staff) == f"Waiting for confirmation: {everyone}."
