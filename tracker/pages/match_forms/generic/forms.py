"""The steps of the pad: one tap where the legal events are few, fields made from the type of the event otherwise."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.codec import codec_for
from games.fields import fields_of
from games.moves import MOST, combinations, computed, legal, moves_of, plain
from games.rulebook import PLACEHOLDER
from games.ruleset import SYSTEM, Actor, Event, NextEvent, SecretEvent
from games.system import Detail
from games.words import SEALED, StepWords
from tracker.dice import Source
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.lifts import LiftingForm
from tracker.pages.match_forms.generic.parts import LEFT_OUT, Part, groups
from tracker.pages.match_forms.generic.reader import plain_text
from tracker.pages.match_forms.generic.shapes import lists_of
from tracker.pages.match_forms.generic.typed_parts import Offered, parts_of_struct
from tracker.pages.match_forms.pad import Payload
from tracker.pages.match_forms.picks import Pick, event_of

ROW = re.compile(r"\.\d+")
"""The number of a row in the path of a field."""
LOT = "lot"
"""The choice by which the server draws one of the others."""
FEW, TAPPED = 12, 40
"""So many events are offered one by one; more of those that one tap logs."""


class Step(LiftingForm):
    """`step` is what the pad calls it, `event` the type that it logs, `player` whose it is (a player or a side), or
    empty for the whole table."""

    desk: Desk

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.event = cls.event or cls.step

    @property
    def type(self) -> type[Event]:
        return codec_for(self.desk.rules).types[self.event]

    @property
    def told(self) -> list[NextEvent]:
        return self.desk.told(self.step, self.player)

    @property
    def words(self) -> StepWords | None:
        return self.desk.reader.step(self.step, self.event)

    @property
    def heading(self) -> str:  # type: ignore[override]
        if self.words is not None and self.words.group:
            return self.desk.reader.heading(self.words.group)
        return self._words("heading")

    @property
    def title(self) -> str:
        return self._words("title") or plain_text(self.event)

    @property
    def button(self) -> str:
        log = self.desk.reader.words.log
        return self._words("button") or (self.desk.reader.text(log) if log else self.title)

    @property
    def then(self) -> str:
        return self._words("then")

    def _words(self, name: str) -> str:
        """What the game says of this step, or nothing."""
        told = getattr(self.words, name, None)
        return self.desk.reader.said(told, self.settled) if told is not None else ""

    @property
    def settled(self) -> dict[str, Any]:
        """The fields that every event on offer has in common."""
        return settled(self.told)

    @property
    def lines(self) -> list[str]:
        """What stands above the fields: what the rules have computed."""
        reader, play = self.desk.reader, self.desk.play
        tells = self.desk.system.faces.tells
        return list(dict.fromkeys(reader.line(one) for told in self.told for one in tells(play, told)))

    @property
    def whose(self) -> str:
        """Whose step it is, where it is not plainly the reader's own."""
        if self.player in self.desk.seats:
            return self.desk.side(self.player) if self.desk.is_staff else ""
        seated = any(self.player in players for players in self.desk.seats.values())
        own = self.player in self.desk.players and not self.desk.is_staff
        return self.desk.names.player(self.player) if seated and not own else ""

    def wait(self) -> None:
        """Takes from the words and from the table whether anybody waits for it."""
        spoken = self.words is not None and self.words.may_wait
        self.may_wait = spoken or bool(self.told and all(map(self.desk.may_wait, self.told)))

    @property
    def hides(self) -> bool:
        """What is chosen is a secret, so that it stands behind a fold."""
        return issubclass(self.type, SecretEvent) and not (self.words is not None and self.words.open)


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
        if lot is not None and not self.is_bound:
            field.choices = [(LOT, self.desk.reader.text(lot)), *field.choices]
            field.initial = LOT
        elif lot is not None and self.data.get("choice") == LOT:
            field.choices = [(LOT, self.desk.reader.text(lot))]

    def clean_choice(self) -> Payload:
        drawn = self.words is not None and self.words.lot is not None and self.cleaned_data["choice"] == LOT
        offered = self.found() if drawn else []
        if not offered:
            return super().clean_choice()
        event: Payload = msgspec.to_builtins(secrets.choice(offered))
        return event

    def found(self) -> list[Event]:
        return few(self.desk, self.told, self.type, self.words) or []

    def said(self, told: Mapping[str, Any]) -> str:
        said = self.desk.reader.option(str(told["type"]), told, self.step)
        for name in self._named:
            said = self.desk.beside(name, told.get(name), said)
        return said

    @property
    def _named(self) -> list[str]:
        """The fields that a choice names."""
        told = self.words.choice if self.words is not None else None
        told = told or getattr(self.words, "says", None)
        return PLACEHOLDER.findall(told.en) if told is not None else []


class FieldsStep(Step):
    """The fields of an event: what the rules ask for in sight, what may be told besides behind a fold."""

    template = "games/generic/_fields.html"
    of_the_moment = True
    prefix = "told"
    """An event may have fields of the names that every form of a pad has."""
    picture: Any = None
    """The board to tap a hex on, where a field is one."""

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.wait()
        faces, play = self.desk.system.faces, self.desk.play
        own = {"player": (self.player,), "side": (self.desk.side_of(self.player),)} if self.player else {}
        named = {name: value for name, value in own.items() if name in self.type.__struct_fields__}
        self.only = self.words.only if self.words is not None else ()
        known = {**named, **self._choices()}
        optional = {name for one in self.told for name, values in one.choices.items() if not values}
        fills = {name: fill for one in self.told[:1] for name, fill in faces.fills(play, one).items()}
        self.fills = {name: fill for name, fill in fills.items() if callable(fill)}
        self.filled = fills.keys() - self.fills.keys()
        numbers = {
            name: number
            for name, number in settled(self.told).items()
            if name in self._names and name in self.told[0].limits
        }
        whole = {
            name: values[0]
            for name, values in known.items()
            if len(values) == 1 and not {name} & optional
            if "." not in name and _is_whole(self.type, name, values[0])
        }
        self.fixed = {**whole, **numbers, **{name: fills[name] for name in self.filled}}
        lifts = (faces.lifts.rule, faces.lifts.text) if faces.lifts else ()
        hidden = [name for name in self._names if self.only and name not in self.only]
        left = (name for name, values in known.items() if not values)
        details = [item for one in self.told[:1] for item in faces.details(play, one).items()]
        self.details = {name: (detail, self._parts_of(detail)) for name, detail in details}
        without = (*self.fixed, *hidden, *left, *lifts, *self.details)
        secret = self.type.secret_fields if self._must_tell() else ()
        offered = self._offered()
        needs = self.words.needs if self.words is not None else ()
        begun = [name for name, value in self._starts().items() if value is not None and name in self.only]
        limited = (name for one in self.told for name in one.limits)
        required = {*secret, *needs, *offered.tiles, *begun, *limited}
        optional = self.fills.keys() - {*needs}
        every = parts_of_struct(self.type, offered, required=required, without=without, optional=optional)
        self.parts = {name: every[name] for name in self.only or every if name in every}
        self.joined = [joined(self, one) for first in self.told[:1] for one in faces.joins(play, first)]
        labels = self.words.labels if self.words is not None else {}
        for part in self.drawn.values():
            for name, made in part.fields():
                told = labels.get(ROW.sub("", name))
                made.label = self.desk.reader.text(told) if told is not None else made.label
                self.fields[name] = made
        for one in self.joined:
            self.initial.update(one.initial)
        self.rolls = faces.rolls(play, self.event, self.fixed)
        self.fallen: dict[str, str] = {}
        if self.rolls is not None and self.data.get("roll"):
            for name in self.rolls.dice:
                self.fields[name].required = False
        for name, value in self._starts().items():
            if name in self.parts:
                self.initial.update(self.parts[name].initial(value))
        for name, value in self.desk.rosters.get(self.player, {}).items():
            if name in self.parts:
                self.initial.update(self.parts[name].initial(value))
            elif known.get(name) == ():
                self.fixed[name] = value  # what a list brings along and nobody fills in

    @property
    def title(self) -> str:
        """With what is settled already and has a name: the card that is asked about, the model that rolls."""
        title = self.words.title.en if self.words is not None else ""
        if self.rare or self.step != self.event:
            return super().title
        plain = [
            (name, one)
            for name, one in getattr(self, "fixed", {}).items()
            if name not in ("player", "side", *self.filled, *PLACEHOLDER.findall(title))
            and isinstance(one, str)
        ]
        said = [(self.desk.reader.value(name, one), one) for name, one in plain]
        return " · ".join((super().title, *(text for text, one in said if text != one)))

    @property
    def single(self) -> str:
        """What will be logged, where nothing is asked."""
        return "" if self.drawn else self.desk.reader.sentence(self.event, self._read({}))

    @property
    def drawn(self) -> dict[str, Part]:
        """The parts of the event, and of those that are logged with it."""
        whole = (*(parts for _detail, parts in self.details.values()), self.parts)
        return {
            name: part
            for parts in (*whole, *(one.parts for one in self.joined))
            for name, part in parts.items()
        }

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
        return Offered(desk.reader, choices, limits, tuple(desk.seats), tiles=tiles, beside=desk.beside)

    def _parts_of(self, detail: Detail) -> dict[str, Part]:
        """The fields of which a field is made that may hold anything."""
        offered = Offered(self.desk.reader, detail.choices, subjects=detail.rows, beside=self.desk.beside)
        return parts_of_struct(detail.type, offered, without=[k for k, v in detail.choices.items() if not v])

    def payloads(self) -> list[Payload]:
        cleaned = {**self.cleaned_data, **self.fallen}
        told = self._read(cleaned)
        found = [{"type": self.event, "data": told}]
        for one in self.joined:
            data = one._read(cleaned, told)
            if one.needed <= {name for name, value in data.items() if value is not None}:
                found.append({"type": one.event, "data": data})
        return found

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
        return {*self._names} - _with_default(self.type)

    def fall(self, source: Source) -> None:
        """The dice of the server, in the fields of the dice; the form has to be valid without them."""
        told = self._read(self.cleaned_data) if self.is_bound else self.fixed
        rolls = self.desk.system.faces.rolls(self.desk.play, self.event, told)
        if rolls is not None:
            self.fallen = {name: source.roll(self.event, name, count) for name, count in rolls.dice.items()}
        self.initial.update(self.fallen)

    def _after(self, name: str) -> bool:
        """Whether a field tells dice, or what is said once they lie."""
        dice = {path.partition(".")[0] for path in self.rolls.dice} if self.rolls is not None else set()
        return name in dice or (self.rolls is not None and name in self.rolls.after)

    def _in_sight(self, name: str) -> bool:
        if any(name in parts for _detail, parts in self.details.values()):
            return True
        asked, folded = (self.words.asks, self.words.folds) if self.words is not None else ((), ())
        for one in self.joined:
            if name in one.parts:
                return (name in asked or one._in_sight(name)) and name not in folded
        told = {name.partition(".")[0] for one in self.told for name in (*one.choices, *one.limits)}
        needed = name not in _with_default(self.type) or name in self.type.secret_fields
        wanted = (needed and name not in self.fills) or name in told or name in (*asked, *self.only)
        return (wanted and name not in folded) or name in self.desk.rosters.get(self.player, {})

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The fields in sight, in groups: see `parts.groups`."""
        return groups(self, self.desk.reader, self._sighted(secret=False))

    @property
    def folded(self) -> list[dict[str, Any]]:
        """Those that are a secret, behind a fold."""
        return groups(self, self.desk.reader, self._sighted(secret=True))

    def _sighted(self, secret: bool) -> dict[str, Part]:
        """The parts that are asked for; where the step hides something all but what may stand in sight is secret."""
        sight = self.words.sight if self.words is not None else ()
        asked = {k: v for k, v in self.drawn.items() if self._in_sight(k) and not self._after(k)}
        return {k: v for k, v in asked.items() if (self.hides and k not in sight) == secret}

    @property
    def typed(self) -> list[dict[str, Any]]:
        """The fields of the dice, where the server may roll them instead, and of what is said once they lie."""
        return groups(self, self.desk.reader, {k: v for k, v in self.drawn.items() if self._after(k)})

    @property
    def typed_open(self) -> bool:
        """Dice lie already, or what was typed was refused."""
        return bool(self.fallen) or (self.is_bound and not self.data.get("roll"))

    @property
    def besides(self) -> list[dict[str, Any]]:
        """The fields behind the fold; those with something wrong open it."""
        found = {k: v for k, v in self.drawn.items() if not self._in_sight(k) and not self._after(k)}
        return groups(self, self.desk.reader, found)

    @property
    def besides_open(self) -> bool:
        return any(field.errors for group in self.besides for row in group["rows"] for field in row)


class JoinedStep(FieldsStep):
    """What a step logs besides: its fields stand in the form of the step."""

    one: NextEvent

    @property
    def told(self) -> list[NextEvent]:
        return [self.one]


def joined(step: FieldsStep, one: NextEvent) -> JoinedStep:
    facts = {"step": one.type, "event": one.type, "one": one}
    made: JoinedStep = type("JoinedForm", (JoinedStep,), facts)(step.desk, step.player)
    return made


def read_parts(parts: Mapping[str, Part], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """What is filled in of these."""
    read = {name: part.read(cleaned) for name, part in parts.items()}
    return {name: value for name, value in read.items() if value is not LEFT_OUT}


def settled(told: list[NextEvent]) -> dict[str, Any]:
    """The fields of which every event on offer has the same one value."""
    ranges = [{name: (low,) for name, (low, high) in one.limits.items() if low == high} for one in told]
    whole = [{**one.choices, **fixed} for one, fixed in zip(told, ranges, strict=True)]
    first = whole[0] if whole else {}
    return {
        name: values[0]
        for name, values in first.items()
        if len(values) == 1 and all(one.get(name) == values for one in whole)
    }


def few(desk: Desk, told: list[NextEvent], type_: type[Event], words: StepWords | None) -> list[Event] | None:
    """The concrete events on offer, as far as the rules take them; None where they are many or need more fields."""
    by = SYSTEM if desk.is_staff else Actor("player", desk.players[0])
    kind = str(type_.__struct_config__.tag)
    if kind in desk.system.made - desk.system.typed(desk.play):
        return [event for one in told for event in moves_of(desk.system, desk.play, one, by)][:MOST]
    tap = words is not None and words.tap
    plainly = {name for name in type_.__struct_fields__ if not tap or name not in _with_default(type_)}
    most = TAPPED if tap else FEW
    faces = desk.system.faces
    lifts = {faces.lifts.rule, faces.lifts.text} if faces.lifts is not None else set()
    asked = (plainly - {*SEALED, *lifts}) | set(type_.secret_fields)
    left = {name for one in told for name, values in one.choices.items() if not values}
    if any(_of_several(type_, one) or faces.joins(desk.play, one) for one in told):
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


def _filled(desk: Desk, told: NextEvent) -> NextEvent:
    """With the fields that the rules compute."""
    fills = desk.system.faces.fills(desk.play, told).items()
    return replace(told, choices={**told.choices, **{k: (v,) for k, v in fills if not callable(v)}})


def _possible(told: NextEvent) -> NextEvent:
    """Without the fields that are left out."""
    return replace(told, choices={name: values for name, values in told.choices.items() if values})


def _is_whole(type_: type[Event], name: str, value: Any) -> bool:
    """Whether a value is one of the whole field: the only name that a list could hold is none."""
    field = next(one for one in fields_of(type_) if one.name == name)
    try:
        msgspec.convert(msgspec.to_builtins(value), field.type)
    except msgspec.ValidationError:
        return False
    return True


def _with_default(type_: type[Event]) -> set[str]:
    return {one.name for one in fields_of(type_) if not one.required}
