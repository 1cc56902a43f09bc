"""Wins, draws, losses, byes and opponents of the players of a tournament, from its tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec

from tracker.models import MatchRow, PairingRow

DRAW, BYE_TABLE = "draw", 0


class Record(msgspec.Struct):
    """What a player's tables came to. `opponents` round by round."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    opponents: list[str] = []


def records(stream: UUID, round_: int, players: Iterable[str]) -> dict[str, Record]:
    """By player, after a round; one query. Tables of a draft and those without a result count for nobody."""
    found = {player: Record(opponents=[]) for player in players}
    tables = PairingRow.objects.filter(tournament_id=stream, round__lte=round_).exclude(round_status="draft")
    for sides, table, result in tables.order_by("round", "table").values_list("sides", "table", "result"):
        for side, seated in sides.items():
            others = [one for other, people in sides.items() if other != side for one in people]
            for record in (found[player] for player in seated if player in found):
                _add(record, side, table, result, others)
    return found


def record_of(person: Sequence[UUID]) -> Record:
    """What a person's confirmed matches came to, of events or not, whoever of the same person played them."""
    found = Record(opponents=[])
    own = {str(one) for one in person}
    confirmed = (
        MatchRow.objects.filter(players__in=person, status="confirmed", stream__private=False)
        .exclude(winner=None)
        .distinct()
    )
    for _match, sides, winner in confirmed.order_by().values_list("pk", "sides", "winner"):
        side = next((side for side, seated in sides.items() if own & set(seated)), None)
        if side is not None:
            _add(found, side, 1, {"winner": str(winner)}, [])
    return found


def _add(record: Record, side: str, table: int, result: dict[str, str] | None, others: list[str]) -> None:
    if table == BYE_TABLE:
        record.byes += 1
        return
    if result is None:
        return
    record.opponents += others
    if result["winner"] == DRAW:
        record.draws += 1
    elif result["winner"] == side:
        record.wins += 1
    else:
        record.losses += 1
