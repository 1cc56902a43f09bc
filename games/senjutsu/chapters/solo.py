"""Virtual opponents of a solo game: who joins or is taken back, with which limits (SEN-SOLO-05, -26, SEN-VOD-04).

Called by `rules.py` and, when the first turn begins, by `turns.py`; `next_events.py` and the pads ask who may still
join.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.events import VoJoined, VoWithdrawn
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.permissions import Violations, a_side, opponent_word, turn_by_turn
from games.senjutsu.state import FixedOpponent, Foe, SenjutsuState, shared

YOJIMBO = "yojimbo"
FIXED = ("wound_limit", "hex", "facing", "behaviour", "stance")
"""What a scenario may fix of an opponent."""


def check_vo_joined(state: SenjutsuState, event: VoJoined, by: Actor) -> Violations:
    """During registration, each once, of a known type; SEN-SOLO-26: in cover as its type begins."""
    yield from turn_by_turn(state, by, "solo", "roster")
    yield from check_opponent(state, event)


def check_opponent(state: SenjutsuState, event: VoJoined) -> Violations:
    """What holds of an opponent at every level of detail; SEN-CAMP-02: as the scenario fixes it."""
    kind = OPPONENTS.types.get(event.vo_type)
    if kind is None:
        yield RuleViolation("SEN-LOG-04", {"type": some(event.vo_type)})
    elif event.vo in state.foes or event.vo in state.fighters or not event.vo:
        yield RuleViolation("SEN-LOG-04", {"taken": some(event.vo)})
    elif event.in_cover != kind.cover:
        params = {"actor": event.vo, "type": opponent_word(event.vo_type), "expected": kind.cover}
        yield RuleViolation("SEN-SOLO-26", params)
    else:
        yield from _check_scenario(state, event)
        yield from _check_limit(state, event)
    yield from a_side(event.vo, event.facing)


def _check_scenario(state: SenjutsuState, event: VoJoined) -> Violations:
    """SEN-CAMP-02: the next opponent of this type in the scenario, with whatever it fixes."""
    if state.scenario is None:
        return
    joined = [foe.vo_type for foe in state.foes.values()].count(event.vo_type)
    fixed = [one for one in state.scenario.opponents if one.vo_type == event.vo_type][joined : joined + 1]
    told = {name: getattr(event, name) for name in FIXED}
    wanted = {name: getattr(one, name) for one in fixed for name in FIXED if getattr(one, name) is not None}
    wrong = {name: told[name] for name, value in wanted.items() if told[name] not in (None, value)}
    if not fixed or wrong:
        expected = {name: wanted[name] for name in wrong} or _still_to_come(state) or "nobody"
        yield RuleViolation(
            "SEN-CAMP-02", {"actor": event.vo, "expected": expected, "told": wrong or event.vo_type}
        )


def _check_limit(state: SenjutsuState, event: VoJoined) -> Violations:
    """SEN-SOLO-05: a limit that some number of opponents gives; whether it is this number shows at the start."""
    table = OPPONENTS.limits.by_count
    if event.wound_limit not in table and not (state.options.custom or fixes_limit(state, event.vo_type)):
        counts = [*map(str, range(1, len(table))), f"{len(table)}+"]
        params = {"actor": event.vo, "told": event.wound_limit, "expected": [*table], "count": counts}
        yield RuleViolation("SEN-SOLO-05", params)


def open_limits(state: SenjutsuState, vo_type: str | None = None) -> tuple[int, ...] | None:
    """SEN-SOLO-05: the wound limits with which one more opponent may join, the highest first: those by which some
    number of opponents can begin; SEN-CAMP-02: of a scenario its number, and the limit that it fixes. None: any."""
    fixed = fixed_for(state, vo_type) if vo_type is not None else None
    if fixed is not None and fixed.wound_limit is not None:
        return (fixed.wound_limit,)
    if state.options.custom or (vo_type is not None and fixes_limit(state, vo_type)):
        return None
    possible = {opponent_limit(number) for number in _numbers(state)}
    told = {foe.wound_limit for foe in state.foes.values() if not fixes_limit(state, foe.vo_type)}
    return tuple(sorted(possible & told if told else possible, reverse=True))


def count_at_start(state: SenjutsuState, joining: int) -> int:
    """With how many opponents the game begins if so many more join; SEN-CAMP-02: a scenario tells it."""
    return len(state.foes) + joining if state.scenario is None else len(state.scenario.opponents)


def _numbers(state: SenjutsuState) -> Iterable[int]:
    """With how many opponents the game may begin once one more has joined."""
    count = count_at_start(state, 1)
    most = len(OPPONENTS.limits.by_count) if state.scenario is None else count
    return range(count, max(count, most) + 1)


def limits_of(state: SenjutsuState, types: Iterable[str]) -> tuple[int, ...] | None:
    """The wound limits with which one of these types may join, the highest first; None: any."""
    found: set[int] = set()
    for vo_type in types:
        limits = open_limits(state, vo_type)
        if limits is None:
            return None
        found.update(limits)
    return tuple(sorted(found, reverse=True))


def may_join(state: SenjutsuState) -> tuple[str, ...]:
    """The types of opponents of which one more may join."""
    if state.scenario is not None:
        return tuple(dict.fromkeys(one.vo_type for one in _missing(state)))
    return tuple(OPPONENTS.types) if open_limits(state) != () else ()


def fixed_for(state: SenjutsuState, vo_type: str) -> FixedOpponent | None:
    """SEN-CAMP-02: what the scenario fixes of the next opponent of this type."""
    return next((one for one in _missing(state) if one.vo_type == vo_type), None)


def _missing(state: SenjutsuState) -> tuple[FixedOpponent, ...]:
    """The opponents of the scenario that have not joined, in its order."""
    left = [*(state.scenario.opponents if state.scenario is not None else ())]
    for foe in state.foes.values():
        same = next((one for one in left if one.vo_type == foe.vo_type), None)
        if same is not None:
            left.remove(same)
    return tuple(left)


def check_vo_withdrawn(state: SenjutsuState, event: VoWithdrawn, by: Actor) -> Violations:
    """SEN-LOG-02, -04: by the players, before the first turn."""
    yield from turn_by_turn(state, by, "solo", "roster")
    yield from check_joined(state, event)


def check_joined(state: SenjutsuState, event: VoWithdrawn) -> Violations:
    """SEN-LOG-04: an opponent that is there."""
    if event.vo not in state.foes:
        yield RuleViolation("SEN-LOG-04", {"away": some(event.vo)})


def on_vo_withdrawn(state: SenjutsuState, event: VoWithdrawn) -> SenjutsuState:
    left = {vo: foe for vo, foe in state.foes.items() if vo != event.vo}
    return msgspec.structs.replace(state, foes=left)


def on_vo_joined(state: SenjutsuState, event: VoJoined) -> SenjutsuState:
    foe = Foe(**shared(event, Foe))
    return msgspec.structs.replace(state, foes={**state.foes, event.vo: foe})


def check_opponents_at_start(state: SenjutsuState) -> Violations:
    """SEN-SOLO-05: limits by number, unless organisers or a scenario set others; SEN-VOD-04: a pair stays together."""
    yield from _check_complete(state)
    count = len(state.foes)
    expected = opponent_limit(count)
    for foe in state.foes.values():
        if foe.wound_limit != expected and not (state.options.custom or fixes_limit(state, foe.vo_type)):
            params = {"actor": foe.vo, "told": foe.wound_limit, "expected": expected, "count": count}
            yield RuleViolation("SEN-SOLO-05", params)
    types = [foe.vo_type for foe in state.foes.values()]
    for type_ in sorted(set(types)):
        partner = OPPONENTS.types[type_].partner
        if partner is not None and types.count(partner) != types.count(type_):
            few, many = sorted((type_, partner), key=types.count)
            yield RuleViolation("SEN-VOD-04", {"missing": opponent_word(few), "alone": opponent_word(many)})


def can_begin(state: SenjutsuState) -> bool:
    """Whether the opponents of a solo game are those with which its first turn may begin."""
    opponents = bool(state.foes) and not any(True for _ in check_opponents_at_start(state))
    return state.mode != "solo" or state.turn > 0 or opponents


def fixes_limit(state: SenjutsuState, vo_type: str) -> bool:
    """SEN-CAMP-02: whether the scenario fixes the limit of this type; it was judged when the opponent joined."""
    opponents = () if state.scenario is None else state.scenario.opponents
    return any(one.vo_type == vo_type and one.wound_limit is not None for one in opponents)


def _still_to_come(state: SenjutsuState) -> list[str]:
    """The types of the scenario's opponents that have not joined yet."""
    waiting = [one.vo_type for one in state.scenario.opponents] if state.scenario is not None else []
    for foe in state.foes.values():
        if foe.vo_type in waiting:
            waiting.remove(foe.vo_type)
    return list(waiting)


def _check_complete(state: SenjutsuState) -> Violations:
    """SEN-CAMP-02: every opponent of the scenario is there."""
    if state.scenario is None:
        return
    wanted = [one.vo_type for one in state.scenario.opponents]
    told = [foe.vo_type for foe in state.foes.values()]
    if sorted(wanted) != sorted(told):
        yield RuleViolation("SEN-CAMP-02", {"actor": "opponents", "expected": wanted, "told": told})
