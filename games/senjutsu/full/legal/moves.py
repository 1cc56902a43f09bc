"""Concrete legal events that a person at the table may log next, as the pad offers them: one tap each.

Made from what the rules say may come next and from the cards as far as they are known; each is judged before it is
offered. What nobody can guess (cards drawn face down, texts of cards) has a form of its own in `forms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from games import moves as common
from games.hexes import pattern
from games.ruleset import SYSTEM, Actor, Event, NextEvent
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.attacks import aim
from games.senjutsu.full.attacks.displacement import Moved, directions_of, displaced
from games.senjutsu.full.attacks.strikes import Blow, blow_at, has_failed, outcome_at, victims
from games.senjutsu.full.cards import card_of, definition, is_core, is_weapon_core, pile, seat
from games.senjutsu.full.cursor import applies, effects_of, running_of
from games.senjutsu.full.definitions import (
    AdvantageGain,
    Attack,
    Block,
    Effect,
    FocusGain,
    KamaeChange,
    Move,
    RingMove,
)
from games.senjutsu.full.movement.collide import met
from games.senjutsu.full.movement.ground import ground_of, place_of, stand_of
from games.senjutsu.full.movement.kamae import paths, ring_moved
from games.senjutsu.full.movement.ring import study_of
from games.senjutsu.full.movement.steps import Op, Printed, Stand, end_of, hit_of
from games.senjutsu.full.poison import available, is_extended
from games.senjutsu.full.preconditions import standing_actors, table
from games.senjutsu.full.state import Running, Strike
from games.senjutsu.permissions import owner_of
from games.senjutsu.rules import Senjutsu
from games.senjutsu.state import SenjutsuState, shared

RULES = Senjutsu()


def moves(play: SenjutsuState, told: NextEvent, by: Actor = SYSTEM) -> list[Event]:
    """The concrete events of one kind, legal ones only."""
    make = MAKERS.get(told.type, plain)
    return common.legal(RULES, play, make(play, told), by=by)


def plain(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """Every combination of the few legal values."""
    return common.plain(RULES, told)


def _held(play: SenjutsuState, player: str) -> list[str]:
    return sorted(set(pile(play, player).held)) if player in play.fighters else []


def open_effects(play: SenjutsuState, actor: str, kind: type[Effect]) -> Iterator[tuple[Running, int, Any]]:
    """The effects of this kind that may come next in the part that the actor resolves."""
    running = running_of(play, actor)
    if running is None:
        return
    for place, effect in enumerate(effects_of(play, running) or ()):
        waits = place >= running.effect and place not in running.done
        if waits and isinstance(effect, kind) and applies(play, running, place):
            yield running, place, effect


def _targets(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """Everybody else who stands."""
    actor = owner_of(told)
    for target in standing_actors(play):
        yield f.TargetNamed(actor=actor, targets=(target,))


def _paid(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """Focus for what the rules name, or for an instant of the player's hand right before it is played."""
    if "card" in told.choices:
        yield from plain(play, told)
        return
    player, reason = owner_of(told), told.choices["reason"][0]
    blocked = any(one.kind == "blocked" and one.actor == player for one in table(play).window)
    for card in _held(play, player):
        cost = definition(play, card).mandatory_focus
        if cost and (definition(play, card).instant or blocked):
            yield f.FocusPaid(player=player, amount=cost, reason=reason, card=card)


def _instants(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    player = owner_of(told)
    on = card_of(play, player)
    cards = told.choices.get("card") or _held(play, player)
    for card, kind in product(cards, told.choices["kind"]):
        known = definition(play, card).instant
        if kind in (known or ()) or (known is None and "card" in told.choices):
            yield f.InstantPlayed(player=player, card=card, kind=kind, on=None if kind == "normal" else on)


def _counterattacks(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    player = owner_of(told)
    against = [one.other for one in table(play).window if one.kind == "blocked" and one.actor == player]
    cards = told.choices.get("card") or _held(play, player)
    for card, other in product(cards, dict.fromkeys(against)):
        yield g.CounterattackPlayed(player=player, card=card, against=other or "")


def _moves(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """One way to every place and facing that the effect reaches."""
    actor = owner_of(told)
    stand = stand_of(play, actor)
    if stand is None:
        return
    if reads_off(play, told):
        yield from _read_off(actor, stand)
        return
    for running, place, effect in open_effects(play, actor, Move):
        far = is_core(play, running.card) and not is_weapon_core(play, running.card) and seat(play, actor).far
        for long in (True, False) if far and actor in play.fighters else (False,):
            steps = max(effect.steps, LIMITS.long_move) if long else effect.steps
            printed = Printed(
                steps, effect.directions, effect.turns, effect.mandatory and not long, effect.order
            )
            seen = set()
            for way in ways(effect, steps):
                hit = hit_of(stand, printed, way, ground_of(play, actor))
                end = end_of(stand, way) if hit is None else hit.stay
                if (end, hit is None) in seen:
                    continue
                event = g.ActorMoved(
                    actor=actor,
                    sequence=tuple(g.Step(op, amount) for op, amount in way),
                    to=g.Stand(end.hex, end.facing),
                    effect=place,
                    long=long,
                )
                if not RULES.check(play, event, SYSTEM):
                    seen.add((end, hit is None))
                    yield event


def reads_off(play: SenjutsuState, told: NextEvent) -> bool:
    """SEN-LOG-05: whether somebody moves by a card whose effects nobody told."""
    running = running_of(play, owner_of(told))
    return running is not None and effects_of(play, running) is None and "card" not in told.choices


def _read_off(actor: str, stand: Stand) -> Iterator[Event]:
    """SEN-MOVE-05: steps in one direction or turns in one rotation; what has both is told one after the other."""
    steps = (("step", side, made) for side in range(6) for made in range(1, LIMITS.long_move + 1))
    turns = (("turn", 1, 1), ("turn", -1, 1), ("turn", 1, 2), ("turn", -1, 2), ("turn", 1, 3))
    for op, amount, made in (*steps, *turns):
        way: tuple[Op, ...] = ((op, amount),) * made  # type: ignore[assignment]
        end = end_of(stand, way)
        yield g.ActorMoved(
            actor=actor,
            sequence=tuple(g.Step(one, by) for one, by in way),
            to=g.Stand(end.hex, end.facing),
        )


def ways(effect: Move, steps: int) -> list[tuple[Op, ...]]:
    """Every order of up to `steps` steps in one direction and the turns in one rotation, the shortest first."""
    found = [
        way
        for direction, rotation in product(effect.directions or (0,), (1, -1))
        for made, turns in product(range(steps + 1), range(effect.turns + 1))
        for way in orders(made, turns, direction, rotation)
    ]
    return sorted(dict.fromkeys(found), key=len)


def orders(steps: int, turns: int, direction: int, rotation: int) -> Iterator[tuple[Op, ...]]:
    if not steps and not turns:
        yield ()
    if steps:
        yield from ((("step", direction), *rest) for rest in orders(steps - 1, turns, direction, rotation))
    if turns:
        yield from ((("turn", rotation), *rest) for rest in orders(steps, turns - 1, direction, rotation))


def _ring(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    yield from ring_moves(play, owner_of(told))


def ring_moves(play: SenjutsuState, player: str, more: int = 0) -> Iterator[Event]:
    """The ways of the ring, up to `more` cells longer than printed."""
    study = study_of(play, player) if player in play.fighters else None
    if study is None:
        return
    start = play.fighters[player].kamae or "neutral"
    for _running, place, effect in open_effects(play, player, RingMove):
        for way in paths(study, start, effect.limit + more):
            to, _left = ring_moved(start, way)
            yield g.KamaeMoved(player=player, limit=effect.limit, path=way, to=to, effect=place)


def _kamae(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    player = owner_of(told)
    for _running, place, effect in open_effects(play, player, KamaeChange):
        for to in [cell for cell in FACTS.kamae if cell != "neutral"] if effect.to == "any" else [effect.to]:
            yield g.KamaeChanged(player=player, instruction=effect.to, to=to, effect=place)


def _focus(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    player = owner_of(told)
    for _running, place, effect in open_effects(play, player, FocusGain):
        yield g.FocusGained(player=player, amount=effect.amount, effect=place)
    for due in table(play).due:
        if due.kind == "focus_gained" and due.actor == player:
            yield g.FocusGained(player=player, amount=1, reason="lord")


def _advantage(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    for _running, place, _effect in open_effects(play, owner_of(told), AdvantageGain):
        yield g.AdvantageGained(player=owner_of(told), effect=place)


def _blocks(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    actor = owner_of(told)
    stand, board = stand_of(play, actor), table(play).board
    for running, place, effect in open_effects(play, actor, Block):
        if stand is not None:
            hexes = pattern(stand.hex, stand.facing, effect.grid)
            inside = tuple(hex_ for hex_ in hexes if board is None or hex_ in board)
            yield g.BlockApplied(actor=actor, card=running.card, hexes=inside, effect=place)


def _attacks(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    actor = owner_of(told)
    for running, place, effect in open_effects(play, actor, Attack):
        grid = aim.grid_hexes(play, running, effect) if effect.aim == "grid" else ()
        targets: tuple[str | None, ...] = (None,)
        if effect.aim == "compare":
            targets = aim.slower(play, running) or (None,)
        elif effect.aim == "named":
            targets = (None, *play.fighters, *play.foes)
        for target in targets:
            yield g.AttackDeclared(
                attacker=actor,
                card=running.card,
                part=running.part,
                effect=place,
                hexes=grid or (),
                target=target,
            )


def resolutions(play: SenjutsuState, told: NextEvent) -> Iterator[g.AttackResolved]:
    """What the declared attack does by the rules; a choice for every direction that its owner may pick, and for every
    order of those who are moved that leads elsewhere."""
    strike = table(play).strike
    if strike is None:
        return
    if has_failed(play, strike):
        failed = g.Result(hex=place_of(play, strike.attacker) or (0, 0), outcome="failed")
        yield g.AttackResolved(attacker=strike.attacker, results=(failed,))
        return
    choices = [_of_hex(play, strike, hex_) for hex_ in strike.hexes]
    for parts in product(*(one for one in choices if one)):
        for results in _orders(play, strike.attacker, tuple(one for part in parts for one in part)):
            yield g.AttackResolved(attacker=strike.attacker, results=results)


def _orders(
    play: SenjutsuState, attacker: str, results: tuple[g.Result, ...]
) -> Iterator[tuple[g.Result, ...]]:
    """SEN-HEX-06: targets are moved one after another, as they are told, or in whatever order ends otherwise."""
    yield results
    shifted = [one for one in results if one.push is not None or one.pull is not None]
    if len(shifted) < 2:
        return
    rest, seen = [one for one in results if one not in shifted], [_ends(play, attacker, results)]
    for order in permutations(shifted):
        told = (*order, *rest)
        ends = _ends(play, attacker, told)
        if ends not in seen:
            seen.append(ends)
            yield told


def _ends(play: SenjutsuState, attacker: str, results: tuple[g.Result, ...]) -> dict[str, Moved]:
    """Where everybody who is moved ends, and what they run into."""
    return {moved.actor: moved for _result, moved, _from in displaced(play, attacker, results)}


def _of_hex(play: SenjutsuState, strike: Strike, hex_: tuple[int, int]) -> list[tuple[g.Result, ...]]:
    """The possible results on one hex."""
    outcome = outcome_at(play, strike, hex_) or "empty"
    there, blow = victims(play, strike, hex_), blow_at(play, strike, hex_)
    if outcome != "hit" or blow is None or not there:
        return [(g.Result(hex=hex_, outcome=outcome, target=there[0] if len(there) == 1 else None),)]
    return [tuple(one) for one in product(*(of_target(play, strike, hex_, target, blow) for target in there))]


def of_target(
    play: SenjutsuState, strike: Strike, hex_: tuple[int, int], target: str, blow: Blow
) -> list[g.Result]:
    where = {"hex": hex_, "outcome": "hit", "target": target}
    base = {**shared(blow, g.Result), **where}
    pushes = _shifts(play, strike, target, "push", blow.push)
    pulls = _shifts(play, strike, target, "pull", blow.pull)
    turns = [g.ForcedTurn(blow.turns, 1), g.ForcedTurn(blow.turns, -1)] if blow.turns else [None]
    return [
        g.Result(**{**base, "poison": poison, "push": push, "pull": pull, "turns": turn})
        for poison, push, pull, turn in product(
            _doses(play, strike.attacker, blow.poison), pushes, pulls, turns
        )
    ]


def _doses(play: SenjutsuState, attacker: str, count: int) -> list[tuple[str, ...]]:
    """SEN-EFF-07, -08: the poison cards that one target may get, by choice of the attacker, fewer where others get the
    last ones; the single card of the base box as often as it is asked for."""
    deck = tuple(available(play, attacker) or ())
    if not is_extended(play, attacker):
        return [deck * count]
    sizes = range(min(count, len(deck)), -1, -1)
    return [given for size in sizes for given in combinations(deck, size)]


def _shifts(play: SenjutsuState, strike: Strike, target: str, cause: str, cells: int) -> list[g.Shift | None]:
    here, there = place_of(play, strike.attacker), place_of(play, target)
    if not cells or here is None or there is None:
        return [None]
    return [g.Shift(cells, direction) for direction in directions_of(cause, here, there)] or [None]


def _left_out(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """An effect of the part that is resolved as its text says, or left out; outside Resolve the text of a card."""
    actor = owner_of(told)
    if "card" in told.choices:
        yield from (g.EffectResolved(actor=actor, card=card) for card in told.choices["card"])
        return
    running = running_of(play, actor)
    if running is None:
        return
    for place in range(running.effect, len(effects_of(play, running) or ())):
        for applied in (True, False):
            yield g.EffectResolved(
                actor=actor, card=running.card, part=running.part, effect=place, applied=applied
            )


def _collisions(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """Who runs into a character discards a card, where there is one; of several on a hex into any."""
    for due in table(play).due:
        if due.kind != "collision_happened":
            continue
        base: dict[str, Any] = {
            "actor": due.actor,
            "cause": due.told["cause"],
            "against": due.told["against"],
            "hex": tuple(due.told["hex"]),
        }
        for other in met(due):
            yield g.CollisionHappened(**base, other=other)
            for card in _held(play, due.actor):
                yield g.CollisionHappened(**base, other=other, discards=True, discarded=card)
            yield g.CollisionHappened(**base, other=other, discards=True)


def _placed(play: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """The hex X of a horde, start hexes, or the board where no start hexes are told."""
    full = table(play)
    start = full.letters.get("X")
    places = (start,) if start else told.choices.get("hex") or sorted(full.board or ())
    for place, facing in product(places, range(6)):
        yield f.CharacterPlaced(player=owner_of(told), hex=place, facing=facing)


MAKERS: dict[str, Callable[[SenjutsuState, NextEvent], Iterator[Event]]] = {
    "target_named": _targets,
    "focus_paid": _paid,
    "instant_played": _instants,
    "counterattack_played": _counterattacks,
    "actor_moved": _moves,
    "kamae_moved": _ring,
    "kamae_changed": _kamae,
    "focus_gained": _focus,
    "advantage_gained": _advantage,
    "block_applied": _blocks,
    "attack_declared": _attacks,
    "attack_resolved": resolutions,
    "effect_resolved": _left_out,
    "collision_happened": _collisions,
    "character_placed": _placed,
}
MADE = frozenset(MAKERS) | {
    "advantage_set",
    "bleed_discarded",
    "card_selected",
    "initiative_chosen",
    "instant_passed",
    "part_started",
    "phase_started",
    "tie_order_chosen",
    "turn_ended",
    "turn_started",
}
"""Events that are made whole here, some of them of the offered values alone."""
