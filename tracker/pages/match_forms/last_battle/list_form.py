"""A list typed in at the desk: a leader and one figure a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

STATS = ("cost", "size")


class ListForm(forms.Form):
    """`name` of the list, its leader, and the figures as `name; cost; size`."""

    leader = forms.CharField(label=_("Leader"), max_length=80)
    figures = forms.CharField(
        label=_("Figures, one per line: name; cost; size"),
        help_text=_("Leave out what you do not know. Two of a kind are two lines."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        max_length=6000,
        required=False,
        strip=False,
    )
    name = forms.CharField(label=_("Name of the list"), max_length=80, required=False)

    def clean_figures(self) -> list[dict[str, Any]]:
        """The lines as figures. A line of another form is named."""
        lines = enumerate(self.cleaned_data["figures"].splitlines(), start=1)
        return [figure_of(number, line) for number, line in lines if line.strip()]

    def body(self) -> dict[str, Any]:
        """The roster's body."""
        return {"leader": self.cleaned_data["leader"], "figures": self.cleaned_data["figures"]}


def figure_of(number: int, line: str, stats: Sequence[str] = STATS, wanted: str = "") -> dict[str, Any]:
    """A figure as it is typed on one line; `wanted` is said of a line of another form."""
    name, *rest = (part.strip() for part in re.split(r"[;\t]", line))
    if not name or len(rest) > len(stats) or not all(re.fullmatch(r"\d{0,2}", part) for part in rest):
        told = wanted or _("Line %(line)d: write name; cost; size.")
        raise forms.ValidationError(told, params={"line": number})
    facts = dict(zip(stats, rest, strict=False))
    return {"figure_id": name, **{key: int(value) for key, value in facts.items() if value}}
