"""The forms of the pad that schema and offers make, on the board where they lead to a hex; the hidden choice of a card.

A choice carries the whole event; the rules judge it again when it is sent. Named by the pages of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.hexes import Hex
from games.ruleset import Event
from games.senjutsu.asked import TYPED, empty_hexes, free_hexes
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.parts import NamedField
from tracker.pages.match_forms.generic.pick_step import PickStep
from tracker.pages.match_forms.generic.taps_step import TapsStep
from tracker.pages.match_forms.pad import Payload, payload
from tracker.pages.match_forms.senjutsu.base import Desk, Lifted
from tracker.pages.match_forms.senjutsu.full.board import drawn

ON_BOARD = ("actor_moved", "character_placed")
"""Events that lead to a hex."""
STARTING = ("character_placed", "vo_joined")
"""Events that lead to a start hex."""


def card_field(desk: Desk, label: str, required: bool = False) -> NamedField:
    """A card by its number or name."""
    return NamedField(TYPED, desk.reader, label=label, required=required, max_length=60)


class TapForm(Lifted, PickStep):
    """One of the concrete events that are legal now, on the board where they lead to a hex."""

    def said(self, told: Mapping[str, Any]) -> str:
        return self.desk.reader.sentence(str(told["type"]), told)

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        place = told.get("hex") or told.get("to", {}).get("hex") if self.step in ON_BOARD else None
        return (place[0], place[1]) if place else None

    def picture(self) -> dict[str, Any] | None:
        if self.step not in ON_BOARD:
            return None
        places = (getattr(event, "hex", None) or event.to.hex for event in self.offered)  # type: ignore[attr-defined]
        return drawn(self.desk, places)


class FilledForm(Lifted, FieldsStep):
    """The fields of an event, with the board where one of them is a hex."""

    prefix = None  # type: ignore[assignment]

    def build(self) -> None:
        super().build()
        if "player" in self.parts:  # every form of a pad names its own player so
            self.prefix = FieldsStep.prefix

    @property
    def picture(self) -> dict[str, Any] | None:
        if self.desk.play.full is None or "hex" not in self.parts:
            return None
        open_ = free_hexes if self.event in STARTING else empty_hexes
        return drawn(self.desk, open_(self.desk.play))


class LiftedTaps(Lifted, TapsStep):
    """A report by taps."""


class OtherCard(TapForm):
    """One of the events on offer, or the same of a card that nobody listed: `of_card` tells the event of it."""

    def build(self) -> None:
        super().build()
        self.fields["choice"].required = False
        self.fields["card"] = card_field(self.desk, _("Another card, by number or name"))

    def clean_choice(self) -> Payload:
        return super().clean_choice() if self.cleaned_data["choice"] else {}

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not told.get("card") and not told.get("choice") and not self.errors:
            self.add_error("card", _("Choose a card."))
        return told

    def of_card(self, card: str) -> Payload:
        raise NotImplementedError

    def payloads(self) -> list[Payload]:
        card = self.cleaned_data.get("card")
        return [self.of_card(card)] if card else super().payloads()


class ChooseForm(OtherCard):
    """`card_selected`: the card of this turn, face down. Both sides choose at the same moment."""

    step = "card_selected"
    any_version = True
    template = "games/senjutsu/_choose.html"

    def found(self) -> list[Event]:
        """The cards that are known; a choice that stays with its owner's device is no tap."""
        return [one for one in super().found() if getattr(one, "card", None) is not None]

    def is_open(self) -> bool:
        return True

    def of_card(self, card: str) -> Payload:
        return payload(self.step, player=self.player, card=card)
