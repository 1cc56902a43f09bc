"""The step before the first turn that no schema makes: the deck."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.senjutsu.deck_text import from_text
from games.senjutsu.facts import SIGNATURES
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload, choice, payload

HANDED_IN, PRINTED, TYPED, SECRET = "list", "printed", "text", "secret"


def number(label: Any, *, initial: int | None = None, low: int = 0, high: int = 99) -> forms.IntegerField:
    """A number that may stay empty: unknown."""
    return forms.IntegerField(label=label, required=False, initial=initial, min_value=low, max_value=high)


class DeckForm(PadForm):
    """`deck_registered`: the deck that was handed in, the printed one, or one written down as text."""

    step = "deck"
    event = "deck_registered"
    template = "games/senjutsu/_deck.html"
    any_version = True

    def build(self) -> None:
        listed = self.desk.rosters.get(self.player)
        options = [
            *([(HANDED_IN, _("the deck that I handed in"))] if listed else []),
            *([(PRINTED, _("the printed deck of the character"))] if self._printed else []),
            (TYPED, _("a list, one card a line")),
            (SECRET, _("do not show the list")),
        ]
        self.fields["which"] = choice(_("Deck"), options, radio=True)
        self.fields["which"].initial = options[0][0]
        self.wait()
        self.fields["text"] = forms.CharField(
            label=_("Cards"),
            required=False,
            max_length=8000,
            widget=forms.Textarea(attrs={"rows": 8, "placeholder": "2 A-044"}),
        )
        self.fields["poison_size"] = number(_("Cards in the poison deck"))
        self.fields["poison_size"].help_text = _(
            "For a list that you keep to yourself: this number is public."
        )

    @property
    def _printed(self) -> bool:
        return self.fighter.character in SIGNATURES

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("which") == TYPED:
            self.typed, problems = from_text(told.get("text") or "")
            for problem in problems:
                self.add_error("text", f"{problem.line}: {problem.text}")
            if not self.typed.get("cards") and not problems:
                self.add_error("text", _("Name the cards."))
        return told

    def payloads(self) -> list[Payload]:
        made = {HANDED_IN: self._handed_in, PRINTED: self._from_print, TYPED: self._from_text}
        told = made.get(self.cleaned_data["which"], self._kept)()
        poison = told.get("poison_cards")
        size = told.get("poison_size") if poison is None else len(poison)
        return [payload(self.event, **{**told, "player": self.player, "poison_size": size})]

    def _kept(self) -> dict[str, Any]:
        """SEN-ROSTER-20: of a list that stays with its owner, the size of the poison deck."""
        return {"poison_size": self.cleaned_data.get("poison_size")}

    def _handed_in(self) -> dict[str, Any]:
        return dict(self.desk.rosters[self.player])

    def _from_print(self) -> dict[str, Any]:
        printed = SIGNATURES[self.fighter.character or ""]
        school = [printed.school] if printed.school else []
        return {"signature": True, "cards": dict(printed.cards), "schools": school, "poison_cards": []}

    def _from_text(self) -> dict[str, Any]:
        body = self.typed
        return {
            "signature": body.get("signature", False),
            "cards": body["cards"],
            "schools": list(body.get("schools", ())),
            "poison_cards": list(body.get("poison", ())),
        }
