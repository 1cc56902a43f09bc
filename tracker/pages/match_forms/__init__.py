"""What the pages know about each system: its sentences, its score table, and the steps of its score pad.

Every game is shown by `generic`, from its words, its faces and its events; some bring forms, a board or a score of
their own. Called by `match`, `score_pad`, `my_day`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from games.registry import SYSTEMS
from games.system import System
from tracker.pages.match_forms import bushido, last_battle, senjutsu, super_fantasy_brawl
from tracker.pages.match_forms.generic.pages import GenericPages

_MORE: dict[str, Callable[[], GenericPages]] = {
    "bushido": bushido.BushidoPages,
    "last_battle": last_battle.LastBattlePages,
    "senjutsu": senjutsu.SenjutsuPages,
    "super_fantasy_brawl": super_fantasy_brawl.BrawlPages,
}
"""Games with some parts of their own on the pages that their words and events make."""
_made: dict[str, tuple[System, GenericPages]] = {}


def pages_of(system: str) -> Any:
    """The pages of a system. Raises KeyError for one that is not known."""
    game = SYSTEMS[system]
    if system not in _made or _made[system][0] is not game:
        _made[system] = (game, _MORE[system]() if system in _MORE else GenericPages(game))
    return _made[system][1]


def has_own_lists(system: str) -> bool:
    """Whether the game brings pages for its lists."""
    return bool(pages_of(system).LISTS != GenericPages.LISTS)


def parts_of(system: str) -> str:
    """The folder of the templates that draw its score, table and lists."""
    return str(pages_of(system).PARTS)


def lists_url(system: str) -> str:
    """The page of the player's own lists."""
    pages = pages_of(system)
    return reverse(pages.LISTS) if has_own_lists(system) else reverse(pages.LISTS, args=[system])


def list_url(system: str, roster: str) -> str:
    """The page of one own list."""
    return reverse(str(pages_of(system).LISTS).removesuffix("s"), args=[roster])
