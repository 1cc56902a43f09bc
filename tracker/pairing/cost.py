"""The costs of a pair and of a bye, and the order in which players stand: what `swiss` minimises.

`Costs` reads a field once into lists of integers by index, and the side costs of a pair into a table by the few states
that players can be in, so that weighing one against many is arithmetic and look-ups without a call for each.
The independent checker (`check`) does not use this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from tracker.pairing.balance import Plan
from tracker.pairing.ordering import Distances, placed
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT, Field, Player, lot

TIE_BITS = 16
MIX, MIXED = 0x9E3779B97F4A7C15, 40
"""The lot of a pair: `TIE_BITS` bits of a product, from this one on."""
TWICE = 2
"""Whoever played one side that often running would now play it a third time."""
NOBODY: frozenset[int] = frozenset()


class _State(NamedTuple):
    """All of a player that decides what sides and earlier byes cost a pair."""

    balance: int
    twice_first: bool
    twice_second: bool
    had_bye: bool


class _Row(dict[int, int]):
    """What one state costs beside each other one, by number; computed when first asked for."""

    def __init__(self, price: Callable[[int], int]) -> None:
        super().__init__()
        self._price = price

    def __missing__(self, other: int) -> int:
        self[other] = cost = self._price(other)
        return cost


class Costs:
    """The field by index: players stand by level, then by lot. Indexes of all methods are places in this order."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.plan: tuple[list[int], Plan] | None = None
        lots = {player.id: lot(field.seed, player.id) for player in field.players}
        self.players: list[Player] = sorted(field.players, key=lambda p: (-p.level, lots[p.id], p.id))
        self.ids = [player.id for player in self.players]
        self.index = {name: at for at, name in enumerate(self.ids)}
        self.lots = [lots[name] for name in self.ids]
        self.level = [player.level for player in self.players]
        self.balance = [player.balance for player in self.players]
        self.streak = [player.streak for player in self.players]
        self.club = _numbered([player.club for player in self.players])
        self.town = _numbered([player.town for player in self.players])
        self.state, self.sides = self._states()
        self.met = self._met()
        self.forbidden = self._pairs(field.prohibited)
        self.friends = self._pairs(field.friends)
        self.ordered = field.order != "lot"
        self.places = (
            placed(self.level, [p.start for p in self.players], self._sits_out()) if self.ordered else []
        )
        self.distances = Distances(field.order, self.level, self.places) if self.ordered else None

    def _sits_out(self) -> int | None:
        return self.bye_order[0] if len(self.players) % 2 else None

    def _states(self) -> tuple[list[int], list[_Row]]:
        """The number of everybody's state, and by number what it costs beside each other one."""
        numbers: dict[_State, int] = {}
        found = []
        for player in self.players:
            streak = player.streak
            state = _State(player.balance, streak >= TWICE, streak <= -TWICE, player.byes > 0)
            found.append(numbers.setdefault(state, len(numbers)))
        states = list(numbers)
        return found, [_Row(partial(self._beside, states, one)) for one in range(len(states))]

    def _beside(self, states: Sequence[_State], at: int, other_at: int) -> int:
        one, other = states[at], states[other_at]
        cost = min(self._weighed(one, other), self._weighed(other, one))
        return cost + self.field.weights.byes if one.had_bye and other.had_bye else cost

    def _weighed(self, first: _State, second: _State) -> int:
        weights = self.field.weights
        lead = max(first.balance, 0) + max(-second.balance, 0)
        return weights.sides * lead + weights.thirds * (first.twice_first + second.twice_second)

    def _met(self) -> list[dict[int, int]]:
        met: list[dict[int, int]] = []
        index = self.index
        for player in self.players:
            games: dict[int, int] = {}
            for name in player.met:
                at = index.get(name)
                if at is not None:
                    games[at] = games.get(at, 0) + 1
            met.append(games)
        return met

    def _pairs(self, named: tuple[tuple[str, str], ...]) -> list[frozenset[int]]:
        """Place -> the places that these pairs name beside it."""
        pairs: dict[int, set[int]] = {}
        for one, other in named:
            if one in self.index and other in self.index:
                pairs.setdefault(self.index[one], set()).add(self.index[other])
                pairs.setdefault(self.index[other], set()).add(self.index[one])
        found = [NOBODY] * len(self.players)
        for at, names in pairs.items():
            found[at] = frozenset(names)
        return found

    def seated(self, first: int, second: int) -> tuple[int, int]:
        """What these seats cost: the games by which a lead of one side grows further, and the third times running."""
        sides = max(self.balance[first], 0) + max(-self.balance[second], 0)
        return sides, (self.streak[first] >= TWICE) + (self.streak[second] <= -TWICE)

    def seats(self, one: int, other: int) -> tuple[int, int]:
        """Who sits first and who second: the cheaper way; else who has sat first less often; between equals the lot."""
        lot_first = (self.lots[one] ^ self.lots[other]) & 1
        weights = self.field.weights

        def price(pair: tuple[int, int]) -> tuple[int, int, bool]:
            sides, thirds = self.seated(*pair)
            cost = weights.sides * sides + weights.thirds * thirds
            return cost, self.balance[pair[0]], (pair[0] == one) != bool(lot_first)

        return min((one, other), (other, one), key=price)

    def same_club(self, one: int, other: int) -> bool:
        return self.club[one] == self.club[other]

    def same_town(self, one: int, other: int) -> bool:
        return self.town[one] == self.town[other]

    def both_had_bye(self, one: int, other: int) -> bool:
        return self.players[one].byes > 0 and self.players[other].byes > 0

    def soft(self, one: int, other: int) -> int:
        """The weighted sum of the soft offences of a pair."""
        return self.softs(one, (other,))[0]

    def softs(self, one: int, others: Sequence[int]) -> list[int]:
        """`soft` of one beside each of the others."""
        weights, row, state = self.field.weights, self.sides[self.state[one]], self.state
        club, town = self.club, self.town
        mine, home = club[one], town[one]
        found = [row[state[at]] + (weights.club if club[at] == mine else 0) for at in others]
        if home >= 0:
            found = [cost + weights.town * (town[at] == home) for cost, at in zip(found, others, strict=True)]
        if friends := self.friends[one]:
            found = [cost + weights.friends * (at in friends) for cost, at in zip(found, others, strict=True)]
        return found

    def score(self, one: int, other: int) -> int:
        return (self.level[one] - self.level[other]) ** 2

    def scores(self, one: int, others: Iterable[int]) -> list[int]:
        """`score` of one beside each of the others."""
        level, mine = self.level, self.level[one]
        return [(mine - level[at]) ** 2 for at in others]

    def order(self, one: int, other: int) -> int:
        """How far the pair is from the order that is asked for among equals."""
        return self.orders(one, (other,))[0]

    def orders(self, one: int, others: Sequence[int]) -> list[int]:
        """`order` of one beside each of the others."""
        return [0] * len(others) if self.distances is None else self.distances.of(one, others)

    def ties(self, one: int, others: Iterable[int]) -> list[int]:
        """The lot of one with each of the others: decides between draws of the same cost."""
        lots, mine, last = self.lots, self.lots[one], (1 << TIE_BITS) - 1
        return [(mine ^ lots[at]) * MIX >> MIXED & last for at in others]

    @cached_property
    def bye_order(self) -> list[int]:
        """Who may have the bye, first choice first: those with the fewest byes (0 while such exist), lowest first."""
        fewest = min(player.byes for player in self.players)
        may = [at for at, player in enumerate(self.players) if player.byes == fewest]
        return sorted(
            may, key=lambda at: (self.level[at], -self.players[at].rank, -self.players[at].start, -at)
        )

    def total(self, pairs: list[tuple[int, int]]) -> dict[str, int]:
        """The cost of pairs by criterion; the bye is not among them."""
        return {
            REMATCHES: sum(self.met[one].get(other, 0) for one, other in pairs),
            SCORE: sum(self.score(one, other) for one, other in pairs),
            SOFT: sum(self.soft(one, other) for one, other in pairs),
            **({ORDER: sum(self.order(one, other) for one, other in pairs)} if self.ordered else {}),
        }


def _numbered(names: list[str | None]) -> list[int]:
    """A number for each name, from 0 on; whoever has none is alone with a number below 0."""
    numbers: dict[str, int] = {}
    return [
        -1 - at if name is None else numbers.setdefault(name, len(numbers)) for at, name in enumerate(names)
    ]
