"""Wounds and conditions that are no attack's: SEN-EFF-01 to -05, -07, -08, SEN-TER-02, -05. Called through `rules.py`.

They come by what a card in play says, by a poison card, or by terrain whose icons are unknown (then the table waits for
them). Healing needs a card, and so do injuries and poisons that end before their time.
"""

from __future__ import annotations

from games.gaps import known, some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import check_not_ended, text_allows, without
from games.senjutsu.full.effect_events import ConditionGained, WoundsHealed, WoundTaken
from games.senjutsu.full.harm import Hurt, heal, hurt
from games.senjutsu.full.poison import PREFIX, check_used, deck_of, staying, with_used
from games.senjutsu.full.preconditions import (
    body,
    check_end_stage,
    due_for,
    in_texts,
    opening,
    passing,
    put,
    table,
    with_body,
    without_due,
)
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.state import Due, FullState, Happened, changed
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

STEPS = ("draw", "resolve", "discard")
RULES = {"stun": "SEN-EFF-03", "injury": "SEN-EFF-05", "poison": "SEN-EFF-07"}


def marker(state: SenjutsuState, event: WoundTaken | ConditionGained) -> Due | None:
    """The terrain marker that this event tells, if one is waited for."""
    return due_for(table(state), event.__struct_config__.tag or "", event.actor)  # type: ignore[arg-type]


def _in_steps(state: SenjutsuState, event: WoundTaken | ConditionGained) -> Violations:
    """SEN-LOG-02: a terrain marker that is waited for comes at once, whatever the phase."""
    if marker(state, event) is None:
        yield from in_texts(state, event.cause, *STEPS)


def may_cause(state: SenjutsuState, cause: str) -> bool:
    """Whether a card can do what its text says now: a card in play, or a poison that somebody has or just got."""
    poisons = [
        *(one.poisons for one in state.fighters.values()),
        *(one.poisons for one in state.foes.values()),
    ]
    return text_allows(state, cause) or any(cause in one for one in poisons)


def _in_time(state: SenjutsuState, actor: str, cause: str) -> Violations:
    """SEN-DISC-01, SEN-COL-05: before the hand limit, and by no card that a collision ended."""
    yield from check_end_stage(state, actor)
    yield from check_not_ended(state, cause)


@opening(_in_steps)
def check_wound_taken(state: SenjutsuState, event: WoundTaken, by: Actor) -> Violations:
    """SEN-EFF-01, -02, SEN-TER-02."""
    return passing(event, _in_time(state, event.actor, event.cause), _check_wounds(state, event))


def _check_wounds(state: SenjutsuState, event: WoundTaken) -> Violations:
    due, count = marker(state, event), event.normal + event.bleeding
    if due is not None:
        yield from _check_marker(event, due, "bleeding" if event.bleeding else "wound", count)
    elif not count or not may_cause(state, event.cause):
        params = {"actor": event.actor, "told": event.cause, "expected": "cause_legal"}
        yield from broken(event, params, "SEN-EFF-01")


def _check_marker(event: WoundTaken | ConditionGained, due: Due, kind: str, count: int) -> Violations:
    """SEN-TER-02, -05: one marker each, of different kinds, of the terrain that was entered."""
    if event.cause != due.told["terrain"] or count != 1 or kind in due.told["kinds"]:
        told = [event.cause, kind, count]
        expected = [due.told["terrain"], 1]
        yield from broken(event, {"actor": event.actor, "told": told, "expected": expected}, due.rule)


def told_marker(full: FullState, due: Due, kind: str) -> FullState:
    """The table when one marker was told; the next one must be of another kind."""
    left = without_due(full, due)
    if due.told["left"] > 1:
        told = {**due.told, "left": due.told["left"] - 1, "kinds": [*due.told["kinds"], kind]}
        left = (Due(due.kind, due.actor, due.rule, told), *left)
    return changed(full, due=left)


def on_wound_taken(state: SenjutsuState, event: WoundTaken) -> SenjutsuState:
    due = marker(state, event)
    if due is not None:
        state = put(state, told_marker(table(state), due, "bleeding" if event.bleeding else "wound"))
    return hurt(state, [Hurt(event.actor, wounds=event.normal, bleeding=event.bleeding)])


@opening(lambda state, event: in_texts(state, event.card, *STEPS))
def check_wounds_healed(state: SenjutsuState, event: WoundsHealed, by: Actor) -> Violations:
    """SEN-EFF-01, -02, -05, -07: only by a card, and only what is there."""
    return passing(event, _in_time(state, event.actor, event.card), _check_healing(state, event))


def _check_healing(state: SenjutsuState, event: WoundsHealed) -> Violations:
    one = body(state, event.actor)
    assert one is not None
    nothing = not (event.normal or event.bleeding or event.injuries or event.poison)
    if nothing or not may_cause(state, event.card):
        params = {"actor": event.actor, "told": event.card, "expected": "cause_legal"}
        yield from broken(event, params, "SEN-EFF-01")
        return
    if event.injuries > one.injuries:
        injuries = {"told": event.injuries, "expected": one.injuries, "absent": True}
        yield RuleViolation("SEN-EFF-05", {"actor": event.actor, **injuries})
    if event.poison is not None and event.poison not in one.poisons:
        poisons = {"told": event.poison, "expected": some(list(one.poisons)), "absent": True}
        yield RuleViolation("SEN-EFF-07", {"actor": event.actor, **poisons})
    if event.bleeding > one.bleeding or event.normal > one.wounds - one.bleeding:
        rule = "SEN-EFF-02" if event.bleeding > one.bleeding else "SEN-EFF-01"
        told = event.bleeding if rule == "SEN-EFF-02" else event.normal
        there = one.bleeding if rule == "SEN-EFF-02" else one.wounds - one.bleeding
        numbers = {"told": told, "expected": there, "absent": True}
        yield RuleViolation(rule, {"actor": event.actor, **numbers})


def on_wounds_healed(state: SenjutsuState, event: WoundsHealed) -> SenjutsuState:
    """SEN-EFF-05, -07: the injuries that would last longest go, and one copy of the poison."""
    one = body(state, event.actor)
    assert one is not None
    timers = tuple(sorted(one.timers, reverse=True))[: max(0, len(one.timers) - event.injuries)]
    poisons = without(one.poisons, () if event.poison is None else (event.poison,))
    cured: dict[str, object] = {"timers": timers, "injuries": len(timers)} if event.injuries else {}
    state = with_body(state, event.actor, poisons=poisons, **cured)
    return heal(state, event.actor, event.normal, event.bleeding)


@opening(_in_steps)
def check_condition_gained(state: SenjutsuState, event: ConditionGained, by: Actor) -> Violations:
    """SEN-EFF-03, -05, -07, -08, SEN-TER-02, -05."""
    return passing(event, _in_time(state, event.actor, event.cause), _check_condition(state, event, by))


def _check_condition(state: SenjutsuState, event: ConditionGained, by: Actor) -> Violations:
    due = marker(state, event)
    if due is not None:
        yield from _check_marker(event, due, event.kind, event.count)
    elif not may_cause(state, event.cause) or (event.kind != "poison" and event.poison is not None):
        params = {"actor": event.actor, "told": event.cause, "expected": "cause_legal"}
        yield from broken(event, params, RULES[event.kind])
    elif event.kind == "poison":
        yield from _check_poison(state, event, by)


def owner_of(state: SenjutsuState, cause: str) -> str | None:
    """Whose card in play it is."""
    seats = table(state).seats
    return next((actor for actor, one in seats.items() if cause in one.play), None)


def _check_poison(state: SenjutsuState, event: ConditionGained, by: Actor) -> Violations:
    """SEN-EFF-07: a card of the poison deck of whoever poisons; others may not learn what lies there (SEN-HID-09)."""
    if event.poison is None or event.count != 1 or not event.poison.startswith(PREFIX):
        params = {"actor": event.actor, "told": known(event.poison), "expected": "own_poison"}
        yield RuleViolation("SEN-EFF-07", {**params, "absent": True})
        return
    owner = owner_of(state, event.cause)
    if owner is not None and deck_of(state, owner) is not None:
        found = check_used(state, event, owner, (event.poison,))
        open_ = by.is_staff or by.player == owner
        yield from (one for one in found if open_ or one.rule != "SEN-EFF-07")


def on_condition_gained(state: SenjutsuState, event: ConditionGained) -> SenjutsuState:
    """SEN-EFF-07, -08: a poison stays unless its card is known not to; one is used up."""
    due = marker(state, event)
    if due is not None:
        state = put(state, told_marker(table(state), due, event.kind))
    owner = owner_of(state, event.cause)
    used = () if event.poison is None else (event.poison,)
    if event.poison is not None and owner is not None:
        full = with_used(state, table(state), owner, (event.poison,))
        dosed = Happened("dosed", owner, event.actor, event.poison)
        state = put(state, changed(full, window=(*full.window, dosed)))
    return hurt(
        state,
        [
            Hurt(
                event.actor,
                stuns=event.count if event.kind == "stun" else 0,
                injuries=event.count if event.kind == "injury" else 0,
                poisons=staying(state, event.actor, used),
                poisoned=event.kind == "poison",
            )
        ],
    )
