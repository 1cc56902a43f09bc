"""Form fields made from what a system lets people choose (`games.choices`); the answers as its opening takes them.

Used by the new match and by the new event. Nothing is judged here beyond the shape of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.choices import Choice
from tracker.messages import language

PAIR = re.compile(r"(-?\d{1,3})\s*,\s*(-?\d{1,3})")
YES_NO = {"yes": True, "no": False}

LEVELS = {
    "turns": gettext_lazy("turn by turn"),
    "summary": gettext_lazy("the result only"),
    "full": gettext_lazy("card by card"),
}
"""How closely a table can be logged; a match that began by turns cannot go on card by card."""

MEANT = {
    "turns": gettext_lazy("after each turn you log what it brought"),
    "summary": gettext_lazy("nothing while you play, the whole result at the end"),
    "full": gettext_lazy("every card and every roll as it happens, checked most closely by the rules"),
}
"""What each of them asks of the players."""


def levels_told(levels: Iterable[str]) -> list[tuple[str, Any]]:
    """(level, its words and what it means) for radio buttons."""
    line = '{}: <span class="quiet">{}</span>'
    return [(level, format_html(line, LEVELS[level], MEANT[level])) for level in levels]


class HexesField(forms.CharField):
    """Hexes as axial coordinates, `q,r` each, in any order: a list of pairs, None when empty."""

    def __init__(self, **options: Any) -> None:
        attrs = {"class": "few", "rows": 3, "placeholder": "0,0  1,0  2,-1", "spellcheck": "false"}
        super().__init__(widget=forms.Textarea(attrs=attrs), max_length=8000, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        if PAIR.sub("", text).strip(" \t\r\n;"):
            raise forms.ValidationError(_("Write each hex as two numbers: 0,0  1,0  2,-1."))
        return [[int(q), int(r)] for q, r in PAIR.findall(text)] or None


def field_of(choice: Choice, *, unset: Any = None) -> forms.Field:
    """The field of a choice. With `unset`, words for "not chosen", it may stay open; else it has its default."""
    lang = language()
    title = choice.title.to(lang)
    help_text = choice.note.to(lang) if choice.note and unset is None else ""
    if unset is None and choice.unset is not None:
        unset = choice.unset.to(lang)
    if unset is not None and choice.kind in ("number", "hexes"):
        help_text = _("Empty: %(words)s.") % {"words": unset}
    if choice.levels:
        only = _("Only when logged: %(levels)s.") % {
            "levels": ", ".join(str(LEVELS[level]) for level in choice.levels)
        }
        help_text = f"{only} {help_text}".strip()
    if choice.kind == "hexes":
        return HexesField(label=title, help_text=help_text, required=False)
    if choice.kind == "number":
        return forms.IntegerField(
            label=title, help_text=help_text, required=False, min_value=choice.low, max_value=choice.high
        )
    return forms.ChoiceField(
        label=title, help_text=help_text, required=False, choices=_options(choice, unset, lang)
    )


def _options(choice: Choice, unset: Any, lang: str) -> list[tuple[str, Any]]:
    open_ = [("", unset)] if unset is not None else []
    if choice.kind == "yes_no":
        return [*open_, ("yes", _("yes")), ("no", _("no"))]
    return [*open_, *((key, words.to(lang)) for key, words in choice.values.items())]


def initial_of(choice: Choice) -> Any:
    """The default as its field shows it."""
    if choice.kind == "yes_no" and choice.default is not None:
        return "yes" if choice.default else "no"
    return choice.default


def told_by(
    choices: Iterable[Choice], answers: Mapping[str, Any], prefix: str = "", level: str = ""
) -> dict[str, Any]:
    """The answers as options of the opening; what was left open, or means nothing at this level, is left out."""
    told: dict[str, Any] = {}
    for choice in choices:
        answer = answers.get(prefix + choice.key)
        if answer in (None, "") or (level and choice.levels and level not in choice.levels):
            continue
        told[choice.key] = YES_NO[answer] if choice.kind == "yes_no" else answer
    return told
