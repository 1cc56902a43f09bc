"""Plackett-Luce (openskill) for teams and for more than two sides: one match after the other, in order of confirmation.

openskill's own model, stretched by 60 so that a newcomer stands at 1500 as with Glicko-2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from openskill.models import PlackettLuce

from tracker.ratings.glicko2 import CENTRE, Rating

STRETCH = 60.0
UNSURE = 25 / 3 * STRETCH
"""The deviation of a newcomer."""
NEWCOMER = Rating(CENTRE, UNSURE, 0.0)
"""Nobody's results are taken for more erratic than another's here: the volatility is always 0."""


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=CENTRE, sigma=UNSURE, beta=25 / 6 * STRETCH, kappa=0.0001, tau=25 / 300 * STRETCH)


def rate(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a match. `places`: of each team, 1 for the best; teams of one place drew."""
    model = _model()
    before = [[model.rating(one.rating, one.deviation) for one in team] for team in teams]
    after = model.rate(before, ranks=[float(place) for place in places])
    return [[Rating(one.mu, one.sigma, 0.0) for one in team] for team in after]


def chances(teams: Sequence[Sequence[Rating]]) -> list[float]:
    """How likely each team is to win, by the model."""
    model = _model()
    found = model.predict_win([[model.rating(one.rating, one.deviation) for one in team] for team in teams])
    return [float(one) for one in found]
