"""What a player's confirmed matches came to: by game, by side, against whom, and in which order.

Read by the player's page. One query over rows; a result that nobody has confirmed counts for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec

from games.ruleset import DRAW
from tracker.models import MatchRow
from tracker.models.log import NEWEST

CONFIRMED = "confirmed"


class Tally(msgspec.Struct):
    """Won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def all(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, outcome: str) -> None:
        setattr(self, outcome, getattr(self, outcome) + 1)


class Streak(msgspec.Struct, frozen=True):
    """`outcome` so many times in a row, up to the newest match."""

    outcome: str
    length: int


class Career(msgspec.Struct):
    """`sides`: (system, side) -> tally; `foes`: id of the other player -> tally; `best`: most wins in a row."""

    total: Tally = msgspec.field(default_factory=Tally)
    games: dict[str, Tally] = {}
    sides: dict[tuple[str, str], Tally] = {}
    foes: dict[str, Tally] = {}
    streak: Streak | None = None
    best: int = 0


def career_of(person: frozenset[str]) -> Career:
    """Everything of the players who are one person, matches against nobody (a horde, a solo game) too.

    Private matches count for nobody.
    """
    players = [UUID(one) for one in person]
    rows = MatchRow.objects.filter(players__in=players, status=CONFIRMED, stream__private=False)
    rows = rows.exclude(winner=None).distinct()
    found = Career()
    outcomes = []
    oldest_first = reversed(rows.order_by(*NEWEST).values_list("system", "sides", "winner"))
    for system, sides, winner in oldest_first:
        own = next((side for side, seated in sides.items() if person.intersection(seated)), None)
        if own is None:
            continue
        outcome = "drawn" if winner == DRAW else "won" if winner == own else "lost"
        outcomes.append(outcome)
        _count(found, system, own, outcome)
        for foe in (one for side, seated in sides.items() if side != own for one in seated):
            found.foes.setdefault(foe, Tally()).add(outcome)
    found.streak, found.best = _streak(outcomes), _best(outcomes)
    return found


def _count(career: Career, system: str, side: str, outcome: str) -> None:
    for tally in (
        career.total,
        career.games.setdefault(system, Tally()),
        career.sides.setdefault((system, side), Tally()),
    ):
        tally.add(outcome)


def _streak(outcomes: list[str]) -> Streak | None:
    if not outcomes:
        return None
    other = next((n for n, one in enumerate(reversed(outcomes)) if one != outcomes[-1]), len(outcomes))
    return Streak(outcomes[-1], other)


def _best(outcomes: Iterable[str]) -> int:
    longest = run = 0
    for outcome in outcomes:
        run = run + 1 if outcome == "won" else 0
        longest = max(longest, run)
    return longest
