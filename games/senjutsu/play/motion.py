"""Simulated movement: every execution of a movement effect is tried, a legal one is taken; ring and kamae likewise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product

from games.hexes import distance, stepped
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full import effect_events as g
from games.senjutsu.full.cards import is_core, is_weapon_core, part_of, seat
from games.senjutsu.full.definitions import KamaeChange, Move, RingMove
from games.senjutsu.full.frame import enemies_of
from games.senjutsu.full.ground import ground_of, place_of, stand_of
from games.senjutsu.full.ring import study_of
from games.senjutsu.full.state import Running
from games.senjutsu.full.steps import Op, Printed, Stand, end_of, hit_of
from games.senjutsu.kamae import paths, ring_moved
from games.senjutsu.play.opponents import aimed_stands
from games.senjutsu.play.table import PlayTable


def move(table: PlayTable, running: Running, place: int, effect: Move) -> bool:
    """A legal execution, if there is one: complete ones first where the effect is mandatory."""
    stand = stand_of(table.state, running.actor)
    if stand is None:
        return False
    long = may_go_far(table, running) and table.chance(0.7)
    steps = max(effect.steps, LIMITS.long_move) if long else effect.steps
    ways = list(dict.fromkeys(executions(effect, steps)))
    table.rng.shuffle(ways)
    ways.sort(key=lambda way: -len(way) if effect.mandatory else 0)
    by = table.of(running.actor)
    foe = running.actor in table.state.foes
    events = (_event(table, running, place, effect, stand, way, long) for way in ways)
    legal = (event for event in events if table.may(event, by))
    hunts = not foe and not effect.mandatory and table.chance(0.8)
    few = list(legal) if foe else list(islice(legal, 6 if hunts else 1))
    best = aimed(table, running, effect, few) if foe else min(few, key=_far(table, running), default=None)
    if best is not None:
        table.log(best, by)
    return best is not None


def _far(table: PlayTable, running: Running) -> Callable[[g.ActorMoved], tuple[int, int]]:
    """How far a movement ends from the nearest enemy's face: players mostly look for a fight."""
    found = (place_of(table.state, enemy) for enemy in enemies_of(table.state, running.actor))
    enemies = [place for place in found if place is not None]

    def far(event: g.ActorMoved) -> tuple[int, int]:
        ahead = stepped(event.to.hex, event.to.facing, 0)
        near = min((distance(event.to.hex, place) for place in enemies), default=0)
        return near, min((distance(ahead, place) for place in enemies), default=0)

    return far


def aimed(
    table: PlayTable, running: Running, effect: Move, events: list[g.ActorMoved]
) -> g.ActorMoved | None:
    """An opponent goes where its attack will hit somebody, if it can."""
    part = part_of(table.state, running.card, running.part)
    if part is None or not events:
        return None
    stands = [Stand(event.to.hex, event.to.facing) for event in events]
    good = aimed_stands(table, running, part, effect, stands)
    able = [event for event in events if Stand(event.to.hex, event.to.facing) in good]
    return able[0] if table.chance(0.3) else min(able, key=_far(table, running))


def may_go_far(table: PlayTable, running: Running) -> bool:
    """SEN-MOVE-10."""
    own = is_core(table.state, running.card) and not is_weapon_core(table.state, running.card)
    return own and running.actor in table.state.fighters and seat(table.state, running.actor).far


def executions(effect: Move, steps: int) -> Iterator[tuple[Op, ...]]:
    """Every order of up to `steps` steps in one direction and the effect's turns in one rotation."""
    for direction, rotation in product(effect.directions or (0,), (1, -1)):
        for made, turned in product(range(steps + 1), range(effect.turns + 1)):
            yield from _orders(made, turned, direction, rotation)


def _orders(steps: int, turns: int, direction: int, rotation: int) -> Iterator[tuple[Op, ...]]:
    if not steps and not turns:
        yield ()
    if steps:
        for rest in _orders(steps - 1, turns, direction, rotation):
            yield (("step", direction), *rest)
    if turns:
        for rest in _orders(steps, turns - 1, direction, rotation):
            yield (("turn", rotation), *rest)


def _event(
    table: PlayTable,
    running: Running,
    place: int,
    effect: Move,
    stand: Stand,
    way: tuple[Op, ...],
    long: bool,
) -> g.ActorMoved:
    printed = Printed(
        max(effect.steps, LIMITS.long_move) if long else effect.steps,
        effect.directions,
        effect.turns,
        effect.mandatory and not long,
        effect.order,
    )
    hit = hit_of(stand, printed, way, ground_of(table.state, running.actor))
    end = end_of(stand, way) if hit is None else hit.stay
    return g.ActorMoved(
        actor=running.actor,
        sequence=tuple(g.Step(op, amount) for op, amount in way),
        to=g.Stand(end.hex, end.facing),
        card=running.card if table.chance(0.5) else None,
        effect=place,
        long=long,
    )


def move_ring(table: PlayTable, running: Running, place: int, effect: RingMove) -> bool:
    """A path along the lines of the study card, or none."""
    player = running.actor
    study = study_of(table.state, player)
    if study is None:
        return False
    start = table.state.fighters[player].kamae or "neutral"
    ways = list(paths(study, start, effect.limit))
    table.rng.shuffle(ways)
    for way in ways:
        to, _ = ring_moved(start, way)
        event = g.KamaeMoved(player=player, limit=effect.limit, path=way, to=to, effect=place)
        if table.may(event):
            table.log(event, table.of(player))
            return True
    return False


def change_kamae(table: PlayTable, running: Running, place: int, effect: KamaeChange) -> bool:
    """To the printed cell, or to any but neutral."""
    cells = [cell for cell in FACTS.kamae if cell != "neutral"] if effect.to == "any" else [effect.to]
    to = table.rng.choice(cells)
    event = g.KamaeChanged(player=running.actor, instruction=effect.to, to=to, effect=place)
    table.log(event, table.of(running.actor))
    return True
