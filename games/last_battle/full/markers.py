"""Scheme markers and portals: what an Interaction does (LB-MARK, LB-HEAV-10). Called through `rules.py`.

Markers that a scheme's text removes are judged with the schemes, in the scoring chapters.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.last_battle.facts import FOES
from games.last_battle.full.events import PortalClosed, SchemeMarkerPlaced, SchemeMarkerRemoved
from games.last_battle.full.moves import FREE_STEPS
from games.last_battle.full.preconditions import absent, commands, in_step, passing, put, table
from games.last_battle.full.state import FullState, Marker, changed, flagged
from games.last_battle.permissions import Violations
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

APART_CM, REACH_CM = 8, 3


def interacting(full: FullState, figure: str | None) -> bool:
    """Whether this figure has declared an Interaction that has not done anything yet."""
    return any(act.figure == figure and act.interaction for act in (full.aside, full.act))


def used(full: FullState, figure: str | None) -> FullState:
    """The Interaction has done its one thing: a granted one first (LB-ACT-03)."""
    aside, act = full.aside, full.act
    if aside.interaction and aside.figure == figure:
        return changed(full, aside=msgspec.structs.replace(aside, interaction=False))
    return changed(full, act=msgspec.structs.replace(act, interaction=False)) if act.interaction else full


def check_scheme_marker_placed(state: LastBattleState, event: SchemeMarkerPlaced, by: Actor) -> Violations:
    """LB-MARK-01: by Interaction, one of the figure's squad; LB-MARK-03: 8 cm from friendly ones."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-MARK-01"),
        in_step(state, *FREE_STEPS),
        _check_placing(table(state), event),
    )


def _check_placing(full: FullState, event: SchemeMarkerPlaced) -> Violations:
    near = event.nearest_friendly_marker_cm
    piece = full.pieces[event.figure]
    if not interacting(full, event.figure):
        yield RuleViolation("LB-MARK-01", {"idle": event.figure})
    elif piece.player != event.squad:
        yield RuleViolation("LB-MARK-01", {"figure": event.figure, "owner": piece.player})
    elif event.marker_id in full.markers:
        yield RuleViolation("LB-MARK-01", {"twice": event.marker_id})
    elif near is not None and near < APART_CM and friendly_markers(full, piece.side):
        yield RuleViolation("LB-MARK-03", {"marker": event.marker_id, "cm": near})


def friendly_markers(full: FullState, side: str) -> list[str]:
    """The scheme markers of a side on the table."""
    return [name for name, marker in full.markers.items() if (marker.kind, marker.side) == ("scheme", side)]


def open_portals(full: FullState, side: str) -> list[str]:
    """The portals of a side that nobody has closed yet."""
    return [
        name
        for name, marker in full.markers.items()
        if (marker.kind, marker.side) == ("portal", side) and marker.open
    ]


def on_scheme_marker_placed(state: LastBattleState, event: SchemeMarkerPlaced) -> LastBattleState:
    full = table(state)
    side = state.squads[event.squad].side
    if event.nearest_friendly_marker_cm is None and friendly_markers(full, side):
        full = flagged(full, "LB-MARK-03")
    marker = Marker("scheme", side, event.squad)
    return put(state, changed(used(full, event.figure), markers={**full.markers, event.marker_id: marker}))


def check_removal_by_figure(state: LastBattleState, event: SchemeMarkerRemoved, by: Actor) -> Violations:
    """LB-MARK-04: by Interaction, an enemy marker within 3 cm; LB-MARK-05: in no other way without a scheme."""
    if event.reason != "interaction" or event.by is None:
        yield RuleViolation("LB-MARK-05", {"stays": event.marker_id})
        return
    yield from passing(
        event,
        commands(state, by, event.by, "LB-MARK-04"),
        in_step(state, *FREE_STEPS),
        _check_removing(table(state), event, event.by),
    )


def _check_removing(full: FullState, event: SchemeMarkerRemoved, figure: str) -> Violations:
    side = full.pieces[figure].side
    if event.marker_id in friendly_markers(full, side):
        yield RuleViolation("LB-MARK-04", {"own": event.marker_id})
    elif event.marker_id not in friendly_markers(full, FOES[side]):
        yield RuleViolation("LB-MARK-04", {"marker": event.marker_id})
    elif not interacting(full, figure):
        yield RuleViolation("LB-MARK-04", {"idle": figure})
    elif event.distance_cm is not None and event.distance_cm > REACH_CM:
        yield RuleViolation("LB-MARK-04", _too_far(event.marker_id, event.distance_cm))


def _too_far(marker: str, cm: float) -> dict[str, Any]:
    return {"far": marker, "cm": cm, "limit": REACH_CM}


def on_removal_by_figure(state: LastBattleState, event: SchemeMarkerRemoved) -> LastBattleState:
    full = table(state)
    if event.reason == "interaction":
        full = used(full, event.by)
        full = flagged(full, "LB-MARK-04") if event.distance_cm is None else full
    return put(state, without_marker(full, event.marker_id))


def without_marker(full: FullState, name: str) -> FullState:
    """The table without one marker."""
    return changed(full, markers={key: marker for key, marker in full.markers.items() if key != name})


def check_portal_closed(state: LastBattleState, event: PortalClosed, by: Actor) -> Violations:
    """LB-HEAV-10: by Interaction, an open enemy portal within 3 cm."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-HEAV-10"),
        in_step(state, *FREE_STEPS),
        _check_closing(table(state), event),
    )


def _check_closing(full: FullState, event: PortalClosed) -> Violations:
    side = full.pieces[event.figure].side
    portal = full.markers.get(event.portal_id)
    if portal is None:
        yield absent("LB-HEAV-10", event.portal_id)
    elif portal.kind != "portal":
        yield RuleViolation("LB-HEAV-10", {"marker": event.portal_id})
    elif portal.side == side:
        yield RuleViolation("LB-HEAV-10", {"own": event.portal_id})
    elif not portal.open:
        yield RuleViolation("LB-HEAV-10", {"closed": event.portal_id})
    elif not interacting(full, event.figure):
        yield RuleViolation("LB-HEAV-10", {"idle": event.figure})
    elif event.distance_cm is not None and event.distance_cm > REACH_CM:
        yield RuleViolation("LB-HEAV-10", _too_far(event.portal_id, event.distance_cm))


def on_portal_closed(state: LastBattleState, event: PortalClosed) -> LastBattleState:
    full = used(table(state), event.figure)
    side = full.pieces[event.figure].side
    portal = msgspec.structs.replace(full.markers[event.portal_id], open=False)
    full = changed(
        full,
        markers={**full.markers, event.portal_id: portal},
        closed={**full.closed, side: full.closed.get(side, 0) + 1},
    )
    full = flagged(full, "LB-HEAV-10") if event.distance_cm is None else full
    return put(state, full, portals={**state.portals, side: state.portals.get(side, 0) + 1})
