"""Swiss rounds by minimum-cost matching, with a certificate of the cost.

The order of the criteria is that of `structs.CRITERIA`: fewest rematches, the bye as low as possible, smallest
sum of squared level differences, then the organiser's soft wishes. Ties between equal draws go by lot from the seed.

A small field is weighed whole. A large one is cut into even runs of neighbours, each matched on its own: cutting at
an even place loses nothing of the score criterion, and `bound` then shows whether anything at all was lost; if so,
the runs are doubled, up to the whole field.
Called by the tournament rule set; the result is checked by `check`, which shares no code with this module but structs.
"""

from __future__ import annotations

from tracker.pairing.arrange import arrange
from tracker.pairing.bound import least
from tracker.pairing.cost import Costs
from tracker.pairing.match import Match, best_match
from tracker.pairing.structs import (
    ALGORITHM,
    BYE,
    CRITERIA,
    REMATCHES,
    SCORE,
    SOFT,
    Certificate,
    Draw,
    Field,
    Pairing,
    Proof,
    Reason,
    Unpairable,
)

WHOLE = 96
RUNS = (64, 128, 256)
NEIGHBOURS = 16
LARGEST_WHOLE = 600


def draw(field: Field) -> Draw:
    """The round of least cost. Raises `Unpairable` when no draw keeps the hard rules."""
    if not field.players:
        raise Unpairable(())
    costs = Costs(field)
    match, proof, window = _solve(costs)
    cost, bound = total(costs, match), least(costs, match.bye)
    pairings = _tables(costs, match)
    certificate = Certificate(
        algorithm=ALGORITHM,
        seed=field.seed,
        cost=cost,
        bound=bound,
        proof=proof,
        window=window,
        reasons=tuple(_reason(costs, pairing) for pairing in pairings),
    )
    bye = None if match.bye is None else costs.ids[match.bye]
    return Draw(round=field.round, pairings=pairings, bye=bye, certificate=certificate)


def _solve(costs: Costs) -> tuple[Match, Proof, int]:
    size = len(costs.players)
    found: tuple[Match, int] | None = None
    if size > WHOLE:
        for run in RUNS:
            match = _by_runs(costs, run)
            if match is None:
                continue
            if total(costs, match) == least(costs, match.bye):
                return match, "bound", run
            if found is None or _key(costs, match) < _key(costs, found[0]):
                found = match, run
    if found is None or size <= LARGEST_WHOLE:
        return _whole(costs), "complete", size
    return found[0], "window", found[1]


def _whole(costs: Costs) -> Match:
    places = list(range(len(costs.players)))
    match = best_match(costs, places, costs.bye_order() if len(places) % 2 else [], rematches=True)
    if match.left:
        raise Unpairable(tuple(costs.ids[at] for at in match.left))
    return match


def _by_runs(costs: Costs, run: int) -> Match | None:
    """Every run of neighbours matched on its own without a rematch; None if one of them cannot be."""
    order = costs.bye_order()
    bye = order[0] if len(costs.players) % 2 else None
    places = arrange(costs, bye)
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(places), run):
        part = best_match(costs, places[start : start + run], [], rematches=False, near=NEIGHBOURS)
        if part.left:
            return None
        pairs += part.pairs
    return Match(pairs, bye)


def total(costs: Costs, match: Match) -> dict[str, int]:
    """The cost of a match by criterion."""
    bye = 0 if match.bye is None else costs.bye_order().index(match.bye)
    return {
        REMATCHES: sum(costs.met[one].get(other, 0) for one, other in match.pairs),
        BYE: bye,
        SCORE: sum(costs.score(one, other) for one, other in match.pairs),
        SOFT: sum(costs.soft(one, other) for one, other in match.pairs),
    }


def _key(costs: Costs, match: Match) -> tuple[int, ...]:
    cost = total(costs, match)
    return tuple(cost[criterion] for criterion in CRITERIA)


def _tables(costs: Costs, match: Match) -> tuple[Pairing, ...]:
    """Tables in order: highest level first, then the higher sum, then the better rank, then the lot."""

    def place(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        levels = [costs.level[at] for at in pair]
        return -max(levels), -sum(levels), min(costs.players[at].rank for at in pair), min(pair)

    ordered = sorted(match.pairs, key=place)
    return tuple(Pairing(at, _seats(costs, pair)) for at, pair in enumerate(ordered, 1))


def _seats(costs: Costs, pair: tuple[int, int]) -> tuple[str, str]:
    """Who has played the first side less often plays it now; between equals the lot decides."""
    one, other = pair
    if costs.balance[one] == costs.balance[other]:
        first = one if (costs.lots[one] ^ costs.lots[other]) & 1 else other
    else:
        first = one if costs.balance[one] < costs.balance[other] else other
    return costs.ids[first], costs.ids[other if first == one else one]


def _reason(costs: Costs, pairing: Pairing) -> Reason:
    one, other = (costs.index[name] for name in pairing.players)
    return Reason(
        table=pairing.table,
        met=costs.met[one].get(other, 0),
        difference=abs(costs.level[one] - costs.level[other]),
        club=costs.same_club(one, other),
        byes=costs.both_had_bye(one, other),
        sides=costs.sides(one, other),
    )
