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
| ext_sos_per_game | mean of the opponents' sos_per_game                                | Netrunner extended SoS |
| ext_sos          | sum of the opponents' sos                                          | FIDE C.07 sum of BH    |
| sonneborn_berger | opponents' TP, whole for a win, half for a draw                    | FIDE C.07 SB, plain    |
| opp_vp           | sum of the opponents' VP over all of their games                   | opponents' VP          |
| opp_vp_diff      | sum of the opponents' vp_diff                                      | opponents' DIFF        |
| head_to_head     | 1 for who met and beat all others still tied, else 0               | FFG, ANRTournament     |
| met_points       | TP among those still tied, if all of them met; else 0              | Senjutsu head-to-head  |
| wound_diff       | wounds dealt minus wounds taken (its VP are wounds dealt)          | Senjutsu WD            |
| turns_won        | minus the mean number of turns of the games won; without one last  | Senjutsu turns         |
| sos_cut2         | sos without the two lowest opponents, once there are three         | FIDE C.07 BH/C2, plain |
| sos_median       | sos without the lowest and the highest, once there are three       | FIDE C.07 BH/M1, plain |
| vp_avg           | mean of own VP over the games played                               | Malifaux               |
| vp_diff_avg      | mean of own VP minus the opponents' over the games played          | Tabbycat margin        |
| vp_deviation     | minus the variance of own VP                                       | Tabbycat deviation     |
| kashdan          | 4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round   | Kashdan                |
| rounds_elected   | rounds without a half or zero bye asked for, or a game given away  | FIDE C.07 REP          |
| .._strict        | the same without byes worth a win that were asked for              | Sharly Chess REP       |
| who_beat_whom    | TP of the games between the two, where exactly two are level       | Tabbycat's program     |
| .._wins          | wins of those games                                                | Tabbycat's manual      |
| .._again         | either of these, a second time further down the order              | Tabbycat               |
| on_time          | 1 for who has a line in the first round, 0 for who came later      | Play! Pokemon          |
| seed             | minus the place in the order of seeds                              | Challonge, FIDE TPN    |
| progressive_cut3 | progressive without the first 3 rounds; any number                 | FIDE C.07 PS/C         |
| koya_up3         | Koya with a limit 3 half wins higher (_down: lower); any number    | FIDE C.07 KS/L         |
| koya_played_up3  | the same with forfeits as games played; any number, _down too      | FIDE C.07 KS/L/P       |
| sos_uplink       | sos_per_game with a bye as an opponent without a point             | Uplink                 |
| opp_opp_win_25   | mean of the opponents' opp_win_25                                  | OOWP by points         |
| esb_mm, esb_mg   | opponents' TP, times own TP (mm) or own VP (mg) against each       | FIDE C.07 EMMSB, EMGSB |
| esb_gm, esb_gg   | opponents' VP, times own TP (gm) or own VP (gg) against each       | FIDE C.07 EGMSB, EGGSB |
| esb_.._fide      | the same with FIDE's dummy opponents for rounds that were not played | FIDE C.07 of 2026    |
| buchholz_vp      | Buchholz of the opponents' VP; teams: their board points           | FIDE C.07 BH of GP     |
| .._played        | Koya, SB or direct encounter with forfeits as games played         | FIDE C.07 /P           |
| opp_win_play     | mean of the opponents' share of games won, within limits           | Pokemon OWP            |
| opp_opp_win_play | mean of the opponents' opp_win_play                                | Pokemon OOWP           |
| rating           | the player's own rating                                            | start number           |
| opp_rating       | mean rating of the opponents (_cut: but the lowest one's)          | FIDE C.07 ARO          |
| performance      | that mean and the table's difference for the share of points won   | FIDE C.07 TPR          |
| perfect_performance | the lowest rating for which the tables expect that score        | FIDE C.07 PTP          |
| opp_performance  | mean of the opponents' performance (opp_perfect_: perfect one)     | FIDE C.07 APRO, APPO   |
| performance_500  | mean of the opponents' ratings, 500 more for a win, less for a loss | Lichess               |
| lot              | a number from the seed and the player's id: repeatable             | FIDE drawing of lots   |

Beside these stand those that the games publish (`games.tiebreaks`), made by `counted`.

`shares` holds what is a sum or a mean, `level` what counts the games between those who are level, `single` all else;
`fide` holds FIDE's own Buchholz and Sonneborn-Berger with its unplayed rounds, Koya, and the percentages with a floor
of card games; `encounter` its direct encounter; `forfeits` what counts games that were given away as played;
`performance` what is made of ratings; `boards` what counts the boards of teams and the games of a match; `families`
what comes with a number.

In all of them the higher figure ranks first. A tie-breaker is a share per line (a game or a bye) or per meeting (an
opponent); value and explanation come from the same shares. Titles and sentences stand in `tiebreaks.toml`. `order`
ranks by a list of these; to add one, write its share and one entry of `TIEBREAKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import numpy as np

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
from tracker.standings.counted import counted
from tracker.standings.cuts import InOrder, in_order
from tracker.standings.encounter import DirectEncounter
from tracker.standings.families import Numbered, listed, made
from tracker.standings.fide import (
    SONNEBORN,
    TIMES_TP,
    TIMES_VP,
    Koya,
    Mean,
    Opposition,
    average_buchholz,
    opponents_of,
    points_per_round,
    win_percentage,
)
from tracker.standings.forfeits import AsPlayed, play_percentage
from tracker.standings.level import HeadToHead, MetPoints, WhoBeatWhom
from tracker.standings.performance import rated
from tracker.standings.rows import ones
from tracker.standings.shares import PerLine, PerMeeting, Points, Share, TieBreaker, played
from tracker.standings.single import Lot, MeanTurn, OnTime, Seed, Uplink, Variance, turns_of_wins
from tracker.standings.structs import Absence

KASHDAN = np.array([1, 2, 4], dtype=np.int64)
"""Points of a loss, a draw and a win by Kashdan; a round that was not played gives none."""


def _elected(*byes: Absence) -> Share:
    """1 for every game and for byes of these kinds."""

    def share(book: Book) -> Ints:
        chosen = [bye.kind in byes for bye in book.columns.byes]
        lines = played(book)
        lines[len(lines) - len(chosen) :] = chosen
        return lines

    return share


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
        kept[book.kept("opponents by score", lambda: _by_score(book)).left_out(lowest, highest)] = 0
        return kept

    return counts


def _by_score(book: Book) -> InOrder:
    """The meetings of each player, with the lowest opponent first."""
    columns = book.columns
    return in_order(
        columns.own, len(columns.players), book.scores[columns.other], columns.round[columns.line]
    )


SONNEBORN_PLAIN = PerMeeting(
    "sonneborn_berger",
    lambda book: _of_opponent("points")(book) * book.columns.result[book.columns.line],
    "points",
    bottom=lambda book: 2,
)
ALL: tuple[TieBreaker, ...] = (
    Points(),
    PerLine("wins", lambda book: (book.columns.result == 2).astype(np.int64)),
    PerLine(
        "games_won", lambda book: ((book.columns.result == 2) & (book.columns.game >= 0)).astype(np.int64)
    ),
    PerLine("vp", lambda book: book.columns.vp),
    PerLine("vp_avg", lambda book: book.columns.vp * played(book), mean=True),
    PerLine("vp_diff_avg", lambda book: (book.columns.vp - book.columns.against) * played(book), mean=True),
    Variance(),
    PerLine("kashdan", lambda book: KASHDAN[book.columns.result] * played(book)),
    PerLine("rounds_elected", _elected("pairing", "forfeit_win", "full")),
    PerLine("rounds_elected_strict", _elected("pairing", "forfeit_win")),
    WhoBeatWhom(),
    WhoBeatWhom("who_beat_whom_again"),
    WhoBeatWhom("who_beat_whom_wins", wins=True),
    WhoBeatWhom("who_beat_whom_wins_again", wins=True),
    OnTime(),
    Seed(),
    Uplink(),
    Mean("opp_opp_win_25", opponents_of(win_percentage(Fraction(1, 4))), "opp_win_25"),
    PerLine("vp_diff", lambda book: book.columns.vp - book.columns.against),
    PerLine("progressive", lambda book: book.columns.tp * (book.last_round - book.columns.round + 1)),
    PerMeeting("sos", _of_opponent("points"), "points"),
    PerMeeting("sos_avg", _of_opponent("points"), "points", mean=True),
    Mean("sos_per_game", points_per_round, "points", weighted=True),
    Mean("ext_sos_per_game", opponents_of(points_per_round, weighted=True), "sos_per_game", weighted=True),
    PerMeeting("sos_cut", _of_opponent("points"), "points", counts=_without(1)),
    PerMeeting("sos_cut2", _of_opponent("points"), "points", counts=_without(2)),
    PerMeeting("sos_median", _of_opponent("points"), "points", counts=_without(1, 1)),
    PerMeeting("ext_sos", _of_opponent("sos"), "sos"),
    SONNEBORN_PLAIN,
    PerMeeting("esb_mm", _product("points", "tp"), "points"),
    PerMeeting("esb_mg", _product("points", "vp"), "points"),
    PerMeeting("esb_gm", _product("vp", "tp"), "vp"),
    PerMeeting("esb_gg", _product("vp", "vp"), "vp"),
    PerMeeting("opp_vp", _of_opponent("vp"), "vp"),
    PerMeeting("opp_vp_diff", _of_opponent("vp_diff"), "vp_diff"),
    HeadToHead(),
    MetPoints(),
    PerLine("wound_diff", lambda book: book.columns.vp - book.columns.against),
    MeanTurn("turns_won", turns_of_wins, lambda book: book.columns.turns, "no_win"),
    *counted(),
    Opposition("buchholz"),
    Opposition("buchholz_cut", lowest=1),
    Opposition("buchholz_cut2", lowest=2),
    Opposition("buchholz_median", lowest=1, highest=1),
    Opposition("buchholz_median2", lowest=2, highest=2),
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
    Koya("koya"),
    *listed(),
    DirectEncounter(),
    DirectEncounter("direct_encounter_vp", "vp"),
    AsPlayed("direct_encounter_played", DirectEncounter()),
    AsPlayed("sonneborn_berger_played", SONNEBORN_PLAIN),
    AsPlayed("koya_played", Koya("koya")),
    AsPlayed("opp_win_play", Mean("opp_win_play", play_percentage, "games_won")),
    AsPlayed("opp_opp_win_play", Mean("opp_opp_win_play", opponents_of(play_percentage), "opp_win_play")),
    Opposition("buchholz_vp", of="vp"),
    Opposition("buchholz_vp_cut", lowest=1, of="vp"),
    Opposition("esb_mm_fide", TIMES_TP),
    Opposition("esb_mg_fide", TIMES_VP),
    Opposition("esb_gm_fide", TIMES_TP, of="vp"),
    Opposition("esb_gg_fide", TIMES_VP, of="vp"),
    BoardCount(),
    Boards("top_board", top_first),
    Boards("bottom_board", bottom_last),
    Combination(),
    *rated(),
    Lot(),
)
TIEBREAKS: Numbered[TieBreaker] = Numbered(((rule.id, rule) for rule in ALL), made)
