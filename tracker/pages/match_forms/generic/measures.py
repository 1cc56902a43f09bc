"""A measured number, told with as many decimals as the game measures (`games.words.Words.decimals`)."""

from __future__ import annotations

from typing import Any

from django import forms


class MeasuredField(forms.FloatField):
    """Rounded to `decimals`; as it was told where the game names none. Empty where nobody measured."""

    def __init__(self, decimals: int | None, **options: Any) -> None:
        attrs = {} if decimals is None else {"step": str(10**-decimals), "inputmode": "decimal"}
        super().__init__(widget=forms.NumberInput(attrs=attrs), **options)
        self.decimals = decimals

    def clean(self, value: Any) -> float | None:
        told: float | None = super().clean(value)
        return told if told is None or self.decimals is None else round(told, self.decimals)
