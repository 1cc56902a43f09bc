"""Full detail inside an action: cards and standard actions played, movement, attacks, reactions, effects, traps.

Pure data; payloads as in section 5.2 of the rules. `champion` and `target` are figures (`side:slug`). `source`: the
card or ability whose effect it is, null for the card or standard action of the open action. Nothing here is secret.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.chapters import events_of
from games.ruleset import Event
from games.super_fantasy_brawl.definitions import Modifier, Name, Place, Text
from games.super_fantasy_brawl.events import Cause, Count, Positive
from games.super_fantasy_brawl.facts import Core, TrapKind

Path = tuple[Place, ...]
Turns = Annotated[int, msgspec.Meta(ge=0, le=5)]
DamageCause = Literal["effect", "basic", "trap", "push", "pull", "poison", "double"]


class Modified(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One modifier of a strength or a defence, and the card or ability that it comes from."""

    amount: Modifier
    source: Name | None = None


class Hit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One target of an attack: printed strength and defence with their modifiers, and the damage that follows."""

    champion: Name
    strength: Count
    defence: Count
    damage: Count
    strength_mods: tuple[Modified, ...] = ()
    defence_mods: tuple[Modified, ...] = ()


class ActionCardPlayed(Event, frozen=True, kw_only=True):
    """A player plays an attack or skill card of a champion and exhausts a core."""

    player: Name
    champion: Name
    card: Name
    core: Core


class BasicActionStarted(Event, frozen=True, kw_only=True):
    """A player performs a standard action (1 to 4) with a champion and exhausts a core."""

    player: Name
    champion: Name
    basic: Annotated[int, msgspec.Meta(ge=1, le=4)]
    core: Core


class ChampionReturned(Event, frozen=True, kw_only=True):
    """A champion comes back from the gates into the deployment area, for 1 movement point."""

    champion: Name
    cell: Place


class ChampionMoved(Event, frozen=True, kw_only=True):
    """A champion moves cell by cell, up to the first trap; `continues` the movement after one.

    `x`: the full amount of a dash and the like. `toward`: the hex that an approach or a retreat is measured from.
    """

    champion: Name
    kind: Literal["walk", "dash", "fly", "leap", "approach", "retreat"]
    path: Path
    source: Name | None = None
    x: Positive | None = None
    continues: bool = False
    toward: Place | None = None


class ChampionDisplaced(Event, frozen=True, kw_only=True):
    """A champion is pushed, pulled, forced or frightened by the champion `by`, up to the first trap.

    `missing`: the steps of a push or a pull that could not be made, in its last segment.
    """

    champion: Name
    kind: Literal["push", "pull", "compel", "fear"]
    by: Name
    x: Positive
    path: Path = ()
    missing: Count = 0
    source: Name | None = None
    continues: bool = False


class ChampionPlaced(Event, frozen=True, kw_only=True):
    """A champion is put on a hex; that is no movement."""

    champion: Name
    cell: Place
    source: Name | None = None


class TrapTriggered(Event, frozen=True, kw_only=True):
    """A trap token is turned over under a champion; `caused_by`: the champion whose effect moved it there."""

    champion: Name
    cell: Place
    slot: Name
    kind: TrapKind
    caused_by: Name | None = None


class AttackDeclared(Event, frozen=True, kw_only=True):
    """The attacker names its targets; `direction`: the turns of an area's pattern."""

    attacker: Name
    card: Name
    targets: tuple[Name, ...]
    direction: Turns | None = None


class CardDeclined(Event, frozen=True, kw_only=True):
    """The attack or skill of the open card is not carried out."""

    card: Name


class SkillUsed(Event, frozen=True, kw_only=True):
    """The skill of the open card is used."""

    champion: Name
    card: Name
    targets: tuple[Name, ...] = ()
    direction: Turns | None = None


class ReactionPlayed(Event, frozen=True, kw_only=True):
    """A player of the attacked side plays a reaction card for one attacked champion."""

    player: Name
    card: Name
    core: Core
    on_champion: Name


class ReactionPassed(Event, frozen=True, kw_only=True):
    """The attacked side plays no reaction."""

    side: Name


class AttackResolved(Event, frozen=True, kw_only=True):
    """The damage of the attack to every target, dealt at the same time."""

    card: Name
    targets: tuple[Hit, ...]


class DamageDealt(Event, frozen=True, kw_only=True):
    """Damage that ignores defence; `by`: the champion that has the credit."""

    target: Name
    amount: Positive
    cause: DamageCause
    by: Name | None = None
    source: Name | None = None


class ChampionHealed(Event, frozen=True, kw_only=True):
    """Damage is removed."""

    champion: Name
    amount: Positive
    cause: Literal["effect", "basic", "vampirism"] = "effect"
    source: Name | None = None


class ChampionStunned(Event, frozen=True, kw_only=True):
    """The owner discards a card of this champion, or shows the whole hand (`shown`; empty where it holds no card, or
    where its cards are not noted)."""

    champion: Name
    cause: Literal["effect", "trap"] = "effect"
    discarded: Name | None = None
    shown: tuple[Name, ...] | None = None
    source: Name | None = None


class ChampionImmobilised(Event, frozen=True, kw_only=True):
    """A champion cannot move until the end of the turn."""

    champion: Name
    cause: Literal["effect", "trap"] = "effect"
    source: Name | None = None


class ChampionKnockedOut(Event, frozen=True, kw_only=True):
    """A champion goes out of action to its gates; `by`: the champion that has the credit."""

    champion: Name
    by: Name | None = None
    cause: Cause = "card"


class ChampionLevelledUp(Event, frozen=True, kw_only=True):
    """A champion's card is turned to its second side."""

    champion: Name


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a text changes: a core becomes ready or exhausted, a card of a hand is discarded, a number is modified."""

    kind: Literal[
        "core_readied", "core_exhausted", "card_discarded", "strength", "defence", "move", "protected"
    ]
    player: Name | None = None
    champion: Name | None = None
    core: Core | None = None
    card: Name | None = None
    amount: Modifier | None = None


class CardEffectApplied(Event, frozen=True, kw_only=True):
    """The text of a card or ability takes effect in a way that no other event tells."""

    source: Name
    description: Text
    changes: tuple[Change, ...] = ()


class ActionEnded(Event, frozen=True, kw_only=True):
    """The open action is complete."""


ACTION_EVENTS = events_of(globals())
