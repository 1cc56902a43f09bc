"""What the pages know about each system: its sentences, its score table, and the steps of its score pad.

Every game is shown by `generic`, from its words, its faces and its events; some bring forms, a board or a score of
their own. Called by `match`, `score_pad`, `my_day`.
"""

from __future__ import annotations

from typing import Any

from django.urls import URLResolver, include, path, reverse

from games.registry import SYSTEMS
from games.system import System
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.parts import part_of

_made: dict[str, tuple[System, GenericPages]] = {}


def pages_of(system: str) -> Any:
    """The pages of a system. Raises KeyError for one that is not known."""
    game = SYSTEMS[system]
    if system not in _made or _made[system][0] is not game:
        _made[system] = (game, _new(game))
    return _made[system][1]


def _new(game: System) -> GenericPages:
    """Those that the `PAGES` of the game's folder beside this file makes; the generic ones for a game without."""
    own = part_of(__name__, game.key)
    if own is None:
        return GenericPages(game)
    pages: GenericPages = own.PAGES(game)
    return pages


def urls_of_games() -> list[URLResolver]:
    """The addresses of the pages that are a game's own."""
    return [path("", include(pages_of(key).URLS)) for key in SYSTEMS if pages_of(key).URLS]


def has_own_addresses(system: str) -> bool:
    """Whether the pages of the game's lists are called after what its players bring, as `decks/`."""
    return bool(pages_of(system).LISTS != GenericPages.LISTS)


def lists_url(system: str) -> str:
    """The page of the player's own lists."""
    return reverse(f"pages:{pages_of(system).LISTS}s", args=_known(system))


def list_url(system: str, roster: Any) -> str:
    """The page of one own list."""
    return reverse(f"pages:{pages_of(system).LISTS}", args=[roster])


def addresses(system: str, roster: Any = None) -> dict[str, str]:
    """The pages of a person's lists: `many`, `new`, `check`; of one list `submit`, `text`.
    `here`: the page of the list itself, new or saved.
    """
    stem, known = pages_of(system).LISTS, _known(system)
    found = {name: reverse(f"pages:{stem}-{name}", args=known) for name in ("new", "check")}
    if roster is not None:
        found |= {name: reverse(f"pages:{stem}-{name}", args=[roster]) for name in ("submit", "text")}
    here = found["new"] if roster is None else list_url(system, roster)
    return {**found, "many": lists_url(system), "here": here}


def _known(system: str) -> list[str]:
    """What an address of the lists of all games says of the game."""
    return [] if has_own_addresses(system) else [system]
