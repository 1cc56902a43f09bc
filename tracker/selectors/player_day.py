"""What a player's own pages read: where they are entered, where they stand, which list they handed in.

Called by `tracker.pages.player.my_day`, `at_table` and `warband`; queries do not grow with the number of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import CharField, Max, OuterRef, QuerySet, Subquery, UUIDField

from tracker import appended
from tracker.kept_queries import KeptOfMany
from tracker.models import Card, EntrantRow, StandingRow
from tracker.models.rosters import RevisionBase, RosterBase
from tracker.selectors.people import roster_revisions
from tracker.systems import uuids


def my_entries(players: Iterable[str]) -> QuerySet[EntrantRow]:
    """The events in which these players are entered, newest first."""
    appended.bring_up_own()
    return _ENTRIES(set(players))


_ENTRIES = KeptOfMany(
    lambda players: (
        EntrantRow.objects.filter(player_id__in=players)
        .select_related("player", "tournament__tournament_row")
        .order_by("-tournament__opened_at", "-tournament_id", "number")
    ),
    UUIDField(),
)


def my_standings(players: Iterable[str]) -> QuerySet[StandingRow]:
    """The latest standing of each of these players in each of their events."""
    return _STANDINGS(set(players))


def _latest_of(players: Any) -> QuerySet[StandingRow]:
    same = (
        StandingRow.objects.filter(tournament_id=OuterRef("tournament_id")).order_by().values("tournament_id")
    )
    latest = same.annotate(last=Max("round")).values("last")
    return StandingRow.objects.filter(player_id__in=players, round=Subquery(latest))


_STANDINGS = KeptOfMany(_latest_of, UUIDField())


def handed_in(tournament: UUID, kind: str, players: Iterable[str]) -> dict[str, RevisionBase]:
    """Player id -> the revision that was handed in for the player, in two queries."""
    rows = EntrantRow.objects.filter(tournament_id=tournament, player_id__in=set(players)).exclude(
        list_revision=""
    )
    return revisions_named({str(row.player_id): row.list_revision for row in rows}, kind)


def revisions_named(lists: Mapping[str, str], kind: str) -> dict[str, RevisionBase]:
    """Player id -> the revision that `roster id:number` names, in one query; what names none is left out."""
    named = {player: _named(text) for player, text in lists.items()}
    wanted = {player: key for player, key in named.items() if key is not None}
    by_key = roster_revisions(kind, wanted.values()) if wanted else {}
    return {player: by_key[key] for player, key in wanted.items() if key in by_key}


def _named(list_revision: str) -> tuple[str, str] | None:
    """None for what can be no list of the database: logs from elsewhere may name lists freely."""
    roster, _colon, number = list_revision.partition(":")
    return next(((str(id_), number) for id_ in uuids([roster])), None)


def figure_names(system: str, ids: Iterable[str]) -> dict[str, str]:
    """Card id -> name as the newest imported edition prints it; ids without a card are left out."""
    return dict(_NAMES(set(ids), system))


_NAMES = KeptOfMany(
    lambda ids, system: (
        Card.objects.filter(edition__system=system, card_id__in=ids)
        .order_by("edition__imported_at")
        .values_list("card_id", "name")
    ),
    CharField(),
    CharField(),
)


def revisions_of(roster: RosterBase) -> QuerySet[Any]:
    """The revisions of a warband or deck, newest first."""
    rows: QuerySet[Any] = roster.revisions.order_by("-number")  # type: ignore[attr-defined]
    return rows
