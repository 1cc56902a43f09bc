"""The events of full detail. What one side keeps to itself is secret: everybody else sees a commitment.

A log may hold the commitment alone; what needs the secret is then not checked. Judged and folded by the chapters.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from games.ninja.facts import Name
from games.ruleset import Event, SecretEvent

GuardCard = Literal[
    "patrol_listen", "sentry_listen", "patrol_search", "sentry_search", "awaken", "kenjutsu", "secret_passage"
]
IntruderCard = Literal[
    "rope", "shuriken", "kenjutsu", "shadow_walk", "secret_passage", "potent_sake", "it_was_a_cat"
]
Hand = Literal["guard", "ninja", "traitor"]
Cause = Literal["guard_entered", "intruder_entered", "drunk_guard", "ambush"]
Via = Literal["open", "rope", "enter_passage", "leave_passage", "exit"]
Letter = str
Zone = str


class OwnedSecret(SecretEvent, frozen=True, kw_only=True):
    """A secret of one side: `owner` is "guards" or "intruders"."""

    owner: ClassVar[str] = "intruders"


class MissionsDrawn(OwnedSecret, frozen=True, kw_only=True):
    """The missions were drawn (NIN-SETUP-03). `letters`: intruder -> letter, known to the intruders alone."""

    secret_fields: ClassVar[tuple[str, ...]] = ("letters",)
    letters: dict[Name, Letter] | None = None


class HandChosen(OwnedSecret, frozen=True, kw_only=True):
    """A hand was chosen (NIN-SETUP-04 to -06): everybody knows its size, its owner the cards."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    hand: Hand
    size: int
    cards: dict[str, int] | None = None


class Sentry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guard that stands alone."""

    guard: str
    zone: Zone


class Patrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guards that move together, and the path zone that they look at."""

    patrol: str
    guards: tuple[str, ...]
    zone: Zone
    facing: Zone


class GuardsDeployed(Event, frozen=True, kw_only=True):
    """The guards were set up (NIN-SETUP-07 to -10): sentries on posts, patrols on the Guard Path."""

    sentries: tuple[Sentry, ...]
    patrols: tuple[Patrol, ...]


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
    """The intruders noted the two entrances of the secret passage (NIN-SETUP-18)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("entrances",)
    entrances: tuple[Zone, Zone] | None = None


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
    cards: dict[str, int] | None = None


class PhaseStarted(Event, frozen=True, kw_only=True):
    """The next phase of the turn began (NIN-TURN-01, -06)."""

    phase: Literal["guard_action", "patrol", "intruder_action"]


class GuardCardPlayed(Event, frozen=True, kw_only=True):
    """The guard played a card, on one sentry or patrol where the card needs one (NIN-CARD)."""

    card: GuardCard
    guard: str | None = None
    patrol: str | None = None


class FreeListenOrdered(Event, frozen=True, kw_only=True):
    """One unit listens without a card (NIN-LIS-12)."""

    guard: str | None = None
    patrol: str | None = None


class ListenAnswered(Event, frozen=True, kw_only=True):
    """The intruders said whether the listening unit hears somebody (NIN-LIS-02, -06); `cat`: a card was played
    against it (NIN-LIS-10)."""

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


class IntruderDetected(Event, frozen=True, kw_only=True):
    """An intruder's figure was put on the board (NIN-DET)."""

    intruder: Name
    zone: Zone
    cause: Cause


class PassageDiscovered(Event, frozen=True, kw_only=True):
    """A guard ended its movement in an entrance of the passage and was told so (NIN-PASS-06)."""

    zone: Zone


class GuardAttacked(Event, frozen=True, kw_only=True):
    """A guard played Kenjutsu against an intruder in its zone: one wound (NIN-CMB-05)."""

    guard: str
    intruder: Name


class IntruderDied(Event, frozen=True, kw_only=True):
    """An intruder died of its wounds (NIN-CMB-09)."""

    intruder: Name


class IntruderRespawned(OwnedSecret, frozen=True, kw_only=True):
    """A new copy of an intruder came into play (NIN-RESP-03 to -05)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("zone", "cards", "mission")
    intruder: Name
    size: int
    zone: Zone | None = None
    cards: dict[str, int] | None = None
    mission: Letter | None = None


class RespawnBonusTaken(OwnedSecret, frozen=True, kw_only=True):
    """The guard took its bonus for a respawn: cards of its choice, sleeping guards (NIN-RESP-07, -08)."""

    owner: ClassVar[str] = "guards"
    secret_fields: ClassVar[tuple[str, ...]] = ("cards", "zones")
    count: int
    sleepers: int
    cards: dict[str, int] | None = None
    zones: dict[Zone, int] | None = None


class CardSecret(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card was for: `bluff` for nothing, a rope's wall, the zone passed by Shadow Walk. Equal fields for all."""

    bluff: bool
    edge: tuple[Zone, Zone] | None
    zone: Zone | None


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
    by: Literal["kenjutsu", "shuriken", "potent_sake"]
    from_zone: Zone | None = None


class IntruderHidden(Event, frozen=True, kw_only=True):
    """An intruder left the zone where its figure stood: the figure is taken off (NIN-DET-05)."""

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


class ZonesSearched(Event, frozen=True, kw_only=True):
    """An intruder searched one or two zones that it left or entered in this turn (NIN-SRCH)."""

    intruder: Name
    zones: tuple[Zone, ...]


class Found(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies in a searched zone; `letter` of a mission target."""

    zone: Zone
    found: Literal["target", "trap", "ambush", "nothing"]
    letter: Letter | None = None


class SearchAnswered(Event, frozen=True, kw_only=True):
    """The guard said what lies in each searched zone, in the order in which they were named (NIN-SRCH-05)."""

    results: tuple[Found, ...]


class MissionCompleted(Event, frozen=True, kw_only=True):
    """An intruder found its own target and showed its mission card (NIN-SRCH-06)."""

    intruder: Name
    letter: Letter


class HazardResolved(Event, frozen=True, kw_only=True):
    """What a trap or an ambush came to (NIN-HAZ). `guard`: the one that was placed."""

    zone: Zone
    hazard: Literal["trap", "ambush"]
    outcome: Literal["alert", "cat", "killed_kenjutsu", "killed_shuriken", "guard_placed", "no_guard"]
    guard: str | None = None


class TurnEnded(Event, frozen=True, kw_only=True):
    """Both intruders have moved; the turn is over (NIN-TURN-05)."""

    turn: int


EVENT_TYPES: tuple[type[Event], ...] = (
    MissionsDrawn,
    HandChosen,
    GuardsDeployed,
    GuardMapMarked,
    IntruderStartMarked,
    PassageMarked,
    SetupCompleted,
    TurnStarted,
    GuardCardsDrawn,
    PhaseStarted,
    GuardCardPlayed,
    FreeListenOrdered,
    ListenAnswered,
    GuardsMoved,
    MovementCleared,
    GuardAwakened,
    GuardSobered,
    PatrolReformed,
    IntruderDetected,
    PassageDiscovered,
    GuardAttacked,
    IntruderDied,
    IntruderRespawned,
    RespawnBonusTaken,
    IntruderCardPlayed,
    GuardNeutralised,
    IntruderHidden,
    PassageEntered,
    PassageLeft,
    IntruderLeftMap,
    IntruderMoved,
    ZonesSearched,
    SearchAnswered,
    MissionCompleted,
    HazardResolved,
    TurnEnded,
)
