"""The server's side of seeds that nobody chose: its secrets follow from its key, so none is stored before its draw.

Called by every command that appends to a tournament, and by the draw.
"""

from __future__ import annotations

from uuid import UUID

from msgspec.structs import replace

from games.ruleset import Event
from tracker import keys, warm
from tracker.log import Head
from tracker.rulesets.tournament import seeds
from tracker.rulesets.tournament.events import RoundPublished
from tracker.rulesets.tournament.state import TournamentState

ELSEWHERE = "the seed was committed to on another server, which alone can reveal it"


def committed(stream: UUID, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events with this server's commitments, whatever their author wrote there, and with the number of draws."""
    return tuple(_committed(stream, event) for event in events)


def _committed(stream: UUID, event: Event) -> Event:
    if isinstance(event, seeds.COMMITTING):
        return replace(event, seed_commitment=seeds.commitment_of(_secrets(stream, seeds.occasion(event))[0]))
    if isinstance(event, RoundPublished) and event.draws is None:
        return replace(event, draws=warm.current(stream).state.drawn or None)
    return event


def _secrets(stream: UUID, occasion: str) -> tuple[str, ...]:
    """Under today's key, then under those of before: one may have been changed between the commitment and the draw."""
    return keys.keyed_ever("seed of a draw", str(stream), occasion)


def revealed(stream: UUID, state: TournamentState, head: Head) -> tuple[str, str] | None:
    """(the seed of the next draw, the secret that it is made of), or None: this server has not committed to one."""
    known = _secrets(stream, state.committed_at)
    secret = next((one for one in known if seeds.commitment_of(one) == state.commitment), None)
    if secret is None:
        return None
    return seeds.mixed(secret, head.hash, len(state.rounds) + 1), secret
