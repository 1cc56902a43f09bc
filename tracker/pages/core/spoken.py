"""What fields are called, in the reader's language."""

from __future__ import annotations

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SAYS_ITSELF = (
    *("adjustment", "at", "award", "bring", "fates", "fix", "moment", "one", "rehearsal", "results", "runs"),
    *("seats", "seq", "seqs", "stage", "webhook"),
)
"""Fields of which no form has one alone, or whose sentence says already what is to be chosen."""


NAMES: dict[str, Promise | str] = {
    "name": gettext_lazy("Name"),
    "players": gettext_lazy("Players"),
    "player": gettext_lazy("Player"),
    "reason": gettext_lazy("Reason"),
    "key": gettext_lazy("Key"),
    "preset": gettext_lazy("Preset"),
    "options": gettext_lazy("Options"),
    "setup": gettext_lazy("Options"),
    "text": gettext_lazy("Text"),
    "system": gettext_lazy("System"),
    "tournament": gettext_lazy("Event"),
    "season": gettext_lazy("Season"),
    "run": gettext_lazy("Run"),
    "account": gettext_lazy("Account"),
    "role": gettext_lazy("Role"),
    "target": gettext_lazy("Address"),
    "teams": gettext_lazy("Teams"),
    "club": gettext_lazy("Club"),
    "code": gettext_lazy("Code"),
    "fighters": gettext_lazy("Fighters"),
    "amount": gettext_lazy("By how much"),
    "minutes": gettext_lazy("Minutes"),
    "what": gettext_lazy("What"),
    "subject": gettext_lazy("Whom"),
    "rating": gettext_lazy("Rating"),
    "place": gettext_lazy("Place"),
    "round": gettext_lazy("Round"),
    "list": gettext_lazy("List"),
    "scenario": gettext_lazy("Battlefield"),
    "match": gettext_lazy("Match"),
    "matches": gettext_lazy("Matches"),
    "sides": gettext_lazy("Sides"),
    "rosters": gettext_lazy("Rosters"),
    "league": gettext_lazy("League"),
    "settings": gettext_lazy("Settings"),
    "weight": gettext_lazy("How many times it counts"),
    "round_weights": gettext_lazy("How many times the points of each round count, from round 1"),
    **dict.fromkeys(SAYS_ITSELF, ""),
}


def field_name(field: str) -> str:
    """A field of a form or a request as people know it, empty where the sentence says it; an unknown one as it is."""
    return str(NAMES.get(re.split(r"[.[]", field)[0], field))
