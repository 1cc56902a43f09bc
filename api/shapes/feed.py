"""The feed of the whole installation over REST."""

from __future__ import annotations

import msgspec

from tracker.selectors.feed import FeedEvent, FeedNumber


class FeedPage(msgspec.Struct):
    """Events in the order of their numbers. `last` is what to send as `after` next time; `next` is the rest of now."""

    results: list[FeedEvent]
    last: FeedNumber
    next: str | None = None
