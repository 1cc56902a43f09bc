"""What a name may be written with: of players, clubs, events, seasons and lists. Called wherever names come in.

A name that cannot be seen, or that turns the text after it round, stands for another one on every page and print.
"""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""They cannot be seen, but Persian, Indian scripts and many emoji are written with them."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


def tidy(text: str) -> str:
    """A name as it was meant: without space around it, and with single spaces within."""
    return " ".join(text.split())


def fault(text: str) -> str | None:
    """Why the text can be no name, and what would be legal; None when it can. Empty ones have words of their own."""
    for sign in text:
        if unicodedata.category(sign) in UNSEEN and sign not in JOINERS:
            return f"U+{ord(sign):04X} cannot be seen: a name is written with what everybody sees"
    if text and not any(map(_is_seen, text)):
        return "nobody would see this name: at least one letter, digit or sign"
    return None


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANKS
