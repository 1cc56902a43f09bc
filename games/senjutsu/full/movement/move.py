"""Movement effects: SEN-MOVE-01 to -11, SEN-TER-01, -05, SEN-SOLO-25. Called through `rules.py`.

The event tells every step and turn and where they lead. A movement that has to collide ends with the step that was not
made; the collision is then due (`collide.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.hexes import Hex, distance
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import LIMITS
from games.senjutsu.full.cards import card_of, is_core, is_weapon_core, seat
from games.senjutsu.full.cursor import Located, by_text, check_effect, done_at, located, running_of
from games.senjutsu.full.definitions import AnyEffect, Move
from games.senjutsu.full.effect_events import ActorMoved, MoveSpec
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.movement.collide import collision_due
from games.senjutsu.full.movement.forced import CORPSE, collision_at
from games.senjutsu.full.movement.ground import entered, field_of, ground_of, is_corpse, place_of, stand_of
from games.senjutsu.full.movement.steps import Hit, Op, Printed, Stand, end_of, faults, hit_of, places
from games.senjutsu.full.preconditions import enemies_of, in_effects, opening, passing, put, table, with_body
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.state import Due, FullState, changed, flagged, with_seat
from games.senjutsu.permissions import Violations, a_side, same
from games.senjutsu.state import Foe, SenjutsuState

ANYTHING = Printed(steps=99, directions=tuple(range(6)), turns=99, free_directions=True)
"""Where the card is unknown and nobody says what it prints."""
FREE = "wako"


@opening(in_effects)
def check_actor_moved(state: SenjutsuState, event: ActorMoved, by: Actor) -> Violations:
    """All of SEN-MOVE for the effect of one's part, or of another card's text: what it prints, how it was made."""
    moves_self = not by_text(state, event.actor, event.card, Move)
    effect = located(state, event.actor, Move, event.effect).effect if moves_self else None
    yield from passing(
        event,
        _check_own_part(state, event) if moves_self else (),
        _check_printed(event, effect),
        a_side(event.actor, event.to.facing),
        _check_long(state, event, effect) if event.long else (),
        _check_way(state, event, effect),
    )


def _check_own_part(state: SenjutsuState, event: ActorMoved) -> Violations:
    """SEN-ATK-13, SEN-LOG-08: the effect that comes next in one's part."""
    found = [*check_effect(state, event.actor, Move, event.effect)]
    yield from found
    if not found:
        yield from check_named(state, event.actor, event.card, event.part)


def printed_effect(state: SenjutsuState, event: ActorMoved) -> Located:
    """The movement effect of one's part; nothing where another card's text moves the actor."""
    if by_text(state, event.actor, event.card, Move):
        return Located()
    return located(state, event.actor, Move, event.effect)


def check_named(state: SenjutsuState, actor: str, card: str | None, part: int | None) -> Violations:
    """SEN-LOG-08: the card and the part that an event names are those being resolved."""
    running = running_of(state, actor)
    if running is not None:
        yield from same("what_card", running.card, card)
        yield from same("what_part", running.part, part)


def _check_printed(event: ActorMoved, known: AnyEffect | None) -> Violations:
    """SEN-LOG-06: what the event says of the card is what is known of it."""
    told = event.printed
    if told is not None and isinstance(known, Move) and printed_of(told) != printed_of(known):
        yield RuleViolation("SEN-LOG-06", {"card": event.card or "unknown", "fields": ["effect_move"]})


def printed_of(effect: Move | MoveSpec) -> Printed:
    """The movement of a printed effect, or as an event tells it of a card."""
    return Printed(effect.steps, anywhere(effect), effect.turns, effect.mandatory, effect.order)


def anywhere(effect: Move | MoveSpec) -> tuple[int, ...]:
    """SEN-LOG-05: steps whose directions nobody told may go in any one direction."""
    return effect.directions if effect.directions or not effect.steps else tuple(range(6))


def movement(state: SenjutsuState, event: ActorMoved, effect: AnyEffect | None) -> Printed:
    """What may be done: the card's effect or what the event says of it, the long-distance move, the wako's freedom."""
    told = effect if isinstance(effect, Move) else event.printed
    printed = printed_of(told) if told is not None else ANYTHING
    if event.long:
        steps = max(printed.steps, LIMITS.long_move)
        printed = msgspec.structs.replace(printed, steps=steps, mandatory=False)
    foe = state.foes.get(event.actor)
    if isinstance(foe, Foe) and foe.vo_type == FREE:
        printed = msgspec.structs.replace(printed, free_directions=True)
    return printed


def ops_of(event: ActorMoved) -> tuple[Op, ...]:
    """What was done."""
    return tuple((step.op, step.dir) for step in event.sequence)


def _check_way(state: SenjutsuState, event: ActorMoved, effect: AnyEffect | None) -> Violations:
    """SEN-MOVE-01 to -09, -11."""
    start, to = stand_of(state, event.actor), Stand(event.to.hex, event.to.facing)
    if start is None:
        return
    ground = ground_of(state, event.actor)
    for rules, params in faults(start, movement(state, event, effect), ops_of(event), to, ground):
        yield from broken(event, {"actor": event.actor, **params}, *rules)


def _check_long(state: SenjutsuState, event: ActorMoved, effect: AnyEffect | None) -> Violations:
    """SEN-MOVE-10: one movement of the core ability card of a character that began the turn far from everybody."""
    running = running_of(state, event.actor)
    own = running.card if running is not None else card_of(state, event.actor)
    card = own if event.card is None else event.card
    core = card is not None and is_core(state, card) and not is_weapon_core(state, card)
    params = {"actor": event.actor, "limit": LIMITS.far - 1}
    far = seat(state, event.actor).far or not all_placed(state, event.actor)
    again = seat(state, event.actor).long
    if not core or not far or again or event.actor not in state.fighters:
        yield RuleViolation("SEN-MOVE-10", {**params, "told": "what_long_again" if again else "what_long"})
    else:
        yield from _check_long_end(state, event, effect)


def _check_long_end(state: SenjutsuState, event: ActorMoved, effect: AnyEffect | None) -> Violations:
    """SEN-MOVE-10, -03: it ends at once near an enemy, and before that a mandatory effect is made whole."""
    start = stand_of(state, event.actor)
    if start is None:
        return
    done = ops_of(event)
    near = [index for index, now in enumerate(places(start, done)) if is_near(state, event.actor, now.hex)]
    if near and near[0] < len(done) - 1:
        params = {"actor": event.actor, "limit": LIMITS.far - 1, "late": len(done) - 1 - near[0]}
        yield RuleViolation("SEN-MOVE-10", params)
    if isinstance(effect, Move) and effect.mandatory and not near:
        steps = sum(op == "step" for op, _ in done)
        if steps < effect.steps or len(done) - steps < effect.turns:
            params = {"actor": event.actor, "legal": [effect.steps, effect.turns], "told": len(done)}
            yield RuleViolation("SEN-MOVE-03", params)


def all_placed(state: SenjutsuState, actor: str) -> bool:
    """SEN-LOG-05: whether the hexes of an actor and all its enemies are known."""
    return all(place_of(state, one) is not None for one in (actor, *enemies_of(state, actor)))


def is_near(state: SenjutsuState, actor: str, place: Hex) -> bool:
    """Whether an enemy is so near that a long-distance move ends."""
    found = (place_of(state, enemy) for enemy in enemies_of(state, actor))
    return any(other is not None and distance(place, other) < LIMITS.far for other in found)


def is_far(state: SenjutsuState, player: str) -> bool:
    """SEN-MOVE-10: more than 6 hexes from every undefeated enemy; no where a place is unknown."""
    here = place_of(state, player)
    return here is not None and all_placed(state, player) and not is_near(state, player, here)


def on_actor_moved(state: SenjutsuState, event: ActorMoved) -> SenjutsuState:
    """SEN-MOVE-09, SEN-TER-05: where the mover stands, what the corpses on the way cost, a collision that is due."""
    start, done = stand_of(state, event.actor), ops_of(event)
    running, place, effect = printed_effect(state, event)
    full = _flag(done_at(table(state), running, place), event, start, effect is None)
    full = with_seat(_flag_long(state, full, event), event.actor, long=True) if event.long else full
    hit = None if start is None else _hit(state, event, start, done, effect)
    hurts, waiting = _entries(full, event, start, done[: hit.index] if hit is not None else done)
    if hit is not None:
        collision = collision_at(hit.hex, field_of(state, event.actor), event.actor)
        waiting = (collision_due(event.actor, "own_move", collision), *waiting) if collision else waiting
    state = put(state, changed(full, due=(*full.due, *waiting)) if waiting else full)
    state = with_body(state, event.actor, hex=event.to.hex, facing=event.to.facing % 6)
    return hurt(state, hurts) if hurts else state


def _flag(full: FullState, event: ActorMoved, start: Stand | None, unknown: bool) -> FullState:
    """SEN-LOG-05."""
    if unknown and event.printed is None:
        full = flagged(full, "SEN-MOVE-02")
    full = full if start is not None else flagged(full, "SEN-MOVE-09")
    return full if full.board is not None else flagged(full, "SEN-MOVE-07")


def _flag_long(state: SenjutsuState, full: FullState, event: ActorMoved) -> FullState:
    """SEN-LOG-05: a long-distance move past enemies of unknown place."""
    return full if all_placed(state, event.actor) else flagged(full, "SEN-MOVE-10")


def _entries(
    full: FullState, event: ActorMoved, start: Stand | None, done: tuple[Op, ...]
) -> tuple[tuple[Hurt, ...], tuple[Due, ...]]:
    """SEN-TER-05: what the corpses on the way cost."""
    if start is None or CORPSE not in [thing.object for thing in full.terrain]:
        return (), ()
    return entered(full, event.actor, sum(is_corpse(full, place) for place in _entered(start, done)))


def _hit(
    state: SenjutsuState, event: ActorMoved, start: Stand, done: tuple[Op, ...], effect: AnyEffect | None
) -> Hit | None:
    """The collision of this movement: none where the mover got to the end of its way."""
    if event.to.hex == end_of(start, done).hex:
        return None
    ground = ground_of(state, event.actor)
    hit = hit_of(start, movement(state, event, effect), done, ground)
    if hit is None or hit.index < len(done) - 1 or event.to.hex != hit.stay.hex:
        return None
    return hit


def _entered(start: Stand, done: tuple[Op, ...]) -> Iterator[Hex]:
    """The hexes that the steps lead into."""
    for (op, _), now in zip(done, places(start, done), strict=True):
        if op == "step":
            yield now.hex
