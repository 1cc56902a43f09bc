"""A card as it is printed: parts with their initiative, and the effects of each part from top to bottom.

Pinned by `match_created` (imported edition), or declared when a card is shown (SEN-LOG-06). A field of a `Definition`
that is None is unknown; what a card does not have is told by an empty list, 0, or "none". Inside a part everything is
told, or its effects are unknown whole. Read through `cards.py`; imported by `games.senjutsu.cards`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.senjutsu.facts import Rank

CardType = Literal["attack", "defence", "meditation", "core"]
InstantKind = Literal["normal", "replacement", "addition"]
Moment = Literal[
    "draw", "reveal", "resolve", "own_part", "after_hit", "after_block", "when_hit", "after_card"
]
"""When an instant normal card may be played (SEN-INST-04), as its text says: in the Draw phase, in Reveal, anywhere in
Resolve, while the actor's card is resolved, at once after its successful attack or block or after a hit suffered, when
its card is done.
"""
KamaeCell = Literal["neutral", "aggression", "balance", "determination"]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Focus = Annotated[int, msgspec.Meta(ge=0, le=3)]
Direction = Annotated[int, msgspec.Meta(ge=0, le=5)]
Offset = tuple[int, int]


class Effect(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """What every effect may carry: the kamae cell that it belongs to, its price, its condition, its `or` group.

    `optional_focus` > 0: the effect happens only if that much is paid. `if_success`: only after a successful attack
    or block of this part. Effects of one `or_group` exclude each other. `optional`: the owner may leave it out.
    `star` effects hit only who stands on a starred cell.
    """

    kamae: KamaeCell | None = None
    optional_focus: Focus = 0
    if_success: bool = False
    or_group: Small | None = None
    optional: bool = False
    star: bool = False


class Move(Effect, frozen=True, kw_only=True, tag="move"):
    """Steps in the given relative directions and turns of 60 degrees; `mandatory` is printed in black."""

    steps: Small = 0
    directions: tuple[Direction, ...] = ()
    turns: Small = 0
    mandatory: bool = False
    order: Literal["mixed", "steps_first", "turns_first"] = "mixed"


class RingMove(Effect, frozen=True, kw_only=True, tag="ring_move"):
    """Move the ring up to `limit` cells."""

    limit: Small


class KamaeChange(Effect, frozen=True, kw_only=True, tag="kamae_change"):
    """Change the kamae to a cell, or to any but neutral."""

    to: KamaeCell | Literal["any"]


class FocusGain(Effect, frozen=True, kw_only=True, tag="focus_gain"):
    """Gain focus."""

    amount: Small = 1


class AdvantageGain(Effect, frozen=True, kw_only=True, tag="advantage_gain"):
    """Move to the top of the advantage track."""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A target cell of a tactics grid, drawn for facing north: the wounds on it, bleeding or not, and its star."""

    at: Offset
    wounds: Small = 0
    bleeding: bool = False
    star: bool = False


class Attack(Effect, frozen=True, kw_only=True, tag="attack"):
    """An attack: by its grid, on named targets (`aim` named), or on a slower enemy (`aim` compare).

    `wounds` and `bleeding` count where there is no grid; a grid has its wounds on the cells. `starred` names the
    fields below that reach starred cells only.
    """

    aim: Literal["grid", "named", "compare"] = "grid"
    grid: tuple[Cell, ...] = ()
    wounds: Small = 0
    bleeding: bool = False
    stuns: Small = 0
    injuries: Small = 0
    poison: Small = 0
    execute: bool = False
    push: Small = 0
    pull: Small = 0
    turns: Small = 0
    starred: tuple[Literal["stuns", "injuries", "poison", "execute", "push", "pull", "turns"], ...] = ()


class Block(Effect, frozen=True, kw_only=True, tag="block"):
    """The cells that are blocked, drawn for facing north; (0, 0) is the actor's hex."""

    grid: tuple[Offset, ...]


class Search(Effect, frozen=True, kw_only=True, tag="search"):
    """Search the deck for cards, then shuffle it."""

    count: Small = 1


class Draw(Effect, frozen=True, kw_only=True, tag="draw"):
    """Draw cards."""

    count: Small = 1


class Other(Effect, frozen=True, kw_only=True, tag="other"):
    """What only the card's text says; its owner logs what it did. `when` for effects outside the card's part.

    `enters_cover`: its owner goes into cover (SEN-COV-04).
    """

    text: str = ""
    enters_cover: bool = False
    when: Literal["part", "turn_start", "after_draw", "turn_end"] = "part"


AnyEffect = Move | RingMove | KamaeChange | FocusGain | AdvantageGain | Attack | Block | Search | Draw | Other


class OptionalInitiative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An initiative that is bought with focus."""

    cost: Focus
    value: Small


class PartDefinition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a card. `initiative` None: it lies behind a divider without one; `up_to`: the top of a range.

    `effects` None: nobody stated what the part does; its initiative is known all the same.
    """

    initiative: Small | None
    up_to: Small | None = None
    effects: tuple[AnyEffect, ...] | None = ()
    optional_initiative: OptionalInitiative | None = None


class Definition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All of a card. None is unknown. `range` 0: it has none. `owner`: common, weapon, a character, solo, poison.

    `addition_after`: what an instant addition rests on, "none" where it has no condition. `normal_when`: the moments
    of an instant normal card. `lasting`: a poison that stays. `needs_cover`: only who is in cover
    may play it (SEN-COV-03).
    """

    name: str | None = None
    name_ru: str | None = None
    owner: str | None = None
    rank: Rank | None = None
    types: tuple[CardType, ...] | None = None
    core_kind: Literal["none", "ability", "weapon"] | None = None
    weapon_keywords: tuple[str, ...] | None = None
    required_kamae: KamaeCell | Literal["none"] | None = None
    mandatory_focus: Focus | None = None
    prepared: bool | None = None
    instant: tuple[InstantKind, ...] | None = None
    addition_after: Literal["none", "attack", "block"] | None = None
    normal_when: tuple[Moment, ...] | None = None
    playable_normally: bool | None = None
    range: Small | None = None
    counterattack: tuple[Small, ...] | None = None
    lasting: bool | None = None
    needs_cover: bool | None = None
    parts: tuple[PartDefinition, ...] | None = None
