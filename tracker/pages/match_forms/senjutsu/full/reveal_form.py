"""The reveal at full detail: everybody's card at once. Called by `senjutsu.steps` through the table of typed forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.senjutsu.deck_text import card_of
from games.senjutsu.full.cards import seat
from games.senjutsu.state import standing_foes
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu.full.board import name_of
from tracker.pages.match_forms.senjutsu.full.forms import FullForm


class RevealForm(FullForm):
    """`cards_revealed`: everybody's card at once. Once all have chosen, the log opens the cards that it knows."""

    step = "cards_revealed"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.sealed = {
            player: one.card
            for player in self.desk.standing_players()
            if (one := seat(self.desk.play, player)).card is not None
        }
        for actor in self._unknown():
            self.fields[f"card:{actor}"] = forms.CharField(
                label=_("Card of %(name)s") % {"name": name_of(self.desk, actor)}, max_length=60
            )
        targets = [
            (actor, name_of(self.desk, actor)) for actor in (*self.desk.play.fighters, *self.desk.play.foes)
        ]
        for player in self.desk.players:
            if player in self.desk.standing_players():
                self.fields[f"target:{player}"] = choice(
                    _("%(name)s names a target, if the card asks for one")
                    % {"name": self.desk.names.player(player)},
                    [one for one in targets if one[0] != player],
                    required=False,
                )

    def _unknown(self) -> list[str]:
        """Cards that the log does not know: opponents' decks, and clients that keep their secrets."""
        return [
            p for p in (*self.desk.standing_players(), *standing_foes(self.desk.play)) if p not in self.sealed
        ]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        for name, value in list(told.items()):
            if name.startswith("card:") and card_of(str(value)) is None:
                self.add_error(name, _("No card of this name is known; give its number, as in A-044."))
        return told

    @property
    def then(self) -> str:
        return _("All cards are turned up together.")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        cards = dict(self.sealed)
        cards |= {actor: card_of(told[f"card:{actor}"]) or "" for actor in self._unknown()}
        named = {
            name.partition(":")[2]: [value]
            for name, value in told.items()
            if name.startswith("target:") and value
        }
        return [payload(self.step, cards=cards, targets=named or None)]
