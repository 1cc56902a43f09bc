"""Effects without an event of their own, and effects that are left out: SEN-ATK-01, -02, -12, -13, SEN-COV-01, -04.

`effect_resolved` says that a text was followed, or that an effect is passed over: one that need not be applied, or an
attack that cannot be attempted. Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import OPPONENTS
from games.senjutsu.full.attacks.aim import can_attack
from games.senjutsu.full.cards import check_not_ended, has_text, parts_of, seat
from games.senjutsu.full.cursor import (
    check_effect,
    effect_done,
    effect_place,
    effects_of,
    is_due,
    left_out,
    owed,
    rule_of,
    running_of,
    unfinished,
    with_running,
)
from games.senjutsu.full.definitions import AnyEffect, Attack, Effect, Other
from games.senjutsu.full.effect_events import EffectResolved
from games.senjutsu.full.foes.foe_choice import finds_target
from games.senjutsu.full.movement.move import check_named
from games.senjutsu.full.preconditions import (
    body,
    check_end_stage,
    in_step,
    opening,
    passing,
    put,
    resolves,
    table,
    with_body,
)
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.state import FullState, Running, flagged
from games.senjutsu.permissions import Violations
from games.senjutsu.state import Fighter, SenjutsuState

AROUND_THE_DRAW = ("turn_start", "after_draw")
"""The times of a text that stand before and after the draw."""

COVER = "enter_cover"
"""The choice by which an effect of unknown text says that its owner goes into cover."""


def _in_time(state: SenjutsuState, event: EffectResolved) -> Violations:
    """SEN-LOG-02: the text of a card may say any time but Select and Reveal."""
    return in_step(state, "draw", "resolve", "discard") if is_outside(state, event) else ()


@opening(_in_time)
def check_effect_resolved(state: SenjutsuState, event: EffectResolved, by: Actor) -> Violations:
    """A text that is followed, or an effect that is left out."""
    if is_outside(state, event):
        return passing(event, _check_text(state, event), _check_cover(state, event))
    own = _check_applied if event.applied else _check_left_out
    named = check_named(state, event.actor, event.card, event.part)
    return passing(event, named, own(state, event), _check_cover(state, event))


def is_outside(state: SenjutsuState, event: EffectResolved) -> bool:
    """Whether the text is followed outside Resolve, and is none of an instant's that is resolved before it."""
    own = any((one.actor, one.card) == (event.actor, event.card) for one in table(state).running)
    return table(state).step != "resolve" and not (own and resolves(state))


def _check_text(state: SenjutsuState, event: EffectResolved) -> Violations:
    """SEN-TURN-04, SEN-DISC-01: outside Resolve only what a text says of that time."""
    yield from check_end_stage(state, event.actor)
    if event.card not in texts_of(state, event.actor):
        ended = [*check_not_ended(state, event.card)]
        yield from ended or (RuleViolation("SEN-ATK-13", _owed(event)),)
        return
    times = _times(state, event)
    if times and not any(is_time(state, event.actor, when) for when in times):
        early = table(state).step == "draw" and not times.isdisjoint(AROUND_THE_DRAW)
        yield (
            RuleViolation("SEN-TURN-04", {"actor": event.actor})
            if early
            else RuleViolation("SEN-ATK-13", _owed(event))
        )


def _times(state: SenjutsuState, event: EffectResolved) -> set[str]:
    """When the text that an event means is followed: that of the effect it names, else those of the whole card."""
    if event.effect is None:
        return times_of(state, event.card)
    parts = parts_of(state, event.card) or ()
    effects = (parts[event.part].effects or ()) if event.part < len(parts) else ()
    told = effects[event.effect : event.effect + 1]
    return {effect.when for effect in told if isinstance(effect, Other)}


def times_of(state: SenjutsuState, card: str) -> set[str]:
    """When the texts of a card are followed, as far as they are known."""
    parts = parts_of(state, card) or ()
    effects = (effect for part in parts for effect in part.effects or ())
    return {effect.when for effect in effects if isinstance(effect, Other)}


def texts_of(state: SenjutsuState, actor: str) -> tuple[str, ...]:
    """The cards of which this actor may follow a text outside Resolve: its own of this turn, unless a collision ended
    them (SEN-COL-05), and its poisons."""
    now, one = seat(state, actor), body(state, actor)
    own = () if now.ended else (*now.play, *now.past)
    cards = dict.fromkeys((*own, *(one.poisons if one is not None else ())))
    return tuple(card for card in cards if has_text(state, card))


def is_time(state: SenjutsuState, actor: str, when: str) -> bool:
    """SEN-TURN-04, SEN-DISC-03: whether a text of this time can be followed now, outside Resolve; "part" tells no
    time."""
    step, now = table(state).step, seat(state, actor)
    due = {
        "turn_start": step == "draw" and not (now.bled or now.drew),
        "after_draw": step == "draw" and now.drew,
        "turn_end": step == "discard",
    }
    return due.get(when, True)


def is_awaited(state: SenjutsuState, actor: str, card: str) -> bool:
    """Whether a text of this card says that its time is now."""
    return any(when != "part" and is_time(state, actor, when) for when in times_of(state, card))


def may_follow(state: SenjutsuState, actor: str, card: str) -> bool:
    """Whether a text of this card can be followed now, outside Resolve; of an unknown text nobody knows the time."""
    times = times_of(state, card)
    return not times or any(is_time(state, actor, when) for when in times)


def _owed(event: EffectResolved) -> dict[str, object]:
    place: dict[str, object] = {} if event.effect is None else {"place": event.effect + 1}
    told = {"actor": event.actor, "card": event.card, "effect": "effect_other", **place}
    return {**told, "verdict": "effect_elsewhere"}


def _check_applied(state: SenjutsuState, event: EffectResolved) -> Violations:
    """SEN-ATK-13: everything but a text has its own event."""
    yield from check_effect(state, event.actor, Other, event.effect)


def _found(state: SenjutsuState, event: EffectResolved) -> tuple[Running, int, AnyEffect] | None:
    """The part, the place and the effect that an event means; None where the card is unknown."""
    running = running_of(state, event.actor)
    effects = effects_of(state, running) if running is not None else None
    if running is None or effects is None:
        return None
    kind = Other if event.applied else Effect
    place = effect_place(state, running, kind, event.effect)
    return None if place is None else (running, place, effects[place])


def _check_left_out(state: SenjutsuState, event: EffectResolved) -> Violations:
    """SEN-ATK-01, -02: whatever must be applied is left out only where it is impossible."""
    found = _found(state, event)
    running = running_of(state, event.actor)
    if running is None or (found is None and effects_of(state, running) is not None):
        yield RuleViolation("SEN-ATK-13", _owed(event))
        return
    if found is None:
        return
    _, place, effect = found
    if place < running.effect or place in running.done or seat(state, event.actor).ended:
        yield RuleViolation("SEN-ATK-13", owed(running, place, effect))
        return
    yield from unfinished(state, running, place)
    if is_due(state, running, place) and not _impossible(state, running, effect):
        yield from broken(event, left_out(running, place, effect), rule_of(running, place, effect))


def _impossible(state: SenjutsuState, running: Running, effect: AnyEffect) -> bool:
    """SEN-ATK-01: nobody in range or sight, or no slower enemy; SEN-SOLO-18: nobody whom an opponent would attack."""
    if not isinstance(effect, Attack):
        return False
    foe = running.actor in state.foes and not finds_target(state, running.actor, running.card, effect)
    return foe or not can_attack(state, running, effect)


def can_come(state: SenjutsuState, running: Running, effect: AnyEffect) -> bool:
    """SEN-ATK-05, SEN-SOLO-18: whether an effect can be logged as applied from where its owner stands. A player's
    attack that finds no slower enemy may still be declared: it fails (SEN-ATK-08)."""
    fails = isinstance(effect, Attack) and effect.aim == "compare" and running.actor in state.fighters
    return fails or not _impossible(state, running, effect)


def _check_cover(state: SenjutsuState, event: EffectResolved) -> Violations:
    """SEN-COV-01, -04: cover is entered by ninja and assassins, by an effect that says so."""
    if not event.applied:
        return
    found = None if is_outside(state, event) else _found(state, event)
    effect = found[2] if found is not None else None
    enters = isinstance(effect, Other) and effect.enters_cover
    if (enters or event.choice == COVER) and not may_hide(state, event.actor):
        yield from broken(event, {"actor": event.actor}, "SEN-COV-01")
    elif event.choice == COVER and effect is not None and not enters:
        yield from broken(event, {"actor": event.actor, "card": event.card}, "SEN-COV-04")


def may_hide(state: SenjutsuState, actor: str) -> bool:
    """SEN-COV-01: who has a cover card."""
    one = body(state, actor)
    if isinstance(one, Fighter):
        return one.cover
    return one is not None and OPPONENTS.types[one.vo_type].cover


def on_effect_resolved(state: SenjutsuState, event: EffectResolved) -> SenjutsuState:
    """SEN-COV-04; the cursor stands behind the effect, and what was left out counts for no "or"."""
    if is_outside(state, event):
        return hidden(state, event, False)
    found = _found(state, event)
    if found is None:
        return hidden(put(state, flagged(table(state), "SEN-ATK-13")), event, False)
    running, place, effect = found
    if not event.applied:
        return put(state, _passed_over(table(state), running, place))
    state = put(state, effect_done(state, event.actor, Other, event.effect))
    return hidden(state, event, isinstance(effect, Other) and effect.enters_cover)


def hidden(state: SenjutsuState, event: EffectResolved, enters: bool) -> SenjutsuState:
    """SEN-COV-04: the owner is in cover again."""
    if event.applied and (enters or event.choice == COVER) and may_hide(state, event.actor):
        return with_body(state, event.actor, in_cover=True)
    return state


def _passed_over(full: FullState, running: Running, place: int) -> FullState:
    after = msgspec.structs.replace(running, effect=max(running.effect, place + 1))
    return with_running(full, running, after)
