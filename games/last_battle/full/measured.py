"""Which facts a claim asks the players for: the figures and markers that can matter, one row each (LB-FACT-01 to -03).

A row in which nothing is told is not named, which counts as not fulfilling the condition. Called by the pad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from games.last_battle.full.found import Scene
from games.last_battle.full.state import FullState, Piece
from games.last_battle.full.told import FACTS_OF, Fact
from games.last_battle.state import LastBattleState

CORNERS = ("a", "b", "c", "d")
STRADDLES = 0
"""A figure on the line between quarters, as it is tapped; `null` in the facts."""
Values = tuple[Any, ...]


class Asked(NamedTuple):
    """Type of the facts; field -> (what names its rows, the rows); path -> legal values, () where none is asked."""

    type: type[Fact]
    rows: Mapping[str, tuple[str, Values]]
    choices: Mapping[str, Values]


def asked_of(state: LastBattleState, full: FullState, mission: str, scene: Scene | None) -> Asked:
    """What is asked for a strategy, or for a scheme in its scene."""
    rows: dict[str, tuple[str, Values]] = {}
    choices: dict[str, Values] = {"event": ()}
    if mission in ROWS:
        field, subject, named = ROWS[mission]
        rows[field] = (subject, tuple(named(full, scene)))
    if mission in CHOICES:
        choices |= {path: tuple(found(full, scene)) for path, found in CHOICES[mission].items()}
    if mission == "surround_them":
        choices["corner"] = tuple(state.corner_zones or CORNERS)
    return Asked(FACTS_OF[mission], rows, choices)


def as_facts(told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an event, from what was tapped."""
    found = dict(told)
    for entry in found.get("figures") or ():
        if entry.get("quarter") == STRADDLES and "quarter" in entry:
            entry["quarter"] = None
    return found


def _ids(pieces: Iterable[Piece]) -> list[str]:
    return [piece.id for piece in pieces]


def _scene(scene: Scene | None) -> Scene:
    assert scene is not None
    return scene


Of = Callable[[FullState, Scene | None], Iterable[Any]]


def _own_markers(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _scene(scene).markers()


def _friendly_markers(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _scene(scene).markers(own=False)


def _everybody(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _ids(piece for piece in full.pieces.values() if not piece.summoned)


def _weighty(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _ids(piece for piece in full.pieces.values() if piece.cost != 0)


def _noted(full: FullState, scene: Scene | None) -> Iterable[str]:
    noted = _scene(scene).note.own_figures
    return _ids(p for p in full.pieces.values() if p.figure_id in noted and _scene(scene).own(p.id))


def _friends(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _ids(piece for piece in full.pieces.values() if _scene(scene).friend(piece.id))


def _own(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _ids(piece for piece in full.pieces.values() if _scene(scene).own(piece.id))


def _leaders(full: FullState, scene: Scene | None) -> Iterable[str]:
    return _ids(piece for piece in _scene(scene).enemies() if piece.leader)


def _other_enemies(full: FullState, scene: Scene | None) -> Iterable[str]:
    noted = _scene(scene).note.enemy_figures
    return _ids(piece for piece in _scene(scene).enemies() if piece.figure_id not in noted)


def _quarters(full: FullState, scene: Scene | None) -> Iterable[int]:
    return (1, 2, 3, 4, STRADDLES)


ROWS: dict[str, tuple[str, str, Of]] = {
    "methodical_capture": ("figures", "figure", _everybody),
    "public_demonstration": ("figures", "figure", _noted),
    "sea_treasures": ("markers", "marker", _friendly_markers),
    "search_the_ruins": ("markers", "marker", _own_markers),
    "show_of_force": ("figures", "figure", _weighty),
    "surround_them": ("corners", "marker", _own_markers),
    "take_prisoner": ("others", "figure", _other_enemies),
    "trap": ("markers", "marker", _own_markers),
    "underground_passages": ("markers", "marker", _own_markers),
}
CHOICES: dict[str, dict[str, Of]] = {
    "gravediggers": {"marker": _own_markers},
    "methodical_capture": {"quarter": _quarters},
    "public_demonstration": {"leader": _leaders},
    "sea_treasures": {"markers.figure": _friends},
    "take_prisoner": {"engaged_with": _own},
}
