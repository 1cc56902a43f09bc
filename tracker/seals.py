"""Seals: periodic, signed and chained records of every stream's head, so that a cut tail or a lost stream is found.

A seal lists the heads that moved since the last one. Called by the beat task, by `verify.py` and by exports.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction

from games.secrets import canonical
from tracker.models import Seal, Stream

GENESIS = "0" * 64


class SealProblem(NamedTuple):
    """A seal that does not hold: its number and what is wrong."""

    number: int
    what: str


def seal_heads() -> int | None:
    """Seals what moved since the last seal: its number, or None when nothing moved or another process was faster."""
    last = Seal.objects.order_by("-number").first()
    known = sealed_heads()
    streams = Stream.objects.order_by("id").values_list("id", "version", "head")
    heads = {str(id_): (version, head) for id_, version, head in streams.iterator()}
    moved = {id_: head for id_, head in heads.items() if known.get(id_) != head}
    if not moved:
        return None
    number = last.number + 1 if last else 1
    seal = _made(number, last.hash if last else GENESIS, moved, len(heads))
    try:
        with transaction.atomic():
            seal.save(force_insert=True)
    except IntegrityError:
        return None
    return number


def _made(number: int, previous: str, moved: dict[str, tuple[int, str]], streams: int) -> Seal:
    seal = Seal(
        number=number,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        previous=previous,
        heads=canonical(moved).decode(),
        streams=streams,
    )
    seal.hash = _hash(seal)
    seal.signature = _signature(seal.hash)
    return seal


def _hash(seal: Seal) -> str:
    covered = [seal.number, seal.at, seal.previous, seal.heads, seal.streams]
    return hashlib.sha256(canonical(covered)).hexdigest()


def _signature(digest: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), b"seal:" + digest.encode(), hashlib.sha256).hexdigest()


def sealed_heads() -> dict[str, tuple[int, str]]:
    """The newest sealed head of every stream: stream id -> (version, hash)."""
    heads: dict[str, tuple[int, str]] = {}
    for seal in Seal.objects.order_by("number").iterator():
        heads.update({id_: (version, head) for id_, (version, head) in json.loads(seal.heads).items()})
    return heads


def problems() -> Iterator[SealProblem]:
    """Every seal that is missing from the chain, was edited, or was not signed by this installation."""
    previous, number = GENESIS, 0
    for seal in Seal.objects.order_by("number").iterator():
        if seal.number != number + 1:
            yield SealProblem(seal.number, f"seal {number + 1} is missing")
        if seal.previous != previous or _hash(seal) != seal.hash:
            yield SealProblem(seal.number, "the seal does not follow from the one before it")
        if not hmac.compare_digest(_signature(seal.hash), seal.signature):
            yield SealProblem(seal.number, "the seal was not signed by this installation")
        previous, number = seal.hash, seal.number
