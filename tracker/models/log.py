"""The append-only log: streams, events, seals of all heads, and snapshots (a cache).

Written by `tracker.log` alone. Payloads are canonical JSON text, because the hash chain covers their exact bytes.
"""

from django.db import models

from tracker.ids import uuid7

NEWEST = ("-stream__opened_at", "-stream_id")
"""The order of rows that belong to a stream: what came to this server last stands first. Ids tell nothing of time: one
that was made from an idempotency key is a hash."""


class Stream(models.Model):
    """One match, tournament or campaign. `score` is the outcome at `version`, written with the events.

    `projected_version` is the version that the rows of the pages show, `projected_by` a digest of the program that
    made them: rows of an older program may lack what a newer one shows. `handed_over`: another server goes on with it,
    and nothing is appended here (`tracker.exchange.hand_over`). `private`: its setup says so (`tracker.audience`).

    No index holds a column that an append changes, so PostgreSQL updates the row in place (HOT).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=16)
    system = models.CharField(max_length=32)
    ruleset = models.CharField(max_length=16)
    setup = models.TextField(default="{}")
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    score = models.TextField(default="{}")
    projected_version = models.PositiveIntegerField(default=0)
    projected_by = models.CharField(max_length=16, db_default="")
    opened_at = models.DateTimeField(auto_now_add=True)
    handed_over = models.BooleanField(db_default=False)
    private = models.BooleanField(db_default=False)

    class Meta:
        indexes = [models.Index(fields=["-opened_at", "-id"], name="newest_streams")]


class Event(models.Model):
    """One row of a stream. `data` is public; `secret` holds salt and value of what one side keeps.

    `key`, `digest` and `batch` stand on the first event of a command: the idempotency key, the digest of the
    request and the number of events that it appended. `position` is for paging only, never for catching up.
    """

    position = models.BigAutoField(primary_key=True)
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=64)
    schema = models.PositiveSmallIntegerField(default=1)
    data = models.TextField()
    secret = models.TextField(null=True)
    side = models.CharField(max_length=64, null=True)
    visibility = models.CharField(max_length=80)
    actor = models.CharField(max_length=64)
    at = models.CharField(max_length=32, null=True)
    recorded = models.CharField(max_length=32)
    hash = models.CharField(max_length=64)
    key = models.CharField(max_length=128, null=True)
    digest = models.CharField(max_length=64, null=True)
    batch = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="event_seq"),
            models.UniqueConstraint(
                fields=["stream", "key"], condition=models.Q(key__isnull=False), name="event_key"
            ),
        ]


class Snapshot(models.Model):
    """A state at a version: a cache that may be dropped at any time. See `tracker.shots` for what binds it.

    `head` is the hash of event `version`, `rules` the digest of the sources that folded it, `mac` keyed over all.
    """

    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, primary_key=True)
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    rules = models.CharField(max_length=64)
    mac = models.CharField(max_length=64)
    state = models.BinaryField()


class Seal(models.Model):
    """A signed record of the heads that moved since the last seal, chained to it: finds cut tails and lost streams.

    `heads` is canonical JSON, stream id -> [version, hash, rest] (see `SealedHead`; old seals have no `rest`).
    `signature` is an HMAC, so that whoever can only write to the database cannot make a new seal.
    """

    number = models.PositiveIntegerField(primary_key=True)
    at = models.CharField(max_length=32)
    previous = models.CharField(max_length=64)
    heads = models.TextField()
    streams = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=64)


class Anchor(models.Model):
    """The key that signed the seals below `seal` was lost: from then on the present key vouches for them.

    `previous` is the hash of the last of them, so that their chain is bound as a whole; `reason` is told to everybody.
    `signature` is by the new key: whoever can only write to the database cannot make an anchor.
    """

    number = models.AutoField(primary_key=True)
    seal = models.PositiveIntegerField()
    at = models.CharField(max_length=32)
    reason = models.CharField(max_length=500)
    previous = models.CharField(max_length=64)
    signature = models.CharField(max_length=64)


class SealedHead(models.Model):
    """Where a stream stood when a seal was made: the seals' `heads`, row by row, so that nobody must read them all.

    `rest` is a digest of the columns of the events up to `version` that no event's hash covers: secret, digest, batch.
    Empty in seals that knew nothing of them.
    """

    stream = models.UUIDField()
    seal = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    rest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seal"], name="sealed_once")]
        indexes = [models.Index(fields=["seal"], name="sealed_by")]
