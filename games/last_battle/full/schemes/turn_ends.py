"""Schemes that score in the scoring step of a turn: Time of the Great, Sea Treasures, Trap, Show of Force, Public
Demonstration. Each function takes the scene and the facts and gives what they come to.

`TURN_ENDS` is read by `claims.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.last_battle.facts import LIMITS
from games.last_battle.full.schemes.claim_facts import (
    Crowd,
    Demonstration,
    NoFacts,
    Traps,
    Treasure,
    Treasures,
)
from games.last_battle.full.schemes.measures import (
    SCORED,
    Found,
    Scene,
    both,
    count,
    repeated,
    span,
    unknown_or_twice,
    within,
)
from games.last_battle.full.state import Piece

LINE_CM, GUARD_CM, SPACING_CM = 6, 6, 40
TRAP_CM = SHOW_CM = CENTRE_CM = 10
TREASURES = 2


def time_of_the_great(scene: Scene, facts: NoFacts) -> Found:
    """LB-UNIQ-01: the leader that the squad hired killed an enemy in this turn; not one that the Lovers turned."""
    leader = scene.squad.leader
    killed = leader is not None and any(
        h.how == "killed"
        and h.by_leader
        and (h.by_player, h.by_id) == (scene.squad.player, leader.figure_id)
        and h.by_side != h.side
        for h in scene.full.kills
    )
    return Found(int(killed), int(killed))


def sea_treasures(scene: Scene, facts: Treasures) -> Found:
    """LB-UNIQ-02: two friendly markers at the centre line, apart, each with a guard of its own; LB-UNIQ-03."""
    if facts.markers is None:
        return Found(0, int(len(scene.markers(own=False)) >= TREASURES))
    names = [one.marker for one in facts.markers]
    guards = [one.figure for one in facts.markers if one.figure is not None]
    all_markers = {name for name, marker in scene.full.markers.items() if marker.kind == "scheme"}
    wrong = [name for name in names if name not in all_markers]
    wrong += [name for name in guards if scene.friend(name) is None]
    friendly = scene.markers(own=False)
    low, high = count(_guarded(one) for one in facts.markers if one.marker in friendly)
    apart = None if facts.spacing_cm is None else facts.spacing_cm >= SPACING_CM
    enough = True if low >= TREASURES else None if high >= TREASURES else False
    gone = tuple(one.marker for one in facts.markers if within(one.line_cm, LINE_CM))
    return Found(*span(both(enough, apart)), (*wrong, *repeated(names), *repeated(guards)), gone)


def _guarded(one: Treasure) -> bool | None:
    if one.figure is None:
        return False
    return both(within(one.line_cm, LINE_CM), within(one.figure_cm, GUARD_CM))


def noted_leader(scene: Scene) -> Piece | None:
    """The enemy Leader that the note names, while it is in play and an enemy (LB-MULTI-06)."""
    return next((p for p in scene.enemies() if p.leader and p.figure_id in scene.note.enemy_figures), None)


def trap(scene: Scene, facts: Traps) -> Found:
    """LB-COMM-03: own markers within 10 cm of the noted Leader in play; LB-COMM-04: all of them go."""
    markers = scene.markers()
    if noted_leader(scene) is None:
        return Found()
    if facts.markers is None:
        return Found(0, len(markers))
    names = [one.marker for one in facts.markers]
    low, high = count(within(one.cm, TRAP_CM) for one in facts.markers if one.marker in markers)
    wrong = unknown_or_twice(names, markers)
    gone = tuple(one.marker for one in facts.markers if within(one.cm, TRAP_CM))
    return Found(low, high, wrong, gone)


def show_of_force(scene: Scene, facts: Crowd) -> Found:
    """LB-COMM-06: strictly more figures with a cost within 10 cm of the centre than the other side."""
    if shown_by_foe(scene) is not None:
        return Found()
    if facts.figures is None:
        return Found(0, int(any(_weighs(p) is not False for p in _friends(scene))))
    names = [one.figure for one in facts.figures]
    wrong = unknown_or_twice(names, scene.full.pieces)
    near = [
        (piece.side == scene.squad.side, both(_weighs(piece), within(one.centre_cm, CENTRE_CM)))
        for one in facts.figures
        if (piece := scene.full.pieces.get(one.figure)) is not None
    ]
    ours = count(answer for own, answer in near if own)
    theirs = count(answer for own, answer in near if not own)
    if all(own for own, _ in near):
        theirs = 0, sum(_weighs(piece) is not False for piece in scene.enemies())
    return Found(int(ours[0] > theirs[1]), int(ours[1] > theirs[0]), wrong)


def shown_by_foe(scene: Scene) -> str | None:
    """LB-COMM-06: who has scored the scheme for the other side in this turn; since then nobody left the table."""
    for one in reversed(scene.full.window):
        if one.kind == "removed":
            return None
        if (one.kind, one.figure) == (SCORED, scene.held.scheme) and one.side != scene.squad.side:
            return one.player
    return None


def _friends(scene: Scene) -> list[Piece]:
    return [piece for piece in scene.full.pieces.values() if piece.side == scene.squad.side]


def _weighs(piece: Piece) -> bool | None:
    """LB-SCH-09: whether its effective cost is above 0."""
    return None if piece.cost is None else piece.cost > 0


def public_demonstration(scene: Scene, facts: Demonstration) -> Found:
    """LB-COMM-17: 1 for each noted own figure in play within 10 cm of an enemy Leader."""
    noted = [p for p in scene.full.pieces.values() if _noted(scene, p)]
    leaders = [piece.id for piece in scene.enemies() if piece.leader]
    if facts.figures is None:
        return Found(0, _counted(scene, noted, {piece.id: True for piece in noted})[1] if leaders else 0)
    own = {piece.id for piece in noted}
    wrong = [one.figure for one in facts.figures if one.figure not in own]
    wrong += [one.leader for one in facts.figures if one.leader not in leaders]
    near = {
        name: _near_any([one.cm for one in facts.figures if one.figure == name and one.leader in leaders])
        for name in own
    }
    low, high = _counted(scene, noted, near)
    return Found(low, high, tuple(wrong))


def _counted(scene: Scene, noted: list[Piece], near: dict[str, bool | None]) -> tuple[int, int]:
    """(least, most) noted figures near a Leader; of figures of one id no more than were noted."""
    low = high = 0
    for figure_id in dict.fromkeys(scene.note.own_figures):
        sure, possible = count(near[piece.id] for piece in noted if piece.figure_id == figure_id)
        written = scene.note.own_figures.count(figure_id)
        low, high = low + min(sure, written), high + min(possible, written)
    return min(low, LIMITS.scheme_vp), min(high, LIMITS.scheme_vp)


def _noted(scene: Scene, piece: Piece) -> bool:
    return (
        piece.player == scene.squad.player and piece.figure_id in scene.note.own_figures and not piece.leader
    )


def _near_any(distances: list[float | None]) -> bool | None:
    """Each figure counts once, however many Leaders are near."""
    answers = [within(cm, SHOW_CM) for cm in distances]
    return True if True in answers else None if None in answers else False


TURN_ENDS: dict[str, Callable[[Scene, Any], Found]] = {
    "time_of_the_great": time_of_the_great,
    "sea_treasures": sea_treasures,
    "trap": trap,
    "show_of_force": show_of_force,
    "public_demonstration": public_demonstration,
}
