"""The words of one game, in one file `words.toml` beside its rules: what its events, fields, values, sides are called.

From them the tracker's own pages say every event, name every field of a form and every row of a score. Loading fails
with the file and the key of whatever is wrong; `missing` names what a game has forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.fields import HIDING
from games.rulebook import OPTIONAL, Text
from games.ruleset import Event, Ruleset, SecretEvent
from games.schemas import literals

FIELDS = {
    "player": Text("Player", "Игрок"),
    "side": Text("Side", "Сторона"),
    "sides": Text("Seats", "Места"),
    "detail": Text("How it is logged", "Как записывается"),
    "winner": Text("Winner", "Победитель"),
}
VALUES = {
    "detail": {
        "summary": Text("the result alone", "только результат"),
        "turns": Text("turn by turn", "ход за ходом"),
        "full": Text("every action", "каждое действие"),
    },
}
"""What most games have; a game's own words come first."""


class StepWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of the pad. Titles may name settled fields in braces."""

    # What it is called.

    title: Text
    """What stands over it, and what its tap does where nothing else is told."""
    button: Text | None = None
    then: Text | None = None
    """What comes after it."""
    choice: Text | None = None
    """What an event is called among others of the step."""
    under: str = ""
    """A field of which each value is a fold, where the choices are many: the events that tell it stand there, called as
    `within` says."""
    within: Text | None = None
    heading: Text | None = None
    group: str = ""
    """A key of `headings`: its heading, shared with others."""
    labels: dict[str, Text] = {}
    """What fields are called in this step, by their path: `targets.amount`."""

    # Where it stands.

    may_wait: bool = False
    """Nobody waits for it."""
    rare: bool = False
    """A link opens it."""
    closed: bool = False
    """What is offered of it rests on a secret: it stands behind a fold, beside another step with its name."""
    listed: str = ""
    """The field whose known values are that secret: where the offer lets it be typed, nothing of a closed step rests on
    one."""
    alone: bool = False
    """It holds whatever was logged meanwhile."""
    one_by_one: bool = False
    """What the next one asks follows from this one: a phone without a network keeps one of them until it is sent."""
    formerly: tuple[str, ...] = ()
    """What the step was called on pages of before, which a phone without a network may still hold."""

    # What it asks.

    tap: bool = False
    """One tap logs it, without the fields of which the rules do not name few values; nobody is asked for these. Of what
    the game makes itself (`System.made`) its moves alone are offered."""
    only: tuple[str, ...] = ()
    """The fields that its form asks for, in this order; all of them without it."""
    needs: tuple[str, ...] = ()
    """Fields that must be told."""
    asks: tuple[str, ...] = ()
    """Fields that may be left out and still stand in sight."""
    folds: tuple[str, ...] = ()
    """Fields that stand behind the fold although the rules name their values."""
    open: bool = False
    """Its secret is told in sight, not behind a fold."""
    sight: tuple[str, ...] = ()
    """Fields that stand in sight beside its secret."""
    held: str = ""
    """A settled field that is a secret: a button has to be held to see it."""
    lot: Text | None = None
    """What lets the server draw one of the choices, offered first and chosen already."""


class EventWords(StepWords, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One type of event, and the step that logs it. `says` is its sentence in the log, with `{field}` in braces.

    `hidden` is the sentence for those who may not know its secret. `when`: other sentences, under `field=value`
    (`field=` where it is not told); the first that fits is said.
    """

    says: Text
    hidden: Text | None = None
    when: dict[str, Text] = {}

    def spoken(self, data: Mapping[str, Any]) -> Text:
        """The sentence for what an event tells."""
        for condition, text in self.when.items():
            field, _sign, wanted = condition.partition("=")
            value = data.get(field)
            if ("" if value is None or value in ("", (), [], {}) else str(value)) == wanted:
                return text
        return self.says


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All words of a game. What stands in [brackets] is left out where its fields are empty."""

    # What events tell.

    events: dict[str, EventWords]
    fields: dict[str, Text] = {}
    values: dict[str, dict[str, Text]] = {}
    """Field -> value -> words; a value is looked up by the name of its field."""
    parts: dict[str, Text] = {}
    """Field -> the sentence of one of its parts."""
    printed: dict[str, Text] = {}
    """What the facts of a card are called where they are not called as fields of events are; under `fact=value` what
    their values are."""
    counted: dict[str, Text] = {}
    """Field -> its number with what it counts, `{n}` in every form of the plural: `{n} card | {n} cards`."""
    sides: dict[str, Text] = {}
    lettered: bool = False
    """Whether the names of the sides tell nobody who plays them (“Side A”), so that a player stands beside them."""
    by_names: tuple[str, ...] = ()
    """Fields that count or list by names that people gave: such a name may read like that of a field."""
    hexes: tuple[str, ...] = ()
    """Fields that are hexes of a board, told by two numbers, or ways over it; choices that differ in one are tapped on
    the board, if `Faces.plans` has one of hexes."""
    decimals: int | None = None
    """So many decimals of what is measured are told."""
    besides: Text | None = None
    """What follows every sentence, for fields of all events."""

    # The pad.

    order: tuple[str, ...] = ()
    """The steps that stand first, in this order, by their names or the types that they log."""
    steps: dict[str, StepWords] = {}
    """Steps that are not just one type of event: one of several that log the same, or that log several. A game may name
    many of one kind, by what stands after `~`."""
    headings: dict[str, Text] = {}
    """What groups of steps stand under."""
    lines: dict[str, Text] = {}
    """What a form says above its fields (`games.faces.Line`)."""
    log: Text | None = None
    """The button of steps without words for it; their title where it is not told."""

    # Score and lists.

    sources: dict[str, Text] = {}
    """Where points come from."""
    turn: Text = Text("Turn", "Ход")
    """What one step of the score is called."""
    chart: Text = Text("Victory points by turn", "Победные очки по ходам")
    """The points over these steps."""
    points: bool = True
    """Whether the game counts victory points; pages of one that does not show none."""
    lists: Text = Text("My lists", "Мои списки")
    """The page of a player's own lists."""

    def named(self, field: str, value: str) -> Text | None:
        """The words of a value of a field; a side by its name wherever it stands."""
        own = self.values.get(field, {}).get(value) or self.sides.get(value)
        return own or VALUES.get(field, {}).get(value)

    def field(self, name: str) -> Text | None:
        """What a field is called."""
        return self.fields.get(name) or FIELDS.get(name)


def plural(forms: str, number: int, language: str) -> str:
    """`3 карты`: one of the forms `{n} карта | {n} карты | {n} карт`, filled in."""
    every = [form.strip() for form in forms.split("|")]
    place = 0 if number == 1 else 1
    if language.startswith("ru"):
        tens, ones = number % 100 // 10, number % 10
        place = 2 if tens == 1 or ones in (0, 5, 6, 7, 8, 9) else 0 if ones == 1 else 1
    return every[min(place, len(every) - 1)].replace("{n}", str(number))


def with_catalogue(words: Words, sides: Mapping[str, Text], names: Mapping[str, Mapping[str, Text]]) -> Words:
    """The words with what the catalogue of the game names already: its sides, and values by the name of their field."""
    values = {
        field: {**dict(names.get(field, {})), **words.values.get(field, {})}
        for field in (*words.values, *names)
    }
    return replace(words, sides={**sides, **words.sides}, values=values)


def missing(words: Words, rules: Ruleset[Any, Any]) -> list[str]:
    """What the pages would show as a key: `events.x`, `fields.y`, `values.y.z`, in order."""
    return sorted(set(_missing(words, rules)))


def _missing(words: Words, rules: Ruleset[Any, Any]) -> Iterator[str]:
    for type_ in rules.event_types:
        tag = str(type_.__struct_config__.tag)
        if tag in ("result_confirmed", "result_contested"):
            continue
        told = words.events.get(tag)
        if told is None:
            yield f"events.{tag}"
        elif issubclass(type_, SecretEvent) and told.hidden is None and _tells(told, type_.secret_fields):
            yield f"events.{tag}.hidden"
        yield from _of_fields(words, type_)


def _tells(told: EventWords, secrets: tuple[str, ...]) -> bool:
    """Whether a sentence rests on secrets: outside brackets, which fall away with them."""
    said = "".join(OPTIONAL.sub("", text.en + text.ru) for text in (told.says, *told.when.values()))
    return any(f"{{{name}}}" in said for name in secrets)


def _of_fields(words: Words, type_: type[Event]) -> Iterator[str]:
    for name, values in literals(type_):
        if name in HIDING:
            continue
        if words.field(name) is None:
            yield f"fields.{name}"
        yield from (f"values.{name}.{value}" for value in values if words.named(name, str(value)) is None)
