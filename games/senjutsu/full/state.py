"""What the table holds at full detail: the step of the turn, cards, board, advantage, the queue, what is waited for.

`SenjutsuState.full` is a `FullState` from the opening of a match at full detail on. Bodies (wounds, stuns, focus,
kamae, hex, facing, cover, injury timers, defeat) stay in `SenjutsuState.fighters` and `.foes`.
Small structs for what changes together, so that an event copies only what it touches. Made and changed by the
chapters of this package; what is secret to whom is decided in `sight.py` alone.

`turn` is the turn in progress, `SenjutsuState.turn` the last one that is over. `SenjutsuState.phase` runs open,
roster (until the first event of the set-up), turns, and in a horde waves, level, break; then closed.
`step` runs roster, terrain, advantage, placing, prepared, hands, then per turn draw, select, reveal, resolve,
discard, between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.hexes import Hex
from games.senjutsu.full.definitions import Definition

Step = Literal[
    "roster",
    "terrain",
    "advantage",
    "placing",
    "prepared",
    "hands",
    "draw",
    "select",
    "reveal",
    "resolve",
    "discard",
    "between",
]
SETUP = ("roster", "terrain", "advantage", "placing", "prepared", "hands")
PHASES = ("draw", "select", "reveal", "resolve", "discard")


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of a player or of a virtual opponent. Counts are public, identities mostly not.

    `deck` is None for a deck of unknown size. `hand` counts deck cards: core cards and stuns stand elsewhere.
    `held` are the cards of the hand that were logged, `down` the face-down discards that their owner knows: secret to
    the owner. `bled` are bleeding discards that were logged, for staff only. `open` are the face-up discards.
    `discard` counts them all. `removed` is out of the game, `gone` names those that were logged.
    `taken`: prepared cards, None before; `dealt`: the start hand is there. `poisons`: poison cards used so far.
    Of a virtual opponent: `deck` counts stuns too, `stuns` of them lie in deck and face-down draw; `drawn`: a card
    lies face down; `refresh`: its deck is made anew at the end of the turn.
    """

    deck: int | None = None
    hand: int = 0
    held: tuple[str, ...] = ()
    discard: int = 0
    open: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    bled: tuple[str, ...] = ()
    removed: int = 0
    gone: tuple[str, ...] = ()
    taken: int | None = None
    dealt: bool = False
    poisons: tuple[str, ...] = ()
    stuns: int = 0
    drawn: bool = False
    refresh: bool = False


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an actor did with its cards in this turn; a fresh one begins with every turn.

    `card` is the selected card (secret until the reveal), `commitment` what commits to it. `play` are the cards in
    play, the one that counts first; `spent` is the focus that the first one cost so far. `initiative`: the value
    chosen of a range, or bought. `moment`: the place in stage 4 was used or passed. `instants` counts toward
    the limit. `ended`: its card was ended by a collision. `far`: the turn began more than 6 hexes from all enemies.
    `obliged`: an attack card was selected, or replaced the selected one (SEN-ATK-01, -02). `bleeds`: it had a bleeding
    wound when the turn began. `added`: an instant addition without a condition was played. `refreshed`: an opponent's
    deck is refreshed this turn. `long`: its core card moved it a long distance (SEN-MOVE-10).
    """

    bleeds: bool = False
    bled: bool = False
    drew: bool = False
    chosen: bool = False
    card: str | None = None
    commitment: str = ""
    play: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    paid: bool = False
    bought: bool = False
    spent: int = 0
    initiative: int | None = None
    targets: tuple[str, ...] = ()
    moment: bool = False
    instants: int = 0
    added: bool = False
    ended: bool = False
    far: bool = False
    obliged: bool = False
    trimmed: bool = False
    refreshed: bool = False
    long: bool = False


NO_PILE, NO_SEAT = Pile(), Seat()
"""Of who has no cards, or did nothing yet."""


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a card in play that has not started. `value` is before injuries; None: unknown.

    `follows`: it lies behind a divider without an initiative and starts right after the part before it.
    """

    actor: str
    card: str
    part: int = 0
    value: int | None = None
    types: tuple[str, ...] | None = None
    weapon_core: bool = False
    follows: bool = False


class Running(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part that is being resolved. `effect` is the place of the next effect; `done` were applied, `paid` paid for.

    `success`: an attack or block of this part succeeded. `source`: the card of the turn, an instant, a counterattack.
    """

    actor: str
    card: str
    part: int = 0
    initiative: int | None = None
    effect: int = 0
    done: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    success: bool = False
    source: Literal["card", "instant", "counter"] = "card"


class Blocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A block that acts: until the queue moves to another initiative. `part`: the one that it is an effect of; None
    where it was not kept, in a table of before."""

    actor: str
    card: str
    hexes: tuple[Hex, ...]
    initiative: int
    part: int | None = None


class Strike(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared attack that waits for its `attack_resolved`. `targets`: whom an attack without a grid is aimed at."""

    attacker: str
    card: str
    part: int = 0
    effect: int | None = None
    hexes: tuple[Hex, ...] = ()
    targets: tuple[str, ...] = ()
    initiative: int | None = None


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an instant, a counterattack or a text can rest on "at once": cleared when the next part starts.

    `hit`: a successful attack of `actor` on `other`; `blocked`: a successful block of `actor` against `other`, and
    `countered` and `answered` when a counterattack, then an addition was played on it; `sheltered`: terrain alone
    saved `actor`; `dosed`: `actor` used the poison `card` on `other`; `replied`: the opponent `actor`,
    whose card nobody knows, answered `other`. `covered`: who blocked was in cover, which lasts through the
    counterattack (SEN-BLK-07). `part`: that of the block, None of anything else.
    """

    kind: Literal["hit", "blocked", "countered", "answered", "sheltered", "dosed", "replied"]
    actor: str
    other: str | None = None
    card: str | None = None
    initiative: int | None = None
    covered: bool = False
    part: int | None = None


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that must be logged next, named by its type; `rule` is named when something else comes instead.

    `actor` is whose it is; `told` holds what its chapter needs to judge it.
    """

    kind: str
    actor: str
    rule: str
    told: dict[str, Any] = {}


class Thing(msgspec.Struct, frozen=True):
    """A terrain object on its hex."""

    hex: Hex
    object: str


class FullState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table. `cards` are the pinned and the declared definitions (`declared`: those that only this match
    tells of), `studies` the study cards by character.

    `board`: the hexes of the battlefield, None if unknown; `starts`: the recommended start hexes; `letters`: the
    hexes A to D and X of a horde. `agreed`: terrain objects still to be placed; None: not agreed beforehand.
    `profile`: what terrain costs, "assumed-1" or "unknown". `placed`: the players who placed terrain, in order.
    `track`: the advantage track from the top. `stage`: of Reveal (1 to 5) and Discard (1 to 3).
    `queue`: parts not started; `tied`: the actors of the tied group, `positions` the ones chosen in it,
    `settled`: the tied actors in the order that the choices gave. `initiative`: the one being resolved.
    `running`: parts being resolved, the innermost last. `falls`: moments of defeat so far.
    `unturned`: the commitments of choices whose players conceded before the reveal.
    """

    step: Step = "roster"
    turn: int = 0
    stage: int = 0
    board: frozenset[Hex] | None = None
    starts: tuple[Hex, ...] | None = None
    letters: dict[str, Hex] = {}
    profile: str = "assumed-1"
    agreed: tuple[str, ...] | None = None
    placed: tuple[str, ...] = ()
    terrain: tuple[Thing, ...] = ()
    cards: dict[str, Definition] = {}
    studies: dict[str, dict[str, tuple[str, ...]]] = {}
    track: tuple[str, ...] = ()
    piles: dict[str, Pile] = {}
    seats: dict[str, Seat] = {}
    queue: tuple[Pending, ...] = ()
    tied: tuple[str, ...] = ()
    positions: dict[str, int] = {}
    settled: tuple[str, ...] = ()
    initiative: int | None = None
    running: tuple[Running, ...] = ()
    blocks: tuple[Blocked, ...] = ()
    strike: Strike | None = None
    window: tuple[Happened, ...] = ()
    due: tuple[Due, ...] = ()
    falls: int = 0
    declared: tuple[str, ...] = ()
    unturned: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()


NOTHING_RESOLVED: dict[str, Any] = {
    **dict.fromkeys(("queue", "running", "blocks", "window"), ()),
    "initiative": None,
}
"""The fields of a table on which no part waits and none is resolved."""
changed: Callable[..., FullState] = replace
"""`changed(full, field=value, ...)`: the table with some fields changed."""


def with_pile(full: FullState, actor: str, **changes: Any) -> FullState:
    """The table with the cards of one actor changed."""
    pile = replace(full.piles.get(actor, NO_PILE), **changes)
    return replace(full, piles={**full.piles, actor: pile})


def with_seat(full: FullState, actor: str, **changes: Any) -> FullState:
    """The table with an actor's turn changed."""
    seat = replace(full.seats.get(actor, NO_SEAT), **changes)
    return replace(full, seats={**full.seats, actor: seat})


def with_cards(full: FullState, actor: str, pile: dict[str, Any], seat: dict[str, Any]) -> FullState:
    """The table with an actor's cards and turn changed at once."""
    return replace(
        full,
        piles={**full.piles, actor: replace(full.piles.get(actor, NO_PILE), **pile)},
        seats={**full.seats, actor: replace(full.seats.get(actor, NO_SEAT), **seat)},
    )


def flagged(full: FullState, *rules: str) -> FullState:
    """SEN-LOG-05: the table with these rules marked as not checked. Public: never flag what depends on a secret."""
    new = [rule for rule in rules if rule not in full.unverified]
    return replace(full, unverified=(*full.unverified, *new)) if new else full


def is_of_part(block: Blocked | Happened, running: Running) -> bool:
    """SEN-ATK-10: whether a block, or its success, belongs to the part that is being resolved."""
    same = (block.actor, block.card) == (running.actor, running.card)
    return same and block.part in (None, running.part)


def terrain_at(full: FullState, place: Hex) -> str | None:
    """The object on a hex."""
    return next((thing.object for thing in full.terrain if thing.hex == place), None)
