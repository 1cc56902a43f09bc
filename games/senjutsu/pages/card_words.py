"""The words by which a card's effects are written down, in both languages. Read by `card_text.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from games.hexes import DIRECTIONS as AROUND
from games.rulebook import Text
from games.senjutsu.facts import FACTS
from games.senjutsu.worded import WORDS as OF_THE_GAME

Key = TypeVar("Key")
WORDS, _TOWARDS = OF_THE_GAME.values["written"], OF_THE_GAME.values["towards"]
HERE = _TOWARDS["here"]
DIRECTIONS = tuple(_TOWARDS[str(number)] for number in range(6))
"""The relative directions, clockwise from straight ahead."""
KAMAE = {key: Text(name.en.casefold(), name.ru.casefold()) for key, name in FACTS.kamae.items()}


def plain(text: str) -> str:
    """For comparing what was typed: no capitals, no letter ё, one kind of minus, single spaces."""
    return " ".join(text.casefold().replace("ё", "е").replace("−", "-").split())


def _typed(words: Iterable[tuple[Key, Text]]) -> dict[str, Key]:
    """What is typed in either language -> what it means."""
    return {plain(text): key for key, word in words for text in (word.en, word.ru)}


KEYS = _typed(WORDS.items())
PLACES = _typed(zip((*AROUND, (0, 0)), (*DIRECTIONS, HERE), strict=True))
CELLS = _typed((key, word) for key, word in KAMAE.items())
