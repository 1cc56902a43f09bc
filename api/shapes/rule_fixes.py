"""Mended rules over REST: reports, what they found, and the decisions of administrators."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.dry import Dry
from api.shapes.kinds import Id, Moment

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class NewRuleFix(Dry, forbid_unknown_fields=True):
    """Which game's stored matches are played through again."""

    system: str


class RuleFix(msgspec.Struct):
    """One look at all matches of a game by one version of its rules. `rules`: SHA-256 of the sources of the rules.

    `done` of `total` matches were looked at; `ended_at` null while it goes on; `overtaken`: the rules were changed
    again before the end. `differing` matches would end differently, of which nobody decided about `undecided`.
    """

    id: Id
    url: str
    system: str
    version: str
    rules: str
    asked_by: str
    created_at: Moment
    ended_at: Moment | None
    overtaken: bool
    total: int
    done: int
    differing: int
    undecided: int


class RuleFixMatch(msgspec.Struct):
    """A match that today's rules judge differently. `before` is its stored outcome, `after` what would be counted
    today, `changed` the fields that differ (none: it ends the same, though an entry would be refused).

    `seq`: the entry from which on it differs, `rules` what refuses it today. `decision`: `take`, `keep`, or empty;
    `taken_at`: its log has the correction.
    """

    match: Id
    url: str
    changed: list[str]
    before: dict[str, Any]
    after: dict[str, Any]
    seq: int | None
    rules: list[str]
    unread: bool
    decision: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", "take", "keep"]})]
    decided_by: str
    decided_at: Moment | None
    reason: str
    taken_at: Moment | None


class Decision(Dry, forbid_unknown_fields=True):
    """About these matches: `take` confirms what is counted today in each log, `keep` leaves them. With the reason."""

    matches: Annotated[list[Id], msgspec.Meta(min_length=1, max_length=1000)]
    decision: Literal["take", "keep"]
    reason: Reason


class Decided(msgspec.Struct):
    """`decided`: about how many matches; those that were decided before stay as they were."""

    decided: int
    fix: RuleFix
