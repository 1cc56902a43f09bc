"""The fields of an event, read from its class once: msgspec evaluates all annotations anew whenever it is asked."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import FieldInfo

_known: dict[type[Any], tuple[FieldInfo, ...]] = {}

HIDING = ("commitment", "salt", "blind")
"""Fields of a secret event that the log fills in."""


def fields_of(kind: type[Any]) -> tuple[FieldInfo, ...]:
    """As `msgspec.structs.fields`, in the order of the class."""
    if kind not in _known:
        _known[kind] = msgspec.structs.fields(kind)
    return _known[kind]
