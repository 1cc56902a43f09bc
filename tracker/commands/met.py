"""Whom somebody may enter or seat by an id: those with whom they have had to do (`tracker.selectors.people.fellows`).
Ids are public, and nobody is entered unasked. A stranger sits down under a new name, and claims it with its code.

Called by whatever brings people in: the lists of players, events that are logged as they are, rosters of a campaign,
matches outside events, runs that staff of a season log for others, divisions of a league.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.ruleset import Event
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.rulesets.campaign import events as campaign
from tracker.rulesets.chronicle.events import RosterJoined
from tracker.rulesets.season.events import LeagueSet
from tracker.rulesets.tournament.events import PlayerRegistered
from tracker.selectors.leagues import league
from tracker.selectors.people import fellows
from tracker.systems import CHRONICLE, MATCH, uuids
from tracker.warm import Warm

ENTERING = (PlayerRegistered, campaign.PlayerRegistered)
"""Events that bring somebody into an event."""


def require_met(identity: Identity, players: Iterable[str], field: str = "player") -> None:
    """Raises `BadInput` at `field` for a player with whom this person has had nothing to do. An id of nobody is refused
    alike, so that nobody finds out by it who is known here. Administrators may enter anybody.
    """
    wanted = set(players)
    if not wanted or identity.is_administrator:
        return
    ids = uuids(sorted(wanted))
    known = set(fellows(identity).filter(id__in=ids).values_list("id", flat=True))
    if strangers := wanted - set(map(str, known)):
        raise BadInput(field, _("you have met no player with the id %(id)s") % {"id": min(strangers)})


def require_met_in(identity: Identity, base: Warm, event: Event) -> None:
    """The same for everybody whom this event brings into a log; whoever has been there before is known. The seats of
    a match may hold texts that are no ids: they name nobody."""
    if base.kind == MATCH:
        before = {player for players in base.rules.sides(base.state).values() for player in players}
        for side, players in (getattr(event, "sides", None) or {}).items():
            seated = [players] if isinstance(players, str) else players
            require_met(identity, set(map(str, uuids(seated))) - before, f"sides.{side}")
    elif isinstance(event, (*ENTERING, RosterJoined)):
        joined = base.state.joined().values() if base.kind == CHRONICLE else ()
        require_met(identity, {event.player} - {one.player for one in joined})
    elif isinstance(event, LeagueSet):
        placed = {player for division in event.divisions for player in division.players}
        require_met(identity, placed - _in_league(base), "divisions")


def _in_league(base: Warm) -> set[str]:
    """Who stands in the league already: in a division, or by a tournament that counts."""
    formula: LeagueSet | None = base.state.league
    shown = league(base.stream)
    before = {player for division in (formula.divisions if formula else ()) for player in division.players}
    return before | set(shown.names if shown else ())
