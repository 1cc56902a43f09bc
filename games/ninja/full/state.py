"""The table at full detail: figures, cards, what is owed, and what each side keeps to itself. Values only.

A secret that the log does not tell is None. Changed by the chapters of this folder; who sees what: `sight.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.ninja.full.events import Marks

Step = Literal[
    "missions",
    "hands",
    "deploy",
    "guard_map",
    "starts",
    "passage",
    "ready",
    "between",
    "alert",
    "guard_action",
    "patrol",
    "intruder_action",
]
"""The setup in its order; before a turn; the four phases of a turn."""

Kind = Literal[
    "draw",
    "listen",
    "move",
    "answer",
    "facing",
    "awaken",
    "died",
    "wounds",
    "respawn",
    "bonus",
    "search",
    "hazard",
    "letter",
]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A guard on the map. `carded`, `moved`, `attacked`, `woken`: in this turn. `called_from`: of one that an ambush
    put here in this turn, where it stood before; nothing of a new one."""

    zone: str
    patrol: str | None = None
    weapon: str = ""
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    attacked: bool = False
    woken: bool = False
    called_from: str | None = None

    @property
    def began(self) -> str:
        """Where it was when the Intruder Action Phase began."""
        return self.zone if self.called_from is None else self.called_from


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody knows to be owed next. `guards` and `path` of a movement or listen; `cause` why it is; `intruder`
    and `zones` of a search; `cat`: It Was a Cat was played; `waived`: the guard settles the hazard; `met`: the zone and
    those who were met there; `hand`: of the guard player who draws or awakens; `number`: of wound cards; `passed`: the
    rival's card was not played; `owner`: whose passage the guards come out of; `found`: what lies where a movement
    ended was told, the last `rope` of it."""

    kind: Kind
    guards: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cause: str = ""
    intruder: str = ""
    zones: tuple[str, ...] = ()
    cat: bool = False
    waived: bool = False
    met: tuple[str, ...] = ()
    hand: str = ""
    number: int = 0
    passed: bool = False
    owner: str = ""
    found: bool = False
    rope: tuple[str, str] | None = None


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the intruders have on the map: together, or each of two rivals its own (NIN-MODE-DL-02).

    `discovered`: entrances of the passage that the guards know, `both_known`: there are no others. Secret: both
    `entrances`, the `ropes`, and what a rival `found`: searched zone -> what was there, known to the guards as well.
    """

    entrances: tuple[str, ...] | None = None
    discovered: tuple[str, ...] = ()
    both_known: bool = False
    ropes: tuple[tuple[str, str], ...] = ()
    found: dict[str, str] = {}


class GuardCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers of a guard player's cards, and the contents of hand and drawn cards where the log tells them.

    `recycled`: cards that this turn's start shuffled back; `shifted`: cards came from, or went to, the other player;
    `left`: the contents of deck and discard together, where the server draws (NIN-HID-13).
    """

    hand: int = 0
    drawn: int = 0
    deck: int = 0
    discard: int = 0
    table: int = 0
    recycled: int = 0
    shifted: bool = False
    hand_cards: dict[str, int] | None = None
    drawn_cards: dict[str, int] | None = None
    left: dict[str, int] | None = None


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody knows of an intruder: the zone of its figure, whether it is in the passage, its number of cards.

    `exposed`: the figure stays though no guard is there (nobody came to an ambush). `table`: a passage card of
    its lies there, `lying`: which ones, by their number. `played`: cards of its latest copy that are gone.
    `wounded_by`: hand of the guards -> wound cards of it that lie here. `letter`: of the mission card that its latest
    copy has shown.
    """

    visible: str | None = None
    inside: bool = False
    exposed: bool = False
    hand: int = 0
    table: bool = False
    lying: dict[str, int] = {}
    moved: bool = False
    searched: bool = False
    played: dict[str, int] = {}
    wounded_by: dict[str, int] = {}
    letter: str | None = None


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """What its side knows of an intruder: where it is, how far it moved last, its letter, cards, this turn's zones.

    `character`: which intruder a mixed hand is of, while only its player knows.
    """

    zone: str | None = None
    distance: int | None = None
    mission: str | None = None
    cards: dict[str, int] | None = None
    visited: tuple[str, ...] | None = None
    character: str | None = None


class Incident(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public event inside an intruder's window. `zone` of a guard or a detection; `card` as a played one is called in
    this match; the rest is told by its kind.

    `secret`: where the log tells it, the wall of a rope, the zone of a Shadow Walk, an entrance, a thrower's zone;
    `bluff`: whether a card was played for nothing.
    """

    kind: str
    guard: str = ""
    zone: str = ""
    cause: str = ""
    was_drunk: bool = False
    card: str = ""
    secret: tuple[str, ...] | None = None
    bluff: bool | None = None


class Window(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one intruder does in one Intruder Action Phase. `seen_at`: where its figure stood before.

    `ambushed`: where an ambush was found, `met`: who was shown there since; `alone`: no guard came, so that only the
    searcher is (NIN-HAZ-07).
    """

    intruder: str
    seen_at: str | None = None
    exposed: bool = False
    incidents: tuple[Incident, ...] = ()
    letters: tuple[str, ...] = ()
    ambushed: str | None = None
    met: tuple[str, ...] = ()
    alone: bool = False


class Sealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A secret that its side keeps on its own device: the type of its event, and whether it was opened since."""

    side: str
    type: str
    commitment: str
    opened: bool = False


class FullState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table. `facings`: patrol -> facing; `may_move`: guards that heard somebody and may move next, or that came
    out of the passage and may make one step (`may_step`).

    `found`: searched zone -> what was there, as everybody knows it; `sprung`: zones of ambushes that everybody knows to
    be gone; `woken`: zone -> guards that woke up there since sleepers were added last; `own`: passage and ropes by
    their owner (see `ownership.py`); `drawn`: rivals that have drawn their mission; `character_due`: nobody has noted
    yet whose a mixed hand is; `seeded`: the server draws, by the secret `seed`, with `decks` the guard's cards as well;
    `fallen`: guards that were killed; `alert_by`: the rules that made the alert what it is; `split`: each of two guard
    players plays one card at most, `played_by` so many cards of a hand, `may_share`: both have drawn. Secret to the
    intruders: `hidden` and most of `own`; to the guards: `marks`, and the cards in `piles`. `sealed`: what the sides
    keep on their own devices.
    """

    step: Step = "missions"
    due: tuple[Due, ...] = ()
    figures: dict[str, Figure] = {}
    facings: dict[str, str | None] = {}
    next_guard: int = 1
    piles: dict[str, GuardCards] = {}
    split: bool = False
    played_by: dict[str, int] = {}
    may_share: bool = False
    played_alert: int = 0
    played_action: int = 0
    listened: bool = False
    may_move: tuple[str, ...] = ()
    may_step: tuple[str, ...] = ()
    patrolled: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    sleepers: int = 0
    shown: dict[str, Shown] = {}
    hidden: dict[str, Hidden] = {}
    own: dict[str, Own] = {}
    drawn: tuple[str, ...] = ()
    character_due: bool = False
    seeded: bool = False
    seed: str | None = None
    decks: bool = False
    ropes_known: tuple[tuple[str, str], ...] = ()
    fallen: tuple[str, ...] = ()
    alert_by: tuple[str, ...] = ("NIN-SETUP-02",)
    sealed: tuple[Sealed, ...] = ()
    marks: Marks | None = None
    found: dict[str, str] = {}
    sprung: tuple[str, ...] = ()
    woken: dict[str, int] = {}
    window: Window | None = None
