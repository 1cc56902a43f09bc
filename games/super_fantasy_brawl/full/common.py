"""Helpers of every chapter of full detail: the table, the open action, whose turn it is, enemies and allies."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from msgspec.structs import replace

from games.chapters import Check
from games.hexes import Hex
from games.ruleset import Actor, Event, RuleViolation
from games.super_fantasy_brawl.full.state import NO_ACTION, Action, FullState, with_action
from games.super_fantasy_brawl.permissions import (
    Violations,
    active_acts,
    acts,
    at_detail,
    in_phase,
    passing,
    seated,
)
from games.super_fantasy_brawl.state import SfbState, side_of


def table(state: SfbState) -> FullState:
    """The table of a match at full detail."""
    assert state.full is not None
    return state.full


def put(state: SfbState, full: FullState, **changes: Any) -> SfbState:
    """The match with another table, and other fields changed at the same time."""
    if full is state.full and not changes:
        return state
    return replace(state, full=full, **changes)


def action_of(state: SfbState) -> Action:
    """The open action; `NO_ACTION` where none is."""
    return (state.full.action if state.full is not None else None) or NO_ACTION


def acted(state: SfbState, **changes: Any) -> SfbState:
    """The match with the open action changed; as it is without one."""
    return put(state, with_action(table(state), **changes))


def at_full(state: SfbState, *phases: str) -> Violations:
    """SFB-SETUP-01, SFB-TURN-02: a match at full detail, in one of these phases."""
    if state.full is not None or state.phase == "open":
        return in_phase(state, *phases)
    return at_detail(state, "full")


def during(*phases: str) -> Callable[[Check[SfbState]], Check[SfbState]]:
    """How checks begin around the actions: the phase as in `at_full`, then by whom (SFB-LOG-02): the player whom the
    event names, or anybody who sits here."""

    def opened(check: Check[SfbState]) -> Check[SfbState]:
        @wraps(check)
        def judge(state: SfbState, event: Event, by: Actor) -> Violations:
            player = getattr(event, "player", None)
            who = seated(state, by) if player is None else acts(state, by, player)
            return passing(state, at_full(state, *phases), who, check(state, event, by))

        return judge

    return opened


def in_step(state: SfbState, rule: str, *steps: str) -> Violations:
    """SFB-ACT-04 without an open action; `rule` where the action is at another step (SFB-CMB-01, SFB-SKILL-01 ...)."""
    action = action_of(state)
    if action is NO_ACTION:
        return (RuleViolation("SFB-ACT-04", {"absent": True, "phase": "no_action"}),)
    if action.step in steps:
        return ()
    legal = [f"step_{step}" for step in steps]
    return (RuleViolation(rule, {"phase": f"step_{action.step}", "legal": legal}),)


def no_action(state: SfbState) -> Violations:
    """SFB-ACT-04: one action is complete before the next starts; SFB-TURN-02 for the end of the phase."""
    action = action_of(state)
    if action is not NO_ACTION:
        return (RuleViolation("SFB-ACT-04", {"phase": f"step_{action.step}"}),)
    return ()


def in_turn(state: SfbState, by: Actor, player: str | None = None) -> Violations:
    """SFB-TURN-02, -03: the activation phase of the active player, who logs it."""
    if state.full is not None and state.phase == "activation":
        return active_acts(state, by, player)
    return at_full(state, "activation")


def standing(state: SfbState) -> dict[str, Hex]:
    """The figures on the arena and their hexes (SFB-HEX-07)."""
    return {key: one.cell for key, one in state.figures.items() if one.cell is not None}


def enemies_of(state: SfbState, figure: str) -> tuple[str, ...]:
    """SFB-MODE-17: every champion of the other side, also at the gates."""
    side = state.figures[figure].side
    return tuple([key for key, one in state.figures.items() if one.side != side])


def owner_of(state: SfbState, figure: str) -> str:
    """SFB-MODE-19: the player who controls a champion; "" for a stranger."""
    one = state.figures.get(figure)
    return one.player if one is not None else ""


def owner_acts(state: SfbState, by: Actor, figure: str) -> Violations:
    """SFB-MODE-19, SFB-TURN-04: the owner of a champion chooses, not the teammate or the opponent."""
    owner = owner_of(state, figure)
    found = tuple(acts(state, by, owner))
    if found and side_of(state, by.player or ""):
        yield RuleViolation("SFB-MODE-19", {"champion": figure, "expected": owner, "told": by.player})
        if by.player != state.active:
            yield RuleViolation("SFB-TURN-04", {"player": by.player, "expected": state.active})
    yield from found


def known_figure(state: SfbState, *figures: str | None) -> Violations:
    """SFB-LOG-02: only champions of this match are named."""
    for figure in figures:
        if figure is not None and figure not in state.figures:
            yield RuleViolation("SFB-LOG-02", {"stranger": figure, "absent": True})
