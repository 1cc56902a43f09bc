"""Virtual opponents of a solo game: who joins, with which limits (SEN-SOLO-05, -26, SEN-VOD-04).

Called by `rules.py` and, when the first turn begins, by `turns.py`.
"""

from __future__ import annotations

import msgspec

from games.ruleset import Actor, RuleViolation
from games.senjutsu.events import VoJoined
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.state import Foe, SenjutsuState
from games.senjutsu.who import Violations, at_detail, in_mode, in_phase, seated

YOJIMBO = "yojimbo"


def check_vo_joined(state: SenjutsuState, event: VoJoined, by: Actor) -> Violations:
    """During registration, each once, of a known type; SEN-SOLO-26: in cover as its type begins."""
    yield from in_phase(state, "roster")
    yield from in_mode(state, "solo")
    yield from at_detail(state, "turns")
    yield from seated(state, by)
    kind = OPPONENTS.types.get(event.vo_type)
    if kind is None or event.vo in state.foes or event.vo in state.fighters or not event.vo:
        yield RuleViolation("SEN-LOG-04", {"actor": event.vo})
    elif event.in_cover != kind.cover:
        params = {"actor": event.vo, "type": event.vo_type, "expected": kind.cover}
        yield RuleViolation("SEN-SOLO-26", params)
    if event.facing is not None and not 0 <= event.facing <= 5:
        yield RuleViolation("SEN-HEX-01", {"actor": event.vo, "told": event.facing})


def on_vo_joined(state: SenjutsuState, event: VoJoined) -> SenjutsuState:
    foe = Foe(
        vo=event.vo,
        vo_type=event.vo_type,
        wound_limit=event.wound_limit,
        hex=event.hex,
        facing=event.facing,
        behaviour=event.behaviour,
        stance=event.stance,
        in_cover=event.in_cover,
    )
    return msgspec.structs.replace(state, foes={**state.foes, event.vo: foe})


def check_opponents_at_start(state: SenjutsuState) -> Violations:
    """SEN-SOLO-05: limits by number, unless the organisers set others; SEN-VOD-04: the pair comes together."""
    count = len(state.foes)
    expected = opponent_limit(count)
    for foe in state.foes.values():
        if foe.wound_limit != expected and not state.options.custom:
            params = {"actor": foe.vo, "told": foe.wound_limit, "expected": expected, "count": count}
            yield RuleViolation("SEN-SOLO-05", params)
    types = [foe.vo_type for foe in state.foes.values()]
    for type_ in sorted(set(types)):
        partner = OPPONENTS.types[type_].partner
        if partner is not None and types.count(partner) != types.count(type_):
            yield RuleViolation("SEN-VOD-04", {"expected": OPPONENTS.limits.own_cards, "told": types})
