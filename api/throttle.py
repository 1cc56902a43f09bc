"""How often one caller may ask: a bucket for each token, user, claimed device or address, kept in this process.

A bucket holds `burst` requests and refills at `per_minute`. The number of buckets is bounded: the longest unused go.
Called by `api.gate` for every request. Wrong tokens and codes are counted by `tracker.throttle`.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

KEPT = 10_000


class Allowance(NamedTuple):
    """What is left after a request: `remaining` requests now, `reset` seconds until the bucket is full again.

    `wait` is 0 when the request may pass, else the seconds until the next one may.
    """

    limit: int
    remaining: int
    reset: int
    wait: int

    def headers(self) -> dict[str, str]:
        """The RateLimit fields of an answer."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


class Buckets:
    """Token buckets by caller. `per_minute` 0 lets everything pass."""

    def __init__(self, per_minute: int, burst: int) -> None:
        self.per_minute, self.burst = per_minute, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, caller: str) -> Allowance | None:
        """Counts one request of `caller`; None when nothing is limited."""
        if not self.per_minute:
            return None
        now, rate = time.monotonic(), self.per_minute / 60
        with self._lock:
            level, since = self._levels.pop(caller, (float(self.burst), now))
            level = min(self.burst, level + (now - since) * rate)
            passes = level >= 1
            level -= passes
            self._levels[caller] = (level, now)
            if len(self._levels) > KEPT:
                self._levels.popitem(last=False)
        wait = 0 if passes else max(1, int((1 - level) / rate + 0.999))
        return Allowance(self.burst, int(level), int((self.burst - level) / rate + 0.999), wait)

    def forget(self) -> None:
        """Fills every bucket again."""
        with self._lock:
            self._levels.clear()


def _setting(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


# Forty phones behind one router share an address, and a live page asks again after every event.
REQUESTS = Buckets(
    per_minute=_setting("WARLEDGER_API_RATE", 6_000), burst=_setting("WARLEDGER_API_BURST", 1_000)
)
