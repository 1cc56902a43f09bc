"""Ids of players inside events and violations, and names that stand for what is printed. No query here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.ids import is_id

LENGTH = 36
"""Of an id as it stands in events: any other text is none, without a look at it."""


def ids_in(value: Any) -> Iterator[str]:
    """Every text in `value`, keys included, that has the form of an id."""
    return (text for text in texts_in(value) if len(text) == LENGTH and is_id(text))


def texts_in(value: Any) -> Iterator[str]:
    """Every text in `value`, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)


def card_names(cards: Mapping[str, Mapping[str, Any]], language: str) -> dict[str, str]:
    """Printed name -> the name in `language` of the cards of an edition that have one; refusals of a list name cards as
    they are printed."""
    told = ((row.get("name"), row.get(f"name_{language}")) for row in cards.values())
    return {str(printed): str(own) for printed, own in told if printed and own}
