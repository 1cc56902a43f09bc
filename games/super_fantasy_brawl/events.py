"""What can happen in a match of Super Fantasy Brawl at every level: opening, draft, reports, the end.

Pure data; payloads as in section 5 of the rules. Before the teams are made a `champion` is named by its slug; from then
on by its figure `side:slug`, since both sides may field the same champion. Single plays stand in `full/events.py`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.ruleset import Event, SecretEvent
from games.super_fantasy_brawl.definitions import ActionCard, Arena, Challenge, Champion, Name, Text
from games.super_fantasy_brawl.facts import Mode

DetailLevel = Literal["summary", "turns", "full"]
Method = Literal["agreement", "normal_draft", "tournament_draft"]
Reason = Literal["vp_target", "mutual_knockout", "concession", "organiser"]
KnockoutKind = Literal["enemy", "own", "trap"]
Cause = Literal["card", "basic", "reaction"]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]


class Claimed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A challenge that was scored: where its card lay and what it gave. `card` null: nobody noted which it was."""

    cell: Count
    vp: Count
    card: Name | None = None


class Knockout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A champion that went out of action: by whom (null: nobody has the credit), and by what as far as it is stated.

    `kind`: by an enemy, by its own side, or by a trap on its own way. `cause` tells whether a reaction did it.
    """

    champion: Name
    by: Name | None = None
    kind: KnockoutKind = "enemy"
    cause: Cause | None = None


class MatchCreated(Event, frozen=True, kw_only=True):
    """Staff open the match: mode, sides with their players, level of detail, and the organisers' options.

    `mirrors_allowed`: the same champion on both sides; null: as the rules say for the method of selection.
    `track`: the values of the cells of the challenge track, left to right. At full detail also, each null or empty
    where unknown: the arena, and the champions, action cards and challenges of the imported edition that are used.
    """

    mode: Mode
    sides: dict[str, tuple[str, ...]]
    detail: DetailLevel = "turns"
    dataset: Name | None = None
    scenario: Name | None = None
    mirrors_allowed: bool | None = None
    allow_round1_challenges: bool = False
    track: tuple[Count, ...] | None = None
    arena: Arena | None = None
    champions: dict[str, Champion] = {}
    cards: dict[str, ActionCard] = {}
    challenges: dict[str, Challenge] | None = None


class FirstPlayerDetermined(Event, frozen=True, kw_only=True):
    """Who goes first: a player in a duel, a team (side) in Superteams."""

    player: Name | None = None
    team: Name | None = None
    method: Literal["random", "tournament"] = "random"


class TurnOrderSet(Event, frozen=True, kw_only=True):
    """Superteams: the four players in turn order, the teams in turns."""

    order: tuple[Name, ...]


class PoolRegistered(SecretEvent, frozen=True, kw_only=True):
    """The champions that a player registered in advance with the organisers; secret until they are laid out."""

    secret_fields: ClassVar[tuple[str, ...]] = ("champions",)
    player: Name
    champions: tuple[Name, ...] | None = None


class SelectionMethodChosen(Event, frozen=True, kw_only=True):
    """How the teams are made."""

    method: Method


class DraftPoolSet(Event, frozen=True, kw_only=True):
    """Champions are laid out: the common pool (`player` null) or the pool of one player."""

    champions: tuple[Name, ...]
    player: Name | None = None


class ChampionBanned(Event, frozen=True, kw_only=True):
    """`by` bans a champion out of the pool of `owner`."""

    by: Name
    owner: Name
    champion: Name


class ChampionPicked(Event, frozen=True, kw_only=True):
    """A player picks a champion."""

    player: Name
    champion: Name


class RosterConfirmed(Event, frozen=True, kw_only=True):
    """A player's champions, by agreement; after a draft they follow from the picks."""

    player: Name
    champions: tuple[Name, ...]


class ChallengeCardLaid(Event, frozen=True, kw_only=True):
    """A challenge card is laid face up on a cell of the track. `card` null: nobody noted which it was."""

    cell: Count
    card: Name | None = None
    cause: Literal["setup", "round_end"] = "setup"


class TurnRecorded(Event, frozen=True, kw_only=True):
    """One whole turn of a player; `vp_after` are the victory points of both sides after it."""

    round: Positive
    player: Name
    vp_after: dict[str, Count]
    challenges: tuple[Claimed, ...] = ()
    knockouts: tuple[Knockout, ...] = ()
    levelled_up: tuple[Name, ...] = ()


class RoundRecorded(Event, frozen=True, kw_only=True):
    """The end of a round: the track after it moved (card by cell, null: empty, "?": a card that nobody noted).

    `discarded`: the cards that left the track at its right end.
    """

    round: Positive
    track: tuple[Name | None, ...]
    discarded: tuple[Name, ...] = ()
    deck_left: Count | None = None


class MatchResultRecorded(Event, frozen=True, kw_only=True):
    """The whole match in one report: winner (a side, or "draw" by the organisers), victory points by source.

    `knockouts`: how often each champion went out of action; `levelled`: the champions on their second side at the end.
    """

    winner: str
    vp: dict[str, Count]
    challenge_vp: dict[str, Count]
    knockout_vp: dict[str, Count]
    rounds: Positive
    reason: Reason = "vp_target"
    knockouts: dict[str, Count] | None = None
    levelled: tuple[Name, ...] | None = None


class GameEnded(Event, frozen=True, kw_only=True):
    """The end: the winning side, or "draw" by the organisers, with the victory points of both sides."""

    winner: str
    vp: dict[str, Count]
    reason: Reason = "vp_target"


class MatchConceded(Event, frozen=True, kw_only=True):
    """A side gives up; the other one wins with the points as they stand."""

    side: Name


class RulingRecorded(Event, frozen=True, kw_only=True):
    """An organiser's ruling; `rule` is lifted for the next event, null: a note only."""

    organiser: Name
    note: Text
    rule: Name | None = None


EVENT_TYPES = events_of(globals())
