"""Two matches of any game whose public logs are the same, seen from every seat: see `games.tests.twin_logs`.

Compared: pages, REST with its headers and sizes, the downloaded log, the live stream, refusals and dry runs of whatever
a player might send.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.test import Client

from games.codec import codec_for
from games.registry import MATCHES
from games.ruleset import SYSTEM, Event
from games.tests.twin_logs import Log, Twins
from tracker import commands, selectors
from tracker.handle import Command, handle
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.brawl_log import renamed
from tracker.tests.pages.full_table import builtin
from tracker.tests.pages.twins import PARTS, RANDOM, plain, random_keys_last, sized

PAGES = (
    "/matches/{match}/",
    "/matches/{match}/?at=14",
    "/matches/{match}/board/?at=14",
    "/matches/{match}/board/",
    "/matches/{match}/overlay/",
    "/logs/{match}.jsonl",
    *("/api/v1/matches/{match}/" + part for part in PARTS),
    "/api/v1/matches/{match}/?expand=score,state,next",
    "/api/v1/matches/?id={match}&expand=score,state,next",
)
FEED = "/api/v1/feed/?stream={match}&limit=500"
STREAMS = ("/api/v1/live/{match}/", "/api/v1/live/{match}/?expand=match,score,state,next")
OF_A_PLAYER = (
    "/players/{player}/",
    "/players/{player}/story/",
    "/api/v1/players/{player}/",
    "/api/v1/matches/?player={player}&expand=score",
)
OWN_PAGES = ("/matches/{match}/pad/", "/api/v1/matches/{match}/next/?moves=1", "/my/")
NAMES = ("Anna", "Boris", "Carla", "Dora")
SALT = ("commitment", "salt")


class Seated:
    """A match that is logged bit by bit; `phones` by the names of the seats in the events."""

    def __init__(self, system: str, log: Log) -> None:
        _created, opening = builtin(log[0][0])
        seats = [player for players in opening["sides"].values() for player in players]
        self.phones = {
            seat: Phone(commands.create_player(organiser(), name=name))
            for seat, name in zip(seats, NAMES, strict=False)
        }
        self.ids = {seat: phone.id for seat, phone in self.phones.items()}
        opened = {"type": "match_created", "data": renamed(opening, self.ids)}
        self.match = commands.create_match(organiser(), system=system, events=[opened])
        self.codec, self.logged = codec_for(MATCHES[system]), 1
        self.visitor = Client(headers={"accept-language": "en"})

    def logs(self, log: Log, until: int) -> None:
        """The log up to there, as the server of a whole match has it, in one go."""
        told = [builtin(event) for event, _by in log[self.logged : until]]
        events = tuple(self.codec.from_payload(type_, renamed(data, self.ids)) for type_, data in told)
        handle(Command(stream=self.match, actor=SYSTEM, events=events))
        self.logged = until

    def client(self, seat: str) -> Client:
        """A player's, or anybody's ("")."""
        return self.phones[seat].client if seat else self.visitor

    def guessed(self, seat: str, event: Any) -> Any:
        type_, data = builtin(event)
        bare = {name: value for name, value in data.items() if name not in SALT and value is not None}
        told = {"type": type_, "data": renamed(bare, self.ids), "dry_run": True}
        path = f"/api/v1/matches/{self.match}/events/"
        return self.client(seat).post(path, json.dumps(told), content_type="application/json")


@dataclass(frozen=True)
class Pair:
    """Both matches, the logs that they follow, and the seats from which the difference is hidden.

    `guesses`: what somebody might send besides to learn of it.
    """

    one: Seated
    other: Seated
    twins: Twins
    plain_log: Log
    unseen: tuple[str, ...]
    guesses: Sequence[Event] = ()

    def to(self, place: int) -> None:
        self.one.logs(self.plain_log, place)
        self.other.logs(self.twins.log, place)
        assert selectors.head(self.one.match).version == selectors.head(self.other.match).version

    def compare(self, dice: Random) -> int:
        """All that can be got from every seat; the number of answers."""
        number = 0
        for seat in self.unseen:
            paths = (*PAGES, *(OWN_PAGES if seat else ()), self.newest())
            for path in paths:
                answers = [
                    one.client(seat).get(path.format(match=one.match)) for one in (self.one, self.other)
                ]
                self._same(answers, f"{seat} {path}")
            elsewhere = self._of_players(seat)
            logged = [event for event, _by in dice.choices(self.plain_log[1:], k=6)]
            events = [*logged, *self.guesses] if seat else []
            for event in events:
                told = [one.guessed(seat, event) for one in (self.one, self.other)]
                self._same(told, f"{seat} {event}")
            for path in STREAMS:
                shown = [plain(self._got(one, seat, path)) for one in (self.one, self.other)]
                assert shown[0] == shown[1] and "event" in shown[0][1], f"{seat} {path}"
            fed = [
                _unnumbered(self._got(one, seat, FEED).json()["results"]) for one in (self.one, self.other)
            ]
            assert fed[0] == fed[1] and "match_created" in fed[0], seat
            number += len(paths) + elsewhere + len(events) + len(STREAMS) + 1
        return number

    def _of_players(self, seat: str) -> int:
        """What the pages of those who play say of the match, and the match's own page, in Russian; the number of
        answers."""
        for number, player in enumerate(self.one.phones):
            for path in OF_A_PLAYER:
                places = [path.format(player=one.ids[player]) for one in (self.one, self.other)]
                answers = self._asked(seat, places, {"accept-language": "ru"})
                assert answers[0].status_code == 200, f"{seat} {path}"
                self._same(answers, f"{seat} {path} of {number}")
        places = [f"/matches/{one.match}/" for one in (self.one, self.other)]
        self._same(self._asked(seat, places, {"accept-language": "ru"}), f"{seat} in Russian")
        return len(OF_A_PLAYER) * len(self.one.phones) + 1

    def _asked(self, seat: str, places: Sequence[str], headers: dict[str, str]) -> list[Any]:
        both = zip((self.one, self.other), places, strict=True)
        return [one.client(seat).get(place, headers=headers) for one, place in both]

    def _got(self, one: Seated, seat: str, path: str) -> Any:
        return one.client(seat).get(path.format(match=one.match), headers={"last-event-id": "0"})

    def newest(self) -> str:
        return f"/api/v1/matches/{{match}}/events/?after={max(0, self.one.logged - 20)}&limit=20"

    def _same(self, answers: list[Any], told: str) -> None:
        assert plain(answers[0]) == plain(answers[1]), told
        assert sized(answers[0]) == sized(answers[1]), told


def _unnumbered(events: list[dict[str, Any]]) -> str:
    """Events of the feed, which numbers those of all matches."""
    bare = [{name: value for name, value in event.items() if name != "number"} for event in events]
    return json.dumps(json.loads(RANDOM.sub("#", json.dumps(bare)), object_pairs_hook=random_keys_last))


def paired(system: str, twins: Twins, log: Log, seats: Sequence[str], guesses: Sequence[Event] = ()) -> Pair:
    """Both matches at a table; what differs is hidden from these seats and from the public."""
    return Pair(Seated(system, log), Seated(system, twins.log), twins, log, (*seats, ""), guesses)


def owner_sees(found: Pair) -> bool:
    """Whether the difference shows to the player whose secret it is."""
    owner = next(seat for seat in found.one.phones if seat not in found.unseen)
    path = "/api/v1/matches/{match}/state/"
    own = [plain(one.client(owner).get(path.format(match=one.match))) for one in (found.one, found.other)]
    return own[0] != own[1]
