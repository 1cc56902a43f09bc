"""The last answer of a question about a frozen value, kept while the very same object is asked about.

Between two events everybody asks the same state the same: what comes next, who is left. Used by the games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Value = TypeVar("Value")
Answer = TypeVar("Answer")


def remembered(ask: Callable[[Value], Answer]) -> Callable[[Value], Answer]:
    """The function `ask`, which computes nothing twice in a row for one object. The object must never change."""
    last: tuple[object, Any] = (
        object(),
        None,
    )  # as one, so that no thread reads the answer about another value

    @wraps(ask)
    def answer(value: Value) -> Answer:
        nonlocal last
        about, told = last
        if about is not value:
            told = ask(value)
            last = value, told
        return told  # type: ignore[no-any-return]

    return answer
