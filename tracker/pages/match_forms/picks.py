"""A step of the pad that offers concrete events, one tap each, on a board where they are hexes.

A choice carries the whole event; the rules judge it again when it is sent. Extended by the systems that are logged
card by card, drawn by `parts/_pick.html`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.codec import MalformedEvent, codec_for
from games.hex_plans import id_of
from games.hexes import Hex
from games.ruleset import Event
from tracker.pages.match_forms.pad import PadForm, Payload


class AnyChoice(forms.ChoiceField):
    """A choice among events: what was offered when the page was drawn is judged by the rules, not by the field."""

    def valid_value(self, value: Any) -> bool:
        return True


class Pick(PadForm):
    """One of the concrete events that are legal now, each in its own sentence.

    A system tells what is offered (`found`), says it (`said`), and names the hex of an event (`hex_of`).
    """

    template = "parts/_pick.html"

    def found(self) -> Sequence[Event]:
        """What is offered."""
        raise NotImplementedError

    def said(self, told: Mapping[str, Any]) -> str:
        """An event in words."""
        raise NotImplementedError

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        """The hex on which a tap chooses the event."""
        return None

    def picture(self) -> dict[str, Any] | None:
        """The board to tap on, where the choice is one of hexes."""
        return None

    @property
    def hint(self) -> str:
        places = [one["hex"] for one in self.options if one["hex"]]
        if len({*places}) < len(places):
            return _("Tap a green hex, then choose below.")
        return _("Tap a green hex; then confirm below.")

    @property
    def untouched(self) -> str:
        """What somebody reads who sends the form without a choice."""
        return _("Choose one.")

    def build(self) -> None:
        text = self.data.get("choice", "") if self.is_bound else ""
        sent = self._of_step(text)
        self.offered = [] if sent else self.found()  # whoever sent none is asked again
        options = [(written(event), self.said(msgspec.to_builtins(event))) for event in self.offered]
        options = [(text, self.said(sent))] if sent else options
        untouched = {"required": self.untouched}
        self.fields["choice"] = AnyChoice(
            choices=options, widget=forms.RadioSelect, label=self.title, error_messages=untouched
        )
        if len(options) == 1:
            self.fields["choice"].initial = options[0][0]

    def _of_step(self, text: str) -> dict[str, Any] | None:
        """The event of a choice; None for a text that is none, and for one that this step does not log: nothing could
        say it or show it.
        """
        told = event_of(text)
        if told is None or told["type"] != (self.event or self.step):
            return None
        data = {name: value for name, value in told.items() if name != "type"}
        try:
            codec_for(self.desk.rules).from_payload(told["type"], data)
        except MalformedEvent:
            return None
        return told

    def fold_of(self, told: Mapping[str, Any]) -> str:
        """Where the choices are many: the name of the fold that an event stands in."""
        return ""

    def within(self, told: Mapping[str, Any]) -> str:
        """What an event is called in its fold."""
        return self.said(told)

    @property
    def in_folds(self) -> list[dict[str, Any]]:
        """The choices in folds, in the order of the first of each; whatever is alone in one stands in sight."""
        folds: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for option in self.options:
            name = self.fold_of(event_of(option["value"]) or {})
            folds.setdefault((name, "" if name else option["value"]), []).append(option)
        return [self._fold(name, inside) for (name, _alone), inside in folds.items()]

    def _fold(self, name: str, inside: list[dict[str, Any]]) -> dict[str, Any]:
        if len(inside) == 1:
            return {"name": "", "options": inside}
        within = [{**one, "text": self.within(event_of(one["value"]) or {})} for one in inside]
        return {"name": name, "options": within, "open": any(one["checked"] for one in inside)}

    @property
    def options(self) -> list[dict[str, Any]]:
        """The choices with the hex that each leads to."""
        chosen = self["choice"].value()
        return [
            {"value": value, "text": text, "hex": self._key(value), "checked": value == chosen}
            for value, text in self.fields["choice"].choices  # type: ignore[attr-defined]
        ]

    def _key(self, value: str) -> str:
        place = self.hex_of(event_of(value) or {})
        return id_of(place) if place else ""

    @property
    def board(self) -> dict[str, Any] | None:
        return self.picture() if len(self.offered) > 1 else None

    @property
    def single(self) -> str:
        """What will be logged, where there is nothing to choose."""
        options = self.options
        return options[0]["text"] if len(options) == 1 else ""

    def is_open(self) -> bool:
        return bool(self.offered) or self.is_bound

    def clean_choice(self) -> Payload:
        """The event of the choice. A text that is none is refused."""
        told = self._of_step(self.cleaned_data["choice"])
        if told is None:
            raise forms.ValidationError(_("Choose one."))
        return told

    def payloads(self) -> list[Payload]:
        told = dict(self.cleaned_data["choice"])
        return [{"type": told.pop("type"), "data": told}]


def written(event: Event) -> str:
    """An event as the value of a choice."""
    return json.dumps(msgspec.to_builtins(event), ensure_ascii=False, sort_keys=True)


def event_of(text: str) -> dict[str, Any] | None:
    """The event of a choice; None for a text that is none."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and isinstance(told.get("type"), str) else None
