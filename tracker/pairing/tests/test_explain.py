"""Why two meet: the cost of the best round that has them, against trying all rounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tracker.pairing.explain import why
from tracker.pairing.structs import CRITERIA, Field, Player, Unpairable
from tracker.pairing.tests import brute
from tracker.pairing.tests.fields import field, fields


@given(fields(largest=7))
@settings(max_examples=80, deadline=None)
def test_the_cheapest_round_with_a_pair(some: Field):
    if len(some.players) < 2:
        return
    one, other = (player.id for player in some.players[:2])
    rounds = [r for r in brute.rounds(some.players) if brute.legal(some, r)]
    with_pair = [brute.cost(some, r) for r in rounds if any({a.id, b.id} == {one, other} for a, b in r[0])]
    if not rounds:
        with pytest.raises(Unpairable):
            why(some, one, other)
        return
    answer = why(some, one, other)
    told = (
        None
        if answer.with_pair is None
        else tuple(answer.with_pair.get(criterion, 0) for criterion in CRITERIA)
    )
    assert told == min(with_pair, default=None)
    if answer.meet:
        others = [
            brute.cost(some, r) for r in rounds if not any({a.id, b.id} == {one, other} for a, b in r[0])
        ]
        apart = (
            None
            if answer.without is None
            else tuple(answer.without.get(criterion, 0) for criterion in CRITERIA)
        )
        assert apart == min(others, default=None)
    else:
        assert answer.without is None


def test_they_would_have_met_but_for_the_score():
    some = field(Player("ann", 6), Player("bob", 6), Player("cid", 0), Player("dot", 0))
    assert why(some, "ann", "bob").meet
    answer = why(some, "ann", "cid")
    assert (answer.meet, answer.decides) == (False, "score")


def test_a_prohibited_pair_has_no_round():
    answer = why(
        field(Player("ann"), Player("bob"), Player("cid"), prohibited=(("ann", "bob"),)), "ann", "bob"
    )
    assert (answer.prohibited, answer.with_pair) == (True, None)


def test_someone_who_is_not_there():
    with pytest.raises(KeyError):
        why(field(Player("ann"), Player("bob")), "ann", "eve")
