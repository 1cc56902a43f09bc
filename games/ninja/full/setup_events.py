"""The events of the setup at full detail, and what all secret events of the game have in common.

Named with the other events by `events.py`; judged and folded by `setup.py`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from games.ninja.facts import Character, Name
from games.ruleset import Event, SecretEvent

Hand = Literal["guard", "guard_a", "guard_b", "ninja", "traitor", "solo"]
Letter = str
Zone = str


class OwnedSecret(SecretEvent, frozen=True, kw_only=True):
    """A secret of one side: `owner` is "guards" or "intruders". How long it took is secret too (NIN-HID-18)."""

    timed: ClassVar[bool] = False
    owner: ClassVar[str] = "intruders"


class SeedCommitted(OwnedSecret, frozen=True, kw_only=True):
    """The server fixed the seed of the letters that it draws (NIN-HID-13), before it draws any; with `decks` the
    guard's cards are drawn by it as well. `seed`: 64 hexadecimal digits, known to no player before the end."""

    owner: ClassVar[str] = "organisers"
    secret_fields: ClassVar[tuple[str, ...]] = ("seed",)
    seed: str | None = None
    decks: bool = False


class MissionsDrawn(OwnedSecret, frozen=True, kw_only=True):
    """The missions were drawn (NIN-SETUP-03). `letters`: intruder -> letter, known to the intruders alone. Rivals draw
    one by one (NIN-MODE-DL-01), and so does a new copy where the server draws (NIN-HID-13): `intruder` is the one."""

    secret_fields: ClassVar[tuple[str, ...]] = ("letters",)
    intruder: Name | None = None
    letters: dict[Name, Letter] | None = None


class CharacterChosen(OwnedSecret, frozen=True, kw_only=True):
    """The player of a mixed hand noted which intruder it plays (NIN-MODE-SOLO-02): nobody else knows it before its
    first card or its figure."""

    secret_fields: ClassVar[tuple[str, ...]] = ("character",)
    character: Character | None = None


class HandChosen(OwnedSecret, frozen=True, kw_only=True):
    """A hand was chosen (NIN-SETUP-04 to -06): everybody knows its size, its owner the cards."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    hand: Hand
    size: int
    cards: dict[str, int] | None = None


class Patrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two guards that move together, and the path zone that they look at."""

    zone: Zone
    facing: Zone


class GuardsDeployed(Event, frozen=True, kw_only=True):
    """The guards were set up (NIN-SETUP-07 to -10): a sentry on each of these posts, patrols on the Guard Path.

    They are called by their places: the sentries `g1`, `g2` and so on, then the two guards of patrol `P1`, of `P2`.
    `swords`: those that have a sword where two players have the guard, the others have a spear (NIN-MODE-4P-02).
    """

    sentries: tuple[Zone, ...]
    patrols: tuple[Patrol, ...] = ()
    swords: tuple[str, ...] = ()


class Marks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The guard's private map: sleeping guards by zone, mission targets by letter, traps, ambushes."""

    sleepers: dict[Zone, int]
    targets: dict[Letter, Zone]
    traps: tuple[Zone, ...]
    ambushes: tuple[Zone, ...]


class GuardMapMarked(OwnedSecret, frozen=True, kw_only=True):
    """The guard marked its private map (NIN-SETUP-11 to -14)."""

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("marks",)
    marks: Marks | None = None


class IntruderStartMarked(OwnedSecret, frozen=True, kw_only=True):
    """An intruder noted where it starts (NIN-SETUP-16, -17)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("zone",)
    intruder: Name
    zone: Zone | None = None


class PassageMarked(OwnedSecret, frozen=True, kw_only=True):
    """The intruders noted the two entrances of the secret passage, which may lie in one zone (NIN-SETUP-18). Each of
    two rivals has a passage of its own (NIN-MODE-DL-02): `intruder` says whose it is."""

    secret_fields: ClassVar[tuple[str, ...]] = ("entrance", "other")
    intruder: Name | None = None
    entrance: Zone | None = None
    other: Zone | None = None
