"""A pasted round of teams: a line for each match by the names of the teams, or for each board by those of the players.

Who meets at which board follows from the line-ups, so a line of two players has a place only where they sit together.
Called by `brought_rounds`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from tracker import selectors
from tracker.commands.round_results import Read, Told
from tracker.messages import language
from tracker.pages.organiser.brought_rows import Found, Row, called, result_words, tidy, wrong_with
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.rulesets.tournament.state import TournamentState
from tracker.rulesets.tournament.team_draws import with_boards


class Line(NamedTuple):
    """What was read, the teams and the players that it names, and what is wrong with it."""

    read: Read
    teams: tuple[str, ...]
    players: tuple[str, ...]
    wrong: str = ""


def read(state: TournamentState, told: Iterable[Read], number: int) -> Found:
    """The matches of teams that the lines make, and what their boards came to."""
    lines = _Lines(state)
    read_lines = [lines.taken(one) for one in told]
    found = Found(
        [],
        [dict(zip(state.options.sides, ([one], [other]), strict=True)) for one, other in lines.pairs],
        lines.bye,
        any(line.wrong for line in read_lines),
        {},
        {},
        [],
        any(line.read.told is not None and line.teams and not lines.one_table for line in read_lines),
    )
    tables = {} if found.wrong else _tables(state, lines, number)
    for line in read_lines:
        found = _with(found, state, lines, line, tables)
    return found


class _Lines:
    """The lines as they come: who meets whom so far, and who has the bye."""

    def __init__(self, state: TournamentState) -> None:
        self.pairs: list[tuple[str, str]] = []
        self.bye: str | None = None
        self.one_table = state.team_plan.kind == "doubles"
        self.teams = selectors.team_names(state)
        self.team_of = {player: team.team for team in state.teams.values() for player in team.members}
        names = selectors.player_names(state.entrants)
        self.players = {player: names[player] for player in self.team_of if player in names}
        self._called = called(self.teams), called(self.players)
        self._seen: set[str] = set()

    def taken(self, one: Read) -> Line:
        """The line with the teams or the players that it names."""
        names = (one.first, one.second) if one.second else (one.first,)
        by_team, by_player = self._called
        teams, players = (
            all(tidy(name) in by_team for name in names),
            any(tidy(name) in by_player for name in names),
        )
        known = self.teams if teams or not players else self.players
        wrong = [one.wrong.to(language())] if one.wrong else []
        ids: list[str] = []
        for name in names:
            found = (by_team if known is self.teams else by_player).get(tidy(name), [])
            wrong += wrong_with(name, found, self._seen, {*known})
            ids += found[:1]
            self._seen.update(found[:1])
        line = Line(one, tuple(ids), ()) if known is self.teams else Line(one, (), tuple(ids))
        if not wrong:
            wrong += self._placed(line)
        return line._replace(wrong="; ".join(wrong))

    def _placed(self, line: Line) -> list[str]:
        """Takes the line among the matches, and says what is wrong with that."""
        teams = line.teams or tuple(self.team_of[player] for player in line.players)
        if len(teams) == 1:
            if self.bye not in (None, teams[0]):
                return [_("a second bye")]
            self.bye = teams[0]
            return []
        one, other = teams
        if one == other:
            return [_("%(one)s and %(other)s are of one team") % self._both(line)]
        if (one, other) in self.pairs or (other, one) in self.pairs:
            return []
        met = {team for pair in self.pairs for team in pair}
        twice = [self.teams[team] for team in teams if team in met]
        self.pairs.append((one, other))
        return [_("%(name)s stands there twice") % {"name": name} for name in twice]

    def _both(self, line: Line) -> dict[str, str]:
        one, other = (self.players[player] for player in line.players)
        return {"one": one, "other": other}


def _tables(state: TournamentState, lines: _Lines, number: int) -> dict[frozenset[str], tuple[int, str]]:
    """Who sits together -> the table, and who of them has its first side; of doubles the teams instead."""
    first = state.options.sides[0]
    if lines.one_table:
        return {frozenset(pair): (at, pair[0]) for at, pair in enumerate(lines.pairs, 1)}
    look = RoundDrawn(round=number, seed="look", pairings=(), method="manual", reason="look")
    drawn = with_boards(state, look, lines.pairs, lines.bye)
    return {
        frozenset(player for players in board.sides.values() for player in players): (
            board.table,
            board.sides[first][0],
        )
        for board in drawn.pairings
    }


def _with(
    found: Found,
    state: TournamentState,
    lines: _Lines,
    line: Line,
    tables: dict[frozenset[str], tuple[int, str]],
) -> Found:
    """What was found before, and this line."""
    one, names = line.read, [lines.teams.get(id_) or lines.players[id_] for id_ in line.teams or line.players]
    if line.wrong:
        found.rows.append(Row(0, one.first, one.second, line.wrong))
        return found
    if not one.second:
        found.rows.append(Row(0, names[0], "", without=_("bye")))
        return found
    if line.teams and not lines.one_table:
        at = 1 + next(at for at, pair in enumerate(lines.pairs) if set(pair) == set(line.teams))
        found.rows.append(Row(at, names[0], names[1]))
        return found
    table, first = tables.get(frozenset(line.teams or line.players), (0, ""))
    if not table and not found.wrong:
        told = {"one": names[0], "other": names[1]}
        wrong = _("%(one)s and %(other)s sit at no board together by the line-ups of their teams") % told
        found.rows.append(Row(0, names[0], names[1], wrong))
        return found._replace(wrong=True)
    if one.told is not None and table:
        found.results[table] = one.told if first == (line.teams or line.players)[0] else _turned(one.told)
    found.rows.append(Row(table, names[0], names[1], result=result_words(one.told, names)))
    return found


def _turned(told: Told) -> Told:
    """The same from the other side of the table."""
    winner = None if told.winner is None else 1 - told.winner
    vp, tp = (None if both is None else (both[1], both[0]) for both in (told.vp, told.tp))
    return Told(winner, vp, tp, told.award)
