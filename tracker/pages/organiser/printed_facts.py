"""The facts of an imported card as a person reads them, in the words of its game.

Called by the preview of an import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.system import System
from tracker.pages.match_forms.generic.reader import Reader, plain_text
from tracker.pages.match_forms.names import Names

MOST = 12
"""So many values of one fact are told: nobody reads the hexes of a whole board in a row of a table."""
FREE = ("name", "name_ru", "text")
"""What a card says in words of its own."""


@dataclass(frozen=True)
class PrintedFacts:
    """The words of one game for what its cards say. `names`: id -> name of the cards of the edition, which name each
    other by id."""

    system: System
    language: str
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def _reader(self) -> Reader:
        return Reader(self.system, Names({}, self.names, self.language))

    def called(self, fact: str) -> str:
        """What a fact is called."""
        own = self.system.words.printed.get(fact)
        return own.to(self.language) if own is not None else self._reader.field(fact)

    def told(self, fact: str, value: Any) -> str | None:
        """A fact in words; None where it is unknown."""
        if value is None:
            return None
        if isinstance(value, Mapping):
            known = ((key, one) for key, one in value.items() if one is not None)
            parts = [f"{self._key(fact, key)}: {self._within(key, one)}" for key, one in known]
            return "; ".join(parts) or self._reader.value(fact, [])
        if isinstance(value, list | tuple):
            return self._several(fact, value)
        return self._plain(fact, value)

    def _several(self, fact: str, values: list[Any] | tuple[Any, ...]) -> str:
        parts = [self._one(fact, one) for one in values[:MOST]]
        if len(values) > MOST:
            parts.append(_("and %(number)s more") % {"number": len(values) - MOST})
        nested = any(isinstance(one, Mapping) for one in values)
        return (" · " if nested else ", ").join(parts) or self._reader.value(fact, [])

    def _one(self, fact: str, value: Any) -> str:
        """One of several: a hex in brackets, a part by its own facts."""
        told = self.told(fact, value) or "?"
        return f"({told})" if isinstance(value, list | tuple) else told

    def _within(self, fact: str, value: Any) -> str:
        """A value inside another: what has parts of its own stands in brackets."""
        told = self.told(fact, value) or "?"
        return f"({told})" if _has_parts(value) else told

    def _key(self, fact: str, key: str) -> str:
        """What a part is called, or what the players' cards call it."""
        own = self._value(fact, key)
        known = key in self.system.words.printed or self.system.words.field(key) is not None
        return own or (self.called(key) if known else plain_text(key))

    def _plain(self, fact: str, value: Any) -> str:
        if isinstance(value, str):
            return value if fact in FREE else self._value(fact, value) or self._reader.value(fact, value)
        if isinstance(value, bool | float):
            return self._reader.value(fact, value)
        return str(value)

    def _value(self, fact: str, value: str) -> str:
        own = self.system.words.printed.get(f"{fact}={value}")
        return own.to(self.language) if own is not None else ""


def _has_parts(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(isinstance(one, Mapping) for one in value)
    return isinstance(value, Mapping) and len(value) > 1
