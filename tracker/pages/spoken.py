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
    }
    return names.get(field.partition("[")[0], field)
