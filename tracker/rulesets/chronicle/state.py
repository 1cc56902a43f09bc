"""A campaign's log folded: its slots and decisions. What they come to is derived (`derive`), and never kept here."""

from __future__ import annotations

import msgspec

from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.reading import definition_of

Slot = ev.RosterJoined | ev.RosterLeft | ev.Bought | ev.Adjusted | ev.CycleClosed | ev.ChronicleFinished


class ChronicleState(msgspec.Struct, frozen=True, omit_defaults=True):
    """`slots`: what has a place in the order besides the matches; `heard`: what counts of each link.

    `waiting`: what the arbitrator must accept first. `decisions`: effect -> dice or row. `asked`: link/roster -> what
    was stated. `answers`: question -> answer. `last`: the latest moment of what people logged.
    """

    name: str = ""
    system: str = ""
    definition: str = ""
    commitment: str = ""
    last: str = ""
    slots: tuple[Slot, ...] = ()
    links: dict[str, ev.MatchLinked] = {}
    heard: dict[str, ev.MatchHeard] = {}
    waiting: dict[str, ev.MatchHeard] = {}
    decisions: dict[str, str] = {}
    rolled: dict[str, tuple[int, ...]] = {}
    asked: dict[str, ev.Stated] = {}
    signed: tuple[str, ...] = ()
    notes: tuple[ev.NoteWritten, ...] = ()
    answers: dict[str, str] = {}
    seed: str = ""

    @property
    def rules(self) -> Definition:
        """The definition, read once. Raises `ValueError` before there is one."""
        return definition_of(self.definition)

    def joined(self) -> dict[str, ev.RosterJoined]:
        """Every roster that ever joined."""
        return {one.roster: one for one in self.slots if isinstance(one, ev.RosterJoined)}

    def is_finished(self) -> bool:
        """Whether it was declared over."""
        return any(isinstance(one, ev.ChronicleFinished) for one in self.slots)
