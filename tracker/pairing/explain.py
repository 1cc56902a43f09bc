"""Why do these two meet, or why not? The cheapest round that has the pair, beside the cheapest of all.

Called by the tournament rule set for the organiser's round builder and for players who ask.
"""

from __future__ import annotations

import msgspec

from tracker.pairing import swiss
from tracker.pairing.cost import Costs
from tracker.pairing.match import Match
from tracker.pairing.structs import CRITERIA, Draw, Field, Unpairable


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`meet`: the draw has this pair. `decides`: the first criterion by which a round with the pair is worse.

    None in `decides`: the pair costs nothing more; if they do not meet, the lot decided. `with_pair` is the cost of
    the best round that has them, None when they must never meet or nobody else could be paired then.
    """

    meet: bool
    prohibited: bool
    met_before: int
    cost: dict[str, int]
    with_pair: dict[str, int] | None
    decides: str | None


def why(field: Field, one: str, other: str) -> Answer:
    """Raises KeyError when one of the two is not in the field, `Unpairable` when nothing is legal at all."""
    costs = Costs(field)
    places = costs.index[one], costs.index[other]
    best = swiss.draw(field)
    prohibited = places[1] in costs.forbidden[places[0]]
    forced = None if prohibited else _with_pair(field, costs, places)
    return Answer(
        meet=_meet(best, one, other),
        prohibited=prohibited,
        met_before=costs.met[places[0]].get(places[1], 0),
        cost=best.certificate.cost,
        with_pair=forced,
        decides=_decides(best.certificate.cost, forced),
    )


def _meet(draw: Draw, one: str, other: str) -> bool:
    return any({one, other} == set(pairing.players) for pairing in draw.pairings)


def _with_pair(field: Field, costs: Costs, places: tuple[int, int]) -> dict[str, int] | None:
    """The cost of the pair and the best round of all the others, measured in the whole field."""
    names = {costs.ids[place] for place in places}
    rest = msgspec.structs.replace(field, players=tuple(p for p in field.players if p.id not in names))
    pairs = [places]
    bye = None
    if rest.players:
        fewest = min(player.byes for player in field.players)
        if len(rest.players) % 2 and all(player.byes > fewest for player in rest.players):
            return None
        try:
            draw = swiss.draw(rest)
        except Unpairable:
            return None
        pairs += [(costs.index[p.players[0]], costs.index[p.players[1]]) for p in draw.pairings]
        bye = None if draw.bye is None else costs.index[draw.bye]
    return swiss.total(costs, Match(pairs, bye))


def _decides(best: dict[str, int], forced: dict[str, int] | None) -> str | None:
    if forced is None:
        return None
    return next((criterion for criterion in CRITERIA if forced[criterion] != best[criterion]), None)
