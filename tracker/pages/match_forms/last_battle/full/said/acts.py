"""Activations, actions and moves in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.full.terms import (
    action_words,
    cm_words,
    piece_words,
    pieces_words,
)
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def _activated(data: Data, names: Names) -> str:
    return _("%(figure)s is activated.") % {"figure": piece_words(names, data["figure"])}


def _declared(data: Data, names: Names) -> str:
    words = {
        "figure": piece_words(names, data["figure"]),
        "action": action_words(data["action"]),
        "target": piece_words(names, data.get("target")),
    }
    told = _("%(figure)s: %(action)s at %(target)s") if data.get("target") else _("%(figure)s: %(action)s")
    facts = ", ".join(_facts(data))
    return told % words + (f" ({facts})." if facts else ".")


def _facts(data: Data) -> list[str]:
    """Price, source, and what the table showed."""
    facts = []
    if data.get("free"):
        facts.append(_("free by %(source)s") % {"source": action_words(data.get("source") or "")})
    else:
        facts.append(_("%(ap)s AP") % {"ap": data.get("ap", 0)})
    if data.get("cover"):
        facts.append(_("in cover"))
    if data.get("engaged"):
        facts.append(_("engaged"))
    return facts


def _moved(data: Data, names: Names) -> str:
    words = {"figure": piece_words(names, data["figure"]), "cm": None}
    if data.get("distance_cm") is not None:
        words["cm"] = cm_words(data["distance_cm"], names.language)
    told = _("%(figure)s moves.") % words if words["cm"] is None else _("%(figure)s moves %(cm)s cm.") % words
    parts = [told]
    if data.get("leaves_reach_of"):
        left = pieces_words(names, data["leaves_reach_of"])
        parts.append(_("It leaves the reach of %(figures)s.") % {"figures": left})
    if data.get("hazard_touched"):
        parts.append(_("It comes too close to an obstacle as high as itself."))
    if data.get("final_reach_ok") is False:
        parts.append(_("The target is out of reach."))
    return " ".join(parts)


def _waived(data: Data, names: Names) -> str:
    return _("%(figure)s does not resist.") % {"figure": piece_words(names, data["figure"])}


def _ended(data: Data, names: Names) -> str:
    words = {"figure": piece_words(names, data["figure"])}
    if data.get("out_of_sight_of_all_enemies"):
        return _("%(figure)s has finished, out of sight of all enemies.") % words
    return _("%(figure)s has finished.") % words


SENTENCES = {
    "figure_activated": _activated,
    "action_declared": _declared,
    "figure_moved": _moved,
    "resistance_waived": _waived,
    "activation_ended": _ended,
}
