"""A lower bound of the cost that no draw can pass, cheap to compute: a draw that meets it is proven best.

Called by `swiss` and `runs`. The bound of each criterion supposes that the earlier ones are at their bounds:
- rematches: 0;
- score: neighbours in the order of levels; pairing sorted numbers side by side has the least sum of squares, and
  every round with that sum has the same levels meet;
- soft: the sides, balanced as well as those levels allow (`balance`), and the clubs that make up more than half of a
  level, some of whom must meet each other; all else costs nothing at best. Each is the least on its own, so that
  together they are never above what one draw can reach;
- order: nobody away from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from tracker.pairing.balance import Plan, plan
from tracker.pairing.cost import Costs
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT


def least(costs: Costs, places: list[int]) -> dict[str, int]:
    """The bound by criterion for an even number of places in order of level; whoever has the bye is not among them."""
    return {
        REMATCHES: 0,
        SCORE: least_score(costs, places),
        SOFT: least_soft(costs, places),
        **({ORDER: 0} if costs.ordered else {}),
    }


def least_score(costs: Costs, places: list[int]) -> int:
    """The sum of squared differences of neighbours."""
    levels = [costs.level[at] for at in places]
    return sum((one - other) ** 2 for one, other in zip(levels[::2], levels[1::2], strict=True))


def least_soft(costs: Costs, places: list[int]) -> int:
    """What sides and clubs cost at best; a wish that does not count is not weighed."""
    weights = costs.field.weights
    sides = weights.sides * side_plan(costs, places).cost if weights.sides else 0
    return sides + (weights.club * club_meetings(costs, places) if weights.club else 0)


def is_least(costs: Costs, places: list[int], cost: dict[str, int]) -> bool:
    """Whether a cost meets the bound; the dear part of it is not computed where the cheap one tells."""
    if cost[REMATCHES] or cost.get(ORDER) or cost[SCORE] != least_score(costs, places):
        return False
    return cost[SOFT] == least_soft(costs, places)


def places_without(costs: Costs, bye: int | None) -> list[int]:
    """All places but the bye's, in order of level."""
    return [at for at in range(len(costs.players)) if at != bye]


def club_meetings(costs: Costs, places: list[int]) -> int:
    """How many tables of one club there must be at least when the levels of all pairs are settled.

    A walk along the levels: each may lend one player upwards and one downwards, and only its largest club is watched.
    """
    open_: dict[str | None, int] = {None: 0}
    above = False
    for _, group in groupby(places, key=costs.level.__getitem__):
        clubs = [costs.players[at].club for at in group]
        if len(clubs) == 1:
            open_, above = _alone(open_, clubs[0] or None, above), not above
            continue
        below = (len(clubs) - above) % 2 == 1
        found: dict[str | None, int] = {}
        for waiting, before in open_.items():
            for leaves, meetings in _lent_by_club(clubs, waiting, above, below):
                found[leaves] = min(before + meetings, found.get(leaves, before + meetings))
        open_, above = found, below
    return min(open_.values())


def _alone(open_: dict[str | None, int], club: str | None, above: bool) -> dict[str | None, int]:
    """A level of one, who meets the one that waits above, or waits."""
    if not above:
        return {club: min(open_.values())}
    return {None: min(meetings + (waiting == club is not None) for waiting, meetings in open_.items())}


def _lent_by_club(
    clubs: list[str | None], waiting: str | None, above: bool, below: bool
) -> Iterator[tuple[str | None, int]]:
    """(club of the player lent downwards, tables of one club) for every way to lend members of the largest club."""
    largest, count = Counter(club for club in clubs if club).most_common(1)[0] if any(clubs) else (None, 0)
    for up in (False, True) if above else (False,):
        for down in (False, True) if below else (False,):
            members, others = up + down, above + below - up - down
            if members > count or others > len(clubs) - count:
                continue
            inside = max(0, 2 * (count - members) - (len(clubs) - above - below)) // 2
            yield (largest if down else None), inside + (up and waiting is not None and waiting == largest)


def levels_that_meet(costs: Costs, places: list[int]) -> set[tuple[int, int]]:
    """The levels of the two players of every table in a round whose score is at its bound, the higher level first."""
    levels = [costs.level[at] for at in places]
    return set(zip(levels[::2], levels[1::2], strict=True))


def side_plan(costs: Costs, places: list[int]) -> Plan:
    """The best that the sides can be balanced, and who leaves each level for it. That of the whole field is kept: its
    order asks for it, and its bound."""
    whole = len(places) >= len(costs.players) - 1
    if whole and costs.plan is not None and costs.plan[0] == places:
        return costs.plan[1]
    groups = groupby(places, key=costs.level.__getitem__)
    found = plan([Counter(costs.balance[at] for at in group) for _, group in groups])
    if whole:
        costs.plan = places, found
    return found
