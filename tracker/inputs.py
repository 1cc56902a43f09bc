"""A field of a form, a request or a file that cannot be used, which no rule has to judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _
from msgspec import ValidationError

from games.faults import joined_texts, of_decoder
from games.hints import hint


class BadInput(ValueError):
    """`field` is wrong because of `message`, which is in the reader's language.

    `place`: where in the request it stands, if that is known more exactly than by the field; empty: the request itself.
    """

    def __init__(self, field: str, message: str, place: str | None = None) -> None:
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message
        self.place = field if place is None else place


@contextmanager
def of_event(position: int) -> Iterator[None]:
    """What is refused meanwhile is wrong in this event of the request, counted from 0."""
    try:
        yield
    except BadInput as wrong:
        raise BadInput(wrong.field, wrong.message, f"events[{position}].data.{wrong.place}") from None


MANY_WORDS = 30
"""So many words are listed for whoever named none of them."""
AT = " - at `$"
"""What stands before the place in what msgspec says."""


def undecodable(field: str, error: ValidationError, read: str | None = None, type_: Any = None) -> BadInput:
    """What a decoder could not take at `field`. `read`: the place of what it read, from which its own places go on;
    empty where that was the whole request, and the field where it is not told. `type_`: what it was to become, which
    says what would be legal there.
    """
    what, _at, below = str(error).partition(AT)
    below = below.rstrip("`")
    place = ((field if read is None else read) + below).removeprefix(".")
    if type_ is None:
        return BadInput(field, str(error), place)
    return BadInput(field, joined_texts(of_decoder(what), hint(type_, f"${below}")), place)


def unknown(field: str, known: Iterable[object]) -> BadInput:
    """The value of `field` is none of the `known` ones."""
    return BadInput(field, _("unknown; known are %(known)s") % {"known": ", ".join(map(str, known))})


def none_of(value: str, legal: Iterable[str]) -> str | None:
    """What is said of a value that is none of these words; None of one that is. Of words that are too many to be listed
    those are named that are meant perhaps."""
    legal = list(legal)
    if value in legal:
        return None
    if len(legal) <= MANY_WORDS:
        return _("%(told)s is none of these: %(legal)s") % {
            "told": repr(value[:40]),
            "legal": ", ".join(legal),
        }
    near = ", ".join(get_close_matches(value[:200], legal, 5, 0.5)) or _("none of that spelling")
    return _("%(told)s is not known; %(near)s would be legal (/api/v1/systems/ lists all)") % {
        "told": repr(value[:40]),
        "near": near,
    }
