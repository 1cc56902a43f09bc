"""What would have been legal, where a decoder only says that something is not: the words of a choice, by their place.

Called by `api.inputs` with the struct that was wanted and the place that the decoder named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")
MOST = 60


def words_at(type_: Any, where: str) -> list[str]:
    """The legal words at a place like `$.results[0].action`; none where no choice of words stands."""
    found = [inspect.type_info(type_)]
    for step in STEP.finditer(where):
        found = [inner for outer in found for inner in _inside(outer, step[1])]
    words = [str(word) for one in found for word in _words(one)]
    return words if len(words) <= MOST else []


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
            yield from (item for item in (getattr(one, "item_type", None),) if item is not None)
        elif isinstance(one, inspect.StructType):
            yield from (field.type for field in one.fields if field.encode_name == name)


def _words(type_: inspect.Type) -> Iterator[Any]:
    for one in _flat(type_):
        if isinstance(one, inspect.LiteralType):
            yield from one.values
