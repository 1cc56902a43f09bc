"""Odd events: whatever a client sends, the rules answer; and what they accept, everything else can work with."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from hypothesis import given as random_cases
from hypothesis import settings
from hypothesis import strategies as some

from games.codec import MalformedEvent, codec_for
from games.frame import Match
from games.last_battle import RULES
from games.last_battle.facts import SCHEMES
from games.last_battle.simulate import simulate
from games.replay import judge
from games.ruleset import EVERYONE, REFEREE, SYSTEM, Actor, Event, Viewer
from games.secrets import canonical, sealed

MATCH = Match(RULES, RULES.state_type)
PLAYERS = ("alliance-1", "alliance-2", "serpent-1", "nobody", "")
POOL: tuple[Any, ...] = (
    *PLAYERS,
    *SCHEMES,
    *(
        "serpent",
        "alliance",
        "draw",
        "closed",
        "regular",
        "game_end",
        "scheme",
        "alliance-1-leader",
        "serpent-1-1",
    ),
    *(-1, 0, 1, 2, 3, 5, 6, 10, 15, 10**30, True, None, 1.5, "M-wheel"),
    *([], {}, ["trap"], {"alliance": 1}, {"alliance-1": 3}, {"alliance-1": {"trap": 1}}),
    [{"figure_id": "serpent-1-leader", "by": "alliance-1-1"}],
    {"side": "serpent", "card": 10, "success": True},
)
BY = (SYSTEM, *(Actor("player", player) for player in PLAYERS))


def odd(rng: Random, event: Event) -> Event | None:
    """The event with one or two fields changed; None when it is no event any more."""
    payload = msgspec.to_builtins(event)
    type_ = payload.pop("type")
    for field in rng.sample(event.__struct_fields__, min(len(event.__struct_fields__), rng.randint(1, 2))):
        payload[field] = rng.choice(POOL)
    try:
        return sealed(codec_for(MATCH).from_payload(type_, payload), "salt")
    except MalformedEvent:
        return None


@settings(max_examples=120, deadline=None)
@random_cases(some.integers(0, 10**9))
def test_the_rules_answer_whatever_comes(seed: int) -> None:
    rng = Random(seed)
    setup, log = simulate(seed % 500, "turns", 1 + seed % 2)
    state = MATCH.initial(setup)
    for event, _ in log:
        for strange in (odd(rng, event), odd(rng, rng.choice(log)[0])):
            if strange is not None:
                _answered(state, strange, rng.choice(BY))
        state = MATCH.evolve(state, event)


def _answered(state: Any, event: Event, by: Actor) -> None:
    before = canonical(state)
    violations = judge(MATCH, state, event, by)
    assert canonical(state) == before
    assert msgspec.json.encode(violations)
    if violations:
        return
    after = MATCH.evolve(state, event)
    assert canonical(MATCH.outcome(after))
    for viewer in (EVERYONE, REFEREE, Viewer("player", "alliance-1", "alliance")):
        MATCH.next_events(after, viewer)
        MATCH.redact(after, event, viewer)
        assert canonical(MATCH.visible_to(after, viewer))
