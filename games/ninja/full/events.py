"""The events of full detail. What one side keeps to itself is secret: everybody else sees a commitment.

A log may hold the commitment alone; what needs the secret is then not checked. Judged and folded by the chapters.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.ninja.facts import Character, Name
from games.ninja.full import setup_events
from games.ninja.full.setup_events import *
from games.ninja.full.setup_events import Letter, OwnedSecret, Zone
from games.ruleset import Event

GuardCard = Literal[
    "patrol_listen", "sentry_listen", "patrol_search", "sentry_search", "awaken", "kenjutsu", "secret_passage"
]
IntruderCard = Literal[
    "rope",
    "shuriken",
    "kenjutsu",
    "shadow_walk",
    "secret_passage",
    "potent_sake",
    "it_was_a_cat",
    "ninja.rope",
    "ninja.shuriken",
    "ninja.kenjutsu",
    "ninja.shadow_walk",
    "ninja.secret_passage",
    "traitor.rope",
    "traitor.potent_sake",
    "traitor.it_was_a_cat",
    "traitor.kenjutsu",
    "traitor.secret_passage",
]
"""With its deck where a hand is mixed (NIN-MODE-SOLO-02)."""
Struck = Literal[
    "kenjutsu",
    "shuriken",
    "potent_sake",
    "ninja.kenjutsu",
    "ninja.shuriken",
    "traitor.kenjutsu",
    "traitor.potent_sake",
]
GuardHand = Literal["guard", "guard_a", "guard_b"]
Weapon = Literal["sword", "spear"]
Cause = Literal["guard_entered", "intruder_entered", "drunk_guard", "ambush"]
Via = Literal["open", "rope", "enter_passage", "leave_passage", "exit"]
Outcome = Literal[
    "alert", "cat", "killed_kenjutsu", "killed_shuriken", "guard_placed", "guard_relocated", "no_guard"
]


class SetupCompleted(Event, frozen=True, kw_only=True):
    """Everything is set up (NIN-SETUP-19)."""


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn began with its Alert Phase; the guard's discard went back into the deck (NIN-TURN-02, NIN-ALERT-02)."""

    turn: int


class GuardCardsDrawn(OwnedSecret, frozen=True, kw_only=True):
    """The guard drew as many cards as the alert says, and the alert fell by one (NIN-ALERT-03, -04)."""

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    count: int
    hand: GuardHand = "guard"
    cards: dict[str, int] | None = None


class DrawnCardsShared(OwnedSecret, frozen=True, kw_only=True):
    """Two guard players divided the cards that they had drawn anew (NIN-MODE-4P-04): everybody knows how many each has,
    both of them which."""

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("shares",)
    counts: dict[GuardHand, int]
    shares: dict[GuardHand, dict[str, int]] | None = None


class PhaseStarted(Event, frozen=True, kw_only=True):
    """The next phase of the turn began (NIN-TURN-01, -06). `split`: two guard players do not agree, and each plays one
    card at most (NIN-MODE-4P-05)."""

    phase: Literal["guard_action", "patrol", "intruder_action"]
    split: bool = False


class GuardCardPlayed(Event, frozen=True, kw_only=True):
    """The guard played a card, on one sentry or patrol where the card needs one (NIN-CARD)."""

    card: GuardCard
    hand: GuardHand = "guard"
    guard: str | None = None
    patrol: str | None = None


class FreeListenOrdered(Event, frozen=True, kw_only=True):
    """One unit listens without a card (NIN-LIS-12)."""

    hand: GuardHand = "guard"
    guard: str | None = None
    patrol: str | None = None


class ListenAnswered(Event, frozen=True, kw_only=True):
    """The intruders said whether the listening unit hears somebody (NIN-LIS-02, -06); `cat`: a card was played
    against it (NIN-LIS-10)."""

    timed: ClassVar[bool] = False
    heard: bool
    cat: bool = False


class GuardsMoved(Event, frozen=True, kw_only=True):
    """Guards moved along `path`, the zones entered as declared. Where an intruder is met on the way, the detection
    right after it names the zone where the move ended. `facing`: of a group that ends on the Guard Path; `patrol`: the
    name of the group if it leaves others behind as a patrol (NIN-MOV-07)."""

    guards: tuple[str, ...]
    path: tuple[Zone, ...] = ()
    cause: Literal["card", "heard", "patrol"] = "card"
    facing: Zone | None = None
    patrol: str | None = None


class MovementCleared(Event, frozen=True, kw_only=True):
    """The intruders have nothing more to say about a guard's movement (NIN-HID-21)."""

    timed: ClassVar[bool] = False


class GuardAwakened(Event, frozen=True, kw_only=True):
    """A sleeping guard woke up in a zone (NIN-AWK-01)."""

    zone: Zone
    guard: str


class GuardSobered(Event, frozen=True, kw_only=True):
    """A drunk guard returned to duty (NIN-AWK-03)."""

    guard: str


class PatrolReformed(Event, frozen=True, kw_only=True):
    """Guards of one zone formed or joined a patrol (NIN-MOV-11), or named a facing that was open."""

    patrol: str
    guards: tuple[str, ...]
    facing: Zone | None = None


class AlertRecorded(Event, frozen=True, kw_only=True):
    """Somebody read the alert off the board: a checkpoint (NIN-LOG-05)."""

    level: int


class IntruderDetected(Event, frozen=True, kw_only=True):
    """An intruder's figure was put on the board (NIN-DET)."""

    timed: ClassVar[bool] = False
    intruder: Name
    zone: Zone
    cause: Cause


class PassageDiscovered(Event, frozen=True, kw_only=True):
    """A guard ended its movement in an entrance of the passage and was told so (NIN-PASS-06), or came out of one that
    it did not know (NIN-PASS-15). `passage` "rope": it stands at one end of a rope over the wall `edge`
    (NIN-MODE-BAL-06); "ninja" or "traitor": that rival's own passage (NIN-MODE-DL-02)."""

    timed: ClassVar[bool] = False
    zone: Zone
    passage: Literal["both", "ninja", "traitor", "rope"] = "both"
    edge: tuple[Zone, Zone] | None = None


class GuardAttacked(Event, frozen=True, kw_only=True):
    """A guard played Kenjutsu against an intruder in its zone: one wound (NIN-CMB-05)."""

    hand: GuardHand = "guard"
    guard: str
    intruder: Name


class IntruderDied(Event, frozen=True, kw_only=True):
    """An intruder died of its wounds (NIN-CMB-09)."""

    intruder: Name


class WoundCardsReturned(Event, frozen=True, kw_only=True):
    """Two guard players said to whose discard the wound cards go (NIN-MODE-4P-06)."""

    counts: dict[GuardHand, int]


class IntruderRespawned(OwnedSecret, frozen=True, kw_only=True):
    """A new copy of an intruder came into play (NIN-RESP-03 to -05). `mission` is left out where the server draws it
    afterwards (NIN-HID-13)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("zone", "cards", "mission")
    intruder: Name
    size: int
    zone: Zone | None = None
    cards: dict[str, int] | None = None
    mission: Letter | None = None


class RespawnBonusTaken(OwnedSecret, frozen=True, kw_only=True):
    """The guard took its bonus for a respawn: cards of its choice, sleeping guards (NIN-RESP-07, -08).

    Two guard players say in `counts` how many cards each took, and in `shares`, instead of `cards`, which.
    """

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("cards", "shares", "zones")
    count: int
    sleepers: int
    counts: dict[GuardHand, int] = {}
    cards: dict[str, int] | None = None
    shares: dict[GuardHand, dict[str, int]] | None = None
    zones: dict[Zone, int] | None = None


class CardSecret(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card was for: `bluff` for nothing, a rope's wall, the zone passed by Shadow Walk. Equal fields for all."""

    bluff: bool
    edge: tuple[Zone, Zone] | None
    zone: Zone | None


AGAINST_A_LISTEN = CardSecret(bluff=False, edge=None, zone=None)
"""Of It Was a Cat against a listen: whether it was needed, nobody says, not even to its own side (NIN-LIS-10)."""


class IntruderCardPlayed(OwnedSecret, frozen=True, kw_only=True):
    """An intruder played a card: a rope, Shadow Walk, Secret Passage, It Was a Cat against a listen, or any as a
    bluff (NIN-INT-10 to -13)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("use",)
    intruder: Name
    card: IntruderCard
    use: CardSecret | None = None


class GuardNeutralised(OwnedSecret, frozen=True, kw_only=True):
    """An intruder killed a guard or made it drunk, spending the card (NIN-CMB-01, NIN-EFF-01, -04)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("from_zone",)
    secret_optional: ClassVar[bool] = True
    intruder: Name
    guard: str
    by: Struck
    from_zone: Zone | None = None


class IntruderHidden(Event, frozen=True, kw_only=True):
    """An intruder left the zone where its figure stood: the figure is taken off (NIN-DET-05)."""

    timed: ClassVar[bool] = False
    intruder: Name


class PassageEntered(OwnedSecret, frozen=True, kw_only=True):
    """An intruder went into the secret passage (NIN-PASS-02); its side alone knows where."""

    secret_fields: ClassVar[tuple[str, ...]] = ("entrance",)
    intruder: Name
    entrance: Zone | None = None


class PassageLeft(OwnedSecret, frozen=True, kw_only=True):
    """An intruder came out of the secret passage (NIN-PASS-04); its side alone knows where."""

    secret_fields: ClassVar[tuple[str, ...]] = ("entrance",)
    intruder: Name
    entrance: Zone | None = None


class IntruderLeftMap(Event, frozen=True, kw_only=True):
    """An intruder left the map for good (NIN-END-04)."""

    timed: ClassVar[bool] = False
    intruder: Name


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One zone further. `after`: how many incidents of this window were logged before the step was made."""

    to: Zone
    via: Via = "open"
    after: int = 0


class IntruderMoved(OwnedSecret, frozen=True, kw_only=True):
    """An intruder's move of this turn is closed (NIN-INT-01): everybody knows that, its side the path."""

    secret_fields: ClassVar[tuple[str, ...]] = ("start", "steps")
    intruder: Name
    start: Zone | None = None
    steps: tuple[Step, ...] | None = None


class IntruderPassed(Event, frozen=True, kw_only=True):
    """A rival did nothing where it could have done something (NIN-MODE-DL-06): the traitor played no card against a
    listen, or an intruder that has moved does not search."""

    timed: ClassVar[bool] = False
    intruder: Name


class ZonesSearched(OwnedSecret, frozen=True, kw_only=True):
    """An intruder searched one or two zones that it left or entered in this turn (NIN-SRCH). Where the intruders are
    rivals, `secret_zones` tells the guards and the searcher alone which (NIN-MODE-DL-03)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("secret_zones",)
    secret_optional: ClassVar[bool] = True
    intruder: Name
    zones: tuple[Zone, ...] = ()
    secret_zones: tuple[Zone, ...] | None = None


class Found(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies in a searched zone; `letter` of a mission target."""

    zone: Zone
    found: Literal["target", "trap", "ambush", "nothing"]
    letter: Letter | None = None


class SearchAnswered(OwnedSecret, frozen=True, kw_only=True):
    """The guard said what lies in each searched zone, in the order in which they were named (NIN-SRCH-05).

    Where the intruders are rivals (NIN-MODE-DL-03), `secret_results` tells it the searching `intruder` alone, and
    everybody the `hazards` that have to be settled now, in their order.
    """

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("secret_results",)
    secret_optional: ClassVar[bool] = True
    results: tuple[Found, ...] = ()
    intruder: Name | None = None
    hazards: tuple[Literal["trap", "ambush"], ...] = ()
    secret_results: tuple[Found, ...] | None = None


class MissionCompleted(Event, frozen=True, kw_only=True):
    """An intruder found its own target and showed its mission card (NIN-SRCH-06)."""

    intruder: Name
    letter: Letter


class HazardWaived(Event, frozen=True, kw_only=True):
    """The intruders leave it to the guard what an ambush comes to, which has a choice (NIN-HAZ-09)."""

    zone: Zone


class HazardResolved(Event, frozen=True, kw_only=True):
    """What a trap or an ambush came to (NIN-HAZ). `guard`: the one that was placed, or moved there from elsewhere;
    `weapon`: of one that was placed, where two players have the guard. `zone`: empty for a trap or a killed guard that
    a rival found (NIN-MODE-DL-03). Of a mixed hand (NIN-MODE-SOLO-02) a card says who the `intruder` is, and one that
    kills of which `deck` it is."""

    zone: Zone = ""
    hazard: Literal["trap", "ambush"]
    outcome: Outcome
    guard: str | None = None
    weapon: Weapon | None = None
    intruder: Character | None = None
    deck: Character | None = None


class TurnEnded(Event, frozen=True, kw_only=True):
    """Both intruders have moved; the turn is over (NIN-TURN-05)."""

    turn: int


class SecretRevealed(Event, frozen=True, kw_only=True):
    """After the end a side opens what it kept on its own device (NIN-HID-12): `number` counts the sealed events of its
    side from 1, `value` are the secret fields that the commitment was made of, with its salt."""

    side: Literal["guards", "intruders"]
    number: int
    value: dict[str, Any]
    salt: str

    @property
    def lasting(self) -> bool:
        """NIN-HID-15: what was shown stays shown."""
        return True


EVENT_TYPES = (*events_of(vars(setup_events)), *events_of(globals()))
