"""A player's own teams and pools of champions: what their sheet holds. The pages stand in `tracker.pages.sheets`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.ruleset import Cards
from tracker.pages import sheets
from tracker.pages.match_forms.super_fantasy_brawl import team_sheet


class TeamSheet(sheets.Sheet):
    """Ticks for champions, of a team or of a pool."""

    system, one, fields = "super_fantasy_brawl", "team", "games/super_fantasy_brawl/_team.html"

    def words(self) -> dict[str, str]:
        return {
            "mine": _("My champions"),
            "new": _("New team or pool"),
            "build": _("Choose champions"),
            "none": _("No team or pool yet"),
            "first": _("Choose three champions for all your matches, or five for a competitive draft."),
            "lead": _("Only you see it until the rules of an event or a match open it."),
            "may": _("You can save a list that breaks rules, and hand it in once it is legal."),
            "empty": _("Tick champions; the check runs as you go."),
            "no_edition": _("the rulebook alone"),
        }

    def read(self, sent: Any) -> tuple[dict[str, Any], sheets.Problems]:
        return team_sheet.read_sheet(sent), []

    def sheet(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        return team_sheet.sheet_of(body, cards)

    def is_empty(self, body: Mapping[str, Any], cards: Cards) -> bool:
        return not body.get("champions")

    def figures(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        if self.is_empty(body, cards):
            return {}
        limit = team_sheet.sizes(body.get("mode", "duel"))[body.get("use", "pool")]
        return {"counts": [{"label": _("Champions"), "count": len(body["champions"]), "limit": limit}]}

    def changes(self, old: dict[str, Any], new: dict[str, Any], cards: Cards) -> dict[str, Any]:
        names = team_sheet.names_of(cards)
        return {
            kind: [team_sheet.champion_name(key, names) for key in keys]
            for kind, keys in team_sheet.difference(old, new).items()
        }
