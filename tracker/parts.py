"""What a game has at the tracker: a folder by its key, in each package that keeps one for the games that need it.

Called by `demo` and `pages.match_forms`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def part_of(package: str, system: str) -> ModuleType | None:
    """The folder of this game in `package`; None for a game without one."""
    name = f"{package}.{system}"
    return import_module(name) if find_spec(name) is not None else None
