"""Sentences of what happens around the cards: set-up, draws, the hidden choice, the reveal, the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names, number_of_cards
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full.facts import declared_words

Data = Mapping[str, Any]


def facing_words() -> tuple[str, ...]:
    """The six directions of a hex, clockwise from the top of the board."""
    return (_("north"), _("north-east"), _("south-east"), _("south"), _("south-west"), _("north-west"))


def _cards(data: Data, names: Names) -> str:
    """Which cards, as far as the reader may know it."""
    cards = data.get("cards")
    if cards is None:
        return ""
    return ": " + ", ".join(w.card_name(card, names) for card in cards) if cards else ""


def _whose(data: Data, names: Names) -> dict[str, Any]:
    return {"player": names.player(data.get("player") or data.get("actor"))}


def _advantage(data: Data, names: Names) -> str:
    order = ", ".join(map(names.player, data["order"]))
    return _("Advantage track from the top: %(order)s.") % {"order": order}


def _placed(data: Data, names: Names) -> str:
    facing = facing_words()[data["facing"] % 6]
    told = {**_whose(data, names), "hex": hex_words(data["hex"]), "facing": facing}
    if data.get("in_cover"):
        return _("%(player)s stands on %(hex)s, facing %(facing)s, in cover.") % told
    return _("%(player)s stands on %(hex)s, facing %(facing)s.") % told


def _prepared(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "cards": number_of_cards(data["count"]), "which": _cards(data, names)}
    return _("%(player)s takes prepared cards, %(cards)s%(which)s.") % told


def _hand(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "cards": number_of_cards(data["count"]), "which": _cards(data, names)}
    return _("Starting hand of %(player)s, %(cards)s%(which)s.") % told


def _turn_started(data: Data, names: Names) -> str:
    return _("Turn %(turn)s begins.") % {"turn": data["turn"]}


def _bled(data: Data, names: Names) -> str:
    told = _whose(data, names)
    if data.get("card"):
        told["card"] = w.card_name(data["card"], names)
        return _("%(player)s bleeds: %(card)s is discarded face down.") % told
    return _("%(player)s bleeds: the top card is discarded face down.") % told


def _drawn(data: Data, names: Names) -> str:
    asked, drawn = data.get("asked", 1), data.get("drawn", 1)
    told = {**_whose(data, names), "cards": number_of_cards(drawn), "which": _cards(data, names)}
    if drawn < asked:
        missed = {"count": asked - drawn}
        wounds = ngettext("%(count)d wound", "%(count)d wounds", asked - drawn) % missed
        return _("%(player)s draws %(cards)s%(which)s; the deck is empty: %(wounds)s.") % {
            **told,
            "wounds": wounds,
        }
    return _("%(player)s draws %(cards)s%(which)s.") % told


def _phase(data: Data, names: Names) -> str:
    return {
        "select": _("Everybody chooses a card."),
        "resolve": _("The cards are resolved by initiative."),
        "discard": _("The cards in play are discarded."),
    }[data["phase"]]


def _selected(data: Data, names: Names) -> str:
    told = _whose(data, names)
    if data.get("card") is None:
        return _("%(player)s chooses a card, face down.") % told
    return _("%(player)s chooses %(card)s, face down.") % {**told, "card": w.card_name(data["card"], names)}


def _revealed(data: Data, names: Names) -> str:
    cards = "; ".join(
        f"{names.player(actor)}: {w.card_name(card, names)}" for actor, card in data["cards"].items()
    )
    return " ".join(
        [
            _("Revealed. %(cards)s.") % {"cards": cards},
            *_facts(data.get("declared") or {}, names),
            *(_aims(actor, targets, names) for actor, targets in (data.get("targets") or {}).items()),
        ]
    )


def _aims(actor: str, targets: Sequence[str], names: Names) -> str:
    """Whom an attack without a grid is aimed at."""
    told = {"actor": names.player(actor), "targets": ", ".join(map(names.player, targets))}
    return _("Target of %(actor)s: %(targets)s.") % told


def _target_named(data: Data, names: Names) -> str:
    return _aims(data["actor"], data["targets"], names)


def _facts(declared: Mapping[str, Any], names: Names) -> list[str]:
    """What was told of cards that nobody knew."""
    found = [declared_words(card, told, names) for card, told in declared.items()]
    return [_("Told of %(facts)s.") % {"facts": one} for one in found if one]


def _paid(data: Data, names: Names) -> str:
    for_what = {
        "mandatory": _("the cost of %(card)s"),
        "initiative": _("the initiative of %(card)s"),
        "replacement": _("an instant replacement by %(card)s"),
        "effect": _("an effect of %(card)s"),
        "instant": _("the instant %(card)s"),
    }[data["reason"]] % {"card": w.card_name(data["card"], names)}
    told = {**_whose(data, names), "amount": data["amount"], "what": for_what}
    return _("%(player)s pays %(amount)s focus for %(what)s.") % told


def _instant(data: Data, names: Names) -> str:
    told = _facts({data["card"]: data["declared"]} if data.get("declared") else {}, names)
    return " ".join([_played(data, names), *told])


def _played(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "card": w.card_name(data["card"], names)}
    if data["kind"] == "replacement" and data.get("on"):
        return _("%(player)s replaces %(on)s by %(card)s.") % {**told, "on": w.card_name(data["on"], names)}
    if data["kind"] == "addition" and data.get("on"):
        return _("%(player)s adds %(card)s to %(on)s.") % {**told, "on": w.card_name(data["on"], names)}
    return _("%(player)s plays the instant %(card)s.") % told


def _passed(data: Data, names: Names) -> str:
    return _("%(player)s plays no replacement.") % _whose(data, names)


def _initiative(data: Data, names: Names) -> str:
    return _("%(player)s picks initiative %(value)s.") % {**_whose(data, names), "value": data["value"]}


def _tie(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "position": data["position"]}
    return _("Equal initiative: %(player)s picks place %(position)s.") % told


def _part(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "card": w.card_name(data["card"], names), "part": data.get("part", 0) + 1}
    if data.get("initiative") is None:
        return _("%(player)s resolves %(card)s, part %(part)s.") % told
    value = {"value": data["initiative"]}
    return _("Initiative %(value)s: %(player)s resolves %(card)s, part %(part)s.") % {**told, **value}


def zone_words() -> dict[str, str]:
    """Where cards lie."""
    return {
        "deck": _("the deck"),
        "hand": _("the hand"),
        "discard": _("the discard pile"),
        "play": _("play"),
        "removed": _("out of the game"),
    }


def _moved(data: Data, names: Names) -> str:
    zones = zone_words()
    told = {
        **_whose(data, names),
        "cards": number_of_cards(data["count"]),
        "which": _cards(data, names),
        "source": zones[data["source"]],
        "to": zones[data["to"]],
    }
    if data.get("search"):
        return _("%(player)s searches the deck and takes %(cards)s%(which)s.") % told
    return _("Cards of %(player)s, %(source)s → %(to)s: %(cards)s%(which)s.") % told


def _trimmed(data: Data, names: Names) -> str:
    told = {**_whose(data, names), "cards": number_of_cards(data["count"]), "which": _cards(data, names)}
    return _("%(player)s discards down to the hand limit, %(cards)s%(which)s.") % told


def _turn_ended(data: Data, names: Names) -> str:
    return _("Turn %(turn)s is over.") % {"turn": data["turn"]}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "advantage_set": _advantage,
    "character_placed": _placed,
    "prepared_taken": _prepared,
    "starting_hand_drawn": _hand,
    "turn_started": _turn_started,
    "bleed_discarded": _bled,
    "card_drawn": _drawn,
    "phase_started": _phase,
    "card_selected": _selected,
    "cards_revealed": _revealed,
    "target_named": _target_named,
    "focus_paid": _paid,
    "instant_played": _instant,
    "instant_passed": _passed,
    "initiative_chosen": _initiative,
    "tie_order_chosen": _tie,
    "part_started": _part,
    "cards_moved": _moved,
    "hand_trimmed": _trimmed,
    "turn_ended": _turn_ended,
}
