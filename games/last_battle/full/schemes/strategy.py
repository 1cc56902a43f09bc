"""The five strategies computed from the table and the facts of `strategy_scored` (LB-HEAV-11, -12,
LB-SEA-05, LB-CAMP-05, LB-DUNG-02 to -05, LB-SERP-04).

`computed` is called by `claims.py`, which compares it with the numbers that the event tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.last_battle.facts import BATTLEFIELDS, FOES, LIMITS, SIDES, strategy_of
from games.last_battle.full.schemes.claim_facts import (
    Capture,
    FigureIn,
    NoFacts,
    PillarHeld,
    Pillars,
    trusted_facts,
)
from games.last_battle.full.schemes.measures import Found, beyond, both, count, repeated, span, within
from games.last_battle.full.state import FullState, Piece
from games.last_battle.state import LastBattleState

PILLAR_CM, CENTRE_CM, QUARTERS_WANTED, QUARTERS = 6, 20, 2, (1, 2, 3, 4)
GATHERER, BLOOD = "information_gatherer", "blood_spiller"

Numbers = dict[str, Found]


def computed(state: LastBattleState, full: FullState, moment: str, facts: Any) -> Numbers:
    """VP of both sides for this check, cut to what LB-SCORE-01 leaves."""
    if moment == "game_end":
        found = _open_portals(full)
    elif full.turn < strategy_of(state.battlefield).first_turn:
        found = dict.fromkeys(SIDES, Found())
    else:
        found = STRATEGIES[BATTLEFIELDS[state.battlefield].strategy](full, facts)
    return {side: _capped(state, side, one) for side, one in found.items()}


def _capped(state: LastBattleState, side: str, found: Found) -> Found:
    room = max(0, LIMITS.strategy_vp - state.strategy.get(side, 0))
    return found._replace(low=min(found.low, room), high=min(found.high, room))


def _certain(points: dict[str, int]) -> Numbers:
    return {side: Found(points[side], points[side]) for side in SIDES}


def _open_portals(full: FullState) -> Numbers:
    """LB-HEAV-12: a portal of the side that is not closed."""
    portals = [marker for marker in full.markers.values() if marker.kind == "portal" and marker.open]
    return _certain({side: int(any(marker.side == side for marker in portals)) for side in SIDES})


def _portals(full: FullState, facts: NoFacts) -> Numbers:
    """LB-HEAV-11: a side that closed an enemy portal in this turn; two give no more than one."""
    return _certain({side: int(full.closed.get(side, 0) > 0) for side in SIDES})


def counted(battlefield: str, full: FullState, facts: Any, side: str) -> dict[str, Any]:
    """What a sentence says of the count behind the VP of a side: bearers, its quarters, pillars without a guard."""
    condition = {"camp": GATHERER, "serpent": BLOOD}.get(battlefield)
    if condition is not None:
        return {"ours": _bearers(full, condition, side), "theirs": _bearers(full, condition, FOES[side])}
    if battlefield == "dungeon" and facts.figures is not None:
        return {"held": _controlled(full, facts.figures, side) or "no_quarter"}
    if battlefield == "sea" and facts.pillars is not None:
        told = {one.pillar: one for one in facts.pillars}
        pillars = [name for name, marker in full.markers.items() if marker.kind == "pillar"]
        return {"unguarded": [name for name in pillars if _held(full, told.get(name), side) is False]}
    return {}


def _bearers(full: FullState, condition: str, side: str) -> int:
    return sum(condition in piece.conditions and piece.side == side for piece in full.pieces.values())


def _controlled(full: FullState, figures: Sequence[FigureIn], side: str) -> list[int]:
    """LB-DUNG-04: the quarters in which the side has more figures for certain."""
    return [
        quarter
        for quarter in QUARTERS
        if _in_quarter(full, figures, side, quarter)[0] > _in_quarter(full, figures, FOES[side], quarter)[1]
    ]


def _more_with(condition: str) -> Callable[[FullState, NoFacts], Numbers]:
    """LB-CAMP-05, LB-SERP-04: the side with strictly more figures in play that have the condition."""

    def numbers(full: FullState, facts: NoFacts) -> Numbers:
        bearers = {side: _bearers(full, condition, side) for side in SIDES}
        return _certain({side: int(bearers[side] > bearers[FOES[side]]) for side in SIDES})

    return numbers


def _pillars(full: FullState, facts: Pillars) -> Numbers:
    """LB-SEA-05: at each of both pillars a friendly figure within 6 cm."""
    if facts.pillars is None:
        return dict.fromkeys(SIDES, Found(0, 1))
    told = {one.pillar: one for one in facts.pillars}
    wrong = (*_wrong_pillars(full, facts.pillars), *repeated(one.pillar for one in facts.pillars))
    pillars = [name for name, marker in full.markers.items() if marker.kind == "pillar"]
    return {
        side: Found(*span(both(*(_held(full, told.get(name), side) for name in pillars))), wrong)
        for side in SIDES
    }


def _wrong_pillars(full: FullState, told: Sequence[PillarHeld]) -> list[str]:
    """LB-FACT-02: what is named is on the table. A figure told at both pillars is taken, since logs of the first
    release tell one: players measure.
    """
    pillars = {name for name, marker in full.markers.items() if marker.kind == "pillar"}
    named = [at.figure for one in told for at in one.figures or ()]
    wrong = [one.pillar for one in told if one.pillar not in pillars]
    return wrong + [name for name in named if name not in full.pieces]


def _held(full: FullState, told: PillarHeld | None, side: str) -> bool | None:
    """Whether a friendly figure stands at the pillar; a pillar that is not named has nobody (LB-FACT-03)."""
    if told is None:
        return False
    if told.figures is None:
        return None
    near = [
        within(at.cm, PILLAR_CM)
        for at in told.figures
        if at.figure in full.pieces and full.pieces[at.figure].side == side
    ]
    return True if True in near else None if None in near else False


def _quarters(full: FullState, facts: Capture) -> Numbers:
    """LB-DUNG-02 to LB-DUNG-05: a side that controls two quarters or more."""
    if facts.figures is None:
        return dict.fromkeys(SIDES, Found(0, 1))
    names = [one.figure for one in facts.figures]
    wrong = (*(name for name in names if name not in full.pieces), *repeated(names))
    if one_sided(full, names):
        return dict.fromkeys(SIDES, Found(0, 1, wrong))
    counts = {
        (side, quarter): _in_quarter(full, facts.figures, side, quarter)
        for side in SIDES
        for quarter in QUARTERS
    }
    return {side: Found(*_captured(counts, side), wrong) for side in SIDES}


def one_sided(full: FullState, named: Sequence[str]) -> bool:
    """LB-FACT-03: whether a side that has figures to count is not named at all."""
    sides = {full.pieces[name].side for name in named if name in full.pieces}
    return any(_counts(piece, piece.side) and piece.side not in sides for piece in full.pieces.values())


def _in_quarter(full: FullState, figures: Sequence[FigureIn], side: str, quarter: int) -> tuple[int, int]:
    """LB-DUNG-03: (least, most) figures that count there: not summoned, wholly inside, off the centre."""
    return count(
        beyond(one.centre_cm, CENTRE_CM)
        for one in figures
        if one.quarter == quarter and _counts(full.pieces.get(one.figure), side)
    )


def uncounted(full: FullState, told: dict[str, Any]) -> Iterator[str]:
    """The rules behind a wrong count: LB-DUNG-04, and LB-DUNG-03 where a named figure does not count."""
    yield "LB-DUNG-04"
    for one in trusted_facts("methodical_capture", told).figures or ():
        piece = full.pieces.get(one.figure)
        near = one.centre_cm is not None and one.centre_cm <= CENTRE_CM
        if piece is not None and (piece.summoned or one.quarter is None or near):
            yield "LB-DUNG-03"
            return


def _counts(piece: Piece | None, side: str) -> bool:
    return piece is not None and piece.side == side and not piece.summoned


def _captured(counts: dict[tuple[str, int], tuple[int, int]], side: str) -> tuple[int, int]:
    """LB-DUNG-04, -05: strictly more controls; (least, most) VP for two quarters or more."""
    foe = FOES[side]
    sure = sum(counts[side, quarter][0] > counts[foe, quarter][1] for quarter in QUARTERS)
    most = sum(counts[side, quarter][1] > counts[foe, quarter][0] for quarter in QUARTERS)
    return int(sure >= QUARTERS_WANTED), int(most >= QUARTERS_WANTED)


STRATEGIES: dict[str, Callable[[FullState, Any], Numbers]] = {
    "heavenly_portals": _portals,
    "pillars_of_power": _pillars,
    "secret_plans": _more_with(GATHERER),
    "methodical_capture": _quarters,
    "slaughter": _more_with(BLOOD),
}
