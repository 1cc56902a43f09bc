"""What somebody may choose when a match is opened, in words: modes, seats, levels of detail, options of the rules.

A system describes it once in its `opening.toml`, which its descriptor holds as `tables`; the pages make their forms
from it and hand the answers to the system's own `open_table`. Nothing is judged here: the opening's events are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.rulebook import Text

Kind = Literal["one_of", "number", "yes_no", "hexes", "edition", "row"]
LEVELS = ("turns", "summary", "full")
"""How closely a match can be logged. A game may leave levels out (`Tables.levels`); its first is what most tables want,
and what a match from the front page is logged at."""


LEVEL_KEY = "detail"
"""The option of every game in which `open_table` takes the level."""

Sample = Callable[[Sequence[str], int], list[str]]
"""(cards, count) -> so many of them at random; `games` itself has no dice."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option of `open_table`: `key` is its name there. `default` is what a match outside events opens with.

    `one_of`: the `values` with their words. `number`: from `low` to `high`, empty is None. `hexes`: axial coordinates.
    `edition`: the key of an imported edition, whose rows `open_table` gets as `cards`; `row`: the id of one of its
    rows of the kind `rows`, or of one of the game's own, which are its `values` and need no edition. `levels` and
    `modes`: where it means something, everywhere when empty. `note` says what an empty field means; `unset` are the
    words for "not chosen", where a list or a yes or no may stay open. `events`: organisers choose it for the lists of a
    whole event, a single match knows nothing of it.
    """

    key: str
    kind: Kind
    title: Text
    note: Text | None = None
    unset: Text | None = None
    values: dict[str, Text] = {}
    rows: str = ""
    low: int = 0
    high: int = 0
    default: str | int | bool | None = None
    levels: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    events: bool = False


class Mode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to sit down: the sides in their order, and how many players one of them can have.

    `least`: so many of the sides must be taken, all of them when None. `every`: so must every seat of a side.
    `unlike`: the sides play by different rules, so that whoever sits down chooses one.
    """

    key: str
    name: Text
    sides: tuple[str, ...]
    seats: int = 1
    least: int | None = None
    every: bool = False
    unlike: bool = False

    @property
    def needed(self) -> int:
        """How many sides must have a player."""
        return len(self.sides) if self.least is None else self.least

    @property
    def is_for_two(self) -> bool:
        """Whether one player on each of two sides are enough."""
        return self.needed <= 2 <= len(self.sides) and (self.seats == 1 or not self.every)

    @property
    def is_for_one(self) -> bool:
        """Whether one player is enough, with nobody on another side."""
        return len(self.sides) == 1 and (self.seats == 1 or not self.every)


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be chosen for a match of one system. `name` is that of the game.

    `mode_key`: the option in which `open_table` takes the mode; None where sides and seats say it all.
    `also`: options of `open_table` that no form asks for. `no_scenario`: what it means when none is chosen;
    `first_scenario`: what a match is played on that starts from the front page, where nobody is asked.
    """

    name: Text
    modes: tuple[Mode, ...]
    choices: tuple[Choice, ...] = ()
    levels: tuple[str, ...] = LEVELS
    mode_key: str | None = None
    also: tuple[str, ...] = ()
    no_scenario: Text = Text("none", "нет")
    first_scenario: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        """Every option that `open_table` reads."""
        of_mode = (self.mode_key,) if self.mode_key else ()
        asked = (choice.key for choice in self.choices)
        return tuple(dict.fromkeys((*asked, *of_mode, LEVEL_KEY, *self.also)))

    @property
    def for_two(self) -> Mode | None:
        """The first way in which two players can sit down, one on each side; None of a game that needs more."""
        return next((mode for mode in self.modes if mode.is_for_two), None)

    @property
    def for_one(self) -> tuple[Mode, ...]:
        """The ways in which somebody plays alone; empty of a game that needs an opponent."""
        return tuple(mode for mode in self.modes if mode.is_for_one)

    def choice(self, key: str) -> Choice:
        return next(choice for choice in self.choices if choice.key == key)

    def with_values(self, key: str, values: dict[str, Text]) -> Tables:
        """The same, where the choice `key` can have these values."""
        told = tuple(replace(one, values=values) if one.key == key else one for one in self.choices)
        return replace(self, choices=told)

    def mode(self, key: str) -> Mode | None:
        return next((mode for mode in self.modes if mode.key == key), None)

    def choices_for(self, mode: str, events: bool = False) -> tuple[Choice, ...]:
        """The options that mean something in a mode; with `events` those of the lists of an event too."""
        mine = (choice for choice in self.choices if not choice.modes or mode in choice.modes)
        return tuple(choice for choice in mine if events or not choice.events)

    def of_kind(self, *kinds: Kind) -> tuple[Choice, ...]:
        """The options that are answered in these ways."""
        return tuple(choice for choice in self.choices if choice.kind in kinds)


def chosen(options: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Those of the options that somebody has chosen."""
    return {name: options[name] for name in names if options.get(name) is not None}
