"""The rounds of a stage as its format reads them, and its players in the order of seeds."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.formats import format_of
from tracker.formats.bracket import Stand
from tracker.formats.round_robin import drawn_against
from tracker.formats.structs import Past, Played, Walkover
from tracker.pairing.structs import lot
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.rulesets.tournament.events import Walkover as Given
from tracker.rulesets.tournament.plans import current_stage, rounds_of, stage_of
from tracker.rulesets.tournament.state import Passed, Round, Stage, Table, TeamTable, TournamentState
from tracker.rulesets.tournament.team_results import board_points, nobody_won, winner_of


def seeds_of(state: TournamentState, stage: Stage, seed: str = "") -> tuple[str, ...]:
    """The players in the order of seeds; by lot it is the stage's first draw that decides, `seed` while it is made."""
    if stage.plan.seeding != "lot":
        return stage.field
    rounds = rounds_of(state, stage)
    decides = rounds[0].seed if rounds else seed
    return tuple(sorted(stage.field, key=lambda player: lot(decides, player)))


def passed(state: TournamentState, event: RoundDrawn) -> tuple[Passed, ...]:
    """The walkovers of a round that is being drawn, with who is not there: its event names only whom each is given to,
    and a result that is corrected afterwards would say that somebody else had come."""
    stage = current_stage(state) if event.walkovers else None
    stands = None if stage is None else getattr(format_of(stage.plan), "stands", None)
    if stage is None or stands is None:
        return tuple(Passed(one.slot, one.player) for one in event.walkovers)
    found = stands(stage.plan, seeds_of(state, stage, event.seed), past_of(state, stage))
    return tuple(Passed(one.slot, one.player, _left(found.get(one.slot), one)) for one in event.walkovers)


def _left(stand: Stand | None, given: Given) -> tuple[str, ...]:
    seats = () if stand is None else stand.seats
    return tuple(seat.player for seat in seats if seat.player not in (None, given.player))


def given_games(state: TournamentState, round_: Round) -> Iterator[tuple[str, str | None]]:
    """Who is given a game of a round robin, and the opponent who has left."""
    stage = stage_of(state, round_.round) if round_.walkovers else None
    if stage is None or stage.plan.format != "round_robin":
        return
    foes = drawn_against(stage.plan, seeds_of(state, stage), round_.round - stage.first_round)
    for one in round_.walkovers:
        if one.player is not None:
            yield one.player, foes.get(one.player)


def past_of(state: TournamentState, stage: Stage, upto_round: int | None = None) -> Past:
    """The games and walkovers of the stage, up to a round."""
    rounds = [r for r in rounds_of(state, stage) if upto_round is None or r.round <= upto_round]
    sides = state.options.sides
    return Past(
        [_met(state, round_, sides) for round_ in rounds],
        [[Walkover(one.slot, one.player, one.left) for one in round_.walkovers] for round_ in rounds],
    )


def _met(state: TournamentState, round_: Round, sides: tuple[str, str]) -> list[Played]:
    if not state.plays_in_teams:
        return [_played(table, sides) for table in round_.pairings]
    return [_match(state, round_, table, sides) for table in round_.teams]


def _match(state: TournamentState, round_: Round, table: TeamTable, sides: tuple[str, str]) -> Played:
    teams = (table.sides[sides[0]], table.sides[sides[1]])
    known = board_points(state, round_, table) is not None
    won = winner_of(state, round_, table) if known else None
    lost = known and nobody_won(round_, table)
    return Played(table.slot or "", teams, None if won is None else teams[won], known, lost)


def _played(table: Table, sides: tuple[str, str]) -> Played:
    players = (table.sides[sides[0]][0], table.sides[sides[1]][0])
    result = table.result
    won = table.award.winner if table.award is not None else result.winner if result is not None else None
    winner = players[sides.index(won)] if won in sides else None
    lost = table.award is not None and table.award.winner is None
    return Played(table.slot or "", players, winner, table.settled, lost)
