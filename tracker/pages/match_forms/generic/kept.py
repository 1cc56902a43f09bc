"""Steps of a side that keeps its secrets on its own device: the page sends a commitment, the values stay there.

The secret fields of such a form belong to no form of the page, so that no browser sends them; `own_secrets.js` reads
them, seals the value as `games.secrets` does and adds the commitment. After the end one form opens what was sealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.faces import Kept
from games.ruleset import SecretEvent
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.parts import (
    Counted,
    Lines,
    NamedField,
    One,
    Part,
    Rows,
    Several,
    Yes,
)
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload

NOWHERE = "kept-on-this-device"
"""No form of a page has this id: what belongs to it is never sent."""
LONGEST = 400_000
"""So many letters of a file of secrets are read."""
Place = tuple[str | int, ...]


def kept_by(desk: Desk) -> Kept | None:
    """What the reader's own device has to know, where its side keeps its secrets there or may decide so."""
    ask = desk.system.faces.kept
    if ask is None or desk.is_staff or not desk.players:
        return None
    return ask(desk.play, desk.players[0])


def seals(desk: Desk, data: Mapping[str, Any] | None) -> bool:
    """Whether the secrets of a step are sealed on the device: they have been so far, or it is decided now."""
    told = kept_by(desk)
    asked = desk.keeping or (data is not None and "told-commitment" in data)
    return told is not None and not told.over and (told.begun or asked)


class SealedStep(FieldsStep):
    """The fields of a secret event, of which only the public ones and the commitment are sent. `sure`: what of the
    secret nobody is asked for; it is sealed like the rest."""

    template = "games/generic/_sealed.html"

    def build(self) -> None:
        super().build()
        self.kept = {name: part for name, part in self.parts.items() if name in self.type.secret_fields}
        secrets = self.type.secret_fields
        self.sure = {name: self.fixed.pop(name) for name in secrets if name in self.fixed}
        self.optional = issubclass(self.type, SecretEvent) and self.type.secret_optional
        for name, part in self.kept.items():
            for place, one in _singles(part, (name,)):
                self._detach(place, one)
        self.fields["commitment"] = forms.RegexField(
            r"^[0-9a-f]{64}$",
            required=bool(self.kept or self.sure) and not self.optional,
            widget=forms.HiddenInput(),
            error_messages={
                "required": _("This phone keeps the secrets: it has to seal them, by JavaScript.")
            },
        )

    @property
    def sent(self) -> Mapping[str, Part]:
        return {name: part for name, part in self.parts.items() if name not in self.kept}

    def _detach(self, place: Place, one: One) -> None:
        """A field that is read on the device alone: its choices hold their values as JSON."""
        made = self.fields[one.name]
        made.required = False
        if one.known is not None:
            texts = {key: msgspec.json.encode(value).decode() for key, value in one.known.items()}
            made.choices = [(texts.get(str(key), ""), label) for key, label in made.choices]  # type: ignore[attr-defined]
            first = self.initial.get(one.name, made.initial)
            self.initial[one.name] = texts.get(str(first), "")
        made.widget.attrs |= {"form": NOWHERE, "data-at": json.dumps(place), "data-as": _kind(one)}
        if isinstance(made, NamedField) and made.typed.pattern:
            made.widget.attrs |= {"data-pattern": made.typed.pattern, "data-fault": made.fault}
        made.widget.is_required = False

    def _read(self, cleaned: Mapping[str, Any], around: Mapping[str, Any] | None = None) -> dict[str, Any]:
        sent = {name: value for name, value in cleaned.items() if name not in self._unsent()}
        told = super()._read(sent, around)
        told = {name: value for name, value in told.items() if name not in self.kept}
        sealed = cleaned.get("commitment")
        return {**told, "commitment": sealed} if sealed else told

    def _unsent(self) -> set[str]:
        return {name for part in self.kept.values() for name, _made in part.fields()}

    @property
    def sealing(self) -> str:
        """What the script needs to make the value: {"type", "fields": field -> {"base", "each", "needed"},
        "optional", "about": what is settled, "intruders": those to choose from}, as JSON."""
        fields = {
            name: {**_outline(self.kept[name]), "needed": not self.optional}
            if name in self.kept
            else {"base": self.sure.get(name)}
            for name in self.type.secret_fields
        }
        named = self.parts.get("intruder")
        known = list((named.known or {}).values()) if isinstance(named, One) else []
        about = {name: value for name, value in self.fixed.items() if isinstance(value, str)}
        told = {"type": self.event, "fields": fields, "optional": self.optional}
        return json.dumps({**told, "about": about, "intruders": known})


def _singles(part: Part, place: Place) -> Iterator[tuple[Place, One]]:
    """Every single field of a part, with its place in the value."""
    if isinstance(part, One):
        yield place, part
    elif isinstance(part, Several):
        for name, inner in part.parts.items():
            yield from _singles(inner, (*place, name))
    elif isinstance(part, Rows):
        for number, row in enumerate(part.rows):
            yield from _singles(row, (*place, number))


def _kind(one: One) -> str:
    """How the script reads a field."""
    named = {Yes: "yes", Lines: "lines", Counted: "counted"}
    if type(one) in named:
        return named[type(one)]
    if one.known is not None:
        return "list" if isinstance(one.made, forms.MultipleChoiceField) else "json"
    numbers = isinstance(one.made, forms.IntegerField | forms.TypedChoiceField)
    return "number" if numbers else "text"


def _outline(part: Part) -> dict[str, Any]:
    """What stands where nothing is filled in: of the whole value, and of each row."""
    if isinstance(part, Several):
        return {"base": {**part.defaults, **part.usual}}
    if isinstance(part, Rows):
        row = part.rows[0]
        return {"base": [], "each": {**row.defaults, **row.usual} if isinstance(row, Several) else {}}
    return {"base": [] if isinstance(part, Lines) else {} if isinstance(part, Counted) else None}


class OpenSecrets(Step):
    """`secret_revealed` for everything that the side sealed: the device brings it, or a file that it wrote."""

    step: ClassVar[str] = "secrets_opened"
    event: ClassVar[str] = "secret_revealed"
    template = "games/generic/_opening.html"
    any_version = True

    def build(self) -> None:
        self.may_wait = True
        self.kept = kept_by(self.desk)
        self.fields["opened"] = forms.CharField(
            label=_("Secrets of this phone, or of a file that it wrote"),
            max_length=LONGEST,
            strip=False,
            widget=forms.Textarea(attrs={"rows": 3, "data-opening": "", "autocomplete": "off"}),
            error_messages={
                "required": _("This phone holds none of these secrets. Open the file that holds them.")
            },
        )

    @property
    def title(self) -> str:
        return _("Open what the phone kept")

    @property
    def button(self) -> str:
        return _("Open all these secrets")

    @property
    def hides(self) -> bool:
        return False

    def clean_opened(self) -> list[Payload]:
        """The events, in their order. Raises for a text that holds none of what is still closed."""
        found = dict(self._fitting(self.cleaned_data["opened"]))
        if not found:
            raise forms.ValidationError(_("Nothing in it opens a secret of this match that is still closed."))
        return [found[number] for number in sorted(found)]

    def _fitting(self, text: str) -> Iterator[tuple[int, Payload]]:
        kept = self.kept
        if kept is None:
            return
        try:
            told = json.loads(text)
            entries = told["secrets"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        for entry in entries if isinstance(entries, list) else ():
            if not isinstance(entry, dict) or entry.get("commitment") not in kept.commitments:
                continue
            number = kept.commitments.index(entry["commitment"]) + 1
            if number in kept.closed:
                data = {
                    "side": kept.side,
                    "number": number,
                    "value": entry.get("value"),
                    "salt": entry.get("salt"),
                }
                yield number, {"type": self.event, "data": data}

    def payloads(self) -> list[Payload]:
        found: list[Payload] = self.cleaned_data["opened"]
        return found


def page(desk: DeskBase) -> dict[str, Any] | None:
    """What the pad says of it: {"begun", "may", "on", "over", "number", "closed", "facts"}; `facts` for the script."""
    if not isinstance(desk, Desk):  # a game with a desk of its own keeps nothing there
        return None
    told = kept_by(desk)
    if told is None:
        return None
    facts = {
        "sealed": list(told.commitments),
        "closed": list(told.closed),
        "question": told.question,
        "letter": desk.letters()[told.side],
        "names": {
            key: text.to(desk.names.language) for key, text in desk.system.faces.named(desk.play).items()
        },
    }
    return {
        "begun": told.begun,
        "on": told.begun or desk.keeping,
        "over": told.over,
        "number": len(told.commitments),
        "closed": len(told.closed),
        "facts": facts,
    }
