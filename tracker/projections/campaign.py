"""An event day's rows: head, tables, cards, the fallen. Read by the day's page, its console and the API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Model

from tracker.models import ArcanumRow, CampaignRow, DayTableRow, FallenRow, Player, Stream
from tracker.projections.described import said
from tracker.projections.source import Source, overtaken, put
from tracker.rulesets.campaign import overall
from tracker.rulesets.campaign.state import CampaignState
from tracker.systems import uuids

Wanted = dict[tuple[Any, ...], dict[str, Any]]


def save(source: Source) -> None:
    """Writes all rows of a day; before its first event there is nothing to show."""
    state: CampaignState = source.state
    if state.created is None or overtaken(CampaignRow, source):
        return
    row = put(CampaignRow, source, _head(state))
    row.players.set(Player.objects.filter(id__in=uuids(state.players)))
    _write(DayTableRow, source, ("battlefield",), _tables(state))
    _write(ArcanumRow, source, ("card",), _arcana(state))
    _write(FallenRow, source, ("battlefield", "figure", "owner", "number"), _fallen(state))
    _seat(source, state)


def _head(state: CampaignState) -> dict[str, Any]:
    now = state.finished or overall(state)
    assert state.created is not None
    return {
        "name": state.created.name,
        "system": state.created.system,
        "status": state.status,
        "winner": state.finished.winner if state.finished else None,
        "sides": msgspec.to_builtins(now.sides),
        "results": msgspec.to_builtins(now.players),
        "options": {**msgspec.to_builtins(state.options), **said(state), **_here(state)},
    }


def _here(state: CampaignState) -> dict[str, Any]:
    """Who is checked in, once somebody is."""
    return {"here": list(state.here)} if state.here else {}


def _tables(state: CampaignState) -> Wanted:
    keys = list(state.options.roles)
    here = _streams([table.match for table in state.tables.values()])
    return {
        (key,): {
            "position": keys.index(key),
            "role": state.options.roles[key],
            "sides": {side: list(players) for side, players in table.sides.items()},
            "match_id": here.get(table.match),
            "result": msgspec.to_builtins(table.result) if table.result else None,
            "fates_published": table.fates_published,
        }
        for key, table in state.tables.items()
    }


def _streams(matches: Iterable[str | None]) -> dict[str | None, UUID]:
    """The matches that are here: a day may be imported without them."""
    wanted = uuids(match for match in matches if match)
    return {str(id_): id_ for id_ in Stream.objects.filter(id__in=wanted).values_list("id", flat=True)}


def _arcana(state: CampaignState) -> Wanted:
    return {
        (card,): {
            "position": position,
            "status": arcanum.status,
            "source": arcanum.source,
            "side": arcanum.side,
            "noted": arcanum.noted,
            "table": arcanum.table,
            "zone": arcanum.zone,
            "arrived": arcanum.arrived,
        }
        for position, (card, arcanum) in enumerate(state.arcana.items())
    }


def _fallen(state: CampaignState) -> Wanted:
    """In order of tables, and of falling at each."""
    told = [(table, fallen) for table in state.tables.values() for fallen in table.fallen]
    return {
        (table.battlefield, *fallen.key): {
            "position": position,
            "side": fallen.told.side,
            "how": fallen.told.how,
            "turn": fallen.told.turn,
            "by": fallen.told.by,
            "by_owner": fallen.told.by_owner,
            "match_seq": fallen.told.match_seq,
            "fate": fallen.fate,
        }
        for position, (table, fallen) in enumerate(told)
    }


def _write(model: type[Model], source: Source, key: tuple[str, ...], wanted: Wanted) -> None:
    """Makes the day's rows of one table what they should be, in a few statements: only changed rows are written."""
    rows = model._default_manager.filter(campaign_id=source.stream.id)
    kept = {tuple(getattr(row, name) for name in key): row for row in rows}
    rows.filter(pk__in=[row.pk for name, row in kept.items() if name not in wanted]).delete()
    changed = []
    for name in kept.keys() & wanted.keys():
        if any(getattr(kept[name], field) != value for field, value in wanted[name].items()):
            for field, value in wanted[name].items():
                setattr(kept[name], field, value)
            kept[name].version = source.version  # type: ignore[attr-defined]
            changed.append(kept[name])
    if changed:
        model._default_manager.bulk_update(changed, [*next(iter(wanted.values())), "version"])
    new = [
        model(
            campaign_id=source.stream.id,
            version=source.version,
            **dict(zip(key, name, strict=True)),
            **fields,
        )
        for name, fields in wanted.items()
        if name not in kept
    ]
    model._default_manager.bulk_create(new)


def _seat(source: Source, state: CampaignState) -> None:
    """Links tables to their players, for "my day"."""
    everyone = [player for table in state.tables.values() for player in table.players()]
    known = {str(player.id): player for player in Player.objects.filter(id__in=uuids(everyone))}
    for row in DayTableRow.objects.filter(campaign_id=source.stream.id).prefetch_related("players"):
        seated = state.tables[row.battlefield].players()
        wanted = {known[player] for player in seated if player in known}
        if set(row.players.all()) != wanted:
            row.players.set(wanted)
