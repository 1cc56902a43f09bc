"""The order in which the parts of revealed cards are resolved: SEN-INIT-01 to -07, at full detail.

Pure: parts, the advantage track and the choices of its owners in; groups, order and violations out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.ruleset import RuleViolation

TYPES = ("defence", "attack", "meditation", "core")
"""SEN-INIT-04: at equal initiative in this order."""

Violations = Iterator[RuleViolation]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a card in play. `value` is the printed, optional or chosen initiative; `types` are the card's."""

    actor: str
    card: str
    value: int
    types: tuple[str, ...]
    part: int = 0
    weapon_core: bool = False
    injuries: int = 0

    @property
    def initiative(self) -> int:
        """SEN-INIT-02: injuries slow down, to 1 at the least."""
        return max(1, self.value - self.injuries)

    @property
    def rank(self) -> tuple[int, int, bool]:
        """What ties are told apart by; equal ranks are a tie that players settle (SEN-INIT-04, -05)."""
        own = [TYPES.index(type_) for type_ in self.types if not (self.weapon_core and type_ == "core")]
        return -self.initiative, min(own, default=TYPES.index("core")), self.weapon_core


def groups(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """The parts in the order of SEN-INIT-01 to -05; tied ones stand together."""
    found: dict[tuple[int, int, bool], list[Part]] = {}
    for part in sorted(parts, key=lambda part: part.rank):
        found.setdefault(part.rank, []).append(part)
    return [tuple(group) for group in found.values()]


def choosers(group: Sequence[Part], track: Sequence[str]) -> tuple[str, ...]:
    """SEN-INIT-06, -07: who chooses in a tied group, from the top of the track; the lowest does not."""
    tied = {part.actor for part in group}
    return tuple(actor for actor in track if actor in tied)[:-1]


def check_positions(group: Sequence[Part], track: Sequence[str], chosen: Mapping[str, int]) -> Violations:
    """SEN-INIT-06 (two), SEN-INIT-07 (more): everybody who chooses takes a free position, from 1."""
    expected = choosers(group, track)
    positions = list(chosen.values())
    fits = set(chosen) == set(expected) and len(set(positions)) == len(positions)
    if not fits or not all(1 <= position <= len(expected) + 1 for position in positions):
        rule = "SEN-INIT-06" if len(expected) == 1 else "SEN-INIT-07"
        yield RuleViolation(rule, {"expected": list(expected), "told": dict(chosen)})


def settled(group: Sequence[Part], track: Sequence[str], chosen: Mapping[str, int]) -> tuple[Part, ...]:
    """The tied parts in the chosen order; the last actor gets the position that is left."""
    tied = [actor for actor in track if any(part.actor == actor for part in group)]
    free = [position for position in range(1, len(tied) + 1) if position not in chosen.values()]
    left = iter(free)
    places = {actor: chosen[actor] if actor in chosen else next(left) for actor in tied}
    return tuple(sorted(group, key=lambda part: (places[part.actor], part.part)))
