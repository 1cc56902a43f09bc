"""The form of a match outside events: names at the seats, level of detail, battlefield, the system's own options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.choices import Choice, Mode, Tables
from tracker import names
from tracker.messages import language
from tracker.pages.forms.choices import field_of, initial_of, levels_told, told_by

OPTION = "option_"
MINE = "mine"
IMPORTED = ("edition", "row")
KNOWN = "known-players"
"""The id of the list of names that a browser offers."""


@dataclass(frozen=True)
class Seats:
    """A side as the page shows it: its seats in sight, and `more`; `open`: those have something to say."""

    name: str
    letter: str
    shown: list[BoundField]
    more: list[BoundField]

    @property
    def open(self) -> bool:
        return any(seat.value() or seat.errors for seat in self.more)


@dataclass(frozen=True)
class Asked:
    """An option of the system; `levels` are those at which it means something, all of them when empty."""

    field: BoundField
    levels: str


class NewMatchForm(forms.Form):
    """A match of one system in one mode. `sides`: (key, name) in order; `battlefields`, `lists`: (key, words).

    A `stranger` says which side's first seat this device plays at; for whoever is known their name says it.
    """

    scenario = forms.ChoiceField(label=gettext_lazy("Battlefield"), required=False)
    detail = forms.ChoiceField(
        label=gettext_lazy("How closely the match is logged"), widget=forms.RadioSelect
    )
    bring = forms.ChoiceField(label=gettext_lazy("My list"), required=False)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self,
        tables: Tables,
        mode: Mode,
        sides: Iterable[tuple[str, str]],
        battlefields: Iterable[tuple[str, str]],
        lists: Iterable[tuple[str, str]],
        *args: Any,
        stranger: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.mode, self.sides, self.choices = mode, list(sides), tables.choices_for(mode.key)
        self._offer("scenario", [("", tables.no_scenario.to(language())), *battlefields])
        self._offer("detail", levels_told(tables.levels))
        self._offer("bring", [("", _("none, or later")), *lists])
        for side, name in self.sides:
            for number in range(1, mode.seats + 1):
                self.fields[seat(side, number)] = self._seat(name, number)
        for choice in self.choices:
            self.fields[OPTION + choice.key] = field_of(choice)
        if stranger and len(self.sides) > 1:
            self.fields[MINE] = side_field(gettext_lazy("Your side"), self.sides)

    def mine(self) -> BoundField | None:
        return self[MINE] if MINE in self.fields else None

    def own_side(self) -> str:
        """The side that is this device's; "" where the names say it."""
        return str(self.cleaned_data.get(MINE, ""))

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    def _seat(self, side: str, number: int) -> forms.CharField:
        label = side if number == 1 else f"{side}, {number}"
        attrs = {"list": KNOWN, "autocomplete": "off", "spellcheck": "false"}
        return forms.CharField(
            label=label, required=False, max_length=names.LENGTH, widget=forms.TextInput(attrs=attrs)
        )

    def seats(self) -> Iterator[Seats]:
        """The sides with their seats."""
        for place, (side, name) in enumerate(self.sides):
            fields = [self[seat(side, number)] for number in range(1, self.mode.seats + 1)]
            shown = len(fields) if self.mode.every else 1
            yield Seats(name, "abcdef"[place], fields[:shown], fields[shown:])

    def pinned(self) -> list[Asked]:
        """Editions and what they hold: in sight, as the closest level lives on them."""
        return [self._asked(choice) for choice in self.choices if choice.kind in IMPORTED]

    @property
    def knows_editions(self) -> bool:
        """Whether an edition can be chosen: somebody has imported one."""
        return any(choice.kind == "edition" for choice in self.choices)

    def asked(self) -> list[Asked]:
        """The system's other options."""
        return [self._asked(choice) for choice in self.choices if choice.kind not in IMPORTED]

    def _asked(self, choice: Choice) -> Asked:
        return Asked(self[OPTION + choice.key], " ".join(choice.levels))

    def faults(self) -> bool:
        """Whether one of them is wrong, so that they must be in sight."""
        return any(asked.field.errors for asked in self.asked())

    def names(self) -> dict[str, list[str]]:
        """Side -> names as typed, empty seats too."""
        numbers = range(1, self.mode.seats + 1)
        return {side: [self.cleaned_data[seat(side, n)] for n in numbers] for side, _name in self.sides}

    def options(self) -> dict[str, Any]:
        """What the system's opening is told."""
        level = self.cleaned_data["detail"]
        return {"detail": level, **told_by(self.choices, self.cleaned_data, OPTION, level)}

    def blame(self, field: str, message: str) -> bool:
        """Puts a refusal at its field (`seats.red.1`, an option, any other); False where the form has none."""
        name = field.replace(".", "_")
        name = name if name in self.fields else OPTION + name
        if name in self.fields:
            self.add_error(name, message)
            return True
        return False


def seat(side: str, number: int) -> str:
    """The field of a seat, counted from 1."""
    return f"seats_{side}_{number}"


def side_field(label: Any, sides: Sequence[tuple[str, str]]) -> forms.ChoiceField:
    """Which side is the person's own; the first where nothing is said."""
    field = forms.ChoiceField(
        label=label, choices=sides, initial=sides[0][0], required=False, widget=forms.RadioSelect
    )
    field.short = True  # type: ignore[attr-defined]
    return field


def first_answers(tables: Tables, mode: Mode, own_name: str, key: str, own: str = "") -> dict[str, Any]:
    """What an empty form shows: the person's name at the first seat of their side `own` (else of the first one), the
    defaults of the options."""
    shown = {OPTION + choice.key: initial_of(choice) for choice in tables.choices_for(mode.key)}
    side = own or mode.sides[0]
    return {seat(side, 1): own_name, MINE: side, "detail": tables.levels[0], "key": key, **shown}
