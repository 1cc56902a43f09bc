"""Tie-breakers: one small object each, with an id, a direction, exact figures, and the rows that add up to them.

| id               | figure                                                             | after                  |
|------------------|--------------------------------------------------------------------|------------------------|
| points           | sum of tournament points (TP), byes, penalties and bonuses included | every system           |
| wins             | rounds won, byes that count as a win included                      | FIDE C.07 WIN          |
| games_won        | games won at the table                                             | FIDE C.07 WON          |
| vp               | sum of own victory points                                          | Malifaux VP            |
| vp_diff          | sum of own VP minus the opponents'                                 | Malifaux DIFF          |
| progressive      | sum of the running totals of TP after each round                   | FIDE C.07 PS           |
| sos              | sum of the opponents' TP; byes have no opponent                    | Bushido Masters SoS    |
| sos_avg          | mean of the opponents' TP                                          | Marvel Crisis Protocol |
| sos_per_game     | mean of the opponents' TP per round; their byes stay in their mean | Netrunner SoS          |
| sos_cut          | sos without the lowest opponent, once there are two                | FIDE C.07 BH/C1, plain |
| ext_sos          | sum of the opponents' sos                                          | FIDE C.07 sum of BH    |
| sonneborn_berger | opponents' TP, whole for a win, half for a draw                    | FIDE C.07 SB, plain    |
| opp_vp           | sum of the opponents' VP over all of their games                   | opponents' VP          |
| opp_vp_diff      | sum of the opponents' vp_diff                                      | opponents' DIFF        |
| head_to_head     | 1 for who met and beat all others still tied, else 0               | FFG, ANRTournament     |
| met_points       | TP among those still tied, if all of them met; else 0              | Senjutsu head-to-head  |
| wound_diff       | wounds dealt minus wounds taken (its VP are wounds dealt)          | Senjutsu WD            |
| turns_won        | minus the mean number of turns of the games won; without one last  | Senjutsu turns         |
| knockout_vp      | sum of the VP for champions taken out of action                    | Super Fantasy Brawl    |
| sp               | sum of the scenario points scored                                  | Bushido Masters SP     |
| enemy_vim_turn   | minus the earliest turn in which an enemy VIM left; without one last | Bushido Masters VIM  |
| sos_cut2         | sos without the two lowest opponents, once there are three         | FIDE C.07 BH/C2, plain |
| sos_median       | sos without the lowest and the highest, once there are three       | FIDE C.07 BH/M1, plain |
| vp_avg           | mean of own VP over the games played                               | Malifaux               |
| vp_diff_avg      | mean of own VP minus the opponents' over the games played          | Tabbycat margin        |
| vp_deviation     | minus the variance of own VP                                       | Tabbycat deviation     |
| kashdan          | 4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round   | Kashdan                |
| rounds_elected   | rounds without a bye asked for and without a game given away       | FIDE C.07 REP          |
| who_beat_whom    | TP of the games between the two, where exactly two are level       | Tabbycat               |
| sos_uplink       | sos_per_game with a bye as an opponent without a point             | Uplink                 |
| opp_opp_win_25   | mean of the opponents' opp_win_25                                  | Pokemon OOWP           |
| esb_mm, esb_mg   | opponents' TP, times own TP (mm) or own VP (mg) against each       | FIDE C.07 EMMSB, EMGSB |
| esb_gm, esb_gg   | opponents' VP, times own TP (gm) or own VP (gg) against each       | FIDE C.07 EGMSB, EGGSB |
| lot              | a number from the seed and the player's id: repeatable             | FIDE drawing of lots   |

`fide` holds FIDE's own Buchholz, Sonneborn-Berger and direct encounter with its unplayed rounds, Koya, and the
percentages with a floor of card games; `boards` what counts the boards of teams and the games of a match.

In all of them the higher figure ranks first. A tie-breaker is a share per line (a game or a bye) or per meeting (an
opponent); value and explanation come from the same shares. Titles and sentences stand in `tiebreaks.toml`. `order`
ranks by a list of these; to add one, write its share and one entry of `TIEBREAKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Literal, Protocol

import numpy as np
from msgspec.structs import replace

from tracker.standings.boards import (
    BoardCount,
    Boards,
    Combination,
    GameWins,
    bottom_last,
    game_win_percentage,
    top_first,
)
from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.fide import (
    SONNEBORN,
    DirectEncounter,
    Koya,
    Mean,
    Opposition,
    average_buchholz,
    opponents_of,
    points_per_round,
    win_percentage,
)
from tracker.standings.rows import by_round, line_reason, meeting_reason, ones
from tracker.standings.structs import Reason

Share = Callable[[Book], Ints]
COUNTED = ("knockout_vp", "sp", "enemy_vim_turn")
"""Figures that a match counts itself (`Outcome.figures`), so that its result carries them into the tournament."""


KASHDAN = np.array([1, 2, 4], dtype=np.int64)
"""Points of a loss, a draw and a win by Kashdan; a round that was not played gives none."""


class TieBreaker(Protocol):
    """What `order` asks for. `tied` is a group number per player: who is equal in everything earlier."""

    id: str

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        """(tops, bottoms) of every player; the higher quotient ranks first."""

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The rows that add up to the player's figure, by round."""


class PerLine:
    """A figure that is a sum over a player's games and byes, or with `mean` the mean over the games alone."""

    def __init__(self, id: str, share: Share, *, mean: bool = False) -> None:
        self.id, self.share, self.mean = id, share, mean

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, lambda b: (b.sum_lines(self.share(b)), self._bottoms(b)))

    def _bottoms(self, book: Book) -> Ints:
        return np.maximum(book.sum_lines(_played(book)), 1) if self.mean else ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        shares, bottom = self.share(book), int(self._bottoms(book)[player])
        rows = [
            line_reason(book, int(at), int(shares[at]), bottom)
            for at in np.flatnonzero(book.columns.player == player)
        ]
        return by_round(rows)


def _played(book: Book) -> Ints:
    """1 for every line that is a game, 0 for a bye."""
    played: Ints = (book.columns.game >= 0).astype(np.int64)
    return played


def _elected(book: Book) -> Ints:
    """1 for every line but byes that were asked for and games that were given away."""
    chosen = [bye.kind in ("pairing", "forfeit_win") for bye in book.columns.byes]
    lines = _played(book)
    lines[len(lines) - len(chosen) :] = chosen
    return lines


class Points(PerLine):
    """The tournament points of games and byes, and what staff gave or took beside them."""

    def __init__(self) -> None:
        super().__init__("points", lambda book: book.columns.tp)

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once("points with extras", lambda b: (b.scores + b.extra, ones(b)))

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        name = book.columns.players[player]
        extras = [Reason("extra", one.round, one.tp) for one in book.extras if one.player == name]
        return by_round([*super().explain(book, player, tied), *extras])


class PerMeeting:
    """A figure that is a sum, or with `mean` the mean, over a player's opponents; `opens` is where it comes from.

    Shares are whole numbers over `bottom`, the same for all.
    """

    def __init__(
        self,
        id: str,
        share: Share,
        opens: str,
        *,
        mean: bool = False,
        bottom: Callable[[Book], int] = lambda book: 1,
        counts: Callable[[Book], Ints] | None = None,
    ) -> None:
        self.id, self.share, self.opens, self.mean = id, share, opens, mean
        self.bottom, self.counts = bottom, counts

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        shares = self.share(book)
        if self.counts is not None:
            shares = shares * self.counts(book)
        return book.sum_meetings(shares), self._bottoms(book)

    def _bottoms(self, book: Book) -> Ints:
        bottom = ones(book) * self.bottom(book)
        return bottom * np.maximum(book.meetings, 1) if self.mean else bottom

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        shares, bottom = self.share(book), int(self._bottoms(book)[player])
        counts = np.ones(len(book.columns.own), dtype=np.int64) if self.counts is None else self.counts(book)
        mine = np.flatnonzero(book.columns.own == player)
        return by_round(
            [
                meeting_reason(book, int(at), int(shares[at]), bottom, self.opens, bool(counts[at]))
                for at in mine
            ]
        )


class HeadToHead:
    """1 for the player who met every other of the tied group and won more than lost against each of them."""

    id = "head_to_head"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        beaten = self._beaten(book, tied)
        others = np.bincount(tied)[tied] - 1
        return ((others > 0) & (beaten == others)).astype(np.int64), ones(book)

    def _beaten(self, book: Book, tied: Ints) -> Ints:
        """How many others of the own group each player has beaten overall."""
        among = np.flatnonzero(tied[book.columns.own] == tied[book.columns.other])
        pairs = book.columns.own[among] * len(book.columns.players) + book.columns.other[among]
        names, place = np.unique(pairs, return_inverse=True)
        lead = np.zeros(len(names), dtype=np.int64)
        np.add.at(lead, place, book.columns.result[book.columns.line[among]] - 1)
        beaten = np.zeros(len(book.columns.players), dtype=np.int64)
        np.add.at(beaten, names[lead > 0] // max(len(book.columns.players), 1), 1)
        return beaten

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row per game against the tied; the last of them carries the 1, if there is one."""
        mine = np.flatnonzero((book.columns.own == player) & (tied[book.columns.other] == tied[player]))
        rows = by_round([meeting_reason(book, int(at), 0, 1, "points", True) for at in mine])
        value = int(self.figures(book, tied)[0][player])
        if rows and value:
            last = rows.pop()
            rows.append(
                Reason(
                    last.kind,
                    last.round,
                    value,
                    1,
                    last.table,
                    last.opponents,
                    last.opens,
                    last.match,
                    last.seq,
                )
            )
        return rows


class MetPoints:
    """The points of the games among those who are still tied; 0 for all where two of them never met."""

    id = "met_points"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        among = np.flatnonzero(self._counts(book, tied))
        tops = np.zeros(len(tied), dtype=np.int64)
        np.add.at(tops, book.columns.own[among], book.columns.tp[book.columns.line[among]])
        return tops, ones(book)

    def _counts(self, book: Book, tied: Ints) -> Ints:
        """1 for every meeting inside a group whose members have all met."""
        own, other = book.columns.own, book.columns.other
        inside = tied[own] == tied[other]
        pairs = np.unique(own[inside] * len(tied) + other[inside])
        met = np.bincount(tied[pairs // max(len(tied), 1)], minlength=int(tied.max(initial=0)) + 1)
        sizes = np.bincount(tied, minlength=len(met))
        whole = met == sizes * (sizes - 1)
        counts: Ints = (inside & whole[tied[own]]).astype(np.int64)
        return counts

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """One row per game against the tied."""
        counts = self._counts(book, tied)
        mine = np.flatnonzero((book.columns.own == player) & (counts > 0))
        tp = book.columns.tp[book.columns.line]
        return by_round([meeting_reason(book, int(at), int(tp[at]), 1, "points", True) for at in mine])


class TurnsWon:
    """Minus the mean number of turns of the games that a player won: fewer turns rank first.

    A win whose turns nobody told does not count. Without a win that counts a player stands behind all who have one:
    at one turn more than the longest game.
    """

    id = "turns_won"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        won = self._won(book)
        wins, turns = book.sum_lines(won), book.sum_lines(book.columns.turns * won)
        return -np.where(wins > 0, turns, self._behind(book)), np.maximum(wins, 1)

    def _won(self, book: Book) -> Ints:
        """1 for every line of a game that was won in a known number of turns."""
        columns = book.columns
        won: Ints = ((columns.result == 2) & (columns.game >= 0) & (columns.turns > 0)).astype(np.int64)
        return won

    def _behind(self, book: Book) -> int:
        return int(book.columns.turns.max(initial=0)) + 1

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        mine = np.flatnonzero((book.columns.player == player) & (self._won(book) > 0))
        turns = book.columns.turns
        rows = [line_reason(book, int(at), -int(turns[at]), len(mine)) for at in mine]
        return by_round(rows) or [Reason("no_win", 0, -self._behind(book))]


class Earliest:
    """Minus the lowest number that a player's games count under `id`: the lower one ranks first.

    Without one a player stands behind all who have one: at one more than the highest. 0 is no number.
    """

    def __init__(self, id: str) -> None:
        self.id = id

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, lambda b: (-self._lowest(b), ones(b)))

    def _lowest(self, book: Book) -> Ints:
        counted = book.columns.figure(self.id)
        lowest: Ints = np.full(len(book.columns.players), int(counted.max(initial=0)) + 1, dtype=np.int64)
        told = counted > 0
        np.minimum.at(lowest, book.columns.player[told], counted[told])
        return lowest

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """The first game that had it."""
        counted, lowest = book.columns.figure(self.id), int(self._lowest(book)[player])
        mine = np.flatnonzero((book.columns.player == player) & (counted == lowest))
        rows = by_round([line_reason(book, int(at), -lowest) for at in mine])
        return rows[:1] or [Reason("no_vim", 0, -lowest)]


class Variance:
    """Minus the variance of the victory points of a player's games: whoever scores alike every time ranks first.

    The order is that of the standard deviation; squares stay exact.
    """

    id = "vp_deviation"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        games, vp = book.sum_lines(_played(book)), book.columns.vp * _played(book)
        return book.sum_lines(vp) ** 2 - games * book.sum_lines(vp**2), np.maximum(games, 1) ** 2

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        """Each game with the square of its distance from the mean."""
        mine = np.flatnonzero((book.columns.player == player) & (book.columns.game >= 0))
        count, total = len(mine), int(book.columns.vp[mine].sum())
        rows = []
        for at in mine:
            share = -Fraction((int(book.columns.vp[at]) * count - total) ** 2, max(count, 1) ** 3)
            rows.append(line_reason(book, int(at), share.numerator, share.denominator))
        return by_round(rows)


class WhoBeatWhom:
    """Where exactly two are level: the points of the games between them; else 0 (Tabbycat)."""

    id = "who_beat_whom"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        tp = book.columns.tp[book.columns.line] * self._counts(book, tied)
        return book.sum_meetings(tp), ones(book)

    def _counts(self, book: Book, tied: Ints) -> Ints:
        two = np.bincount(tied, minlength=1) == 2
        own = tied[book.columns.own]
        counts: Ints = ((own == tied[book.columns.other]) & two[own]).astype(np.int64)
        return counts

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        counts, tp = self._counts(book, tied), book.columns.tp[book.columns.line]
        mine = np.flatnonzero((book.columns.own == player) & (counts > 0))
        return by_round([meeting_reason(book, int(at), int(tp[at]), 1, "points", True) for at in mine])


class Uplink:
    """The weighted mean of the opponents' points per round, where a bye is an opponent without a point."""

    id = "sos_uplink"

    def __init__(self) -> None:
        self.met = Mean("sos_uplink_met", points_per_round, "points")

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return book.once(self.id, self._figures)

    def _figures(self, book: Book) -> tuple[Ints, Ints]:
        tops, bottoms = self.met.figures(book, ones(book))
        met, lines = book.meetings, np.maximum(self._rounds(book), 1)
        found = [
            Fraction(int(top) * int(m), int(bottom) * int(n))
            for top, bottom, m, n in zip(tops, bottoms, met, lines, strict=True)
        ]
        exact = [one.numerator for one in found], [one.denominator for one in found]
        return np.array(exact[0], dtype=object), np.array(exact[1], dtype=object)

    def _rounds(self, book: Book) -> Ints:
        return book.meetings + book.lines - book.sum_lines(_played(book))

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        rows, met = self.met.explain(book, player, tied), int(book.meetings[player])
        rounds = max(int(self._rounds(book)[player]), 1)
        shares = [row.value * met / rounds for row in rows]
        return [
            replace(row, top=share.numerator, bottom=share.denominator)
            for row, share in zip(rows, shares, strict=True)
        ]


class Lot:
    """A number that only the tournament's seed and the player's id decide: the same whenever it is drawn."""

    id = "lot"

    def figures(self, book: Book, tied: Ints) -> tuple[Ints, Ints]:
        return lots(book.seed, book.columns.players), ones(book)

    def explain(self, book: Book, player: int, tied: Ints) -> list[Reason]:
        return [Reason("lot", 0, int(lots(book.seed, (book.columns.players[player],))[0]))]


def lots(seed: str, names: Sequence[str]) -> Ints:
    """32 bits of the SHA-256 of the seed and each name."""
    start = f"{seed}\n".encode()
    digests = b"".join([sha256(start + name.encode()).digest() for name in names])
    return np.frombuffer(digests, dtype=">u4")[::8].astype(np.int64)


def _of_opponent(id: str) -> Share:
    """What the opponent has in the figure `id`, per meeting."""
    return lambda book: _whole(book, id)[book.columns.other]


def _product(theirs: str, own: Literal["tp", "vp"]) -> Share:
    """What the opponent has in `theirs`, times what was won against that opponent."""

    def share(book: Book) -> Ints:
        won: Ints = getattr(book.columns, own)[book.columns.line]
        return _of_opponent(theirs)(book) * won

    return share


def _whole(book: Book, id: str) -> Ints:
    """What a player has by games and byes: an opponent's penalty is no business of one's own tie-breaks."""
    return book.scores if id == "points" else TIEBREAKS[id].figures(book, ones(book))[0]


def _without(lowest: int, highest: int = 0) -> Callable[[Book], Ints]:
    """1 for every meeting but those with the lowest and the highest opponents; with too few of them all count.

    Of equal opponents the earliest is the lower one.
    """

    def counts(book: Book) -> Ints:
        kept = np.ones(len(book.columns.own), dtype=np.int64)
        points = book.scores[book.columns.other]
        order = np.lexsort((book.columns.round[book.columns.line], points, book.columns.own))
        size = book.meetings[book.columns.own[order]]
        place = np.arange(len(order)) - np.repeat(np.cumsum(book.meetings) - book.meetings, book.meetings)
        out = (place < lowest) | (place >= size - highest)
        kept[order[out & (size > lowest + highest)]] = 0
        return kept

    return counts


TIEBREAKS: dict[str, TieBreaker] = {
    rule.id: rule
    for rule in (
        Points(),
        PerLine("wins", lambda book: (book.columns.result == 2).astype(np.int64)),
        PerLine(
            "games_won", lambda book: ((book.columns.result == 2) & (book.columns.game >= 0)).astype(np.int64)
        ),
        PerLine("vp", lambda book: book.columns.vp),
        PerLine("vp_avg", lambda book: book.columns.vp * _played(book), mean=True),
        PerLine(
            "vp_diff_avg", lambda book: (book.columns.vp - book.columns.against) * _played(book), mean=True
        ),
        Variance(),
        PerLine("kashdan", lambda book: KASHDAN[book.columns.result] * _played(book)),
        PerLine("rounds_elected", _elected),
        WhoBeatWhom(),
        Uplink(),
        Mean("opp_opp_win_25", opponents_of(win_percentage(Fraction(1, 4))), "opp_win_25"),
        PerLine("vp_diff", lambda book: book.columns.vp - book.columns.against),
        PerLine("progressive", lambda book: book.columns.tp * (book.last_round - book.columns.round + 1)),
        PerMeeting("sos", _of_opponent("points"), "points"),
        PerMeeting("sos_avg", _of_opponent("points"), "points", mean=True),
        Mean("sos_per_game", points_per_round, "points"),
        PerMeeting("sos_cut", _of_opponent("points"), "points", counts=_without(1)),
        PerMeeting("sos_cut2", _of_opponent("points"), "points", counts=_without(2)),
        PerMeeting("sos_median", _of_opponent("points"), "points", counts=_without(1, 1)),
        PerMeeting("ext_sos", _of_opponent("sos"), "sos"),
        PerMeeting(
            "sonneborn_berger",
            lambda book: _of_opponent("points")(book) * book.columns.result[book.columns.line],
            "points",
            bottom=lambda book: 2,
        ),
        PerMeeting("esb_mm", _product("points", "tp"), "points"),
        PerMeeting("esb_mg", _product("points", "vp"), "points"),
        PerMeeting("esb_gm", _product("vp", "tp"), "vp"),
        PerMeeting("esb_gg", _product("vp", "vp"), "vp"),
        PerMeeting("opp_vp", _of_opponent("vp"), "vp"),
        PerMeeting("opp_vp_diff", _of_opponent("vp_diff"), "vp_diff"),
        HeadToHead(),
        MetPoints(),
        PerLine("wound_diff", lambda book: book.columns.vp - book.columns.against),
        TurnsWon(),
        PerLine("knockout_vp", lambda book: book.columns.figure("knockout_vp")),
        PerLine("sp", lambda book: book.columns.figure("sp")),
        Earliest("enemy_vim_turn"),
        PerLine(
            "progressive_cut",
            lambda book: book.columns.tp * (book.last_round - np.maximum(book.columns.round, 2) + 1),
        ),
        Opposition("buchholz"),
        Opposition("buchholz_cut", lowest=1),
        Opposition("buchholz_cut2", lowest=2),
        Opposition("buchholz_median", lowest=1, highest=1),
        Opposition("fore_buchholz", last_drawn=True),
        Opposition("buchholz_2024", era=2024),
        Opposition("buchholz_cut_2024", lowest=1, era=2024),
        Opposition("sonneborn_berger_fide", SONNEBORN),
        Opposition("sonneborn_berger_fide_cut", SONNEBORN, lowest=1),
        Opposition("sonneborn_berger_fide_2024", SONNEBORN, era=2024),
        Mean("average_buchholz", average_buchholz(), "buchholz"),
        Mean("opp_win_33", win_percentage(Fraction(33, 100)), "points"),
        Mean("opp_win_25", win_percentage(Fraction(1, 4)), "points"),
        GameWins(),
        Mean("opp_game_win_33", game_win_percentage, "game_win_33"),
        Koya(),
        DirectEncounter(),
        BoardCount(),
        Boards("top_board", top_first),
        Boards("bottom_board", bottom_last),
        Combination(),
        Lot(),
    )
}
