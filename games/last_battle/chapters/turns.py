"""One turn in one event: `turn_reported` judged and folded (LB-TLOG-01 to -05).

Called by `rules.py`. The chapters `strategies`, `casualties`, `awards` and `prolong` judge their parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from games.judging import echoes
from games.last_battle.chapters.awards import (
    Award,
    awarded,
    awards_of,
    check_award,
    check_claim,
    check_note_shown,
    check_side_caps,
    public_scheme,
)
from games.last_battle.chapters.casualties import check_casualties, fallen_from
from games.last_battle.chapters.evidence import Claim
from games.last_battle.chapters.prolong import check_prolong, check_turn_exists
from games.last_battle.chapters.strategies import check_turn_strategy
from games.last_battle.events import TurnReported
from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.permissions import Violations, in_phase, seated
from games.last_battle.state import Fallen, LastBattleState
from games.ruleset import Actor, RuleViolation, ScoreLine


def check_turn_reported(state: LastBattleState, event: TurnReported, by: Actor) -> Violations:
    """Who and when first; then strategy, casualties, schemes and the prolong flip, every violation of them."""
    refused = [*seated(state, by), *_check_when(state, event)]
    if not refused:
        refused.extend(check_casualties(state, event.casualties or ()))
    if not refused:
        fell = None if event.casualties is None else fallen_from(state, event.casualties, event.turn)
        refused.extend(check_turn_strategy(state, event, fell))
        refused.extend(_check_schemes(state, event, fell))
        refused.extend(check_prolong(state, event))
        if event.first_side not in (None, *SIDES):
            refused.append(RuleViolation("LB-MULTI-01", {"sides": event.first_side}))
    yield from refused


def _check_when(state: LastBattleState, event: TurnReported) -> Violations:
    if state.phase == "end" and not state.stopped and event.turn > state.turn:
        yield from check_turn_exists(state, event.turn)
    elif state.phase != "turns":
        yield from in_phase(state, "turns")
    elif event.turn != state.turn + 1:
        params = {"turn": event.turn, "expected": state.turn + 1}
        yield RuleViolation("LB-TLOG-01", params)
        yield from echoes(RuleViolation("LB-TURN-06", params))


def _check_schemes(state: LastBattleState, event: TurnReported, fell: Sequence[Fallen] | None) -> Violations:
    awards = list(awards_of(event))
    refused = [violation for award in awards for violation in check_award(state, award)]
    refused.extend(_check_pending(state, awards))
    if not refused:
        refused.extend(check_side_caps(state, awards))
        claims = [*_claims(state, awards, event.turn, fell)]
        beside = [(claim.squad.player, claim.held.scheme) for claim in claims]
        for claim in claims:
            told = msgspec.structs.replace(claim, beside=beside)
            refused.extend([*check_note_shown(told)] or check_claim(told))
    yield from refused


def _check_pending(state: LastBattleState, awards: list[Award]) -> Violations:
    """LB-SCH-01: a scheme that was just revealed scores in this report."""
    for player, scheme in state.pending:
        if not any(a.player == player and a.scheme in (None, scheme) and a.vp > 0 for a in awards):
            yield RuleViolation("LB-SCH-01", {"due": scheme})


def _claims(
    state: LastBattleState, awards: Sequence[Award], turn: int, fell: Sequence[Fallen] | None
) -> Iterator[Claim]:
    """The awards that give VP, each with the scheme that it means."""
    for award in awards:
        squad = state.squads[award.player]
        held = public_scheme(squad, award.scheme)
        if held is not None and award.vp:
            yield Claim(state, squad, held, award.vp, turn, fell)


def on_turn_reported(state: LastBattleState, event: TurnReported) -> LastBattleState:
    fallen = fallen_from(state, event.casualties or (), event.turn)
    goes_on = event.turn < LIMITS.regular_turns or (event.prolong is not None and event.prolong.success)
    strategy = [
        ScoreLine(side, "strategy", event.strategy[side], event.turn)
        for side in SIDES
        if event.strategy.get(side)
    ]
    state = msgspec.structs.replace(
        state,
        phase="turns" if goes_on else "end",
        turn=event.turn,
        strategy=_added(state.strategy, event.strategy),
        lines=(*state.lines, *strategy),
        fallen=(*state.fallen, *fallen) if fallen else state.fallen,
        untold=state.untold if event.casualties is not None else (*state.untold, event.turn),
        pending=(),
    )
    for award in awards_of(event):
        state = awarded(state, award, event.turn)
    return _with_portals(state, event) if state.battlefield == "heaven" else state


def _added(before: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    return {side: before.get(side, 0) + more.get(side, 0) for side in SIDES}


def _with_portals(state: LastBattleState, event: TurnReported) -> LastBattleState:
    """Portals closed so far; where they were not told, a scoring turn stands for one."""
    told = event.portals_closed
    untold = state.portals_untold if told is not None else (*state.portals_untold, event.turn)
    closed = _added(state.portals, event.strategy if told is None else told)
    return msgspec.structs.replace(state, portals=closed, portals_untold=untold)
