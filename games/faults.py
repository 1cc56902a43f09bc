"""What is wrong with a file, or with a row of a table: its English text that knows how to be said in Russian.

The sentences stand in `faults.toml`, each under its code; what breaks a rule of a game has its own in `rules.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from games.rulebook import Text

FILE = Path(__file__).with_name("faults.toml")


class Fault(str):
    """The English text of a fault; `ru` is the same in Russian."""

    ru: str

    def to(self, language: str) -> str:
        """The text in `language`; anything that is not Russian reads English."""
        return Text(str(self), self.ru).to(language)


def in_russian(text: str) -> str:
    """The Russian text of a fault; any other text as it is."""
    return text.ru if isinstance(text, Fault) else text


def fault(code: str, /, **values: Any) -> Fault:
    """The fault of this code, its sentences filled with `values`, of which some may be faults themselves."""
    text = texts()[code]
    russian = {key: value.ru if isinstance(value, Fault) else value for key, value in values.items()}
    return told(text.en.format(**values), text.ru.format(**russian))


def told(en: str, ru: str) -> Fault:
    """A fault that has its sentences from elsewhere."""
    made = Fault(en)
    made.ru = ru
    return made


def within(place: str, what: str) -> str:
    """`what`, found at `place` of a larger file; a place is called the same in both languages."""
    if isinstance(what, Fault):
        return told(f"{place}: {what}", f"{place}: {what.ru}")
    return f"{place}: {what}"


def joined_texts(*parts: str) -> str:
    """Texts behind each other, each in both languages where it has them."""
    if any(isinstance(part, Fault) for part in parts):
        return told("".join(parts), "".join(part.ru if isinstance(part, Fault) else part for part in parts))
    return "".join(parts)


AT = r"(?: - at `(?P<where>[^`]+)`)?"
DECODERS = tuple(
    (re.compile(pattern, re.S), russian)
    for pattern, russian in (
        (
            rf"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`{AT}",
            "нужно: {wanted}, указано: {got} {where}",
        ),
        *(
            (
                rf"Expected `(?:{kinds})` of length (?P<wanted>[<>=]=? ?\d+){AT}",
                f"{what} {{wanted}} {{where}}",
            )
            for kinds, what in (("str", "нужна длина текста"), ("array|object", "нужно количество"))
        ),
        (rf"Expected `str` matching regex (?P<wanted>.+?){AT}", "нужен текст по образцу {wanted} {where}"),
        (rf"Expected `(?P<got>int|float)` (?P<wanted>[<>=]=? ?\S+){AT}", "нужно число {wanted} {where}"),
        (rf"Expected (?P<wanted>.+?){AT}", "нужно: {wanted} {where}"),
        (rf"Object missing required field `(?P<field>[^`]+)`{AT}", "нет поля {field} {where}"),
        (rf"Object contains unknown field `(?P<field>[^`]+)`{AT}", "неизвестное поле {field} {where}"),
        (rf"Invalid UUID{AT}", "это не id {where}"),
        (rf"Invalid (?P<what>enum value|.+?) (?P<value>.+?){AT}", "здесь недопустимо: {value} {where}"),
        (rf"Number out of range{AT}", "число слишком велико {where}"),
        (r"JSON is malformed: (?P<why>.*)", "это не JSON: {why}"),
        (r"Input data was truncated", "текст обрывается раньше времени"),
    )
)
"""msgspec tells what it found as an English sentence and no other way."""
KINDS = {
    "str": "текст",
    "int": "целое число",
    "float": "число",
    "bool": "true или false",
    "array": "список",
    "object": "объект",
}
"""What msgspec calls kinds of values."""


def of_decoder(text: str) -> str:
    """What msgspec says is wrong, as a fault; a leading `name: ` stays in front, a fault and an unknown text stay as
    they are."""
    if isinstance(text, Fault):
        return text
    for pattern, russian in DECODERS:
        if found := pattern.fullmatch(text):
            values = {key: (value or "").replace("`", "") for key, value in found.groupdict().items()}
            kinds = {key: _in_russian(values[key]) for key in ("wanted", "got") if key in values}
            return told(text, russian.format(**values | kinds).strip())
    head, colon, rest = text.partition(": ")
    if colon and " " not in head and isinstance(inner := of_decoder(rest), Fault):
        return within(head, inner)
    return text


def _in_russian(kinds: str) -> str:
    """`str | null` in words; what names no kind of value stays."""
    return " | ".join(KINDS.get(kind, kind) for kind in kinds.split(" | "))


@cache
def texts() -> dict[str, Text]:
    """Code -> its sentence in both languages, with `{name}` where a value goes."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, Text])
