"""Event days: heads, tables with their matches, cards, the fallen. Queries do not grow with tables or figures."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, UUIDField

from tracker import appended, warm
from tracker.kept_queries import Kept
from tracker.models import ArcanumRow, CampaignRow, DayTableRow, FallenRow, Player
from tracker.models.log import NEWEST
from tracker.rulesets.campaign import links

HERE = "here"
"""Under which a row's options hold who is checked in."""


def checks_in(row: CampaignRow) -> bool:
    """Whether it is known of a day who is there, and still of interest."""
    return row.status != "finished" and bool(row.options.get("check_in") or row.options.get(HERE))


def absent_of(row: CampaignRow, players: Iterable[str]) -> list[str]:
    """Which of these players of a day are known not to be there, in the order given."""
    here = set(row.options.get(HERE, ()))
    return [player for player in players if player not in here] if checks_in(row) else []


def is_here(row: CampaignRow, player: str) -> bool:
    """Whether somebody is checked in at a day."""
    return player in row.options.get(HERE, ())


def without_seat(players: Any) -> list[tuple[CampaignRow, list[str]]]:
    """Days that are not over, at which some of the players are registered and none of them has a seat, with those
    players; newest first. One query."""
    mine = set(players)
    seated = DayTableRow.objects.filter(players__in=mine).values("campaign_id")
    entered = CampaignRow.players.through.objects.filter(player_id__in=mine)
    waiting = entered.exclude(campaignrow__status="finished").exclude(campaignrow_id__in=seated)
    rows = waiting.select_related("campaignrow").order_by("-campaignrow_id", "player_id")
    return [
        (day, [str(row.player_id) for row in registered])
        for day, registered in groupby(rows, key=attrgetter("campaignrow"))
    ]


def campaigns() -> QuerySet[CampaignRow]:
    """Every event day, newest first."""
    appended.bring_up_own()
    return CampaignRow.objects.select_related("stream").order_by(*NEWEST)


def campaigns_of(user: Any) -> QuerySet[CampaignRow]:
    """The days of which a signed-in user is staff, newest first."""
    return campaigns().filter(stream__membership__user=user)


def campaign(stream: UUID) -> CampaignRow | None:
    """The head of a day's pages; its rows, those of its tables and cards too, are brought up."""
    appended.bring_up(stream)
    return _CAMPAIGN.first(stream)


_CAMPAIGN = Kept(
    lambda stream: CampaignRow.objects.select_related("stream").filter(stream_id=stream), UUIDField()
)


def day_tables(stream: UUID) -> QuerySet[DayTableRow]:
    """The tables of a day in the order of its battlefields, with their matches' rows."""
    rows = DayTableRow.objects.filter(campaign_id=stream)
    return rows.select_related("match__match").order_by("position")


def arcana(stream: UUID) -> QuerySet[ArcanumRow]:
    """The cards earned so far, in order."""
    return ArcanumRow.objects.filter(campaign_id=stream).order_by("position")


def fallen(stream: UUID) -> QuerySet[FallenRow]:
    """Everyone who left a table, by table and in order of falling."""
    return FallenRow.objects.filter(campaign_id=stream).order_by("position")


def day_players(stream: UUID) -> QuerySet[Player]:
    """The registered players, by name."""
    return Player.objects.filter(event_days__stream_id=stream).order_by("name", "id")


def my_tables(players: Any) -> QuerySet[DayTableRow]:
    """Tables of event days at which one of the players sits, newest day first, with the cards of their days."""
    appended.bring_up_own()
    rows = DayTableRow.objects.filter(players__in=set(players)).distinct()
    rows = rows.select_related("campaign__campaign_row", "match__match").prefetch_related("campaign__arcana")
    return rows.order_by("-campaign_id", "position")


def disputed_cards(stream: UUID) -> list[tuple[str, str, str]]:
    """(table, match, card) that a table's log holds and the day has otherwise: for staff to settle."""
    state = warm.current(stream).state
    found = []
    for key, table in state.tables.items():
        try:
            there = warm.current(UUID(table.match or ""))
        except (ValueError, warm.UnknownStream):
            continue  # not open, or the day was imported without this match
        now = links.table_now(key, table.match, there.rules.outcome(there.state))
        found += [(key, table.match, card) for card in links.disputed(state, now)]
    return found
