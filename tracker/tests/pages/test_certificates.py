"""What the page of a draw's certificate says was proved, and what not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from msgspec.structs import replace

from tracker.pages.organiser.certificates import _costs, _told_apart, method, reached, unproved
from tracker.pairing import swiss
from tracker.pairing.structs import ALGORITHM, BYE, ORDER, REMATCHES, SCORE, SOFT, Certificate
from tracker.pairing.tests.fields import Event

LEAST = {REMATCHES: 0, BYE: 0, SCORE: 12, SOFT: 40, ORDER: 0}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def certificate(proof: Any, **dearer: int) -> Certificate:
    return Certificate(
        algorithm="x", seed="s", cost={**LEAST, **dearer}, bound=LEAST, proof=proof, window=64, reasons=()
    )


def test_what_costs_nothing_is_folded_and_the_method_has_a_name() -> None:
    """Ten rows of noughts and `swiss/5` stood beside every draw."""
    shown = _told_apart(_costs(certificate("complete", **{REMATCHES: 0})))
    assert [row["cost"] for row in shown["costs"]] == [0, 12] and "tables of one club" in shown["none"]
    assert method(ALGORITHM).startswith("Swiss, version ") and method("by hand") == "by hand"


@pytest.mark.parametrize("proof", ["complete", "bound"])
def test_a_draw_that_was_weighed_is_proved_in_every_criterion(proof: str) -> None:
    told = certificate(proof, **{ORDER: 9})
    assert reached(told) == (list(LEAST), [])
    assert unproved(told).startswith("Proved is that this is the best draw")


def test_of_a_large_field_each_criterion_up_to_the_first_above_its_bound_is_proved() -> None:
    assert reached(certificate("window", **{ORDER: 9})) == ([REMATCHES, BYE, SCORE, SOFT], [ORDER])
    assert reached(certificate("window", **{SCORE: 13})) == ([REMATCHES, BYE], [SCORE, SOFT, ORDER])
    words = unproved(certificate("window", **{ORDER: 9}))
    assert words.endswith("Not proved of so large a field: distance from the order of seeds.")
    none = unproved(certificate("window", **{REMATCHES: 1}))
    assert none.startswith(
        "Of so large a field this is not proved to be the least: pairs that have met before,"
    )


def test_what_is_called_proved_is_the_least_that_an_exact_matching_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fields are drawn as if they were too large to be weighed whole, then weighed whole: what was proved agrees."""
    partly = 0
    for seed in range(2):
        event = Event(97 + seed, seed, clubs=3)
        for _round in range(2):
            field = replace(event.field(), order="fold")
            exact = swiss.draw(field).certificate
            with monkeypatch.context() as small:
                small.setattr(swiss, "LARGEST_WHOLE", 0)
                told = swiss.draw(field).certificate
            proved, left = reached(told)
            assert [told.cost[key] for key in proved] == [exact.cost[key] for key in proved]
            partly += bool(proved) and bool(left)
            event.next()
    assert partly, "some of these draws have to be proved in part"
