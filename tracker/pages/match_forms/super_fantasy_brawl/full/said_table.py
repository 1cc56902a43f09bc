"""Sentences of what happens around the actions: set-up, hands and decks, phases, the challenge track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names, number_of_cards
from tracker.pages.match_forms.super_fantasy_brawl import words as w

Data = Mapping[str, Any]


def _whose(data: Data, names: Names) -> dict[str, Any]:
    return {"player": names.player(data["player"])}


def which(cards: Iterable[str] | None, names: Names) -> str:
    """`: Fireball, Ordeal`, or nothing for cards that the reader may not know or that nobody named."""
    told = list(cards or ())
    return f": {w.card_names(told, names)}" if told else ""


def _zone(data: Data, names: Names) -> str:
    return _("%(player)s takes the %(zone)s deployment area.") % {
        **_whose(data, names),
        "zone": w.zone_name(data["zone"]),
    }


def _built(data: Data, names: Names) -> str:
    cards = data.get("cards")
    if cards is None:
        return _("%(player)s: the deck is shuffled.") % _whose(data, names)
    told = {**_whose(data, names), "cards": number_of_cards(len(cards))}
    return _("%(player)s: the deck of %(cards)s is shuffled.") % told


def _supply(data: Data, names: Names) -> str:
    return _("The trap tokens are shuffled face down.")


def _trap_placed(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "hex": hex_words(data["cell"])}
    if data.get("token"):
        told["kind"] = w.trap_name(data["token"], names.language)
        return _("%(player)s: a trap face down on %(hex)s (%(kind)s).") % told
    return _("%(player)s: a trap face down on %(hex)s.") % told


def _opening_hand(data: Data, names: Names) -> str:
    told = {
        **_whose(data, names),
        "cards": number_of_cards(data["count"]),
        "which": which(data.get("cards"), names),
    }
    return _("%(player)s: opening hand, %(cards)s%(which)s.") % told


def _mulligan(data: Data, names: Names) -> str:
    if not data["count"]:
        return _("%(player)s keeps the hand.") % _whose(data, names)
    told = {
        **_whose(data, names),
        "cards": number_of_cards(data["count"]),
        "which": which(data.get("drawn"), names),
    }
    return _("%(player)s: mulligan, %(cards)s%(which)s.") % told


def _deployed(data: Data, names: Names) -> str:
    told = {"champion": w.champion_name(data["champion"], names), "hex": hex_words(data["cell"])}
    return _("%(champion)s is deployed on %(hex)s.") % told


def _turn_started(data: Data, names: Names) -> str:
    return _("Round %(round)s, turn of: %(player)s.") % {**_whose(data, names), "round": data["round"]}


def _scored(data: Data, names: Names) -> str:
    items = data.get("items") or ()
    if not items:
        return _("%(player)s: no challenge is met.") % _whose(data, names)
    return _("%(player)s: challenges met, %(items)s.") % {
        **_whose(data, names),
        "items": w.claimed(items, names),
    }


def _drawn(data: Data, names: Names) -> str:
    told = {
        **_whose(data, names),
        "cards": number_of_cards(data["drawn"]),
        "which": which(data.get("cards"), names),
    }
    return _("%(player)s draws %(cards)s%(which)s.") % told


def _planned(data: Data, names: Names) -> str:
    told = {
        **_whose(data, names),
        "cards": number_of_cards(data["count"]),
        "which": which(data.get("cards"), names),
    }
    return _("%(player)s plans: %(cards)s on top of the deck%(which)s.") % told


def _reshuffled(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "cards": number_of_cards(data["size"])}
    return _("%(player)s: the discard pile becomes the deck, %(cards)s.") % told


def _shown(data: Data, names: Names) -> str:
    what = {"hand": _("the hand"), "deck": _("the deck"), "other": _("cards")}[data["what"]]
    told = {
        "owner": names.player(data["owner"]),
        "what": what,
        "which": which(data.get("cards"), names),
        "viewer": names.player(data.get("viewer")),
    }
    if data.get("viewer"):
        return _("%(viewer)s looks at %(what)s of: %(owner)s%(which)s.") % told
    return _("%(owner)s shows %(what)s%(which)s.") % told


def _refreshed(data: Data, names: Names) -> str:
    parts = [_("%(player)s: upkeep, cores are ready.") % _whose(data, names)]
    if data.get("discarded"):
        parts.append(_("Discarded: %(cards)s.") % {"cards": w.card_names(data["discarded"], names)})
    drawn = {"cards": number_of_cards(data["count"]), "which": which(data.get("drawn"), names)}
    parts.append(_("New hand, %(cards)s%(which)s.") % drawn)
    return " ".join(parts)


def _turn_ended(data: Data, names: Names) -> str:
    return _("%(player)s ends the turn.") % _whose(data, names)


def _shifted(data: Data, names: Names) -> str:
    shift = data["shift"]
    text = ngettext(
        "The challenges move %(count)d space to the right.",
        "The challenges move %(count)d spaces to the right.",
        shift,
    )
    told = text % {"count": shift}
    if data.get("discarded"):
        off = _("Off the track: %(cards)s.") % {"cards": w.card_names(data["discarded"], names)}
        return f"{told} {off}"
    return told


def _challenges_reshuffled(data: Data, names: Names) -> str:
    return _("The challenge discard pile becomes the deck, %(cards)s.") % {
        "cards": number_of_cards(data["size"])
    }


def _round_ended(data: Data, names: Names) -> str:
    return _("Round %(round)s ends.") % {"round": data["round"]}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "zone_chosen": _zone,
    "personal_deck_built": _built,
    "trap_supply_shuffled": _supply,
    "trap_token_placed": _trap_placed,
    "opening_hand_drawn": _opening_hand,
    "mulligan_resolved": _mulligan,
    "champion_deployed": _deployed,
    "turn_started": _turn_started,
    "challenges_scored": _scored,
    "cards_drawn": _drawn,
    "cards_planned": _planned,
    "personal_deck_reshuffled": _reshuffled,
    "information_shown": _shown,
    "refresh_completed": _refreshed,
    "turn_ended": _turn_ended,
    "challenge_track_shifted": _shifted,
    "challenge_deck_reshuffled": _challenges_reshuffled,
    "round_ended": _round_ended,
}
