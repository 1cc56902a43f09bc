"""Whether a side meets a challenge (SFB-SCORE-03), as far as its condition is imported. Called by `turn.py`."""

from __future__ import annotations

from games.gaps import known
from games.hexes import distance
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.chapters.track import value_of
from games.super_fantasy_brawl.definitions import (
    AnyCondition,
    AtGates,
    Bloodied,
    Controls,
    Facing,
    InZone,
    LevelledUp,
    Together,
)
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.common import table
from games.super_fantasy_brawl.full.events import ChallengesScored
from games.super_fantasy_brawl.full.state import Cells
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import Figure, SfbState, mode_of, other_side, side_of


def is_met(state: SfbState, side: str, card: str | None) -> bool | None:
    """Whether the side meets the challenge now; None: its condition is not machine readable."""
    challenges = table(state).challenges or {}
    challenge = challenges.get(card or "")
    if challenge is None or challenge.conditions is None:
        return None
    found = [holds(state, side, condition) for condition in challenge.conditions]
    return None if None in found else all(found)


def holds(state: SfbState, side: str, condition: AnyCondition) -> bool | None:
    """One condition; None: the arena is not known well enough."""
    if isinstance(condition, Controls):
        return controls(state, side, condition.area)
    count = _count(state, side, condition)
    return None if count is None else count >= condition.count


def controls(state: SfbState, side: str, area: str) -> bool | None:
    """SFB-EFF-03, SFB-MODE-17: strictly more champions on the area than the other side; None: unknown area."""
    cells = _area(state, area)
    if cells is None:
        return None
    inside = [one.side for one in state.figures.values() if one.cell in cells]
    return inside.count(side) > len(inside) - inside.count(side)


def _area(state: SfbState, area: str) -> Cells | None:
    ground = table(state).ground
    return ground.areas.get(area) if ground is not None else None


def _count(state: SfbState, side: str, condition: AnyCondition) -> int | None:
    """How many champions fulfil a condition that counts them."""
    own = [one for one in state.figures.values() if one.side == side]
    others = [one for one in state.figures.values() if one.side != side]
    if isinstance(condition, Bloodied):
        return sum(is_bloodied(one) for one in others)
    if isinstance(condition, AtGates):
        return sum(one.cell is None for one in others)
    if isinstance(condition, LevelledUp):
        return sum(one.levelled for one in own)
    if isinstance(condition, InZone):
        return _in_zone(state, side, condition, own)
    if isinstance(condition, Together):
        return sum(any(_adjacent(one, mate) for mate in own) for one in own)
    assert isinstance(condition, Facing)
    return sum(any(_adjacent(one, other) for other in others) for one in own)


def _in_zone(state: SfbState, side: str, condition: InZone, own: list[Figure]) -> int | None:
    cells = _zone(state, side, condition)
    return None if cells is None else sum(one.cell in cells for one in own)


def _zone(state: SfbState, side: str, condition: InZone) -> Cells | None:
    whose = side if condition.zone == "own" else other_side(state, side)
    ground, zone = table(state).ground, state.sides[whose].zone
    return ground.zones.get(zone or "") if ground is not None else None


def _adjacent(one: Figure, other: Figure) -> bool:
    """SFB-HEX-01, -07."""
    if one.cell is None or other.cell is None:
        return False
    return distance(one.cell, other.cell) == 1


def is_bloodied(one: Figure) -> bool:
    """SFB-EFF-11."""
    return one.damage >= LIMITS.battered


def must_score(state: SfbState, side: str) -> tuple[tuple[int, str], ...]:
    """SFB-SCORE-03: (cell, card) of every active challenge that the side is known to meet."""
    mode = mode_of(state)
    return tuple(
        (cell, card)
        for cell, card in enumerate(state.track.cells)
        if card is not None and value_of(state.track, mode, cell) != 0 and is_met(state, side, card)
    )


def unread(state: SfbState, side: str) -> bool:
    """SFB-LOG-05: whether an active challenge may be met or not, for all that is known."""
    mode = mode_of(state)
    return (state.round > 1 or state.round1_challenges) and any(
        card is not None and value_of(state.track, mode, cell) != 0 and not is_readable(state, side, card)
        for cell, card in enumerate(state.track.cells)
    )


def is_readable(state: SfbState, side: str, card: str) -> bool:
    """Whether `is_met` knows an answer: a condition is imported, and the hexes that it speaks of are known."""
    challenge = (table(state).challenges or {}).get(card)
    if challenge is None or challenge.conditions is None:
        return False
    for condition in challenge.conditions:
        if isinstance(condition, Controls) and _area(state, condition.area) is None:
            return False
        if isinstance(condition, InZone) and _zone(state, side, condition) is None:
            return False
    return True


def check_conditions(state: SfbState, event: ChallengesScored) -> Violations:
    """SFB-SCORE-03: what is scored is met, and what is met is scored; SFB-EFF-03, -11 name what is missing."""
    side = side_of(state, event.player)
    told = {item.cell for item in event.items}
    for item in event.items:
        lying = state.track.cells[item.cell] if item.cell < len(state.track.cells) else None
        card = item.card or lying
        if is_met(state, side, card) is False:
            yield RuleViolation("SFB-SCORE-03", {"card": card, "taken": item.vp})
            yield from _unmet(state, side, card)
    if state.round > 1 or state.round1_challenges:
        for cell, card in must_score(state, side):
            if cell not in told:
                missed = value_of(state.track, mode_of(state), cell)
                yield RuleViolation("SFB-SCORE-03", {"card": card, "missed": known(missed)})


def _unmet(state: SfbState, side: str, card: str | None) -> Violations:
    challenge = (table(state).challenges or {}).get(card or "")
    for condition in (challenge.conditions if challenge else None) or ():
        if isinstance(condition, Controls) and controls(state, side, condition.area) is False:
            yield RuleViolation("SFB-EFF-03", {"side": side, "area": condition.area})
        if isinstance(condition, Bloodied) and not holds(state, side, condition):
            told = _count(state, side, condition)
            yield RuleViolation("SFB-EFF-11", {"told": told, "expected": condition.count})
