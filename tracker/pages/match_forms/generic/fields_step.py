"""A step with fields made from the type of its event: what is asked, what the rules settle, what is logged besides."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.faces import Detail
from games.fields import fields_of
from games.moves import computed
from games.rulebook import PLACEHOLDER
from games.ruleset import Event, NextEvent, SecretEvent
from tracker.dice import Source
from tracker.pages.match_forms.generic.hex_board import board_of, hexes
from tracker.pages.match_forms.generic.parts import LEFT_OUT, Part, led
from tracker.pages.match_forms.generic.shapes import lists_of
from tracker.pages.match_forms.generic.sight import SightedStep
from tracker.pages.match_forms.generic.step import settled, with_default
from tracker.pages.match_forms.generic.typed_parts import Offered, parts_of_struct
from tracker.pages.match_forms.generic.ways import Ways
from tracker.pages.match_forms.pad import Payload

ROW = re.compile(r"\.\d+")
"""The number of a row in the path of a field."""


class FieldsStep(SightedStep):
    """The fields of an event: what the rules ask for in sight, what may be told besides behind a fold."""

    template = "games/generic/_fields.html"
    of_the_moment = True
    prefix = "told"
    """An event may have fields of the names that every form of a pad has."""
    joined: Sequence[JoinedStep]

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.wait()
        self.only = self.words.only if self.words is not None else ()
        self.known = {**self._own(), **self._choices()}
        self._settle()
        self._ask()
        self._add_fields()
        self._fill_in()

    def _own(self) -> dict[str, tuple[Any, ...]]:
        """The fields that say whose step it is."""
        own = {"player": (self.player,), "side": (self.desk.side_of(self.player),)} if self.player else {}
        return {name: value for name, value in own.items() if name in self._names}

    def _settle(self) -> None:
        """What is logged without being asked: the only value that a field can have, and what the rules fill in."""
        faces, play = self.desk.system.faces, self.desk.play
        fills = {name: fill for one in self.told[:1] for name, fill in faces.fills(play, one).items()}
        self.fills = {name: fill for name, fill in fills.items() if callable(fill)}
        self.filled = fills.keys() - self.fills.keys()
        optional = {name for one in self.told for name, values in one.choices.items() if not values}
        optional |= {name for name, typed in faces.typed.items() if typed.besides is not None}
        whole = {
            name: values[0]
            for name, values in self.known.items()
            if len(values) == 1 and not {name} & optional
            if "." not in name and _is_whole(self.type, name, values[0])
        }
        numbers = {
            name: number
            for name, number in settled(self.told).items()
            if name in self._names and name in self.told[0].limits
        }
        self.fixed = {**whole, **numbers, **{name: fills[name] for name in self.filled}}

    def _ask(self) -> None:
        """The parts of what is left to be told."""
        faces, play = self.desk.system.faces, self.desk.play
        details = [item for one in self.told[:1] for item in faces.details(play, one).items()]
        self.details = {name: (detail, self._parts_of(detail)) for name, detail in details}
        offered = self._offered()
        every = parts_of_struct(
            self.type,
            offered,
            required=self._required(offered),
            without=self._unasked(),
            optional=self.fills.keys() - self._needs,
        )
        self.parts = {name: every[name] for name in self.only or every if name in every}
        self.ways = Ways(self, lambda one: joined(self, one))
        self.joined = [joined(self, one) for first in self.told[:1] for one in faces.joins(play, first)]

    @property
    def _needs(self) -> set[str]:
        """What must be told: always, as the game's words say, or in this match."""
        faces, play = self.desk.system.faces, self.desk.play
        now = {name for one in self.told[:1] for name in faces.needs(play, one)}
        return now | set(self.words.needs if self.words is not None else ())

    def _required(self, offered: Offered) -> set[str]:
        """The fields without which the form is refused."""
        secret = self.type.secret_fields if self._must_tell() else ()
        begun = [name for name, value in self._starts().items() if value is not None and name in self.only]
        limited = (name for one in self.told for name in one.limits)
        whole = (name for name in lists_of(self.type) if _are_whole(self.known.get(name, ())))
        return {*secret, *self._needs, *offered.tiles, *begun, *limited, *whole}

    def _unasked(self) -> set[str]:
        """The fields that no part is made of."""
        faces = self.desk.system.faces
        lifts = faces.lifts.fields if faces.lifts else ()
        hidden = [name for name in self._names if self.only and name not in self.only]
        left = (name for name, values in self.known.items() if not values)
        return {*self.fixed, *hidden, *left, *lifts, *self.details}

    def _add_fields(self) -> None:
        labels = self.words.labels if self.words is not None else {}
        for part in self.drawn.values():
            for name, made in part.fields():
                told = labels.get(ROW.sub("", name))
                made.label = self.desk.reader.text(told) if told is not None else made.label
                self.fields[name] = made
        self._relate()
        self.rolls = self.desk.system.faces.rolls(self.desk.play, self.event, self.fixed)
        self.fallen = {}
        if self.rolls is not None and self.data.get("roll"):
            for name in self.rolls.dice:
                self.fields[name].required = False

    def _relate(self) -> None:
        """What a choice leaves of others, for the script (`choices.js`): the rules refuse the rest anyway."""
        for first, others in led(self.parts, self.known):
            legal = {self.add_prefix(name): keys for name, keys in others.items()}
            self.fields[first].widget.attrs["data-leads"] = json.dumps(legal)
        groups = [one for told in self.told[:1] for one in self.desk.system.faces.apart(self.desk.play, told)]
        for group in groups:
            for name, made in self.fields.items():
                within = name in group or name.startswith(tuple(f"{one}." for one in group))
                if within and hasattr(made, "choices"):  # what is typed is judged when it is sent
                    made.widget.attrs["data-alone"] = group[0]

    def _fill_in(self) -> None:
        """What the fields start with, and what the player's list brings along."""
        for one in self.joined:
            self.initial.update(one.initial)
        for name, value in self._starts().items():
            if name in self.parts:
                self.initial.update(self.parts[name].initial(value))
        for name, value in self._brought.items():
            if name in self.parts:
                begun = dict(self.parts[name].initial(value))
                typed = {key: one for key, one in begun.items() if isinstance(one, str)}
                self.initial.update(begun | {key: self._fighters.get(one, one) for key, one in typed.items()})
            elif self.known.get(name) == ():
                self.fixed[name] = value  # what a list brings along and nobody fills in

    @property
    def _brought(self) -> dict[str, Any]:
        """What the player's list brings along."""
        return {**self.desk.brought.get(self.player, {}), **self.desk.rosters.get(self.player, {})}

    @property
    def _fighters(self) -> Mapping[Any, str]:
        """Id -> name of the fighters of the player's campaign, as far as one name is one fighter's."""
        named = self.desk.fighters.get(self.player, {})
        once = Counter(name.casefold() for name in named.values())
        return {id_: name for id_, name in named.items() if once[name.casefold()] == 1 and name not in named}

    def _by_id(self, told: dict[str, Any]) -> dict[str, Any]:
        """What was typed, fighters by the ids that the campaign has for the names of the player's own."""
        ids = {name.casefold(): id_ for id_, name in self._fighters.items()}
        brought = [name for name in told if name.partition(".")[0] in self._brought] if ids else []
        typed = {name: told[name] for name in brought if isinstance(told[name], str)}
        return {**told, **{name: ids.get(one.casefold(), one) for name, one in typed.items()}}

    def prefill(self, _ended: Any, report: Any = None) -> None:
        """Starts with what was told before, of an entry that is told anew."""
        for name, value in (msgspec.to_builtins(report) if report is not None else {}).items():
            if name in self.parts:
                self.initial.update(self.parts[name].initial(value))

    @cached_property
    def picture(self) -> dict[str, Any] | None:
        """The board to tap a hex on, where a field is one."""
        places = [
            place for one in self.told[:1] for place in self.desk.system.faces.places(self.desk.play, one)
        ]
        plan = board_of(self.desk) if places else None
        return hexes(self.desk, plan, places) if plan is not None else None

    @property
    def title(self) -> str:
        """With what is settled already and has a name: the card that is asked about, who rolls; no secret."""
        title = self.words.title.en if self.words is not None else ""
        if self.rare or self.step != self.event:
            return super().title
        secret = self.type.secret_fields if self.hides and issubclass(self.type, SecretEvent) else ()
        plain = [
            (name, one)
            for name, one in getattr(self, "fixed", {}).items()
            if name not in ("player", "side", *secret, *self.filled, *PLACEHOLDER.findall(title))
            and isinstance(one, str)
            and one != self.player  # who stands beside the title
        ]
        reader = self.desk.reader
        said = [(reader.value(name, one), one) for name, one in plain]
        named = reader.names.figures  # what people named themselves is called as it is written
        return " · ".join((super().title, *(text for text, one in said if text != one or one in named)))

    @property
    def single(self) -> str:
        """What will be logged, where nothing is asked."""
        told = not self.drawn and not self.secret
        step = self.step if self.step != self.event else ""
        return self.desk.reader.option(self.event, self._read({}), step) if told else ""

    @property
    def _names(self) -> tuple[str, ...]:
        return self.type.__struct_fields__

    def _starts(self) -> Mapping[str, Any]:
        """What the fields start with; of those that the game asks for by name this is told."""
        starts = self.desk.system.faces.starts
        return starts(self.desk.play, self.told[0]) if self.told else {}

    def _must_tell(self) -> bool:
        return issubclass(self.type, SecretEvent) and not self.type.secret_optional

    def _choices(self) -> dict[str, tuple[Any, ...]]:
        """Field -> every value that one of the events on offer may have."""
        found: dict[str, list[Any]] = {}
        brought = self.player in self.desk.rosters
        for one in self.told:
            options = self.desk.system.faces.options(self.desk.play, one)
            if brought:  # a list tells more than anybody would fill in
                options = {name: values for name, values in options.items() if values}
            for name, values in {**options, **one.choices}.items():
                known = found.setdefault(name, [])
                known.extend([value for value in values if value not in known])
        named = [{*one.choices, *self.desk.system.faces.options(self.desk.play, one)} for one in self.told]
        return {name: tuple(values) for name, values in found.items() if all(name in one for one in named)}

    def _offered(self) -> Offered:
        desk = self.desk
        limits = {name: limit for one in self.told for name, limit in one.limits.items()}
        known = {
            "side": tuple(desk.seats),
            "player": tuple(p for seats in desk.seats.values() for p in seats),
        }
        faces = desk.system.faces
        choices = {**known, **faces.domains(desk.play), **self._choices()}
        tiles = {name: made for one in self.told[:1] for name, made in faces.tiles(desk.play, one).items()}
        counts = {name: count for one in self.told for name, count in one.counts.items()}
        keys = tuple(desk.seats)
        spares = {name: spared for one in self.told for name, spared in faces.spares(desk.play, one).items()}
        return Offered(
            desk.reader,
            choices,
            limits,
            keys,
            counts=counts,
            tiles=tiles,
            spares=spares,
            beside=desk.beside,
        )

    def _parts_of(self, detail: Detail) -> dict[str, Part]:
        """The fields of which a field is made that may hold anything."""
        offered = Offered(self.desk.reader, detail.choices, subjects=detail.rows, beside=self.desk.beside)
        return parts_of_struct(detail.type, offered, without=[k for k, v in detail.choices.items() if not v])

    @property
    def sent(self) -> Mapping[str, Part]:
        """The parts whose fields a browser sends."""
        return self.parts

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data = self._by_id(super().clean())
        for name, part in self.drawn.items():
            if part.lacks(told) and name not in self.errors:
                self.add_error(name, _("Choose one."))
        for name in (one for part in self.sent.values() for one in part.halves(told)):
            if name not in self.errors:
                self.add_error(name, _("Fill this in."))
        return told

    def payloads(self) -> list[Payload]:
        cleaned = {**self.cleaned_data, **self.fallen}
        told = self._read(cleaned)
        found = [{"type": self.event, "data": told}]
        for one in self.joined:
            data = one._read(cleaned, told)
            if one.needed <= {name for name, value in data.items() if value is not None}:
                found.append({"type": one.event, "data": data})
        return self.ways.added(found, cleaned)

    def _read(self, cleaned: Mapping[str, Any], around: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What is told, and what the rules compute of it and of what stands `around` it in the step."""
        if around is None:
            around = {name: value for one in self.joined for name, value in one._plain(cleaned).items()}
        return computed(self._plain(cleaned), self.fills, around)

    def _plain(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """What is told; of dice that the server rolled nothing besides could be seen and said."""
        later = self.rolls.after if self.rolls is not None and self.data.get("roll") else ()
        read = read_parts({name: part for name, part in self.parts.items() if name not in later}, cleaned)
        details = {name: one.read(read_parts(parts, cleaned)) for name, (one, parts) in self.details.items()}
        return {**self.fixed, **details, **read}

    @property
    def needed(self) -> set[str]:
        """The fields that its event cannot be without."""
        return {*self._names} - with_default(self.type)

    def fall(self, source: Source) -> None:
        """The dice of the server, in the fields of the dice; the form has to be valid without them."""
        told = self._read(self.cleaned_data) if self.is_bound else self.fixed
        rolls = self.desk.system.faces.rolls(self.desk.play, self.event, told)
        if rolls is not None:
            self.fallen = {name: source.roll(self.event, name, count) for name, count in rolls.dice.items()}
        self.initial.update(self.fallen)


class JoinedStep(FieldsStep):
    """What a step logs besides: its fields stand in the form of the step."""

    one: NextEvent

    @property
    def told(self) -> list[NextEvent]:
        return [self.one]

    def read(self, cleaned: Mapping[str, Any], around: Mapping[str, Any]) -> dict[str, Any]:
        """What the event tells that is logged besides."""
        return self._read(cleaned, around)


def joined(step: FieldsStep, one: NextEvent) -> JoinedStep:
    facts = {"step": one.type, "event": one.type, "one": one}
    made: JoinedStep = type("JoinedForm", (JoinedStep,), facts)(step.desk, step.player)
    return made


def read_parts(parts: Mapping[str, Part], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """What is filled in of these."""
    read = {name: part.read(cleaned) for name, part in parts.items()}
    return {name: value for name, value in read.items() if value is not LEFT_OUT}


def _are_whole(values: tuple[Any, ...]) -> bool:
    """Whether whole lists are on offer, none of them empty: one of them has to be told."""
    return bool(values) and all(isinstance(one, tuple) and one for one in values)


def _is_whole(type_: type[Event], name: str, value: Any) -> bool:
    """Whether a value is one of the whole field: the only name that a list could hold is none."""
    field = next(one for one in fields_of(type_) if one.name == name)
    try:
        msgspec.convert(msgspec.to_builtins(value), field.type)
    except msgspec.ValidationError:
        return False
    return True
