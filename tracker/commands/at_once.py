"""Several steps of an organiser in one, all or nothing: for programs that would else ask for each of them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.codec import MalformedEvent
from games.faults import within
from games.ruleset import RuleViolation
from tracker import log, warm
from tracker.commands.arrivals import check_in
from tracker.commands.matches import report_match
from tracker.commands.people import NewPlayer, register_players
from tracker.commands.rounds import (
    close_round,
    discard_round,
    draw_by_hand,
    draw_round,
    publish_round,
    start_round,
)
from tracker.commands.streams import staff_actor, together
from tracker.commands.tournaments import create_tournament, finish, tournament_named
from tracker.handle import Answer, CommandRejected, KeyReused, StaleVersion, first_use, used_at
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import Player, Stream
from tracker.rulesets.tournament.events import RoundDiscarded
from tracker.selectors.matches import matches_of

PAUSES = (0.05, 0.2)
"""Seconds between two tries of a round whose results were told and not heard."""

Until = Literal["draft", "published", "started"]


class Draw(NamedTuple):
    """How the next round is made. With `pairings` (side -> players of each table, and who has the `bye`) it is drawn by
    hand because of `reason`; else by the rules."""

    until: Until = "started"
    seed: str | None = None
    scenario: str | None = None
    reason: str | None = None
    pairings: Sequence[Mapping[str, Sequence[str]]] | None = None
    bye: str | None = None


Then = Literal["nothing", "close", "finish"] | Draw
"""What follows the results of a round: it stays open, it is closed, the event ends too, or the next round is drawn."""


class TableResult(NamedTuple):
    """The result of a table: the last of `events` (`{"type", "data"}`) is the report, the others are told before it."""

    table: int
    events: Sequence[dict[str, Any]]


class TableRefused(Exception):
    """The result at `position` (0-based) cannot stand; `cause` says why. Nothing was written."""

    def __init__(self, position: int, cause: CommandRejected) -> None:
        super().__init__(str(cause))
        self.position, self.cause = position, cause


def create_filled(
    identity: Identity,
    *,
    name: str,
    preset: str,
    options: dict[str, Any] | None = None,
    people: Sequence[NewPlayer] = (),
    present: bool = False,
    key: str | None = None,
) -> tuple[UUID, list[Player]]:
    """A new tournament with its players, who are checked in with `present`."""
    step = _part(key, "players")
    with transaction.atomic():
        known = key is not None and Stream.objects.filter(id=tournament_named(identity, key)).exists()
        made = create_tournament(identity, name=name, preset=preset, options=options, key=key)
        if known and bool(people) != _was_taken(made, step):
            raise KeyReused(key)
        if not people:
            return made, []
        return made, enter(identity, made, people, present=present, key=step)


def enter(
    identity: Identity,
    stream: UUID,
    people: Sequence[NewPlayer],
    *,
    present: bool = False,
    key: str | None = None,
) -> list[Player]:
    """Registers players at a tournament, before it or late; with `present` they are checked in too."""
    with together(identity, stream):
        known = _was_taken(stream, key)
        players = register_players(identity, stream, people, key=key)
        steps = {player.pk: _part(key, f"in:{player.pk}") for player in players}
        if known and present != _was_taken(stream, steps[players[0].pk]):
            raise KeyReused(key)
        for player, step in steps.items() if present else ():
            check_in(identity, stream, player=player, key=step)
    return players


def draw_until(identity: Identity, stream: UUID, draw: Draw, *, key: str | None = None) -> Answer:
    """Draws the next round and publishes it or, as well, starts it. The answer counts all events of it."""
    staff_actor(identity, stream)
    with together(identity, stream):
        first = _drawn(identity, stream, draw, key)
        if first.repeated and draw.until != _drawn_until(stream, key):
            raise KeyReused(key)
        last = first
        number = _round_drawn(stream, first)
        if draw.until != "draft":
            step = _part(key, "publish")
            last = done_before(stream, step) or publish_round(identity, stream, round=number, key=step)
        if draw.until == "started":
            last = start_round(identity, stream, round=number, key=_part(key, "start"))
    whole = max(first.version, last.version)
    return msgspec.structs.replace(first, version=whole, count=whole - first.first_seq + 1)


def _drawn_until(stream: UUID, key: str | None) -> Until:
    """How far the request went that came with this key first."""
    if _was_taken(stream, _part(key, "start")):
        return "started"
    return "published" if _was_taken(stream, _part(key, "publish")) else "draft"


def _drawn(identity: Identity, stream: UUID, draw: Draw, key: str | None) -> Answer:
    told = {"scenario": draw.scenario, "reason": draw.reason, "key": key}
    if draw.pairings is None:
        return draw_round(identity, stream, seed=draw.seed, **told)
    if not draw.reason:
        raise BadInput("reason", _("say why the round is drawn by hand, in a few words"))
    return draw_by_hand(
        identity, stream, draw.pairings, bye=draw.bye, scenario=draw.scenario, reason=draw.reason, key=key
    )


def discard_drawn(
    identity: Identity,
    stream: UUID,
    *,
    round: int,
    reason: str,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Throws away the draw of the round that stands now; a repeated request means the one that it threw away then."""
    told = {"reason": reason, "expected_version": expected_version, "key": key}
    return discard_round(identity, stream, round=round, seed=_draw_meant(stream, round, key), **told)


def _draw_meant(stream: UUID, round: int, key: str | None) -> str:
    first = first_use(stream, key) if key else None
    event = _logged(stream, first.first_seq) if first else None
    if isinstance(event, RoundDiscarded) and event.round == round:
        return event.seed
    drawn = warm.current(stream).state.round(round)
    return drawn.seed if drawn else "?"


def report_round(
    identity: Identity,
    stream: UUID,
    round: int,
    results: Sequence[TableResult],
    *,
    then: Then = "nothing",
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer | None:
    """The results of several tables of a round, each confirmed by staff, and what follows; all or nothing.

    Returns the answer of the last step, None for results alone. Raises `TableRefused`, and `StaleVersion` where the
    event moved on; results alone write to the matches, so that its log would not tell.
    """
    asked = (round, results, then, expected_version)
    told = {one.table for one in results}
    for pause in PAUSES:
        try:
            return _reported(identity, stream, *asked, key)
        except CommandRejected as refused:
            if not any(told & {*_tables(violation)} for violation in refused.violations):
                raise
        # Another thread was at the rows of one of these matches, so that its result was not heard: all of it again.
        time.sleep(pause)
    return _reported(identity, stream, *asked, key)


def _tables(violation: RuleViolation) -> Sequence[int]:
    """The tables that a refusal waits for."""
    return tuple(violation.params.get("tables") or ())


def _reported(
    identity: Identity,
    stream: UUID,
    round: int,
    results: Sequence[TableResult],
    then: Then,
    expected_version: int | None,
    key: str | None,
) -> Answer | None:
    with together(identity, stream):
        found = {int(row.table): row.stream_id for row in matches_of(stream, round) if row.table}
        before = _told_before(stream, found, key) if key else None
        if before is not None and before != _asks(results, then):
            raise KeyReused(key)
        version = warm.current(stream).head.version
        if before is None and expected_version not in (None, version):
            raise StaleVersion(stream, version, expected_version or 0)
        _report_tables(identity, found, results, key)
        if then == "nothing":
            return None
        answer = close_round(identity, stream, round=round, key=_part(key, "close"))
        if then == "finish":
            answer = finish(identity, stream, key=_part(key, "finish"))
        if isinstance(then, Draw):
            answer = _draw_after(identity, stream, then, _part(key, "draw"))
    return answer


def _asks(results: Sequence[TableResult], then: Then) -> tuple[frozenset[int], str]:
    return frozenset(one.table for one in results), "draw" if isinstance(then, Draw) else then


def _told_before(stream: UUID, found: Mapping[int, UUID], key: str) -> tuple[frozenset[int], str] | None:
    """What the request asked for that came with this key first: its tables, and what followed. None: there was none."""
    used = used_at({match: _part(key, f"table:{table}") for table, match in found.items()})
    told = frozenset(table for table, match in found.items() if match in used)
    done = [step for step in ("finish", "draw", "close") if _was_taken(stream, _part(key, step))]
    return (told, done[0] if done else "nothing") if told or done else None


def _draw_after(identity: Identity, stream: UUID, draw: Draw, key: str | None) -> Answer:
    try:
        return draw_until(identity, stream, draw, key=key)
    except BadInput as error:  # how it is drawn stands below `draw` of what was asked
        raise BadInput(f"draw.{error.field}", error.message) from None


def _report_tables(
    identity: Identity, found: Mapping[int, UUID], results: Sequence[TableResult], key: str | None
) -> None:
    """`found`: the match of each table."""
    for position, told in enumerate(results):
        if told.table not in found:
            known = ", ".join(map(str, found)) or _("none")
            raise BadInput(
                f"results[{position}].table",
                _("no match was opened there; tables with one: %(tables)s") % {"tables": known},
            )
        *before, report = told.events
        try:
            report_match(
                identity,
                found[told.table],
                report["data"],
                type_=report["type"],
                before=before,
                key=_part(key, f"table:{told.table}"),
            )
        except MalformedEvent as error:
            where = f"results[{position}]"
            raise MalformedEvent(within(where, error.args[0]), f"{where}.{error.place}".rstrip(".")) from None
        except CommandRejected as refused:
            raise TableRefused(position, refused) from None


def done_before(stream: UUID, key: str | None) -> Answer | None:
    """What this step answered when the request came before. A publication tells how often the round was drawn by then:
    made again after later rounds it would be another one."""
    first = first_use(stream, key) if key else None
    if first is None:
        return None
    return Answer(stream, first.first_seq + first.count - 1, first.first_seq, first.count, True)


def _round_drawn(stream: UUID, drawn: Answer) -> int:
    return int(_logged(stream, drawn.first_seq).round)


def _logged(stream: UUID, seq: int) -> Any:
    row = log.read(stream, seq - 1, 1)[0]
    return warm.event_of(warm.get(stream).codec, row)


def _was_taken(stream: UUID, step: str | None) -> bool:
    """Whether a request with this key came before. A key stands for the whole of a request: whoever asks for more or
    less with it asks for something else, though the first step is the same."""
    return step is not None and first_use(stream, step) is not None


def _part(key: str | None, part: str) -> str | None:
    """The idempotency key of one step, so that a repeated request repeats each of them."""
    return str(uuid5(UUID(int=0), f"{key}:{part}")) if key else None
