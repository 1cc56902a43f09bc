"""A campaign's log folded: its slots and decisions. What they come to is derived (`derive`), and never kept here."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.world import Challenge

Slot = ev.RosterJoined | ev.RosterLeft | ev.Bought | ev.Adjusted | ev.CycleClosed | ev.ChronicleFinished


class Term(NamedTuple):
    """A definition, and the place (moment, slot) after which it is in force."""

    since: tuple[str, str]
    definition: str


class ChronicleState(msgspec.Struct, frozen=True, omit_defaults=True):
    """`slots`: what has a place in the order besides the matches; `heard`: what counts of each link.

    `waiting`: what the arbitrator must accept first. `decisions`: effect -> dice or row. `asked`: link/roster -> what
    was stated. `answers`: question -> answer. `last`: the latest moment of what people logged. `amended`: how the
    definition was changed on the way. `began`: when it was made. `as_signed`: link/roster -> what the match said when
    the roster signed it, of matches that were heard again since.
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
    challenges: dict[str, Challenge] = {}
    amended: tuple[ev.DefinitionAmended, ...] = ()
    began: str = ""
    as_signed: dict[str, ev.MatchHeard] = {}

    @property
    def rules(self) -> Definition:
        """The definition that is in force now, read once. Raises `ValueError` before there is one."""
        return definition_of(self.terms()[-1].definition)

    def terms(self) -> tuple[Term, ...]:
        """Every definition that has ever been in force. An amended one is so from the end of the running cycle on; in
        a campaign without cycles, from its entry on."""
        found = [Term(("", ""), self.definition)]
        closings = sorted((one.at, one.cycle) for one in self.slots if isinstance(one, ev.CycleClosed))
        for one in self.amended:
            since: tuple[str, str] | None = (one.at, "")
            if definition_of(found[-1].definition).cycles:
                since = next(((at, f"cycle-{cycle}") for at, cycle in closings if at >= one.at), None)
            if since is not None:
                found.append(Term(since, one.definition))
        return tuple(found)

    def rules_in(self, term: int) -> Definition:
        """The definition that a line or a step belongs to."""
        return definition_of(self.terms()[term].definition) if self.amended else self.rules

    def coming(self) -> list[ev.DefinitionAmended]:
        """The amendments that no cycle's end has brought into force yet; the last of them will be."""
        return list(self.amended[len(self.terms()) - 1 :])

    def joined(self) -> dict[str, ev.RosterJoined]:
        """Every roster that ever joined."""
        return {one.roster: one for one in self.slots if isinstance(one, ev.RosterJoined)}

    def is_finished(self) -> bool:
        """Whether it was declared over."""
        return any(isinstance(one, ev.ChronicleFinished) for one in self.slots)
