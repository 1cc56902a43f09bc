"""Whom a rule runs for, and whether a fact of a match is about them. Called by `effects` and `derive`."""

from __future__ import annotations

from typing import NamedTuple

from games.campaigns import Told
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Test
from tracker.rulesets.chronicle.world import FighterNow, RosterNow


class Subject(NamedTuple):
    """Whom a rule runs for."""

    roster: RosterNow | None = None
    fighter: FighterNow | None = None
    place: str = ""

    @property
    def id(self) -> str:
        if self.roster is None:
            return self.place or "-"
        return f"{self.roster.id}/{self.fighter.id}" if self.fighter else self.roster.id


def within(value: int, test: Test) -> bool:
    low = test.at_least is None or value >= test.at_least
    return low and (test.at_most is None or value <= test.at_most)


def fits(fact: Told, test: Test, subject: Subject) -> bool:
    """Whether a fact has the wanted fields and is about the subject: by a field that is `self`, else as a whole."""
    roster = subject.roster.id if subject.roster else ""
    if not test.wanted and fact.of and not _is_about(fact, subject, roster):
        return False
    own = {subject.id, roster}
    named = False
    for field, wanted in test.wanted:
        told = fact.values.get(field)
        if wanted == made.SELF:
            named = True
            if told not in own:
                return False
        elif wanted == made.OTHER:
            if told in own or not isinstance(told, str) or told in ("", "draw"):
                return False
        elif told != wanted:
            return False
    if not within(int(fact.values.get("is", 0)), test) if test.at_least or test.at_most else False:
        return False
    if named or not fact.of:
        return True
    return _is_about(fact, subject, roster)


def _is_about(fact: Told, subject: Subject, roster: str) -> bool:
    return fact.of == subject.id if subject.fighter else fact.of.partition("/")[0] == roster
