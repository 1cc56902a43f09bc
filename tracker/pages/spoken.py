"""What fields are called, in the reader's language."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

SAYS_ITSELF = (
    *("adjustment", "at", "award", "bring", "fates", "fix", "moment", "one", "rehearsal", "results", "runs"),
    *("seats", "seq", "seqs", "stage", "webhook"),
)
"""Fields of which no form has one alone, or whose sentence says already what is to be chosen."""


def field_name(field: str) -> str:
    """A field of a form or a request as people know it, empty where the sentence says it; an unknown one as it is."""
    names = {
        "name": _("Name"),
        "players": _("Players"),
        "player": _("Player"),
        "reason": _("Reason"),
        "key": _("Key"),
        "preset": _("Preset"),
        "options": _("Options"),
        "setup": _("Options"),
        "text": _("Text"),
        "system": _("System"),
        "tournament": _("Event"),
        "season": _("Season"),
        "run": _("Run"),
        "account": _("Account"),
        "role": _("Role"),
        "target": _("Address"),
        "teams": _("Teams"),
        "club": _("Club"),
        "code": _("Code"),
        "fighters": _("Fighters"),
        "amount": _("By how much"),
        "minutes": _("Minutes"),
        "rating": _("Rating"),
        "place": _("Place"),
        "round": _("Round"),
        "list": _("List"),
        "scenario": _("Battlefield"),
        "matches": _("Matches"),
        "rosters": _("Rosters"),
        "league": _("League"),
        "settings": _("Settings"),
        "weight": _("How many times it counts"),
        "round_weights": _("How many times the points of each round count, from round 1"),
        **dict.fromkeys(SAYS_ITSELF, ""),
    }
    return names.get(re.split(r"[.[]", field)[0], field)
