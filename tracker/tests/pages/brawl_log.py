"""A match of Super Fantasy Brawl made from the events of a test of its rules, with a phone for every player."""

from __future__ import annotations

from typing import Any

from games.codec import codec_for
from games.registry import MATCHES
from games.ruleset import SYSTEM, Event
from tracker import commands
from tracker.handle import Command, handle
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.full_table import builtin

RULES = MATCHES["super_fantasy_brawl"]
NAMES = {"r": "Anna", "s": "Alice", "b": "Борис", "c": "Bella", "red-1": "Anna", "blue-1": "Борис"}


class LoggedBrawl:
    """The match; `phones` and `ids` by the names that the players have in the events."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        (_created, opening), *rest = (builtin(event) for event in events)
        seats = [player for side in opening["sides"].values() for player in side]
        self.phones = {seat: Phone(commands.create_player(organiser(), name=NAMES[seat])) for seat in seats}
        self.ids = {seat: phone.id for seat, phone in self.phones.items()}
        opened = {"type": "match_created", "data": renamed(opening, self.ids)}
        self.match = commands.create_match(organiser(), system="super_fantasy_brawl", events=[opened])
        codec = codec_for(RULES)
        logged = tuple(codec.from_payload(type_, renamed(unsealed(data), self.ids)) for type_, data in rest)
        handle(Command(stream=self.match, actor=SYSTEM, events=logged))


def renamed(told: Any, names: dict[str, str]) -> Any:
    """A payload whose players have other names."""
    if isinstance(told, dict):
        return {names.get(key, key): renamed(value, names) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [renamed(one, names) for one in told]
    return names.get(told, told) if isinstance(told, str) else told


def unsealed(data: dict[str, Any]) -> dict[str, Any]:
    """A payload without its seal, which depends on the names."""
    return {name: value for name, value in data.items() if name not in ("salt", "commitment")}
