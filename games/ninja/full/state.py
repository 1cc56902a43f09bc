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
    "draw", "listen", "move", "answer", "facing", "awaken", "died", "respawn", "bonus", "search", "hazard"
]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A guard on the map. `carded`, `moved`, `attacked`: in this turn."""

    zone: str
    patrol: str | None = None
    drunk: bool = False
    carded: bool = False
    moved: bool = False
    attacked: bool = False


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody knows to be owed next. `guards` and `path` of a movement or listen; `cause` why it is; `intruder`
    and `zones` of a search; `must`: a search card has to be followed by its move."""

    kind: Kind
    guards: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cause: str = ""
    intruder: str = ""
    zones: tuple[str, ...] = ()
    cat: bool = False
    met: tuple[str, ...] = ()


class GuardCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers of the guard's cards, and the contents of hand and drawn cards where the log tells them."""

    hand: int = 0
    drawn: int = 0
    deck: int = 0
    discard: int = 0
    table: int = 0
    hand_cards: dict[str, int] | None = None
    drawn_cards: dict[str, int] | None = None


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody knows of an intruder: the zone of its figure, whether it is in the passage, its number of cards.

    `exposed`: the figure stays though no guard is there (nobody came to an ambush). `table`: its passage card.
    """

    visible: str | None = None
    inside: bool = False
    exposed: bool = False
    hand: int = 0
    table: bool = False
    moved: bool = False
    searched: bool = False


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """What its side knows of an intruder: where it is, how far it moved last, its letter, cards, this turn's zones."""

    zone: str | None = None
    distance: int | None = None
    mission: str | None = None
    cards: dict[str, int] | None = None
    visited: tuple[str, ...] | None = None


class Incident(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public event inside an intruder's window. `zone` of a guard or a detection; the rest is told by its kind.

    `secret`: where the log tells it, the wall of a rope, the zone of a Shadow Walk, an entrance, a thrower's zone.
    """

    kind: str
    guard: str = ""
    zone: str = ""
    cause: str = ""
    was_drunk: bool = False
    secret: tuple[str, ...] | None = None


class Window(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one intruder does in one Intruder Action Phase. `seen_at`: where its figure stood before."""

    intruder: str
    seen_at: str | None = None
    exposed: bool = False
    incidents: tuple[Incident, ...] = ()
    letters: tuple[str, ...] = ()
    ambushed: str | None = None
    met: tuple[str, ...] = ()


class FullState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table. `facings`: patrol -> facing; `may_move`: guards that heard somebody and may move next.

    `found`: searched zone -> what was there; `discovered`: entrances that the guards know. Secret to the intruders:
    `hidden`, `ropes`, `entrances`; to the guards: `marks`, and the cards in `cards`.
    """

    step: Step = "missions"
    due: tuple[Due, ...] = ()
    figures: dict[str, Figure] = {}
    facings: dict[str, str | None] = {}
    next_guard: int = 1
    cards: GuardCards = GuardCards()
    played_alert: int = 0
    played_action: int = 0
    listened: bool = False
    may_move: tuple[str, ...] = ()
    patrolled: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    sleepers: int = 0
    shown: dict[str, Shown] = {}
    hidden: dict[str, Hidden] = {}
    ropes: tuple[tuple[str, str], ...] = ()
    entrances: tuple[str, ...] | None = None
    discovered: tuple[str, ...] = ()
    marks: Marks | None = None
    found: dict[str, str] = {}
    window: Window | None = None
