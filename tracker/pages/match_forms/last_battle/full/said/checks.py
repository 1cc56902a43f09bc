"""Flips, cheated fate, results and damage in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.full.said.frame import side_words
from tracker.pages.match_forms.last_battle.full.terms import (
    card_words,
    cards_words,
    modifier_words,
    pieces_words,
    role_words,
    suit_words,
    tier_words,
)
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def _flipped(data: Data, names: Names) -> str:
    words = {
        "side": side_words(data["side"], names),
        "role": role_words()[data["role"]],
        "card": card_words(data["chosen"], names.language),
        "modifier": modifier_words(data.get("pluses", 0), data.get("minuses", 0)),
        "others": cards_words(_others(data), names.language),
    }
    told = _("%(side)s flips for %(role)s: %(card)s") % words
    if words["modifier"]:
        told = _("%(side)s flips for %(role)s with %(modifier)s: %(card)s") % words
    return told + (_(", besides %(others)s.") % words if words["others"] else ".")


def _others(data: Data) -> list[str]:
    cards = list(data["cards"])
    if data["chosen"] in cards:
        cards.remove(data["chosen"])
    return cards


def _cheated(data: Data, names: Names) -> str:
    return _("%(side)s cheats fate for %(role)s: %(card)s from the hand.") % {
        "side": side_words(data["side"], names),
        "role": role_words()[data["role"]],
        "card": card_words(data["card"], names.language),
    }


def result_words(data: Data) -> str:
    """`13 to 9, a hit by 4.`: the totals, as far as they are told, and what they mean."""
    attack, defence = data.get("attack_total"), data.get("defence_total")
    words = {"attack": attack, "defence": defence, "margin": abs(data.get("margin") or 0)}
    if attack is None:
        return _("Success.") if data["success"] else _("Failure.")
    if defence is None:
        return (_("%(attack)s: success.") if data["success"] else _("%(attack)s: failure.")) % words
    if data["success"]:
        return _("%(attack)s against %(defence)s: a hit by %(margin)s.") % words
    return _("%(attack)s against %(defence)s: a miss.") % words


def _resolved(data: Data, names: Names) -> str:
    return result_words(data)


def _arcanum(data: Data, names: Names) -> str:
    words = {
        "card": card_words(data["card"], names.language),
        "figures": pieces_words(names, data.get("figures", ())),
        "choice": data.get("choice"),
    }
    if words["choice"]:
        return _("%(card)s takes effect: the action becomes %(choice)s.") % words
    if words["figures"]:
        return _("%(card)s takes effect on %(figures)s.") % words
    return _("%(card)s takes effect.") % words


def _trigger(data: Data, names: Names) -> str:
    words = {"suit": suit_words()[data["suit"]], "text": data.get("text", "")}
    return (_("A trigger of %(suit)s: %(text)s.") if words["text"] else _("A trigger of %(suit)s.")) % words


def _damage(data: Data, names: Names) -> str:
    tier, amount = tier_words()[data["tier"]], data.get("amount")
    told = tier if not amount else f"{tier}: {amount}"
    return told[:1].upper() + told[1:] + "."


SENTENCES = {
    "check_flipped": _flipped,
    "fate_cheated": _cheated,
    "check_resolved": _resolved,
    "arcana_resolved": _arcanum,
    "trigger_applied": _trigger,
    "damage_resolved": _damage,
}
