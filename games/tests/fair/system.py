"""Lantern Fair as the tracker asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.catalogue import load
from games.choices import Tables
from games.ruleset import Event
from games.system import System, lazily
from games.tests.fair.events import FairOpened
from games.tests.fair.rules import Fair
from games.words import Words


def open_table(
    sides: Mapping[str, Sequence[str]], scenario: str | None, options: Mapping[str, Any], sample: Any
) -> tuple[Event, ...]:
    return (
        FairOpened(
            sides={side: players[0] for side, players in sides.items()}, detail=options.get("detail", "full")
        ),
    )


SYSTEM = System(
    key="fair",
    rules=Fair(),
    tables=load(Path(__file__).parent / "opening.toml", Tables),
    open_table=open_table,
    words=load(Path(__file__).parent / "words.toml", Words),
    simulation=lazily("games.tests.fair.simulate"),
)
