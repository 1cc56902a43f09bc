"""What the pages know about each system: its sentences, its score table, and the steps of its score pad.

One package for each system that has pages of its own, with the same functions (see `last_battle`); every other game is
shown by `generic`, from its words and its events, with the few parts that it brings itself. Called by `match`,
`score_pad`, `my_day`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from games.registry import SYSTEMS
from games.system import System
from tracker.pages.match_forms import bushido, last_battle, senjutsu, super_fantasy_brawl
from tracker.pages.match_forms.generic.pages import GenericPages

_PAGES: dict[str, Any] = {
    "senjutsu": senjutsu,
}
_MORE: dict[str, Callable[[], GenericPages]] = {
    "bushido": bushido.BushidoPages,
    "last_battle": last_battle.LastBattlePages,
    "super_fantasy_brawl": super_fantasy_brawl.BrawlPages,
}
"""Games with some parts of their own on the pages that their words and events make."""
_made: dict[str, tuple[System, GenericPages]] = {}


def pages_of(system: str) -> Any:
    """The pages of a system. Raises KeyError for one that is not known."""
    if system in _PAGES:
        return _PAGES[system]
    game = SYSTEMS[system]
    if system not in _made or _made[system][0] is not game:
        _made[system] = (game, _MORE[system]() if system in _MORE else GenericPages(game))
    return _made[system][1]


def has_own_lists(system: str) -> bool:
    """Whether the game brings pages for its lists."""
    return bool(pages_of(system).LISTS != GenericPages.LISTS)


def parts_of(system: str) -> str:
    """The folder of the templates that draw its score, table and lists."""
    return f"games/{system}" if system in _PAGES else str(pages_of(system).PARTS)


def lists_url(system: str) -> str:
    """The page of the player's own lists."""
    pages = pages_of(system)
    return reverse(pages.LISTS) if has_own_lists(system) else reverse(pages.LISTS, args=[system])


def list_url(system: str, roster: str) -> str:
    """The page of one own list."""
    return reverse(str(pages_of(system).LISTS).removesuffix("s"), args=[roster])
