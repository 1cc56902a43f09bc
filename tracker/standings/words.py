"""What people read about tie-breakers and the rows that explain them, from `tiebreaks.toml`, here and of each
game. Called by pages, API."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from games.rulebook import Text
from tracker.standings.counted import PUBLISHED
from tracker.standings.families import LISTED, Member, Numbered

FILE = Path(__file__).parent / "tiebreaks.toml"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Title, head of a column, and one sentence, each in both languages."""

    title: Text
    short: Text
    about: Text


@cache
def tiebreak_words() -> dict[str, Words]:
    """Tie-breaker id -> its words."""
    own = {key: value for key, value in _file().items() if key not in ("reasons", "families")}
    listed = (Member(family, number) for family in _families() for number in LISTED)
    found = msgspec.convert(own, dict[str, Words]) | {
        f"{one.family}{one.number}": _words(one) for one in listed
    }
    found |= {id_: Words(told.title, told.short, told.about) for id_, told in PUBLISHED.items()}
    return Numbered(found.items(), _words)


@cache
def _families() -> dict[str, Words]:
    """Family -> the words of its members, with {n} for the number."""
    return msgspec.convert(_file()["families"], dict[str, Words])


def _words(one: Member) -> Words:
    told = _families()[one.family]

    def numbered(text: Text) -> Text:
        return Text(en=text.en.format(n=one.number), ru=text.ru.format(n=one.number))

    return Words(numbered(told.title), numbered(told.short), numbered(told.about))


@cache
def reason_words() -> dict[str, Text]:
    """Kind of a row of an explanation -> its name."""
    return msgspec.convert(_file()["reasons"], dict[str, Text])


def _file() -> dict[str, object]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
