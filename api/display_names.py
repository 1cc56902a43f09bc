"""Names that stand beside keys and ids in answers."""

from __future__ import annotations

from games.registry import TABLES
from games.rulebook import Text


def game(system: str) -> Text:
    """The name of a game in both languages; its key for one that nobody has named."""
    tables = TABLES.get(system)
    return tables.name if tables is not None else Text(system, system)
