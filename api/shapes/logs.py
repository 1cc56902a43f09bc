"""Streams over REST: what a client appends, and the states, scores and proofs that it reads."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from api.shapes.kinds import Moment
from games.ruleset import NextEvent, Outcome
from tracker.selectors.voidings import Without
from tracker.stream_tokens import LONGEST, SHORTEST, USUAL

VersionNumber = Annotated[int, msgspec.Meta(ge=0, le=2_147_483_647)]
TypeName = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class EventIn(msgspec.Struct, forbid_unknown_fields=True):
    """One event as a client sends it: `data` is the payload that the system's schema describes."""

    type: TypeName
    data: dict[str, Any] = {}


class AppendIn(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One event (`type`, `data`) or several (`events`), all or nothing.

    `expected_version` is the version that the decision was made on; `at` when it happened at the table. A
    `dry_run` judges and stores nothing.
    """

    type: TypeName | None = None
    data: dict[str, Any] = {}
    events: Annotated[list[EventIn], msgspec.Meta(min_length=1, max_length=500)] | None = None
    expected_version: VersionNumber | None = None
    at: Moment | None = None
    dry_run: bool = False


class Warned(msgspec.Struct):
    """What deserves a second look, though the rules allow it: `code` for programs, `message` for people."""

    code: str
    message: str


class Appended(msgspec.Struct):
    """The events `seqs` stand. `repeated`: they stood already, by the same idempotency key.

    `warnings`, to staff of a tournament where there are any: what the console says beside such a decision.
    """

    stream: str
    version: int
    seqs: list[int]
    repeated: bool = False
    warnings: list[Warned] | msgspec.UnsetType = msgspec.UNSET


class Judged(msgspec.Struct):
    """The answer to a dry run: the rules accept all of it, and nothing was stored. `warnings` as when it is.

    `without`, where entries of a match would be taken back: what the match, its tournament and the ratings would say.
    """

    version: int
    accepted: int
    warnings: list[Warned] | msgspec.UnsetType = msgspec.UNSET
    without: Without | msgspec.UnsetType = msgspec.UNSET


class State(msgspec.Struct):
    """The state after event `seq`, as the reader may see it, and the score then: `outcome` as in `score/`."""

    seq: int
    version: int
    state: dict[str, Any]
    outcome: dict[str, Any]


class Score(msgspec.Struct):
    """The score at `version`: victory points by side and source, the winner, what no log could prove."""

    version: int
    outcome: Outcome


class Next(msgspec.Struct, omit_defaults=True):
    """What may legally come next, as far as the reader may know.

    `moves`, with `?moves=1`: the concrete ones of these events that the caller may log as they are. `examples`, with
    `?examples=1`: of events without moves whose fields hang together some whole ones that the rules take, with facts of
    the table that are made up.
    """

    version: int
    events: list[NextEvent]
    moves: list[EventIn] | None = None
    examples: list[EventIn] | None = None


class ProofProblem(msgspec.Struct, omit_defaults=True):
    """Something wrong with a log: at which event (None: the whole stream) and what."""

    what: str
    seq: int | None = None


class Proof(msgspec.Struct):
    """Chain, commitments, seals, re-judging and projections of one stream. `head` is the hash of the last event."""

    ok: bool
    version: int
    head: str
    problems: list[ProofProblem]


class Commitment(msgspec.Struct, omit_defaults=True):
    """A secret of a finished match: whether the value that the log keeps, or that its owner opened after the end, is
    the one that was committed to.

    `holds` None: its owner never told the value to the server.
    """

    seq: int
    type: str
    commitment: str
    holds: bool | None = None


class Finding(msgspec.Struct):
    """An answer that was not true: the event, the side that told it, the check that found it and the broken rule."""

    seq: int
    side: str
    check: str
    rule: str
    message: str


class Answers(msgspec.Struct):
    """What the answers of the players were worth. `unproven`: events that rest on secrets that nobody opened."""

    verdict: Literal["clean", "breach", "incomplete"]
    findings: list[Finding]
    unproven: list[int]


class Audit(msgspec.Struct):
    """A finished match replayed with every secret: refused events, and commitments one by one.

    `answers`: of games in which players answer out of secrets, whether they told the truth.
    """

    ok: bool
    version: int
    commitments: list[Commitment]
    problems: list[ProofProblem]
    outcome: Outcome
    answers: Answers | None = None


class StreamTokenIn(msgspec.Struct, forbid_unknown_fields=True):
    """For how many seconds the token lives."""

    seconds: Annotated[int, msgspec.Meta(ge=SHORTEST, le=LONGEST)] = USUAL


class StreamToken(msgspec.Struct):
    """A token that follows one stream as the caller does, for a browser's `EventSource`; `url` has it already.

    It ends at `expires_at`, and with the API token that it was made with. Publish no address with it.
    """

    token: str
    url: str
    expires_at: Moment
