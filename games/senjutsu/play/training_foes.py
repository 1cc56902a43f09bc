"""Solo games and hordes with the training edition: its cards of opponents and their decks.

Nothing here is printed anywhere (see `training.py`). An attack card of an opponent has two parts of which it plays one;
its defence cards have a block and a second part, some with a variable initiative or a counterattack.
"""

from __future__ import annotations

from typing import Any

from games.senjutsu.events import MatchCreated, VoDeckRegistered
from games.senjutsu.full.definitions import Definition
from games.senjutsu.play import training
from games.senjutsu.play.training import TOLD

SOLO = training.definitions(TOLD.solo, TOLD.usual_solo)
EDITION: dict[str, Definition] = {**training.EDITION, **SOLO, **training.definitions(TOLD.poisons, {})}
"""Every card of the training edition, with those of virtual opponents."""
LETTERS, DECKS = TOLD.letters, TOLD.decks
"""Start hexes of a horde on the training board; legal decks for a horde, and for two opponents of other types."""


def opening(mode: str, sides: dict[str, tuple[str, ...]], **told: Any) -> MatchCreated:
    """A solo game or a horde at full detail, with its cards and start hexes."""
    base: dict[str, Any] = {"cards": EDITION}
    if mode == "horde":
        base["start_letters"] = LETTERS
    return training.opening(mode, sides, **{**base, **told})


def deck(name: str, vo_type: str, **told: Any) -> VoDeckRegistered:
    """The deck of an opponent."""
    base: dict[str, Any] = {"cards": DECKS[name], "substitutions": ()}
    return VoDeckRegistered(vo_deck=name, vo_type=vo_type, **{**base, **told})
