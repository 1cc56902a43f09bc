"""The desk of a match whose game has no pages of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from games.registry import MATCHES
from games.ruleset import NextEvent
from games.system import System
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.generic.reader import Reader, result_words
from tracker.pages.match_forms.pad import PadForm

REPORT = "report"
READY = "ready-"
"""Before the name of a step: it logs what is ready-made by one tap, beside the step itself."""
Owners = Callable[[Any, NextEvent], tuple[str, ...]]


def report_of(system: System) -> str:
    """See `Desk.report`; empty of a game that nobody reports whole."""
    return REPORT if REPORT in system.words.steps else system.reports


def alone(play: Any, told: NextEvent) -> tuple[str, ...]:
    """Whose step an event is: of one player, or of the whole table ("")."""
    return (told.players[0],) if len(told.players) == 1 else ("",)


@dataclass(frozen=True, kw_only=True)
class Desk(DeskBase):
    """`seats`: side -> its players, in seat order. `own`: step -> its form, of steps that no schema makes; `owners`:
    whose step an event is. `kinds`: the forms of one tap, of fields and of reports by taps, of a game with some of its
    own. `keeping`: the reader decides now that their own device keeps the secrets. `unopened`: the result counts and
    has opened nothing."""

    system: System
    seats: dict[str, tuple[str, ...]]
    own: Mapping[str, type[PadForm]] = field(default_factory=dict)
    owners: Owners = alone
    kinds: tuple[type[PadForm], ...] = ()
    keeping: bool = False
    unopened: bool = False

    @property
    def reader(self) -> Reader:
        return Reader(self.system, self.names)

    @property
    def has_secrets(self) -> bool:
        """Whether there are secrets that the result might open."""
        return self.system.faces.opens(self.play, True) is not None

    @property
    def rules(self) -> Any:
        """What judges the events of the game itself."""
        match: Any = MATCHES[self.system.key]
        return match.play

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the pages show them."""
        return {side: self.reader.side(side) for side in self.seats}

    def of_whom(self, side: str) -> str:
        players = ", ".join(self.names.player(player) for player in self.seats[side])
        return " · ".join(filter(None, (self.sides()[side], players)))

    def side(self, key: str) -> str:
        return self.reader.side(key)

    def whom(self, key: str) -> str:
        """A side with the player who alone plays it."""
        return self.reader.whom(key)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one, with who has won it."""
        winner = self.outcome.winner
        won = ", ".join(self.names.player(player) for player in self.seats.get(winner or "", ()))
        return " · ".join(filter(None, (self.verdict_alone, won)))

    @property
    def verdict_alone(self) -> str:
        """The result where the players' names stand beside it."""
        return result_words(self.system, self.outcome.winner, self.names.language)

    def side_of(self, player: str) -> str:
        """The side of a player; empty for somebody without a seat."""
        return next((side for side, players in self.seats.items() if player in players), "")

    def told(self, step: str, key: str) -> list[NextEvent]:
        """What may come next of this kind, for this player or side or for the whole table."""
        return self._following_by_step.get((step, key), [])

    @cached_property
    def _following_by_step(self) -> dict[tuple[str, str], list[NextEvent]]:
        """(step, whose) -> what may come next there; every form of a pad asks for it several times."""
        found: dict[tuple[str, str], list[NextEvent]] = {}
        for one in self.following:
            for place in dict.fromkeys(self.opened(one)):
                found.setdefault(place, []).append(one)
        return found

    def opened(self, told: NextEvent) -> list[tuple[str, str]]:
        """The steps that log what may come next, each with whose it is: of a player, a side, the whole table ("")."""
        step = self.step_of(told)
        if step is None:
            return []
        steps = (READY + step, step) if self.system.faces.ready(self.play, told) else (step,)
        return [(one, owner) for owner in self.owners(self.play, told) for one in steps]

    def beside(self, field: str, value: Any, name: str) -> str:
        """The name of a choice, with what the game says beside it; nothing beside what a choice leaves out."""
        if value is None:
            return name
        told = self.system.faces.beside(self.play, field, value)
        return f"{name.rstrip('.')} · {self.reader.text(told)}" if told is not None else name

    def step_of(self, told: NextEvent) -> str | None:
        """The step that logs what may come next; None where no pad offers it."""
        named = self.system.faces.step(self.play, told)
        return self.plainly(told) if named == "" else named

    @property
    def counts(self) -> bool:
        """Whether the match counts anywhere once its result is confirmed."""
        return True

    @property
    def report(self) -> str:
        """The step that tells a whole match: "report" where the game gives it a name, else the type that it logs."""
        return report_of(self.system)

    def scoreboard(self) -> tuple[str, list[tuple[str, int]]]:
        """(what the numbers on the pad count, each side with its number); no sides where a game counts none."""
        sides = self.sides() if self.reader.words.points else ()
        return "", [(self.of_whom(side), self.outcome.vp.get(side, 0)) for side in sides]

    def may_wait(self, told: NextEvent) -> bool:
        """Whether nobody waits for what may come next: the words say so, no pad offers it, staff alone may decide it at
        any time, or it is the report of a match that is logged as it is played."""
        step = self.step_of(told)
        if (
            step is None
            or (told.optional and not told.players)
            or (step == self.report and self.play.detail != "summary")
        ):
            return True
        words = self.reader.step(step, told.type)
        return words is not None and words.may_wait

    def presses(self, told: NextEvent) -> bool:
        """Whether what nobody waits for can be told no more after the next step."""
        return False

    def plainly(self, told: NextEvent) -> str:
        """The step of what the game gives no step of its own: a form of the game, or the type of the event."""
        return next((step for step, form in self.own.items() if form.takes(self, told)), told.type)
