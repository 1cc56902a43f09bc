"""A sentence of a game's words that a page fills in. Used by `faces` and by what is told by `taps`."""

from __future__ import annotations

from typing import Any

import msgspec


class Line(msgspec.Struct, frozen=True):
    """What a form says above its fields: a key of the game's `lines`, and what fills its braces."""

    key: str
    data: dict[str, Any] = {}
