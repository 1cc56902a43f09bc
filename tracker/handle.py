"""handle(command): load the stream, let the rules judge, append, tell of it. The one way into the log.

Called by `tracker.commands` for pages, REST, jobs and imports.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction

from games.chain import Row, link
from games.codec import malformed
from games.consequences import following
from games.fields import fields_of
from games.match import EventVoided
from games.portable import actor_text
from games.replay import Refusal, check_void, judge, refold
from games.ruleset import (
    EVERYONE,
    PUBLIC,
    REFEREE,
    RULES,
    STAFF,
    Actor,
    BlindEvent,
    Entry,
    Event,
    Outcome,
    RuleViolation,
    SecretEvent,
    Viewer,
)
from games.secrets import canonical, sealed
from tracker import appended, keys, log, warm
from tracker.log import FirstAnswer, KeyTaken, NewRow, StaleHead
from tracker.moments import written
from tracker.systems import events_of
from tracker.warm import Warm

ATTEMPTS = 50
MOST_EVENTS = 200
"""So many events may follow by themselves; no game has a chain like that, so more would be one that never ends."""
SEALED_KEY = "sealed:"
"""How a stored key begins."""


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to happen on one stream, all or nothing.

    `expected_version` is the version that the decision was made on (None: whatever it is now). `key` makes a
    repeated command harmless. `at` is when it happened at the table, ISO 8601. `dry_run` judges and writes nothing.
    """

    stream: UUID
    actor: Actor
    events: tuple[Event, ...]
    expected_version: int | None = None
    key: str | None = None
    at: str | None = None
    dry_run: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The events `first_seq` to `first_seq + count - 1` stand: those of the command and what followed from them.

    `repeated`: they stood already, by the same key, or since they had followed by themselves (then `count` is 0).
    """

    stream: UUID
    version: int
    first_seq: int
    count: int
    repeated: bool = False


class CommandRejected(Exception):
    """The rules refuse. `violations` come with the position (0-based) of the event in the command.

    `broken` lists the later events that a voiding would make illegal.
    """

    def __init__(
        self, violations: tuple[RuleViolation, ...], position: int = 0, broken: Sequence[Refusal] = ()
    ) -> None:
        super().__init__(", ".join(violation.rule for violation in violations))
        self.violations = violations
        self.position = position
        self.broken = tuple(broken)


class StaleVersion(Exception):
    """Someone was faster: the stream stands at `version`, the caller expected `expected`."""

    def __init__(self, stream: UUID, version: int, expected: int) -> None:
        super().__init__(f"{stream} stands at {version}, not at {expected}")
        self.stream, self.version, self.expected = stream, version, expected


class KeyReused(Exception):
    """The idempotency key was used before for something else."""


class _Stored(NamedTuple):
    """An event as the log will give it back, its row's type, public payload and secret part, and who tells it."""

    event: Event
    type: str
    data: bytes
    secret: bytes | None
    actor: Actor


class _Judged(NamedTuple):
    """A command that the rules accept: the events as they will be stored and the state that they lead to."""

    events: tuple[_Stored, ...]
    state: Any
    outcome: Outcome


def handle(command: Command) -> Answer:
    """Judges and appends.

    Raises `CommandRejected`, `StaleVersion`, `KeyReused`, `MalformedEvent` or `warm.UnknownStream`.
    """
    digest, asked = _digest(command) if command.key else None, len(command.events)
    # The database refuses a key that was used before, but knows it only as today's secret writes it.
    if len(keys.known()) > 1 and (before := _repeated(command, digest)) is not None:
        return before
    # A judgement without an append meets nothing that would tell that this process has missed something.
    base = warm.current(command.stream) if command.dry_run else warm.get(command.stream)
    for _ in range(ATTEMPTS):
        try:
            judged = _judge(base, command)
            if command.dry_run:
                return Answer(command.stream, base.head.version, base.head.version + 1, len(judged.events))
            return _append(base, command, judged, digest)
        except (StaleHead, KeyTaken, CommandRejected, StaleVersion) as refusal:
            repeated = _repeated(command, digest)
            if repeated is not None:
                return repeated
            fresh = warm.refreshed(base)
            if isinstance(refusal, StaleHead) and fresh.head == base.head:
                _require_ours(command.stream)
            rest = _without_followed(fresh, command)
            if rest is not command and not rest.events:
                return Answer(command.stream, fresh.head.version, fresh.head.version, 0, True)
            if fresh.head == base.head and rest is command and not isinstance(refusal, StaleHead):
                if isinstance(refusal, CommandRejected):
                    refusal.position += asked - len(command.events)
                raise
            base, command = fresh, rest
    raise StaleVersion(command.stream, base.head.version, base.head.version)


def _require_ours(stream: UUID) -> None:
    """WL-MOVE-01. Asked only when an append found the stream standing where it was, and still could not be made."""
    if log.is_handed_over(stream):
        raise CommandRejected((RuleViolation("WL-MOVE-01"),))


def _judge(base: Warm, command: Command) -> _Judged:
    """Checks the events one after the other on top of `base`, with what follows from them by itself.

    Nothing follows where something is taken back: then staff decide what comes. Raises `CommandRejected` or
    `StaleVersion`.
    """
    if command.expected_version is not None and command.expected_version != base.head.version:
        raise StaleVersion(command.stream, base.head.version, command.expected_version)
    table = _Table(
        base, command.actor, follows=not any(isinstance(raw, EventVoided) for raw in command.events)
    )
    table.ask(command.events)
    for position, raw in enumerate(command.events):
        table.tell(raw, position)
    while table.follow(answers=not command.dry_run):
        pass
    return _Judged(tuple(table.events), table.state, base.rules.outcome(table.state))


class _Table:
    """A stream while a command is judged: the state so far, and the events that lead to it."""

    def __init__(self, base: Warm, actor: Actor, follows: bool) -> None:
        self.base, self.actor, self.follows = base, actor, follows
        self.state = base.state
        self.events: list[_Stored] = []

    def ask(self, events: Sequence[Event]) -> None:
        """Nothing of a player's command comes after a question: it could not be refused without telling the answer."""
        if len(events) < 2 or self.actor.is_staff:
            return
        asks = self.base.rules.consequences(self.state).asks
        for position, event in enumerate(events[:-1]):
            rule = asks(event)
            if rule:
                raise CommandRejected(
                    (RuleViolation(rule, {"told": event.__struct_config__.tag}),), position + 1
                )

    def tell(self, raw: Event, position: int) -> None:
        """An event of the command; what must come before it and nobody decides comes before it by itself."""
        stored = _stored(self.base, raw, self.actor)
        if isinstance(stored.event, EventVoided):
            self.state = _void(self.base, stored.event, self.actor, self.events)
            self.events.append(stored)
            return
        refused = violations = self._judged(stored)
        while violations and self.follow(answers=False):
            violations = self._judged(stored)
        if violations:
            raise CommandRejected(refused, position)
        self._fold(stored)

    def follow(self, answers: bool) -> bool:
        """Logs the event that the rules alone determine now, if there is one; see `games.consequences`."""
        event = following(self.base.rules, self.state, answers) if self.follows else None
        if event is None or len(self.events) > MOST_EVENTS:
            return False
        stored = _stored(self.base, event, Actor(RULES, str(self._cause())))
        if self._judged(stored):
            return False
        self._fold(stored)
        return True

    def _cause(self) -> int:
        """The number of the last event that somebody told."""
        told = [at for at, stored in enumerate(self.events, start=1) if stored.actor.cause is None]
        return self.base.head.version + (told[-1] if told else 0)

    def _judged(self, stored: _Stored) -> tuple[RuleViolation, ...]:
        return judge(self.base.rules, self.state, stored.event, stored.actor)

    def _fold(self, stored: _Stored) -> None:
        self.state = self.base.rules.evolve(self.state, stored.event)
        self.events.append(stored)


def _without_followed(base: Warm, command: Command) -> Command:
    """The command without its first events that have followed by themselves since it was decided on: taken as told, as
    far as whoever tells them may see what followed: nobody finds out by trying what is kept from them."""
    followed: list[Entry] = []
    for entry in reversed(
        warm.entries_of(base.codec, log.read(base.stream, max(0, base.head.version - MOST_EVENTS)))
    ):
        if entry.actor.cause is None:
            break
        followed.append(entry)
    if command.expected_version is not None:
        followed = [entry for entry in followed if entry.seq > command.expected_version]
    told = 0
    viewer = _viewer(base, command.actor)
    seen = (base.rules.redact(base.state, entry.event, viewer) for entry in followed)
    left = [event for event in seen if event is not None]
    for raw in command.events:
        same = next((event for event in left if _tells(event, raw)), None)
        if same is None:
            break
        left.remove(same)
        told += 1
    if not told:
        return command
    return msgspec.structs.replace(command, events=command.events[told:], expected_version=None)


def _viewer(base: Warm, actor: Actor) -> Viewer:
    """How much of the stream an actor may see."""
    sides = base.rules.sides(base.state)
    side = next((side for side, players in sides.items() if actor.player in players), None)
    return REFEREE if actor.is_staff else Viewer("player", actor.player, side)


def _tells(followed: Event, raw: Event) -> bool:
    """Whether what followed says all that a client says; what the client left out it left to the rules."""
    if type(followed) is not type(raw):
        return False
    fields = fields_of(type(raw))
    told = [field for field in fields if field.required or getattr(raw, field.name) != field.default]
    return all(getattr(raw, field.name) == getattr(followed, field.name) for field in told)


def _stored(base: Warm, raw: Event, actor: Actor) -> _Stored:
    """The event as a rebuild will read it, so that nothing that JSON does not keep can matter to a rule.

    Raises `MalformedEvent` for an event made in code whose fields break their own limits.
    """
    hides = isinstance(raw, SecretEvent | BlindEvent)
    row = base.codec.to_row(sealed(raw, secrets.token_hex(16)) if hides else raw)
    type_, data, secret = row
    try:
        event = base.codec.from_row(type_, type(raw).schema_number, data, secret)
    except msgspec.ValidationError as error:
        raise malformed(type(raw), error) from None
    return _Stored(event, *row, actor)


def _void(base: Warm, event: EventVoided, by: Actor, before: list[_Stored]) -> Any:
    """The state without the voided events, or `CommandRejected` with the list of what would become illegal."""
    entries = warm.entries_of(base.codec, log.read(base.stream))[: base.head.version]
    for seq, earlier in enumerate(before, start=base.head.version + 1):
        entries.append(Entry(seq, earlier.event, earlier.actor))
    violations, broken = check_void(base.rules, base.setup, entries, event, by)
    if violations:
        raise CommandRejected(violations, len(before), broken)
    entries.append(Entry(len(entries) + 1, event, by))
    return refold(base.rules, base.setup, entries)


def _append(base: Warm, command: Command, judged: _Judged, digest: str | None) -> Answer:
    rows = _rows(base, command, judged, digest)
    score = canonical(judged.outcome).decode()
    head = log.append(command.stream, base.head, rows, score)
    after = base._replace(head=head, state=judged.state, passed=None)
    voids = any(isinstance(stored.event, EventVoided) for stored in judged.events)
    _after_commit(after if voids else warm.went_on(base, after))
    return Answer(command.stream, head.version, base.head.version + 1, len(rows))


def _after_commit(after: Warm) -> None:
    """Keeps the new state warm and tells who follows, once the transaction (if one is open) has committed."""
    if transaction.get_connection().in_atomic_block:
        transaction.on_commit(partial(_committed, after))
    else:
        _committed(after)


def _committed(after: Warm) -> None:
    warm.keep(after)
    appended.tell(after.stream, after.head.version, *events_of(after.setup))


def _rows(base: Warm, command: Command, judged: _Judged, digest: str | None) -> list[NewRow]:
    recorded = written(datetime.now(UTC))
    sides = base.rules.sides(judged.state)
    previous, rows = base.head.hash, []
    for position, (event, type_, data, secret, actor) in enumerate(judged.events):
        side, visibility = _seat(base, judged.state, event, sides, actor)
        row = Row(
            seq=base.head.version + 1 + position,
            type=type_,
            schema=type(event).schema_number,
            side=side,
            visibility=visibility,
            actor=actor_text(actor),
            at=command.at if event.timed else None,
            recorded=recorded,
            key=stored_key(command.stream, command.key) if position == 0 else None,
        )
        previous = link(previous, row, data)
        rows.append(_new_row(row, data, secret, previous, digest, len(judged.events)))
    return rows


def _new_row(
    row: Row, data: bytes, secret: bytes | None, hash_: str, digest: str | None, batch: int
) -> NewRow:
    first = row.key is not None
    return NewRow(
        row.seq,
        row.type,
        row.schema,
        data.decode(),
        secret.decode() if secret is not None else None,
        row.side,
        row.visibility,
        row.actor,
        row.at,
        row.recorded or "",
        hash_,
        row.key,
        digest if first else None,
        batch if first else None,
    )


def _seat(
    base: Warm, state: Any, event: Event, sides: dict[str, tuple[str, ...]], actor: Actor
) -> tuple[str | None, str]:
    """(the side that the event is logged for, who may see all of it)."""
    player = getattr(event, "player", None) or actor.player
    side = next((side for side, players in sides.items() if player in players), None)
    seen = event if isinstance(event, EventVoided) else base.rules.redact(state, event, EVERYONE)
    if seen is event or seen == event:
        return side, PUBLIC
    return side, f"side:{side}" if side else STAFF


def _repeated(command: Command, digest: str | None) -> Answer | None:
    """The first answer to the same command; None when its key is new. Raises `KeyReused` for another command."""
    if command.key is None or command.dry_run:
        return None
    first = first_use(command.stream, command.key)
    if first is None:
        return None
    if first.digest != digest:
        raise KeyReused(command.key)
    return Answer(command.stream, first.first_seq + first.count - 1, first.first_seq, first.count, True)


def stored_key(stream: UUID, key: str | None) -> str | None:
    """The idempotency key as the log holds it. A key that a client chose may tell what its secret is, and every copy of
    the log shows it: so it is a digest under this installation's own secret.
    """
    return None if key is None else stored_keys(stream, key)[0]


def stored_keys(stream: UUID, key: str) -> tuple[str, ...]:
    """The same under today's secret and under those of before: a request may be sent again after they were changed."""
    return tuple(SEALED_KEY + digest for digest in keys.salted(SEALED_KEY, f"{stream}:{key}"))


def first_use(stream: UUID, key: str) -> FirstAnswer | None:
    """What a key was first used for on this stream; older logs hold keys as they came."""
    found = (log.first_answer(stream, one) for one in (*stored_keys(stream, key), key))
    return next((one for one in found if one is not None), None)


def used_at(asked: Mapping[UUID, str | None]) -> set[UUID]:
    """The streams on which the key that is asked of each was used before; one query for all of them."""
    stored = {one: stream for stream, key in asked.items() if key for one in stored_keys(stream, key)}
    return log.used_keys(stored)


def _digest(command: Command) -> str:
    """The identity of a request: who asked for which events. Kept in the database, never shown."""
    body = canonical([actor_text(command.actor), [msgspec.to_builtins(event) for event in command.events]])
    return hashlib.sha256(body).hexdigest()
