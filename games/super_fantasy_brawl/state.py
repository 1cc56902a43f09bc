"""The match now: what the fold keeps of Super Fantasy Brawl. Values only; every change makes a new struct.

Made by `SuperFantasyBrawl.initial`, changed by the `on_...` functions of the chapters, read by every check and page.
What is secret to whom is decided in `visibility.py` alone.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.super_fantasy_brawl.facts import MODES, Mode, ModeFacts
from games.super_fantasy_brawl.full.state import FullState

Phase = Literal[
    "open",
    "order",
    "zone",
    "select",
    "build",
    "traps",
    "hands",
    "deploy",
    "between",
    "scoring",
    "activation",
    "refreshed",
    "round",
    "turns",
    "over",
    "closed",
]
"""Nothing yet; turn order; deployment area; selection; decks, first challenges, supply; traps; hands; deployment;
before a turn; its phases; the hand is refreshed; end of the round; playing by turn reports; the end is due; over.
`summary` knows order, select and closed, `turns` also turns and over."""

DRAWN = "draw"
UNNAMED = "?"
"""A challenge card that lies on the track and that nobody named."""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: its players in seat order, its victory points by source, its deployment area."""

    players: tuple[str, ...]
    challenge: int = 0
    knockout: int = 0
    zone: str | None = None

    @property
    def vp(self) -> int:
        return self.challenge + self.knockout


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A champion in the match; its id is `side:slug`. `cell` None: at its gates, or not yet deployed.

    `deployed`: it has been on the arena. `knockouts` by it, `knocked_out` how often it went out of action.
    """

    slug: str
    side: str
    player: str
    cell: tuple[int, int] | None = None
    deployed: bool = False
    damage: int = 0
    levelled: bool = False
    immobilised: bool = False
    knockouts: int = 0
    knocked_out: int = 0
    levelled_up: int = 0


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The selection. `pools` by player, "" is the common one; `registered` are secret until laid out.

    `told_registered`: the players with a registered pool, even where its champions are known to staff alone.
    `bans`: (by, owner, champion); `picks`: (player, champion).
    """

    method: str | None = None
    registered: dict[str, tuple[str, ...]] = {}
    told_registered: tuple[str, ...] = ()
    pools: dict[str, tuple[str, ...]] = {}
    bans: tuple[tuple[str, str, str], ...] = ()
    picks: tuple[tuple[str, str], ...] = ()


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """The challenge track: the card of each cell (None: empty, "?": nobody named it), its values if known.

    `deck` counts the cards left, `discard` names those in the discard pile ("?" included). `told`: cells with
    what they gave, where the values are not known.
    """

    cells: tuple[str | None, ...] = ()
    values: tuple[int, ...] | None = None
    deck: int = 11
    discard: tuple[str, ...] = ()
    told: tuple[tuple[int, int], ...] = ()


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Victory points of one source in one round (None: told for the whole match)."""

    side: str
    source: Literal["challenge", "knockout"]
    vp: int
    round: int | None = None


class SfbState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match. `order`: the players in turn order, () until known. `round`, `active`: of the turn being played, or the
    last one. `rosters`: slugs by player; `figures`: the champions by id. `lifted`: rules that a ruling lifts for the
    next event. `full`: the table of a match at full detail, None at other levels.
    """

    phase: Phase = "open"
    mode: Mode = "duel"
    detail: str = ""
    scenario: str | None = None
    mirrors: bool | None = None
    round1_challenges: bool = False
    sides: dict[str, Side] = {}
    first: str | None = None
    order: tuple[str, ...] = ()
    draft: Draft = Draft()
    rosters: dict[str, tuple[str, ...]] = {}
    figures: dict[str, Figure] = {}
    track: Track = Track()
    round: int = 0
    active: str = ""
    tallies: tuple[Tally, ...] = ()
    scored: int = 0
    ender: str | None = None
    unsure: bool = False
    winner: str | None = None
    reason: str = ""
    lifted: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    full: FullState | None = None


def mode_of(state: SfbState) -> ModeFacts:
    """The numbers of the mode."""
    return MODES[state.mode]


def side_of(state: SfbState, player: str) -> str:
    """The side of a player; "" for a stranger."""
    return next((name for name, side in state.sides.items() if player in side.players), "")


def other_side(state: SfbState, side: str) -> str:
    """The opposing side."""
    return next((name for name in state.sides if name != side), "")


def players_of(state: SfbState) -> tuple[str, ...]:
    """Every player, in turn order once it is known."""
    return state.order or tuple(player for side in state.sides.values() for player in side.players)


def seat_of(state: SfbState, number: int) -> str:
    """The player of a seat (1 is the first player); "" while the order is unknown."""
    return state.order[number - 1] if number <= len(state.order) else ""


def figures_of(state: SfbState, player: str) -> tuple[str, ...]:
    """The figures of a player."""
    return tuple([key for key, figure in state.figures.items() if figure.player == player])


def with_side(state: SfbState, side: str, **changes: Any) -> SfbState:
    """The match with one side changed."""
    return replace(state, sides={**state.sides, side: replace(state.sides[side], **changes)})


def with_figure(state: SfbState, figure: str, **changes: Any) -> SfbState:
    """The match with one champion changed. Raises KeyError for a stranger."""
    return replace(state, figures={**state.figures, figure: replace(state.figures[figure], **changes)})


def credited(
    state: SfbState, side: str, source: Literal["challenge", "knockout"], vp: int, round_: int | None
) -> SfbState:
    """The match with victory points for a side (SFB-KO-02, SFB-SCORE-03)."""
    if not vp or side not in state.sides:
        return state
    own = state.sides[side]
    state = with_side(state, side, **{source: getattr(own, source) + vp})
    for at, tally in enumerate(state.tallies):
        if (tally.side, tally.source, tally.round) == (side, source, round_):
            grown = replace(tally, vp=tally.vp + vp)
            return replace(state, tallies=(*state.tallies[:at], grown, *state.tallies[at + 1 :]))
    return replace(state, tallies=(*state.tallies, Tally(side, source, vp, round_)))
