"""The costs of a pair and of a bye, and the order in which players stand: what `swiss` minimises.

`Costs` reads a field once into lists by index, so that weighing a pair is arithmetic on integers.
The independent checker (`check`) does not use this module.
"""

from __future__ import annotations

from tracker.pairing.ordering import distance, placed
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT, Field, Player, lot

TIE_BITS = 16
TWICE = 2
"""Whoever played one side that often running would now play it a third time."""


class Costs:
    """The field by index: players stand by level, then by lot. Indexes of all methods are places in this order."""

    def __init__(self, field: Field) -> None:
        self.field = field
        lots = {player.id: lot(field.seed, player.id) for player in field.players}
        self.players: list[Player] = sorted(field.players, key=lambda p: (-p.level, lots[p.id], p.id))
        self.ids = [player.id for player in self.players]
        self.index = {name: at for at, name in enumerate(self.ids)}
        self.lots = [lots[name] for name in self.ids]
        self.level = [player.level for player in self.players]
        self.balance = [player.balance for player in self.players]
        self.streak = [player.streak for player in self.players]
        self.met = self._met()
        self.forbidden = self._pairs(field.prohibited)
        self.friends = self._pairs(field.friends)
        self.ordered = field.order != "lot"
        self.places = (
            placed(self.level, [p.start for p in self.players], self._sits_out()) if self.ordered else []
        )

    def _sits_out(self) -> int | None:
        return self.bye_order()[0] if len(self.players) % 2 else None

    def _met(self) -> list[dict[int, int]]:
        met: list[dict[int, int]] = []
        for player in self.players:
            games: dict[int, int] = {}
            for name in player.met:
                if name in self.index:
                    games[self.index[name]] = games.get(self.index[name], 0) + 1
            met.append(games)
        return met

    def _pairs(self, named: tuple[tuple[str, str], ...]) -> list[frozenset[int]]:
        """Place -> the places that these pairs name beside it."""
        pairs: list[set[int]] = [set() for _ in self.players]
        for one, other in named:
            if one in self.index and other in self.index:
                pairs[self.index[one]].add(self.index[other])
                pairs[self.index[other]].add(self.index[one])
        return [frozenset(names) for names in pairs]

    def seated(self, first: int, second: int) -> tuple[int, int]:
        """What these seats cost: the games by which a lead of one side grows further, and the third times running."""
        sides = max(self.balance[first], 0) + max(-self.balance[second], 0)
        return sides, (self.streak[first] >= TWICE) + (self.streak[second] <= -TWICE)

    def _weighed(self, first: int, second: int) -> int:
        sides, thirds = self.seated(first, second)
        return self.field.weights.sides * sides + self.field.weights.thirds * thirds

    def seats(self, one: int, other: int) -> tuple[int, int]:
        """Who sits first and who second: the cheaper way; else who has sat first less often; between equals the lot."""
        lot_first = (self.lots[one] ^ self.lots[other]) & 1

        def price(pair: tuple[int, int]) -> tuple[int, int, bool]:
            return self._weighed(*pair), self.balance[pair[0]], (pair[0] == one) != bool(lot_first)

        return min((one, other), (other, one), key=price)

    def same_club(self, one: int, other: int) -> bool:
        club = self.players[one].club
        return club is not None and club == self.players[other].club

    def same_town(self, one: int, other: int) -> bool:
        town = self.players[one].town
        return town is not None and town == self.players[other].town

    def both_had_bye(self, one: int, other: int) -> bool:
        return self.players[one].byes > 0 and self.players[other].byes > 0

    def soft(self, one: int, other: int) -> int:
        """The weighted sum of the soft offences of a pair."""
        weights = self.field.weights
        cost = min(self._weighed(one, other), self._weighed(other, one))
        if self.same_club(one, other):
            cost += weights.club
        if self.same_town(one, other):
            cost += weights.town
        if other in self.friends[one]:
            cost += weights.friends
        return cost + weights.byes if self.both_had_bye(one, other) else cost

    def score(self, one: int, other: int) -> int:
        return (self.level[one] - self.level[other]) ** 2

    def order(self, one: int, other: int) -> int:
        """How far the pair is from the order that is asked for among equals."""
        if not self.ordered:
            return 0
        first, second = sorted((one, other), key=lambda at: (-self.level[at], self.places[at].at))
        same = self.level[one] == self.level[other]
        return distance(self.field.order, self.places[first], self.places[second], same)

    def tie(self, one: int, other: int) -> int:
        """The lot of a pair: decides between draws of the same cost."""
        return ((self.lots[one] ^ self.lots[other]) * 0x9E3779B97F4A7C15 >> 40) & ((1 << TIE_BITS) - 1)

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
