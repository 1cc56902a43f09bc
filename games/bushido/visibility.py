"""Who sees what (BUS-HID): the state and the events without the secrets of others.

Every page, API answer, export and live stream passes through here; `next_events.py` builds on it too. What the rules
keep until the end opens when the result is settled, for staff it always is (`games.base.Game`).
"""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.vim import all_named
from games.bushido.events import FlankPlanRecorded, VimAssigned
from games.bushido.full.events import MeleeDiceCommitted
from games.bushido.full.state import Commit, Exchange, FullState
from games.bushido.state import BusState, Plan, Vim
from games.ruleset import Event, Viewer


def hidden(state: BusState, viewer: Viewer) -> BusState:
    """The state as `viewer` may know it before the end."""
    return replace(
        state,
        vims={side: _vim(state, side, one, viewer) for side, one in state.vims.items()},
        plans={model: _plan(state, one, viewer) for model, one in state.plans.items()},
        full=_table(state, viewer),
    )


def _table(state: BusState, viewer: Viewer) -> FullState | None:
    """BUS-HID-04: the dice that one side has allocated, until the other has too."""
    fight = state.full.exchange if state.full is not None else None
    if state.full is None or fight is None or len(fight.commits) > 1:
        return state.full
    commits = {
        side: one if _of_side(state, side, viewer) else Commit(commitment=one.commitment)
        for side, one in fight.commits.items()
    }
    return replace(state.full, exchange=replace(fight, commits=commits))


def _vim(state: BusState, side: str, one: Vim, viewer: Viewer) -> Vim:
    return one if _vim_open(state, side, viewer) else replace(one, model=None)


def _vim_open(state: BusState, side: str, viewer: Viewer) -> bool:
    """BUS-VIM-01, -06: to its own side; to all when both are named, a hidden one when it is revealed."""
    named = all_named(state) and state.vim_kind != "hidden"
    shown = side in state.vims and state.vims[side].revealed
    return named or shown or _of_side(state, side, viewer)


def _plan(state: BusState, one: Plan, viewer: Viewer) -> Plan:
    """BUS-HID-03."""
    if one.revealed or _of_side(state, one.side, viewer):
        return one
    return replace(one, turn=None, edge=None)


def _of_side(state: BusState, side: str, viewer: Viewer) -> bool:
    return side in state.sides and viewer.player in state.sides[side].players


def sees(state: BusState, event: Event, viewer: Viewer) -> bool:
    """Whether `viewer` may know the secret of an event before the end."""
    if isinstance(event, VimAssigned):
        return _vim_open(state, event.side, viewer)
    if isinstance(event, FlankPlanRecorded):
        return _of_side(state, event.side, viewer) or _was_opened(state, event)
    if isinstance(event, MeleeDiceCommitted):
        shut = state.full is not None and _shut(state.full, event)
        return not shut or _of_side(state, event.side, viewer)
    return True


def _shut(full: FullState, event: MeleeDiceCommitted) -> bool:
    """Whether these dice lie closed: the other side has not allocated yet, or never will."""
    fight = full.exchange
    open_ = fight is None or len(fight.commits) > 1 or event.commitment not in _commitments(fight)
    return event.commitment in full.shut or not open_


def _commitments(fight: Exchange) -> set[str]:
    return {one.commitment for one in fight.commits.values()}


def _was_opened(state: BusState, event: FlankPlanRecorded) -> bool:
    """Whether this plan is revealed: a model may have had an earlier one, which was too then."""
    plan = state.plans.get(event.model)
    return plan is not None and (plan.revealed or plan.commitment != event.commitment)
