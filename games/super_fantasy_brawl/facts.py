"""The rulebook's facts, read once from `catalogue/`: modes, traps, standard actions, champions, keywords.

Read by every chapter of the rules. What the rulebook prints as a picture is imported instead (see `cards.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.rulebook import Text

FOLDER = Path(__file__).parent / "catalogue"

Mode = Literal["duel", "superteams"]
Core = Literal["destruction", "creation", "manipulation"]
Zone = Literal["north", "south"]
TrapKind = Literal["stun", "immobilise", "damage_1", "damage_2", "damage_3"]
CardType = Literal["attack", "skill", "reaction"]
TargetingKind = Literal["melee", "indirect", "direct", "area", "none"]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that hold in every match; `battered` is the damage from which a champion is bloodied."""

    challenges: int
    cards_of_champion: int
    battered: int
    traps_on_board: int
    trap_cells: int
    cores: tuple[Core, ...]
    zones: tuple[Zone, ...]


class ModeFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mode. Seats are numbers in turn order; `team` champions of each player; `hand` opens and refreshes.

    `start_cells` and `new_cells`: where challenge cards are laid, in their order. A ban: (who bans, whose champion).
    """

    name: Text
    seats: tuple[int, ...]
    team: int
    deck: int
    hand: int
    target: int
    shift: int
    new_cards: int
    start_cells: tuple[int, ...]
    new_cells: tuple[int, ...]
    zero_cells: int
    traps_each: int
    normal_pool: int
    tournament_pool: int
    picks_normal: tuple[int, ...]
    picks_tournament: tuple[int, ...]
    bans: tuple[tuple[int, int], ...]


class Trap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of trap token; `damage` 0: it stuns or roots."""

    name: Text
    copies: int
    damage: int = 0


class Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A standard action: the core that it exhausts (None: any one), its movement, its effect of 1 (None: none)."""

    name: Text
    move: int
    core: Core | None = None
    effect: Literal["plan", "heal", "damage"] | None = None


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that has only a name here."""

    name: Text


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a card aims, and how far."""

    kind: TargetingKind
    min: int
    max: int


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook tells of an action card."""

    champion: str
    name: Text
    type: CardType
    targeting: Range


class Keyword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A keyword: `voluntary` up to X, `moves` stopped by root; `missing`: damage for every missing step."""

    name: Text
    voluntary: bool = False
    moves: bool = False
    displaces: bool = False
    traps: Literal["none", "path", "end"] = "none"
    missing: bool = False


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`base.toml`."""

    limits: Limits
    modes: dict[Mode, ModeFacts]
    traps: dict[TrapKind, Trap]
    basics: dict[int, Basic]
    cores: dict[Core, Text]
    champions: dict[str, Named]
    cards: dict[str, PrintedCard]
    targeting: dict[TargetingKind, Text]
    keywords: dict[str, Keyword]


FACTS: Facts = load(FOLDER / "base.toml", Facts)
LIMITS = FACTS.limits
MODES = FACTS.modes
TRAPS = FACTS.traps
BASICS = FACTS.basics
CHAMPIONS = FACTS.champions
