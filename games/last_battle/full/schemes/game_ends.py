"""Schemes that score at the end of the game: Surround Them, Underground Passages, Elimination, Loophole, Search the
Ruins, Take Prisoner, Vendetta. Each function takes the scene and the facts and gives what they come to.

`GAME_ENDS` is read by `claims.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.last_battle.facts import FOES, LIMITS
from games.last_battle.full.schemes.claim_facts import (
    Breach,
    Capturing,
    Corner,
    Corners,
    Deed,
    Passages,
    Ruin,
    Ruins,
)
from games.last_battle.full.schemes.measures import (
    Found,
    Scene,
    beyond,
    both,
    count,
    noted_pairs,
    repeated,
    span,
    unknown_or_twice,
    within,
)
from games.last_battle.full.state import Piece
from games.last_battle.state import enemy_squads, fallen_copies

CORNER_CM, ZONE_CM, CENTRE_CM, APART_CM, LONELY_CM = 15, 10, 10, 12, 8
RUINS, RUINS_BEYOND = 3, 2


def surround_them(scene: Scene, facts: Corners) -> Found:
    """LB-UNIQ-04: 1 for a corner of the opponent's zone, 1 for each other corner, own ones once, at most 2."""
    markers = scene.markers()
    if facts.corners is None:
        return Found(0, min(LIMITS.scheme_vp, len(markers)))
    names = [one.marker for one in facts.corners]
    corners = [one.corner for one in facts.corners]
    zones = scene.state.corner_zones
    wrong = [name for name in names if name not in markers]
    wrong += [] if zones is None else [name for name in corners if name not in zones]
    answers = [(one, within(one.cm, CORNER_CM)) for one in facts.corners]
    low = _corners(scene, [one for one, near in answers if near])[0]
    high = _corners(scene, [one for one, near in answers if near is not False])[1]
    return Found(low, high, (*wrong, *repeated(names), *repeated(corners)))


def _corners(scene: Scene, held: list[Corner]) -> tuple[int, int]:
    """(least, most) VP for these corners; without the organisers' zones any of them may lie anywhere."""
    zones, side = scene.state.corner_zones, scene.squad.side
    if zones is None:
        return min(1, len(held)), min(LIMITS.scheme_vp, len(held))
    enemy = sum(zones.get(one.corner) == FOES[side] for one in held)
    own = sum(zones.get(one.corner) == side for one in held)
    taken = min(enemy, 1)
    others = len(held) - taken - max(0, own - 1)
    return (points := taken + min(2, others)), points


def underground_passages(scene: Scene, facts: Passages) -> Found:
    """LB-UNIQ-05: 1 for each own marker within 10 cm of the opponent's zone."""
    markers = scene.markers()
    if facts.markers is None:
        return Found(0, len(markers))
    names = [one.marker for one in facts.markers]
    low, high = count(within(one.zone_cm, ZONE_CM) for one in facts.markers if one.marker in markers)
    wrong = unknown_or_twice(names, markers)
    return Found(low, high, wrong)


def elimination_end(scene: Scene, facts: Deed) -> Found:
    """LB-UNIQ-09: the noted Leader is not on the table; a turned one is."""
    noted = scene.note.enemy_figures
    stands = any(p.leader and p.figure_id in noted and _foreign(scene, p) for p in scene.full.pieces.values())
    points = int(bool(noted) and not stands)
    return Found(points, points)


def _foreign(scene: Scene, piece: Piece) -> bool:
    """Whether the figure was hired by the other side."""
    home = scene.state.squads.get(piece.home)
    return home is None or home.side != scene.squad.side


def loophole(scene: Scene, facts: Breach) -> Found:
    """LB-COMM-05: 1 for the half, 1 for the zone, 1 for the half with half or more of the lives."""
    leader = scene.leader()
    if leader is None:
        return Found()
    healthy = (
        None if None in (leader.lives, leader.initial) else 2 * (leader.lives or 0) >= (leader.initial or 0)
    )
    half, zone = facts.on_enemy_half, facts.in_enemy_zone
    if scene.state.battlefield != "camp":
        half, zone = (True if zone else half), (False if half is False else zone)
    answers = [half, zone, both(half, healthy)]
    return Found(*count(answers), broken="LB-SCH-08" if _impossible(scene, facts) else None)


def _impossible(scene: Scene, facts: Breach) -> bool:
    """Everywhere but at Camp the opponent's zone lies in the opponent's half."""
    zone_off_half = facts.in_enemy_zone is True and facts.on_enemy_half is False
    return zone_off_half and scene.state.battlefield != "camp"


def search_the_ruins(scene: Scene, facts: Ruins) -> Found:
    """LB-COMM-07: 2 for three markers near the centre and apart; 1 for two of them on the opponent's half."""
    markers = scene.markers()
    if facts.markers is None:
        return Found(0, (2 if len(markers) >= RUINS else 0) + int(len(markers) >= RUINS_BEYOND))
    names = [one.marker for one in facts.markers]
    wrong = unknown_or_twice(names, markers)
    alone = len(scene.markers(own=False)) == 1
    answers = [(one, _qualifies(one, alone)) for one in facts.markers if one.marker in markers]
    here = count(answer for _, answer in answers)
    beyond_line = count(both(answer, one.on_enemy_half) for one, answer in answers)
    low, high = (2 * (n >= RUINS) + (m >= RUINS_BEYOND) for n, m in zip(here, beyond_line, strict=True))
    return Found(low, high, wrong)


def _qualifies(one: Ruin, alone: bool) -> bool | None:
    apart = True if alone else beyond(one.nearest_friendly_cm, APART_CM)
    return both(within(one.centre_cm, CENTRE_CM), apart)


def take_prisoner(scene: Scene, facts: Capturing) -> Found:
    """LB-COMM-08: 2 for the noted enemy in play and engaged with the squad; 1 more when no other enemy is near it."""
    prisoners = [p for p in scene.enemies() if p.figure_id in scene.note.enemy_figures]
    if not prisoners or not any(p.player == scene.squad.player for p in scene.full.pieces.values()):
        return Found()
    engaged = facts.engaged_with
    wrong = [name for name in engaged or () if scene.own(name) is None]
    wrong += [one.figure for one in facts.others or () if scene.enemy(one.figure) is None]
    if engaged is not None and not engaged:
        return Found(wrong=tuple(wrong))
    low, high = span(_lonely(scene, facts, prisoners))
    return Found(0 if engaged is None else 2 + low, 2 + high, tuple(wrong))


def _lonely(scene: Scene, facts: Capturing, prisoners: list[Piece]) -> bool | None:
    """LB-FACT-03: the other enemies in play must be named; their absence proves nothing."""
    if len(list(scene.enemies())) == 1:
        return True
    if not facts.others:
        return None
    names = {piece.id for piece in prisoners} if len(prisoners) == 1 else set()
    return both(*(beyond(one.cm, LONELY_CM) for one in facts.others if one.figure not in names))


def vendetta_end(scene: Scene, facts: Deed) -> Found:
    """LB-COMM-14: after the first attack scored, 1 when the noted enemy is not in play. Where nothing tells which of
    several copies is noted, any of them is."""
    revealed = [vp for _, vp in scene.held.awards] == [1]
    foes = [foe for _, foe in noted_pairs(scene)]
    left = any(foe not in scene.full.pieces for foe in foes) if foes else _lost(scene)
    points = int(revealed and left)
    return Found(points, points)


def _lost(scene: Scene) -> bool:
    """Whether the other side has lost a figure of the noted id that it hired."""
    squads = enemy_squads(scene.state, scene.squad)
    noted = scene.note.enemy_figures
    return any(fallen_copies(scene.state, squad, name) for squad in squads for name in noted)


GAME_ENDS: dict[str, Callable[[Scene, Any], Found]] = {
    "surround_them": surround_them,
    "underground_passages": underground_passages,
    "elimination_of_leaders": elimination_end,
    "loophole": loophole,
    "search_the_ruins": search_the_ruins,
    "take_prisoner": take_prisoner,
    "vendetta": vendetta_end,
}
