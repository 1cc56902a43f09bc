"""Whose lists may be named where. A list that a match or an event names is shown there, to its staff before all others.

Lists are named by ids, which may become known: so whoever names one must be somebody who may show it. Called by the
commands that hand lists in or put them into a match, and by the pages that show a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from games.registry import ROSTER_KINDS
from games.ruleset import Event
from tracker.identity import Identity, NotAllowed
from tracker.models import ApiToken, EntrantRow
from tracker.models.rosters import RevisionBase, RosterBase
from tracker.roles import looks_after
from tracker.rulesets.tournament.events import ListSubmitted
from tracker.selectors.people import roster
from tracker.selectors.player_day import revisions_named
from tracker.systems import uuids

LISTS = "lists"
"""Option of a match: player -> `roster id:revision`, brought by the player when the rules let it."""
MOST = 16
FORM = (
    f"an object of at most {MOST} fields is legal: player id, and the id of a list, a colon and its revision, "
    "as in 0190163d-8694-739b-aea5-966c26f8ad91:1"
)
NOT_YOURS = "this is no list for this game that is yours, or that was handed in at an event that you run"


def owns(identity: Identity, roster: RosterBase) -> bool:
    """True for the player or the user whose warband or deck it is."""
    own_user = identity.user.is_authenticated and roster.user_id == identity.user.pk
    return bool(own_user or str(roster.player_id) in identity.players)


def may_show(identity: Identity, revision: RevisionBase) -> bool:
    """Whether the person knows this revision by right: its owner, and staff of an event at which it was handed in."""
    if owns(identity, revision.roster):
        return True
    if ApiToken.ORGANISE not in identity.scopes or not identity.user.is_authenticated:
        return False
    entries = EntrantRow.objects.filter(list_revision=f"{revision.roster_id}:{revision.number}")
    if not identity.is_administrator:
        entries = entries.filter(tournament__membership__user=identity.user)
    return entries.exists()


def faulty(identity: Identity, system: str, named: Any) -> tuple[str, str] | None:
    """(where, what is legal) for the first thing that is wrong with the lists that a new match names.

    A list that is not there and one of somebody else get the same words.
    """
    if not isinstance(named, Mapping) or len(named) > MOST or not all(map(_is_text, named.values())):
        return LISTS, FORM
    kind = ROSTER_KINDS.get(system, "")
    found = revisions_named(named, kind) if kind else {}
    for player in named:
        revision = found.get(player)
        if revision is None or revision.roster.system != system or not may_show(identity, revision):
            return f"{LISTS}.{player}", NOT_YOURS
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def shown(identity: Identity, system: str, named: Any, players: Iterable[str]) -> dict[str, RevisionBase]:
    """Player -> the revision that a match names for the player, as far as this person may show it.

    Matches of before, and those of files from elsewhere, may name anything.
    """
    told = named if isinstance(named, Mapping) else {}
    wanted = {player: told[player] for player in players if _is_text(told.get(player))}
    revisions = revisions_named(wanted, ROSTER_KINDS[system])
    return {player: row for player, row in revisions.items() if may_show(identity, row)}


def check_handed_in(identity: Identity, system: str, events: Iterable[Event]) -> None:
    """Raises `NotAllowed` for a list that is not this person's to hand in.

    Staff hand in what is theirs to show, and lists of those players whom they look after.
    """
    for event in events:
        if isinstance(event, ListSubmitted):
            for id_ in uuids([event.warband or ""]):
                _check(identity, ROSTER_KINDS[system], id_, event)


def _check(identity: Identity, kind: str, id_: UUID, event: ListSubmitted) -> None:
    row = roster(kind, id_)
    if row is None or owns(identity, row):
        return
    if row.player and str(row.player_id) == event.player and looks_after(identity, row.player):
        return
    found = revisions_named({event.player: f"{row.pk}:{event.revision}"}, kind).get(event.player)
    if found is None or not may_show(identity, found):
        raise NotAllowed(f"the owner of this {kind}")
