"""The teams of an event: who belongs to them, who meets whom at which boards, where they stand. One query for names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec

from games.ruleset import Viewer
from tracker import warm
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament.captains import step_of
from tracker.rulesets.tournament.scoring import PLAYED, ranking
from tracker.rulesets.tournament.state import Protest, Round, Table, Team, TeamTable, TournamentState
from tracker.rulesets.tournament.team_plans import TeamPlan
from tracker.rulesets.tournament.team_results import (
    board_points,
    boards_of,
    given_whole,
    seats_of,
    winner_of,
)
from tracker.rulesets.tournament.team_scoring import match_points, team_ranking, team_standings
from tracker.selectors.entrants import called_in
from tracker.selectors.people import player_names
from tracker.standings.structs import Reason, shown


class TeamFigure(msgspec.Struct, frozen=True):
    """A figure of a team: the tie-breaker, its value as shown, `top / bottom`, and the rows that add up to it."""

    id: str
    shown: str
    top: int
    bottom: int
    rows: tuple[Reason, ...]


class TeamPlace(msgspec.Struct, frozen=True):
    """A team where it stands. `members` in the order of boards."""

    team: str
    name: str
    rank: int
    shared: bool
    change: int | None
    dropped: bool
    captain: str | None
    members: tuple[str, ...]
    figures: tuple[TeamFigure, ...]


class Board(msgspec.Struct, frozen=True):
    """A board of two teams: its table, side -> players (those of the first team first), its match once opened, what it
    counts for once known."""

    table: int
    sides: dict[str, tuple[str, ...]]
    match: str | None = None
    result: dict[str, Any] | None = None


class TeamMatch(msgspec.Struct, frozen=True):
    """Two teams that meet: side -> team. `points` are board points and `match_points` those of the match, once settled;
    a table of doubles that staff gave has no board points.

    `step`: what the captains tell next; None where all boards are known. `told`: the sides whose captains have.
    `disputed`: the captain who says that the sheet of the boards is wrong, until staff have settled it.
    """

    table: int
    sides: dict[str, str]
    boards: tuple[Board, ...]
    points: tuple[int, int] | None = None
    match_points: tuple[int, int] | None = None
    step: str | None = None
    told: tuple[str, ...] = ()
    defenders: dict[str, str] = {}
    attackers: dict[str, tuple[str, ...]] = {}
    disputed: Protest | None = None


class TeamRound(msgspec.Struct, frozen=True):
    """A round of teams; `bye` is the team without an opponent."""

    round: int
    status: str
    matches: tuple[TeamMatch, ...]
    bye: str | None = None


class BoardPlace(msgspec.Struct, frozen=True):
    """A player among all who are entered for the same board; `board` 0: the substitutes. `played`: they have sat at a
    table, or had a bye.
    """

    board: int
    place: int
    player: str
    team: str
    points: str
    played: bool = True


class Teams(msgspec.Struct, frozen=True):
    """All of it; without a `plan` players play for themselves. `names`: player or team -> name."""

    plan: TeamPlan | None
    teams: tuple[TeamPlace, ...]
    rounds: tuple[TeamRound, ...]
    boards: tuple[BoardPlace, ...]
    names: dict[str, str]


def team_names(state: TournamentState) -> dict[str, str]:
    """Team -> name."""
    return {team.team: team.name for team in state.teams.values()}


def teams_by_player(state: TournamentState) -> dict[str, str]:
    """Player -> the name of the team that they play for; empty where everybody plays alone."""
    return {player: team.name for team in state.teams.values() for player in team.members}


def all_names(state: TournamentState) -> dict[str, str]:
    """Player or team -> name."""
    names = player_names(state.entrants)
    return {**called_in(state.entrants, state.entrants.keys() - names), **names, **team_names(state)}


def team_podium(stream: UUID) -> list[TeamPlace]:
    """The teams on the first three places."""
    state: TournamentState = warm.current(stream).state
    return [place for place in _places(state) if place.rank <= 3]


def teams_of(stream: UUID, viewer: Viewer) -> Teams:
    """The teams as this viewer may see them."""
    state: TournamentState = RULES.visible_to(warm.current(stream).state, viewer)
    if not state.plays_in_teams:
        return Teams(None, (), (), (), {})
    return Teams(
        state.team_plan,
        tuple(_places(state)),
        tuple(_round(state, round_) for round_ in state.rounds),
        tuple(_boards(state)),
        all_names(state),
    )


def _places(state: TournamentState) -> Iterator[TeamPlace]:
    table = team_ranking(state)
    for row in team_standings(state):
        team = state.teams[row.player]
        figures = tuple(
            TeamFigure(
                figure.id,
                shown(figure.top, figure.bottom),
                figure.top,
                figure.bottom,
                tuple(table.explain(team.team, figure.id)),
            )
            for figure in row.figures
        )
        yield TeamPlace(
            team.team,
            team.name,
            row.rank,
            row.shared,
            row.change,
            team.dropped,
            team.captain,
            team.members,
            figures,
        )


def _round(state: TournamentState, round_: Round) -> TeamRound:
    matches = tuple(_match(state, round_, table) for table in round_.teams)
    return TeamRound(round_.round, round_.status, matches, round_.team_bye)


def _match(state: TournamentState, round_: Round, table: TeamTable) -> TeamMatch:
    points = board_points(state, round_, table) if round_.status in PLAYED else None
    waits = state.team_plan.by_captains and round_.status == "published"
    return TeamMatch(
        table.table,
        table.sides,
        tuple(_board(state, table, board) for board in boards_of(round_, table)) or _so_far(state, table),
        points if given_whole(state, round_, table) is None else None,
        None if points is None else match_points(state, winner_of(state, round_, table)),
        step_of(state, table) if waits else None,
        tuple(table.pending),
        table.defenders,
        table.attackers,
        table.disputed,
    )


def _board(state: TournamentState, table: TeamTable, board: Table) -> Board:
    sides = {side: board.sides[side] for side in seats_of(state, table, board)}
    return Board(board.table, sides, board.match, board.counted())


def _so_far(state: TournamentState, table: TeamTable) -> tuple[Board, ...]:
    """The boards that captains have paired until now; they have no table yet."""
    one, other = state.options.sides
    return tuple(Board(0, {one: (pair[0],), other: (pair[1],)}) for pair in table.paired)


def _boards(state: TournamentState) -> Iterator[BoardPlace]:
    """The players by board, those of one place in their teams side by side, best first."""
    rows = {row.player: row for row in ranking(state).standings()}
    size = state.team_plan.size
    rounds = [one for one in state.rounds if one.status in PLAYED]
    seated = {player for one in rounds for player in (*one.players(), *one.without_game())}
    for board in (*range(1, size + 1), 0):
        found = [(rows[player], team) for team in state.teams.values() for player in _at(team, board, size)]
        found.sort(key=lambda pair: (pair[0].rank, pair[1].number))
        for row, team in found:
            place = 1 + sum(other.rank < row.rank for other, _team in found)
            points = shown(row.figures[0].top, row.figures[0].bottom)
            yield BoardPlace(board, place, row.player, team.team, points, row.player in seated)


def _at(team: Team, board: int, size: int) -> tuple[str, ...]:
    return team.members[board - 1 : board] if board else team.members[size:]
