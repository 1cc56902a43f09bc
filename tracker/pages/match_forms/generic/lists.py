"""Rosters of any game as forms: fields made from the type of a roster's body, offering what the game says a list holds.

Called by `tracker.pages.lists.rosters` and by the desk, where staff type a paper list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.ruleset import Cards
from games.system import System
from tracker.messages import language
from tracker.pages.match_forms.generic.form_groups import groups
from tracker.pages.match_forms.generic.parts import LEFT_OUT, Part
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.typed_parts import Offered, parts_of_struct
from tracker.pages.match_forms.names import Names

MODELS = 16
"""So many rows a list can have."""


def _parts(system: System, offered: Offered) -> dict[str, Part]:
    names = [field.name for field in msgspec.structs.fields(system.roster_body)]
    hidden = [name for name in names if system.list_fields and name not in system.list_fields]
    return parts_of_struct(system.roster_body, offered, without=hidden)


def reader_of(system: System, cards: Cards) -> Reader:
    """The game's words, with the names of what a list can hold."""
    reader = language()
    wanted = system.faces.wanted(cards)
    return Reader(
        system,
        Names({}, {id_: text.to(reader) for own in wanted.values() for id_, text in own.items()}, reader),
    )


class ListForm(forms.Form):
    """A list: its name and the fields of its body."""

    name = forms.CharField(max_length=80, required=False)

    def __init__(
        self, system: System, data: Any = None, cards: Cards | None = None, body: Any = None, name: str = ""
    ):
        super().__init__(data, initial={"name": name}, label_suffix="")
        self.fields["name"].label = _("Name of the list")
        reader = reader_of(system, cards or {})
        wanted = {field: tuple(own) for field, own in system.faces.wanted(cards or {}).items()}
        self.reader, self.stored = reader, dict(body or {})
        self.parts: dict[str, Part] = _parts(system, Offered(reader, wanted, rows=MODELS))
        for part in self.parts.values():
            for key, made in part.fields():
                self.fields[key] = made
        for key, value in (body or {}).items():
            if key in self.parts:
                self.initial.update(self.parts[key].initial(value))

    def body(self) -> dict[str, Any]:
        """The roster's body; what the form does not show stays as it was."""
        told = {name: part.read(self.cleaned_data) for name, part in self.parts.items()}
        rest = {name: value for name, value in self.stored.items() if name not in self.parts}
        return {**rest, **{name: value for name, value in told.items() if value is not LEFT_OUT}}

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The fields in the order of the body."""
        return groups(self, self.reader, self.parts)


def list_content(system: System, body: Mapping[str, Any], cards: Cards) -> list[dict[str, str]]:
    """A list as its page shows it: {"label", "text"}."""
    reader = reader_of(system, cards)
    return [{"label": reader.field(name), "text": reader.value(name, value)} for name, value in body.items()]


def squad_of_list(brought: Callable[[], Iterable[Any]]) -> dict[str, Any]:
    """The payload by which a handed-in list comes into a match; {} for one that cannot be read."""
    try:
        events = brought()
    except msgspec.ValidationError:
        return {}
    for event in events:
        return {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}
    return {}
