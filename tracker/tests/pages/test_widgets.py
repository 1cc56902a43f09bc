"""Widgets are written without templates, and as Django writes them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test.html import parse_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from tracker.pages.core.widgets import Renderer

ODD = "<b> & \"c\" 'd'"
CHOICES = [
    ("", "---"),
    (ODD, ODD),
    ("safe", mark_safe("<i>slanted</i>")),
    (1, 1234.5),
    ("lazy", gettext_lazy("Matches")),
    ("Group & co", [("one", "One"), (2, ODD)]),
]
ATTRS = {
    "id": f"id-{ODD}",
    "class": ODD,
    "required": True,
    "disabled": False,
    "data-n": 3,
    "data-s": mark_safe("&amp;"),
}
WIDGETS: list[tuple[forms.Widget, Any]] = [
    *(
        (kind(), value)
        for kind in (forms.TextInput, forms.Textarea)
        for value in ("", None, ODD, mark_safe("&amp;"))
    ),
    *((forms.NumberInput(), value) for value in (0, 1234, 1.5)),
    *((forms.CheckboxInput(), value) for value in (True, False, None, ODD)),
    *((forms.Select(choices=CHOICES), value) for value in ("", ODD, 1, 2, None)),
    (forms.SelectMultiple(choices=CHOICES), [ODD, 2]),
    (forms.RadioSelect(choices=CHOICES), ODD),
    (forms.CheckboxSelectMultiple(choices=CHOICES), [1, "lazy"]),
    (forms.HiddenInput(), ODD),
    (forms.PasswordInput(render_value=True), ODD),
    (forms.EmailInput(), "a@b.example"),
    (forms.URLInput(), "https://example.org/?a=1&b=2"),
    (forms.DateInput(), date(2026, 11, 28)),
    (forms.ClearableFileInput(), None),
]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("attrs", [{}, ATTRS], ids=["plain", "attributes"])
@pytest.mark.parametrize(("widget", "value"), WIDGETS)
def test_a_widget_is_as_django_writes_it(
    widget: forms.Widget, value: Any, attrs: dict[str, Any], language: str
) -> None:
    with override(language):
        ours, django = (
            widget.render(f"name {ODD}", value, attrs, renderer)
            for renderer in (Renderer(), DjangoTemplates())
        )
    assert parse_html(ours) == parse_html(django)


@pytest.mark.parametrize("kind", [forms.RadioSelect, forms.CheckboxSelectMultiple, forms.Select])
@pytest.mark.parametrize("labelled", [True, False])
def test_an_option_alone_is_as_django_writes_it(kind: type[forms.Select], labelled: bool) -> None:
    class Form(forms.Form):
        field = forms.ChoiceField(choices=CHOICES, widget=kind)

    pages = []
    for renderer in (Renderer(), DjangoTemplates()):
        options = Form({"field": "1"}, renderer=renderer)["field"].subwidgets
        pages.append([parse_html(one.tag(wrap_label=labelled)) for one in options])
    assert len(pages[0]) >= 1 and pages[0] == pages[1]
