"""Lantern Fair as the tracker asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.catalogue import load
from games.choices import Tables
from games.faces import Faces, Held
from games.ruleset import Event
from games.system import System, lazily
from games.tests.fair.events import FairOpened
from games.tests.fair.rules import Fair
from games.tests.fair.state import State
from games.words import Words


def open_table(
    sides: Mapping[str, Sequence[str]], scenario: str | None, options: Mapping[str, Any], sample: Any
) -> tuple[Event, ...]:
    return (
        FairOpened(
            sides={side: players[0] for side, players in sides.items()}, detail=options.get("detail", "full")
        ),
    )


def _held(state: State) -> Iterator[Held]:
    """A hand, for its player to look at."""
    for player, hand in state.hands.items():
        if hand:
            yield Held(player=player, field="lanterns", values=hand)


SYSTEM = System(
    key="fair",
    rules=Fair(),
    tables=load(Path(__file__).parent / "opening.toml", Tables),
    open_table=open_table,
    words=load(Path(__file__).parent / "words.toml", Words),
    faces=Faces(held=_held),
    simulation=lazily("games.tests.fair.simulate"),
)
