"""LB-LOG-08 against odd events: whatever a card lifts, what the rules accept can be folded, shown and stored."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.codec import MalformedEvent, codec_for
from games.last_battle import RULES
from games.last_battle.full.events import FullEvent
from games.last_battle.lifted_rules import liftable
from games.last_battle.play.simulate import simulate
from games.rulebook import books
from games.ruleset import REFEREE, SYSTEM, Event, fold
from games.secrets import canonical
from games.tests.rounds import quick_first

LIFTABLE = [rule for rule in books()["last_battle"].rules if liftable(rule)]
POOL: tuple[Any, ...] = (
    *(
        "a figure",
        "alliance",
        "serpent",
        "alliance-1-leader",
        "serpent-1-1",
        "move",
        "charge",
        "c-1",
        "M-fool",
    ),
    *(0, 1, 2, 3, -3, 7.5, True, False, None, [], ["serpent-1-1"], ["P-3", "S-4"]),
)


def odd(dice: Random, event: Event) -> Event | None:
    """The event with up to two other fields, under the text of a card; None when it is no event any more."""
    payload = msgspec.to_builtins(event)
    type_ = payload.pop("type")
    for field in dice.sample(event.__struct_fields__, dice.randint(0, 2)):
        payload[field] = dice.choice(POOL)
    payload |= {"card_override": dice.choice(LIFTABLE), "card_text": "as printed"}
    try:
        return codec_for(RULES).from_payload(type_, payload)
    except MalformedEvent:
        return None


@pytest.mark.parametrize("seed", quick_first(3, range(12)))
def test_what_an_override_lets_in_can_be_folded_and_shown(seed: int) -> None:
    dice = Random(seed)
    setup, log = simulate(seed, "full", 1)
    state, accepted = RULES.initial(setup), 0
    full = [event for event, _ in log if isinstance(event, FullEvent)]
    for event, _ in log:
        for strange in (odd(dice, dice.choice(full)), odd(dice, event) if event in full else None):
            if strange is not None and state.full and not RULES.check(state, strange, SYSTEM):
                after = RULES.evolve(state, strange)
                canonical([after, RULES.outcome(after), RULES.next_events(after, REFEREE)])
                accepted += 1
        state = RULES.evolve(state, event)
    assert accepted
    assert state == fold(RULES, RULES.initial(setup), [event for event, _ in log])
