"""Kinds of values that stand in many shapes, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from tracker.standings.structs import Kind

Moment = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""ISO 8601 with its offset from UTC."""
Id = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uuid"})]


def _one_of(*words: str) -> msgspec.Meta:
    """Says which texts there are; the rules alone make them."""
    return msgspec.Meta(extra_json_schema={"enum": list(words)})


MatchStatus = Annotated[str, _one_of("open", "finished", "confirmed")]
RoundStatus = Annotated[str, _one_of("draft", "published", "started", "closed")]
ChallengeStatus = Annotated[str, _one_of("open", "accepted", "declined", "lapsed", "played")]
TournamentStatus = Annotated[
    str, _one_of("registration", "draft", "published", "started", "closed", "finished")
]
DAY_STATUSES = ("preparing", "running", "finished")
DayStatus = Annotated[str, _one_of(*DAY_STATUSES)]
TableStatus = Annotated[str, _one_of("laid", "open", "finished", "confirmed")]
TableRole = Annotated[str, _one_of("source", "target")]
CardStatus = Annotated[str, _one_of("created", "granted", "arrived")]
Fate = Annotated[str, _one_of("saved", "lost")]
Outcome = Annotated[str, _one_of("won", "drawn", "lost")]
ReasonKind = Annotated[str, _one_of(*get_args(Kind))]
RunStatus = Annotated[str, _one_of("running", "logged", "confirmed", "contested", "annulled")]
