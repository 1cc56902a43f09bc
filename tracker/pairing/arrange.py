"""The order in which a large field is cut into runs: by level, and inside a level so that sides can be balanced.

First stands who plays upwards, last who plays downwards, as `balance` found best. Between them those who owe the first
side stand beside those who owe the second; whoever finds no counterpart stands beside those who owe neither; only the
least unbalanced remain, each beside one who is more so. Called by `runs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

from tracker.pairing.balance import Lent
from tracker.pairing.bound import places_without, side_plan
from tracker.pairing.cost import Costs
from tracker.pairing.ordering import side_by_side
from tracker.pairing.structs import Order

FEW = 16
"""Where fewer than one in so many owes a side that the order of seeds does not give, that order stands."""


def arrange(costs: Costs, bye: int | None) -> list[int]:
    """All places but the bye's, in the order to be cut."""
    places = places_without(costs, bye)
    weights = costs.field.weights
    if costs.ordered:
        in_order = _in_order(costs, places)
        if not weights.sides or _paying(costs, in_order) * FEW < len(places):
            return in_order
    if not weights.sides and not weights.club:
        return places
    groups = [list(group) for _, group in groupby(places, key=costs.level.__getitem__)]
    ordered: list[int] = []
    for group, lent in zip(groups, side_plan(costs, places).lent, strict=True):
        waiting = ordered[-1] if lent.up is not None else None
        ordered += _ordered(costs, group, lent, waiting)
    return ordered


def _paying(costs: Costs, places: list[int]) -> int:
    """How many tables would cost a side if neighbours met."""
    balance = costs.balance
    return sum(
        balance[one] * balance[other] > 0 for one, other in zip(places[::2], places[1::2], strict=True)
    )


def _in_order(costs: Costs, places: list[int]) -> list[int]:
    """Level by level, those who meet in the order of seeds beside each other."""
    found: list[int] = []
    for _level, group in groupby(places, key=costs.level.__getitem__):
        members = sorted(group, key=lambda at: costs.places[at].at)
        found += side_by_side(costs.field.order, members, len(found) % 2)
    return found


def _ordered(costs: Costs, group: list[int], lent: Lent, waiting: int | None) -> list[int]:
    """A level in its order; `waiting` is the player of the level above who meets its first."""
    if len(group) == 1:
        return group
    if costs.ordered:
        return _ordered_by_seeds(costs, group, lent)
    clubs = Counter(costs.players[at].club for at in group)
    largest = max(clubs, key=lambda club: (club is not None, clubs[club]))

    def stays(at: int) -> bool:
        return costs.players[at].club != largest

    def meets_again(at: int) -> bool:
        return waiting is not None and (costs.same_club(waiting, at) or at in costs.met[waiting])

    up, group = _taken(costs, group, lent.up, lambda at: (meets_again(at), stays(at)))
    down, group = _taken(costs, group, lent.down, stays)
    return [*up, *_balanced(costs, group), *down]


def _ordered_by_seeds(costs: Costs, group: list[int], lent: Lent) -> list[int]:
    """A level in the order of seeds as far as the sides allow, which count more."""

    def seat(at: int) -> int:
        return costs.places[at].at

    members = sorted(group, key=seat)
    up, members = _taken(costs, members, lent.up, seat)
    down, members = _taken(costs, members, lent.down, lambda at: -seat(at))
    owing = _owing(costs, members)
    helpers = _spaced(owing.even, len(owing.served) - len(owing.few))
    ones = sorted([*owing.few[: len(owing.served)], *helpers], key=seat)
    others = _facing(costs.field.order, sorted(owing.served, key=seat))
    spent = {*ones, *others, *owing.paying}
    rest = [at for at in members if at not in spent]
    even = side_by_side(costs.field.order, rest, 0)
    couples = [
        *zip(ones, others, strict=True),
        *zip(owing.paying[::2], owing.paying[1::2], strict=False),
        *zip(even[::2], even[1::2], strict=False),
    ]
    over = {*members} - {at for couple in couples for at in couple}
    inside = sorted(couples, key=lambda couple: min(map(seat, couple)))
    return [*up, *chain.from_iterable(inside), *sorted(over, key=seat), *down]


def _facing(order: Order, seated: list[int]) -> list[int]:
    """Those of one side as they stand beside those of the other, who stand best seed first."""
    if order == "slide":
        half = len(seated) // 2
        return [*seated[half:], *seated[:half]]
    return seated[::-1] if order == "fold" else seated


def _spaced(places: list[int], number: int) -> list[int]:
    """So many of them, at equal distances."""
    return [places[at * len(places) // number] for at in range(number)] if number > 0 else []


class _Owing(NamedTuple):
    """A level by the sides that its players owe: `few` owe the one that fewer do, `served` meet one of them or of the
    `even`, `paying` play their side once more."""

    few: list[int]
    served: list[int]
    paying: list[int]
    even: list[int]


def _owing(costs: Costs, group: list[int]) -> _Owing:
    owing = sorted((at for at in group if costs.balance[at]), key=lambda at: abs(costs.balance[at]))
    more, less = ([at for at in owing if costs.balance[at] * sign > 0] for sign in (1, -1))
    few, many = sorted((more, less), key=len)
    even = [at for at in group if not costs.balance[at]]
    pay = max(0, len(many) - len(few) - len(even))
    return _Owing(few, many[pay:], many[:pay], even)


def _taken(
    costs: Costs, group: list[int], balance: int | None, last: Callable[[int], Any]
) -> tuple[list[int], list[int]]:
    """One of the group with that balance, the least by `last`, and the rest."""
    if balance is None:
        return [], group
    one = min((at for at in group if costs.balance[at] == balance), key=last)
    return [one], [at for at in group if at != one]


def _balanced(costs: Costs, group: list[int]) -> list[int]:
    """Couples that cost as little as can be, one after the other."""
    few, served, paying, even = _owing(costs, group)
    half = len(paying) // 2
    helpers, rest = _helpers(costs, few, even, len(served))
    couples = [
        *_apart(costs, helpers, served),
        *zip(paying[:half], paying[half:], strict=False),
        *_mixed(rest),
    ]
    return [*_spread(costs, couples), *paying[2 * half :], *(rest[-1:] if len(rest) % 2 else [])]


def _helpers(costs: Costs, few: list[int], even: list[int], needed: int) -> tuple[list[int], list[int]]:
    """Those who play the ones that owe a side, and the rest of the even ones, with the clubs shared out evenly."""
    lent = max(0, needed - len(few))
    by_club = _by_club(costs, even)
    helping = {by_club[at * len(by_club) // lent] for at in range(lent)} if lent else set()
    return [*few[:needed], *helping], [at for at in by_club if at not in helping]


def _by_club(costs: Costs, places: list[int]) -> list[int]:
    """The largest club first, members side by side; the order of places inside a club."""
    sizes = Counter(costs.players[at].club for at in places)
    return sorted(places, key=lambda at: (-sizes[costs.players[at].club], costs.players[at].club or "", at))


def _apart(costs: Costs, ones: list[int], others: list[int]) -> list[tuple[int, int]]:
    """Two lists of one length as couples, those of a club in one list against those of others in the second."""
    return list(zip(_by_club(costs, ones), reversed(_by_club(costs, others)), strict=True))


def _mixed(places: list[int]) -> list[tuple[int, int]]:
    """One list as couples: in the order of clubs, half of the list apart. Of an odd number the last stays over."""
    half = len(places) // 2
    return list(zip(places[:half], places[half : 2 * half], strict=True))


def _spread(costs: Costs, couples: list[tuple[int, int]]) -> Iterator[int]:
    """The places of all couples by lot, so that all clubs are near; those of one club stand evenly among the others."""
    by_lot = sorted(couples, key=min)
    same = [couple for couple in by_lot if costs.same_club(*couple)]
    other = [couple for couple in by_lot if not costs.same_club(*couple)]
    step = len(other) / (len(same) + 1)
    placed = 0
    for number, couple in enumerate(same, 1):
        upto = round(number * step)
        yield from chain.from_iterable(other[placed:upto])
        yield from couple
        placed = upto
    yield from chain.from_iterable(other[placed:])
