"""What the boards of two teams come to: board points, and who won. Called by `team_scoring`, `pasts` and pages."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.rulesets.tournament.points import table_points
from tracker.rulesets.tournament.state import Award, Round, Table, TeamTable, TournamentState


def boards_of(round_: Round, table: TeamTable) -> tuple[Table, ...]:
    """The tables at which the two teams play, board 1 first."""
    return tuple(board for board in round_.pairings if board.slot == str(table.table))


def board_points(state: TournamentState, round_: Round, table: TeamTable) -> tuple[int, int] | None:
    """What the boards add up to for the team of each side; None while one of them is open, or not paired yet."""
    boards = boards_of(round_, table)
    if not boards or not all(board.settled for board in boards):
        return None
    own, theirs = zip(*each_board(state, round_, table), strict=True)
    return sum(own), sum(theirs)


def nobody_won(round_: Round, table: TeamTable) -> bool:
    """Whether both teams lost every board without a game: that is no draw."""
    boards = boards_of(round_, table)
    return all(board.award is not None and board.award.winner is None for board in boards)


def given_whole(state: TournamentState, round_: Round, table: TeamTable) -> Award | None:
    """How staff gave the one table of doubles: nothing was scored there. A board among several is counted."""
    boards = boards_of(round_, table) if state.team_plan.kind == "doubles" else ()
    return boards[0].award if boards else None


def each_board(state: TournamentState, round_: Round, table: TeamTable) -> Iterator[tuple[int, int]]:
    """What each board gave the team of the first and the second side of the match, board 1 first."""
    for board in boards_of(round_, table):
        points = dict(zip(state.options.sides, _board(state, board), strict=True))
        own, theirs = seats_of(state, table, board)
        yield points[own], points[theirs]


def seats_of(state: TournamentState, table: TeamTable, board: Table) -> tuple[str, str]:
    """The sides of a board on which the team of the first and that of the second side of the match sit."""
    one, other = state.options.sides
    own = set(table.lineups[one]).issuperset(board.sides[one])
    return (one, other) if own else (other, one)


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
