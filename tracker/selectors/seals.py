"""The seals of this installation, for pages and programs that keep one as a witness."""

from __future__ import annotations

import msgspec

from games.portable import Mark
from tracker.models import Seal
from tracker.proof import seals


class SealView(msgspec.Struct, frozen=True):
    """A seal as anybody may see it: its number, its hash and the one before it, and when it was made."""

    number: int
    hash: str
    previous: str
    at: str


def newest_seal() -> Mark | None:
    """The newest seal, some seconds old at most; None before the first."""
    return seals.newest()


NONE_YET = SealView(0, seals.GENESIS, "", "")


def seal(number: int | None) -> SealView | None:
    """The seal of this number, or None. For None the newest one; before the first it has the number 0."""
    rows = Seal.objects.order_by("-number") if number is None else Seal.objects.filter(number=number)
    row = rows.defer("heads").first()
    return (
        SealView(row.number, row.hash, row.previous, row.at)
        if row
        else (NONE_YET if number is None else None)
    )


def seal_contradicts(mark: Mark) -> str | None:
    """What is wrong when somebody kept this seal; None when it is part of the history still."""
    problem = seals.against(mark)
    return problem.what if problem else None
