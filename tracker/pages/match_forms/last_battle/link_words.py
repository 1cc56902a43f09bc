"""The links between tables in words: cards, zones, and their events as sentences. Called by `words` and `day_view`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import BATTLEFIELDS, FACTS
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def card_name(card: str, language: str) -> str:
    """The name of a major arcanum; another key as it is."""
    return FACTS.deck.arcana[card].name.to(language) if card in FACTS.deck.arcana else card


def zone_words(zone: str) -> str:
    """Where a card comes to."""
    return {"deck": _("into the deck"), "discard": _("into the discard"), "hand": _("into the hand")}.get(
        zone, zone
    )


def _words(data: Data, names: Names) -> dict[str, str]:
    side = data["side"]
    told = FACTS.sides[side].to(names.language) if side in FACTS.sides else side
    return {
        "card": card_name(data["arcana"], names.language),
        "side": told,
        "zone": zone_words(data.get("zone", "")),
    }


def _created(data: Data, names: Names) -> str:
    return _("%(side)s earns the card %(card)s.") % _words(data, names)


def _granted(data: Data, names: Names) -> str:
    return _("The card %(card)s comes %(zone)s of the side %(side)s.") % _words(data, names)


def _place(table: str, names: Names) -> str:
    return BATTLEFIELDS[table].name.to(names.language) if table in BATTLEFIELDS else table


def _fell(data: Data, names: Names) -> str:
    return _("%(figure)s died at another table (%(table)s) and cannot be hired here.") % {
        "figure": names.figure(data["figure_id"]),
        "table": _place(data["table"], names),
    }


def _hired(data: Data, names: Names) -> str:
    told = {"figures": names.some(data["figures"]), "table": _place(data["table"], names)}
    if not data["figures"]:
        return _("Another table (%(table)s) holds no unique figure any more.") % told
    return _("Hired at another table (%(table)s), so not here: %(figures)s.") % told


SENTENCES = {
    "arcana_created": _created,
    "arcana_granted": _granted,
    "figure_fell_elsewhere": _fell,
    "figures_hired_elsewhere": _hired,
}
