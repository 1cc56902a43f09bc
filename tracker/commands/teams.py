"""Teams of an event: entered with their players, changed, and what captains tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from tracker import names, warm
from tracker.commands.people import NewPlayer, check_called, register_players
from tracker.commands.streams import append, append_as_staff, together
from tracker.handle import Answer, first_use
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.rulesets.tournament.state import TournamentState
from tracker.rulesets.tournament.team_events import SheetSettled, TeamChanged, TeamEntered
from tracker.selectors.people import player_names


class NewTeam(NamedTuple):
    """A team with its players in the order of boards: new ones, those `known` from before, or players of the event by
    their name."""

    name: str
    players: tuple[NewPlayer, ...]


def parse_pasted_teams(text: str) -> list[NewTeam]:
    """One team a line: `name: player, player, player`. Raises `BadInput` for a line that is none, or that names a team
    of another line.
    """
    found, lines = [], dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, colon, people = line.partition(":")
        players = tuple(NewPlayer(names.tidy(one)) for one in people.split(",") if one.strip())
        if not colon or not name.strip() or not players:
            raise BadInput(
                "teams",
                _("line %(line)s: a team's name, a colon, and its players with commas between")
                % {"line": number},
            )
        team = NewTeam(names.tidy(name), players)
        if first := lines.get(team.name.casefold()):
            told = {"line": number, "team": team.name, "first": first}
            raise BadInput("teams", _("line %(line)s: line %(first)s has a team “%(team)s” already") % told)
        lines[team.name.casefold()] = number
        found.append(team)
    if not found:
        raise BadInput("teams", _("name at least one team"))
    return found


def enter_teams(
    identity: Identity, stream: UUID, teams: Sequence[NewTeam], *, key: str | None = None
) -> list[str]:
    """Enters teams, all or nothing. A player who is registered and in no team is taken by the name, others are new.

    The first player of each is its captain. Returns the ids of the teams.
    """
    if not teams:
        raise BadInput("teams", _("name at least one team"))
    for at, team in enumerate(teams):
        names.checked(team.name, f"teams[{at}].name")
        for place, person in enumerate(team.players):
            if person.known is None:
                check_called(person, f"teams[{at}].players[{place}].")
    with together(identity, stream):
        free = in_no_team(_as_asked_first(stream, key))
        taken = [
            [None if one.known else free.pop(one.name.casefold(), None) for one in team.players]
            for team in teams
        ]
        new = [
            person
            for team, found in zip(teams, taken, strict=True)
            for person, player in zip(team.players, found, strict=True)
            if player is None
        ]
        made = iter(register_players(identity, stream, new, key=_part(key, "players")) if new else ())
        ids = [_id(stream, key, at) for at in range(len(teams))]
        events = [
            TeamEntered(
                team=id_,
                name=team.name,
                members=tuple(player or str(next(made).pk) for player in found),
            )
            for id_, team, found in zip(ids, teams, taken, strict=True)
        ]
        append_as_staff(identity, stream, *events, key=_part(key, "teams"))
    return ids


def _as_asked_first(stream: UUID, key: str | None) -> TournamentState:
    """The event as it stood when the request with this key came first: whom it entered was in no team then."""
    now = warm.load(stream)
    steps = (_part(key, part) for part in ("players", "teams"))
    used = [first.first_seq for step in steps if step and (first := first_use(stream, step))]
    state: TournamentState = warm.past(now, min(used) - 1) if used else now.state
    return state


def in_no_team(state: TournamentState) -> dict[str, str]:
    """Name -> player, of those in no team; a name that two of them have names nobody."""
    taken = {player for team in state.teams.values() for player in team.members}
    free = [player for player in state.entrants if player not in taken]
    found: dict[str, str] = {}
    twice: set[str] = set()
    for player, name in player_names(free).items():
        twice |= {name.casefold()} & found.keys()
        found[name.casefold()] = player
    return {name: player for name, player in found.items() if name not in twice}


def _id(stream: UUID, key: str | None, at: int) -> str:
    return (uuid5(stream, f"team:{key}:{at}") if key else uuid7()).hex


def _part(key: str | None, part: str) -> str | None:
    return f"{key}:{part}" if key else None


def change_team(
    identity: Identity,
    stream: UUID,
    *,
    team: str,
    name: str | None = None,
    members: Sequence[str] | None = None,
    captain: str | None = None,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Another name, other members in the order of boards, or another captain."""
    event = TeamChanged(
        team=team, name=name, members=tuple(members) if members else None, captain=captain or None
    )
    return append_as_staff(identity, stream, event, expected_version=expected_version, key=key)


def tell_lineup(
    identity: Identity,
    stream: UUID,
    *,
    team: str,
    player: Any,
    round: int,
    players: Sequence[str],
    key: str | None = None,
) -> Answer:
    """The captain (or staff for the captain) says who sits at board 1, 2, ..."""
    data = {"player": str(player), "team": team, "round": round, "players": list(players)}
    return append(identity, stream, [{"type": "lineup_told", "data": data}], key=key)


def dispute_sheet(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    round: int,
    table: int,
    reason: str = "",
    key: str | None = None,
) -> Answer:
    """The captain says that the results of the two teams' boards are wrong; staff see it at once."""
    data: dict[str, Any] = {"player": str(player), "round": round, "table": table}
    if reason.strip():
        data["reason"] = reason.strip()[:200]
    return append(identity, stream, [{"type": "sheet_disputed", "data": data}], key=key)


def settle_sheet(
    identity: Identity, stream: UUID, *, round: int, table: int, key: str | None = None
) -> Answer:
    """Staff have decided the dispute: the sheet stands as it is now."""
    return append_as_staff(identity, stream, SheetSettled(round=round, table=table), key=key)


def put_forward(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    round: int,
    table: int,
    step: str,
    players: Sequence[str],
    key: str | None = None,
) -> Answer:
    """The captain (or staff for the captain) names a defender, the attackers, or chooses one of the others'."""
    data = {"player": str(player), "round": round, "table": table, "step": step, "players": list(players)}
    return append(identity, stream, [{"type": "put_forward", "data": data}], key=key)
