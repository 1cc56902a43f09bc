"""Rounds that were not played, as FIDE counts them in the tie-breakers made of opponents' scores (C.07, article 16).

- The score of an opponent: a bye that was asked for, or a missed round, after which the opponent never came back (only
  such rounds and forfeit losses follow), counts as a draw.
- One's own unplayed round has a dummy opponent with one's own score. By the rules of 2026 the dummy of a forfeit never
  has more than the opponent who was drawn, and any other no more than a draw in every round would give.
- Rounds that a player chose not to play are the first to be cut.

A round that goes on is none for those who still play it: they are at their tables, not gone. Neither is the free round
of an odd round robin, in which nobody was to be met, nor a round before the stage that counts.

Called by `fide`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints

Era = Literal[2024, 2026]
Of = Literal["tp", "vp"]
"""Of which score of the opponents: of teams `tp` are match points, `vp` board points."""

ABSENT = "absent"
REQUESTED = ("half", "zero", ABSENT)
"""Rounds that a player asked not to play; where a round has no line at all the player was absent."""

VOLUNTARY = (*REQUESTED, "forfeit_loss")
FORFEITS = ("forfeit_win", "forfeit_loss")


class Shares(NamedTuple):
    """One share for every opponent met and every round not played, as columns.

    `score` is the opponent's, `result` what was won of it (2 all, 1 half, 0 nothing), `chosen` 1 where the owner chose
    not to play, `meeting` the place among the book's meetings (-1 for an unplayed round), `tp` and `vp` what the owner
    won in it, `foe` the opponent (-1 for a dummy).
    """

    owner: Ints
    round: Ints
    score: Ints
    result: Ints
    chosen: Ints
    meeting: Ints
    tp: Ints
    vp: Ints
    foe: Ints


class _Unplayed(NamedTuple):
    """A round without a game: its kind, what it gave, and the player who had been drawn for it."""

    kind: str
    tp: int = 0
    vp: int = 0
    result: int = 0
    scheduled: int | None = None


class Unplayed:
    """The unplayed rounds of a book, and the scores that they make.

    `drawn` counts that round's games as draws, those too that are still played.
    """

    def __init__(self, book: Book, era: Era = 2026, drawn: int | None = None, of: Of = "tp") -> None:
        self.book, self.era, self.of = book, era, of
        self.rounds = range(book.beside.begins, max(book.last_round, drawn or 0) + 1)
        self.playing = [one for one in book.playing if one.round == drawn]
        self._none = {(one.player, one.round) for one in book.playing} | book.free
        self._empty = {at: self._rounds_without_game(at) for at in self._with_gaps()}
        self.own = self._own_scores(drawn)
        self.adjusted = self.own.copy()
        for at, rounds in self._empty.items():
            self.adjusted[at] += self._made_draws(rounds)

    def _with_gaps(self) -> list[int]:
        """The players who did not play a game in every round."""
        played = self.book.sum_lines((self.book.columns.game >= 0).astype(np.int64))
        gaps: list[int] = np.flatnonzero(played < len(self.rounds)).tolist()
        return gaps

    def _rounds_without_game(self, player: int) -> dict[int, _Unplayed]:
        """Round -> how it was not played."""
        found = {
            round_: _Unplayed(ABSENT)
            for round_ in self.rounds
            if round_ not in self.book.rounds_played[player] and (player, round_) not in self._none
        }
        for bye in self.book.byes_of[player]:
            scheduled = None if bye.scheduled is None else self.book.columns.index.get(bye.scheduled)
            found[bye.round] = _Unplayed(bye.kind, bye.tp, bye.vp, bye.result, scheduled)
        return found

    def _own_scores(self, drawn: int | None) -> Ints:
        columns = self.book.columns
        won: Ints = getattr(columns, self.of)
        if drawn is not None:
            won = np.where((columns.round == drawn) & (columns.game >= 0), self._draw(drawn) or 0, won)
        scores = self.book.sum_lines(won)
        for one in self.playing:
            scores[one.player] += self._draw(one.round) or 0
        return scores

    def _draw(self, round_: int) -> int | None:
        """What a draw in a round gives; None of victory points where nobody knows how many a match can give."""
        if self.of == "tp":
            return self.book.points.draw * self.book.times(round_)
        return self.book.points.match // 2 if self.book.points.match else None

    @cached_property
    def _draws(self) -> int | None:
        """What a draw in every round so far gives; None where nobody knows."""
        each = [self._draw(round_) for round_ in self.rounds]
        known = [draw for draw in each if draw is not None]
        return sum(known) if len(known) == len(each) else None

    def _made_draws(self, rounds: dict[int, _Unplayed]) -> int:
        """What the last rounds gain when those that were given up count as draws."""
        gained = 0
        for round_ in reversed(self.rounds):
            empty = rounds.get(round_)
            if empty is None or empty.kind not in VOLUNTARY:
                break
            draw = self._draw(round_)
            if empty.kind in REQUESTED and draw is not None:
                gained += draw - (empty.tp if self.of == "tp" else empty.vp)
        return gained

    @cached_property
    def shares(self) -> Shares:
        """Those of all players: first the meetings, in the book's order, then what else is counted."""
        columns = self.book.columns
        met = (
            columns.own,
            columns.round[columns.line],
            self.adjusted[columns.other],
            columns.result[columns.line],
        )
        places = np.arange(len(columns.own))
        rows = [
            (at, round_, self._dummy(at, one), one.result, one.kind in VOLUNTARY, -1, one.tp, one.vp, -1)
            for at, rounds in self._empty.items()
            for round_, one in sorted(rounds.items())
        ]
        for one in self.playing:
            draw, score = self._draw(one.round) or 0, int(self.adjusted[one.opponent])
            rows.append((one.player, one.round, score, 1, False, -1, draw, draw, one.opponent))
        won = columns.tp[columns.line], columns.vp[columns.line]
        played = (*met, 0 * places, places, *won, columns.other)
        if not rows:
            return Shares(*played)
        empty = np.array(rows, dtype=np.int64).T
        return Shares(*(np.concatenate(pair) for pair in zip(played, empty, strict=True)))

    def _dummy(self, player: int, empty: _Unplayed) -> int:
        """The score of the opponent that an unplayed round is given."""
        score = int(self.own[player])
        if self.era == 2024:
            return score
        if empty.kind in FORFEITS and empty.scheduled is not None:  # 16.4.1
            return min(score, int(self.adjusted[empty.scheduled]))
        return score if self._draws is None else min(score, self._draws)  # 16.4.2
