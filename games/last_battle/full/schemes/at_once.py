"""Schemes that score at once, from what just happened (LB-SCH-04): Elimination, Gravediggers, Scapegoat, Vendetta,
Hidden Secrets. Each function takes the scene and the facts and gives what they come to.

`DEEDS` is read by `claims.py`. The window of the table holds what a claim can rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.last_battle.facts import LIMITS
from games.last_battle.full.schemes.claim_facts import Deed, Grave
from games.last_battle.full.schemes.measures import Found, Scene, noted_pairs, span, within
from games.last_battle.full.state import Happened

GRAVE_CM = 10
LATE_TURN = 4
KILLS = ("killed", "sacrificed")
DEATHS = (*KILLS, "dead_no_killer")


def _meant(happened: Iterator[Happened], event: str | None) -> list[Happened]:
    """Those that the fact `event` can mean."""
    return [one for one in happened if event in (None, one.figure, one.by)]


def gravediggers(scene: Scene, facts: Grave) -> Found:
    """LB-COMM-01: the squad killed or sacrificed an enemy within 10 cm of one of its markers; once a turn."""
    player, side = scene.squad.player, scene.squad.side
    kills = (h for h in scene.fresh("removed") if h.how in KILLS and h.by_player == player and h.side != side)
    markers = scene.markers()
    if not _meant(kills, facts.event) or not markers:
        return Found()
    if facts.marker is None:
        return Found(0, 1)
    if facts.marker not in markers:
        return Found(wrong=(facts.marker,))
    return Found(*span(within(facts.cm, GRAVE_CM)))


def scapegoat(scene: Scene, facts: Deed) -> Found:
    """LB-COMM-09, -10: 1 for the fall to an enemy, 1 for a greater killer, 1 from turn 4."""
    noted, side = scene.note.own_figures, scene.squad.side
    falls = (
        h
        for h in scene.fresh("removed")
        if h.figure_id in noted and h.player == scene.squad.player and h.how in KILLS
        if h.by_side not in (None, side)
    )
    fallen = _meant(falls, facts.event)
    if not fallen:
        return Found()
    late = int(scene.full.turn >= LATE_TURN)
    low, high = span(_greater(fallen[0]))
    return Found(1 + low + late, 1 + high + late)


def _greater(fallen: Happened) -> bool | None:
    """LB-COMM-10: a Leader, or a higher cost, where a cost of 0 counts as 13."""
    if fallen.by_leader:
        return True
    if fallen.by_cost is None or fallen.cost is None:
        return None
    return (fallen.by_cost or LIMITS.cost_of_nothing) > (fallen.cost or LIMITS.cost_of_nothing)


def elimination(scene: Scene, facts: Deed) -> Found:
    """LB-UNIQ-07, -08: 1 for the noted Leader's first fall below half, 1 for its death; both in one blow: 2. Not for
    an ordinary figure of the same name (LB-ROSTER-04). LB-LOG-01: who lost lives of an unknown number may be below half
    of them, as long as that was not claimed."""
    leader = [
        h
        for h in scene.fresh("halved", "wounded", "removed")
        if h.leader and h.figure_id in scene.note.enemy_figures and h.side != scene.squad.side
    ]
    halved = any(h.kind == "halved" for h in leader)
    died = any(h.kind == "removed" and h.how in DEATHS for h in leader)
    if facts.event is not None and all(facts.event != h.figure for h in leader):
        return Found()
    wounded = not halved and not scene.held.vp and any(h.kind == "wounded" for h in leader)
    return Found(halved + died, halved + died + wounded)


def vendetta(scene: Scene, facts: Deed) -> Found:
    """LB-COMM-13, -15, -16: 1 when the first attack is at the noted enemy; the kill makes 3 in all. Of several copies
    the pair of the first attack is the noted one."""
    pairs = noted_pairs(scene)
    own, enemy = scene.note.own_figures, scene.note.enemy_figures
    player, side = scene.squad.player, scene.squad.side
    attack = any(
        h.first and h.figure_id in own and h.player == player and h.by_id in enemy and h.by_side != side
        for h in scene.fresh("attack")
    )
    kill = any(
        h.how == "killed"
        and h.figure_id in enemy
        and h.side != side
        and h.by_id in own
        and h.by_player == player
        and (not pairs or (h.by, h.figure) in pairs)
        for h in scene.fresh("removed")
    )
    left = LIMITS.scheme_vp - scene.held.vp
    points = left if kill else int(attack and not scene.held.awards)
    return Found(points, points)


def hidden_secrets(scene: Scene, facts: Deed) -> Found:
    """LB-COMM-12: 1 for each compromat marker that a figure of the squad took."""
    player = scene.squad.player
    taken = _meant((h for h in scene.fresh("compromat") if h.player == player), facts.event)
    return Found(len(taken), len(taken))


DEEDS: dict[str, Callable[[Scene, Any], Found]] = {
    "gravediggers": gravediggers,
    "scapegoat": scapegoat,
    "elimination_of_leaders": elimination,
    "vendetta": vendetta,
    "hidden_secrets": hidden_secrets,
}
