"""Where a match of Ninja stands, in words: something in every state that goes on, the same for everybody."""

from __future__ import annotations

import pytest

from games.ninja.next_events import next_events
from games.ninja.pages.faces import FACES
from games.ninja.play.simulate import simulate
from games.ninja.tests.demo import to_intruders
from games.ninja.tests.laid import seen_at
from games.registry import MATCHES
from games.rulebook import Text
from games.ruleset import EVERYONE, Viewer
from games.tests.contract import story_of

MATCH = MATCHES["ninja"]


@pytest.mark.parametrize("seed", [1, 2])
def test_every_state_says_where_the_match_stands_and_tells_nobody_more(seed: int) -> None:
    story = story_of(MATCH, *simulate(seed, "full", seed))
    seats = [(side, player) for side, players in MATCH.sides(story.states[-1]).items() for player in players]
    viewers = [EVERYONE, *(Viewer("player", player, side) for side, player in seats)]
    said = set()
    for state in story.states[1:]:
        told = {repr(FACES.now(MATCH.visible_to(state, viewer).play)) for viewer in viewers}
        assert len(told) == 1
        text = FACES.now(state.play)
        assert text is None or isinstance(text, Text)
        assert text is not None or state.play.phase != "running" or state.play.full.step == "between"
        said.add(text.ru if text is not None else "")
    assert {"Подготовка: карта стражи", "Ход 2: фаза действий стражи"} <= said


def test_the_forms_say_how_many_there_are() -> None:
    story = story_of(MATCH, *simulate(2, "full"))
    lines = {
        one.type: line.data
        for state in story.states[1:]
        for one in MATCH.next_events(state, EVERYONE)
        for line in FACES.tells(state.play, one)
        if one.type != "intruder_moved"
    }
    assert lines == {
        "guards_deployed": {"sentries_due": 8, "patrols_due": 3},
        "guard_map_marked": {"sleepers_due": 8},
        "hand_chosen": {"cards_due": 7},
        "guard_cards_drawn": {"cards_due": 1},
        "intruder_respawned": {"cards_due": 5},
        "respawn_bonus_taken": {"cards_most": 5, "asleep": 3},
    }


def test_whoever_is_seen_reads_that_it_hides_before_it_goes() -> None:
    """NIN-DET-05: of an intruder whose figure stands only the way that stays is offered, and the form says why."""
    night = to_intruders().state
    (way,) = [one for one in next_events(night) if one.type == "intruder_moved"]
    assert [line.key for line in FACES.tells(night, way)] == ["to_walk"]
    told = list(FACES.tells(seen_at(night, "traitor", "B3"), way))
    assert [(line.key, line.data) for line in told[1:]] == [("to_hide", {"seen": {"traitor": "B3"}})]
