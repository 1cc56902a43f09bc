"""The end of the game: awards, early stop, totals and result, fates (LB-END, LB-SCORE-10, LB-LINK-08, -09).

Called by `rules.py`. `summary.py` ends a match that was told in one event.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.last_battle.chapters.awards import (
    Award,
    awarded,
    check_award,
    check_claim,
    check_note_shown,
    not_owed,
    possible_numbers,
    public_scheme,
    room_left,
)
from games.last_battle.chapters.evidence import Claim
from games.last_battle.chapters.strategies import check_end_strategy, with_strategy
from games.last_battle.events import (
    FatesPublished,
    GameEnded,
    MatchConceded,
    PlayStopped,
    SchemeScored,
    StrategyScored,
)
from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.full.schemes.strategy_scored import ended_turn, may_end
from games.last_battle.permissions import PLAYED, Violations, in_phase, owner_acts, seated, staff_only
from games.last_battle.state import Held, LastBattleState, Squad, totals
from games.ruleset import DRAW, Actor, RuleViolation


def winner(points: dict[str, int]) -> str:
    """LB-END-03: the side with more VP, or a draw."""
    serpent, alliance = points["serpent"], points["alliance"]
    return DRAW if serpent == alliance else "serpent" if serpent > alliance else "alliance"


def turn_of(state: LastBattleState) -> int:
    """The turn in progress or, between turns, the last one."""
    return state.turn if state.full is None else state.full.turn


def check_play_stopped(state: LastBattleState, event: PlayStopped, by: Actor) -> Violations:
    """LB-END-05: staff stop a match that is being played."""
    yield from staff_only(by, "LB-END-05")
    yield from in_phase(state, "turns")


def on_play_stopped(state: LastBattleState, event: PlayStopped) -> LastBattleState:
    return msgspec.structs.replace(state, phase="end", stopped=event.reason)


def check_strategy_scored(state: LastBattleState, event: StrategyScored, by: Actor) -> Violations:
    """LB-HEAV-12, LB-SCORE-04: once, in Heaven, when the last turn is over."""
    refused = [*seated(state, by), *in_phase(state, "end")]
    if event.moment != "game_end" or state.battlefield != "heaven":
        refused.append(
            RuleViolation("LB-LOG-05", {"phase": f"step_{state.phase}", "legal": ["turn_reported"]})
        )
    if state.strategy_ended:
        refused.append(RuleViolation("LB-SCORE-04", {"ended": "heavenly_portals"}))
    if not refused:
        refused.extend(check_end_strategy(state, {"serpent": event.serpent, "alliance": event.alliance}))
    yield from refused


def on_strategy_scored(state: LastBattleState, event: StrategyScored) -> LastBattleState:
    return msgspec.structs.replace(with_strategy(state, event, None), strategy_ended=True)


def check_scheme_scored(state: LastBattleState, event: SchemeScored, by: Actor) -> Violations:
    """LB-SCH-05 to -07: the owner's end-of-game VP of a scheme that everybody can see."""
    refused = [*owner_acts(state, by, event.player, exact="LB-SCH-05"), *in_phase(state, "end")]
    award = Award(event.player, event.scheme, event.amount)
    if not refused and event.moment != "game_end":
        refused.append(
            RuleViolation("LB-LOG-05", {"phase": f"step_{state.phase}", "legal": ["turn_reported"]})
        )
    if not refused:
        refused.extend(check_award(state, award))
    if not refused and event.amount == 0:
        refused.append(_wrong_number(event))
    if not refused:
        refused.extend(_check_scheme_end(state, event))
    yield from refused


def _wrong_number(event: SchemeScored) -> RuleViolation:
    params = {"scheme": event.scheme, "player": event.player, "vp": event.amount, "turn": None}
    return RuleViolation("LB-SCH-06", params)


def _check_scheme_end(state: LastBattleState, event: SchemeScored) -> Violations:
    squad = state.squads[event.player]
    held = public_scheme(squad, event.scheme)
    if held is None:
        return
    claim = Claim(state, squad, held, event.amount)
    yield from [*check_note_shown(claim)] or check_claim(claim)
    if event.computed is not None and event.amount != min(event.computed, room_left(state, squad, held)):
        yield _wrong_number(event)


def on_scheme_scored(state: LastBattleState, event: SchemeScored) -> LastBattleState:
    return not_owed(awarded(state, Award(event.player, event.scheme, event.amount), None), event)


def end_numbers(state: LastBattleState, player: str, held: Held) -> tuple[int, ...]:
    """The VP that a public scheme may still give at the end of the game, for forms and simulation."""
    squad = state.squads[player]
    if held.end_scored:
        return ()
    return possible_numbers(state, squad, held, None)


def check_game_ended(state: LastBattleState, event: GameEnded, by: Actor) -> Violations:
    """LB-END-01, -04, -05, LB-SCORE-04, -10: the regular end after the last turn, or staff's early one."""
    refused = [*seated(state, by)]
    if state.phase == "open":
        refused.extend(in_phase(state, "schemes", "hire", "notes", "turns", "end"))
    elif event.reason == "closed":
        refused.extend(staff_only(by, "LB-END-05"))
    elif state.stopped is not None:
        refused.append(RuleViolation("LB-END-05", {"stopped": state.turn}))
    elif not (state.phase == "end" if state.full is None else may_end(state)):
        refused.append(RuleViolation("LB-END-01", _what_comes_before(state)))
    late = state.phase == "end" or (state.full is not None and event.reason == "regular" and not refused)
    if late and state.battlefield == "heaven" and not state.strategy_ended:
        refused.append(RuleViolation("LB-SCORE-04", {"owed": turn_of(state)}))
    yield from refused or _check_totals(state, event)


def _what_comes_before(state: LastBattleState) -> dict[str, Any]:
    """LB-END-01, LB-PROL-07: the turns that are left, or whether anybody plays on after the one that has scored."""
    full = state.full
    if full is not None and full.step == "scoring" and full.turn >= LIMITS.regular_turns:
        return {"scored": full.turn, "side": full.first_side}
    return {"turn": state.turn, "limit": max(LIMITS.regular_turns, state.turn + 1)}


def _check_totals(state: LastBattleState, event: GameEnded) -> Violations:
    points = totals(state)
    params = {**points, "result": winner(points)}
    if {"serpent": event.serpent_vp, "alliance": event.alliance_vp} != points:
        yield RuleViolation("LB-SCORE-10", params)
    if event.result != winner(points):
        yield RuleViolation("LB-END-04", params)


def on_game_ended(state: LastBattleState, event: GameEnded) -> LastBattleState:
    if state.full is not None and event.reason == "regular":
        state = ended_turn(state)
    return msgspec.structs.replace(
        state, phase="closed", result=event.result, incomplete=event.reason == "closed", pending=()
    )


def check_match_conceded(state: LastBattleState, event: MatchConceded, by: Actor) -> Violations:
    """LB-END-06, LB-LOG-07: by a player of the side that gives up, or by staff for those who left, until the end."""
    if not by.is_staff and (by.player not in state.squads or state.squads[by.player].side != event.side):
        yield RuleViolation("LB-END-06", {"side": event.side})
        yield RuleViolation("LB-LOG-07", {"side": event.side})
    yield from in_phase(state, *PLAYED)


def on_match_conceded(state: LastBattleState, event: MatchConceded) -> LastBattleState:
    """The points stand; what the game's end would still score is not scored."""
    other = next(side for side in SIDES if side != event.side)
    return msgspec.structs.replace(
        state, phase="closed", result=other, conceded=event.side, incomplete=True, pending=()
    )


def check_fates_published(state: LastBattleState, event: FatesPublished, by: Actor) -> Violations:
    """LB-LINK-08, LB-LINK-09: by staff, after the end, once, for figures that fell; withdrawn ones are not on it."""
    yield from staff_only(by, "LB-LINK-08")
    if state.phase != "closed":
        yield RuleViolation("LB-LINK-09", {"phase": f"step_{state.phase}"})
    elif state.fates_published:
        yield RuleViolation("LB-LINK-09", {"fated": state.battlefield})
    fates = _assigned(state, event)
    for fate, place in zip(event.figures, fates, strict=True):
        if place is None:
            yield RuleViolation("LB-LINK-09", {"figure": fate.figure_id})
    for place, fallen in enumerate(state.fallen):
        listed, must = place in fates, fallen.how in ("killed", "sacrificed")
        if must and not listed:
            yield RuleViolation("LB-LINK-08", {"missing": fallen.figure_id, "owner": fallen.owner})
        elif listed and fallen.how == "withdrawn":
            yield RuleViolation("LB-LINK-08", {"withdrawn": fallen.figure_id})


def _assigned(state: LastBattleState, event: FatesPublished) -> list[int | None]:
    """For each fate the place of its figure among the fallen; None where none, or more than one owner, is meant."""
    places: list[int | None] = []
    for fate in event.figures:
        meant = [
            place
            for place, fallen in enumerate(state.fallen)
            if fallen.figure_id == fate.figure_id and fate.owner in (None, fallen.owner)
        ]
        clear = len({state.fallen[place].owner for place in meant}) == 1
        if fate.number is not None:
            meant = meant[fate.number - 1 : fate.number]
        free = [place for place in meant if place not in places and clear]
        places.append(min(free, key=lambda place: OWED.get(state.fallen[place].how, 1), default=None))
    return places


OWED = {"killed": 0, "sacrificed": 0, "withdrawn": 2}
"""LB-LINK-08: which of several copies a fate is meant for, if nothing else tells; those in between may have one."""


def on_fates_published(state: LastBattleState, event: FatesPublished) -> LastBattleState:
    fates = {place: fate.fate for place, fate in zip(_assigned(state, event), event.figures, strict=True)}
    fallen = tuple(
        msgspec.structs.replace(fallen, fate=fates.get(place)) for place, fallen in enumerate(state.fallen)
    )
    return msgspec.structs.replace(state, fallen=fallen, fates_published=True)


def may_score_at_end(state: LastBattleState, squad: Squad) -> bool:
    """Whether a scheme of this squad may still score at the end, as far as the reader of the state may know."""
    secret = squad.chosen and not any(held.public for held in squad.schemes)
    return secret or any(end_numbers(state, squad.player, held) for held in squad.schemes if held.public)
