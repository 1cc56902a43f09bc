"""What every chapter begins with: who may log it, at which step, what is due first, and card overrides.

`judged` is the door: `rules.py` sends every event of full detail through it, with the chapter's own check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from games.chapters import Check
from games.judging import passing as first
from games.last_battle.full.state import Due, FullState, Piece
from games.last_battle.lifted_rules import liftable
from games.last_battle.permissions import NOBODY, Violations, in_phase
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, Event, RuleViolation


def table(state: LastBattleState) -> FullState:
    """The table of a match at full detail."""
    assert state.full is not None
    return state.full


def put(state: LastBattleState, full: FullState, **changes: Any) -> LastBattleState:
    """The match with another table, and other fields changed at the same time."""
    return msgspec.structs.replace(state, full=full, **changes)


def judged(
    state: LastBattleState, event: Event, by: Actor, check: Check[LastBattleState]
) -> Sequence[RuleViolation]:
    """LB-LOG-01, LB-LOG-08 and what is due, then the chapter. An override lifts the one rule that it names."""
    full = table(state)
    lifted = getattr(event, "card_override", None)
    found = [*_check_override(event, lifted), *_check_distances(event)]
    waiting = full.due[0] if full.due else None
    if waiting is not None and not _may_come(full, event, lifted):
        return [*found, RuleViolation(waiting.rule, due_params(waiting))]
    found.extend(check(state, event, by))
    return found if lifted is None else [*_unlifted(lifted, found)]


def _may_come(full: FullState, event: Event, lifted: str | None) -> bool:
    """What is due comes first, unless it is this very event, or a card lifts the rule that makes it due."""
    left = [due for due in full.due if due.rule != lifted]
    return not left or type(event).__name__ in FREE or _is_due(full, event)


FREE = {
    "SchemeShared",
    "SchemeRevealed",
    "SchemeScored",
    "SchemeNotePublished",
    "PlayStopped",
    "MatchReported",
    "GameEnded",
    "MatchConceded",
}
"""Events that never wait for a change that is due."""


def _is_due(full: FullState, event: Event) -> bool:
    kind = event.__struct_config__.tag
    return any(due.kind == kind and due.figure == getattr(event, "figure", "") for due in full.due)


def due_params(due: Due) -> dict[str, Any]:
    """What a sentence says of a change that is due: to whom what happens."""
    if due.kind == "lives_changed":
        return {"loser": due.figure, "loss": -due.delta}
    if due.kind == "size_changed":
        return {"flier": due.figure, "delta": due.delta}
    if due.kind == "condition_changed":
        return {"bearer": due.figure, "condition": due.condition, "change": due.how}
    return {"fallen": due.figure, "how": due.how, "killer": due.by or NOBODY}


def due_for(full: FullState, kind: str, figure: str) -> Due | None:
    """The first change of this kind that is due for a figure."""
    return next((due for due in full.due if due.kind == kind and due.figure == figure), None)


def without_due(full: FullState, done: Due | None) -> tuple[Due, ...]:
    """What is still due when one change was logged."""
    return tuple(due for due in full.due if due is not done) if full.due else ()


def _check_override(event: Event, rule: str | None) -> Violations:
    """LB-LOG-08: an override names a rule about figures, and comes with the card's text."""
    text = getattr(event, "card_text", None)
    if rule is None:
        return (RuleViolation("LB-LOG-08", {"unnamed": text or NOBODY}),) if text is not None else ()
    if not liftable(rule):
        return (RuleViolation("LB-LOG-08", {"fixed": rule}),)
    return () if text else (RuleViolation("LB-LOG-08", {"lifted": rule}),)


def with_override(state: LastBattleState, event: Event, rule: str) -> LastBattleState:
    """LB-LOG-08: the match with the lifted rule marked as overridden, and nothing due by it any more."""
    full = table(state)
    overridden = full.overridden if rule in full.overridden else (*full.overridden, rule)
    due = tuple(due for due in full.due if due.rule != rule or _is_due(full, event))
    return put(state, msgspec.structs.replace(full, overridden=overridden, due=due))


@cache
def _distances(cls: type[Event]) -> tuple[str, ...]:
    return tuple(field for field in cls.__struct_fields__ if field.endswith("_cm"))


def _check_distances(event: Event) -> Violations:
    """LB-LOG-01: one decimal."""
    fields = _distances(type(event))
    wrong = [field for field in fields if not _is_measured(getattr(event, field))] if fields else ()
    return [RuleViolation("LB-LOG-01", {"field": field, "cm": getattr(event, field)}) for field in wrong]


def _is_measured(cm: float | None) -> bool:
    return cm is None or round(cm, 1) == cm


def side_of(state: LastBattleState, by: Actor) -> str | None:
    """The side of a player at this table."""
    squad = state.squads.get(by.player or "")
    return squad.side if squad else None


def side_acts(state: LastBattleState, by: Actor, side: str) -> Violations:
    """LB-LOG-07, LB-MULTI-03: cards of a side are played and drawn by its players, or logged by staff."""
    if not by.is_staff and side_of(state, by) != side:
        return (RuleViolation("LB-LOG-07", {"side": side}),)
    return ()


def commands(state: LastBattleState, by: Actor, figure: str, missing: str) -> Violations:
    """LB-MULTI-05, LB-LOG-07: the figure is in play, and its squad's owner acts. `missing`: the rule if it is not."""
    piece = table(state).pieces.get(figure)
    if piece is None:
        return (absent(missing, figure),)
    if by.is_staff or by.player == piece.player:
        return ()
    foreign = RuleViolation("LB-MULTI-05", {"figure": figure, "player": piece.player})
    return foreign, RuleViolation("LB-LOG-07", {"owner": piece.player})


def absent(rule: str, figure: str | None) -> RuleViolation:
    """The figure or marker is not on the table: a fact that no card can lift (LB-LOG-08)."""
    return RuleViolation(rule, {"absent": figure or NOBODY})


def in_step(state: LastBattleState, *steps: str) -> Violations:
    """LB-LOG-05: the event is legal in these steps of a turn only."""
    if state.phase != "turns":
        return in_phase(state, "turns")
    full = table(state)
    if full.turn and full.step in steps:
        return ()
    now = f"step_{full.step}" if full.turn else "step_turns"
    return (RuleViolation("LB-LOG-05", {"phase": now, "legal": [f"step_{step}" for step in steps]}),)


def figure(full: FullState, name: str | None) -> Piece | None:
    """The figure in play of this id."""
    return full.pieces.get(name or "")


def _unlifted(lifted: str, part: Iterable[RuleViolation]) -> Iterator[RuleViolation]:
    """LB-LOG-08: the violations without the lifted rule, and without its other names for the same thing."""
    found = [*part]
    same = [violation.params for violation in found if violation.rule == lifted]
    yield from (v for v in found if "absent" in v.params or not (liftable(v.rule) and v.params in same))


def passing(event: Event, *parts: Iterable[RuleViolation]) -> Violations:
    """As `first`, for events with an override: what the card lifts does not hide what comes after it."""
    lifted = getattr(event, "card_override", None)
    return first(*parts) if lifted is None else first(*(_unlifted(lifted, part) for part in parts))
