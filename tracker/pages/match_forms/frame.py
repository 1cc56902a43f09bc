"""The end that every match shares: confirming or contesting its result; and the sentences of these events.

Called by the packages of the systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.frame import STAFF_SIDE
from tracker.commands.taking_back import MISTAKE
from tracker.pages.match_forms.names import Names

MISTAKES = (MISTAKE, "записано по ошибке")
"""The reason of who takes back their own entry; logs of before told it in the language of whoever tapped."""
Data = Mapping[str, Any]
SideName = Callable[[str, str], str]


def voided(data: Data) -> str:
    """A voiding in words; events that follow each other as a span, since a tail may be hundreds."""
    told = {"seqs": _spans(data["seqs"]), "reason": why_voided(data["reason"])}
    one, many = (
        _("Entry %(seqs)s is taken back: %(reason)s"),
        _("Entries %(seqs)s are taken back: %(reason)s"),
    )
    return (one if len(data["seqs"]) == 1 else many) % told


def why_voided(reason: str) -> str:
    """The reason as it was written; the one that the program writes itself in the reader's language."""
    return _("logged by mistake") if reason in MISTAKES else reason


def _spans(seqs: Iterable[int]) -> str:
    """`1, 3–5` of 1, 3, 4, 5."""
    spans: list[list[int]] = []
    for seq in sorted(seqs):
        if spans and seq == spans[-1][-1] + 1:
            spans[-1].append(seq)
        else:
            spans.append([seq])
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]}\N{EN DASH}{one[-1]}" for one in spans)


def shared_sentence(type_: str, data: Data, names: Names, side_name: SideName) -> str | None:
    """A shared event in words; None for an event of the system's own. A confirmation names no points: they are those of
    the result before it, or it would have been refused (WL-RES-04)."""
    if type_ == "event_voided":
        return voided(data)
    if type_ not in ("result_confirmed", "result_contested"):
        return None
    staff = data["side"] == STAFF_SIDE
    side = _("The staff") if staff else side_name(data["side"], names.language)
    if type_ == "result_contested":
        return _("%(side)s: the result is wrong. %(reason)s") % {"side": side, "reason": data["reason"]}
    return _("%(side)s: result confirmed.") % {"side": side}
