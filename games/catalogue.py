"""Reads a TOML file of a game, once, into a frozen struct: facts, words, presets, what may be chosen.

Anything with an "if" is code; a fact that a player could look up stands in TOML. An unknown key or a wrong type
fails at import, naming the file. Called by the games when they are imported; only `games.rulebook` reads its files
by itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


class BadCatalogue(ValueError):
    """A file that is not there or does not fit its struct: says which file and which key."""


def load(path: Path, into: type[T]) -> T:
    """The facts in the file at `path`. Raises `BadCatalogue` naming file and key."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=into)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadCatalogue(f"{path}: {error}") from None
