"""What is told of many reasons."""

from __future__ import annotations

import time
from collections.abc import Iterator

from games.judging import MOST, first_broken, once, passing, repeated
from games.ruleset import RuleViolation


def test_each_reason_is_told_once_where_it_stands_first() -> None:
    one, two = RuleViolation("A-01", {"seq": 1}), RuleViolation("B-01")
    assert once([one, two, RuleViolation("A-01", {"seq": 1})]) == (one, two)


def test_an_event_with_thousands_of_parts_is_refused_in_few_words_and_at_once() -> None:
    """Each against each other would take minutes; every broken rule is named all the same."""
    many = [RuleViolation("A-01", {"seq": seq}) for seq in range(50_000)]
    began = time.process_time()
    told = once([*many, RuleViolation("B-01")])
    assert time.process_time() - began < 2
    assert told == (*many[:MOST], RuleViolation("B-01"))


def test_what_stands_twice_is_found_in_a_field_of_any_size_at_once() -> None:
    field = [f"player {at}" for at in range(100_000)]
    began = time.process_time()
    assert repeated([*field, field[7]]) == {field[7]} and repeated(field) == set()
    assert time.process_time() - began < 2


def test_the_first_broken_part_is_told_whole_and_no_later_one_is_begun() -> None:
    begun = []

    def part(*rules: str) -> Iterator[RuleViolation]:
        begun.append(rules)
        yield from map(RuleViolation, rules)

    found = first_broken((), part(), part("A-1", "A-2"), part("B-1"))
    assert found == (RuleViolation("A-1"), RuleViolation("A-2"))
    assert begun == [(), ("A-1", "A-2")]
    assert first_broken((), part(), (RuleViolation("C-1"),)) == (RuleViolation("C-1"),)
    assert first_broken((), part()) == ()
    assert found == tuple(passing((), part(), part("A-1", "A-2"), part("B-1")))
