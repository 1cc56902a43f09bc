"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from random import Random

import msgspec

from games.bushido.events import FlankPlanRecorded, VimAssigned
from games.bushido.full.events import MeleeDiceCommitted
from games.bushido.play.examples_cards import NAMES
from games.ruleset import Event


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secret fields. The commitment and whatever is public stay."""
    if isinstance(event, VimAssigned):
        model = f"{event.side}:{dice.choice(NAMES)}"
        return msgspec.structs.replace(event, model=model if event.model is not None else None)
    if isinstance(event, MeleeDiceCommitted):
        attack = dice.randint(0, 5)
        return msgspec.structs.replace(
            event, attack=attack, defence=dice.randint(1, 3), special=None, cost=None
        )
    assert isinstance(event, FlankPlanRecorded)
    if event.turn is None:
        return event
    turn = dice.choice([turn for turn in range(1, 8) if turn != event.turn])
    return msgspec.structs.replace(event, turn=turn, edge=dice.choice(("north", "south")))
