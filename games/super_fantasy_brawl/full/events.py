"""Full detail around the actions: set-up, hands and decks, phases of a turn, the challenge track.

Pure data; payloads as in section 5.2 of the rules. `player` is a player's id, `champion` a figure (`side:slug`), `card`
the id of an action or challenge card. A secret field that is None was not told. Actions stand in `action_events.py`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from games.chapters import events_of
from games.ruleset import Event, SecretEvent
from games.super_fantasy_brawl.definitions import Name, Place, Text
from games.super_fantasy_brawl.events import Claimed, Count, Positive
from games.super_fantasy_brawl.facts import TrapKind, Zone


class FullSecret(SecretEvent, frozen=True, kw_only=True):
    """An event with secret fields that need not be stated: a card in a hand is not always noted."""

    secret_optional: ClassVar[bool] = True


class ZoneChosen(Event, frozen=True, kw_only=True):
    """The first player chooses the deployment area of their side; the other side gets the other one."""

    player: Name
    zone: Zone


class PersonalDeckBuilt(Event, frozen=True, kw_only=True):
    """A player's action cards, shuffled face down. Which cards they are is public (null: nobody listed them)."""

    player: Name
    cards: tuple[Name, ...] | None = None


class TrapSupplyShuffled(FullSecret, frozen=True, kw_only=True):
    """The trap tokens are shuffled face down; `tokens`: from the top, where the server keeps them, for staff alone."""

    secret_fields: ClassVar[tuple[str, ...]] = ("tokens",)
    tokens: tuple[TrapKind, ...] | None = None


class TrapTokenPlaced(FullSecret, frozen=True, kw_only=True):
    """A player takes a token from the supply unseen and places it face down. `slot`: a new name for it each time.

    `token`: its kind, where staff note it; hidden from everybody until it is triggered.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("token",)
    player: Name
    cell: Place
    slot: Name
    cause: Literal["setup", "replacement"] = "setup"
    token: TrapKind | None = None


class OpeningHandDrawn(FullSecret, frozen=True, kw_only=True):
    """A player draws the opening hand."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    count: Count
    cards: tuple[Name, ...] | None = None


class MulliganResolved(FullSecret, frozen=True, kw_only=True):
    """A player sets `count` cards aside, draws as many, and shuffles the ones set aside back; 0 keeps the hand."""

    secret_fields: ClassVar[tuple[str, ...]] = ("returned", "drawn")
    player: Name
    count: Count
    returned: tuple[Name, ...] | None = None
    drawn: tuple[Name, ...] | None = None


class ChampionDeployed(Event, frozen=True, kw_only=True):
    """A champion is placed in the deployment area of its side."""

    player: Name
    champion: Name
    cell: Place


class TurnStarted(Event, frozen=True, kw_only=True):
    """A player's turn begins with the scoring phase."""

    round: Positive
    player: Name


class ChallengesScored(Event, frozen=True, kw_only=True):
    """The scoring phase: every active challenge whose condition the active side meets."""

    player: Name
    items: tuple[Claimed, ...] = ()


class CardsDrawn(FullSecret, frozen=True, kw_only=True):
    """An effect lets a player draw: `declared` first, `drawn` as many as there were."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    declared: Count
    drawn: Count
    source: Name | None = None
    cards: tuple[Name, ...] | None = None


class CardsPlanned(FullSecret, frozen=True, kw_only=True):
    """A player puts cards of their hand on top of their deck; `cards` from the top."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    player: Name
    count: Count
    source: Name | None = None
    cards: tuple[Name, ...] | None = None


class PersonalDeckReshuffled(Event, frozen=True, kw_only=True):
    """A player's discard pile of `size` cards becomes the deck: the next draw needs it."""

    player: Name
    size: Count


class InformationShown(FullSecret, frozen=True, kw_only=True):
    """`owner` shows cards to everybody (`viewer` null), or `viewer` alone looks at them.

    `what` "trap": a face-down trap token named by its `slot`; `cards` then holds its kind.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    owner: Name
    what: Literal["hand", "deck", "other", "trap"]
    viewer: Name | None = None
    source: Name | None = None
    note: Text | None = None
    cards: tuple[Name, ...] | None = None
    slot: Name | None = None


class RefreshCompleted(FullSecret, frozen=True, kw_only=True):
    """The refresh phase: cores ready, the whole hand discarded, a new one drawn.

    `discarded`: the cards that were left in the hand (null: nobody named them); `count`: how many were drawn.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("drawn",)
    player: Name
    count: Count
    discarded: tuple[Name, ...] | None = None
    drawn: tuple[Name, ...] | None = None


class TurnEnded(Event, frozen=True, kw_only=True):
    """A player's turn ends, and with it what lasts until the end of the turn."""

    player: Name


class ChallengeTrackShifted(Event, frozen=True, kw_only=True):
    """The end of a round: the cards of the track move to the right; `discarded` leave it."""

    shift: Count
    discarded: tuple[Name, ...] = ()


class ChallengeDeckReshuffled(Event, frozen=True, kw_only=True):
    """The challenge discard pile of `size` cards becomes the challenge deck."""

    size: Count


class RoundEnded(Event, frozen=True, kw_only=True):
    """The round is over: the track has moved and the new cards lie on it."""

    round: Positive


TABLE_EVENTS = events_of(globals())
