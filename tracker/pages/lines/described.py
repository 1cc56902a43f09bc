"""What was said of an event, as a line of its log: of a tournament and of an event day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tracker import moments


def described(data: Mapping[str, Any]) -> str:
    """When, where, by whom and for how much, as far as it was said."""
    told = [_moment(data[name]) for name in ("starts", "ends") if data.get(name)]
    told += [data[name] for name in ("place", "organiser", "cost") if data.get(name)]
    return _("What is said of the event: %(told)s.") % {"told": "; ".join(told) or "–"}


def _moment(text: str) -> str:
    """A day, or a day with its time, as the reader's language writes it; what is neither, as it was told."""
    found = moments.of_hall(text)
    if found is None:
        return text
    return date_format(found, "SHORT_DATETIME_FORMAT" if "T" in text else "SHORT_DATE_FORMAT")
