"""The table now: what the fold keeps of a match of Last Battle. Values only; every change makes a new struct.

Made by `LastBattle.initial`, changed by the `on_...` functions of the chapters, read by every check and page.
What is secret to whom is decided in `visibility.py` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from games.last_battle.events import Casualty, Figure, Note
from games.last_battle.facts import FOES, SIDES
from games.last_battle.full.state import FullState
from games.ruleset import ScoreLine

Phase = Literal["open", "schemes", "hire", "markers", "deploy", "notes", "hands", "turns", "end", "closed"]
"""In this order: nothing yet, choosing, hiring, notes, playing, awards of the game's end, over.

At full detail strategy markers and deployment come before the notes, decks and hands after them.
"""


LOVERS = "M-lovers"
"""The link card that turns a figure (LB-ARC-06)."""


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scheme of a squad. `awards` are (turn, VP); `note` is None until noted, or while the client keeps it.

    `public`: unique or revealed. `note_public`: everyone knows the note.
    """

    scheme: str
    public: bool = False
    vp: int = 0
    awards: tuple[tuple[int, int], ...] = ()
    end_scored: bool = False
    note: Note | None = None
    note_public: bool = False


class Squad(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at the table. `commitment` belongs to the choice (or preset), `note_commitment` to the notes.

    `chosen` without `schemes`: the scheme is known to its owner only. `leader` and `figures` are None until hired;
    then `roll` counts the hired figures by id, the leader included, `uniques` are the ids that no other figure can
    have, and `unknown` the rules that the cards told too little to judge the squad by.
    """

    player: str
    side: str
    was_dealt: bool = False
    dealt: tuple[str, ...] | None = None
    chosen: bool = False
    commitment: str = ""
    schemes: tuple[Held, ...] = ()
    shared: tuple[str, ...] = ()
    noted: bool = False
    note_commitment: str = ""
    leader: Figure | None = None
    figures: tuple[Figure, ...] | None = None
    roll: dict[str, int] = {}
    uniques: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def hired(self) -> bool:
        return self.figures is not None

    def all_figures(self) -> tuple[Figure, ...]:
        """The leader first, then the hired figures."""
        head = (self.leader,) if self.leader else ()
        return (*head, *(self.figures or ()))

    def held(self, scheme: str) -> Held | None:
        return next((held for held in self.schemes if held.scheme == scheme), None)


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure that left the table: whose it was, in which turn (None: somewhere in the match), how and by whom."""

    figure_id: str
    owner: str
    side: str
    how: str
    turn: int | None = None
    by: str | None = None
    by_owner: str | None = None
    summoned: bool = False
    fate: str | None = None


class LastBattleState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match. `turn` is the last reported one; `strategy` the side totals; `lines` every award in order.

    `portals` counts the enemy portals that a side closed, as far as told; `untold` and `portals_untold` hold the
    turns whose casualties or portals were not told. `pending` are revealed schemes that must score next.
    `hired_elsewhere` are the unique figures of other tables, by table.
    `conceded` is the side that gave the match up.
    `campaign` is the event day that the table belongs to; `arcana` the link cards earned or received here, with
    their side.
    """

    phase: Phase = "open"
    available_figures: dict[str, tuple[str, ...]] | None = None
    dead_figures: tuple[str, ...] = ()
    hired_elsewhere: dict[str, tuple[str, ...]] = {}
    campaign: str | None = None
    arcana: dict[str, str] = {}
    battlefield: str = ""
    detail: str = ""
    deck_profile: str = "full58"
    draw_count: int | None = None
    cap_scope: str = "scheme"
    corner_zones: dict[str, str] | None = None
    hand_limits: dict[str, int] | None = None
    squads: dict[str, Squad] = {}
    turn: int = 0
    strategy: dict[str, int] = {}
    lines: tuple[ScoreLine, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    untold: tuple[int, ...] = ()
    portals: dict[str, int] = {}
    portals_untold: tuple[int, ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    whole_match_next: bool = False
    strategy_ended: bool = False
    stopped: str | None = None
    summarised: bool = False
    result: str | None = None
    conceded: str | None = None
    incomplete: bool = False
    fates_published: bool = False
    full: FullState | None = None


def away(state: LastBattleState) -> set[str]:
    """LB-ROSTER-07: the figures that nobody can bring to this table: dead, or unique and hired at another one."""
    return set(state.dead_figures).union(*state.hired_elsewhere.values())


def side_squads(state: LastBattleState, side: str) -> Iterator[Squad]:
    """The squads of one side, in seat order."""
    return (squad for squad in state.squads.values() if squad.side == side)


def enemy_squads(state: LastBattleState, squad: Squad) -> Iterator[Squad]:
    """The squads the other side's."""
    return side_squads(state, FOES[squad.side])


def with_squad(state: LastBattleState, squad: Squad, **changes: Any) -> LastBattleState:
    """The state with one squad replaced, and other fields changed at the same time."""
    return msgspec.structs.replace(state, squads={**state.squads, squad.player: squad}, **changes)


def with_held(squad: Squad, held: Held) -> Squad:
    """The squad with one of its schemes replaced, or added when it was unknown so far."""
    if squad.held(held.scheme) is None:
        return msgspec.structs.replace(squad, schemes=(*squad.schemes, held))
    schemes = tuple(held if old.scheme == held.scheme else old for old in squad.schemes)
    return msgspec.structs.replace(squad, schemes=schemes)


def is_leader(squad: Squad, figure_id: str) -> bool:
    """Whether this id names the leader of the squad."""
    return squad.leader is not None and squad.leader.figure_id == figure_id


def copies(squad: Squad, figure_id: str) -> int:
    """How many figures of this id the squad hired."""
    return squad.roll.get(figure_id, 0)


def fallen_copies(state: LastBattleState, squad: Squad, figure_id: str) -> int:
    """How many hired figures of this id the squad has lost."""
    return sum(
        fallen.owner == squad.player and fallen.figure_id == figure_id and not fallen.summoned
        for fallen in state.fallen
    )


def in_play(state: LastBattleState, squad: Squad, figure_id: str) -> bool:
    """Whether a figure of this id can still be on the table, as far as the log tells."""
    return copies(squad, figure_id) > fallen_copies(state, squad, figure_id)


def standing_figures(state: LastBattleState, squad: Squad) -> list[str]:
    """The ids of the squad's figures in play, one entry for each copy, the leader first."""
    return [figure for _place, figure in standing_places(state, squad)]


def standing_places(state: LastBattleState, squad: Squad) -> list[tuple[int, str]]:
    """The same with their places in the squad as it was hired; of equal figures the first are gone first."""
    left: list[tuple[int, str]] = []
    gone = {f.figure_id: fallen_copies(state, squad, f.figure_id) for f in squad.all_figures()}
    for place, figure in enumerate(squad.all_figures()):
        if gone[figure.figure_id] > 0:
            gone[figure.figure_id] -= 1
        else:
            left.append((place, figure.figure_id))
    return left


def all_told(state: LastBattleState) -> bool:
    """Whether every report told its casualties, so that nobody can have fallen unseen."""
    return not state.untold and not state.summarised


def may_have_turned(state: LastBattleState, side: str) -> bool:
    """LB-ARC-06: whether a figure that this side hired may stand with the other one, which holds the Lovers."""
    return state.arcana.get(LOVERS) == FOES[side]


def owner_of(
    state: LastBattleState, figure_id: str, owner: str | None, side: str | None = None
) -> Squad | None:
    """The one squad that hired this figure; None if none, or if several could be meant."""
    found = [
        squad
        for squad in state.squads.values()
        if copies(squad, figure_id) and owner in (None, squad.player) and side in (None, squad.side)
    ]
    return found[0] if len(found) == 1 else None


def owner_named(state: LastBattleState, casualty: Casualty) -> tuple[str, str]:
    """(player or "", side or "") of a casualty that was accepted."""
    squad = owner_of(state, casualty.figure_id, casualty.owner, casualty.side)
    squad = squad or state.squads.get(casualty.owner or "")
    return (squad.player, squad.side) if squad else (casualty.owner or "", casualty.side or "")


def totals(state: LastBattleState) -> dict[str, int]:
    """LB-SCORE-03: VP of both sides, from the strategy and from all schemes of the side's squads."""
    points = dict.fromkeys(SIDES, 0)
    for line in state.lines:
        points[line.side] += line.vp
    return points
