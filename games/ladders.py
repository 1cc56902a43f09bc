"""What a ladder of single runs shows, as its system describes it: boards, ranks, and the figures that runs compare by.

A system whose matches end with a score instead of a winner has one `Ladder` in `games.registry`; its outcomes carry
`board`, `score`, `rank` and `characters` of the run. Read by the projection of runs, the pages and the API.
"""

from __future__ import annotations

import msgspec

from games.rulebook import Text


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place of the score tuple: title, head of its column, and one sentence."""

    title: Text
    short: Text
    about: Text


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play that is ranked on its own."""

    title: Text
    about: Text


class Rank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rank that a run may reach, and what it takes."""

    title: Text
    about: Text


class LadderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`catalogue/ladder.toml` of a system. `figures` are in the order of the score."""

    boards: dict[str, Board]
    ranks: dict[str, Rank]
    figures: dict[str, Figure]


class Ladder(msgspec.Struct, frozen=True):
    """A system's ladder: boards, ranks from the lowest, figures by name in order, and the names of its characters."""

    boards: dict[str, Board]
    ranks: dict[str, Rank]
    figures: dict[str, Figure]
    characters: dict[str, Text]
