"""The words of an event day's page: names of its tables, sides, cards, players and figures. Called by `day_view`."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from tracker import selectors
from tracker.messages import language
from tracker.models import CampaignRow, DayTableRow, FallenRow
from tracker.pages.event.tables import LETTERS, Side
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names
from tracker.selectors import player_day


class Words:
    """The day's vocabulary: names of tables, sides, cards, players and figures."""

    def __init__(self, row: CampaignRow, tables: list[DayTableRow], fallen: list[FallenRow]) -> None:
        self.pages, self.row, self.language = pages_of(row.system), row, language()
        players = {player for table in tables for seats in table.sides.values() for player in seats}
        figures = {one.figure for one in fallen}
        found = player_day.figure_names(row.system, figures) if figures else {}
        self.names = Names(selectors.player_names(players), found, self.language)
        self.removals = self.pages.removal_words()
        self.matches = {table.battlefield: table.match_id for table in tables}

    def table(self, key: str | None) -> str:
        return self.pages.battlefield_name(key, self.language) if key else ""

    def side(self, key: str, players: Iterable[str] = (), vp: int | None = None, won: bool = False) -> Side:
        order = self.row.options["sides"]
        letter = LETTERS[order.index(key)] if key in order else ""
        seats = [(player, self.names.player(player)) for player in players]
        return Side(key, self.pages.side_name(key, self.language), letter, seats, vp, won)

    def event(self, table: str, seq: int | None) -> str:
        match = self.matches.get(table)
        return f"{reverse('pages:match', args=[match])}#event-{seq}" if match and seq else ""
