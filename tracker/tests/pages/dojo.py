"""Matches of Senjutsu with phones at them, for the tests of its pages."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import MatchRow, Player
from tracker.tests import db_states
from tracker.tests.pages.at_the_table import Phone, in_english, spoken


def organiser() -> Identity:
    user = User.objects.filter(username="olga").first()
    return Identity(user or User.objects.create_user("olga", password="secret-pass"))


class Duel:
    """An event with one started round of duels; `red` and `blue` are the phones of the players at its table."""

    def __init__(self, detail: str = "turns", languages: str = "en", **options: Any) -> None:
        self._begin(detail, options)
        spoken(self, languages)

    @db_states.stage
    def _begin(self, detail: str, options: dict[str, Any]) -> None:
        self.organiser = organiser()
        chosen = {"rounds": 1, "detail": detail, "check_in": False, **options}
        self.event = commands.create_tournament(
            self.organiser, name="Dojo", preset="senjutsu_casual", options=chosen
        )
        people = [commands.NewPlayer(name) for name in ("Anna", "Борис")]
        self.players = commands.register_players(self.organiser, self.event, people)
        commands.draw_round(self.organiser, self.event, scenario="snow_field", seed="seed", reason="a test")
        commands.publish_round(self.organiser, self.event, round=1)
        commands.start_round(self.organiser, self.event, round=1)
        row = MatchRow.objects.get(tournament_id=self.event)
        self.match = row.stream_id
        self.red, self.blue = (Phone(self._player(row, side)) for side in ("red", "blue"))

    def _player(self, row: MatchRow, side: str) -> Player:
        return next(player for player in self.players if str(player.id) == row.sides[side][0])

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    def ready(self, wounds: int = 7, hand: int = 5) -> None:
        """Both register a character and keep their decks to themselves."""
        with in_english(self):
            self._ready(wounds, hand)

    @db_states.stage
    def _ready(self, wounds: int, hand: int) -> None:
        for phone, character in ((self.red, "master"), (self.blue, "ronin")):
            told = {"character.others": character, "wound_limit": wounds, "hand_limit": hand}
            done(phone.tap(self.match, "character", **told))

    def turn(self, by: Phone | None = None, /, **fields: Any) -> Any:
        return (by or self.red).tap(self.match, "turn", **fields)


class Alone:
    """A match outside any event with one character: a solo game or a horde run. `phone` plays it."""

    @db_states.stage
    def __init__(self, mode: str, languages: str = "en", **options: Any) -> None:
        self.organiser = organiser()
        self.player = commands.create_player(organiser(), name="Карина")
        seats = {"mode": mode, "sides": {"red": [str(self.player.id)]}, **options}
        self.match: UUID = commands.create_match(
            self.organiser, system="senjutsu", events=[{"type": "match_created", "data": seats}]
        )
        self.phone = Phone(self.player, languages)

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    def tap(self, step: str, **fields: Any) -> Any:
        return self.phone.tap(self.match, step, **fields)


def done(response: Any) -> None:
    """The step was taken."""
    page = response.content.decode()
    assert response.status_code == 302, (re.findall(r'class="fault".*?</', page), page[-3000:])
