"""Standings of a tournament: results of the log in, ranks and figures out. Called by projections, pages and draws.

A round counts from its start: results as they are confirmed, the bye at once. With `upto_round` later rounds are
left out, so the standings after every round can be shown again for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.state import Result, Round, Table, TournamentState
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table as Ranking
from tracker.standings.structs import Bye, Game, Reason, Standing, Values

PLAYED = ("started", "closed")


def standings(state: TournamentState, upto_round: int | None = None) -> tuple[Standing, ...]:
    """Everyone registered, best first, with the figures of the tournament's tie-breakers in their order."""
    last = _last_round(state, upto_round)
    before = ranking(state, last - 1).ranks_by_player() if last > 1 else None
    return ranking(state, last).standings(before)


def explain(state: TournamentState, player: str, id: str, upto_round: int | None = None) -> list[Reason]:
    """The rows that add up to a player's figure. Raises KeyError for an unknown player or tie-breaker.

    For many figures keep one `ranking` and ask it: `ranking(state, n).explain(player, id)`.
    """
    return ranking(state, upto_round).explain(player, id)


def ranking(state: TournamentState, upto_round: int | None = None) -> Ranking:
    """The ranking after a round: order, ranks, figures, explanations."""
    rounds = [r for r in state.rounds[: _last_round(state, upto_round)] if r.status in PLAYED]
    options = state.options
    games = [game for r in rounds for game in _games(r, options)]
    seed = state.rounds[0].seed if rounds else ""
    columns = Columns(tuple(state.entrants), games, _byes(rounds, options))
    tp = options.tp
    return Ranking(Book(columns, seed, Values(tp.win, tp.draw, tp.loss)), options.tiebreaks)


def _last_round(state: TournamentState, upto_round: int | None) -> int:
    played = sum(r.status in PLAYED for r in state.rounds)
    return played if upto_round is None else max(0, min(upto_round, played))


def _games(round_: Round, options: Options) -> Iterator[Game]:
    for pairing in round_.pairings:
        if pairing.result is not None:
            yield _game(round_.round, pairing, pairing.result, options)


def _game(round_: int, pairing: Table, result: Result, options: Options) -> Game:
    one, other = options.sides
    return Game(
        round_,
        pairing.table,
        (pairing.sides[one], pairing.sides[other]),
        _tournament_points(result, options),
        (result.vp[one], result.vp[other]),
        None if result.winner not in options.sides else options.sides.index(result.winner),
        result.match,
        result.match_seq,
        result.turns,
        {name: (told.get(one, 0), told.get(other, 0)) for name, told in result.figures.items()},
    )


def _tournament_points(result: Result, options: Options) -> tuple[int, int]:
    tp = options.tp
    if result.winner not in options.sides:
        return tp.draw, tp.draw
    return (tp.win, tp.loss) if result.winner == options.sides[0] else (tp.loss, tp.win)


def _byes(rounds: Iterable[Round], options: Options) -> list[Bye]:
    return [_bye(round_, round_.bye, options) for round_ in rounds if round_.bye is not None]


def _bye(round_: Round, player: str, options: Options) -> Bye:
    value, tp = options.bye, options.tp
    won, lost = _median_scores(round_)
    return Bye(
        round_.round,
        player,
        value.tp,
        won if value.vp is None else value.vp,
        lost if value.vp_against is None else value.vp_against,
        2 if value.tp >= tp.win else 1 if value.tp >= tp.draw else 0,
    )


def _median_scores(round_: Round) -> tuple[int, int]:
    """The median of the winners' and of the losers' VP of the round's tables; a draw has one of each, higher first."""
    results = [pairing.result for pairing in round_.pairings if pairing.result is not None]
    won, lost = zip(*map(_won_and_lost, results), strict=True) if results else ((), ())
    return _lower_median(won), _lower_median(lost)


def _won_and_lost(result: Result) -> tuple[int, int]:
    """The winner's and the loser's VP, whoever had more of them: a side may concede while it leads."""
    if result.winner not in result.vp:
        return max(result.vp.values()), min(result.vp.values())
    return result.vp[result.winner], min(vp for side, vp in result.vp.items() if side != result.winner)


def _lower_median(values: Sequence[int]) -> int:
    return sorted(values)[(len(values) - 1) // 2] if values else 0
