"""What cards do at full detail: movement, collisions, kamae, focus, blocks, attacks, conditions, virtual opponents.

Pure data; the names are those of `events.py`. `effect` is the place of an effect in its part, from 0: null means the
next effect of that kind. `card` and `part` null mean the part that is being resolved.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.senjutsu.facts import Behaviour
from games.senjutsu.full.events import Count, Facing, FullEvent, FullSecret, Name, Place, Positive, Text

Condition = Literal["stun", "injury", "poison"]
Stance = Literal["offensive", "defensive"]
Contract = Literal["first_blood", "counterattack", "tools_of_the_trade"]


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a payload."""


class Step(Told, frozen=True):
    """A step in a relative direction (0 forward, clockwise to 5), or a turn: 1 clockwise, -1 counter-clockwise."""

    op: Literal["step", "turn"]
    dir: int


class MoveSpec(Told, frozen=True):
    """The movement that the card prints, where the edition does not know it; `long`: the long-distance move."""

    steps: Count = 0
    directions: tuple[int, ...] = ()
    turns: Count = 0
    mandatory: bool = False
    order: Literal["mixed", "steps_first", "turns_first"] = "mixed"


class Stand(Told, frozen=True):
    """A hex and a facing."""

    hex: Place
    facing: Facing


class Shift(Told, frozen=True):
    """A push or pull as it was done: its full number of hexes, its first direction, and the hexes entered."""

    cells: Positive
    direction: int
    path: tuple[Place, ...] = ()


class ForcedTurn(Told, frozen=True):
    """A forced turn: how often 60 degrees, clockwise (1) or counter-clockwise (-1)."""

    count: Positive
    rotation: Literal[1, -1]


class Result(Told, frozen=True):
    """What an attack did on one of its hexes, to one target or none. `wounds` counts bleeding ones too."""

    hex: Place
    outcome: Literal["hit", "ignored", "empty", "failed"]
    target: Name | None = None
    wounds: Count = 0
    bleeding: Count = 0
    stuns: Count = 0
    injuries: Count = 0
    poison: tuple[Name, ...] = ()
    executed: bool = False
    push: Shift | None = None
    pull: Shift | None = None
    turns: ForcedTurn | None = None


class EffectResolved(FullEvent, frozen=True, kw_only=True):
    """An effect was applied, or left out. `choice` tells which one of an "or", or what another effect did."""

    actor: Name
    card: Name
    part: Count = 0
    effect: Count | None = None
    applied: bool = True
    choice: Text | None = None


class ActorMoved(FullEvent, frozen=True, kw_only=True):
    """An actor moves by an effect: what it did in order, and where it stands then.

    `long`: the core card's long-distance move. `printed` is wanted where the edition does not know the card.
    """

    actor: Name
    sequence: tuple[Step, ...]
    to: Stand
    card: Name | None = None
    part: Count | None = None
    effect: Count | None = None
    long: bool = False
    printed: MoveSpec | None = None


class CollisionHappened(FullSecret, frozen=True, kw_only=True):
    """A forced or own move ended at the edge, at terrain or at a character; `hex` is the one that was not entered.

    `discards`: whether the mover discarded a card of the hand; which one is secret.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("discarded",)
    actor: Name
    cause: Literal["own_move", "push", "pull"]
    against: Literal["edge", "terrain", "character"]
    hex: Place
    other: Name | None = None
    discards: bool = False
    discarded: Name | None = None


class KamaeMoved(FullEvent, frozen=True, kw_only=True):
    """The ring moves along lines of the study card: the cells that it enters, and where it stands then."""

    player: Name
    limit: Count
    path: tuple[Name, ...]
    to: Name
    card: Name | None = None
    effect: Count | None = None


class KamaeChanged(FullEvent, frozen=True, kw_only=True):
    """The kamae changes: the card says a cell, or "any"."""

    player: Name
    instruction: Name
    to: Name
    card: Name | None = None
    effect: Count | None = None


class FocusGained(FullEvent, frozen=True, kw_only=True):
    """A player gains focus; what exceeds the limit is lost."""

    player: Name
    amount: Positive
    reason: Literal["effect", "lord", "other"] = "effect"
    card: Name | None = None
    effect: Count | None = None


class FocusLost(FullEvent, frozen=True, kw_only=True):
    """A card takes focus from a player, as its text says."""

    player: Name
    amount: Positive
    card: Name


class AdvantageGained(FullEvent, frozen=True, kw_only=True):
    """A character moves to the top of the advantage track; `order` is the track then, null if not stated."""

    player: Name
    order: tuple[Name, ...] | None = None
    card: Name | None = None
    effect: Count | None = None


class BlockApplied(FullEvent, frozen=True, kw_only=True):
    """A block acts at the initiative of its part; `hexes` are those that it blocks."""

    actor: Name
    card: Name
    hexes: tuple[Place, ...]
    initiative: Count | None = None
    effect: Count | None = None


class AttackDeclared(FullEvent, frozen=True, kw_only=True):
    """An actor attacks hexes, or a target by its initiative. What it pays is logged by `focus_paid`."""

    attacker: Name
    card: Name
    part: Count = 0
    effect: Count | None = None
    hexes: tuple[Place, ...] = ()
    target: Name | None = None
    initiative: Count | None = None


class AttackResolved(FullEvent, frozen=True, kw_only=True):
    """What the declared attack did, hex by hex."""

    attacker: Name
    results: tuple[Result, ...]


class CounterattackPlayed(FullEvent, frozen=True, kw_only=True):
    """A player whose block succeeded answers with a card from the hand; `against` is the failed attacker."""

    player: Name
    card: Name
    against: Name


class WoundTaken(FullEvent, frozen=True, kw_only=True):
    """An actor takes wounds that are no attack's: `normal` and `bleeding` ones, caused by a card or by terrain."""

    actor: Name
    normal: Count = 0
    bleeding: Count = 0
    cause: Name


class WoundsHealed(FullEvent, frozen=True, kw_only=True):
    """A card heals wounds or ends conditions: injuries, those that would last longest first, or a poison that stayed;
    a poison card may say so of itself."""

    actor: Name
    card: Name
    normal: Count = 0
    bleeding: Count = 0
    injuries: Count = 0
    poison: Name | None = None


class ConditionGained(FullEvent, frozen=True, kw_only=True):
    """An actor gets a condition that is no attack's; `poison` names the poison card."""

    actor: Name
    kind: Condition
    count: Positive = 1
    cause: Name
    poison: Name | None = None


class VoStateChanged(FullEvent, frozen=True, kw_only=True):
    """A virtual opponent changes its behaviour, its stance, or both; or a yojimbo fulfils a contract."""

    vo: Name
    behaviour: Behaviour | None = None
    stance: Stance | None = None
    contract: Contract | None = None
    cause: Name


class VoDeckRefreshed(FullEvent, frozen=True, kw_only=True):
    """Deck and discard pile of a virtual opponent are shuffled into a new deck at the end of the turn."""

    vo: Name
    cause: Name


class VoCounterResolved(FullEvent, frozen=True, kw_only=True):
    """A virtual opponent answers an attack: the top card of its deck, null for an empty deck, and the wound dealt."""

    vo: Name
    card: Name | None = None
    attack_effect: bool = False
    wound: Literal[0, 1] = 0


class VoDeckSeen(FullSecret, frozen=True, kw_only=True):
    """A card lets a player look at the top two cards of an opponent's deck, which go back shuffled; only the player
    sees which ones they are."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    vo: Name
    card: Name
    cards: tuple[Name, ...] | None = None


EFFECT_EVENTS = events_of(globals())
