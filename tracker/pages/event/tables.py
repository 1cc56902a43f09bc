"""Pairings as pages show them: tables with sides and names, and the same by player. One query for all names."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker import selectors
from tracker.messages import language
from tracker.models import MatchRow, PairingRow
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import LETTERS
from tracker.pairing.structs import Player
from tracker.rulesets.tournament.reasons import levels
from tracker.rulesets.tournament.state import Round, TournamentState
from tracker.standings.structs import shown
from tracker.systems import uuids


class Side(NamedTuple):
    """One side of a table: its key, its name, its letter (a or b) and its players [(id, name)]."""

    key: str
    name: str
    letter: str
    players: list[tuple[str, str]]
    vp: int | None = None
    won: bool = False
    stood: str = ""
    team: str = ""

    @property
    def names(self) -> str:
        return ", ".join(name for _id, name in self.players)


class TableView(NamedTuple):
    """A table of a round. `bye`: nobody sits opposite. `status` is that of its match, `contested` its protest.

    `dispute`: the protest in the player's words, `left`: who has dropped out meanwhile; where the page is for staff.
    `deserted`: of a bye, that the opponent has left, so that the game is given.
    """

    number: int
    sides: list[Side]
    bye: bool
    scenario: str
    match: Any
    result: dict[str, Any] | None
    status: str
    contested: bool
    dispute: str = ""
    left: str = ""
    deserted: bool = False
    verdict: str = ""
    """Who won, of a game that counts no points."""

    @property
    def given(self) -> bool:
        """Whether staff gave the table."""
        return bool(self.result and "award" in self.result)

    @property
    def score(self) -> str:
        """`7 : 4`, how the table was given, or nothing."""
        if self.result and "award" in self.result:
            return awards()[self.result["award"]]
        if self.verdict:
            return self.verdict
        if self.result and not self.result["vp"]:
            return _("no score")
        return " : ".join(str(side.vp) for side in self.sides) if self.result else ""


def awards() -> dict[str, str]:
    """How staff can give a table, in words."""
    return {
        "no_show": _("no-show"),
        "forfeit": _("forfeit"),
        "conceded": _("conceded"),
        "double_loss": _("both lose"),
    }


def for_staff(
    found: Iterable[TableView], disputes: Mapping[str, str], gone: Container[str]
) -> list[TableView]:
    """The tables with what staff act on. `disputes`: match -> its protest; `gone`: the players who dropped out."""
    return [
        table._replace(
            dispute=disputes.get(str(table.match), ""),
            left=", ".join(name for side in table.sides for id_, name in side.players if id_ in gone),
        )
        for table in found
    ]


def of_teams(found: Iterable[TableView], state: TournamentState) -> list[TableView]:
    """The tables with the team for which each side plays; where everybody plays alone, as they were."""
    teams = selectors.teams_by_player(state)
    return [
        table._replace(
            sides=[
                side._replace(team=next((teams[id_] for id_, _name in side.players if id_ in teams), ""))
                for side in table.sides
            ]
        )
        for table in found
    ]


def with_given(found: Iterable[TableView], given: Container[str]) -> list[TableView]:
    """The tables, and apart from the byes those players whose opponent has left. `given`: them, by id."""
    return [part for table in found for part in (_parted(table, given) if table.bye else [table])]


def _parted(bye: TableView, given: Container[str]) -> list[TableView]:
    (side,) = bye.sides[:1]
    kinds = [[one for one in side.players if (one[0] in given) is deserted] for deserted in (False, True)]
    return [
        bye._replace(sides=[side._replace(players=players)], deserted=deserted)
        for deserted, players in zip((False, True), kinds, strict=True)
        if players
    ]


def walkovers(state: TournamentState, number: int) -> frozenset[str]:
    """Whose opponent of that round has left."""
    round_ = state.round(number)
    return frozenset(one.player for one in (round_.walkovers if round_ else ()) if one.player is not None)


def before(state: TournamentState, round_: Round) -> dict[str, Player]:
    """How everybody of a round stood before it; nothing for one of a schedule, which compares nobody."""
    return levels(state, round_) if round_.method != "schedule" else {}


def with_standing(found: Iterable[TableView], known: Mapping[str, Player]) -> list[TableView]:
    """The tables with the points and the place that everybody had before the round; before the first one all are
    level, and nothing is said.
    """
    if all(one.rank == 1 and (one.by_place or not (one.points or one.virtual)) for one in known.values()):
        known = {}
    return [
        table._replace(
            sides=[
                side._replace(
                    stood="; ".join(_stood(known[id_]) for id_, _name in side.players if id_ in known)
                )
                for side in table.sides
            ]
        )
        for table in found
    ]


def _stood(player: Player) -> str:
    if player.by_place:
        return _("place %(rank)d") % {"rank": player.rank}
    return _("%(points)s, place %(rank)d") % {"points": points_of(player), "rank": player.rank}


def points_of(player: Player) -> str:
    """The points that a draw compared, and apart from them what an acceleration had lent."""
    earned = int(player.points)
    told = ngettext("%(count)d point", "%(count)d points", abs(earned)) % {"count": earned}
    told = told.replace("-", "\N{MINUS SIGN}", 1)
    if not player.virtual:
        return told
    lent = shown(player.lent.numerator, player.lent.denominator)
    return _("%(points)s and %(lent)s lent") % {"points": told, "lent": lent}


class Seat(NamedTuple):
    """One player of a round: where to go, whom to meet."""

    player: str
    name: str
    table: TableView
    side: Side
    opponents: str

    @property
    def has_page(self) -> bool:
        """Logs from elsewhere name players as they like; whoever is named by no id has no page."""
        return bool(uuids([self.player]))


class Drawn(NamedTuple):
    """One table before it has words: from a row (public pages) or from the state (the console)."""

    number: int
    sides: Mapping[str, Sequence[str]]
    scenario: str
    match: Any
    result: dict[str, Any] | None


def of_rows(rows: Iterable[PairingRow]) -> list[Drawn]:
    """The tables of read-model rows."""
    return [Drawn(row.table, row.sides, row.scenario, row.match_id, row.result) for row in rows]


def of_round(round_: Round, first_side: str) -> list[Drawn]:
    """The tables of a round of the state, its bye as table 0. A log from elsewhere names matches as it likes: one under
    no id has no page."""
    scenario = round_.scenario or ""
    drawn = [
        Drawn(
            table.table,
            table.sides,
            table.scenario or scenario,
            next(iter(uuids([table.match or ""])), None),
            table.counted(),
        )
        for table in round_.pairings
    ]
    without = round_.without_game()
    return [*drawn, Drawn(0, {first_side: without}, scenario, None, None)] if without else drawn


def views(
    event: UUID, system: str, sides: Sequence[str], drawn: Sequence[Drawn], matches: Iterable[MatchRow] = ()
) -> list[TableView]:
    """The tables in their order, byes last; `sides` is the order of the sides everywhere."""
    names = selectors.called_at(event, _players(drawn))
    rows = {str(row.stream_id): row for row in matches}
    found = [_table(system, sides, table, names, rows.get(str(table.match))) for table in drawn]
    return sorted(found, key=lambda view: (view.bye, view.number))


def _players(drawn: Iterable[Drawn]) -> set[str]:
    return {player for table in drawn for players in table.sides.values() for player in players}


def _table(
    system: str, sides: Sequence[str], table: Drawn, names: Mapping[str, str], match: MatchRow | None
) -> TableView:
    words = pages_of(system)
    return TableView(
        number=table.number,
        sides=_sides(words, [side for side in sides if side in table.sides], table, names),
        bye=table.number == 0,
        scenario=words.battlefield_name(table.scenario, language()) if table.scenario else "",
        match=table.match,
        result=table.result,
        status=match.status if match else "",
        contested=bool(match and match.contested),
        verdict=_verdict(words, table.result or {}),
    )


def _verdict(words: Any, result: Mapping[str, Any]) -> str:
    """Who won by play, of a game that counts no points."""
    played = "winner" in result and "award" not in result and not words.POINTS
    return words.result_words(result["winner"], language()) if played else ""


def _sides(words: Any, order: Sequence[str], table: Drawn, names: Mapping[str, str]) -> list[Side]:
    result = table.result or {}
    return [
        Side(
            key,
            words.side_name(key, language()),
            letter,
            [(str(player), names[str(player)]) for player in table.sides[key]],
            result.get("vp", {}).get(key),
            result.get("winner") == key,
        )
        for letter, key in zip(LETTERS, order, strict=False)
    ]


def score_of(row: MatchRow, sides: Sequence[str]) -> str:
    """`7 : 4` in the order of these sides; nothing of a single side, nor of a game that counts no points."""
    counted = len(sides) > 1 and pages_of(row.system).POINTS
    return " : ".join(str(row.vp.get(side, 0)) for side in sides) if counted else ""


def by_name(tables: Iterable[TableView]) -> list[Seat]:
    """Every player once, in the order of the names."""
    seats = [
        Seat(id_, name, table, side, ", ".join(other.names for other in table.sides if other is not side))
        for table in tables
        for side in table.sides
        for id_, name in side.players
    ]
    return sorted(seats, key=lambda seat: seat.name.casefold())
