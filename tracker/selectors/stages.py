"""The stages of a tournament as they stand: brackets, groups and who plays in them. Drafts are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.ruleset import EVERYONE, REFEREE
from tracker import warm
from tracker.formats import format_of
from tracker.formats.bracket import Stand
from tracker.formats.round_robin import groups_of
from tracker.formats.structs import Stage as Plan
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament.pasts import given_games, past_of, seeds_of
from tracker.rulesets.tournament.plans import planned_stages, rounds_of, stages_of
from tracker.rulesets.tournament.scoring import group_table
from tracker.rulesets.tournament.stages import is_complete
from tracker.rulesets.tournament.state import Round, Stage, Table, TournamentState
from tracker.rulesets.tournament.team_results import board_points, given_whole, winner_of
from tracker.rulesets.tournament.team_scoring import team_group_table
from tracker.standings.structs import shown


class Place(msgspec.Struct, frozen=True):
    """One half of a bout. `player` is None while it is not known; `empty`: nobody will ever come (a bye)."""

    player: str | None
    seed: int | None = None
    vp: int | None = None
    won: bool = False
    empty: bool = False


class Bout(msgspec.Struct, frozen=True):
    """A bout of a bracket. `status`: open, table (being played), done, bye, or walkover. `wave` counts its rounds."""

    slot: str
    part: str
    wave: int
    places: tuple[Place, Place]
    status: str
    round: int | None = None
    table: int | None = None
    match: str | None = None


class Line(msgspec.Struct, frozen=True):
    """A row of a group: the games by opponent as `7:4`, wins, draws, losses, points."""

    player: str
    rank: int
    points: str
    won: int
    drawn: int
    lost: int
    games: tuple[str, ...]


class Group(msgspec.Struct, frozen=True):
    """A group with everybody against everybody; rows best first, `players` the order of the columns."""

    name: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]


class StageView(msgspec.Struct, frozen=True):
    """A stage that has begun. `plan` says how it is played; brackets have `bouts`, round robins `groups`."""

    number: int
    plan: Plan
    complete: bool
    field: tuple[str, ...]
    rounds: tuple[int, ...]
    reason: str | None = None
    bouts: tuple[Bout, ...] = ()
    groups: tuple[Group, ...] = ()


class Stages(msgspec.Struct, frozen=True):
    """All stages that have begun, and the plans of those to come."""

    begun: tuple[StageView, ...]
    planned: tuple[Plan, ...]


def stages(stream: UUID, *, staff: bool = False) -> Stages:
    """The stages as everybody may see them, or with the draft for staff."""
    viewer = REFEREE if staff else EVERYONE
    state: TournamentState = RULES.visible_to(warm.current(stream).state, viewer)
    if state.created is None:
        return Stages((), ())
    begun = stages_of(state)
    return Stages(tuple(_stage(state, stage) for stage in begun), planned_stages(state.options)[len(begun) :])


def _stage(state: TournamentState, stage: Stage) -> StageView:
    form, seeds = format_of(stage.plan), seeds_of(state, stage)
    rounds = rounds_of(state, stage)
    drawn = stage.plan.seeding != "lot" or bool(rounds)
    stands = getattr(form, "stands", None)
    bouts: tuple[Bout, ...] = ()
    if stands is not None and drawn:
        seated = {t.slot: (r.round, t) for r in rounds for t in _meetings(state, r)}
        found: Mapping[str, Stand] = stands(stage.plan, seeds, past_of(state, stage))
        bouts = tuple(_bout(stand, seeds, seated) for stand in found.values() if not _idle(stand))
    groups: tuple[Group, ...] = ()
    if stage.plan.format == "round_robin" and drawn:
        groups = tuple(
            _group(state, stage, name, players) for name, players in groups_of(stage.plan, seeds).items()
        )
    return StageView(
        stage.number,
        stage.plan,
        is_complete(state, stage),
        seeds if drawn else (),
        tuple(round_.round for round_ in rounds),
        stage.reason,
        bouts,
        groups,
    )


class Meeting(msgspec.Struct, frozen=True):
    """Two teams at a table, as two players are: side -> team, what each has got, and who won once it is settled."""

    table: int
    sides: Mapping[str, tuple[str, ...]]
    slot: str | None
    vp: Mapping[str, int]
    winner: str | None
    settled: bool
    match: str | None = None


def _meetings(state: TournamentState, round_: Round) -> list[Meeting]:
    """The tables of a round, of the teams at an event of teams (board points, then)."""
    if not state.plays_in_teams:
        return [_of_table(table) for table in round_.pairings]
    found = []
    for table in round_.teams:
        points = board_points(state, round_, table)
        won = winner_of(state, round_, table) if points is not None else None
        scored = points is not None and given_whole(state, round_, table) is None
        vp = dict(zip(state.options.sides, points or (), strict=True)) if scored else {}
        sides = {side: (team,) for side, team in table.sides.items()}
        winner = None if won is None else state.options.sides[won]
        found.append(Meeting(table.table, sides, table.slot, vp, winner, points is not None))
    return found


def _of_table(table: Table) -> Meeting:
    scored = table.result is not None and table.award is None and not table.result.untold
    vp = table.result.vp if table.result is not None and scored else {}
    won = table.award.winner if table.award else table.result.winner if table.result else None
    return Meeting(table.table, table.sides, table.slot, vp, won, table.settled, table.match)


def _idle(stand: Stand) -> bool:
    """A bout that never takes place: nobody comes to either half, or the second final is not needed."""
    if all(seat.empty for seat in stand.seats):
        return True
    return bool(stand.bout.again_of) and stand.winner.player is not None and not stand.played


def _bout(stand: Stand, seeds: Sequence[str], seated: Mapping[str | None, tuple[int, Meeting]]) -> Bout:
    round_, table = seated.get(stand.bout.key, (None, None))
    places = []
    for seat in stand.seats:
        won = seat.player is not None and stand.winner.player == seat.player
        seed = seeds.index(seat.player) + 1 if seat.player is not None else None
        places.append(Place(seat.player, seed, _vp(table, seat.player), won, seat.empty))
    return Bout(
        stand.bout.key,
        stand.bout.part,
        stand.bout.wave,
        (places[0], places[1]),
        _status(stand, table),
        round_,
        table.table if table else None,
        table.match if table else None,
    )


def _status(stand: Stand, table: Meeting | None) -> str:
    if any(seat.empty for seat in stand.seats):
        return "bye"
    if table is not None and not table.settled:  # also where a result is taken back of whoever went on
        return "table"
    if stand.winner.player is None and not stand.winner.empty:
        return "table" if table is not None else "open"
    return "done" if table is not None else "walkover"


def _vp(table: Meeting | None, player: str | None) -> int | None:
    if table is None:
        return None
    return next((table.vp.get(side) for side, names in table.sides.items() if player in names), None)


def _group(state: TournamentState, stage: Stage, name: str, players: Sequence[str]) -> Group:
    rounds = rounds_of(state, stage)
    table_of = team_group_table if state.plays_in_teams else group_table
    ranking = table_of(state, players, rounds)
    ranks, index = ranking.ranks_by_player(), {player: at for at, player in enumerate(players)}
    points = {row.player: row.figures[0] for row in ranking.standings()}
    games: dict[str, dict[str, list[str]]] = {player: {} for player in players}
    record = {player: [0, 0, 0] for player in players}
    for table in (t for r in rounds for t in _meetings(state, r) if t.slot == name and t.settled):
        for own, other in _both(table, state.options.sides):
            given = "+" if own[2] == 0 else "−"
            games[own[0]].setdefault(other[0], []).append(f"{own[1]}:{other[1]}" if table.vp else given)
            record[own[0]][own[2]] += 1
    for player, foe in (given for round_ in rounds for given in given_games(state, round_)):
        if player in games and foe in games:
            games[player].setdefault(foe, []).append("+")
            games[foe].setdefault(player, []).append("−")
            record[player][0] += 1
            record[foe][2] += 1
    ordered = sorted(players, key=lambda player: (ranks[player], index[player]))
    return Group(
        name,
        tuple(ordered),
        tuple(
            Line(
                player,
                ranks[player],
                shown(points[player].top, points[player].bottom),
                record[player][0],
                record[player][1],
                record[player][2],
                tuple(" ".join(games[player].get(other, ())) for other in ordered),
            )
            for player in ordered
        ),
    )


def _both(table: Meeting, sides: Sequence[str]) -> list[tuple[Any, Any]]:
    """(player, VP, won 0, drawn 1 or lost 2) of both sides, each first once."""
    seen = []
    for side in sides:
        drawn = table.winner not in sides and bool(table.vp)
        at = 1 if drawn else 0 if table.winner == side else 2
        seen.append((table.sides[side][0], table.vp.get(side, 0), at))
    return [(seen[0], seen[1]), (seen[1], seen[0])]
