"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian."""

from __future__ import annotations

import re

from games.senjutsu import SYSTEM
from games.tests.changed_logs import check_sentences

NAMES = re.compile(r"\b[a-z]+-\d+|\b[AS]-\d+")
"""Ids that no language translates: players, opponents, cards."""


def test_every_refusal_reads_as_a_sentence() -> None:
    check_sentences(SYSTEM, NAMES, least=60)
