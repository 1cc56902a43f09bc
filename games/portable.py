"""Portable logs: a stream as JSON lines that can be replayed and verified without a server or a database.

Line 1 is the header, every other line an event. A log that carries hashes is written in canonical form, one object
a line, so that not a single byte can change unnoticed; hand-written logs may leave hashes out.
Called by the command lines `replay`, `verify-log`, `export`, `import` and `simulate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from games.chain import Row, genesis, link
from games.codec import Codec, MalformedEvent, codec_for
from games.faults import fault, of_decoder, within
from games.ruleset import SYSTEM, Actor, Entry, Event, Ruleset, Setup
from games.secrets import canonical, commitment, sealed

T = TypeVar("T")
HIDDEN = "hidden"
TOLD_OPENLY = "told openly"
"""The salt of secrets in a hand-written log, which tells them in the payload and commits to nothing."""

NESTED = fault("brackets")
UTF8_MARK = b"\xef\xbb\xbf"
"""Some editors put it before the first line of a text file."""

RuleFinder = Callable[[str, str], Ruleset[Any, Any]]
"""(kind, system) -> its rules; raises KeyError for an unknown one."""


class Mark(msgspec.Struct, frozen=True):
    """A seal by its number and hash: whoever keeps one can tell later whether the history is still the same."""

    number: int
    hash: str


def read_mark(text: str) -> Mark:
    """`NUMBER:HASH` as it stands on prints and in files; of the hash 16 digits are enough. Raises ValueError."""
    number, _, digits = text.strip().partition(":")
    if not number.isdecimal() or not 16 <= len(digits) <= 64 or not set(digits) <= set("0123456789abcdef"):
        raise ValueError(f"{text!r} is no seal: NUMBER:HASH, with at least 16 digits of the hash")
    return Mark(int(number), digits)


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line. `events` and `head` close the log, so that a cut tail shows.

    A copy that is not `complete` leaves out what its reader may not know: it verifies, but some of its events cannot
    be judged by it. `seal` is the newest seal of the installation that wrote the file; no hash covers it.
    """

    warledger: int
    kind: str
    system: str
    ruleset: str
    setup: dict[str, Any] = {}
    stream: str | None = None
    events: int | None = None
    head: str | None = None
    complete: bool = True
    seal: Mark | None = None


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a commitment binds: the salt and the secret fields."""

    salt: str
    value: dict[str, Any]


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event. `data` is public; `secret` is told where the reader may know it, and no hash needs it.

    A line of the type `hidden` stands for an event that the reader may not know yet: it holds its hash alone.
    """

    seq: int
    type: str
    data: dict[str, Any] = {}
    schema: int = 1
    side: str | None = None
    visibility: str = "public"
    actor: str = "system"
    at: str | None = None
    recorded: str | None = None
    key: str | None = None
    secret: Secret | None = None
    hash: str | None = None


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a log: where (line of the file, seq of the event) and what."""

    line: int
    seq: int | None
    what: str


class BadLog(ValueError):
    """A file that is no log at all, or a line that cannot be read."""

    def __init__(self, line: int, what: str, seq: int | None = None) -> None:
        super().__init__(f"line {line}: {what}")
        self.problem = Problem(line, seq, what)


class PortableLog(msgspec.Struct):
    """A log that was read: header, lines and the rules that they name. Line n of the file is `raw[n - 1]`."""

    header: Header
    lines: list[Line]
    raw: list[bytes]
    content: bytes
    rules: Ruleset[Any, Any]

    @property
    def setup(self) -> Setup:
        return msgspec.convert(self.header.setup, Setup)

    def entries(self) -> list[Entry]:
        """The typed events. Raises `BadLog` with the line of the first malformed or hidden one."""
        codec = codec_for(self.rules)
        return [_entry(codec, line, number) for number, line in enumerate(self.lines, start=2)]


def actor_text(actor: Actor) -> str:
    """`player:<id>`, `organiser:<id>` or the bare role."""
    return f"{actor.role}:{actor.player}" if actor.player else actor.role


def actor_from(text: str) -> Actor:
    """The reverse of `actor_text`. Raises `msgspec.ValidationError` for an unknown role."""
    role, _, player = text.partition(":")
    return msgspec.convert({"role": role, "player": player or None}, Actor)


def read_log(content: bytes, find_rules: RuleFinder) -> PortableLog:
    """Reads a file. Raises `BadLog` for what cannot be read; judges nothing yet."""
    raw = content.removeprefix(UTF8_MARK).removesuffix(b"\n").split(b"\n")
    if raw == [b""]:
        raise BadLog(1, fault("file_empty"))
    header = _decode(raw[0], Header, 1)
    if header.warledger != 1:
        raise BadLog(1, fault("format_version", told=header.warledger))
    rules = _rules_of(header, find_rules)
    _try_setup(header, rules)
    lines = [_decode(text, Line, number) for number, text in enumerate(raw[1:], start=2)]
    return PortableLog(header, lines, raw, content, rules)


def _rules_of(header: Header, find_rules: RuleFinder) -> Ruleset[Any, Any]:
    try:
        rules = find_rules(header.kind, header.system)
    except KeyError:
        raise BadLog(1, fault("unknown_system", system=header.system, kind=header.kind)) from None
    if _version(header.ruleset) > _version(rules.version):
        raise BadLog(1, fault("rules_version", told=header.ruleset, known=rules.version))
    return rules


def _version(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split("."))
    except ValueError:
        raise BadLog(1, fault("no_version", told=text)) from None


def _try_setup(header: Header, rules: Ruleset[Any, Any]) -> None:
    try:
        rules.initial(msgspec.convert(header.setup, Setup))
    except msgspec.ValidationError as error:
        raise BadLog(1, within("setup", of_decoder(str(error)))) from None


def _decode(text: bytes, cls: type[T], number: int) -> T:
    try:
        return msgspec.json.decode(text, type=cls)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLog(number, of_decoder(str(error))) from None
    except RecursionError:
        raise BadLog(number, NESTED) from None


def _entry(codec: Codec, line: Line, number: int) -> Entry:
    if line.type == HIDDEN:
        raise BadLog(number, fault("hidden_copy"), line.seq)
    try:
        data = {**line.data, **line.secret.value, "salt": line.secret.salt} if line.secret else line.data
        event = codec.from_payload(line.type, data, line.schema)
        if line.hash is None:
            event = sealed(event, TOLD_OPENLY)
        return Entry(line.seq, event, actor_from(line.actor))
    except (MalformedEvent, msgspec.ValidationError) as error:
        raise BadLog(number, of_decoder(error.args[0]), line.seq) from None


def verify(log: PortableLog) -> list[Problem]:
    """Chain, order, commitments and canonical form of a log that carries hashes. [] means untouched."""
    header, problems = log.header, []
    head = genesis_of(header)
    for number, line in enumerate(log.lines, start=2):
        head, wrong = _verify_line(line, log.raw[number - 1], number, head)
        problems += wrong
    return [Problem(1, None, what) for what in _header_problems(log, head)] + problems


def _header_problems(log: PortableLog, head: str) -> Iterator[str]:
    header, count = log.header, len(log.lines)
    if header.head is None or header.events is None:
        yield fault("no_chain")
        return
    if canonical(header) != log.raw[0] or msgspec.to_builtins(log.setup) != header.setup:
        yield fault("header_form")
    if header.events != count:
        yield fault("header_count", told=header.events, found=count)
    if header.head != head:
        yield fault("header_head")
    if not log.content.endswith(b"\n") or log.content.startswith(UTF8_MARK):
        yield fault("file_ends")


def genesis_of(header: Header) -> str:
    """The hash that the first event follows."""
    return genesis(
        kind=header.kind,
        system=header.system,
        ruleset=header.ruleset,
        setup=header.setup,
        stream=header.stream,
    )


def _verify_line(line: Line, raw: bytes, number: int, previous: str) -> tuple[str, list[Problem]]:
    wrong = []
    if line.seq != number - 1:
        wrong.append(fault("entry_order", seq=line.seq, wanted=number - 1))
    if canonical(line) != raw:
        wrong.append(fault("line_form"))
    if line.secret is not None and not _keeps_commitment(line, line.secret):
        wrong.append(fault("secret"))
    expected = link(previous, row_of(line), canonical(line.data))
    if line.type == HIDDEN:
        if line != hidden(line.seq, line.hash):
            wrong.append(fault("hidden_entry"))
    elif line.hash != expected:
        wrong.append(fault("hash"))
    return line.hash or expected, [Problem(number, line.seq, what) for what in wrong]


def hidden(seq: int, hash_: str | None) -> Line:
    """The line of an event that the reader of a copy may not know yet."""
    return Line(seq=seq, type=HIDDEN, hash=hash_)


def _keeps_commitment(line: Line, secret: Secret) -> bool:
    return commitment(secret.salt, secret.value) == line.data.get("commitment")


def row_of(line: Line) -> Row:
    """The part of a line that its hash covers, its data aside."""
    return Row(
        seq=line.seq,
        type=line.type,
        schema=line.schema,
        side=line.side,
        visibility=line.visibility,
        actor=line.actor,
        at=line.at,
        recorded=line.recorded,
        key=line.key,
    )


def chained(header: Header, lines: Iterable[Line]) -> tuple[Header, list[Line]]:
    """The same log with its hash chain: every line's hash, and the header's `events` and `head`."""
    head, linked = genesis_of(header), []
    for line in lines:
        head = link(head, row_of(line), canonical(line.data))
        linked.append(msgspec.structs.replace(line, hash=head))
    return msgspec.structs.replace(header, events=len(linked), head=head), linked


def write_log(header: Header, lines: Sequence[Line]) -> bytes:
    """The bytes of a portable log in canonical form, with a newline after every line."""
    return b"".join(canonical(item) + b"\n" for item in (header, *lines))


def log_of(
    rules: Ruleset[Any, Any],
    kind: str,
    setup: Setup,
    events: Iterable[tuple[Event, Actor]],
    system: str | None = None,
) -> tuple[Header, list[Line]]:
    """A chained portable log of events that never saw a database (`simulate`).

    `system` is the game of an event, whose rules are not the game's own.
    """
    codec = codec_for(rules)
    header = Header(
        warledger=1,
        kind=kind,
        system=system or rules.key,
        ruleset=rules.version,
        setup=msgspec.to_builtins(setup),
    )
    return chained(header, [_line(codec, seq, *item) for seq, item in enumerate(events, start=1)])


def _line(codec: Codec, seq: int, event: Event, actor: Actor = SYSTEM) -> Line:
    type_, data, secret = codec.to_row(event)
    return Line(
        seq=seq,
        type=type_,
        data=msgspec.json.decode(data),
        schema=type(event).schema_number,
        actor=actor_text(actor),
        secret=msgspec.json.decode(secret, type=Secret) if secret else None,
    )
