"""Facts that a simulated table shows: distances near the limits, of figures and markers that are really there.

One function for each mission that needs facts. Called by `claims.py` and `finish.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.last_battle.full.found import Scene
from games.last_battle.full.state import FullState
from games.last_battle.full.turn_ends import noted_leader
from games.last_battle.play.table import PlayTable

Facts = dict[str, Any]


def facts_for(table: PlayTable, scene: Scene) -> Facts:
    """Facts for a scheme, possible on this table."""
    found = SCHEME_FACTS.get(scene.held.scheme)
    return found(table, scene) if found else {}


def strategy_facts(table: PlayTable, strategy: str, full: FullState) -> Facts:
    """Facts of the strategy of a turn."""
    if strategy == "pillars_of_power":
        return {
            "pillars": [_pillar(table, name, full) for name, m in full.markers.items() if m.kind == "pillar"]
        }
    if strategy == "methodical_capture":
        return {"figures": [_quarter(table, name) for name in full.pieces if table.chance(0.9)]}
    return {}


def _pillar(table: PlayTable, name: str, full: FullState) -> Facts:
    near = [figure for figure in full.pieces if table.chance(0.3)]
    return {"pillar": name, "figures": [{"figure": figure, "cm": table.cm(0, 9)} for figure in near]}


def _quarter(table: PlayTable, figure: str) -> Facts:
    quarter = table.rng.choice((1, 2, 3, 4, None))
    return {"figure": figure, "quarter": quarter, "centre_cm": table.told(table.cm(5, 60))}


def _some(table: PlayTable, names: Iterable[str]) -> list[str]:
    return [name for name in names if table.chance(0.8)]


def _grave(table: PlayTable, scene: Scene) -> Facts:
    markers = list(scene.markers())
    return {"marker": table.rng.choice(markers), "cm": table.told(table.cm(0, 12))} if markers else {}


def _trap(table: PlayTable, scene: Scene) -> Facts:
    names = _some(table, scene.markers()) if noted_leader(scene) else []
    return {"markers": [{"marker": name, "cm": table.told(table.cm(0, 14))} for name in names]}


def _treasures(table: PlayTable, scene: Scene) -> Facts:
    guards = [piece.id for piece in table.pieces(scene.squad.side)]
    names = _some(table, scene.markers(own=False))[: len(guards)]
    guards = table.rng.sample(guards, len(names))
    markers = [
        {"marker": name, "line_cm": table.cm(0, 7), "figure": guard, "figure_cm": table.cm(0, 7)}
        for name, guard in zip(names, guards, strict=True)
    ]
    return {"markers": markers, "spacing_cm": table.cm(36, 80)}


def _crowd(table: PlayTable, scene: Scene) -> Facts:
    figures = [
        {"figure": piece.id, "centre_cm": table.cm(0, 11 if piece.side == scene.squad.side else 30)}
        for piece in scene.full.pieces.values()
    ]
    return {"figures": figures}


def _demonstration(table: PlayTable, scene: Scene) -> Facts:
    noted, player = scene.note.own_figures, scene.squad.player
    own = [
        p.id
        for p in scene.full.pieces.values()
        if p.player == player and p.figure_id in noted and not p.leader
    ]
    leaders = [piece.id for piece in scene.enemies() if piece.leader]
    if not leaders:
        return {}
    near = [
        {"figure": name, "leader": table.rng.choice(leaders), "cm": table.told(table.cm(0, 13))}
        for name in own
    ]
    return {"figures": near}


def _corners(table: PlayTable, scene: Scene) -> Facts:
    zones = list(scene.state.corner_zones or ("a", "b", "c", "d"))
    pairs = list(zip(zones, _some(table, scene.markers()), strict=False))
    return {"corners": [{"corner": c, "marker": m, "cm": table.told(table.cm(0, 18))} for c, m in pairs]}


def _passages(table: PlayTable, scene: Scene) -> Facts:
    names = _some(table, scene.markers())
    return {"markers": [{"marker": name, "zone_cm": table.told(table.cm(0, 14))} for name in names]}


def _breach(table: PlayTable, scene: Scene) -> Facts:
    half = table.chance(0.8)
    return {"on_enemy_half": half, "in_enemy_zone": half and table.chance(0.5)}


def _ruins(table: PlayTable, scene: Scene) -> Facts:
    return {
        "markers": [
            {
                "marker": name,
                "centre_cm": table.cm(0, 12),
                "nearest_friendly_cm": table.told(table.cm(8, 20)),
                "on_enemy_half": table.chance(0.7),
            }
            for name in _some(table, scene.markers())
        ]
    }


def _prisoner(table: PlayTable, scene: Scene) -> Facts:
    own = [p.id for p in scene.full.pieces.values() if p.player == scene.squad.player and table.chance(0.5)]
    others = [p.id for p in scene.enemies() if p.figure_id not in scene.note.enemy_figures]
    return {"engaged_with": own, "others": [{"figure": name, "cm": table.cm(2, 40)} for name in others]}


SCHEME_FACTS: dict[str, Callable[[PlayTable, Scene], Facts]] = {
    "gravediggers": _grave,
    "trap": _trap,
    "sea_treasures": _treasures,
    "show_of_force": _crowd,
    "public_demonstration": _demonstration,
    "surround_them": _corners,
    "underground_passages": _passages,
    "loophole": _breach,
    "search_the_ruins": _ruins,
    "take_prisoner": _prisoner,
}
