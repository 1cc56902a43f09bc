"""A report told by taps: rows of numbers and choices in groups, as the game says them (`games.taps`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.faces import Unread
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import (
    Amount,
    Anew,
    Called,
    Choice,
    Group,
    Kept,
    Name,
    Numbers,
    OneOf,
    Row,
    SomeOf,
    Taps,
    Written,
)
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.parts import NamedField
from tracker.pages.match_forms.pad import PadForm, Payload, points, stated

NARROW = 4
"""Two rows of so few numbers stand side by side."""
ABREAST = 5
"""More choices than that stand in a line each."""
DIGITS = 4
"""No table logs reports of longer numbers."""


class TapsStep(FieldsStep):
    """What nobody taps did not happen, or stayed as it was. Fields of the event that no row tells are asked for as in
    any other step."""

    template = "games/generic/_taps.html"
    taps: Taps
    number: int | None = None
    """Of reports that are numbered: which of them was on the screen."""
    ended: Any = None
    """Of a report that is entered anew: the match as it stands with the old one."""
    report: Any = None
    """The old one, where it was one event."""

    def build(self) -> None:
        self.taps = self._made()
        if self._is_whole:  # no field of the event can be called as those of every form are
            self.prefix = None  # type: ignore[assignment]
        sent = str(self.data.get(self.add_prefix(self.taps.counter), "")) if self.taps.counter else ""
        if sent.isdecimal() and len(sent) <= DIGITS:
            self.number = int(sent)
            self.taps = self._made()
        self._one_list()
        super().build()
        for row in self.taps.rows:
            self.fields[row.key] = self._field(row)
        if self.taps.counter:
            self._count()

    def _one_list(self) -> None:
        """Pages of before sent the ticks of a row as boxes of their own."""
        self._boxes: set[str] = set()
        for row in self.taps.rows:
            ticks = row.choices if isinstance(row, SomeOf) else ()
            ticked = [one.key for one in ticks if f"{row.key}:{one.key}" in self.data]
            if ticked and isinstance(self.data, QueryDict):
                self._boxes |= {f"{row.key}:{key}" for key in ticked}
                self.data = self.data.copy()
                self.data.setlist(row.key, ticked)

    def unread(self, sent: QueryDict, then: PadForm | None = None) -> list[str]:
        return [name for name in super().unread(sent, then) if name not in self._boxes]

    def _fill_in(self) -> None:
        """What the player's list brings along is told as it is."""
        super()._fill_in()
        if self._is_whole:
            self.fixed |= {name: value for name, value in self._brought.items() if name in self._names}

    def _made(self) -> Taps:
        """The rows, of an offer that names also what the player's list brings along."""
        told = _as_one(self.told)
        here = tuple(player for player in told.players if player in self.desk.players)
        brought = {name: (value,) for name, value in self._brought.items() if name in self._names}
        told = replace(told, players=here, staff=self.desk.is_staff, choices={**brought, **told.choices})
        taps = self.desk.system.faces.taps(self.desk.play, told)
        assert taps is not None, self.step
        groups = (
            replace(group, rows=self._mine(group.rows), more=self._mine(group.more)) for group in taps.groups
        )
        return replace(taps, groups=tuple(groups))

    def _mine(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(row for row in rows if row.whose in ("", *self.desk.players))

    def _count(self) -> None:
        self.fields[self.taps.counter] = forms.IntegerField(
            widget=forms.HiddenInput({"data-counter": ""}),
            initial=self.at,
            min_value=1,
            max_value=10**DIGITS - 1,
        )

    @property
    def at(self) -> int:
        """The number of this report; 0 where they have none."""
        return self.told[0].limits[self.taps.counter][0] if self.taps.counter else 0

    @property
    def told(self) -> list[NextEvent]:
        """What may come next: of reports that are numbered the one that was on the screen."""
        found = super().told
        if self.number is None:
            return found
        at = {self.taps.counter: (self.number, self.number)}
        return [replace(one, limits={**one.limits, **at}) for one in found]

    @property
    def of_the_moment(self) -> bool:  # type: ignore[override]
        """The next report may have been logged before this one arrived."""
        return not self.taps.counter

    @property
    def _is_whole(self) -> bool:
        return self.taps.covers is None

    def _unasked(self) -> set[str]:
        return {*super()._unasked(), *(self._names if self._is_whole else ())}

    def _in_sight(self, name: str) -> bool:
        """What the rows tell stands behind the fold."""
        return name not in (self.taps.covers or ()) and super()._in_sight(name)

    @property
    def folds(self) -> bool:
        """Whether its folds look alike whatever is asked there, so that no browser may look for what is missing."""
        return any(group.nothing is not None for group in self.taps.groups)

    @property
    def single(self) -> str:
        return ""

    @property
    def way(self) -> str:
        return self.title if self.once else self.button

    # The fields of the rows.

    def _field(self, row: Row) -> forms.Field:
        label = self._said(row.name)
        made: forms.Field
        if isinstance(row, Numbers):
            made = points(label, row.numbers, None if row.needed else row.start or 0)
            made.widget.attrs.update({"data-adds": row.adds} if row.adds else {})
            return made
        if isinstance(row, SomeOf):
            ticks = forms.CheckboxSelectMultiple
            made = forms.MultipleChoiceField(choices=self._options(row.choices), widget=ticks)
        elif isinstance(row, OneOf):
            made = self._one_of(row)
        elif isinstance(row, Amount):
            made = forms.IntegerField(min_value=row.low, max_value=row.high)
        else:
            made = self._written(row)
        start = row.start
        made.label, made.initial = label, self.desk.reader.text(start) if isinstance(start, Text) else start
        made.required = isinstance(row, Amount | OneOf | Written) and row.needed
        made.asked_by = row.asked_by  # type: ignore[attr-defined]
        known = [key for key, _name in getattr(made, "choices", ())]
        if isinstance(row, OneOf) and ((start and start not in known) or (row.needed and len(known) == 1)):
            made.initial = next(iter(known), None)
        return made

    def prefill(self, ended: Any, report: Any = None) -> None:
        """The rows start with what the match says by now, of a report that is entered anew."""
        super().prefill(ended, report)
        self.keep(ended, report)
        for key, value in self._now(ended).items():
            if key in self.fields:
                stated(self.fields[key], value)

    def keep(self, ended: Any, report: Any = None) -> None:
        self.ended, self.report = ended, report

    def _now(self, ended: Any) -> Mapping[str, Any]:
        if self.taps.again is not None:
            return self.taps.again(ended)
        made = self.desk.system.faces.taps(ended, self.told[0])
        return {row.key: row.start for row in made.rows} if made is not None else {}

    def is_open(self) -> bool:
        return self.taps.offered

    def _one_of(self, row: OneOf) -> forms.Field:
        options = self._options(row.choices)
        if row.listed and not row.leaves and "" not in dict(options):
            options.insert(0, ("", _("choose")))
        made = forms.ChoiceField(choices=options, widget=forms.Select if row.listed else forms.RadioSelect)
        made.side_by_side = not row.listed and len(options) <= ABREAST  # type: ignore[attr-defined]
        made.widget.attrs.update({"data-narrows": json.dumps(row.narrows)} if row.narrows else {})
        return made

    def _options(self, choices: Iterable[Choice]) -> list[tuple[str, str]]:
        shown = (one for one in choices if one.whose in ("", *self.desk.players))
        return [(one.key, self._said(one.name)) for one in shown]

    def _written(self, row: Row) -> forms.Field:
        assert isinstance(row, Written)
        field = row.name.field.rpartition(".")[2] if isinstance(row.name, Called) else ""
        typed = self.desk.system.faces.typed.get(row.typed or field)
        left = "" if row.needed else _("Leave empty to skip.")
        hint, example = self._said(row.hint), {"placeholder": self._said(row.example)} if row.example else {}
        many = forms.Textarea({"rows": row.lines, **example}) if row.lines > 1 else forms.TextInput(example)
        if typed is not None:
            return NamedField(typed, self.desk.reader, max_length=row.longest, help_text=hint, widget=many)
        return forms.CharField(max_length=row.longest, help_text=hint or left, widget=many)

    def _said(self, name: Name | None) -> str:
        reader = self.desk.reader
        if isinstance(name, Text):
            return reader.text(name)
        if not isinstance(name, Called):
            return reader.line(name) if name is not None else ""
        if name.value is None:
            label = self.words.labels.get(name.field) if self.words is not None else None
            return reader.text(label) if label is not None else reader.field(name.field)
        nothing = reader.words.named(name.field, "") if name.value == "" else None
        return reader.text(nothing) if nothing is not None else reader.value(name.field, name.value)

    # How they are drawn.

    @property
    def groups(self) -> list[dict[str, Any]]:
        """{"legend", "letter": the mark of a side, "beside", "intro", "runs", "after", "more": runs behind a fold,
        "fold": what it is called, "nothing": what stands there instead, "open": something is told there, "secret",
        "since", "until", "away": of another number}; a run: {"look", "fields"}."""
        return [
            self._shown(one) for one in self.taps.groups if one.rows or one.more or one.intro or one.nothing
        ]

    def _shown(self, group: Group) -> dict[str, Any]:
        named = group.legend is not None
        return {
            "legend": self.desk.whom(group.side) if group.side and not named else self._said(group.legend),
            "letter": self.desk.letters().get(group.side, ""),
            "beside": self.desk.side(group.side) if group.side and named else self._said(group.beside),
            "intro": self._said(group.intro),
            "board": self.picture if group.board else None,
            "after": self._said(group.after),
            "runs": self._runs(group.rows),
            "more": self._runs(group.more),
            "fold": self._said(group.fold),
            "nothing": self._said(group.nothing),
            "open": not group.secret and self.is_bound and any(self._is_told(row) for row in group.more),
            "secret": self._said(group.secret),
            "since": group.since,
            "until": group.until,
            "away": self.at < group.since or 0 < group.until <= self.at,
        }

    @property
    def stays(self) -> str:
        """What is said of what the report leaves as it was told."""
        told = self.payloads() if self.is_bound and self.is_valid() else []
        kept = self._kept(self.desk.play, told)
        return self.desk.reader.line(kept.says) if kept is not None else ""

    def _kept(self, left: Any, told: Iterable[Payload]) -> Kept | None:
        """What of the match stays as it was told, beside so much as is left of it."""
        if self.ended is None or self.taps.kept is None:
            return None
        fields: Mapping[str, Any] = next((one["data"] for one in told if one["type"] == self.event), {})
        return self.taps.kept(Anew(self.ended, left, self.report, fields))

    def payloads_on(self, state: Any) -> list[Payload]:
        told = self.payloads()
        kept = self._kept(state.play, told)
        if kept is None:
            return told
        return [
            {**one, "data": {**kept.data, **one["data"]}} if one["type"] == self.event else one
            for one in told
        ]

    @property
    def totals(self) -> list[dict[str, str]]:
        """The sides whose running totals stand above the button."""
        return [{"key": side, "name": self.desk.side(side)} for side in self.taps.totals]

    @property
    def private(self) -> bool:
        """A report in which something was told of a secret, besides what is one as a whole."""
        groups = [group for group in self.taps.groups if group.secret is not None]
        told = any(self._is_told(row) for group in groups for row in (*group.rows, *group.more))
        return super().private or told

    def _is_told(self, row: Row) -> bool:
        """Whether somebody has filled in something, right or wrong."""
        sent = self[row.key].value()
        return bool(self[row.key].errors) or (bool(sent) and str(sent) != str(row.start))

    def _runs(self, rows: Iterable[Row]) -> list[dict[str, Any]]:
        """Rows that look alike, one after another; a row of numbers alone has the whole width."""
        runs = [(look, list(alike)) for look, alike in groupby(rows, key=look_of)]
        return [
            {
                "look": "numbers" if len(alike) == 1 and isinstance(alike[0], Numbers) else look,
                "fields": [self[row.key] for row in alike],
            }
            for look, alike in runs
        ]

    def clean(self) -> dict[str, Any]:
        """What was tapped has to say something, and nothing that cannot be."""
        told = super().clean() or self.cleaned_data
        for row in self.taps.rows:
            self._judge(row, told.get(row.key), told)
        if not self.errors:
            try:
                self.events()
            except Unread as why:
                self.add_error(why.key or None, self.desk.reader.text(why.said))
        return told

    def _judge(self, row: Row, said: Any, told: dict[str, Any]) -> None:
        for key, asked in (row.needs if isinstance(row, OneOf) and said else {}).items():
            if told.get(key) in (None, "") and key not in self.errors:
                self.add_error(key, self._said(asked))
        if isinstance(row, Numbers) and row.legal and said not in (None, *row.legal):
            self.add_error(row.key, self._said(row.refusal))

    def payloads(self) -> list[Payload]:
        tapped = {row.key: self.cleaned_data.get(row.key) for row in self.taps.rows}
        if self.taps.events is not None:
            told = self.taps.events(tapped, self._plain(self.cleaned_data))
            return [_payload(type_, data) for type_, data in told]
        first, *joined = super().payloads()
        return [_payload(first["type"], self.taps.read(tapped, first["data"])), *joined]


def _payload(type_: str, data: Mapping[str, Any]) -> Payload:
    return {"type": type_, "data": {name: one for name, one in data.items() if one is not None}}


def _as_one(told: list[NextEvent]) -> NextEvent:
    """Several offers of one step as one: of all their players, with every value that one of them names."""
    found: dict[str, list[Any]] = {}
    for one in told:
        for name, values in one.choices.items():
            known = found.setdefault(name, [])
            known.extend(value for value in values if value not in known)
    players = tuple(dict.fromkeys(player for one in told for player in one.players))
    return replace(told[0], players=players, choices={name: tuple(values) for name, values in found.items()})


def look_of(row: Row) -> str:
    """How a row is drawn: "chips", "fates", "numbers", "pair" (two beside each other), or "" as fields are."""
    if isinstance(row, SomeOf):
        return "chips"
    if isinstance(row, OneOf):
        return "fates" if row.leaves else ""
    if isinstance(row, Numbers):
        return "pair" if len(row.numbers) <= NARROW else "numbers"
    return "pair" if isinstance(row, Amount) else ""
