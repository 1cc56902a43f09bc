"""The words by which a card's effects are written down, in both languages. Read by `card_text.py`."""

from __future__ import annotations

from typing import NamedTuple

from games.hexes import Hex
from games.senjutsu.facts import FACTS


class Word(NamedTuple):
    """A word in both languages."""

    en: str
    ru: str

    def to(self, language: str) -> str:
        return self.ru if language.startswith("ru") else self.en


WORDS: dict[str, Word] = {
    "move": Word("step", "шаг"),
    "turn": Word("turn", "поворот"),
    "must": Word("must", "обязательно"),
    "steps_first": Word("steps first", "сначала шаги"),
    "turns_first": Word("turns first", "сначала повороты"),
    "attack": Word("attack", "атака"),
    "named": Word("target", "цель"),
    "compare": Word("slower", "медленный"),
    "bleeding": Word("bleeding", "кровь"),
    "stuns": Word("stun", "оглушение"),
    "injuries": Word("injury", "травма"),
    "poison": Word("poison", "яд"),
    "push": Word("push", "оттолкнуть"),
    "pull": Word("pull", "притянуть"),
    "turns": Word("rotate", "повернуть"),
    "execute": Word("execute", "казнь"),
    "block": Word("block", "блок"),
    "focus": Word("focus", "концентрация"),
    "ring": Word("ring", "кольцо"),
    "kamae": Word("kamae", "камаэ"),
    "advantage": Word("advantage", "преимущество"),
    "search": Word("search", "поиск"),
    "draw": Word("draw", "взять"),
    "text": Word("text", "текст"),
    "any": Word("any", "любое"),
    "in": Word("in", "в"),
    "for": Word("for", "за"),
    "if_success": Word("if success", "если успех"),
    "or": Word("or", "или"),
    "optional": Word("optional", "по желанию"),
}
DIRECTIONS: tuple[Word, ...] = (
    Word("ahead", "вперёд"),
    Word("ahead-right", "вперёд-вправо"),
    Word("back-right", "назад-вправо"),
    Word("back", "назад"),
    Word("back-left", "назад-влево"),
    Word("ahead-left", "вперёд-влево"),
)
"""The relative directions, clockwise from straight ahead."""
AROUND: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The hexes in these directions, drawn for facing north."""
HERE = Word("here", "здесь")
KAMAE: dict[str, Word] = {
    key: Word(name.en.casefold(), name.ru.casefold()) for key, name in FACTS.kamae.items()
}


def plain(text: str) -> str:
    """For comparing what was typed: no capitals, no letter ё, one kind of minus, single spaces."""
    return " ".join(text.casefold().replace("ё", "е").replace("−", "-").split())


KEYS = {plain(text): key for key, word in WORDS.items() for text in word}
"""Typed word -> key."""
PLACES: dict[str, Hex] = {
    plain(text): place
    for word, place in zip((*DIRECTIONS, HERE), (*AROUND, (0, 0)), strict=True)
    for text in word
}
CELLS = {plain(text): key for key, word in KAMAE.items() for text in word}
