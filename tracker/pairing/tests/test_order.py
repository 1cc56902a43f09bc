"""Fold, slide and adjacent: who meets whom among equals by their seeds, and no certificate that tells otherwise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tracker.pairing import check, swiss
from tracker.pairing.explain import why
from tracker.pairing.structs import ORDER, SOFT, Field, Order, Player
from tracker.pairing.tests.fields import field


def seeded(size: int, order: Order, *levels: int, clubs: dict[int, str] | None = None) -> Field:
    """Seeds 1 to `size`, on the levels told one after the other, or all on one."""
    return field(
        *(
            Player(f"{seed}", (levels or (0,) * size)[seed - 1], start=seed, club=(clubs or {}).get(seed))
            for seed in range(1, size + 1)
        ),
        order=order,
    )


def met(some: Field) -> set[frozenset[int]]:
    return {frozenset(map(int, pairing.players)) for pairing in swiss.draw(some).pairings}


def pairs(*told: tuple[int, int]) -> set[frozenset[int]]:
    return set(map(frozenset, told))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("fold", pairs((1, 8), (2, 7), (3, 6), (4, 5))),
        ("slide", pairs((1, 5), (2, 6), (3, 7), (4, 8))),
        ("adjacent", pairs((1, 2), (3, 4), (5, 6), (7, 8))),
    ],
)
def test_eight_seeds_meet_as_the_order_says(order: Order, expected: set[frozenset[int]]):
    some = seeded(8, order)
    drawn = swiss.draw(some)
    assert met(some) == expected and drawn.certificate.cost[ORDER] == 0
    assert check.problems(some, drawn) == ()


def test_a_level_of_odd_size_lends_its_last_seed_who_meets_the_first_of_the_next():
    some = seeded(8, "slide", 3, 3, 3, 3, 3, 0, 0, 0)
    assert met(some) == pairs((1, 3), (2, 4), (5, 6), (7, 8))
    assert swiss.draw(some).certificate.cost[ORDER] == 0


def test_the_last_seed_of_an_odd_field_has_the_bye():
    some = seeded(7, "fold")
    assert swiss.draw(some).bye == "7"
    assert met(some) == pairs((1, 6), (2, 5), (3, 4))


def test_a_club_kept_apart_goes_before_the_order():
    some = seeded(4, "fold", clubs={1: "north", 4: "north"})
    drawn = swiss.draw(some)
    assert (drawn.certificate.cost[SOFT], frozenset((1, 4)) in met(some)) == (0, False)
    assert drawn.certificate.cost[ORDER] == 2, "1 meets 3, and 2 meets 4"


def test_a_draw_away_from_the_order_passes_with_no_certificate():
    some = seeded(6, "slide")
    drawn = swiss.draw(replace(some, order="fold"))
    assert {problem.code for problem in check.problems(some, drawn)} == {"cost"}
    told = replace(swiss.draw(some), pairings=drawn.pairings)
    assert {problem.code for problem in check.problems(some, told)} == {"cost"}


@pytest.mark.parametrize("size", [200, 1001])
@pytest.mark.parametrize("order", ["fold", "slide", "adjacent"])
def test_large_fields_keep_the_order(order: Order, size: int):
    some = seeded(size, order)
    drawn = swiss.draw(some)
    assert (drawn.certificate.proof, drawn.certificate.cost[ORDER]) == ("bound", 0)
    assert check.problems(some, drawn) == ()


def test_why_not_names_the_order():
    answer = why(seeded(6, "fold"), "1", "2")
    assert (answer.meet, answer.decides) == (False, ORDER)
    assert answer.with_pair is not None and answer.with_pair[ORDER] > 0
