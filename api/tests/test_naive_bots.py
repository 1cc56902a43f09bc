"""Matches that bots play by what `next/` says alone, as REST gives it: each event that they make is accepted, and there
is one until the match is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest

from api.tests.hall import Hall, Rest
from api.tests.naive import Bot, at_will
from api.tests.naive_table import BareTable
from games.bushido.play.simulate import RARE
from games.last_battle.full.anytime import ABILITIES
from games.registry import SYSTEMS
from games.senjutsu.full.legal.next_resolve import BY_TEXT
from games.tests.rounds import quick_are
from games.tests.test_offers import lacking
from tracker.models import Player
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import read_pad

EARLY = (
    "match_conceded",
    "side_conceded",
    "match_annulled",
    "ruling_recorded",
    "alert_recorded",
    "result_contested",
)
"""What ends a match at any time, or tells nothing of it."""
LIKELY = {"intruder_moved": 6, "phase_started": 6, "turn_ended": 6, "guards_moved": 8, "patrol_reformed": 1}
ENDS = (
    "match_ended",
    "match_reported",
    "match_finished",
    "match_result_recorded",
    "play_stopped",
    "turn_reported",
)
"""What would end a match at full detail before it was played, or tell the rest of a turn."""
AGREED = {"super_fantasy_brawl": ("pool_registered",)}
"""What no offer says: two who register the same champions have to talk it over."""
STEPS, LONG = 2500, 1000
STEPS_ALONE = 150
LEVELS = [
    (system, level)
    for level in ("summary", "turns")
    for system, game in SYSTEMS.items()
    if level in game.tables.levels
]
"""Every game at each of these levels that it has."""
NIGHTS: tuple[dict[str, Any], ...] = (
    {"map": "practice-castle"},
    {"map": "practice-castle", "draw_missions": True},
    {"map": "practice-castle", "mode": "solo"},
    {"map": "practice-castle", "mode": "solo", "mixed_hand": True},
    {"map": "none"},
)
SCENARIOS = {"last_battle": "sea", "bushido": "keii"}
USUAL: dict[str, dict[str, float]] = {
    "bushido": {kind: 2 * share for kind, share in RARE.items()},
    "last_battle": dict.fromkeys((*ABILITIES, "aboard_changed"), 0.05),
    "senjutsu": {**dict.fromkeys(BY_TEXT, 0.05), "wound_taken": 0.5},
}
"""How often what cards allow at any time is told of a match that is to be played."""


class Bots:
    """Two players' programs and one of the staff at a table that the API opened."""

    def __init__(self, hall: Hall, system: str, options: dict[str, Any], seed: int) -> None:
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
        self.bots = [(Bot(self.rng, player, schema), rest) for player, rest in people]

    def _sampled(self, cards: Any, count: int) -> list[str]:
        return self.rng.sample(sorted(cards), count)

    @property
    def is_over(self) -> bool:
        return bool(self.hall.alice.get(f"{self.at}score/").json()["outcome"]["status"] == "confirmed")

    def goes_on(self, *avoid: str) -> bool:
        """Whether somebody has logged something of a type that is not avoided."""
        return any(self._moves(bot, rest, avoid) for bot, rest in self._in_turn())

    def _in_turn(self) -> Iterator[tuple[Bot, Rest]]:
        """The players in any order; staff only where nobody else may do anything."""
        players = self.bots[:2]
        self.rng.shuffle(players)
        yield from (*players, self.bots[2])

    def _moves(self, bot: Bot, rest: Rest, avoid: tuple[str, ...]) -> bool:
        """Whether the bot has logged something."""
        told = self.offers(rest)
        event = bot.event(told, LIKELY, avoid)
        if event is None:
            return False
        done = rest.post(f"{self.at}events/", event)
        self.requests += 1
        assert done.status_code == 201, (event, done.json(), _of(told, event["type"]))
        return True

    def offers(self, rest: Rest) -> dict[str, Any]:
        self.requests += 1
        told: dict[str, Any] = rest.get(f"{self.at}next/?moves=1&examples=1").json()
        return told


def play_out(table: Bots | BareTable, *avoid: str) -> None:
    """To the confirmed end. What is avoided comes only where nothing else may, or once it has been played for so long
    that its players stop: the log of a match cannot see that a character of unknown wounds is out of it."""
    for step in range(STEPS):
        if table.is_over:
            return
        avoided = avoid if step < LONG else ()
        assert table.goes_on(*EARLY, *avoided) or table.goes_on(*EARLY), (
            "nothing may come, and the match goes on"
        )
    raise AssertionError("the match does not end")


def _data(event: Any) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return {name: value for name, value in told.items() if name != "type"}


def _of(told: dict[str, Any], kind: str) -> list[Any]:
    return [one for one in told["events"] if one["type"] == kind]


def bare(system: str, seed: int, options: dict[str, Any]) -> BareTable:
    return BareTable(system, options, seed, SCENARIOS.get(system), {**LIKELY, **USUAL.get(system, {})})


@pytest.mark.parametrize("seed", quick_are((3,), range(len(NIGHTS))))
def test_bots_play_a_whole_night(hall: Hall, seed: int) -> None:
    """Ninja at full detail, in every mode for two, with a map and on a printed board."""
    play_out(Bots(hall, "ninja", {"detail": "full", **NIGHTS[seed]}, seed))


@pytest.mark.parametrize(("system", "level"), LEVELS)
def test_bots_tell_a_match_of_every_game(hall: Hall, system: str, level: str) -> None:
    for seed in range(3):
        play_out(Bots(hall, system, {"detail": level}, seed), *AGREED.get(system, ()))


@pytest.mark.soak
def test_bots_play_a_brawl_at_full_detail(hall: Hall) -> None:
    """Without an imported edition, where names of cards and champions are typed."""
    play_out(Bots(hall, "super_fantasy_brawl", {"detail": "full"}, 2), *ENDS)


def test_the_pad_of_a_printed_track_asks_what_left_it(hall: Hall) -> None:
    """What bots read is what players tap: that a challenge left the track, or that none did."""
    table = Bots(hall, "super_fantasy_brawl", {"detail": "full"}, 3)
    while table.goes_on(*EARLY, *ENDS, "game_ended", "challenge_track_shifted"):
        pass
    offer = next(
        one for one in table.offers(hall.alice)["events"] if one["type"] == "challenge_track_shifted"
    )
    pad = read_pad(Phone(Player.objects.get(id=hall.a)).get(f"/{table.at}pad/"))
    told = next(form for form in pad.forms if form.step == "challenge_track_shifted").options("choice")
    assert [json.loads(unescape(one)).get("discarded", []) for one in told] == offer["choices"]["discarded"]
    assert len(told) == 2


@pytest.mark.parametrize(("system", "level"), LEVELS)
def test_a_match_comes_to_its_end_by_what_it_waits_for(system: str, level: str) -> None:
    """Without what `next/` calls optional: nobody concedes, and no ruling is told over and over."""
    for seed in range(3):
        table = bare(system, seed, {"detail": level})
        table.only_waited = True
        while not table.is_over:
            assert len(table.told) < LONG, "the match does not end"
            assert table.goes_on(*AGREED.get(system, ())), "nothing is waited for, and the match goes on"


def test_what_a_match_never_waits_for_is_told(hall: Hall) -> None:
    brawl = Bots(hall, "super_fantasy_brawl", {"detail": "turns"}, 1)
    told = brawl.offers(hall.olga)
    optional = {"match_conceded", "ruling_recorded", "match_result_recorded", "game_ended"}
    assert at_will(told) == optional
    assert {one["type"] for one in told["events"]} > optional


FULL = ("super_fantasy_brawl", "bushido", "last_battle", "senjutsu")


@pytest.mark.parametrize("system", quick_are(["senjutsu"], FULL))
def test_bots_play_a_match_at_full_detail(system: str) -> None:
    play_out(bare(system, 1, {"detail": "full"}), *ENDS)


@pytest.mark.parametrize("mode", ["solo", "horde"])
def test_bots_play_against_opponents_whose_cards_nobody_knows(mode: str) -> None:
    """Without an imported edition: what an opponent cannot do is not offered, and everything else can be made whole."""
    table = bare("senjutsu", 1, {"detail": "full", "mode": mode})
    for step in range(STEPS_ALONE):
        assert table.goes_on(*EARLY, *ENDS), "nothing may come, and the match goes on"
        if step % 10 == 0:
            assert not lacking("senjutsu", table.state.play)


@pytest.mark.soak
@pytest.mark.parametrize("system", FULL)
def test_bots_play_many_matches_at_full_detail(system: str) -> None:
    for seed in range(100, 104):
        play_out(bare(system, seed, {"detail": "full"}), *ENDS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(15))
def test_bots_play_many_nights(seed: int) -> None:
    play_out(bare("ninja", 100 + seed, {"detail": "full", **NIGHTS[seed % len(NIGHTS)]}))


@pytest.mark.soak
@pytest.mark.parametrize(("system", "level"), LEVELS)
def test_bots_tell_many_matches_of_every_game(system: str, level: str) -> None:
    for seed in range(100, 115):
        play_out(bare(system, seed, {"detail": level}), *AGREED.get(system, ()))
