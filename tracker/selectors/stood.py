"""A match as it stands, entry by entry: where its play began and where it ended. For results that are entered anew."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from games.match import FRAME_EVENTS
from games.replay import standing
from games.ruleset import REFEREE, Entry, Outcome
from tracker import log, warm
from tracker.warm import Warm


class Stood(NamedTuple):
    """The entries of a match that count, and the state before each of them and after the last."""

    base: Warm
    entries: list[Entry]
    states: list[Any]

    def outcome(self, at: int) -> Outcome:
        """What the match had come to before its entry `at`."""
        found: Outcome = self.base.rules.outcome(self.states[at])
        return found

    @property
    def closing(self) -> int:
        """The place of the entry that ended the match; after the last one while it goes on."""
        return self._first(lambda now: now.status != "open")

    @property
    def played(self) -> int:
        """The place of the first entry that tells of the play, or of its result."""
        return self._first(lambda now: now.status != "open" or bool(now.turn) or any(now.vp.values()))

    def replaceable(self, seq: int) -> int | None:
        """The place of the entry `seq`; None where none stands, or one that confirms or takes back others."""
        told = (at for at, entry in enumerate(self.entries) if entry.seq == seq)
        return next((at for at in told if not isinstance(self.entries[at].event, FRAME_EVENTS)), None)

    def _first(self, told: Any) -> int:
        return next((at for at in range(len(self.entries)) if told(self.outcome(at + 1))), len(self.entries))

    def before_play(self, type_: str) -> int:
        """The last place before the play at which an event of this type may come."""
        return next((at for at in range(self.played, -1, -1) if type_ in self._following(at)), self.played)

    def _following(self, at: int) -> set[str]:
        return {event.type for event in self.base.rules.next_events(self.states[at], REFEREE)}


def stood(match: UUID) -> Stood:
    """The match as it stands. Raises `warm.UnknownStream`."""
    base = warm.current(match)
    entries = standing(warm.entries_of(base.codec, log.read(match)[: base.head.version]))
    states = [base.rules.initial(base.setup)]
    for entry in entries:
        states.append(base.rules.evolve(states[-1], entry.event))
    return Stood(base, entries, states)
