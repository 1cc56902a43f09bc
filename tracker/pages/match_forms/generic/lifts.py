"""The text of a card that allows what a rule forbids: asked for where a rule has refused, and named by a tap.

Extended by the steps of the generic pad; drawn by `parts/_pad_form.html`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.codec import codec_for
from games.rulebook import title
from tracker.pages.match_forms.pad import PadForm, Payload, choice


class LiftingForm(PadForm):
    """A step whose events may name the rule that a card lifts (`Faces.lifts`), where the game knows such cards."""

    def __init__(self, desk: Any, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        super().__init__(desk, player, data)
        named = self.add_prefix(self._lifts.rule) if self._lifts is not None and data is not None else ""
        if data is not None and data.get(named):
            self.refused_by([data[named]])

    @property
    def _lifts(self) -> Any:
        return self.desk.system.faces.lifts

    def refused_by(self, rules: Iterable[str]) -> None:
        lifts = self._lifts
        told = [rule for rule in dict.fromkeys(rules) if lifts is not None and lifts.may(rule)]
        if not told:
            return
        named = [(rule, f"{rule} · {title(rule, self.desk.names.language)}") for rule in told]
        label = _("Does the text of a card allow it?")
        self.fields[lifts.rule] = choice(label, [("", _("No")), *named], required=False, radio=True)
        self.fields[lifts.text] = forms.CharField(
            label=_("Text of the card"), required=False, max_length=2000
        )

    @property
    def lifting(self) -> list[Any]:
        """The questions which rule a card lifts, and by which text, where they are asked."""
        lifts = self._lifts
        return [self[name] for name in (lifts.rule, lifts.text) if name in self.fields] if lifts else []

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        lifts = self._lifts
        if lifts is not None and told.get(lifts.rule) and not told.get(lifts.text):
            self.add_error(lifts.text, _("Quote the card's text."))
        return told

    def events(self) -> list[Payload]:
        """The events, each that can say so with the card's text."""
        lifts = self._lifts
        if lifts is None or not self.cleaned_data.get(lifts.rule):
            return self.payloads()
        said = {name: self.cleaned_data[name] for name in (lifts.rule, lifts.text)}
        types = codec_for(self.desk.rules).types
        return [
            {**one, "data": {**one["data"], **said}}
            if lifts.rule in types[one["type"]].__struct_fields__
            else one
            for one in self.payloads()
        ]
