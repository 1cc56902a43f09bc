"""Why staff decide anew what stands already, and what the decision rests on. Called by commands, made by pages."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tracker.inputs import BadInput


class Because(NamedTuple):
    """The reason of a decision, the version of the log that it was made on (None: any), and the key of its request."""

    reason: str
    expected_version: int | None = None
    key: str | None = None

    def said(self) -> str:
        """The reason without what surrounds it. Raises `BadInput` where there is none."""
        return said(self.reason)


def said(reason: str, most: int | None = None) -> str:
    """A reason, without spaces around it. Raises `BadInput` for none, and for one of more than `most` characters."""
    told = reason.strip()
    if not told or (most is not None and len(told) > most):
        raise BadInput("reason", _("say why, in a few words"))
    return told
