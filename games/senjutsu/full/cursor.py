"""The part that is being resolved and the effect that comes next: SEN-ATK-10, -12, -13, SEN-KAM-09, SEN-FOC-03.

Effects are applied from top to bottom. An event of an effect names it, or means the next one of its kind; whatever is
passed over must be free to leave out. Called by every chapter whose events are effects of cards:

    place = effect_place(state, event.player, RingMove, event.effect)      # in `check_x`: violations of `check_place`
    full = effect_done(state, event.player, RingMove, event.effect)        # in `on_x`

A card whose parts are unknown is not judged; the caller flags its own rule with `flagged` (SEN-LOG-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from games.ruleset import RuleViolation
from games.senjutsu.full.cards import ended_by, part_of, seat, text_allows
from games.senjutsu.full.definitions import (
    AdvantageGain,
    AnyEffect,
    Attack,
    Block,
    Effect,
    FocusGain,
    KamaeChange,
    Move,
    Other,
    RingMove,
)
from games.senjutsu.full.preconditions import table
from games.senjutsu.full.state import FullState, Running, changed, is_of_part
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

Effects = tuple[AnyEffect, ...]

REACTIONS = ("blocked", "countered", "answered")
SUFFERED = ("hit", "dosed")
"""What befalls somebody: it is past when whoever did it goes on."""
NO_OPPONENTS = (FocusGain, KamaeChange, RingMove)
"""SEN-SOLO-10: virtual opponents have neither focus nor a ring; such effects pass them by."""


def running_of(state: SenjutsuState, actor: str) -> Running | None:
    """The part that this actor resolves now: the innermost one, or an outer one when the inner ones are done.

    SEN-BLK-07: whose block just succeeded goes on before the attacker does.
    """
    full, own = table(state), None
    if len(full.running) == 1:
        return full.running[0] if full.running[0].actor == actor else None
    reacts = any(one.actor == actor and one.kind in REACTIONS for one in full.window)
    for running in reversed(full.running):
        if running.actor == actor:
            if not is_exhausted(state, running):
                return running
            own = own or running
        elif not reacts and any(True for _ in unfinished(state, running)):
            return own
    return own


def by_text(state: SenjutsuState, actor: str, card: str | None, kind: type[Effect]) -> bool:
    """Whether an event is what the text of a card does to this actor, and no effect of the actor's own part: of another
    card, or of the part of its own that has a text and prints no effect of this kind."""
    if card is None or not text_allows(state, card) or ended_by(state, card) is not None:
        return False
    running = running_of(state, actor)
    if running is None or running.card != card:
        return True
    prints = any(isinstance(effect, kind) for effect in effects_of(state, running) or ())
    return says_more(state, running) and not prints


def says_more(state: SenjutsuState, running: Running) -> bool:
    """Whether the part that is resolved has a text; one for another time of the turn is none of it."""
    effects = effects_of(state, running) or ()
    return any(isinstance(effect, Other) and effect.when == "part" for effect in effects)


def is_exhausted(state: SenjutsuState, running: Running) -> bool:
    """Whether nothing is left of a part that could still be applied."""
    effects = effects_of(state, running)
    if effects is None:
        return False
    for index in range(running.effect, len(effects)):
        if index not in running.done and _applies(state, running, effects, index):
            return False
    return True


def effects_of(state: SenjutsuState, running: Running) -> Effects | None:
    """The effects of the part; None: unknown."""
    part = part_of(state, running.card, running.part)
    return None if part is None else part.effects


def kamae_fits(state: SenjutsuState, running: Running, effect: Effect) -> bool:
    """SEN-KAM-09: the ring is in the cell of the effect; opponents without a ring have none."""
    if effect.kamae is None:
        return True
    fighter = state.fighters.get(running.actor)
    return fighter is None or fighter.kamae == effect.kamae


def applies(state: SenjutsuState, running: Running, index: int) -> bool:
    """Whether an effect can be applied now: its kamae, its condition, and what its "or" has left."""
    return _applies(state, running, effects_of(state, running) or (), index)


def _applies(state: SenjutsuState, running: Running, effects: Effects, index: int) -> bool:
    effect = effects[index]
    if not kamae_fits(state, running, effect) or (effect.if_success and not running.success):
        return False
    kind = type(effect)
    if isinstance(effect, Other) and effect.when != "part":
        return False
    if kind is AdvantageGain and not table(state).track:
        return False
    if kind in NO_OPPONENTS and running.actor in state.foes:
        return False
    return effect.or_group is None or _chosen(state, running, index, effects)


def _chosen(state: SenjutsuState, running: Running, index: int, effects: Effects) -> bool:
    """SEN-ATK-12: one of the group, and the one of the current kamae if there is one."""
    effect = effects[index]
    group = [i for i, other in enumerate(effects) if other.or_group == effect.or_group]
    if any(i in running.done for i in group):
        return False
    own = [i for i in group if effects[i].kamae is not None and kamae_fits(state, running, effects[i])]
    return not own or index in own


def barred(state: SenjutsuState, running: Running, index: int) -> str | None:
    """The rule by which an effect cannot be applied any more, so that nobody pays for it: another one of its "or" was
    (SEN-ATK-12), or nothing before it is left that could succeed (SEN-ATK-10)."""
    effects = effects_of(state, running) or ()
    effect = effects[index]
    if effect.or_group is not None and not _chosen(state, running, index, effects):
        return "SEN-ATK-12"
    acts = any(is_of_part(block, running) for block in table(state).blocks)
    hopes = acts or any(isinstance(one, Attack | Block) for one in effects[running.effect : index])
    return "SEN-ATK-10" if effect.if_success and not (running.success or hopes) else None


def is_due(state: SenjutsuState, running: Running, index: int) -> bool:
    """Whether an effect that can be applied must be: SEN-FOC-03, SEN-ATK-02, SEN-KAM-09, SEN-MOVE-03, -04."""
    return _is_due(state, running, effects_of(state, running) or (), index)


def _is_due(state: SenjutsuState, running: Running, effects: Effects, index: int) -> bool:
    if index in running.done or not _applies(state, running, effects, index):
        return False
    effect = effects[index]
    if effect.or_group is not None and any(
        other.or_group == effect.or_group and _applies(state, running, effects, later)
        for later, other in enumerate(effects)
        if later > index
    ):
        return False
    if effect.optional_focus and index not in running.paid:
        fighter = state.fighters.get(running.actor)
        focus = (fighter.focus or 0) if fighter else 0
        battles = isinstance(effect, Attack) and _is_eternal_battle(state, running)
        return battles and focus >= effect.optional_focus
    free = (
        effect.optional or isinstance(effect, RingMove) or (isinstance(effect, Move) and not effect.mandatory)
    )
    return not free


def _is_eternal_battle(state: SenjutsuState, running: Running) -> bool:
    """SEN-ATK-01, -02: whether it is an attack card that was chosen for the turn, or that replaced the chosen one; what
    any other card, an instant or a counterattack asks for an attack may be left unpaid (SEN-FOC-03)."""
    return running.source == "card" and seat(state, running.actor).obliged


def unfinished(state: SenjutsuState, running: Running, before: int | None = None) -> Iterator[RuleViolation]:
    """What the actor still owes of this part (up to the effect `before`), each with its most exact rule."""
    effects = effects_of(state, running)
    if effects is None or seat(state, running.actor).ended:
        return
    for index in range(running.effect, len(effects) if before is None else before):
        if _is_due(state, running, effects, index):
            effect = effects[index]
            yield RuleViolation(rule_of(running, index, effect), left_out(running, index, effect))


def rule_of(running: Running, index: int, effect: Effect) -> str:
    """The most exact rule that wants an effect: of its price, its kind, its kamae, else of the order."""
    if isinstance(effect, Attack) and effect.optional_focus and index not in running.paid:
        return "SEN-ATK-02"
    if isinstance(effect, KamaeChange):
        return "SEN-KAM-07"
    if effect.kamae is not None:
        return "SEN-KAM-09"
    return {Attack: "SEN-ATK-01", Move: "SEN-MOVE-03"}.get(type(effect), "SEN-ATK-13")


def owed(running: Running, index: int, effect: Effect) -> dict[str, object]:
    """The words of a refusal about one effect of a part."""
    kind = str(effect.__struct_config__.tag)
    told = {"actor": running.actor, "card": running.card, "effect": f"effect_{kind}", "place": index + 1}
    return {**told, "verdict": "effect_elsewhere"}


def left_out(running: Running, index: int, effect: Effect) -> dict[str, object]:
    """The words of a refusal about an effect that must be applied."""
    params = {**owed(running, index, effect), "verdict": "effect_owed"}
    if isinstance(effect, Move):
        params |= {"legal": [effect.steps, effect.turns], "told": 0}
    if isinstance(effect, KamaeChange):
        params |= {"expected": effect.to, "told": "nothing"}
    return params


def effect_place(state: SenjutsuState, running: Running, kind: type[Effect], index: int | None) -> int | None:
    """The effect that an event means: the told one, else the next of its kind that can be applied, else the next."""
    return _place(state, running, effects_of(state, running) or (), kind, index)


def _place(
    state: SenjutsuState, running: Running, effects: Effects, kind: type[Effect], index: int | None
) -> int | None:
    if index is not None:
        return index if index < len(effects) and isinstance(effects[index], kind) else None
    first = None
    for i in range(running.effect, len(effects)):
        if isinstance(effects[i], kind) and i not in running.done:
            if _applies(state, running, effects, i):
                return i
            first = i if first is None else first
    return first


def effect_at(
    state: SenjutsuState, actor: str, kind: type[Effect], index: int | None = None
) -> AnyEffect | None:
    """The printed effect that an event of this actor means; None where the card is unknown or has none."""
    return located(state, actor, kind, index).effect


class Located(NamedTuple):
    """The open part, the place and the printed effect that an event means."""

    running: Running | None = None
    place: int | None = None
    effect: AnyEffect | None = None


def located(state: SenjutsuState, actor: str, kind: type[Effect], index: int | None = None) -> Located:
    """As `effect_at`, with the part and the place."""
    running = running_of(state, actor)
    effects = effects_of(state, running) if running is not None else None
    if running is None or effects is None:
        return Located(running)
    place = _place(state, running, effects, kind, index)
    return Located(running, place, effects[place] if place is not None else None)


def check_effect(
    state: SenjutsuState, actor: str, kind: type[Effect], index: int | None = None
) -> Violations:
    """An event that is an effect: a part of the actor is open, the effect stands there, can be applied, comes next."""
    running = running_of(state, actor)
    if running is None:
        yield RuleViolation(
            "SEN-ATK-13",
            {
                "actor": actor,
                "card": "nothing",
                "verdict": "effect_elsewhere",
            },
        )
        return
    effects = effects_of(state, running)
    if effects is None:
        return
    if seat(state, actor).ended:
        yield RuleViolation("SEN-COL-05", {"actor": actor, "card": running.card})
        return
    place = _place(state, running, effects, kind, index)
    if place is None or place < running.effect or place in running.done:
        told = f"effect_{kind.__struct_config__.tag}"
        params = {"actor": actor, "card": running.card, "effect": told, "verdict": "effect_elsewhere"}
        yield RuleViolation("SEN-ATK-13", params if index is None else {**params, "place": index + 1})
        return
    yield from _check_applies(state, running, effects, place)
    yield from unfinished(state, running, place)


def _check_applies(state: SenjutsuState, running: Running, effects: Effects, place: int) -> Violations:
    """SEN-KAM-09, SEN-ATK-10, -12, SEN-FOC-03."""
    effect = effects[place]
    if not _applies(state, running, effects, place):
        rule = "SEN-ATK-10" if effect.if_success and not running.success else "SEN-ATK-12"
        rule = rule if kamae_fits(state, running, effect) else "SEN-KAM-09"
        yield RuleViolation(rule, owed(running, place, effect))
    elif effect.optional_focus and place not in running.paid:
        params = {**owed(running, place, effect), "expected": effect.optional_focus}
        yield RuleViolation("SEN-ATK-02" if isinstance(effect, Attack) else "SEN-FOC-03", params)


def effect_done(state: SenjutsuState, actor: str, kind: type[Effect], index: int | None = None) -> FullState:
    """The table after an effect of this actor was applied: the cursor stands behind it."""
    running, place, _ = located(state, actor, kind, index)
    return done_at(table(state), running, place)


def done_at(full: FullState, running: Running | None, place: int | None) -> FullState:
    """As `effect_done`, for an effect that was located."""
    if running is None or place is None:
        return full
    after = msgspec.structs.replace(
        running, effect=max(running.effect, place + 1), done=(*running.done, place)
    )
    return with_running(_past(full, running), running, after)


def _past(full: FullState, running: Running) -> FullState:
    """SEN-ATK-07, SEN-BLK-07: instants "at once" come before the remaining effects of the card."""
    actor = running.actor
    if running.source != "card" or not full.window:
        return full
    left = tuple(
        one for one in full.window if actor not in (one.actor, None if one.kind in SUFFERED else one.other)
    )
    return full if len(left) == len(full.window) else changed(full, window=left)


def with_running(full: FullState, old: Running, new: Running) -> FullState:
    """The table with one of the open parts changed."""
    return changed(full, running=tuple([new if one is old else one for one in full.running]))


def opened(full: FullState, running: Running) -> FullState:
    """The table with a part (of an instant, a counterattack) resolved before the open ones go on."""
    return changed(full, running=(*full.running, running))
