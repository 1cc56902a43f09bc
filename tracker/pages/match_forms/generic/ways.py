"""What a step logs besides its event, in one of several ways (`games.faces.Faces.ways`). Called by `fields_step`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from games.faces import Way
from games.ruleset import NextEvent
from tracker.pages.match_forms.generic.parts import One, Part
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload, choice


class Ways:
    """The ways of a step, and the fields that they ask for: the question which one, and what each of them may tell.
    `join` makes the form of an event that is logged besides."""

    def __init__(self, step: Step, join: Callable[[NextEvent], Any]) -> None:
        play, faces, reader = step.desk.play, step.desk.system.faces, step.desk.reader
        found = [way for one in step.told[:1] for way in faces.ways(play, one)]
        self.event, self.join = step.event, join
        self.ways: dict[str, Way] = {str(number): way for number, way in enumerate(found)}
        self.parts: dict[str, Part] = {}
        if found:
            options = [(key, reader.cell(way.name)) for key, way in self.ways.items()]
            asked = choice(reader.field("way"), options, radio=True)
            asked.initial = "0" if len(options) == 1 else None
            self.parts = {"way": One("way", asked), **self._told_besides()}

    def _told_besides(self) -> Mapping[str, Part]:
        """Nobody need fill in what only another way tells."""
        first = {
            way.told.type: way.told for way in reversed(self.ways.values()) if way.told.type != self.event
        }
        parts = {name: part for told in first.values() for name, part in self.join(told).parts.items()}
        made: list[forms.Field] = [field for part in parts.values() for _name, field in part.fields()]
        for field in made:
            field.required = False
        return parts

    def added(self, found: list[Payload], cleaned: Mapping[str, Any]) -> list[Payload]:
        """The events with that of the way that was chosen; one of the same type tells more of the event itself."""
        if not self.ways:
            return found
        told, (first, *rest) = self.ways[cleaned["way"]].told, found
        if told.type == self.event:
            more = {name: values[0] for name, values in told.choices.items()}
            return [{**first, "data": {**first["data"], **more}}, *rest]
        return [*found, {"type": told.type, "data": self.join(told).read(cleaned, first["data"])}]
