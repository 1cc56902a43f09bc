"""The last answer of a question about frozen values, kept while the very same objects are asked about.

An event is judged and then folded at the same table, and between two events everybody asks that table the same: what
comes next, who is left. Used by the games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import Any, TypeVar, cast

Question = TypeVar("Question", bound=Callable[..., Any])


def remembered(ask: Question) -> Question:
    """The function `ask`, which computes nothing twice in a row for the same objects. They must never change; their
    number is always the same, and none is named."""
    last: tuple[object, tuple[object, ...], Any] = (
        object(),
        (),
        None,
    )  # as one: threads never mix two answers

    @wraps(ask)
    def answer(value: object, *more: object) -> Any:
        nonlocal last
        about, besides, told = last
        if about is not value or (more and not all(map(is_, besides, more))):
            told = ask(value, *more) if more else ask(value)  # a call that unpacks nothing is a cheap one
            last = value, more, told
        return told

    return cast(Question, answer)
