"""The facts of the rulebook (`catalogue/*.toml`) as frozen structs. Read by every chapter, and by the pages.

A field that is None is unknown: printed as a picture, to be imported. `CARDS` are the base box's ability cards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.rulebook import Text

FOLDER = Path(__file__).parent / "catalogue"

Rank = Literal["core", "wood", "steel", "gold", "jade"]
Source = Literal["certain", "inferred", "imported"]
Marker = Literal["stun", "injury", "wound"]
Behaviour = Literal["left", "middle", "right"]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that hold in every match; `far` hexes from all enemies allow a long move of up to `long_move`."""

    deck_size: int
    signature_size: int
    gold_cards: int
    jade_cards: int
    unknown_copies: int
    focus: int
    characters: tuple[int, int]
    injury_turnings: int
    far: int
    long_move: int


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character of the base box. `weapons` are those that its options must include; the rest is unknown.

    `once`: names that decks written out earlier may still bear.
    """

    name: Text
    core: str
    weapons: tuple[str, ...]
    once: tuple[str, ...] = ()


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon and its core card."""

    name: Text
    card: str


class School(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A forbidden school: its cards stand together or not at all in competitive play."""

    name: Text
    cards: tuple[str, ...]


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed deck: core cards, copies by card, and the forbidden school that it uses."""

    core: tuple[str, ...]
    cards: dict[str, int]
    school: str | None = None


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that has only a name here."""

    name: Text


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain object: whether it blocks, may be passed through, and the markers of a forced entry."""

    name: Text
    blocks: bool
    markers: tuple[Marker, ...]
    passable: bool = False


class Card(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is known of an ability card. `owner` is `common`, `weapon` or a character."""

    name: str | None = None
    name_ru: str | None = None
    owner: str | None = None
    rank: Rank | None = None
    rank_source: Source = "imported"
    core_kind: Literal["ability", "weapon"] | None = None
    weapon_keywords: tuple[str, ...] | None = None
    types: tuple[Literal["attack", "defence", "meditation", "core"], ...] | None = None
    prepared: bool | None = None
    initiative: int | None = None


class Opponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of virtual opponent: preferred range and the recipe of its deck. `personal` cards of its own if known."""

    name: Text
    fixed: dict[str, int]
    extra: int
    extra_from: tuple[str, ...]
    range: int | None = None
    ranged: bool = False
    character: bool = False
    cover: bool = False
    personal: int | None = None
    partner: str | None = None


class OpponentLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wound limits by the number of opponents (the last holds for more), and odd numbers of their rules."""

    by_count: tuple[int, ...]
    despair: int
    despairing: str
    contracts: tuple[str, ...]
    substitute: str
    own_cards: int


class Horde(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The horde: slots of each wave, the type in each slot, start hexes, recovery in its order, ranks."""

    waves: tuple[tuple[str, ...], ...]
    slots: dict[str, str]
    starts: dict[str, Behaviour]
    recovery: tuple[str, ...]
    replacements: tuple[int, ...]
    ranks: dict[str, int]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`base.toml`."""

    limits: Limits
    copies: dict[str, int]
    characters: dict[str, Character]
    weapons: dict[str, Weapon]
    schools: dict[str, School]
    signatures: dict[str, Signature]
    poison: dict[str, Named]
    kamae: dict[str, Text]
    battlefields: dict[str, Named]
    terrain: dict[str, Terrain]


class Opponents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`opponents.toml`: solo cards by selection deck, types, limits and the horde."""

    selection: dict[str, tuple[str, ...]]
    types: dict[str, Opponent]
    limits: OpponentLimits
    horde: Horde


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    cards: dict[str, Card]


FACTS: Facts = load(FOLDER / "base.toml", Facts)
OPPONENTS: Opponents = load(FOLDER / "opponents.toml", Opponents)
CARDS: dict[str, Card] = load(FOLDER / "cards.toml", CardFile).cards
LIMITS = FACTS.limits
CHARACTERS = FACTS.characters
SCHOOLS = FACTS.schools
SIGNATURES = FACTS.signatures
BATTLEFIELDS = FACTS.battlefields
HORDE = OPPONENTS.horde
REPLACING = tuple(key for key, kind in OPPONENTS.types.items() if key != "katana" and kind.partner is None)
"""Types that may stand for a katana of the horde (SEN-HORDE-13): not those of a pair, which never fight alone."""
SELECTION_OF = {card: deck for deck, cards in OPPONENTS.selection.items() for card in cards}
"""Solo card -> the selection deck that it belongs to."""

STANDARD_SCHOOLS: dict[str, tuple[str, ...]] = {key: school.cards for key, school in SCHOOLS.items()}


def opponent_limit(count: int) -> int:
    """SEN-SOLO-05: the wound limit of each of `count` virtual opponents."""
    table = OPPONENTS.limits.by_count
    return table[min(count, len(table)) - 1]
