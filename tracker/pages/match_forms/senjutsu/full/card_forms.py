"""Steps at full detail where cards come or go face down: hands, draws, discards, searches.

Called by `senjutsu.steps` through the table of typed forms.
"""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.senjutsu.deck_text import card_of
from games.senjutsu.full.cards import pile, text_allows
from games.senjutsu.full.cursor import effects_of, running_of
from games.senjutsu.full.events import STUN
from games.senjutsu.full.frame import table
from games.senjutsu.state import standing
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full.forms import FullForm
from tracker.pages.match_forms.senjutsu.setup_forms import no_card, number, split


def read_cards(text: str) -> list[str]:
    """Numbers or names as ids. A name that is none is refused."""
    found = [card_of(one) for one in split(text)]
    if None in found:
        raise forms.ValidationError(no_card())
    return [card for card in found if card]


class CardsForm(FullForm):
    """Cards that come or go face down: how many, and which ones if their owner wants them noted."""

    template = "parts/_pad_plain.html"
    COUNTS: ClassVar[tuple[str, ...]] = ("count",)
    MOST: ClassVar[tuple[str, ...]] = ("drawn",)
    """Numbers that are prefilled with the most that is legal."""

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """The numbers that the rules know."""
        return {name: ends for one in self.told for name, ends in one.limits.items()}

    def build(self) -> None:
        limits = self.limits
        for name in self.COUNTS:
            low, high = limits.get(name, (0, 20))
            most = high if name in limits and name in self.MOST else low
            self.fields[name] = number(self._label(name), initial=most, low=low, high=high)
            if low == high:
                self.fields[name].widget = forms.HiddenInput()
        self.fields["cards"] = forms.CharField(
            label=_("Which ones"),
            help_text=_("Numbers or names, one per line; empty is not noted. Nobody else sees them."),
            required=False,
            max_length=800,
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    def build_for_unknown(self) -> None:
        """Where nobody knows what the card does, cards may come or go, but nobody waits for it."""
        play = self.desk.play
        running = running_of(play, self.player) if self.player else None
        if table(play).step == "resolve" and (running is None or effects_of(play, running) is None):
            self.may_wait, self.rare = True, True

    def _label(self, name: str) -> str:
        return {"asked": _("Cards to draw"), "drawn": _("Cards drawn"), "count": _("Cards")}[name]

    def clean_cards(self) -> list[str]:
        """The cards as ids. A name that is none is told."""
        return read_cards(self.cleaned_data.get("cards") or "")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        counts = {name: told[name] for name in self.COUNTS}
        return [payload(self.step, **{self._whose_field: self.player}, **counts, cards=told["cards"] or None)]

    @property
    def _whose_field(self) -> str:
        return "player"


class HandForm(CardsForm):
    step = "starting_hand_drawn"


class PreparedForm(CardsForm):
    step = "prepared_taken"


class DrawForm(CardsForm):
    """`card_drawn`, in the Draw phase or by an effect."""

    step = "card_drawn"
    COUNTS = ("asked", "drawn")

    def build(self) -> None:
        super().build()
        self.build_for_unknown()
        if self.rare:
            self.fields["asked"].initial = self.fields["drawn"].initial = 1

    @property
    def _whose_field(self) -> str:
        return "actor"

    def payloads(self) -> list[Payload]:
        made = super().payloads()
        phase = table(self.desk.play).step == "draw"
        return [{**made[0], "data": {**made[0]["data"], "reason": "phase" if phase else "effect"}}]


class TrimForm(CardsForm):
    """`hand_trimmed`: the cards that go, ticked in the own hand."""

    step = "hand_trimmed"

    def build(self) -> None:
        super().build()
        held = sorted(pile(self.desk.play, self.player).held)
        if held:
            options = [(f"{n}:{card}", w.card_name(card, self.desk.names)) for n, card in enumerate(held)]
            self.fields["cards"] = forms.MultipleChoiceField(
                label=_("Which ones"), choices=options, required=False, widget=forms.CheckboxSelectMultiple
            )

    def clean_cards(self) -> list[str]:
        told = self.cleaned_data.get("cards")
        return [one.partition(":")[2] for one in told] if isinstance(told, list) else super().clean_cards()


class MovedForm(CardsForm):
    """`cards_moved`: a search, or cards that a card sends from one zone to another."""

    step = "cards_moved"
    MOST = ("count",)

    def build(self) -> None:
        super().build()
        if not self.limits:
            self._ask_zones()
        self.build_for_unknown()
        if not self.player:
            self._ask_by_text()

    def _ask_zones(self) -> None:
        """What a printed search leaves open: nothing. Of any other effect all is asked."""
        from tracker.pages.match_forms.senjutsu.words import words_of

        zones = list(words_of("zone").items())
        for name, label, first in (
            ("source", pgettext("zone", "From"), "deck"),
            ("to", pgettext("zone", "To"), "hand"),
        ):
            self.fields[name] = choice(label, zones)
            self.fields[name].initial = first
        self.fields["search"] = forms.BooleanField(
            label=_("The deck was searched and shuffled"), required=False
        )

    def _ask_by_text(self) -> None:
        """Where no effect asks for it, a card's text may: then nobody waits for it, and it says whose cards and why."""
        self.may_wait, self.rare = True, True
        play = self.desk.play
        own = [player for player in standing(play) if player in self.desk.players]
        texts = [card for one in table(play).seats.values() for card in one.play if text_allows(play, card)]
        cards = [(card, w.card_name(card, self.desk.names)) for card in dict.fromkeys(texts)]
        names = [(player, self.desk.names.player(player)) for player in own]
        for name, label, options in (("of", _("Whose cards"), names), ("by", _("By which card"), cards)):
            self.fields[name] = choice(label, options, radio=True)
            self.fields[name].initial = options[0][0] if len(options) == 1 else None

    @property
    def title(self) -> str:
        return super().title if self.player else _("A card's text moves cards")

    @property
    def heading(self) -> str:  # type: ignore[override]
        return super().heading if self.player else self.desk.reader.heading("besides")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        running = [one for one in table(self.desk.play).running if one.actor == self.player]
        data = super().payloads()[0]["data"]
        by = told.get("by") or (running[-1].card if running else STUN)
        zones = {"source": told.get("source") or "deck", "to": told.get("to") or "hand"}
        search = told.get("search", True)
        player = told.get("of") or self.player
        return [payload(self.step, **{**data, "player": player}, **zones, by=by, search=search or None)]


CARD_FORMS: dict[str, type[FullForm]] = {
    form.step: form for form in (HandForm, PreparedForm, DrawForm, TrimForm, MovedForm)
}
