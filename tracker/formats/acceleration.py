"""Accelerated rounds by the Baku method: FIDE Handbook, C.04.5.1 (C.04.7 before 2025). Pure numbers.

The upper half of the seeds, rounded up to an even number, is lent a win in the first half of the accelerated rounds and
half a win in the others; the accelerated rounds are the first half of all, both halves rounded up.
"""

from __future__ import annotations

from fractions import Fraction


def upper(size: int) -> int:
    """How many of so many seeds are lent points: of 161 it is 82."""
    return min(size, 2 * -(-size // 4))


def lent(rounds: int, number: int) -> Fraction:
    """What part of a win is lent in round `number` of so many: in nine rounds 1, 1, 1, 1/2, 1/2, and nothing then."""
    accelerated = -(-rounds // 2)
    if number > accelerated:
        return Fraction(0)
    return Fraction(1) if number <= -(-accelerated // 2) else Fraction(1, 2)
