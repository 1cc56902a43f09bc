"""500 ways to change a database behind the program's back: edits of every column that means something, deletions,
swaps, cuts, rewritings chained anew, snapshots, rows of pages, seals. Used by `test_tampering`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import BooleanField, F, Field, IntegerField, JSONField, Model, UUIDField

from games.chain import genesis, link
from games.portable import Line
from games.secrets import canonical
from tracker import warm
from tracker.models import (
    EntrantRow,
    Event,
    MatchRow,
    PairingRow,
    Player,
    Seal,
    SealedHead,
    Snapshot,
    StandingRow,
    Stream,
    TournamentRow,
)
from tracker.projections import rebuild
from tracker.proof import seals, verify
from tracker.tests.offline.test_forged_files import turned

MEANINGLESS = {
    Event: {"position"},  # the order of paging
    # when the row was made; by which program the rows were; a lock of the operator's, which says nothing of what was
    # played: whoever forges it stops entries or lets them in, and those are judged, chained and sealed as ever
    Stream: {"opened_at", "projected_by", "handed_over"},
    Snapshot: set(),
    Seal: set(),
    SealedHead: {"id"},
    MatchRow: {"version"},  # which version changed the row last
    TournamentRow: {"version"},
    EntrantRow: {"id", "version"},
    PairingRow: {"id", "version"},
    StandingRow: {"id", "version"},
}
STRANGER = "Mallory"
READ_MODELS = (MatchRow, TournamentRow, EntrantRow, PairingRow, StandingRow)


class Tamper(NamedTuple):
    """What is done, in words, and the deed."""

    name: str
    do: Callable[[], Any]


def tampers(dice: Random, count: int) -> Iterator[Tamper]:
    """`count` of them, each kind in turn."""
    columns = [(model, field) for model in MEANINGLESS for field in _fields(model)]
    makers = (
        [lambda model=model, field=field: _edit(model, field, dice) for model, field in columns]
        + [lambda model=model: _delete(model, dice) for model in (Event, Seal, SealedHead, *READ_MODELS)]
        + [
            lambda make=make: make(dice)
            for make in (_swap, _cut, _copy, _drop_stream, _rewrite, _turn_round, _unseal)
        ]
    )
    for number in range(count):
        yield makers[number % len(makers)]()


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    own = [field for field in model._meta.concrete_fields if field.attname not in MEANINGLESS[model]]
    return [field for field in own if not (field.primary_key and model in (Stream, Snapshot, *READ_MODELS))]


def _one(model: type[Model], dice: Random) -> Any:
    rows = model._default_manager.order_by("pk")
    return rows[dice.randrange(rows.count())]


def _edit(model: type[Model], field: Field[Any, Any], dice: Random) -> Tamper:
    row = _one(model, dice)
    was = getattr(row, field.attname)
    value = _other(field, was, dice, row)
    change = {field.attname: value}

    def do() -> None:
        model._default_manager.filter(pk=row.pk).update(**change)

    return Tamper(f"{model.__name__} {row.pk}: {field.attname} {was!r:.60} -> {value!r:.60}", do)


def _other(field: Field[Any, Any], was: Any, dice: Random, row: Any) -> Any:
    if field.null and was is not None and dice.random() < 0.3:
        return None
    if field.attname == "projected_version":
        return row.version + dice.randint(1, 9999)
    if field.attname == "seq":  # one that is taken the database refuses by itself
        return was + 1_000 + dice.randint(1, 1000)
    if field.is_relation:
        return _stranger(field, dice)
    if isinstance(field, BooleanField):
        return not was
    if isinstance(field, IntegerField):
        return (was or 0) + dice.randint(1, 1000)
    if isinstance(field, UUIDField):
        return uuid5(was or UUID(int=0), str(dice.random()))
    if isinstance(field, JSONField):
        return [was, 1] if dice.random() < 0.5 else {"forged": dice.random()}
    if isinstance(was, bytes | memoryview):
        return bytes(was)[:-1] + b"?"
    return _changed_text(was or "", dice)[: field.max_length or None]


def _stranger(field: Field[Any, Any], dice: Random) -> UUID:
    """A player who never played here, another stream, or, for an event, a stream that never was."""
    if field.model is Event:
        return uuid5(UUID(int=0), str(dice.random()))
    if field.related_model is Player:
        return Player.objects.get(name=STRANGER).pk
    return Stream.objects.get(kind="campaign").id


def _long(dice: Random) -> Stream:
    """A stream that has something to lose."""
    rows = Stream.objects.filter(version__gt=1).order_by("id")
    return rows[dice.randrange(rows.count())]


def _changed_text(text: str, dice: Random) -> str:
    if not text:
        return "x"
    place = dice.randrange(len(text))
    return (
        text[:place]
        + dice.choice([one for one in "0123456789abcdef" if one != text[place]])
        + text[place + 1 :]
    )


def _delete(model: type[Model], dice: Random) -> Tamper:
    row = _one(model, dice)
    return Tamper(
        f"{model.__name__} {row.pk} deleted", lambda: model._default_manager.filter(pk=row.pk).delete()
    )


def _swap(dice: Random) -> Tamper:
    """Two neighbours exchange their places."""
    row = _one(Event, dice)
    other = Event.objects.filter(stream=row.stream_id).exclude(pk=row.pk).order_by("seq")[0]

    def do() -> None:
        Event.objects.filter(pk=row.pk).update(seq=99_999)
        Event.objects.filter(pk=other.pk).update(seq=row.seq)
        Event.objects.filter(pk=row.pk).update(seq=other.seq)

    return Tamper(f"events {row.seq} and {other.seq} swapped", do)


def _cut(dice: Random) -> Tamper:
    """The tail goes, and everything agrees with that."""
    stream = _long(dice)
    keep = dice.randint(1, stream.version - 1)

    def do() -> None:
        Snapshot.objects.filter(stream=stream).delete()
        Event.objects.filter(stream=stream, seq__gt=keep).delete()
        head = Event.objects.get(stream=stream, seq=keep).hash
        Stream.objects.filter(id=stream.id).update(version=keep, head=head)
        _agree(stream.id)

    return Tamper(f"{stream.kind} cut to {keep}", do)


def _copy(dice: Random) -> Tamper:
    """A perfectly linked event that nobody's rules accepted."""
    stream = _long(dice)

    def do() -> None:
        row = Event.objects.filter(stream=stream).order_by("seq")[0]
        row.pk, row.seq, row.key = None, stream.version + 1, None
        row.hash = link(stream.head, verify.chain_row(row), row.data.encode())
        row.save(force_insert=True)
        Stream.objects.filter(id=stream.id).update(version=row.seq, head=row.hash, projected_version=row.seq)

    return Tamper(f"{stream.kind}: its first event again", do)


def _drop_stream(dice: Random) -> Tamper:
    stream = _long(dice)

    def do() -> None:
        MatchRow.objects.filter(stream=stream).delete()
        PairingRow.objects.filter(match=stream).update(match=None)
        Event.objects.filter(stream=stream).delete()
        Stream.objects.filter(id=stream.id).delete()

    return Tamper(f"{stream.kind} dropped", do)


def _rewrite(dice: Random) -> Tamper:
    """An event is changed, all that follows is chained anew, and every row agrees."""
    stream = _long(dice)
    seq = dice.randint(1, stream.version)
    change = dice.choice(
        [{"actor": "organiser"}, {"at": "2020-01-01T00:00:00Z"}, {"recorded": "2020-01-01T00:00:00.000Z"}]
    )
    return Tamper(f"{stream.kind}: {change} at {seq}, chained anew", lambda: _rechain(stream.id, seq, change))


def _rechain(stream: UUID, seq: int, change: dict[str, Any]) -> None:
    Event.objects.filter(stream=stream, seq=seq).update(**change)
    head = ""
    for row in Event.objects.filter(stream=stream, seq__gte=max(seq - 1, 1)).order_by("seq"):
        if row.seq >= seq:
            previous = head or _genesis(stream)
            head = link(previous, verify.chain_row(row), row.data.encode())
            Event.objects.filter(pk=row.pk).update(hash=head)
        else:
            head = row.hash
    Stream.objects.filter(id=stream).update(head=head)
    Snapshot.objects.filter(stream=stream).delete()
    _agree(stream)


def _genesis(stream: UUID) -> str:
    row = Stream.objects.get(id=stream)
    told = {"kind": row.kind, "system": row.system, "ruleset": row.ruleset, "stream": str(stream)}
    return genesis(**told, setup=msgspec.json.decode(row.setup))


def _turn_round(dice: Random) -> Tamper:
    """The result of a match is turned round, in its log, its score, its row: nothing of the match contradicts it."""
    match = MatchRow.objects.order_by("table")[1].stream_id

    def do() -> None:
        for row in Event.objects.filter(stream=match, type__in=("match_reported", "result_confirmed")):
            data = turned(Line(seq=row.seq, type=row.type, data=msgspec.json.decode(row.data))).data
            Event.objects.filter(pk=row.pk).update(data=canonical(data).decode())
        _rechain(match, 1, {})
        if dice.random() < 0.5:
            seals.seal_heads()

    return Tamper("a result turned round, chained anew", do)


def _unseal(dice: Random) -> Tamper:
    """All seals or the last ones go, with all that is filed under them; some seal anew."""
    first = dice.choice((1, Seal.objects.count()))
    anew = dice.random() < 0.5

    def do() -> None:
        Seal.objects.filter(number__gte=first).delete()
        SealedHead.objects.filter(seal__gte=first).delete()
        if anew:
            _rechain(_long(dice).id, 1, {"actor": "organiser"})
            seals.seal_heads()

    return Tamper(f"seals from {first} on removed{', and made anew' if anew else ''}", do)


def _agree(stream: UUID) -> None:
    """Makes the rows of the pages follow from the log as it is now; where it is not legal, they stay."""
    warm.forget()
    Stream.objects.filter(id=stream).update(projected_version=0)
    try:
        with transaction.atomic():
            rebuild.rebuild_stream(stream)
    except Exception:
        Stream.objects.filter(id=stream).update(projected_version=F("version"))
