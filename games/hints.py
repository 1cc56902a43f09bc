"""What would have been legal, where a decoder only says that something is not: the words of a choice, an example of a
form. By the place that the decoder names in the struct that was wanted. Called by `games.codec` and `api.inputs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from games.example_ids import ID
from games.faults import fault, told
from games.fields import HIDING, shape_of

STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")
MOST = 60


def hint(type_: Any, where: str) -> str:
    """What is legal at a place like `$.results[0].action`, to stand behind what is wrong there; empty: nobody knows.

    Of an object these are its fields.
    """
    found = [shape_of(type_)]
    for step in STEP.finditer(where):
        found = [inner for outer in found for inner in _inside(outer, step[1])]
    words = [str(word) for one in found for word in _words(one)]
    if words and len(words) <= MOST:
        return fault("legal_words", words=", ".join(words))
    if names := _field_names(found):
        return fault("known_fields", names=", ".join(names))
    examples = [str(example) for one in found for example in _examples(one)]
    if not examples:
        return ""
    return told(f"; it is written as in {' or '.join(examples)}", f"; пишется так: {' или '.join(examples)}")


def _field_names(found: list[inspect.Type]) -> list[str]:
    """The fields of the one struct that is wanted there."""
    structs = [one for outer in found for one in _flat(outer) if isinstance(one, inspect.StructType)]
    names = [field.encode_name for field in structs[0].fields] if len(structs) == 1 else []
    return [name for name in names if name not in HIDING]


def _flat(type_: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(type_, inspect.Metadata):
        yield from _flat(type_.type)
    elif isinstance(type_, inspect.UnionType):
        for one in type_.types:
            yield from _flat(one)
    else:
        yield type_


def _inside(type_: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """The type of a field by its name, or (None) of an item."""
    for one in _flat(type_):
        if name is None:
            parts = (getattr(one, "item_type", None), getattr(one, "value_type", None))
            yield from (part for part in parts if part is not None)
        elif isinstance(one, inspect.StructType):
            yield from (field.type for field in one.fields if field.encode_name == name)


def _words(type_: inspect.Type) -> Iterator[Any]:
    for one in _flat(type_):
        if isinstance(one, inspect.LiteralType):
            yield from one.values


def _examples(type_: inspect.Type) -> Iterator[Any]:
    if isinstance(type_, inspect.UUIDType):
        yield ID
    elif isinstance(type_, inspect.Metadata):
        yield from (type_.extra_json_schema or {}).get("examples", ())
        yield from _examples(type_.type)
    elif isinstance(type_, inspect.UnionType):
        for one in type_.types:
            yield from _examples(one)
