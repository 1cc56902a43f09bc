"""Forms of the desk of a campaign. What they collect is judged by the rules when it is logged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.models import Player
from tracker.pages.campaign.chronicle_words import Words

SIGNED = re.compile(r"[+-]?[0-9]{1,5}")
NEEDED = gettext_lazy("must be given")


class RosterForm(forms.Form):
    """A roster that joins: its name, and a fighter on each line."""

    name = forms.CharField(
        label=gettext_lazy("Name of the roster"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": "80", "id": "roster-name"}),
    )
    fighters = forms.CharField(
        label=gettext_lazy("Fighters, one on each line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": "5", "id": "roster-fighters"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False)

    use_required_attribute = False

    def __init__(self, words: Words, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial, auto_id="%s")
        self.fields["key"].widget.attrs["id"] = "roster-key"
        self.fields["fighters"].help_text = _how_fighters(words)


def _how_fighters(words: Words) -> str:
    """How a line reads: of a game that knows its fighters beforehand with one of them."""
    known = words.known_fighters()
    if not known:
        return _(
            "A name is enough: the matches call the fighter by it. A shorter one for your lists stands before a colon:"
            " hiro: Hiro the Tall."
        )
    told = _("Who it is, a colon, and the name in your roster: %(key)s: Hiro the Tall.") % {
        "key": known[0][0]
    }
    return f"{told} {', '.join(f'{key} = {name}' for key, name in known)}."


class JoinForm(RosterForm):
    """One's own roster, for one of the players of the device."""

    player = forms.CharField(
        label=gettext_lazy("Player"), widget=forms.Select(attrs={"id": "join-player"}), required=False
    )

    def __init__(self, words: Words, players: Iterable[Player], initial: Any = None) -> None:
        super().__init__(words, initial=initial)
        self.fields["player"].widget.choices = [(str(one.pk), one.name) for one in players]


class EnterForm(RosterForm):
    """A roster that the arbitrator enters: of a new player, or of one of `players` (with what they are known by)."""

    new_player = forms.CharField(
        label=gettext_lazy("New player"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": "80", "id": "new-player"}),
    )
    player = forms.CharField(label=gettext_lazy("or one who is known"), required=False, widget=forms.Select)

    def __init__(
        self, words: Words, players: Iterable[tuple[Player, str]], data: Any = None, initial: Any = None
    ) -> None:
        super().__init__(words, data, initial)
        called = [(str(one.pk), " \N{MIDDLE DOT} ".join(filter(None, (one.name, by)))) for one, by in players]
        self.fields["player"].widget.choices = [("", "-"), *called]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if bool(told["new_player"].strip()) == bool(told["player"]):
            self.add_error("player", _("either a new player or one who is known"))
        return told


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
