"""Parts of a form made from the type of an event or of a list.

Only what is legal is offered: `Offered` knows the few legal values by the path of a field. Nested parts are rows, a
mapping has one field for each of its keys. Called by `forms` and `lists`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from games.faces import Spared, Tiles, Typed
from games.fields import shape_of
from games.rulebook import Text
from games.schemas import values_of
from tracker.pages.match_forms.generic.measures import MeasuredField
from tracker.pages.match_forms.generic.parts import (
    Another,
    Besides,
    Counted,
    CountedField,
    Ends,
    Few,
    Lines,
    NamedField,
    Names,
    One,
    Part,
    Rows,
    Several,
    Spot,
    Subjects,
    Yes,
)
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.shapes import (
    defaults_of,
    is_list,
    told_fields,
    usual_of,
    without_none,
)
from tracker.pages.match_forms.generic.tiles import tiles_field
from tracker.pages.match_forms.pad import points

ROWS = 6
"""So many parts of a list can be told in one form."""
FEW_ROWS = 3
"""So many rows stand in sight where there can be no more."""
PAIR = 2
"""So many fields of a part stand in one row."""
SEGMENT = 11
"""So many numbers stand side by side."""
FEW_OF_A_KEY = 5
"""So many of a number that may be left out, where a column of a form has room for them."""
SIDE_BY_SIDE = 36
"""So many letters of choices, with their borders, have room in one row."""
TICKS = 60
"""More values than that are typed, one per line."""
SHORT_TICK = 4
"""Ticks of so few letters, such as the zones of a map, stand several in a row."""


@dataclass(frozen=True)
class Offered:
    """What the rules offer: `choices` and `limits` by path; `keys` of mappings that nothing else names.

    `counts`: how many values a list may hold, (low, high) by path. `rows`: so many parts of a list can be told.
    `tiles`: fields that are tapped on tiles. `beside`: (field, value, name) -> the name of a choice with what
    stands beside it. `spares`: as `Faces.spares`. `subjects`: list -> (the field that names a part, one value for each
    row).
    """

    reader: Reader
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    rows: int = ROWS
    tiles: Mapping[str, Tiles] = field(default_factory=dict)
    spares: Mapping[str, Spared] = field(default_factory=dict)
    subjects: Mapping[str, tuple[str, tuple[Any, ...]]] = field(default_factory=dict)
    beside: Callable[[str, Any, str], str] = lambda name, value, said: said

    def named(self, path: str, value: Any) -> str:
        """A choice as it is offered; the words of "" name what is told by leaving it out."""
        plain = _plain(path)
        left = self.reader.words.named(plain, "") if value is None else None
        said = self.reader.text(left) if left is not None else self.reader.value(plain, value)
        return self.beside(plain.rpartition(".")[2], value, said or _("nothing"))

    def left(self, path: str) -> str:
        """What is told by leaving a field out, in the words of ""."""
        told = self.reader.words.named(_plain(path).rpartition(".")[2], "")
        return self.reader.text(told) if told is not None else _("not stated")

    def typed(self, path: str) -> Typed | None:
        """How its values may be typed."""
        return self.reader.system.faces.typed.get(_plain(path).rpartition(".")[2])

    def values(self, path: str) -> tuple[Any, ...] | None:
        """The legal values of a field, by its whole path or by its last name; None where they are not few."""
        for name in (path, path.rpartition(".")[2]):
            if name in self.choices:
                return self.choices[name]
        return None


def part_of(path: str, info: Any, required: bool, offered: Offered) -> Part:
    """The part for a value of a type. `path` names it, `a.0.b` inside lists."""
    known = offered.values(_plain(path))
    bare, optional = without_none(info, simple=known is not None)
    required = required and not optional
    if path in offered.tiles:
        return One(path, tiles_field(path, is_list(bare), required, offered.tiles[path], offered.reader))
    if isinstance(bare, inspect.StructType):
        inner = [one for one in told_fields(bare) if offered.values(_plain(f"{path}.{one.name}")) != ()]
        parts = {one.name: _inside(path, one, required, offered) for one in inner}
        must = tuple(one.name for one in inner if one.required)
        spared = {name: one for name in must if (one := offered.spares.get(_plain(f"{path}.{name}")))}
        return Several(parts, usual_of(bare), defaults_of(bare), required, must, spared)
    if isinstance(bare, inspect.DictType):
        if (
            offered.values(_plain(path) + ".*") or offered.values(_plain(path).rpartition(".")[2] + ".*")
        ) == ():
            return _counted(path, required, offered)
        keys = [str(key) for key in offered.values(_plain(path) + ".*") or offered.keys]
        return Several(
            {key: _named(f"{path}.{key}", bare.value_type, key, required, offered) for key in keys}
        )
    if is_list(bare):
        return _list(path, bare, required, offered)
    if isinstance(bare, inspect.TupleType) and known is None:
        if all(isinstance(one, inspect.StrType) for one in bare.item_types):
            return _ends(path, bare, required, offered)
        return Spot(path, offered.reader.field(_plain(path)), required)
    if known is None:
        known = (True, False) if optional and isinstance(bare, inspect.BoolType) else values_of(bare) or None
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
    for one in told_fields(info):
        if one.name not in settled:
            wanted = without_none(one.type)[0] if one.name in told else one.type
            needed = (one.required or one.name in told) and one.name not in optional
            found[one.name] = part_of(one.name, wanted, needed, offered)
    return found


def _inside(path: str, one: Any, required: bool, offered: Offered) -> Part:
    return part_of(f"{path}.{one.name}", one.type, required and one.required, offered)


def _named(path: str, info: Any, key: str, required: bool, offered: Offered) -> Part:
    """The part of one key of a mapping, labelled by what the key is called; where it has several fields each by its
    own name too, and of a mapping among other parts by the mapping, which has no heading there; one that is itself
    the part of a key is called as that key already. What leaving it out tells stands in the words of the mapping."""
    part, whole = part_of(path, info, required, offered), path.removesuffix(f".{key}")
    label = offered.reader.value(_plain(path), key)
    outer = _plain(whole).rpartition(".")[0]
    if outer and offered.values(f"{outer}.*") is None:
        label = f"{offered.reader.field(_plain(whole))}: {label}"
    left = offered.reader.words.named(_plain(whole), "")
    for _name, made in part.fields():
        made.label = f"{label}: {made.label}" if isinstance(part, Several) else label
        if left is not None and isinstance(made, forms.ChoiceField):
            said, shown = offered.reader.text(left), cast(list[tuple[str, str]], made.choices)
            made.choices = [(value, name if value else said) for value, name in shown]
    return part


def _list(path: str, info: Any, required: bool, offered: Offered) -> Part:
    item, known = info.item_type, offered.values(_plain(path))
    if known and all(isinstance(one, list | tuple) for one in known):
        return _choice(path, known, offered.reader.field(_plain(path)), required, offered)
    if path in offered.subjects:
        key, values = offered.subjects[path]
        told = replace(offered, choices={**offered.choices, f"{path}.{key}": ()})
        parts = [part_of(f"{path}.{row}", item, False, told) for row in range(len(values))]
        return Subjects(parts, True, key=key, values=values)
    if isinstance(without_none(item, simple=bool(known))[0], inspect.StructType):
        rows = [part_of(f"{path}.{row}", item, False, offered) for row in range(_rows(path, item, offered))]
        low, high = offered.counts.get(_plain(path), (0, 0))
        return Rows(rows, required, high if 0 < high <= FEW_ROWS else max(1, low))
    known = known if known is not None else values_of(item) or None
    label = offered.reader.field(_plain(path))
    if known is not None and _are_few_of_many(path, known, offered):
        return _few(path, known, label, offered)
    typed = offered.typed(path)
    if known is not None and typed is not None and typed.besides is not None:
        return _besides(path, known, typed, typed.besides, offered)
    if known is not None and len(known) <= TICKS:
        named = {str(number): one for number, one in enumerate(known)}
        options = [(key, offered.named(path, one)) for key, one in named.items()]
        ticks = forms.MultipleChoiceField(
            label=label, choices=options, required=required, widget=forms.CheckboxSelectMultiple
        )
        ticks.short = all(len(text) <= SHORT_TICK for _key, text in options)  # type: ignore[attr-defined]
        return One(path, ticks, named)
    most = offered.counts.get(_plain(path), (0, 0))[1]
    height = {"rows": most or (2 if _in_row(path) or typed else 4), "class": "few"}
    if typed is not None:
        lines = forms.Textarea(attrs=height)
        made = NamedField(
            typed, offered.reader, True, label=label, required=required, max_length=800, widget=lines
        )
        hint = offered.reader.text(typed.hint) if typed.hint is not None else ""
        made.help_text = hint or _("Names or numbers, one per line.")
        return Names(path, made)
    area = forms.CharField(
        label=label, required=required, max_length=4000, widget=forms.Textarea(attrs=height)
    )
    area.help_text = _("One entry on each line.")
    return Lines(path, area)


def _are_few_of_many(path: str, known: Iterable[Any], offered: Offered) -> bool:
    """Whether a list holds so few of so many numbers that nobody looks for them among ticks."""
    numbers = list(known)
    most = offered.counts.get(path, (0, 0))[1]
    return 0 < most <= PAIR and len(numbers) > SEGMENT and all(type(one) is int for one in numbers)


def _few(path: str, known: Iterable[int], label: str, offered: Offered) -> Few:
    """Selects that begin with what is told by leaving them out."""
    options = [("", offered.left(path)), *((str(one), offered.named(path, one)) for one in known)]
    most = offered.counts[path][1]
    return Few(
        path, [forms.ChoiceField(label=label, choices=options, required=False) for _place in range(most)]
    )


def _besides(path: str, known: Iterable[str], typed: Typed, title: Text, offered: Offered) -> Besides:
    """Ticks, and a line for what is not on offer."""
    reader = offered.reader
    ticks = forms.MultipleChoiceField(
        label=reader.field(_plain(path)),
        choices=[(one, offered.named(path, one)) for one in known],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    others = NamedField(
        typed,
        reader,
        True,
        label=reader.text(title),
        required=False,
        max_length=800,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    others.help_text = _("One entry on each line.")
    others.apart = True  # type: ignore[attr-defined]
    return Besides(path, ticks, others=others)


def _ends(path: str, info: Any, required: bool, offered: Offered) -> Ends:
    """Both ends of what lies between two things, each in a field of its own."""
    name = offered.reader.field(_plain(path))
    labels = (_("%(name)s: one side") % {"name": name}, _("%(name)s: the other side") % {"name": name})
    rows = [
        _single(f"{path}.{number}", one, label, required, offered)
        for number, (one, label) in enumerate(zip(info.item_types, labels, strict=True))
    ]
    return Ends(rows, required, len(rows))


def _rows(path: str, item: Any, offered: Offered) -> int:
    """How many parts of a list have room in one form: twice as many where each is one short row; as many as there must
    be, or at most can be, where the rules know it and they are few."""
    low, high = offered.counts.get(_plain(path), (0, 0))
    if 0 < low == high or 0 < high <= FEW_ROWS:
        return high
    told = told_fields(without_none(item)[0])
    shown = [one for one in told if offered.values(_plain(f"{path}.{one.name}")) != ()]
    return offered.rows * 2 if len(told) > len(shown) and len(shown) <= PAIR else offered.rows


def _counted(path: str, required: bool, offered: Offered) -> Counted:
    label, lines = offered.reader.field(_plain(path)), forms.Textarea({"rows": 4, "class": "few"})
    typed, reader = offered.typed(path), offered.reader
    area = CountedField(typed, reader, label=label, required=required, max_length=4000, widget=lines)
    area.help_text = _("A name and a number on each line, such as: B4 2")
    return Counted(path, area)


def _choice(path: str, known: Iterable[Any], label: str, required: bool, offered: Offered) -> Part:
    named = {str(number): one for number, one in enumerate(known)}
    options = [(key, offered.named(path, one)) for key, one in named.items()]
    few = len(options) <= SEGMENT and not _in_row(path)
    nothing = _("choose") if required else _("not stated") if None in known else offered.left(path)
    if not required:  # what is told by leaving it out is offered once
        options = [(key, name) for key, name in options if name != nothing]
    shown = options if few and required else [("", nothing), *options]
    widget: Any = forms.RadioSelect if few else forms.Select
    made = forms.ChoiceField(label=label, choices=shown, required=required, widget=widget)
    if len(options) == 1 and required:
        made.initial = options[0][0]
    made.numbers = few and required and all(type(one) is int for one in named.values())  # type: ignore[attr-defined]
    made.side_by_side = few and _are_short(shown)  # type: ignore[attr-defined]
    typed = offered.typed(path)
    if typed is None or typed.besides is None:
        return One(path, made, named)
    made.required = False
    title = offered.reader.text(typed.besides)
    others = NamedField(typed, offered.reader, label=title, required=False, max_length=typed.longest)
    others.apart = True  # type: ignore[attr-defined]
    return Another(path, made, named, others, required)


def _are_short(options: list[tuple[str, str]]) -> bool:
    """Whether all of them have room side by side on a phone."""
    return 2 <= len(options) <= 5 and sum(len(name) + 3 for _key, name in options) <= SIDE_BY_SIDE


def _single(path: str, info: Any, label: str, required: bool, offered: Offered) -> Part:
    if isinstance(info, inspect.BoolType):
        return Yes(path, forms.BooleanField(label=label, required=False))
    if isinstance(info, inspect.IntType):
        return One(path, _number(path, info, label, required, offered))
    if isinstance(info, inspect.FloatType):
        bounds = {"min_value": info.ge, "max_value": info.le}
        decimals = offered.reader.words.decimals
        return One(path, MeasuredField(decimals, label=label, required=required, **bounds))
    typed = offered.typed(path)
    if typed is not None:
        return One(
            path, NamedField(typed, offered.reader, label=label, required=required, max_length=typed.longest)
        )
    longest = getattr(info, "max_length", None) or 400
    return One(path, forms.CharField(label=label, required=required, max_length=longest))


def _number(path: str, info: Any, label: str, required: bool, offered: Offered) -> forms.Field:
    low, high = (
        offered.limits.get(_plain(path))
        or offered.limits.get(_plain(path).rpartition(".")[2])
        or (info.ge, info.le)
    )
    if required and low is not None and high is not None and high - low < SEGMENT:
        made = points(label, range(low, high + 1), None)
        made.initial = low if low == high else None  # of several none is told before it is tapped
        made.numbers = True  # type: ignore[attr-defined]
        return made
    if _plain(path) in offered.limits and "." in path and not _in_row(path) and high - low < FEW_OF_A_KEY:
        made = points(label, range(low, high + 1), low)  # of whom nothing is tapped nothing is told
        made.initial, made.empty_value, made.numbers = None, None, True  # type: ignore[attr-defined]
        return made
    return forms.IntegerField(label=label, required=required, min_value=low, max_value=high)


def _plain(path: str) -> str:
    """The path without the numbers of its rows."""
    return ".".join(one for one in path.split(".") if not one.isdecimal())


def _in_row(path: str) -> bool:
    """Whether a field stands in one of several rows, where a form has no room for open choices."""
    return any(one.isdecimal() for one in path.split("."))
