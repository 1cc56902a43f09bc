"""The table of a match at full detail: hands, arena, traps, the open action, and what is waited for.

Champions stand in `SfbState.figures`, victory points in `SfbState.sides`, the challenge track in `SfbState.track`; this
adds the rest. Frozen: change with `changed`, `with_seat`, `with_action`. What is secret is decided in `sight.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.hexes import Hex
from games.super_fantasy_brawl.definitions import ActionCard, Challenge, Champion

Cells = frozenset[Hex]
ActionStep = Literal["move", "pre", "decide", "react", "rpre", "resolve", "rpost", "post", "effect", "close"]


class Ground(msgspec.Struct, frozen=True, omit_defaults=True):
    """The arena. `cells` hold the statues too."""

    name: str
    cells: Cells
    statues: Cells = frozenset()
    trap_cells: Cells = frozenset()
    zones: dict[str, Cells] = {}
    areas: dict[str, Cells] = {}
    name_ru: str | None = None


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's cores and cards. Counts are public.

    `held` (cards of the hand that were logged) and `top` (planned cards on top of the deck, the topmost first, None:
    not told) are the side's secret. `open`: the cards of the discard pile that were named; `discard` counts them all.
    `play`: cards in play until the action is closed. `exhausted`: cores, `reacted` those of them that paid for
    reactions. `basics`: standard actions of this turn.
    `cards`: the composition of the deck, None if nobody listed it.
    """

    exhausted: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    cards: tuple[str, ...] | None = None
    built: bool = False
    deck: int = 0
    hand: int = 0
    held: tuple[str, ...] = ()
    top: tuple[str | None, ...] = ()
    discard: int = 0
    open: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    basics: tuple[int, ...] = ()
    dealt: bool = False
    mulliganed: bool = False


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face-down trap token: `placed` is the moment (of `FullState.moment`), `token` its kind where staff know it."""

    slot: str
    cell: Hex
    placed: int
    token: str | None = None


class KnownTrap(msgspec.Struct, frozen=True, omit_defaults=True):
    """SFB-TRAP-10: a token of known kind was on the board from one moment to another (None: is still held)."""

    slot: str
    kind: str
    placed: int
    returned: int | None = None


class Reaction(msgspec.Struct, frozen=True):
    """The reaction of this attack: `champion` is the one that it was chosen for."""

    player: str
    card: str
    core: str
    champion: str


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect that was carried out: the card (or "basic"), its place on the card (None: unknown), on whom."""

    source: str
    index: int | None = None
    champion: str | None = None


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A champion that went out of action in this action: the side that got the point, who has the credit, by what."""

    champion: str
    side: str
    by: str | None = None
    cause: str = "card"


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open action. `mp`: movement points left, None: unknown. `card` for kind attack and skill, `basic` for basic.

    `targets`, `direction`: as declared. `hits`: attack damage by target, once resolved. `done`: effects carried out.
    `credits`: figures that level up when the action closes. `moving`: the displacement or movement that a trap
    interrupted. `mods`: modifiers of texts that last for this action: (figure, what, amount, source). `wounds`:
    champion of unknown health -> who would have the credit for the damage that it took last, and its cause.
    """

    kind: Literal["attack", "skill", "basic"]
    player: str
    champion: str
    core: str
    card: str | None = None
    basic: int | None = None
    step: ActionStep = "move"
    mp: int | None = None
    walked: int = 0
    targets: tuple[str, ...] = ()
    direction: int | None = None
    hits: dict[str, int] = {}
    reaction: Reaction | None = None
    done: tuple[Done, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    credits: tuple[str, ...] = ()
    moving: Moving | None = None
    mods: tuple[tuple[str, str, int, str], ...] = ()
    wounds: dict[str, tuple[str | None, str]] = {}

    @property
    def sources(self) -> tuple[str | None, ...]:
        """Whose effects there may be: the open card (None), then the reaction."""
        return (None,) if self.reaction is None else (None, self.reaction.card)


class Moving(msgspec.Struct, frozen=True, omit_defaults=True):
    """A movement that a trap interrupted: who, how, by whom, of how many steps, and how many are made.

    `began`: where it began, `steps`: the hexes so far. `toward`: what an approach or a retreat is measured from.
    """

    champion: str
    kind: str
    by: str | None = None
    x: int | None = None
    made: int = 0
    source: str | None = None
    began: Hex | None = None
    steps: tuple[Hex, ...] = ()
    toward: Hex | None = None

    def further(self, path: tuple[Hex, ...]) -> Moving:
        """The movement with these steps made as well."""
        return replace(self, made=self.made + len(path), steps=(*self.steps, *path))


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that must be logged next, named by its type; `rule` is named when something else comes instead.

    `champion` or `player`: whose it is ("": anybody's); `told` holds what its chapter needs to judge it.
    """

    kind: str
    rule: str
    champion: str = ""
    player: str = ""
    told: dict[str, Any] = {}


class FullState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table. `champions`, `cards`, `challenges` are the pinned definitions; `ground` None: arena unknown.

    `laid`: the players who placed a trap at set-up, in order. `traps`: face down on the board. `supply`: the tokens
    from the top and `salt`, where the server keeps them (staff alone). `turned`: the triggered token that waits for its
    replacement. `known`: tokens of which the kind became public. `moment`: counts placements and returns of tokens.
    `shifted`, `laid_cards`: the end of the round so far. `needs`: whose deck was reshuffled for the next draw.
    `unverified`: rules that could not be checked, from public facts alone.
    """

    ground: Ground | None = None
    champions: dict[str, Champion] = {}
    cards: dict[str, ActionCard] = {}
    challenges: dict[str, Challenge] | None = None
    seats: dict[str, Seat] = {}
    laid: tuple[str, ...] = ()
    traps: tuple[Slot, ...] = ()
    shuffled: bool = False
    supply: tuple[str, ...] | None = None
    salt: str = ""
    turned: Slot | None = None
    known: tuple[KnownTrap, ...] = ()
    moment: int = 0
    slots: tuple[str, ...] = ()
    action: Action | None = None
    due: tuple[Due, ...] = ()
    shifted: bool = False
    laid_cards: int = 0
    needs: str = ""
    unverified: tuple[str, ...] = ()


NO_ACTION = Action("", "", "", "")  # type: ignore[arg-type]
"""While no action is open: of no kind, by nobody, with nothing to do."""
NO_SEAT = Seat()
changed: Callable[..., FullState] = replace
"""`changed(full, field=value, ...)`: the table with some fields changed."""


def with_seat(full: FullState, player: str, **changes: Any) -> FullState:
    """The table with a player's cores and cards changed."""
    seat = replace(full.seats.get(player, NO_SEAT), **changes)
    return replace(full, seats={**full.seats, player: seat})


def with_action(full: FullState, **changes: Any) -> FullState:
    """The table with the open action changed; as it is without one."""
    return full if full.action is None else replace(full, action=replace(full.action, **changes))


def flagged(full: FullState, *rules: str) -> FullState:
    """SFB-LOG-05: the table with these rules marked as not checked. Public: never flag what depends on a secret."""
    new = [rule for rule in rules if rule not in full.unverified]
    return replace(full, unverified=(*full.unverified, *new)) if new else full


def trap_at(full: FullState, place: Hex) -> Slot | None:
    """The face-down token on a hex."""
    return next((slot for slot in full.traps if slot.cell == place), None)


def slot_of(full: FullState, name: str | None) -> Slot | None:
    """The trap token of this name that lies on the board."""
    return next((one for one in full.traps if one.slot == name), None)


def free_trap_cells(full: FullState, ground: Ground) -> list[Hex]:
    """SFB-SETUP-08: the trap hexes of the arena without a token."""
    return [cell for cell in sorted(ground.trap_cells) if trap_at(full, cell) is None]
