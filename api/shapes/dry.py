"""The option that every operation takes which makes or changes something."""

from __future__ import annotations

from typing import Any

import msgspec


class Dry(msgspec.Struct, kw_only=True):
    """A `dry_run` is judged and answered as the request itself would be, and stores nothing."""

    dry_run: bool = False


def takes_dry_run(body: Any) -> bool:
    """Whether a body of this type may ask for one."""
    return "dry_run" in getattr(body, "__struct_fields__", ())
