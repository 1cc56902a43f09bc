"""Time-ordered ids (UUIDv7, RFC 9562) for streams and other rows. Python's own `uuid` has them only from 3.14."""

import secrets
import time
import uuid


def uuid7() -> uuid.UUID:
    """A new id: 48 bits of Unix milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = secrets.randbits(74)
    value = milliseconds << 80 | 0x7 << 76 | (random >> 62) << 64 | 0b10 << 62 | (random & (1 << 62) - 1)
    return uuid.UUID(int=value)


def is_id(text: str) -> bool:
    """Whether it is an id, however it is written."""
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
