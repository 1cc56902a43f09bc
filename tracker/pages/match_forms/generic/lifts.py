"""The text of a card that allows what a rule forbids: asked for where a rule has refused, and named by a tap.

Extended by the steps of the generic pad; drawn by `parts/_pad_form.html`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.codec import codec_for
from games.faces import Lifts
from games.rulebook import title
from tracker.pages.match_forms.pad import PadForm, Payload, choice


class LiftingForm(PadForm):
    """A step whose events may name the rule that a card lifts (`Faces.lifts`), where the game knows such cards."""

    def __init__(self, desk: Any, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        super().__init__(desk, player, data)
        lifts = self._lifts
        named = data.get(self.add_prefix(lifts.rule)) if lifts is not None and data is not None else None
        if named:
            self.refused_by([named.partition(":")[0]])

    @property
    def _lifts(self) -> Lifts | None:
        """How the events of this step say it; None where they cannot."""
        lifts: Lifts | None = self.desk.system.faces.lifts
        kind = codec_for(self.desk.rules).types.get(self.event)
        able = lifts is not None and (kind is None or lifts.fields <= {*kind.__struct_fields__})
        return lifts if able else None

    def unread(self, sent: QueryDict, then: PadForm | None = None) -> list[str]:
        """A card that lifts what no rule of this step forbids changes nothing: the rules say so themselves."""
        lifts: Lifts | None = self.desk.system.faces.lifts
        asked = (lifts.rule, lifts.text) if lifts is not None else ()
        return [name for name in super().unread(sent, then) if name not in map(self.add_prefix, asked)]

    def refused_by(self, rules: Iterable[str]) -> None:
        lifts = self._lifts
        told = [rule for rule in dict.fromkeys(rules) if lifts is not None and lifts.may(rule)]
        ways = [way for rule in told for way in self._ways(rule)]
        if lifts is None or not ways:
            return
        label = _("Does the text of a card allow it?")
        self.fields[lifts.rule] = choice(label, [("", _("No")), *ways], required=False, radio=True)
        if lifts.cards is None:
            self.fields[lifts.text] = forms.CharField(
                label=_("Text of the card"), required=False, max_length=2000
            )

    def _ways(self, rule: str) -> Iterator[tuple[str, str]]:
        """`rule` for a card that is quoted, `rule:card` for each of those that lie there; with what they are called."""
        said = f"{rule} · {title(rule, self.desk.names.language)}"
        if self._lifts is None or self._lifts.cards is None:
            yield rule, said
            return
        for card in self._lifts.cards(self.desk.play):
            yield f"{rule}:{card}", f"{self.desk.reader.value(self._lifts.text, card)} · {said}"

    @property
    def lifting(self) -> list[Any]:
        """The questions which rule a card lifts, and by which text, where they are asked."""
        return [self[name] for name in self._of_lift if name in self.fields]

    @property
    def _of_lift(self) -> tuple[str, ...]:
        return (self._lifts.rule, self._lifts.text) if self._lifts is not None else ()

    def visible_fields(self) -> list[Any]:
        """The fields of the step itself."""
        return [field for field in super().visible_fields() if field.name not in self._of_lift]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        lifts = self._lifts
        quoted = lifts is not None and lifts.cards is None and told.get(lifts.rule)
        if lifts is not None and quoted and not told.get(lifts.text):
            self.add_error(lifts.text, _("Quote the card's text."))
        return told

    def events(self) -> list[Payload]:
        """The events, each that can say so with the card's text."""
        lifts = self._lifts
        rule, _colon, card = (
            (self.cleaned_data.get(lifts.rule) or "").partition(":") if lifts else ("", "", "")
        )
        if lifts is None or not rule:
            return self.payloads()
        said = _parted({lifts.rule: rule, lifts.text: card or self.cleaned_data[lifts.text]})
        types = codec_for(self.desk.rules).types
        return [
            {**one, "data": {**one["data"], **said}}
            if lifts.fields <= {*types[one["type"]].__struct_fields__}
            else one
            for one in self.payloads()
        ]


def _parted(told: Mapping[str, str]) -> dict[str, Any]:
    """`a.b` as the field b of the part a."""
    found: dict[str, Any] = {}
    for path, value in told.items():
        whole, _dot, name = path.rpartition(".")
        found |= {whole: {**found.get(whole, {}), name: value}} if whole else {name: value}
    return found
