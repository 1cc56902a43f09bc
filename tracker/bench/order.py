"""Figures of pairing and standings, on tournaments made up from a seed. Registered through `figures`."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
import rustworkx
from msgspec.structs import replace
from numpy.typing import NDArray

from tracker.bench.harness import SHORT_ROUNDS, Pair, computed, figure, timed
from tracker.pairing.structs import Draw, Field, Order, Player
from tracker.pairing.swiss import draw
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Game
from tracker.standings.tiebreaks import TIEBREAKS

SIDES = ("alliance", "serpent")
Ints = NDArray[np.int64]


# --- Pairing ---------------------------------------------------------------------------------------------


@cache
def field_after(size: int, rounds: int) -> Field:
    """`size` players of clubs of eight who have played `rounds` drawn rounds; the stronger one mostly wins."""
    dice = random.Random(f"{size} {rounds}")
    players = [Player(id=f"p{at:05}", club=f"club {at // 8}") for at in range(size)]
    for number in range(1, rounds + 1):
        players = _played(players, draw(_field(players, number)), dice)
    return _field(players, rounds + 1)


def _field(players: list[Player], number: int) -> Field:
    return Field(players=tuple(players), round=number, seed=f"bench {number}", sides=SIDES)


def _played(players: list[Player], drawn: Draw, dice: random.Random) -> list[Player]:
    change: dict[str, tuple[int, int, str]] = {}
    for pairing in drawn.pairings:
        first, second = pairing.players
        points = dice.choice(((3, 0), (1, 1), (0, 3), (3, 0) if first < second else (0, 3)))
        change[first], change[second] = (points[0], 1, second), (points[1], -1, first)
    moved = [_after(player, *change[player.id]) for player in players]
    ranked = sorted(moved, key=lambda player: (-player.level, player.id))
    return [Player(p.id, p.level, rank, p.met, p.byes, p.balance, p.club) for rank, p in enumerate(ranked, 1)]


def _after(player: Player, points: int, balance: int, foe: str) -> Player:
    met, even = (*player.met, foe), player.balance + balance
    return Player(player.id, player.level + points, player.rank, met, player.byes, even, player.club)


def _bare_matching(field: Field, near: int) -> None:
    """Matching alone: every player with the next `near` in rank not met yet, by score difference, then by rank."""
    players = field.players
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    edges = []
    for at, one in enumerate(players):
        for to in range(at + 1, min(at + near + 1, len(players))):
            other = players[to]
            if other.id not in one.met:
                edges.append((at, to, 1_000_000 - 1000 * (one.level - other.level) ** 2 - (to - at)))
    graph.add_edges_from(edges)
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _pairing(size: int) -> Iterator[Pair]:
    field = field_after(size, 6)
    yield Pair(size, lambda: timed(lambda: draw(field)), lambda: timed(lambda: _bare_matching(field, 8)))


def _six_rounds(size: int) -> str:
    return f"draw round 7 of {size:,} players, certificate included; limit: rustworkx alone, k = 8"


figure("pairing_512", _six_rounds(512), "s", 3, rounds=3)(partial(_pairing, 512))
figure("pairing_2000", _six_rounds(2000), "s", 3, rounds=3)(partial(_pairing, 2000))


@cache
def half_of_one_club(size: int) -> Field:
    """Four levels of uneven sides, half of the field of one club: the runs alone do not meet the bound."""
    dice, players = random.Random(1), list[Player]()
    for at in range(size):
        level, club = dice.choice((0, 3, 6, 9)), "big" if dice.random() < 0.5 else None
        players.append(Player(id=f"p{at:05}", level=level, balance=dice.choice((-1, 0, 1)), club=club))
    return _field(players, 2)


def by_rank(size: int) -> Field:
    """Round 7 by exact ranks: everybody on a level of their own, and neighbours have met."""
    field = field_after(size, 6)
    return _field([replace(player, level=-player.rank) for player in field.players], 7)


def by_seeds(size: int, order: Order) -> Field:
    """Round 2 by seeds: everybody owes a side."""
    field = field_after(size, 1)
    return replace(
        field, order=order, players=tuple(replace(one, start=int(one.id[1:]) + 1) for one in field.players)
    )


def _in_a_second(make: Callable[[], Field]) -> Iterator[Pair]:
    field = make()
    yield Pair(len(field.players), lambda: computed(lambda: draw(field)), lambda: 1.0)


LARGE = "10,000 players; limit: a second of processor time"
figure("pairing_10000", f"draw round 7 of {LARGE}", "s", 1, rounds=3)(
    partial(_in_a_second, lambda: field_after(10_000, 6))
)
figure("pairing_club_10000", f"draw a club of half of {LARGE}", "s", 1, rounds=3)(
    partial(_in_a_second, lambda: half_of_one_club(10_000))
)
figure("pairing_ranks_10000", f"draw round 7 by exact ranks of {LARGE}", "s", 1, rounds=3)(
    partial(_in_a_second, lambda: by_rank(10_000))
)
figure("pairing_adjacent_10000", f"draw round 2 by adjacent seeds of {LARGE}", "s", 1.2, rounds=3)(
    partial(_in_a_second, lambda: by_seeds(10_000, "adjacent"))
)


def _peak(size: int) -> float:
    """The most bytes that a draw holds at once."""
    field = half_of_one_club(size)
    tracemalloc.start()
    draw(field)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(found)


@figure("pairing_memory", "memory of a draw of 20,000; limit: twice that of 10,000", "bytes", 1.15, rounds=1)
def _pairing_memory() -> Iterator[Pair]:
    yield Pair(20_000, lambda: _peak(20_000), lambda: 2 * _peak(10_000))


# --- Standings -------------------------------------------------------------------------------------------


@cache
def games_of(size: int, rounds: int) -> tuple[Game, ...]:
    """Every round a random pairing of everybody, with random results."""
    dice, games = random.Random(f"{size} {rounds}"), []
    names = [f"p{at:05}" for at in range(size)]
    for number in range(1, rounds + 1):
        dice.shuffle(names)
        for table, (one, other) in enumerate(zip(names[::2], names[1::2], strict=True), 1):
            vp = dice.randrange(9), dice.randrange(9)
            tp = (3, 0) if vp[0] > vp[1] else (0, 3) if vp[1] > vp[0] else (1, 1)
            winner = None if tp[0] == tp[1] else int(tp[1] > tp[0])
            games.append(Game(number, table, ((one,), (other,)), tp, vp, winner, f"m{number}-{table}", 40))
    return tuple(games)


def _arithmetic(size: int, seats: Ints, tp: Ints, vp: Ints) -> Ints:
    """The sums behind as many figures as there are tie-breakers, and one sort by all of them, on ready columns.

    Every second sum begins anew: sums of sums of sums would soon be larger than any integer here.
    """
    foes = seats.reshape(-1, 2)[:, ::-1].reshape(-1)
    columns: list[Ints] = []
    share = tp
    for number in range(len(TIEBREAKS)):
        total = np.bincount(seats, share, size).astype(np.int64)
        columns.append(total)
        share = vp + tp if number % 2 else total[foes]
    ranked: Ints = np.lexsort([-column for column in reversed(columns)])
    return ranked


def _ours(columns: Columns) -> None:
    """Every figure of every player, and all ranks, on the same ready columns."""
    table = Table(Book(columns, "bench"), tuple(TIEBREAKS))
    assert len(table.ranks) == len(columns.players)


def _standings(size: int, rounds: int) -> Iterator[Pair]:
    games = games_of(size, rounds)
    columns = Columns([f"p{at:05}" for at in range(size)], games)
    arithmetic = partial(_arithmetic, size, columns.own, columns.tp, columns.vp)
    yield Pair(size, lambda: computed(lambda: _ours(columns)), lambda: computed(arithmetic))


def _every_tiebreak(size: int, rounds: int) -> str:
    return f"rank {size:,} players, {rounds} rounds, {len(TIEBREAKS)} tie-breakers; limit: numpy sums and sort alone"


figure("standings_512", _every_tiebreak(512, 5), "s", 4, SHORT_ROUNDS)(partial(_standings, 512, 5))
figure("standings_2000", _every_tiebreak(2000, 7), "s", 4, SHORT_ROUNDS)(partial(_standings, 2000, 7))
figure("standings_10000", _every_tiebreak(10_000, 12), "s", 4)(partial(_standings, 10_000, 12))
