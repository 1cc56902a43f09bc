"""What people read about tie-breakers and the rows that explain them, from `tiebreaks.toml`. Called by pages, API."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from games.rulebook import Text

FILE = Path(__file__).parent / "tiebreaks.toml"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Title, head of a column, and one sentence, each in both languages."""

    title: Text
    short: Text
    about: Text


@cache
def tiebreak_words() -> dict[str, Words]:
    """Tie-breaker id -> its words."""
    return msgspec.convert(
        {key: value for key, value in _file().items() if key != "reasons"}, dict[str, Words]
    )


@cache
def reason_words() -> dict[str, Text]:
    """Kind of a row of an explanation -> its name."""
    return msgspec.convert(_file()["reasons"], dict[str, Text])


def _file() -> dict[str, object]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
