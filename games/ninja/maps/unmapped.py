"""A match without a map (NIN-MAP-12): the players play on their printed board and call its zones as they like.

Cards, alert, wounds, numbers of steps and phases are judged as ever; zones are names alone. What would need the board,
or the place of somebody hidden, is taken as the players told it, and the audit calls it unproven. Called by the door,
by the chapters and by the audit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

from games.gaps import some
from games.ninja.full.events import SecretRevealed
from games.ninja.maps.graph import FORMAT, OUTSIDE, PASSAGE, UNKNOWN_EXIT, ZoneMap
from games.ninja.permissions import Violations
from games.ruleset import Event, RuleViolation

LONGEST = 12
"""So many letters the name of a zone may have."""
ZONE_NAME = re.compile(rf"(?=.{{1,{LONGEST}}}$)[\w-]+(?: [\w-]+)*")
"""What players may call a zone: letters of any alphabet, digits, hyphens, underscores, single spaces between words."""


def is_zone_name(told: object) -> bool:
    """Whether a zone may be called so. Only composed characters (NFC): what reads alike is one name, in secrets too."""
    fits = isinstance(told, str) and ZONE_NAME.fullmatch(told) is not None
    return fits and unicodedata.is_normalized("NFC", str(told))


class Anywhere(tuple[str, ...]):
    """Zones of a board that nobody told: every name that a zone may have is one of them, and none can be listed."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True

    def __contains__(self, zone: object) -> bool:
        return is_zone_name(zone)


class Everywhere(dict[str, tuple[str, ...]]):
    """A Guard Path of which nobody told where it runs: from any zone to any zone."""

    def __contains__(self, zone: object) -> bool:
        return zone in ANYWHERE

    def __getitem__(self, zone: str) -> tuple[str, ...]:
        return ANYWHERE

    def get(self, zone: str, default: Any = None) -> Any:
        return ANYWHERE


ANYWHERE = Anywhere()
UNKNOWN = ZoneMap(
    format=FORMAT,
    id="unknown",
    name="unknown",
    zones=ANYWHERE,
    castles={},
    canals=(),
    guard_posts=ANYWHERE,
    barracks=ANYWHERE,
    edge=ANYWHERE,
    grounds=ANYWHERE,
    between_castles=(),
    object_legal=ANYWHERE,
    ninja_start=ANYWHERE,
    traitor_start=ANYWHERE,
    open=(),
    walls=(),
    guard_path=Everywhere(),
)
"""Takes every zone, and knows no borders: whoever asks for borders asks first whether there is a map."""

SPECIAL = (PASSAGE, UNKNOWN_EXIT, OUTSIDE)
NAMES = frozenset(("zone", "to", "start", "facing", "from_zone", "entrance", "other"))
"""Fields that hold one zone."""
LISTS = frozenset(("path", "sentries", "zones", "secret_zones", "traps", "ambushes", "edge"))
"""Fields that hold several; those that count by zone have the zones as keys."""
COUNTED = frozenset(("sleepers", "zones"))


def check_names(event: Event) -> Violations:
    """NIN-MAP-12, NIN-LOG-06: a zone without a map still has a name that a zone may have."""
    if isinstance(event, SecretRevealed):
        return
    for zone in _zones(msgspec.to_builtins(event)):
        if zone not in ANYWHERE and zone not in SPECIAL:
            yield RuleViolation("NIN-MAP-12", {"told": some(zone)})
            return


def _zones(told: Any) -> Iterator[str]:
    """Every zone that an event names."""
    if isinstance(told, list | tuple):
        for one in told:
            yield from _zones(one)
        return
    for name, value in told.items() if isinstance(told, dict) else ():
        if name in COUNTED and isinstance(value, dict):
            yield from value
        elif name == "targets":
            yield from (value or {}).values()
        elif name in LISTS and isinstance(value, list | tuple):
            yield from value
        elif name in NAMES and isinstance(value, str):
            # A hazard of a rival names no zone; everywhere else an empty name is refused by its own rule.
            yield from [value] if value else []
        else:
            yield from _zones(value)
