"""A character stands on the board: one tap on a start hex, or any hex where nobody told the board.

Called by `senjutsu.steps` through the table of typed forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex, within
from games.senjutsu.full.frame import table
from games.senjutsu.state import SenjutsuState
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu.full.board import drawn
from tracker.pages.match_forms.senjutsu.full.forms import PickForm
from tracker.pages.match_forms.senjutsu.words import facing_words

AROUND = 4
"""How far the field reaches that is drawn where nobody told the board."""
FIRST, LATER = ((0, 3), 0), ((0, -3), 3)
"""Where the first character is expected to stand, and those after it: opposite each other."""


def open_hexes(play: SenjutsuState) -> list[Hex]:
    """Hexes to stand on where neither board nor start hexes are told."""
    taken: set[Any] = {one.hex for one in play.fighters.values()} | {one.hex for one in play.foes.values()}
    taken |= {thing.hex for thing in table(play).terrain}
    return [place for place in within((0, 0), AROUND) if place not in taken]


def place_fields(place: Hex, facing: int) -> Iterator[tuple[str, forms.Field]]:
    """A hex by its two numbers, and where its owner looks."""
    for axis, value in zip(("q", "r"), place, strict=True):
        label = _("Hex, %(axis)s") % {"axis": axis}
        yield (
            axis,
            forms.IntegerField(label=label, min_value=-30, max_value=30, initial=value, required=False),
        )
    field = choice(_("Looks"), [(str(n), word) for n, word in enumerate(facing_words())], required=False)
    field.initial = str(facing)
    yield "facing", field


class PlaceForm(PickForm):
    """`character_placed`."""

    step = "character_placed"

    def build(self) -> None:
        super().build()
        self.typed = "q" in self.data if self.is_bound else not self.offered
        self.template = "games/senjutsu/_place.html" if self.typed else PickForm.template  # type: ignore[misc]
        if self.typed:
            self.fields["choice"].required = False
            first = all(one.hex is None for one in self.desk.play.fighters.values())
            self.fields.update(place_fields(*(FIRST if first else LATER)))

    def is_open(self) -> bool:
        return True

    @property
    def board(self) -> dict[str, Any] | None:
        return drawn(self.desk, open_hexes(self.desk.play)) if self.typed else super().board

    @property
    def then(self) -> str:
        return _("Number the hexes as you like: nobody has described this board.") if self.typed else ""

    def clean_choice(self) -> Payload:
        return {} if self.typed else super().clean_choice()

    def payloads(self) -> list[Payload]:
        if not self.typed:
            return super().payloads()
        told = self.cleaned_data
        place = [told.get("q") or 0, told.get("r") or 0]
        return [payload(self.step, player=self.player, hex=place, facing=int(told.get("facing") or 0))]
