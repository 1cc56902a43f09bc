"""A player's tables at event days, and matches outside events, for "my day"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker import selectors
from tracker.commands import tables_of
from tracker.messages import language
from tracker.models import ArcanumRow, CampaignRow, DayTableRow, MatchRow
from tracker.models.ladders import ANNULLED
from tracker.pages.event.described import said
from tracker.pages.event.tables import score_of
from tracker.pages.ladder.ladder_view import badge
from tracker.pages.match_forms import pages_of
from tracker.rulesets.described import Described

SHOWN = 12
"""Matches outside events that the page lists."""


def rows_of(players: Collection[str]) -> tuple[list[DayTableRow], list[MatchRow]]:
    """The tables at event days, newest day first, and the newest matches outside events."""
    mine = {str(player) for player in players}
    if not mine:
        return [], []
    return list(selectors.my_tables(mine)), list(selectors.own_matches(players)[:SHOWN])


def my_tables(
    rows: Iterable[DayTableRow], players: Iterable[str], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """{"day", "name", "side", "friends", "foes", "cards", "match", "open", "result", "overall"} of each, who "asked" of
    them is to check in, and before its day what was said of when and where."""
    mine = {str(player) for player in players}
    return [_table(row, mine, names) for row in rows]


def without_seat(players: Collection[str]) -> list[dict[str, Any]]:
    """The same of the days at which the players are registered and sit nowhere yet: without a table."""
    found = selectors.without_seat(players) if players else []
    return [_seatless(row, mine) for row, mine in found]


def _seatless(row: CampaignRow, mine: Collection[str]) -> dict[str, Any]:
    return {"day": row, "match": None, "open": False, **_arrival(row, mine), **_before(row)}


def _arrival(row: CampaignRow, mine: Collection[str]) -> dict[str, Any]:
    """{"asked": who of the players is to check in, "here": whether all are}."""
    absent = selectors.absent_of(row, mine)
    return {"asked": absent, "here": selectors.checks_in(row) and not absent}


def _before(row: CampaignRow) -> dict[str, Any]:
    return said(Described(**selectors.said_of(row)), "")


def own_matches(rows: Iterable[MatchRow], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """{"match", "title", "campaign", "game", "opened", "open", "left", "points", "result"} of each; `campaign`: id and
    name of the one that it is played in, or None; `left`: it is open, and its campaign has been left by somebody who
    plays in it, so that nobody waits for it.
    """
    return [_match(row, names) for row in rows]


def _match(row: Any, names: Mapping[str, str]) -> dict[str, Any]:
    left = row.link is not None and row.status == "open" and selectors.broken_off(row.chronicle, row.link)
    game = tables_of(row.system)
    order = [side for mode in game.modes for side in mode.sides]
    sides = sorted(row.sides, key=lambda side: order.index(side) if side in order else len(order))
    return {
        "match": row.pk,
        "title": " – ".join(", ".join(names.get(one, "?") for one in row.sides[side]) for side in sides),
        "campaign": {"id": row.chronicle, "name": row.chronicle_name} if row.chronicle_name else None,
        "game": game.name.to(language()),
        "opened": row.stream.opened_at,
        "open": row.status != "confirmed" and not left,
        "left": left,
        "points": score_of(row, sides),
        "result": _result(row),
    }


def _result(row: MatchRow) -> str:
    """Who won; of a run, which nobody wins, its rank."""
    run = getattr(row.stream, "run_row", None)
    if run is not None and run.status == ANNULLED:
        return _("The match is annulled")
    if run is not None and row.winner:
        return _("The run is over. Rank: %(rank)s.") % {"rank": badge(run.system, run.rank).title}
    return pages_of(row.system).result_words(row.winner, language()) if row.winner else ""


def _table(row: DayTableRow, mine: set[str], names: Mapping[str, str]) -> dict[str, Any]:
    day: Any = row.campaign
    words = pages_of(day.campaign_row.system)
    side = next(side for side, seats in row.sides.items() if mine & set(seats))
    friends = [names.get(player, "?") for player in row.sides[side] if player not in mine]
    foes = [names.get(p, "?") for key, seats in row.sides.items() if key != side for p in seats]
    return {
        "day": day.campaign_row,
        "name": words.battlefield_name(row.battlefield, language()),
        "side": words.side_name(side, language()),
        "friends": ", ".join(friends),
        "foes": ", ".join(foes),
        "cards": [_card(card, row.battlefield, side, words) for card in _cards(row)],
        "match": row.match_id,
        "open": row.match_id is not None and not row.result,
        "result": words.result_words(row.result["winner"], language()) if row.result else "",
        "overall": words.result_words(day.campaign_row.winner, language()) if day.campaign_row.winner else "",
        **_arrival(day.campaign_row, [player for player in row.sides[side] if player in mine]),
        **(_before(day.campaign_row) if row.match_id is None else {}),
    }


def _cards(row: DayTableRow) -> list[ArcanumRow]:
    """The cards that were earned at the table or sent to it."""
    day: Any = row.campaign
    return [card for card in day.arcana.all() if row.battlefield in (card.source, card.table)]


def _card(card: ArcanumRow, table: str, side: str, words: Any) -> dict[str, Any]:
    """{"name", "ours", "status", "where"}: where it comes to, or where it went."""
    zone = words.zone_words(card.zone) if card.zone else ""
    went = words.battlefield_name(card.table, language()) if card.table else ""
    return {
        "name": words.card_name(card.card, language()),
        "ours": card.side == side,
        "status": card.status,
        "where": zone if card.table == table else went,
    }
