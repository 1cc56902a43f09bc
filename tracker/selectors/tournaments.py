"""Tournament rows: lists, entrants, pairings, standings, with names joined in."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, QuerySet, UUIDField

from tracker import appended, warm
from tracker.kept_queries import Kept
from tracker.models import EntrantRow, PairingRow, StandingRow, TournamentRow
from tracker.models.log import NEWEST
from tracker.rulesets import tournament as rules
from tracker.standings.structs import Reason, shown
from tracker.systems import uuids

DRAFT = "draft"


def tournaments() -> QuerySet[TournamentRow]:
    """Every tournament, newest first."""
    appended.bring_up_own()
    return TournamentRow.objects.select_related("stream").order_by(*NEWEST)


def tournaments_of(user: Any) -> QuerySet[TournamentRow]:
    """The tournaments of which a signed-in user is staff, newest first."""
    return tournaments().filter(stream__membership__user=user)


def tournament(stream: UUID) -> TournamentRow | None:
    """The head of a tournament's pages; its rows, those of entrants, pairings and standings too, are brought up."""
    appended.bring_up(stream)
    return _TOURNAMENT.first(stream)


_TOURNAMENT = Kept(
    lambda stream: TournamentRow.objects.select_related("stream").filter(stream_id=stream), UUIDField()
)


def without_draft(row: TournamentRow) -> TournamentRow:
    """The row as the public knows it: a round that is drawn and not published does not exist yet."""
    if row.status == DRAFT:
        row.round -= 1
        row.status = "closed" if row.round else "registration"
    return row


def entrants(stream: UUID) -> QuerySet[EntrantRow]:
    """The tournament's players in order of registration."""
    return EntrantRow.objects.filter(tournament_id=stream).select_related("player").order_by("number")


def dropped(stream: UUID) -> set[UUID]:
    """Those who have left the tournament; their results stay."""
    return set(
        EntrantRow.objects.filter(tournament_id=stream, dropped=True).values_list("player_id", flat=True)
    )


def disqualified(stream: UUID) -> set[UUID]:
    """Those among them who rank behind everybody else."""
    entrants = warm.current(stream).state.entrants.values()
    return set(uuids(one.player for one in entrants if one.disqualified))


def unplayed(tournaments: Collection[UUID]) -> set[tuple[UUID, UUID]]:
    """(tournament, player) of those who were entered, and then in no part of any round. One query."""
    seats = PairingRow.players.through.objects.filter(
        player=OuterRef("player"), pairingrow__tournament=OuterRef("tournament")
    ).exclude(pairingrow__round_status=DRAFT)
    absent = EntrantRow.objects.filter(tournament__in=tournaments).exclude(Exists(seats))
    return set(absent.values_list("tournament_id", "player_id"))


def pairings(stream: UUID, round_: int | None = None, *, staff: bool = False) -> QuerySet[PairingRow]:
    """Tables by round and number; drafts only for staff."""
    rows = PairingRow.objects.filter(tournament_id=stream).select_related("match__match")
    if not staff:
        rows = rows.exclude(round_status=DRAFT)
    return (rows.filter(round=round_) if round_ is not None else rows).order_by("round", "table")


def standing_rounds(stream: UUID) -> list[int]:
    """The rounds after which there are standings, in order."""
    rows = StandingRow.objects.filter(tournament_id=stream)
    return list(rows.order_by("round").values_list("round", flat=True).distinct())


def standings(stream: UUID, round_: int | None = None) -> QuerySet[StandingRow]:
    """The standings after a round, the latest by default: rank order, player joined."""
    if round_ is None:
        round_ = max(standing_rounds(stream), default=0)
    rows = StandingRow.objects.filter(tournament_id=stream, round=round_)
    return rows.select_related("player").order_by("rank", "player__name", "player_id")


class Explained(msgspec.Struct, frozen=True):
    """A figure of a standing, its value as shown, and the rows that add up to it, each naming its match and event.

    `times`: how many times the points of those rounds count that do not count once.
    """

    player: str
    figure: str
    round: int
    shown: str
    rows: list[Reason]
    times: dict[int, int] = {}


def explained(stream: UUID, player: str, figure: str, round_: int | None = None) -> Explained:
    """Why the player's figure is what it is. Raises KeyError for an unknown player or tie-breaker."""
    state = warm.current(stream).state
    ranking = rules.ranking(state, round_)
    rows = ranking.explain(player, figure)
    total = sum((row.value for row in rows), start=Fraction(0))
    played = len(standing_rounds(stream)) if round_ is None else round_
    times = {row.round: often for row in rows if (often := state.options.times(row.round)) > 1}
    return Explained(player, figure, played, shown(total.numerator, total.denominator), rows, times)
