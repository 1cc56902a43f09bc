"""What two matches must have in common that differ in one secret: answers, bare of what is random in both of them.

Ids, times, hashes, keys and commitments differ between any two matches; everything else is equal byte for byte.
"""

from __future__ import annotations

import json
import re
from typing import Any

RANDOM = re.compile(
    r"<time\b[^>]*>.*?</time>"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    r"|\d{4}-\d\d-\d\d(?:T|&nbsp;| )[\d:.+]+Z?|\b\d\d:\d\d\b"  # times
    r"|\b[0-9a-f]{12,64}\b"  # hashes, commitments, salts and keys
    r'|(?<=name="csrfmiddlewaretoken" value=")\w+'
)
TIMES = re.compile(r"<time\b[^>]*>.*?</time>|\d{4}-\d\d-\d\d(?:T|&nbsp;| )[\d:.+]+Z?|\b\d\d:\d\d\b")
"""What differs in length between two answers of the same: a time may come without its fraction of a second."""
PARTS = (
    "",
    "events/",
    "events/?after=9&limit=3",
    "state/",
    "state/?at=13",
    "score/",
    "next/",
    "next/?moves=1&examples=1",
    "verify/",
    "audit/",
)
"""Every part of a match in REST, after `/api/v1/matches/ID/`."""


def plain(answer: Any) -> tuple[int, str, list[tuple[str, str]]]:
    """Status, body and headers without what is random."""
    left_out = {"RateLimit-Remaining", "RateLimit-Reset", "Content-Length"}
    headers = [(name, RANDOM.sub("#", value)) for name, value in answer.items() if name not in left_out]
    text = RANDOM.sub("#", _body(answer))
    if answer.headers.get("Content-Type") in ("application/json", "application/problem+json"):
        text = json.dumps(json.loads(text, object_pairs_hook=random_keys_last))
    return answer.status_code, text, sorted(headers)


def sized(answer: Any) -> int:
    """The size of an answer with every id, hash and commitment in it, so that none is longer than its twin."""
    return len(TIMES.sub("#", _body(answer)))


def _body(answer: Any) -> str:
    """The text of an answer; a stream is read once and kept."""
    if answer.streaming:
        body = b"".join(answer.streaming_content)
        answer.streaming_content = [body]
        return body.decode()
    return str(answer.content.decode())


def random_keys_last(pairs: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Fields whose names are random ids stand in the order of those ids, which tells nothing."""
    named = [pair for pair in pairs if "#" not in pair[0]]
    return [*named, *sorted((pair for pair in pairs if "#" in pair[0]), key=repr)]
