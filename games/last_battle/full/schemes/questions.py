"""Which facts a claim asks the players for: the figures and markers that can matter, one row each (LB-FACT-01 to -03).

A row in which nothing is told is not named, which counts as not fulfilling the condition. Called through the game's
faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.faces import Detail
from games.last_battle.facts import BATTLEFIELDS, SIDES, strategy_of
from games.last_battle.full.events import Name
from games.last_battle.full.schemes.claim_facts import FACTS_OF, Fact, FigureAt, NoFacts
from games.last_battle.full.schemes.claim_worth import moment_of, scene_of
from games.last_battle.full.schemes.claims import HIDDEN
from games.last_battle.full.schemes.measures import Scene
from games.last_battle.full.state import FullState, Piece, pieces_of
from games.last_battle.state import LastBattleState
from games.lines import Line
from games.ruleset import NextEvent

CORNERS = ("a", "b", "c", "d")
MEASURED = ("gravediggers", "loophole", "sea_treasures", "take_prisoner", "trap")
"""Missions of which a line says what is measured."""
STRADDLES = 0
"""A figure on the line between quarters, as it is tapped; `null` in the facts."""
Values = tuple[Any, ...]


class PillarAt(FigureAt, frozen=True):
    """The nearest figure of a side at a pillar, and its distance."""

    pillar: Name = ""


class AtPillars(Fact, frozen=True):
    """Pillars of Power as they are asked for: at each pillar one figure of each side is enough (LB-SEA-05)."""

    near_alliance: tuple[PillarAt, ...] | None = None
    near_serpent: tuple[PillarAt, ...] | None = None


def details(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Detail]:
    """What the facts of a claim, or of the strategy of a turn, are made of; nothing where none can matter."""
    asked = _asked_now(state, full, told) if told.type in ("strategy_scored", "scheme_scored") else None
    return {"facts": asked} if asked is not None else {}


def _asked_now(state: LastBattleState, full: FullState, told: NextEvent) -> Detail | None:
    mission = mission_of(state, full, told)
    if mission is None or told.type == "strategy_scored":
        return None if mission is None else asked_of(state, full, mission, None)
    player = told.choices["player"][0]
    scene = scene_of(state, player, mission, moment_of(state, player, mission))
    return asked_of(state, full, mission, scene)


def mission_of(state: LastBattleState, full: FullState, told: NextEvent) -> str | None:
    """The strategy or scheme whose facts a step asks for. LB-COMM-11: Hidden Secrets is revealed before it scores."""
    if told.type == "strategy_scored":
        strategy = strategy_of(state.battlefield)
        mission = BATTLEFIELDS[state.battlefield].strategy
        counts = told.choices["moment"] == ("turn_end",) and full.turn >= strategy.first_turn
        return mission if counts and FACTS_OF[mission] is not NoFacts else None
    if told.type not in ("scheme_revealed", "scheme_note_published", "scheme_scored"):
        return None
    scheme = str(told.choices["scheme"][0])
    held = state.squads[told.choices["player"][0]].held(scheme)
    return None if held is None or (scheme == HIDDEN and not held.public) else scheme


def fact_lines(state: LastBattleState, full: FullState, told: NextEvent) -> Iterator[Line]:
    """What a strategy is called, and how facts are measured."""
    if told.type == "strategy_scored":
        yield Line("strategy_of", {"mission": BATTLEFIELDS[state.battlefield].strategy})
    mission = mission_of(state, full, told)
    asked = _asked_now(state, full, told)
    if asked is None or {*asked.type.__struct_fields__} <= {k for k, v in asked.choices.items() if not v}:
        return
    if mission in MEASURED:
        yield Line(f"facts_{mission}")
    yield Line("too_far")


def asked_of(state: LastBattleState, full: FullState, mission: str, scene: Scene | None) -> Detail:
    """What is asked for a strategy, or for a scheme in its scene."""
    if mission == "pillars_of_power":
        return _at_pillars(full)
    rows: dict[str, tuple[str, Values]] = {}
    choices: dict[str, Values] = {"event": ()}
    if mission in ROWS:
        field, subject, named = ROWS[mission]
        rows[field] = (subject, tuple(named(full, scene)))
    if mission in CHOICES:
        choices |= {path: tuple(found(full, scene)) for path, found in CHOICES[mission].items()}
    if mission == "surround_them":
        choices["corner"] = tuple(state.corner_zones or CORNERS)
    return Detail(type=FACTS_OF[mission], rows=rows, choices=choices, read=as_facts)


def _at_pillars(full: FullState) -> Detail:
    """A pillar at which nobody is told has nobody; a side without figures is not asked about."""
    pillars = tuple(name for name, marker in full.markers.items() if marker.kind == "pillar")
    sides = {f"near_{side}": tuple(_ids(pieces_of(full, side))) for side in SIDES}

    def read(told: dict[str, Any]) -> dict[str, Any]:
        near: dict[str, list[Any]] = {pillar: [] for pillar in pillars}
        for name in sides:
            for one in told.get(name) or ():
                near[one.pop("pillar")].append(one)
        return {"pillars": [{"pillar": pillar, "figures": figures} for pillar, figures in near.items()]}

    return Detail(
        type=AtPillars,
        rows=dict.fromkeys(sides, ("pillar", pillars)),
        choices={(f"{name}.figure" if ids else name): ids for name, ids in sides.items()},
        read=read,
    )


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


def _all_markers(full: FullState, scene: Scene | None) -> Iterable[str]:
    """LB-UNIQ-03: those of the other side go from the centre line as well."""
    return [name for name, marker in full.markers.items() if marker.kind == "scheme"]


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
    """LB-COMM-08: who may stand near the prisoner. Of several copies one is the prisoner, whom they leave out."""
    noted = _scene(scene).note.enemy_figures
    enemies = [*_scene(scene).enemies()]
    alone = sum(piece.figure_id in noted for piece in enemies) == 1
    return _ids(piece for piece in enemies if not alone or piece.figure_id not in noted)


def _quarters(full: FullState, scene: Scene | None) -> Iterable[int]:
    return (1, 2, 3, 4, STRADDLES)


ROWS: dict[str, tuple[str, str, Of]] = {
    "methodical_capture": ("figures", "figure", _everybody),
    "public_demonstration": ("figures", "figure", _noted),
    "sea_treasures": ("markers", "marker", _all_markers),
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
