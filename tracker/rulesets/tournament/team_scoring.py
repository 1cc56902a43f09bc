"""Standings of teams: the boards of a match in, match points and board points out, by the tie-breakers of all events.

To the tie-breakers a team is a player, its match a game: `tp` are the match points, `vp` the board points. A match
counts once all its boards are settled. Called by `team_draws`, pages and REST.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tracker.formats.round_robin import drawn_against
from tracker.rulesets.tournament import placing
from tracker.rulesets.tournament.pasts import given_games, seeds_of
from tracker.rulesets.tournament.plans import base_rounds, rounds_of, stage_of
from tracker.rulesets.tournament.points import weighted, weighted_bye
from tracker.rulesets.tournament.scoring import PLAYED, lower_median
from tracker.rulesets.tournament.seeding import rating_of, starts
from tracker.rulesets.tournament.state import Round, Stage, TournamentState
from tracker.rulesets.tournament.team_results import (
    board_points,
    boards_of,
    each_board,
    given_whole,
    nobody_won,
    winner_of,
)
from tracker.standings.boards import board as board_name
from tracker.standings.book import Beside, Book, Playing
from tracker.standings.columns import Columns
from tracker.standings.order import Table as Ranking
from tracker.standings.structs import Behind, Bye, Game, Standing, Values


def team_ranking(state: TournamentState, upto_round: int | None = None) -> Ranking:
    """The ranking of the teams after a round."""
    last = sum(round_.status in PLAYED for round_ in state.rounds)
    rounds = [round_ for round_ in base_rounds(state) if round_.round <= last]
    behind = placing.behind(state, last, _ranks)
    tiebreaks = state.team_plan.tiebreaks
    ids = tiebreaks if behind is None else placing.figures(state, tiebreaks)
    return Ranking(_book(state, tuple(state.teams), rounds, behind), ids)


def team_stage_ranking(state: TournamentState, stage: Stage) -> Ranking:
    """The ranking of the teams by the matches of one stage alone, or by all that count for it: what its draws
    compare."""
    first = stage.plan.carry or stage.number == 1
    rounds = base_rounds(state) if first else rounds_of(state, stage)
    return Ranking(_book(state, tuple(state.teams), rounds), state.team_plan.tiebreaks)


def team_group_table(state: TournamentState, teams: Sequence[str], rounds: Sequence[Round]) -> Ranking:
    """The ranking of some teams, such as those of a group, by their matches in these rounds."""
    book = _book(state, tuple(teams), rounds, begins=rounds[0].round if rounds else 1)
    return Ranking(book, state.team_plan.tiebreaks)


def _ranks(state: TournamentState, teams: Sequence[str], rounds: Sequence[Round]) -> dict[str, int]:
    return team_group_table(state, teams, rounds).ranks_by_player()


def _book(
    state: TournamentState,
    teams: tuple[str, ...],
    rounds: Sequence[Round],
    behind: Behind | None = None,
    begins: int = 1,
) -> Book:
    plan, here = state.team_plan, set(teams)
    played = [round_ for round_ in rounds if round_.status in PLAYED]
    options = state.options
    games = [weighted(game, options) for round_ in played for game in _games(state, round_)]
    if len(here) < len(state.teams):
        games = [game for game in games if here.issuperset(chain(*game.players))]
    byes = [
        weighted_bye(bye, options) for round_ in played for bye in _byes(state, round_) if bye.player in here
    ]
    seed = state.rounds[0].seed if state.rounds and played else ""
    most = 0 if plan.kind == "doubles" else plan.size * state.options.tp.most
    points = Values(plan.win, plan.draw, plan.loss, most)
    return Book(
        Columns(teams, games, byes),
        seed,
        points,
        Beside(
            behind=behind,
            ratings={team: round(rating_of(state, team)) for team in teams},
            left=_left(state, played),
            starts=lambda: starts(state, state.teams, seed),
            weights=options.round_weights,
            free=[(team, round_.round) for round_ in played for team in _resting(state, round_)],
            playing=[one for round_ in played for one in _playing(state, round_)],
            begins=begins,
        ),
    )


def _playing(state: TournamentState, round_: Round) -> Iterator[Playing]:
    """The teams whose match is not settled yet."""
    for table in round_.teams:
        if board_points(state, round_, table) is None:
            one, other = table.sides.values()
            yield from (Playing(round_.round, one, other), Playing(round_.round, other, one))


def _resting(state: TournamentState, round_: Round) -> set[str]:
    """The teams for which the schedule of a round robin has no opponent in this round, whoever plays for them now."""
    stage = stage_of(state, round_.round)
    if stage is None or stage.plan.format != "round_robin":
        return set()
    foes = drawn_against(stage.plan, seeds_of(state, stage), round_.round - stage.first_round)
    return {team for team in stage.field if team not in foes}


def _left(state: TournamentState, played: Sequence[Round]) -> set[str]:
    """The teams that have left and play in no later round than these."""
    gone = set(state.teams_left())
    last = max((round_.round for round_ in played), default=0)
    for round_ in state.rounds[last:] if gone else ():
        if round_.status in PLAYED:
            gone.difference_update(team for table in round_.teams for team in table.sides.values())
    return gone


def team_standings(state: TournamentState) -> tuple[Standing, ...]:
    """Every team, best first, with places won since the round before."""
    last = sum(round_.status in PLAYED for round_ in state.rounds)
    before = team_ranking(state, last - 1).ranks_by_player() if last > 1 else None
    return team_ranking(state, last).standings(before)


def match_points(state: TournamentState, winner: int | None) -> tuple[int, int]:
    """The match points of both sides."""
    plan = state.team_plan
    return {0: (plan.win, plan.loss), 1: (plan.loss, plan.win), None: (plan.draw, plan.draw)}[winner]


def _games(state: TournamentState, round_: Round) -> Iterator[Game]:
    one, other = state.options.sides
    for table in round_.teams:
        points = board_points(state, round_, table)
        if points is None or nobody_won(round_, table) or given_whole(state, round_, table) is not None:
            continue
        winner = winner_of(state, round_, table)
        teams = (table.sides[one],), (table.sides[other],)
        figures = {board_name(at): won for at, won in enumerate(each_board(state, round_, table), 1)}
        yield Game(
            round_.round, table.table, teams, match_points(state, winner), points, winner, figures=figures
        )


def _byes(state: TournamentState, round_: Round) -> Iterator[Bye]:
    """A bye, or a match that is given, wins as the median of the round's winners did. Whoever lost a table of doubles
    that was given has no points, and a match that nobody came to is lost by both.
    """
    plan = state.team_plan
    for table in round_.teams:
        if boards_of(round_, table) and nobody_won(round_, table):
            for team, foe in zip(table.sides.values(), reversed(table.sides.values()), strict=True):
                yield Bye(round_.round, team, plan.loss, 0, 0, 0, "forfeit_loss", foe)
    resting = [] if round_.team_bye is None else [(round_.team_bye, None)]
    free = [*resting, *given_games(state, round_)]
    given = list(_given(state, round_))
    if not (free or given):
        return
    scores = [sorted(game.vp) for game in _games(state, round_)]
    won, lost = lower_median([score[1] for score in scores]), lower_median([score[0] for score in scores])
    for team, scheduled in free:
        yield Bye(round_.round, team, plan.win, won, lost, scheduled=scheduled)
    for winner, loser in given:
        yield Bye(round_.round, winner, plan.win, won, lost, 2, "forfeit_win", loser)
        yield Bye(round_.round, loser, plan.loss, 0, won, 0, "forfeit_loss", winner)


def _given(state: TournamentState, round_: Round) -> Iterator[tuple[str, str]]:
    """The teams to which a table of doubles was given, each with the other team."""
    for table in round_.teams:
        award = given_whole(state, round_, table)
        if award is not None and award.winner is not None:
            one, other = state.options.sides
            won = table.sides[award.winner]
            yield won, table.sides[other if award.winner == one else one]
