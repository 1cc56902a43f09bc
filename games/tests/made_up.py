"""Made-up values for a test, without a limit of time: a busy machine is no fault of the program, and the first example
may read every file that the others have read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

Test = Callable[..., None]


def anything(*made: SearchStrategy[Any]) -> Callable[[Test], Test]:
    """The test runs with many values of each of these."""
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    return lambda test: patient(given(*made)(test))
