"""A player's own warbands: what their sheet holds. The pages around it stand in `tracker.pages.sheets`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import BATTLEFIELDS
from games.ruleset import Cards
from tracker import messages
from tracker.commands import BadInput
from tracker.pages import sheets
from tracker.pages.answers import plain
from tracker.pages.match_forms.last_battle import warband_sheet
from tracker.pages.match_forms.last_battle.words import word


class WarbandSheet(sheets.Sheet):
    """Rows of figures under a leader."""

    system, one, fields = "last_battle", "warband", "games/last_battle/_warband.html"
    script = "js/warband.js"

    def words(self) -> dict[str, str]:
        return {
            "mine": _("My warbands"),
            "new": _("New warband"),
            "build": _("Build a warband"),
            "none": _("No warband yet"),
            "first": _("Build one here, or paste one that you have as text."),
            "lead": _("One leader for free, and figures worth at most 25 points."),
            "may": _("You can save a warband that breaks rules, and hand it in once it is legal."),
            "empty": _("Choose a leader and figures; the check runs as you type."),
            "no_edition": _("none: I type what I know"),
            "paste": _("Paste a roster"),
            "pasted": _("JSON, or lines: the leader first, then 2x name; cost; size"),
        }

    def read(self, sent: Any) -> tuple[dict[str, Any], sheets.Problems]:
        return warband_sheet.read_sheet(sent), []

    def sheet(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        return {
            **warband_sheet.sheet_of(body, cards),
            "cards": [{"id": key, **card} for key, card in cards.items()],
            "battlefields": [(key, word("battlefield", key, messages.language())) for key in BATTLEFIELDS],
        }

    def figures(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        points = warband_sheet.points(body, cards)
        return {"counts": [{"label": _("Points besides the leader"), **points}]}

    def changes(self, old: dict[str, Any], new: dict[str, Any], cards: Cards) -> dict[str, Any]:
        return warband_sheet.difference(old, new)

    def pasted(self, text: str, body: dict[str, Any], cards: Cards) -> tuple[dict[str, Any], sheets.Problems]:
        try:
            return warband_sheet.from_text(text), []
        except BadInput as error:
            return body, [plain(error.message)]
