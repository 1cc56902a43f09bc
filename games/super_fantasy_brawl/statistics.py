"""What is counted in matches of Super Fantasy Brawl: champions played and banned, turn order. Named in `system.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.rulebook import Text
from games.ruleset import Outcome
from games.statistics import Counted, Statistic, Statistics, by_order
from games.super_fantasy_brawl.state import SfbState


def _read(play: SfbState, outcome: Outcome) -> Iterator[Counted]:
    seats = {player: name for name, side in play.sides.items() for player in side.players}
    for player, slugs in play.rosters.items():
        for slug in slugs:
            yield Counted(statistic="champion", value=slug, side=seats.get(player, ""))
    for by, _owner, slug in play.draft.bans:
        yield Counted(statistic="ban", value=slug, side=seats.get(by, ""))
    if play.order:
        yield from by_order(play.sides, seats.get(play.order[0], ""))


STATISTICS = Statistics(
    kinds={
        "champion": Statistic(name=Text("Champion", "Чемпион")),
        "ban": Statistic(
            name=Text("Banned champion", "Забаненный чемпион"), counts="picks", field="champion"
        ),
        "first": Statistic(name=Text("Turn order", "Порядок хода")),
    },
    read=_read,
)
