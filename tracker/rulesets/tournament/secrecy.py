"""Who may know what of a tournament, in its state and in its log. Called by `rules`.

Secret from all but staff: drafts of rounds (and that there was one), the pairs that must not meet, why somebody
dropped. Secret from all but staff and the owner: which list is handed in, until lists are revealed.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Event, Viewer
from games.secrets import concealed
from tracker.rulesets.tournament.events import (
    ListSubmitted,
    PlayerDropped,
    RoundDiscarded,
    RoundDrawn,
    TournamentCreated,
)
from tracker.rulesets.tournament.state import Entrant, SubmittedList, TournamentState


def visible_to(state: TournamentState, viewer: Viewer) -> TournamentState:
    """The state without what the viewer may not know."""
    if viewer.role == "staff":
        return state
    shown = tuple(round_ for round_ in state.rounds if round_.status != "draft")
    return replace(
        state,
        created=None if state.created is None else _created(state.created),
        entrants={name: _entrant(state, entrant, viewer) for name, entrant in state.entrants.items()},
        rounds=shown,
        seeds=state.public_seeds,
        commitment=None,
        committed_at="",
        drawn=0,
    )


def _created(event: TournamentCreated) -> TournamentCreated:
    """Older logs have the prohibited pairs among the options."""
    return concealed(replace(event, options=replace(event.options, prohibited=())))


def _entrant(state: TournamentState, entrant: Entrant, viewer: Viewer) -> Entrant:
    if entrant.roster is None or _knows_list(state, entrant.player, viewer):
        return entrant
    return replace(entrant, roster=SubmittedList(entrant.roster.ok))


def _knows_list(state: TournamentState, player: str, viewer: Viewer) -> bool:
    return state.lists_public or (viewer.player is not None and viewer.player == player)


def redact(state: TournamentState, event: Event, viewer: Viewer) -> Event | None:
    """The event as the viewer may see it; None hides that it ever was."""
    if viewer.role == "staff":
        return event
    if isinstance(event, RoundDrawn | RoundDiscarded):
        return event if event.seed in state.public_seeds else None
    if isinstance(event, TournamentCreated):
        return _created(event)
    if isinstance(event, ListSubmitted) and not _knows_list(state, event.player, viewer):
        return concealed(event)
    if isinstance(event, PlayerDropped) and viewer.player != event.player:
        return concealed(event)
    return event
