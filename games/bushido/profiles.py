"""Profiles, special cards and themes as they are printed; imported, and judged by `roster/`.

A field that is None is unknown: what needs it is not checked, and a warning says so (BUS-LOG-08). What a card does
not have is told by an empty list. Parsed by `cards.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Rice = Annotated[int, msgspec.Meta(ge=0, le=999)]
Stat = Small | Literal["-"]
Names = tuple[Name, ...]

CostKind = Literal["plain", "Ea", "Su", "Sp", "for_all"]
SpecialKind = Literal["enhancement", "event", "terrain", "communal"]
Kind = Literal["profile", "enhancement", "event", "terrain", "communal", "theme"]
RONIN = "Ronin"


class Cost(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The price of a profile in rice. `Ea`: for each model; `Su`, `Sp`: never recruited.

    `for_all`: once for this card and for those of `together`.
    """

    value: Rice | None = None
    kind: CostKind = "plain"
    together: Names = ()


class SpecialCost(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The price of a special card: a number, a share of its profile's printed cost (plus a number), or a free X."""

    value: Rice | None = None
    share: (
        tuple[Annotated[int, msgspec.Meta(ge=1, le=9)], Annotated[int, msgspec.Meta(ge=1, le=9)]] | None
    ) = None
    plus: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 0
    free: bool = False


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon. `bands`: the far ends of its range bands in inches; `specials`: special attack or defence -> dice."""

    kind: Literal["melee", "ranged"]
    name: Name | None = None
    strength: Annotated[int, msgspec.Meta(ge=-99, le=99)] | Literal["Sp"] | None = None
    bands: tuple[Small, ...] | None = None
    traits: Names | None = None
    specials: dict[str, Small] | None = None


class Feat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Ki feat with the codes that are printed: timing I, A, S or C; target as `Ta(6)`; limits as NB, NM, 1T, 1G."""

    name: Name
    timing: Literal["I", "A", "S", "C"] | None = None
    target: Name | None = None
    cost: Small | None = None
    limits: Names | None = None
    text: Text | None = None


class Profile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A profile card. `available_to`: the factions for which a Ronin fights; `max_copies`: a Kami or MAX number.

    `traits` are as printed (`Hatred [Oni]`, `Tough (1)`); `allows`, `requires`, `summons` and `same_model_as` name
    profiles by id; `deck`: the cycle deck in which it was published.
    """

    name: Name | None = None
    name_ru: Name | None = None
    faction: Name | None = None
    available_to: Names | None = None
    elements: Names | None = None
    base_mm: tuple[Small, ...] | None = None
    size: Name | None = None
    types: Names | None = None
    unique: bool | None = None
    melee: Stat | None = None
    ranged: Stat | None = None
    move: Stat | None = None
    ki: Stat | None = None
    ki_limit: Stat | Literal["communal"] | None = None
    boosts: dict[str, Small] | None = None
    wound_tracks: tuple[Annotated[int, msgspec.Meta(ge=1, le=99)], ...] | None = None
    max_copies: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    traits: Names | None = None
    feats: tuple[Feat, ...] | None = None
    weapons: tuple[Weapon, ...] | None = None
    cost: Cost | None = None
    same_model_as: Names = ()
    allows: Names | None = None
    requires: Names | None = None
    summons: Names | None = None
    deck: Name | None = None
    released: bool | None = None


class SpecialCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An enhancement, event, terrain or communal card. `serves`: of a card with several models one, or all of them.

    `required` and `excluded` are types; `version_of`: the name that versions of a communal card have in common.
    """

    name: Name | None = None
    name_ru: Name | None = None
    faction: Name | None = None
    cost: SpecialCost | None = None
    max: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    equipment: bool | None = None
    serves: Literal["one", "all"] = "one"
    required: Names | None = None
    excluded: Names | None = None
    trap: bool | None = None
    reverse_only: bool | None = None
    passage: Name | None = None
    visibility: Name | None = None
    size: Name | None = None
    destructible: bool | None = None
    allows: Names | None = None
    version_of: Name | None = None
    text: Text | None = None
    deck: Name | None = None
    released: bool | None = None


class Theme(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A theme. An empty `permitted` restricts no types; `cost_changes`: type or name -> change in rice."""

    name: Name | None = None
    name_ru: Name | None = None
    faction: Name | None = None
    permitted: Names | None = None
    permitted_ronin: Names | None = None
    excluded: Names | None = None
    cost_changes: dict[str, Annotated[int, msgspec.Meta(ge=-99, le=99)]] | None = None
    text: Text | None = None
    deck: Name | None = None
