"""Setup, turns, cards and their piles in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.last_battle.facts import FACTS
from tracker.pages.match_forms.last_battle.full.terms import card_words, cards_words, cm_words, pieces_words
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def side_words(side: str | None, names: Names) -> str:
    """A side by its name."""
    return FACTS.sides[side].to(names.language) if side in FACTS.sides else str(side or "")


def _marker_placed(data: Data, names: Names) -> str:
    words = {"marker": data["marker_id"], "side": side_words(data.get("side"), names)}
    told = (
        _("%(side)s places the portal %(marker)s") if data.get("side") else _("The pillar %(marker)s stands")
    )
    parts = [told % words]
    near = data.get("nearest_portal_cm")
    if near is not None:
        parts.append(_("%(cm)s cm from the nearest portal") % {"cm": cm_words(near, names.language)})
    if data.get("edge_cm") is not None:
        parts.append(_("%(cm)s cm from the edge") % {"cm": cm_words(data["edge_cm"], names.language)})
    return ", ".join(parts) + "."


def _deployed(data: Data, names: Names) -> str:
    return _("The squad of %(player)s is deployed.") % {"player": names.player(data["player"])}


def _deck(data: Data, names: Names) -> str:
    words = {"side": side_words(data["side"], names), "size": data["size"]}
    return _("%(side)s shuffles a fate deck of %(size)s cards.") % words


def _drawn(data: Data, names: Names) -> str:
    words = {"side": side_words(data["side"], names), "count": data["count"]}
    cards = data.get("cards")
    told = (
        ngettext("%(side)s draws %(count)s card.", "%(side)s draws %(count)s cards.", data["count"]) % words
    )
    return told if not cards else f"{told[:-1]}: {cards_words(cards, names.language)}."


def _turn(data: Data, names: Names) -> str:
    return _("Turn %(turn)s begins.") % {"turn": data["turn"]}


def _initiative(data: Data, names: Names) -> str:
    told = [
        f"{side_words(side, names)} {card_words(data[key], names.language)}"
        for side, key in (("alliance", "alliance_card"), ("serpent", "serpent_card"))
        if data.get(key)
    ]
    return _("Initiative: %(cards)s.") % {"cards": ", ".join(told)}


def _first(data: Data, names: Names) -> str:
    return _("%(side)s won the initiative. %(first)s goes first.") % {
        "side": side_words(data["by_side"], names),
        "first": side_words(data["first_side"], names),
    }


def _end_effects(data: Data, names: Names) -> str:
    figures = data.get("figures")
    if not figures:
        return _("Turn %(turn)s: every figure has acted.") % {"turn": data["turn"]}
    return _("Turn %(turn)s: every figure has acted. In the water: %(figures)s.") % {
        "turn": data["turn"],
        "figures": pieces_words(names, figures),
    }


def _prolong(data: Data, names: Names) -> str:
    words = {
        "side": side_words(data["side"], names),
        "card": card_words(data["card"], names.language),
    }
    if data["success"]:
        return _("%(side)s flips %(card)s: another turn.") % words
    return _("%(side)s flips %(card)s: no further turn.") % words


def _declined(data: Data, names: Names) -> str:
    return _("%(side)s does not flip for another turn.") % {"side": side_words(data["side"], names)}


def _reshuffled(data: Data, names: Names) -> str:
    words = {"side": side_words(data["side"], names)}
    if data["reason"] == "deck_empty":
        return _("The deck of the side %(side)s is empty: the discard is shuffled into a new one.") % words
    return _("%(side)s shuffles the discard into the deck.") % words


def _discarded(data: Data, names: Names) -> str:
    return _("%(side)s discards from the hand: %(cards)s.") % {
        "side": side_words(data["side"], names),
        "cards": cards_words(data["cards"], names.language),
    }


def _hanged(data: Data, names: Names) -> str:
    told = _("%(side)s discards the Hanged Man and draws three cards.") % {
        "side": side_words(data["side"], names)
    }
    drawn = data.get("drawn")
    return told if not drawn else f"{told[:-1]}: {cards_words(drawn, names.language)}."


SENTENCES = {
    "strategy_marker_placed": _marker_placed,
    "squad_deployed": _deployed,
    "deck_prepared": _deck,
    "hand_drawn": _drawn,
    "turn_started": _turn,
    "initiative_flipped": _initiative,
    "first_side_chosen": _first,
    "end_effects_applied": _end_effects,
    "prolong_flipped": _prolong,
    "prolong_declined": _declined,
    "discard_reshuffled": _reshuffled,
    "hand_discarded": _discarded,
    "hanged_man_used": _hanged,
}
