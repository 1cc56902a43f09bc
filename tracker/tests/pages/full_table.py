"""A match at full detail with phones at the table, for the tests of its pages.

`FullTable.until` plays on by the simulation, so that a test begins where it wants to look. What it waits for is best a
function of a module: such a state is kept (`db_states`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.contrib.auth.models import User

from games.codec import codec_for, tag
from games.last_battle.full.state import FullState
from games.last_battle.play.simulate import play_out
from games.last_battle.rules import LastBattle
from games.last_battle.state import LastBattleState
from games.registry import MATCHES
from games.ruleset import SYSTEM, Event
from tracker import commands, selectors
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import Player
from tracker.tests import db_states
from tracker.tests.pages.at_the_table import Phone

SQUADS = {
    "alliance": (("Gaspar", "Guard", "Scout"), ("Mechanika", "Gunner", "Medic")),
    "serpent": (("Serpent", "Cultist", "Shade"), ("Priest", "Snake", "Acolyte")),
}
ALLIANCE_SCHEMES, SERPENT_SCHEMES = ("gravediggers", "loophole"), ("show_of_force", "search_the_ruins")
BLOW = {
    "name": "Mighty blow",
    "kind": "melee",
    "cost_ap": 1,
    "parameter": 7,
    "type": "complex",
    "resist": "defence",
    "damage": [2, 3, 4],
    "reach_cm": 3.0,
    "triggers": [{"suit": "S", "text": "push the target 5 cm"}],
}
SHOT = {**BLOW, "name": "Crossbow", "kind": "shooting", "parameter": 6, "reach_cm": None, "triggers": []}


def figure(name: str, leader: bool) -> dict[str, Any]:
    """A figure whose card is known."""
    return {
        "figure_id": name,
        "cost": 9 if leader else 5,
        "size": 2,
        "unique": True,
        "traits": ["Leader"] if leader else [],
        "move": 10.0,
        "defence": 6,
        "willpower": 5,
        "lives": 8 if leader else 6,
        "swimmer": True,
        "water_safe": False,
        "vessel": False,
        "hand_bonus": 0,
        "actions": [BLOW, SHOT],
    }


SEEDS = 40
Reached = Callable[[LastBattleState], bool]


class FullTable:
    """A quick match at full detail: `each` players a side, their phones by side in `phones`."""

    @db_states.stage
    def __init__(self, battlefield: str = "camp", each: int = 1, **opening: Any) -> None:
        user = User.objects.filter(username="olga").first()
        self.organiser = Identity(user or User.objects.create_user("olga", password="secret-pass"))
        names = {"alliance": ("Anna", "Alice"), "serpent": ("Борис", "Bella")}
        self.players: dict[str, list[Player]] = {
            side: [commands.create_player(self.organiser, name=name) for name in told[:each]]
            for side, told in names.items()
        }
        sides = {side: [str(player.id) for player in seated] for side, seated in self.players.items()}
        opened = {"battlefield": battlefield, "sides": sides, "detail": "full", **opening}
        events = [{"type": "table_opened", "data": opened}]
        self.match = commands.create_match(self.organiser, system="last_battle", events=events)

    @db_states.stage
    def seat(self) -> None:
        """Everybody has a scheme and a squad with names that people can read."""
        for number, player in enumerate(self.players["serpent"]):
            self.log("serpent_schemes_preset", squad=str(player.id), schemes=[SERPENT_SCHEMES[number]])
        for number, player in enumerate(self.players["alliance"]):
            self.log("scheme_chosen", player=str(player.id), scheme=ALLIANCE_SCHEMES[number])
        for side, seated in self.players.items():
            for number, player in enumerate(seated):
                figures = [figure(name, place == 0) for place, name in enumerate(SQUADS[side][number])]
                leader = figures[0]["figure_id"]
                self.log("squad_hired", player=str(player.id), leader=leader, figures=figures)

    def phones(self, side: str, language: str = "en") -> list[Phone]:
        """A phone of every player of the side."""
        return [Phone(player, language) for player in self.players[side]]

    @property
    def play(self) -> LastBattleState:
        found: LastBattleState = selectors.current_state(self.match).state.play
        return found

    @property
    def full(self) -> FullState:
        assert self.play.full is not None
        return self.play.full

    def log(self, type_: str, **data: Any) -> None:
        """One event by the program's own hand."""
        event = codec_for(MATCHES["last_battle"]).from_payload(type_, data)
        handle(Command(stream=self.match, actor=SYSTEM, events=(event,)))

    @db_states.stage
    def until(self, reached: Reached, seed: int = 1) -> None:
        """Plays on as the simulation does until `reached`; logs everything in one go. Some matches never come there."""
        for attempt in range(seed, seed + SEEDS):
            told = self._played(reached, attempt)
            if told is not None:
                handle(Command(stream=self.match, actor=SYSTEM, events=tuple(told)))
                return
        raise AssertionError("no simulated match came there")

    def _played(self, reached: Reached, seed: int) -> list[Event] | None:
        """The events up to that moment; None for a match that ends before."""
        rules, state = LastBattle(), self.play
        told: list[Event] = []
        for event, _by in play_out(state, seed, "full"):
            if reached(state):
                return told
            told.append(event)
            state = rules.evolve(state, event)
        return told if reached(state) else None

    def events(self) -> int:
        """How many events stand."""
        return int(selectors.head(self.match).version)


def in_phase(phase: str) -> Reached:
    """The setup is at this step."""
    return partial(_in_phase, phase)


def _in_phase(phase: str, play: LastBattleState) -> bool:
    return play.phase == phase


def in_step(step: str, turn: int = 1) -> Reached:
    """The turn is at this step, with nothing open."""
    return partial(_in_step, step, turn)


def _in_step(step: str, turn: int, play: LastBattleState) -> bool:
    full = play.full
    here = full is not None and full.step == step and full.turn == turn and play.phase == "turns"
    return here and full is not None and full.active is None and not full.due


def in_stage(stage: str, damage: bool = True) -> Reached:
    """A check is at this stage, with every number known and both sides free to cheat."""
    return partial(_in_stage, stage, damage)


def _in_stage(stage: str, damage: bool, play: LastBattleState) -> bool:
    full = play.full
    if full is None or full.duel.stage != stage or full.due or full.duel.kind != "complex":
        return False
    duel = full.duel
    known = None not in (duel.parameter, duel.resistance, duel.damage if damage else 0)
    actor, target = full.pieces.get(duel.actor), full.pieces.get(duel.target or "")
    fair = actor is not None and target is not None and actor.side != target.side
    return known and fair and not (duel.barred or duel.wheel or duel.cheats)


def builtin(event: Any) -> tuple[str, dict[str, Any]]:
    """An event as type and payload."""
    told = msgspec.to_builtins(event)
    return tag(type(event)), {key: value for key, value in told.items() if key != "type"}
