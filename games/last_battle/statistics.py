"""What is counted in matches of Last Battle: how often each scheme scored. Named in `system.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.last_battle.state import LastBattleState
from games.rulebook import Text
from games.ruleset import Outcome
from games.statistics import Counted, Statistic, Statistics


def _read(play: LastBattleState, outcome: Outcome) -> Iterator[Counted]:
    for squad in play.squads.values():
        for held in squad.schemes:
            yield Counted(statistic="scheme", value=held.scheme, side=squad.side, hit=held.vp > 0)


STATISTICS = Statistics(
    kinds={"scheme": Statistic(name=Text("Scheme", "Схема"), counts="scores")},
    read=_read,
)
