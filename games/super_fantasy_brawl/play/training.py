"""An invented training edition: arenas, champions, action cards and challenges, made up for tests and simulations.

Nothing here is printed anywhere: the real values are pictures and have to be imported. Every keyword, targeting, type
of card and condition occurs. The edition stands in `catalogue/training.toml`; used by the tests of this package, by
`simulate.py`, and as the example of an import.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.catalogue import load
from games.super_fantasy_brawl.cards import Edition
from games.super_fantasy_brawl.events import MatchCreated
from games.super_fantasy_brawl.facts import FOLDER

EDITION: Edition = load(FOLDER / "training.toml", Edition)
ARENAS = EDITION.arenas
CHAMPIONS = EDITION.champions
CARDS = EDITION.cards
CHALLENGES = EDITION.challenges


def opening(
    mode: str, sides: Mapping[str, tuple[str, ...]], arena: str = "ring", **told: Any
) -> MatchCreated:
    """A match at full detail with the training edition on one of its arenas."""
    ground = ARENAS[arena]
    base: dict[str, Any] = {
        "detail": "full",
        "dataset": "training",
        "arena": ground,
        "track": getattr(ground.tracks, mode),
        "champions": CHAMPIONS,
        "cards": CARDS,
        "challenges": CHALLENGES,
    }
    return MatchCreated(mode=mode, sides=sides, **{**base, **told})  # type: ignore[arg-type]
