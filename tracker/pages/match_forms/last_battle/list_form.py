"""A squad typed in at the table, one figure a line. Called by `setup_forms`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

STATS = ("cost", "size")


def figure_of(number: int, line: str, stats: Sequence[str] = STATS, wanted: str = "") -> dict[str, Any]:
    """A figure as it is typed on one line; `wanted` is said of a line of another form."""
    name, *rest = (part.strip() for part in re.split(r"[;\t]", line))
    if not name or len(rest) > len(stats) or not all(re.fullmatch(r"\d{0,2}", part) for part in rest):
        told = wanted or _("Line %(line)d: write name; cost; size.")
        raise forms.ValidationError(told, params={"line": number})
    facts = dict(zip(stats, rest, strict=False))
    return {"figure_id": name, **{key: int(value) for key, value in facts.items() if value}}
