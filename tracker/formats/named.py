"""The formats that an organiser chooses by name, from `named.toml`. Read by the form of a new event and by REST."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from games.rulebook import Text
from tracker.formats.structs import Stage

FILE = Path(__file__).parent / "named.toml"


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A format with its words and its stages."""

    title: Text
    about: Text
    stages: tuple[Stage, ...]

    def planned(self, cut: int | None = None, groups: int | None = None) -> tuple[Stage, ...]:
        """The stages with another size of the cut, or another number of groups."""
        return tuple(
            replace(
                stage,
                cut=cut if cut and stage.cut else stage.cut,
                groups=groups if groups and stage.groups > 1 else stage.groups,
            )
            for stage in self.stages
        )


@cache
def named() -> dict[str, Named]:
    """Key -> format, in the order in which they are offered."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, Named])
