"""Standings of teams: the boards of a match in, match points and board points out, by the tie-breakers of all events.

To the tie-breakers a team is a player, its match a game: `tp` are the match points, `vp` the board points. A match
counts once all its boards are settled. Called by `team_draws`, pages and REST.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.rulesets.tournament.scoring import PLAYED, lower_median, table_points
from tracker.rulesets.tournament.state import Round, Table, TeamTable, TournamentState
from tracker.standings.boards import board as board_name
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table as Ranking
from tracker.standings.structs import Bye, Game, Standing, Values


def team_ranking(state: TournamentState, upto_round: int | None = None) -> Ranking:
    """The ranking of the teams after a round."""
    plan = state.team_plan
    rounds = [r for r in state.rounds if r.status in PLAYED and (upto_round is None or r.round <= upto_round)]
    games = [game for round_ in rounds for game in _games(state, round_)]
    byes = [bye for round_ in rounds for bye in _byes(state, round_)]
    seed = state.rounds[0].seed if rounds else ""
    columns = Columns(tuple(state.teams), games, byes)
    most = 0 if plan.kind == "doubles" else plan.size * state.options.tp.most
    return Ranking(Book(columns, seed, Values(plan.win, plan.draw, plan.loss, most)), plan.tiebreaks)


def team_standings(state: TournamentState, upto_round: int | None = None) -> tuple[Standing, ...]:
    """Every team, best first, with places won since the round before."""
    played = sum(round_.status in PLAYED for round_ in state.rounds)
    last = played if upto_round is None else max(0, min(upto_round, played))
    before = team_ranking(state, last - 1).ranks_by_player() if last > 1 else None
    return team_ranking(state, last).standings(before)


def boards_of(round_: Round, table: TeamTable) -> tuple[Table, ...]:
    """The tables at which the two teams play, board 1 first."""
    return tuple(board for board in round_.pairings if board.slot == str(table.table))


def board_points(state: TournamentState, round_: Round, table: TeamTable) -> tuple[int, int] | None:
    """What the boards add up to for the team of each side; None while one of them is open, or not paired yet."""
    boards = boards_of(round_, table)
    if not boards or not all(board.settled for board in boards):
        return None
    own, theirs = zip(*_each_board(state, round_, table), strict=True)
    return sum(own), sum(theirs)


def _each_board(state: TournamentState, round_: Round, table: TeamTable) -> Iterator[tuple[int, int]]:
    """What each board gave the team of the first and the second side of the match, board 1 first."""
    first = set(table.lineups[state.options.sides[0]])
    for board in boards_of(round_, table):
        points = _board(state, board)
        mine = first.issuperset(board.sides[state.options.sides[0]])
        yield points if mine else (points[1], points[0])


def _board(state: TournamentState, board: Table) -> tuple[int, int]:
    """What one board gives its first and its second side: tournament points, or VP of the table of doubles."""
    options = state.options
    if board.award is not None:
        one, other = (board.award.winner == side for side in options.sides)
        return (options.tp.win if one else options.tp.loss), (options.tp.win if other else options.tp.loss)
    assert board.result is not None
    if state.team_plan.kind == "doubles":
        return board.result.vp[options.sides[0]], board.result.vp[options.sides[1]]
    return table_points(board.result, options)


def winner_of(state: TournamentState, round_: Round, table: TeamTable) -> int | None:
    """0 or 1 for the team of that side, None for a draw. The match is settled."""
    if state.team_plan.kind == "doubles":
        board = boards_of(round_, table)[0]
        won = board.award.winner if board.award is not None else board.result.winner if board.result else None
        return state.options.sides.index(won) if won in state.options.sides else None
    points = board_points(state, round_, table) or (0, 0)
    if abs(points[0] - points[1]) <= state.team_plan.draw_within:
        return None
    return 0 if points[0] > points[1] else 1


def match_points(state: TournamentState, winner: int | None) -> tuple[int, int]:
    """The match points of both sides."""
    plan = state.team_plan
    return {0: (plan.win, plan.loss), 1: (plan.loss, plan.win), None: (plan.draw, plan.draw)}[winner]


def _games(state: TournamentState, round_: Round) -> Iterator[Game]:
    one, other = state.options.sides
    for table in round_.teams:
        points = board_points(state, round_, table)
        if points is None or _nobody_won(round_, table):
            continue
        winner = winner_of(state, round_, table)
        teams = (table.sides[one],), (table.sides[other],)
        figures = {board_name(at): won for at, won in enumerate(_each_board(state, round_, table), 1)}
        yield Game(
            round_.round, table.table, teams, match_points(state, winner), points, winner, figures=figures
        )


def _nobody_won(round_: Round, table: TeamTable) -> bool:
    """Whether both teams lost every board without a game: that is no draw."""
    boards = boards_of(round_, table)
    return all(board.award is not None and board.award.winner is None for board in boards)


def _byes(state: TournamentState, round_: Round) -> Iterator[Bye]:
    """A bye wins as the median of the round's winners did; a match that nobody came to is lost by both."""
    plan = state.team_plan
    for table in round_.teams:
        if boards_of(round_, table) and _nobody_won(round_, table):
            for team, foe in zip(table.sides.values(), reversed(table.sides.values()), strict=True):
                yield Bye(round_.round, team, plan.loss, 0, 0, 0, "forfeit_loss", foe)
    if round_.team_bye is None:
        return
    scores = [sorted(game.vp) for game in _games(state, round_)]
    won, lost = lower_median([score[1] for score in scores]), lower_median([score[0] for score in scores])
    yield Bye(round_.round, round_.team_bye, plan.win, won, lost)
