"""The results of an attack held against the table, hex by hex and target by target (SEN-LOG-08).

SEN-ATK-03, -04, -06, -11, SEN-BLK-01 to -04, SEN-HEX-02, -04 to -07, SEN-TER-03, -06, -07, SEN-EFF-02, -03, -05.
Each fault names its most exact rule first. Called by `attack.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from games.gaps import known, some
from games.hexes import Hex
from games.ruleset import RuleViolation
from games.senjutsu.full.attacks.blocking import is_ignored
from games.senjutsu.full.attacks.displacement import directions_of, displaced
from games.senjutsu.full.attacks.strikes import (
    Blow,
    acting,
    blocked_hexes,
    blow_at,
    has_failed,
    outcome_at,
    victims,
)
from games.senjutsu.full.effect_events import AttackResolved, Result, Shift
from games.senjutsu.full.movement.ground import place_of, walls
from games.senjutsu.full.poison import check_poison
from games.senjutsu.full.preconditions import body, standing_actors, table
from games.senjutsu.full.refusals import broken, spot, spots
from games.senjutsu.full.state import Strike, terrain_at
from games.senjutsu.permissions import Violations
from games.senjutsu.state import Fighter, SenjutsuState

ORDINARY = ("boat", "corpse")


def check_results(state: SenjutsuState, event: AttackResolved, strike: Strike) -> Violations:
    """Every told result, then whoever was left out, then pushes and pulls in their order."""
    for result in event.results:
        yield from _check_result(state, event, strike, result)
    yield from _check_complete(state, event, strike)
    yield from _check_paths(state, event)
    yield from check_poison(state, event, strike)


def _check_result(state: SenjutsuState, event: AttackResolved, strike: Strike, result: Result) -> Violations:
    if has_failed(state, strike):
        yield from _check_failed(state, event, strike, result)
        return
    outcome = outcome_at(state, strike, result.hex)
    there = victims(state, strike, result.hex)
    wrong_target = {"actor": strike.attacker, "told": result.target, "expected": some([*there])}
    if result.target is not None and result.target not in standing_actors(state):
        yield RuleViolation("SEN-ATK-04", {**wrong_target, "absent": True})
    elif result.hex not in strike.hexes and (strike.hexes or place_of(state, strike.attacker) is not None):
        params = {"actor": strike.attacker, "told": spot(result.hex), "expected": spots(strike.hexes)}
        yield from broken(event, params, "SEN-ATK-03")
    elif outcome is not None and result.outcome != outcome:
        yield from _wrong_outcome(state, event, strike, result, outcome)
    elif outcome is not None and result.target is not None and result.target not in there:
        yield from broken(event, wrong_target, "SEN-ATK-04")
    elif result.outcome != "hit":
        yield from _check_bare(event, strike, result)
    else:
        blow = blow_at(state, strike, result.hex)
        if blow is not None and result.target is not None:
            yield from _check_blow(state, event, result, blow)


def _check_bare(event: AttackResolved, strike: Strike, result: Result) -> Violations:
    """SEN-BLK-03, SEN-ATK-04: what is no hit does nothing."""
    if result != Result(hex=result.hex, outcome=result.outcome, target=result.target):
        rule = "SEN-BLK-03" if result.outcome == "ignored" else "SEN-ATK-04"
        params = {"actor": strike.attacker, "hex": spot(result.hex)}
        yield from broken(event, {**params, "told": "hit", "expected": result.outcome}, rule)


def _check_failed(state: SenjutsuState, event: AttackResolved, strike: Strike, result: Result) -> Violations:
    """SEN-ATK-08: without a slower enemy the attack fails and does nothing; its hex is the attacker's own."""
    here = place_of(state, strike.attacker)
    if result != Result(hex=here or result.hex, outcome="failed"):
        told = [result.outcome, known(result.target)]
        yield from broken(event, {"actor": strike.attacker, "expected": "failed", "told": told}, "SEN-ATK-08")


def _wrong_outcome(
    state: SenjutsuState, event: AttackResolved, strike: Strike, result: Result, outcome: str
) -> Violations:
    """Ignored or not is a matter of blocks, hit or empty of who stands there."""
    params = {"actor": strike.attacker, "hex": spot(result.hex), "told": result.outcome, "expected": outcome}
    if "ignored" not in (outcome, result.outcome):
        there = some([*victims(state, strike, result.hex)])
        told = some(result.target)
        who = {"told": told, "expected": there} if told != there else params
        yield from broken(event, {**who, "actor": strike.attacker}, "SEN-ATK-04")
        return
    several = ("SEN-BLK-04",) if len(strike.hexes) > 1 else ()
    exact = _stopped_by if outcome == "ignored" else _not_stopped
    yield from broken(event, params, "SEN-BLK-03", *exact(state, strike, result.hex), *several)


def _stopped_by(state: SenjutsuState, strike: Strike, place: Hex) -> tuple[str, ...]:
    """Why an attack that is told to go through does not: terrain, a block, or every shortest path."""
    full, blocked = table(state), blocked_hexes(state, strike)
    if place in walls(full):
        return ("SEN-TER-07", "SEN-TER-03") if terrain_at(full, place) == "bamboo" else ("SEN-TER-07",)
    if place in blocked or place_of(state, strike.attacker) in blocked:
        return ("SEN-BLK-02",)
    return ("SEN-HEX-02",)


def _not_stopped(state: SenjutsuState, strike: Strike, place: Hex) -> tuple[str, ...]:
    """Why an attack that is told to be stopped is not: the attacker's block, one of another time, ordinary terrain."""
    here, full = place_of(state, strike.attacker), table(state)
    own = frozenset(hex_ for block in full.blocks if block.actor == strike.attacker for hex_ in block.hexes)
    if here is not None and is_ignored(here, place, own, full.board):
        return ("SEN-BLK-02",)
    if terrain_at(full, place) in ORDINARY:
        return ("SEN-TER-06",)
    return () if acting(state, strike) else ("SEN-BLK-01",)


def _check_complete(state: SenjutsuState, event: AttackResolved, strike: Strike) -> Violations:
    """SEN-ATK-04: everybody in the target hexes has one result, hit or ignored."""
    told = [(result.hex, result.target) for result in event.results if result.target is not None]
    hexes = {result.hex for result in event.results if result.outcome == "ignored"}
    for place in strike.hexes:
        there = victims(state, strike, place)
        outcome = outcome_at(state, strike, place) if there else None
        for target in there:
            silent = outcome == "ignored" and place in hexes
            if outcome is not None and told.count((place, target)) != 1 and not silent:
                params = {"actor": strike.attacker, "told": "nothing", "expected": target}
                yield from broken(event, params, "SEN-ATK-04")


def _check_blow(state: SenjutsuState, event: AttackResolved, result: Result, blow: Blow) -> Violations:
    """What one target suffers: every number is the printed one."""
    told = (
        ("what_wounds", blow.wounds, result.wounds, ("SEN-ATK-06",)),
        ("what_bleeding", blow.bleeding, result.bleeding, ("SEN-ATK-06", "SEN-EFF-02")),
        ("what_stuns", blow.stuns, result.stuns, ("SEN-EFF-03",)),
        ("what_injuries", blow.injuries, result.injuries, ("SEN-EFF-05",)),
        ("what_execution", blow.executed, result.executed, ("SEN-ATK-11",)),
    )
    for what, expected, said, rules in told:
        if expected != said:
            params = {"actor": result.target, "what": what, "expected": expected, "told": said}
            yield from broken(event, params, *rules)
    yield from _check_forces(state, event, result, blow)


def falls(state: SenjutsuState, result: Result) -> bool:
    """Whether the wounds, stuns or the execution of this result defeat the target: then it need not be moved."""
    one = body(state, result.target or "")
    if one is None or result.executed:
        return True
    by_wounds = one.wound_limit is not None and one.wounds + result.wounds >= one.wound_limit
    limit = one.hand_limit if isinstance(one, Fighter) else None
    return by_wounds or (limit is not None and one.stuns + result.stuns >= limit)


def _check_forces(state: SenjutsuState, event: AttackResolved, result: Result, blow: Blow) -> Violations:
    """SEN-HEX-04 to -07: the printed numbers; who falls need not be moved any more, and who shares the hex of the
    attacker (SEN-SETUP-06) cannot be pulled nearer."""
    down, here = falls(state, result), place_of(state, event.attacker)
    together = here is not None and here == place_of(state, result.target or "")
    for cause, expected, shift in (("push", blow.push, result.push), ("pull", blow.pull, result.pull)):
        told = shift.cells if shift is not None else 0
        nowhere = shift is None and (down or (together and cause == "pull"))
        if told != expected and not nowhere:
            params = {"actor": result.target, "what": f"what_{cause}", "expected": expected, "told": told}
            yield from broken(event, params, "SEN-HEX-06")
    told = result.turns.count if result.turns is not None else 0
    if told != blow.turns and not (down and result.turns is None):
        params = {"actor": result.target, "what": "what_turns_forced", "expected": blow.turns, "told": told}
        yield from broken(event, params, "SEN-HEX-07")


def _check_paths(state: SenjutsuState, event: AttackResolved) -> Violations:
    """SEN-HEX-04, -05, -06: a direction that leads away (or nearer), and the hexes that were entered."""
    here = place_of(state, event.attacker)
    if here is None:
        return
    for result, moved, there in displaced(state, event.attacker, event.results):
        if result.push is not None:
            away = directions_of("push", here, there)
            yield from _check_shift(event, result.target, result.push, _Shift("push", away, moved.pushed))
        if result.pull is not None:
            start = moved.pushed[-1] if moved.pushed else there
            nearer = directions_of("pull", here, start)
            yield from _check_shift(event, result.target, result.pull, _Shift("pull", nearer, moved.pulled))


class _Shift(NamedTuple):
    """A push or a pull by the rules: the directions that it may take, and the hexes that it leads through."""

    cause: str
    legal: tuple[int, ...]
    entered: tuple[Hex, ...]


def _check_shift(event: AttackResolved, target: str | None, told: Shift, by_rules: _Shift) -> Violations:
    params = {"actor": target, "what": f"what_{by_rules.cause}"}
    if told.direction not in by_rules.legal:
        rule = "SEN-HEX-04" if by_rules.cause == "push" else "SEN-HEX-05"
        said = {"expected": some(list(by_rules.legal)), "told": told.direction}
        yield from broken(event, {**params, **said}, rule)
    elif told.path and told.path != by_rules.entered:
        expected = {"expected": some([spot(place) for place in by_rules.entered])}
        path = [spot(place) for place in told.path]
        yield from broken(event, {**params, **expected, "told": path}, "SEN-HEX-06")
