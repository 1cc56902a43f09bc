"""Those of one club apart, in a round that is matched in runs: a run sees no couple of another one. Called by `runs`.

Three steps, each cheaper than the round before it or not taken: couples change partners; what is left is matched anew
with couples around it; and where a level has no couple left that is of other clubs, one comes from another level, along
the couples that play across levels.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator

from tracker.pairing.cost import Costs
from tracker.pairing.evening import is_soft_least
from tracker.pairing.prices import rematched

TOGETHER = 128
"""So many couples are matched anew at most."""
LEVELS = 100
"""From so many levels away a couple comes at most."""
HELPERS = 3
TRIED = 20
Pair = tuple[int, int]


def clubs_apart(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs with fewer of one club, and no more points or wishes lost."""
    return _chained(costs, _anew(costs, _exchanged(costs, pairs)))


def _anew(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs with fewer of one club: those are matched anew, with couples of their level that are of other clubs."""
    club = costs.club
    free: dict[int, list[Pair]] = {}
    for pair in pairs:
        for level in {costs.level[at] for at in pair}:
            free.setdefault(level, []).append(pair)
    again: set[Pair] = set()
    for pair in pairs:
        if not costs.same_club(*pair) or len(again) >= TOGETHER:
            continue
        helpers = [
            other
            for level in {costs.level[at] for at in pair}
            for other in free.get(level, ())
            if club[other[0]] != club[pair[0]] != club[other[1]] and other not in again
        ]
        again |= {pair, *sorted(helpers, key=lambda other: abs(min(other) - min(pair)))[:HELPERS]}
    return rematched(costs, pairs, again)


def _exchanged(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs in which those of one club change partners with pairs of their level that are of others, one by one.

    Cheap, and every change makes the round cheaper; what is left is for `_anew`, which has no room for hundreds.
    """
    found = list(pairs)
    of_level: dict[int, list[int]] = {}
    for at, pair in enumerate(found):
        for level in {costs.level[place] for place in pair}:
            of_level.setdefault(level, []).append(at)
    clubs = costs.club
    free: dict[tuple[int, int], list[int]] = {}
    for at, pair in enumerate(found):
        if not costs.same_club(*pair):
            continue
        level, club = costs.level[pair[0]], clubs[pair[0]]
        if (level, club) not in free:
            free[level, club] = [
                other for other in of_level[level] if clubs[found[other][0]] != club != clubs[found[other][1]]
            ]
        near = free[level, club]
        first = max(0, bisect(near, at) - TRIED // 2)
        used = _exchange(costs, found, at, near[first : first + TRIED])
        if used is not None:
            near.remove(used)
    return found


def _exchange(costs: Costs, pairs: list[Pair], at: int, others: list[int]) -> int | None:
    """Changes partners with the one of the others with which both pairs cost least, if that is less than now."""
    best: tuple[tuple[int, int], int, Pair, Pair] | None = None
    for other in others:
        (a, b), (c, d) = pairs[at], pairs[other]
        score, soft = _two(costs, pairs[at], pairs[other])
        for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
            if _legal(costs, one) and _legal(costs, two):
                new = _two(costs, one, two)
                gain = new[0] - score, new[1] - soft
                if gain < (0, 0) and (best is None or gain < best[0]):
                    best = gain, other, one, two
    if best is None:
        return None
    _gain, other, pairs[at], pairs[other] = best
    return other


def _two(costs: Costs, one: Pair, other: Pair) -> tuple[int, int]:
    return (
        costs.score(*one) + costs.score(*other),
        costs.soft(*sorted(one)) + costs.soft(*sorted(other)),
    )


def _legal(costs: Costs, pair: Pair) -> bool:
    """Two who may meet and have not met."""
    return pair[1] not in costs.forbidden[pair[0]] and pair[1] not in costs.met[pair[0]]


def _chained(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs in which couples of other clubs have come to levels that had none, from level to level."""
    same = [at for at, pair in enumerate(pairs) if costs.same_club(*pair)]
    if not same or is_soft_least(costs, pairs):
        return pairs
    chain, tried = _Chain(costs, pairs), set[tuple[int, int]]()
    for at in same:
        one, other = chain.pairs[at]
        kind = costs.level[one], costs.club[one]
        if costs.level[one] == costs.level[other] and kind not in tried and not chain.part(at):
            tried.add(kind)
    return chain.pairs


class _Chain:
    """A round whose couples change partners one after the other, each for the sake of the one before."""

    def __init__(self, costs: Costs, pairs: list[Pair]) -> None:
        self.costs, self.pairs = costs, list(pairs)
        self._of_level: dict[int, list[int]] = {}
        self._across: dict[int, list[int]] = {}
        for at, pair in enumerate(pairs):
            levels = {costs.level[place] for place in pair}
            for level in levels:
                self._of_level.setdefault(level, []).append(at)
                if len(levels) > 1:
                    self._across.setdefault(level, []).append(at)

    def part(self, at: int) -> bool:
        """Parts two of one club and level, if the round costs less by that."""
        one = self.pairs[at][0]
        before = dict[int, Pair]()
        found = self._freed(at, self.costs.level[one], self.costs.club[one], before, LEVELS)
        if found and self._cost(before) > self._cost({at: self.pairs[at] for at in before}):
            return True
        for changed, pair in before.items():
            self.pairs[changed] = pair
        return False

    def _cost(self, pairs: dict[int, Pair]) -> tuple[int, int]:
        score = sum(self.costs.score(*pair) for pair in pairs.values())
        return score, sum(self.costs.soft(*sorted(pair)) for pair in pairs.values())

    def _freed(self, at: int, level: int, club: int, before: dict[int, Pair], left: int) -> bool:
        """Lets a couple that plays at a level change partners with one that has nobody of the club; where there is
        none, one across levels is freed of its member first. `before`: all that changed, as it was; `left`: so many
        levels on at most."""
        before[at] = self.pairs[at]
        near = self._without(level, club, before)
        first = max(0, bisect(near, at) - TRIED // 2)
        if self._change(at, near[first : first + TRIED], club, before):
            return True
        for other in self._across.get(level, ()) if left else ():
            far = [place for place in self.pairs[other] if self.costs.level[place] != level]
            if other in before or len(far) != 1 or self.costs.club[far[0]] != club:
                continue
            if self._freed(other, self.costs.level[far[0]], club, before, left - 1):
                return self._change(
                    at, [one for one in before if self._is_free(one, level, club)], club, before
                )
        return False

    def _without(self, level: int, club: int, before: dict[int, Pair]) -> list[int]:
        return [at for at in self._of_level[level] if at not in before and self._is_free(at, level, club)]

    def _is_free(self, at: int, level: int, club: int) -> bool:
        one, other = self.pairs[at]
        clubs, levels = self.costs.club, self.costs.level
        return clubs[one] != club != clubs[other] and level in (levels[one], levels[other])

    def _change(self, at: int, others: list[int], club: int, before: dict[int, Pair]) -> bool:
        """Changes partners in the cheapest way in which none of the club meet each other and no points are lost."""
        ways = [
            (self._cost({0: one, 1: two}), other, one, two)
            for other in others
            for one, two in self._ways(self.pairs[at], self.pairs[other])
        ]
        score = {other: self._cost({0: self.pairs[at], 1: self.pairs[other]})[0] for other in others}
        fits = [
            way for way in ways if way[0][0] <= score[way[1]] and self._apart(way[2]) and self._apart(way[3])
        ]
        if not fits:
            return False
        _cost, other, one, two = min(fits)
        before.setdefault(other, self.pairs[other])
        self.pairs[at], self.pairs[other] = one, two
        return True

    def _apart(self, pair: Pair) -> bool:
        return not self.costs.same_club(*pair)

    def _ways(self, pair: Pair, other: Pair) -> Iterator[tuple[Pair, Pair]]:
        (a, b), (c, d) = pair, other
        for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
            if _legal(self.costs, one) and _legal(self.costs, two):
                yield one, two
