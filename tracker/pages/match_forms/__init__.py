"""What the pages know about each system: its sentences, its score table, and the steps of its score pad.

One package for each system, with the same functions (see `last_battle`). Called by `match`, `score_pad`, `my_day`.
"""

from __future__ import annotations

from types import ModuleType

from tracker.pages.match_forms import last_battle, senjutsu, super_fantasy_brawl

_PAGES: dict[str, ModuleType] = {
    "last_battle": last_battle,
    "senjutsu": senjutsu,
    "super_fantasy_brawl": super_fantasy_brawl,
}


def pages_of(system: str) -> ModuleType:
    """The module of a system. Raises KeyError for one that has no pages."""
    return _PAGES[system]
