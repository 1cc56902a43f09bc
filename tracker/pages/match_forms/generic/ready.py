"""The step of the pad that logs something ready-made: a warband for whoever has no list at hand."""

from __future__ import annotations

from typing import Any

from django import forms

from games.faces import Ready
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload


class ReadyStep(Step):
    """One of the whole events that the game has ready, the first of them chosen already. To an event players come with
    what is their own, so that nobody waits for it there."""

    desk: Desk
    template = "games/generic/_ready.html"
    any_version = True

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.may_wait = self.desk.at_event
        play, faces = self.desk.play, self.desk.system.faces
        self.offered: dict[str, Ready] = {
            one.key: one for told in self.told for one in faces.ready(play, told)
        }
        reader = self.desk.reader
        choices = [(key, reader.text(one.name)) for key, one in self.offered.items()]
        self.fields["ready"] = forms.ChoiceField(
            choices=choices, widget=forms.RadioSelect, label=self.title, initial=next(iter(self.offered), "")
        )

    def is_open(self) -> bool:
        brought = self.player in self.desk.rosters or self.player in self.desk.brought
        return self.is_bound or bool(self.offered and not brought)

    @property
    def options(self) -> list[dict[str, Any]]:
        """What may be taken: {"value", "text", "about", "checked"}."""
        chosen, reader = self["ready"].value(), self.desk.reader
        return [
            {
                "value": key,
                "text": reader.text(one.name),
                "about": reader.text(one.about),
                "checked": key == chosen,
            }
            for key, one in self.offered.items()
        ]

    def payloads(self) -> list[Payload]:
        one = self.offered[self.cleaned_data["ready"]]
        owner = {"player": self.player} if "player" in self.type.__struct_fields__ else {}
        return [{"type": self.event, "data": {**one.data, **owner}}]
