"""What was said of an event, as a line of its log: of a tournament and of an event day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def described(data: Mapping[str, Any]) -> str:
    """When, where, by whom and for how much, as far as it was said."""
    told = [data[name] for name in ("starts", "ends", "place", "organiser", "cost") if data.get(name)]
    return _("What is said of the event: %(told)s.") % {"told": "; ".join(told) or "–"}
