"""What is wrong with a file, a row of cards or a value, in the reader's language, and what fields are called.

What is wrong with a file knows its sentences (`games.faults`); what a decoder says is recognised there.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.faults import Fault, of_decoder
from tracker import messages


def spoken(text: str) -> str:
    """`text` in the reader's language; a text that is no fault of a file or a value stays as it is."""
    found = text if isinstance(text, Fault) else of_decoder(text)
    return found.to(messages.language()) if isinstance(found, Fault) else found


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
    return names.get(field, field)
