"""Legal twins of a simulated match: other secrets of one side under the same public log, event by event.

Every change is judged with all that follows in the log, so that both worlds could have happened. Extended by the games,
which know whose secret an event holds and what else it could have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.replay import judge
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.secrets import sealed

Log = list[tuple[Event, Actor]]
TRIES = 60
"""So many changes are tried on one log."""


class Twins:
    """A log and the one that grows out of it; `first`: the log as it was; `changed`: the numbers of the events that
    differ from it."""

    rules: Any

    def __init__(self, setup: Setup, log: Log, dice: Random) -> None:
        self.first, self.log = tuple(log), list(log)
        self.dice, self.changed = dice, set[int]()
        self.states: list[Any] = [self.rules.initial(setup)]
        for event, _by in log:
            self.states.append(self.rules.evolve(self.states[-1], event))

    def owner(self, event: Event) -> str | None:
        """The side whose secret an event holds; None of an event without one."""
        raise NotImplementedError

    def other(self, at: int) -> Iterator[tuple[int, Event]]:
        """Events that take the place of others, at the number `at` or beside it."""
        raise NotImplementedError

    def change(self, side: str, most: int = 6, mine: Callable[[Event], bool] = lambda event: True) -> None:
        """Changes up to so many secrets of a side, out of those that are `mine`."""
        kinds: dict[str, list[int]] = {}
        for at, (event, _by) in enumerate(self.log):
            if getattr(event, "salt", None) and self.owner(event) == side and mine(event):
                kinds.setdefault(type(event).__name__, []).append(at)
        for _try in range(TRIES if kinds else 0):
            if len(self.changed) >= most:
                return
            self._tries(dict(self.other(self.dice.choice(kinds[self.dice.choice(sorted(kinds))]))))

    def _tries(self, others: dict[int, Event]) -> None:
        """Takes these events in, if the whole log stays legal with them."""
        if not others or all(self.log[at][0] == event for at, event in others.items()):
            return
        log = [
            (self._sealed(others[at]) if at in others else event, by)
            for at, (event, by) in enumerate(self.log)
        ]
        first = min(others)
        states = self.states[: first + 1]
        for event, _by in log[first:]:
            if judge(self.rules, states[-1], event, SYSTEM):
                return
            states.append(self.rules.evolve(states[-1], event))
        self.log, self.states = log, states
        self.changed = {
            at for at in {*self.changed, *others} if _bare(self.log[at][0]) != _bare(self.first[at][0])
        }

    def _sealed(self, event: Any) -> Event:
        return sealed(_bare(event), f"{self.dice.getrandbits(128):032x}")


def _bare(event: Any) -> Event:
    """An event without its seal, which says nothing of its secret."""
    found: Event = replace(event, commitment="", salt=None)
    return found
