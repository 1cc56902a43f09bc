"""Seeds that nobody chose: committed to before anybody could want a draw, and mixed with what nobody controls.

When an event is created, a round is closed or a draw is discarded, the server logs the commitment of a secret. The seed
of the next draw is the digest of that secret, of the hash of the log's last event at that moment, and of the round; the
draw reveals the secret. Whoever draws again in search of a wanted round leaves every attempt in the log, and the number
of attempts is published with the round. Logs of
events that began before there were commitments are judged as they always were. Called by `drawing` and `rules`.
"""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from games.ruleset import Event
from tracker.rulesets.tournament.chapter import LEGAL, Violations, broken
from tracker.rulesets.tournament.events import (
    RoundClosed,
    RoundDiscarded,
    RoundDrawn,
    RoundPublished,
    TournamentCreated,
)
from tracker.rulesets.tournament.state import TournamentState

COMMITTING = (TournamentCreated, RoundClosed, RoundDiscarded)
"""The events that carry the commitment of the next draw."""


def occasion(event: Event) -> str:
    """What a commitment is made at: names its secret, the same however often the event is sent."""
    if isinstance(event, RoundDiscarded):
        return f"discarded {event.seed}"
    return f"closed {event.round}" if isinstance(event, RoundClosed) else "created"


def commitment_of(secret: str) -> str:
    """SHA-256 of the secret, as it stands in the log before the draw."""
    return hashlib.sha256(f"seed of a draw\n{secret}".encode()).hexdigest()


def mixed(secret: str, head: str, round_: int) -> str:
    """The seed of a draw, 32 hexadecimal digits. `head` is the hash of the event before the draw."""
    return hashlib.sha256(f"{secret}\n{head}\n{round_}".encode()).hexdigest()[:32]


def commit(
    state: TournamentState, event: TournamentCreated | RoundClosed | RoundDiscarded
) -> TournamentState:
    """The state that waits for a draw from this event's commitment; none from one of an older program."""
    return replace(state, commitment=event.seed_commitment, committed_at=occasion(event))


def commits(state: TournamentState) -> bool:
    """Whether the server commits to the seeds of this tournament: one that began long ago knew nothing of it."""
    return state.created is not None and state.created.seed_commitment is not None


def check_draws(state: TournamentState, event: RoundPublished) -> Violations:
    """TRN-DRAW-16: whoever draws again until a round suits, tells so."""
    if event.draws is None and not commits(state):
        return LEGAL
    return (
        LEGAL if event.draws == state.drawn else broken("TRN-DRAW-16", round=event.round, drawn=state.drawn)
    )


def check(state: TournamentState, event: RoundDrawn) -> Violations:
    """TRN-DRAW-15: the seed follows from the commitment, or the draw says why it was chosen by hand."""
    if event.method == "manual":
        return LEGAL
    if event.secret is None:
        unseen = commits(state) and event.reason is None
        return broken("TRN-DRAW-15", round=event.round) if unseen else LEGAL
    told = commitment_of(event.secret), mixed(event.secret, event.after or "", event.round)
    return LEGAL if told == (state.commitment, event.seed) else broken("TRN-DRAW-15", round=event.round)
