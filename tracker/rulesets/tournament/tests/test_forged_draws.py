"""Certificates are recomputed, not believed: 400 forged ones, every one refused, and the true ones all accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace

from tracker.pairing import check
from tracker.pairing.structs import OLDER, Certificate, Draw, Field, Pairing, Reason
from tracker.pairing.swiss import LARGEST_WHOLE, draw
from tracker.pairing.tests.fields import Event
from tracker.rulesets.tournament.drawing import proof_problems

FORGED = 400
Forgery = Callable[[Field, Draw, Random], Draw | None]


def accepted(field: Field, drawn: Draw) -> bool:
    """As the rule judges it: legal, truthful costs, and then the proof."""
    return not check.problems(field, drawn) and not proof_problems(field, drawn)


def truthful(field: Field, pairings: list[tuple[str, str]], bye: str | None, like: Draw) -> Draw | None:
    """Another round with its true costs and reasons; None when it is not legal."""
    seated = tuple(Pairing(at, pair) for at, pair in enumerate(pairings, 1))
    players = {player.id: player for player in field.players}
    reasons: tuple[Reason, ...] = tuple(check._reason(players, set(), pairing, 0) for pairing in seated)
    drawn = replace(like, pairings=seated, bye=bye)
    cost = check._cost(field, drawn, reasons)
    drawn = replace(drawn, certificate=replace(like.certificate, cost=cost, reasons=reasons))
    return None if list(check.hard_problems(field, seated, bye)) else drawn


def worse_round(field: Field, true: Draw, dice: Random) -> Draw | None:
    """Two tables exchange players."""
    pairs = [pairing.players for pairing in true.pairings]
    if len(pairs) < 2:
        return None
    one, other = dice.sample(range(len(pairs)), 2)
    pairs[one], pairs[other] = (pairs[one][0], pairs[other][1]), (pairs[other][0], pairs[one][1])
    return truthful(field, pairs, true.bye, true)


def moved_bye(field: Field, true: Draw, dice: Random) -> Draw | None:
    """The bye goes to somebody else, whose place is taken."""
    if true.bye is None:
        return None
    table = dice.randrange(len(true.pairings))
    pairs = [pairing.players for pairing in true.pairings]
    lucky, other = pairs[table]
    pairs[table] = (true.bye, other)
    return truthful(field, pairs, lucky, true)


def swapped_sides(field: Field, true: Draw, dice: Random) -> Draw | None:
    pairs = [pairing.players for pairing in true.pairings]
    table = dice.randrange(len(pairs))
    pairs[table] = pairs[table][1], pairs[table][0]
    return truthful(field, pairs, true.bye, true)


def other_seed(field: Field, true: Draw, dice: Random) -> Draw | None:
    """A round drawn from a seed that was tried in secret, told as if it came from this one."""
    wanted = draw(replace(field, seed=f"try {dice.random()}"))
    pairs = [pairing.players for pairing in wanted.pairings]
    return truthful(field, pairs, wanted.bye, true)


ROUNDS: tuple[Forgery, ...] = (worse_round, moved_bye, swapped_sides, other_seed)


def claims(certificate: Certificate, dice: Random) -> Iterator[Certificate]:
    """What a forger may claim of a round: the true words, or words that fit its own cost."""
    cost, size = certificate.cost, certificate.window
    yield certificate
    yield replace(certificate, proof="complete", bound=cost)
    yield replace(certificate, proof="bound", bound=cost)
    yield replace(certificate, proof="window", window=dice.randint(1, size))
    yield replace(certificate, algorithm="mine/1")
    yield replace(certificate, algorithm="")


def same(one: Draw, other: Draw) -> bool:
    return (one.pairings, one.bye) == (other.pairings, other.bye)


def forged(field: Field, true: Draw, dice: Random) -> Iterator[Draw]:
    """False rounds with any claim, and the true round with a false claim."""
    for forge in ROUNDS:
        wrong = forge(field, true, dice)
        if wrong is not None and not same(wrong, true):
            yield from (replace(wrong, certificate=claim) for claim in claims(wrong.certificate, dice))
    for claim in claims(true.certificate, dice):
        if claim != true.certificate:
            yield replace(true, certificate=claim)


def older(drawn: Draw) -> Draw:
    return replace(drawn, certificate=replace(drawn.certificate, algorithm=OLDER[0]))


def test_none_of_400_forged_certificates_is_accepted_and_every_true_one_is():
    dice, tried, truths = Random(2026), 0, 0
    while tried < FORGED:
        event = Event(dice.choice((5, 6, 9, 12, 15)), dice.randrange(10**6), clubs=dice.choice((0, 3)))
        for _ in range(4):
            field, true = event.next()
            assert accepted(field, true) and accepted(field, older(true))
            truths += 1
            for wrong in forged(field, true, dice):
                assert not accepted(field, wrong), (field, wrong)
                tried += 1
    assert tried >= FORGED and truths >= 10


def test_an_older_algorithm_may_settle_ties_otherwise_but_not_promise_more_than_is_true():
    """Round 1 of four: every round costs the same. Round 3: a worse one is not excused by its algorithm's age."""
    dice, refused = Random(7), 0
    event = Event(9, 3)
    for _ in range(5):
        field, true = event.next()
        for forge in (worse_round, moved_bye):
            wrong = forge(field, true, dice)
            if wrong is None:
                continue
            least = wrong.certificate.cost == true.certificate.cost
            assert accepted(field, older(wrong)) == least
            refused += not least
            for claim in claims(wrong.certificate, dice):
                if not least:
                    assert not accepted(field, older(replace(wrong, certificate=claim)))
    assert refused >= 5


def test_only_a_field_too_large_to_be_weighed_whole_may_say_that_it_was_not():
    event = Event(LARGEST_WHOLE + 2, 1)
    field, true = event.next()
    assert accepted(field, true) and accepted(field, older(true))
    claim = replace(true.certificate, proof="window", window=8)
    assert not accepted(field, replace(true, certificate=claim))
    small, drawn = Event(12, 1).next()
    assert not accepted(
        small, older(replace(drawn, certificate=replace(drawn.certificate, proof="window", window=8)))
    )
