"""Sentences of effects: traps, damage, healing, stun, root, champions out of action and levelled up, texts of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.super_fantasy_brawl import words as w

Data = Mapping[str, Any]


def _trap(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "hex": hex_words(data["cell"]),
        "kind": w.trap_name(data["kind"], names.language),
    }
    return _("%(champion)s steps on a trap on %(hex)s: %(kind)s.") % told


def _damage(data: Data, names: Names) -> str:
    amount = data["amount"]
    told = {
        "champion": w.champion_name(data["target"], names),
        "amount": ngettext("%(count)d damage", "%(count)d damage", amount) % {"count": amount},
        "cause": _causes(names)[data["cause"]],
        "by": w.champion_name(data.get("by"), names),
    }
    if data.get("by") and data.get("by") != data["target"]:
        return _("%(champion)s: %(amount)s, %(cause)s by %(by)s.") % told
    return _("%(champion)s: %(amount)s, %(cause)s.") % told


def _causes(names: Names) -> dict[str, str]:
    return {
        "effect": _("an effect"),
        "basic": _("a standard action"),
        "trap": _("a trap"),
        "push": _("a push"),
        "pull": _("a pull"),
        "poison": _("poison"),
        "double": _("double"),
    }


def _healed(data: Data, names: Names) -> str:
    amount = data["amount"]
    told = {
        "champion": w.champion_name(data["champion"], names),
        "amount": ngettext("%(count)d damage", "%(count)d damage", amount) % {"count": amount},
    }
    if data.get("cause") == "vampirism":
        return _("%(champion)s heals %(amount)s by lifesteal.") % told
    return _("%(champion)s heals %(amount)s.") % told


def _stunned(data: Data, names: Names) -> str:
    champion = {"champion": w.champion_name(data["champion"], names)}
    if data.get("discarded"):
        told = {**champion, "card": w.card_name(data["discarded"], names)}
        return _("%(champion)s is stunned: %(card)s is discarded.") % told
    shown = w.card_names(data.get("shown") or (), names) or _("no card")
    return _("%(champion)s is stunned; the hand is shown: %(cards)s.") % {**champion, "cards": shown}


def _rooted(data: Data, names: Names) -> str:
    return _("%(champion)s is rooted until the end of the turn.") % {
        "champion": w.champion_name(data["champion"], names)
    }


def _out(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "by": w.champion_name(data.get("by"), names),
    }
    if data.get("by"):
        return _("%(champion)s is out of action, by %(by)s.") % told
    return _("%(champion)s is out of action.") % told


def _levelled(data: Data, names: Names) -> str:
    return _("%(champion)s levels up.") % {"champion": w.champion_name(data["champion"], names)}


def _text(data: Data, names: Names) -> str:
    told = {"source": w.card_name(data["source"], names), "text": data["description"]}
    changes = "; ".join(_change(one, names) for one in data.get("changes") or ())
    text = _("By %(source)s: %(text)s") % told
    return f"{text} ({changes})" if changes else text


def _change(one: Data, names: Names) -> str:
    amount = one.get("amount") or 0
    told = {
        "who": w.champion_name(one["champion"], names)
        if one.get("champion")
        else names.player(one.get("player")),
        "core": w.core_name(one.get("core") or "", names.language),
        "card": w.card_name(one.get("card"), names) if one.get("card") else "",
        "amount": f"{amount:+d}",
    }
    return {
        "core_readied": _("%(who)s: core ready, %(core)s"),
        "core_exhausted": _("%(who)s: core exhausted, %(core)s"),
        "card_discarded": _("%(who)s discards %(card)s"),
        "strength": _("%(who)s: strength %(amount)s"),
        "defence": _("%(who)s: defence %(amount)s"),
        "move": _("%(who)s: movement %(amount)s"),
        "protected": _("%(who)s cannot be displaced"),
    }[one["kind"]] % told


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "trap_triggered": _trap,
    "damage_dealt": _damage,
    "champion_healed": _healed,
    "champion_stunned": _stunned,
    "champion_immobilised": _rooted,
    "champion_knocked_out": _out,
    "champion_levelled_up": _levelled,
    "card_effect_applied": _text,
}
