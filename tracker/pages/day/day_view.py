"""An event day as pages show it: tables with their points, cards and their way, the fallen, totals. No command here.

Called by `day` (public pages) and `day_console`. All names come in two queries, however many tables play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from tracker import selectors
from tracker.models import ArcanumRow, CampaignRow, DayTableRow, FallenRow
from tracker.pages.day.day_figures import (
    Rows,
    lost_rows,
    outcome_words,
    point_rows,
    scheme_rows,
    side_rows,
    signed,
)
from tracker.pages.day.day_words import Words
from tracker.pages.event.tables import Side
from tracker.rulesets.campaign.state import WITHDRAWN


class Card(NamedTuple):
    """A card and its way. `status` is created, granted (on its way) or arrived; `url` opens the newest event."""

    key: str
    name: str
    side: Side
    source: str
    target: str
    zone: str
    status: str
    url: str


class FallenView(NamedTuple):
    """A figure that left a table. `fate` is saved, lost or None; `key` names it in forms."""

    name: str
    owner: str
    side: Side
    how: str
    turn: int | None
    fate: str | None
    url: str
    key: str
    died: bool


class Points(NamedTuple):
    """A side of a table with its VP, and the score lines that they are made of."""

    side: Side
    rows: Rows


class DayTable(NamedTuple):
    """A table of the day. `state` is laid, playing, finished (to confirm), done or contested. `awaited`: who of its
    players has not come, until its first turn is played.
    """

    key: str
    name: str
    source: bool
    sides: list[Points]
    match: UUID | None
    turn: int
    state: str
    cards: list[Card]
    fallen: list[FallenView]
    fates_published: bool
    awaited: str

    @property
    def died(self) -> int:
        return sum(one.died for one in self.fallen)

    @property
    def saved(self) -> int:
        return sum(one.fate == "saved" for one in self.fallen)


class Total(NamedTuple):
    """A side over the day. `rows`: "won", "vp_difference", "vp" opened, table by table."""

    side: Side
    won: int
    drawn: int
    lost: int
    vp: int
    vp_difference: str
    rows: dict[str, Rows]


class DayView(NamedTuple):
    """Everything that the day's page shows."""

    row: CampaignRow
    tables: list[DayTable]
    cards: list[Card]
    totals: list[Total]
    verdict: str
    saved: int
    fallen: int
    players: list[dict[str, Any]]


def day_view(row: CampaignRow) -> DayView:
    """The day in six queries besides the head; what opens a figure is in rows that are read anyway."""
    tables = list(selectors.day_tables(row.pk))
    fallen = list(selectors.fallen(row.pk))
    words = Words(row, tables, fallen)
    cards = [_card(card, words) for card in selectors.arcana(row.pk)]
    views = [_table(table, words, cards, fallen) for table in tables]
    return DayView(
        row=row,
        tables=views,
        cards=cards,
        totals=[_total(side, tables, words) for side in row.options["sides"]],
        verdict=words.pages.result_words(row.winner, words.language) if row.winner else "",
        saved=sum(one.fate == "saved" for one in fallen),
        fallen=sum(one.how != WITHDRAWN for one in fallen),
        players=_players(tables, fallen, words),
    )


def _card(row: ArcanumRow, words: Words) -> Card:
    at_target = row.arrived is not None
    return Card(
        key=row.card,
        name=words.pages.card_name(row.card, words.language),
        side=words.side(row.side),
        source=words.table(row.source),
        target=words.table(row.table),
        zone=words.pages.zone_words(row.zone) if row.zone else "",
        status=row.status,
        url=words.event(row.table or "", row.arrived) if at_target else words.event(row.source, row.noted),
    )


def _table(row: DayTableRow, words: Words, cards: Iterable[Card], fallen: Iterable[FallenRow]) -> DayTable:
    name = words.table(row.battlefield)
    match = getattr(row.match, "match", None) if row.match else None
    result = row.result or {}
    points: Mapping[str, int] = result.get("vp") or (match.vp if match else {})
    sides = [
        Points(
            words.side(key, row.sides.get(key, ()), points.get(key), result.get("winner") == key),
            point_rows(row, key, words),
        )
        for key in words.row.options["sides"]
    ]
    return DayTable(
        key=row.battlefield,
        name=name,
        source=row.role == "source",
        sides=sides,
        match=row.match_id,
        turn=match.turn if match else 0,
        state=_state(row, match),
        cards=[card for card in cards if name in (card.source, card.target)],
        fallen=[_fallen(one, words) for one in fallen if one.battlefield == row.battlefield],
        fates_published=row.fates_published,
        awaited=", ".join(_awaited(row, match, words)),
    )


def _awaited(row: DayTableRow, match: Any, words: Words) -> list[str]:
    if match is not None and (match.turn or match.status != "open"):
        return []
    players = (player for seats in row.sides.values() for player in seats)
    return [words.names.player(player) for player in selectors.absent_of(words.row, players)]


def _state(row: DayTableRow, match: Any) -> str:
    if match is not None and match.contested:
        return "contested"
    if row.result:
        return "done"
    if match is not None and match.status != "open":
        return "finished"
    return "playing" if row.match_id else "laid"


def _fallen(row: FallenRow, words: Words) -> FallenView:
    return FallenView(
        name=words.names.figure(row.figure),
        owner=words.names.player(row.owner),
        side=words.side(row.side),
        how=words.removals.get(row.how, row.how),
        turn=row.turn,
        fate=row.fate,
        url=words.event(row.battlefield, row.match_seq),
        key=f"{row.battlefield}|{row.owner}|{row.number}|{row.figure}",
        died=row.how != WITHDRAWN,
    )


def _total(side: str, tables: Iterable[DayTableRow], words: Words) -> Total:
    told = words.row.sides.get(side, {})
    return Total(
        side=words.side(side),
        won=told.get("won", 0),
        drawn=told.get("drawn", 0),
        lost=told.get("lost", 0),
        vp=told.get("vp", 0),
        vp_difference=signed(told.get("vp_difference", 0)),
        rows=side_rows(side, tables, words),
    )


def _players(
    tables: Iterable[DayTableRow], fallen: Iterable[FallenRow], words: Words
) -> list[dict[str, Any]]:
    """Every player of a finished table: scheme VP, what the table was for the side, own figures lost."""
    seated = {table.battlefield: table for table in tables}
    rows = [
        {
            "name": words.names.player(player),
            "table": words.table(told["table"]),
            "url": words.event(told["table"], (seated[told["table"]].result or {}).get("match_seq")),
            "side": words.side(told["side"]),
            "scheme_vp": told["scheme_vp"],
            "scheme_rows": scheme_rows(seated[told["table"]], player, words),
            "result": outcome_words()[told["result"]],
            "figures_lost": told["figures_lost"],
            "lost_rows": lost_rows(fallen, player, words),
        }
        for player, told in words.row.results.items()
    ]
    return sorted(rows, key=lambda row: (-row["scheme_vp"], row["name"].casefold()))
