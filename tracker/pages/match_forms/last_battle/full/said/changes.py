"""Lives, altitude, conditions, removals, markers in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.full.terms import (
    cause_words,
    condition_words,
    lives_words,
    piece_words,
)
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def _words(data: Data, names: Names) -> dict[str, Any]:
    return {
        "figure": piece_words(names, data.get("figure")),
        "by": piece_words(names, data.get("by_figure") or data.get("by")),
        "cause": cause_words(data.get("cause")),
        "marker": data.get("marker_id"),
        "player": names.player(data.get("squad")),
    }


def _lives(data: Data, names: Names) -> str:
    words = {**_words(data, names), "count": lives_words(abs(data["delta"]))}
    told = _("%(figure)s loses %(count)s") if data["delta"] < 0 else _("%(figure)s regains %(count)s")
    parts = [told % words]
    if data["cause"] != "damage":
        parts.append(_("(%(cause)s)") % words)
    if data.get("lives") is not None:
        parts.append(_("and has %(lives)s left") % {"lives": data["lives"]})
    return " ".join(parts) + "."


def _size(data: Data, names: Names) -> str:
    words = {**_words(data, names), "size": data.get("size"), "delta": abs(data["delta"])}
    if words["size"] is not None:
        up, down = _("%(figure)s climbs to size %(size)s."), _("%(figure)s drops to size %(size)s.")
    else:
        up, down = _("%(figure)s climbs by %(delta)s."), _("%(figure)s drops by %(delta)s.")
    return (up if data["delta"] > 0 else down) % words


def _condition(data: Data, names: Names) -> str:
    words = {**_words(data, names), "condition": condition_words(data["condition"])}
    if data["change"] == "gained":
        return _("%(figure)s gains the condition %(condition)s.") % words
    return _("%(figure)s loses the condition %(condition)s.") % words


def _removed(data: Data, names: Names) -> str:
    words = _words(data, names)
    if data["how"] == "killed":
        return (_("%(by)s kills %(figure)s.") if words["by"] else _("%(figure)s is killed.")) % words
    if data["how"] == "sacrificed":
        return (_("%(by)s sacrifices %(figure)s.") if words["by"] else _("%(figure)s is sacrificed.")) % words
    if data["how"] == "withdrawn":
        return _("%(figure)s leaves the field in peace.") % words
    return _("%(figure)s dies by nobody's hand.") % words


def _summoned(data: Data, names: Names) -> str:
    return _("%(by)s summons %(figure)s.") % _words(data, names)


def _aboard(data: Data, names: Names) -> str:
    words = {**_words(data, names), "vessel": piece_words(names, data.get("vessel"))}
    told = _("%(figure)s goes aboard %(vessel)s.") if data.get("vessel") else _("%(figure)s is in the water.")
    return told % words


def _placed(data: Data, names: Names) -> str:
    return _("%(figure)s places the scheme marker %(marker)s of %(player)s.") % _words(data, names)


def _unplaced(data: Data, names: Names) -> str:
    words = _words(data, names)
    if data.get("reason") == "scheme" or not words["by"]:
        return _("The scheme marker %(marker)s is removed by a scheme.") % words
    return _("%(by)s removes the scheme marker %(marker)s.") % words


def _portal(data: Data, names: Names) -> str:
    words = {**_words(data, names), "portal": data["portal_id"]}
    return _("%(figure)s closes the portal %(portal)s.") % words


def _compromat(data: Data, names: Names) -> str:
    return _("The compromat marker %(marker)s lies at %(figure)s.") % _words(data, names)


def _taken(data: Data, names: Names) -> str:
    return _("%(figure)s takes the compromat marker %(marker)s.") % _words(data, names)


SENTENCES = {
    "lives_changed": _lives,
    "size_changed": _size,
    "condition_changed": _condition,
    "figure_removed": _removed,
    "figure_summoned": _summoned,
    "aboard_changed": _aboard,
    "scheme_marker_placed": _placed,
    "scheme_marker_removed": _unplaced,
    "portal_closed": _portal,
    "compromat_placed": _compromat,
    "compromat_removed": _taken,
}
