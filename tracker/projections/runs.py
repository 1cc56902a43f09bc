"""Runs and seasons as rows: what one stream says of itself. The ladders are made of these rows by `ladder`.

A run is a match whose outcome has a board and a score (`games.ladders`). Called by `tracker.projections`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from games.match import STAFF_SIDE
from games.registry import LADDERS
from games.replay import standing
from games.ruleset import Outcome
from tracker.models import Player, RunRow, SeasonRow
from tracker.models.ladders import ANNULLED, CONFIRMED, CONTESTED, LOGGED, RUNNING
from tracker.moments import clamped, read
from tracker.projections.source import Source, overtaken_each, put_each
from tracker.rulesets.season.state import SeasonState
from tracker.systems import uuids

BASE, ZERO = 20_000, 10_000
"""Every figure of a score lies between -9,999 and 9,999."""


def as_number(score: Iterable[int]) -> int:
    """A score tuple as one number, so that numbers compare as the tuples do."""
    number = 0
    for figure in score:
        number = number * BASE + max(0, min(BASE - 1, figure + ZERO))
    return number


def save(source: Source) -> None:
    """The row of a run; a match of another kind, and one whose opening was voided, has none."""
    save_each([source])


def save_each(sources: Sequence[Source]) -> None:
    """The same for several matches, in as few statements. Sources in the order of their streams."""
    told = [(one, one.rules.outcome(one.state)) for one in sources if _may_rank(one)]
    runs = [(one, outcome, _runner(one)) for one, outcome in told if is_run(one.stream.system, outcome)]
    known = _known(name for _, _, name in runs)
    rows = {one.stream.id: _run(one, outcome, name, known) for one, outcome, name in runs}
    _write_each(RunRow, [(one, rows.get(one.stream.id)) for one, _ in told])


def _known(names: Iterable[str]) -> set[UUID]:
    """Those of these runners who have a player's row here."""
    ids = uuids(names)
    return set(Player.objects.filter(id__in=ids).values_list("id", flat=True)) if ids else set()


def _may_rank(source: Source) -> bool:
    return source.stream.system in LADDERS and not source.stream.private


def _runner(source: Source) -> str:
    return next((name for side in source.rules.sides(source.state).values() for name in side), "")


def is_run(system: str, outcome: Outcome) -> bool:
    """Whether a match with this outcome stands on ladders."""
    return system in LADDERS and "board" in outcome.carry and "score" in outcome.carry


def save_season(source: Source) -> None:
    """The row of a season."""
    state: SeasonState = source.state
    fields = {
        "name": state.name,
        "system": source.stream.system,
        "starts": clamped(state.starts),
        "ends": clamped(state.ends) if state.ends else None,
        "closed": clamped(state.closed) if state.closed else None,
        # As the tracker wrote it down first: staff who take that back and write another do not get other runs.
        "club": getattr(source.entries[0].event, "club", ""),
        "opened": read(source.rows[0].recorded) or source.stream.opened_at,
    }
    _write(SeasonRow, source, fields if state.name else None)


def _write(model: type[Model], source: Source, fields: dict[str, Any] | None) -> None:
    _write_each(model, [(source, fields)])


def _write_each(model: type[Model], rows: Sequence[tuple[Source, dict[str, Any] | None]]) -> None:
    wanted = any(fields is not None for _, fields in rows)
    if not wanted and not model._default_manager.filter(pk__in=[one.stream.id for one, _ in rows]).exists():
        return
    late = overtaken_each(model, [one for one, _ in rows])
    ours = [row for row in rows if row[0].stream.id not in late]
    if gone := [one.stream.id for one, fields in ours if fields is None]:
        model._default_manager.filter(pk__in=gone).delete()
    put_each(model, [(one, fields) for one, fields in ours if fields is not None])


def _run(source: Source, outcome: Outcome, player: str, known: Container[UUID]) -> dict[str, Any]:
    score = outcome.carry["score"]
    runner = next((one for one in uuids([player]) if one in known), None)
    status = _status(source, outcome)
    started, recorded = _began(source)
    return {
        "system": source.stream.system,
        "board": outcome.carry["board"],
        "player_id": runner,
        "character": outcome.carry.get("characters", {}).get(player) or "",
        "detail": getattr(source.state.play, "detail", ""),
        "figures": _figures(source, score),
        "score": as_number(score),
        "rank": outcome.carry.get("rank", ""),
        "status": status,
        "counts": runner is not None and _counts(status, score),
        "by_staff": status == CONFIRMED and STAFF_SIDE in source.state.confirmed,
        "started": started,
        "recorded": recorded,
        "steps": list(_steps(source)),
    }


def _figures(source: Source, score: Iterable[int]) -> dict[str, int]:
    """The tuple as players read it: a figure of which less is better is negative in the score alone."""
    return dict(zip(LADDERS[source.stream.system].figures, map(abs, score), strict=True))


def _status(source: Source, outcome: Outcome) -> str:
    if source.state.contested is not None:
        return CONTESTED
    if outcome.incomplete:
        return ANNULLED
    return {"open": RUNNING, "finished": LOGGED, "confirmed": CONFIRMED}[outcome.status]


def _counts(status: str, score: Iterable[int]) -> bool:
    """What is contested waits until it is settled; a run that has just begun has reached nothing yet."""
    return status in (LOGGED, CONFIRMED) or (status == RUNNING and any(score))


def _began(source: Source) -> tuple[datetime, datetime]:
    """(when the run was started, when its log began): nobody starts a run after having logged it."""
    first = source.rows[standing(source.entries)[0].seq - 1]
    recorded = read(first.recorded) or source.stream.opened_at
    return min(read(first.at) or recorded, recorded), recorded


def _steps(source: Source) -> Iterator[dict[str, Any]]:
    """The figures after every event that changed them: whatever is different after an event was made by it."""
    for seq, outcome in source.reached[1:]:
        yield {"seq": seq, "turn": outcome.turn, "figures": _figures(source, outcome.carry["score"])}
