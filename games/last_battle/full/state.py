"""What stands on the table at full detail: figures, cards, markers, the step of the turn, the action being resolved.

`LastBattleState.full` holds a `FullState` from the opening of a table at full detail on; None otherwise. Small
structs of their own for what changes together, so that an event copies only what it touches.
Made and changed by the chapters of this package, read by them, by the scoring chapters and by the pages.

How a turn runs (`step`): start, initiative, activations, end_effects, scoring, cleanup. `turn` is the turn in
progress; `LastBattleState.turn` stays the last turn that is over, so that both are equal between turns.
`LastBattleState.phase` runs open, schemes, hire, markers, deploy, notes, hands, turns, end, closed.
`due` are changes that must be logged before anything else of the table (see `preconditions.py`).
`window` is what happened since the last declared action, activation or step: what a claim "at once" can rest on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from games.last_battle.figures import Figure

Step = Literal["start", "initiative", "activations", "end_effects", "scoring", "cleanup"]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure in play. `id` names it in events; `figure_id` is the printed id, `home` the player who hired it.

    `player` and `side` are whose it is now (the Lovers change them). `lives` and `initial` are None when unknown.
    `cost` is the effective cost (LB-SCH-09). `halved`: it was below half of its lives once. `attacked`: the target
    of its first attack in the game. `concentrated`, `defending`: stored bonuses. `bonus`: to all action parameters.
    """

    id: str
    figure_id: str
    home: str
    player: str
    side: str
    card: Figure
    leader: bool = False
    cost: int | None = None
    lives: int | None = None
    initial: int | None = None
    size: int | None = None
    activated: bool = False
    concentrated: bool = False
    defending: int = 0
    bonus: int = 0
    conditions: tuple[str, ...] = ()
    aboard: str | None = None
    engaged: bool | None = None
    halved: bool = False
    attacked: str | None = None
    summoned: bool = False


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of a side. The deck is whatever of `size` and `granted` cards lies nowhere else.

    `unknown` counts hand cards that were not told. `open` are cards of an open check. `listed`: the minor cards of
    the profile `listed`. `renewed`: the discard that was shuffled in when the deck ran out; the `rest` cards of the
    deck before that lie above it. `drawn`: the first hand is there. In cleanup: `shuffled`, `refilled`, `extra`
    (cards of the Hanged Man above the limit).
    """

    size: int = 0
    hand: tuple[str, ...] = ()
    unknown: int = 0
    discard: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()
    listed: tuple[str, ...] | None = None
    renewed: tuple[str, ...] = ()
    rest: int = 0
    drawn: bool = False
    shuffled: bool = False
    refilled: bool = False
    extra: int = 0

    @property
    def hand_count(self) -> int:
        return len(self.hand) + self.unknown

    @property
    def deck_count(self) -> int:
        """LB-DECK-03: what is left when every other place is counted."""
        elsewhere = len(self.hand) + self.unknown + len(self.discard) + len(self.open) + len(self.removed)
        return self.size + len(self.granted) - elsewhere


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker on the table. `player` for scheme and compromat markers, `side` None for a pillar.

    A compromat marker belongs to the revealing `player` and lies at the piece `figure`. `open`: a portal not closed.
    """

    kind: Literal["portal", "pillar", "scheme", "compromat"]
    side: str | None = None
    player: str | None = None
    figure: str | None = None
    open: bool = True


class Flip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flip of the open check: the side that made it, the card that counts now, the cards on the table for it.

    `net` is pluses less minuses. `cheated`: the final card came from the hand.
    """

    role: str
    side: str
    net: int
    card: str
    cards: tuple[str, ...]
    cheated: bool = False


class Duel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check of the declared action, from the declaration to the damage. `actor` and `target` are piece ids.

    `kind` complex: attack against defence; simple: against the target value `tv`; None: not known before the flip.
    `parameter`, `resistance` (the target's stat) and `damage` are None when unknown or not there.
    `stage`: attack, defence, cheat, resolved, damage, cheat_damage, over; none of what does not exist. `plus`: stored
    pluses of the attack check; `damage_plus`: of the damage flip; `guard`: the target's stored Defence. `barred`: sides
    that cannot cheat in this action (Death); `wheel`: sides that cannot cheat in this duel. `cheats`: roles that
    cheated, in order. `check_id` is set by the first flip. `arcana`: effects of link cards that must be resolved now.
    `passed`: the next action was declared, so that nothing can answer this check any more.
    """

    actor: str
    target: str | None = None
    name: str = ""
    family: str = "base"
    kind: Literal["complex", "simple"] | None = None
    stage: str = "attack"
    check_id: str | None = None
    parameter: int | None = None
    resistance: int | None = None
    tv: int | None = None
    damage: tuple[int, int, int] | None = None
    damages: bool | None = None
    suits: tuple[str, ...] | None = None
    plus: int = 0
    damage_plus: int = 0
    cover: bool = False
    guard: int = 0
    waived: bool = False
    attack: Flip | None = None
    defence: Flip | None = None
    harm: Flip | None = None
    barred: tuple[str, ...] = ()
    wheel: tuple[str, ...] = ()
    cheats: tuple[str, ...] = ()
    attack_total: int | None = None
    defence_total: int | None = None
    success: bool = False
    margin: int | None = None
    arcana: tuple[str, ...] = ()
    triggered: bool = False
    passed: bool = False

    @property
    def exists(self) -> bool:
        return self.stage != "none"


NO_DUEL = Duel("", stage="none")
"""While no check is open: of nobody, at nobody, with nothing to wait for."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """The declared action of a figure that is not finished: what it still may or must do.

    `move_left`: the longest legal move in cm, None when unknown, -1 when no move belongs to it (any more).
    `attacks`: attacks of a charge that are left, at `target`. `interaction`: one marker, portal or study is open.
    `lost`: attacks of a charge went with the target. `dive`: Size must fall by 3 as the last step of a Falcon Strike.
    `plus`: a stored bonus for the first attack, `harm_plus`: for the first damage flip of a charge.
    """

    figure: str
    action: str
    target: str | None = None
    must_move: bool = False
    move_left: float | None = -1
    paid: int = 0
    attacks: int = 0
    interaction: bool = False
    dive: bool = False
    plus: int = 0
    harm_plus: int = 0
    lost: bool = False

    @property
    def exists(self) -> bool:
        return self.figure != ""


NO_ACT = Act("", "")
"""While no action is declared: of nobody, with nothing left to do."""


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change that must be logged next: `kind` is an event type, the other fields what it must say.

    `rule` is named when something else comes instead.
    """

    kind: str
    figure: str
    rule: str
    delta: int = 0
    how: str = ""
    by: str | None = None
    cause: str = ""
    condition: str = ""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a claim "at once" can rest on: `attack` (figure at target), `halved`, `removed`, `compromat`.
    `wounded`: it lost lives, and nobody knows how many it had, so that it may be `halved`.

    `scored`: such a claim itself; `figure` is then the scheme, `figure_id` its rule, `player` who claimed, `markers`
    those that its text took off the table. `leader`: the figure was the Leader of its squad.

    `figure` and `by` are piece ids; the ids, players, sides and costs stand here because the pieces may be gone.
    """

    kind: Literal["attack", "halved", "wounded", "removed", "compromat", "scored"]
    figure: str
    figure_id: str
    player: str
    side: str
    cost: int | None = None
    how: str = ""
    by: str | None = None
    by_id: str | None = None
    by_player: str | None = None
    by_side: str | None = None
    by_leader: bool = False
    by_cost: int | None = None
    first: bool = False
    leader: bool = False
    markers: tuple[str, ...] = ()


class FullState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table at full detail. `pieces` are in play, by piece id; `gone` the piece ids that left, with their turn.

    `kills` are this turn's killed and sacrificed figures. `closed` counts portals closed this turn by side.
    `initiative` are the cards flipped in this turn, by side; `winner` who won it; `next_side` whose turn to activate.
    `claimed` are the (player, scheme) pairs that scored in this turn. `secrets`: compromat markers still to be placed,
    by the player who revealed.
    `act` is the declared action, `aside` a free base action (a granted move) that stands within another.
    `duel` is the open check, `outer` the checks that wait for a nested one.
    `arcana` maps created or granted link cards to their side. `overridden` and `unverified` are rule IDs.
    """

    turn: int = 0
    step: Step = "start"
    pieces: dict[str, Piece] = {}
    gone: dict[str, int] = {}
    piles: dict[str, Pile] = {}
    markers: dict[str, Marker] = {}
    checks: tuple[str, ...] = ()
    deployed: tuple[str, ...] = ()
    initiative: dict[str, str] = {}
    winner: str | None = None
    first_side: str | None = None
    next_side: str | None = None
    active: str | None = None
    ap: int = 0
    act: Act = NO_ACT
    aside: Act = NO_ACT
    duel: Duel = NO_DUEL
    outer: tuple[Duel, ...] = ()
    due: tuple[Due, ...] = ()
    window: tuple[Happened, ...] = ()
    kills: tuple[Happened, ...] = ()
    closed: dict[str, int] = {}
    claimed: tuple[tuple[str, str], ...] = ()
    secrets: dict[str, int] = {}
    arcana: dict[str, str] = {}
    strategy_scored: bool = False
    overridden: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()


def changed(full: FullState, **changes: Any) -> FullState:
    """The table with some fields changed."""
    return msgspec.structs.replace(full, **changes)


def with_piece(full: FullState, piece: Piece, **changes: Any) -> FullState:
    """The table with one figure replaced, and other fields changed at the same time."""
    return msgspec.structs.replace(full, pieces={**full.pieces, piece.id: piece}, **changes)


def with_pile(full: FullState, side: str, pile: Pile, **changes: Any) -> FullState:
    """The table with the cards of one side replaced, and other fields changed at the same time."""
    return msgspec.structs.replace(full, piles={**full.piles, side: pile}, **changes)


def flagged(full: FullState, *rules: str) -> FullState:
    """LB-LOG-01: the table with these rules marked as not verified."""
    new = [rule for rule in rules if rule not in full.unverified]
    return msgspec.structs.replace(full, unverified=(*full.unverified, *new)) if new else full


def pieces_of(full: FullState, side: str) -> Iterator[Piece]:
    """The figures of a side in play (LB-MULTI-04: friendly to it)."""
    return (piece for piece in full.pieces.values() if piece.side == side)


def idle(full: FullState, side: str) -> bool:
    """LB-TURN-03: whether the side has a figure left to activate in this turn."""
    return any(not piece.activated for piece in full.pieces.values() if piece.side == side)
