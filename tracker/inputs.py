"""What no rule needs to judge: a field of a form, a request or a file that cannot be used."""

from __future__ import annotations


class BadInput(ValueError):
    """`field` is wrong because of `message`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message
