"""The words of Senjutsu outside a match's own pages: cards, decks, opponents, results. Called by the pages of decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.ruleset import DRAW
from games.senjutsu.faces import WORDS
from games.senjutsu.state import OPPONENTS as FOES
from games.senjutsu.system import SYSTEM
from tracker import messages
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.reader import result_words as won
from tracker.pages.match_forms.names import Names


def said(field: str, value: Any, language: str) -> str:
    """A value of a field, without the names of a match."""
    return Reader(SYSTEM, Names({}, {}, language)).value(field, value)


def words_of(field: str) -> dict[str, str]:
    """Every value of a field with its words."""
    return {key: told.to(messages.language()) for key, told in WORDS.values[field].items()}


def field_words() -> dict[str, str]:
    """The fields of a deck."""
    return {key: told.to(messages.language()) for key, told in WORDS.fields.items()}


def own_names(data: Any, language: str) -> dict[str, str]:
    """The names of the opponents and printed cards that an event or a refusal tells of, by their ids."""
    called = SYSTEM.faces.called
    found = {text: called("vo", text, str) for text in _texts(data)}
    return {key: name.to(language) for key, name in found.items() if name is not None}


def _texts(value: Any) -> Iterator[str]:
    """Every text that stands anywhere in a payload, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from (*_texts(key), *_texts(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def result_words(winner: str | None, language: str) -> str:
    """`Side A wins` or `A draw`."""
    return said("outcome", winner, language) if winner in (DRAW, FOES) else won(SYSTEM, winner, language)
