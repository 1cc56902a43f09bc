"""Teams: who belongs to which, who leaves, who sits at which board. Called by `rules`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.judging import MOST, repeated
from games.ruleset import Actor
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.state import Round, Table, Team, TeamTable, TournamentState
from tracker.rulesets.tournament.team_draws import boards_in_order
from tracker.rulesets.tournament.team_events import (
    LineupTold,
    TeamChanged,
    TeamDropped,
    TeamEntered,
    TeamReinstated,
)
from tracker.standings.tiebreaks import TIEBREAKS

MOST_TIEBREAKS = 100


def check_plan(options: Options) -> Violations:
    """TRN-TEAM-01, TRN-TEAM-02, TRN-CRE-04: doubles of two at least, points that reward winning, known tie-breakers."""
    plan = options.teams
    if plan is None:
        return LEGAL
    found = broken("TRN-TEAM-01") if plan.kind == "doubles" and plan.size < 2 else LEGAL
    if not plan.loss <= plan.draw <= plan.win or 2 * plan.draw > plan.win + plan.loss:
        found += broken("TRN-TEAM-02", win=plan.win, draw=plan.draw, loss=plan.loss)
    return found + known_tiebreaks(plan.tiebreaks)


def known_tiebreaks(ids: Sequence[str]) -> Violations:
    """TRN-CRE-04: at least one, known ones, each once, and no more than anybody ranks by: some come with any number."""
    twice = repeated(ids)
    wrong = [id for at, id in enumerate(ids) if id not in TIEBREAKS or id in twice or at >= MOST_TIEBREAKS]
    return broken("TRN-CRE-04", wrong=wrong[:MOST], known=list(TIEBREAKS)) if wrong or not ids else LEGAL


def _members(state: TournamentState, team: str, members: Sequence[str], captain: str | None) -> Violations:
    """TRN-REG-02, TRN-TEAM-03: registered players of no other team, no more than have a place, the captain one of
    them.
    """
    for player in members:
        if player not in state.entrants:
            return broken("TRN-REG-02", player=player)
    elsewhere = {player for other in state.teams.values() if other.team != team for player in other.members}
    twice = repeated(members)
    wrong = [player for player in members if player in elsewhere or player in twice]
    if captain is not None and captain not in members:
        wrong.append(captain)
    places = state.team_plan.size + state.team_plan.substitutes
    if wrong or len(members) > places:
        return broken("TRN-TEAM-03", players=wrong or list(members[places:]), places=places)
    return LEGAL


def _named(state: TournamentState, team: str, name: str) -> Violations:
    """TRN-TEAM-04: no two teams of one name."""
    taken = any(t.team != team and t.name.casefold() == name.casefold() for t in state.teams.values())
    return broken("TRN-TEAM-04", team=name) if taken else LEGAL


def _known(state: TournamentState, team: str) -> Violations:
    """TRN-TEAM-09: a team of this event."""
    return LEGAL if state.plays_in_teams and team in state.teams else broken("TRN-TEAM-09", team=team)


def check_entered(state: TournamentState, event: TeamEntered) -> Violations:
    """TRN-TEAM-03, TRN-TEAM-04, TRN-TEAM-09: once, at an event of teams."""
    if not state.plays_in_teams or event.team in state.teams:
        return broken("TRN-TEAM-09", team=event.name)
    return _named(state, event.team, event.name) or _members(state, event.team, event.members, event.captain)


def on_entered(state: TournamentState, event: TeamEntered) -> TournamentState:
    captain = event.captain or event.members[0]
    return _with(state, Team(event.team, len(state.teams) + 1, event.name, event.members, captain))


def check_changed(state: TournamentState, event: TeamChanged) -> Violations:
    """TRN-TEAM-03, TRN-TEAM-04, TRN-TEAM-09."""
    if found := _known(state, event.team):
        return found
    team = _after(state.teams[event.team], event)
    return _named(state, event.team, team.name) or _members(state, event.team, team.members, team.captain)


def _after(team: Team, event: TeamChanged) -> Team:
    members = event.members or team.members
    captain = event.captain or (team.captain if team.captain in members else members[0])
    lineup = team.lineup if team.lineup is not None and set(team.lineup) <= set(members) else None
    return replace(team, name=event.name or team.name, members=members, captain=captain, lineup=lineup)


def on_changed(state: TournamentState, event: TeamChanged) -> TournamentState:
    return _with(state, _after(state.teams[event.team], event))


def check_dropped(state: TournamentState, event: TeamDropped) -> Violations:
    """TRN-TEAM-09: once."""
    found = _known(state, event.team)
    return found or (broken("TRN-TEAM-09", team=event.team) if state.teams[event.team].dropped else LEGAL)


def check_reinstated(state: TournamentState, event: TeamReinstated) -> Violations:
    """TRN-TEAM-09: one that has left."""
    found = _known(state, event.team)
    return found or (LEGAL if state.teams[event.team].dropped else broken("TRN-TEAM-09", team=event.team))


def on_dropped(state: TournamentState, event: TeamDropped) -> TournamentState:
    return _with(state, replace(state.teams[event.team], dropped=True))


def on_reinstated(state: TournamentState, event: TeamReinstated) -> TournamentState:
    return _with(state, replace(state.teams[event.team], dropped=False))


# --- Line-ups


def captains_of(state: TournamentState, table: TeamTable) -> dict[str, str | None]:
    """Side -> the captain of the team that sits there."""
    return {side: state.teams[team].captain for side, team in table.sides.items() if team in state.teams}


def public_rounds(state: TournamentState) -> int:
    """How many rounds everybody knows of."""
    return sum(round_.status != "draft" for round_ in state.rounds)


def may_line_up(state: TournamentState, team: str, round_: int, is_staff: bool) -> bool:
    """TRN-TEAM-10: a captain tells it before the round is published; staff until it starts or a board is paired."""
    return _is_lineup_time(state, round_, is_staff) and not _is_paired(state, team, round_)


def _is_lineup_time(state: TournamentState, round_: int, is_staff: bool) -> bool:
    last = state.current
    if round_ == public_rounds(state) + 1 and not (last is not None and last.status in PLAYING):
        return True
    return is_staff and last is not None and last.round == round_ and last.status == "published"


def _is_paired(state: TournamentState, team: str, round_: int) -> bool:
    table = team_table(state, team, round_)
    return table is not None and bool(table.paired or table.defenders or table.pending)


def lineup_time(state: TournamentState, event: LineupTold, by: Actor) -> Violations:
    """TRN-TEAM-10, of the moment."""
    on_time = _is_lineup_time(state, event.round, by.is_staff)
    return LEGAL if on_time else broken("TRN-TEAM-10", round=event.round)


PLAYING = ("published", "started")


def check_lineup(state: TournamentState, event: LineupTold) -> Violations:
    """TRN-TEAM-08, TRN-TEAM-09, TRN-TEAM-11: by the captain, one member for each board, while no board is paired."""
    if found := _known(state, event.team):
        return found
    team, players = state.teams[event.team], event.players or ()
    if event.player != team.captain:
        return broken("TRN-TEAM-08", team=team.name)
    fits = len(players) == state.team_plan.size == len(set(players)) and set(players) <= set(team.members)
    if not fits:
        return broken("TRN-TEAM-11", team=team.name, boards=state.team_plan.size)
    paired = _is_paired(state, event.team, event.round)
    return broken("TRN-TEAM-10", round=event.round) if paired else LEGAL


def team_table(state: TournamentState, team: str, round_: int) -> TeamTable | None:
    """Where the team sits in a round; None without a match, or in a round that is not drawn."""
    found = state.round(round_)
    return next((table for table in found.teams if table.side_of(team)), None) if found else None


def on_lineup(state: TournamentState, event: LineupTold) -> TournamentState:
    """Remembered for the round that comes; a round that is drawn has the new boards at once."""
    state = _with(
        state, replace(state.teams[event.team], lineup=event.players or (), lineup_round=event.round)
    )
    round_, table = state.round(event.round), team_table(state, event.team, event.round)
    if round_ is None:
        return state
    if table is None:
        resting = event.players or () if round_.team_bye == event.team else round_.resting
        return with_round(state, replace(round_, resting=resting))
    changed = replace(table, lineups={**table.lineups, table.side_of(event.team) or "": event.players or ()})
    round_ = with_team_table(round_, changed)
    if not any(board.slot == str(table.table) for board in round_.pairings):
        return with_round(state, round_)  # the captains have not paired them yet
    return with_round(state, with_tables(round_, table.table, _tables(state, changed)))


def _tables(state: TournamentState, table: TeamTable) -> tuple[Table, ...]:
    return tuple(
        Table(b.table, b.sides, slot=b.slot, scenario=b.scenario) for b in boards_in_order(state, table)
    )


def with_team_table(round_: Round, table: TeamTable) -> Round:
    """The round with one table of teams replaced."""
    return replace(round_, teams=tuple(table if old.table == table.table else old for old in round_.teams))


def with_tables(round_: Round, table: int, boards: Iterable[Table]) -> Round:
    """The round with the boards of one table of teams replaced."""
    others = [board for board in round_.pairings if board.slot != str(table)]
    return replace(round_, pairings=tuple(sorted((*others, *boards), key=lambda board: board.table)))


def with_round(state: TournamentState, round_: Round) -> TournamentState:
    """The state with a round replaced."""
    at = round_.round - 1
    return replace(state, rounds=(*state.rounds[:at], round_, *state.rounds[at + 1 :]))


def _with(state: TournamentState, team: Team) -> TournamentState:
    return replace(state, teams={**state.teams, team.team: team})


CHAPTER: dict[type, tuple[Check, Fold]] = {
    TeamEntered: (check_entered, on_entered),
    TeamChanged: (check_changed, on_changed),
    TeamDropped: (check_dropped, on_dropped),
    TeamReinstated: (check_reinstated, on_reinstated),
    LineupTold: (check_lineup, on_lineup),
}
