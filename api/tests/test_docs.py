"""The examples of docs/rest.md and README.md run as they stand, against a server with eager jobs.

`tracker/tests/test_deployment.py` runs them against a whole installation.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from api.tests.hall import Rest
from api.tests.test_tournaments import report_all, start_round
from tracker.models import SeasonKeeper
from tracker.tests.examples import PAGES, keeps_its_promises, needs_shell


@pytest.mark.soak
@needs_shell
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_keep_their_promises(
    page: str, cup: dict[str, Any], organiser: Rest, live_server: Any
) -> None:
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))
    start_round(organiser, cup["at"], 1)
    report_all(organiser, cup["at"], 1)
    token = organiser.headers["Authorization"].removeprefix("Bearer ")
    keeps_its_promises(page, live_server.url, token)
