"""Strategy markers and deployment (LB-SETUP-01, -09 to -11, LB-HEAV-08, -09).

Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.last_battle.chapters.setup import advanced
from games.last_battle.full.events import SquadDeployed, StrategyMarkerPlaced
from games.last_battle.full.preconditions import put, side_acts, table
from games.last_battle.full.state import FullState, Marker, changed, flagged
from games.last_battle.permissions import Violations, in_phase, owner_acts, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

PORTAL_APART_CM, PILLAR_EDGE_CM = 40, 46


def check_strategy_marker_placed(
    state: LastBattleState, event: StrategyMarkerPlaced, by: Actor
) -> Violations:
    """LB-SETUP-01; LB-HEAV-08: by turns, Alliance first; LB-HEAV-09: 40 cm apart and outside the zones;
    LB-SEA-05: pillars 46 cm from the short edges."""
    strangers = [*(side_acts(state, by, event.side) if event.side else seated(state, by))]
    if strangers:
        yield from strangers
        return
    if state.phase != "markers":
        yield from in_phase(state, "markers")
        return
    full = table(state)
    if event.marker_id in full.markers:
        yield RuleViolation("LB-SETUP-01", {"twice": event.marker_id})
    if state.battlefield == "heaven":
        yield from _check_portal(full, event)
    elif event.side is not None:
        yield RuleViolation("LB-SETUP-01", {"marker": event.marker_id})
    elif event.edge_cm not in (None, PILLAR_EDGE_CM):
        told = {"pillar": event.marker_id, "cm": event.edge_cm, "limit": PILLAR_EDGE_CM}
        yield RuleViolation("LB-SEA-05", told)


def next_portal_side(full: FullState) -> str:
    """LB-HEAV-08: A, S, A, S, A, S."""
    return ("alliance", "serpent")[len(full.markers) % 2]


def _check_portal(full: FullState, event: StrategyMarkerPlaced) -> Violations:
    near = event.nearest_portal_cm
    if event.side != next_portal_side(full):
        yield RuleViolation("LB-HEAV-08", {"side": next_portal_side(full)})
    if (full.markers and near is not None and near < PORTAL_APART_CM) or event.outside_zones is False:
        away = event.outside_zones is not False
        told = {"cm": near, "limit": PORTAL_APART_CM} if away else {"inside": event.marker_id}
        yield RuleViolation("LB-HEAV-09", told)


def on_strategy_marker_placed(state: LastBattleState, event: StrategyMarkerPlaced) -> LastBattleState:
    full = table(state)
    heaven = state.battlefield == "heaven"
    untold = event.outside_zones is None or (full.markers and event.nearest_portal_cm is None)
    marker = Marker("portal" if heaven else "pillar", event.side)
    full = changed(full, markers={**full.markers, event.marker_id: marker})
    if heaven and untold:
        full = flagged(full, "LB-HEAV-09")
    if not heaven and event.edge_cm is None:
        full = flagged(full, "LB-SEA-05")
    return advanced(put(state, full))


def check_squad_deployed(state: LastBattleState, event: SquadDeployed, by: Actor) -> Violations:
    """LB-SETUP-09, -10: wholly inside the zone; LB-SETUP-11: nobody held back. The Serpent stands from the start."""
    strangers = [*owner_acts(state, by, event.player)]
    if strangers:
        yield from strangers
        return
    side = state.squads[event.player].side
    legal = ("markers", "deploy") if side == "serpent" else ("deploy",)
    if state.phase not in legal:
        yield from in_phase(state, *legal)
        return
    if event.player in table(state).deployed:
        yield RuleViolation("LB-SETUP-01", {"deployed": event.player})
    yield from _check_zone(state, event, side)


def _check_zone(state: LastBattleState, event: SquadDeployed, side: str) -> Iterator[RuleViolation]:
    if event.all_inside is False and side == "alliance":
        yield RuleViolation("LB-SETUP-09", {"player": event.player})
        yield RuleViolation("LB-SETUP-10", {"zone": f"zone_of_{state.battlefield}"})
    if event.held_back:
        yield RuleViolation("LB-SETUP-11", {"figure": list(event.held_back)})


def on_squad_deployed(state: LastBattleState, event: SquadDeployed) -> LastBattleState:
    full = table(state)
    full = changed(full, deployed=(*full.deployed, event.player))
    untold = event.all_inside is None and state.squads[event.player].side == "alliance"
    return advanced(put(state, flagged(full, "LB-SETUP-09", "LB-SETUP-10") if untold else full))
