"""Fate cards, figures, actions and conditions in words. Called by the sentences, the forms and the match page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.link_words import card_name
from tracker.pages.match_forms.names import Names

SUITS = ("P", "C", "S", "W")


def suit_words() -> dict[str, str]:
    """The suits as headings."""
    return {"P": _("Pentacles"), "C": _("Cups"), "S": _("Swords"), "W": _("Wands")}


def _of_suit() -> dict[str, str]:
    return {
        "P": pgettext("of the suit", "Pentacles"),
        "C": pgettext("of the suit", "Cups"),
        "S": pgettext("of the suit", "Swords"),
        "W": pgettext("of the suit", "Wands"),
    }


def short_words(card: str) -> tuple[str, str, str]:
    """(suit, value, name of a rank that has one) for a small card."""
    return _short_words(card, get_language())


@lru_cache(maxsize=512)
def _short_words(card: str, active: str | None) -> tuple[str, str, str]:
    suit, _dash, rank = card.partition("-")
    if suit == "M":
        return "", "", ""
    return suit_words().get(suit, ""), rank, rank_words().get(rank, "")


def rank_words() -> dict[str, str]:
    """Ranks that have a name; the others are their numbers."""
    return {"1": _("Ace"), "11": _("Page"), "12": _("Knight"), "13": _("Queen"), "14": _("King")}


def card_words(card: str | int, language: str) -> str:
    """`8 of Swords`, `Page of Cups`, `Wheel of Fortune`; an unknown key as it is."""
    return _card_words(str(card), language, get_language())


@lru_cache(maxsize=512)
def _card_words(key: str, language: str, active: str | None) -> str:
    """A pad shows hundreds of cards; `active` is the language in which the words are taken."""
    suit, _dash, rank = key.partition("-")
    if suit == "M":
        majors = {"M-death": _("Death"), "M-wheel": _("Wheel of Fortune")}
        return majors.get(key) or card_name(key, language)
    of = _of_suit().get(suit)
    if of is None or not rank:
        return key
    return _("%(rank)s of %(suit)s") % {"rank": rank_words().get(rank, rank), "suit": of}


def cards_words(cards: Iterable[str], language: str) -> str:
    """Several cards in one line."""
    return ", ".join(card_words(card, language) for card in cards)


def piece_words(names: Names, piece: str | None) -> str:
    """A figure in play by its piece id: `Guard`, `Guard 2`."""
    head, _hash, number = (piece or "").partition("#")
    return f"{names.figure(head)} {number}".strip()


def pieces_words(names: Names, pieces: Iterable[str]) -> str:
    """Several figures in one line."""
    return ", ".join(piece_words(names, piece) for piece in pieces)


def action_words(action: str) -> str:
    """A base action by its name; a printed one as it stands on the card."""
    return {
        "move": _("Move"),
        "charge": _("Charge"),
        "concentrate": _("Concentrate"),
        "defend": _("Defend"),
        "interact": _("Interact"),
        "take_off": _("Take off"),
        "falcon_strike": _("Falcon strike"),
        "attack": pgettext("action", "Attack"),
    }.get(action, action)


def kind_words() -> dict[str, str]:
    """Kinds of printed actions."""
    return {
        "melee": _("melee"),
        "shooting": _("shooting"),
        "magic": _("magic"),
        "other": pgettext("kind of action", "other"),
    }


def condition_words(condition: str) -> str:
    """The two conditions of the rulebook; another one as its card names it."""
    return {
        "information_gatherer": _("Information Gatherer"),
        "blood_spiller": _("Blood Spiller"),
    }.get(condition, condition)


def tier_words() -> dict[str, str]:
    """Bands of damage."""
    return {
        "none": _("no damage"),
        "weak": _("weak damage"),
        "moderate": _("moderate damage"),
        "strong": _("strong damage"),
        "critical": _("critical damage"),
    }


def cause_words(cause: str | None) -> str:
    """Why lives change; an ability as its card names it."""
    return {"damage": _("damage"), "water": _("the water"), "hazard": _("too close to an obstacle")}.get(
        cause or "", cause or ""
    )


def role_words() -> dict[str, str]:
    """The flips of a check."""
    return {
        "attack": pgettext("flip", "attack"),
        "defence": pgettext("flip", "defence"),
        "simple": pgettext("flip", "check"),
        "damage": pgettext("flip", "damage"),
    }


def lives_words(count: int) -> str:
    """`3 lives`."""
    return ngettext("%(count)s life", "%(count)s lives", count) % {"count": count}


def cm_words(cm: float, language: str) -> str:
    """`4`, `4.5`, in Russian `4,5`."""
    told = f"{cm:g}"
    return told.replace(".", ",") if language == "ru" else told


def modifier_words(pluses: int, minuses: int) -> str:
    """`++ -`: the pluses and minuses of a flip as players say them; empty without any."""
    return " ".join(filter(None, ("+" * pluses, "\N{MINUS SIGN}" * minuses)))
