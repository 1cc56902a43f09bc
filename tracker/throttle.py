"""How many wrong passwords, codes and tokens there may be: counted once for all processes, with the library `limits`.

The counts live in Redis where REDIS_URL names one, else in this process (the embedded installation has one web
process), by a clock that nobody sets. While Redis is away each process counts by itself, so that nobody is locked out
and nobody guesses freely.
Only failures count, so that whoever is right the first time never waits, and what strangers make
without an account. Called by the pages of sign-in and claims and by
the API.

Whom a failure is counted against: an account, a claimed device or a token; and the address only for those who have
none of them, because forty phones of a hall share one.
"""

from __future__ import annotations

import ipaddress
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from tracker.identity import BadCode, Identity

AWAY_FOR = 5.0
"""Seconds after which a Redis that did not answer is asked again."""
SWEPT_AT = 1_000
"""So many keys are kept before those whose window has ended are thrown away."""
REDIS_OPTIONS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "wrap_exceptions": True}
log = logging.getLogger(__name__)


class Slow(Exception):
    """Too many failures: `seconds` until the next attempt is looked at."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


class OwnCounts(Storage):
    """Counts of this process. Their windows end by the processor's clock: one of the machine that is set back would
    leave people locked out for as long, one that is set forward would let everybody guess anew.

    The library hears of an end as a moment of the machine's clock as it stands then, which is how it counts on.
    """

    base_exceptions = ValueError

    def __init__(self) -> None:
        super().__init__()
        self._counted: dict[str, tuple[int, float]] = {}
        self._lock = Lock()
        self._swept = SWEPT_AT

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._lock:
            now = time.monotonic()
            count, ends = self._counted.get(key, (0, now))
            found = (count + amount, ends) if now < ends else (amount, now + expiry)
            self._counted[key] = found
            if len(self._counted) > self._swept:
                self._counted = {one: told for one, told in self._counted.items() if now < told[1]}
                self._swept = max(SWEPT_AT, 2 * len(self._counted))
        return found[0]

    def get(self, key: str) -> int:
        count, ends = self._counted.get(key, (0, 0.0))
        return count if time.monotonic() < ends else 0

    def get_expiry(self, key: str) -> float:
        ends = self._counted.get(key, (0, 0.0))[1]
        return time.time() + max(0.0, ends - time.monotonic())

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        with self._lock:
            there = len(self._counted)
            self._counted = {}
        return there

    def clear(self, key: str) -> None:
        with self._lock:
            self._counted.pop(key, None)


class Counts:
    """Where failures are counted: in Redis, or in memory."""

    def __init__(self, url: str = "") -> None:
        self._own = FixedWindowRateLimiter(OwnCounts())
        self._shared = FixedWindowRateLimiter(_storage(url)) if url else None
        self._away_until = 0.0

    def wait(self, item: RateLimitItem, *key: str) -> int:
        """Seconds until this key may try again; 0: now."""
        return self._ask(lambda limiter: _wait(limiter, item, key))

    def count(self, item: RateLimitItem, *key: str) -> None:
        self._ask(lambda limiter: int(limiter.hit(item, *key)))

    def forget(self) -> None:
        """Starts from nothing, in this process and in Redis."""
        self._ask(lambda limiter: int(limiter.storage.reset() is not None))
        self._own.storage.reset()

    def _ask(self, question: Callable[[FixedWindowRateLimiter], int]) -> int:
        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except (StorageError, RedisError) as error:
                self._away_until = time.monotonic() + AWAY_FOR
                log.warning("failures are counted in this process alone: %s", error)
        return question(self._own)


def _storage(url: str) -> Storage:
    if url.startswith("unix:"):
        url = f"redis+{url}"
    try:
        return storage_from_string(url, **REDIS_OPTIONS)  # type: ignore[return-value]
    except ConfigurationError as error:
        log.warning("failures are counted in this process alone: %s", error)
        return OwnCounts()


def _wait(limiter: FixedWindowRateLimiter, item: RateLimitItem, key: tuple[str, ...]) -> int:
    if limiter.test(item, *key):
        return 0
    return max(1, int(limiter.get_window_stats(item, *key).reset_time - time.time()) + 1)


@cache
def counts() -> Counts:
    """This process's way to the counts."""
    return Counts(os.environ.get("REDIS_URL", ""))


class Failures:
    """A kind of failure with what is allowed of it, as `limits` writes it: `5/minute;20/hour`."""

    def __init__(self, name: str, allowed: str) -> None:
        self.name, self.items = name, parse_many(allowed)

    def check(self, key: str) -> None:
        """Raises `Slow` when this key has failed too often."""
        wait = max(counts().wait(item, self.name, key) for item in self.items)
        if wait:
            raise Slow(wait)

    def count(self, key: str) -> None:
        for item in self.items:
            counts().count(item, self.name, key)


CODES = Failures("code", "20/minute; 100/hour")
"""Wrong claim codes: of an account, a device or a token, else of an address."""
TOKENS = Failures("token", "20/minute; 100/hour")
"""Wrong tokens from an address. A right one is never held up by them."""
PASSWORDS_HERE = Failures("password", "5/minute; 30/hour")
"""Wrong passwords for one account from one address (or from one device that has signed in with it before)."""
PASSWORDS_FROM = Failures("password-from", "20/minute; 200/hour")
"""Wrong passwords from one address, for whatever accounts."""
PASSWORDS_FOR = Failures("password-for", "30/minute")
"""Wrong passwords for one account from all addresses. Short, so that nobody is locked out for long by others; a
device that has signed in with the account before does not hear of it at all."""

SECOND_FACTORS = Failures("second-factor", "5/minute; 20/hour")
"""Wrong codes of a second factor for one account, from wherever: whoever sends them knows its password already."""
GUESTS = Failures("guest", "20/minute; 200/hour")
"""Matches that strangers open from one address: a hall shares one, a program would open thousands."""
SIGN_UPS = Failures("sign-up", "10/minute; 60/hour")
"""Accounts, and messages with a way back into one, that are asked for from one address."""
TRIALS = Failures("trial", "10/minute; 60/hour")
"""Trial messages of an account's webhooks: each may keep a sender waiting for as long as a receiver has."""


def account_name(typed: str) -> str:
    """An account as it is counted: nobody gets more attempts by capitals."""
    return typed.strip().casefold()[:150]


def password_tries(typed: str, request: Any, known_as: str) -> list[tuple[Failures, str]]:
    """Against what a wrong password counts. `known_as`: the account that this browser has signed in with before."""
    account = account_name(typed)
    if account and account == known_as:
        return [(PASSWORDS_HERE, f"known:{account}")]
    here = address(request)
    return [(PASSWORDS_HERE, f"{account}:{here}"), (PASSWORDS_FROM, here), (PASSWORDS_FOR, account)]


def check_all(tries: list[tuple[Failures, str]]) -> None:
    """Raises `Slow`."""
    for failures, key in tries:
        failures.check(key)


def count_all(tries: list[tuple[Failures, str]]) -> None:
    for failures, key in tries:
        failures.count(key)


@contextmanager
def guessing(key: str) -> Iterator[None]:
    """Around the use of a claim code: a wrong one counts against `key`. Raises `Slow`, before the code is looked at."""
    CODES.check(key)
    try:
        yield
    except BadCode:
        CODES.count(key)
        raise


def key_of(identity: Identity, request: Any) -> str:
    """Whom a failure is counted against: the account, the device or program that acts for a player, the address."""
    if identity.user.is_authenticated:
        return f"user:{identity.user.pk}"
    if identity.claims:
        return f"claim:{min(identity.claims)}"
    return f"token:{identity.token}" if identity.token else address(request)


def address(request: Any) -> str:
    """Where a request comes from; behind proxies of ours (`WARLEDGER_PROXIES`) what the outermost of them was told.

    Each proxy adds to the right of `X-Forwarded-For` whom it heard; everything further left anybody may invent.
    """
    heard: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        told = [one.strip() for one in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        if len(told) >= settings.PROXIES and told[-settings.PROXIES]:
            heard = told[-settings.PROXIES]
    return f"address:{_network(heard)}"


def _network(text: str) -> str:
    """The address; of IPv6 the network of 64 bits, which one customer has whole."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text[:64]
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False).network_address)
    return str(found)
