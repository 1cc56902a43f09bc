"""A deck that was handed in, for those who may see it, and a paper deck that staff type in at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.ruleset import Cards
from games.senjutsu.deck_text import from_text
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.roster import name_of
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.deck_sheet import plain_body, read_body


class ListForm(forms.Form):
    """`name` of the deck, and the deck as text, one card a line."""

    text = forms.CharField(
        label=_("The deck as text"),
        help_text=_(
            "character: ronin on the first line, then one card a line: 2 A-025."
            " A printed deck needs no cards: signature: yes."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        max_length=8000,
        strip=False,
    )
    name = forms.CharField(label=_("Name of the list"), max_length=80, required=False)

    def clean_text(self) -> str:
        """The text, if every line says something and the character is named."""
        text = str(self.cleaned_data["text"])
        self.told, problems = from_text(text)
        for problem in problems:
            self.add_error("text", f"{problem.line}: {problem.text}")
        if "character" not in self.told:
            keys = ", ".join(CHARACTERS)
            self.add_error(
                "text", _("Name the character, as in character: ronin. Known are %(keys)s.") % {"keys": keys}
            )
        return text

    def body(self) -> dict[str, Any]:
        """The roster's body."""
        return plain_body(self.told)


def list_content(body: Mapping[str, Any], cards: Cards, language: str) -> dict[str, Any]:
    """The deck as a page shows it: the character, and the cards by number."""
    deck = read_body(body, cards)
    ranks = w.words_of("card_rank")
    return {
        "character": w.said("character", str(body.get("character", "")), language),
        "signature": bool(body.get("signature")),
        "weapons": w.said("weapons", body["weapons"], language) if body.get("weapons") else "",
        "school": w.said("schools", body["schools"], language) if body.get("schools") else "",
        "cards": [
            {
                "id": key,
                "count": count,
                "name": name_of(key, language, cards),
                "rank": ranks.get(deck.card(key).rank or "", ""),
            }
            for key, count in sorted(deck.cards.items())
        ]
        if deck
        else [],
    }
