"""One section of `docs/events/<system>.md`: an event, what it says, its secret fields, and one line of a log.

Called by the `examples.py` of every system, which makes its whole page.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ruleset import Event, SecretEvent


def section(example: Event) -> Iterator[str]:
    """The lines about one event, made from an example of it."""
    tag = str(example.__struct_config__.tag)
    data = msgspec.to_builtins(example)
    data.pop("type")
    yield f"## `{tag}`"
    yield ""
    yield " ".join((type(example).__doc__ or "").split())
    yield ""
    if isinstance(example, SecretEvent):
        yield f"Secret: {', '.join(f'`{name}`' for name in example.secret_fields)}."
        yield ""
    yield "```json"
    yield msgspec.json.encode({"seq": 1, "type": tag, "data": data}).decode()
    yield "```"
    yield ""
