"""The rows of an explanation: games, byes and opponents with their share of a figure. Called by the tie-breakers."""

from __future__ import annotations

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.structs import Kind, Reason


def ones(book: Book) -> Ints:
    """1 for every player: the bottom of whole numbers."""
    return np.ones(len(book.columns.players), dtype=np.int64)


def by_round(rows: list[Reason]) -> list[Reason]:
    return sorted(rows, key=lambda row: (row.round, row.opponents))


def line_reason(book: Book, line: int, top: int, bottom: int = 1) -> Reason:
    """The row of a game or a bye; that of a game which was given away names whom it was drawn against."""
    game_at, round_ = int(book.columns.game[line]), int(book.columns.round[line])
    if game_at < 0:
        bye = book.columns.byes[line - len(book.columns.player)]
        return Reason("bye", round_, top, bottom, opponents=(bye.scheduled,) if bye.scheduled else ())
    game = book.columns.games[game_at]
    name = book.columns.players[int(book.columns.player[line])]
    foes = game.players[1 if name in game.players[0] else 0]
    return Reason("game", round_, top, bottom, game.table, foes, None, game.match, game.seq)


def meeting_reason(
    book: Book, meeting: int, top: int, bottom: int, opens: str | None, counts: bool
) -> Reason:
    """The row of an opponent; one that does not count is worth nothing."""
    game = book.columns.games[int(book.columns.game[book.columns.line[meeting]])]
    foe = (book.columns.players[int(book.columns.other[meeting])],)
    kind: Kind = "opponent" if counts else "cut"
    return Reason(
        kind, game.round, top if counts else 0, bottom, game.table, foe, opens, game.match, game.seq
    )
