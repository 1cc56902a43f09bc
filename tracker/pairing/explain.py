"""Why do these two meet, or why not? The cheapest round that has the pair, beside the cheapest of all.

Called by the tournament rule set for the organiser's round builder and for players who ask.
"""

from __future__ import annotations

import msgspec

from tracker.pairing import swiss
from tracker.pairing.cost import Costs
from tracker.pairing.match import Match, best_match
from tracker.pairing.structs import CRITERIA, Draw, Field, Unpairable


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`meet`: the draw has this pair. `decides`: the first criterion by which a round with the pair is worse.

    None in `decides`: the pair costs nothing more; if they do not meet, the lot decided. `with_pair` is the cost of
    the best round that has them, None when they must never meet or nobody else could be paired then. `without` is the
    cost of the best round in which those who meet do not, None when there is none. `wishes` and `other_wishes`: how
    often each wish is broken in this draw and in the best other one, whose pairs are `other`.
    """

    meet: bool
    prohibited: bool
    met_before: int
    cost: dict[str, int]
    with_pair: dict[str, int] | None
    decides: str | None
    without: dict[str, int] | None = None
    wishes: dict[str, int] = {}
    other_wishes: dict[str, int] = {}
    other: tuple[tuple[str, str], ...] = ()
    other_bye: str | None = None


def why(field: Field, one: str, other: str) -> Answer:
    """Raises KeyError when one of the two is not in the field, `Unpairable` when nothing is legal at all."""
    costs = Costs(field)
    places = costs.index[one], costs.index[other]
    best = swiss.draw(field)
    prohibited = places[1] in costs.forbidden[places[0]]
    meet = _meet(best, one, other)
    forced = None if prohibited else _with_pair(field, costs, places)
    apart = _without_pair(field, costs, places) if meet else None
    instead = apart if meet else forced
    cost = best.certificate.cost
    with_pair = None if forced is None else swiss.total(costs, forced)
    without = None if apart is None else swiss.total(costs, apart)
    return Answer(
        meet=meet,
        prohibited=prohibited,
        met_before=costs.met[places[0]].get(places[1], 0),
        cost=cost,
        with_pair=with_pair,
        decides=_decides(cost, without if meet else with_pair),
        without=without,
        wishes=wishes(costs, costs.places_of(p.players for p in best.pairings)),
        other_wishes={} if instead is None else wishes(costs, instead.pairs),
        other=() if instead is None else tuple((costs.ids[a], costs.ids[b]) for a, b in instead.pairs),
        other_bye=None if instead is None or instead.bye is None else costs.ids[instead.bye],
    )


def wishes(costs: Costs, pairs: list[tuple[int, int]]) -> dict[str, int]:
    """How often each wish that counts is broken: two of a club or a town, friends, two who had a bye, sides, a third
    time running."""
    weights = costs.field.weights
    seats = [costs.seated(*costs.seats(*sorted(pair))) for pair in pairs]
    found = {
        "club": (weights.club, sum(costs.same_club(*pair) for pair in pairs)),
        "town": (weights.town, sum(costs.same_town(*pair) for pair in pairs)),
        "friends": (weights.friends, sum(two in costs.friends[one] for one, two in pairs)),
        "byes": (weights.byes, sum(costs.both_had_bye(*pair) for pair in pairs)),
        "sides": (weights.sides, sum(sides for sides, _thirds in seats)),
        "thirds": (weights.thirds, sum(thirds for _sides, thirds in seats)),
        "downs": (weights.downs, sum(costs.down_again(*pair) for pair in pairs)),
    }
    return {name: broken for name, (weight, broken) in found.items() if weight}


def _meet(draw: Draw, one: str, other: str) -> bool:
    return any({one, other} == set(pairing.players) for pairing in draw.pairings)


def _without_pair(field: Field, costs: Costs, places: tuple[int, int]) -> Match | None:
    """The best round in which the two do not meet."""
    names = costs.ids[places[0]], costs.ids[places[1]]
    try:
        draw = swiss.draw(msgspec.structs.replace(field, prohibited=(*field.prohibited, names)))
    except Unpairable:
        return None
    pairs = costs.places_of(p.players for p in draw.pairings)
    return Match(pairs, None if draw.bye is None else costs.index[draw.bye])


def _with_pair(field: Field, costs: Costs, places: tuple[int, int]) -> Match | None:
    """The pair and the best round of all the others."""
    if costs.ordered and len(costs.players) <= swiss.LARGEST_WHOLE:
        return _with_pair_in_order(costs, places)
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
        pairs += costs.places_of(p.players for p in draw.pairings)
        bye = None if draw.bye is None else costs.index[draw.bye]
    return Match(pairs, bye)


def _with_pair_in_order(costs: Costs, places: tuple[int, int]) -> Match | None:
    """The same where seeds have an order: the others keep the places that they have in the whole field."""
    others = [at for at in range(len(costs.players)) if at not in places]
    byes = [at for at in costs.bye_order if at not in places] if len(others) % 2 else []
    if len(others) % 2 and not byes:
        return None
    match = best_match(costs, others, byes, rematches=True)
    return None if match.left else Match([places, *match.pairs], match.bye)


def _decides(best: dict[str, int], forced: dict[str, int] | None) -> str | None:
    if forced is None:
        return None
    return next((one for one in CRITERIA if forced.get(one, 0) != best.get(one, 0)), None)
