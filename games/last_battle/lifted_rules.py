"""Which rules the text of a figure's card may lift (LB-LOG-08): those about figures, not those about the log."""

from __future__ import annotations

import re

RULE = re.compile(r"LB-[A-Z]+-\d{2}")
CHAPTERS = {
    "SETUP", "DECK", "HAND", "TURN", "ACT", "LOS", "MELEE", "CHK", "FATE", "DMG", "TRIG", "MARK", "HEAV", "SEA",
    "CAMP", "DUNG", "SERP", "ROSTER",
}  # fmt: skip
NEVER = {"LB-DECK-02", "LB-DECK-03", "LB-FATE-03"}
"""A card is where it is, whatever another card says."""


def liftable(rule: str) -> bool:
    """Whether a figure's card can lift this rule."""
    return bool(RULE.fullmatch(rule)) and rule.split("-")[1] in CHAPTERS and rule not in NEVER
