"""One event of Senjutsu as one sentence, from the game's words; a card that nobody knew, with what was told of it.

Called by the pages of the game and by forms that show what they would log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.senjutsu.system import SYSTEM
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu.base import Numbered
from tracker.pages.match_forms.senjutsu.full.facts import told_of


def sentence(type_: str, data: Mapping[str, Any], names: Names) -> str:
    """The event in words; what a reader may not see is already gone from it."""
    reader = Reader(SYSTEM, names._replace(figures=Numbered(names.figures)))
    return " ".join([reader.sentence(type_, data), *told_of(type_, data, reader)])
