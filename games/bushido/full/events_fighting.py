"""Exchanges, ranged attacks and damage (see `events.py`). Pure data."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.bushido.events import Count, Die, Inches, Name, Part
from games.bushido.full.terms import Colour, Dice, Models
from games.ruleset import Event, SecretEvent


class WeaponChosen(Event, frozen=True, kw_only=True):
    """A model with several melee weapons takes one for the exchange (BUS-MEL-02)."""

    model: Name
    weapon: Name


class MeleeExchangeStarted(Event, frozen=True, kw_only=True):
    """What both see before they allocate dice (BUS-MEL-03 to -08); need not be stated. `high`: models with Reach by
    high ground (BUS-TER-04), `alone`: those without a friend within 3 inches (BUS-TRT-10). `first`: who has Initiative;
    `pools`: dice by model."""

    high: Models = ()
    alone: Models = ()
    first: Name | None = None
    pools: dict[str, Count] = {}


class MeleeDiceCommitted(SecretEvent, frozen=True, kw_only=True):
    """A side splits its dice in secret and pays for at most one special ability (BUS-MEL-10); both open together."""

    secret_fields: ClassVar[tuple[str, ...]] = ("attack", "defence", "special", "cost")
    side: Name
    attack: Count | None = None
    defence: Count | None = None
    special: Name | None = None
    cost: Count | None = None


class Reroll(Part, frozen=True, kw_only=True):
    """A die that was rolled again, in the order made: by whom, whose, which (from 1), what it was, by which trait."""

    by: Name
    whose: Name
    colour: Colour
    place: Annotated[int, msgspec.Meta(ge=1, le=30)]
    was: Die
    source: Literal["dodge", "feint", "prowess", "card"]


class SetDie(Part, frozen=True, kw_only=True):
    """A die that the text of a card has set to a value: whose, which (from 1). Nobody rolls it again (BUS-GEN-06)."""

    whose: Name
    colour: Colour = "attack"
    place: Annotated[int, msgspec.Meta(ge=1, le=30)]
    value: Die


class MeleeRolled(Event, frozen=True, kw_only=True):
    """All dice of an exchange by model, after re-rolls (BUS-MEL-15 to -18). `finals`: final attack and defence.

    `winner`, `sl`: of the first of its two attacks, that of the model with Initiative. `set_dice`: those that an effect
    has replaced. `in_zone`: one of the two is wholly inside a zone, for an attack that removes without a damage roll
    (BUS-SCORE-07).
    """

    attack: dict[str, Dice] = {}
    defence: dict[str, Dice] = {}
    rerolls: tuple[Reroll, ...] = ()
    finals: dict[str, tuple[Count, Count]] = {}
    winner: Name | None = None
    sl: Count | None = None
    set_dice: tuple[SetDie, ...] = ()
    in_zone: bool = False

    @property
    def chance(self) -> bool:
        return True


class DamageRolled(Event, frozen=True, kw_only=True):
    """The damage roll that is due (BUS-DMG-01). `kept`: the two dice that an Assassin keeps. `in_zone`: killer or
    killed is wholly inside a zone (BUS-SCORE-07)."""

    dice: Dice
    kept: Dice | None = None
    in_zone: bool = False
    row: int | None = None
    wounds: Count | None = None

    @property
    def chance(self) -> bool:
        return True


class RangedAttackDeclared(Event, frozen=True, kw_only=True):
    """The active model aims at an enemy (BUS-RNG-01 to -03). `weapon`: where it has several ranged ones.

    `cover`: a piece within 1 inch of the target lies in the line (BUS-RNG-18); `in_zoc_of`: enemies in whose zone of
    control it shoots. `value`: what has to be rolled, `pool`: with how many dice.
    """

    target: Name
    distance: Inches
    weapon: Name | None = None
    cover: bool = False
    sees: bool = True
    in_zoc_of: Models = ()
    value: int | None = None
    pool: Count | None = None


class RangedTargetReassigned(Event, frozen=True, kw_only=True):
    """The target's side puts another of its models into the line (BUS-RNG-04). `crosses`: the line goes through its
    zone of control; `sees`: it sees the attacker; `distance`, `cover`: as of the new target."""

    model: Name
    distance: Inches
    cover: bool = False
    crosses: bool = True
    sees: bool = True


class RangedAttackRolled(Event, frozen=True, kw_only=True):
    """The dice of a ranged attack after re-rolls (BUS-RNG-08 to -10). `special`, `cost`: a special attack paid for;
    `set_dice`: dice that an effect has replaced."""

    dice: Dice
    special: Name | None = None
    cost: Count | None = None
    rerolls: tuple[Reroll, ...] = ()
    supporting: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    value: int | None = None
    result: int | None = None
    success: bool | None = None
    sl: Count | None = None
    set_dice: tuple[SetDie, ...] = ()

    @property
    def chance(self) -> bool:
        return True


class StrayShotTold(Event, frozen=True, kw_only=True):
    """Whom a shot into contact hits instead (BUS-RNG-13): of several the nearest; null: the attacker sees none."""

    model: Name | None = None
