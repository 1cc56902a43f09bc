"""Values as people read them: by the game's words, the names of the players, and what lies in the match.

Called by the sentences, the forms and the score of the generic pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.codec import types_of
from games.faces import Cell, Fact, OfSide
from games.fields import fields_of
from games.lines import Line
from games.rulebook import OPTIONAL, PLACEHOLDER, YES_NO, Text, filled, measured
from games.ruleset import DRAW, SecretEvent
from games.system import System
from games.words import EventWords, StepWords, Words, plural
from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names

OF_ONE = "~"
"""In the name of a step of which there are many: what they are called by before it, which one this is after it."""
NONE = Text("nothing", "ничего")
TIE = Text("a draw", "ничья")


class Reader(NamedTuple):
    """The words of one game for one reader."""

    system: System
    names: Names

    @property
    def words(self) -> Words:
        return self.system.words

    def text(self, text: Text) -> str:
        return text.to(self.names.language)

    def field(self, name: str) -> str:
        """What a field is called; a path by its last part."""
        last = name.rpartition(".")[2]
        told = self.words.field(name) or self.words.field(last)
        return self.text(told) if told else plain_text(last)

    def side(self, side: str) -> str:
        told = self.words.sides.get(side)
        return self.text(told) if told else plain_text(side)

    def whom(self, side: str) -> str:
        """A side, where its name is a letter with the player who alone plays it: people speak of each other by name."""
        player = self.names.alone(side) if self.words.lettered else ""
        return " · ".join(filter(None, (self.side(side), player)))

    def event(self, type_: str) -> EventWords | None:
        return self.words.events.get(type_)

    def step(self, step: str, type_: str) -> StepWords | None:
        """The words of a step of the pad: its own, or those of the event that it logs."""
        found = self.words.steps.get(step) or self.words.steps.get(step.partition(OF_ONE)[0])
        return found or self.event(type_)

    def by_now(self, step: str) -> str:
        """What a step is called that pages of before called `step`."""
        every = {**self.words.events, **self.words.steps}
        return next((name for name, one in every.items() if step in one.formerly), step)

    def heading(self, group: str) -> str:
        """What a group of steps stands under."""
        told = self.words.headings.get(group)
        return self.text(told) if told else plain_text(group)

    def line(self, line: Line) -> str:
        """What stands above the fields of a form."""
        told = self.words.lines.get(line.key)
        return self.said(told, line.data) if told is not None else plain_text(line.key)

    def cell(self, told: Cell) -> str:
        """Whatever a game says of itself in words of its own."""
        if isinstance(told, tuple):
            return " · ".join(filter(None, map(self.cell, told)))
        if isinstance(told, Fact):
            return self.value(told.field, told.values)
        if isinstance(told, OfSide):
            return self.whom(told.side)
        return self.line(told) if isinstance(told, Line) else self.text(told)

    def value(self, field: str, value: Any) -> str:
        """A value of a field; several with commas, mappings and parts as `name: value`."""
        if value is None or value == "":
            return ""
        if isinstance(value, str):
            return self._name(field, value)
        if isinstance(value, bool):
            return YES_NO["ru" if self.names.language.startswith("ru") else "en"][value]
        if isinstance(value, float):
            return measured(value, self.names.language)
        if isinstance(value, Mapping):
            return self._mapping(field, value)
        if field.rpartition(".")[2] in self.words.hexes and isinstance(value, list | tuple) and value:
            if not isinstance(value[0], list | tuple):
                return hex_words(value)
            return ", ".join(map(hex_words, value))
        if isinstance(value, list | tuple | set | frozenset):
            parts = [part for part in (self.value(field, one) for one in value) if part]
            apart = any(isinstance(one, Mapping) for one in value) and any(", " in part for part in parts)
            return ("; " if apart else ", ").join(parts) or self.text(NONE)
        counted = self.words.counted.get(field.rpartition(".")[2])
        if counted is not None and isinstance(value, int):
            return plural(self.text(counted), value, self.names.language)
        return self._name(field, str(value))

    def _mapping(self, field: str, value: Mapping[str, Any]) -> str:
        part = self.words.parts.get(field.rpartition(".")[2])
        if part is not None and not all(isinstance(one, Mapping) for one in value.values()):
            return filled(self.text(part), lambda name: self.value(name, value.get(name)))
        # A card may be called as a field is (`kenjutsu`): what has a name of its own is a key, no field.
        fields = field.rpartition(".")[2] not in self.words.by_names
        if (
            fields
            and value
            and all(one in self.words.fields and one not in self.names.figures for one in value)
        ):
            told = [self.value(key, one) for key, one in value.items() if one not in (None, False)]
            return " ".join(part for part in told if part)
        told = [f"{self._key(field, key, one)}: {self.value(field, one)}" for key, one in value.items()]
        apart = any(isinstance(one, list | tuple) and len(one) > 1 for one in value.values())
        return ("; " if apart else ", ").join(told) or self.text(NONE)

    def _key(self, field: str, key: str, one: Any) -> str:
        """What a key is called; a side beside its player without that player."""
        alone = self.names.seats.get(key)
        beside = alone is not None and one in (alone, [alone], (alone,))
        return self.side(key) if beside else self._name(field, key)

    def _name(self, field: str, value: str) -> str:
        # The value of a key of a mapping (`alignment.left`) is called as the mapping's values are.
        told = next(filter(None, (self.words.named(one, value) for one in reversed(field.split(".")))), None)
        if told is not None:
            return self.whom(value) if told is self.words.sides.get(value) else self.text(told)
        if value == DRAW and field == "winner":
            return self.text(TIE)
        named = self.names.players.get(value) or self.names.figures.get(value)
        return named or self._called(field, value) or value

    def _called(self, field: str, value: str) -> str:
        """What the game calls an id of which the match tells no name."""
        last = field.rpartition(".")[2]
        told = self.system.faces.called(last, value, lambda id_: self._name(field, id_))
        return self.text(told) if told is not None else ""

    def called(self, type_: str, data: Mapping[str, Any]) -> str:
        """The title of an event, with what it tells."""
        told = self.event(type_)
        return self.said(told.title, data) if told else plain_text(type_)

    def sentence(self, type_: str, data: Mapping[str, Any]) -> str:
        """An event in the game's own words; a secret that the reader may not know is left out."""
        told = self.event(type_)
        if told is None:
            return plain_text(type_)
        data = self._told(type_, data)
        hidden = told.hidden if self._is_sealed(type_, data) else None
        said = self.said(hidden or told.spoken(data), data)
        besides = self.said(self.words.besides, data) if self.words.besides else ""
        return f"{said} {besides}" if besides else said

    def _is_sealed(self, type_: str, data: Mapping[str, Any]) -> bool:
        """Whether what the event keeps secret is not in `data`: it is committed to, or all of it has been taken out."""
        if data.get("salt"):
            return False
        if data.get("commitment"):
            return True
        kind = types_of(self.system.rules).get(type_)
        if kind is None or not issubclass(kind, SecretEvent) or kind.secret_optional:
            return False
        return all(data.get(name) is None for name in kind.secret_fields)

    def option(self, type_: str, data: Mapping[str, Any], step: str = "") -> str:
        """An event as one choice among others of its kind, or of its step."""
        told = self.step(step, type_)
        if told is None or told.choice is None:
            return self.sentence(type_, data)
        return self.said(told.choice, self._told(type_, data))

    def _told(self, type_: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """What an event tells, with what stands in no log because it is the usual thing, and what the game adds."""
        whole = {**_usual(types_of(self.system.rules).get(type_)), **data}
        return {**self.names.match, **whole, **self.system.faces.told(type_, whole)}

    def said(self, text: Text, data: Mapping[str, Any]) -> str:
        """A sentence filled in; what stands in brackets of nothing at all is left out."""
        empty = [name for name, value in data.items() if value in ((), [], {})]
        template = OPTIONAL.sub(
            lambda hit: "" if set(PLACEHOLDER.findall(hit[1])) <= set(empty) else hit[0], self.text(text)
        )
        return filled(template, lambda name: self.value(name, data.get(name)))


@cache
def _usual(kind: Any) -> Mapping[str, Any]:
    """The fields of an event that have a default; none of an event that is not known (None)."""
    return {
        one.encode_name: one.default
        for one in (fields_of(kind) if kind is not None else ())
        if not one.required and one.default is not msgspec.NODEFAULT
    }


def result_words(system: System, winner: str | None, language: str) -> str:
    """`Foxes wins`, as the game says it where it does, or `A draw`."""
    if winner in (None, DRAW):
        return _("A draw")
    told = system.words.values.get("result", {}).get(str(winner)) if system.words is not None else None
    if told is not None:
        said = told.to(language)
        return said[:1].upper() + said[1:]
    return _("%(side)s wins") % {"side": Reader(system, Names({}, {}, language)).side(str(winner))}


def plain_text(key: str) -> str:
    """A key that has no words, so that nobody reads an underscore."""
    return key.replace("_", " ")
