"""Names that were decoded with the wrong character set: a rule for what a person sees at a glance.

Called by the preview of a pasted list. Nothing is refused for it: a name may be rare, and whoever pastes decides.
"""

from __future__ import annotations

import re

GUESSES = (("cp1252", "utf-8"), ("latin-1", "utf-8"), ("cp1251", "utf-8"), ("latin-1", "cp1251"))
"""(read as, written as): a text of the second that was opened as the first."""
CONTINUED = (
    "\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122"
)
"""What the second byte of a letter of UTF-8 becomes in Latin-1 and Windows-1252."""
LATIN = re.compile(rf"[\u00c2-\u00c5\u00d0\u00d1][{CONTINUED}]|(?<=[a-z])[\u00c3\u00d0\u00d1](?![A-Za-z])")
CYRILLIC = re.compile(
    "[\u0420\u0421][\u00a0-\u00bf\u201a-\u203a\u20ac\u2116\u2122\u0402\u0403\u0405\u0408-\u040d\u040f\u0452\u0453\u0455\u0458-\u045d\u045f\u0491]"
)
"""Cyrillic UTF-8 read as Windows-1251: each letter begins with a capital Р or С that no Russian, Ukrainian or
Belarusian word continues so."""
MIXED = re.compile("[A-Za-z][\u0400-\u04ff]|[\u0400-\u04ff][A-Za-z]")
"""Letters of both scripts side by side: Latin UTF-8 read as Windows-1251, or a letter typed on the other keyboard."""
ACCENTED = re.compile(r"[\u00c0-\u00ff]{3,}")
"""Windows-1251 read as Latin-1: whole words of letters with accents."""
DRAWN = re.compile(r"[\u2500-\u259f]|\?{2,}|\ufffd")
"""Frames of a terminal's table; letters that nothing could stand for."""


def is_garbled(text: str) -> bool:
    """Whether the text looks as if its letters had been read by the wrong table. Rare names may look so too."""
    if LATIN.search(text) or DRAWN.search(text) or MIXED.search(text) or len(CYRILLIC.findall(text)) > 1:
        return True
    return any(map(ACCENTED.fullmatch, re.findall(r"[^\W\d_]+", text)))


def meant(text: str) -> str:
    """What the text most likely was; empty where that cannot be told."""
    for read, written in GUESSES:
        try:
            found = text.encode(read).decode(written)
        except UnicodeError:
            continue
        if found != text and found.isprintable() and not is_garbled(found):
            return found
    return ""
