"""What everybody has seen of the guard's map, wherever it is kept: whether an answer leaves any map that fits it all.

Asked of a device that alone holds the map (NIN-SRCH-05); where the log tells the map, that is the answer. Called by
`search.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.ownership import found_by
from games.ninja.full.state import Due
from games.ninja.full.table import full_of, map_of
from games.ninja.maps.graph import ZoneMap
from games.ninja.state import NinjaState

Seen = Mapping[str, str]
"""Zone -> what lies there: a letter, trap, ambush or nothing."""


def contradicted(state: NinjaState, due: Due, results: tuple[f.Found, ...]) -> bool:
    """NIN-SETUP-12 to -14, NIN-HAZ-02, -06: whether what everybody has seen so far says otherwise: another answer for
    the same zone, or answers that no map of the guards has together."""
    known = found_by(state, due.intruder)
    told = {one.zone: one.letter or one.found for one in results}
    if any(known.get(zone, what) != what for zone, what in told.items()):
        return True
    # Where an ambush was settled nothing is found any more, but it lay there.
    sprung = dict.fromkeys(full_of(state).sprung, "ambush")
    return any(_amiss(map_of(state), {**known, **told, **sprung}))


def _amiss(board: ZoneMap, seen: Seen) -> Iterator[bool]:
    """What no map of the guards has; without a board how many there are of a kind alone."""
    lying = [what for what in seen.values() if what != "nothing"]
    traps, ambushes = lying.count("trap"), lying.count("ambush")
    yield any(what != "nothing" and zone not in board.object_legal for zone, what in seen.items())
    yield any(lying.count(letter) > 1 for letter in LIMITS.letters)
    yield traps > LIMITS.traps or ambushes > LIMITS.ambushes
    spare = 0
    for castle in board.castles.values():
        places = [zone for zone in castle if zone in board.object_legal]
        missing = LIMITS.targets_in_castle - sum(seen.get(zone) in LIMITS.letters for zone in places)
        left = sum(zone not in seen for zone in places) - missing
        yield missing < 0 or left < 0
        spare += left
    yield bool(board.castles) and spare < LIMITS.traps + LIMITS.ambushes - traps - ambushes
