"""Gaining focus and advantage: SEN-FOC-01, SEN-ADV-01, -02, SEN-HORDE-16. Called through `rules.py`."""

from __future__ import annotations

from games.gaps import known, some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import LIMITS
from games.senjutsu.full.cards import check_not_ended, text_allows
from games.senjutsu.full.cursor import by_text, check_effect, effect_at, effect_done
from games.senjutsu.full.definitions import AdvantageGain as Gain
from games.senjutsu.full.definitions import FocusGain
from games.senjutsu.full.effect_events import AdvantageGained, FocusGained, FocusLost
from games.senjutsu.full.movement.move import check_named
from games.senjutsu.full.preconditions import (
    check_end_stage,
    due_for,
    in_effects,
    in_step,
    in_texts,
    no_longer_due,
    opening,
    passing,
    put,
    table,
    with_body,
)
from games.senjutsu.full.reveal import check_costs_paid
from games.senjutsu.full.state import changed
from games.senjutsu.permissions import Violations, same
from games.senjutsu.state import SenjutsuState

STEPS = ("draw", "resolve", "discard")
"""When the text of a card gives or takes focus."""


def _in_time(state: SenjutsuState, event: FocusGained) -> Violations:
    """SEN-LOG-02: when each reason may come."""
    if event.reason == "effect":
        return in_effects(state, event)
    return in_step(state, "draw") if event.reason == "lord" else in_texts(state, event.card, *STEPS)


@opening(_in_time)
def check_focus_gained(state: SenjutsuState, event: FocusGained, by: Actor) -> Violations:
    """An effect of the part that is resolved, the lord's blessing (SEN-HORDE-16), or what a card's text says."""
    judge = {"effect": _check_effect, "lord": _check_lord}.get(event.reason, _check_text)
    return judge(state, event)


def _check_effect(state: SenjutsuState, event: FocusGained) -> Violations:
    """SEN-LOG-08: as much as the card prints; the cap is computed (SEN-FOC-01)."""
    yield from check_effect(state, event.player, FocusGain, event.effect)
    yield from check_named(state, event.player, event.card, None)
    effect = effect_at(state, event.player, FocusGain, event.effect)
    if isinstance(effect, FocusGain):
        yield from same("what_focus", effect.amount, event.amount)


def _check_lord(state: SenjutsuState, event: FocusGained) -> Violations:
    if due_for(table(state), "focus_gained", event.player) is None or event.amount != 1:
        yield RuleViolation("SEN-HORDE-16", {"actor": event.player, "expected": 1, "told": event.amount})


def _check_text(state: SenjutsuState, event: FocusGained) -> Violations:
    yield from check_end_stage(state, event.player)
    yield from check_not_ended(state, event.card)
    if event.card is None or not text_allows(state, event.card):
        params = {"actor": event.player, "card": known(event.card), "effect": "effect_focus_gain"}
        yield RuleViolation("SEN-ATK-13", {**params, "verdict": "effect_elsewhere"})


def on_focus_gained(state: SenjutsuState, event: FocusGained) -> SenjutsuState:
    """SEN-FOC-01: what exceeds the limit is lost."""
    full = table(state)
    if event.reason == "effect":
        full = effect_done(state, event.player, FocusGain, event.effect)
    if event.reason == "lord":
        full = no_longer_due(full, "focus_gained", event.player)
    focus = min(LIMITS.focus, (state.fighters[event.player].focus or 0) + event.amount)
    return put(with_body(state, event.player, focus=focus), full)


@opening(lambda state, event: in_texts(state, event.card, *STEPS))
def check_focus_lost(state: SenjutsuState, event: FocusLost, by: Actor) -> Violations:
    """SEN-FOC-01, -02: by the text of a card, and not more than there is; SEN-REV-03: in Reveal not what the player's
    card still costs."""
    owed = check_costs_paid(state) if table(state).step == "reveal" else ()
    return passing(
        event,
        check_end_stage(state, event.player),
        (one for one in owed if one.params["actor"] == event.player),
        check_not_ended(state, event.card),
        _check_loss(state, event),
    )


def _check_loss(state: SenjutsuState, event: FocusLost) -> Violations:
    focus = state.fighters[event.player].focus or 0
    if not text_allows(state, event.card):
        params = {"actor": event.player, "card": event.card, "effect": "effect_other"}
        yield RuleViolation("SEN-ATK-13", {**params, "verdict": "effect_elsewhere"})
    elif event.amount > focus:
        numbers = {"told": event.amount, "limit": focus, "absent": True}
        yield RuleViolation("SEN-FOC-02", {"actor": event.player, **numbers})


def on_focus_lost(state: SenjutsuState, event: FocusLost) -> SenjutsuState:
    left = (state.fighters[event.player].focus or 0) - event.amount
    return with_body(state, event.player, focus=max(0, left))


@opening(in_effects)
def check_advantage_gained(state: SenjutsuState, event: AdvantageGained, by: Actor) -> Violations:
    """SEN-ADV-02: an effect of the card, and the track that follows from it; none in solo (SEN-SOLO-11)."""
    return passing(
        event,
        () if is_ignored(state, event) else _check_own_gain(state, event),
        _check_order(state, event) if table(state).track else (),
    )


def _check_own_gain(state: SenjutsuState, event: AdvantageGained) -> Violations:
    """SEN-ADV-02, SEN-LOG-08: an effect of one's part."""
    yield from check_effect(state, event.player, Gain, event.effect)
    yield from check_named(state, event.player, event.card, None)


def is_ignored(state: SenjutsuState, event: AdvantageGained) -> bool:
    """SEN-SOLO-11: without a track a gain changes nothing; SEN-ADV-02: a text may give it to somebody else."""
    return not table(state).track or by_text(state, event.player, event.card, Gain)


def risen(track: tuple[str, ...], player: str) -> tuple[str, ...]:
    """SEN-ADV-02: to the top; the others keep their order."""
    return (player, *(other for other in track if other != player))


def _check_order(state: SenjutsuState, event: AdvantageGained) -> Violations:
    due = risen(table(state).track, event.player)
    if event.order is not None and event.order != due:
        params = {"actor": event.player, "expected": list(due), "told": some(list(event.order))}
        yield RuleViolation("SEN-ADV-02", params)


def on_advantage_gained(state: SenjutsuState, event: AdvantageGained) -> SenjutsuState:
    if not table(state).track:
        return state
    own = not by_text(state, event.player, event.card, Gain)
    full = effect_done(state, event.player, Gain, event.effect) if own else table(state)
    return put(state, changed(full, track=risen(full.track, event.player)))
