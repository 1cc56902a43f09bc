"""Lists that come into a match with its first events. Called by `rounds` (lists handed in) and `tables` (own ones)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.registry import ROSTER_KINDS
from games.ruleset import SYSTEM, Event, Roster, Setup
from tracker.models.rosters import RevisionBase
from tracker.systems import MATCH, find_rules


def roster_in(row: RevisionBase) -> Roster:
    """A saved revision as the rules read it."""
    return Roster(
        system=row.roster.system,
        kind=ROSTER_KINDS[row.roster.system],
        name=row.roster.name,
        edition=row.edition or None,
        body=row.body,
    )


def brought(
    system: str,
    sides: Mapping[str, Sequence[str]],
    opening: Sequence[Event],
    lists: Mapping[str, Sequence[Event]],
) -> Iterator[Event]:
    """The lists of a table's players; one that this match refuses is left to its player (both play the same figure)."""
    rules = find_rules(MATCH, system)
    state = rules.initial(Setup())
    for event in opening:
        if rules.check(state, event, SYSTEM):
            return  # whoever appends it hears why
        state = rules.evolve(state, event)
    for player in (player for side in sides.values() for player in side):
        for event in lists.get(player, ()):
            if rules.check(state, event, SYSTEM):
                break
            state = rules.evolve(state, event)
            yield event
