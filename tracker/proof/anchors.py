"""What is done when the installation's key is lost: the present key takes over the chain of seals, and says so openly.

With a new key no old signature can be proven. The chain of hashes, the file of seals and every mark that somebody kept
still can: the anchor signs the hash of the last old seal, so nothing before it can be changed unnoticed from then on.
Whether something was changed before the anchor, only these witnesses tell. Called by `manage.py anchor` and `seals`.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from tracker import keys
from tracker.models import Anchor, Seal, Snapshot

REASON = 500


class NotNeeded(Exception):
    """There is nothing to anchor; the text says why."""


def newest() -> Anchor | None:
    """The newest anchor that the present key signed; None: no key was lost before it."""
    return next((one for one in Anchor.objects.order_by("-number") if _is_ours(one)), None)


def foreign() -> list[Anchor]:
    """Anchors after it, which somebody else must have put there; without one of ours, all."""
    ours = newest()
    return list(Anchor.objects.filter(number__gt=ours.number if ours else 0).order_by("number"))


def _is_ours(anchor: Anchor) -> bool:
    return keys.fits(anchor.signature, "anchor", *_parts(anchor))


def _parts(anchor: Anchor) -> tuple[str, ...]:
    return str(anchor.seal), anchor.at, anchor.reason, anchor.previous


def make(reason: str) -> Anchor:
    """Takes over the seals of a key that is lost. Raises `NotNeeded`."""
    reason = " ".join(reason.split())
    if not reason or len(reason) > REASON:
        raise NotNeeded(f"say in at most {REASON} characters what became of the key: everybody may read it")
    last = Seal.objects.order_by("-number").defer("heads").first()
    if last is None:
        raise NotNeeded("there are no seals yet: the present key signs the first")
    if keys.fits(last.signature, "seal", last.hash):
        raise NotNeeded("the present key signed the newest seal: nothing is lost")
    if (known := newest()) is not None and known.seal > last.number:
        raise NotNeeded(f"the present key has taken over already, on {known.at}")
    at = datetime.now(UTC).isoformat(timespec="seconds")
    anchor = Anchor(seal=last.number + 1, at=at, reason=reason, previous=last.hash)
    anchor.signature = keys.keyed("anchor", *_parts(anchor))
    with transaction.atomic():
        anchor.save(force_insert=True)
        Snapshot.objects.all().delete()  # a cache that the lost key signed
    return anchor
