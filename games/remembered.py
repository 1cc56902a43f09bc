"""The last answer of a question about frozen values, kept while the very same objects are asked about.

An event is judged and then folded at the same table, and between two events everybody asks that table the same: what
comes next, who is left. Used by the games, several times an event, so that each number of objects has its own wrapper.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")


def remembered(ask: Callable[[A], T]) -> Callable[[A], T]:
    """The function `ask`, which computes nothing twice in a row for the same object. It must never change."""
    last: tuple[Any, Any] = object(), None  # as one: threads never mix two answers

    @wraps(ask)
    def answer(value: A) -> T:
        nonlocal last
        about, told = last
        if about is not value:
            told = ask(value)
            last = value, told
        return told  # type: ignore[no-any-return]

    return answer


def remembered_of_two(ask: Callable[[A, B], T]) -> Callable[[A, B], T]:
    """The same of a question about two objects."""
    last: tuple[Any, Any, Any] = object(), None, None

    @wraps(ask)
    def answer(value: A, other: B) -> T:
        nonlocal last
        about, beside, told = last
        if about is not value or beside is not other:
            told = ask(value, other)
            last = value, other, told
        return told  # type: ignore[no-any-return]

    return answer
