"""The facts of the rulebook (`catalogue/base.toml`) as frozen structs. Read by every chapter, and by the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.rulebook import Text

SIDES = ("serpent", "alliance")
FOES = {"serpent": "alliance", "alliance": "serpent"}


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that hold at every table."""

    hire_points: int
    strategy_vp: int
    scheme_vp: int
    regular_turns: int
    last_turn: int
    portals: int
    cost_of_nothing: int


class Arcanum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A major arcanum of the links: its value and the zone that it comes to."""

    name: Text
    value: int
    zone: Literal["deck", "discard", "hand"]


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Card values; `top_value` is the highest minor card by deck profile."""

    death: int
    wheel: int
    top_value: dict[str, int]
    arcana: dict[str, Arcanum]


class Battlefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the five tables. `max_size` limits every figure; `no_prolong_rule` is the rule that forbids turn 6."""

    name: Text
    strategy: str
    unique_scheme: str
    prolonged: bool
    table_cm: tuple[int, int]
    deployment: Text
    max_size: int | None = None
    no_prolong_rule: str = "LB-PROL-01"


class Strategy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's strategy: from which turn it scores, and whether both sides may score in one turn."""

    name: Text
    rule: str
    first_turn: int
    both_sides: bool
    one_side_rule: str | None = None


class NoteNeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many figures a scheme's note names, own and the other side's."""

    own: int = 0
    enemy: int = 0
    enemy_leader: bool = False


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scheme: when it scores and how much (`turn_vp`, `end_vp`: legal numbers besides 0), and its note.

    `battlefield` is set for the unique scheme of that table. `once`: in one turn only.
    """

    name: Text
    rule: str
    battlefield: str | None = None
    end_rule: str | None = None
    first_turn: int = 1
    turn_vp: tuple[int, ...] = ()
    end_vp: tuple[int, ...] = ()
    once: bool = False
    note: NoteNeed | None = None


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole catalogue file."""

    limits: Limits
    prolong: dict[int, int]
    deck: Deck
    sides: dict[str, Text]
    battlefields: dict[str, Battlefield]
    strategies: dict[str, Strategy]
    schemes: dict[str, Scheme]


FACTS: Facts = load(Path(__file__).parent / "catalogue" / "base.toml", Facts)
LIMITS = FACTS.limits
BATTLEFIELDS = FACTS.battlefields
SCHEMES = FACTS.schemes
COMMON_SCHEMES = tuple(key for key, scheme in SCHEMES.items() if scheme.battlefield is None)


def is_unique(scheme: str | None) -> bool:
    """Whether the scheme is bound to a table; an unknown one counts as common."""
    return scheme in SCHEMES and SCHEMES[scheme].battlefield is not None


def unique_scheme(battlefield: str) -> str:
    """The unique scheme of a table."""
    return BATTLEFIELDS[battlefield].unique_scheme


def strategy_of(battlefield: str) -> Strategy:
    """The strategy of a table."""
    return FACTS.strategies[BATTLEFIELDS[battlefield].strategy]
