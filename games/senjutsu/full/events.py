"""What happens around the cards at full detail: set-up, draws, the hidden choice, the reveal, the end of a turn.

Pure data. `player` names a player's character, `actor` a character or a virtual opponent; `card` is a card's id
("A-018"), or "stun". A secret field that is None was not told. What cards do stands in `effect_events.py`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.ruleset import Event, SecretEvent
from games.senjutsu.full.definitions import Definition

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Place = tuple[int, int]
Facing = int
Zone = Literal["deck", "hand", "discard", "play", "removed"]

STUN = "stun"
"""The stun card, wherever a card is named."""


class Override(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in play that waives one rule for one event (SEN-LOG-07)."""

    card: Name
    rule: Name


class FullEvent(Event, frozen=True, kw_only=True):
    """An event of full detail, with the card that overrides a rule for it, if any."""

    override: Override | None = None


class FullSecret(SecretEvent, frozen=True, kw_only=True):
    """An event of full detail with secret fields, which need not be stated: a face-down card is not always noted."""

    secret_optional: ClassVar[bool] = True
    override: Override | None = None


class AdvantageSet(FullEvent, frozen=True, kw_only=True):
    """The characters stand on the advantage track, named by their players from the top."""

    order: tuple[Name, ...]


class CharacterPlaced(FullEvent, frozen=True, kw_only=True):
    """A character stands on a start hex. Facings are 0 to 5, clockwise from north."""

    player: Name
    hex: Place
    facing: Facing
    in_cover: bool = False


class PreparedTaken(FullSecret, frozen=True, kw_only=True):
    """A player takes `count` prepared cards into the starting hand; which ones is secret."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    count: Count
    cards: tuple[Name, ...] | None = None


class StartingHandDrawn(FullSecret, frozen=True, kw_only=True):
    """A player draws `count` cards up to the hand limit; which ones is secret.

    `hand_limit`, `wound_limit`: the numbers on the character card, where its registration did not tell them.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    count: Count
    cards: tuple[Name, ...] | None = None
    hand_limit: Positive | None = None
    wound_limit: Positive | None = None


class TurnStarted(FullEvent, frozen=True, kw_only=True):
    """A turn begins with the Draw phase."""

    turn: Positive


class BleedDiscarded(FullSecret, frozen=True, kw_only=True):
    """The top card of a bleeding actor's deck is discarded face down; organisers alone see a card that was told."""

    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    actor: Name
    card: Name | None = None


class CardDrawn(FullSecret, frozen=True, kw_only=True):
    """An actor draws: `asked` cards, of which its deck had `drawn`. Which ones is secret."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    actor: Name
    reason: Literal["phase", "effect"] = "phase"
    asked: Count = 1
    drawn: Count = 1
    cards: tuple[Name, ...] | None = None


class PhaseStarted(FullEvent, frozen=True, kw_only=True):
    """The phase is left that everybody is done with, and the next one begins. Reveal begins with the cards."""

    phase: Literal["select", "resolve", "discard"]


class CardSelected(FullSecret, frozen=True, kw_only=True):
    """A player chooses the card of this turn, face down: a card of the hand, a core card, or "stun"."""

    secret_optional: ClassVar[bool] = False
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    player: Name
    card: Name | None = None


class CardsRevealed(FullEvent, frozen=True, kw_only=True):
    """All selected cards are turned up together, by actor.

    `declared`: facts of cards that the edition does not know. `targets`: the named targets of attacks without a grid.
    `naming`: whose named targets follow right after, each by its own `target_named`.
    `salts`: what opens the commitments of players who kept their choice to themselves.
    """

    cards: dict[Name, Name]
    declared: dict[Name, Definition] = {}
    targets: dict[Name, tuple[Name, ...]] = {}
    salts: dict[Name, str] = {}
    naming: tuple[Name, ...] = ()


class TargetNamed(FullEvent, frozen=True, kw_only=True):
    """The owner of a revealed attack without a grid names its targets, where the reveal left them open."""

    actor: Name
    targets: tuple[Name, ...]


class FocusPaid(FullEvent, frozen=True, kw_only=True):
    """A player pays focus for a card: its mandatory cost, its optional initiative, a replacement or instant that is
    played next, or an effect (`effect`: its place in the part, from 0, if stated)."""

    player: Name
    amount: Positive
    reason: Literal["mandatory", "initiative", "replacement", "effect", "instant"]
    card: Name
    effect: Count | None = None


class InstantPlayed(FullEvent, frozen=True, kw_only=True):
    """A player plays an instant card from the hand; `on` is the card that it replaces or adds to."""

    player: Name
    card: Name
    kind: Literal["normal", "replacement", "addition"]
    on: Name | None = None
    declared: Definition | None = None


class InstantPassed(FullEvent, frozen=True, kw_only=True):
    """A player plays no instant replacement this turn."""

    player: Name


class InitiativeChosen(FullEvent, frozen=True, kw_only=True):
    """The owner of a card with a variable initiative picks a value of its range."""

    actor: Name
    value: Count


class TieOrderChosen(FullEvent, frozen=True, kw_only=True):
    """A player picks a position, from 1, in the group of parts that are tied now."""

    player: Name
    position: Positive


class PartStarted(FullEvent, frozen=True, kw_only=True):
    """The next part of a card begins; `part` counts from 0, `initiative` is the effective one (null: not stated)."""

    actor: Name
    card: Name
    part: Count = 0
    initiative: Count | None = None


class CardsMoved(FullSecret, frozen=True, kw_only=True):
    """A card moves cards of a player between zones; which ones is secret unless the pile gives them. `by`: the card.

    `search`: the player looked through the deck, took the cards and shuffled it.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    source: Zone
    to: Zone
    count: Count
    by: Name
    search: bool = False
    effect: Count | None = None
    cards: tuple[Name, ...] | None = None


class HandTrimmed(FullSecret, frozen=True, kw_only=True):
    """A player discards down to the hand limit, face down."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    count: Positive
    cards: tuple[Name, ...] | None = None


class TurnEnded(FullEvent, frozen=True, kw_only=True):
    """The turn is over."""

    turn: Positive


TABLE_EVENTS = events_of(globals())
