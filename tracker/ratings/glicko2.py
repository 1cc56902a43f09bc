"""Glicko-2 for matches of one against one, after Mark Glickman, "Example of the Glicko-2 system" (2013).

All results of a rating period are counted together, from the ratings with which the period began. What a period
changes is a sum over its matches, so each match has a share of its own (`Period.gains`), and the shares add up to the
change. Ratings and deviations are on the scale of Glicko (1500, 350).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How fast a volatility may change; Glickman advises 0.3 to 1.2."""
EPSILON = 0.000001


class Rating(NamedTuple):
    """A player's strength, how unsure it is, and how erratic the player's results are."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


class Result(NamedTuple):
    """One match: the other player's rating before the period, and 1 for a win, 0.5 for a draw, 0 for a loss."""

    foe: Rating
    score: float


class Period(NamedTuple):
    """What a rating period came to: the new rating, and of each match the expected score and its share of it."""

    after: Rating
    expected: tuple[float, ...]
    gains: tuple[float, ...]


def period(before: Rating, results: Sequence[Result], tau: float = TAU) -> Period:
    """Counts all results of a period at once. Without results the deviation alone grows."""
    if not results:
        return Period(idle(before), (), ())
    mu, phi = (before.rating - CENTRE) / SCALE, before.deviation / SCALE
    weights = [_weight(one.foe.deviation / SCALE) for one in results]
    expected = [
        _expected(mu, (one.foe.rating - CENTRE) / SCALE, weight)
        for one, weight in zip(results, weights, strict=True)
    ]
    variance = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    surprises = [g * (one.score - e) for one, g, e in zip(results, weights, expected, strict=True)]
    volatility = _volatility(phi, before.volatility, variance, variance * sum(surprises), tau)
    wider = phi * phi + volatility * volatility
    narrowed = 1 / math.sqrt(1 / wider + 1 / variance)
    gains = tuple(SCALE * narrowed * narrowed * one for one in surprises)
    after = Rating(before.rating + sum(gains), min(SCALE * narrowed, Rating().deviation), volatility)
    return Period(after, tuple(expected), gains)


def idle(before: Rating, periods: int = 1) -> Rating:
    """The rating after periods without a match: known less well, never worse than a newcomer's."""
    if periods <= 0:
        return before
    phi = before.deviation / SCALE
    grown = SCALE * math.sqrt(phi * phi + periods * before.volatility * before.volatility)
    return before._replace(deviation=max(before.deviation, min(grown, Rating().deviation)))


def _weight(phi: float) -> float:
    """How much a result counts against somebody whose rating is that unsure."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(mu: float, foe: float, weight: float) -> float:
    return 1 / (1 + math.exp(-weight * (mu - foe)))


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
