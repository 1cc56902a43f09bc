"""Forms of the desk of a campaign. What they collect is judged by the rules when it is logged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.pages.campaign.chronicle_words import Words

SIGNED = re.compile(r"[+-]?[0-9]{1,5}")
NEEDED = gettext_lazy("must be given")


class AdjustForm(forms.Form):
    """What the arbitrator does by hand: `what` is `verb:target`, `subject` a roster or `roster/fighter`.

    Whether a campaign has what is named its rules say, as of every other entry.
    """

    what = forms.CharField(
        label=gettext_lazy("What"), widget=forms.Select, error_messages={"required": NEEDED}
    )
    subject = forms.CharField(
        label=gettext_lazy("Whom"), widget=forms.Select, error_messages={"required": NEEDED}
    )
    amount = forms.CharField(
        label=gettext_lazy("By how much"),
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "maxlength": "6", "placeholder": "\N{MINUS SIGN}2"}
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason, for everybody to read"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": "500"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False)

    use_required_attribute = False

    def __init__(self, words: Words, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial, auto_id="%s")
        chosen = ("", _("choose"))
        self.fields["what"].widget.choices = [chosen, *_acts(words)]
        self.fields["subject"].widget.choices = [chosen, *_subjects(words)]
        self.fields["key"].widget.attrs["id"] = "adjust-key"

    def clean_amount(self) -> str:
        return self.cleaned_data["amount"].replace("\N{MINUS SIGN}", "-") or "0"

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        amount, verb = told.get("amount", ""), told.get("what", "").partition(":")[0]
        if not SIGNED.fullmatch(amount) or (verb == "add" and not int(amount)):
            self.add_error("amount", _("a whole number, with a minus for less, and not 0"))
        return told


def _acts(words: Words) -> Iterator[tuple[str, str]]:
    """(`verb:target`, its words) of everything that can be done by hand."""
    rules = words.rules
    yield from ((f"add:{key}", f"\N{PLUS-MINUS SIGN} {words.tally(key)}") for key in rules.tallies)
    for key in rules.marks:
        yield f"mark:{key}", f"+ {words.mark(key)}"
        yield f"clear:{key}", f"- {words.mark(key)}"
    for key in rules.places:
        yield f"hold:{key}", _("takes %(text)s") % {"text": words.place(key)}
        yield f"release:{key}", _("gives up %(text)s") % {"text": words.place(key)}
    for key in rules.chapters:
        yield f"open:{key}", _("opens %(text)s") % {"text": words.chapter(key)}
        yield f"close:{key}", _("closes %(text)s") % {"text": words.chapter(key)}
    yield "remove:fighter", _("is dead")
    yield "revive:fighter", _("lives")


def _subjects(words: Words) -> Iterator[tuple[str, str]]:
    """Every roster, each before its fighters."""
    for roster in words.now.world.rosters.values():
        yield roster.id, roster.name
        for key, fighter in roster.fighters.items():
            yield f"{roster.id}/{key}", f"{roster.name}: {fighter.name}"
