"""The campaigns that ship: each a file that anybody may copy and change, in the folder of its game."""

from __future__ import annotations

from functools import cache

from games.registry import SYSTEMS

FOLDER = "campaign_templates"


@cache
def templates() -> dict[str, str]:
    """Key -> the definition as its file has it."""
    paths = [path for system in SYSTEMS.values() for path in (system.folder / FOLDER).glob("*.toml")]
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(paths, key=lambda path: path.stem)}
