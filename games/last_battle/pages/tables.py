"""The five tables as this program draws them (`catalogue/tables.toml`), called an invention wherever they are shown.

Sizes and zones are the rulebook's, terrain is not. Nothing is judged by them: called by `faces` alone.
"""

from __future__ import annotations

from pathlib import Path

from games.catalogue import load
from games.last_battle.facts import BATTLEFIELDS
from games.plans import Ground, Plan
from games.rulebook import Text
from games.words import Words

OWN_TABLES: dict[str, Ground] = load(
    Path(__file__).parent.parent / "catalogue" / "tables.toml", dict[str, Ground]
)
"""Battlefield -> its drawing."""
SHAPES = ("zone", "rock", "vessel", "tent", "wall", "quarter", "portal", "pillar")
"""What the words below a drawing explain, in this order; others explain themselves."""


def size_of(battlefield: str) -> tuple[int, int]:
    """(width, height) of the drawing in cm: the table with its long edge below."""
    short, long = sorted(BATTLEFIELDS[battlefield].table_cm)
    return long, short


def plan_of(battlefield: str, words: Words) -> Plan:
    """The drawing, with its size and what each kind of shape means."""
    table, (wide, tall) = OWN_TABLES[battlefield], size_of(battlefield)
    drawn = {one.kind for one in (*table.areas, *table.rounds)}
    legend = [words.lines[f"shape_{kind}"] for kind in SHAPES if kind in drawn]
    about, invented = words.lines["about_size"], words.lines["invented"]
    note = {
        language: " ".join(one.to(language) for one in (about, *legend, invented))
        .replace("{wide}", str(wide))
        .replace("{tall}", str(tall))
        for language in ("en", "ru")
    }
    ground = Ground(table.areas, table.rounds, (wide, tall))
    return Plan(title=BATTLEFIELDS[battlefield].name, note=Text(**note), ground=ground)
