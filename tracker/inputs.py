"""What no rule needs to judge: a field of a form, a request or a file that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


class BadInput(ValueError):
    """`field` is wrong because of `message`, which is in the reader's language."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message


def unknown(field: str, known: Iterable[object]) -> BadInput:
    """The value of `field` is none of the `known` ones."""
    return BadInput(field, _("unknown; known are %(known)s") % {"known": ", ".join(map(str, known))})
