"""Who may know what of a tournament, in its state and in its log. Called by `rules`.

Secret from all but staff: drafts of rounds (and that there was one), the pairs that must not meet, why somebody
dropped, why a table was given, the code of the registration. Secret from all but staff and the owner: which list is
handed in, until lists are revealed; warnings, and why there was a penalty or a bonus; whether the fee is paid. A call
for a judge is known to its table and staff. A line-up is the team's until the round is published, what a captain puts
forward the captain's until both have told.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Event, Viewer
from games.secrets import concealed
from tracker.rulesets.tournament.desk_events import (
    AwardLifted,
    FeeMarked,
    JudgeCalled,
    JudgeCame,
    NoteGiven,
    PairAllowed,
    PairKeptApart,
    RegistrationOpened,
    TableAwarded,
)
from tracker.rulesets.tournament.events import (
    ListSubmitted,
    PlayerDropped,
    RoundDiscarded,
    RoundDrawn,
    TournamentCreated,
)
from tracker.rulesets.tournament.state import (
    Entrant,
    Note,
    Round,
    SubmittedList,
    Team,
    TeamTable,
    TournamentState,
)
from tracker.rulesets.tournament.team_events import LineupTold, PutForward
from tracker.rulesets.tournament.teams import captains_of, public_rounds


def visible_to(state: TournamentState, viewer: Viewer) -> TournamentState:
    """The state without what the viewer may not know."""
    if viewer.role == "staff":
        return state
    shown = tuple(_round(state, round_, viewer) for round_ in state.rounds if round_.status != "draft")
    return replace(
        state,
        created=None if state.created is None else _created(state.created),
        entrants={name: _entrant(state, entrant, viewer) for name, entrant in state.entrants.items()},
        rounds=shown,
        seeds=state.public_seeds,
        commitment=None,
        committed_at="",
        drawn=0,
        registration=replace(state.registration, code=None),
        apart=(),
        friends=(),
        allowed=(),
        notes=tuple(_note(note, viewer) for note in state.notes if _knows_note(note, viewer)),
        calls=tuple(call for call in state.calls if _at_table(state, call.round, call.table, viewer)),
        teams={name: _team(state, team, viewer) for name, team in state.teams.items()},
    )


def _team(state: TournamentState, team: Team, viewer: Viewer) -> Team:
    if team.lineup_round <= public_rounds(state) or viewer.player in team.members:
        return team
    return replace(team, lineup=None)


def _round(state: TournamentState, round_: Round, viewer: Viewer) -> Round:
    if any(table.pending for table in round_.teams):
        round_ = replace(round_, teams=tuple(_team_table(state, table, viewer) for table in round_.teams))
    if all(table.award is None for table in round_.pairings):
        return round_
    tables = tuple(
        table if table.award is None else replace(table, award=replace(table.award, reason=None))
        for table in round_.pairings
    )
    return replace(round_, pairings=tables)


def _team_table(state: TournamentState, table: TeamTable, viewer: Viewer) -> TeamTable:
    captains = captains_of(state, table)
    pending = {
        side: players if _is(captains.get(side) or "", viewer) else ()
        for side, players in table.pending.items()
    }
    return replace(table, pending=pending)


def _is(player: str, viewer: Viewer) -> bool:
    return viewer.player is not None and viewer.player == player


def _knows_note(note: Note | NoteGiven, viewer: Viewer) -> bool:
    return note.kind != "warning" or _is(note.player, viewer)


def _note(note: Note, viewer: Viewer) -> Note:
    return note if _is(note.player, viewer) else replace(note, reason=None)


def _at_table(state: TournamentState, number: int, table: int, viewer: Viewer) -> bool:
    """Whether the viewer sits at the table."""
    round_ = state.round(number)
    found = round_.find(table) if round_ is not None and round_.status != "draft" else None
    return found is not None and any(_is(one, viewer) for side in found.sides.values() for one in side)


def _created(event: TournamentCreated) -> TournamentCreated:
    """Older logs have the prohibited pairs among the options."""
    return concealed(replace(event, options=replace(event.options, prohibited=())))


def _entrant(state: TournamentState, entrant: Entrant, viewer: Viewer) -> Entrant:
    if not _is(entrant.player, viewer):
        entrant = replace(entrant, paid=False)
    if entrant.roster is None or _knows_list(state, entrant.player, viewer):
        return entrant
    return replace(entrant, roster=SubmittedList(entrant.roster.ok))


def _knows_list(state: TournamentState, player: str, viewer: Viewer) -> bool:
    return state.lists_public or _is(player, viewer)


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
    if isinstance(event, LineupTold):
        team = state.teams.get(event.team)
        knows = event.round <= public_rounds(state) or (team is not None and viewer.player in team.members)
        return event if knows else concealed(event)
    if isinstance(event, PutForward):
        knows = event.commitment in state.opened_steps or _is(event.player, viewer)
        return event if knows else concealed(event)
    return _at_the_desk(state, event, viewer)


def _at_the_desk(state: TournamentState, event: Event, viewer: Viewer) -> Event | None:
    if isinstance(event, PairKeptApart | PairAllowed):
        return None
    if isinstance(event, FeeMarked):
        return event if _is(event.player, viewer) else None
    if isinstance(event, JudgeCalled | JudgeCame):
        return event if _at_table(state, event.round, event.table, viewer) else None
    if isinstance(event, NoteGiven):
        if _is(event.player, viewer):
            return event
        return concealed(event) if _knows_note(event, viewer) else None
    return concealed(event) if isinstance(event, TableAwarded | AwardLifted | RegistrationOpened) else event
