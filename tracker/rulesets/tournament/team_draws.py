"""Teams drawn by the same Swiss as players, and the boards that follow from two teams that meet.

Called by `draws` (the draw), `drawing` (its judge) and `teams` (line-ups that change, boards that captains pair).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tracker.formats.structs import Coming
from tracker.pairing.structs import Draw, Field, Pairing, Player
from tracker.rulesets.tournament import seeding
from tracker.rulesets.tournament.chapter import LEGAL, Violations, broken
from tracker.rulesets.tournament.events import RoundDrawn, TablePairing, Walkover
from tracker.rulesets.tournament.plans import current_stage, laid_out
from tracker.rulesets.tournament.scoring import PLAYED, levels_of, paired_down
from tracker.rulesets.tournament.state import Round, Team, TeamTable, TournamentState
from tracker.rulesets.tournament.team_plans import TeamPairing
from tracker.rulesets.tournament.team_scoring import team_ranking, team_stage_ranking


def lineup_of(state: TournamentState, team: Team, round_: int) -> tuple[str, ...]:
    """Who plays for the team: as its captain has told, else the first members who are in the hall."""
    if team.lineup is not None and team.lineup_round == round_:
        return team.lineup
    here = {entrant.player for entrant in state.in_hall()}
    return tuple(player for player in team.members if player in here)[: state.team_plan.size]


def teams_here(state: TournamentState) -> tuple[Team, ...]:
    """The teams that would be drawn now: those still in the running of which somebody is in the hall."""
    coming, stage = len(state.rounds) + 1, current_stage(state)
    inside = state.teams if stage is None or not stage.field else stage.field
    return tuple(
        t for t in state.teams.values() if t.team in inside and not t.dropped and lineup_of(state, t, coming)
    )


def too_few(state: TournamentState, meeting: Iterable[str] | None = None) -> Violations:
    """TRN-TEAM-05, TRN-DRAW-03: two teams at least, and each with a player at every board. `meeting`: the teams that
    the schedule names, instead of all that are here."""
    here, coming = teams_here(state), len(state.rounds) + 1
    if meeting is not None:
        here = tuple(state.teams[team] for team in meeting)
    hall = {entrant.player for entrant in state.in_hall()}
    size, found = state.team_plan.size, LEGAL
    for team in here:
        playing = sum(player in hall for player in lineup_of(state, team, coming))
        if playing < size:
            found += broken("TRN-TEAM-05", team=team.name, present=playing, boards=size)
    enough = meeting is not None or len(here) > 1
    return found if found or enough else broken("TRN-DRAW-03", present=len(here))


def team_field(state: TournamentState, seed: str) -> Field:
    """The teams that are here with what pairing needs to know."""
    history, stage, here = TeamHistory(state), current_stage(state), teams_here(state)
    told = seeding.seeds(state, stage, seed, [team.team for team in here], history.ranks)
    return Field(
        players=tuple(history.player(team.team, told) for team in here),
        round=len(state.rounds) + 1,
        seed=seed,
        sides=state.options.sides,
        prohibited=state.prohibited,
        weights=state.options.weights,
        order=stage.plan.order if stage is not None else "lot",
    )


class TeamHistory:
    """What the rounds so far say about every team: level, rank, opponents, byes, sides."""

    def __init__(self, state: TournamentState) -> None:
        stage = current_stage(state)
        table = team_ranking(state) if stage is None else team_stage_ranking(state, stage)
        self.ranks = table.ranks_by_player()
        level = (stage.plan.level if stage is not None else None) or state.options.pair_by
        self.levels = levels_of(table, level)
        self.win = 1 if level == "wins" else state.team_plan.win
        self.downs = paired_down(state, table.book, level)
        self.met: dict[str, list[str]] = {}
        self.byes: Counter[str] = Counter()
        self.seats: dict[str, list[int]] = {}
        for round_ in state.rounds:
            if round_.status in PLAYED:
                self._add(round_, state.options.sides)

    def _add(self, round_: Round, sides: tuple[str, str]) -> None:
        self.byes.update([round_.team_bye] if round_.team_bye is not None else [])
        for table in round_.teams:
            first, second = (table.sides[side] for side in sides)
            for own, foe, seat in ((first, second, 1), (second, first, -1)):
                self.met.setdefault(own, []).append(foe)
                self.seats.setdefault(own, []).append(seat)

    def seated(self, one: str, other: str) -> tuple[str, str]:
        """The two with whoever has sat on the first side less often first."""
        ahead = sum(self.seats.get(one, ())) > sum(self.seats.get(other, ()))
        return (other, one) if ahead else (one, other)

    def player(self, team: str, told: seeding.Lent) -> Player:
        seats = self.seats.get(team, [])
        level, virtual, unit = told.level(team, self.levels[team], self.win)
        return Player(
            team,
            level,
            self.ranks[team],
            tuple(self.met.get(team, ())),
            self.byes[team],
            sum(seats),
            None,
            _streak(seats),
            start=told.starts.get(team, 0),
            virtual=virtual,
            unit=unit,
            downs=self.downs[team],
        )


def _streak(seats: Sequence[int]) -> int:
    """How many of the last games were on one side, below 0 the second."""
    count = 0
    for seat in reversed(seats):
        if seat != seats[-1]:
            break
        count += seat
    return count


def as_drawn(state: TournamentState, draw: Draw, scenario: str | None) -> RoundDrawn:
    """The draw of teams as the event to log, with the boards that follow."""
    pairs = [pairing.players for pairing in draw.pairings]
    return with_boards(
        state,
        RoundDrawn(
            round=draw.round,
            seed=draw.certificate.seed,
            pairings=(),
            scenario=scenario,
            certificate=draw.certificate,
        ),
        pairs,
        draw.bye,
    )


def with_boards(
    state: TournamentState, event: RoundDrawn, pairs: Iterable[tuple[str, str]], bye: str | None
) -> RoundDrawn:
    """The event with these pairs of teams (in the order of sides), their line-ups and boards."""
    teams = tuple(_team_pairing(state, at, pair) for at, pair in enumerate(pairs, 1))
    return _with_teams(state, event, teams, bye)


def as_scheduled(state: TournamentState, event: RoundDrawn, found: Coming) -> RoundDrawn:
    """A round of a bracket or a round robin of teams, as the event to log. In a bracket the sides are balanced."""
    stage, history = current_stage(state), TeamHistory(state)
    berger = stage is not None and stage.plan.format == "round_robin"
    teams = tuple(
        replace(
            _team_pairing(state, at, pair.players if berger else history.seated(*pair.players)),
            slot=pair.slot,
        )
        for at, pair in enumerate(found.pairs, 1)
    )
    drawn = _with_teams(state, event, teams, None)
    resting = (
        player for team in found.resting for player in lineup_of(state, state.teams[team], event.round)
    )
    walkovers = tuple(Walkover(one.slot, one.player) for one in found.walkovers)
    return replace(drawn, walkovers=walkovers, resting=tuple(resting))


def _with_teams(
    state: TournamentState, event: RoundDrawn, teams: tuple[TeamPairing, ...], bye: str | None
) -> RoundDrawn:
    waits = state.team_plan.by_captains
    boards = () if waits else tuple(board for one in teams for board in boards_in_order(state, one))
    resting = lineup_of(state, state.teams[bye], event.round) if bye in state.teams else ()
    return RoundDrawn(
        round=event.round,
        seed=event.seed,
        pairings=boards,
        scenario=event.scenario,
        method=event.method,
        certificate=event.certificate,
        reason=event.reason,
        secret=event.secret,
        after=event.after,
        resting=resting,
        teams=teams,
        team_bye=bye,
    )


def _team_pairing(state: TournamentState, table: int, pair: tuple[str, str]) -> TeamPairing:
    coming = len(state.rounds) + 1
    sides = dict(zip(state.options.sides, pair, strict=True))
    lineups = {
        side: lineup_of(state, state.teams[team], coming)
        for side, team in sides.items()
        if team in state.teams
    }
    return TeamPairing(table, sides, lineups)


def boards_in_order(state: TournamentState, teams: TeamPairing | TeamTable) -> tuple[TablePairing, ...]:
    """Board 1 against board 1 and so on; doubles have one table for all."""
    lineups = [teams.lineups.get(side, ()) for side in state.options.sides]
    if state.team_plan.kind == "doubles":
        sides = dict(zip(state.options.sides, lineups, strict=True))
        return (TablePairing(teams.table, sides, str(teams.table), laid_out(state, teams.table)),)
    return boards(state, teams.table, list(zip(*lineups, strict=False)))


def boards(state: TournamentState, table: int, pairs: Sequence[tuple[str, str]]) -> tuple[TablePairing, ...]:
    """The tables of two teams' boards. On even boards the sides change, so that no team has one side alone."""
    one, other = state.options.sides
    before = state.team_plan.tables(table)[0] - 1
    return tuple(
        TablePairing(
            before + at,
            {one: (pair[1 - at % 2],), other: (pair[at % 2],)},
            str(table),
            laid_out(state, before + at),
        )
        for at, pair in enumerate(pairs, 1)
    )


def check_teams(state: TournamentState, event: RoundDrawn) -> Violations:
    """TRN-TEAM-06: line-ups, boards and who rests are those that follow from the teams that meet."""
    pairs = []
    for at, one in enumerate(event.teams, 1):
        if one.table != at or one.sides.keys() != set(state.options.sides):
            return broken("TRN-TEAM-06", round=event.round)
        pairs.append((one.sides[state.options.sides[0]], one.sides[state.options.sides[1]]))
    due = with_boards(state, event, pairs, event.team_bye)
    told = event.teams, event.pairings, event.resting, event.bye, event.walkovers
    if told != (due.teams, due.pairings, due.resting, None, ()):
        return broken("TRN-TEAM-06", round=event.round)
    return LEGAL


def team_pairs(state: TournamentState, event: RoundDrawn) -> tuple[Pairing, ...]:
    """The teams that meet, as pairing speaks of them."""
    one, other = state.options.sides
    return tuple(Pairing(told.table, (told.sides[one], told.sides[other])) for told in event.teams)


def team_tables(event: RoundDrawn) -> tuple[TeamTable, ...]:
    """The tables of teams of a round that is drawn."""
    return tuple(
        TeamTable(one.table, dict(one.sides), dict(one.lineups), slot=one.slot) for one in event.teams
    )
