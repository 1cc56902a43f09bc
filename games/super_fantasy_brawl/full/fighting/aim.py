"""Who may be aimed at: SFB-CMB-05 to -11, SFB-ACT-14, SFB-SKILL-03.

Called by the chapters of attacks and skills, and by whatever offers legal targets.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.gaps import known, some
from games.hexes import Hex, spot
from games.judging import repeated
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.definitions import Targeting
from games.super_fantasy_brawl.full.board.arena import apart, cell_of, far_from
from games.super_fantasy_brawl.full.board.geometry import area, between, row, shot_is_free
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import enemies_of, known_figure, standing, table
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState

Aim = tuple[tuple[str, ...], int | None]
"""Targets, and the turns of an area's pattern."""
RULES = {"melee": "SFB-CMB-06", "indirect": "SFB-CMB-07", "direct": "SFB-CMB-08", "area": "SFB-CMB-10"}


def targeting_of(state: SfbState, card: str) -> Targeting | None:
    """How a card aims; None: unknown."""
    printed = card_of(state, card)
    return printed.targeting if printed is not None else None


def check_aim(
    state: SfbState, attacker: str, card: str, targets: tuple[str, ...], direction: int | None
) -> Violations:
    """Every target is legal for the card, and none is left out of an area."""
    strangers = tuple(known_figure(state, *targets))
    if strangers:
        yield from strangers
        return
    gone = [one for one in (attacker, *targets) if cell_of(state, one) is None]
    if gone:
        yield RuleViolation("SFB-CMB-11", {"champion": gone[0], "absent": True})
        yield RuleViolation("SFB-HEX-07", {"champion": gone[0], "absent": True})
        return
    targeting = targeting_of(state, card)
    if len(set(targets)) < len(targets):
        twice = sorted(repeated(targets))
        yield RuleViolation("SFB-CMB-05", {"twice": twice})
    elif targeting is not None and targeting.kind == "area":
        yield from _check_area(state, attacker, targeting, targets, direction)
    elif targeting is not None and targeting.kind == "none":
        if targets:
            yield RuleViolation("SFB-CMB-05", {"champion": list(targets), "card": card})
    elif targeting is not None:
        yield from _check_single(state, attacker, targeting, targets)


def _check_single(
    state: SfbState, attacker: str, targeting: Targeting, targets: tuple[str, ...]
) -> Violations:
    """SFB-CMB-06 to -09, SFB-ACT-14, SFB-HEX-03: exactly one enemy, within reach."""
    rule = RULES[targeting.kind]
    if len(targets) != 1:
        named = some(list(targets))
        shown = ("targets",) if targeting.kind == "indirect" else ("champion", "told")
        params = {"expected": _span(targeting), "absent": True, **dict.fromkeys(shown, named)}
        yield RuleViolation(rule, params)
    elif targets[0] not in enemies_of(state, attacker):
        yield RuleViolation("SFB-ACT-14", {"champion": targets[0], "attacker": attacker})
    elif reaches(state, attacker, targeting, targets[0]) is False:
        yield from _out_of_reach(state, attacker, targeting, targets[0])


def _out_of_reach(state: SfbState, attacker: str, targeting: Targeting, target: str) -> Violations:
    """The rule of the kind of shot, then why: the distance, or the row."""
    ground, here, there = table(state).ground, cell_of(state, attacker), cell_of(state, target)
    far = far_from(state, attacker, target)
    told: object = target if targeting.kind == "melee" else known(far)
    params = {"champion": target, "told": told, "expected": _span(targeting), "place": spot(there)}
    params |= {"blocked": _in_the_way(state, targeting.kind, here, there)}
    yield RuleViolation(RULES[targeting.kind], params)
    low, high = limits(targeting)
    if targeting.kind != "melee" and (far is None or not low <= far <= high):
        yield RuleViolation("SFB-CMB-09", params)
        yield RuleViolation("SFB-HEX-02", params)
    if targeting.kind != "direct" or ground is None or here is None or there is None:
        return
    if row(ground.cells, here, there) is None:
        yield RuleViolation("SFB-HEX-03", params)


def _in_the_way(state: SfbState, kind: str, here: Hex | None, there: Hex | None) -> list[str]:
    """SFB-CMB-08: the hexes of statues and champions strictly between, where both ends are of one row."""
    ground = table(state).ground
    if kind != "direct" or ground is None or here is None or there is None:
        return []
    blockers = ground.statues | frozenset(standing(state).values())
    return [spot(place) for place in between(here, there) if place in blockers]


def _span(targeting: Targeting) -> str:
    low, high = limits(targeting)
    return f"{low}–{high}" if low != high else str(low)


def limits(targeting: Targeting) -> tuple[int, int]:
    """SFB-CMB-09: the nearest and the farthest distance, both included."""
    return (1, 1) if targeting.kind == "melee" else (max(1, targeting.min), targeting.max)


def reaches(state: SfbState, attacker: str, targeting: Targeting, target: str) -> bool | None:
    """SFB-CMB-06 to -09: whether one champion is within reach; None: the arena is unknown."""
    ground, here, there = table(state).ground, cell_of(state, attacker), cell_of(state, target)
    if ground is None or here is None or there is None:
        return None
    far = apart(state, here, there)
    low, high = limits(targeting)
    if far is None or not low <= far <= high:
        return False
    if targeting.kind != "direct":
        return True
    blockers = ground.statues | frozenset(standing(state).values())
    return row(ground.cells, here, there) is not None and shot_is_free(here, there, blockers)


def in_area(state: SfbState, attacker: str, targeting: Targeting, turns: int) -> tuple[str, ...] | None:
    """SFB-CMB-10: every champion on the pattern after so many turns; None: arena or pattern unknown."""
    ground, here = table(state).ground, cell_of(state, attacker)
    if ground is None or here is None or not targeting.pattern:
        return None
    cells = area(ground.cells, here, targeting.pattern, turns)
    return tuple([one for one, place in standing(state).items() if place in cells])


def _check_area(
    state: SfbState, attacker: str, targeting: Targeting, targets: tuple[str, ...], direction: int | None
) -> Violations:
    enemies = enemies_of(state, attacker)
    if attacker in targets or not any(one in enemies for one in targets):
        yield RuleViolation("SFB-CMB-10", _area_words(attacker, targets, None))
        return
    if direction is None:
        fitting = [in_area(state, attacker, targeting, turns) for turns in range(6)]
        if None not in fitting and not any(set(found or ()) == set(targets) for found in fitting):
            yield RuleViolation("SFB-CMB-10", _area_words(attacker, targets, None))
        return
    found = in_area(state, attacker, targeting, direction)
    if found is not None and set(found) != set(targets):
        yield RuleViolation("SFB-CMB-10", _area_words(attacker, targets, found))
        yield RuleViolation("SFB-HEX-05", {"told": direction, "champion": attacker})


def _area_words(attacker: str, targets: tuple[str, ...], found: tuple[str, ...] | None) -> dict[str, object]:
    expected = None if found is None else some(list(found))
    return {"champion": attacker, "expected": expected, "told": some(list(targets))}


def legal_aims(state: SfbState, attacker: str, card: str) -> Iterator[Aim]:
    """Every legal choice of targets; none where the card or the arena is unknown."""
    targeting = targeting_of(state, card)
    if targeting is None or table(state).ground is None:
        return
    if targeting.kind == "none":
        yield (), None
    elif targeting.kind == "area":
        enemies = set(enemies_of(state, attacker))
        for turns in range(6):
            found = in_area(state, attacker, targeting, turns)
            if found and enemies.intersection(found):
                yield found, turns
    else:
        for one in enemies_of(state, attacker):
            if reaches(state, attacker, targeting, one):
                yield (one,), None
