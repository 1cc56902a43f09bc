"""An organiser at a browser and an event in some state, for the tests of the organiser's and the public pages."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.test import Client

from tracker import appended, commands, selectors
from tracker.commands.rosters import staff_roster
from tracker.identity import Identity
from tracker.models import MatchRow, Player
from tracker.tests import db_states
from tracker.tests.factories import roster_of

NAMES = ("Anna", "Борис", "Carl", "Дина", "Eve", "Фёдор", "Gina", "Harald")


class Desk:
    """The organiser `olga`, signed in, and her event with `count` players; `language` is what her browser asks for."""

    @db_states.stage
    def __init__(self, count: int = 4, language: str = "en", **options: Any) -> None:
        self.user = User.objects.create_user("olga", password="secret-pass")
        self.who = Identity(self.user)
        self.client = Client(headers={"accept-language": language})
        self.client.force_login(self.user)
        self.event = commands.create_tournament(
            self.who, name="Hall cup", options={"rounds": 2, "scenarios": ["sea", "camp"], **options}
        )
        people = [
            commands.NewPlayer(name, "Tin Soldiers" if name == "Anna" else "") for name in NAMES[:count]
        ]
        self.players: list[Player] = commands.register_players(self.who, self.event, people) if people else []

    def url(self, page: str = "") -> str:
        return f"/events/{self.event}/{page}"

    def console(self, page: str = "") -> str:
        return self.url(f"console/{page}")

    def press(self, action: str, **fields: Any) -> Any:
        """Presses a button of the console."""
        return self.client.post(self.console(f"do/{action}/"), fields)

    @property
    def state(self) -> Any:
        return selectors.current_state(self.event).state

    @property
    def version(self) -> int:
        return selectors.head(self.event).version

    @db_states.stage
    def ready(self) -> Desk:
        """Everyone is in the hall with a legal list; lists are locked."""
        with appended.held():
            for player in self.players:
                commands.check_in(self.who, self.event, player=player.id)
                revision = staff_roster(player, roster_of(player.name))
                commands.submit_list(self.who, self.event, player=player.id, revision=revision)
        commands.lock_lists(self.who, self.event)
        return self

    @db_states.stage
    def drawn(self) -> Desk:
        self.ready()
        commands.draw_round(self.who, self.event, seed="seed", reason="a test")
        return self

    @db_states.stage
    def started(self) -> Desk:
        self.drawn()
        commands.publish_round(self.who, self.event, round=1)
        commands.start_round(self.who, self.event, round=1)
        return self

    @db_states.stage
    def played(self) -> Desk:
        """Round 1 with a result at every table."""
        self.started()
        for row in self.matches():
            self.report(row)
        return self

    def matches(self, round_: int = 1) -> list[MatchRow]:
        return list(selectors.matches_of(self.event, round_))

    def report(self, row: MatchRow, serpent: int = 1, alliance: int = 3) -> None:
        strategy = {"serpent": serpent, "alliance": alliance}
        result = "draw" if serpent == alliance else max(strategy, key=strategy.__getitem__)
        commands.report_match(self.who, row.stream_id, {"turns": 5, "strategy": strategy, "result": result})


def text_of(response: Any) -> str:
    """The page, whatever its status."""
    page: str = response.content.decode()
    return page


def match_url(match: UUID) -> str:
    return f"/matches/{match}/"


def says(page: str, language: str, en: str, ru: str) -> bool:
    return {"en": en, "ru": ru}[language] in page


def check_in_button(page: str) -> re.Match[str] | None:
    return re.search(r'action="([^"]+/check-in/)".*?name="player" value="([^"]+)"', page, re.DOTALL)
