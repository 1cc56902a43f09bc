"""The order in which the parts of revealed cards are resolved: SEN-INIT-02, -04 to -07, at full detail.

Pure: what a part prints, injuries and the advantage track in; ranks and choosers out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

TYPES = ("defence", "attack", "meditation", "core")
"""SEN-INIT-04: at equal initiative in this order."""
PLACES = {name: place for place, name in enumerate(TYPES)}

Rank = tuple[int, int, bool]


def slowed(value: int, injuries: int) -> int:
    """SEN-INIT-02: injuries slow down, to 1 at the least."""
    return max(1, value - injuries)


@lru_cache(1024)
def rank(initiative: int, types: tuple[str, ...], weapon_core: bool = False) -> Rank:
    """What ties are told apart by, the least first; equal ranks are a tie that players settle (SEN-INIT-04, -05)."""
    own = [PLACES[name] for name in types if not (weapon_core and name == "core")]
    return -initiative, min(own, default=PLACES["core"]), weapon_core


def choosers(tied: Collection[str], track: Sequence[str]) -> tuple[str, ...]:
    """SEN-INIT-06, -07: who of the tied chooses, from the top of the track; the lowest does not."""
    return tuple([actor for actor in track if actor in tied])[:-1]
