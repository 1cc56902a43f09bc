"""A step of one tap, where the legal events are few: each in its own sentence."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.fields import HIDING
from games.hexes import Hex
from games.moves import combinations, legal, moves_of, plain
from games.rulebook import PLACEHOLDER
from games.ruleset import SYSTEM, Actor, Event, NextEvent
from games.words import StepWords
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.hex_board import board_of, hexes
from tracker.pages.match_forms.generic.shapes import lists_of
from tracker.pages.match_forms.generic.step import Step, with_default
from tracker.pages.match_forms.pad import Payload
from tracker.pages.match_forms.picks import Pick, event_of

IN_SIGHT = 8
"""More choices than that stand in folds, where the step says by which field."""
LOT = "lot"
"""The choice by which the server draws one of the others."""
FEW, TAPPED, MADE = 12, 40, 120
"""So many events are offered one by one; more of those that one tap logs, and of those that the game makes whole."""


class PickStep(Pick, Step):
    """One of the few events that are legal now, each in its own sentence."""

    template = "games/generic/_pick.html"

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.wait()
        super().build()
        self._add_lot()
        starts = {
            k: v for one in self.told for k, v in self.desk.system.faces.starts(self.desk.play, one).items()
        }
        for value, _text in self.fields["choice"].choices if starts else ():  # type: ignore[attr-defined]
            event = event_of(value) or {}
            if all(event.get(name) == start for name, start in starts.items()):
                self.fields["choice"].initial = value

    def _add_lot(self) -> None:
        """Where the game lets the server draw: first, and chosen already; a form that was sent shows what it sent."""
        lot = self.words.lot if self.words is not None else None
        field: Any = self.fields["choice"]
        if lot is not None and self.data.get("choice") == LOT:
            field.choices = [(LOT, self.desk.reader.text(lot))]
        elif lot is not None and (self.offered or not self.is_bound):
            field.choices = [(LOT, self.desk.reader.text(lot)), *field.choices]
            field.initial = LOT

    def clean_choice(self) -> Payload:
        drawn = self.words is not None and self.words.lot is not None and self.cleaned_data["choice"] == LOT
        offered = self.found() if drawn else []
        if not offered:
            return super().clean_choice()
        event: Payload = msgspec.to_builtins(secrets.choice(offered))
        return event

    @property
    def button_within(self) -> bool:  # type: ignore[override]
        """Where there may be nothing to choose, the button would tell that there is."""
        return self.hides and self.closed

    def found(self) -> list[Event]:
        return few(self.desk, self.told, self.type, self.words) or []

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        """Where an event leads, as the game says it, or by the fields that it calls hexes and the offer leaves open:
        the end of a way."""
        own = self.desk.system.faces.hex_of
        if own is not None:
            return own(self.desk.play, told) if told else None
        for name in self.desk.reader.words.hexes:
            place = told.get(name) if name not in self.settled else None
            if place and isinstance(place, list | tuple):
                last = place[-1] if isinstance(place[-1], list | tuple) else place
                return (last[0], last[1])
        return None

    def picture(self) -> dict[str, Any] | None:
        found = (self.hex_of(msgspec.to_builtins(event)) for event in self.offered)
        places = [place for place in found if place is not None]
        plan = board_of(self.desk) if places else None
        return hexes(self.desk, plan, places) if plan is not None else None

    def said(self, told: Mapping[str, Any]) -> str:
        """What a choice is called, and what stands beside what it names or decides; nothing of whom all of them are."""
        return self._with_beside(self.desk.reader.option(str(told["type"]), told, self.step), told)

    def _with_beside(self, said: str, told: Mapping[str, Any]) -> str:
        decided = (name for name in told if name not in self.settled)
        for name in dict.fromkeys((*self._named, *decided)):
            said = self.desk.beside(name, told.get(name), said)
        return said

    def fold_of(self, told: Mapping[str, Any]) -> str:
        by = self.words.under if self.words is not None else ""
        many = by and len(self.fields["choice"].choices) > IN_SIGHT  # type: ignore[attr-defined]
        return self.desk.beside(by, told.get(by), self.desk.reader.value(by, told.get(by))) if many else ""

    def within(self, told: Mapping[str, Any]) -> str:
        name = self.words.within if self.words is not None else None
        return (
            self._with_beside(self.desk.reader.said(name, told), told)
            if name is not None
            else self.said(told)
        )

    @property
    def _named(self) -> list[str]:
        """The fields that a choice names."""
        told = self.words.choice if self.words is not None else None
        told = told or getattr(self.words, "says", None)
        return PLACEHOLDER.findall(told.en) if told is not None else []


def few(desk: Desk, told: list[NextEvent], type_: type[Event], words: StepWords | None) -> list[Event] | None:
    """The concrete events on offer, as far as the rules take them; None where they are many or need more fields."""
    by = SYSTEM if desk.is_staff else Actor("player", desk.players[0])
    kind = str(type_.__struct_config__.tag)
    tap = words is not None and words.tap
    if kind in desk.system.made and (tap or kind not in desk.system.typed(desk.play)):
        return [event for one in told for event in moves_of(desk.system, desk.play, one, by)][:MADE]
    plainly = {name for name in type_.__struct_fields__ if not tap or name not in with_default(type_)}
    most = TAPPED if tap else FEW
    faces = desk.system.faces
    lifts = faces.lifts.fields if faces.lifts is not None else set()
    asked = (plainly - {*HIDING, *lifts}) | set(type_.secret_fields)
    left = {name for one in told for name, values in one.choices.items() if not values}
    if any(_of_several(type_, one) or _tells_more(desk, one) for one in told):
        return None
    found: list[Event] = []
    for one in (_possible(_filled(desk, one)) for one in told):
        if not asked - left <= {*one.choices, *one.limits} or combinations(one) > most:
            return None
        found.extend(legal(desk.rules, desk.play, plain(desk.rules, one), by=by))
    return found if len(found) <= most else None


def _of_several(type_: type[Event], told: NextEvent) -> bool:
    """Whether a field that holds several values is offered by these, of which somebody ticks some."""
    lists = {name for name in lists_of(type_) if told.choices.get(name)}
    return any(not isinstance(told.choices[name][0], list | tuple) for name in lists)


def _tells_more(desk: Desk, told: NextEvent) -> bool:
    """Whether more is logged with it, or something is asked that nobody can list."""
    faces = desk.system.faces
    return bool(faces.joins(desk.play, told) or faces.details(desk.play, told))


def _filled(desk: Desk, told: NextEvent) -> NextEvent:
    """With the fields that the rules compute."""
    fills = desk.system.faces.fills(desk.play, told).items()
    known = {name: (value,) for name, value in fills if not callable(value)}
    limits = {name: span for name, span in told.limits.items() if name not in known}
    choices = {name: values for name, values in told.choices.items() if name.partition(".")[0] not in known}
    return replace(told, choices={**choices, **known}, limits=limits)


def _possible(told: NextEvent) -> NextEvent:
    """Without the fields that are left out."""
    return replace(told, choices={name: values for name, values in told.choices.items() if values})
