"""A table without a server: the rules of a match, and what `next/` says of them, for bots who play many matches."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from api.tests.naive import Bot, at_will
from games.codec import codec_for
from games.consequences import following, with_optional
from games.moves import offers_of
from games.registry import MATCHES, SYSTEMS
from games.replay import judge
from games.ruleset import RULES, SYSTEM, Actor, Event, NextEvent, RuleViolation, Setup, Viewer
from games.schemas import schema_of
from games.secrets import sealed
from tracker.selectors.streams import EXAMPLES

PLAYERS = ("alice", "boris")
FOLLOWING = 200
"""No chain of what follows by itself is as long."""


class Refused(AssertionError):
    """An event that was offered, and that the rules refuse."""


class BareTable:
    """A match of two players with a bot for each of them and one for the staff."""

    def __init__(
        self, system: str, options: dict[str, Any], seed: int, scenario: str | None, likely: dict[str, float]
    ) -> None:
        self.game, self.rules = SYSTEMS[system], MATCHES[system]
        self.rng, self.likely = Random(seed), likely
        self.codec, self.state = codec_for(self.rules), self.rules.initial(Setup())
        self.told: list[Event] = []
        self.only_waited = False
        """Whether the bots leave alone what the match never waits for."""
        seats = self.game.tables.mode(options.get("mode", "")) or self.game.tables.modes[0]
        sides = {side: (player,) for side, player in zip(seats.sides, PLAYERS, strict=False)}
        for event in self.game.open_table(sides, scenario, options, self._sampled):
            assert not self._logged(event, SYSTEM)
        schema = schema_of(system, self.rules, self.game.roster_body)
        self.bots = [Bot(self.rng, player, schema) for player in (*PLAYERS, None)]

    def _sampled(self, cards: Any, count: int) -> list[str]:
        return self.rng.sample(sorted(cards), count)

    @property
    def is_over(self) -> bool:
        return self.rules.outcome(self.state).status == "confirmed"

    def goes_on(self, *avoid: str) -> bool:
        """Whether somebody has logged something of a type that is not avoided: players in any order, then staff."""
        players = self.bots[:2]
        self.rng.shuffle(players)
        return any(self._moves(bot, avoid) for bot in (*players, self.bots[2]))

    def _moves(self, bot: Bot, avoid: tuple[str, ...]) -> bool:
        offers = self.offers(bot.player)
        event = bot.event(offers, self.likely, (*avoid, *(at_will(offers) if self.only_waited else ())))
        if event is None:
            return False
        by = SYSTEM if bot.player is None else Actor("player", bot.player)
        broken = self._logged(self.codec.from_payload(event["type"], event["data"]), by)
        if broken:
            raise Refused(event, broken, [one for one in offers["events"] if one["type"] == event["type"]])
        for _ in range(FOLLOWING):
            then = following(self.rules, self.state)
            if then is None or self._logged(then, Actor(RULES, str(len(self.told)))):
                return True
        raise AssertionError(f"what follows by itself never ends: {then}")

    def offers(self, player: str | None) -> dict[str, Any]:
        """The answer of `next/?moves=1&examples=1`."""
        sides = self.rules.sides(self.state).items()
        side = next((name for name, players in sides if player in players), None)
        viewer = Viewer("staff") if player is None else Viewer("player", player, side)
        by = SYSTEM if player is None else Actor("player", player)
        seen = self.rules.visible_to(self.state, viewer)
        told = with_optional(self.rules, seen, self.rules.next_events(self.state, viewer))
        found = offers_of(self.game, seen.play, told, by, Random, EXAMPLES)
        return {
            "events": [_as_json(one) for one in found.events],
            "moves": found.moves,
            "examples": found.examples,
        }

    def _logged(self, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        event = sealed(event, f"salt-{len(self.told)}")
        broken = judge(self.rules, self.state, event, by)
        if not broken:
            self.state = self.rules.evolve(self.state, event)
            self.told.append(event)
        return broken


def _as_json(one: NextEvent) -> dict[str, Any]:
    told: dict[str, Any] = {"staff": True, **msgspec.json.decode(msgspec.json.encode(one))}
    return told
