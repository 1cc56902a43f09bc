"""What a result is worth in tournament points. Called by `scoring`, `team_scoring` and `team_results`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.state import Result
from tracker.standings.structs import Bye, Game


def table_points(result: Result, options: Options) -> tuple[int, int]:
    """The tournament points of both sides."""
    tp = options.tp
    if result.tp:
        return result.tp[options.sides[0]], result.tp[options.sides[1]]
    if (by_score := _by_score(result, options)) is not None:
        return by_score
    if result.winner not in options.sides:
        return tp.draw, tp.draw
    return (tp.win, tp.loss) if result.winner == options.sides[0] else (tp.loss, tp.win)


def weighted(game: Game, options: Options) -> Game:
    """The game with its tournament points as many times as its round counts."""
    times = options.times(game.round)
    return game if times == 1 else replace(game, tp=(game.tp[0] * times, game.tp[1] * times))


def weighted_bye(bye: Bye, options: Options) -> Bye:
    """The same of a bye."""
    times = options.times(bye.round)
    return bye if times == 1 else replace(bye, tp=bye.tp * times)


def _by_score(result: Result, options: Options) -> tuple[int, int] | None:
    """By the table of victory points; None where there is none, or the winner is not who has more of them."""
    if result.untold or not options.tp.by_vp:
        return None
    one, other = options.sides
    own, theirs = result.vp[one], result.vp[other]
    ahead = one if own > theirs else other if theirs > own else None
    scores = f"{own}-{theirs}", f"{theirs}-{own}"
    winner = result.winner if result.winner in options.sides else None
    if ahead != winner or any(score not in options.tp.by_vp for score in scores):
        return None
    return options.tp.by_vp[scores[0]], options.tp.by_vp[scores[1]]
