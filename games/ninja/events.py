"""The events of a match that every level of detail has, and those of summary and turn reports.

What happens at full detail stands in `full/events.py`. Judged and folded by the chapters; listed in `rules.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.chapters import events_of
from games.ninja.facts import Character
from games.ninja.maps.graph import ZoneMap
from games.ruleset import Event

Side = Literal["guards", "intruders"]
Result = Literal["guards", "intruders", "draw"]
Mode = Literal["two", "three", "four"]
Variant = Literal["standard", "solo", "disputed"]
Detail = Literal["summary", "turns", "full"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """NIN-MODE-BAL-01 to -06, NIN-MODE-SOLO-02: what a table may agree on. None: the rulebook's number."""

    intruder_hand_delta: int = 0
    mission_raises_alert: bool = False
    passage_raises_alert: bool = False
    no_passage_discovery: bool = False
    rope_discovery: bool = False
    sentries: int | None = None
    patrols: int | None = None
    sleepers: int | None = None
    mixed_hand: bool = False


class MatchCreated(Event, frozen=True, kw_only=True):
    """A match was opened: mode, variant, who plays which side, options, the level of detail, the board.

    `sides`: the players in seat order; with two intruder players first the ninja's. `intruder`: the one of a Solo Wolf;
    of a mixed hand it is a secret (`character_chosen`).
    `map` None: the board is unknown, and no rule about places is checked (NIN-MAP-12).
    """

    mode: Mode = "two"
    variant: Variant = "standard"
    sides: dict[str, tuple[str, ...]]
    detail: Detail = "turns"
    intruder: Character | None = None
    options: Options = Options()
    map: ZoneMap | None = None
    copies: dict[str, dict[str, int]] | None = None


class TurnSummarised(Event, frozen=True, kw_only=True):
    """A whole turn was reported at once (NIN-TSUM): alert, cards, guards, wounds and what the intruders came to.

    `wounds` are those at the end of the turn; who is not named has as many as before. `deaths`, `respawned`, `left`
    and `missions_completed` name intruders. `killed` counts guards that stood on the map, `awakened` new figures. What
    follows from the rest may be left out (None): `alert_start`, `drawn`, `kenjutsu`, `guards_end`, `respawned`.
    """

    turn: int
    alert_end: int
    alert_start: int | None = None
    drawn: int | None = None
    deck_short: bool = False
    cards_alert: int = 0
    cards_action: int = 0
    free_listen: bool = False
    kenjutsu: int | None = None
    awakened: int = 0
    ambush_placed: int = 0
    killed: int = 0
    guards_end: int | None = None
    drunk_end: int = 0
    wounds: dict[str, int] = {}
    deaths: tuple[str, ...] = ()
    respawned: tuple[str, ...] | None = None
    missions_completed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    searches: dict[str, int] = {}


class Fared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of an intruder: its mission, whether it left the map, the turns in which its copies died."""

    mission_done: bool = False
    left: bool = False
    deaths: tuple[int, ...] = ()


class ResultReported(Event, frozen=True, kw_only=True):
    """A whole match was reported at once (NIN-SUM): in which turn it ended and what became of each intruder.

    Who is not named stayed without its mission. Who won follows from that; if `winner` is stated, it has to agree.
    """

    last_turn: int
    intruders: dict[str, Fared] = {}
    winner: Result | None = None


class MatchConceded(Event, frozen=True, kw_only=True):
    """A side gave up; the match goes to the other side. It opens no secrets but its own (NIN-HID-14)."""

    side: Side


class GameEnded(Event, frozen=True, kw_only=True):
    """The game ended: no intruder is left on the map, or the sun rose after turn 20. The result follows
    from the log (NIN-SCORE-01, -03)."""

    reason: Literal["no_intruders", "dawn"]
    result: Result


EVENT_TYPES = events_of(globals())
