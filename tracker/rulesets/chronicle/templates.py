"""The campaigns that ship: each a file that anybody may copy and change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "templates"


@cache
def templates() -> dict[str, str]:
    """Key -> the definition as its file has it."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))}
