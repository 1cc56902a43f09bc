"""Which program made a row: digests of the source files that decide what it holds, read once per process.

Nobody has to remember to count a version up when a rule is mended. Called by snapshots and by the projections' mark.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import games
import tracker
from games import tiebreaks
from games.ruleset import Ruleset

GAMES, TRACKER = Path(games.__file__).parent, Path(tracker.__file__).parent
ROOT, KINDS = TRACKER.parent, (".py", ".toml")
SHARED = tuple(TRACKER / name for name in ("formats", "pairing", "standings"))
"""What the rule sets of the tracker share; a test follows their imports and misses none."""
CHRONICLE = TRACKER / "rulesets" / "chronicle"
OF_EVERY_GAME = (CHRONICLE, TRACKER / "rulesets" / "campaign")
"""The rules of campaigns and event days read what each game publishes: they fold otherwise when any game is mended, and
the definition of a day is read as that of a campaign."""


def rules_digest(rules: Ruleset[Any, Any]) -> str:
    """SHA-256 of the sources of one rule set and of what all rule sets share."""
    return _of_module(type(getattr(rules, "play", rules)).__module__)


@cache
def rows_digest() -> str:
    """SHA-256 of the sources of every rule set and of the projections: what the rows of the pages are made by."""
    return digest_of(ROOT, [GAMES, TRACKER / "rulesets", *SHARED, TRACKER / "projections"])


@cache
def _of_module(name: str) -> str:
    return digest_of(ROOT, *folders_and_files(name))


def folders_and_files(module: str) -> tuple[list[Path], list[Path]]:
    """Where the sources are that decide how the rule set of this module folds."""
    own = Path(sys.modules[module].__file__ or "").parent
    files = [path for path in GAMES.iterdir() if path.suffix in KINDS]
    if TRACKER not in own.parents:
        return [own], files
    files += [path for path in own.parent.iterdir() if path.suffix in KINDS]
    files += tiebreaks.files()
    return [own, *SHARED, *([GAMES, CHRONICLE] if own in OF_EVERY_GAME else [])], files


def digest_of(root: Path, folders: Iterable[Path], files: Iterable[Path] = ()) -> str:
    """SHA-256 of the names and contents of all sources below `folders`, tests aside, and of `files`."""
    found = {path for folder in folders for path in folder.rglob("*") if path.suffix in KINDS} | set(files)
    total = hashlib.sha256()
    for path in sorted(path for path in found if "tests" not in path.relative_to(root).parts):
        content = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()}\n{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()
