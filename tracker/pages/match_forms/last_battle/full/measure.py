"""A measured distance. Called by the forms of this package that name one beside their event."""

from __future__ import annotations

from typing import Any

from django import forms


class Centimetres(forms.FloatField):
    """With one decimal, as LB-LOG-01 wants it; empty where nobody measured."""

    def __init__(self, label: str, help_text: str = "") -> None:
        widget = forms.NumberInput(attrs={"step": "0.1", "inputmode": "decimal"})
        super().__init__(
            label=label, help_text=help_text, required=False, min_value=0, max_value=1000, widget=widget
        )

    def clean(self, value: Any) -> float | None:
        cm: float | None = super().clean(value)
        return None if cm is None else round(cm, 1)
