"""Parts of a form: fields to fill a value in by, and the value read back from them. Made by `typed_parts`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.faces import Spared, Typed, Unread
from tracker.pages.match_forms.generic.reader import Reader

LEFT_OUT = object()
"""Nothing was filled in."""
AGAIN = ".again"
"""After the name of a field: the next of the few values of one list."""


class Part:
    """A value of a form. `fields` go into the form by name; `read` gives the value, or `LEFT_OUT`."""

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        raise NotImplementedError

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Name -> what stands in the field when `value` is shown again."""
        raise NotImplementedError

    def lacks(self, cleaned: Mapping[str, Any]) -> bool:
        """Whether it has to be told in one of several fields, and is in none."""
        return False

    def halves(self, cleaned: Mapping[str, Any]) -> Iterator[str]:
        """The fields that are missing where something was begun: a part of a struct, the other end of a pair."""
        yield from ()


@dataclass
class One(Part):
    """A single value in a single field. `typed` turns its text back into the value."""

    name: str
    made: forms.Field
    known: Mapping[str, Any] | None = None

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield self.name, self.made

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        value = cleaned.get(self.name)
        if value in (None, "", []):
            return LEFT_OUT
        if self.known is not None:
            return [self.known[one] for one in value] if isinstance(value, list) else self.known[value]
        return value

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        if self.known is None:
            yield self.name, value
            return
        back = {_key(one): text for text, one in self.known.items()}
        several = isinstance(value, list | tuple) and isinstance(self.made, forms.MultipleChoiceField)
        yield (
            self.name,
            [back[_key(one)] for one in value if _key(one) in back] if several else back.get(_key(value)),
        )


@dataclass
class Few(Part):
    """A few of many numbers, each in a select of its own, `again` after the first; told in rising order."""

    name: str
    made: list[forms.ChoiceField]

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield from zip(self._places(), self.made, strict=True)

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return sorted(int(cleaned[name]) for name in self._places() if cleaned.get(name)) or LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        for name, one in zip(self._places(), value or (), strict=False):
            yield name, str(one)

    def _places(self) -> list[str]:
        return [self.name + AGAIN * place for place in range(len(self.made))]


@dataclass
class Yes(One):
    """A tick; unticked is as good as not told."""

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return True if cleaned.get(self.name) else LEFT_OUT


@dataclass
class Lines(One):
    """Texts, one per line."""

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        lines = [line.strip() for line in str(cleaned.get(self.name) or "").splitlines()]
        return [line for line in lines if line] or LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        yield self.name, "\n".join(value or ())


class NamedField(forms.CharField):
    """A name that stands for an id; with `several` one a line, or set apart by commas."""

    def __init__(self, typed: Typed, reader: Reader, several: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.typed, self.fault, self.several = typed, reader.text(typed.fault), several
        self.reader = reader

    def clean(self, value: Any) -> Any:
        said = str(super().clean(value) or "")
        names = re.split(r"[,;\n]", said) if self.several else [said]
        try:
            found = [self.typed.read(name.strip()) for name in names if name.strip()]
        except Unread as why:
            raise forms.ValidationError(self.reader.text(why.said)) from None
        if None in found:
            raise forms.ValidationError(self.fault)
        return found if self.several else next(iter(found), None)


@dataclass
class Names(One):
    """Several names that stand for ids, as they are typed."""

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        yield self.name, "\n".join(value or ())


@dataclass
class Besides(One):
    """Some of what is on offer, and others by their names behind a link."""

    others: forms.Field = field(default_factory=forms.CharField)

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield self.name, self.made
        yield f"{self.name}.others", self.others

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return [*(cleaned.get(self.name) or ()), *(cleaned.get(f"{self.name}.others") or ())] or LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        on_offer = dict(getattr(self.made, "choices", ()))
        ticked = [one for one in dict.fromkeys(value or ()) if one in on_offer]
        rest = list(value or ())
        for one in ticked:
            rest.remove(one)
        yield self.name, ticked
        yield f"{self.name}.others", "\n".join(self._typed(one, on_offer.get(one, one)) for one in rest)

    def _typed(self, key: str, name: str) -> str:
        """How somebody types what is there once more: by its name, if that is read as the same."""
        typed: Typed | None = getattr(self.others, "typed", None)
        return name if typed is not None and typed.read(name) == key else key


@dataclass
class Another(One):
    """One of what is on offer, or another by its name behind a link."""

    others: forms.Field = field(default_factory=forms.CharField)
    required: bool = False

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield self.name, self.made
        yield f"{self.name}.others", self.others

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return cleaned.get(f"{self.name}.others") or super().read(cleaned)

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        offered = value in (self.known or {}).values()
        yield from super().initial(value) if offered else ((f"{self.name}.others", value),)

    def lacks(self, cleaned: Mapping[str, Any]) -> bool:
        return self.required and self.read(cleaned) is LEFT_OUT


@dataclass
class Spot(Part):
    """A hex of a board by its two numbers, which a tap on the picture fills in."""

    name: str
    label: str
    required: bool

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for axis in ("q", "r"):
            made = forms.IntegerField(
                label=f"{self.label}, {axis}", required=self.required, min_value=-30, max_value=30
            )
            yield f"{self.name}.{axis}", made

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        told = [cleaned.get(f"{self.name}.{axis}") for axis in ("q", "r")]
        return LEFT_OUT if None in told else told

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        yield from zip((f"{self.name}.q", f"{self.name}.r"), value, strict=True)


class CountedField(forms.CharField):
    """Numbers by name, one a line: a name, a blank, and how many; without a number one. A name may be several words.

    `typed`: what a name means, where not every one will do.
    """

    def __init__(self, typed: Typed | None, reader: Reader, **options: Any) -> None:
        super().__init__(**options)
        self.typed, self.reader = typed, reader

    def clean(self, value: Any) -> dict[str, int]:
        lines = [line.split() for line in str(super().clean(value) or "").splitlines()]
        told: dict[str, int] = {}
        for words in filter(None, lines):
            *named, number = words if len(words) > 1 else (*words, "1")
            if not number.isdecimal() or len(number) > 4:
                raise forms.ValidationError(_("A name and a number on each line, such as: B4 2"))
            name = self._read(" ".join(named))
            told[name] = told.get(name, 0) + int(number)
        return told

    def _read(self, said: str) -> str:
        name = self.typed.read(said) if self.typed is not None else said
        if self.typed is not None and name is None:
            raise forms.ValidationError(self.reader.text(self.typed.fault))
        return str(name)


@dataclass
class Counted(One):
    """Numbers by names that nobody can list."""

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return cleaned.get(self.name) or LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        yield self.name, "\n".join(f"{name} {number}" for name, number in (value or {}).items())


@dataclass
class Several(Part):
    """Parts under names: a struct, or a mapping with one part for each key.

    `usual`: what a struct must hold and nobody need fill in, an unticked tick or none; with `needed` it is told even if
    that is all of it. `defaults`: what else it holds where nothing is filled in. `must`: the parts without which it is
    none; `spared`: those of them that may be left out beside some values of another part (`Faces.spares`).
    """

    parts: Mapping[str, Part]
    usual: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    needed: bool = False
    must: tuple[str, ...] = ()
    spared: Mapping[str, Spared] = field(default_factory=dict)

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for part in self.parts.values():
            yield from part.fields()

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        told = {name: part.read(cleaned) for name, part in self.parts.items()}
        told = {name: value for name, value in told.items() if value is not LEFT_OUT}
        return {**self.usual, **told} if told or (self.needed and self.usual) else LEFT_OUT

    def halves(self, cleaned: Mapping[str, Any]) -> Iterator[str]:
        if self.read(cleaned) is LEFT_OUT:
            return
        for name, part in self.parts.items():
            must = name in self.must and name not in self.usual and not self._is_spared(name, cleaned)
            missing = must and part.read(cleaned) is LEFT_OUT
            yield from (one for one, _made in part.fields()) if missing else part.halves(cleaned)

    def _is_spared(self, name: str, cleaned: Mapping[str, Any]) -> bool:
        beside, values = self.spared.get(name, ("", ()))
        return beside in self.parts and self.parts[beside].read(cleaned) in values

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        told = value if isinstance(value, Mapping) else dict(zip(self.parts, [value], strict=False))
        for name, part in self.parts.items():
            if name in told:
                yield from part.initial(told[name])


@dataclass
class Rows(Part):
    """A list of parts, as rows; empty rows are nothing. Where none is needed they stand behind a fold; `shown`: so many
    rows stand before those that a fold holds back."""

    rows: list[Part]
    needed: bool = False
    shown: int = 1

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for row in self.rows:
            for name, made in row.fields():
                made.required = False
                yield name, made

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        told = [row.read(cleaned) for row in self.rows]
        found = [value for value in told if value is not LEFT_OUT]
        return found if found or self.needed else LEFT_OUT

    def halves(self, cleaned: Mapping[str, Any]) -> Iterator[str]:
        for row in self.rows:
            yield from row.halves(cleaned)

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        for row, one in zip(self.rows, value or (), strict=False):
            yield from row.initial(one)


@dataclass
class Ends(Rows):
    """Two texts that belong together, as the zones on both sides of a wall; one of them alone is none."""

    def halves(self, cleaned: Mapping[str, Any]) -> Iterator[str]:
        missing = [row for row in self.rows if row.read(cleaned) is LEFT_OUT]
        if self.needed or len(missing) < len(self.rows):
            yield from (name for row in missing for name, _made in row.fields())


@dataclass
class Subjects(Rows):
    """One row for each thing that a part can be about; a row whose first field is empty is not told."""

    key: str = ""
    values: tuple[Any, ...] = ()

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return list(self._told(cleaned))

    def halves(self, cleaned: Mapping[str, Any]) -> Iterator[str]:
        yield from ()  # what a row may leave out, its detail says

    def _told(self, cleaned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for value, row in zip(self.values, self.rows, strict=True):
            told = row.read(cleaned)
            if isinstance(row, Several) and told is not LEFT_OUT and next(iter(row.parts)) in told:
                yield {self.key: value, **told}


def led(
    parts: Mapping[str, Part], known: Mapping[str, tuple[Any, ...]]
) -> Iterator[tuple[str, dict[str, dict[str, list[str]]]]]:
    """Of rows whose whole values are few: the name of a row's first field, and for each other field of the row the keys
    of its choices that go with each key of the first."""
    for name, part in parts.items():
        whole = [one for one in known.get(name, ()) if isinstance(one, Mapping)]
        for row in part.rows if isinstance(part, Rows) and whole else ():
            fields = row.parts if isinstance(row, Several) else {}
            choices = {key: one for key, one in fields.items() if isinstance(one, One) and one.known}
            if len(choices) < 2 or len(choices) < len(fields):
                continue
            (first, leading), *others = choices.items()
            yield (
                leading.name,
                {one.name: _going_with(leading, first, one, key, whole) for key, one in others},
            )


def _going_with(
    leading: One, first: str, other: One, key: str, whole: list[Mapping[str, Any]]
) -> dict[str, list[str]]:
    """Key of the leading choice -> keys of the other that stand beside it in a whole value."""
    return {
        text: [
            own
            for own, told in (other.known or {}).items()
            if any(one.get(first) == value and one.get(key) == told for one in whole)
        ]
        for text, value in (leading.known or {}).items()
    }


def _key(value: Any) -> str:
    return msgspec.json.encode(value).decode()
