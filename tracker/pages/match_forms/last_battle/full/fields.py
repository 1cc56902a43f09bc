"""Fields of the forms of full detail: cards to tap, answers, distances. Called by the forms of this package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.facts import FACTS
from games.last_battle.full.cards import in_deck
from games.last_battle.full.state import FullState, Pile
from games.last_battle.state import LastBattleState
from tracker.pages.match_forms.last_battle.words import short_words, word, words_of

ANSWERS = {"yes": True, "no": False}
FIELD, SEGMENT, CHOICES = "parts/_field.html", "parts/_segment.html", "parts/_choices.html"
CARDS = "games/last_battle/full/_cards.html"


class _Cards:
    """Tells the template the suit of a card, its short name, and whether it lies elsewhere."""

    gone: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *rest: Any, **more: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *rest, **more)  # type: ignore[misc]
        option["suit"], option["short"], option["face"] = short_words(str(value))
        if str(value) in self.gone and not option["selected"]:
            option["attrs"]["disabled"] = True
        return option


class OneCard(_Cards, forms.RadioSelect):
    """One card of those on the table."""


class SomeCards(_Cards, forms.CheckboxSelectMultiple):
    """Several cards of those on the table."""


def every_card(state: LastBattleState, pile: Pile) -> list[str]:
    """The cards of a side's deck in the order of the picker."""
    top = FACTS.deck.top_value[state.deck_profile]
    minor = pile.listed or tuple(
        f"{suit}-{value}" for suit in words_of("suit") for value in range(1, top + 1)
    )
    granted = [card for card in FACTS.deck.arcana if card in pile.granted]
    return [*minor, "M-death", "M-wheel", *granted]


def deck_field(
    state: LastBattleState, full: FullState, side: str, label: str, count: int, language: str
) -> forms.ChoiceField:
    """Cards from the deck of a side: those that lie elsewhere cannot be tapped. `count`: how many are wanted."""
    pile = full.piles[side]
    cards = every_card(state, pile)
    gone = frozenset(card for card in cards if not in_deck(state, pile, card))
    return cards_field(label, cards, language, many=count != 1, gone=gone)


def cards_field(
    label: str,
    cards: Sequence[str],
    language: str,
    *,
    many: bool = False,
    gone: frozenset[str] = frozenset(),
    required: bool = True,
) -> forms.ChoiceField:
    """Cards to tap, one or several."""
    options = [(card, word("card", card, language)) for card in cards]
    widget = SomeCards() if many else OneCard()
    widget.gone = gone
    kind = forms.MultipleChoiceField if many else forms.ChoiceField
    return kind(label=label, choices=options, widget=widget, required=required)


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
