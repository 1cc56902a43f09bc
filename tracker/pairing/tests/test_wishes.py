"""Wishes of a draw: friends and towns apart, tables kept, tables not played at twice; against all possible rounds."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from tracker.pairing import check, swiss
from tracker.pairing.seating import EXACT, seated
from tracker.pairing.structs import CRITERIA, Draw, Field, Pairing, Player, Weights
from tracker.pairing.tests.brute import best


def field(players: list[Player], **told: object) -> Field:
    return Field(players=tuple(players), round=2, seed="s", sides=("a", "b"), **told)  # type: ignore[arg-type]


def pairs_of(draw: Draw) -> set[frozenset[str]]:
    return {frozenset(pairing.players) for pairing in draw.pairings}


def wished(seed: int, count: int = 8) -> Field:
    """A random field with towns, clubs, friends, sides and earlier meetings."""
    dice = Random(seed)
    names = [f"p{at}" for at in range(count)]
    friends = tuple(tuple(dice.sample(names, 2)) for _ in range(3))
    games = [frozenset(dice.sample(names, 2)) for _ in range(2)]
    met = {name: tuple(other for game in games if name in game for other in game - {name}) for name in names}
    players = [
        Player(
            name,
            dice.choice((0, 3, 6)),
            met=met[name],
            balance=dice.choice((-1, 0, 1)),
            club=dice.choice((None, "x", "y")),
            town=dice.choice((None, "north", "south")),
            streak=dice.choice((-2, 0, 2)),
            downs=dice.choice((0, 0, 1)),
        )
        for name in names
    ]
    return field(players, friends=friends, weights=Weights(thirds=20, downs=dice.choice((0, 700))))


@pytest.mark.parametrize("seed", range(60))
def test_no_possible_round_breaks_fewer_wishes(seed: int):
    some = wished(seed)
    draw = swiss.draw(some)
    assert tuple(draw.certificate.cost.get(name, 0) for name in CRITERIA) == best(some)
    assert check.problems(some, draw) == ()


@pytest.mark.soak
def test_a_thousand_rounds_with_every_wish_cost_as_little_as_any():
    for seed in range(1000):
        some = wished(1000 + seed)
        assert tuple(swiss.draw(some).certificate.cost.get(name, 0) for name in CRITERIA) == best(some), seed


def test_friends_and_towns_are_kept_apart_and_the_certificate_tells_where_not():
    two = [Player("ann"), Player("bob")]
    apart = [Player("cid"), Player("dot")]
    draw = swiss.draw(field([*two, *apart], friends=(("ann", "bob"),)))
    assert frozenset(("ann", "bob")) not in pairs_of(draw)
    alone = swiss.draw(field(two, friends=(("ann", "bob"),)))
    assert alone.certificate.reasons[0].friends and alone.certificate.cost["soft"] == 500
    town = [replace(player, town="north") for player in two]
    assert frozenset(("ann", "bob")) not in pairs_of(swiss.draw(field([*town, *apart])))
    off = swiss.draw(field(town, weights=Weights(town=0)))
    assert off.certificate.reasons[0].town and off.certificate.cost["soft"] == 0


@pytest.mark.parametrize("seed", "stuvwxyz")
def test_nobody_is_paired_down_a_second_time_where_another_can_be(seed: str):
    """BUS-TOUR-20. Three who have won and one who has not: somebody goes down."""
    players = [Player("ann", 1, downs=1), Player("bob", 1), Player("cid", 1, downs=2), Player("dot")]
    some = replace(field(players, weights=Weights(downs=5000)), seed=seed)
    draw = swiss.draw(some)
    assert frozenset(("bob", "dot")) in pairs_of(draw) and draw.certificate.cost["soft"] == 0
    assert check.problems(some, draw) == ()
    forced = swiss.draw(field([players[0], players[3]], weights=Weights(downs=5000)))
    assert forced.certificate.reasons[0].downs and forced.certificate.cost["soft"] == 5000


def test_points_come_before_wishes():
    players = [Player("ann", 3), Player("bob", 3), Player("cid"), Player("dot")]
    assert frozenset(("ann", "bob")) in pairs_of(swiss.draw(field(players, friends=(("ann", "bob"),))))


def test_whoever_keeps_a_table_sits_there_with_any_opponent():
    players = [Player(f"p{at}", 9 - at) for at in range(8)]
    draw = swiss.draw(field(players, fixed=(("p0", 4), ("p7", 4), ("p3", 99))))
    assert "p0" in draw.pairings[3].players
    assert [pairing.table for pairing in draw.pairings] == [1, 2, 3, 4]
    assert (
        check.problems(field(players, fixed=(("p0", 4),)), swiss.draw(field(players, fixed=(("p0", 4),))))
        == ()
    )


@pytest.mark.parametrize("seed", range(30))
def test_the_seating_repeats_as_few_tables_as_any(seed: int):
    dice = Random(seed)
    names = [f"p{at}" for at in range(10)]
    tables = {name: tuple(dice.sample(range(1, 6), dice.randint(0, 3))) for name in names}
    some = field([Player(name, tables=tables[name]) for name in names], fresh=True)
    pairs = [(names[at], names[at + 1]) for at in range(0, 10, 2)]

    def repeats(order: tuple[int, ...]) -> int:
        return sum((table in tables[p]) for pair, table in zip(pairs, order, strict=True) for p in pair)

    found = seated(some, pairs)
    at = {pairing.players: pairing.table for pairing in found}
    assert sorted(at.values()) == [1, 2, 3, 4, 5]
    assert repeats(tuple(at[pair] for pair in pairs)) == min(map(repeats, permutations(range(1, 6))))


def test_without_a_wish_tables_stay_in_their_order():
    players = [Player(f"p{at}", 9 - at, tables=(1, 2)) for at in range(6)]
    assert next(pairing.players for pairing in swiss.draw(field(players)).pairings) in {
        ("p0", "p1"),
        ("p1", "p0"),
    }


def test_a_large_hall_hardly_repeats_a_table():
    """300 tables, three rounds behind: near pairs change tables until nobody repeats."""
    count = 2 * (EXACT + 220)
    names = [f"p{at}" for at in range(count)]
    near = {name: (at // 2 + 1, min(at // 2 + 2, count // 2)) for at, name in enumerate(names)}
    some = field([Player(name, tables=near[name]) for name in names], fresh=True)
    pairs = [(names[at], names[at + 1]) for at in range(0, count, 2)]
    found: tuple[Pairing, ...] = seated(some, pairs)
    assert sorted(pairing.table for pairing in found) == list(range(1, count // 2 + 1))
    assert sum(pairing.table in near[p] for pairing in found for p in pairing.players) == 0
