"""The best round by trying them all: the slow and obvious second opinion on `swiss`. Used by the pairing tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tracker.pairing.structs import Field, Player, lot

Cost = tuple[int, int, int, int, int]
Round = tuple[list[tuple[Player, Player]], Player | None]


def rounds(players: tuple[Player, ...]) -> Iterator[Round]:
    """Every way to pair the players, with a bye when they are odd."""
    if len(players) % 2:
        for place, bye in enumerate(players):
            for pairs in _perfect(players[:place] + players[place + 1 :]):
                yield pairs, bye
    else:
        for pairs in _perfect(players):
            yield pairs, None


def _perfect(players: tuple[Player, ...]) -> Iterator[list[tuple[Player, Player]]]:
    if not players:
        yield []
        return
    first, *others = players
    for place, other in enumerate(others):
        for pairs in _perfect(tuple(others[:place] + others[place + 1 :])):
            yield [(first, other), *pairs]


def legal(field: Field, round_: Round) -> bool:
    pairs, bye = round_
    never = {frozenset(pair) for pair in field.prohibited}
    if any(frozenset((one.id, other.id)) in never for one, other in pairs):
        return False
    return bye is None or bye.byes == min(player.byes for player in field.players)


def cost(field: Field, round_: Round) -> Cost:
    pairs, bye = round_
    met = sum(one.met.count(other.id) for one, other in pairs)
    score = sum((one.level - other.level) ** 2 for one, other in pairs)
    soft = sum(_soft(field, one, other) for one, other in pairs)
    away = 0 if field.order == "lot" else sum(_away(field, one, other) for one, other in pairs)
    return met, _bye_cost(field, bye), score, soft, away


@lru_cache(maxsize=2)
def _ladder(field: Field) -> dict[str, tuple[int, int, int, int]]:
    """Player -> (level, place in it by seed, how many play in it, 1 where its first one plays upwards)."""
    out = [_bye_queue(field)[0]] if len(field.players) % 2 else []
    by_seed = sorted(field.players, key=lambda p: (p.start, lot(field.seed, p.id)))
    seats: dict[str, tuple[int, int, int, int]] = {}
    seen = 0
    for level in sorted({player.level for player in field.players}, reverse=True):
        group = [p for p in by_seed if p.level == level and p not in out]
        last = [p for p in out if p.level == level]
        for at, player in enumerate([*group, *last], 1):
            seats[player.id] = level, at, len(group), seen % 2
        seen += len(group)
    return seats


def _away(field: Field, one: Player, other: Player) -> int:
    """How far two are from the order of seeds, squared; one who plays into the next level should be the last of the
    level, the other the first of it."""
    seats = _ladder(field)
    high, low = sorted((seats[one.id], seats[other.id]), key=lambda seat: (-seat[0], seat[1]))
    if high[0] != low[0]:
        return (high[2] - high[1]) ** 2 + (low[1] - 1) ** 2
    lent = high[3]
    inside = [*range(1 + lent, high[2] + 1)]
    inside = inside[: len(inside) // 2 * 2]
    partner = {"fold": 2 * lent + len(inside) + 1 - high[1], "slide": high[1] + len(inside) // 2}
    return (low[1] - partner.get(field.order, high[1] + 1)) ** 2


def _bye_cost(field: Field, bye: Player | None) -> int:
    if bye is None:
        return 0
    return _bye_queue(field).index(bye)


def _bye_queue(field: Field) -> list[Player]:
    may = [p for p in field.players if p.byes == min(q.byes for q in field.players)]
    return sorted(may, key=lambda p: (p.level, -p.rank, -p.start, -lot(field.seed, p.id)))


def _soft(field: Field, one: Player, other: Player) -> int:
    weights = field.weights
    soft = weights.club if one.club is not None and one.club == other.club else 0
    if one.byes and other.byes:
        soft += weights.byes
    if one.town is not None and one.town == other.town:
        soft += weights.town
    if any({one.id, other.id} == set(pair) for pair in field.friends):
        soft += weights.friends
    if any(high.level > low.level and high.downs for high, low in ((one, other), (other, one))):
        soft += weights.downs
    return soft + min(_seated(field, one, other), _seated(field, other, one))


def _seated(field: Field, first: Player, second: Player) -> int:
    """What it costs that `first` has the first side."""
    further = (first.balance if first.balance > 0 else 0) - (second.balance if second.balance < 0 else 0)
    running = [first.streak > 1, second.streak < -1].count(True)
    return field.weights.sides * further + field.weights.thirds * running


def best(field: Field) -> Cost | None:
    """The least cost, or None when no round is legal."""
    return min((cost(field, r) for r in rounds(field.players) if legal(field, r)), default=None)
