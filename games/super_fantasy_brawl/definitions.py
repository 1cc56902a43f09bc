"""Champions, action cards, challenges and arenas as they are printed; imported, and pinned by `match_created`.

A field that is None is unknown (the rulebook prints it as a picture): what needs it is not checked (SFB-LOG-05). What a
card does not have is told by an empty list, or by `none`. Read through `full/cards.py`; parsed by `cards.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.super_fantasy_brawl.facts import CardType, Core, TargetingKind, Zone

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Modifier = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Place = tuple[int, int]
Timing = Literal["pre", "main", "damage", "post"]
Keyword = Literal[
    "vampirism",
    "draw",
    "heal",
    "stun",
    "immobilise",
    "push",
    "pull",
    "plan",
    "compel",
    "dash",
    "fly",
    "leap",
    "approach",
    "retreat",
    "place",
    "fear",
    "double",
    "poison",
    "damage",
    "move_bonus",
    "strength_mod",
    "defence_mod",
    "protect_displacement",
    "show",
    "look",
    "other",
]
Receiver = Literal["self", "target", "ally", "enemy", "attacker"]


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One effect of a card or an ability; `x` None: it has no number. `on`: who receives it.

    Timing of an attack: pre, damage (vampirism, double, poison), post; of a skill: main; of a reaction: pre, post.
    """

    timing: Timing
    keyword: Keyword
    x: Modifier | None = None
    on: Receiver = "self"
    text: Text | None = None


class Targeting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a card aims. `pattern`: offsets from the attacker as the area lies without a turn (SFB-HEX-05)."""

    kind: TargetingKind
    min: Small = 1
    max: Small = 1
    pattern: tuple[Place, ...] = ()


class ActionCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action card. `move` and `attack` are read together with `moves` and `strikes`: a card without a movement
    symbol has `moves` false, one without an attack strength has `strikes` false; None where that is unknown.

    `overrides`: the rules that its text waives (SFB-LOG-04).
    """

    champion: Name
    name: Name | None = None
    name_ru: Name | None = None
    type: CardType | None = None
    core: Core | None = None
    moves: bool | None = None
    move: Small | None = None
    targeting: Targeting | None = None
    strikes: bool | None = None
    attack: Small | None = None
    defence_mod: Modifier | None = None
    effects: tuple[Effect, ...] | None = None
    overrides: tuple[Name, ...] = ()
    text: Text | None = None


class ChampionSide(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One side of a champion card. `effects` are the always active modifiers of the ability, None where unknown."""

    defence: Small | None = None
    health: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    move_bonus: Modifier | None = None
    strength_bonus: Modifier | None = None
    effects: tuple[Effect, ...] | None = None
    overrides: tuple[Name, ...] = ()
    text: Text | None = None


class Champion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A champion with both sides of its card and the ids of its action cards (None: unknown)."""

    name: Name | None = None
    name_ru: Name | None = None
    base: ChampionSide = ChampionSide()
    levelled: ChampionSide = ChampionSide()
    cards: tuple[Name, ...] | None = None


class Condition(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """What a challenge asks of the side whose turn it is."""


class Controls(Condition, frozen=True, kw_only=True, tag="controls"):
    """The side controls a named area of the arena (SFB-EFF-03)."""

    area: Name


class InZone(Condition, frozen=True, kw_only=True, tag="in_zone"):
    """At least `count` champions of the side stand in a deployment area: their own or the other side's."""

    zone: Literal["own", "enemy"]
    count: Small = 1


class Bloodied(Condition, frozen=True, kw_only=True, tag="bloodied"):
    """At least `count` champions of the other side are bloodied (SFB-EFF-11)."""

    count: Small = 1


class AtGates(Condition, frozen=True, kw_only=True, tag="at_gates"):
    """At least `count` champions of the other side are out of action."""

    count: Small = 1


class LevelledUp(Condition, frozen=True, kw_only=True, tag="levelled_up"):
    """At least `count` champions of the side are levelled up."""

    count: Small = 1


class Together(Condition, frozen=True, kw_only=True, tag="together"):
    """At least `count` champions of the side stand next to another champion of the side."""

    count: Small = 2


class Facing(Condition, frozen=True, kw_only=True, tag="facing"):
    """At least `count` champions of the side stand next to a champion of the other side."""

    count: Small = 1


AnyCondition = Controls | InZone | Bloodied | AtGates | LevelledUp | Together | Facing


class Challenge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A challenge card; `conditions` must all hold, None where nothing but its text is known."""

    name: Name | None = None
    name_ru: Name | None = None
    text: Text | None = None
    conditions: tuple[AnyCondition, ...] | None = None


class Tracks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The values of the cells of the challenge track, left to right, for each mode."""

    duel: tuple[Small, ...] | None = None
    superteams: tuple[Small, ...] | None = None


class Arena(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An arena: its cells (statues among them), the six printed trap cells, deployment areas, named areas."""

    name: Name
    name_ru: Name | None = None
    cells: tuple[Place, ...]
    statues: tuple[Place, ...] = ()
    trap_cells: tuple[Place, ...] = ()
    zones: dict[Zone, tuple[Place, ...]] = {}
    areas: dict[str, tuple[Place, ...]] = {}
    tracks: Tracks = Tracks()
