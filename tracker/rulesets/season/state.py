"""The season now: one frozen struct, rebuilt by the fold. Read by checks, the projection and pages."""

from __future__ import annotations

import msgspec

from tracker.rulesets.season.events import LeagueSet


class SeasonState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything the log has told; moments are UTC texts that compare. `name` is empty before the first event.

    `counted`: tournament -> its weight, in the order in which they were taken in.
    """

    name: str = ""
    system: str = ""
    starts: str = ""
    ends: str | None = None
    closed: str | None = None
    league: LeagueSet | None = None
    counted: dict[str, int] = {}
