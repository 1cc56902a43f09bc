"""The end that every match shares: confirming or contesting its result; and the sentences of these events.

Called by the packages of the systems.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.frame import STAFF_SIDE
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]
SideName = Callable[[str, str], str]


def shared_sentence(type_: str, data: Data, names: Names, side_name: SideName) -> str | None:
    """A shared event in words; None for an event of the system's own."""
    if type_ == "event_voided":
        seqs = ", ".join(str(seq) for seq in data["seqs"])
        return _("Events %(seqs)s are voided: %(reason)s") % {"seqs": seqs, "reason": data["reason"]}
    if type_ not in ("result_confirmed", "result_contested"):
        return None
    staff = data["side"] == STAFF_SIDE
    side = _("The staff") if staff else side_name(data["side"], names.language)
    if type_ == "result_contested":
        return _("%(side)s: the result is wrong. %(reason)s") % {"side": side, "reason": data["reason"]}
    if len(data["vp"]) < 2:
        return _("%(side)s: result confirmed.") % {"side": side}
    points = ", ".join(sorted(f"{side_name(key, names.language)} {vp}" for key, vp in data["vp"].items()))
    return _("%(side)s: result confirmed, %(points)s.") % {"side": side, "points": points}
