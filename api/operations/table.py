"""What a line of the table says, and what several chapters of it use."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from api.params import (
    Param,
    expand,
)
from api.shapes import (
    logs,
    matches,
    tournaments,
)


class Operation(NamedTuple):
    """`body` and `answer` are structs (None: no body); `query` maps a parameter to what it means.

    `also`: other media types. `besides`: other good statuses and what they answer.
    `appends`: it writes to a log, so it takes an idempotency key and an expected version, and may be refused by the
    rules. `keyed`: it takes an idempotency key though it writes to no log. `ruled`: the rules may refuse it though it
    writes to no log. `known`: it needs a signed-in user or a token.
    """

    about: str
    answer: Any = None
    body: Any = None
    query: dict[str, Param] = {}
    status: int = 200
    appends: bool = False
    keyed: bool = False
    ruled: bool = False
    known: bool = False
    also: dict[str, str] = {}
    besides: dict[int, Any] = {}

    @property
    def is_read(self) -> bool:
        """Whether it answers JSON of which a client may want less."""
        return self.answer is not None and self.body is None


class Listed(NamedTuple):
    """Stands in the table for a list that comes whole."""

    of: Any


def append(about: str, body: Any, answer: Any = logs.Appended) -> Operation:
    return Operation(about, answer, body, status=201, appends=True, known=True)


GET, POST, DELETE = "get", "post", "delete"
Key = tuple[str, str]
LOG = append("Append one event or several, all or nothing", logs.AppendIn)._replace(
    besides={200: logs.Judged}
)
"""With `dry_run` they are judged alone."""


def names_of(parts: type[msgspec.Struct]) -> list[str]:
    """What may stand in `?expand=`, by the struct that then holds it."""
    return [one.name for one in msgspec.structs.fields(parts)]


MATCH_PARTS = expand(*names_of(matches.MatchParts))
EVENT_PARTS = expand(*names_of(tournaments.TournamentParts))
HEADS = ("match", "tournament")
"""What a live stream may send of its stream itself."""
