"""The costs of a pair and of a bye, and the order in which players stand: what `swiss` minimises.

`Costs` weighs one pair, and by its `columns` thousands at once. The independent checker (`check`) does not use it.
"""

from __future__ import annotations

from functools import cached_property

from tracker.pairing.columns import Columns, pairs_of
from tracker.pairing.indexed import TWICE, Indexed
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT


class Costs(Indexed):
    """What the pairs of a field cost. Indexes of all methods are places in the order of `Indexed`."""

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

    def down_again(self, one: int, other: int) -> bool:
        """Whether one of the two has more points and has met somebody with fewer before."""
        if self.level[one] == self.level[other]:
            return False
        return self.players[one if self.level[one] > self.level[other] else other].downs > 0

    def soft(self, one: int, other: int) -> int:
        """The weighted sum of the soft offences of a pair; `columns.softs` says the same of many."""
        weights, first, second = self.field.weights, self.first, self.second
        cost = min(first[one] + second[other], first[other] + second[one])
        if self.club[one] == self.club[other]:
            cost += weights.club
        if self.town[one] == self.town[other]:
            cost += weights.town
        if other in self.friends[one]:
            cost += weights.friends
        if self.down_again(one, other):
            cost += weights.downs
        return cost + weights.byes if self.both_had_bye(one, other) else cost

    def score(self, one: int, other: int) -> int:
        return (self.level[one] - self.level[other]) ** 2

    def order(self, one: int, other: int) -> int:
        """How far the pair is from the order that is asked for among equals."""
        return int(self.columns.orders(*pairs_of([(one, other)]))[0])

    @cached_property
    def columns(self) -> Columns:
        return Columns(self)

    def total(self, pairs: list[tuple[int, int]]) -> dict[str, int]:
        """The cost of pairs by criterion; the bye is not among them."""
        columns, (ones, others) = self.columns, pairs_of(pairs)
        return {
            REMATCHES: sum(self.met[one].get(other, 0) for one, other in pairs),
            SCORE: int(columns.scores(ones, others).sum()),
            SOFT: int(columns.softs(ones, others).sum()),
            **({ORDER: int(columns.orders(ones, others).sum())} if self.ordered else {}),
        }
