"""Fields of a form made from the type of an event or of a list, and the value read back from what was filled in.

Only what is legal is offered: `Offered` knows the few legal values by the path of a field. Nested parts are rows, a
mapping has one field for each of its keys. Called by `forms` and `lists`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from games.schemas import texts_of
from games.system import Tiles, Typed
from games.words import SEALED
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.tiles import tiles_field
from tracker.pages.match_forms.pad import points

ROWS = 6
"""So many parts of a list can be told in one form."""
SEGMENT = 11
"""So many numbers stand side by side."""
SIDE_BY_SIDE = 36
"""So many letters of choices, with their borders, have room in one row."""
TICKS = 60
"""More values than that are typed, one per line."""
LEFT_OUT = object()
"""Nothing was filled in."""


@dataclass(frozen=True)
class Offered:
    """What the rules offer: `choices` and `limits` by path; `keys` of mappings that nothing else names.

    `rows`: so many parts of a list can be told. `tiles`: fields that are tapped on tiles. `beside`: (field, value,
    name) -> the name of a choice with what stands beside it. `subjects`: list -> (the field that names a part, one
    value for each row).
    """

    reader: Reader
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    rows: int = ROWS
    tiles: Mapping[str, Tiles] = field(default_factory=dict)
    subjects: Mapping[str, tuple[str, tuple[Any, ...]]] = field(default_factory=dict)
    beside: Callable[[str, Any, str], str] = lambda name, value, said: said

    def named(self, path: str, value: Any) -> str:
        """A choice as it is offered."""
        plain = _plain(path)
        return self.beside(plain, value, self.reader.value(plain, value) or _("nothing"))

    def values(self, path: str) -> tuple[Any, ...] | None:
        """The legal values of a field, by its whole path or by its last name; None where they are not few."""
        for name in (path, path.rpartition(".")[2]):
            if name in self.choices:
                return self.choices[name]
        return None


class Part:
    """A value of a form. `fields` go into the form by name; `read` gives the value, or `LEFT_OUT`."""

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        raise NotImplementedError

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Name -> what stands in the field when `value` is shown again."""
        raise NotImplementedError


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

    def clean(self, value: Any) -> Any:
        said = str(super().clean(value) or "")
        names = re.split(r"[,;\n]", said) if self.several else [said]
        found = [self.typed.read(name.strip()) for name in names if name.strip()]
        if None in found:
            raise forms.ValidationError(self.fault)
        return found if self.several else next(iter(found), None)


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
    """Numbers by name, one a line: a name, a blank, and how many; without a number one."""

    def clean(self, value: Any) -> dict[str, int]:
        lines = [line.split() for line in str(super().clean(value) or "").splitlines()]
        told: dict[str, int] = {}
        for words in filter(None, lines):
            number = words[1] if len(words) > 1 else "1"
            if len(words) > 2 or not number.isdecimal() or len(number) > 4:
                raise forms.ValidationError(_("A name and a number on each line, such as: B4 2"))
            told[words[0]] = told.get(words[0], 0) + int(number)
        return told


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
    that is all of it. `defaults`: what else it holds where nothing is filled in.
    """

    parts: Mapping[str, Part]
    usual: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    needed: bool = False

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for part in self.parts.values():
            yield from part.fields()

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        told = {name: part.read(cleaned) for name, part in self.parts.items()}
        told = {name: value for name, value in told.items() if value is not LEFT_OUT}
        return {**self.usual, **told} if told or (self.needed and self.usual) else LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        told = value if isinstance(value, Mapping) else dict(zip(self.parts, [value], strict=False))
        for name, part in self.parts.items():
            if name in told:
                yield from part.initial(told[name])


@dataclass
class Rows(Part):
    """A list of parts, as rows; empty rows are nothing. Where none is needed they stand behind a fold."""

    rows: list[Part]
    needed: bool = False

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for row in self.rows:
            for name, made in row.fields():
                made.required = False
                yield name, made

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        told = [row.read(cleaned) for row in self.rows]
        found = [value for value in told if value is not LEFT_OUT]
        return found if found or self.needed else LEFT_OUT

    def initial(self, value: Any) -> Iterator[tuple[str, Any]]:
        for row, one in zip(self.rows, value or (), strict=False):
            yield from row.initial(one)


@dataclass
class Subjects(Rows):
    """One row for each thing that a part can be about; a row whose first field is empty is not told."""

    key: str = ""
    values: tuple[Any, ...] = ()

    def read(self, cleaned: Mapping[str, Any]) -> Any:
        return list(self._told(cleaned))

    def _told(self, cleaned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for value, row in zip(self.values, self.rows, strict=True):
            told = row.read(cleaned)
            if isinstance(row, Several) and told is not LEFT_OUT and next(iter(row.parts)) in told:
                yield {self.key: value, **told}


def part_of(path: str, info: Any, required: bool, offered: Offered) -> Part:
    """The part for a value of a type. `path` names it, `a.0.b` inside lists."""
    known = offered.values(_plain(path))
    bare, optional = _without_none(info, simple=known is not None)
    required = required and not optional
    if path in offered.tiles:
        return One(path, tiles_field(path, _is_list(bare), required, offered.tiles[path], offered.reader))
    if isinstance(bare, inspect.StructType):
        inner = [one for one in _fields(bare) if offered.values(_plain(f"{path}.{one.name}")) != ()]
        parts = {one.name: _inside(path, one, required, offered) for one in inner}
        return Several(parts, _usual(bare), _defaults(bare), required)
    if isinstance(bare, inspect.DictType):
        if (
            offered.values(_plain(path) + ".*") or offered.values(_plain(path).rpartition(".")[2] + ".*")
        ) == ():
            return _counted(path, offered.reader.field(_plain(path)), required)
        keys = [str(key) for key in offered.values(_plain(path) + ".*") or offered.keys]
        return Several(
            {key: _named(f"{path}.{key}", bare.value_type, key, required, offered) for key in keys}
        )
    if _is_list(bare):
        return _list(path, bare, required, offered)
    if isinstance(bare, inspect.TupleType) and known is None:
        return Spot(path, offered.reader.field(_plain(path)), required)
    if known is None:
        known = (True, False) if optional and isinstance(bare, inspect.BoolType) else texts_of(bare) or None
    label = offered.reader.field(_plain(path))
    if known is not None:
        return _choice(path, known, label, required, offered)
    return _single(path, bare, label, required, offered)


def parts_of_struct(
    type_: Any,
    offered: Offered,
    required: Iterable[str] = (),
    without: Iterable[str] = (),
    optional: Container[str] = (),
) -> dict[str, Part]:
    """Field -> its part, for the fields of an event or of a list; the server's own fields are left out.

    `required`: fields that must be told though they have a default, as secrets have; `optional`: those that need not.
    """
    info: Any = shape_of(type_)
    told, settled = set(required), set(without)
    found = {}
    for one in _fields(info):
        if one.name not in settled:
            wanted = _without_none(one.type)[0] if one.name in told else one.type
            needed = (one.required or one.name in told) and one.name not in optional
            found[one.name] = part_of(one.name, wanted, needed, offered)
    return found


@lru_cache(maxsize=1024)
def shape_of(type_: Any) -> Any:
    """What a type is made of; a pad asks it of every form that it shows, and it takes longer than the form."""
    return inspect.type_info(type_)


def lists_of(type_: Any) -> list[str]:
    """The fields of an event that hold several values."""
    info: Any = shape_of(type_)
    return [one.name for one in _fields(info) if _is_list(_without_none(one.type)[0])]


def _is_list(info: Any) -> bool:
    return isinstance(info, inspect.VarTupleType | inspect.ListType | inspect.SetType)


def groups(form: forms.Form, reader: Reader, parts: Mapping[str, Part]) -> list[dict[str, Any]]:
    """The fields of a form as it is drawn: {"legend", "first": fields, "more": rows behind a fold, "rows": all}.

    `subjects`: a row for each thing. `fold`: all of it is optional and stands behind a fold; `open`: something is
    filled in there, or wrong.
    """
    found = []
    for name, part in parts.items():
        rows = part.rows if isinstance(part, Rows) else [part]
        drawn = [[form[field] for field, _made in row.fields()] for row in rows]
        legend = reader.field(name) if isinstance(part, Rows | Several | Spot) else ""
        fields = [field for row in drawn for field in row]
        group: dict[str, Any] = {
            "legend": legend,
            "first": drawn[0] if drawn else [],
            "more": drawn[1:],
            "rows": drawn,
            "pair": isinstance(part, Spot),
        }
        if isinstance(part, Subjects):
            labels = [reader.value(part.key, value) for value in part.values]
            group["subjects"] = [
                {"label": label, "fields": row} for label, row in zip(labels, drawn, strict=True)
            ]
        group["fold"] = isinstance(part, Rows) and not part.needed
        group["open"] = any(field.errors or field.value() for field in fields)
        found.append(group)
    return found


def _fields(info: Any) -> list[Any]:
    return [one for one in info.fields if one.name not in SEALED]


def _usual(info: Any) -> dict[str, Any]:
    """What a struct must hold though nobody fills it in: an unticked tick, none of what may be none."""
    asked = [one for one in info.fields if one.required]
    ticks = {one.encode_name: False for one in asked if isinstance(one.type, inspect.BoolType)}
    return ticks | {one.encode_name: None for one in asked if _without_none(one.type)[1]}


def _defaults(info: Any) -> dict[str, Any]:
    """Field -> its default, of those that have one."""
    plainly = (one for one in info.fields if one.default is not msgspec.NODEFAULT)
    return {one.encode_name: msgspec.to_builtins(one.default) for one in plainly}


def _inside(path: str, one: Any, required: bool, offered: Offered) -> Part:
    return part_of(f"{path}.{one.name}", one.type, required and one.required, offered)


def _named(path: str, info: Any, key: str, required: bool, offered: Offered) -> Part:
    """The part of one key of a mapping, labelled by what the key is called."""
    part = part_of(path, info, required, offered)
    for _name, made in part.fields():
        made.label = offered.reader.value(_plain(path), key)
    return part


def _list(path: str, info: Any, required: bool, offered: Offered) -> Part:
    item, known = info.item_type, offered.values(_plain(path))
    if known and all(isinstance(one, list | tuple) for one in known):
        return _choice(path, known, offered.reader.field(_plain(path)), required, offered)
    if path in offered.subjects:
        key, values = offered.subjects[path]
        told = replace(offered, choices={**offered.choices, f"{path}.{key}": ()})
        parts = [part_of(f"{path}.{row}", item, False, told) for row in range(len(values))]
        return Subjects(parts, True, key, values)
    if isinstance(_without_none(item, simple=bool(known))[0], inspect.StructType):
        rows = [part_of(f"{path}.{row}", item, False, offered) for row in range(offered.rows)]
        return Rows(rows, required)
    known = known if known is not None else texts_of(item) or None
    label = offered.reader.field(_plain(path))
    if known is not None and len(known) <= TICKS:
        named = {str(number): one for number, one in enumerate(known)}
        options = [(key, offered.named(path, one)) for key, one in named.items()]
        ticks = forms.MultipleChoiceField(
            label=label, choices=options, required=required, widget=forms.CheckboxSelectMultiple
        )
        return One(path, ticks, named)
    typed = offered.reader.system.faces.typed.get(_plain(path).rpartition(".")[2])
    if typed is not None:
        short = forms.Textarea(attrs={"rows": 2})
        made = NamedField(
            typed, offered.reader, True, label=label, required=required, max_length=800, widget=short
        )
        made.help_text = _("Names or numbers, one per line.")
        return One(path, made)
    height = {"rows": 2 if _in_row(path) else 4}
    area = forms.CharField(
        label=label, required=required, max_length=4000, widget=forms.Textarea(attrs=height)
    )
    area.help_text = _("One entry on each line.")
    return Lines(path, area)


def _counted(path: str, label: str, required: bool) -> Counted:
    area = CountedField(label=label, required=required, max_length=4000, widget=forms.Textarea({"rows": 4}))
    area.help_text = _("A name and a number on each line, such as: B4 2")
    return Counted(path, area)


def _choice(path: str, known: Iterable[Any], label: str, required: bool, offered: Offered) -> Part:
    named = {str(number): one for number, one in enumerate(known)}
    options = [(key, offered.named(path, one)) for key, one in named.items()]
    few = len(options) <= SEGMENT and not _in_row(path)
    shown = (
        options if few and required else [("", _("not stated") if not required else _("choose")), *options]
    )
    widget: Any = forms.RadioSelect if few else forms.Select
    made = forms.ChoiceField(label=label, choices=shown, required=required, widget=widget)
    if len(options) == 1 and required:
        made.initial = options[0][0]
    made.side_by_side = few and _are_short(shown)  # type: ignore[attr-defined]
    return One(path, made, named)


def _are_short(options: list[tuple[str, str]]) -> bool:
    """Whether all of them have room side by side on a phone."""
    return 2 <= len(options) <= 5 and sum(len(name) + 3 for _key, name in options) <= SIDE_BY_SIDE


def _single(path: str, info: Any, label: str, required: bool, offered: Offered) -> Part:
    if isinstance(info, inspect.BoolType):
        return Yes(path, forms.BooleanField(label=label, required=False))
    if isinstance(info, inspect.IntType):
        return One(path, _number(path, info, label, required, offered))
    if isinstance(info, inspect.FloatType):
        return One(
            path, forms.FloatField(label=label, required=required, min_value=info.ge, max_value=info.le)
        )
    typed = offered.reader.system.faces.typed.get(_plain(path).rpartition(".")[2])
    if typed is not None:
        return One(path, NamedField(typed, offered.reader, label=label, required=required, max_length=60))
    longest = getattr(info, "max_length", None) or 400
    return One(path, forms.CharField(label=label, required=required, max_length=longest))


def _number(path: str, info: Any, label: str, required: bool, offered: Offered) -> forms.Field:
    low, high = (
        offered.limits.get(_plain(path))
        or offered.limits.get(_plain(path).rpartition(".")[2])
        or (info.ge, info.le)
    )
    if required and low is not None and high is not None and high - low < SEGMENT:
        made = points(label, range(low, high + 1), low)
        made.side_by_side = True  # type: ignore[attr-defined]
        return made
    return forms.IntegerField(label=label, required=required, min_value=low, max_value=high)


def _without_none(info: Any, simple: bool = False) -> tuple[Any, bool]:
    """(the type, whether it may be left open). Of a value and its longer form the longer one, unless `simple`."""
    if not isinstance(info, inspect.UnionType):
        return info, False
    left = [one for one in info.types if not isinstance(one, inspect.NoneType)]
    longer = [one for one in left if isinstance(one, inspect.StructType) is not simple]
    texts = [one for one in left if isinstance(one, inspect.StrType)]
    if texts and all(isinstance(one, inspect.StrType | inspect.LiteralType) for one in left):
        return texts[0], len(left) < len(info.types)
    return (longer or left)[0], len(left) < len(info.types)


def _plain(path: str) -> str:
    """The path without the numbers of its rows."""
    return ".".join(one for one in path.split(".") if not one.isdecimal())


def _in_row(path: str) -> bool:
    """Whether a field stands in one of several rows, where a form has no room for open choices."""
    return any(one.isdecimal() for one in path.split("."))


def _key(value: Any) -> str:
    return msgspec.json.encode(value).decode()
