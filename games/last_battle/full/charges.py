"""Charges and Falcon Strikes that go on: the declared one, and one that a card grants (LB-ACT-05, LB-HEAV-05).

Read by every chapter that judges or offers their moves, attacks and dives.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.last_battle.full.state import NO_ACT, Act, FullState, changed

CHARGES = ("charge", "falcon_strike")
ATTACKS = 2
"""LB-ACT-05: of a charge."""


def charge_of(full: FullState, figure: str) -> Act:
    """The charge of a figure that has something left, a granted one before the declared one; else the last of them, or
    that of nobody."""
    own = [act for act in (full.aside, full.act) if act.figure == figure and act.action in CHARGES]
    return next((act for act in own if act.attacks or act.dive), own[0] if own else NO_ACT)


def owed_dive(full: FullState) -> Act:
    """LB-HEAV-05: the Falcon Strike that still has to end in a dive, a granted one first; else that of nobody."""
    return next((act for act in (full.aside, full.act) if act.dive), NO_ACT)


def with_charge(full: FullState, charge: Act, **changes: Any) -> FullState:
    """The table with this charge changed, declared or granted."""
    slot = "aside" if charge is full.aside else "act"
    return changed(full, **{slot: msgspec.structs.replace(charge, **changes)})
