"""The outcome of a match: victory points by award, winner, figures for standings. Called by `rules.py`.

Public facts alone: a VIM counts in a figure once everybody may know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.bushido.chapters.vim import all_named, chooser_of, vim_of
from games.bushido.organised_play import MASTERS_VP, tournament_points
from games.bushido.state import BusState, facts_of, other_side, points
from games.ruleset import Outcome, ScoreLine

EARLY = ("conceded", "time", "clock")


def outcome(state: BusState) -> Outcome:
    """The result as the log has it."""
    closed = state.phase == "closed"
    return Outcome(
        status="finished" if closed else "open",
        vp=points(state),
        lines=tuple(ScoreLine(one.side, one.award, one.vp, one.turn) for one in state.given),
        winner=state.winner if closed else None,
        turn=state.turn,
        incomplete=state.reason in EARLY,
        figures=_figures(state) if state.sides else {},
        carry=_carry(state),
        unverified=tuple(sorted(_unverified(state))),
    )


def _figures(state: BusState) -> dict[str, dict[str, int]]:
    """Tie-break figures by side (organised play): only what is known is there."""
    vp = points(state)
    found = {
        "sp": {name: side.sp for name, side in state.sides.items()},
        "vp_difference": {name: told - vp[other_side(state, name)] for name, told in vp.items()},
        "won": {name: int(state.phase == "closed" and state.winner == name) for name in state.sides},
        "casualties": lost(state),
        "enemy_vim_turn": _vim_turns(state),
    }
    if state.scenario is not None and facts_of(state).vp_total == MASTERS_VP:
        found["tournament_points"] = {
            name: tournament_points(told, vp[other_side(state, name)]) for name, told in vp.items()
        }
    return found


def lost(state: BusState) -> dict[str, int]:
    """The models of each side that left play."""
    if state.lost_models is not None:
        return dict(state.lost_models)
    return {
        name: sum(one.side == name and one.out is not None for one in state.models.values())
        for name in state.sides
    }


def _vim_turns(state: BusState) -> dict[str, int]:
    """Side -> the turn in which the enemy VIM left play; turn 1 for a side without a legal one."""
    found = {}
    for side in state.sides:
        enemy = other_side(state, side)
        turn = (state.vim_killed or {}).get(enemy) or _fell(state, enemy)
        if turn is not None:
            found[side] = turn
    return found


def _fell(state: BusState, owner: str) -> int | None:
    named = state.vims.get(chooser_of(state, owner))
    if named is None:
        return None
    if named.none_legal:
        return 1
    open_ = named.revealed or (all_named(state) and state.vim_kind != "hidden")
    model = state.models.get(vim_of(state, owner) or "") if open_ else None
    return model.out if model is not None else None


def _carry(state: BusState) -> dict[str, Any]:
    """What a tournament tells of a match."""
    return {
        "reason": state.reason,
        "scenario": state.scenario,
        "factions": {name: side.faction for name, side in state.sides.items()},
    }


def _unverified(state: BusState) -> Iterator[str]:
    """The rules for which the log did not tell enough, from public facts alone."""
    if state.detail == "summary" and state.phase == "closed":
        yield "BUS-SCORE-06"
        if not state.told_sp:
            yield "BUS-SCORE-01"
    if state.vim_kind is not None and any(_unsure(one.facts) for one in state.models.values()):
        yield "BUS-VIM-02"
    if state.scenario is not None and facts_of(state).influence_assumed:
        yield facts_of(state).rule


def _unsure(facts: Any) -> bool:
    return None in (facts.unique, facts.animal, facts.insignificant)
