"""What leaves a match of Orchard Raid, for its campaigns and statistics, and the lever that reaches into one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.campaigns import Campaigns, FactKind, Lever, Pinned, Told
from games.rulebook import Text
from games.ruleset import Event, Outcome
from games.statistics import Counted, Statistic, Statistics
from games.tests import orchard
from games.tests.orchard import rules as r


def _facts(state: r.State, outcome: Outcome) -> Iterator[Told]:
    for player, pack in state.packs.items():
        side = r.side_of(state, player)
        yield Told(fact="raids", key=side, of=side, values={"is": sum(won.get(side, 0) for won in state.won)})
        for animal in pack:
            yield Told(fact="fielded", key=f"{side}/{animal}", of=f"{side}/{animal}")


def _banned(event: Event, pinned: Pinned, state: r.State) -> bool:
    if not isinstance(event, r.PackBrought) or r.side_of(state, event.player) != pinned.side:
        return False
    return pinned.fighter in event.animals


CAMPAIGNS = Campaigns(
    facts={
        "raids": FactKind(name=Text("raids", "набеги"), of="side", fields={"is": "number"}),
        "fielded": FactKind(name=Text("who went", "кто ходил"), of="fighter"),
    },
    levers={"banned": Lever(name=Text("stays at home", "остаётся дома"), of="fighter", breaks=_banned)},
    read=_facts,
)
STATISTICS = Statistics(
    kinds={"animals": Statistic(name=Text("Animal", "Зверь"))},
    read=lambda state, outcome: (
        Counted(statistic="animals", value=animal, side=r.side_of(state, player))
        for player, pack in state.packs.items()
        for animal in pack
    ),
)
SYSTEM = replace(orchard.SYSTEM, campaigns=CAMPAIGNS, statistics=STATISTICS)
