"""A list typed in at the desk: a leader and one figure a line."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


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
        return [_figure(number, line) for number, line in lines if line.strip()]

    def body(self) -> dict[str, Any]:
        """The roster's body."""
        return {"leader": self.cleaned_data["leader"], "figures": self.cleaned_data["figures"]}


def _figure(number: int, line: str) -> dict[str, Any]:
    name, *rest = (part.strip() for part in re.split(r"[;\t]", line))
    if not name or len(rest) > 2 or not all(re.fullmatch(r"\d{0,2}", part) for part in rest):
        raise forms.ValidationError(_("Line %(line)d: write name; cost; size."), params={"line": number})
    facts = dict(zip(("cost", "size"), rest, strict=False))
    return {"figure_id": name, **{key: int(value) for key, value in facts.items() if value}}
