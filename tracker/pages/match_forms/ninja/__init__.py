"""What the pages of Ninja have besides its words, faces and events: the page that draws maps.

Found by `match_forms`.
"""

from __future__ import annotations

from tracker.pages.match_forms.generic.pages import GenericPages


class NinjaPages(GenericPages):
    """The pages of one game, with the page that is its own."""

    URLS = "tracker.pages.match_forms.ninja.urls"


PAGES = NinjaPages
