"""The ranking after every round as rows. What adds up to a figure is computed when somebody opens it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tracker.models import Player, StandingRow, TournamentRow
from tracker.projections.source import Source, differs, overtaken
from tracker.rulesets import tournament
from tracker.rulesets.tournament.state import TournamentState
from tracker.standings.structs import Standing, shown
from tracker.systems import uuids

DRAFTED = ("draft", "published")


def save(source: Source) -> None:
    """Writes what changed: each round that has started has its standings; before round 1 everyone shares place 1."""
    state: TournamentState = source.state
    if state.created is None or overtaken(TournamentRow, source):
        return
    rounds = ranked_rounds(state)
    entered = Player.objects.filter(id__in=uuids(state.entrants)) if rounds else Player.objects.none()
    known = {str(id_): id_ for id_ in entered.values_list("id", flat=True)}
    wanted = {
        (round_, known[standing.player]): _fields(standing, source)
        for round_ in rounds
        for standing in tournament.standings(state, round_)
        if standing.player in known
    }
    _write(source, wanted)


def ranked_rounds(state: TournamentState) -> list[int]:
    """The rounds after which there are standings."""
    return [round_.round for round_ in state.rounds if round_.status not in DRAFTED]


def _fields(standing: Standing, source: Source) -> dict[str, Any]:
    figures = [
        {
            "id": figure.id,
            "top": figure.top,
            "bottom": figure.bottom,
            "shown": shown(figure.top, figure.bottom),
        }
        for figure in standing.figures
    ]
    return {
        "rank": standing.rank,
        "shared": standing.shared,
        "change": standing.change,
        "figures": figures,
        "version": source.version,
    }


def _write(source: Source, wanted: dict[tuple[int, UUID], dict[str, Any]]) -> None:
    rows = StandingRow.objects.filter(tournament_id=source.stream.id)
    kept = {(row.round, row.player_id): row for row in rows}
    if gone := [row.id for key, row in kept.items() if key not in wanted]:
        StandingRow.objects.filter(id__in=gone).delete()
    StandingRow.objects.bulk_create(
        [
            StandingRow(tournament_id=source.stream.id, round=round_, player_id=player, **fields)
            for (round_, player), fields in wanted.items()
            if _differs(kept.get((round_, player)), fields)
        ],
        update_conflicts=True,
        unique_fields=["tournament", "round", "player"],
        update_fields=["rank", "shared", "change", "figures", "version"],
        batch_size=100,
    )


def _differs(row: StandingRow | None, fields: dict[str, Any]) -> bool:
    """Whether a row is new or says something else; the version alone is no news."""
    return row is None or differs(row, fields)
