"""The best round by trying them all: the slow and obvious second opinion on `swiss`. Used by the pairing tests."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.pairing.structs import Field, Player, lot

Cost = tuple[int, int, int, int]
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
    return met, _bye_cost(field, bye), score, sum(_soft(field, one, other) for one, other in pairs)


def _bye_cost(field: Field, bye: Player | None) -> int:
    if bye is None:
        return 0
    may = [p for p in field.players if p.byes == min(q.byes for q in field.players)]
    return sorted(may, key=lambda p: (p.level, -p.rank, -lot(field.seed, p.id))).index(bye)


def _soft(field: Field, one: Player, other: Player) -> int:
    weights = field.weights
    soft = weights.club if one.club is not None and one.club == other.club else 0
    if one.byes and other.byes:
        soft += weights.byes
    if one.town is not None and one.town == other.town:
        soft += weights.town
    if any({one.id, other.id} == set(pair) for pair in field.friends):
        soft += weights.friends
    return soft + min(_seated(field, one, other), _seated(field, other, one))


def _seated(field: Field, first: Player, second: Player) -> int:
    """What it costs that `first` has the first side."""
    further = (first.balance if first.balance > 0 else 0) - (second.balance if second.balance < 0 else 0)
    running = [first.streak > 1, second.streak < -1].count(True)
    return field.weights.sides * further + field.weights.thirds * running


def best(field: Field) -> Cost | None:
    """The least cost, or None when no round is legal."""
    return min((cost(field, r) for r in rounds(field.players) if legal(field, r)), default=None)
