"""What events and their fields are made of, read once: msgspec evaluates all annotations anew whenever it is asked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo

_known: dict[type[Any], tuple[FieldInfo, ...]] = {}

HIDING = ("commitment", "salt", "blind")
"""Fields of a secret event that the log fills in."""


def fields_of(kind: type[Any]) -> tuple[FieldInfo, ...]:
    """As `msgspec.structs.fields`, in the order of the class."""
    if kind not in _known:
        _known[kind] = msgspec.structs.fields(kind)
    return _known[kind]


@lru_cache(maxsize=1024)
def shape_of(type_: Any) -> inspect.Type:
    """What a type is made of: a pad asks it of every form that it shows, a refusal of every wrong value."""
    return inspect.type_info(type_)
