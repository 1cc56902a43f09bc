"""What a game publishes for statistics, in its descriptor (`games.system`): facts to count in confirmed matches.

A fact is of a side (which faction it led) or of the whole match (which scenario was played), and one side or match may
tell several values of it (the schemes that it chose). What is told of a side is held against whether the side won; only
what everybody may know once a match is over is published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from games.rulebook import Text
from games.ruleset import Outcome

Counts = Literal["wins", "scores", "picks"]
"""What is asked of a fact: how often its side won, how often it scored (`Counted.hit`), how often it was chosen."""


class Statistic(msgspec.Struct, frozen=True, kw_only=True):
    """A fact to count. `of`: a side, or the match, where every value counts once. `name`: what it is called.

    `values`: names of its values; what has none is asked of the game's `faces.called` under `field`, and stands as it
    is at last.
    """

    name: Text
    counts: Counts = "wins"
    of: Literal["side", "match"] = "side"
    field: str = ""
    values: Mapping[str, Text] = {}


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of one match: `side` is empty for what is of the match. `hit`: whether it scored, where that counts."""

    statistic: str
    value: str
    side: str = ""
    hit: bool = False


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """What a game publishes. `read`: (state of play as everybody sees it, outcome) -> the facts of a match."""

    kinds: Mapping[str, Statistic] = {}
    read: Callable[[Any, Outcome], Iterable[Counted]] = lambda play, outcome: ()


SIDE, FIRST = "side", "first"
COMMON: Mapping[str, Statistic] = {
    SIDE: Statistic(name=Text("Side", "Сторона"), field="side"),
}
"""What every game with two sides or more tells by itself."""


def by_order(sides: Iterable[str], first: str) -> Iterable[Counted]:
    """Who went first, and who second: for a statistic `first`."""
    for side in sides:
        yield Counted(statistic=FIRST, value=FIRST if side == first else "second", side=side)


def kinds_of(published: Statistics) -> Mapping[str, Statistic]:
    """Every statistic of a game; those that it names itself stand first."""
    return {**published.kinds, **COMMON}


def read(
    published: Statistics, play: Any, outcome: Outcome, sides: Mapping[str, tuple[str, ...]]
) -> tuple[Counted, ...]:
    """Every fact of a match. Each once: what is told twice of a side is one."""
    own = published.read(play, outcome) if published.kinds else ()
    told = [one for one in own if one.statistic in published.kinds]
    if len(sides) > 1:
        told += [Counted(statistic=SIDE, value=side, side=side) for side in sides]
    return tuple(dict.fromkeys(told))
