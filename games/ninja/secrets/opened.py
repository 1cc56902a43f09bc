"""The log with every secret in its place: those that the server kept, and those that the sides opened after the end.

NIN-AUD-01 a secret is the one committed to, NIN-AUD-02 no salt twice and no number twice, NIN-AUD-03 nothing is left
out. Called by the audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from games.codec import tag
from games.ninja.full.events import (
    IntruderRespawned,
    OwnedSecret,
    RespawnBonusTaken,
    SecretRevealed,
    SeedCommitted,
)
from games.ninja.full.sight import owner_of
from games.ruleset import Entry, Event
from games.secrets import check_commitment, commitment, secret_of
from games.system import Finding


class Opened(NamedTuple):
    """The entries with their secrets, without the openings themselves; and what is wrong with these."""

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]


class _Told(NamedTuple):
    """What a side opened: the seq of its event, the value and the salt."""

    seq: int
    value: dict[str, Any]
    salt: str


def opened(entries: Sequence[Entry]) -> Opened:
    """Every secret event with its secret, as far as anybody told it."""
    reveals, findings = _reveals(entries)
    numbers: Counter[str] = Counter()
    drawn = any(isinstance(entry.event, SeedCommitted) for entry in entries)
    found: list[Entry] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, SecretRevealed):
            continue
        if isinstance(event, OwnedSecret) and event.commitment and secret_of(event) is None:
            side = owner_of(event)
            numbers[side] += 1
            told = _whole(event, reveals.pop((side, numbers[side]), None), drawn)
            findings.extend(_kept(entry, event, told))
            entry = Entry(entry.seq, _joined(event, told), entry.actor)
        elif isinstance(event, OwnedSecret) and check_commitment(event):
            findings.append(_finding("NIN-AUD-01", entry.seq, event))
        found.append(entry)
    findings.extend(
        Finding(check="NIN-AUD-02", seq=told.seq, side=side, rule="NIN-AUD-02", params={"told": number})
        for (side, number), told in reveals.items()
    )
    return Opened(tuple(found), (*findings, *_salted_twice(found)))


def _reveals(entries: Iterable[Entry]) -> tuple[dict[tuple[str, int], _Told], list[Finding]]:
    """(side, number) -> what was opened; a number that comes twice is a finding."""
    found: dict[tuple[str, int], _Told] = {}
    twice: list[Finding] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, SecretRevealed):
            key = (event.side, event.number)
            if key in found:
                params = {"told": event.number}
                twice.append(
                    Finding(
                        check="NIN-AUD-02", seq=entry.seq, side=event.side, rule="NIN-AUD-02", params=params
                    )
                )
            found.setdefault(key, _Told(entry.seq, event.value, event.salt))
    return found, twice


def _whole(event: OwnedSecret, told: _Told | None, drawn: bool) -> _Told | None:
    """What was opened; None where it fits its seal and leaves something untold: an opened nothing is not opened
    (NIN-AUD-03). `drawn`: the server draws the missions."""
    if told is None or isinstance(event, RespawnBonusTaken):
        return told
    if commitment(told.salt, told.value) != event.commitment:
        return told
    empty = {name for name, value in told.value.items() if value is None}
    later = {"mission"} if drawn and isinstance(event, IntruderRespawned) else set()
    return told if empty <= later else None


def _kept(entry: Entry, event: OwnedSecret, told: _Told | None) -> Iterator[Finding]:
    if told is None:
        yield _finding("NIN-AUD-03", entry.seq, event)
    elif commitment(told.salt, told.value) != event.commitment or _converted(event, told) is None:
        yield _finding("NIN-AUD-01", entry.seq, event)


def _joined(event: OwnedSecret, told: _Told | None) -> Event:
    """The event with the secret that its side opened; as it is where that does not fit."""
    return event if told is None else _converted(event, told) or event


def _converted(event: OwnedSecret, told: _Told) -> Event | None:
    if set(told.value) != set(event.secret_fields):
        return None
    try:
        whole = {**msgspec.to_builtins(event), **told.value, "salt": told.salt}
        return msgspec.convert(whole, type(event))
    except msgspec.ValidationError:
        return None


def _salted_twice(entries: Iterable[Entry]) -> Iterator[Finding]:
    """NIN-AUD-02, NIN-HID-07: with a salt that was used before, a small secret can be guessed."""
    used: set[str] = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, OwnedSecret) and event.salt:
            if event.salt in used:
                yield _finding("NIN-AUD-02", entry.seq, event)
            used.add(event.salt)


def _finding(check: str, seq: int, event: OwnedSecret) -> Finding:
    return Finding(check=check, seq=seq, side=owner_of(event), rule=check, params={"told": tag(type(event))})
