"""The form of the pad with fields, called as this game has always called them. Named by the pages of the game."""

from __future__ import annotations

from tracker.pages.match_forms.generic.fields_step import FieldsStep


class FilledForm(FieldsStep):
    """The fields of an event, by their own names: phones without a network keep steps under them."""

    prefix = None  # type: ignore[assignment]

    def build(self) -> None:
        super().build()
        if "player" in self.parts:  # every form of a pad names its own player so
            self.prefix = FieldsStep.prefix
