"""Matches that bots play by what `next/` says alone, as REST gives it: each event that they make is accepted, and there
is one until the match is over."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from api.tests.hall import Hall, Rest
from api.tests.naive import Bot
from games.registry import SYSTEMS

EARLY = ("match_conceded", "side_conceded", "match_annulled", "ruling_recorded", "alert_recorded")
"""What ends a match at any time, or tells nothing of it."""
LIKELY = {"intruder_moved": 6, "phase_started": 6, "turn_ended": 6, "guards_moved": 8, "patrol_reformed": 1}
ENDS = ("match_reported", "match_result_recorded", "match_finished", "game_ended")
"""What would end a match at full detail before it was played."""
AGREED = {"last_battle": ("scheme_revealed",), "super_fantasy_brawl": ("pool_registered",)}
"""What binds people to what they see on the table, and no offer says it: a scheme that is revealed must score in the
next report, and two who register the same champions have to talk it over."""
STEPS = 1200
FAR = 25
LEVELS = ("summary", "turns")
NIGHTS: tuple[dict[str, Any], ...] = (
    {"map": "practice-castle"},
    {"map": "practice-castle", "draw_missions": True},
    {"map": "practice-castle", "mode": "solo"},
    {"map": "practice-castle", "mode": "solo", "mixed_hand": True},
    {"map": "none"},
)
SCENARIOS = {"last_battle": "sea", "bushido": "keii"}


class Bots:
    """Two players' programs and one of the staff at a table that the API opened."""

    def __init__(
        self, hall: Hall, system: str, options: dict[str, Any], seed: int, avoid: tuple[str, ...] = EARLY
    ) -> None:
        self.rng, self.requests = Random(seed), 0
        self.hall, game = hall, SYSTEMS[system]
        seats = game.tables.mode(options.get("mode", "")) or game.tables.modes[0]
        sides = {side: (player,) for side, player in zip(seats.sides, (hall.a, hall.b), strict=False)}
        opened = game.open_table(sides, SCENARIOS.get(system), options, self._sampled)
        events = [{"type": one.__struct_config__.tag, "data": _data(one)} for one in opened]
        made = hall.olga.post("matches/", {"system": system, "events": events})
        assert made.status_code == 201, made.content
        self.at = f"matches/{made.json()['match']['id']}/"
        schema = hall.alice.get(f"systems/{system}/schemas/").json()
        people = ((hall.a, hall.alice), (hall.b, hall.boris), (None, hall.olga))
        self.bots = [(Bot(self.rng, player, schema, avoid), rest) for player, rest in people]

    def _sampled(self, cards: Any, count: int) -> list[str]:
        return self.rng.sample(list(cards), count)

    def play(self) -> None:
        """To the end."""
        for _ in range(STEPS):
            if self._is_over():
                return
            assert self._goes_on(), self._offers(self.hall.olga)["events"]
        raise AssertionError("the match does not end")

    def play_on(self, steps: int) -> None:
        """So many events far, or until nothing but the end is left."""
        for _ in range(steps):
            if self._is_over() or not self._goes_on():
                return

    def _is_over(self) -> bool:
        return bool(self.hall.alice.get(f"{self.at}score/").json()["outcome"]["status"] != "open")

    def _goes_on(self) -> bool:
        """Whether somebody has logged something."""
        return any(self._moves(bot, rest) for bot, rest in self._in_turn())

    def _in_turn(self) -> Iterator[tuple[Bot, Rest]]:
        """The players in any order; staff only where nobody else may do anything."""
        players = self.bots[:2]
        self.rng.shuffle(players)
        yield from (*players, self.bots[2])

    def _moves(self, bot: Bot, rest: Rest) -> bool:
        """Whether the bot has logged something."""
        told = self._offers(rest)
        event = bot.event(told, LIKELY)
        if event is None:
            return False
        done = rest.post(f"{self.at}events/", event)
        self.requests += 1
        assert done.status_code == 201, (event, done.json(), _of(told, event["type"]))
        return True

    def _offers(self, rest: Rest) -> dict[str, Any]:
        self.requests += 1
        told: dict[str, Any] = rest.get(f"{self.at}next/?moves=1&examples=1").json()
        return told


def _data(event: Any) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return {name: value for name, value in told.items() if name != "type"}


def _of(told: dict[str, Any], kind: str) -> list[Any]:
    return [one for one in told["events"] if one["type"] == kind]


@pytest.mark.parametrize("seed", range(len(NIGHTS)))
def test_bots_play_a_whole_night(hall: Hall, seed: int) -> None:
    """Ninja at full detail, in every mode for two, with a map and on a printed board."""
    Bots(hall, "ninja", {"detail": "full", **NIGHTS[seed]}, seed).play()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_tell_a_match_of_every_game(hall: Hall, system: str, level: str) -> None:
    for seed in range(3):
        Bots(hall, system, {"detail": level}, seed, (*EARLY, *AGREED.get(system, ()))).play()


@pytest.mark.parametrize("system", ["super_fantasy_brawl", "bushido"])
def test_bots_begin_a_match_at_full_detail(hall: Hall, system: str) -> None:
    """Without an imported edition, where names of cards and champions are typed."""
    Bots(hall, system, {"detail": "full"}, 1, (*EARLY, *ENDS)).play_on(FAR)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(15))
def test_bots_play_many_nights(hall: Hall, seed: int) -> None:
    Bots(hall, "ninja", {"detail": "full", **NIGHTS[seed % len(NIGHTS)]}, 100 + seed).play()


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_tell_many_matches_of_every_game(hall: Hall, system: str, level: str) -> None:
    for seed in range(100, 115):
        Bots(hall, system, {"detail": level}, seed, (*EARLY, *AGREED.get(system, ()))).play()
