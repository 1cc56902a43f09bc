"""Which characters the names of players, clubs, events, seasons, lists and tokens may have. Called wherever names come
in: by commands, and by imports of what other installations wrote.

A name that nobody can see, or that turns the text behind it round, could pass for another one on every page and print.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.inputs import BadInput
from tracker.systems import CAMPAIGN, CHRONICLE, SEASON, TOURNAMENT

LENGTH = 80
"""Characters of a name."""
TITLES = {TOURNAMENT: 120, SEASON: 120, CAMPAIGN: 200, CHRONICLE: 120}
"""Characters of the name of a whole event, by its kind."""
JOINERS = frozenset("\u200c\u200d")
"""They cannot be seen, but Persian, Indian scripts and many emoji are written with them."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With what a text begins that a spreadsheet calculates."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
NOTHING = gettext_lazy("nobody would see this name: at least one letter, digit or sign")


def tidy(text: str) -> str:
    """A name as it was meant: without space around it, and with single spaces within."""
    return " ".join(text.split())


def fault(text: str, most: int = LENGTH) -> str | None:
    """Why the text can be no name, and what would be legal; None when it can. Empty ones have words of their own."""
    for sign in text:
        if unicodedata.category(sign) in UNSEEN and sign not in JOINERS:
            code = f"{ord(sign):04X}"
            return _("U+%(code)s cannot be seen: a name is written with what everybody sees") % {"code": code}
    if text and not any(map(_is_seen, text)):
        return str(NOTHING)
    if len(text) > most:
        return _("the name is too long: %(most)s characters at most") % {"most": most}
    return None


def checked(text: str, field: str = "name") -> str:
    """The tidy name. Raises `BadInput` for an empty one as well."""
    name = tidy(text)
    if wrong := fault(name) or (None if name else str(NOTHING)):
        raise BadInput(field, wrong)
    return name


def in_event(kind: str, event: Any) -> Iterator[tuple[str, str]]:
    """(field, what is wrong with it) of the names that an event of such a stream brings. Matches hold ids alone."""
    if kind in TITLES:
        for field, most in (("name", TITLES[kind]), ("club", LENGTH), ("town", LENGTH)):
            if wrong := fault(getattr(event, field, None) or "", most):
                yield field, wrong


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANKS


def harmless(text: str) -> str:
    """The text as a cell of a file of CSV: one that begins like a formula gets an apostrophe, so that no spreadsheet
    calculates it."""
    return f"'{text}" if text.startswith(FORMULAS) else text
