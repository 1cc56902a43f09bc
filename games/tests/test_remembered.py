"""The last answer about a value is kept for that object alone."""

from __future__ import annotations

import pytest

from games.remembered import remembered, remembered_of_two


def test_the_same_object_is_asked_about_once_and_an_equal_one_again() -> None:
    asked: list[list[int]] = []

    @remembered
    def total(value: list[int]) -> int:
        asked.append(value)
        return sum(value)

    one, equal = [1, 2], [1, 2]
    assert [total(one), total(one), total(equal), total(one)] == [3, 3, 3, 3]
    assert [value is one for value in asked] == [True, False, True]


def test_every_object_that_is_asked_about_counts() -> None:
    first, second, third = [1], [2], [3]

    @remembered_of_two
    def joined(one: list[int], other: list[int]) -> list[int]:
        return [*one, *other]

    kept = joined(first, second)
    assert joined(first, second) is kept
    assert (joined(first, third), joined(second, third), joined(first, second)) == ([1, 3], [2, 3], [1, 2])


def test_nothing_is_an_answer_about_nothing() -> None:
    assert remembered(repr)(None) == "None"


def test_what_fails_is_not_kept() -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            _share(0)


@remembered
def _share(value: int) -> float:
    return 1 / value
