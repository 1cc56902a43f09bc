"""The season now: one frozen struct, rebuilt by the fold. Read by checks, the projection and pages."""

from __future__ import annotations

import msgspec


class SeasonState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything the log has told; moments are UTC texts that compare. `name` is empty before the first event."""

    name: str = ""
    system: str = ""
    starts: str = ""
    ends: str | None = None
    closed: str | None = None
