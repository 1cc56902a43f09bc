"""What an event leaves behind is settled: nothing more follows by itself, and nobody has to ask for it again."""

from __future__ import annotations

from games.bushido.full.activate import next_active, upcoming
from games.bushido.full.flow import settle
from games.bushido.full.steps import now
from games.bushido.play.simulate import simulate
from games.bushido.rules import Bushido

RULES = Bushido()


def test_nothing_follows_from_a_state_that_an_event_has_left() -> None:
    setup, steps = simulate(3, "full")
    state, seen = RULES.initial(setup), set()
    for event, _by in steps:
        state = RULES.evolve(state, event)
        if state.full is None:
            continue
        step = now(state)
        seen.add(step)
        assert settle(state) is state
        if step == "main":
            assert next_active(state) is state
            assert upcoming(state) is state
    assert {"main", "declare", "allocate", "roll"} <= seen
