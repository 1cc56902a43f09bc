"""What is counted in matches of Senjutsu: the characters. Named in `system.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.rulebook import Text
from games.ruleset import Outcome
from games.senjutsu.state import SenjutsuState
from games.statistics import Counted, Statistic, Statistics


def _read(play: SenjutsuState, outcome: Outcome) -> Iterator[Counted]:
    for one in play.fighters.values():
        if one.character:
            yield Counted(statistic="character", value=one.character, side=one.side)


STATISTICS = Statistics(
    kinds={"character": Statistic(name=Text("Character", "Персонаж"))},
    read=_read,
)
