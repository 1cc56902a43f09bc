"""Two matches of Bushido that differ in a VIM, a flank plan or a split of dice look the same to everybody else.

Both are legal, with the same public log. What is compared: `twin_matches`.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from games.bushido.tests.twin_logs import SECRETS, twins_of
from games.tests.rounds import quick_first
from tracker.tests.pages.twin_matches import Pair, owner_sees, paired

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_streams")]
GAMES, BATCH = int(os.environ.get("WARLEDGER_TWINS", "8")), 4
"""Games of each secret in a run of CI; a release is held to 200 of them."""


def pair(secret: str, level: str, seed: int) -> Pair:
    """A simulated match up to a moment at which the secret is kept, beside its twin."""
    twins, log, side, following = twins_of(secret, level, seed)
    found = paired("bushido", twins, log, twins.states[-1].play.sides[side].players, following)
    found.to(len(log))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_tells_a_secret_and_its_owner_sees_it(secret: str) -> None:
    found = pair(secret, "full", 1)
    assert found.compare(Random(1)) > 30
    assert owner_sees(found)


@pytest.mark.parametrize("secret", quick_first(1, ["vim", "flank"]))
def test_nothing_tells_a_secret_of_a_match_by_turns(secret: str) -> None:
    found = pair(secret, "turns", 2)
    assert found.compare(Random(2)) > 30
    assert owner_sees(found)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_nothing_tells_the_secrets_of_many_matches(secret: str, batch: int) -> None:
    for number in range(BATCH):
        seed = 100 + batch * BATCH + number
        level = "turns" if secret != "split" and number == 0 else "full"
        assert pair(secret, level, seed).compare(Random(seed)) > 30
