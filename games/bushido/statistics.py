"""What is counted in matches of Bushido: factions, themes, scenarios, who went first. Named in `system.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.bushido.state import BusState
from games.rulebook import Text
from games.ruleset import Outcome
from games.statistics import Counted, Statistic, Statistics, by_order


def _read(play: BusState, outcome: Outcome) -> Iterator[Counted]:
    for name, side in play.sides.items():
        if side.faction:
            yield Counted(statistic="faction", value=side.faction, side=name)
        if side.theme:
            yield Counted(statistic="theme", value=side.theme, side=name)
    if play.scenario:
        yield Counted(statistic="scenario", value=play.scenario)
    if play.played:
        yield from by_order(play.sides, play.played[0].first_side)


STATISTICS = Statistics(
    kinds={
        "faction": Statistic(name=Text("Faction", "Фракция")),
        "theme": Statistic(name=Text("Theme", "Тема")),
        "scenario": Statistic(name=Text("Scenario", "Сценарий"), of="match"),
        "first": Statistic(name=Text("Who went first in turn 1", "Кто ходил первым в 1-й ход")),
    },
    read=_read,
)
