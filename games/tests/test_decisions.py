"""DECISIONS.md: every decision stands in the index of its chapter, and the index names no other."""

from __future__ import annotations

import re
from pathlib import Path

DECISIONS = Path(__file__).resolve().parents[2] / "DECISIONS.md"


def chapters(text: str, heading: str, item: str) -> dict[str, list[str]]:
    """Chapter -> the questions that stand in it, in order."""
    found = {}
    for part in re.split(rf"(?m)^{heading} ", text)[1:]:
        title, _, body = part.partition("\n")
        found[re.sub(r"\[(.*)\]\(.*\)", r"\1", title)] = [
            " ".join(question.split()) for question in re.findall(item, body, re.MULTILINE | re.DOTALL)
        ]
    return found


def test_the_index_names_every_decision_once_and_in_order() -> None:
    _, index, text = re.split(
        r"(?m)^## Index$|(?=^## (?!Index))", DECISIONS.read_text(encoding="utf-8"), maxsplit=2
    )
    indexed = chapters(index, "###", r"^- (.*?)$")
    assert indexed == chapters(text, "##", r"^- \*\*\d{4}-\d\d-\d\d\. (.*?)\*\*")
    assert len(indexed) > 10 and all(indexed.values())
