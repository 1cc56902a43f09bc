"""The one place under `games/` that reads files: a system's TOML facts, once, into frozen structs.

Anything with an "if" is code; a fact that a player could look up stands in TOML. An unknown key or a wrong type
fails at import, naming the file. Called by the systems when they are imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


class BadCatalogue(ValueError):
    """A catalogue file that does not fit its struct: says which file and which key."""


def load(path: Path, into: type[T]) -> T:
    """The facts in the file at `path`. Raises `BadCatalogue` naming file and key."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=into)
    except msgspec.MsgspecError as error:
        raise BadCatalogue(f"{path}: {error}") from None
