"""What the pages of Last Battle have besides its words and faces: its desk, and the names of what event days tell.

Found by `match_forms`; event days ask it for the names of cards, zones, schemes and removals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.pages.faces import owners
from games.last_battle.roster.check import squad_hired
from games.last_battle.state import LastBattleState
from games.ruleset import Cards, Roster
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.words import source_name, word, words_of


class LastBattlePages(GenericPages):
    """The pages of one game, with the desk and the names that are its own."""

    TABLE = True
    OPEN_BOARD = False
    """Nothing on it is told to its reader alone, so that it costs no second look."""
    BETWEEN_REPORTS = ("scheme_revealed", "scheme_note_published")
    """Events of a turn whose sentence does not name it; the report that follows does."""
    LISTS = "warband"

    desk = Desk
    owners = staticmethod(owners)
    turn = staticmethod(lambda desk: None)
    """Both sides log at once in most phases: what the table waits for says for whom."""
    source_name = staticmethod(source_name)

    def slip(self, language: str) -> tuple[list[str], str]:
        lines = self.system.words.lines
        return [_("Strategy"), lines["scheme_vp"].to(language)], lines["turns_played"].to(language)

    def figure_ids(self, play: LastBattleState) -> set[str]:
        """The figures that need names."""
        return {figure.figure_id for squad in play.squads.values() for figure in squad.all_figures()}

    def brought(self, player: str, roster: Roster, cards: Cards) -> Iterable[Any]:
        return (squad_hired(player, roster, cards),)

    def card_name(self, card: str, language: str) -> str:
        """The name of a major arcanum; another key as it is."""
        return word("arcana", card, language)

    def points_name(self, source: str, language: str) -> str:
        """Where points come from, whatever the battlefield; a secret scheme is named by nobody but its own table."""
        known = {"strategy": _("Strategy"), "scheme": _("Scheme")}
        return known.get(source) or word("scheme", source, language)

    def zone_words(self, zone: str) -> str:
        """Where a card comes to."""
        return word("zone", zone)

    def removal_words(self) -> dict[str, str]:
        """How a figure leaves the table."""
        return words_of("how")


PAGES = LastBattlePages
