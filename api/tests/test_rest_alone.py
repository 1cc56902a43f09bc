"""Whole matches by REST alone: programs that know nothing but `next/?moves=1&examples=1` and log one of its events as
it stands. A client for each side sees what its side may see; staff act where the players have nothing to say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from api.tests.hall import Hall, Rest
from api.tests.naive import Bot
from api.tests.test_naive_bots import AGREED, EARLY, ENDS, LEVELS, LIKELY, USUAL, Bots

STEPS, LONG, LATE = 600, 80, 400
"""After so many events whoever plays card by card may end it, by a report or by giving up; after still more they do."""
NEVER = ("match_annulled", "ruling_recorded", "alert_recorded")
"""What staff may tell at any time."""
FULL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("last_battle", {}),
    ("senjutsu", {}),
    ("senjutsu", {"mode": "solo"}),
    ("senjutsu", {"mode": "horde"}),
    ("super_fantasy_brawl", {}),
    ("bushido", {}),
    ("ninja", {"map": "practice-castle"}),
    ("ninja", {"map": "practice-castle", "mode": "solo"}),
    ("ninja", {"map": "none"}),
)


class Alone(Bots):
    """As its bots, without the schema of the game."""

    def __init__(self, hall: Hall, system: str, options: dict[str, Any], seed: int) -> None:
        super().__init__(hall, system, options, seed)
        self.likely: Mapping[str, float] = {**LIKELY, **USUAL.get(system, {})}

    def _moves(self, bot: Bot, rest: Rest, avoid: tuple[str, ...]) -> bool:
        ready = defaultdict[str, list[dict[str, Any]]](list)
        told = self.offers(rest)
        for event in (*told["moves"], *told["examples"]):
            ready[event["type"]].append(event)
        mine = {one["type"] for one in told["events"] if bot.may(one)}
        bare = sorted(mine - set(ready))
        assert not bare, f"offers of which no program knows a whole event: {bare} (games/README.md, step 5)"
        assert mine == set(ready), "nothing comes as a whole event that is no offer"
        kinds = sorted(mine.difference(avoid))
        if not kinds:
            return False
        kind = self.rng.choices(kinds, [self.likely.get(kind, 2) for kind in kinds])[0]
        event = self.rng.choice(ready[kind])
        done = rest.post(f"{self.at}events/", event)
        self.requests += 1
        assert done.status_code == 201, (event, done.json())
        return True


def plays_out(match: Alone, *avoid: str) -> None:
    """To the confirmed end. What is avoided comes only where nothing else may, or once it has been played for long."""
    for step in range(STEPS):
        if match.is_over:
            return
        avoided = (*EARLY, *avoid) if step < LONG else NEVER
        if step == LATE:
            match.likely = {**match.likely, **dict.fromkeys(ENDS, 2.0)}
        assert match.goes_on(*avoided) or match.goes_on(*NEVER), "nothing may come, and it goes on"
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("system", "level"), LEVELS)
def test_a_match_is_told_by_what_is_offered_alone(hall: Hall, system: str, level: str) -> None:
    plays_out(Alone(hall, system, {"detail": level}, 7), *AGREED.get(system, ()))


@pytest.mark.parametrize(("system", "options"), FULL[::2])
def test_a_match_begins_by_what_is_offered_alone(hall: Hall, system: str, options: dict[str, Any]) -> None:
    """Card by card; given up after a while."""
    match = Alone(hall, system, {"detail": "full", **options}, 7)
    for _step in range(25):
        assert match.is_over or match.goes_on(*EARLY, *ENDS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("system", "options"), FULL)
def test_a_match_is_played_by_what_is_offered_alone(
    hall: Hall, system: str, options: dict[str, Any], seed: int
) -> None:
    plays_out(Alone(hall, system, {"detail": "full", **options}, seed), *ENDS)


@pytest.mark.soak
@pytest.mark.parametrize(("system", "level"), LEVELS)
def test_many_matches_are_told_by_what_is_offered_alone(hall: Hall, system: str, level: str) -> None:
    for seed in range(20, 24):
        plays_out(Alone(hall, system, {"detail": level}, seed), *AGREED.get(system, ()))
