"""The folder of a game in a package of the tracker that has one for each game that needs it, by its key.

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
