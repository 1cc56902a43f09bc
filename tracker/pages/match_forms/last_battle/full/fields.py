"""Fields of the forms of full detail: cards to tap, answers, distances. Called by the forms of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

ANSWERS = {"yes": True, "no": False}
FIELD, SEGMENT, CHOICES = "parts/_field.html", "parts/_segment.html", "parts/_choices.html"


def answer(label: str, initial: str = "", help_text: str = "") -> forms.ChoiceField:
    """Yes, no, or nobody looked."""
    options = [("yes", _("Yes")), ("no", _("No")), ("", "?")]
    return forms.ChoiceField(
        label=label,
        choices=options,
        initial=initial,
        required=False,
        widget=forms.RadioSelect,
        help_text=help_text,
    )


def centimetres(label: str, required: bool = False, most: float | None = None) -> forms.FloatField:
    """A measured distance with one decimal; empty where nobody measured."""
    widget = forms.NumberInput(attrs={"step": "0.1", "inputmode": "decimal"})
    return forms.FloatField(label=label, required=required, min_value=0, max_value=1000, widget=widget)


def number(label: str, required: bool = False, least: int = 0, most: int = 99) -> forms.IntegerField:
    """A whole number."""
    return forms.IntegerField(label=label, required=required, min_value=least, max_value=most)


def several(label: str, options: Iterable[tuple[str, str]]) -> forms.MultipleChoiceField:
    """Any of several named things."""
    return forms.MultipleChoiceField(
        label=label, choices=list(options), required=False, widget=forms.CheckboxSelectMultiple
    )


def kept(value: Any) -> forms.CharField:
    """Something that the form was made with, so that sending it twice says the same."""
    return forms.CharField(widget=forms.HiddenInput, initial=value, required=False, max_length=200)
