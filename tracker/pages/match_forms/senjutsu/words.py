"""The words of Senjutsu that the rulebook and the tables give: sides, characters, cards, opponents, ranks.

Called by the sentences, the score and the forms of the pad.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rulebook import books
from games.ruleset import DRAW
from games.senjutsu.faces import WORDS
from games.senjutsu.facts import BATTLEFIELDS, CHARACTERS, FACTS, OPPONENTS, SCHOOLS
from games.senjutsu.full.virtual import despairs
from games.senjutsu.roster import name_of
from games.senjutsu.state import OPPONENTS as FOES
from games.senjutsu.state import Foe
from tracker import messages
from tracker.pages.match_forms.names import Names

SIDES = ("red", "blue", "green", "gold")


def words_of(field: str) -> dict[str, str]:
    """Every value of a field with its words."""
    return {key: told.to(messages.language()) for key, told in WORDS.values[field].items()}


def facing_words() -> tuple[str, ...]:
    """The six directions of a hex, clockwise from the top of the board."""
    return tuple(words_of("facing").values())


def side_name(side: str, language: str) -> str:
    """A letter for each key that the project deals out (pages have colours of their own); another key as it is."""
    return WORDS.sides[side].to(language) if side in WORDS.sides else side


def battlefield_name(key: str, language: str) -> str:
    """The name of a table."""
    return BATTLEFIELDS[key].name.to(language) if key in BATTLEFIELDS else key


def battlefields(language: str) -> dict[str, str]:
    """Every table by its key, with its name."""
    return {key: field.name.to(language) for key, field in BATTLEFIELDS.items()}


def mode_name(mode: str) -> str:
    """What is played."""
    return words_of("mode").get(mode, mode)


def opponent_notes(foe: Foe, language: str) -> str:
    """Behaviour, stance, despair and the contracts that an opponent fulfilled, as the rulebook calls them."""
    words = books()["senjutsu"].words
    contracts = [f"contract_{key}" for key in foe.contracts]
    keys = [foe.behaviour, foe.stance, "despair" if despairs(foe) else None, *contracts]
    return ", ".join(words[key].to(language) for key in keys if key in words)


def character_name(key: str | None, language: str) -> str:
    """A character of the base box by its name; another one as it was written."""
    return CHARACTERS[key].name.to(language) if key in CHARACTERS else (key or "").replace("_", " ")


def opponent_name(type_: str, language: str) -> str:
    """A type of virtual opponent."""
    return OPPONENTS.types[type_].name.to(language) if type_ in OPPONENTS.types else type_


def kamae_name(key: str, language: str) -> str:
    """A stance on the kamae ring."""
    return FACTS.kamae[key].to(language) if key in FACTS.kamae else key


def terrain_name(key: str, language: str) -> str:
    """A terrain object; "" for what is none."""
    return FACTS.terrain[key].name.to(language) if key in FACTS.terrain else ""


def school_name(key: str, language: str) -> str:
    """A forbidden school."""
    return SCHOOLS[key].name.to(language) if key in SCHOOLS else key


def weapon_name(key: str, language: str) -> str:
    """A weapon of the base box; another one as it was written."""
    return FACTS.weapons[key].name.to(language) if key in FACTS.weapons else key


def card_name(key: str, names: Names) -> str:
    """A card with its number; `stun` is a stun card."""
    if key == "stun":
        return _("a stun card")
    name = names.figures.get(key) or name_of(key, names.language)
    return key if name == key else f"{name} ({key})"


def cause_words() -> dict[str, str]:
    """How a character is defeated."""
    return words_of("fell")


def behaviour_words() -> dict[str, str]:
    """Which way a virtual opponent goes."""
    return words_of("behaviour")


def stance_words() -> dict[str, str]:
    """How a virtual opponent stands."""
    return words_of("stance")


def foe_name(vo: str, language: str) -> str:
    """A virtual opponent by its slot of a wave, or by its type and number; as it was called where it is neither."""
    type_, _dash, number = vo.rpartition("-")
    if type_ in OPPONENTS.types and number.isdecimal():
        return f"{opponent_name(type_, language)} {number}"
    return slot_words().get(vo, vo)


def own_names(data: Any, language: str) -> dict[str, str]:
    """The names of the opponents that an event or a refusal tells of, by their ids."""
    found = {text: foe_name(text, language) for text in _texts(data)}
    return {vo: name for vo, name in found.items() if name != vo}


def _texts(value: Any) -> Iterator[str]:
    """Every text that stands anywhere in a payload, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from (*_texts(key), *_texts(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def contract_words() -> dict[str, str]:
    """What a yojimbo fulfils, one after another."""
    return words_of("contract")


def slot_words() -> dict[str, str]:
    """The opponents of a wave."""
    return words_of("slot")


def rank_words() -> dict[str, str]:
    """The rank of a horde run."""
    return words_of("rank")


def common_name() -> str:
    """The cards that every character may use."""
    return _("Common cards")


def card_rank_words() -> dict[str, str]:
    """The rank of a card: how many copies a deck may hold."""
    return {
        "core": pgettext("rank", "core"),
        "wood": pgettext("rank", "wood"),
        "steel": pgettext("rank", "steel"),
        "gold": pgettext("rank", "gold"),
        "jade": pgettext("rank", "jade"),
        "unknown": _("unknown"),
    }


def type_words() -> dict[str, str]:
    """The types of a card."""
    return {
        "attack": pgettext("card", "attack"),
        "defence": pgettext("card", "defence"),
        "meditation": pgettext("card", "meditation"),
        "core": pgettext("rank", "core"),
        "unknown": _("unknown"),
    }


def field_words() -> dict[str, str]:
    """The fields of a deck besides its cards."""
    return {
        "character": _("Character"),
        "weapons": _("Weapon"),
        "weapon_cards": _("Weapon card"),
        "schools": _("Forbidden school"),
        "signature": _("printed deck"),
        "format": _("competitive play"),
        "prepared": _("Prepared cards"),
        "poison": _("Poison deck"),
        "wound_limit": _("Wound limit"),
        "hand_limit": _("Hand limit"),
        "advantage": _("Advantage"),
    }


def result_words(winner: str | None, language: str) -> str:
    """`Red wins` or `A draw`."""
    if winner in (None, DRAW):
        return _("A draw")
    if winner == FOES:
        return _("The opponents win")
    return _("%(side)s wins") % {"side": side_name(str(winner), language)}


def listed(words: Iterable[str]) -> str:
    """Several things in one line."""
    return ", ".join(word for word in words if word)
