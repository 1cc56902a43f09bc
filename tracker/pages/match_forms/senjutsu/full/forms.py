"""The forms of the pad that schema and offers make, on the board where they lead to a hex.

A choice carries the whole event; the rules judge it again when it is sent. Named by the pages of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.hexes import Hex
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.pick_step import PickStep
from tracker.pages.match_forms.picks import Pick

ON_BOARD = ("actor_moved", "character_placed")
"""Events that lead to a hex."""


class TapForm(PickStep):
    """One of the concrete events that are legal now, on the board where they lead to a hex."""

    hint = Pick.hint

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        place = told.get("hex") or told.get("to", {}).get("hex") if self.step in ON_BOARD else None
        return (place[0], place[1]) if place else None


class FilledForm(FieldsStep):
    """The fields of an event."""

    prefix = None  # type: ignore[assignment]

    def build(self) -> None:
        super().build()
        if "player" in self.parts:  # every form of a pad names its own player so
            self.prefix = FieldsStep.prefix
