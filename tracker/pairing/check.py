"""An independent judge of a round: whoever made it, is it legal, and does its certificate tell the truth?

Recomputes feasibility and every cost from the field alone; shares only `structs` with the module that draws.
Called by the tournament rule set before a draw enters the log, and by tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import rustworkx

from tracker.pairing.structs import (
    BYE,
    ORDER,
    REMATCHES,
    SCORE,
    SOFT,
    Certificate,
    Draw,
    Field,
    Pairing,
    Player,
    Reason,
    lot,
)


class Problem(NamedTuple):
    """What is wrong: a code (`tables`, `left_out`, `twice`, `stranger`, `bye`, `prohibited`, `rematch`, `cost`)."""

    code: str
    params: dict[str, Any]


def problems(field: Field, draw: Draw) -> tuple[Problem, ...]:
    """Everything wrong with a computed draw; () when it is legal, fewest in rematches, and truly certified."""
    found = tuple(hard_problems(field, draw.pairings, draw.bye))
    if found:
        return found
    return (*rematch_problems(field, draw.pairings), *certificate_problems(field, draw))


def hard_problems(field: Field, pairings: Sequence[Pairing], bye: str | None) -> Iterator[Problem]:
    """Breaches of what no draw may do, whoever made it."""
    if [pairing.table for pairing in pairings] != list(range(1, len(pairings) + 1)):
        yield Problem("tables", {"tables": [pairing.table for pairing in pairings]})
    seats = Counter(name for pairing in pairings for name in pairing.players)
    seats.update([bye] if bye is not None else [])
    here = {player.id for player in field.players}
    for code, players in (
        ("stranger", sorted(seats.keys() - here)),
        ("left_out", sorted(here - seats.keys())),
        ("twice", sorted(name for name, times in seats.items() if times > 1)),
    ):
        if players:
            yield Problem(code, {"players": players})
    yield from _bye_problems(field, bye)
    yield from _prohibited_problems(field, pairings)


def _bye_problems(field: Field, bye: str | None) -> Iterator[Problem]:
    byes = {player.id: player.byes for player in field.players}
    if bye in byes and byes[bye] > min(byes.values()):
        yield Problem("bye", {"player": bye, "byes": byes[bye]})


def _prohibited_problems(field: Field, pairings: Sequence[Pairing]) -> Iterator[Problem]:
    never = {frozenset(pair) for pair in field.prohibited}
    for pairing in pairings:
        if frozenset(pairing.players) in never:
            yield Problem("prohibited", {"table": pairing.table, "players": list(pairing.players)})


def rematch_problems(field: Field, pairings: Sequence[Pairing]) -> Iterator[Problem]:
    """A rematch is a problem when a legal round with fewer of them exists."""
    players = {player.id: player for player in field.players}
    again = [pairing for pairing in pairings if _met(players, pairing.players)]
    games = sum(_met(players, pairing.players) for pairing in pairings)
    if again and fewest_rematches(field) < games:
        for pairing in again:
            yield Problem("rematch", {"table": pairing.table, "players": list(pairing.players)})


def _met(players: dict[str, Player], pair: tuple[str, str]) -> int:
    return players[pair[0]].met.count(pair[1])


def fewest_rematches(field: Field) -> int:
    """The least number of repeated games that a legal round of this field must have; its players can be paired."""
    never = {frozenset(pair) for pair in field.prohibited}
    fewest = min(player.byes for player in field.players)
    names = list(enumerate(field.players))
    edges = [
        (i, j, -one.met.count(other.id))
        for (i, one), (j, other) in combinations(names, 2)
        if frozenset((one.id, other.id)) not in never
    ]
    if len(names) % 2:
        edges += [(i, len(names), 0) for i, player in names if player.byes == fewest]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(names) + len(names) % 2))
    graph.add_edges_from(edges)
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(-int(graph.get_edge_data(one, other)) for one, other in pairs)


def certificate_problems(field: Field, draw: Draw) -> Iterator[Problem]:
    """Every figure of the certificate that the field does not bear out. The draw itself is legal."""
    certificate = draw.certificate
    players = {player.id: player for player in field.players}
    friends = {frozenset(pair) for pair in field.friends}
    away = _order_costs(field, draw.pairings)
    reasons = tuple(
        _reason(players, friends, pairing, cost) for pairing, cost in zip(draw.pairings, away, strict=True)
    )
    if certificate.seed != field.seed:
        yield Problem("cost", {"what": "seed", "told": certificate.seed, "found": field.seed})
    for told, found in zip(certificate.reasons, reasons, strict=False):
        if told != found:
            yield Problem(
                "cost", {"what": "reasons", "table": found.table, "told": told.met, "found": found.met}
            )
    if len(certificate.reasons) != len(reasons):
        yield Problem("cost", {"what": "reasons", "told": len(certificate.reasons), "found": len(reasons)})
    yield from _cost_problems(certificate, _cost(field, draw, reasons))


def _cost_problems(certificate: Certificate, cost: dict[str, int]) -> Iterator[Problem]:
    for what, found in cost.items():
        if certificate.cost.get(what) != found:
            yield Problem("cost", {"what": what, "told": certificate.cost.get(what), "found": found})
    if certificate.proof == "bound" and certificate.cost != certificate.bound:
        yield Problem("cost", {"what": "proof", "told": certificate.proof, "found": "window"})


def _cost(field: Field, draw: Draw, reasons: Sequence[Reason]) -> dict[str, int]:
    weights = field.weights
    soft = sum(
        weights.club * reason.club
        + weights.byes * reason.byes
        + weights.sides * reason.sides
        + weights.thirds * reason.thirds
        + weights.town * reason.town
        + weights.friends * reason.friends
        + weights.downs * reason.downs
        for reason in reasons
    )
    return {
        REMATCHES: sum(reason.met for reason in reasons),
        BYE: _bye_cost(field, draw.bye),
        SCORE: sum(reason.difference**2 for reason in reasons),
        SOFT: soft,
        **({} if field.order == "lot" else {ORDER: sum(reason.order for reason in reasons)}),
    }


def _bye_cost(field: Field, bye: str | None) -> int:
    """How many of those who might have the bye stand lower than the one who has it."""
    if bye is None:
        return 0
    fewest = min(player.byes for player in field.players)

    def height(player: Player) -> tuple[int, int, int, int]:
        return _height(field, player)

    who = next(player for player in field.players if player.id == bye)
    return sum(player.byes == fewest and height(player) < height(who) for player in field.players)


def _height(field: Field, player: Player) -> tuple[int, int, int, int]:
    """The higher the later somebody comes to the bye."""
    return player.level, -player.rank, -player.start, -lot(field.seed, player.id)


def _order_costs(field: Field, pairings: Sequence[Pairing]) -> list[int]:
    """Of every pair, how far it is from the order of seeds that the field asks for."""
    if field.order == "lot":
        return [0] * len(pairings)
    fewest = min(player.byes for player in field.players)
    may = [player for player in field.players if player.byes == fewest]
    out = min(may, key=lambda player: _height(field, player)) if len(field.players) % 2 else None
    seat: dict[str, int] = {}
    playing: dict[int, int] = {}
    for player in sorted(field.players, key=lambda one: (one is out, one.start, lot(field.seed, one.id))):
        seat[player.id] = playing.get(player.level, 0) + 1
        if player is not out:
            playing[player.level] = seat[player.id]
    owed: dict[int, int] = {}
    before = 0
    for level in sorted(playing, reverse=True):
        owed[level] = before % 2
        before += playing[level]
    level_of = {player.id: player.level for player in field.players}
    return [_away(field, pairing.players, level_of, seat, playing, owed) for pairing in pairings]


def _away(
    field: Field,
    pair: tuple[str, str],
    level_of: dict[str, int],
    seat: dict[str, int],
    playing: dict[int, int],
    owed: dict[int, int],
) -> int:
    """`playing`: how many of a level are paired; `owed`: 1 where the level above lends it a player."""
    high, low = sorted(pair, key=lambda name: (-level_of[name], seat[name]))
    level, below = level_of[high], level_of[low]
    if level != below:
        return (playing.get(level, 0) - seat[high]) ** 2 + (seat[low] - 1) ** 2
    lent = owed.get(level, 0)
    inner = (playing.get(level, 0) - lent) // 2 * 2
    if field.order == "fold":
        wanted = inner + 1 + 2 * lent
        return (seat[high] + seat[low] - wanted) ** 2
    return (seat[low] - seat[high] - (inner // 2 if field.order == "slide" else 1)) ** 2


def _reason(players: dict[str, Player], friends: set[frozenset[str]], pairing: Pairing, order: int) -> Reason:
    one, other = (players[name] for name in pairing.players)
    return Reason(
        table=pairing.table,
        met=one.met.count(other.id),
        difference=abs(one.level - other.level),
        club=one.club is not None and one.club == other.club,
        byes=one.byes > 0 and other.byes > 0,
        sides=max(one.balance, 0) + max(-other.balance, 0),
        thirds=(one.streak >= 2) + (other.streak <= -2),
        town=one.town is not None and one.town == other.town,
        friends=frozenset(pairing.players) in friends,
        order=order,
        downs=one.level != other.level and max(one, other, key=lambda player: player.level).downs > 0,
    )
