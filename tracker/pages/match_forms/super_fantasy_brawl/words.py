"""The words of Super Fantasy Brawl that the rulebook and the tables give: sides, champions, cards, cores, traps.

Called by the sentences, the score, the board and the forms of the pad.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rulebook import books
from games.ruleset import DRAW
from games.super_fantasy_brawl.facts import BASICS, CHAMPIONS, FACTS, MODES, TRAPS
from tracker.pages.match_forms.names import Names

SIDE_LETTERS = {"a": "A", "b": "B", "red": "A", "blue": "B"}
"""Keys of sides that events deal out; pages have colours of their own."""


def side_name(side: str, language: str) -> str:
    """A letter for each key that events deal out; another key as it is."""
    return {"A": _("Side A"), "B": _("Side B")}.get(SIDE_LETTERS.get(side, ""), side)


def side_letter(side: str) -> str:
    """The letter of a side as champions carry it; another key as it is."""
    letters = {"A": pgettext("side", "A"), "B": pgettext("side", "B")}
    return letters.get(SIDE_LETTERS.get(side, ""), side)


def battlefield_name(key: str, language: str) -> str:
    """A scenario as it was written; the rulebook has none."""
    return key


def battlefields(language: str) -> dict[str, str]:
    """The scenarios that a round can be drawn for: none."""
    return {}


def mode_name(mode: str, language: str) -> str:
    """Duel, or teams of two."""
    return MODES[mode].name.to(language) if mode in MODES else mode


def slug_name(slug: str, names: Names) -> str:
    """A champion by its slug: as the edition prints it, else as the rulebook names it."""
    if slug in names.figures:
        return names.figures[slug]
    return (
        CHAMPIONS[slug].name.to(names.language) if slug in CHAMPIONS else slug.replace("_", " ").capitalize()
    )


def champion_name(key: str | None, names: Names) -> str:
    """A champion by its slug or by its figure; a figure tells its side: `Gwaien (A)`."""
    side, colon, slug = (key or "").partition(":")
    if not colon:
        return slug_name(side, names)
    return f"{slug_name(slug, names)} ({side_letter(side)})"


def champions(keys: Iterable[str], names: Names) -> str:
    """Several champions in one line."""
    return ", ".join(champion_name(key, names) for key in keys)


def card_name(key: str | None, names: Names) -> str:
    """An action or challenge card; `?` for one that nobody named."""
    if key in (None, "", "?"):
        return _("a card that nobody named")
    if key in names.figures:
        return names.figures[key]
    return FACTS.cards[key].name.to(names.language) if key in FACTS.cards else str(key).replace("_", " ")


def card_names(keys: Iterable[str], names: Names) -> str:
    """Several cards in one line."""
    return ", ".join(card_name(key, names) for key in keys)


def claimed(items: Iterable[Mapping[str, Any]], names: Names) -> str:
    """Challenges with what they gave: `Hold the Centre (+1)`."""
    return ", ".join(f"{card_name(item.get('card'), names)} (+{item['vp']})" for item in items)


def core_name(core: str, language: str) -> str:
    """A core of magic with its colour."""
    return FACTS.cores[core].to(language) if core in FACTS.cores else core


def basic_name(number: int, language: str) -> str:
    """What a standard action does."""
    return BASICS[number].name.to(language) if number in BASICS else str(number)


def trap_name(kind: str, language: str) -> str:
    """A kind of trap."""
    return TRAPS[kind].name.to(language) if kind in TRAPS else kind


def zone_name(zone: str | None) -> str:
    """A deployment area."""
    return {"north": _("northern"), "south": _("southern")}.get(zone or "", zone or "")


def phase_name(phase: str, language: str) -> str:
    """Where a match is, as the refusals of the rules call it."""
    return _word(f"phase_{phase}", language)


def step_name(step: str, language: str) -> str:
    """Where an action is."""
    return _word(f"step_{step}", language)


def _word(key: str, language: str) -> str:
    words = books()["super_fantasy_brawl"].words
    return words[key].to(language) if key in words else key


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def method_words() -> dict[str, str]:
    """How the teams are made."""
    return {
        "agreement": _("by agreement"),
        "normal_draft": _("casual draft"),
        "tournament_draft": _("competitive draft"),
    }


def reason_words() -> dict[str, str]:
    """Why a match ended."""
    return {
        "vp_target": _("the points are reached"),
        "mutual_knockout": _("champions of both sides out of action at once"),
        "concession": _("the other side gave up"),
        "organiser": _("ended by the organisers"),
    }


def source_words() -> dict[str, str]:
    """Where victory points come from."""
    return {"challenge": _("Challenges"), "knockout": _("Out of action")}


def type_words() -> dict[str, str]:
    """The types of an action card."""
    return {
        "attack": pgettext("action card", "attack"),
        "skill": pgettext("action card", "skill"),
        "reaction": pgettext("action card", "reaction"),
    }


def result_words(winner: str | None, language: str) -> str:
    """`Side A wins` or `A draw`."""
    if winner in (None, DRAW):
        return _("A draw")
    return _("%(side)s wins") % {"side": side_name(str(winner), language)}


def points_words(vp: Mapping[str, int], language: str) -> str:
    """`Side A 5, Side B 3`."""
    return ", ".join(f"{side_name(side, language)} {points}" for side, points in vp.items())


def arena_name(ground: Any, language: str) -> str:
    """The name of the arena, in the reader's language where it is known."""
    return str((ground.name_ru if language.startswith("ru") else None) or ground.name)


def pinned_names(play: Any, language: str) -> dict[str, str]:
    """The names of everything that a match at full detail pins, in the reader's language where they are known."""
    if play.full is None:
        return {}
    russian = language.startswith("ru")
    found = {**play.full.champions, **play.full.cards, **(play.full.challenges or {})}
    named = {key: (one.name_ru if russian else None) or one.name for key, one in found.items()}
    return {key: name for key, name in named.items() if name}
