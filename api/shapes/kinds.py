"""Kinds of values that stand in many shapes, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated

import msgspec

Moment = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""ISO 8601 with its offset from UTC."""
Id = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uuid"})]


def _one_of(*words: str) -> msgspec.Meta:
    """Says which texts there are; the rules alone make them."""
    return msgspec.Meta(extra_json_schema={"enum": list(words)})


MatchStatus = Annotated[str, _one_of("open", "finished", "confirmed")]
RoundStatus = Annotated[str, _one_of("draft", "published", "started", "closed")]
TournamentStatus = Annotated[
    str, _one_of("registration", "draft", "published", "started", "closed", "finished")
]
RunStatus = Annotated[str, _one_of("running", "logged", "confirmed", "contested", "annulled")]
