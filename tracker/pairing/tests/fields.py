"""Fields to pair: made by hand, by hypothesis, or by playing a tournament at random. Used by the pairing tests."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tracker.pairing.structs import Draw, Field, Order, Player, Weights
from tracker.pairing.swiss import draw

ORDERS: tuple[Order, ...] = ("lot", "fold", "slide", "adjacent")
SIDES = ("alliance", "serpent")


def field(
    *players: Player,
    seed: str = "seed",
    prohibited: tuple[tuple[str, str], ...] = (),
    order: Order = "lot",
    **weights: int,
) -> Field:
    return Field(
        players=players,
        round=2,
        seed=seed,
        sides=SIDES,
        prohibited=prohibited,
        weights=Weights(**weights),
        order=order,
    )


@st.composite
def fields(draw_from: st.DrawFn, largest: int = 8) -> Field:
    """A small field with any history, clubs, byes, balances and up to three prohibited pairs."""
    size = draw_from(st.integers(1, largest))
    names = [f"p{n}" for n in range(size)]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda two: two[0] != two[1])
    games = draw_from(st.lists(pair, max_size=2 * size)) if size > 1 else []
    seeds, order = draw_from(st.permutations(names)), draw_from(st.sampled_from(ORDERS))
    seeds, order = draw_from(st.permutations(names)), draw_from(st.sampled_from(ORDERS))
    players = [
        Player(
            name,
            draw_from(st.integers(0, 4)),
            draw_from(st.integers(1, size)),
            tuple(b if a == name else a for a, b in games if name in (a, b)),
            draw_from(st.integers(0, 1)),
            draw_from(st.integers(-3, 3)),
            draw_from(st.sampled_from([None, "north", "south"])),
            draw_from(st.integers(-3, 3)),
            start=seeds.index(name) + 1,
            downs=draw_from(st.integers(0, 2)),
        )
        for name in names
    ]
    prohibited = tuple(draw_from(st.lists(pair, max_size=3))) if size > 1 else ()
    seed, thirds = draw_from(st.sampled_from("abc")), draw_from(st.sampled_from([0, 20]))
    downs = draw_from(st.sampled_from([0, 3, 500]))
    return field(*players, seed=seed, prohibited=prohibited, order=order, thirds=thirds, downs=downs)


class Event:
    """A tournament played at random: `next` draws a round and plays it."""

    def __init__(self, size: int, seed: int, clubs: int = 0, **weights: int) -> None:
        self.weights = Weights(**weights)
        self.random = Random(seed)
        self.names = [f"p{n}" for n in range(size)]
        self.clubs = {name: f"club{n % clubs}" if clubs else None for n, name in enumerate(self.names)}
        self.points, self.byes, self.balance = (dict.fromkeys(self.names, 0) for _ in range(3))
        self.streak = dict.fromkeys(self.names, 0)
        self.met: dict[str, list[str]] = {name: [] for name in self.names}
        self.round = 0

    def field(self) -> Field:
        order = sorted(self.points.values(), reverse=True)
        players = tuple(
            Player(
                name,
                self.points[name],
                order.index(self.points[name]) + 1,
                tuple(self.met[name]),
                self.byes[name],
                self.balance[name],
                self.clubs[name],
                self.streak[name],
            )
            for name in self.names
        )
        number = self.round + 1
        return Field(players=players, round=number, seed=f"round {number}", sides=SIDES, weights=self.weights)

    def next(self) -> tuple[Field, Draw]:
        drawn_from = self.field()
        drawn = draw(drawn_from)
        self.round += 1
        for pairing in drawn.pairings:
            self._play(*pairing.players)
        if drawn.bye is not None:
            self.byes[drawn.bye] += 1
            self.points[drawn.bye] += 3
        return drawn_from, drawn

    def _play(self, one: str, other: str) -> None:
        self.met[one].append(other)
        self.met[other].append(one)
        self.balance[one] += 1
        self.balance[other] -= 1
        for name, side in ((one, 1), (other, -1)):
            self.streak[name] = self.streak[name] + side if self.streak[name] * side > 0 else side
        luck = self.random.random()
        gains = (1, 1) if luck < 0.1 else (3, 0) if luck < 0.55 else (0, 3)
        self.points[one] += gains[0]
        self.points[other] += gains[1]
