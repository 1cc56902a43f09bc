"""What fields are called, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _


def field_name(field: str) -> str:
    """A field of a form or a request as people know it; an unknown one as it is."""
    names = {
        "name": _("Name"),
        "players": _("Players"),
        "player": _("Player"),
        "reason": _("Reason"),
        "key": _("Key"),
        "preset": _("Preset"),
        "options": _("Options"),
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
    }
    return names.get(field.partition("[")[0], field)
