"""A field of players by place: read once, for whoever weighs one pair (`cost`) or thousands (`columns`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from tracker.pairing.balance import Plan
from tracker.pairing.ordering import placed
from tracker.pairing.structs import Field, Player, lot

TWICE = 2
"""Whoever played one side that often running would now play it a third time."""
NOBODY: frozenset[int] = frozenset()


class Indexed:
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
        self.first, self.second = self._seat(1), self._seat(-1)
        self.met = self._met()
        self.forbidden = self._pairs(field.prohibited)
        self.friends = self._pairs(field.friends)
        self.ordered = field.order != "lot"
        self.places = (
            placed(self.level, [p.start for p in self.players], self._sits_out()) if self.ordered else []
        )

    def _sits_out(self) -> int | None:
        return self.bye_order[0] if len(self.players) % 2 else None

    def _seat(self, sign: int) -> list[int]:
        """What the first seat (1) or the second (-1) costs everybody: a lead that grows, a third time running."""
        weights = self.field.weights
        return [
            weights.sides * max(sign * balance, 0) + weights.thirds * (sign * streak >= TWICE)
            for balance, streak in zip(self.balance, self.streak, strict=True)
        ]

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

    @cached_property
    def bye_order(self) -> list[int]:
        """Who may have the bye, first choice first: those with the fewest byes (0 while such exist), lowest first."""
        fewest = min(player.byes for player in self.players)
        may = [at for at, player in enumerate(self.players) if player.byes == fewest]
        return sorted(
            may, key=lambda at: (self.level[at], -self.players[at].rank, -self.players[at].start, -at)
        )

    def places_of(self, pairs: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
        """Pairs of ids by their places in the field."""
        return [(self.index[one], self.index[other]) for one, other in pairs]


def _numbered(names: list[str | None]) -> list[int]:
    """A number for each name, from 0 on; whoever has none is alone with a number below 0."""
    numbers: dict[str, int] = {}
    return [
        -1 - at if name is None else numbers.setdefault(name, len(numbers)) for at, name in enumerate(names)
    ]
