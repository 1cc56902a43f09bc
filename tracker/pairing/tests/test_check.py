"""The checker finds every kind of wrong round, whoever made it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tracker.pairing.check import fewest_rematches, problems
from tracker.pairing.structs import Certificate, Draw, Pairing, Player
from tracker.pairing.swiss import draw
from tracker.pairing.tests.fields import Event, field

FOUR = field(
    Player("ann", 3, 1, met=("bob",)),
    Player("bob", 0, 3, met=("ann",)),
    Player("cid", 3, 1, met=("dot",)),
    Player("dot", 0, 3, met=("cid",)),
    prohibited=(("ann", "dot"),),
)


def codes(drawn: Draw, some=FOUR) -> set[str]:
    return {problem.code for problem in problems(some, drawn)}


def seated(*pairs: tuple[str, str], bye: str | None = None) -> Draw:
    drawn = draw(FOUR)
    return replace(drawn, pairings=tuple(Pairing(at, pair) for at, pair in enumerate(pairs, 1)), bye=bye)


def test_a_true_draw_passes():
    assert codes(draw(FOUR)) == set()


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        (seated(("ann", "cid")), "left_out"),
        (seated(("ann", "cid"), ("ann", "bob")), "twice"),
        (seated(("ann", "ann"), ("cid", "bob")), "twice"),
        (seated(("ann", "cid"), ("bob", "eve")), "stranger"),
        (seated(("ann", "cid"), ("bob", "dot"), bye="dot"), "twice"),
        (seated(("ann", "dot"), ("bob", "cid")), "prohibited"),
        (seated(("ann", "bob"), ("cid", "dot")), "rematch"),
        (replace(seated(), pairings=(Pairing(1, ("ann", "cid")), Pairing(3, ("bob", "dot")))), "tables"),
        (replace(seated(), pairings=(Pairing(1, ("ann", "cid")), Pairing(1, ("bob", "dot")))), "tables"),
    ],
)
def test_a_wrong_round_is_named(drawn: Draw, code: str):
    assert code in codes(drawn)


def test_a_bye_for_one_who_had_it():
    some = field(Player("ann", byes=1), Player("bob"), Player("cid"))
    wrong = replace(draw(some), pairings=(Pairing(1, ("bob", "cid")),), bye="ann")
    assert codes(wrong, some) == {"bye"}


def certified(**fields: object) -> Draw:
    drawn = draw(FOUR)
    return replace(drawn, certificate=replace(drawn.certificate, **fields))


@pytest.mark.parametrize(
    "drawn",
    [
        certified(seed="other"),
        certified(cost={"rematches": 0, "bye": 0, "score": 1, "soft": 0}),
        certified(cost={"rematches": 0}),
        certified(reasons=()),
        certified(proof="bound", bound={"rematches": 0, "bye": 0, "score": 0, "soft": -1}),
    ],
)
def test_a_certificate_that_lies_is_caught(drawn: Draw):
    assert codes(drawn) == {"cost"}


def test_every_reason_is_recomputed():
    drawn = draw(FOUR)
    certificate: Certificate = drawn.certificate
    for place, reason in enumerate(certificate.reasons):
        for change in ({"met": 5}, {"difference": 5}, {"club": True}, {"byes": True}, {"sides": 5}):
            reasons = (
                *certificate.reasons[:place],
                replace(reason, **change),
                *certificate.reasons[place + 1 :],
            )
            assert "cost" in codes(replace(drawn, certificate=replace(certificate, reasons=reasons)))


def test_fewest_rematches_counts_games():
    assert fewest_rematches(FOUR) == 0
    assert fewest_rematches(field(Player("ann", met=("bob", "bob")), Player("bob", met=("ann", "ann")))) == 2


def test_whole_tournaments_pass():
    event = Event(13, 3, clubs=4)
    for _ in range(9):
        some, drawn = event.next()
        assert problems(some, drawn) == ()
