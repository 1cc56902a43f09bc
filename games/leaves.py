"""The single values of what is nested: of facts that players enter, of a secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """(field, value) of everything that is neither a dict nor a list; values of a list go by the list's field."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, key)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner, name)
    else:
        yield name, value
