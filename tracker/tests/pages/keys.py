"""What no person should read: keys and values of the program where words belong."""

from __future__ import annotations

import re
from html.parser import HTMLParser

KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:None|True|False)(?=\s*[,;.)]|\s*$)|[{}]")
UNSPOKEN = ("script", "style", "code", "pre", "textarea")
"""What is meant for programs, or was typed by somebody."""


class Spoken(HTMLParser):
    """Reads a page; `keys` are what stands in its words and is none."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[str] = []
        self._unspoken = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unspoken = tag in UNSPOKEN

    def handle_endtag(self, tag: str) -> None:
        self._unspoken = False

    def handle_data(self, data: str) -> None:
        if not self._unspoken:
            self.keys += KEY.findall(data)


def keys_in(page: str) -> list[str]:
    """The keys and values that a reader of this page sees."""
    reader = Spoken()
    reader.feed(page)
    return reader.keys
